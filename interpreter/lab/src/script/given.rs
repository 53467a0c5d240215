//! What a script gives: cards to places, values to tracks.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{CardSet, FaultKind, MOST_CARDS, Op, SlotRef, each_card};
use crate::ir::{Expr, MOST_VALUES, Members, Of};
use crate::syntax::tree::{Heap, Name, Noun, Phrase, PhraseKind, Target, Which};

use super::Player;

impl Player<'_> {
    /// The one place that a phrase names.
    pub(super) fn place(&mut self, phrase: &Phrase) -> Option<u16> {
        let typed = self.resolve(phrase)?;
        let Expr::CardsIn(place) = &typed.expr else {
            return self.no_place(phrase.span);
        };
        let offset = match &place.of {
            Of::Whole => 0,
            Of::One(owner) => self.whose(owner, phrase.span, u32::MAX)?,
            Of::Each(_) | Of::Owner => return self.no_place(phrase.span),
        };
        let base = self.compiled.program.places.iter().position(|found| usize::from(found.name) == place.place)?;
        u16::try_from(base).ok()?.checked_add(u16::try_from(offset).ok()?)
    }

    fn no_place(&mut self, span: Span) -> Option<u16> {
        let problem = Diagnostic::new(Code::NotAPlace, span, "a place is wanted here");
        self.failures.push(problem.help("for example `hand of Ann` or `stock`"));
        None
    }

    /// Which of so many a phrase is, from 0; that it is nobody is told.
    fn whose(&mut self, key: &Expr, span: Span, count: u32) -> Option<u32> {
        let found = u32::try_from(self.number(key, span)).ok().filter(|number| *number < count);
        if found.is_none() {
            let problem = Diagnostic::new(Code::BadRange, span, "there is none: that is nobody's");
            self.failures.push(problem.help("say whose, as in `hand of Ann`, `purse of Ann`"));
        }
        found
    }

    pub(super) fn given_holds(&mut self, place: &Phrase, heaps: &[Heap], begins: bool) {
        let (Some(place), Some(heaps)) = (self.place(place), self.spread(heaps)) else { return };
        for heap in &heaps {
            for _ in 0..heap.copies.min(MOST_CARDS as u32) {
                let free = if begins {
                    self.table.state().mask(0)
                } else {
                    self.loaded().map_or(CardSet::NONE, |loaded| !loaded.reserved())
                };
                let Some(card) = self.free_card(heap, free) else { return };
                if begins {
                    self.ear.given.cards.push((card, heap.span));
                    self.table.runner.put(&mut self.table.desk, card, place);
                }
                // Where a phase deals before anybody decides, they are dealt there too.
                if let Some(loaded) = self.loaded() {
                    loaded.want(place, card, heap.span);
                }
            }
        }
    }

    /// A place is said to be empty: as all are, where a test begins with a phase.
    pub(super) fn given_empty(&mut self, span: Span, place: &Phrase, begins: bool) {
        let Some(place) = self.place(place) else { return };
        if begins {
            self.ear.given.empty.push((place, span));
            return;
        }
        self.failures.push(
            Diagnostic::new(Code::NotDrawn, span, "without `begin`, all cards lie in the box, and the rules deal them")
                .help("begin in a phase with `begin PHASE`: then no cards lie in any place but those that are given"),
        );
    }

    /// Gives something to each of those for which a target stands, up to the first that fails.
    pub(super) fn each_target(&mut self, target: &Target, mut give: impl FnMut(&mut Self, &Phrase)) {
        for one in self.targets(target) {
            give(self, &one);
            if !self.failures.is_empty() {
                break;
            }
        }
    }

    /// A target with each of those for which it stands: `purse of each player`, `level of each suit`.
    fn targets(&mut self, target: &Target) -> Vec<Phrase> {
        let words: Vec<String> = match &target.each {
            None => return self.each_player(&target.phrase),
            Some(each) => match self.each_of(each) {
                Ok(words) => words,
                Err(problem) => {
                    self.failures.push(*problem);
                    return Vec::new();
                }
            },
        };
        let PhraseKind::Of { word, of, within } = &target.phrase.kind else { return vec![target.phrase.clone()] };
        let teams = target.each.as_ref().is_some_and(|each| each.text == "team");
        words
            .into_iter()
            .map(|text| {
                let one = Phrase { span: of.span, kind: PhraseKind::Word(Name { text, span: of.span }) };
                let team = Name { text: "team".to_owned(), span: of.span };
                let one = if teams {
                    Phrase { span: of.span, kind: PhraseKind::Of { word: team, of: Box::new(one), within: None } }
                } else {
                    one
                };
                let kind = PhraseKind::Of { word: word.clone(), of: Box::new(one), within: within.clone() };
                Phrase { span: target.phrase.span, kind }
            })
            .collect()
    }

    /// The values of a kind; for teams, the first seat of each.
    fn each_of(&self, each: &Name) -> Result<Vec<String>, Box<Diagnostic>> {
        let game = &self.rulebook.game;
        if each.text == "team" {
            let teams = &self.compiled.program.teams;
            let first = |(seat, team): &(usize, &u8)| teams.iter().position(|other| other == *team) == Some(*seat);
            let seats = teams.iter().enumerate().filter(first).map(|(seat, _)| seat);
            return Ok(seats.filter_map(|seat| self.seats.get(seat).cloned()).collect());
        }
        let attr = game.attrs.iter().find(|attr| attr.name == each.text).and_then(|attr| game.kinds.get(attr.kind));
        match attr.or_else(|| game.kinds.iter().find(|kind| kind.name == each.text)) {
            Some(kind) => Ok(kind.members.clone()),
            None => {
                let known = game.kinds.iter().map(|kind| kind.name.as_str()).chain(["player", "team"]);
                let problem =
                    Diagnostic::new(Code::UnknownName, each.span, format!("there is no kind `{}`", each.text))
                        .help("`each player`, `each team`, or `each` with an attribute or a kind")
                        .did_you_mean(&each.text, known);
                Err(Box::new(problem))
            }
        }
    }

    /// A phrase with each seat in the place of `each player`, `every player` or `all players`.
    fn each_player(&self, phrase: &Phrase) -> Vec<Phrase> {
        match &phrase.kind {
            PhraseKind::Group(group)
                if matches!(group.which, Which::Each | Which::Every | Which::All)
                    && matches!(group.noun, Noun::Player | Noun::Players)
                    && group.cond.is_none()
                    && group.best.is_none() =>
            {
                let word = |text: &String| PhraseKind::Word(Name { text: text.clone(), span: phrase.span });
                self.seats.iter().map(|seat| Phrase { span: phrase.span, kind: word(seat) }).collect()
            }
            PhraseKind::Of { word, of, within } => {
                let each = |of: Phrase| {
                    let kind = PhraseKind::Of { word: word.clone(), of: Box::new(of), within: within.clone() };
                    Phrase { span: phrase.span, kind }
                };
                self.each_player(of).into_iter().map(each).collect()
            }
            _ => vec![phrase.clone()],
        }
    }

    /// Heaps with each stretch, `2 to Ace of Spades`, and `of each suit`, as one heap for each of its values.
    pub(super) fn spread(&mut self, heaps: &[Heap]) -> Option<Vec<Heap>> {
        match bidlang::heaps::spread(self.ear.words, heaps) {
            Ok(heaps) => Some(heaps),
            Err(problem) => {
                self.failures.push(problem);
                None
            }
        }
    }

    /// A card of the deck that a heap names and that is still free.
    fn free_card(&mut self, heap: &Heap, free: CardSet) -> Option<u8> {
        let fits = self.matching(heap)?;
        let found = each_card(fits & free).next();
        if found.is_none() {
            let problem = if fits == 0 {
                Diagnostic::new(Code::UnknownCard, heap.span, "there is no such card in the deck")
                    .help("check the rank and the suits, and how many play in the test and by which options")
            } else {
                Diagnostic::new(Code::CardTwice, heap.span, "this card was given before, and there is no other like it")
                    .help("give each card once")
            };
            self.failures.push(problem);
        }
        found
    }

    /// The cards of the deck that have all the values of a heap; exactly these where there are such cards.
    pub(super) fn matching(&mut self, heap: &Heap) -> Option<CardSet> {
        let game = &self.rulebook.game;
        let mut wanted = vec![0 as Members; game.attrs.len()];
        for mark in &heap.marks {
            let attr = game.attrs.iter().enumerate().find_map(|(index, attr)| {
                let member = game.kinds.get(attr.kind)?.members.iter().position(|member| *member == mark.text)?;
                Some((index, member))
            });
            let Some((attr, member)) = attr else {
                let known: Vec<&str> = game
                    .attrs
                    .iter()
                    .filter_map(|attr| game.kinds.get(attr.kind))
                    .flat_map(|kind| kind.members.iter().map(String::as_str))
                    .collect();
                let problem =
                    Diagnostic::new(Code::UnknownValue, mark.span, format!("no card has a value `{}`", mark.text))
                        .help("name a card as the rules file does: `9 of Spades`, `King of Hearts`")
                        .did_you_mean(&mark.text, known);
                self.failures.push(problem);
                return None;
            };
            if let Some(set) = wanted.get_mut(attr) {
                *set |= 1 << member.min(MOST_VALUES - 1);
            }
        }
        // Which has nothing beside them, then which has no others of the same attributes, then any that has them.
        let ways: [fn(Members, Members) -> bool; 3] = [
            |has, wanted| has == wanted,
            |has, wanted| wanted == 0 || has == wanted,
            |has, wanted| has & wanted == wanted,
        ];
        let having = |way: fn(Members, Members) -> bool| -> CardSet {
            let fits = |card: &usize| {
                let definition = self.compiled.program.cards.get(*card).and_then(|id| game.cards.get(usize::from(*id)));
                definition.is_some_and(|card| card.members.iter().zip(&wanted).all(|(has, wanted)| way(*has, *wanted)))
            };
            (0..self.compiled.program.cards.len()).filter(fits).collect()
        };
        let found = ways.into_iter().map(having).find(|cards| *cards != 0).unwrap_or(CardSet::NONE);
        self.single_out(heap, found)
    }

    /// The cards that are named, if they are alike, or all of them are wanted.
    fn single_out(&mut self, heap: &Heap, found: CardSet) -> Option<CardSet> {
        let game = &self.rulebook.game;
        let row = |card: u8| game.cards.get(usize::from(*self.compiled.program.cards.get(usize::from(card))?));
        let mut names: Vec<&str> = Vec::new();
        for card in each_card(found).filter_map(row) {
            if !names.contains(&card.name.as_str()) {
                names.push(&card.name);
            }
        }
        if names.len() < 2 || usize::try_from(heap.copies).is_ok_and(|copies| copies == each_card(found).count()) {
            return Some(found);
        }
        let shown = names.iter().take(4).copied().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 4 { ", ..." } else { "" };
        let words: Vec<&str> = heap.marks.iter().map(|mark| mark.text.as_str()).collect();
        let problem = Diagnostic::new(
            Code::UnknownCard,
            heap.span,
            format!("several cards could be meant by `{}`: {shown}{more}", words.join(" and ")),
        );
        self.failures.push(problem.help(format!(
            "say which, each by all of its values, as in `{}`; all of them are `... of each` with an attribute",
            names.first().copied().unwrap_or_default()
        )));
        None
    }

    pub(super) fn given_is(&mut self, span: Span, target: &Phrase, value: &Phrase, begin: Option<&Name>) {
        let Some(typed) = self.resolve(target) else { return };
        let begun = |phase: usize| {
            begin.is_some_and(|name| self.rulebook.game.phases.get(phase).is_some_and(|phase| phase.name == name.text))
        };
        let repeats = |phase: usize| self.compiled.program.phases.get(phase).is_some_and(|entry| entry.pass.is_some());
        let slot = match &typed.expr {
            Expr::Score(player) if begin.is_some() => {
                let seats = u32::from(self.compiled.program.seats);
                let Some(seat) = self.whose(player, target.span, seats) else { return };
                let Some(team) = self.compiled.program.teams.get(seat as usize) else { return };
                self.compiled.program.scores + u32::from(*team)
            }
            Expr::Track { track, .. }
                if self
                    .rulebook
                    .game
                    .tracks
                    .get(*track)
                    .and_then(|track| track.phase)
                    .is_some_and(|phase| begun(phase) && repeats(phase)) =>
            {
                let problem = Diagnostic::new(
                    Code::NotATrack,
                    target.span,
                    "this track starts afresh with each pass of the phase that the test begins with",
                )
                .help("begin in a phase inside it");
                self.failures.push(problem);
                return;
            }
            Expr::Track { track, keys } => {
                let Some(slots) = self.compiled.program.tracks.get(*track) else { return };
                let (base, dims) = (slots.base, slots.dims.clone());
                let mut index = 0;
                for (key, size) in keys.iter().zip(dims) {
                    let Some(key) = self.whose(key, target.span, size) else { return };
                    index = index * size + key;
                }
                base + index
            }
            Expr::Pass(phase) if begun(*phase) => {
                let problem =
                    Diagnostic::new(Code::NotATrack, target.span, "this is the phase that the test begins with").help(
                        format!(
                            "say with which pass it begins: `begin {} 3`",
                            begin.map_or("round", |name| name.text.as_str())
                        ),
                    );
                self.failures.push(problem);
                return;
            }
            Expr::Pass(phase) => match self.compiled.program.phases.get(*phase).and_then(|entry| entry.pass) {
                Some(slot) => slot,
                None => return,
            },
            _ => {
                self.failures.push(
                    Diagnostic::new(
                        Code::NotATrack,
                        target.span,
                        "only a track, or the number of a phase, can be given",
                    )
                    .help("for example `given dealer is Ann`"),
                );
                return;
            }
        };
        let place = value.span;
        let value = match crate::resolve::resolve_value(&self.rulebook.file, self.seats, value, typed.ty) {
            Ok(expr) => self.number(&expr, place),
            Err(problems) => {
                self.failures.extend(problems);
                return;
            }
        };
        let code = &self.compiled.program.code;
        let seat = code.iter().any(|op| matches!(op, Op::Draw { to, .. } if is_slot_of(to, slot)));
        let number = code.iter().any(|op| matches!(op, Op::DrawNumber { to, .. } if is_slot_of(to, slot)));
        let drawn = seat || number;
        if seat && let (Some(loaded), Ok(seat)) = (self.loaded(), u8::try_from(value)) {
            loaded.draw_next(slot, seat);
        }
        if number && let Some(loaded) = self.loaded() {
            loaded.draw_number_next(slot, value);
        }
        if begin.is_some() {
            if let Expr::Track { track, .. } = &typed.expr {
                self.ear.given.tracks.push((u16::try_from(*track).unwrap_or(u16::MAX), slot, span));
            }
            self.keep(slot, value, span);
        } else if !drawn {
            self.failures.push(
                Diagnostic::new(Code::NotDrawn, span, "nothing draws this at random, so the rules set it themselves")
                    .help("begin in a phase with `begin PHASE` to set tracks by hand"),
            );
        }
    }

    /// What the phase takes with which the test begins.
    pub(super) fn given_to(&mut self, phase: usize, name: &Name, given: &[Phrase]) {
        let Some(definition) = self.rulebook.game.phases.get(phase) else { return };
        if definition.takes.len() != given.len() {
            let (takes, are) = (definition.takes.len(), given.len());
            let message = format!("the phase `{}` takes {takes} things, and is given {are}", name.text);
            self.failures.push(
                Diagnostic::new(Code::PhaseTakes, name.span, message)
                    .and(definition.span, "its heading")
                    .help("say each after `for`, with commas between: `begin counting for Ann`"),
            );
            return;
        }
        let base = self.compiled.program.phases.get(phase).map_or(0, |entry| entry.given.0);
        for ((slot, (_, ty)), phrase) in (base..).zip(&definition.takes).zip(given) {
            match crate::resolve::resolve_value(&self.rulebook.file, self.seats, phrase, *ty) {
                Ok(expr) => {
                    let value = self.number(&expr, phrase.span);
                    self.keep(slot, value, phrase.span);
                }
                Err(problems) => self.failures.extend(problems),
            }
        }
    }

    /// Sets a slot, if the number is one that it may hold.
    fn keep(&mut self, slot: u32, value: i64, span: Span) {
        let found = self.compiled.program.track_of(slot);
        let (low, high) = found.map_or((i64::from(i32::MIN), i64::from(i32::MAX)), |(_, track)| track.range);
        if value < low || value > high || !self.table.desk.set_slot(slot, value) {
            let out = FaultKind::OutOfRange(value, low, high);
            let kind = found.map_or(out, |(track, _)| FaultKind::TrackRange(track, value, low, high));
            let problem = Diagnostic::new(Code::BadRange, span, self.ear.words.fault(kind));
            self.failures.push(problem.help("give what the game can come to"));
        }
    }
}

/// Whether a slot is one of those that an operation may mean.
fn is_slot_of(to: &SlotRef, slot: u32) -> bool {
    let size: u32 = to.keys.iter().map(|(_, size)| *size).product();
    (to.base..to.base + size).contains(&slot)
}
