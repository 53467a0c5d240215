//! Reading the record.

use std::fmt::{Debug, Display};
use std::rc::Rc;

use serde_json::Value;

use super::cards::{Act, Card, OWNED, PLACES, Place};
use super::{Referee, Res};

impl Referee {
    pub(super) fn error<T>(&self, record: impl Display, rules: impl Display) -> Res<T> {
        Err(format!("line {}: the record says {record}; the rules say {rules}", self.at))
    }

    pub(super) fn same<T: PartialEq + Debug>(&self, what: &str, record: T, rules: T) -> Res<()> {
        if record == rules { Ok(()) } else { self.error(format!("{what}: {record:?}"), format!("{rules:?}")) }
    }

    pub(super) fn entry(&self, line: &Value, key: &str, rules: impl Into<Value>) -> Res<()> {
        self.same(key, &line[key], &rules.into())
    }

    /// The kind of the next line that tells an event; moves, tracks and phases before it are noted on the way.
    pub(super) fn peek(&mut self) -> Res<String> {
        loop {
            self.at = self.next + 1;
            let line = self.lines.get(self.next).cloned().unwrap_or_default();
            match line["line"].as_str().unwrap_or("nothing more") {
                "move" => self.note_move(&line)?,
                "phase" => self.note_phase(&line)?,
                "set" => drop(self.tracks.insert(text(&line["track"]), line["value"].clone())),
                kind => return Ok(kind.to_string()),
            }
            self.next += 1;
        }
    }

    pub(super) fn expect(&mut self, kind: &str) -> Res<()> {
        let found = self.peek()?;
        self.same("line", found.as_str(), kind)
    }

    pub(super) fn take(&mut self, kind: &str) -> Res<Rc<Value>> {
        self.expect(kind)?;
        self.next += 1;
        Ok(self.lines[self.next - 1].clone())
    }

    /// The passes of a phase count from 1; those inside `deal` begin anew with every deal.
    fn note_phase(&mut self, line: &Value) -> Res<()> {
        let phase = text(&line["phase"]);
        self.phases.retain(|name, _| name == "deal" || phase != "deal");
        let pass = self.phases.get(&phase).unwrap_or(&0) + 1;
        self.phases.insert(phase, pass);
        self.entry(line, "pass", pass)
    }

    fn note_move(&mut self, line: &Value) -> Res<()> {
        let cards = self.card_list(&line["cards"])?;
        let (from, to) = (self.place(&line["from"])?, self.place(&line["to"])?);
        for &card in &cards {
            // Before the first shuffle the record does not tell where a card is.
            if !self.seen.take(from, card) && self.shuffles > 0 {
                return self.error(format!("{card:?} leaves {from:?}"), "it is not there");
            }
            if from.0 == "stock" && to.0 == "hand" {
                self.dealt.push((card, to.1));
            }
        }
        self.seen.put(to, &cards);
        self.moves += 1;
        self.entry(line, "count", cards.len())
    }

    pub(super) fn card_list(&self, list: &Value) -> Res<Vec<Card>> {
        let read = |v| Card::read(v).map_or_else(|| self.error(v, "no such card"), Ok);
        list.as_array().map_or_else(|| self.error(list, "a list of cards"), |l| l.iter().map(read).collect())
    }

    pub(super) fn place(&self, v: &Value) -> Res<Place> {
        let name = PLACES.into_iter().find(|p| v["place"] == *p);
        let of = v["of"].as_u64().unwrap_or(0) as usize;
        let fits = |n: &&str| if OWNED.contains(n) { (1..=self.players).contains(&of) } else { v["of"].is_null() };
        name.filter(fits).map_or_else(|| self.error(v, "no such place"), |n| Ok((n, of)))
    }

    pub(super) fn act(&self, v: &Value) -> Res<Act> {
        let picks = v["picks"].as_array().into_iter().flatten();
        let cards = picks.map(|p| self.card_list(&p["cards"])).collect::<Res<Vec<_>>>()?.concat();
        match (v["act"].as_str().unwrap_or_default(), &cards[..]) {
            ("auction", &[card]) => Ok(Act::Auction(card)),
            ("bid", &[card]) => Ok(Act::Bid(card)),
            ("decline", []) => Ok(Act::Decline),
            ("pass", []) => Ok(Act::Pass),
            _ => self.error(v, "no such act"),
        }
    }

    /// The record's moves must have brought all cards of these places to where the rules have them.
    pub(super) fn in_place(&self, places: &[&'static str]) -> Res<()> {
        for (&name, of) in places.iter().flat_map(|p| (0..=self.players).map(move |of| (p, of))) {
            let (seen, due) = (self.seen.set(name, of), self.cards.set(name, of));
            if seen != due {
                return self.error(format!("{name} {of}: {seen:?}"), format!("{due:?}"));
            }
        }
        Ok(())
    }

    pub(super) fn track(&self, track: &str, seat: usize) -> Res<()> {
        self.same(track, self.tracks.get(track), Some(&seat.into()))
    }
}

pub(super) fn text(v: &Value) -> String {
    v.as_str().unwrap_or_default().to_string()
}

pub(super) fn seat_list(list: &Value) -> Option<Vec<usize>> {
    let mut seats: Vec<usize> = list.as_array()?.iter().map(|s| Some(s.as_u64()? as usize)).collect::<Option<_>>()?;
    seats.sort_unstable();
    Some(seats)
}
