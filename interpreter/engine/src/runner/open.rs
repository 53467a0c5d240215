//! What everybody knows at all times: phrases and slots that nothing hidden comes into, whatever happens (a static taint analysis, to its fixed
//! point). What is found here need not be looked at while the game goes.

use std::collections::HashSet;

use super::super::program::{Node, NodeId, PerNode, Pick, PlaceAt, Program, Source, Told, Whose};
use super::Build;
use super::guards::Guards;
use super::learned::{Changed, changes};
use crate::of_inside;

/// A slot, and whether it is one of a set of cards.
type Slot = (u32, bool);

/// What everybody knows at all times.
pub(super) struct Open {
    /// For each phrase, whether it is known.
    phrases: PerNode<bool>,
    /// Slots that hold what was picked and may not be told to all.
    picked: HashSet<Slot>,
    /// These, and slots that are told to nobody and hold what somebody may not know.
    closed: HashSet<Slot>,
}

fn all_see(program: &Program, sights: &[(NodeId, NodeId)]) -> bool {
    program.always_seen_by(sights) == program.everybody()
}

/// Whether all see the cards of a place at all times.
fn is_seen(program: &Program, place: u16) -> bool {
    program.places.get(usize::from(place)).is_some_and(|place| all_see(program, &place.sights))
}

/// Whether all see at all times how many cards there are in a place.
fn is_counted(program: &Program, place: u16) -> bool {
    let place = program.places.get(usize::from(place));
    place.is_some_and(|place| place.sizes.is_empty() || all_see(program, &place.sizes))
}

/// Whether all are told what is picked, whatever it is.
fn told_to_all(program: &Program, pick: &Pick) -> bool {
    match (&pick.told, pick.source) {
        (Told::All, _) => true,
        (Told::AsItLies, Source::Cards { from, .. }) => {
            let from = program.places_of(from);
            let to = pick.to.as_ref().filter(|to| matches!(to.of, Whose::Whole | Whose::One(_))).map(PlaceAt::all);
            let seen = |places: &[u16]| places.iter().all(|place| is_seen(program, *place));
            // Where none are picked, all know it by how many there are.
            let counted = from.iter().chain(to.iter().flatten()).all(|place| is_counted(program, *place));
            counted && (seen(&from) || to.is_some_and(|to| seen(&to)))
        }
        (Told::AsItLies | Told::WhoSees(_), _) => false,
    }
}

impl Open {
    /// Of a program: all is held to be known until something is found that is not.
    pub(super) fn of(program: &Program, guards: &Guards) -> Self {
        let build = Build::new(program);
        let at = |(pc, op)| changes(&build, op).into_iter().map(move |changed| (pc, changed));
        let all: Vec<(usize, Changed)> = program.code.iter().enumerate().flat_map(at).collect();
        let picks = program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks);
        let secret = picks.filter(|pick| !told_to_all(program, pick)).map(|pick| (pick.slot, pick.several));
        let picked: HashSet<Slot> = secret.collect();
        let mut open = Self { phrases: PerNode::default(), closed: picked.clone(), picked };
        loop {
            open.phrases = open.look(program);
            let ways = guards.open(|phrase| open.has_phrase(phrase));
            let known = |(pc, changed): &(usize, Changed)| {
                let told = changed.phrases().is_some_and(|mut phrases| phrases.all(|phrase| open.has_phrase(phrase)));
                told && ways.get(*pc).copied().unwrap_or(false)
            };
            let unknown = all.iter().filter(|change| !known(change)).flat_map(|(_, changed)| changed.slots());
            let closed: HashSet<Slot> = unknown.map(|slot| (slot, false)).collect();
            if closed.is_subset(&open.closed) {
                return open;
            }
            open.closed.extend(closed);
        }
    }

    /// Whether a phrase is known.
    pub(super) fn has_phrase(&self, phrase: NodeId) -> bool {
        self.phrases.get(phrase).copied().unwrap_or(false)
    }

    /// Whether a slot holds what was picked and may not be told to all.
    pub(super) fn is_picked(&self, slot: Slot) -> bool {
        self.picked.contains(&slot)
    }

    /// Whether what a slot holds is known, where it is told to nobody.
    pub(super) fn has_slot(&self, slot: Slot) -> bool {
        !self.closed.contains(&slot)
    }

    /// Each phrase stands behind those inside of it.
    fn look(&self, program: &Program) -> PerNode<bool> {
        let mut known: PerNode<bool> = PerNode::default();
        for node in program.nodes.iter() {
            let is_open = self.is_open(program, &known, node);
            known.push(is_open);
        }
        known
    }

    fn is_open(&self, program: &Program, known: &PerNode<bool>, node: &Node) -> bool {
        let place = |place: u16| is_seen(program, place);
        let slot = |slot: Slot| match program.track_of(slot.0).filter(|_| !slot.1) {
            Some((_, track)) => {
                let sights = track.sights.get((slot.0 - track.base) as usize);
                if track.told { sights.is_none_or(|sights| all_see(program, sights)) } else { self.has_slot(slot) }
            }
            None => self.has_slot(slot),
        };
        let here = match node {
            Node::Place(at) => place(*at),
            Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => (*base..base + count).all(place),
            Node::Slot(at) => slot((*at, false)),
            Node::CardSlot(at) => slot((*at, true)),
            Node::SlotAt { base, keys, .. } => {
                let size: u32 = keys.iter().map(|(_, size)| size).product();
                (*base..base + size).all(|at| slot((at, false)))
            }
            // It says where a card lies.
            Node::Owner(_) => false,
            Node::Reg(_) | Node::CardReg(_) | Node::SeatSlot(_) | Node::AllPass { .. } => return true,
            Node::EndCard { .. }
            | Node::Ends { .. }
            | Node::CountSets { .. }
            | Node::Let { .. }
            | Node::FoldCards { .. }
            | Node::FoldSeats { .. }
            | Node::FoldMembers { .. }
            | Node::Scan { .. }
            | Node::ScanSeats { .. }
            | Node::BestCards { .. }
            | Node::BestSeats { .. }
            | Node::Score(_)
            | Node::Watch { .. }
            | Node::SeenIn { .. }
            | of_inside!() => true,
        };
        let mut inner = here;
        program.inner(node, &mut |phrase| inner = inner && known.get(phrase).copied().unwrap_or(false));
        inner
    }
}
