//! What is seen of what is said, and of every other choice that is no card to a trick: the act, its cards and values, what lies at hand and on the table.

use bidlang::engine::{Likes, each_card};

use super::facts::{self, SAID};
use super::given::{self, Giving};
use super::power::{LEVELS, Powers};
use super::{Asked, Block, Lie, PARTS, Seen};

/// Sizes of numbers that are told apart.
const SIZES: u32 = 16;
/// Values that are told apart.
const VALUES: u32 = 64;
/// How far above the lowest that may be said.
const RAISES: u32 = 8;

/// Greater values are told apart by so many steps for each doubling, over so many doublings.
const STEPS: u32 = 8;
const DOUBLINGS: u32 = 10;
/// All that is told apart of a number.
const SCALE: u32 = VALUES + STEPS * DOUBLINGS;
/// How far a number is on the way from the lowest that may be said to the highest, where these are so far apart.
const SHARES: u32 = 8;
const WIDE: i64 = 24;

/// Values picked behind the first.
const MORE: u32 = 2;

/// Weights of what a seat may expect before it chooses: by its part, the lowest that may be said, its cards and those on the table,
/// and what tracks say.
const fn common_size(cards: u32, facts: u32) -> u32 {
    1 + PARTS + SCALE + SIZES + LEVELS + 2 * cards + facts
}

/// Up to a point a number counts as itself, and from there on by its size; what is below nought counts as nought.
fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

fn size_of(number: u32) -> u32 {
    (32 - number.leading_zeros()).min(SIZES - 1)
}

/// Where a number is on a scale on which small ones are told apart one by one and great ones by eighths of a doubling.
fn scale(number: u32) -> u32 {
    if number < VALUES {
        return number;
    }
    let doublings = number.ilog2();
    let step = (number >> (doublings - STEPS.ilog2())) % STEPS;
    (VALUES + (doublings - VALUES.ilog2()) * STEPS + step).min(SCALE - 1)
}

/// How far a number is on the way from the lowest that may be said to the highest.
fn share((said, least, most): (i64, i64, i64)) -> u32 {
    let way = said.saturating_sub(least).saturating_mul(i64::from(SHARES))
        / most.saturating_sub(least).saturating_add(1).max(1);
    u32::try_from(way.max(0)).unwrap_or(0).min(SHARES - 1)
}

/// What is seen of a question before anything is chosen: into `common`.
pub(super) fn common(
    asked: &Asked,
    (part, least): (u32, Option<i64>),
    powers: Option<&Powers>,
    lie: &Lie,
    common: &mut Vec<u32>,
) {
    let mut block = Block(common_from(asked));
    common.clear();
    common.push(block.at(&[(0, 1)]));
    common.push(block.at(&[(part, PARTS)]));
    let (values, sizes) = (block.at(&[(0, SCALE)]), block.at(&[(0, SIZES)]));
    if let Some(least) = least.map(small) {
        common.push(values + scale(least));
        common.push(sizes + size_of(least));
    }
    let levels = block.at(&[(0, LEVELS)]);
    common.extend(powers.map(|powers| levels + powers.best));
    let (own, lying) = (block.at(&[(0, asked.cards)]), block.at(&[(0, asked.cards)]));
    common.extend(lie.hand.iter().map(|card| own + card));
    common.extend(lie.table.iter().map(|card| lying + card));
    common.extend(lie.facts.iter().map(|fact| block.0 + fact));
}

/// Weights of a decision of other things: of acts, cards, numbers, values.
pub const fn size(acts: u32, cards: u32, facts: u32) -> u32 {
    let hand = 2 * (2 + SCALE) * cards;
    let power = LEVELS + (2 + SCALE) * LEVELS / 2 + 4;
    acts * (PARTS + SIZES + SCALE + RAISES + SHARES + hand + power + MORE * VALUES + given::size(cards) + SAID * facts)
        + common_size(cards, facts)
}

/// Where weights begin of what is expected before anything is chosen.
const fn common_from(asked: &Asked) -> u32 {
    behind(asked) - common_size(asked.cards, asked.facts)
}

/// Where weights begin of what stands behind these.
pub(super) const fn behind(asked: &Asked) -> u32 {
    asked.first + size(asked.acts, asked.cards, asked.facts)
}

/// Where weights of an act begin for what tracks say.
fn facts_from(asked: &Asked, act: u32, value: Option<i64>) -> u32 {
    let mut block = Block(common_from(asked) - asked.acts * SAID * asked.facts);
    block.at(&[(act, asked.acts), (facts::said(value), SAID), (0, asked.facts)])
}

/// Where weights of cards that are given away begin.
pub(super) const fn given_from(asked: &Asked) -> u32 {
    asked.first + asked.acts * (PARTS + SIZES + SCALE + RAISES + SHARES + MORE * VALUES)
}

