//! Actions by number: what may ever be done in a game, counted once for all. An act that picks nothing, one card or one small thing is one
//! number; any other is taken step by step, a number each.

use bidlang::Prepared;
use bidlang::engine::{Act, Ask, Likes, Pick, Program, Source};

use crate::values::range;

/// Most numbers that a thing may be to be counted one by one; others are said digit by digit.
const MOST_VALUES: i64 = 1_024;
/// How many values a digit has.
pub const DIGIT: u32 = 16;

/// What a number of a pick means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// A number.
    Number,
    /// How far a seat sits clockwise from the one that chooses.
    Seat,
    /// A member of a kind.
    Member(u16),
    /// Yes or no.
    Answer,
}

/// Values that have a number each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    pub base: u32,
    pub low: i64,
    pub count: u32,
    pub meant: Meant,
}

/// How an act is numbered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// It is one number.
    Plain(u32),
    /// One for each card, from here, and behind them one for no card.
    Card(u32),
    /// One for each value.
    Value(Values),
    /// One to begin with it, and then one for each step.
    Steps(u32, Vec<Piece>),
}

/// How one pick of an act is said step by step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Cards, in the order of the deck; several end with a number of its own.
    Cards { several: bool },
    /// One value.
    Value(Values),
    /// A number, digit by digit, the highest first.
    Digits,
}

/// All actions of a game.
#[derive(Debug, Clone)]
pub struct Actions {
    /// For each decision and act how it is numbered.
    asks: Vec<Vec<Plan>>,
    /// Whether an act of the decision is taken by steps.
    stepped: Vec<bool>,
    /// What the numbers are, block by block.
    blocks: Vec<Block>,
    count: u32,
    pub(crate) cards: u32,
    pub(crate) likes: Likes,
    /// Whether no two cards are like each other.
    pub(crate) differ: bool,
    pub(crate) seats: u8,
    /// The first number for cards that are picked step by step, that which says that they are enough, and the first digit.
    pub(crate) pick: u32,
    pub(crate) enough: u32,
    pub(crate) digit: u32,
}

/// Numbers that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    base: u32,
    count: u32,
    /// The name of the act in the program and the how-manieth of this name in its decision; none where all acts share it.
    act: Option<(u16, usize)>,
    holds: Holds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Act,
    Begins,
    Cards,
    Values(i64, Meant),
    Picks,
    Enough,
    Digits,
}

impl Actions {
    /// Counts the actions of a game.
    #[must_use]
    pub fn of(prepared: &Prepared) -> Self {
        let program = prepared.runner().program();
        let cards = u32::try_from(program.cards.len()).unwrap_or(u32::MAX);
        let mut made = Self {
            asks: Vec::new(),
            stepped: Vec::new(),
            blocks: Vec::new(),
            count: 0,
            cards,
            likes: Likes::of(program),
            differ: Likes::of(program).differ(),
            seats: program.seats,
            pick: 0,
            enough: 0,
            digit: 0,
        };
        made.asks = program.asks.iter().map(|ask| made.plans(program, ask)).collect();
        made.stepped = made.asks.iter().map(|plans| plans.iter().any(|plan| matches!(plan, Plan::Steps(..)))).collect();
        if made.stepped.iter().any(|stepped| *stepped) {
            made.pick = made.block(None, Holds::Picks, cards);
            made.enough = made.block(None, Holds::Enough, 1);
            made.digit = made.block(None, Holds::Digits, DIGIT);
        }
        made
    }

    fn plans(&mut self, program: &Program, ask: &Ask) -> Vec<Plan> {
        let mut seen: Vec<u16> = Vec::new();
        let mut plans = Vec::new();
        for act in &ask.acts {
            let name = (act.name, seen.iter().filter(|name| **name == act.name).count());
            seen.push(act.name);
            plans.push(self.plan(program, name, act));
        }
        plans
    }

