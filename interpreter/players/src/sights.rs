//! What a seat can tell of another's choice, as a number: by it the search knows which nodes are one to the seat (an information set).

use bidlang::Prepared;
use bidlang::engine::{Ask, CardSet, Choice, Desk, PlaceAt, Runner, Source, Told};
use bidlang::ir::Ty;

use crate::story::Likes;

/// Who is told of each pick of an act that is no secret to all: where cards come from, and where they go.
#[derive(Debug, Clone)]
struct Shown {
    from: Vec<u16>,
    to: Vec<u16>,
}

/// What searches of a game have in common.
#[derive(Debug, Clone)]
pub struct Sights {
    /// For each decision, act and pick: none where all are told.
    picks: Vec<Vec<Vec<Option<Shown>>>>,
    /// The slots of tracks that are told, each with its track and its place in it, and whether all see it whatever happens.
    slots: Vec<Slot>,
}

/// A slot of a track.
#[derive(Debug, Clone, Copy)]
struct Slot {
    slot: u32,
    track: u16,
    index: u32,
    open: bool,
    /// Whether it is a number: then it is told apart by about how much it is.
    number: bool,
}

/// Numbers nearer to nought than this are told apart.
const EXACT: u64 = 8;

impl Sights {
    /// Of a game.
    #[must_use]
    pub fn of(prepared: &Prepared) -> Self {
        let program = prepared.runner().program();
        let tracks = &prepared.game().game.tracks;
        let pick = |pick: &bidlang::engine::Pick| match (&pick.told, pick.source) {
            (Told::All, _) => None,
            (_, Source::Cards { from, .. }) => {
                Some(Shown { from: program.places_of(from), to: pick.to.as_ref().map_or_else(Vec::new, PlaceAt::all) })
            }
            (Told::AsItLies | Told::WhoSees(_), _) => Some(Shown { from: Vec::new(), to: Vec::new() }),
        };
        let ask = |ask: &Ask| ask.acts.iter().map(|act| act.picks.iter().map(pick).collect()).collect();
        let told = (0_u16..).zip(&program.tracks).zip(tracks).filter(|((_, track), _)| track.told);
        let slots = told.flat_map(|((track, of), meant)| {
            let number = meant.ty == Ty::Number;
            (0_u32..).zip(of.slots()).map(move |(index, slot)| {
                let open = of.sights.get(index as usize).is_none_or(Vec::is_empty);
                Slot { slot, track, index, open, number }
            })
        });
        Self { picks: program.asks.iter().map(ask).collect(), slots: slots.collect() }
    }

    /// What a seat sees on the table, as a number: the cards that lie open to it, what tracks say, and the points. By it two things that chance brought are told apart.
    pub fn seen(&self, runner: &Runner, likes: &Likes, desk: &mut Desk, seat: u8) -> u64 {
        let mut number = 0_u64;
        for place in (0_u16..).take(runner.program().places.len()) {
            let cards = likes.cards.firsts(desk.state().mask(u32::from(place)));
            if cards != 0 && runner.seers(desk, place) & (1 << seat) != 0 {
                let mixed = cards.words().into_iter().rev().fold(0_u64, |mixed, word| mixed.rotate_left(31) ^ word);
                number ^= mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(u32::from(place));
            }
        }
        let mut said = 0_u64;
        let mut say =
            |value: i64| said = (said.rotate_left(5) ^ value.cast_unsigned()).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        for Slot { slot, track, index, open, number: is_number } in &self.slots {
            if *open || runner.seers_of_track(desk, *track, *index) & (1 << seat) != 0 {
                let value = desk.state().int(*slot);
                let card = Some(value).filter(|_| likes.holds_card(*track)).and_then(|value| u8::try_from(value).ok());
                let value = if *is_number { about(value) } else { value };
                say(card.map_or(value, |card| i64::from(likes.cards.first(card))));
            }
        }
        runner.scores(desk.state()).map(about).for_each(say);
        number ^ said
    }

    /// What a seat can tell of another's choice, as a number.
    pub fn told(&self, runner: &Runner, desk: &mut Desk, by: (u16, u8), choice: &Choice, to: u8) -> u64 {
        let (ask, seat) = by;
        let picks = self.picks.get(usize::from(ask)).and_then(|acts| acts.get(usize::from(choice.act)));
        let mut told = *choice;
        if seat != to {
            for (shown, picked) in picks.into_iter().flatten().zip(&mut told.picks) {
                let Some(shown) = shown else { continue };
                let mut sees = |place: &u16| runner.seers(desk, *place) & (1 << to) != 0;
                if !shown.to.iter().any(&mut sees) && !shown.from.iter().any(&mut sees) {
                    picked.value = i64::from(picked.cards.count_ones());
                    picked.cards = CardSet::NONE;
                }
            }
        }
        number_of(&told).rotate_left(u32::from(seat))
    }
}

/// About how much a number is: the same for those of one half of an octave (quantisation), so that a throw of a hundred leads to few nodes.
fn about(value: i64) -> i64 {
    let much = value.unsigned_abs();
    if much < EXACT {
        return value;
    }
    let octave = much.ilog2();
    let half = much >> (octave - 1) & 1;
    value.signum() * (i64::from(octave) * 2 + half as i64 + EXACT as i64)
}

/// A number for a choice.
fn number_of(choice: &Choice) -> u64 {
    let mut number = u64::from(choice.act).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mix = |value: u64| {
        number = (number ^ value).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number ^= number >> 29;
    };
    for picked in &choice.picks {
        let [first, second, third, fourth] = picked.cards.words();
        mix(first);
        mix(second);
        if third | fourth != 0 {
            mix(third);
            mix(fourth);
        }
        mix(picked.value as u64);
    }
    number
}
