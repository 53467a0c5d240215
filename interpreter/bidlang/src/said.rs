//! What a script or a prompt says, held against the legal choices; and why something is not legal.

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{
    Ask, CardSet, Choice, MOST_CARDS, MOST_PICKS, Objection, Pick, Picked, Source, State, Why, each_card,
};
use crate::heaps::spread;
use crate::ir::{Role, each_member};
use crate::syntax::one_line;
use crate::syntax::tree::{Heap, Name, Origin, Said};
use crate::words::Words;
use crate::{Prepared, Turn};

/// Where there are more legal choices than this, what is said is not compared with each, but made into a choice and asked for.
const MOST_COMPARED: u64 = 100_000;

/// What said words are read against.
#[derive(Clone, Copy)]
struct Reader<'a> {
    prepared: &'a Prepared,
    words: Words<'a>,
    /// Where the cards lie.
    state: &'a State,
}

/// The act and the picks that are said.
struct Parts {
    /// The number of the act; none where its name is not said.
    act: Option<usize>,
    picks: Vec<Vec<Heap>>,
}

/// What forbids said words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// In words, with those of the rule.
    pub words: String,
    /// The rule; empty where it is nothing that the rules know.
    pub span: Span,
}

impl<'a> Reader<'a> {
    fn of(turn: &'a Turn) -> Self {
        Self { prepared: turn.prepared(), words: turn.words(), state: turn.state() }
    }
}

impl Reader<'_> {
    /// The values of a card as words.
    fn card_words(&self, card: u8) -> Vec<String> {
        let (game, program) = (self.words.game, self.words.program);
        let definition = program.cards.get(usize::from(card)).and_then(|id| game.cards.get(usize::from(*id)));
        let Some(definition) = definition else { return Vec::new() };
        let sets = definition.members.iter().zip(&game.attrs);
        sets.flat_map(|(set, attr)| {
            each_member(*set).map(move |member| self.words.member(attr.kind, i64::from(member)))
        })
        .collect()
    }

    /// Whether a card lies where it is said to: `from hand`, `from hand of Ann`.
    fn lies(&self, origin: &Origin, card: u8) -> bool {
        let Some(place) = self.state.place_of(self.words.program, card) else { return false };
        let whole = self.words.place(place);
        let (name, owner) = whole.split_once(" of ").map_or((whole.as_str(), ""), |(name, owner)| (name, owner));
        let said: Vec<&str> = origin.of.iter().map(|name| name.text.as_str()).collect();
        origin.place.text == name && (said.is_empty() || said.join(" and ") == owner)
    }

    /// How well a heap names a card: 2 all of its values, 1 some, 0 not, or not where it lies.
    fn names(&self, heap: &Heap, card: u8) -> u8 {
        if heap.from.as_ref().is_some_and(|origin| !self.lies(origin, card)) { 0 } else { self.is_called(heap, card) }
    }

    /// The same, wherever the card lies.
    fn is_called(&self, heap: &Heap, card: u8) -> u8 {
        let has = self.card_words(card);
        if !heap.marks.iter().all(|mark| has.contains(&mark.text)) {
            return 0;
        }
        if heap.marks.len() == has.len() { 2 } else { 1 }
    }

    /// Whether heaps name exactly these cards.
    fn names_cards(&self, heaps: &[Heap], cards: CardSet) -> bool {
        let mut left: Vec<u8> = each_card(cards).collect();
        let wanted: u32 = heaps.iter().map(|heap| heap.copies).fold(0, u32::saturating_add);
        if usize::try_from(wanted).unwrap_or(usize::MAX) != left.len() {
            return false;
        }
        let mut heaps: Vec<&Heap> =
            heaps.iter().flat_map(|heap| std::iter::repeat_n(heap, heap.copies as usize)).collect();
        // Those that say most choose first.
        heaps.sort_by_key(|heap| std::cmp::Reverse((heap.marks.len(), heap.from.is_some())));
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

    /// Whether heaps are of the sort that a pick takes, be it there or not.
    fn could_be(&self, heaps: &[Heap], pick: &Pick) -> bool {
        let mark = match heaps {
            [Heap { marks, .. }] => match marks.as_slice() {
                [mark] => mark.text.as_str(),
                _ => "",
            },
            _ => "",
        };
        match pick.source {
            Source::Cards { .. } => true,
            Source::Member { kind, .. } => self.words.kind_has(usize::from(kind), mark),
            Source::Seat => (0..self.prepared.players()).any(|seat| self.words.seat(seat) == mark),
            Source::YesNo => matches!(mark, "yes" | "no"),
            Source::Number { .. } => mark.parse::<i64>().is_ok(),
        }
    }

    fn names_pick(&self, heaps: &[Heap], pick: &Pick, picked: Picked) -> bool {
        if matches!(pick.source, Source::Cards { .. }) {
            return self.names_cards(heaps, picked.cards);
        }
        matches!(heaps, [Heap { marks, .. }] if matches!(marks.as_slice(), [mark] if mark.text == self.word_of(pick, picked)))
    }
}

