//! Cards are shuffled and dealt.

use super::super::MOST_CARDS;
use super::super::eval::{each_card, each_seat};
use super::super::event::Event;
use super::super::fault::FaultKind;
use super::super::program::{CardSet, Node, NodeId, Op, Pc, PlaceAt, SeatSet, Whose};
use super::super::state::Spot;
use super::super::state::bit;
use super::desk::Desk;
use super::lies::Lies;
use super::ops::Coder;
use super::phrases::Phrases;
use super::tell::Tell;
use super::{Build, Call};
use crate::index::fit;

fn size(desk: &Desk, spot: Spot) -> i64 {
    i64::from(desk.state.cards_in(u32::from(spot.place)).count_ones())
}

/// The same number of cards for each seat in turn.
struct Round {
    left: u32,
    seat: u32,
    /// The last of the seats.
    last: i64,
    count: usize,
    hands: Box<[Spot]>,
    exit: Pc,
    /// As how many steps it counts.
    steps: u64,
}

/// `known`: who can work out which place it is.
fn shuffle(desk: &mut Desk, spot: Spot, known: SeatSet, tell: &impl Tell) {
    let mut list = [0_u8; MOST_CARDS];
    let order = shuffled_cards(desk, spot, &mut list);
    desk.state.lay(spot, order);
    if let Some(eyes) = tell.eyes() {
        let place = u16::from(spot.place);
        let (order, seen) = (order.to_vec(), eyes.who_sees(desk, place));
        let counted = eyes.who_counts(desk, place) | seen;
        desk.tell(Event::Shuffle { place, named: known | counted, order, seen, counted });
    }
}

/// All cards in the order of the deck.
static DECK: [u8; MOST_CARDS] = {
    let mut deck = [0; MOST_CARDS];
    let mut card = 0;
    while card < MOST_CARDS {
        #[allow(clippy::indexing_slicing, reason = "within the bounds of the loop, when it is compiled")]
        {
            deck[card] = card as u8;
        }
        card += 1;
    }
    deck
};

/// The cards of a place in a random order, into a list.
fn shuffled_cards<'l>(desk: &mut Desk, spot: Spot, list: &'l mut [u8; MOST_CARDS]) -> &'l [u8] {
    let cards = desk.state.cards_in(u32::from(spot.place));
    let count = cards.count_ones() as usize;
    if cards.begins_the_deck() {
        // The first cards of the deck, or all.
        *list = DECK;
    } else {
        list.iter_mut().zip(each_card(cards)).for_each(|(slot, card)| *slot = card);
    }
    let Some(list) = list.get_mut(..count) else { return &[] };
    desk.shuffled = desk.shuffled.wrapping_add(count as u64);
    desk.chance.shuffle(u16::from(spot.place), list);
    list
}

/// A list of cards as a set.
#[inline]
fn set_of(cards: &[u8]) -> CardSet {
    cards.iter().fold(CardSet::NONE, |set, card| set | bit(*card))
}

/// The same for decks of at most 64 cards.
#[inline]
fn small_set_of(cards: &[u8]) -> CardSet {
    CardSet::of_half(cards.iter().fold(0_u64, |set, card| set | 1 << (card & 63)))
}

