//! What is seen of a choice, as numbers of weights (features): from the rules alone, the same for every game.

use bidlang::Prepared;
use bidlang::engine::{Choice, Desk, Judge, Role, Runner, Source, Turns, each_card, slots_of_winning};
use bidlang::ir::Ty;

use super::sides::Sides;
use super::strength::Strengths;
use super::{Candidate, MOST_TRAITS};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// A card to a trick of which it can be told who takes it.
    Tricks,
    /// Anything else.
    Other,
}

/// Parts that a seat can have in a round.
const PARTS: u32 = 3;
/// Where a seat is in a trick: it leads; one of its side is ahead, or another, and others come or not.
const PLACES: u32 = 5;
/// What comes of a card: it takes for good, it takes for now, it does not take.
const OUTCOMES: u32 = 3;
/// How strong it is among those at hand.
const STRENGTHS: u32 = 5;
/// What counts in the tricks: values of a track that are told apart.
const MODES: u32 = 8;
/// What a card is put to: it leads, takes, goes to one's own side, or to others.
const USES: u32 = 4;
/// Cards of a game.
const CARDS: u32 = 128;
/// Sizes of numbers that are told apart.
const SIZES: u32 = 16;
/// Values that are told apart.
const VALUES: u32 = 64;
/// How far above the lowest that may be said.
const RAISES: u32 = 8;
/// So many pairs of numbers are compared.
const MOST_PAIRS: usize = 4;
/// Numbers up to this are compared: tricks bid and taken, say.
const MOST_COMPARED: i64 = 40;

/// A decision.
#[derive(Debug)]
struct Asked {
    /// Where its weights begin.
    first: u32,
    acts: u32,
    /// For each act the first pick that is no card.
    values: Vec<Option<usize>>,
    /// For tricks.
    tricks: Option<Tricks>,
}

#[derive(Debug)]
struct Tricks {
    form: u16,
    slots: Vec<u32>,
    /// The slot of which values are told apart, with its lowest.
    mode: Option<(u32, i64)>,
    /// Where cards are played from.
    hands: Vec<u16>,
}

/// How the traits of a game's choices are numbered.
pub struct Traits {
    asks: Vec<Asked>,
    judge: Judge,
    sides: Sides,
    all: u128,
    count: usize,
    /// For each seat its own places from which cards are picked.
    hands: Vec<Vec<u16>>,
    /// Places of nobody from which or to which cards are told: what lies on the table.
    middle: Vec<u16>,
    /// Numbers of a seat that may be compared with each other, or with one of all: the slots for each seat.
    pairs: Vec<Vec<(u32, u32)>>,
}

