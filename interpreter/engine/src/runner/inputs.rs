//! Memoization of phrases: what a phrase depends on, where these are a few small things, and what came of it for each of what they can be.

use std::sync::OnceLock;

use super::super::eval::Given;
use super::super::program::{CardSet, Node, NodeId, Source};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::keys::Keys;
use super::{Build, Conditions, Numbers, Seats};
use crate::Comparison;

/// Most rows of a table that is filled while games are played.
const MOST_ROWS: usize = 2048;
/// The same where each row is but a number.
const MOST_KNOWN: usize = 512;
/// From how much work on a phrase is worth a row.
const LONG: u32 = 5;

/// Something small that a phrase depends on: a number from a known range.
#[derive(Clone, Copy)]
pub(super) struct Input {
    of: Of,
    low: i64,
    size: u32,
}

#[derive(Clone, Copy)]
enum Of {
    Slot(u32),
    /// The first card of a place, -1 where there is none.
    First(Spot),
    /// Whether a place has cards.
    Filled(u32),
    /// The card that leads a trick which is being played apart from the state.
    Led,
    Known(i64),
}

impl Of {
    /// Whether both are the same thing.
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Slot(a), Self::Slot(b)) | (Self::Filled(a), Self::Filled(b)) => a == b,
            (Self::First(a), Self::First(b)) => a.place == b.place,
            (Self::Led, Self::Led) => true,
            (Self::Known(a), Self::Known(b)) => a == b,
            _ => false,
        }
    }

    #[inline(always)]
    fn value(self, desk: &Desk) -> i64 {
        match self {
            Self::Slot(slot) => desk.state.int(slot),
            Self::First(spot) => desk.state.top(spot).map_or(-1, i64::from),
            Self::Filled(place) => i64::from(desk.state.mask(place) != 0),
            Self::Led => i64::from(desk.led),
            Self::Known(value) => value,
        }
    }
}

/// All that a phrase depends on.
pub(super) struct Inputs(Box<[Input]>);

impl Inputs {
    /// How many rows there are.
    fn rows(&self) -> usize {
        self.0.iter().map(|input| input.size as usize).product()
    }

    /// The row for what these are now; none where one of them is beyond what it was thought to be.
    #[inline(always)]
    fn row(&self, desk: &Desk) -> Option<usize> {
        let mut row = 0;
        for input in &self.0 {
            let at = u32::try_from(input.of.value(desk).wrapping_sub(input.low)).ok().filter(|at| *at < input.size)?;
            row = row * input.size as usize + at as usize;
        }
        Some(row)
    }

    /// The same for a trick that is played apart from the state: nothing where they ask for more of it than the card that leads.
    fn apart(self, trick: Spot, changed: &[u32], leads: bool) -> Option<Self> {
        let apart = |input: Input| {
            let of = match input.of {
                Of::Slot(slot) => (!changed.contains(&slot)).then_some(input.of)?,
                Of::First(spot) if spot.place == trick.place => {
                    if leads {
                        Of::Known(-1)
                    } else {
                        Of::Led
                    }
                }
                Of::Filled(place) if place == u32::from(trick.place) => Of::Known((!leads).into()),
                of @ (Of::First(_) | Of::Filled(_) | Of::Led | Of::Known(_)) => of,
            };
            Some(Input { of, ..input })
        };
        self.0.into_iter().map(apart).collect::<Option<_>>().map(Self)
    }

    /// Whether any of them is one of these slots.
    fn any_of(&self, slots: &[u32]) -> bool {
        self.0.iter().any(|input| matches!(input.of, Of::Slot(slot) if slots.contains(&slot)))
    }
}

/// Which members of a domain obey a condition, of some: the condition asked of each, or the set as a whole.
pub(super) type Work = Box<dyn Fn(&mut Desk, CardSet) -> CardSet + Send + Sync>;

