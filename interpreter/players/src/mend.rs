//! A world is made to fit what was told (constraint repair): where it comes otherwise, cards change places, or a draw comes out otherwise,
//! and it is played again. Nothing is looked at but what the seat was told.

use bidlang::engine::{CardSet, CardsTold, Stream, Telling, Ties, each_card};

use crate::luck::Swap;
use crate::rebuild::{bar, rebuild};
use crate::story::Story;
use crate::world::{Difference, Rules, Stop, World, how_far, slot_of};

/// How often a world is played again where it is not plain what to change.
pub const TRIES: usize = 1_000;
/// How often what is plain is done at once, and how often without coming further.
const PLAIN: usize = 80;
const IDLE: usize = 8;
/// After so many tries all is laid anew.
const AGAIN: usize = 150;
/// How often a world is played again where there are others.
pub const FEW: usize = 12;

/// How well a world fits what was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// All came as it was told, and nothing had to be changed for it.
    Straight,
    /// All came as it was told.
    Whole,
    /// All came as it was told, but others chose what they might not.
    Nearly,
    /// It does not come to where the seat is asked.
    Not,
}

impl Fit {
    /// Whether all came as it was told.
    pub const fn is_fit(self) -> bool {
        match self {
            Self::Straight | Self::Whole => true,
            Self::Nearly | Self::Not => false,
        }
    }
}

/// Plays a world on to where the seat is asked now, and mends it on the way: how it fits then. It is played again so often at most without
/// coming further.
pub fn mend(world: &mut World, rules: &mut Rules, story: &Story, stream: &mut Stream, tries: usize) -> Fit {
    let mut best: Option<(World, (usize, u32), Option<Difference>)> = None;
    let (mut stands, mut furthest, mut untouched) = (0, (0, 0), true);
    while stands < tries && rules.steps < rules.most_steps {
        let mut difference = match follow(world, rules, story, (stream, &mut untouched)) {
            Stop::Here if world.fits() && untouched => return Fit::Straight,
            Stop::Here if world.fits() => return Fit::Whole,
            Stop::Here => None,
            Stop::Differs(difference) => Some(difference),
        };
        // How far it came, and how much stands in the way.
        let way = match &difference {
            Some(Difference::Illegal { instead, .. }) => instead.count_ones(),
            Some(Difference::Tells(telling)) => how_far(telling, story.lines.get(world.told)),
            Some(Difference::Goes) => u32::MAX / 2,
            None => 0,
        };
        let reached = (world.told, u32::MAX - way.saturating_add(world.amiss()));
        stands += 1;
        untouched = false;
        if stands % AGAIN == 0 && difference.is_some() {
            // Nothing near it fits: from anywhere else.
            best = None;
            let _ = rebuild(world, rules, story, stream);
            continue;
        }
        // Where it came as far, what is further from what was told may still be nearer to all that comes.
        let back = |far: (usize, u32)| if reached.0 == far.0 { 2 } else { 8 };
        match &best {
            Some((kept, far, there)) if reached < *far && stream.below(back(*far)) != 0 => {
                // It was better before.
                world.clone_from(kept);
                difference.clone_from(there);
            }
            _ => best = Some((world.clone(), reached, difference.clone())),
        }
        if reached > furthest {
            (stands, furthest) = (0, reached);
        }
        if !change(world, rules, story, stream, (difference.as_ref(), stands)) {
            break;
        }
    }
    match best {
        Some((kept, _, None)) => {
            *world = kept;
            Fit::Nearly
        }
        _ => Fit::Not,
    }
}

/// Plays a world on, and does what is plain from what was told, as long as there is something: where it stops, and whether nothing was done.
fn follow(world: &mut World, rules: &mut Rules, story: &Story, (stream, untouched): (&mut Stream, &mut bool)) -> Stop {
    let (mut furthest, mut idle) = (0, 0);
    for _ in 0..PLAIN {
        let stop = world.advance(rules, story, stream);
        let numbers: Vec<_> = world.otherwise.iter().filter_map(|otherwise| otherwise.track).collect();
        if numbers.into_iter().any(|(slot, value)| drawn(world, slot, value).is_some()) {
            *untouched = false;
            continue;
        }
        let difference = match stop {
            Stop::Here => return Stop::Here,
            Stop::Differs(difference) => difference,
        };
        idle = if world.told > furthest { 0 } else { idle + 1 };
        furthest = furthest.max(world.told);
        if idle > IDLE || rules.steps > rules.most_steps {
            return Stop::Differs(difference);
        }
        let done = match &difference {
            Difference::Tells(telling) => as_told(world, rules, story, telling, stream),
            Difference::Illegal { wanted, source, .. } if *wanted & !*source != 0 => {
                brings(world, rules, story, (*wanted, *source), stream)
            }
            Difference::Illegal { .. } | Difference::Goes => None,
        };
        if done.is_none() {
            return Stop::Differs(difference);
        }
        *untouched = false;
    }
    world.advance(rules, story, stream)
}

