//! Two persons at one table who type anything: what they type is understood or refused in words, what each is told names no card that only
//! others can know.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use bidlang::engine::{CardSet, Choice, Desk, Event, Runner, Sink, State};
use bidlang::{Act, Error, Listener, Prepared, Table, Transcript, Turn};

use super::draw::Draw;
use super::mutate;
use super::seeds::SCRIPTED;
use crate::playable;

/// Persons sit at the first seats.
const PERSONS: u8 = 2;
/// Decisions of one game, at most.
const DECISIONS: usize = 40;
/// Lines as people type them, and some that nobody should.
const LINES: [&str; 16] = [
    "",
    "   ",
    "pass",
    "bid",
    "bid 1",
    "0",
    "-1",
    "99999999999999999999",
    "((((",
    "ä",
    "\u{1b}[31m",
    "yes",
    "no",
    "nobody",
    "bid 1 of Hearts with 2 of Hearts with 3 of Hearts",
    "why",
];

/// What writes a line down.
type Write<'p> = Box<dyn FnMut(String) + 'p>;

/// What is told, in lines, and what each person was shown since they were looked at.
struct Ears<'p> {
    transcripts: Vec<Transcript<Write<'p>>>,
    lines: Vec<Rc<RefCell<Vec<String>>>>,
    shown: Vec<CardSet>,
}

impl<'p> Ears<'p> {
    fn new(prepared: &'p Prepared) -> Self {
        let lines: Vec<Rc<RefCell<Vec<String>>>> = (0..PERSONS).map(|_| Rc::default()).collect();
        let transcript = |(seat, lines): (u8, &Rc<RefCell<Vec<String>>>)| {
            let lines = Rc::clone(lines);
            let write: Write = Box::new(move |line| lines.borrow_mut().push(line));
            Transcript::new(prepared, Some(1 << seat), write)
        };
        let transcripts = (0..).zip(&lines).map(transcript).collect();
        Self { transcripts, lines, shown: vec![CardSet::NONE; usize::from(PERSONS)] }
    }
}

impl Sink for Ears<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        self.transcripts.iter_mut().for_each(|transcript| transcript.event(state, event));
        let set = |cards: &[u8]| cards.iter().copied().collect::<CardSet>();
        let mut show = |cards, seen: u32| {
            (0..)
                .zip(&mut self.shown)
                .filter(|(seat, _)| seen >> *seat & 1 == 1)
                .for_each(|(_, shown): (u32, _)| *shown |= cards);
        };
        match event {
            Event::Move { cards, seen, .. } | Event::Show { cards, seen, .. } => show(set(cards), *seen),
            Event::Shuffle { order, seen, .. } => show(set(order), *seen),
            Event::Act { choice, seen, .. } => {
                choice.picks.iter().zip(seen).for_each(|(pick, seen)| show(pick.cards, *seen));
            }
            Event::Score { items, known, .. } => items.iter().for_each(|(card, _)| show(CardSet::one(*card), *known)),
            _ => {}
        }
    }
}

impl Listener for Ears<'_> {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

/// A game in which the first two seats are asked in words, and what they are told.
pub fn seats(data: &[u8]) {
    let mut draw = Draw::new(data);
    let game = &SCRIPTED[(draw.below(256) * 256 + draw.below(256)) % SCRIPTED.len()].game;
    let all = playable(game);
    if all.is_empty() {
        return;
    }
    let prepared = &all[draw.below(all.len())];
    let seed = (draw.below(256) * 256 + draw.below(256)) as u64;
    let mut table = prepared.table(seed).most_decisions(DECISIONS as u64);
    let mut ears = Ears::new(prepared);
    let names = Names::new(prepared);
    loop {
        let turn = match table.turn_told(&mut ears) {
            Ok(Some(turn)) => turn,
            // The rules may stop a game.
            Ok(None) | Err(Error::Stopped(_)) => break,
            Err(error) => panic!("{error}"),
        };
        names.look(&mut table, &mut ears);
        let count = turn.count();
        let any = turn.nth((draw.below(256) as u64 * 256 + draw.below(256) as u64) % count.max(1));
        let act = if turn.seat() < PERSONS { typed(&turn, &names, &table, any, &mut draw) } else { any };
        let Some(act) = act else { break };
        match table.play_told(turn.seat(), &act, &mut ears) {
            Ok(()) => {}
            Err(Error::Stopped(_)) => break,
            Err(error) => panic!("{}: {act} is not taken: {error}", prepared.game().title()),
        }
        names.look(&mut table, &mut ears);
    }
}

