//! Room on a desk to choose with: what is used again and again, and what countings found.

use super::super::anchored::Anchor;
use super::super::memo::Memo;
use crate::index::fit;

/// What is kept on a desk to choose with: room that is used again and again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(in super::super) numbers: Vec<u64>,
    /// How many groups there are of each size.
    pub(in super::super::super) sizes: Vec<u64>,
    pub(in super::super) sums: super::super::sums::Tables,
    /// What a search knows of the cards behind each.
    pub(in super::super) behind: Vec<super::super::search::Behind>,
    /// What is known of the cards at the ends of groups.
    pub(in super::super) anchors: Vec<Anchor>,
    memos: Vec<Memo>,
    none: Memo,
    /// How often choices were counted that are looked at one by one.
    tickets: u64,
    /// The steps that counting took since this was last looked at.
    pub(super) work: u64,
}

impl Clone for Scratch {
    /// What is kept is soon made again.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Of so many countings of an act it is remembered what was found: of as many seats as choose at once, mostly.
const MOST_COUNTINGS: u8 = 8;

/// Where it is remembered what a counting of an act found.
#[derive(Debug, Clone, Copy)]
pub(in super::super::super) struct Counting {
    act: usize,
    pub(in super::super::super) ticket: u64,
}

impl Scratch {
    /// The choices of an act are counted anew.
    pub(in super::super::super) fn counting(&mut self, act: usize) -> Counting {
        self.tickets += 1;
        let counting = Counting { act, ticket: self.tickets };
        self.memo(counting).begin(counting.ticket);
        counting
    }

    /// A counting of an act, if what it found is still remembered.
    pub(in super::super::super) fn counted(&mut self, act: usize, ticket: u64) -> Option<Counting> {
        let counting = Counting { act, ticket };
        (self.memo(counting).ticket == ticket).then_some(counting)
    }

    /// What is remembered of a counting.
    #[inline]
    pub(in super::super::super) fn memo(&mut self, Counting { act, ticket }: Counting) -> &mut Memo {
        let countings = u64::from(MOST_COUNTINGS);
        let at = act * usize::from(MOST_COUNTINGS) + fit::<_, usize>(ticket % countings);
        if self.memos.len() <= at {
            self.memos.resize_with(at + 1, Memo::default);
        }
        match self.memos.get_mut(at) {
            Some(memo) => memo,
            None => &mut self.none,
        }
    }

    #[inline]
    pub(in super::super) fn worked(&mut self, steps: u64) {
        self.work = self.work.saturating_add(steps);
    }
}
