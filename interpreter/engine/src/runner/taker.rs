//! Who takes a trick.

mod laid;

use crate::index::fit;
use std::sync::Arc;

use super::super::TRICK;
use super::super::eval::Given;
use super::super::program::{CardSet, Node, NodeId, Tricks};
use super::super::state::{Spot, bit, has};
use super::cards::ByFirst;
use super::desk::Desk;
use super::keys::{Key, Keys};
use super::memoized::OfCards;
use super::select::{cut, holds};
use super::subsets::Subset;
use super::{Build, Cards};
use crate::{Ties, of_inside};
pub(super) use laid::Laid;

/// Cards in a trick that count: a set that may go by the first card.
enum Counts {
    ByFirst(ByFirst),
    Some(Subset),
    Other(Cards),
}

impl Counts {
    #[inline]
    fn of(&self, desk: &mut Desk, laid: &Laid) -> CardSet {
        match (self, laid.list.first()) {
            (Self::ByFirst(sets), Some((_, first))) => sets.by(*first),
            (Self::ByFirst(_), None) => CardSet::NONE,
            (Self::Some(subset), _) => subset.of(desk, laid.all),
            (Self::Other(cards), _) => cards(desk),
        }
    }
}

/// Who takes a trick.
pub(super) struct Taker {
    seats: u8,
    /// The trick, where play may turn round in it.
    turns_in: Option<Spot>,
    leader: u32,
    played: u32,
    key: By,
    highest: bool,
    last_wins: bool,
    trumps: Option<Counts>,
    follows: Option<Counts>,
}

/// What counts of a card.
enum By {
    Table(Arc<[i64]>),
    Known(Box<OfCards>),
    Key(Key),
}

impl Taker {
    /// The seat; none where no card counts.
    pub(super) fn of(&self, desk: &mut Desk) -> Option<u8> {
        let laid = match self.turns_in {
            Some(trick) => Laid::as_they_lie(desk, self.played, self.leader, trick, self.seats),
            None => Laid::of(desk, self.played, self.leader, self.seats),
        };
        self.among::<false>(desk, &laid)
    }

    #[inline]
    pub(super) fn among<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid) -> Option<u8> {
        let counting = self.counting::<SMALL>(desk, laid);
        let found = self.best::<SMALL>(desk, laid, counting);
        if found.is_some() { found } else { self.best::<SMALL>(desk, laid, laid.all) }
    }

    /// The cards that count: trumps, else those that follow. If none does, all of them count.
    #[inline]
    fn counting<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid) -> CardSet {
        let trumps = self.trumps.as_ref().map_or(CardSet::NONE, |trumps| laid.all & trumps.of(desk, laid));
        let from = match &self.follows {
            _ if trumps != 0 => trumps,
            Some(follows) => laid.all & follows.of(desk, laid),
            None => laid.all,
        };
        cut::<SMALL>(from)
    }

    /// Who played the best of these cards.
    #[inline]
    fn best<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid, from: CardSet) -> Option<u8> {
        let (mut best, mut winner) = (0, None);
        let row = if let By::Known(known) = &self.key { known.ready(desk) } else { None };
        for (seat, card) in laid.list.iter().take(laid.count) {
            if has(from, i64::from(*card)) {
                let value = match &self.key {
                    By::Table(table) => table.get(usize::from(*card)).copied().unwrap_or(-1),
                    By::Known(known) => known.of(desk, row, *card),
                    By::Key(key) => key(desk, i64::from(*card)),
                };
                let better = if self.highest { value > best } else { value < best };
                if winner.is_none() || better || (value == best && self.last_wins) {
                    (best, winner) = (value, Some(*seat));
                }
            }
        }
        winner
    }
}

/// Who takes a trick that is played apart from the state.
pub(super) struct Winner {
    trumps: Option<Counts>,
    follows: Option<Counts>,
    best: Best,
    last_wins: bool,
}

/// Which card counts most.
enum Best {
    /// That with the highest number or the lowest; for each card those that count as much as it.
    ByNumber { highest: bool, alike: Box<[CardSet]> },
    /// That for which a table says most; it says nothing of a card where that is a fault.
    ByTable { table: Box<[Option<i64>]>, rows: Rows },
}

/// Which row of a table counts: one for each card that may lead, for each value of some slots, or one alone.
struct Rows {
    cards: usize,
    led: bool,
    /// Seldom more than one slot: it lies here.
    slot: Option<Digit>,
    more: Box<[Digit]>,
}

/// A slot on which it hangs which row counts (a digit of a mixed radix).
#[derive(Clone, Copy)]
struct Digit {
    slot: u32,
    low: i64,
    count: usize,
}

impl Rows {
    #[inline]
    fn of<'t, T>(&self, desk: &Desk, table: &'t [T], led: u8) -> &'t [T] {
        let value = |digit: &Digit| desk.state.int(digit.slot).wrapping_sub(digit.low).cast_unsigned() as usize;
        let row = self.slot.as_ref().map_or(0, value);
        let with = |row: usize, digit: &Digit| row.wrapping_mul(digit.count).wrapping_add(value(digit));
        let row = if self.more.is_empty() { row } else { self.more.iter().fold(row, with) };
        let row = if self.led { row.saturating_mul(self.cards).saturating_add(usize::from(led)) } else { row };
        let from = row.saturating_mul(self.cards);
        table.get(from..from.saturating_add(self.cards)).unwrap_or(&[])
    }
}

