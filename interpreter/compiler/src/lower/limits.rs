//! Static bounds on size and worst-case work of a program: how large it may be, and how long working out a phrase may take at
//! worst.

use super::Lower;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Node, NodeId};

/// Most values that all tracks have together.
const MOST_TRACKED: u32 = 100_000;
/// Most operations, and most phrases, of a program.
const MOST_OPERATIONS: usize = 100_000;
/// Most numbers that the tables of a program hold.
const MOST_IN_TABLES: usize = 1_000_000;
/// Most steps that working out a phrase may take at worst.
const MOST_WORK: u64 = 10_000_000;
/// Most steps that are worked out while a program is made.
const MOST_FOLDED: u64 = 50_000_000;
/// So many steps of a phrase count as one of the game.
const STEPS_OF_A_STEP: u64 = 100;

impl Lower<'_> {
    pub(super) fn there_is_room_for_the_track(&self, count: u32, span: Span) -> Result<(), Vec<Diagnostic>> {
        if self.program.ints.saturating_add(count) <= MOST_TRACKED {
            return Ok(());
        }
        Err(vec![
            Diagnostic::new(
                Code::TooManyKeys,
                span,
                format!("all tracks together have more than {MOST_TRACKED} values"),
            )
            .help("use fewer `each`, or kinds with fewer values"),
        ])
    }

    /// Told once: a program that passes its bounds is given up.
    pub(super) fn the_program_stays_small(&mut self, span: Span) {
        let most = self.program.code.len().max(self.program.nodes.len());
        let large = most >= MOST_OPERATIONS || self.in_tables > MOST_IN_TABLES;
        if large {
            self.is_too_large(span);
        }
    }

    fn is_too_large(&mut self, span: Span) {
        if !self.problems.iter().any(|problem| problem.code == Code::GameTooLarge) {
            self.problems.push(
                Diagnostic::new(Code::GameTooLarge, span, "the game becomes too large here")
                    .help("say what is alike once: in a table, a value or a phase of its own"),
            );
        }
    }

    /// The number of something as a program holds it; a game that has more of it is too large.
    pub(super) fn short(&mut self, number: usize, span: Span) -> u16 {
        u16::try_from(number).unwrap_or_else(|_| {
            self.is_too_large(span);
            u16::MAX
        })
    }

    /// The most steps that working out a phrase may take.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others cost what is inside of them")]
    pub(super) fn cost_of(&self, node: &Node) -> u64 {
        let of = |id: &NodeId| self.costs.get(*id).copied().unwrap_or(1);
        let cards = self.program.cards.len() as u64;
        let seats = u64::from(self.program.seats);
        let each = |count: u64, of: u64, key: u64| of.saturating_add(count.saturating_mul(key.saturating_add(1)));
        match node {
            Node::If(cond, a, b) | Node::IfCards(cond, a, b) | Node::IfSeats(cond, a, b) => {
                of(cond).saturating_add(of(a).max(of(b))).saturating_add(1)
            }
            Node::Arms { key, arms, other, .. } => {
                let most = arms.iter().flatten().chain(other).map(of).max().unwrap_or(0);
                of(key).saturating_add(most).saturating_add(1)
            }
            Node::FoldCards { of: group, key, .. } | Node::BestCards { of: group, key, .. } => {
                each(cards, of(group), of(key))
            }
            Node::Scan { of: group, cond, .. } => each(cards, of(group), of(cond)),
            Node::FoldSeats { of: group, key, .. } | Node::BestSeats { of: group, key, .. } => {
                each(seats, of(group), of(key))
            }
            Node::ScanSeats { of: group, cond, .. } => each(seats, of(group), of(cond)),
            // Sets are counted in bounds of their own.
            Node::CountSets { of: group, cond, .. } => each(cards, of(group), of(cond)),
            Node::FoldMembers { count, part, key, .. } => {
                each(u64::from(*count), 0, of(key).saturating_add(part.as_ref().map_or(0, of)))
            }
            node => {
                let mut sum: u64 = 1;
                self.program.inner(node, &mut |inner| sum = sum.saturating_add(of(&inner)));
                sum
            }
        }
    }

    /// Whether something that takes so long is worked out while the program is made.
    pub(super) fn may_be_worked_out(&mut self, cost: u64) -> bool {
        let folded = self.folded.saturating_add(cost);
        let may = cost <= MOST_WORK && folded <= MOST_FOLDED;
        if may {
            self.folded = folded;
        }
        may
    }

    /// Phrases inside phrases inside phrases may want more steps than any machine takes. Gives as how many steps of the game the
    /// phrases count that were made since this was last asked.
    pub(super) fn no_phrase_takes_too_long(&mut self, span: Span) -> u32 {
        let most = std::mem::take(&mut self.heaviest);
        if most > MOST_WORK
            && !self.problems.iter().any(|problem| problem.code == Code::TooMuchWork && problem.span() == span)
        {
            self.problems.push(
                Diagnostic::new(
                    Code::TooMuchWork,
                    span,
                    format!("working this out may take more than {MOST_WORK} steps"),
                )
                .help(
                    "keep what was worked out in a track, in place of phrases that go over all cards again and again",
                ),
            );
        }
        u32::try_from(most / STEPS_OF_A_STEP).unwrap_or(u32::MAX)
    }
}