    /// An act of one name that picks the same is the same block wherever it is asked.
    fn plan(&mut self, program: &Program, name: (u16, usize), act: &Act) -> Plan {
        match act.picks.as_slice() {
            [] => Plan::Plain(self.block(Some(name), Holds::Act, 1)),
            [pick] if !pick.several && matches!(pick.source, Source::Cards { .. }) => {
                Plan::Card(self.block(Some(name), Holds::Cards, self.cards + 1))
            }
            [pick] if let Some(values) = self.values(program, Some(name), pick) => Plan::Value(values),
            picks => {
                let begin = self.block(Some(name), Holds::Begins, 1);
                let piece = |made: &mut Self, pick: &Pick| match pick.source {
                    Source::Cards { .. } => Piece::Cards { several: pick.several },
                    _ => made.values(program, None, pick).map_or(Piece::Digits, Piece::Value),
                };
                Plan::Steps(begin, picks.iter().map(|pick| piece(self, pick)).collect())
            }
        }
    }

    /// Numbers for each value of a pick; none where they are too many, or not known beforehand.
    fn values(&mut self, program: &Program, act: Option<(u16, usize)>, pick: &Pick) -> Option<Values> {
        let (low, count, meant) = match pick.source {
            Source::Cards { .. } => return None,
            Source::Number { low, high } => {
                let (low, high) = (range(program, low)?.0, range(program, high)?.1);
                let count = high.checked_sub(low)?.checked_add(1)?;
                (low, u32::try_from(count).ok().filter(|_| (1..=MOST_VALUES).contains(&count))?, Meant::Number)
            }
            Source::Member { kind, count } => (0, count, Meant::Member(kind)),
            Source::Seat => (0, u32::from(program.seats), Meant::Seat),
            Source::YesNo => (0, 2, Meant::Answer),
        };
        Some(Values { base: self.block(act, Holds::Values(low, meant), count), low, count, meant })
    }

    fn block(&mut self, act: Option<(u16, usize)>, holds: Holds, count: u32) -> u32 {
        let same = |block: &&Block| (block.act, block.holds, block.count) == (act, holds, count);
        if let Some(known) = self.blocks.iter().find(same) {
            return known.base;
        }
        let base = self.count;
        self.blocks.push(Block { base, count, act, holds });
        self.count += count;
        base
    }

    /// How many actions there are: they are numbered from 0.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// How the acts of a decision are numbered.
    pub(crate) fn plan_of(&self, ask: u16) -> &[Plan] {
        self.asks.get(usize::from(ask)).map_or(&[], Vec::as_slice)
    }

    /// Whether an act of a decision is taken by steps.
    pub(crate) fn by_steps(&self, ask: u16) -> bool {
        self.stepped.get(usize::from(ask)).copied().unwrap_or(false)
    }

    /// What a number means, in the words of the rules.
    #[must_use]
    pub fn words(&self, prepared: &Prepared, number: u32) -> String {
        let Some(block) = self.blocks.iter().rfind(|block| block.base <= number && number < block.base + block.count)
        else {
            return String::new();
        };
        let (words, game) = (prepared.words(), &prepared.game().game);
        let act = block.act.and_then(|(name, _)| game.acts.get(usize::from(name))).map_or("", String::as_str);
        let at = number - block.base;
        let card = || match u8::try_from(at) {
            Ok(card) if at < self.cards => words.card(card).to_owned(),
            _ => "no card".to_owned(),
        };
        let said = match block.holds {
            Holds::Act => String::new(),
            Holds::Begins => "...".to_owned(),
            Holds::Cards => card(),
            Holds::Picks => format!("pick {}", card()),
            Holds::Enough => "enough".to_owned(),
            Holds::Digits => format!("digit {at}"),
            Holds::Values(low, Meant::Number) => (low + i64::from(at)).to_string(),
            Holds::Values(_, Meant::Seat) if at == 0 => "self".to_owned(),
            Holds::Values(_, Meant::Seat) => format!("seat +{at}"),
            Holds::Values(_, Meant::Member(kind)) => words.member(usize::from(kind), i64::from(at)),
            Holds::Values(_, Meant::Answer) => if at == 0 { "no" } else { "yes" }.to_owned(),
        };
        format!("{act} {said}").trim().to_owned()
    }
}
