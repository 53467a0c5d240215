//! One game of the package, followed by the engine.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use bidlang::engine::{Act, Ask, Choice, Desk, Luck, Pause, Runner, Source, each_card, each_seat};
use bidlang::lower::Compiled;
use bidlang::words::Words;

use crate::oracle::chance::Dealt;
use crate::oracle::line::{Decision, Line, numbers};
use crate::oracle::tally::Ear;
use crate::oracle::{Ended, Oracle, Said, Way};

/// A setup that was compiled, with what the follower needs of it.
pub struct Prepared {
    /// The program.
    pub compiled: Compiled,
    /// The package's number of each card.
    pub numbers: Vec<u32>,
    /// The phase that is one deal, where the game goes on after it.
    pub deal: Option<u16>,
}

/// Follows one recorded game in one way.
pub struct Follower<'a, 'e> {
    /// The game.
    pub oracle: &'a dyn Oracle,
    /// The recorded game.
    pub line: &'a Line,
    /// How it is played.
    pub way: &'a Way,
    /// Its setup.
    pub prepared: &'a Prepared,
    /// Names, for differences.
    pub words: Words<'a>,
    /// The engine.
    pub runner: &'a Runner,
    /// What is played on, at its start.
    pub desk: Desk,
    /// Hears what happens.
    pub ear: &'e mut Ear<'a>,
}

impl Follower<'_, '_> {
    /// Plays to the end; an error tells the first difference.
    pub fn follow(mut self) -> Result<(), String> {
        let Way { before, drawn, orders, numbers, .. } = self.way;
        let cards = self.prepared.numbers.clone();
        let (orders, numbers) = (VecDeque::from(orders.clone()), VecDeque::from(numbers.clone()));
        let chance = Dealt { before: *before, orders, cards, numbers, drawn: *drawn };
        self.desk.chance = Luck::Other(Box::new(chance));
        let most = i64::try_from(before + self.way.orders.len()).unwrap();
        self.desk.most_passes = self.prepared.deal.map(|deal| (deal, most));
        let mut decisions = self.way.decisions.iter().enumerate();
        let mut base = None;
        loop {
            let paused = self.runner.run(&mut self.desk, self.ear);
            let Pause::Decision(seats) = paused.map_err(|fault| format!("{fault:?}"))? else { break };
            let seat = each_seat(seats).next().unwrap();
            let made = if self.deal().is_some_and(|deal| deal <= *before) {
                self.idle(seat)
            } else {
                base.get_or_insert_with(|| {
                    self.ear.heard.clear();
                    self.runner.scores(self.desk.state()).collect::<Vec<_>>()
                });
                if self.oracle.passes_by_itself() && self.has_to_pass(seat) {
                    let pass = self.runner.nth_choice(&mut self.desk, seat, 0).unwrap();
                    let chosen = self.runner.choose(&mut self.desk, seat, &pass, false, self.ear);
                    chosen.map_err(|fault| format!("{fault:?}"))?;
                    continue;
                }
                match decisions.next() {
                    Some((index, decision)) => {
                        self.compare(seat, decision).map_err(|what| format!("decision {index}: {what}"))?
                    }
                    None if self.oracle.last_by_itself() && self.runner.choices(&mut self.desk, seat) == 1 => {
                        self.runner.nth_choice(&mut self.desk, seat, 0).unwrap()
                    }
                    None if self.oracle.stops_early() => break,
                    None => return Err(format!("open_spiel's game is over, here seat {seat} has to choose")),
                }
            };
            self.ear.course.clear();
            self.runner.choose(&mut self.desk, seat, &made, false, self.ear).map_err(|fault| format!("{fault:?}"))?;
        }
        if let Some((index, _)) = decisions.next() {
            return Err(format!("decision {index}: the game is over here"));
        }
        let scores = self.runner.scores(self.desk.state()).collect::<Vec<_>>();
        let base = base.unwrap_or_else(|| vec![0; scores.len()]);
        let gained: Vec<i64> = scores.iter().zip(base).map(|(after, before)| after - before).collect();
        let winners = self.runner.winners(self.desk.state());
        let returns = self.oracle.returns(self.line, &Ended { gained: &gained, course: &self.ear.course, winners });
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
        if returns.len() != self.line.returns.len() || !returns.iter().zip(&self.line.returns).all(near) {
            return Err(format!("returns {returns:?}, in open_spiel {:?}; gained here {gained:?}", self.line.returns));
        }
        Ok(())
    }

    /// The number of the deal.
    fn deal(&self) -> Option<usize> {
        let phase = &self.prepared.compiled.program.phases[usize::from(self.prepared.deal?)];
        usize::try_from(self.desk.state().int(phase.pass?)).ok()
    }

