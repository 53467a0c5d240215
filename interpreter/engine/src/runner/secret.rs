//! Decisions of several at once in which each picks cards of a place of its own, and the cards go somewhere, and nothing else happens:
//! all choose, and all that they chose takes effect, without an operation between.

use super::super::MOST_CARDS;
use super::super::chance::Stream;
use super::super::eval::each_seat;
use super::super::fault::FaultKind;
use super::super::program::{Ask, CardSet, Node, Op, Pc, RuleId, SeatSet, Source};
use super::super::state::Spot;
use super::alike::Alike;
use super::desk::Desk;
use super::forms::Bid;
use super::groups::{many_ways, nth_group};
use super::lies::Lies;
use super::moves::Goal;
use super::select::nth_card;
use super::watch::{Made, Watch};
use super::{Build, Seats};

/// Such a decision.
pub(super) struct Secret {
    number: u16,
    who: Seats,
    /// The bid that each answer is, and the operation that makes it.
    bid: Option<(Bid, Pc)>,
    /// Which cards are like which, where some are and one is picked.
    like: Option<Alike>,
    /// The places from which each seat picks, which cards of them, and how many.
    own: Box<[Spot]>,
    among: CardSet,
    count: u32,
    several: bool,
    /// The slot of what was picked, and where it goes.
    slot: u32,
    to: Option<Goal>,
    rule: RuleId,
    /// The first slots of the answers, and how many each seat has.
    answers: (u32, u32),
    cards: (u32, u32),
    player: u32,
    me: u32,
    unheard: u32,
    /// The operation by which an answer takes effect, and where the program goes on behind it.
    effect: Pc,
    exit: Pc,
}

impl Build<'_> {
    /// A decision of several at once as a whole, if it is of the usual sort.
    pub(super) fn secret(&self, number: u16, ask: &Ask) -> Option<Secret> {
        let code = &self.program.code;
        let effect = ask.hears;
        let Op::NextAnswer { exit, .. } = code.get(effect as usize)? else { return None };
        let [act] = ask.acts.as_slice() else { return None };
        let [pick] = act.picks.as_slice() else { return None };
        let Source::Cards { from, least, most, if_able: false } = pick.source else { return None };
        let Node::PlaceOf { base, count: places, key } = self.node(from) else { return None };
        let among = match pick.filter.map(|filter| self.node(filter)) {
            None => CardSet::MAX,
            Some(Node::Cards(set)) => CardSet::from(*set),
            Some(_) => return None,
        };
        let count = match (pick.several, self.node(least), self.node(most)) {
            (false, ..) => 1,
            (true, Node::Int(least), Node::Int(most)) if least == most => u32::try_from(*least).ok()?,
            _ => return None,
        };
        // A bid is made, if that is all that an answer does beside.
        let entry = self.thread(act.entry);
        let (bid, made) = match code.get(entry as usize)? {
            Op::BidMade { auction, seat } if self.is_light(entry) => {
                let auction = self.program.auctions.get(usize::from(*auction))?;
                (Some((self.bid(auction, *seat), entry)), self.thread(entry + 1))
            }
            _ => (None, entry),
        };
        let usual = ask.at_once
            && act.when.is_none()
            && act.musts.is_empty()
            && pick.so_that.is_none()
            && *self.node(*key) == Node::Reg(ask.me)
            && (self.all_unlike() || count == 1)
            && (1..=MOST_CARDS as u32).contains(&count)
            && ask.answers.1 <= 3
            && ask.answer_cards.1 == 1
            && made == effect
            && self.is_light(effect);
        usual.then(|| Secret {
            number,
            bid,
            like: (!self.all_unlike()).then(|| self.alike()),
            who: self.seats(ask.who),
            own: (*base..*base + *places).map(|place| self.program.spot(place)).collect(),
            among,
            count,
            several: pick.several,
            slot: pick.slot,
            to: pick.to.map(|to| self.goal(to)),
            rule: pick.rule,
            answers: ask.answers,
            cards: ask.answer_cards,
            player: ask.player,
            me: ask.me,
            unheard: ask.unheard,
            effect,
            exit: self.thread(*exit),
        })
    }
}

