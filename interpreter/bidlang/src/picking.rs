//! Acts of several cards, picked card by card: what is still possible with those that were picked, and what it is when all are there.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::board::faces::Deck;
use crate::engine::{Ask, Choice, Source, each_card};
use crate::loosely;
use crate::words::Words;
use crate::{Act, Turn};

/// Most legal choices that are looked through: six cards of twenty-four are 134,596.
const MOST: u64 = 200_000;

/// A choice that is being made, card by card. What is picked beside cards (a number, a suit) is a thing like they are.
///
/// ```
/// use bidlang::{Game, Picking, Setup};
///
/// let text = bidlang::SMALL_GAME.replace("a card from", "2 cards from");
/// let mut table = Game::read("high.bid", &text)?.table(&Setup::players(2), 7)?;
/// let turn = table.turn()?.ok_or("the game is over")?;
/// let mut picking = Picking::new(&turn).ok_or("one card is picked at most")?;
/// assert_eq!(picking.steps().len(), 4);
/// let first = picking.steps()[1].clone();
/// picking.take(&first);
/// assert_eq!(picking.so_far(), format!("bid {}", first.thing()));
/// assert_eq!((picking.steps().len(), picking.whole()), (3, None));
/// let second = picking.steps()[0].clone();
/// picking.take(&second);
/// assert!(picking.whole().is_some_and(|act| turn.legal().contains(&act)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Picking {
    turn: Turn,
    ways: Arc<[Way]>,
    names: Arc<[String]>,
    /// What was picked: names, and the act where it is settled.
    act: Option<u8>,
    picked: Vec<usize>,
}

/// A legal choice as the things that it picks.
#[derive(Debug, Clone)]
struct Way {
    choice: Choice,
    /// With each thing the pick to which it belongs.
    things: Vec<(u8, usize)>,
}

/// One more thing that may be picked, or an act to pick for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    act: u8,
    /// None where it is the act alone.
    name: Option<usize>,
    act_name: String,
    thing: String,
}

impl Step {
    /// What is picked: `9 of Hearts`; empty where it is the act alone.
    #[must_use]
    pub fn thing(&self) -> &str {
        &self.thing
    }

    /// The name of the act for which it is picked.
    #[must_use]
    pub fn act_name(&self) -> &str {
        &self.act_name
    }
}

/// What was typed, as steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Steps {
    /// These.
    These(Vec<Step>),
    /// It may be read in several ways; these are the things of which it speaks.
    Several(Vec<String>),
    /// It tells none.
    Nothing,
}

impl Picking {
    /// None where no act picks several cards, or where there are too many choices to look through.
    #[must_use]
    pub fn new(turn: &Turn) -> Option<Self> {
        let several = |act: &crate::engine::Act| act.picks.iter().any(|pick| pick.several);
        turn.ask()?.acts.iter().any(several).then(|| Self::of_any(turn))?
    }

    /// The same for acts that pick one thing of many, too. None where there are too many choices to look through.
    #[must_use]
    pub fn of_any(turn: &Turn) -> Option<Self> {
        let ask = turn.ask()?;
        if turn.count() > MOST {
            return None;
        }
        let (words, deck) = (turn.words(), turn.prepared().deck());
        let mut interned: BTreeMap<String, usize> = BTreeMap::new();
        let (mut names, mut ways) = (Vec::new(), Vec::new());
        turn.each(|choice| {
            let things = things(words, deck, ask, choice).into_iter().map(|(pick, name)| {
                let next = interned.len();
                let known = *interned.entry(name.clone()).or_insert(next);
                if known == next {
                    names.push(name);
                }
                (pick, known)
            });
            ways.push(Way { choice: *choice, things: things.collect() });
            ControlFlow::Continue(())
        });
        Some(Self { turn: turn.clone(), ways: ways.into(), names: names.into(), act: None, picked: Vec::new() })
    }

    /// The ways that go on from what was picked, each with what is still missing.
    fn open(&self) -> impl Iterator<Item = (&Way, Vec<(u8, usize)>)> {
        self.ways.iter().filter(|way| self.act.is_none_or(|act| act == way.choice.act)).filter_map(|way| {
            let mut rest = way.things.clone();
            for name in &self.picked {
                let at = rest.iter().position(|(_, other)| other == name)?;
                rest.remove(at);
            }
            Some((way, rest))
        })
    }

