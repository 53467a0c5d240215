//! What picks behind one see of it (memoization by traces): the numbers through which alone their conditions and bounds go by it, as how many cards it has
//! and the highest of them. What is behind two candidates with the same numbers is the same, and is counted once.

use super::super::super::program::{Act, Node, NodeId, Pick, Sort, Source};
use super::super::desk::Desk;
use super::super::{Build, Numbers};

/// By so many numbers candidates are told apart.
const MOST_TRACES: usize = 4;
/// Of so many sorts of candidates it is remembered what is behind them.
const MOST_SORTS: usize = 256;

/// How picks behind one go by it, apart from the cards that it takes.
pub(super) enum Leads {
    Not,
    /// By these numbers alone; they take their cards from other places.
    By(Box<[Numbers]>),
    Anyhow,
}

/// How many choices are behind candidates, by the numbers that are seen of these.
pub(super) struct Behind<'a> {
    traces: Option<&'a [Numbers]>,
    known: Vec<([i64; MOST_TRACES], u64)>,
}

impl Leads {
    /// Whether picks behind go by it.
    pub(super) const fn leads(&self) -> bool {
        !matches!(self, Self::Not)
    }

    /// Begins to remember what is behind candidates. Where it is noted what is reached, all is gone through.
    pub(super) fn behind(&self, desk: &Desk) -> Behind<'_> {
        let traces = match self {
            Self::By(traces) if desk.reached.is_none() => Some(&**traces),
            Self::By(_) | Self::Not | Self::Anyhow => None,
        };
        Behind { traces, known: Vec::new() }
    }
}

impl Behind<'_> {
    /// How many choices are behind the candidate that is picked now, which are counted where that is not known.
    pub(super) fn ways(&mut self, desk: &mut Desk, count: impl FnOnce(&mut Desk) -> u64) -> u64 {
        let Some(traces) = self.traces else { return count(desk) };
        let mut seen = [0; MOST_TRACES];
        seen.iter_mut().zip(traces).for_each(|(to, trace)| *to = trace(desk));
        if let Some((_, ways)) = self.known.iter().find(|(known, _)| *known == seen) {
            return *ways;
        }
        let ways = count(desk);
        if self.known.len() < MOST_SORTS {
            self.known.push((seen, ways));
        }
        ways
    }
}

/// What is looked for in phrases.
struct Search<'a> {
    this: &'a Pick,
    /// Registers of later picks, and those that are set around the phrase.
    bound: Vec<u32>,
    found: Vec<NodeId>,
}

impl Build<'_> {
    /// How picks behind one go by it.
    pub(super) fn leads(&self, act: &Act, index: usize) -> Leads {
        let Some((this, behind)) = act.picks.get(index..).and_then(<[Pick]>::split_first) else { return Leads::Not };
        let mut phrases: Vec<NodeId> = behind.iter().flat_map(parts).collect();
        for must in (index + 1..act.picks.len()).flat_map(|at| act.musts_at(at)) {
            phrases.extend(must.when);
            phrases.push(must.cond);
        }
        if !phrases.iter().any(|phrase| self.speaks_of(*phrase, this)) {
            return Leads::Not;
        }
        let mut search = Search { this, bound: behind.iter().map(|pick| pick.reg).collect(), found: Vec::new() };
        let told = self.lie_apart(this, behind)
            && phrases.iter().all(|phrase| self.trace(*phrase, &mut search).is_some())
            && search.found.len() <= MOST_TRACES;
        if told { Leads::By(search.found.iter().map(|id| self.number(*id)).collect()) } else { Leads::Anyhow }
    }

    /// Whether later picks take no cards from where this one does.
    pub(super) fn lie_apart(&self, this: &Pick, behind: &[Pick]) -> bool {
        let places = |pick: &Pick| match pick.source {
            Source::Cards { from, .. } => self.program.places_of(from),
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => Vec::new(),
        };
        let here = places(this);
        behind.iter().all(|pick| !places(pick).iter().any(|place| here.contains(place)))
    }

    /// Finds the largest phrases of numbers in one that go by this pick and by nothing of what is set later; nothing where it goes by the pick otherwise.
    fn trace(&self, id: NodeId, search: &mut Search) -> Option<()> {
        if !self.speaks_of(id, search.this) {
            return Some(());
        }
        let node = self.program.nodes.get(id)?;
        if matches!(node, Node::Reg(_) | Node::CardReg(_) | Node::CountSets { .. }) {
            return None;
        }
        if self.program.sort_of(id) == Sort::Int && !self.may_fail(id) && self.is_free_of(id, &search.bound) {
            if !search.found.contains(&id) {
                search.found.push(id);
            }
            return Some(());
        }
        let before = search.bound.len();
        search.bound.extend(node.sets_reg());
        let mut told = Some(());
        self.program.inner(node, &mut |inner| {
            if told.is_some() {
                told = self.trace(inner, search);
            }
        });
        search.bound.truncate(before);
        told
    }

    /// Whether a phrase goes by none of these registers.
    fn is_free_of(&self, id: NodeId, bound: &[u32]) -> bool {
        let Some(node) = self.program.nodes.get(id) else { return false };
        match node {
            Node::Reg(reg) | Node::CardReg(reg) => !bound.contains(reg),
            Node::CountSets { .. } => false,
            node => {
                let mut free = true;
                self.program.inner(node, &mut |inner| free = free && self.is_free_of(inner, bound));
                free
            }
        }
    }
}

/// The phrases by which it goes what may be picked, rules on it apart.
pub(super) fn parts(pick: &Pick) -> Vec<NodeId> {
    let own = match pick.source {
        Source::Cards { from, least, most, .. } => vec![from, least, most],
        Source::Number { low, high } => vec![low, high],
        Source::Member { .. } | Source::Seat | Source::YesNo => Vec::new(),
    };
    own.into_iter().chain(pick.filter).chain(pick.so_that).collect()
}
