//! Decisions: who chooses, how many choices there are, and what a choice does.

mod turn;

use super::lies::Lies;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::fault::FaultKind;
use super::super::program::{Act, Ask, CardSet, Must, Node, Pc, RuleId, SeatSet};
use super::super::state::Spot;
use super::conditions::Test;
use super::contest::Contest;
use super::desk::Desk;
use super::effects::{Answers, Effect, Picks};
use super::facts::Chain;
use super::menus::{Hand, Menu};
use super::moves::Goal;
use super::rounds::Rounds;
use super::secret::Secret;
use super::select::nth_card;
use super::{Build, Numbers, Seats};

/// Who chooses.
enum Who {
    Slot(u32),
    One(Numbers),
    AtOnce(Seats),
}

/// A decision.
pub(super) struct Asked {
    who: Who,
    pub(super) waiting: u32,
    player: Option<u32>,
    me: u32,
    unheard: u32,
    answers: Answers,
    acts: Arc<[Offer]>,
    /// The same decision, if it is of the usual sort.
    pub(super) simple: Option<Simple>,
    /// The tricks in which it is the only one, if they are of the usual sort.
    pub(super) contest: Option<Contest>,
    /// The circuit of which it is the decision, if it is of the usual sort.
    pub(super) rounds: Option<Rounds>,
    /// The same decision of several at once, if it is of the usual sort.
    pub(super) secret: Option<Secret>,
    effects: Arc<[Effect]>,
    rule: RuleId,
}

impl Asked {
    pub(super) fn acts(&self) -> usize {
        self.acts.len()
    }

    /// The acts as they are offered.
    pub(super) fn offers(&self) -> Arc<[Offer]> {
        Arc::clone(&self.acts)
    }

    /// What an act does.
    pub(super) fn effect(&self, act: usize) -> Option<&Effect> {
        self.effects.get(act)
    }

    /// Where answers are kept, where several choose at once.
    pub(super) const fn answers(&self) -> Answers {
        self.answers
    }

    pub(super) const fn at_once(&self) -> bool {
        matches!(self.who, Who::AtOnce(_))
    }

    /// Who chooses, where it is one seat.
    #[inline]
    pub(super) fn seat(&self, desk: &mut Desk) -> Option<u8> {
        let seat = match &self.who {
            Who::Slot(slot) => desk.state.int(*slot),
            Who::One(who) => who(desk),
            Who::AtOnce(_) => -1,
        };
        u8::try_from(seat).ok().filter(|seat| *seat < 32)
    }

    /// Who chooses, where it is several at once.
    pub(super) fn seats(&self, desk: &mut Desk) -> SeatSet {
        match &self.who {
            Who::AtOnce(who) => who(desk),
            Who::Slot(_) | Who::One(_) => 0,
        }
    }

    /// The seat of a slot is asked, which has so many choices.
    #[inline]
    pub(super) fn wait(&self, desk: &mut Desk, number: u16, seat: u8, count: u64) -> SeatSet {
        desk.state.waiting = i32::from(number);
        let seats = 1 << (seat & 31);
        desk.state.set_seats(self.waiting, seats);
        desk.looked = Some((seat, count));
        seats
    }

    /// It is a seat's turn.
    #[inline]
    pub(super) fn begin(&self, desk: &mut Desk, seat: u8) {
        if let Some(player) = self.player {
            desk.state.set_small(player, i64::from(seat));
        }
    }

    /// Of several that choose at once, one is looked at.
    #[inline]
    pub(super) fn of(&self, desk: &mut Desk, seat: u8) {
        desk.set_reg(self.me, i64::from(seat));
    }

    /// The choices, if there is one act that is always allowed.
    pub(super) fn only_menu(&self) -> Option<&Menu> {
        match self.acts.as_ref() {
            [Offer { allowed: None, menu }] => Some(menu),
            _ => None,
        }
    }

    /// How many choices there are in all; those of each act stay on the desk.
    #[inline]
    pub(super) fn count(&self, desk: &mut Desk) -> u64 {
        let mut total: u64 = 0;
        for (index, offer) in self.acts.iter().enumerate() {
            let found = offer.count(desk);
            total = total.saturating_add(found.0);
            if let Some(kept) = desk.counts.get_mut(index) {
                *kept = (found.0, found.1.into());
            }
        }
        total
    }

    /// In which act the `n`th choice is, the how-manieth there, and the cards where it is one card.
    #[inline]
    fn find(&self, desk: &Desk, n: u64) -> Option<(usize, u64, CardSet)> {
        let mut left = n;
        for (index, (count, cards)) in desk.counts.iter().take(self.acts.len()).enumerate() {
            if left < *count {
                return Some((index, left, (*cards).into()));
            }
            left -= count;
        }
        None
    }