    /// What may be picked next, sorted as a hand is: of each way what belongs to its next pick. Where several acts pick several things,
    /// first which of them.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let acts = self.acts();
        if self.begun() || acts.len() < 2 { self.things() } else { acts }
    }

    /// The acts that pick several things.
    fn acts(&self) -> Vec<Step> {
        let (words, Some(ask)) = (self.turn.words(), self.turn.ask()) else { return Vec::new() };
        let acts: BTreeSet<u8> =
            self.ways.iter().filter(|way| way.things.len() > 1).map(|way| way.choice.act).collect();
        let step = |act| Step { act, name: None, act_name: words.act_name(ask, act).to_owned(), thing: String::new() };
        acts.into_iter().map(step).collect()
    }

    /// What may be picked next.
    fn things(&self) -> Vec<Step> {
        let (words, Some(ask)) = (self.turn.words(), self.turn.ask()) else { return Vec::new() };
        let mut found: BTreeMap<(u8, u8, usize), Step> = BTreeMap::new();
        for (way, rest) in self.open() {
            let next = rest.iter().map(|(pick, _)| *pick).min();
            for (pick, name) in rest.iter().filter(|(pick, _)| Some(*pick) == next) {
                let step = || Step {
                    act: way.choice.act,
                    name: Some(*name),
                    act_name: words.act_name(ask, way.choice.act).to_owned(),
                    thing: self.names.get(*name).cloned().unwrap_or_default(),
                };
                found.entry((way.choice.act, *pick, *name)).or_insert_with(step);
            }
        }
        let mut steps: Vec<((u8, u8, usize), Step)> = found.into_iter().collect();
        let deck = self.turn.prepared().deck();
        steps.sort_by_cached_key(|((act, pick, name), step)| {
            let card = words.program.deck().find(|card| words.picked_card(*card) == step.thing);
            (*act, *pick, card.map(|card| deck.order(card)), *name)
        });
        steps.into_iter().map(|(_, step)| step).collect()
    }

    /// The acts that pick one thing or nothing: they are done at once, as long as nothing was picked.
    #[must_use]
    pub fn at_once(&self) -> Vec<Act> {
        let begun = self.begun();
        let several = |act: u8| self.ways.iter().any(|way| way.choice.act == act && way.things.len() > 1);
        let ways = self.ways.iter().filter(|way| !begun && !several(way.choice.act));
        ways.map(|way| self.turn.act(&way.choice)).collect()
    }

    /// Picks one more thing.
    pub fn take(&mut self, step: &Step) {
        self.act = Some(step.act);
        self.picked.extend(step.name);
    }

    /// Puts the last thing back; whether there was one.
    pub fn back(&mut self) -> bool {
        let was = self.begun();
        self.picked.pop();
        if self.picked.is_empty() {
            self.act = None;
        }
        was
    }

    /// Whether something was picked, or which act it is for.
    #[must_use]
    pub const fn begun(&self) -> bool {
        self.act.is_some()
    }

    /// What was picked, in words: `pass 2 of Hearts, 3 of Clubs`.
    #[must_use]
    pub fn so_far(&self) -> String {
        let things: Vec<&str> =
            self.picked.iter().filter_map(|name| self.names.get(*name)).map(String::as_str).collect();
        let things = things.join(", ");
        match self.act.zip(self.turn.ask()) {
            Some((act, ask)) => {
                let name = self.turn.words().act_name(ask, act).to_owned();
                if things.is_empty() { name } else { format!("{name} {things}") }
            }
            None => things,
        }
    }

    /// The act that what was picked makes, if it does.
    #[must_use]
    pub fn whole(&self) -> Option<Act> {
        let begun = !self.picked.is_empty();
        let mut whole = self.open().filter(|(_, rest)| begun && rest.is_empty());
        whole.next().map(|(way, _)| self.turn.act(&way.choice))
    }

    /// The steps that words tell, as they are typed at a table: `9h`, `the 9 of hearts and qs`, with the act's name before them or without.
    #[must_use]
    pub fn read(&self, typed: &str) -> Steps {
        let said = loosely::tokens(typed);
        let mut budget = loosely::MOST_STEPS;
        let mut found: Vec<(u8, Vec<Step>)> = Vec::new();
        if !self.begun()
            && let Some(act) = self.acts().into_iter().find(|act| loosely::tokens(&act.act_name) == said)
        {
            return Steps::These(vec![act]);
        }
        let names: Vec<String> = self.things().into_iter().map(|step| step.act_name).collect();
        let mut begins: Vec<(Option<String>, String)> = vec![(None, loosely::joined(&said))];
        for name in names {
            let parts = loosely::tokens(&name);
            if said.starts_with(&parts) && !begins.iter().any(|(before, _)| before.as_ref() == Some(&name)) {
                begins.push((Some(name), loosely::joined(said.get(parts.len()..).unwrap_or_default())));
            }
        }
        for (name, letters) in begins.into_iter().filter(|(_, letters)| !letters.is_empty()) {
            self.follow(&letters, (name.as_deref(), true), &mut Vec::new(), &mut found, &mut budget);
        }
        let best = found.iter().map(|(well, _)| *well).max();
        let mut best: Vec<Vec<Step>> =
            found.into_iter().filter(|(well, _)| Some(*well) == best).map(|(_, steps)| steps).collect();
        // The same cards in another order are the same.
        let sorted = |steps: &[Step]| {
            let mut names: Vec<(u8, Option<usize>)> = steps.iter().map(|step| (step.act, step.name)).collect();
            names.sort_unstable();
            names
        };
        let mut seen: Vec<Vec<(u8, Option<usize>)>> = Vec::new();
        best.retain(|steps| {
            let names = sorted(steps);
            let new = !seen.contains(&names);
            seen.push(names);
            new
        });
        if budget == 0 || best.len() > 1 {
            let words = |steps: Vec<Step>| {
                let act = steps.first().map_or_else(String::new, |step| step.act_name.clone());
                let things: Vec<String> = steps.into_iter().map(|step| step.thing).collect();
                format!("{act} {}", things.join(", "))
            };
            return Steps::Several(best.into_iter().take(8).map(words).collect());
        }
        best.pop().map_or(Steps::Nothing, Steps::These)
    }

    /// All ways to read letters as things that may be picked one after the other, with how well they are named.
    fn follow(
        &self,
        letters: &str,
        (act, whole): (Option<&str>, bool),
        taken: &mut Vec<Step>,
        found: &mut Vec<(u8, Vec<Step>)>,
        budget: &mut u32,
    ) {
        if letters.is_empty() {
            found.push((u8::from(whole), taken.clone()));
            return;
        }
        *budget = budget.saturating_sub(u32::try_from(self.ways.len()).unwrap_or(u32::MAX));
        if *budget == 0 {
            return;
        }
        for step in self.things().into_iter().filter(|step| act.is_none_or(|act| act == step.act_name)) {
            for (end, all) in loosely::ends(letters, &loosely::tokens(&step.thing)) {
                let Some(rest) = letters.get(end..) else { continue };
                let mut next = self.clone();
                next.take(&step);
                taken.push(step.clone());
                next.follow(rest, (Some(&step.act_name), whole && all), taken, found, budget);
                taken.pop();
            }
        }
    }
}

/// The things that a choice picks, cards as they are sorted in a hand.
fn things(words: Words, deck: &Deck, ask: &Ask, choice: &Choice) -> Vec<(u8, String)> {
    let Some(act) = ask.acts.get(usize::from(choice.act)) else { return Vec::new() };
    let mut found = Vec::new();
    let told = words.picks(ask, choice);
    for (number, ((pick, picked), told)) in (0_u8..).zip(act.picks.iter().zip(choice.picks).zip(told)) {
        match pick.source {
            Source::Cards { .. } => {
                let mut cards: Vec<u8> = each_card(picked.cards).collect();
                cards.sort_by_cached_key(|card| deck.order(*card));
                found.extend(cards.into_iter().map(|card| (number, words.picked_card(card).into_owned())));
            }
            _ => found.push((number, told)),
        }
    }
    found
}
