//! Cards of one name that may be picked from several places: with each of them it is said where it lies.

use std::collections::BTreeMap;

use super::Words;
use crate::engine::{CardSet, Desk, Node, NodeId, PickTold, Program, Runner, Source, Telling, each_card};

/// Where cards lie that a decision may take from one place or another: those of which a like one may be taken from elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Apart(BTreeMap<u8, Lying>);

/// Where a card lies.
#[derive(Debug, Clone, Copy)]
struct Lying {
    place: u16,
    /// Whether a like one lies in a place of the same name, which is somebody else's.
    of_several: bool,
}

impl Apart {
    /// The cards of a decision that a seat has to make, by what it may pick from before anything is picked.
    #[must_use]
    pub fn of(words: Words, runner: &Runner, desk: &Desk, seat: u8) -> Self {
        let mut found = Self::default();
        let Some(ask) = runner.ask(desk.state()) else { return found };
        let mut desk = desk.clone();
        for act in &ask.acts {
            for (number, pick) in act.picks.iter().enumerate() {
                // What a later pick may be depends on those before it.
                let from = if number == 0 {
                    runner.pickable(&mut desk, seat, pick)
                } else {
                    runner.source(&mut desk, seat, pick)
                };
                found.add(words, &desk, from);
            }
        }
        found
    }

    fn add(&mut self, words: Words, desk: &Desk, from: CardSet) {
        let mut sorts: BTreeMap<u8, Vec<(u8, u16)>> = BTreeMap::new();
        let like = |card: u8| words.program.like.get(usize::from(card)).copied().unwrap_or(card);
        let mut alike: BTreeMap<u8, u32> = BTreeMap::new();
        each_card(from).for_each(|card| *alike.entry(like(card)).or_default() += 1);
        for card in each_card(from).filter(|card| alike.get(&like(*card)).is_some_and(|count| *count > 1)) {
            if let Some(place) = desk.state().place_of(words.program, card) {
                sorts.entry(like(card)).or_default().push((card, place));
            }
        }
        let name = |place: u16| words.program.places.get(usize::from(place)).map(|place| place.name);
        for cards in sorts.values() {
            for (card, place) in cards {
                let elsewhere = || cards.iter().map(|(_, other)| *other).filter(|other| other != place);
                let of_several = elsewhere().any(|other| name(other) == name(*place));
                if elsewhere().next().is_some() {
                    let lying = self.0.entry(*card).or_insert(Lying { place: *place, of_several });
                    lying.of_several |= of_several;
                }
            }
        }
    }

    /// Where a card lies, if that has to be said.
    pub(super) fn place(&self, card: u8) -> Option<u16> {
        self.0.get(&card).map(|lying| lying.place)
    }

    /// The same in words: `from hand`, `from hand of Ann`.
    pub(super) fn said(&self, words: &Words, card: u8) -> Option<String> {
        let Lying { place, of_several } = self.0.get(&card)?;
        let whole = words.place(*place);
        let name = whole.split_once(" of ").map_or(whole.as_str(), |(name, _)| name);
        Some(format!("from {}", if *of_several { &whole } else { name }))
    }
}

/// The cards of an act that is told which may have lain in one place or another, so that it is told from where they go when that is known:
/// whatever else lay there, so that nothing of that is told.
#[derive(Debug, Clone)]
pub(crate) struct Coming {
    cards: CardSet,
    /// Whether some of the places are of one name.
    of_several: bool,
    /// Those of which it is known.
    known: Apart,
}

impl Coming {
    /// None where it needs not be told.
    pub(crate) fn of(words: Words, telling: &Telling) -> Option<Self> {
        let Telling::Act { ask, act, picks, .. } = telling else { return None };
        let program = words.program;
        let act = program.asks.get(usize::from(*ask))?.acts.get(usize::from(*act))?;
        let mut found = Self { cards: CardSet::NONE, of_several: false, known: Apart::default() };
        for (pick, told) in act.picks.iter().zip(picks) {
            if let (PickTold::Whole(picked), Source::Cards { from, .. }, Some(_)) = (told, pick.source, &pick.to)
                && let Some(of_several) = from_several(program, from)
            {
                found.cards |= picked.cards;
                found.of_several |= of_several;
            }
        }
        let like = |card: u8| program.like.get(usize::from(card));
        let copies = |card: u8| program.like.iter().filter(|other| Some(*other) == like(card)).count();
        each_card(found.cards).any(|card| copies(card) > 1).then_some(found)
    }

    /// Cards are told to go from a place.
    pub(crate) fn go(&mut self, cards: &[u8], place: u16) {
        let of_several = self.of_several;
        let these = cards.iter().filter(|card| self.cards.has(**card));
        self.known.0.extend(these.map(|card| (*card, Lying { place, of_several })));
    }

    /// From where they went, as far as it was told.
    pub(crate) const fn apart(&self) -> &Apart {
        &self.known
    }
}

/// Whether some of the places from which cards are picked are of one name; none where they are picked from one place alone.
fn from_several(program: &Program, from: NodeId) -> Option<bool> {
    let (mut names, mut of_several, mut open) = (Vec::new(), false, vec![from]);
    let name = |place: u16| program.places.get(usize::from(place)).map(|place| place.name);
    while let Some(node) = open.pop().and_then(|id| program.nodes.get(id)) {
        match *node {
            Node::Place(place) => names.push(name(place)),
            Node::PlaceOf { base, .. } => names.push(name(base)),
            Node::PlacesOf { base, .. } => {
                names.push(name(base));
                of_several = true;
            }
            Node::Either(one, other) | Node::Both(one, other) | Node::IfCards(_, one, other) => {
                open.extend([one, other]);
            }
            Node::Scan { of, .. }
            | Node::Ends { of, .. }
            | Node::BestCards { of, .. }
            | Node::SeenIn { of, .. }
            | Node::Watch { of, .. }
            | Node::Without(of, _) => open.push(of),
            _ => {}
        }
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    (count > 1 || of_several).then_some(of_several || names.len() < count)
}
