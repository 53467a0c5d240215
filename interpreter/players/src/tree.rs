//! The tree of a search: for each thing that the seat can know, what each seat may do there and how that went (information set Monte Carlo
//! tree search; Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Where several choose at once each has a
//! table of its own (decoupled). What is usual is tried first and more often (PUCT; Rosin, "Multi-armed bandits with episode context", 2011).

use bidlang::engine::{Choice, Stream};
use rustc_hash::FxHashMap;

/// Weight of what is usual and was tried seldom, in spreads of the results.
const CURIOSITY: f64 = 1.5;

/// How far the bounds of those who choose at once are shaken, of what was tried once: in spreads of the results.
const SHAKEN: f64 = 0.5;

/// The least spread of the results, in spreads of what is usual in the question.
const LEAST: f64 = 0.5;

/// Most nodes of a tree: what is searched longer is searched no deeper.
pub const MOST_NODES: usize = 200_000;

/// Most arms of all nodes together, each of some hundred bytes: where there is much to choose, a tree has fewer nodes.
pub const MOST_ARMS: usize = 500_000;

/// What may be done, and how it went.
#[derive(Debug, Clone, Copy)]
pub struct Arm {
    /// What is chosen.
    pub choice: Choice,
    /// How often it was tried.
    pub tried: u32,
    /// The sum of what came of it, for who chose.
    pub sum: f64,
    /// The sum of its squares.
    pub squares: f64,
}

/// What one seat may do in a node.
#[derive(Debug, Default)]
pub struct Bandit {
    /// What was seen so far.
    pub arms: Vec<Arm>,
    /// How often one was chosen here.
    pub visits: u32,
}

/// What the seat can know at one time.
#[derive(Debug, Default)]
pub struct Node {
    /// For each seat that is asked.
    pub bandits: Vec<((u16, u8), Bandit)>,
    /// What comes after, by what was done.
    pub next: FxHashMap<u64, usize>,
}

/// All nodes, the first being that of the question.
#[derive(Debug)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// How many arms all nodes have together.
    pub arms: usize,
    /// Sum, sum of squares and number of all results, for the spread.
    results: (f64, f64, f64),
    /// The least spread of them.
    least: f64,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], arms: 0, results: (0.0, 0.0, 0.0), least: 0.0 }
    }
}

impl Tree {
    /// The spread of what came of all tries.
    pub fn spread(&self) -> f64 {
        let (sum, squares, count) = self.results;
        if count < 2.0 {
            return 1.0;
        }
        let mean = sum / count;
        (squares / count - mean * mean).max(1e-6).sqrt().max(self.least)
    }

    /// Looks at how far apart the results of a table are, of the arms that are offered, each as often as it is usual: half of that is the least spread. Where a
    /// safe choice is tried again and again all results are the same, and a risk that went wrong once would never be tried a second time.
    pub fn look_at(&mut self, (node, bandit): (usize, usize), offered: &[(usize, f32)]) {
        self.least = LEAST * self.at(node, bandit).map_or(0.0, |bandit| bandit.spread(offered));
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

    /// The node behind what was done: its number, and whether it is new. None where there is no room for another.
    pub fn next(&mut self, node: usize, done: u64) -> Option<(usize, bool)> {
        let new = self.nodes.len();
        let from = self.nodes.get_mut(node)?;
        if new >= MOST_NODES || self.arms >= MOST_ARMS {
            return from.next.get(&done).map(|found| (*found, false));
        }
        let found = *from.next.entry(done).or_insert(new);
        if found == new {
            self.nodes.push(Node::default());
        }
        Some((found, found == new))
    }

    /// The node behind what was done, where there is one.
    pub fn known(&self, node: usize, done: u64) -> Option<usize> {
        self.nodes.get(node)?.next.get(&done).copied()
    }

    /// What a seat tried most in a node, where it was asked there so often.
    pub fn most_tried(&self, node: usize, of: (u16, u8), visits: u32) -> Option<Choice> {
        let (_, bandit) = self.nodes.get(node)?.bandits.iter().find(|(known, _)| *known == of)?;
        let best = bandit.arms.iter().max_by_key(|arm| arm.tried).filter(|_| bandit.visits >= visits)?;
        Some(best.choice)
    }

    /// The number of an arm of a table, which is added where it is new.
    pub fn arm(&mut self, node: usize, bandit: usize, choice: &Choice) -> Option<usize> {
        let found = self.at(node, bandit)?;
        let before = found.arms.len();
        let arm = found.arm(choice);
        let grown = found.arms.len() - before;
        self.arms += grown;
        Some(arm)
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
            arm.squares += worth * worth;
        }
    }
}

impl Bandit {
    /// The number of an arm, which is added where it is new.
    pub fn arm(&mut self, choice: &Choice) -> usize {
        match self.arms.iter().position(|arm| arm.choice == *choice) {
            Some(at) => at,
            None => {
                self.arms.push(Arm { choice: *choice, tried: 0, sum: 0.0, squares: 0.0 });
                self.arms.len() - 1
            }
        }
    }

