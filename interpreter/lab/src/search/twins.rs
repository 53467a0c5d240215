//! Non-interference, tested by two runs: whether what a seat may do tells it hidden cards. Takes a game, exchanges two cards that a
//! seat cannot tell apart, and plays the same choices again: as long as the seat is told the same, it must be offered the same.
//!
//! What is found is certain: both games are possible, and the seat has seen nothing by which they differ.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::Value;

use bidlang::{Game, Listener, Prepared, Recorder, Turn};

use super::cause::Cause;
use super::exchange::{Exchange, Shuffles};
use super::{Failing, Share, script, shares};
use crate::design::setup_in_words;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{
    CardSet, Choice, Desk, Event, Pause, Runner, Seeded, Silent, Sink, State, Stream, each_card, each_seat,
};

/// Pairs of cards that are exchanged in one game.
const PAIRS: usize = 6;
/// Most choices of a game that is looked at.
const MOST_CHOICES: usize = 250;
/// Most choices of a decision that are compared one by one; of others their number is.
const MOST_LISTED: usize = 600;
/// Differences of one game that are looked at closely.
const CLOSE_LOOKS: usize = 3;
/// Games that are played to find a shorter one.
const MORE_GAMES: u64 = 30;

/// What is told to a seat as long as a game goes on.
type Lines = RefCell<Vec<String>>;

/// Writes down what a seat is told, and who decided.
struct Ear<W> {
    recorder: Recorder<W>,
    made: Vec<u8>,
}

impl<W: FnMut(String)> Sink for Ear<W> {
    fn event(&mut self, state: &State, event: &Event) {
        self.recorder.event(state, event);
    }
}

impl<W: FnMut(String)> Listener for Ear<W> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        self.made.push(seat);
        self.recorder.decided(runner, desk, seat, choice, forced);
    }
}

/// One game as a seat was told of it.
struct Heard {
    lines: Vec<String>,
    /// What the seat was offered when the game was left.
    offered: Option<Value>,
}

/// Where the games are played.
struct Room<'a> {
    prepared: &'a Prepared,
    seed: u64,
    viewer: u8,
}