/// A set for each of what its inputs can be, as far as that was asked for.
pub(super) struct Memo {
    inputs: Inputs,
    rows: Box<[OnceLock<Row>]>,
    /// Works a set out; it depends on nothing but the inputs.
    work: Work,
    /// The trick that is played apart from the state: the card that leads is laid there while a set is worked out.
    lay: Option<Spot>,
}

/// The members that are in a set, and those that cannot be looked at without a fault.
struct Row {
    found: CardSet,
    failing: CardSet,
}

impl Memo {
    pub(super) fn new(inputs: Inputs, work: Work) -> Self {
        let rows = (0..inputs.rows()).map(|_| OnceLock::new()).collect();
        Self { inputs, rows, work, lay: None }
    }

    /// Those of some members that are in the set.
    #[inline(always)]
    pub(super) fn of(&self, desk: &mut Desk, among: CardSet) -> CardSet {
        let row = self.inputs.row(desk).and_then(|row| self.rows.get(row));
        match row.and_then(OnceLock::get) {
            Some(row) if among & row.failing == 0 => among & row.found,
            _ => self.worked_out(desk, row, among),
        }
    }

    /// The set of a row is worked out. Members that fail, and all where there is no row, are looked at when they are asked for.
    #[cold]
    fn worked_out(&self, desk: &mut Desk, row: Option<&OnceLock<Row>>, among: CardSet) -> CardSet {
        let led = desk.led;
        // Where the trick lies in the state, the card that leads lies in it.
        let lay = self.lay.filter(|trick| desk.state.mask(u32::from(trick.place)) == 0);
        if let Some(trick) = lay {
            desk.state.put_down(led, trick);
        }
        let known = row.map(|row| row.get_or_init(|| desk.quietly(|desk| self.row(desk))));
        let (found, failing) = known.map_or((0, CardSet::MAX), |row| (row.found, row.failing));
        let found = among & found | if among & failing == 0 { 0 } else { (self.work)(desk, among & failing) };
        if let Some(trick) = lay {
            desk.state.take_up(led, trick);
        }
        found
    }

    /// All members: at once, or one by one where that fails.
    fn row(&self, desk: &mut Desk) -> Row {
        let mut look = |among| {
            desk.fault = None;
            let found = (self.work)(desk, among);
            desk.fault.is_none().then_some(found)
        };
        if let Some(found) = look(CardSet::MAX) {
            return Row { found, failing: 0 };
        }
        let mut row = Row { found: 0, failing: 0 };
        for member in (0..128).map(bit) {
            match look(member) {
                Some(found) => row.found |= found,
                None => row.failing |= member,
            }
        }
        row
    }

    /// The same for a trick that is played apart from the state, if it asks for no more of it than the card that leads.
    pub(super) fn apart(self, trick: Spot, changed: &[u32], leads: bool) -> Option<Self> {
        let lay = if leads { None } else { Some(trick) };
        Some(Self { inputs: self.inputs.apart(trick, changed, leads)?, lay, ..self })
    }

    /// Whether any of these slots is asked for.
    pub(super) fn asks_for(&self, slots: &[u32]) -> bool {
        self.inputs.any_of(slots)
    }
}

/// A number, a condition or a set of seats for each of what its inputs can be, as far as that was asked for.
struct Known<T> {
    inputs: Inputs,
    rows: Box<[OnceLock<T>]>,
    /// Works it out; it depends on nothing but the inputs.
    work: Box<dyn Fn(&mut Desk) -> T + Send + Sync>,
}

impl<T: Copy> Known<T> {
    #[inline(always)]
    fn of(&self, desk: &mut Desk) -> T {
        let row = self.inputs.row(desk).and_then(|row| self.rows.get(row));
        match row.and_then(OnceLock::get) {
            Some(known) => *known,
            None => self.worked_out(desk, row),
        }
    }

    /// What fails is not kept.
    #[cold]
    fn worked_out(&self, desk: &mut Desk, row: Option<&OnceLock<T>>) -> T {
        let before = desk.fault.take();
        let found = (self.work)(desk);
        if let (Some(row), None) = (row, &desk.fault) {
            row.get_or_init(|| found);
        }
        desk.fault = before.or_else(|| desk.fault.take());
        found
    }
}