/// The act and the picks that are said; a word that is no act is a pick.
fn parts(reader: Reader, ask: &Ask, said: &Said) -> Parts {
    let act_named = |word: &str| (0..ask.acts.len()).find(|act| reader.act_name(ask, *act) == word);
    // What is no list of cards is left as it is said: nothing fits it.
    let listed = |heaps: &Vec<Heap>| spread(reader.words, heaps).unwrap_or_else(|_| heaps.clone());
    let mut picks: Vec<Vec<Heap>> = said.picks.iter().map(listed).collect();
    // `with nothing` is how a pick of no card is told.
    picks.retain(|heaps| !matches!(heaps.as_slice(), [Heap { marks, .. }] if matches!(marks.as_slice(), [mark] if mark.text == "nothing")));
    let Some(name) = &said.act else { return Parts { act: None, picks } };
    let act = act_named(&name.text).or_else(|| bid_told(reader, ask, name, &mut picks));
    if act.is_none() {
        picks.insert(0, vec![Heap::of(name.clone())]);
    }
    Parts { act, picks }
}

/// A bid with a name of its own as the transcript tells it, by that name or by what is bid: `bid no-tricks`, `bid 4 with Hearts`.
fn bid_told(reader: Reader, ask: &Ask, word: &Name, picks: &mut Vec<Vec<Heap>>) -> Option<usize> {
    if word.text != "bid" {
        return None;
    }
    let bids = || ask.acts.iter().enumerate().filter(|(_, act)| act.role == Role::Bid);
    if let Some([Heap { marks, .. }]) = picks.first().map(Vec::as_slice)
        && let [mark] = marks.as_slice()
        && let Some((bid, _)) = bids().find(|(bid, _)| reader.act_name(ask, *bid) == mark.text)
    {
        picks.remove(0);
        return Some(bid);
    }
    let fitting: Vec<_> = bids().filter(|(_, act)| act.picks.len() == picks.len()).collect();
    if let [(only, _)] = fitting.as_slice() {
        return Some(*only);
    }
    // Of several the one that takes what is said: a suit, a number.
    let mut takes = fitting
        .into_iter()
        .filter(|(_, act)| act.picks.iter().zip(picks.iter()).all(|(pick, heaps)| reader.could_be(heaps, pick)));
    takes.next().filter(|_| takes.next().is_none()).map(|(bid, _)| bid)
}

/// Whether words tell a choice of a decision, be it legal or not.
#[must_use]
pub fn fits(prepared: &Prepared, (state, ask): (&State, &Ask), choice: &Choice, said: &Said) -> bool {
    let reader = Reader { prepared, words: prepared.words(), state };
    fits_parts(reader, ask, choice, &parts(reader, ask, said))
}

fn fits_parts(reader: Reader, ask: &Ask, choice: &Choice, said: &Parts) -> bool {
    if said.act.is_some_and(|act| act != usize::from(choice.act)) {
        return false;
    }
    let Some(act) = ask.acts.get(usize::from(choice.act)) else { return false };
    if said.picks.is_empty() && said.act.is_none() {
        return false;
    }
    let picks = act.picks.iter().zip(choice.picks);
    // A pick of nothing may be left out.
    let told: Vec<_> =
        picks.filter(|(pick, picked)| !(matches!(pick.source, Source::Cards { .. }) && picked.cards == 0)).collect();
    told.len() == said.picks.len()
        && told.iter().zip(&said.picks).all(|((pick, picked), heaps)| reader.names_pick(heaps, pick, *picked))
}