    /// How far apart results are, where each of the arms that are offered is chosen as often as it is usual.
    fn spread(&self, offered: &[(usize, f32)]) -> f64 {
        let (mut all, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (number, share) in offered {
            let Some(arm) = self.arms.get(*number).filter(|arm| arm.tried > 0) else { continue };
            let (share, each) = (f64::from(*share), f64::from(*share) / f64::from(arm.tried));
            all += share;
            sum += each * arm.sum;
            squares += each * arm.squares;
        }
        let mean = sum / all;
        if all > 0.0 { (squares / all - mean * mean).max(0.0).sqrt() } else { 0.0 }
    }

    /// Whether there is room for another arm, of so many choices.
    pub fn has_room(&self, choices: u64) -> bool {
        let room = 6.0 + 2.5 * f64::from(self.visits).sqrt();
        (self.arms.len() as f64) < room.min(choices as f64)
    }

    /// Which of the arms that are offered is tried: that with the highest bound. What was not tried yet is worth what the others are on the mean;
    /// `spread` is that of results. Among those who choose at once, bounds are shaken by chance (as in Thompson, "On the likelihood that one unknown probability exceeds another",
    /// 1933): seats in the same place would find the same best bid at each try, and be in each other's way for ever.
    pub fn choose(&self, offered: &[(usize, f32)], spread: f64, mut shaken: Option<&mut Stream>) -> Option<usize> {
        let arms = || offered.iter().filter_map(|(number, share)| Some((*number, self.arms.get(*number)?, *share)));
        let sum: f64 = arms().map(|(_, arm, _)| arm.sum).sum();
        let tries: f64 = arms().map(|(_, arm, _)| f64::from(arm.tried)).sum();
        let usual = if tries > 0.0 { sum / tries } else { 0.0 };
        let root = (tries + 1.0).sqrt();
        let mut bound = |arm: &Arm, share: f32| {
            let shaken = shaken
                .as_deref_mut()
                .map_or(0.0, |stream| SHAKEN * noise(stream) / (1.0 + f64::from(arm.tried)).sqrt());
            let tried = f64::from(arm.tried);
            let mean = if arm.tried > 0 { arm.sum / tried } else { usual };
            mean / spread + shaken + CURIOSITY * f64::from(share) * root / (1.0 + tried)
        };
        let bounds = arms().map(|(number, arm, share)| (number, bound(arm, share)));
        bounds.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(number, _)| number)
    }
}

/// A number about nought, hardly ever further from it than three: four of equal chance together come near to a normal one.
fn noise(stream: &mut Stream) -> f64 {
    const STEPS: u32 = 20_001;
    let spread = f64::sqrt(3.0 / 4.0);
    let even = |stream: &mut Stream| 2.0 * f64::from(stream.below(STEPS)) / f64::from(STEPS - 1) - 1.0;
    spread * (0..4).map(|_| even(stream)).sum::<f64>()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use bidlang::engine::Choice;

    use super::{MOST_ARMS, MOST_NODES, Tree};

    /// Three for sure, or nothing and ten by turns, nothing first: though all results are three from then on, the risk is tried again and found to be better.
    #[test]
    fn a_risk_that_went_wrong_first_is_tried_again() {
        let mut tree = Tree::default();
        let number = tree.bandit(0, (0, 0));
        let offered = [0, 1].map(|act| (tree.arm(0, number, &Choice { act, ..Choice::default() }).unwrap(), 0.5));
        let mut risks = 0;
        for _ in 0..1_000 {
            tree.look_at((0, number), &offered);
            let spread = tree.spread();
            let arm = tree.at(0, number).unwrap().choose(&offered, spread, None).unwrap();
            let worth = if arm == 0 {
                3.0
            } else {
                risks += 1;
                if risks % 2 == 0 { 10.0 } else { 0.0 }
            };
            tree.result(worth);
            tree.learn(&[(0, number, arm, 0)], &[worth]);
        }
        assert!(risks > 500, "{risks} of 1,000 tries");
    }

    #[test]
    fn a_tree_has_an_end() {
        let mut tree = Tree::default();
        let grown = (1..=MOST_NODES as u64 + 10).filter(|done| tree.next(0, *done).is_some_and(|(_, new)| new)).count();
        assert_eq!((grown, tree.nodes.len()), (MOST_NODES - 1, MOST_NODES));
        assert_eq!(tree.next(0, 7), Some((7, false)), "what is known is found again");
        assert_eq!(tree.next(7, 1), None);
        let mut wide = Tree { arms: MOST_ARMS, ..Tree::default() };
        assert_eq!(wide.next(0, 1), None, "there is no room for arms either");
    }
}
