//! A table: one game being played, with what is asked of it from outside.

use std::sync::Arc;

use super::listen::Listener;
use super::{Act, Error, Objected, Prepared, Turn, View};
use crate::engine::{Choice, Desk, Fault, FaultKind, Luck, Pause, RuleId, Runner, Shown, Silent, State, each_seat};
use crate::record::{self, Recorded};

/// Most decisions of one game, where nothing else is said.
pub const MOST_DECISIONS: u64 = 1_000_000;

/// One game being played. A clone is a snapshot: both go their own way from there. It can be sent to another thread.
///
/// ```
/// use bidlang::{Game, Setup};
///
/// let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
/// let mut table = game.table(&Setup::players(2), 7)?;
/// while let Some(turn) = table.turn()? {
///     let act = turn.nth(0).ok_or("no such choice")?;
///     let before = table.clone();
///     table.play(turn.seat(), &act)?;
///     assert!(before.clone().play(turn.seat(), &act).is_ok(), "a snapshot can go on too");
/// }
/// assert!(table.is_over());
/// assert_eq!(table.scores().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A seat is told what happens as it happens:
///
/// ```
/// use bidlang::{Game, Recorder, Setup};
///
/// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
/// let (mut lines, ben) = (Vec::new(), 1);
/// let mut recorder = Recorder::new(table.prepared(), 7, Some(ben), |line| lines.push(line));
/// while let Some(turn) = table.turn_told(&mut recorder)? {
///     table.play_told(turn.seat(), &turn.nth(0).ok_or("no such choice")?, &mut recorder)?;
/// }
/// recorder.end(&table, None);
/// drop(recorder);
/// assert!(lines.iter().any(|line| line.contains(r#""line":"move","cards":[null,null,null,null]"#)), "cards of others");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    prepared: Prepared,
    /// The engine.
    #[doc(hidden)]
    pub runner: Arc<Runner>,
    /// What the game is played on: its state and chance.
    #[doc(hidden)]
    pub desk: Desk,
    decisions: u64,
    most_decisions: u64,
    /// Lines of the last decisions, newest last.
    recent: Vec<RuleId>,
    /// What a listener has been told; none before anybody listens.
    told: Option<Shown>,
}

impl Table {
    pub(super) fn new(prepared: Prepared, chance: Luck) -> Self {
        let runner = Arc::clone(prepared.runner());
        let desk = runner.desk_by(chance);
        let most_decisions = MOST_DECISIONS;
        Self { prepared, runner, desk, decisions: 0, most_decisions, recent: Vec::new(), told: None }
    }

    /// The game is stopped after so many decisions, forced ones too; after a million where nothing is said.
    #[must_use]
    pub const fn most_decisions(mut self, most: u64) -> Self {
        self.most_decisions = most;
        self
    }

    /// The game ends after so many passes of its first phase that repeats, such as hands; `false` where no phase repeats.
    #[must_use]
    pub fn most_passes(&mut self, most: u32) -> bool {
        let phases = &self.prepared.compiled().program.phases;
        let repeats = phases.iter().position(|phase| phase.pass.is_some());
        let Some(phase) = repeats.and_then(|phase| u16::try_from(phase).ok()) else { return false };
        self.desk.most_passes = Some((phase, i64::from(most)));
        true
    }

    /// After how many passes the game was stopped, as [`Self::most_passes`] asks; none where the rules have ended it, or it goes on.
    #[must_use]
    pub fn passes_played(&self) -> Option<u32> {
        let most = self.desk.most_passes.filter(|_| self.desk.out_of_passes);
        most.and_then(|(_, passes)| u32::try_from(passes).ok())
    }

    /// Plays on until a seat has to choose among several acts; forced acts are made. None when the game is over.
    ///
    /// # Errors
    /// [`Error::Stopped`] where the rules ask for what cannot be done, or a limit is reached.
    pub fn turn(&mut self) -> Result<Option<Turn>, Error> {
        self.turn_told(&mut Silent)
    }