/// Reads what a script or a prompt says as a choice of a decision: the legal choices that it fits.
///
/// # Errors
/// Why it is not legal, as diagnostics whose spans lie in the said words, with the rule's words in them.
pub(crate) fn understand(turn: &Turn, said: &Said) -> Result<Choice, Vec<Diagnostic>> {
    let reader = Reader::of(turn);
    let Some(ask) = turn.ask() else {
        return Err(vec![Diagnostic::new(Code::NotTheirTurn, said.span, "nobody has to choose now")]);
    };
    let parts = parts(reader, ask, said);
    let mut found: Vec<Choice> = Vec::new();
    if turn.count() > MOST_COMPARED {
        let meant = (0..ask.acts.len()).filter(|act| parts.act.is_none_or(|named| named == *act));
        let built = meant.filter_map(|act| build(turn, ask, act, &parts.picks));
        found.extend(built.filter(|choice| fits_parts(reader, ask, choice, &parts) && turn.allows(choice)));
    } else {
        turn.each(|choice| {
            if fits_parts(reader, ask, choice, &parts) {
                found.push(*choice);
            }
            if found.len() > 8 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(refusal(turn, ask, said, &parts)),
        several => {
            let list: Vec<String> = several.iter().map(|choice| reader.words.choice(ask, choice)).collect();
            Err(vec![
                Diagnostic::new(Code::AmbiguousAct, said.span, "several legal choices could be meant")
                    .help(format!("say one of: {}", list.join("; "))),
            ])
        }
    }
}

fn refusal(turn: &Turn, ask: &Ask, said: &Said, parts: &Parts) -> Vec<Diagnostic> {
    let reader = Reader::of(turn);
    let reasons = objections(turn, ask, parts);
    let problems: Vec<Diagnostic> =
        reasons.into_iter().map(|reason| Diagnostic::new(Code::NotLegal, said.span, reason.words)).collect();
    if !problems.is_empty() {
        return problems;
    }
    // A plain word may be a misspelt act.
    if let Some(heap) = strange(reader, ask, parts).filter(|heap| heap.marks.len() > 1) {
        let problem = Diagnostic::new(Code::UnknownCard, heap.span, "there is no such card in this game");
        return vec![problem.help("name a card as the rules file does")];
    }
    let names: Vec<&str> = (0..ask.acts.len()).map(|act| reader.act_name(ask, act)).collect();
    if let Some((act, name)) = parts.act.and_then(|act| ask.acts.get(act).zip(names.get(act))) {
        let (wanted, said_count) = (act.picks.len(), parts.picks.len());
        let problem =
            Diagnostic::new(Code::NotUnderstood, said.span, format!("`{name}` does not go with what is said after it"));
        return vec![problem.help(format!("it picks {wanted} things, joined by `with`; {said_count} are said, and each has to be one that the rules file knows"))];
    }
    let problem = Diagnostic::new(Code::NotUnderstood, said.span, format!("{} cannot do this now", turn.name()))
        .help(format!("what may be done here: {}", names.join(", ")));
    let word = said.act.as_ref().map_or("", |act| act.text.as_str());
    vec![problem.did_you_mean(word, names)]
}

/// What is said of a decision in which cards are picked, and is no card of this game.
fn strange<'p>(reader: Reader, ask: &Ask, parts: &'p Parts) -> Option<&'p Heap> {
    let cards = |pick: &Pick| matches!(pick.source, Source::Cards { .. });
    let of_cards = ask.acts.iter().flat_map(|act| &act.picks).any(cards);
    let mut heaps = parts.picks.iter().flatten().filter(|_| of_cards);
    heaps.find(|heap| reader.cards().all(|card| reader.is_called(heap, card) == 0))
}

/// What forbids the words in each way in which they can be read, each reason once.
fn objections(turn: &Turn, ask: &Ask, parts: &Parts) -> Vec<Ground> {
    let reader = Reader::of(turn);
    let mut found: Vec<Ground> = Vec::new();
    for (index, act) in ask.acts.iter().enumerate() {
        if parts.act.is_some_and(|named| named != index)
            || act.picks.len() < parts.picks.len()
            || (parts.act.is_none() && act.picks.is_empty())
        {
            continue;
        }
        let Some(choice) = build(turn, ask, index, &parts.picks) else { continue };
        let runner = turn.prepared().runner();
        for objection in runner.grounds(&mut turn.desk(), turn.seat(), &choice) {
            let reason = reader.reason(objection);
            if !found.contains(&reason) {
                found.push(reason);
            }
        }
    }
    found
}

/// What the rules forbid of what is said; empty where it is legal, and where it is nothing that the rules know.
pub(crate) fn objections_to(turn: &Turn, said: &Said) -> Vec<Ground> {
    let Some(ask) = turn.ask() else { return Vec::new() };
    if understand(turn, said).is_ok() {
        return Vec::new();
    }
    objections(turn, ask, &parts(Reader::of(turn), ask, said))
}

