//! Reference interpreter (oracle): plays a compiled [`Program`] in the plainest way there is, to hold the fast engine to it.
//! It shares the program's data, `Fault` and the streams of chance with the engine, and no code. It keeps the order of the
//! cards of every place, lists every choice, and works out every phrase by going through it. Each rule names its page in
//! `docs/language`. What should never happen, such as a number where cards are meant, panics.

mod choices;
mod forms;
mod held;
mod moves;
mod phrases;

use std::collections::{BTreeMap, BTreeSet};

use bidlang::engine::{Fault, FaultKind, NodeId, Op, Program, Ranking, Seeded, SlotRef, WIDE};

pub use choices::{Choice, Picked};
pub use held::{Far, Held, held};

/// Cards by number, which is the order of the deck.
pub type Cards = BTreeSet<u8>;
/// Seats by number, from 0.
pub type Seats = BTreeSet<u8>;

/// What a slot keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// A number, or what is one in the program: a card, a seat, a value of a kind; -1 for none.
    Number(i64),
    /// A set of seats.
    Seats(Seats),
}

/// Why the oracle stands still.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// These seats have to choose.
    Decision(Seats),
    /// The game is over.
    Over,
}

/// A game, as it is played by the oracle.
pub struct Naive<'p> {
    program: &'p Program,
    /// All slots of numbers.
    pub slots: Vec<Slot>,
    /// The cards of each place, top first.
    pub places: Vec<Vec<u8>>,
    /// The sets of cards that are kept, by the number of their slot.
    pub kept: BTreeMap<u32, Cards>,
    chance: Seeded,
    pc: u32,
    waiting: Option<u16>,
    over: bool,
    /// What is spoken of inside a phrase: nothing before it is.
    numbers: Vec<Option<i64>>,
    sets: Vec<Option<Cards>>,
    /// The legal choices of those who have to choose; nothing where they are too many to list.
    offers: BTreeMap<u8, Option<Vec<Choice>>>,
    /// What those have chosen who choose at once, by decision and seat.
    answers: BTreeMap<(u16, u8), Choice>,
    /// Places of which the program keeps no order for now.
    untold: BTreeSet<usize>,
    /// Candidates that were looked at in this decision.
    looked_at: usize,
    far: Far,
}

impl<'p> Naive<'p> {
    /// The beginning of a game: all cards lie in the first place, the box (places-and-tracks.md, places).
    pub fn new(program: &'p Program, seed: u64, far: Far) -> Self {
        let mut places = vec![Vec::new(); program.places.len()];
        places[0] = (0..=u8::MAX).take(program.like.len()).collect();
        let mut slots = vec![Slot::Number(0); (program.ints + program.wide) as usize];
        slots[program.winners as usize] = Slot::Seats(Seats::new());
        Self {
            program,
            slots,
            places,
            kept: (program.places.len() as u32..program.masks).map(|slot| (slot, Cards::new())).collect(),
            chance: Seeded::new(seed),
            pc: 0,
            waiting: None,
            over: false,
            numbers: vec![None; program.regs as usize],
            sets: vec![None; program.mask_regs as usize],
            offers: BTreeMap::new(),
            answers: BTreeMap::new(),
            untold: BTreeSet::new(),
            looked_at: 0,
            far,
        }
    }

    /// The decision that waits.
    pub const fn waiting(&self) -> Option<u16> {
        self.waiting
    }

    /// Goes on until somebody has to choose, or the game is over.
    pub fn run(&mut self) -> Result<Pause, Fault> {
        if let Some(number) = self.waiting {
            let left = self.seats_in(self.program.asks[usize::from(number)].waiting);
            if !left.is_empty() {
                return Ok(Pause::Decision(left));
            }
            self.waiting = None;
            self.pc += 1;
        }
        let mut steps = 0;
        while !self.over {
            let Some(op) = self.program.code.get(self.pc as usize) else {
                self.over = true;
                break;
            };
            steps += u64::from(self.program.weights[self.pc as usize]);
            if steps > self.far.steps {
                return Err(self.fault(FaultKind::Steps(self.far.steps)));
            }
            self.pc = self.step(op)?;
            if let Some(number) = self.waiting {
                return Ok(Pause::Decision(self.seats_in(self.program.asks[usize::from(number)].waiting)));
            }
        }
        Ok(Pause::Over)
    }