impl Build<'_> {
    /// Cards go to a place that is shuffled at once: nobody sees in which order they come. Where they are then dealt to all seats,
    /// that is done at once, too.
    pub(super) fn gathering(&self, cards: NodeId, to: PlaceAt, shuffled: Pc) -> Call {
        let (spots, set, to) = (self.spots(cards), self.cards(cards), self.program.spot(to.base));
        let (next, round) = (self.thread(shuffled + 1), self.round_of(to, self.thread(shuffled + 1)));
        let small = self.program.like.len() <= 64;
        Box::new(move |desk| {
            let mut left = set(desk) & !desk.state.cards_in(u32::from(to.place));
            for spot in &spots {
                let here = desk.state.cards_in(u32::from(spot.place)) & left;
                if here != 0 {
                    left &= !here;
                    desk.state.take_some(here, *spot);
                    desk.state.add(to, here);
                }
            }
            let mut list = [0_u8; MOST_CARDS];
            let order = shuffled_cards(desk, to, &mut list);
            if let Some(round) = round.as_ref().filter(|_| !desk.chance.chooses())
                && desk.steps + round.steps <= desk.most_steps
                && let Some((hands, rest)) = order.split_at_checked(round.count * round.hands.len())
            {
                for (hand, cards) in round.hands.iter().zip(hands.chunks_exact(round.count)) {
                    desk.state.add(*hand, if small { small_set_of(cards) } else { set_of(cards) });
                }
                let left = if small { small_set_of(rest) } else { set_of(rest) };
                desk.steps += round.steps;
                desk.state.clear(to);
                desk.state.add(to, left);
                desk.state.lay(to, rest);
                desk.state.set_seats(round.left, 0);
                desk.state.set_small(round.seat, round.last);
                return round.exit;
            }
            desk.state.lay(to, order);
            next
        })
    }

    /// Whether the operations from here on deal so many cards of a place to each seat in turn, to hands of which no order is kept.
    fn round_of(&self, from: Spot, at: Pc) -> Option<Round> {
        let code = &self.program.code;
        let op = |pc: Pc| code.get(pc as usize);
        let Op::KeepSeats { left, of, from: None } = op(at)? else { return None };
        let turn = self.thread(at + 1);
        let Op::NextSeat { left: kept, seat, from: None, exit } = op(turn)? else { return None };
        let Op::Deal { count, from: place, to, .. } = op(turn + 1)? else { return None };
        let (Node::Seats(seats), Node::Int(count)) = (self.node(*of), self.node(*count)) else { return None };
        let (Whose::Whole, Whose::One(key)) = (place.of, to.of) else { return None };
        let hands: Option<Box<[Spot]>> = each_seat(*seats)
            .map(|seat| {
                let place = u16::from(seat);
                let spot = self.program.spot(to.base + place);
                (place < to.count && !spot.ordered && spot.place != from.place).then_some(spot)
            })
            .collect();
        let usual = left == kept
            && *self.node(key) == Node::Slot(*seat)
            && self.program.spot(place.base).place == from.place
            && self.thread(turn + 2) == turn
            && [at, turn + 1].into_iter().all(|pc| self.is_light(pc));
        let last = i64::from(each_seat(*seats).last()?);
        let count = usize::try_from(*count).ok().filter(|count| *count > 0)?;
        // Each seat is looked for, and then that there is no other.
        let steps = u64::from(self.steps_at(turn)) * (1 + u64::from(seats.count_ones()));
        usual.then_some(Round { steps, left: *left, seat: *seat, last, count, hands: hands?, exit: self.thread(*exit) })
    }

    /// The places that refill others.
    fn refills(&self) -> Box<[Option<Spot>]> {
        self.program.places.iter().map(|place| place.refilled.map(|from| self.program.spot(from))).collect()
    }
}

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn dealing(&self, count: NodeId, from: PlaceAt, to: PlaceAt, exact: bool, next: Pc) -> Call {
        let (count, refills, tell) = (self.build.amount(count), self.build.refills(), self.tell.clone());
        let at = (from, to);
        let (from, to) = (self.build.at(from), self.build.at(to));
        Box::new(move |desk| {
            let count = count.of(desk);
            match (from.spot(desk), to.spot(desk)) {
                (Some(from), Some(to)) => deal(desk, count, (from, to), (exact, at), (&refills, &tell)),
                _ => {
                    desk.fail(FaultKind::Nobody, 0);
                }
            }
            next
        })
    }

    pub(super) fn filling(&self, place: PlaceAt, full: NodeId, from: PlaceAt, next: Pc) -> Call {
        let (full, refills, tell) = (self.build.number(full), self.build.refills(), self.tell.clone());
        let at = (from, place);
        let (place, from) = (self.build.at(place), self.build.at(from));
        Box::new(move |desk| {
            let full = full(desk);
            match (place.spot(desk), from.spot(desk)) {
                (Some(to), Some(from)) => {
                    let count = full.saturating_sub(size(desk, to));
                    deal(desk, count, (from, to), (false, at), (&refills, &tell));
                }
                _ => {
                    desk.fail(FaultKind::Nobody, 0);
                }
            }
            next
        })
    }

    pub(super) fn shuffling(&self, place: PlaceAt, next: Pc) -> Call {
        let (at, place, tell) = (place, self.build.at(place), self.tell.clone());
        Box::new(move |desk| {
            match place.spot(desk) {
                Some(spot) => {
                    let known = tell.eyes().map_or(0, |eyes| eyes.who_can_name(desk, at, &[]));
                    shuffle(desk, spot, known, &tell);
                }
                None => {
                    desk.fail(FaultKind::Nobody, 0);
                }
            }
            next
        })
    }
}