/// What forbids what is said, in words with the rules' own, and where those stand in the rules file; empty if it is legal.
pub(crate) fn why_not(turn: &Turn, said: &Said) -> Vec<Ground> {
    let reader = Reader::of(turn);
    let Some(ask) = turn.ask() else { return Vec::new() };
    let parts = parts(reader, ask, said);
    if understand(turn, said).is_ok() {
        return Vec::new();
    }
    let found = objections(turn, ask, &parts);
    if !found.is_empty() {
        return found;
    }
    let reason = match strange(reader, ask, &parts) {
        Some(heap) => {
            let words: Vec<&str> = heap.marks.iter().map(|mark| mark.text.as_str()).collect();
            let words = words.join(" of ");
            if reader.is_act(&words) {
                format!("`{words}` may not be done in this decision")
            } else {
                format!("`{}` is no card of this game, and no act", crate::diagnostic::printable(&words))
            }
        }
        None => "it is nothing that may be done in this decision".to_owned(),
    };
    vec![Ground { words: reason, span: Span::default() }]
}

/// The choice that was meant, whether it is legal or not.
fn build(turn: &Turn, ask: &Ask, act: usize, said: &[Vec<Heap>]) -> Option<Choice> {
    let (reader, state) = (Reader::of(turn), turn.state());
    let (words, mut desk) = (reader.words, turn.desk());
    let definition = ask.acts.get(act)?;
    let mut choice = Choice { act: u8::try_from(act).ok()?, ..Choice::default() };
    for ((pick, heaps), slot) in definition.picks.iter().zip(said).zip(&mut choice.picks) {
        match pick.source {
            Source::Cards { .. } => {
                let source = turn.prepared().runner().source(&mut desk, turn.seat(), pick);
                for heap in heaps {
                    for _ in 0..heap.copies.min(MOST_CARDS as u32) {
                        let fits = |card: &u8| reader.is_called(heap, *card) > 0 && !slot.cards.has(*card);
                        // Rather one that may be picked from, then one that is in the game at all.
                        let best = reader.cards().filter(fits).max_by_key(|card| {
                            let in_game = state.place_of(words.program, *card) != Some(0);
                            // One that lies elsewhere than it is said may not be picked from there.
                            let there = reader.names(heap, *card);
                            (there, reader.is_called(heap, *card), source.has(*card) == (there > 0), in_game)
                        });
                        slot.cards |= CardSet::one(best?);
                    }
                }
            }
            Source::Number { .. } => slot.value = heaps.first()?.marks.first()?.text.parse().ok()?,
            Source::Member { kind, count } => {
                let word = &heaps.first()?.marks.first()?.text;
                slot.value = (0..i64::from(count)).find(|member| words.member(usize::from(kind), *member) == *word)?;
            }
            Source::Seat => {
                let word = &heaps.first()?.marks.first()?.text;
                let seats = i64::from(words.program.seats);
                slot.value = (0..seats).find(|seat| words.scalar(crate::ir::Ty::Player, *seat) == *word)?;
            }
            Source::YesNo => slot.value = i64::from(heaps.first()?.marks.first()?.text == "yes"),
        }
    }
    debug_assert!(definition.picks.len() <= MOST_PICKS);
    Some(choice)
}

impl Reader<'_> {
    fn act_name<'s>(&'s self, ask: &Ask, act: usize) -> &'s str {
        self.words.act_name(ask, u8::try_from(act).unwrap_or(0))
    }

    /// Whether some act of the game is called so.
    fn is_act(&self, words: &str) -> bool {
        self.words.game.acts.iter().any(|act| act == words)
    }

    /// The number of each card.
    fn cards(&self) -> impl Iterator<Item = u8> + use<> {
        self.words.program.deck()
    }

    /// What forbids a choice, with the line that says so.
    fn reason(&self, objection: Objection) -> Ground {
        let span = self.prepared.compiled().line(objection.rule);
        let rule = one_line(span.of(self.prepared.game().text()));
        let words = match objection.why {
            Why::NoAct => "there is no such act in this decision".to_owned(),
            Why::NotNow => format!("it may not be done now, by the rule `{rule}`"),
            Why::NotThere => format!("it is not there to be picked, by the rule `{rule}`"),
            Why::Number => format!("that is not the right number of cards, by the rule `{rule}`"),
            Why::Range => format!("that number is too low or too high, by the rule `{rule}`"),
            Why::Where => format!("it does not fit, by the rule `{rule}`"),
            Why::SoThat => format!("the cards do not fit together, by the rule `{rule}`"),
            Why::Must => format!("it does not obey the rule `{rule}`"),
            Why::Hidden => {
                let words = "it is forbidden by something that you do not see".to_owned();
                return Ground { words, span: Span::default() };
            }
            Why::Unseen => {
                let words = "you do not see that card".to_owned();
                return Ground { words, span: Span::default() };
            }
        };
        Ground { words, span }
    }
}
