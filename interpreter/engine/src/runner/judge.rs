//! Who would take a trick if a card were laid to it that is still in a hand: for those who look ahead.

use super::super::program::{SeatSet, Turns};
use super::super::state::bit;
use super::desk::Desk;
use super::taker::{Laid, Winner};
use super::{Build, Runner};

/// Knows for the tricks of a game which card takes them. It looks at cards that lie anywhere: it is not for who may not see them.
pub struct Judge {
    /// For each form of tricks; none where more than the cards of a trick says who takes it.
    winners: Vec<Option<Winner>>,
}

/// A trick to which somebody is to play.
pub struct Laying {
    tricks: usize,
    laid: Laid,
    /// Whose turn it is.
    pub turn: u8,
    /// Who takes it as it lies; none where nobody has played.
    pub ahead: Option<u8>,
    /// Who plays after this turn.
    pub to_come: SeatSet,
}

impl Laying {
    /// The cards that lie in it.
    pub fn cards(&self) -> impl Iterator<Item = u8> + '_ {
        self.laid.cards().map(|(_, card)| card)
    }
}

impl Judge {
    /// Of a game.
    #[must_use]
    pub fn of(runner: &Runner) -> Self {
        let build = Build::new(&runner.program);
        Self { winners: runner.program.tricks.iter().map(|tricks| build.winner(tricks, &[])).collect() }
    }

    /// The trick to which somebody is to play now; none where something else is asked, or where its cards alone do not say who takes it.
    #[must_use]
    pub fn laying(&self, runner: &Runner, desk: &mut Desk) -> Option<Laying> {
        let Turns::Tricks(number) = runner.ask(&desk.state)?.turns else { return None };
        let tricks = runner.program.tricks.get(usize::from(number))?;
        let winner = self.winners.get(usize::from(number))?.as_ref()?;
        let laid = Laid::of(desk, tricks.played, tricks.leader, runner.program.seats);
        let turn = u8::try_from(desk.state.int(tricks.seat)).ok()?;
        let ahead = match laid.first() {
            Some(led) => judged(desk, winner, led, &laid)?,
            None => None,
        };
        let to_come = desk.state.seats(tricks.todo) & !(1 << turn);
        Some(Laying { tricks: usize::from(number), laid, turn, ahead, to_come })
    }

    /// Whether the card of whose turn it is would take the trick as it lies.
    pub fn takes(&self, desk: &mut Desk, laying: &mut Laying, card: u8) -> bool {
        let Some(Some(winner)) = self.winners.get(laying.tricks) else { return false };
        let before = (laying.laid.count, laying.laid.all);
        laying.laid.add(laying.turn, card, bit(card));
        let led = laying.laid.first().unwrap_or(card);
        let taken = judged(desk, winner, led, &laying.laid) == Some(Some(laying.turn));
        (laying.laid.count, laying.laid.all) = before;
        taken
    }

    /// Whether there is something to be known of a form of tricks.
    #[must_use]
    pub fn knows(&self, form: u16) -> bool {
        self.winners.get(usize::from(form)).is_some_and(Option::is_some)
    }

    /// Whether the second card takes the trick of a form from the first where that leads.
    pub fn beats(&self, desk: &mut Desk, form: u16, led: u8, card: u8) -> bool {
        let Some(Some(winner)) = self.winners.get(usize::from(form)) else { return false };
        let mut laid = Laid::nothing();
        laid.add(0, led, bit(led));
        laid.add(1, card, bit(card));
        judged(desk, winner, led, &laid) == Some(Some(1))
    }
}

/// Who would take a trick; none where that cannot be told yet, as while trump suits are looked up that are not named. The game goes on.
fn judged(desk: &mut Desk, winner: &Winner, led: u8, laid: &Laid) -> Option<Option<u8>> {
    desk.quietly(|desk| {
        desk.fault = None;
        desk.led = led;
        let taken = winner.of::<false>(desk, laid);
        desk.fault.is_none().then_some(taken)
    })
}