/// A person types some lines, the last of which is an act; all that is answered is looked at.
fn typed(turn: &Turn, names: &Names, table: &Table, any: Option<Act>, draw: &mut Draw) -> Option<Act> {
    let seat = turn.seat();
    let mut chosen = any.clone();
    for _ in 0..draw.below(4) {
        let card = names.any(draw);
        let words = any.as_ref().map(ToString::to_string).unwrap_or_default();
        let line = match draw.below(5) {
            0 => draw.of(&LINES).to_owned(),
            1 => card,
            2 => format!("{} {card}", words.split(' ').next().unwrap_or_default()),
            3 => mutate::mutate(&words, &card, draw),
            _ => words,
        };
        let mut told = Vec::new();
        match turn.read(&line) {
            Ok(act) => chosen = Some(act),
            Err(Error::Words(problems)) => {
                told.extend(
                    problems
                        .into_iter()
                        .map(|problem| format!("{} {}", problem.message, problem.help.unwrap_or_default())),
                );
            }
            Err(error) => panic!("{line:?}: {error}"),
        }
        if let Ok(reasons) = turn.why_not(&line) {
            told.extend(reasons.into_iter().map(|reason| reason.words));
        }
        told.push(turn.view().to_string());
        for group in turn.refused().groups {
            told.extend(group.lines(usize::MAX));
        }
        names.hold(table, seat, CardSet::NONE, &told, Some(&line));
    }
    chosen
}

/// The names of cards that can be told from other words: those of several words that stand for one card and are none of the rules.
struct Names {
    cards: Vec<(u8, String)>,
}

impl Names {
    fn new(prepared: &Prepared) -> Self {
        let words = prepared.words();
        let (text, deck) = (prepared.game().text(), prepared.compiled().program.cards.len());
        let all: Vec<(u8, String)> = (0..deck as u8).map(|card| (card, words.card(card).to_owned())).collect();
        let alone = |name: &str| all.iter().filter(|(_, other)| other == name).count() == 1;
        let cards = all.iter().filter(|(_, name)| name.contains(' ') && alone(name) && !text.contains(name.as_str()));
        Self { cards: cards.cloned().collect() }
    }

    fn any(&self, draw: &mut Draw) -> String {
        if self.cards.is_empty() { "Joker".to_owned() } else { draw.pick(&self.cards).1 }
    }

    /// Looks at what both persons were told since the last look.
    fn look(&self, table: &mut Table, ears: &mut Ears) {
        ears.transcripts.iter_mut().for_each(Transcript::flush);
        for seat in 0..PERSONS {
            let lines = std::mem::take(&mut *ears.lines[usize::from(seat)].borrow_mut());
            let shown = std::mem::take(&mut ears.shown[usize::from(seat)]);
            self.hold(table, seat, shown, &lines, None);
        }
    }

    /// No line names a card that the seat does not see, was not shown, and could not follow.
    fn hold(&self, table: &Table, seat: u8, shown: CardSet, lines: &[String], typed: Option<&str>) {
        let mut desk = table.desk.clone();
        let mut hidden = BTreeSet::new();
        let places = 0..table.runner.program().places.len() as u16;
        for (card, name) in self.cards.iter().filter(|(card, _)| !shown.has(*card)) {
            let at = places.clone().find(|place| desk.state().mask(u32::from(*place)).has(*card));
            let sees = at.is_none_or(|place| table.runner.seers(&mut desk, place) >> seat & 1 == 1);
            let may = places.clone().filter(|place| desk.may_lie(seat, *place).is_some_and(|may| may.has(*card)));
            if !sees && may.count() != 1 && !typed.is_some_and(|line| line.contains(name.as_str())) {
                hidden.insert(name);
            }
        }
        // What letters may mean is worked out from the names of the deck alone.
        for line in lines.iter().filter(|line| !line.starts_with("several cards could be meant: ")) {
            for name in &hidden {
                let inside = |(at, _): (usize, &str)| {
                    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                    letter(line[..at].chars().next_back()) || letter(line[at + name.len()..].chars().next())
                };
                let named = line.match_indices(name.as_str()).any(|found| !inside(found));
                assert!(!named, "{}: seat {} is told of the {name}: {line}", table.prepared().game().title(), seat + 1);
            }
        }
    }
}