    /// The same where somebody is told what happens. Who listens listens from the beginning.
    ///
    /// # Errors
    /// As [`Self::turn`].
    pub fn turn_told<L: Listener>(&mut self, listener: &mut L) -> Result<Option<Turn>, Error> {
        let paused = self.advance(listener).map_err(|fault| self.stopped(fault))?;
        let Pause::Decision(seats) = paused else { return Ok(None) };
        let turn = |seat| Turn::new(self.prepared.clone(), self.desk.clone(), seat);
        Ok(each_seat(seats).next().map(turn))
    }

    /// A seat acts.
    ///
    /// ```
    /// use bidlang::{Error, Game, Setup};
    ///
    /// let mut table = Game::read("high.bid", bidlang::SMALL_GAME)?.table(&Setup::players(2), 7)?;
    /// let first = table.turn()?.ok_or("the game is over")?;
    /// let act = first.nth(0).ok_or("no such choice")?;
    /// assert!(matches!(table.play(5, &act), Err(Error::NotToChoose { .. })), "there is no sixth seat");
    /// table.play(first.seat(), &act)?;
    /// let ben = table.turn()?.ok_or("the game is over")?.seat();
    /// // The card is Ann's.
    /// let refused = table.play(ben, &act).unwrap_err();
    /// assert!(refused.to_string().contains("a card from hand to bid"), "{refused}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotToChoose`] if it is not its turn, [`Error::Illegal`] with the clauses that forbid the act: nothing has happened
    /// then. [`Error::Stopped`] where the rules ask for what cannot be done, or a limit is reached.
    pub fn play(&mut self, seat: u8, act: &Act) -> Result<(), Error> {
        self.play_told(seat, act, &mut Silent)
    }

