//! What a script or a prompt says, held against the legal choices; and why something is not legal.

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{Ask, Choice, Desk, MOST_PICKS, Objection, Pick, Picked, Runner, Source, State, Why, each_card};
use crate::ir::Role;
use crate::lower::Compiled;
use crate::rulebook::Rulebook;
use crate::syntax::tree::{Heap, Name, Said};
use crate::words::Words;

use crate::syntax::one_line;

/// Everything that words are read against.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The rules.
    pub rulebook: &'a Rulebook,
    /// Their program.
    pub compiled: &'a Compiled,
    /// What its numbers are called.
    pub words: Words<'a>,
}

impl Scene<'_> {
    /// The values of a card as words.
    fn card_words(&self, card: u8) -> Vec<String> {
        let definition = self
            .compiled
            .program
            .cards
            .get(usize::from(card))
            .and_then(|id| self.rulebook.game.cards.get(usize::from(*id)));
        let Some(definition) = definition else { return Vec::new() };
        let sets = definition.members.iter().zip(&self.rulebook.game.attrs);
        sets.flat_map(|(set, attr)| {
            (0..64)
                .filter(move |member| set & (1 << member) != 0)
                .map(move |member| self.words.member(attr.kind, member))
        })
        .collect()
    }

    /// How well a heap names a card: 2 all of its values, 1 some, 0 not.
    fn names(&self, heap: &Heap, card: u8) -> u8 {
        let has = self.card_words(card);
        if !heap.marks.iter().all(|mark| has.contains(&mark.text)) {
            return 0;
        }
        if heap.marks.len() == has.len() { 2 } else { 1 }
    }

    /// Whether heaps name exactly these cards.
    fn names_cards(&self, heaps: &[Heap], cards: u128) -> bool {
        let mut left: Vec<u8> = each_card(cards).collect();
        let wanted: u32 = heaps.iter().map(|heap| heap.copies).fold(0, u32::saturating_add);
        if usize::try_from(wanted).unwrap_or(usize::MAX) != left.len() {
            return false;
        }
        let mut heaps: Vec<&Heap> =
            heaps.iter().flat_map(|heap| std::iter::repeat_n(heap, heap.copies as usize)).collect();
        // Those that say most choose first.
        heaps.sort_by_key(|heap| std::cmp::Reverse(heap.marks.len()));
        for heap in heaps {
            let found = (1..=2).rev().find_map(|well| left.iter().position(|card| self.names(heap, *card) == well));
            match found {
                Some(index) => {
                    left.remove(index);
                }
                None => return false,
            }
        }
        true
    }

    fn word_of(&self, pick: &Pick, picked: Picked) -> String {
        match pick.source {
            Source::Member { kind, .. } => self.words.member(usize::from(kind), picked.value),
            Source::Seat => self.words.scalar(crate::ir::Ty::Player, picked.value),
            Source::YesNo => if picked.value == 0 { "no" } else { "yes" }.to_owned(),
            _ => picked.value.to_string(),
        }
    }

    fn names_pick(&self, heaps: &[Heap], pick: &Pick, picked: Picked) -> bool {
        if matches!(pick.source, Source::Cards { .. }) {
            return self.names_cards(heaps, picked.cards);
        }
        matches!(heaps, [Heap { marks, .. }] if matches!(marks.as_slice(), [mark] if mark.text == self.word_of(pick, picked)))
    }

    fn rule(&self, rule: u32) -> (String, Span) {
        let span = self.compiled.line(rule);
        (one_line(span.of(self.rulebook.text())), span)
    }
}

/// The act and the picks that are said; a word that is no act is a pick.
fn parts(scene: &Scene, ask: &Ask, said: &Said) -> (Option<usize>, Vec<Vec<Heap>>) {
    let act_named =
        |word: &str| (0..ask.acts.len()).find(|act| scene.words.act_name(ask, u8::try_from(*act).unwrap_or(0)) == word);
    let mut picks = said.picks.clone();
    // `with nothing` is how a pick of no card is told.
    picks.retain(|heaps| !matches!(heaps.as_slice(), [Heap { marks, .. }] if matches!(marks.as_slice(), [mark] if mark.text == "nothing")));
    match &said.act {
        None => (None, picks),
        Some(name) => match act_named(&name.text).or_else(|| bid_told(scene, ask, name, &mut picks)) {
            Some(act) => (Some(act), picks),
            None => {
                picks.insert(0, vec![Heap { copies: 1, marks: vec![name.clone()], to: None, span: name.span }]);
                (None, picks)
            }
        },
    }
}

