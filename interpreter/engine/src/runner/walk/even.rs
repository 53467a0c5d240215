//! Picks behind which there are as many choices whatever is picked, or whatever cards of a number: these are counted once (a product).

use super::super::super::act::Picked;
use super::super::super::program::CardSet;
use super::super::desk::Desk;
use super::super::lies::Sets;
use super::super::singles::Pairs;
use super::count;
use super::stage::{Candidates, From, Stage};

/// Whether the picks behind one are as many whatever cards it takes, or as many for each number of cards.
fn is_even(stage: &Stage, rest: &[Stage], desk: &mut Desk, cards: CardSet, taken: CardSet) -> bool {
    if stage.apart {
        return true;
    }
    // Where one of them goes by another of them, nobody knows yet of which cards it takes one.
    if rest.iter().any(|stage| stage.leads.leads()) {
        return false;
    }
    let mut others: CardSet = CardSet::NONE;
    for stage in rest {
        others |= match stage.candidates(desk, taken) {
            Candidates::One(cards) => cards,
            Candidates::Some(ready) => ready.all(),
            Candidates::Nothing | Candidates::Range(..) | Candidates::Fit(_) | Candidates::Wide(_) => CardSet::NONE,
        };
    }
    let plain = match rest {
        [Stage { source: From::One { unlike, if_able: false, .. }, .. }] => *unlike,
        [Stage { source: From::Some(several), .. }] => several.is_free() && several.all_unlike(),
        _ => false,
    };
    others & cards == 0 || (plain && cards & !others == 0)
}

/// How many choices there are, if the picks behind this one do not go by it, or if there are none.
pub(super) fn even_count(
    stage: &Stage,
    rest: &[Stage],
    desk: &mut Desk,
    candidates: &Candidates,
    taken: CardSet,
) -> Option<u64> {
    if rest.is_empty() || stage.is_searched() {
        return None;
    }
    match (candidates, &stage.source) {
        (Candidates::Some(ready), From::Some(several)) => {
            let mut sizes = std::mem::take(&mut desk.scratch().sizes);
            several.sizes(desk, ready, &mut sizes);
            let found = if sizes.iter().all(|ways| *ways == 0) {
                Some(0)
            } else if stage.leads.leads() || !is_even(stage, rest, desk, ready.all(), taken) {
                None
            } else {
                let mut sum: u64 = 0;
                for (size, ways) in (ready.least..).zip(&sizes).filter(|(_, ways)| **ways > 0) {
                    let behind = count(rest, desk, taken | ready.first(size), None);
                    sum = sum.saturating_add(ways.saturating_mul(behind));
                }
                Some(sum)
            };
            desk.scratch().sizes = sizes;
            found
        }
        (Candidates::One(CardSet::NONE), _) => Some(0),
        _ if stage.leads.leads() => None,
        (Candidates::One(cards), _) => {
            if let Some(pairs) = pairs(*cards, rest, desk, taken) {
                return Some(pairs.count());
            }
            let one = cards.alone();
            is_even(stage, rest, desk, *cards, taken)
                .then(|| u64::from(cards.count_ones()).saturating_mul(count(rest, desk, taken | one, None)))
        }
        (Candidates::Range(..) | Candidates::Fit(_) | Candidates::Wide(_), _) => {
            let own = stage.count(desk, candidates)?;
            Some(if own == 0 { 0 } else { own.saturating_mul(count(rest, desk, taken, None)) })
        }
        _ => None,
    }
}

/// A card and the one card picked behind it, if it only matters that they are two.
fn pairs<'a>(first: CardSet, rest: &'a [Stage], desk: &mut Desk, taken: CardSet) -> Option<Pairs<'a>> {
    let [Stage { source: From::One { cards, if_able, .. }, .. }] = rest else { return None };
    cards.behind(desk, first, taken, *if_able)
}

/// The pick of the `n`th choice, and the how-manieth of those with this pick it is, if the picks behind it do not go by it.
pub(super) fn even_nth(
    stage: &Stage,
    rest: &[Stage],
    desk: &mut Desk,
    candidates: &Candidates,
    taken: CardSet,
    n: u64,
) -> Option<(Picked, u64)> {
    if let (Candidates::One(cards), false) = (candidates, stage.leads.leads())
        && let Some(pairs) = pairs(*cards, rest, desk, taken)
    {
        return pairs.nth(n);
    }
    even_count(stage, rest, desk, candidates, taken)?;
    if let (Candidates::Some(ready), From::Some(several)) = (candidates, &stage.source) {
        let mut sizes = Vec::new();
        several.sizes(desk, ready, &mut sizes);
        let mut left = n;
        for (size, ways) in (ready.least..).zip(&sizes).filter(|(_, ways)| **ways > 0) {
            let behind = count(rest, desk, taken | ready.first(size), None);
            let all = ways.saturating_mul(behind);
            if left < all {
                let cards = several.nth_of_size(desk, ready, size, left / behind.max(1));
                return Some((Picked::of(cards), left % behind.max(1)));
            }
            left -= all;
        }
        return None;
    }
    let one = match candidates {
        Candidates::One(cards) => cards.alone(),
        _ => CardSet::NONE,
    };
    let behind = count(rest, desk, taken | one, None).max(1);
    Some((stage.nth(desk, candidates, n / behind), n % behind))
}