    /// The picks of the `n`th choice, and which act it is.
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, picks: &mut Picks) -> Option<usize> {
        let (index, left, cards) = self.find(desk, n)?;
        self.acts.get(index)?.menu.nth(desk, left, cards, picks);
        Some(index)
    }

    /// Does the `n`th choice of one seat: which act it is, and where the program goes on.
    #[inline]
    pub(super) fn choose(&self, desk: &mut Desk, n: u64) -> Option<(usize, Pc)> {
        let (index, left, cards) = self.find(desk, n)?;
        self.take(desk, index, (left, cards));
        self.effects.get(index).map(|effect| (index, effect.entry))
    }

    /// How many choices an act has that is allowed, and the cards where it is one card.
    #[inline(never)]
    pub(super) fn count_of(&self, desk: &mut Desk, act: usize) -> (u64, CardSet) {
        desk.looking(|desk| self.acts.get(act).map_or((0, CardSet::NONE), |offer| offer.menu.count(desk))).0
    }

    /// Does the `n`th choice of an act.
    #[inline]
    pub(super) fn take(&self, desk: &mut Desk, act: usize, (n, cards): (u64, CardSet)) {
        let (Some(offer), Some(effect)) = (self.acts.get(act), self.effects.get(act)) else { return };
        match &offer.menu {
            Menu::Plain => {}
            Menu::Card { .. } | Menu::Hand { .. } => {
                effect.take_card(desk, nth_card(cards, n));
            }
            menu => {
                let mut picks = Picks::default();
                menu.nth(desk, n, cards, &mut picks);
                effect.take(desk, &picks);
            }
        }
    }

    /// Keeps the `n`th choice of one of several that choose at once, in the only act that there is.
    pub(super) fn keep(&self, desk: &mut Desk, seat: u8, (n, total): (u64, u64), cards: CardSet) {
        let Some(menu) = self.only_menu() else { return };
        let mut picks = Picks::default();
        self.of(desk, seat);
        menu.nth(desk, n, cards, &mut picks);
        self.answers.keep(desk, seat, 0, total == 1, &picks);
    }

    /// All have chosen at once: what they chose takes effect next.
    pub(super) fn all_answered(&self, desk: &mut Desk, seats: SeatSet) {
        desk.state.set_seats(self.unheard, seats);
    }
}

/// The usual decision: the seat of a slot plays one card of its hand, and may do nothing else.
pub(super) struct Simple {
    hand: Hand,
    chain: Option<Chain>,
    slot: u32,
    to: Goal,
    rule: RuleId,
    pub(super) entry: Pc,
    /// Who chooses where it is not the seat whose hand it is.
    pub(super) chooser: Option<Numbers>,
}

impl Simple {
    /// The cards that may be played.
    #[inline]
    pub(super) fn cards(&self, desk: &mut Desk) -> CardSet {
        let cards = self.hand.cards(desk);
        self.hand.unlike(self.chain.as_ref().map_or(cards, |chain| chain.keep(desk, cards)))
    }

    /// Plays one of them.
    #[inline]
    pub(super) fn take(&self, desk: &mut Desk, card: CardSet) {
        desk.state.set_small(self.slot, i64::from(card.trailing_zeros()));
        let Some(from) = self.hand.spot(desk) else { return };
        match self.to.of(desk, from) {
            Some(to) => desk.state.carry_one(card, from, to),
            None => {
                desk.fail(FaultKind::Nobody, self.rule);
            }
        }
    }

    /// The places from which the seats play, if their orders are not kept.
    pub(super) fn hands(&self) -> Option<Box<[u32]>> {
        self.hand.places()
    }

    /// Who chooses the card of a seat; nothing where that is nobody.
    #[inline(always)]
    pub(super) fn chosen_by(&self, desk: &mut Desk, slot: u32, seat: u8) -> Option<u8> {
        if self.chooser.is_none() { Some(seat) } else { self.chosen(desk, slot, seat) }
    }

    #[inline(never)]
    fn chosen(&self, desk: &mut Desk, slot: u32, seat: u8) -> Option<u8> {
        let Some(chooser) = &self.chooser else { return Some(seat) };
        desk.state.set_small(slot, i64::from(seat));
        u8::try_from(chooser(desk)).ok().filter(|seat| *seat < 32)
    }

    /// One of each sort of like cards.
    #[inline]
    pub(super) fn unlike(&self, cards: CardSet) -> CardSet {
        self.hand.unlike(cards)
    }

    /// The cards that may be played at all.
    pub(super) const fn among(&self) -> CardSet {
        self.hand.among
    }

