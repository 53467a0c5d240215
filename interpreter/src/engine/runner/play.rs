//! Whole games with random players, as many as one can.

use super::super::chance::Stream;
use super::super::fault::{Fault, FaultKind};
use super::Runner;
use super::asks::Asked;
use super::desk::Desk;
use super::select::nth_card;

/// How a game went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Played {
    /// Decisions, forced ones too.
    pub decisions: u64,
    /// Decisions among several choices.
    pub choices: u64,
}

/// A decision that was made.
#[derive(Debug, Clone, Copy)]
pub struct Decided {
    /// The decision's number in the program.
    pub ask: u16,
    /// Who chose.
    pub seat: u8,
    /// The number of the act.
    pub act: u8,
    /// Among how many choices.
    pub count: u64,
}

/// Who looks on while games are played.
pub trait Watch {
    /// Whether anybody looks; if not, nothing is made ready to be looked at.
    const WATCHES: bool = true;
    /// A decision was made.
    fn decided(&mut self, desk: &Desk, decided: Decided);
}

/// Nobody looks on.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {
    const WATCHES: bool = false;
    fn decided(&mut self, _: &Desk, _: Decided) {}
}

impl Runner {
    /// Plays on with random players to the end. Forced acts draw no number.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done, or after `most` decisions.
    pub fn play<W: Watch>(
        &self,
        desk: &mut Desk,
        players: &mut Stream,
        most: u64,
        watch: &mut W,
    ) -> Result<Played, Fault> {
        let mut played = Played::default();
        loop {
            if desk.state.waiting < 0 {
                if desk.state.over || !self.run_on(desk)? {
                    return Ok(played);
                }
                if played.decisions >= most {
                    return Err(self.fault_of(desk, Fault { kind: FaultKind::Decisions(most), rule: 0 }));
                }
                let simple = desk.state.waiting().and_then(|ask| self.asks.get(usize::from(ask)));
                if let Some(count) = simple.and_then(|ask| self.play_card(desk, ask, players, watch)) {
                    played.decisions += 1;
                    played.choices += u64::from(count > 1);
                    continue;
                }
                if self.begin(desk)? == 0 {
                    desk.state.pc += 1;
                    continue;
                }
            }
            let Some(ask) = desk.state.waiting().and_then(|ask| self.asks.get(usize::from(ask))) else { continue };
            let seats = desk.state.seats(ask.waiting);
            if seats == 0 {
                desk.state.waiting = -1;
                desk.state.pc += 1;
                continue;
            }
            if played.decisions >= most {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Decisions(most), rule: 0 }));
            }
            let seat = u8::try_from(seats.trailing_zeros()).unwrap_or(0);
            let number = desk.state.waiting().unwrap_or(0);
            let count = self.choices(desk, seat);
            let drawn = if count > 1 { players.below_long(count) } else { 0 };
            if count == 0 {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Stuck(seat), rule: 0 }));
            }
            let act = self.choose(desk, ask, seat, (drawn, count)).unwrap_or(0);
            played.decisions += 1;
            played.choices += u64::from(count > 1);
            if W::WATCHES {
                watch.decided(desk, Decided { ask: number, seat, act, count });
            }
        }
    }

    /// The usual decision: a seat plays one card of its hand. Nothing where it is another, or needs a closer look.
    #[inline]
    fn play_card<W: Watch>(&self, desk: &mut Desk, ask: &Asked, players: &mut Stream, watch: &mut W) -> Option<u32> {
        let simple = ask.simple.as_ref()?;
        let cards = simple.cards(desk);
        let count = cards.count_ones();
        if count == 0 {
            return None;
        }
        let card = if count == 1 { cards } else { nth_card(cards, u64::from(players.below(count))) };
        let number = desk.state.waiting().unwrap_or(0);
        let seat = simple.seat(desk);
        desk.state.waiting = -1;
        desk.looked = None;
        simple.take(desk, card);
        if W::WATCHES {
            watch.decided(desk, Decided { ask: number, seat, act: 0, count: u64::from(count) });
        }
        Some(count)
    }
}
