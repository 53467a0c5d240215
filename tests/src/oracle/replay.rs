//! Whole files of recorded games.

use std::collections::{BTreeSet, HashMap};

use bidlang::Game;
use bidlang::lower::Setup;
use bidlang::words::Words;

use crate::oracle::follow::{Follower, Prepared};
use crate::oracle::line::Line;
use crate::oracle::tally::{Ear, Tally};
use crate::oracle::{Oracle, Way, oracle};

/// How many differences are told.
const TOLD: usize = 10;

/// Replays games of one name; each setup is compiled once.
pub struct Replay {
    oracle: Box<dyn Oracle>,
    rulebook: Game,
    names: Vec<String>,
    prepared: HashMap<Setup, Prepared>,
    /// What was compared.
    pub tally: Tally,
}

impl Replay {
    /// For the game with this name.
    pub fn new(name: &str) -> Option<Self> {
        let oracle = oracle(name)?;
        let rulebook = crate::game(&format!("classics/{name}"));
        let names = (1..=10).map(|seat| format!("seat {seat}")).collect();
        Some(Self { oracle, rulebook, names, prepared: HashMap::new(), tally: Tally::default() })
    }

    /// Replays one recorded game in all its ways; an error tells the first difference.
    pub fn line(&mut self, line: &Line) -> Result<(), String> {
        let ways = self.oracle.ways(line).map_err(|what| format!("game {}: {what}", line.number))?;
        self.tally.games += 1;
        let mut happened = BTreeSet::new();
        for way in &ways {
            let mut heard = self.way(line, way).map_err(|what| {
                format!("game {}, {}, {:?}, before {}: {what}", line.number, line.shown(), way.options, way.before)
            })?;
            happened.append(&mut heard);
            self.tally.replays += 1;
            self.tally.decisions += way.decisions.len();
        }
        for what in happened {
            *self.tally.happened.entry(what).or_default() += 1;
        }
        Ok(())
    }

    fn way(&mut self, line: &Line, way: &Way) -> Result<BTreeSet<String>, String> {
        let options: Vec<_> = way.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let setup = self.rulebook.setup(Some(way.players), &options).map_err(|problems| format!("{problems:?}"))?;
        if !self.prepared.contains_key(&setup) {
            let prepared = prepare(self.oracle.as_ref(), &self.rulebook, &setup, line)?;
            self.prepared.insert(setup.clone(), prepared);
        }
        let prepared = &self.prepared[&setup];
        let program = &prepared.compiled.program;
        let words = Words { game: &self.rulebook.game, program, seats: &self.names, apart: None };
        let reasons = &self.rulebook.game.reasons;
        let mut ear =
            Ear { reasons, points: self.oracle.counts_points(), heard: BTreeSet::new(), program, course: Vec::new() };
        let runner = prepared.compiled.runner();
        let desk = runner.desk(0);
        let oracle = self.oracle.as_ref();
        Follower { oracle, line, way, prepared, words, runner, desk, ear: &mut ear }.follow()?;
        Ok(ear.heard)
    }
}

fn prepare(oracle: &dyn Oracle, rulebook: &Game, setup: &Setup, line: &Line) -> Result<Prepared, String> {
    let compiled = rulebook.compile(setup).map_err(|problems| format!("{problems:?}"))?;
    let game = &rulebook.game;
    let of = |id: u16, name: &str| {
        let attr = game.attrs.iter().position(|attr| attr.name == name);
        attr.map_or(0, |attr| game.cards[usize::from(id)].members[attr].trailing_zeros())
    };
    let mut copies: HashMap<u16, u32> = HashMap::new();
    let number = |id: &u16| {
        let copy = copies.entry(*id).and_modify(|copy| *copy += 1).or_default();
        oracle.card(line, of(*id, "rank"), of(*id, "suit"), *copy)
    };
    let numbers = compiled.program.cards.iter().map(number).collect();
    let phase = |name| game.phases.iter().position(|phase| phase.name == name).unwrap();
    let deal = oracle.deal().map(|name| u16::try_from(phase(name)).unwrap());
    Ok(Prepared { compiled, numbers, deal })
}

/// Replays a whole file; its first line names the game.
pub fn replay(text: &str) -> Result<(String, Tally), String> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or("").split('|').collect();
    let &[package, name, _] = &head[..] else { return Err(format!("the first line is no head: {head:?}")) };
    if !package.starts_with("open_spiel ") {
        return Err(format!("games of {package}"));
    }
    let mut replay = Replay::new(name).ok_or_else(|| format!("no game {name} is known here"))?;
    for line in lines {
        if let Err(difference) = replay.line(&Line::read(line)?) {
            replay.tally.differences.push(difference);
            if replay.tally.differences.len() == TOLD {
                break;
            }
        }
    }
    Ok((name.to_owned(), replay.tally))
}