/// The traits of any other choice.
pub(super) fn see(
    likes: &Likes,
    asked: &Asked,
    (part, between): (u32, Option<(i64, i64)>),
    (powers, named): (Option<&Powers>, Option<i64>),
    giving: Option<&Giving<'_>>,
    mut seen: Seen<'_>,
) {
    let act = u32::from(seen.option.choice.act);
    let least = between.map(|(least, _)| least);
    let mut block = Block(asked.first);
    seen.has(block.at(&[(act, asked.acts), (part, PARTS)]));
    let (sizes, values) = (block.at(&[(act, asked.acts), (0, SIZES)]), block.at(&[(act, asked.acts), (0, SCALE)]));
    let raises = block.at(&[(act, asked.acts), (0, RAISES)]);
    let shares = block.at(&[(act, asked.acts), (0, SHARES)]);
    let values_behind = block.0;
    block.at(&[(act, asked.acts), (0, MORE), (0, VALUES)]);
    block.0 += asked.acts * given::size(asked.cards);
    let choice = seen.option.choice;
    if asked.facts > 0 {
        seen.option.facts = Some(facts_from(asked, act, asked.value_of(&choice)));
    }
    if choice.picks.iter().all(|pick| pick.cards == 0) {
        let mut beside = None;
        let which = match asked.value_of(&choice).map(|said| (said, small(said))) {
            None => {
                // What no number is said with goes by the lowest that others would have to say.
                if let Some(least) = least.map(small) {
                    seen.has(values + scale(least));
                    seen.has(sizes + size_of(least));
                    beside = Some(scale(least));
                }
                1 + SCALE
            }
            Some((said, value)) => {
                let raise = least.map_or(0, |least| small(said.saturating_sub(least)));
                seen.has(raises + (if raise < 4 { raise } else { 2 + (32 - raise.leading_zeros()).min(5) }));
                seen.has(values + scale(value));
                seen.has(sizes + size_of(value));
                if let Some((least, most)) = between
                    && most.saturating_sub(least) >= WIDE
                {
                    seen.has(shares + share((said, least, most)));
                }
                scale(value)
            }
        };
        let parts = [(act, asked.acts), (which, 2 + SCALE), (0, asked.cards)];
        seen.option.hand = Some((block.at(&parts), block.at(&parts)));
        if let Some(powers) = powers {
            let level = powers.of(named);
            seen.has(block.at(&[(act, asked.acts), (level, LEVELS)]));
            seen.has(block.at(&[(act, asked.acts), (beside.unwrap_or(which), 2 + SCALE), (level / 2, LEVELS / 2)]));
            seen.has(block.at(&[(act, asked.acts), (powers.best.saturating_sub(level).div_ceil(2), 4)]));
        }
        for (number, value) in (0..MORE).zip(asked.behind_first(&choice)) {
            let value = u32::try_from(value.max(0)).unwrap_or(u32::MAX);
            let mut behind = Block(values_behind);
            seen.has(behind.at(&[(act, asked.acts), (number, MORE), (value, VALUES)]));
        }
    }
    let given = given::given(&choice);
    let firsts = likes.firsts(given);
    each_card(firsts).for_each(|card| seen.has(given::of_card(asked, act, card)));
    seen.option.shared = (seen.option.traits.1, 1.0 / firsts.count_ones().max(1) as f32);
    let Some(giving) = giving else { return };
    for card in each_card(firsts) {
        giving
            .before(asked, act, card)
            .chain(giving.after(asked, act, (card, given)))
            .for_each(|number| seen.has(number));
    }
}

#[cfg(test)]
mod tests {
    use super::{SCALE, SHARES, VALUES, scale, share};

    #[test]
    fn numbers_are_told_apart_the_finer_the_smaller_they_are() {
        assert!((0..VALUES).all(|number| scale(number) == number));
        assert!((1..200_000).all(|number| scale(number) >= scale(number - 1)));
        assert!(scale(70) < scale(72) && scale(250) < scale(300) && scale(100_000) == SCALE - 1);
        assert_eq!(scale(u32::MAX), SCALE - 1);
    }

    #[test]
    fn the_way_from_the_lowest_to_the_highest_has_as_many_parts_as_are_told_apart() {
        let parts: Vec<u32> = (0..80).map(|said| share((said, 0, 79))).collect();
        assert_eq!((parts.first(), parts.last()), (Some(&0), Some(&(SHARES - 1))));
        assert!(parts.is_sorted());
        assert!(share((i64::MAX, i64::MIN, i64::MAX)) < SHARES, "numbers so far apart overflow nothing");
    }
}