impl Secret {
    /// All choose: where the program goes on. Nothing where the decision needs a closer look; then nothing has happened either.
    /// Where a fault stands on the desk then, it is the operation that brought it.
    pub(super) fn answer<W: Watch>(
        &self,
        desk: &mut Desk,
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Option<Pc> {
        let seats = (self.who)(desk);
        // Of like cards one is picked: there is one where there are any.
        let able = |seat: u8| self.cards(desk, seat).is_some_and(|cards| cards.count_ones() >= self.count);
        let few = most.saturating_sub(watch.decisions()) < u64::from(seats.count_ones());
        if seats == 0 || few || !each_seat(seats).all(able) || desk.fault.is_some() {
            return None;
        }
        for seat in each_seat(seats) {
            watch.reached(desk, self.number);
            self.choose(desk, seat, players, watch);
        }
        desk.state.waiting = -1;
        desk.state.set_seats(self.unheard, 0);
        for seat in each_seat(seats) {
            self.take(desk, seat);
            if let Some((bid, made)) = &self.bid
                && desk.fault.is_none()
            {
                bid.made::<false>(desk);
                if desk.fault.is_some() {
                    desk.state.set_seats(self.unheard, seats & !(SeatSet::MAX >> (31 - seat)));
                    return Some(*made);
                }
            }
            if desk.fault.is_some() {
                desk.state.set_seats(self.unheard, seats & !(SeatSet::MAX >> (31 - seat)));
                return Some(self.effect);
            }
        }
        Some(self.exit)
    }

    /// The cards of which a seat picks.
    #[inline]
    fn cards(&self, desk: &Desk, seat: u8) -> Option<CardSet> {
        let own = self.own.get(usize::from(seat))?;
        Some(desk.state.cards_in(u32::from(own.place)) & self.among)
    }

    /// A seat chooses: that is kept.
    #[inline]
    fn choose<W: Watch>(&self, desk: &mut Desk, seat: u8, players: &mut Stream, watch: &mut W) {
        let Some(cards) = self.cards(desk, seat) else { return };
        let cards = self.like.as_ref().map_or(cards, |like| like.firsts(cards));
        let ways = if self.count == 1 { u64::from(cards.count_ones()) } else { many_ways(None, cards, self.count) };
        let drawn = if ways > 1 { players.below_long(ways) } else { 0 };
        let picked = if self.count == 1 { nth_card(cards, drawn) } else { nth_group(None, cards, self.count, drawn) };
        let base = self.answers.0 + u32::from(seat) * self.answers.1;
        desk.state.set_small(base, 0);
        desk.state.set_small(base + 1, i64::from(ways == 1));
        if self.answers.1 > 2 {
            desk.state.set_small(base + 2, 0);
        }
        desk.state.set_cards_in(self.cards.0 + u32::from(seat), picked);
        watch.made(desk, Made { ask: self.number, act: 0, seat, choices: ways });
    }

    /// What a seat chose takes effect.
    #[inline]
    fn take(&self, desk: &mut Desk, seat: u8) {
        desk.state.set_small(self.player, i64::from(seat));
        desk.set_reg(self.me, i64::from(seat));
        let picked = desk.state.cards_in(self.cards.0 + u32::from(seat));
        if self.several {
            desk.state.set_cards_in(self.slot, picked);
        } else {
            desk.state.set_small(self.slot, i64::from(picked.trailing_zeros()));
        }
        let (Some(to), Some(from)) = (&self.to, self.own.get(usize::from(seat))) else { return };
        match to.of(desk, *from) {
            Some(to) if self.several => desk.state.carry(picked, *from, to, false),
            Some(to) => desk.state.carry_one(picked, *from, to),
            None => {
                desk.fail(FaultKind::Nobody, self.rule);
            }
        }
    }
}
