//! Memoization of phrases: what came of a phrase for each of what the few small things can be on which it depends. A row is worked out when
//! it is first asked for; what fails is not kept, and asked again.

use super::super::MOST_CARDS;
use super::lies::Lies;
use std::sync::OnceLock;

use super::super::program::{CardSet, Node, NodeId};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::inputs::{Inputs, Rows};
use super::keys::Keys;
use super::{Build, Conditions, Numbers, Seats};

/// Most rows of a table of numbers, which is filled while games are played.
const MOST_KNOWN: usize = 2048;
/// From how much work on a phrase is worth a row.
const LONG: u32 = 5;
/// As many as there usually are where something is asked of each of several.
const USUAL: u32 = 4;

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

    /// The whole set, if it is known and no member fails.
    #[inline(always)]
    pub(super) fn whole(&self, desk: &Desk) -> Option<CardSet> {
        let row = self.inputs.row(desk).and_then(|row| self.rows.get(row)).and_then(OnceLock::get)?;
        (row.failing == 0).then_some(row.found)
    }

    /// The set of a row is worked out. Members that fail, and all where there is no row, are looked at when they are asked for.
    #[cold]
    fn worked_out(&self, desk: &mut Desk, row: Option<&OnceLock<Row>>, among: CardSet) -> CardSet {
        let led = desk.led;
        desk.kept.anew();
        // Where the trick lies in the state, the card that leads lies in it.
        let lay = self.lay.filter(|trick| desk.state.cards_in(u32::from(trick.place)) == 0);
        if let Some(trick) = lay {
            desk.state.put_down(led, trick);
        }
        let known = row.map(|row| row.get_or_init(|| desk.quietly(|desk| self.row(desk))));
        let (found, failing) = known.map_or((CardSet::NONE, CardSet::MAX), |row| (row.found, row.failing));
        let found =
            among & found | if among & failing == 0 { CardSet::NONE } else { (self.work)(desk, among & failing) };
        if let Some(trick) = lay {
            desk.state.take_up(led, trick);
        }
        desk.kept.anew();
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
            return Row { found, failing: CardSet::NONE };
        }
        let mut row = Row { found: CardSet::NONE, failing: CardSet::NONE };
        for member in (0..=u8::MAX).take(MOST_CARDS).map(bit) {
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
struct Known<T, R> {
    inputs: R,
    rows: Box<[OnceLock<T>]>,
    /// Works it out; it depends on nothing but the inputs.
    work: Phrase<T>,
}

/// A phrase that gives something.
type Phrase<T> = Box<dyn Fn(&mut Desk) -> T + Send + Sync>;

impl<T: Copy + Send + Sync + 'static, R: Rows> Known<T, R> {
    fn phrase(inputs: R, rows: usize, work: Phrase<T>) -> Phrase<T> {
        let known = Self { rows: (0..rows).map(|_| OnceLock::new()).collect(), inputs, work };
        Box::new(move |desk| known.of(desk))
    }

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
    cards: u16,
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
            let number = |card: u16| {
                desk.fault = None;
                let value = self.ask(desk, card as u8);
                desk.fault.is_none().then_some(value)
            };
            (0..self.cards).map(number).collect()
        });
        row.get_or_init(|| all);
    }
}

impl Build<'_> {
    /// Something long that depends on a few small things, worked out but once for each of what they can be.
    fn known<T: Copy + Send + Sync + 'static>(
        &self,
        id: NodeId,
        made: impl FnOnce() -> Phrase<T>,
    ) -> Option<Phrase<T>> {
        if self.untabulated.get() || self.work(id, LONG) < LONG {
            return None;
        }
        let inputs = self.inputs_beside(id, &[]).filter(|inputs| inputs.rows() <= MOST_KNOWN)?;
        // To find the row takes as long as a few phrases for each input.
        let least = 4 + 3 * u32::try_from(inputs.len()).ok()?;
        (self.work(id, least) >= least).then_some(())?;
        self.untabulated.set(true);
        let work = made();
        self.untabulated.set(false);
        let rows = inputs.rows();
        // The commonest numbers of things on which phrases depend.
        Some(if let Some(few) = inputs.few::<1, 0>() {
            Known::phrase(few, rows, work)
        } else if let Some(few) = inputs.few::<2, 0>() {
            Known::phrase(few, rows, work)
        } else if let Some(few) = inputs.few::<3, 0>() {
            Known::phrase(few, rows, work)
        } else if let Some(few) = inputs.few::<1, 1>() {
            Known::phrase(few, rows, work)
        } else if let Some(few) = inputs.few::<2, 1>() {
            Known::phrase(few, rows, work)
        } else {
            Known::phrase(inputs, rows, work)
        })
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
        let cards = u16::try_from(self.program.like.len()).ok()?;
        if self.untabulated.get() || self.work(key, LONG) < LONG {
            return None;
        }
        let inputs = self.inputs_beside(key, &[reg]).filter(|inputs| inputs.rows() <= MOST_KNOWN)?;
        let work = self.number(key);
        Some(OfCards { rows: (0..inputs.rows()).map(|_| OnceLock::new()).collect(), inputs, work, reg, cards })
    }

    /// How much there is to be worked out in a phrase; no more than so much is counted.
    pub(super) fn work(&self, id: NodeId, most: u32) -> u32 {
        let node = self.node(id);
        let (mut work, times) = match node {
            Node::Int(_) | Node::Slot(_) | Node::Reg(_) | Node::Cards(_) | Node::Seats(_) => (0, 1),
            Node::Arms { .. } | Node::SeatStep { .. } | Node::EndCard { .. } => (2, 1),
            // What is asked of each of several.
            _ if node.sets_reg().is_some() && !matches!(node, Node::Let { .. }) => (8, USUAL),
            _ => (1, 1),
        };
        self.program.inner(node, &mut |inner| {
            if work < most {
                work = work.saturating_add(self.work(inner, most - work).saturating_mul(times));
            }
        });
        work
    }
}
