//! What is seen of a choice, as numbers of weights (features): from the rules alone, the same for every game.

mod alike;
mod beside;
mod facts;
mod given;
mod pairs;
mod power;
mod said;
mod tricks;

use bidlang::Prepared;
use bidlang::engine::{Act, CardSet, Choice, Desk, Judge, Likes, Place, Runner, Source, State, each_card};

use super::sides::Sides;
use super::strength::Strengths;
use super::{Candidate, Lie};
use beside::Beside;
use facts::Facts;
use given::Mates;
pub use given::{Giving, given};
use power::Power;
use tricks::Tricks;

/// Parts that a seat can have in a round.
const PARTS: u32 = 3;
/// Weights for the cards of a game: so many, or as many as it has.
const CARDS: usize = 128;

/// A decision.
#[derive(Debug)]
struct Asked {
    /// Where its weights begin.
    first: u32,
    acts: u32,
    /// Weights for cards.
    cards: u32,
    /// Weights for what tracks say.
    facts: u32,
    /// Which acts give cards away, where none of them plays to a trick: of these it is seen what a card is given for.
    giving: Vec<bool>,
    /// For each act the first pick that is no card.
    values: Vec<Option<usize>>,
    /// For each act whether that pick is a number, which can be lower or higher.
    numbers: Vec<bool>,
    /// For each act the kinds of the members that are picked, with the picks.
    kinds: Vec<Vec<(usize, u16)>>,
    /// For tricks.
    tricks: Option<Tricks>,
}

/// How the traits of a game's choices are numbered.
pub struct Traits {
    asks: Vec<Asked>,
    judge: Judge,
    power: Option<Power>,
    sides: Sides,
    mates: Mates,
    /// Cards that nobody can tell apart: the first of its like stands for one, the first two for two.
    likes: Likes,
    all: CardSet,
    count: usize,
    /// For each seat its own places from which cards are picked.
    hands: Vec<Vec<u16>>,
    /// These, and those of each seat that it always sees and not all others do.
    secrets: Vec<Vec<u16>>,
    /// Places of nobody of which all always see the cards: what lies on the table.
    middle: Vec<u16>,
    /// Numbers of a seat that may be compared with each other, or with one of all: the slots for each seat.
    pairs: Vec<Vec<(u32, u32)>>,
    facts: Facts,
    beside: Beside,
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

/// The traits of one option, written behind those of the others.
struct Seen<'a> {
    option: &'a mut Candidate,
    traits: &'a mut Vec<u32>,
}

impl<'a> Seen<'a> {
    /// Of an option of which nothing was seen yet.
    fn new(option: &'a mut Candidate, traits: &'a mut Vec<u32>) -> Self {
        option.traits = (traits.len(), traits.len());
        Self { option, traits }
    }

    fn has(&mut self, number: u32) {
        self.traits.push(number);
        self.option.traits.1 = self.traits.len();
    }
}

