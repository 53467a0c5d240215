//! The tree of a search: for each thing that the seat can know, what each seat may do there and how that went (information set Monte Carlo
//! tree search; Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Where several choose at once each has a
//! table of its own (decoupled UCT).

use std::collections::HashMap;

use bidlang::engine::{Choice, Stream, each_card};

/// Weight of what was tried seldom (the constant of UCB1), in spreads of the results.
const CURIOSITY: f64 = 0.8;
/// Of a group of choices that were drawn the likeliest is taken as often as this, in hundredths.
const GUIDED: u32 = 60;
/// So many are drawn for it.
const DRAWN: usize = 6;

/// What may be done, and how it went.
#[derive(Debug, Clone, Copy)]
pub struct Arm {
    /// What is chosen.
    pub choice: Choice,
    /// How often it was tried.
    pub tried: u32,
    /// How often it could have been.
    pub offered: u32,
    /// The sum of what came of it, for who chose.
    pub sum: f64,
}

/// What one seat may do in a node.
#[derive(Debug, Default)]
pub struct Bandit {
    /// What was seen so far.
    pub arms: Vec<Arm>,
    /// How often one was chosen here.
    pub visits: u32,
    /// How parts of choices went, where there are too many choices: a card, or a number.
    parts: HashMap<(u8, u8, i64), (u32, f64)>,
}

/// What the seat can know at one time.
#[derive(Debug, Default)]
pub struct Node {
    /// For each seat that is asked.
    pub bandits: Vec<((u16, u8), Bandit)>,
    /// What comes after, by what was done.
    pub next: HashMap<u64, usize>,
}

/// All nodes, the first being that of the question.
#[derive(Debug)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Sum, sum of squares and number of all results, for the spread.
    results: (f64, f64, f64),
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], results: (0.0, 0.0, 0.0) }
    }
}

/// The parts of a choice: which act and pick, and the card or number.
fn parts(choice: &Choice) -> impl Iterator<Item = (u8, u8, i64)> + '_ {
    (0_u8..).zip(&choice.picks).flat_map(move |(pick, picked)| {
        let cards = each_card(picked.cards).map(move |card| (choice.act, pick, i64::from(card)));
        let number = (picked.cards == 0).then_some((choice.act, pick, picked.value));
        cards.chain(number)
    })
}

impl Tree {
    /// The spread of what came of all tries.
    pub fn spread(&self) -> f64 {
        let (sum, squares, count) = self.results;
        if count < 2.0 {
            return 1.0;
        }
        let mean = sum / count;
        libm::sqrt((squares / count - mean * mean).max(1e-6))
    }

    /// A result is written down.
    pub fn result(&mut self, worth: f64) {
        let (sum, squares, count) = &mut self.results;
        *sum += worth;
        *squares += worth * worth;
        *count += 1.0;
    }

    /// The table of a seat in a node: its number.
    pub fn bandit(&mut self, node: usize, of: (u16, u8)) -> usize {
        let Some(node) = self.nodes.get_mut(node) else { return 0 };
        match node.bandits.iter().position(|(known, _)| *known == of) {
            Some(at) => at,
            None => {
                node.bandits.push((of, Bandit::default()));
                node.bandits.len() - 1
            }
        }
    }

    /// The node behind what was done: its number, and whether it is new.
    pub fn next(&mut self, node: usize, done: u64) -> (usize, bool) {
        let new = self.nodes.len();
        let Some(from) = self.nodes.get_mut(node) else { return (0, false) };
        let found = *from.next.entry(done).or_insert(new);
        if found == new {
            self.nodes.push(Node::default());
        }
        (found, found == new)
    }

    /// A table by its numbers.
    pub fn at(&mut self, node: usize, bandit: usize) -> Option<&mut Bandit> {
        self.nodes.get_mut(node)?.bandits.get_mut(bandit).map(|(_, bandit)| bandit)
    }

    /// What came of a way through the tree is written down: node, table, arm, and who chose.
    pub fn learn(&mut self, way: &[(usize, usize, usize, u8)], worth: &[f64]) {
        for (node, bandit, arm, seat) in way {
            let Some(worth) = worth.get(usize::from(*seat)).copied() else { continue };
            let Some(bandit) = self.at(*node, *bandit) else { continue };
            bandit.visits += 1;
            let Some(arm) = bandit.arms.get_mut(*arm) else { continue };
            arm.tried += 1;
            arm.sum += worth;
            let choice = arm.choice;
            if bandit.arms.len() > 24 {
                for part in parts(&choice) {
                    let (count, sum) = bandit.parts.entry(part).or_default();
                    *count += 1;
                    *sum += worth;
                }
            }
        }
    }
}

impl Bandit {
    /// The number of an arm, which is added where it is new.
    pub fn arm(&mut self, choice: &Choice) -> usize {
        match self.arms.iter().position(|arm| arm.choice == *choice) {
            Some(at) => at,
            None => {
                self.arms.push(Arm { choice: *choice, tried: 0, offered: 0, sum: 0.0 });
                self.arms.len() - 1
            }
        }
    }

    /// Whether there is room for another arm, of so many choices; slowly, only when those that are there were tried a few times each.
    pub fn has_room(&self, choices: u64, slowly: bool) -> bool {
        let root = libm::sqrt(f64::from(self.visits));
        let room = if slowly { 0.7 * root } else { 6.0 + 2.5 * root };
        (self.arms.len() as f64) < room.min(choices as f64)
    }

    /// Of some choices that were drawn, that of which the parts went best; any, now and then.
    pub fn likeliest(&self, drawn: &mut dyn FnMut() -> Option<Choice>, stream: &mut Stream) -> Option<Choice> {
        let first = drawn()?;
        if self.parts.is_empty() || stream.below(100) >= GUIDED {
            return Some(first);
        }
        let mut best = (self.promise(&first), first);
        for _ in 1..DRAWN {
            let other = drawn()?;
            let promise = self.promise(&other);
            if promise > best.0 {
                best = (promise, other);
            }
        }
        Some(best.1)
    }

    fn promise(&self, choice: &Choice) -> f64 {
        let known = parts(choice).filter_map(|part| self.parts.get(&part));
        let (count, sum) =
            known.fold((0.0, 0.0), |(count, all), (tries, sum)| (count + 1.0, all + sum / f64::from((*tries).max(1))));
        if count > 0.0 { sum / count } else { f64::INFINITY }
    }

    /// Which of the arms that are offered is tried: one that was not yet, or that with the highest bound. `spread` is that of results.
    pub fn choose(&mut self, offered: &[usize], spread: f64, stream: &mut Stream) -> Option<usize> {
        let mut untried = 0;
        let mut found = None;
        for number in offered {
            let arm = self.arms.get_mut(*number)?;
            arm.offered += 1;
            if arm.tried == 0 {
                untried += 1;
                if stream.below(untried) == 0 {
                    found = Some(*number);
                }
            }
        }
        if untried > 0 {
            return found;
        }
        let bound = |arm: &Arm| {
            let tried = f64::from(arm.tried);
            arm.sum / tried / spread + CURIOSITY * libm::sqrt(libm::log(f64::from(arm.offered)) / tried)
        };
        let best = offered.iter().filter_map(|number| Some((*number, bound(self.arms.get(*number)?))));
        best.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(number, _)| number)
    }
}