    /// One operation; where it goes on. Pages: statements.md, and those of the forms.
    fn step(&mut self, op: &Op) -> Result<u32, Fault> {
        let mut next = self.pc + 1;
        match op {
            Op::Jump(to) => next = *to,
            Op::Unless { cond, to } => {
                if !self.holds(*cond)? {
                    next = *to;
                }
            }
            // statements.md, phases: `do` runs one and comes back.
            Op::Call(phase) => {
                let phase = self.program.phases[usize::from(*phase)];
                self.set(phase.back, i64::from(next));
                next = phase.entry;
            }
            Op::Return(phase) => next = self.number_in(self.program.phases[usize::from(*phase)].back) as u32,
            Op::Pass { phase: _, slot } => self.set(*slot, self.number_in(*slot) + 1),
            // statements.md, things remembered.
            Op::Set { to, value } => {
                let value = self.number(*value)?;
                let slot = self.slot(to)?;
                self.store(to, slot, value)?;
            }
            Op::AddTo { to, amount } => {
                let slot = self.slot(to)?;
                let amount = self.number(*amount)?;
                let sum = self.sum(self.number_in(slot), amount)?;
                self.store(to, slot, sum)?;
            }
            Op::Reset { base, count, value } => {
                let value = self.number(*value)?;
                self.fits(*base, value)?;
                for slot in *base..*base + *count {
                    self.set(slot, value);
                }
            }
            Op::Pay { amount, from, to } => self.pay(*amount, from.as_ref(), to.as_ref())?,
            // phrases.md, chance.
            Op::Draw { to, from } => {
                let among = self.seats(*from)?;
                if among.is_empty() {
                    return Err(self.fault(FaultKind::Nobody));
                }
                let slot = self.slot(to)?;
                let drawn = self.chance.0.below(among.len() as u32);
                self.set(slot, i64::from(*among.iter().nth(drawn as usize).unwrap()));
            }
            Op::DrawNumber { to, low, high } => {
                let (low, high) = (self.number(*low)?, self.number(*high)?);
                let slot = self.slot(to)?;
                if low > high {
                    return Err(self.fault(FaultKind::NothingToDraw(low, high)));
                }
                let drawn = self.chance.0.below_long((high - low + 1) as u64);
                self.store(to, slot, low + drawn as i64)?;
            }
            // statements.md, cards.
            Op::Move { cards, to } => {
                let cards = self.cards(*cards)?;
                for card in &cards {
                    if self.destination(*card, *to)?.is_none() {
                        return Err(self.fault(FaultKind::Nobody));
                    }
                }
                self.move_cards(&cards, *to, false)?;
            }
            Op::Deal { count, from, to, exact } => {
                let count = self.number(*count)?;
                let (from, to) = (self.place(*from)?, self.place(*to)?);
                self.deal(count, from, to, *exact)?;
            }
            Op::Fill { place, size, from } => {
                let size = self.number(*size)?;
                let (place, from) = (self.place(*place)?, self.place(*from)?);
                self.deal(size.saturating_sub(self.places[place].len() as i64), from, place, false)?;
            }
            Op::Shuffle(place) => {
                let place = self.place(*place)?;
                self.shuffle(place);
            }
            Op::Sort { place, reg, key, highest } => {
                let place = self.place(*place)?;
                self.sort(place, *reg, *key, *highest)?;
            }
            Op::Swap(a, b) => {
                let (a, b) = (self.place(*a)?, self.place(*b)?);
                self.swap(a, b);
            }
            // statements.md, points; header-and-options.md, teams: the seats of a team share one score.
            Op::Score { amount, who, reason: _, minus } => {
                let points = self.number(*amount)?;
                let points = if *minus { self.difference(0, points)? } else { points };
                let teams: BTreeSet<u8> =
                    self.seats(*who)?.into_iter().map(|seat| self.program.teams[usize::from(seat)]).collect();
                for team in teams {
                    let slot = self.program.scores + u32::from(team);
                    let sum = self.sum(self.number_in(slot), points)?;
                    self.fits(slot, sum)?;
                    self.set(slot, sum);
                }
            }
            Op::Won(who) => {
                let winners = self.seats(*who)?;
                self.set_seats(self.program.winners, winners);
                self.over = true;
            }
            Op::End => self.over = true,
            // statements.md, choosing, looping, running: the group is worked out once, before the first.
            Op::KeepSeats { left, of, from } => {
                let seats = self.seats(*of)?;
                self.set_seats(*left, seats);
                // none.md, players: nothing begins with nobody.
                if let Some((slot, from)) = from {
                    let from = self.number(*from)?;
                    if from < 0 {
                        return Err(self.fault(FaultKind::Nobody));
                    }
                    self.set(*slot, from);
                }
            }
            Op::NextSeat { left, seat, from, exit } => {
                let mut seats = self.seats_in(*left);
                // statements.md, choosing, looping: without `clockwise from` by their seats, whichever way play goes.
                let found = match from {
                    None => seats.iter().min().copied(),
                    Some(from) => self.next_in_play(self.number_in(*from), &seats),
                };
                match found {
                    None => next = *exit,
                    Some(found) => {
                        seats.remove(&found);
                        self.set_seats(*left, seats);
                        self.set(*seat, i64::from(found));
                        if let Some(from) = from {
                            self.set(*from, i64::from(found));
                        }
                    }
                }
            }
            Op::KeepCards { left, of } => {
                let cards = self.cards(*of)?;
                self.kept.insert(*left, cards);
            }
            Op::NextCard { left, card, exit } => {
                // Those that were moved away meanwhile come last, in the order of the deck.
                let mut cards = self.kept[left].clone();
                let kept = self.program.code.iter().filter_map(|op| match op {
                    Op::KeepCards { left: kept, of } if kept == left => Some(self.program.places_of(*of)),
                    _ => None,
                });
                let places: Vec<usize> = kept.flatten().map(usize::from).collect();
                let lie: Cards = cards.iter().copied().filter(|card| places.contains(&self.place_of(*card))).collect();
                let found = self.in_order(&lie).first().or(cards.first()).copied();
                match found {
                    None => next = *exit,
                    Some(found) => {
                        cards.remove(&found);
                        self.kept.insert(*left, cards);
                        self.set(*card, i64::from(found));
                    }
                }
            }
            // statements.md, loops: the best in their order, equal ones in that of the list.
            Op::Enlist { on, one, keys } => {
                let at = self.number_in(on.found);
                assert!(at < i64::from(on.room), "there is room on the list");
                let one = self.number(*one)?;
                self.set(on.list + at as u32, one);
                for ((slot, _), key) in on.keys.iter().zip(keys) {
                    let key = self.number(*key)?;
                    self.fits(slot + at as u32, key)?;
                    self.set(slot + at as u32, key);
                }
                self.set(on.found, at + 1);
            }
            Op::Rank(list) => self.rank(list),
            Op::Ask(number) => {
                if !self.ask(*number)? {
                    return Ok(next);
                }
                next = self.pc;
            }
            Op::NextAnswer { ask, exit } => next = self.next_answer(*ask)?.unwrap_or(*exit),
            Op::CircuitBegin(_)
            | Op::CircuitTurn { .. }
            | Op::CircuitCounted { .. }
            | Op::CircuitActed { .. }
            | Op::AuctionBegin(_)
            | Op::BidMade { .. }
            | Op::AuctionClose { .. }
            | Op::TricksBegin(_)
            | Op::TrickBegin(_)
            | Op::TrickTurn { .. }
            | Op::Played { .. }
            | Op::TrickWon(_) => next = self.form_step(op, next)?,
        }
        Ok(next)
    }

