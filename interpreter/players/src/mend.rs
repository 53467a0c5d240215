//! A world is made to fit what was told (constraint repair): where it comes otherwise, cards change places, or a draw comes out otherwise,
//! and it is played again. Nothing is looked at but what the seat was told.

use bidlang::engine::{CardSet, CardsTold, Choice, Stream, Telling, each_card};

use crate::luck::Swap;
use crate::rebuild::{bar, rebuild};
use crate::story::Story;
use crate::world::{Difference, Rules, Stop, World};

/// How often a world is played again where it is not plain what to change.
pub const TRIES: usize = 300;
/// How often a world is played again where there are others.
pub const FEW: usize = 12;

/// Plays a world on to where the seat is asked now, and mends it on the way: whether it fits then. It is played again so often at most without
/// coming further.
pub fn mend(
    world: &mut World,
    rules: &mut Rules,
    story: &Story,
    stream: &mut Stream,
    (tries, replays): (usize, &mut u64),
) -> bool {
    let mut best: Option<(World, (usize, u32), Difference)> = None;
    let (mut stands, mut furthest) = (0, (0, 0));
    while stands < tries {
        *replays += 1;
        let mut difference = match world.advance(rules, story, stream) {
            Stop::Here => return true,
            Stop::Differs(difference) => difference,
        };
        // How far it came, and how much stands in the way there.
        let way = match &difference {
            Difference::Illegal { instead, .. } => instead.count_ones(),
            Difference::Tells(_) | Difference::Goes => 0,
        };
        let reached = (world.told, u32::MAX - way);
        stands += 1;
        match &best {
            Some((kept, far, there)) if reached < *far && stream.below(8) != 0 => {
                // It was better before.
                world.clone_from(kept);
                difference = there.clone();
            }
            _ => best = Some((world.clone(), reached, difference.clone())),
        }
        if reached > furthest {
            (stands, furthest) = (0, reached);
        }
        if !change(world, rules, story, stream, (&difference, stands)) {
            return false;
        }
    }
    false
}

/// Changes something that may make the difference: whether there was anything.
fn change(
    world: &mut World,
    rules: &mut Rules,
    story: &Story,
    stream: &mut Stream,
    (difference, stands): (&Difference, usize),
) -> bool {
    if let Difference::Illegal { choice, source, instead } = difference {
        let wanted = choice.picks.iter().fold(0, |set, picked| set | picked.cards);
        if wanted & !source == 0 {
            bar(world, rules, *source, instead & !wanted);
        }
    }
    let again = stands > 0 && stream.below(2) == 0;
    if again && rebuild(world, rules, story, stream).is_some() {
        return true;
    }
    let known = match difference {
        Difference::Tells(telling) => as_told(world, rules, story, telling, stream),
        Difference::Illegal { choice, source, instead } => {
            may_choose(world, rules, story, (choice, *source, *instead), stream)
        }
        Difference::Goes => None,
    };
    if known.is_some() {
        return true;
    }
    let laid = stream.below(2) == 0 && rebuild(world, rules, story, stream).is_some();
    laid || at_random(world, rules, stream).is_some()
}

/// Cards lie, and draws come out, as the story tells.
fn as_told(world: &mut World, rules: &Rules, story: &Story, telling: &Telling, stream: &mut Stream) -> Option<()> {
    let told = story.lines.get(world.told)?;
    match (told, telling) {
        (
            Telling::Move { cards: CardsTold::Which(told), from, to, .. },
            Telling::Move { cards: CardsTold::Which(here), from: from2, to: to2, .. },
        ) if (from, to, told.len()) == (from2, to2, here.len()) => exchange_all(world, rules, (here, told), stream),
        (Telling::Show { place, cards: told, .. }, Telling::Show { place: place2, cards: here, .. })
            if (place, told.len()) == (place2, here.len()) =>
        {
            exchange_all(world, rules, (here, told), stream)
        }
        (
            Telling::Shuffle { place, order: Some(told), .. },
            Telling::Shuffle { place: place2, order: Some(here), .. },
        ) if (place, told.len()) == (place2, here.len()) => exchange_all(world, rules, (here, told), stream),
        (Telling::Set { track, index, value }, Telling::Set { track: track2, index: index2, .. })
            if (track, index) == (track2, index2) =>
        {
            let slot = rules.runner.program().tracks.get(usize::from(*track))?.base + index;
            drawn(world, slot, *value)
        }
        (Telling::Draw { track, seat, .. }, Telling::Draw { track: track2, .. }) if track == track2 => {
            let slot = rules.runner.program().tracks.get(usize::from((*track)?))?.base;
            drawn(world, slot, i64::from(*seat))
        }
        _ => None,
    }
}