/// What a number is for each card, for each of what the other inputs of it can be.
pub(super) struct OfCards {
    inputs: Inputs,
    rows: Box<[OnceLock<Numbered>]>,
    work: Numbers,
    reg: u32,
    cards: u8,
}

/// What a number is for each card; nothing where that is a fault.
type Numbered = Box<[Option<i64>]>;

impl Keys for OfCards {
    /// The row; none where there is none for what the inputs are.
    type Ready = Option<usize>;

    #[inline]
    fn ready(&self, desk: &mut Desk) -> Option<usize> {
        let at = self.inputs.row(desk)?;
        let row = self.rows.get(at)?;
        if row.get().is_none() {
            self.work_out(desk, row);
        }
        Some(at)
    }

    #[inline]
    fn of(&self, desk: &mut Desk, ready: Option<usize>, one: u8) -> i64 {
        let row = ready.and_then(|row| self.rows.get(row)).and_then(OnceLock::get);
        match row.and_then(|row| row.get(usize::from(one))) {
            Some(Some(value)) => *value,
            _ => self.ask(desk, one),
        }
    }
}

impl OfCards {
    fn ask(&self, desk: &mut Desk, card: u8) -> i64 {
        desk.set_reg(self.reg, i64::from(card));
        (self.work)(desk)
    }

    #[cold]
    fn work_out(&self, desk: &mut Desk, row: &OnceLock<Numbered>) {
        let all = desk.quietly(|desk| {
            let number = |card| {
                desk.fault = None;
                let value = self.ask(desk, card);
                desk.fault.is_none().then_some(value)
            };
            (0..self.cards).map(number).collect()
        });
        row.get_or_init(|| all);
    }
}