    fn rank(&mut self, list: &Ranking) {
        // Insertion, from the first: a thing goes before the first that is worse.
        let mut sorted: Vec<(Vec<i64>, i64)> = Vec::new();
        for at in 0..self.number_in(list.found) as u32 {
            let keys: Vec<i64> = list.keys.iter().map(|(slot, _)| self.number_in(slot + at)).collect();
            let worse = |other: &Vec<i64>| {
                let differ = list.keys.iter().zip(&keys).zip(other).find(|((_, own), other)| own != other);
                differ.is_some_and(|(((_, highest), own), other)| if *highest { other < own } else { other > own })
            };
            let place = sorted.iter().position(|(other, _)| worse(other)).unwrap_or(sorted.len());
            sorted.insert(place, (keys.clone(), self.number_in(list.list + at)));
        }
        for (at, (_, one)) in (0..).zip(sorted) {
            self.set(list.list + at, one);
        }
    }

    /// statements.md, things remembered: a debt that cannot be paid stops the game, and so does a payment of less than 0.
    fn pay(&mut self, amount: NodeId, from: Option<&SlotRef>, to: Option<&SlotRef>) -> Result<(), Fault> {
        let amount = self.number(amount)?;
        if amount < 0 {
            return Err(self.fault(FaultKind::OutOfRange(amount, 0, i64::from(i32::MAX))));
        }
        let from = from.map(|from| self.slot(from).map(|slot| (from, slot))).transpose()?;
        let to = to.map(|to| self.slot(to).map(|slot| (to, slot))).transpose()?;
        if let Some((from, slot)) = from {
            let there = self.number_in(slot);
            if there < amount {
                return Err(self.fault(FaultKind::PayShort(amount, there)));
            }
            self.store(from, slot, there - amount)?;
        }
        if let Some((to, slot)) = to {
            let sum = self.sum(self.number_in(slot), amount)?;
            self.store(to, slot, sum)?;
        }
        Ok(())
    }

