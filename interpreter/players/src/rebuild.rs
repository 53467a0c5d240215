//! Cards that the seat cannot place are laid anew, each where it may lie (a random bipartite matching by augmenting paths).

use bidlang::engine::{CardSet, CardsTold, Stream, Telling};

use crate::luck::Swap;
use crate::story::{Story, cards_of};
use crate::world::{Rules, World};

/// Where cards may lie, and how many.
struct Room {
    place: u16,
    /// The cards that lie here now, which are laid anew.
    now: Vec<u8>,
    /// The cards that may.
    may: CardSet,
    /// Those that are laid here.
    laid: Vec<u8>,
}

/// Lays the cards that the seat cannot place anew, in a world that stands where something came otherwise: whether they could be.
pub fn rebuild(world: &mut World, rules: &Rules, story: &Story, stream: &mut Stream) -> Option<()> {
    let unlocated = world.unlocated(rules);
    let named = named_by_place(story.until_shuffled(world.told, rules.runner.program().cards.len()));
    let mut rooms = rooms(world, rules, unlocated, &named);
    let mut cards: Vec<u8> = rooms.iter().flat_map(|room| room.now.iter().copied()).collect();
    stream.shuffle(&mut cards);
    for card in cards {
        let mut seen = vec![false; rooms.len()];
        let first = stream.below(u32::try_from(rooms.len()).ok()?) as usize;
        if !lay(&mut rooms, card, first, &mut seen) {
            return None;
        }
    }
    let (mut swap, mut from) = (Swap::none(), usize::MAX);
    for room in &mut rooms {
        // In any order where the order counts.
        stream.shuffle(&mut room.laid);
        for (was, is) in room.now.iter().zip(&room.laid) {
            let lies = swap.card(*was);
            if lies != *is {
                from = from.min(world.chance()?.where_both(*was, *is)?);
                swap.then(lies, *is);
            }
        }
    }
    if from == usize::MAX {
        return None;
    }
    world.swap(from, &swap);
    Some(())
}

/// For each place the cards that are told to come from it later, before they are told to be anywhere else.
fn named_by_place(lines: &[Telling]) -> Vec<(u16, CardSet)> {
    let mut found: Vec<(u16, CardSet)> = Vec::new();
    let mut named: CardSet = CardSet::NONE;
    for line in lines {
        if let Telling::Move { from: Some(from), cards: CardsTold::Which(cards), .. } = line {
            let new = cards.iter().copied().collect::<CardSet>() & !named;
            match found.iter_mut().find(|(of, _)| of == from) {
                Some((_, named)) => *named |= new,
                None => found.push((*from, new)),
            }
        }
        if !matches!(line, Telling::Act { .. }) {
            named |= cards_of(line);
        }
    }
    found
}

/// The places where such cards lie.
fn rooms(world: &mut World, rules: &Rules, unlocated: CardSet, named: &[(u16, CardSet)]) -> Vec<Room> {
    let program = rules.runner.program();
    let mut rooms = Vec::new();
    for number in (0_u16..).take(program.places.len()) {
        let in_order = world.desk.state().in_order(program, number);
        let now: Vec<u8> = in_order.filter(|card| unlocated.has(*card)).collect();
        if now.is_empty() {
            continue;
        }
        let may = world.desk.may_lie(rules.seat, number).unwrap_or(CardSet::NONE);
        let barred = rules.barred.get(usize::from(number)).copied().unwrap_or(CardSet::NONE);
        rooms.push(Room { place: number, now, may: may & !barred, laid: Vec::new() });
    }
    // What is told to come from a place lies there, where such cards lie there at all.
    for (place, cards) in named {
        if rooms.iter().any(|room| room.place == *place) {
            rooms.iter_mut().filter(|room| room.place != *place).for_each(|room| room.may &= !*cards);
        }
    }
    rooms
}

/// Lays a card where it may lie, moving others on where there is no room.
fn lay(rooms: &mut [Room], card: u8, first: usize, seen: &mut [bool]) -> bool {
    let count = rooms.len();
    for step in 0..count {
        let at = (first + step) % count;
        let Some(room) = rooms.get_mut(at).filter(|room| room.may.has(card)) else { continue };
        if room.laid.len() < room.now.len() {
            room.laid.push(card);
            return true;
        }
    }
    for step in 0..count {
        let at = (first + step) % count;
        let fits = rooms.get(at).is_some_and(|room| room.may.has(card));
        match seen.get_mut(at) {
            Some(seen) if fits && !*seen => *seen = true,
            _ => continue,
        }
        let there = rooms.get(at).map_or(0, |room| room.laid.len());
        for slot in 0..there {
            let Some(other) = rooms.get(at).and_then(|room| room.laid.get(slot)).copied() else { break };
            if lay(rooms, other, at, seen) {
                // It lies elsewhere now: this one takes its place.
                if let Some(laid) = rooms.get_mut(at).and_then(|room| room.laid.get_mut(slot)) {
                    *laid = card;
                }
                return true;
            }
        }
    }
    false
}

/// Cards of a place stand in the way there: they are not laid there again.
pub fn bar(rules: &mut Rules, place: u16, cards: CardSet) {
    let place = usize::from(place);
    if rules.barred.len() <= place {
        rules.barred.resize(place + 1, CardSet::NONE);
    }
    if let Some(barred) = rules.barred.get_mut(place) {
        *barred |= cards;
    }
}