impl Winner {
    /// The seat; none where no card counts or it is not known.
    #[inline]
    pub(super) fn of<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid) -> Option<u8> {
        let trumps = self.trumps.as_ref().map_or(CardSet::NONE, |trumps| laid.all & trumps.of(desk, laid));
        let from = match &self.follows {
            _ if cut::<SMALL>(trumps) != 0 => trumps,
            Some(follows) => laid.all & follows.of(desk, laid),
            None => laid.all,
        };
        let from = cut::<SMALL>(from);
        let table = match &self.best {
            Best::ByNumber { highest, alike } => {
                let best = if *highest { from.highest() } else { from.lowest() }?;
                let alike = from & alike.get(usize::from(best))?;
                let counts = |(_, card): &(u8, u8)| holds::<SMALL>(alike, *card);
                let found = if self.last_wins { laid.cards().rfind(counts) } else { laid.cards().find(counts) };
                return found.map(|(seat, _)| seat);
            }
            Best::ByTable { table, rows } => rows.of(desk, table, laid.first()?),
        };
        let mut best = None;
        for (seat, card) in laid.cards().filter(|(_, card)| holds::<SMALL>(from, *card)) {
            let value = (*table.get(usize::from(card))?)?;
            if best.is_none_or(|(most, _)| value > most || (value == most && self.last_wins)) {
                best = Some((value, seat));
            }
        }
        best.map(|(_, seat)| seat)
    }
}

/// Most numbers that are worked out before the game to say which card counts most.
const MOST_VALUES: usize = 8192;