impl Build<'_> {
    /// Something long that depends on a few small things, worked out but once for each of what they can be.
    #[allow(clippy::type_complexity, reason = "the closures of phrases of any sort")]
    fn known<T: Copy + Send + Sync + 'static>(
        &self,
        id: NodeId,
        made: impl FnOnce() -> Box<dyn Fn(&mut Desk) -> T + Send + Sync>,
    ) -> Option<Box<dyn Fn(&mut Desk) -> T + Send + Sync>> {
        if self.untabulated.get() || self.work(id, LONG) < LONG {
            return None;
        }
        let inputs = self.inputs_beside(id, &[]).filter(|inputs| inputs.rows() <= MOST_KNOWN)?;
        // To find the row takes as long as a few phrases for each input.
        let least = 4 + 3 * u32::try_from(inputs.0.len()).ok()?;
        (self.work(id, least) >= least).then_some(())?;
        self.untabulated.set(true);
        let work = made();
        self.untabulated.set(false);
        let known = Known { rows: (0..inputs.rows()).map(|_| OnceLock::new()).collect(), inputs, work };
        Some(Box::new(move |desk| known.of(desk)))
    }

    /// A number that is long and depends on a few small things.
    pub(super) fn known_number(&self, id: NodeId) -> Option<Numbers> {
        self.known(id, || self.number(id))
    }

    /// The same of a condition.
    pub(super) fn known_condition(&self, id: NodeId) -> Option<Conditions> {
        self.known(id, || self.condition(id))
    }

    /// The same of a set of seats.
    pub(super) fn known_seats(&self, id: NodeId) -> Option<Seats> {
        self.known(id, || self.seats(id))
    }

    /// What a number is for each card in a register, if it depends on the card and on a few small things.
    pub(super) fn key_of_cards(&self, reg: u32, key: NodeId) -> Option<OfCards> {
        let cards = u8::try_from(self.program.like.len()).ok()?;
        if self.untabulated.get() || self.work(key, LONG) < LONG {
            return None;
        }
        let inputs = self.inputs_beside(key, &[reg]).filter(|inputs| inputs.rows() <= MOST_KNOWN)?;
        let work = self.number(key);
        Some(OfCards { rows: (0..inputs.rows()).map(|_| OnceLock::new()).collect(), inputs, work, reg, cards })
    }

    /// How much there is to be worked out in a phrase; no more than so much is counted.
    fn work(&self, id: NodeId, most: u32) -> u32 {
        let node = self.node(id);
        let mut work = match node {
            Node::Int(_) | Node::Slot(_) | Node::Reg(_) | Node::Cards(_) | Node::Seats(_) => 0,
            Node::Arms { .. } | Node::SeatStep { .. } | Node::EndCard { .. } => 2,
            _ if node.sets_reg().is_some() && !matches!(node, Node::Let { .. }) => 8,
            _ => 1,
        };
        self.program.inner(node, &mut |inner| {
            if work < most {
                work += self.work(inner, most - work);
            }
        });
        work
    }

    /// What a phrase depends on beside these registers: nothing where that is too much, or not known to be small.
    pub(super) fn inputs_beside(&self, id: NodeId, regs: &[u32]) -> Option<Inputs> {
        let mut found = Vec::new();
        self.collect_inputs(id, &mut regs.to_vec(), &mut found)?;
        Some(Inputs(found.into()))
    }

    fn collect_inputs(&self, id: NodeId, bound: &mut Vec<u32>, found: &mut Vec<Input>) -> Option<()> {
        let node = match self.program.nodes.get(id) {
            Some(raw @ Node::Reg(reg)) if bound.contains(reg) => raw,
            _ => self.node(id),
        };
        let mut add = |of: Of, low: i64, size: u32| {
            if !found.iter().any(|input| input.of.is(of)) {
                found.push(Input { of, low, size });
            }
            let rows = found.iter().map(|input| input.size as usize).try_fold(1_usize, usize::checked_mul);
            rows.filter(|rows| *rows <= MOST_ROWS).map(|_| ())
        };
        match node {
            Node::Slot(slot) => {
                let (low, high) = self.range_of_slot(*slot)?;
                let size = high.checked_sub(low)?.checked_add(1).and_then(|size| u32::try_from(size).ok())?;
                add(Of::Slot(*slot), low, size)
            }
            Node::EndCard { of, last: false } => {
                let Node::Place(place) = self.node(*of) else { return None };
                add(Of::First(self.program.spot(*place)), -1, u32::try_from(self.program.like.len()).ok()? + 1)
            }
            Node::Cmp(Comparison::Is | Comparison::IsNot, count, none)
                if *self.node(*none) == Node::Int(0) && matches!(self.node(*count), Node::Count(_)) =>
            {
                let Node::Count(of) = self.node(*count) else { return None };
                match self.node(*of) {
                    Node::Place(place) => add(Of::Filled(u32::from(*place)), 0, 2),
                    _ => self.collect_inputs(*of, bound, found),
                }
            }
            Node::Reg(reg) => bound.contains(reg).then_some(()),
            Node::SeenIn { of, .. } => self.collect_inputs(*of, bound, found),
            Node::SlotAt { .. }
            | Node::EndCard { .. }
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::PlacesOf { .. }
            | Node::CardSlot(_)
            | Node::CardReg(_)
            | Node::SeatSlot(_)
            | Node::Owner(_)
            | Node::Score(_)
            | Node::AllPass { .. }
            | Node::Watch { .. } => None,
            Node::Int(_)
            | Node::Missing { .. }
            | Node::Cards(_)
            | Node::Seats(_)
            | Node::Tab { .. }
            | Node::Arms { .. }
            | Node::Add(..)
            | Node::Sub(..)
            | Node::Mul(..)
            | Node::Mod(..)
            | Node::Div { .. }
            | Node::Cmp(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::If(..)
            | Node::Let { .. }
            | Node::Count(_)
            | Node::CountSeats(_)
            | Node::FoldCards { .. }
            | Node::FoldSeats { .. }
            | Node::FoldMembers { .. }
            | Node::TotalTab { .. }
            | Node::OnlyCard(_)
            | Node::OnlySeat(_)
            | Node::FirstFrom { .. }
            | Node::SeatStep { .. }
            | Node::InCards(..)
            | Node::InSeats(..)
            | Node::InSet { .. }
            | Node::Partner(_)
            | Node::TeamOf(_)
            | Node::JustCard(_)
            | Node::SetTab { .. }
            | Node::Both(..)
            | Node::Either(..)
            | Node::Without(..)
            | Node::IfCards(..)
            | Node::Scan { .. }
            | Node::BestCards { .. }
            | Node::JustSeat(_)
            | Node::Members(_)
            | Node::Except(..)
            | Node::Opponents(_)
            | Node::IfSeats(..)
            | Node::ScanSeats { .. }
            | Node::BestSeats { .. } => {
                let before = bound.len();
                bound.extend(node.sets_reg());
                let mut all = Some(());
                self.program.inner(node, &mut |inner| {
                    if all.is_some() {
                        all = self.collect_inputs(inner, bound, found);
                    }
                });
                bound.truncate(before);
                all
            }
        }
    }

    /// What a slot can be: that of a track, or a seat whose turn it is or who is ahead.
    pub(super) fn range_of_slot(&self, slot: u32) -> Option<(i64, i64)> {
        let program = self.program;
        let track = program.tracks.iter().find(|track| {
            let count = track.dims.iter().product::<u32>();
            (track.base..track.base.saturating_add(count)).contains(&slot)
        });
        if let Some(track) = track {
            return Some(track.range);
        }
        let picks = program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks);
        if let Some(pick) = picks.into_iter().find(|pick| pick.slot == slot && !pick.several) {
            return match pick.source {
                Source::Cards { .. } => Some((-1, i64::try_from(program.like.len()).ok()? - 1)),
                Source::Member { count, .. } => Some((-1, i64::from(count) - 1)),
                Source::Seat => Some((-1, i64::from(program.seats) - 1)),
                Source::YesNo => Some((0, 1)),
                Source::Number { .. } => None,
            };
        }
        let seats = program.circuits.iter().flat_map(|circuit| [Some(circuit.seat), circuit.leader]).flatten();
        let seats = seats.chain(program.auctions.iter().map(|auction| auction.leader));
        let mut seats = seats.chain(program.tricks.iter().flat_map(|tricks| [tricks.seat, tricks.leader]));
        seats.any(|seat| seat == slot).then(|| (-1, i64::from(program.seats) - 1))
    }

    /// The slot on which alone a number depends that is no slot itself, as the team of who won, and what it is for each value of the slot
    /// from 0 on. Where the slot says nobody, the number does.
    pub(super) fn by_slot(&self, id: NodeId) -> Option<(u32, Box<[i64]>)> {
        let mut found = None;
        if matches!(self.node(id), Node::Slot(_))
            || self.untabulated.get()
            || !self.only_slot(id, &mut Vec::new(), &mut found)
        {
            return None;
        }
        let slot = found?;
        let (low, high) = self.range_of_slot(slot)?;
        let mut number = Given::new(self.program, id);
        let mut given = |value: i64| number.of(&[(slot, value)], &[]);
        ((-1..=0).contains(&low) && high < 128 && (low == 0 || given(-1)? < 0)).then_some(())?;
        Some((slot, (0..=high).map(given).collect::<Option<_>>()?))
    }

    fn only_slot(&self, id: NodeId, bound: &mut Vec<u32>, found: &mut Option<u32>) -> bool {
        match self.program.nodes.get(id) {
            Some(Node::Slot(slot)) => *found.get_or_insert(*slot) == *slot,
            Some(Node::Reg(reg)) => bound.contains(reg),
            Some(Node::Let { reg, value, body }) => {
                let value = self.only_slot(*value, bound, found);
                bound.push(*reg);
                let body = self.only_slot(*body, bound, found);
                bound.pop();
                value && body
            }
            Some(node) if node.is_of_numbers() => {
                let mut only = true;
                self.program.inner(node, &mut |inner| only = only && self.only_slot(inner, bound, found));
                only
            }
            _ => false,
        }
    }
}
