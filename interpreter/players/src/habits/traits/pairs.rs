//! Numbers of a seat that may say the same of different things when they are compared: tricks bid and tricks taken.

use bidlang::Prepared;
use bidlang::ir::Ty;

/// So many pairs of numbers are compared.
pub const MOST_PAIRS: usize = 4;
/// Numbers up to this are compared: tricks bid and taken, say.
const MOST_COMPARED: i64 = 40;

/// Numbers that are compared.
pub fn pairs(prepared: &Prepared) -> Vec<Vec<(u32, u32)>> {
    let program = prepared.runner().program();
    let sides = program.teams.iter().map(|team| u32::from(*team) + 1).max().unwrap_or(1);
    let tracks = program.tracks.iter().zip(&prepared.words().game.tracks);
    let numbers = tracks.filter(|(slots, track)| {
        let (low, high) = slots.range;
        track.ty == Ty::Number && low >= 0 && (1..=MOST_COMPARED).contains(&high)
    });
    let (mut own, mut whole) = (Vec::new(), Vec::new());
    for (slots, _) in numbers {
        match slots.dims.as_slice() {
            [] => whole.push((slots.base, None)),
            [count] if *count == u32::from(program.seats) => own.push((slots.base, Some(false))),
            [count] if *count == sides => own.push((slots.base, Some(true))),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for (number, one) in own.iter().enumerate() {
        found.extend(own.iter().skip(number + 1).map(|other| (*one, *other)));
    }
    for one in &own {
        found.extend(whole.iter().map(|other| (*one, *other)));
    }
    found.truncate(MOST_PAIRS);
    let slot = |(base, by): (u32, Option<bool>), (seat, team): (u32, u8)| match by {
        None => base,
        Some(false) => base + seat,
        Some(true) => base + u32::from(team),
    };
    let of = |of: (u32, u8)| found.iter().map(|(one, other)| (slot(*one, of), slot(*other, of))).collect();
    (0_u32..).zip(program.teams.iter().copied()).map(of).collect()
}