    /// A choice in a deal that was not recorded: a pass where one may pass, else the first.
    fn idle(&mut self, seat: u8) -> Choice {
        let runner = self.runner;
        let ask = runner.ask(self.desk.state()).unwrap();
        let mut pass = self.runner.nth_choice(&mut self.desk, seat, 0).unwrap();
        runner.each_choice(&mut self.desk, seat, |choice| {
            if self.words.act_name(ask, choice.act) == "pass" {
                pass = *choice;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        pass
    }

    /// Compares whose turn it is and the legal set, and finds the recorded choice.
    fn compare(&mut self, seat: u8, decision: &Decision) -> Result<Choice, String> {
        if seat != decision.seat {
            return Err(format!("the turn of seat {seat}, in open_spiel of seat {}", decision.seat));
        }
        let runner = self.runner;
        let ask = runner.ask(self.desk.state()).unwrap();
        let mut choices = Vec::new();
        runner.each_choice(&mut self.desk, seat, |choice| {
            choices.push(*choice);
            ControlFlow::Continue(())
        });
        let mut legal: Vec<(u128, Choice)> = Vec::with_capacity(choices.len());
        for choice in choices {
            let number = self.number(ask, &choice);
            let shown = || format!("a choice that open_spiel does not know: {}", self.words.choice(ask, &choice));
            legal.push((number.ok_or_else(shown)?, choice));
        }
        legal.sort_by_key(|(number, _)| *number);
        if !legal.iter().map(|(number, _)| number).eq(&decision.legal) {
            let here: Vec<u128> = legal.iter().map(|(number, _)| *number).collect();
            let words = legal.iter().filter(|(number, _)| !decision.legal.contains(number));
            let words: Vec<String> = words.map(|(_, choice)| self.words.choice(ask, choice)).take(5).collect();
            let words = if words.is_empty() { String::new() } else { format!(", only here: {}", words.join(", ")) };
            return Err(format!("legal {}, in open_spiel {}{words}", shown(&here), shown(&decision.legal)));
        }
        let made = legal.iter().find(|(number, _)| *number == decision.choice);
        let (_, choice) = made.ok_or_else(|| format!("the choice {} is not legal", shown(&[decision.choice])))?;
        self.note(ask, choice);
        Ok(*choice)
    }

    /// A choice as the package numbers it: picked cards, a bit each, or the bit of another action.
    fn number(&self, ask: &Ask, choice: &Choice) -> Option<u128> {
        let act = &ask.acts[usize::from(choice.act)];
        let picks_cards = act.picks.iter().any(|pick| matches!(pick.source, Source::Cards { .. }));
        let name = |act| self.words.act_name(ask, act);
        let picked = || act.picks.iter().zip(choice.picks);
        let cards = |set| each_card(set).map(|card| self.prepared.numbers[usize::from(card)]).collect();
        let said = Said {
            act: name(choice.act),
            acts: (0..u8::try_from(ask.acts.len()).unwrap()).map(name).collect(),
            values: picked().map(|(_, picked)| picked.value).collect(),
            cards: picked().filter(|_| picks_cards).map(|(_, picked)| cards(picked.cards)).collect(),
        };
        self.oracle.choice(self.line, &said)
    }

    /// Whether there is nothing but a pass.
    fn has_to_pass(&mut self, seat: u8) -> bool {
        let ask = self.runner.ask(self.desk.state()).unwrap();
        self.runner.choices(&mut self.desk, seat) == 1
            && self
                .runner
                .nth_choice(&mut self.desk, seat, 0)
                .is_some_and(|choice| self.words.act_name(ask, choice.act) == "pass")
    }

    /// Counts acts that are no bids and not the only one with cards.
    fn note(&mut self, ask: &Ask, choice: &Choice) {
        let act = &ask.acts[usize::from(choice.act)];
        let picks_cards = |act: &Act| act.picks.iter().any(|pick| matches!(pick.source, Source::Cards { .. }));
        if act.picks.iter().all(|pick| matches!(pick.source, Source::YesNo)) {
            self.ear.heard.insert(self.words.choice(ask, choice));
        } else if picks_cards(act) && ask.acts.iter().filter(|act| picks_cards(act)).count() > 1 {
            self.ear.heard.insert(self.words.act_name(ask, choice.act).to_owned());
        }
    }
}

/// Choices as numbers: cards of one choice are joined by `+`.
fn shown(choices: &[u128]) -> String {
    let one = |set: &u128| numbers(*set).map(|number| number.to_string()).collect::<Vec<_>>().join("+");
    format!("{{{}}}", choices.iter().map(one).collect::<Vec<_>>().join(" "))
}
