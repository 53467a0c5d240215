//! What may be done in a decision and what may not, grouped by the clauses that forbid it.

use std::ops::ControlFlow;

use crate::engine::{Ask, Choice, Objection, Refused, Source, each_card};
use crate::words::Words;
use crate::{Objected, Turn};

/// What may not be done, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What the same clauses forbid stands together; in the order of the acts.
    pub groups: Vec<Group>,
    /// Whether there may be more, of cards that the seat does not see.
    pub unseen: bool,
    /// Whether there are more than were looked at.
    pub cut: bool,
}

/// What may be done, or what the same clauses forbid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What may or may not be done.
    pub acts: Vec<Meant>,
    /// The clauses that forbid it; none for what may be done.
    pub because: Vec<Objected>,
}

/// Something that a seat might mean to do: an act with what is picked, or with the first of its picks where that alone is forbidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// The name of the act.
    pub act: String,
    /// What is picked, in words, as far as that alone is forbidden; empty for the whole act.
    pub picks: String,
    /// For a number, or a number of cards, out of range: the lowest and highest that may be.
    pub outside: Option<(i64, i64)>,
    /// The act with its picks as the engine knows it.
    #[doc(hidden)]
    pub choice: Choice,
    /// How many picks of it are said.
    #[doc(hidden)]
    pub made: usize,
}

/// What a seat may do, as it is listed.
pub(crate) fn allowed(turn: &Turn) -> Group {
    let mut acts = Vec::new();
    if let Some(ask) = turn.ask() {
        turn.each(|choice| {
            acts.push(Meant::whole(turn.words(), ask, choice));
            ControlFlow::Continue(())
        });
    }
    Group { acts, because: Vec::new() }
}

/// What a seat may not do. With `view` what the seat does not see is left out.
pub(crate) fn refused(turn: &Turn, view: bool) -> Refusal {
    let Some(ask) = turn.ask() else { return Refusal::default() };
    let (runner, words) = (turn.prepared().runner(), turn.words());
    let (mut desk, seat) = (turn.desk(), turn.seat());
    let (all, unseen) =
        if view { runner.refusals_told(&mut desk, seat) } else { (runner.refusals(&mut desk, seat), false) };
    let mut refusal = Refusal { cut: all.cut, unseen, ..Refusal::default() };
    // What forbids each group, as the engine says it: two clauses of a file may have the same words.
    let mut reasons: Vec<Vec<Objection>> = Vec::new();
    for refused in all.found {
        let meant = meant(words, ask, &refused);
        let known = reasons.iter().position(|why| *why == refused.why);
        match known.and_then(|at| refusal.groups.get_mut(at)) {
            Some(group) => group.acts.push(meant),
            None => {
                let because = refused.why.iter().map(|objection| Objected::of(turn.prepared(), *objection)).collect();
                refusal.groups.push(Group { acts: vec![meant], because });
                reasons.push(refused.why);
            }
        }
    }
    refusal
}

fn meant(words: Words, ask: &Ask, refused: &Refused) -> Meant {
    let mut picks: Vec<String> = words.picks(ask, &refused.choice);
    picks.truncate(refused.picks);
    if let Some((low, high)) = refused.outside {
        picks.push(outside(ask, refused, low, high));
    }
    Meant {
        act: words.act_name(ask, refused.choice.act).to_owned(),
        picks: picks.join(" with "),
        choice: refused.choice,
        made: refused.picks,
        outside: refused.outside,
    }
}

/// `less than 1 or more than 3 cards`
fn outside(ask: &Ask, refused: &Refused, low: i64, high: i64) -> String {
    let pick = ask.acts.get(usize::from(refused.choice.act)).and_then(|act| act.picks.get(refused.picks));
    let cards = pick.is_some_and(|pick| matches!(pick.source, Source::Cards { .. }));
    match (cards, low) {
        _ if low > high => "any number".to_owned(),
        (true, low) if low == high => format!("any number of cards but {low}"),
        (true, ..=0) => format!("more than {high} cards"),
        (true, _) => format!("less than {low} or more than {high} cards"),
        (false, _) => format!("any number below {low} or above {high}"),
    }
}

impl Group {
    /// The acts, act by act: each name with its picks. Numbers that follow each other are put together.
    #[must_use]
    pub fn lines(&self, most: usize) -> Vec<String> {
        let mut found: Vec<(&str, Vec<String>)> = Vec::new();
        let mut run: Option<(i64, i64)> = None;
        for meant in &self.acts {
            let number = meant.number();
            if found.last().is_none_or(|(act, _)| *act != meant.act) {
                found.push((&meant.act, Vec::new()));
                run = None;
            }
            let Some((_, picks)) = found.last_mut() else { continue };
            match (run, number) {
                (Some((first, last)), Some(number)) if last.checked_add(1) == Some(number) => {
                    picks.pop();
                    picks.push(format!("{first} to {number}"));
                    run = Some((first, number));
                }
                (_, number) => {
                    run = number.map(|number| (number, number));
                    picks.push(meant.picks.clone());
                }
            }
        }
        let line = |(act, picks): (&str, Vec<String>)| {
            let count = picks.len();
            let groups = picks.iter().any(|pick| pick.contains(", "));
            let (join, most) = if groups { ("; ", most.div_ceil(4)) } else { (", ", most) };
            let mut shown = picks.into_iter().take(most).collect::<Vec<_>>().join(join);
            if count > most {
                shown = format!("{shown} and {} more", count - most);
            }
            if shown.is_empty() { act.to_owned() } else { format!("{act} {shown}") }
        };
        found.into_iter().map(line).collect()
    }
}

impl Meant {
    /// A choice with all that is picked.
    #[must_use]
    pub fn whole(words: Words, ask: &Ask, choice: &Choice) -> Self {
        let picks = words.picks(ask, choice);
        Self {
            act: words.act_name(ask, choice.act).to_owned(),
            made: picks.len(),
            picks: picks.join(" with "),
            choice: *choice,
            outside: None,
        }
    }

    /// The number, where one number and nothing else is picked.
    fn number(&self) -> Option<i64> {
        let first = self.choice.picks.first()?;
        let alone = self.made == 1 && self.outside.is_none() && each_card(first.cards).next().is_none();
        alone.then_some(first.value).filter(|value| self.picks == value.to_string())
    }
}