impl Build<'_> {
    /// Who takes a trick that is played apart from the state, if its cards and other slots than these say so.
    pub(super) fn winner(&self, tricks: &Tricks, changed: &[u32]) -> Option<Winner> {
        let trick = self.program.spot(TRICK);
        let counts = |cards: &NodeId| {
            let cards = self.in_trick(*cards);
            match self.by_first(cards).filter(|sets| sets.is_of(trick)) {
                Some(sets) => Some(Counts::ByFirst(sets)),
                None => match self.subset_in_trick(cards).apart(trick, changed, false) {
                    Some(subset) => Some(Counts::Some(subset)),
                    None => self.blind(cards, changed).then(|| Counts::Other(self.cards(cards))),
                },
            }
        };
        let trumps = match &tricks.trumps {
            Some(trumps) => Some(counts(trumps)?),
            None => None,
        };
        let follows = match &tricks.follows {
            Some(follows) => Some(counts(follows)?),
            None => None,
        };
        Some(Winner { trumps, follows, best: self.best(tricks, changed)?, last_wins: tricks.ties == Ties::Last })
    }

    fn best(&self, tricks: &Tricks, changed: &[u32]) -> Option<Best> {
        let (mut led, mut slots) = (false, Vec::new());
        self.counted(tricks.key, &mut vec![tricks.card], (&mut led, &mut slots)).then_some(())?;
        let digit = |slot: &u32| {
            let (low, high) = self.program.track_of(*slot).filter(|_| !changed.contains(slot))?.1.range;
            Some(Digit { slot: *slot, low, count: fit(high.saturating_sub(low).saturating_add(1)) })
        };
        let slots = slots.iter().map(digit).collect::<Option<Box<[Digit]>>>()?;
        let cards = self.program.like.len();
        let values = slots.iter().fold(1_usize, |values, digit| values.saturating_mul(digit.count));
        let rows = values.saturating_mul(if led { cards } else { 1 });
        (rows.saturating_mul(cards) <= MOST_VALUES).then_some(())?;
        let mut key = Given::new(self.program, tricks.key);
        let value = |at: usize| {
            let (row, card) = (at / cards, at % cards);
            let (mut by, first) = if led { (row / cards, Some(row % cards)) } else { (row, None) };
            let mut given = Vec::with_capacity(slots.len());
            for Digit { slot, low, count } in slots.iter().rev() {
                given.push((*slot, low.saturating_add(fit::<_, i64>(by % count))));
                by /= count;
            }
            let first = first.and_then(|first| u8::try_from(first).ok());
            let regs = [(tricks.card, fit::<_, i64>(card))];
            let value = key.led(first, &given, &regs)?;
            if tricks.highest { Some(value) } else { value.checked_neg() }
        };
        let found: Box<[Option<i64>]> = (0..rows * cards).map(value).collect();
        let known = (rows == 1).then(|| found.iter().copied().collect::<Option<Box<[i64]>>>()).flatten();
        let Some(table) = known else {
            let (slot, more) =
                slots.split_first().map_or((None, Box::default()), |(slot, more)| (Some(*slot), more.into()));
            return Some(Best::ByTable { table: found, rows: Rows { cards, led, slot, more } });
        };
        let alike = |value: &i64| {
            (0..=u8::MAX)
                .zip(&table)
                .filter(|(_, other)| *other == value)
                .fold(CardSet::NONE, |set, (card, _)| set | bit(card))
        };
        let (rises, falls) = (table.is_sorted(), table.is_sorted_by(|a, b| a >= b));
        Some(if rises || falls {
            Best::ByNumber { highest: rises, alike: table.iter().map(alike).collect() }
        } else {
            Best::ByTable { table: found, rows: Rows { cards, led: false, slot: None, more: Box::default() } }
        })
    }

    /// Whether a number depends on nothing but known registers, slots, which are collected, and the card that leads a trick.
    fn counted(&self, id: NodeId, regs: &mut Vec<u32>, (led, slots): (&mut bool, &mut Vec<u32>)) -> bool {
        let node = self.node(id);
        match node {
            Node::Slot(slot) => {
                if !slots.contains(slot) {
                    slots.push(*slot);
                }
                true
            }
            Node::Reg(reg) => regs.contains(reg),
            Node::EndCard { of, last: false } if *self.node(*of) == Node::Place(TRICK) => {
                *led = true;
                true
            }
            Node::Let { reg, value, body } => {
                let value = self.counted(*value, regs, (&mut *led, &mut *slots));
                regs.push(*reg);
                let body = self.counted(*body, regs, (led, slots));
                regs.pop();
                value && body
            }
            node if node.is_of_numbers() => {
                let mut all = true;
                self.program.inner(node, &mut |inner| all = all && self.counted(inner, regs, (&mut *led, &mut *slots)));
                all
            }
            _ => false,
        }
    }

    /// Whether a phrase looks neither at the trick nor at these slots.
    pub(super) fn blind(&self, id: NodeId, changed: &[u32]) -> bool {
        self.blind_within(id, changed, &mut Vec::new())
    }

    /// The same inside of phrases that set some registers.
    fn blind_within(&self, id: NodeId, changed: &[u32], set: &mut Vec<u32>) -> bool {
        let node = match self.program.nodes.get(id) {
            Some(raw @ Node::Reg(reg)) if set.contains(reg) => raw,
            _ => self.node(id),
        };
        let itself = match node {
            Node::Slot(slot) | Node::SeatSlot(slot) => !changed.contains(slot),
            Node::Place(place) => *place != TRICK,
            Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => {
                !(*base..*base + *count).contains(&TRICK)
            }
            Node::SlotAt { base, keys, .. } => {
                let count = keys.iter().map(|(_, size)| *size).product::<u32>();
                !changed.iter().any(|slot| (*base..*base + count).contains(slot))
            }
            Node::Reg(reg) => set.contains(reg),
            Node::CardReg(_) | Node::Owner(_) | Node::AllPass { .. } => false,
            of_inside!()
            | Node::Let { .. }
            | Node::FoldCards { .. }
            | Node::FoldSeats { .. }
            | Node::FoldMembers { .. }
            | Node::EndCard { .. }
            | Node::CountSets { .. }
            | Node::Score(_)
            | Node::Watch { .. }
            | Node::SeenIn { .. }
            | Node::CardSlot(_)
            | Node::Scan { .. }
            | Node::Ends { .. }
            | Node::BestCards { .. }
            | Node::ScanSeats { .. }
            | Node::BestSeats { .. } => true,
        };
        let before = set.len();
        set.extend(node.sets_reg());
        let mut blind = itself;
        self.program.inner(node, &mut |inner| blind = blind && self.blind_within(inner, changed, set));
        set.truncate(before);
        blind
    }

    /// A set of which only those cards matter that lie in the trick.
    fn in_trick(&self, cards: NodeId) -> NodeId {
        match self.node(cards) {
            Node::Both(place, set) if *self.node(*place) == Node::Place(TRICK) => *set,
            _ => cards,
        }
    }

    fn subset_in_trick(&self, cards: NodeId) -> Subset {
        match self.node(cards) {
            Node::Scan { reg, of, cond } if *self.node(*of) == Node::Place(TRICK) => {
                self.subset(&self.deck(*reg), *cond)
            }
            _ => self.subset_of_cards(cards),
        }
    }

    pub(super) fn taker(&self, tricks: &Tricks) -> Taker {
        let key = match self.node(tricks.key) {
            Node::Tab { table, low: 0, key, .. } if *self.node(*key) == Node::Reg(tricks.card) => {
                By::Table(self.table(*table))
            }
            _ => match self.key_of_cards(tricks.card, tricks.key) {
                Some(known) => By::Known(Box::new(known)),
                None => By::Key(self.key(tricks.card, tricks.key)),
            },
        };
        Taker {
            seats: self.program.seats,
            turns_in: self.program.turned.map(|_| self.program.spot(TRICK)),
            leader: tricks.leader,
            played: tricks.played,
            key,
            highest: tricks.highest,
            last_wins: tricks.ties == Ties::Last,
            trumps: tricks.trumps.map(|trumps| Counts::Other(self.cards(trumps))),
            follows: tricks.follows.map(|follows| Counts::Other(self.cards(follows))),
        }
    }
}