    /// The slot that keys lead to; a track of nobody stops the game.
    fn slot(&mut self, to: &SlotRef) -> Result<u32, Fault> {
        self.slot_at(to.base, &to.keys)?.ok_or_else(|| self.fault(FaultKind::Nobody))
    }

    /// places-and-tracks.md, tracks: outside of its range is an error in play.
    fn store(&mut self, to: &SlotRef, slot: u32, value: i64) -> Result<(), Fault> {
        let (low, high) = to.range;
        if value < low || value > high {
            let kind = match to.track {
                Some(track) => FaultKind::TrackRange(track, value, low, high),
                None => FaultKind::OutOfRange(value, low, high),
            };
            return Err(self.fault(kind));
        }
        self.set(slot, value);
        Ok(())
    }

    /// places-and-tracks.md, tracks: numbers that a game keeps have 32 bits, but those that may outgrow them.
    fn fits(&self, slot: u32, value: i64) -> Result<(), Fault> {
        let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
        if slot < WIDE && (value < low || value > high) {
            return Err(self.fault(FaultKind::OutOfRange(value, low, high)));
        }
        Ok(())
    }

    /// A fault at the line that is done.
    fn fault(&self, kind: FaultKind) -> Fault {
        Fault { kind, rule: self.program.lines[self.pc as usize] }
    }

    /// Where a slot is kept: those that hold large numbers come last.
    fn at(&self, slot: u32) -> usize {
        slot.checked_sub(WIDE).map_or(slot, |wide| self.program.ints + wide) as usize
    }

    fn number_in(&self, slot: u32) -> i64 {
        match &self.slots[self.at(slot)] {
            Slot::Number(number) => *number,
            Slot::Seats(_) => panic!("seats in slot {slot}, where a number is meant"),
        }
    }

    fn seats_in(&self, slot: u32) -> Seats {
        match &self.slots[self.at(slot)] {
            Slot::Seats(seats) => seats.clone(),
            // Nobody has been put there yet.
            Slot::Number(0) => Seats::new(),
            Slot::Number(number) => panic!("{number} in slot {slot}, where seats are meant"),
        }
    }

    fn set(&mut self, slot: u32, number: i64) {
        let at = self.at(slot);
        self.slots[at] = Slot::Number(number);
    }

    fn set_seats(&mut self, slot: u32, seats: Seats) {
        let at = self.at(slot);
        self.slots[at] = Slot::Seats(seats);
    }

    /// The first of some seats clockwise from a seat, that seat included (phrases.md, groups); or anticlockwise.
    fn first_from(&self, from: i64, of: &Seats, back: bool) -> Option<u8> {
        let count = i64::from(self.program.seats);
        let way = if back { -1 } else { 1 };
        (0..count).map(|step| (from + way * step).rem_euclid(count) as u8).find(|seat| of.contains(seat))
    }

    /// header-and-options.md, play that turns round: whether it is turned now.
    fn is_turned(&self) -> bool {
        self.program.turned.is_some_and(|slot| self.number_in(slot) != 0)
    }

    /// The first of some seats in the way in which play goes now.
    fn next_in_play(&self, from: i64, of: &Seats) -> Option<u8> {
        self.first_from(from, of, self.is_turned())
    }

    /// The score of each seat.
    pub fn scores(&self) -> Vec<i64> {
        self.program.teams.iter().map(|team| self.number_in(self.program.scores + u32::from(*team))).collect()
    }

    /// The winners.
    pub fn winners(&self) -> Seats {
        self.seats_in(self.program.winners)
    }
}