/// A bid with a name of its own as the transcript tells it, by that name or by what is bid: `bid no-tricks`, `bid 4 with Hearts`.
fn bid_told(scene: &Scene, ask: &Ask, word: &Name, picks: &mut Vec<Vec<Heap>>) -> Option<usize> {
    if word.text != "bid" {
        return None;
    }
    let bids = || ask.acts.iter().enumerate().filter(|(_, act)| act.role == Role::Bid);
    if let Some([Heap { marks, .. }]) = picks.first().map(Vec::as_slice)
        && let [mark] = marks.as_slice()
        && let Some((bid, _)) =
            bids().find(|(bid, _)| scene.words.act_name(ask, u8::try_from(*bid).unwrap_or(0)) == mark.text)
    {
        picks.remove(0);
        return Some(bid);
    }
    let mut fitting = bids().filter(|(_, act)| act.picks.len() == picks.len());
    fitting.next().filter(|_| fitting.next().is_none()).map(|(bid, _)| bid)
}

/// Whether words tell a choice.
pub fn fits(scene: &Scene, ask: &Ask, choice: &Choice, said: &Said) -> bool {
    let (named, picks) = parts(scene, ask, said);
    fits_parts(scene, ask, choice, named, &picks)
}

fn fits_parts(scene: &Scene, ask: &Ask, choice: &Choice, named: Option<usize>, said: &[Vec<Heap>]) -> bool {
    if named.is_some_and(|named| named != usize::from(choice.act)) {
        return false;
    }
    let Some(act) = ask.acts.get(usize::from(choice.act)) else { return false };
    if said.is_empty() && named.is_none() {
        return false;
    }
    let picks = act.picks.iter().zip(choice.picks);
    // A pick of nothing may be left out.
    let told: Vec<_> =
        picks.filter(|(pick, picked)| !(matches!(pick.source, Source::Cards { .. }) && picked.cards == 0)).collect();
    told.len() == said.len()
        && told.iter().zip(said).all(|((pick, picked), heaps)| scene.names_pick(heaps, pick, *picked))
}

