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

impl Runner {
    /// Plays on with random players to the end. Forced acts draw no number.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done, or after `most` decisions.
    pub fn play(&self, desk: &mut Desk, players: &mut Stream, most: u64) -> Result<Played, Fault> {
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
                if let Some(count) = simple.and_then(|ask| Self::play_card(desk, ask, players)) {
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
            let count = self.choices(desk, seat);
            let drawn = if count > 1 { players.below_long(count) } else { 0 };
            if count == 0 {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Stuck(seat), rule: 0 }));
            }
            let illegal = Fault { kind: FaultKind::Illegal, rule: 0 };
            self.choose(desk, ask, seat, (drawn, count)).ok_or(illegal)?;
            played.decisions += 1;
            played.choices += u64::from(count > 1);
        }
    }

    /// The usual decision: a seat plays one card of its hand. Nothing where it is another, or needs a closer look.
    #[inline]
    fn play_card(desk: &mut Desk, ask: &Asked, players: &mut Stream) -> Option<u32> {
        let simple = ask.simple.as_ref()?;
        let cards = simple.cards(desk);
        let count = cards.count_ones();
        if count == 0 || desk.fault.is_some() {
            return None;
        }
        let card = if count == 1 { cards } else { nth_card(cards, u64::from(players.below(count))) };
        desk.state.waiting = -1;
        desk.looked = None;
        simple.take(desk, card);
        Some(count)
    }
}