    /// The same where somebody is told what happens.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_told<L: Listener>(&mut self, seat: u8, act: &Act, listener: &mut L) -> Result<(), Error> {
        if self.desk.state().waiting().is_none() && !self.is_over() {
            // Nobody has asked yet whose turn it is.
            self.advance(listener).map_err(|fault| self.stopped(fault))?;
        }
        let choosers = self.runner.choosers(self.desk.state());
        if !each_seat(choosers).any(|chooser| chooser == seat) {
            let choosers = each_seat(choosers).map(|seat| self.prepared.name(seat).to_owned()).collect();
            return Err(Error::NotToChoose { seat: self.prepared.name(seat).to_owned(), choosers });
        }
        if self.desk.state().waiting() != Some(act.ask()) || !act.prepared.is_like(&self.prepared) {
            return Err(Error::Illegal { act: act.to_string(), because: Vec::new() });
        }
        let objections = self.runner.grounds(&mut self.desk, seat, act.choice());
        if !objections.is_empty() || !self.runner.fits(self.desk.state(), act.choice()) {
            let because = objections.iter().map(|objection| Objected::of(&self.prepared, *objection)).collect();
            return Err(Error::Illegal { act: act.to_string(), because });
        }
        self.make(seat, act.choice(), false, listener).map_err(|fault| self.stopped(fault))
    }

    /// Makes recorded choices, from where the game stands, and gives the turn after them: so a game that was left is gone on with.
    ///
    /// ```
    /// use bidlang::{Game, Recorder, Replay, Setup, Silent};
    ///
    /// let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
    /// let mut table = game.table(&Setup::players(2), 7)?;
    /// let mut text = String::new();
    /// let mut recorder = Recorder::new(table.prepared(), 7, None, |line| text += &format!("{line}\n"));
    /// for _ in 0..3 {
    ///     let turn = table.turn_told(&mut recorder)?.ok_or("the game is over")?;
    ///     table.play_told(turn.seat(), &turn.nth(1).ok_or("no such choice")?, &mut recorder)?;
    /// }
    /// drop(recorder);
    ///
    /// let replay = Replay::read(&text)?;
    /// let mut again = game.prepare_replay(&replay)?.table(replay.seed);
    /// let turn = again.replay(&replay.choices, &mut Silent)?.ok_or("the game is over")?;
    /// assert_eq!(Some(turn.seat()), table.turn()?.map(|turn| turn.seat()));
    /// assert_eq!(again.view_of_all(), table.view_of_all());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Record`] where a choice is not that of the seat whose turn it is, is not legal, or comes after the end;
    /// [`Error::Stopped`] as [`Self::turn`]. Choices before that have been made.
    pub fn replay<L: Listener>(&mut self, choices: &[Recorded], listener: &mut L) -> Result<Option<Turn>, Error> {
        for recorded in choices {
            let Some(turn) = self.turn_told(listener)? else {
                return Err(Error::Record(record::longer(recorded.line)));
            };
            let act = turn.recorded(recorded)?;
            self.make(turn.seat(), act.choice(), false, listener).map_err(|fault| self.stopped(fault))?;
        }
        self.turn_told(listener)
    }

    /// The table as a seat may see it; a seat that is not at the table sees neither places nor tracks.
    #[must_use]
    pub fn view(&self, seat: u8) -> View {
        View::new(&self.prepared, &mut self.desk.clone(), Some(seat))
    }

    /// The whole table, with all that is hidden.
    #[must_use]
    pub fn view_of_all(&self) -> View {
        View::new(&self.prepared, &mut self.desk.clone(), None)
    }

    /// The game and its setup.
    #[must_use]
    pub const fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// The names of the seats, in their order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.prepared.names()
    }

    /// The score of each seat.
    #[must_use]
    pub fn scores(&self) -> Vec<i64> {
        self.runner.scores(self.desk.state()).collect()
    }

    /// The seats that have won; none before the end, or where the rules name nobody.
    #[must_use]
    pub fn winners(&self) -> Vec<u8> {
        each_seat(self.runner.winners(self.desk.state())).collect()
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.desk.state().is_over()
    }

    /// How many decisions were made, forced ones too.
    #[must_use]
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }

    fn stopped(&self, fault: Fault) -> Error {
        let mut stopped = self.prepared.stopped(fault);
        if matches!(fault.kind, FaultKind::Decisions(_) | FaultKind::Steps(_)) {
            let compiled = self.prepared.compiled();
            let mut cycle = self.cycle(fault.kind);
            // Where a game was to be short, what it did last was no circle.
            let short = matches!(fault.kind, FaultKind::Decisions(most) if most < MOST_DECISIONS);
            let cut = short && !self.recent_is_round(cycle.len());
            if cut {
                cycle.clear();
            }
            let last = if cut { "the last decision that was allowed" } else { "the last decision" };
            let mut problem = stopped.problem.here(last);
            for (step, rule) in cycle.iter().take(6).enumerate() {
                let text = format!("step {} of {} that come again and again", step + 1, cycle.len());
                problem = problem.and(compiled.line(*rule), text);
            }
            stopped.problem = problem;
        }
        Error::Stopped(Box::new(stopped))
    }
}

/// For the crates around this one.
#[doc(hidden)]
impl Table {
    /// Where all cards lie and all tracks stand.
    #[must_use]
    pub const fn state(&self) -> &State {
        self.desk.state()
    }

    /// The turn of one of the seats that have to choose now, as this table knows it.
    #[must_use]
    pub fn turn_of(&self, seat: u8) -> Turn {
        Turn::new(self.prepared.clone(), self.desk.clone(), seat)
    }