impl Traits {
    /// Of a game, with who plays with whom in it.
    #[must_use]
    pub fn of(prepared: &Prepared, sides: Sides) -> Self {
        let runner = prepared.runner();
        let program = runner.program();
        let mut first = 0;
        let cards = u32::try_from(program.like.len().max(CARDS)).unwrap_or(u32::MAX);
        let facts = Facts::of(prepared);
        let all_seats = (0..program.seats).fold(0, |set, seat| set | 1 << seat);
        let places = || (0_u16..).zip(&program.places);
        let numbers = |of: &mut dyn Iterator<Item = (u16, &Place)>| of.map(|(number, _)| number).collect();
        let is_open = |place: &Place| place.owner.is_none() && program.always_sees(place) == all_seats;
        let middle: Vec<u16> = numbers(&mut places().filter(|(_, place)| is_open(place)));
        let beside = Beside::of(program.like.len(), &middle, facts.size());
        let mut asks = Vec::new();
        for ask in &program.asks {
            let acts = u32::try_from(ask.acts.len()).unwrap_or(u32::MAX);
            let tricks = Tricks::of(program, ask);
            let is_of_cards = |act: &Act| act.picks.iter().any(|pick| matches!(pick.source, Source::Cards { .. }));
            let giving: Vec<bool> = ask.acts.iter().map(|act| tricks.is_none() && is_of_cards(act)).collect();
            let size = said::size(acts, cards, facts.size()) + beside.size(&giving);
            let size = size + if tricks.is_some() { tricks::size(cards) } else { 0 };
            let values = ask
                .acts
                .iter()
                .map(|act| act.picks.iter().position(|pick| !matches!(pick.source, Source::Cards { .. })));
            let kinds = ask.acts.iter().map(|act| {
                let picks = act.picks.iter().enumerate().filter_map(|(number, pick)| match pick.source {
                    Source::Member { kind, .. } => Some((number, kind)),
                    Source::Cards { .. } | Source::Number { .. } | Source::Seat | Source::YesNo => None,
                });
                picks.collect()
            });
            let is_number = |pick: &bidlang::engine::Pick| match pick.source {
                Source::Number { .. } => true,
                Source::Member { kind, .. } => {
                    prepared.words().game.kinds.get(usize::from(kind)).is_some_and(|kind| kind.numeric)
                }
                Source::Cards { .. } | Source::Seat | Source::YesNo => false,
            };
            let values: Vec<Option<usize>> = values.collect();
            let numbers = ask
                .acts
                .iter()
                .zip(&values)
                .map(|(act, first)| first.and_then(|first| act.picks.get(first)).is_some_and(is_number));
            let numbers = numbers.collect();
            asks.push(Asked {
                first,
                acts,
                cards,
                facts: facts.size(),
                giving,
                values,
                numbers,
                kinds: kinds.collect(),
                tricks,
            });
            first += size;
        }
        let all = CardSet::first(program.like.len());
        let picks = program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks);
        let mut sources: Vec<u16> = picks
            .flat_map(|pick| match pick.source {
                Source::Cards { from, .. } => program.places_of(from),
                Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => Vec::new(),
            })
            .collect();
        sources.sort_unstable();
        sources.dedup();
        let own = |seat: u8| places().filter(move |(_, place)| place.of_seat && place.owner == Some(u16::from(seat)));
        let hand = |seat: u8| numbers(&mut own(seat).filter(|(number, _)| sources.contains(number)));
        let secret = |seat: u8| {
            let is_secret = |seers| seers & (1 << seat) != 0 && (seers != all_seats || program.seats == 1);
            numbers(
                &mut own(seat)
                    .filter(|(number, place)| sources.contains(number) || is_secret(program.always_sees(place))),
            )
        };
        let judge = Judge::of(runner);
        Self {
            asks,
            power: Power::of(prepared, &judge),
            judge,
            sides,
            mates: Mates::of(prepared),
            likes: Likes::of(program),
            all,
            count: first as usize,
            hands: (0..program.seats).map(hand).collect(),
            secrets: (0..program.seats).map(secret).collect(),
            middle,
            pairs: pairs::pairs(prepared),
            facts,
            beside,
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether a decision is one of cards played to tricks.
    #[must_use]
    pub fn is_of_tricks(&self, ask: u16) -> bool {
        self.asks.get(usize::from(ask)).is_some_and(|asked| asked.tricks.is_some())
    }

    /// The number that is picked first, where one is picked first that can be lower or higher.
    #[must_use]
    pub fn number_of(&self, ask: u16, choice: &Choice) -> Option<i64> {
        let asked = self.asks.get(usize::from(ask))?;
        let is_number = asked.numbers.get(usize::from(choice.act)).copied()?;
        asked.value_of(choice).filter(|_| is_number)
    }

    /// The same choice with another number, where one is picked first that can be lower or higher.
    #[must_use]
    pub fn with_number(&self, ask: u16, choice: &Choice, number: i64) -> Option<Choice> {
        let asked = self.asks.get(usize::from(ask))?;
        asked.numbers.get(usize::from(choice.act)).copied().filter(|is_number| *is_number)?;
        let pick = asked.values.get(usize::from(choice.act)).copied().flatten()?;
        let mut other = *choice;
        other.picks.get_mut(pick)?.value = number;
        Some(other)
    }

    /// Whether an act picks a number first.
    #[must_use]
    pub fn is_of_numbers(&self, ask: u16, act: usize) -> bool {
        self.asks
            .get(usize::from(ask))
            .is_some_and(|asked| asked.numbers.get(act) == Some(&true) && asked.values.get(act) == Some(&Some(0)))
    }

    /// How it lies where something is said or given away.
    pub fn lie(&self, runner: &Runner, desk: &mut Desk, seat: u8, lie: &mut Lie) {
        lie.clear();
        let table = lying(desk.state(), &self.middle);
        let secret = of_seat(&self.secrets, desk.state(), seat);
        lie.hand.extend(each_card(self.likes.firsts(secret)).map(u32::from));
        lie.table.extend(each_card(self.likes.firsts(table)).map(u32::from));
        self.facts.see(runner, desk, seat, &mut lie.facts);
        self.beside.see(&self.likes, desk.state(), &mut lie.apart);
    }

    /// Puts the traits of what may be chosen to it. How it lies is looked at where it matters and was not, as where nothing was drawn by what counts for cards that are given away.
    pub fn see(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (ask, seat): (u16, u8),
        (strengths, giving): (&mut Strengths, Option<Giving<'_>>),
        (options, seen, common, lie): (&mut [Candidate], &mut Vec<u32>, &mut Vec<u32>, &mut Lie),
    ) {
        common.clear();
        seen.clear();
        if giving.is_none() {
            lie.clear();
        }
        let Some(asked) = self.asks.get(usize::from(ask)) else { return };
        if self.see_tricks(runner, desk, asked, strengths, (options, seen)) {
            return;
        }
        if giving.is_none() {
            self.lie(runner, desk, seat, lie);
        }
        let part = self.sides.part(desk.state(), seat);
        let values = || options.iter().filter_map(|option| asked.value_of(&option.choice));
        let between = values().min().zip(values().max());
        let least = between.map(|(least, _)| least);
        let hand = self.hand(desk.state(), seat);
        let powers =
            self.power.as_ref().and_then(|power| power.see((runner, &self.judge), desk, strengths, (hand, self.all)));
        // Of one card all is said by which it is.
        let several = options.iter().any(|option| given(&option.choice).count_ones() > 1);
        let giving = several.then(|| giving.unwrap_or_else(|| self.giving((runner, desk), seat, strengths)));
        for option in options.iter_mut() {
            let named = self.power.as_ref().and_then(|power| asked.named(&option.choice, power));
            said::see(
                &self.likes,
                asked,
                (part, between),
                (powers.as_ref(), named),
                giving.as_ref(),
                Seen::new(option, seen),
            );
            let from = seen.len();
            let (cards, act) = (self.likes.firsts(given(&option.choice)), option.choice.act);
            seen.extend(each_card(cards).filter_map(|card| self.beside.from(asked, act, card)));
            option.beside = (from, seen.len());
        }
        said::common(asked, (part, least), powers.as_ref(), lie, common);
    }

    /// What counts for cards that are given away.
    pub fn giving(&self, (runner, desk): (&Runner, &mut Desk), seat: u8, strengths: &mut Strengths) -> Giving<'_> {
        let levels =
            self.power.as_ref().and_then(|power| power.levels((runner, &self.judge), desk, strengths, self.all));
        Giving { hand: self.hand(desk.state(), seat), mates: &self.mates, levels }
    }

    /// The traits of a card that is given away in an act of a decision, whatever others are.
    pub fn of_given<'a>(
        &'a self,
        (ask, act): (u16, u8),
        card: u8,
        giving: &'a Giving<'_>,
    ) -> impl Iterator<Item = u32> + 'a {
        let (act, first) = (u32::from(act), self.likes.first(card));
        let asked = self.asks.get(usize::from(ask)).into_iter();
        asked.flat_map(move |asked| {
            std::iter::once(given::of_card(asked, act, first)).chain(giving.before(asked, act, first))
        })
    }

    /// Where the weights begin of a card that is given away in an act of a decision, beside others.
    #[must_use]
    pub fn beside(&self, (ask, act): (u16, u8), card: u8) -> Option<u32> {
        let asked = self.asks.get(usize::from(ask))?;
        self.beside.from(asked, act, self.likes.first(card))
    }

    /// The cards of a seat from which some are picked in this game.
    fn hand(&self, state: &State, seat: u8) -> CardSet {
        of_seat(&self.hands, state, seat)
    }
}