/// Changes something that may make the difference: whether there was anything.
fn change(
    world: &mut World,
    rules: &mut Rules,
    story: &Story,
    stream: &mut Stream,
    (difference, stands): (Option<&Difference>, usize),
) -> bool {
    if stands > 0 && stands % 16 == 0 {
        // What stood in the way may have done so for another reason.
        rules.barred.clear();
    }
    for illegal in &world.illegal {
        bar(rules, illegal.place, illegal.instead);
    }
    let any_of = match difference {
        Some(Difference::Illegal { source, instead, .. }) => Some((*source, *instead)),
        _ => {
            let count = u32::try_from(world.illegal.len()).unwrap_or(0);
            let some = world.illegal.get(stream.below(count) as usize);
            some.map(|illegal| (illegal.source, illegal.instead))
        }
    };
    if let Some((source, instead)) = any_of
        && stream.below(4) != 0
        && makes_way(world, rules, story, (source, instead), stream).is_some()
    {
        return true;
    }
    // A number that comes out otherwise is not far from what was told: little is changed.
    let is_number = matches!(difference, Some(Difference::Tells(_))) || !world.otherwise.is_empty();
    let (few, of) = if is_number { (1, 8) } else { (2, 3) };
    if stream.below(of) < few && rebuild(world, rules, story, stream).is_some() {
        return true;
    }
    let changed = at_random(world, rules, stream).is_some();
    if changed && few == 1 && stream.below(2) == 0 {
        let _ = at_random(world, rules, stream);
    }
    changed
}

/// Cards lie, and draws come out, as the story tells.
fn as_told(world: &mut World, rules: &Rules, story: &Story, telling: &Telling, stream: &mut Stream) -> Option<()> {
    let Some(told) = story.lines.get(world.told) else { return as_before(world, rules, story, telling) };
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
        | (Telling::ShowTrack { track, index, value, .. }, Telling::ShowTrack { track: track2, index: index2, .. })
            if (track, index) == (track2, index2) =>
        {
            drawn(world, slot_of(rules.runner.program(), (*track, *index))?, *value)
        }
        (Telling::Draw { track, index, seat, .. }, Telling::Draw { track: track2, index: index2, .. })
            if (track, index) == (track2, index2) =>
        {
            drawn(world, slot_of(rules.runner.program(), ((*track)?, *index))?, i64::from(*seat))
        }
        // Who of several was ahead was drawn just now.
        (Telling::Closed { auction, winner, .. }, Telling::Closed { auction: auction2, ties: Ties::Random, .. })
            if auction == auction2 =>
        {
            let slot = rules.runner.program().auctions.get(usize::from(*auction))?.leader;
            drawn_just_now(world, slot, i64::from((*winner)?))
        }
        _ => as_before(world, rules, story, telling),
    }
}

/// A number that comes out as it was before is not told: here it came out otherwise, or there.
fn as_before(world: &mut World, rules: &Rules, story: &Story, here: &Telling) -> Option<()> {
    let set = |line: &Telling| match line {
        Telling::Set { track, index, value } => Some(((*track, *index), *value)),
        _ => None,
    };
    let slot = |of| slot_of(rules.runner.program(), of);
    if let Some((of, _)) = set(here)
        && let Some(slot) = slot(of)
    {
        let lines = story.lines.get(..world.told).unwrap_or_default().iter();
        let last = lines.rev().filter_map(set).find(|(other, _)| *other == of).map(|(_, value)| value);
        let before = last.unwrap_or_else(|| rules.runner.desk(0).state().int(slot));
        if drawn_just_now(world, slot, before).is_some() {
            return Some(());
        }
    }
    let (of, value) = story.lines.get(world.told).and_then(set)?;
    drawn_just_now(world, slot(of)?, value)
}

/// What was drawn last comes out so, if it was drawn for this slot.
fn drawn_just_now(world: &mut World, slot: u32, value: i64) -> Option<()> {
    world.chance()?.has_just_drawn(slot).then_some(())?;
    drawn(world, slot, value)
}