/// Reads what a script or a prompt says as a choice of a decision: the legal choices that it fits.
///
/// # Errors
/// Why it is not legal, as diagnostics whose spans lie in the said words, with the rule's words in them.
pub fn understand(
    scene: &Scene,
    runner: &Runner,
    desk: &mut Desk,
    seat: u8,
    said: &Said,
) -> Result<Choice, Vec<Diagnostic>> {
    let Some(ask) = runner.ask(desk.state()) else {
        return Err(vec![Diagnostic::new(Code::NotTheirTurn, said.span, "nobody has to choose now")]);
    };
    let (named, picks) = parts(scene, ask, said);
    let mut found: Vec<Choice> = Vec::new();
    runner.each_choice(desk, seat, |choice| {
        if fits_parts(scene, ask, choice, named, &picks) {
            found.push(*choice);
        }
        if found.len() > 8 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(refusal(scene, runner, desk, seat, said, named, &picks)),
        several => {
            let list: Vec<String> = several.iter().map(|choice| scene.words.choice(ask, choice)).collect();
            Err(vec![
                Diagnostic::new(Code::AmbiguousAct, said.span, "several legal choices could be meant")
                    .help(format!("say one of: {}", list.join("; "))),
            ])
        }
    }
}

fn refusal(
    scene: &Scene,
    runner: &Runner,
    desk: &mut Desk,
    seat: u8,
    said: &Said,
    named: Option<usize>,
    picks: &[Vec<Heap>],
) -> Vec<Diagnostic> {
    let reasons = objections(scene, runner, desk, seat, named, picks);
    let problems: Vec<Diagnostic> =
        reasons.into_iter().map(|(reason, _)| Diagnostic::new(Code::NotLegal, said.span, reason)).collect();
    if !problems.is_empty() {
        return problems;
    }
    let Some(ask) = runner.ask(desk.state()) else { return Vec::new() };
    let names: Vec<&str> =
        (0..ask.acts.len()).map(|act| scene.words.act_name(ask, u8::try_from(act).unwrap_or(0))).collect();
    if let Some((act, name)) = named.and_then(|named| ask.acts.get(named).zip(names.get(named))) {
        let (wanted, said_count) = (act.picks.len(), picks.len());
        let problem =
            Diagnostic::new(Code::NotUnderstood, said.span, format!("`{name}` does not go with what is said after it"));
        return vec![problem.help(format!("it picks {wanted} things, joined by `with`; {said_count} are said, and each has to be one that the rules file knows"))];
    }
    let problem =
        Diagnostic::new(Code::NotUnderstood, said.span, format!("{} cannot do this now", scene.words.seat(seat)))
            .help(format!("what may be done here: {}", names.join(", ")));
    let word = said.act.as_ref().map_or("", |act| act.text.as_str());
    vec![problem.did_you_mean(word, names)]
}

/// What forbids the words in each way in which they can be read, each reason once.
fn objections(
    scene: &Scene,
    runner: &Runner,
    desk: &mut Desk,
    seat: u8,
    named: Option<usize>,
    picks: &[Vec<Heap>],
) -> Vec<(String, Span)> {
    let Some(ask) = runner.ask(desk.state()) else { return Vec::new() };
    let mut found: Vec<(String, Span)> = Vec::new();
    for (index, act) in ask.acts.iter().enumerate() {
        if named.is_some_and(|named| named != index)
            || act.picks.len() < picks.len()
            || (named.is_none() && act.picks.is_empty())
        {
            continue;
        }
        let sources: Vec<u128> = act.picks.iter().map(|pick| runner.source(desk, seat, pick)).collect();
        let Some(choice) = build(scene, desk.state(), ask, index, picks, &sources) else { continue };
        for reason in reasons(scene, runner, desk, seat, &choice) {
            if !found.contains(&reason) {
                found.push(reason);
            }
        }
    }
    found
}

/// What forbids what is said, in words with the rules' own, and where those stand in the rules file; empty if it is legal.
#[must_use]
pub fn why_not(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8, said: &Said) -> Vec<(String, Span)> {
    let Some(ask) = runner.ask(desk.state()) else { return Vec::new() };
    let (named, picks) = parts(scene, ask, said);
    if understand(scene, runner, desk, seat, said).is_ok() {
        return Vec::new();
    }
    let found = objections(scene, runner, desk, seat, named, &picks);
    if !found.is_empty() {
        return found;
    }
    let count = u8::try_from(scene.compiled.program.cards.len()).unwrap_or(u8::MAX);
    let strange = picks.iter().flatten().find(|heap| (0..count).all(|card| scene.names(heap, card) == 0));
    let cards = |pick: &Pick| matches!(pick.source, Source::Cards { .. });
    let of_cards = ask.acts.iter().flat_map(|act| &act.picks).any(cards);
    let reason = match strange.filter(|_| of_cards) {
        Some(heap) => {
            let words: Vec<&str> = heap.marks.iter().map(|mark| mark.text.as_str()).collect();
            format!("`{}` is no card of this game, and no act", crate::diagnostic::printable(&words.join(" of ")))
        }
        None => "it is nothing that may be done in this decision".to_owned(),
    };
    vec![(reason, Span::default())]
}

/// The choice that was meant, whether it is legal or not.
fn build(scene: &Scene, state: &State, ask: &Ask, act: usize, said: &[Vec<Heap>], sources: &[u128]) -> Option<Choice> {
    let definition = ask.acts.get(act)?;
    let mut choice = Choice { act: u8::try_from(act).ok()?, ..Choice::default() };
    let count = u8::try_from(scene.compiled.program.cards.len()).unwrap_or(u8::MAX);
    for (((pick, heaps), slot), source) in definition.picks.iter().zip(said).zip(&mut choice.picks).zip(sources) {
        match pick.source {
            Source::Cards { .. } => {
                for heap in heaps {
                    for _ in 0..heap.copies.min(128) {
                        let fits = |card: &u8| scene.names(heap, *card) > 0 && slot.cards & (1 << card) == 0;
                        // Rather one that may be picked from, then one that is in the game at all.
                        let best = (0..count).filter(fits).max_by_key(|card| {
                            (
                                scene.names(heap, *card),
                                source & (1 << card) != 0,
                                state.place_of(&scene.compiled.program, *card) != Some(0),
                            )
                        });
                        slot.cards |= 1 << best?;
                    }
                }
            }
            Source::Number { .. } => slot.value = heaps.first()?.marks.first()?.text.parse().ok()?,
            Source::Member { kind, count } => {
                let word = &heaps.first()?.marks.first()?.text;
                slot.value =
                    (0..i64::from(count)).find(|member| scene.words.member(usize::from(kind), *member) == *word)?;
            }
            Source::Seat => {
                let word = &heaps.first()?.marks.first()?.text;
                slot.value = (0..i64::from(scene.compiled.program.seats))
                    .find(|seat| scene.words.scalar(crate::ir::Ty::Player, *seat) == *word)?;
            }
            Source::YesNo => slot.value = i64::from(heaps.first()?.marks.first()?.text == "yes"),
        }
    }
    debug_assert!(definition.picks.len() <= MOST_PICKS);
    Some(choice)
}

/// What forbids a choice, with the lines that say so.
fn reasons(scene: &Scene, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice) -> Vec<(String, Span)> {
    let objections = runner.objections(desk, seat, choice);
    objections.iter().map(|objection| reason(scene, *objection)).collect()
}

fn reason(scene: &Scene, objection: Objection) -> (String, Span) {
    let (words, span) = scene.rule(objection.rule);
    let text = match objection.why {
        Why::NoAct => "there is no such act in this decision".to_owned(),
        Why::NotNow => format!("it may not be done now, by the rule `{words}`"),
        Why::NotThere => format!("it is not there to be picked, by the rule `{words}`"),
        Why::Number => format!("that is not the right number of cards, by the rule `{words}`"),
        Why::Range => format!("that number is too low or too high, by the rule `{words}`"),
        Why::Where => format!("it does not fit, by the rule `{words}`"),
        Why::SoThat => format!("the cards do not fit together, by the rule `{words}`"),
        Why::Must => format!("it does not obey the rule `{words}`"),
    };
    (text, span)
}