/// The cards that lie in some places of a seat.
fn of_seat(places: &[Vec<u16>], state: &State, seat: u8) -> CardSet {
    places.get(usize::from(seat)).map_or(CardSet::NONE, |places| lying(state, places))
}

/// The cards that lie in some places.
fn lying(state: &State, places: &[u16]) -> CardSet {
    places.iter().fold(CardSet::NONE, |set, place| set | state.mask(u32::from(*place)))
}

impl Asked {
    /// What counts in the tricks, as far as what is picked names it.
    fn named(&self, choice: &Choice, power: &Power) -> Option<i64> {
        let kinds = self.kinds.get(usize::from(choice.act))?;
        kinds.iter().find_map(|(pick, kind)| power.alike.value(*kind, choice.picks.get(*pick)?.value))
    }

    /// The members of kinds that are picked behind the first pick that is no card.
    fn behind_first<'a>(&'a self, choice: &'a Choice) -> impl Iterator<Item = i64> + 'a {
        let first = self.values.get(usize::from(choice.act)).copied().flatten();
        let kinds = self.kinds.get(usize::from(choice.act)).into_iter().flatten();
        let behind = kinds.filter(move |(number, _)| Some(*number) != first);
        behind.filter_map(|(number, _)| choice.picks.get(*number).map(|pick| pick.value))
    }

    /// The first number, seat or value that is picked; none where there is none.
    fn value_of(&self, choice: &Choice) -> Option<i64> {
        let pick = self.values.get(usize::from(choice.act)).copied().flatten()?;
        choice.picks.get(pick).map(|pick| pick.value)
    }
}