fn drawn(world: &mut World, slot: u32, value: i64) -> Option<()> {
    let number = world.chance()?.set_drawn(slot, value)?;
    world.rewind(number, usize::MAX);
    Some(())
}

/// Each card that lies here changes places with that which was told to lie here.
fn exchange_all(world: &mut World, rules: &Rules, (here, told): (&[u8], &[u8]), stream: &mut Stream) -> Option<()> {
    let mut swap = Swap::none();
    let mut from = usize::MAX;
    let mut here_left: Vec<u8> = Vec::new();
    let mut told_left: Vec<u8> = told.to_vec();
    // Where only the cards matter and not their order, those that are here already stay.
    for card in here {
        let first = each_card(rules.likes.of_card(*card)).next().unwrap_or(*card);
        match told_left.iter().position(|other| *other == first) {
            Some(at) => {
                told_left.swap_remove(at);
            }
            None => here_left.push(*card),
        }
    }
    let pairs: Vec<(u8, u8)> = if here_left.is_empty() {
        here.iter().copied().zip(told.iter().copied()).filter(|(here, told)| here != told).collect()
    } else {
        here_left.into_iter().zip(told_left).collect()
    };
    let mut taken: CardSet = here.iter().fold(0, |set, card| set | 1 << (card & 127));
    for (lies, wanted) in pairs {
        let sort = rules.likes.of_card(wanted);
        let free: Vec<u8> = each_card(sort & !taken).collect();
        let wanted = match u32::try_from(free.len()).ok().filter(|count| *count > 0) {
            Some(count) => *free.get(stream.below(count) as usize)?,
            None => wanted,
        };
        taken |= 1 << wanted;
        let now = swap.card(lies);
        if now != wanted {
            from = from.min(world.chance()?.last_with_both(lies, wanted)?);
            swap.then(now, wanted);
        }
    }
    if from == usize::MAX {
        return None;
    }
    world.swap(from, &swap);
    Some(())
}

/// What a seat chose becomes legal: the cards come to it, or those that stand in the way go.
fn may_choose(
    world: &mut World,
    rules: &Rules,
    story: &Story,
    (choice, source, instead): (&Choice, CardSet, CardSet),
    stream: &mut Stream,
) -> Option<()> {
    let wanted = choice.picks.iter().fold(0, |set, picked| set | picked.cards);
    let unlocated = world.unlocated(rules);
    let named = story.named_from(world.told);
    let missing = wanted & !source;
    let (goes, comes) = if missing == 0 {
        // Rather a card that is not told to be elsewhere, and to lie where none stands in the way.
        let goes = any(instead & unlocated & !wanted, stream)?;
        let comes = unlocated & !source & !instead;
        (goes, any(comes & !named, stream).or_else(|| any(comes, stream))?)
    } else {
        let comes = any(missing, stream)?;
        let free = source & !wanted & unlocated;
        (any(free & !named, stream).or_else(|| any(free, stream)).or_else(|| any(source & !wanted, stream))?, comes)
    };
    let from = world.chance()?.last_with_both(goes, comes)?;
    world.swap(from, &Swap::of(goes, comes));
    Some(())
}

/// Any change: two cards that the seat cannot place, or a hidden choice.
fn at_random(world: &mut World, rules: &Rules, stream: &mut Stream) -> Option<()> {
    let unlocated = world.unlocated(rules);
    let hidden = world.hidden().to_vec();
    for _ in 0..8 {
        if let Some(count) = u32::try_from(hidden.len()).ok().filter(|count| *count > 0 && stream.below(4) == 0) {
            world.choose_again(*hidden.get(stream.below(count) as usize)?);
            return Some(());
        }
        if let (Some(one), Some(other)) = (any(unlocated, stream), any(unlocated, stream))
            && one != other
            && let Some(from) = world.chance()?.last_with_both(one, other)
        {
            world.swap(from, &Swap::of(one, other));
            return Some(());
        }
    }
    None
}

/// Any of some cards.
pub fn any(cards: CardSet, stream: &mut Stream) -> Option<u8> {
    let nth = stream.below(cards.count_ones().max(1)) as usize;
    each_card(cards).nth(nth)
}
