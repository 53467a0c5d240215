//! Rules of a trick that is played apart from the state: once it is known which card leads, they are sets.

use super::super::program::CardSet;
use super::conditions::Test;
use super::desk::Desk;
use super::facts::{Chain, Kept, Rule};
use super::select::cut;
use super::subsets::Subset;
use crate::index::item;

/// Most rules that are looked up before those who follow play.
const MOST_SETS: usize = 2;

/// Rules for those who follow, or for who leads.
pub(super) enum Follow {
    Split {
        on: Test,
        yes: Box<Self>,
        no: Box<Self>,
    },
    Sets(Box<[LedSets]>),
    /// Some of the rules are sets by other things than the card that leads, as far as these are known.
    Memos(Chain),
    Chain(Chain),
}

/// A rule: for each card that may lead the cards that obey it, and whether it gives way.
pub(super) struct LedSets {
    when: Option<Test>,
    sets: Box<[CardSet]>,
    if_able: bool,
}

/// Rules as sets: the cards that obey each, and those that may be played where none does.
#[derive(Clone, Copy)]
pub(super) struct Sets([(CardSet, CardSet); MOST_SETS]);

impl Sets {
    /// The cards that obey all rules.
    #[inline(always)]
    pub(super) fn keep<const SMALL: bool>(&self, cards: CardSet) -> CardSet {
        self.0.iter().fold(cards, |left, (set, beside)| {
            let kept = cut::<SMALL>(left & set);
            if kept != 0 { kept } else { cut::<SMALL>(left & beside) }
        })
    }
}

impl Follow {
    /// The rules as sets, where `led` is the card that leads; the rules themselves where that cannot be said before.
    #[inline(always)]
    pub(super) fn sets(&self, desk: &mut Desk, led: u8) -> Result<Sets, &Chain> {
        let mut at = self;
        let rules = loop {
            match at {
                Self::Split { on, yes, no } => at = if on.holds(desk) { yes } else { no },
                Self::Chain(chain) => return Err(chain),
                Self::Memos(chain) => return memos(chain, desk, led).ok_or(chain),
                Self::Sets(rules) => break rules,
            }
        };
        let mut sets = Sets([(CardSet::MAX, CardSet::MAX); MOST_SETS]);
        for (to, rule) in sets.0.iter_mut().zip(rules) {
            if rule.when.as_ref().is_none_or(|when| when.holds(desk)) {
                let beside = if rule.if_able { CardSet::MAX } else { CardSet::NONE };
                *to = (item(&rule.sets, usize::from(led)), beside);
            }
        }
        Ok(sets)
    }
}

/// Rules of which some are kept by what they depend on; nothing where one is not known yet, or fails for some card.
#[inline(never)]
fn memos(chain: &Chain, desk: &mut Desk, led: u8) -> Option<Sets> {
    let Chain::Rules(rules) = chain else { return None };
    let mut sets = Sets([(CardSet::MAX, CardSet::MAX); MOST_SETS]);
    for (to, rule) in sets.0.iter_mut().zip(rules) {
        if rule.when.as_ref().is_none_or(|when| when.holds(desk)) {
            let set = match &rule.kept {
                Kept::Fixed(set) => *set,
                Kept::Led(sets) => item(sets, usize::from(led)),
                Kept::Some(Subset::Memo(memo)) => memo.whole(desk)?,
                Kept::ByFirst(_) | Kept::AllIf(_) | Kept::Some(_) => return None,
            };
            *to = (set, if rule.if_able { CardSet::MAX } else { CardSet::NONE });
        }
    }
    Some(sets)
}

impl Chain {
    /// Rules that have been made for tricks apart from the state, where what they ask does not change while they are looked at.
    pub(super) fn followed(self, cards: usize) -> Follow {
        let led = |rule: &Rule| matches!(rule.kept, Kept::Fixed(_) | Kept::Led(_));
        let kept = |rule: &Rule| led(rule) || matches!(rule.kept, Kept::Some(Subset::Memo(_)));
        match self {
            Self::Split { on, yes, no } => {
                Follow::Split { on, yes: Box::new(yes.followed(cards)), no: Box::new(no.followed(cards)) }
            }
            Self::Rules(rules) if rules.len() <= MOST_SETS && rules.iter().all(led) => {
                let sets = |rule: Rule| LedSets {
                    when: rule.when,
                    sets: match rule.kept {
                        Kept::Led(sets) => sets,
                        Kept::Fixed(set) => vec![set; cards].into(),
                        _ => Box::default(),
                    },
                    if_able: rule.if_able,
                };
                Follow::Sets(rules.into_iter().map(sets).collect())
            }
            Self::Rules(rules) if rules.len() <= MOST_SETS && rules.iter().all(kept) => {
                Follow::Memos(Self::Rules(rules))
            }
            rules => Follow::Chain(rules),
        }
    }
}
