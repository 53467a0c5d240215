//! Boards, cards and menus as JSON for a page.

use std::collections::BTreeMap;
use std::sync::Arc;

use bidlang::engine::{Ask, Choice, Source};
use bidlang::{Act, CardGroup, Face, Picking, Prepared, Step, Turn};
use serde_json::{Value, json};

/// So many legal choices are listed; of more they are picked one thing after the other.
const MOST_LISTED: u64 = 200;
/// Of more choices than these nothing can be picked: they are said in words.
const MOST_PICKED: u64 = 20_000;

/// The cards of a game, and the groups that they are sorted by.
pub struct Faces {
    groups: Vec<CardGroup>,
    /// Each different card, in the order of the deck.
    deck: Vec<Arc<Face>>,
    by_name: BTreeMap<String, Arc<Face>>,
}

impl Faces {
    /// Those of a game.
    #[must_use]
    pub fn of(prepared: &Prepared) -> Self {
        let (groups, faces) = prepared.faces();
        let mut deck: Vec<Arc<Face>> = Vec::new();
        for face in faces {
            if !deck.contains(face) {
                deck.push(Arc::clone(face));
            }
        }
        let by_name = faces.iter().map(|face| (face.name.clone(), Arc::clone(face))).collect();
        Self { groups: groups.to_vec(), deck, by_name }
    }

    /// The groups, such as suits.
    #[must_use]
    pub fn groups(&self) -> &[CardGroup] {
        &self.groups
    }

    /// Each different card.
    #[must_use]
    pub fn deck(&self) -> &[Arc<Face>] {
        &self.deck
    }

    /// A thing that may be picked next, with its face where it is a card.
    fn step(&self, step: &Step) -> Value {
        let face = self.by_name.get(step.thing());
        json!({"act": step.act_name(), "thing": step.thing(), "face": face})
    }

    /// What can still be picked, and what the picked things make.
    #[must_use]
    pub fn picking(&self, picking: &Picking) -> Value {
        let act = |act: &Act| json!({"words": act.to_string(), "choice": act.json()});
        let at_once = picking.at_once();
        let few = u64::try_from(at_once.len()).is_ok_and(|count| count <= MOST_LISTED);
        json!({
            "so_far": picking.so_far(),
            "steps": picking.steps().iter().map(|step| self.step(step)).collect::<Vec<_>>(),
            "whole": picking.whole().as_ref().map(act),
            "at_once": at_once.iter().filter(|act| few || has_no_picks(act)).map(act).collect::<Vec<_>>(),
        })
    }
}

/// What picks one of many things is among the steps.
fn has_no_picks(act: &Act) -> bool {
    act.json().get("picks").and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// What is picked for an act, in words for a page.
fn kinds(ask: &Ask, act: usize) -> Vec<&'static str> {
    let picks = ask.acts.get(act).map(|act| act.picks.as_slice()).unwrap_or_default();
    let kind = |source: &Source| match source {
        Source::Cards { .. } => "cards",
        Source::Number { .. } => "number",
        Source::Member { .. } => "value",
        Source::Seat => "seat",
        Source::YesNo => "answer",
    };
    picks.iter().map(|pick| kind(&pick.source)).collect()
}

/// What a seat may do: all of it where that is not too much, else by which acts.
#[must_use]
pub fn menu(turn: &Turn) -> Value {
    let (count, Some(ask)) = (turn.count(), turn.ask()) else { return Value::Null };
    let words = turn.words();
    let mut acts: Vec<(u8, Vec<Value>)> = Vec::new();
    if count <= MOST_LISTED {
        for (nth, act) in turn.legal().iter().enumerate() {
            let choice: &Choice = act.choice();
            let row = json!({"nth": nth, "words": act.to_string(), "choice": act.json()});
            match acts.iter_mut().find(|(other, _)| *other == choice.act) {
                Some((_, rows)) => rows.push(row),
                None => acts.push((choice.act, vec![row])),
            }
        }
    } else {
        acts.extend((0_u8..).zip(&ask.acts).map(|(act, _)| (act, Vec::new())));
    }
    let listed = count <= MOST_LISTED;
    let numbers = if listed { Vec::new() } else { numbers(turn) };
    let acts = acts.into_iter().map(|(act, rows)| {
        let name = words.act_name(ask, act);
        let mut row = json!({"act": name, "words": name, "picks": kinds(ask, usize::from(act))});
        if let Some(row) = row.as_object_mut().filter(|_| listed) {
            row.insert("choices".to_owned(), Value::Array(rows));
        }
        let bounds = numbers.iter().find(|(other, _)| *other == act);
        if let (Some((_, (least, most))), Some(row)) = (bounds, row.as_object_mut()) {
            row.insert("numbers".to_owned(), json!({"least": least, "most": most}));
        }
        row
    });
    let several = ask.acts.iter().any(|act| act.picks.iter().any(|pick| pick.several));
    let picking = count <= MOST_PICKED && (several || !listed);
    json!({"count": count, "acts": acts.collect::<Vec<_>>(), "picking": picking})
}

/// Of acts that pick one number and nothing else, the lowest and the highest that may be; none where there are too many choices to look through.
fn numbers(turn: &Turn) -> Vec<(u8, (i64, i64))> {
    let mut found: Vec<(u8, (i64, i64))> = Vec::new();
    if turn.count() > MOST_PICKED {
        return found;
    }
    for act in turn.legal() {
        let (choice, Some(number)) = (act.choice(), act.number()) else { continue };
        match found.iter_mut().find(|(other, _)| *other == choice.act) {
            Some((_, (least, most))) => (*least, *most) = ((*least).min(number), (*most).max(number)),
            None => found.push((choice.act, (number, number))),
        }
    }
    found
}

/// Picks one after the other the things that a client names, for an act where one is named.
///
/// # Errors
/// What cannot be picked.
pub fn picked<'n>(
    turn: &Turn,
    mut picking: Picking,
    act: Option<&'n str>,
    things: &'n [String],
) -> Result<Picking, &'n str> {
    let words = turn.words();
    let named = |ask: &Ask, act: &str| (0_u8..).zip(&ask.acts).any(|(one, _)| words.act_name(ask, one) == act);
    if let Some(act) = act.filter(|act| !turn.ask().is_some_and(|ask| named(ask, act))) {
        return Err(act);
    }
    let fits = |step: &Step| act.is_none_or(|act| act == step.act_name());
    if let Some(alone) = picking.steps().into_iter().find(|step| step.thing().is_empty() && fits(step)) {
        picking.take(&alone);
    }
    for thing in things {
        let step = picking.steps().into_iter().find(|step| step.thing() == thing && fits(step));
        let step = step.ok_or(thing.as_str())?;
        picking.take(&step);
    }
    Ok(picking)
}