/// Games in which hidden cards are exchanged, spread over the setups: what they tell, each rule once, by the shortest game found.
pub fn leaks(game: &Game, games: u64) -> Vec<Diagnostic> {
    let mut found: Vec<Leak> = Vec::new();
    for Share { setup, seeds } in shares(game, games) {
        let players = setup.players;
        let Ok(prepared) = game.prepare_for(setup, &[]) else { continue };
        if players < 2 || prepared.compiled().program.cards.len() < 2 {
            continue;
        }
        let planned = seeds.len();
        for (number, seed) in seeds.into_iter().chain(1..=MORE_GAMES).enumerate() {
            // Only where something was found is a shorter game worth while.
            if number >= planned && found.is_empty() {
                break;
            }
            let viewer = u8::try_from(seed % u64::from(players)).unwrap_or(0);
            let room = Room { prepared: &prepared, seed, viewer };
            let most = found.iter().map(|leak| leak.choices).min().unwrap_or(MOST_CHOICES);
            let Some(leak) = room.leak(most) else { continue };
            match found.iter_mut().find(|known| known.line == leak.line) {
                Some(known) if leak.choices < known.choices => *known = leak,
                Some(_) => {}
                None => found.push(leak),
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found.into_iter().map(|leak| game.blame(leak.problem)).collect()
}

/// A rule that tells hidden cards.
struct Leak {
    /// The rule.
    line: Span,
    /// The choices that lead there.
    choices: usize,
    problem: Diagnostic,
}

/// A decision of a plain game.
struct Step {
    seat: u8,
    choice: Choice,
    /// The shuffles before it.
    shuffles: usize,
    /// The state before it, and chance.
    state: State,
    chance: Seeded,
    /// Whether the viewer decides.
    own: bool,
}

/// A game without exchange, as fast as it goes.
struct Plain {
    steps: Vec<Step>,
    shuffles: Vec<CardSet>,
    choices: Vec<u64>,
}

impl Room<'_> {
    /// The chance of the game, with cards exchanged.
    fn chance(&self, exchange: Exchange) -> Shuffles {
        Shuffles { inner: Seeded::new(self.seed), exchange, seen: Vec::new() }
    }

    /// Plays one game, and some in which cards are exchanged.
    fn leak(&self, most: usize) -> Option<Leak> {
        let plain = self.plain(most);
        let mut drawn = Stream::new(self.seed, 7);
        let mut looks = CLOSE_LOOKS;
        for _ in 0..PAIRS {
            let Some(exchange) = self.pair(&plain, &mut drawn) else { continue };
            if looks > 0 && self.seems_to_differ(&plain, exchange) {
                looks -= 1;
                if let Some(found) = self.looked_at_closely(&plain, exchange) {
                    return Some(found);
                }
            }
        }
        None
    }

    fn plain(&self, most: usize) -> Plain {
        let runner = Arc::clone(self.prepared.runner());
        let mut desk = runner.desk_by(self.chance(Exchange::NONE));
        let mut players = Stream::of_players(self.seed);
        let (mut steps, mut choices) = (Vec::new(), Vec::new());
        while let Ok(Pause::Decision(seats)) = runner.run(&mut desk, &mut Silent) {
            let Some(seat) = each_seat(seats).next() else { break };
            let count = runner.choices(&mut desk, seat);
            let number = if count > 1 { players.below_long(count) } else { 0 };
            let Some(choice) = runner.nth_choice(&mut desk, seat, number) else { break };
            let Some(chance) = desk.chance.other::<Shuffles>() else { break };
            let (shuffles, chance) = (chance.seen.len(), chance.inner.clone());
            steps.push(Step { seat, choice, shuffles, state: desk.state().clone(), chance, own: seat == self.viewer });
            if count > 1 {
                choices.push(number);
            }
            if choices.len() > most
                || steps.len() > 4 * MOST_CHOICES
                || runner.choose(&mut desk, seat, &choice, count == 1, &mut Silent).is_err()
            {
                break;
            }
        }
        let shuffles = desk.chance.other::<Shuffles>().map(|chance| std::mem::take(&mut chance.seen));
        Plain { steps, shuffles: shuffles.unwrap_or_default(), choices }
    }

    /// Two cards that are not alike and that the viewer does not see at one of its decisions, since they were shuffled together.
    fn pair(&self, plain: &Plain, drawn: &mut Stream) -> Option<Exchange> {
        let own: Vec<&Step> = plain.steps.iter().filter(|step| step.own).collect();
        let count = u32::try_from(own.len()).ok().filter(|count| *count > 0)?;
        let step = own.get(drawn.below(count) as usize)?;
        let (from, state) = (step.shuffles.checked_sub(1)?, &step.state);
        let program = &self.prepared.compiled().program;
        let runner = Arc::clone(self.prepared.runner());
        let mut desk = runner.desk(0);
        desk.load(state);
        let hidden = (0..program.places.len()).fold(0, |set, place| {
            let number = u16::try_from(place).unwrap_or(0);
            let seen = runner.seers(&mut desk, number) & (1 << self.viewer) != 0;
            if seen { set } else { set | state.mask(u32::from(number)) }
        });
        let cards: Vec<u8> = each_card(hidden & *plain.shuffles.get(from)?).collect();
        let size = u32::try_from(cards.len()).ok().filter(|size| *size > 1)?;
        let (a, b) = (*cards.get(drawn.below(size) as usize)?, *cards.get(drawn.below(size) as usize)?);
        let like = |card: u8| program.like.get(usize::from(card));
        let apart = state.place_of(program, a) != state.place_of(program, b);
        (like(a) != like(b) && apart).then_some(Exchange { from, cards: (a, b) })
    }

    /// Whether the viewer is offered something else in the game with changed cards, as far as a quick look tells.
    fn seems_to_differ(&self, plain: &Plain, exchange: Exchange) -> bool {
        let runner = Arc::clone(self.prepared.runner());
        let mut desk = runner.desk_by(self.chance(exchange));
        let mut before = runner.desk(0);
        // Up to the shuffle both games are the same.
        let common = plain.steps.iter().take_while(|step| step.shuffles <= exchange.from).count();
        let start = common.saturating_sub(1);
        if let Some(step) = plain.steps.get(start).filter(|_| common > 0) {
            desk.load(&step.state);
            if let Some(chance) = desk.chance.other::<Shuffles>() {
                chance.inner.clone_from(&step.chance);
                chance.seen.extend(plain.shuffles.iter().take(step.shuffles));
            }
        }
        for step in plain.steps.iter().skip(start) {
            let Ok(Pause::Decision(seats)) = runner.run(&mut desk, &mut Silent) else { return false };
            let shuffles = desk.chance.other::<Shuffles>().map(|chance| chance.seen.len());
            if each_seat(seats).next() != Some(step.seat) || shuffles != Some(step.shuffles) {
                return false;
            }
            let exchanged = if step.shuffles > exchange.from { exchange } else { Exchange::NONE };
            let choice = if step.own { step.choice } else { exchanged.choice(&step.choice) };
            if step.own && step.shuffles > exchange.from {
                before.load(&step.state);
                if runner.view(&mut before, Some(self.viewer)) != runner.view(&mut desk, Some(self.viewer)) {
                    return false;
                }
                if self.offers_differ(&runner, &mut before, &mut desk) {
                    return true;
                }
            }
            if !runner.objections(&mut desk, step.seat, &choice).is_empty()
                || runner.choose(&mut desk, step.seat, &choice, false, &mut Silent).is_err()
            {
                return false;
            }
        }
        false
    }

    fn offers_differ(&self, runner: &Runner, before: &mut Desk, after: &mut Desk) -> bool {
        let count = runner.choices(before, self.viewer);
        if count != runner.choices(after, self.viewer) {
            return true;
        }
        if count > MOST_LISTED as u64 {
            return false;
        }
        let mut legal = Vec::new();
        runner.each_choice(before, self.viewer, |choice| {
            legal.push(*choice);
            ControlFlow::Continue(())
        });
        legal.iter().any(|choice| !runner.objections(after, self.viewer, choice).is_empty())
    }

    /// Plays both games again and compares all that the viewer is told.
    fn looked_at_closely(&self, plain: &Plain, exchange: Exchange) -> Option<Leak> {
        let mut numbers = plain.choices.iter();
        let told = self.play(Exchange::NONE, |runner, desk, seat, _| {
            let number = numbers.next()?;
            runner.nth_choice(desk, seat, *number)
        });
        let twin = self.play(exchange, |runner, desk, seat, made| {
            let step = plain.steps.get(made.len())?;
            if step.seat != seat {
                return None;
            }
            let exchanged = !step.own && step.shuffles > exchange.from;
            let choice = if exchanged { exchange.choice(&step.choice) } else { step.choice };
            runner.objections(desk, seat, &choice).is_empty().then_some(choice)
        });
        self.difference(&told, plain, &twin, exchange)
    }

    fn play(
        &self,
        exchange: Exchange,
        mut choose: impl FnMut(&Runner, &mut Desk, u8, &[u8]) -> Option<Choice>,
    ) -> Heard {
        let lines: Lines = RefCell::default();
        let write = |line| lines.borrow_mut().push(line);
        let recorder = Recorder::new(self.prepared, self.seed, Some(self.viewer), write);
        let mut ear = Ear { recorder, made: Vec::new() };
        let mut table = self.prepared.table_by(self.chance(exchange)).most_decisions(4 * MOST_CHOICES as u64);
        let mut offered = None;
        while let Ok(Some(turn)) = table.turn_told(&mut ear) {
            let seat = turn.seat();
            let Some(choice) = choose(&table.runner, &mut table.desk, seat, &ear.made) else {
                if seat == self.viewer {
                    offered = offer(&turn);
                }
                break;
            };
            if table.make(seat, &choice, false, &mut ear).is_err() {
                break;
            }
        }
        drop(ear);
        Heard { lines: lines.into_inner(), offered }
    }

    /// The first thing that the seat is told otherwise, if that is what it may do.
    fn difference(&self, told: &Heard, plain: &Plain, twin: &Heard, exchange: Exchange) -> Option<Leak> {
        let at = told.lines.iter().zip(&twin.lines).take_while(|(told, twin)| told == twin).count();
        let plain_line: Value = serde_json::from_str(told.lines.get(at)?).ok()?;
        let offered = own_offer(&plain_line, self.viewer)?;
        let other = match twin.lines.get(at) {
            Some(line) => own_offer(&serde_json::from_str(line).ok()?, self.viewer)?.clone(),
            None => twin.offered.clone()?,
        };
        let (Some(here), Some(there)) = (offered.as_array(), other.as_array()) else { return None };
        let only_there = there.iter().find(|choice| !here.contains(choice));
        let only_here = here.iter().find(|choice| !there.contains(choice));
        let differs = match (only_here, only_there) {
            (Some(choice), _) => Differs { choice, is_here: true },
            (None, Some(choice)) => Differs { choice, is_here: false },
            // The same in another order: cards in an order of their own.
            (None, None) => return None,
        };
        let decision = told.lines.iter().take(at).filter(|line| line.contains("\"line\":\"decision\"")).count();
        Some(self.told(plain, decision, &differs, exchange))
    }

    fn told(&self, plain: &Plain, decision: usize, differs: &Differs, exchange: Exchange) -> Leak {
        let (words, compiled) = (self.prepared.words(), self.prepared.compiled());
        let (choices, ask) = self.up_to(plain, decision);
        let game = Failing { cause: Cause::Endless, seed: self.seed, choices };
        let ask = ask.and_then(|ask| compiled.program.asks.get(usize::from(ask)));
        let name = differs.choice["act"].as_str().unwrap_or_default();
        let act = ask.and_then(|ask| {
            let mut acts = (0_u8..).zip(&ask.acts);
            acts.find(|(number, _)| words.act_name(ask, *number) == name).map(|(_, act)| act.rule)
        });
        let span = act.or(ask.map(|ask| ask.rule)).map(|rule| compiled.line(rule)).unwrap_or_default();
        let seat = words.seat(self.viewer).to_owned();
        let said = self.in_words(differs.choice);
        let (may, could) = if differs.is_here { ("may", "could not") } else { ("may not", "could") };
        let (a, b) = (words.card(exchange.cards.0), words.card(exchange.cards.1));
        let last = format!("{} {seat}: {said}", if differs.is_here { "allowed" } else { "refused" });
        let setup = setup_in_words(words.game, self.prepared.setup());
        let mut problem = Diagnostic::new(
            Code::TellsHiddenCards,
            span,
            format!("what may be done here tells {seat} cards that {seat} cannot see, in a game with {setup}"),
        )
        .here(format!("{seat} {may} `{said}`; with {a} and {b} exchanged, which {seat} would not notice, {seat} {could}"))
        .help("let the rule ask only for what all can see, or let who chooses see the cards\nthe script leads there: put it into the file and call `bidlang test`");
        problem.script = Some(script::ending_with(self.prepared, &game, &last));
        Leak { line: span, choices: game.choices.len(), problem }
    }

    /// The choices among several before a decision, and what is asked there.
    fn up_to(&self, plain: &Plain, decision: usize) -> (Vec<u64>, Option<u16>) {
        let mut choices = Vec::new();
        let mut ear = Ear { recorder: Recorder::new(self.prepared, self.seed, None, |_| {}), made: Vec::new() };
        let mut table = self.prepared.table_by(self.chance(Exchange::NONE)).most_decisions(4 * MOST_CHOICES as u64);
        let mut asked = None;
        for wanted in &plain.choices {
            let Ok(Some(turn)) = table.turn_told(&mut ear) else { break };
            asked = turn.state().waiting();
            if ear.made.len() >= decision {
                break;
            }
            let Some(act) = turn.nth(*wanted) else { break };
            choices.push(*wanted);
            if table.make(turn.seat(), act.choice(), false, &mut ear).is_err() {
                break;
            }
        }
        (choices, asked)
    }

    /// A choice of a record as a script says it.
    fn in_words(&self, choice: &Value) -> String {
        let mut text = choice["act"].as_str().unwrap_or_default().to_owned();
        for (number, pick) in choice["picks"].as_array().into_iter().flatten().enumerate() {
            text.push_str(if number == 0 { " " } else { " with " });
            let cards = pick["cards"].as_array();
            let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            text += &match cards {
                Some(cards) if cards.is_empty() => "nothing".to_owned(),
                Some(cards) => cards.iter().map(|card| word(&card["card"])).collect::<Vec<_>>().join(", "),
                None => match (pick.get("number"), pick.get("value"), pick.get("seat"), pick.get("answer")) {
                    (Some(number), ..) => word(number),
                    (_, Some(value), ..) => word(value),
                    (_, _, Some(seat), _) => {
                        let seat = seat.as_u64().and_then(|seat| usize::try_from(seat).ok()).unwrap_or(1);
                        self.prepared.names().get(seat.saturating_sub(1)).cloned().unwrap_or_default()
                    }
                    (.., Some(answer)) => if answer.as_bool() == Some(true) { "yes" } else { "no" }.to_owned(),
                    _ => String::new(),
                },
            };
        }
        text
    }
}

/// The legal choices in the line of a decision of this seat.
fn own_offer(line: &Value, seat: u8) -> Option<&Value> {
    let own = line["line"] == "decision" && line["seat"].as_u64() == Some(u64::from(seat) + 1);
    own.then(|| line.get("legal")).flatten()
}

/// The legal choices of a seat, as a record has them; not all where there are very many.
fn offer(turn: &Turn) -> Option<Value> {
    let (ask, words) = (turn.ask()?, turn.prepared().words());
    let mut legal = Vec::new();
    turn.each(|choice| {
        legal.push(words.json_choice(ask, choice));
        if legal.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Some(Value::Array(legal))
}

/// A choice that is legal in one of two games.
struct Differs<'a> {
    choice: &'a Value,
    /// Whether in the plain one.
    is_here: bool,
}
