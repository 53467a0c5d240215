//! Who plays with whom, where no line of a rules file says it: the track whose player stands alone, or whose values make sides, found in random
//! games by who gains when others do (correlation of margins).

use bidlang::Prepared;
use bidlang::engine::State;
use bidlang::ir::Ty;

/// How sides show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// In a track of a player: who it is, and those of its team, against the others.
    Holder(u32),
    /// In a track of each player: those with the same value.
    Alike(u32),
}

/// Who plays with whom.
#[derive(Debug, Clone, Default)]
pub struct Sides {
    by: Option<By>,
    /// Whether those on the same side gain together.
    together: bool,
    teams: Vec<u8>,
}

/// Margins of a round, or of a game, with what the tracks were before it was settled.
#[derive(Debug, Clone)]
pub struct Settled {
    /// What each seat gained.
    pub margins: Vec<f64>,
    /// The tracks of [`tracks`].
    pub tracks: Vec<i64>,
}

/// The slots of tracks in which sides may show, in their order: of those for each player, as many as there are players.
fn candidates(prepared: &Prepared) -> Vec<By> {
    let program = prepared.runner().program();
    let tracks = program.tracks.iter().zip(&prepared.words().game.tracks);
    let by = tracks.filter_map(|(slots, track)| match slots.dims.as_slice() {
        [] if track.ty == Ty::Player => Some(By::Holder(slots.base)),
        [seats] if *seats == u32::from(program.seats) && track.ty != Ty::Player && slots.range.1 <= 12 => {
            Some(By::Alike(slots.base))
        }
        _ => None,
    });
    by.collect()
}

/// The slots that have to be looked at before a round is settled.
#[must_use]
pub fn tracks(prepared: &Prepared) -> Vec<u32> {
    let seats = u32::from(prepared.players());
    let slots = candidates(prepared).into_iter().flat_map(|by| match by {
        By::Holder(slot) => slot..slot + 1,
        By::Alike(base) => base..base + seats,
    });
    slots.collect()
}

/// So much closer have those of one side to go together.
const CLEAR: f64 = 0.6;
/// So much has standing alone to matter, in spreads of margins.
const EFFECT: f64 = 0.2;

impl Sides {
    /// What rounds of random games say.
    #[must_use]
    pub fn learnt(prepared: &Prepared, settled: &[Settled]) -> Self {
        let teams = prepared.runner().program().teams.clone();
        let seats = usize::from(prepared.players());
        let mut first = 0;
        let mut best: Option<(f64, By, bool)> = None;
        for by in candidates(prepared) {
            let width = if matches!(by, By::Holder(_)) { 1 } else { seats };
            let of = |round: &Settled, seat: usize| match by {
                By::Holder(_) => {
                    let holder = usize::try_from(*round.tracks.get(first)?).ok()?;
                    Some(i64::from(teams.get(holder)? == teams.get(seat)?))
                }
                By::Alike(_) => round.tracks.get(first + seat).copied(),
            };
            let (mut with, mut against, mut effect) = ((0.0, 0.0), (0.0, 0.0), [(0.0, 0.0, 0.0); 2]);
            for round in settled {
                for one in 0..seats {
                    let (Some(own), Some(gain)) = (of(round, one), round.margins.get(one).copied()) else { continue };
                    if let Some((sum, squares, count)) = effect.get_mut(usize::from(own == 1)) {
                        *sum += gain;
                        *squares += gain * gain;
                        *count += 1.0;
                    }
                    for other in one + 1..seats {
                        let (Some(its), Some(gains)) = (of(round, other), round.margins.get(other).copied()) else {
                            continue;
                        };
                        if teams.get(one) == teams.get(other) {
                            continue;
                        }
                        let to = if own == its && (own == 0 || !matches!(by, By::Holder(_))) {
                            &mut with
                        } else {
                            &mut against
                        };
                        to.0 += gain * gains;
                        to.1 += (gain * gain + gains * gains) / 2.0;
                    }
                }
            }
            first += width;
            let closeness = |(product, squares): (f64, f64)| if squares > 0.0 { product / squares } else { 0.0 };
            let clear = if with.1 > 0.0 && against.1 > 0.0 { closeness(with) - closeness(against) } else { 0.0 };
            let together = clear > CLEAR && closeness(with) > 0.3;
            let means = effect.map(|(sum, _, count): (f64, f64, f64)| if count > 30.0 { sum / count } else { 0.0 });
            let squares: f64 = effect.iter().map(|(_, squares, _)| squares).sum();
            let count: f64 = effect.iter().map(|(_, _, count)| count).sum();
            let usual = (squares / count.max(1.0)).sqrt().max(1e-9);
            let apart = means.iter().map(|mean| mean.abs()).fold(0.0, f64::max) / usual;
            let worth = if together {
                1.0 + clear
            } else if matches!(by, By::Holder(_)) && apart > EFFECT {
                apart
            } else {
                continue;
            };
            if best.is_none_or(|(most, _, _)| worth > most) {
                best = Some((worth, by, together));
            }
        }
        Self { by: best.map(|(_, by, _)| by), together: best.is_some_and(|(_, _, together)| together), teams }
    }

    fn holder(&self, state: &State) -> Option<u8> {
        match self.by? {
            By::Holder(slot) => u8::try_from(state.int(slot)).ok(),
            By::Alike(_) => None,
        }
    }

    fn team(&self, seat: u8) -> Option<u8> {
        self.teams.get(usize::from(seat)).copied()
    }

    /// What a seat is in this round: 0 where it does not show (yet), else 1 or 2.
    #[must_use]
    pub fn part(&self, state: &State, seat: u8) -> u32 {
        match self.by {
            None => 0,
            Some(By::Holder(_)) => match self.holder(state) {
                None => 0,
                Some(holder) => 2 - u32::from(self.team(holder) == self.team(seat)),
            },
            Some(By::Alike(base)) => u32::try_from(state.int(base + u32::from(seat)).clamp(0, 2)).unwrap_or(0),
        }
    }

    /// Whether two seats gain together.
    #[must_use]
    pub fn are_together(&self, state: &State, one: u8, other: u8) -> bool {
        if self.team(one) == self.team(other) {
            return true;
        }
        self.together
            && match self.by {
                None => false,
                Some(By::Holder(_)) => self
                    .holder(state)
                    .is_some_and(|holder| self.team(holder) != self.team(one) && self.team(holder) != self.team(other)),
                Some(By::Alike(base)) => state.int(base + u32::from(one)) == state.int(base + u32::from(other)),
            }
    }

    /// In words, for who looks how a game was understood.
    #[must_use]
    pub fn told(&self) -> String {
        format!("{:?}{}", self.by, if self.together { ", together" } else { "" })
    }
}