/// Deals from the top; a place that is refilled is refilled when it runs dry.
fn deal(
    desk: &mut Desk,
    count: i64,
    (from, to): (Spot, Spot),
    (exact, at): (bool, (PlaceAt, PlaceAt)),
    (refills, tell): (&[Option<Spot>], &impl Tell),
) {
    let plain = tell.eyes().is_none() && !desk.chance.chooses();
    if !plain || from.place == to.place || count > size(desk, from) || (to.ordered && !from.ordered) {
        return deal_slowly(desk, count, (from, to), (exact, at), (refills, tell));
    }
    // The usual deal: there are enough.
    if to.ordered {
        desk.state.pass_on(from, to, count);
    } else if count > 0 {
        let cards = desk.state.take_off(from, count);
        desk.state.add(to, cards);
    }
}

#[inline(never)]
fn deal_slowly(
    desk: &mut Desk,
    count: i64,
    (from, to): (Spot, Spot),
    (exact, at): (bool, (PlaceAt, PlaceAt)),
    (refills, tell): (&[Option<Spot>], &impl Tell),
) {
    let refill = refills.get(usize::from(from.place)).copied().flatten();
    let have = size(desk, from) + refill.map_or(0, |refill| size(desk, refill));
    if exact && count > have {
        desk.fail(FaultKind::DealShort(count, have), 0);
        return;
    }
    let mut left = count.min(have).max(0);
    while left > 0 {
        if size(desk, from) == 0 {
            let Some(refill) = refill else { break };
            let mut known = 0;
            match tell.eyes() {
                Some(eyes) => {
                    let ways = eyes.ways_of_refill(desk, at.0);
                    known = ways.known.1;
                    eyes.carry(desk, Phrases::whole(desk, refill), (refill, from), ways, false);
                }
                None => desk.state.carry(desk.state.cards_in(u32::from(refill.place)), refill, from, true),
            }
            shuffle(desk, from, known, tell);
        }
        let batch = left.min(size(desk, from));
        match tell.eyes() {
            Some(eyes) => {
                let cards = dealt(desk, batch, (from, to));
                let ways = eyes.ways(desk, at.0, at.1);
                eyes.carry(desk, cards, (from, to), ways, false);
            }
            None if from.place == to.place => {} // They stay where they are.
            None if desk.chance.chooses() => {
                for card in dealt(desk, batch, (from, to)) {
                    desk.state.take_up(card, from);
                    desk.state.put_down(card, to);
                }
            }
            None if !to.ordered => {
                let cards = desk.state.take_off(from, batch);
                desk.state.add(to, cards);
            }
            None => {
                for _ in 0..batch {
                    let Some(card) = desk.state.top(from) else { break };
                    desk.state.take_up(card, from);
                    desk.state.put_down(card, to);
                }
            }
        }
        left -= batch;
        if batch == 0 {
            break;
        }
    }
}

/// The cards that are dealt: from the top, or as chance chooses.
fn dealt(desk: &mut Desk, count: i64, (from, to): (Spot, Spot)) -> Vec<u8> {
    let cards: Vec<u8> = desk.state.in_spot(from).collect();
    let count = fit::<_, usize>(count.max(0));
    desk.chance.deal_together(u16::from(from.place), u16::from(to.place), count, cards)
}