/// Numbers that are compared.
fn pairs(prepared: &Prepared) -> Vec<Vec<(u32, u32)>> {
    let program = prepared.runner().program();
    let sides = program.teams.iter().map(|team| u32::from(*team) + 1).max().unwrap_or(1);
    let tracks = program.tracks.iter().zip(&prepared.words().game.tracks);
    let numbers = tracks.filter(|(slots, track)| {
        let (low, high) = slots.range;
        track.ty == Ty::Number && low >= 0 && (1..=MOST_COMPARED).contains(&high)
    });
    let (mut own, mut whole) = (Vec::new(), Vec::new());
    for (slots, _) in numbers {
        match slots.dims.as_slice() {
            [] => whole.push((slots.base, None)),
            [count] if *count == u32::from(program.seats) => own.push((slots.base, Some(false))),
            [count] if *count == sides => own.push((slots.base, Some(true))),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for (number, one) in own.iter().enumerate() {
        found.extend(own.iter().skip(number + 1).map(|other| (*one, *other)));
    }
    for one in &own {
        found.extend(whole.iter().map(|other| (*one, *other)));
    }
    found.truncate(MOST_PAIRS);
    let slot = |(base, by): (u32, Option<bool>), seat: u8| match by {
        None => base,
        Some(false) => base + u32::from(seat),
        Some(true) => base + u32::from(program.teams.get(usize::from(seat)).copied().unwrap_or(0)),
    };
    let of = |seat: u8| found.iter().map(|(one, other)| (slot(*one, seat), slot(*other, seat))).collect();
    (0..program.seats).map(of).collect()
}

impl std::fmt::Debug for Traits {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{} traits, {}", self.count, self.sides.told())
    }
}

/// Numbers of weights, one block after the other.
struct Block(u32);

impl Block {
    /// The number in a block of these sizes; the next block begins behind it.
    fn at(&mut self, parts: &[(u32, u32)]) -> u32 {
        let mut number = 0;
        let mut size = 1;
        for (value, of) in parts {
            number = number * of + (*value).min(of - 1);
            size *= of;
        }
        let found = self.0 + number;
        self.0 += size;
        found
    }
}

impl Candidate {
    fn has(&mut self, number: u32) {
        if let Some(to) = self.traits.get_mut(self.count) {
            *to = number;
            self.count += 1;
        }
    }
}

/// Weights of a decision of other things: of acts, cards, numbers, values.
fn size_of_other(acts: u32) -> u32 {
    acts * (PARTS + CARDS + SIZES + VALUES + RAISES + 2 * (2 + SIZES + VALUES) * CARDS)
}

/// Weights of cards played to tricks.
const SIZE_OF_TRICKS: u32 = PLACES * OUTCOMES * PARTS * MODES
    + PLACES * OUTCOMES * STRENGTHS * 2 * PARTS
    + USES * PARTS * CARDS
    + 2 * PARTS * CARDS
    + PLACES * 4 * PARTS * MODES
    + MOST_PAIRS as u32 * 3 * PLACES * OUTCOMES;

impl Traits {
    /// Of a game, with who plays with whom in it.
    #[must_use]
    pub fn of(prepared: &Prepared, sides: Sides) -> Self {
        let runner = prepared.runner();
        let program = runner.program();
        let mut first = 0;
        let mut asks = Vec::new();
        for ask in &program.asks {
            let acts = u32::try_from(ask.acts.len()).unwrap_or(u32::MAX);
            let tricks = match ask.turns {
                Turns::Tricks(form) => program.tricks.get(usize::from(form)).map(|tricks| {
                    let slots = slots_of_winning(program, tricks);
                    let track = |slot: &u32| {
                        let track = program.tracks.iter().find(|track| track.base == *slot && track.dims.is_empty())?;
                        let (low, high) = track.range;
                        (high.saturating_sub(low) < i64::from(MODES)).then_some((*slot, low))
                    };
                    let hands = ask.acts.iter().filter(|act| act.role == Role::Play).flat_map(|act| &act.picks);
                    let hands = hands.flat_map(|pick| match pick.source {
                        Source::Cards { from, .. } => program.places_of(from),
                        _ => Vec::new(),
                    });
                    Tricks { form, mode: slots.iter().find_map(track), slots, hands: hands.collect() }
                }),
                _ => None,
            };
            let size = size_of_other(acts) + if tricks.is_some() { SIZE_OF_TRICKS } else { 0 };
            let values = ask
                .acts
                .iter()
                .map(|act| act.picks.iter().position(|pick| !matches!(pick.source, Source::Cards { .. })));
            asks.push(Asked { first, acts, values: values.collect(), tricks });
            first += size;
        }
        let cards = program.like.len().min(128);
        let all = if cards == 128 { u128::MAX } else { (1 << cards) - 1 };
        let picks = program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks);
        let mut sources: Vec<u16> = picks
            .flat_map(|pick| match pick.source {
                Source::Cards { from, .. } => program.places_of(from),
                _ => Vec::new(),
            })
            .collect();
        sources.sort_unstable();
        sources.dedup();
        let of = |seat: u8| {
            let own = sources.iter().copied().filter(|place| {
                let place = program.places.get(usize::from(*place));
                place.is_some_and(|place| place.of_seat && place.owner == Some(u16::from(seat)))
            });
            own.collect()
        };
        let (mut desk, all_seats) = (runner.desk(0), (0..program.seats).fold(0, |set, seat| set | 1 << seat));
        let open = |place: &u16| {
            let owned = program.places.get(usize::from(*place)).is_none_or(|place| place.owner.is_some());
            !owned && runner.seers(&mut desk, *place) == all_seats
        };
        let places = 0..u16::try_from(program.places.len()).unwrap_or(u16::MAX);
        let middle = places.filter(open).collect();
        let hands = (0..program.seats).map(of).collect();
        Self {
            asks,
            judge: Judge::of(runner),
            sides,
            all,
            count: first as usize,
            hands,
            middle,
            pairs: pairs(prepared),
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Who plays with whom.
    #[must_use]
    pub const fn sides(&self) -> &Sides {
        &self.sides
    }

    /// What a decision is.
    #[must_use]
    pub fn way(&self, ask: u16) -> Way {
        match self.asks.get(usize::from(ask)) {
            Some(Asked { tricks: Some(_), .. }) => Way::Tricks,
            _ => Way::Other,
        }
    }

    /// The first number, seat or value that is picked; none where there is none.
    #[must_use]
    pub fn value_of(&self, ask: u16, choice: &Choice) -> Option<i64> {
        self.asks.get(usize::from(ask))?.value_of(choice)
    }

    /// The traits of what may be chosen.
    pub fn see(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (ask, seat): (u16, u8),
        strengths: &mut Strengths,
        options: &mut [Candidate],
    ) -> (u128, u128) {
        let Some(asked) = self.asks.get(usize::from(ask)) else { return (0, 0) };
        let part = self.sides.part(runner.program(), desk.state(), seat);
        if asked.tricks.is_none() || !self.see_tricks(runner, desk, (asked, part), strengths, options) {
            let least = options.iter().filter_map(|option| asked.value_of(&option.choice)).min().unwrap_or(0);
            options.iter_mut().for_each(|option| other(asked, (part, least), option));
            let all = |places: &[u16]| places.iter().fold(0, |set, place| set | desk.state().mask(u32::from(*place)));
            return (self.hands.get(usize::from(seat)).map_or(0, |places| all(places)), all(&self.middle));
        }
        (0, 0)
    }

    /// Those of cards played to a trick; false where it is none that can be judged.
    fn see_tricks(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (asked, part): (&Asked, u32),
        strengths: &mut Strengths,
        options: &mut [Candidate],
    ) -> bool {
        let Some(tricks) = &asked.tricks else { return false };
        let Some(mut laying) = self.judge.laying(runner, desk) else { return false };
        let order = strengths.of(&self.judge, desk, (&laying, tricks.form), (&tricks.slots, self.all));
        let part = if part == 0 { 0 } else { self.sides.part(runner.program(), desk.state(), laying.turn) };
        let own =
            options.iter().fold(0, |set: u128, option| set | option.choice.picks.first().map_or(0, |pick| pick.cards));
        let there = tricks.hands.iter().fold(0, |set: u128, place| set | desk.state().mask(u32::from(*place)));
        let rest = there & !own;
        let last = laying.to_come == 0;
        let place = match laying.ahead {
            None => 0,
            Some(ahead) => {
                1 + 2 * u32::from(!self.sides.are_together(desk.state(), laying.turn, ahead)) + u32::from(last)
            }
        };
        let mode = tricks.mode.map_or(0, |(slot, low)| u32::try_from(desk.state().int(slot) - low).unwrap_or(0));
        let pairs = self.pairs.get(usize::from(laying.turn)).into_iter().flatten();
        let compared: Vec<u32> = pairs
            .map(|(one, other)| match desk.state().int(*one).cmp(&desk.state().int(*other)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            })
            .collect();
        let lies: Vec<u8> = laying.cards().collect();
        let strength = |card: u8| order.under.get(usize::from(card)).map_or(0, |under| under.count_ones());
        let deck = self.all.count_ones();
        for option in options.iter_mut() {
            let Some(card) = option.choice.picks.first().filter(|pick| pick.cards.count_ones() == 1) else {
                other(asked, (part, 0), option);
                continue;
            };
            let card = u8::try_from(card.cards.trailing_zeros()).unwrap_or(0);
            let index = usize::from(card);
            let over = order.over.get(index).copied().unwrap_or(0);
            let takes = place == 0 || self.judge.takes(desk, &mut laying, card);
            let outcome = match takes {
                true if last || over & rest == 0 => 0,
                true => 1,
                false => 2,
            };
            let mine = strength(card);
            let weaker = each_card(own).filter(|other| strength(*other) < mine).count() as u32;
            let among = own.count_ones().saturating_sub(1).max(1);
            let bucket = if own.count_ones() < 2 { 2 } else { (weaker * (STRENGTHS - 1) + among / 2) / among };
            let trump = u32::from(mine * 2 > deck);
            let usage = match (place, takes) {
                (0, _) => 0,
                (_, true) => 1,
                (1 | 2, false) => 2,
                (_, false) => 3,
            };
            let threats = match (over & rest).count_ones() {
                0 => 0,
                1 => 1,
                2..=3 => 2,
                _ => 3,
            };
            let mut block = Block(asked.first + size_of_other(asked.acts));
            option.has(block.at(&[(place, PLACES), (outcome, OUTCOMES), (part, PARTS), (mode, MODES)]));
            option.has(block.at(&[
                (place, PLACES),
                (outcome, OUTCOMES),
                (bucket, STRENGTHS),
                (trump, 2),
                (part, PARTS),
            ]));
            option.has(block.at(&[(usage, USES), (part, PARTS), (u32::from(card), CARDS)]));
            let taken = block.at(&[(u32::from(takes), 2), (part, PARTS), (0, CARDS)]);
            option.has(block.at(&[(place, PLACES), (threats, 4), (part, PARTS), (mode, MODES)]));
            let outcome_here = place * OUTCOMES + outcome;
            for compared in &compared {
                option.has(block.at(&[(*compared, 3), (outcome_here, PLACES * OUTCOMES)]));
            }
            for laid in lies.iter().take(MOST_TRAITS - option.count) {
                option.has(taken + u32::from(*laid));
            }
        }
        true
    }
}

impl Asked {
    /// The first number, seat or value that is picked; none where there is none.
    fn value_of(&self, choice: &Choice) -> Option<i64> {
        let pick = self.values.get(usize::from(choice.act)).copied().flatten()?;
        choice.picks.get(pick).map(|pick| pick.value)
    }
}

/// The traits of any other choice.
fn other(asked: &Asked, (part, least): (u32, i64), option: &mut Candidate) {
    let act = u32::from(option.choice.act);
    let mut block = Block(asked.first);
    option.has(block.at(&[(act, asked.acts), (part, PARTS)]));
    let (cards, sizes, values) = (
        block.at(&[(act, asked.acts), (0, CARDS)]),
        block.at(&[(act, asked.acts), (0, SIZES)]),
        block.at(&[(act, asked.acts), (0, VALUES)]),
    );
    let raises = block.at(&[(act, asked.acts), (0, RAISES)]);
    let choice = option.choice;
    if choice.picks.iter().all(|pick| pick.cards == 0) {
        let said = asked.value_of(&choice);
        let value = u32::try_from(said.unwrap_or(0).clamp(0, 1 << 30)).unwrap_or(0);
        if let Some(said) = said {
            let raise = u32::try_from(said.saturating_sub(least).clamp(0, 1 << 30)).unwrap_or(0);
            option.has(raises + (if raise < 4 { raise } else { 2 + (32 - raise.leading_zeros()).min(5) }));
            if value < VALUES {
                option.has(values + value);
            }
            option.has(sizes + (32 - value.leading_zeros()).min(SIZES - 1));
        }
        let which = match said {
            None => 1 + SIZES + VALUES,
            Some(_) if value < VALUES => value,
            Some(_) => VALUES + (32 - value.leading_zeros()).min(SIZES - 1),
        };
        let parts = [(act, asked.acts), (which, 2 + SIZES + VALUES), (0, CARDS)];
        option.hand = Some((block.at(&parts), block.at(&parts)));
    }
    for pick in &choice.picks {
        each_card(pick.cards).for_each(|card| option.has(cards + u32::from(card)));
    }
}