    /// Plays on as [`Self::turn`], to the seats that have to choose.
    ///
    /// # Errors
    /// Where the rules ask for what cannot be done, or a limit is reached.
    pub fn advance<L: Listener>(&mut self, listener: &mut L) -> Result<Pause, Fault> {
        loop {
            let paused = self.run(listener)?;
            let Pause::Decision(seats) = paused else { return Ok(paused) };
            // In seat order: a forced seat is passed over only when its turn has come.
            let Some(seat) = each_seat(seats).next() else { return Ok(Pause::Over) };
            if self.runner.choices(&mut self.desk, seat) != 1 {
                return Ok(paused);
            }
            let Some(only) = self.runner.nth_choice(&mut self.desk, seat, 0) else { return Ok(paused) };
            self.make(seat, &only, true, listener)?;
        }
    }

    /// Runs on until somebody has to choose, be it among one legal choice alone, or the game is over. Where it stops, places that have become
    /// visible are told.
    ///
    /// # Errors
    /// Where the rules ask for what cannot be done.
    pub fn run<L: Listener>(&mut self, listener: &mut L) -> Result<Pause, Fault> {
        if !L::LISTENS {
            return self.runner.run(&mut self.desk, listener);
        }
        let told = self.told.get_or_insert_with(|| Shown::new(self.runner.program()));
        told.run(&self.runner, &mut self.desk, listener)
    }

    /// Takes a choice, which the caller found among the legal ones.
    ///
    /// # Errors
    /// If the seat does not have to choose, or a limit is reached.
    pub fn make<L: Listener>(
        &mut self,
        seat: u8,
        choice: &Choice,
        forced: bool,
        listener: &mut L,
    ) -> Result<(), Fault> {
        self.one_more()?;
        let rule = self.asked_by();
        self.remember(rule);
        self.decisions += 1;
        if !L::LISTENS {
            return self.runner.choose(&mut self.desk, seat, choice, forced, listener);
        }
        listener.decided(&self.runner, &mut self.desk, seat, choice, forced);
        let told = self.told.get_or_insert_with(|| Shown::new(self.runner.program()));
        told.choose(&self.runner, &mut self.desk, (seat, choice, forced), listener)
    }

    /// Whether one decision more may be made, so that nobody is asked for what would not be done.
    ///
    /// # Errors
    /// Where the limit is reached.
    pub fn may_go_on(&mut self) -> Result<(), Error> {
        self.one_more().map_err(|fault| self.stopped(fault))
    }

    fn one_more(&mut self) -> Result<(), Fault> {
        if self.decisions < self.most_decisions {
            return Ok(());
        }
        let rule = self.asked_by();
        self.remember(rule);
        Err(Fault { kind: FaultKind::Decisions(self.most_decisions), rule })
    }

    /// The line that asks now.
    fn asked_by(&self) -> RuleId {
        self.runner.ask(self.desk.state()).map_or(0, |ask| ask.rule)
    }

    fn remember(&mut self, rule: RuleId) {
        if self.recent.len() >= 64 {
            self.recent.remove(0);
        }
        self.recent.push(rule);
    }

    /// What the game goes through again and again after a limit was reached, oldest first: the lines of the last decisions,
    /// or those that the rules run through without a decision. The shortest part that repeats.
    #[must_use]
    pub fn cycle(&self, kind: FaultKind) -> Vec<RuleId> {
        if matches!(kind, FaultKind::Steps(_)) {
            return self.runner.circle(&self.desk);
        }
        let recent = &self.recent;
        let repeats = |length: usize| {
            let last = recent.iter().rev().take(length);
            let before = recent.iter().rev().skip(length).take(length);
            recent.len() >= 2 * length && last.eq(before)
        };
        let length = (1..=recent.len() / 2).find(|length| repeats(*length)).unwrap_or_else(|| recent.len().min(8));
        recent.iter().skip(recent.len() - length).copied().collect()
    }

    /// Whether the lines of all decisions that are remembered came again and again, so many of them at a time.
    fn recent_is_round(&self, length: usize) -> bool {
        self.recent.len() >= 2 * length
            && self.recent.iter().skip(length).zip(&self.recent).all(|(next, this)| next == this)
    }
}
