//! Cards that the seat cannot place are laid anew, each where it may lie (a random bipartite matching by augmenting paths).

use bidlang::engine::{CardSet, PickTold, Stream, Telling, each_card};

use crate::luck::Swap;
use crate::story::Story;
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
    let named = named_by_seat(story, world.told);
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
                from = from.min(world.chance()?.last_with_both(*was, *is)?);
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

/// For each seat the cards that it is told to act with later.
fn named_by_seat(story: &Story, from: usize) -> Vec<(u8, CardSet)> {
    let mut found: Vec<(u8, CardSet)> = Vec::new();
    for line in story.lines.get(from..).unwrap_or_default() {
        let Telling::Act { seat, picks, .. } = line else { continue };
        let cards = picks.iter().flat_map(PickTold::cards).fold(0, |set: CardSet, card| set | 1 << card);
        match found.iter_mut().find(|(of, _)| of == seat) {
            Some((_, named)) => *named |= cards,
            None => found.push((*seat, cards)),
        }
    }
    found
}

/// The places where such cards lie.
fn rooms(world: &World, rules: &Rules, unlocated: CardSet, named: &[(u8, CardSet)]) -> Vec<Room> {
    let program = rules.runner.program();
    let all_named = named.iter().fold(0, |set, (_, cards)| set | cards);
    let mut rooms = Vec::new();
    for (number, place) in (0_u16..).zip(&program.places) {
        let now: Vec<u8> = world.desk.state().in_order(program, number).filter(|card| unlocated & (1 << card) != 0).collect();
        if now.is_empty() {
            continue;
        }
        let owner = place.owner.filter(|_| place.of_seat).and_then(|owner| u8::try_from(owner).ok());
        let own = owner.and_then(|owner| named.iter().find(|(seat, _)| *seat == owner)).map_or(0, |(_, cards)| *cards);
        let may = world.desk.may_lie(rules.seat, number).unwrap_or(0);
        let barred = rules.barred.get(usize::from(number)).copied().unwrap_or(0);
        rooms.push(Room { place: number, now, may: may & !barred & (!all_named | own), laid: Vec::new() });
    }
    rooms.sort_by_key(|room| room.place);
    rooms
}

/// Lays a card where it may lie, moving others on where there is no room.
fn lay(rooms: &mut [Room], card: u8, first: usize, seen: &mut [bool]) -> bool {
    let count = rooms.len();
    for step in 0..count {
        let at = (first + step) % count;
        let Some(room) = rooms.get_mut(at).filter(|room| room.may & (1 << card) != 0) else { continue };
        if room.laid.len() < room.now.len() {
            room.laid.push(card);
            return true;
        }
    }
    for step in 0..count {
        let at = (first + step) % count;
        let fits = rooms.get(at).is_some_and(|room| room.may & (1 << card) != 0);
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

/// The cards of a place stand in the way there: they are not laid there again.
pub fn bar(world: &World, rules: &mut Rules, source: CardSet, cards: CardSet) {
    let program = rules.runner.program();
    let place = each_card(source).next().and_then(|card| world.desk.state().place_of(program, card));
    let Some(place) = place.map(usize::from) else { return };
    if rules.barred.len() <= place {
        rules.barred.resize(place + 1, 0);
    }
    if let Some(barred) = rules.barred.get_mut(place) {
        *barred |= cards;
    }
}