    /// The one place to which the card goes, if it is the seat of a slot that plays it and the card is kept in another.
    pub(super) const fn lays(&self, seat: u32, pick: u32) -> Option<Spot> {
        match self.to {
            Goal::One(spot) if self.hand.slot == seat && self.slot == pick => Some(spot),
            _ => None,
        }
    }
}

/// An act as it is offered.
pub(super) struct Offer {
    allowed: Option<Test>,
    menu: Menu,
}

impl Offer {
    /// How many choices there are, and the cards where one card is picked.
    fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        let allowed = self.allowed.as_ref().is_none_or(|allowed| allowed.holds(desk));
        if allowed { self.menu.count(desk) } else { (0, CardSet::NONE) }
    }

    /// What may be picked.
    pub(super) const fn menu(&self) -> &Menu {
        &self.menu
    }

    /// Whether nothing is picked.
    pub(super) const fn is_plain(&self) -> bool {
        matches!(self.menu, Menu::Plain)
    }

    /// Whether one card is picked, by itself.
    pub(super) const fn is_card(&self) -> bool {
        matches!(self.menu, Menu::Card { .. } | Menu::Hand { .. })
    }

    /// How they are counted.
    pub(super) fn plan(&self) -> &'static str {
        self.menu.plan()
    }

    /// Whether groups of cards have to be looked at one by one.
    pub(super) fn may_search(&self) -> bool {
        matches!(&self.menu, Menu::Walk(walk) if walk.may_search())
    }

    /// How many choices there are.
    pub(super) fn choices(&self, desk: &mut Desk) -> u64 {
        self.count(desk).0
    }

    /// Visits the choices in their order.
    pub(super) fn each(&self, desk: &mut Desk, visit: &mut dyn FnMut(&Picks) -> ControlFlow<()>) -> ControlFlow<()> {
        let allowed = self.allowed.as_ref().is_none_or(|allowed| allowed.holds(desk));
        if allowed { self.menu.each(desk, visit) } else { ControlFlow::Continue(()) }
    }
}

impl Build<'_> {
    pub(super) fn asked(&self, number: u16, ask: &Ask) -> Asked {
        let simple = self.simple(ask);
        Asked {
            who: match self.node(ask.who) {
                _ if ask.at_once => Who::AtOnce(self.seats(ask.who)),
                Node::Slot(slot) => Who::Slot(*slot),
                _ => Who::One(self.number(ask.who)),
            },
            waiting: ask.waiting,
            player: ask.sets_player.then_some(ask.player),
            me: ask.me,
            unheard: ask.unheard,
            answers: Answers { ints: ask.answers, cards: ask.answer_cards },
            acts: ask.acts.iter().map(|act| self.offer(act)).collect(),
            contest: simple.as_ref().and_then(|simple| self.contest(number, ask, simple)),
            rounds: self.rounds(ask),
            secret: self.secret(number, ask),
            simple,
            effects: self.effects(ask, false),
            rule: ask.rule,
        }
    }

    fn simple(&self, ask: &Ask) -> Option<Simple> {
        let ([act], false) = (ask.acts.as_slice(), ask.at_once || ask.sets_player) else { return None };
        let Offer { allowed: None, menu: Menu::Hand { hand, chain, .. } } = self.offer(act) else { return None };
        let [pick] = act.picks.as_slice() else { return None };
        let to = self.goal(pick.to?);
        // Who chooses is whose hand it is, or somebody for them.
        let own = *self.node(ask.who) == Node::Slot(hand.slot);
        let chooser = (!own).then(|| self.number(ask.who));
        Some(Simple { hand, chain, slot: pick.slot, to, rule: pick.rule, entry: act.entry, chooser })
    }

    fn offer(&self, act: &Act) -> Offer {
        Offer { allowed: self.allowed(act), menu: self.menu(act) }
    }

    /// When an act is offered at all; nothing where it always is.
    pub(super) fn allowed(&self, act: &Act) -> Option<Test> {
        let always = |must: &&Must| !must.of_picks && !must.if_able;
        let mut allowed: Vec<Test> = act.when.iter().map(|when| self.test(*when)).collect();
        for must in act.musts.iter().filter(always) {
            allowed.push(match must.when {
                Some(when) => {
                    let (when, cond) = (self.test(when), self.test(must.cond));
                    Test::Other(Box::new(move |desk| !when.holds(desk) || cond.holds(desk)))
                }
                None => self.test(must.cond),
            });
        }
        match allowed.len() {
            0 | 1 => allowed.pop(),
            _ => Some(Test::Other(Box::new(move |desk| allowed.iter().all(|cond| cond.holds(desk))))),
        }
    }
}