fn drawn(world: &mut World, slot: u32, value: i64) -> Option<()> {
    let number = world.chance()?.set_drawn(slot, value)?;
    world.rewind(number, usize::MAX);
    Some(())
}

/// Each card that lies here changes places with that which was told to lie here; of like cards with any that is not here already.
fn exchange_all(world: &mut World, rules: &Rules, (here, told): (&[u8], &[u8]), stream: &mut Stream) -> Option<()> {
    let sort = |card: u8| rules.likes.cards.of_card(card);
    let lie: CardSet = here.iter().copied().collect();
    let pairs = here.iter().zip(told);
    let mut used =
        pairs.clone().filter(|(here, told)| sort(**here) == sort(**told)).map(|(here, _)| *here).collect::<CardSet>();
    let (mut swap, mut from) = (Swap::none(), usize::MAX);
    for (here, told) in pairs.filter(|(here, told)| sort(**here) != sort(**told)) {
        let free = sort(*told) & !used;
        let wanted = any(free & lie, stream).or_else(|| any(free, stream))?;
        used |= CardSet::one(wanted);
        let lies = swap.card(*here);
        if lies != wanted {
            from = from.min(world.chance()?.where_both(*here, wanted)?);
            swap.then(lies, wanted);
        }
    }
    if from == usize::MAX {
        return None;
    }
    world.swap(from, &swap);
    Some(())
}

/// What a seat chose comes to it, for another card.
fn brings(
    world: &mut World,
    rules: &Rules,
    story: &Story,
    (wanted, source): (CardSet, CardSet),
    stream: &mut Stream,
) -> Option<()> {
    let unlocated = world.unlocated(rules);
    let sort = rules.likes.cards.of_card(any(wanted & !source, stream)?) & !source;
    let comes = any(sort & unlocated, stream).or_else(|| any(sort, stream))?;
    let later = story.named_from(world.told, rules.runner.program().cards.len());
    let free = source & !wanted & unlocated;
    // Rather one that is not told to be elsewhere, and may lie where that card lies.
    let fits = free & !rules.barred_with(world, comes);
    let goes = any(fits & !later, stream).or_else(|| any(free & !later, stream)).or_else(|| any(free, stream));
    let goes = goes.or_else(|| any(source & !wanted, stream))?;
    let from = world.chance()?.where_both(goes, comes)?;
    world.swap(from, &Swap::of(goes, comes));
    Some(())
}

/// A card that stands in the way goes, for another.
fn makes_way(
    world: &mut World,
    rules: &Rules,
    story: &Story,
    (source, instead): (CardSet, CardSet),
    stream: &mut Stream,
) -> Option<()> {
    let unlocated = world.unlocated(rules);
    let later = story.named_from(world.told, rules.runner.program().cards.len());
    let goes = any(instead & unlocated & !later, stream).or_else(|| any(instead & unlocated, stream))?;
    let comes = unlocated & !source & !instead;
    let fits = comes & !rules.barred_with(world, goes);
    // One that may lie there, and for which this one may lie where it lies.
    let mut both = CardSet::NONE;
    for card in each_card(fits & !later) {
        if !rules.barred_with(world, card).has(goes) {
            both |= CardSet::one(card);
        }
    }
    let comes = any(both, stream).or_else(|| any(fits & !later, stream)).or_else(|| any(comes, stream))?;
    let from = world.chance()?.where_both(goes, comes)?;
    world.swap(from, &Swap::of(goes, comes));
    Some(())
}

/// Any change: two cards that the seat cannot place, or a hidden choice.
fn at_random(world: &mut World, rules: &Rules, stream: &mut Stream) -> Option<()> {
    let unlocated = world.unlocated(rules);
    let (_, since) = if stream.below(8) == 0 { (0, 0) } else { world.recent(unlocated) };
    let hidden: Vec<_> = world.hidden().iter().copied().filter(|hidden| hidden.decision >= since).collect();
    for _ in 0..8 {
        if let Some(count) = u32::try_from(hidden.len()).ok().filter(|count| *count > 0 && stream.below(4) == 0) {
            world.choose_again(hidden.get(stream.below(count) as usize)?.decision);
            return Some(());
        }
        if let (Some(one), Some(other)) = (any(unlocated, stream), any(unlocated, stream))
            && one != other
            && let Some(from) = world.chance()?.where_both(one, other)
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
