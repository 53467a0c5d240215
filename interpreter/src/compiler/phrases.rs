//! Phrases: words, sums, conditions, comparisons.

use super::names::{Named, Resolver};
use super::scope::Knows;
use super::types::{Typed, element};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Comparison, Expr, Fact, Fold, Of, Over, Per, PlaceRef, Ty};
use crate::syntax::tree::{Group, Name, Operator, Phrase, PhraseKind};

impl Resolver<'_> {
    /// The phrase with its type; `expect` helps where a word could be several things.
    pub(super) fn typed(&mut self, phrase: &Phrase, expect: Option<Ty>) -> Option<Typed> {
        let span = phrase.span;
        let number = |expr| Some(Typed::new(expr, Ty::Number, span));
        let yes_no = |expr| Some(Typed::new(expr, Ty::YesNo, span));
        match &phrase.kind {
            PhraseKind::Nothing => Some(Typed::new(Expr::Nothing, Ty::Nothing, span)),
            PhraseKind::Somebody => {
                self.problem(
                    Diagnostic::new("type", span, "`somebody` stands only after `is`").help("say `... is somebody`"),
                );
                None
            }
            PhraseKind::YesNo(yes) => yes_no(Expr::Int(i64::from(*yes))),
            PhraseKind::Word(name) => self.word(name, expect).map(|typed| Typed { span, ..typed }),
            PhraseKind::Of { word, of, within } => self.of(span, word, of, within.as_deref(), expect),
            PhraseKind::If(then, cond, otherwise) => self.conditional(span, then, cond, otherwise, expect),
            PhraseKind::Or(parts) => yes_no(Expr::Or(self.conditions(parts)?)),
            PhraseKind::And(parts) => yes_no(Expr::And(self.conditions(parts)?)),
            PhraseKind::Not(part) => yes_no(Expr::Not(Box::new(self.condition(part)?))),
            PhraseKind::Compare(..) | PhraseKind::OneOf(..) | PhraseKind::Empty(..) | PhraseKind::Shares(..) => {
                self.quantified(phrase)
            }
            PhraseKind::Binary(operator, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                number(Expr::Arith(*operator, Box::new(left?), Box::new(right?)))
            }
            PhraseKind::Divide(left, right, up) => {
                let (left, right) = (self.number(left), self.number(right));
                number(Expr::Divide(Box::new(left?), Box::new(right?), *up))
            }
            PhraseKind::Negative(of) => {
                let of = self.number(of)?;
                number(Expr::Arith(Operator::Minus, Box::new(Expr::Int(0)), Box::new(of)))
            }
            PhraseKind::Number => match self.by_name("number").map(|scope| scope.var) {
                Some(var) => number(Expr::Var(var)),
                None => {
                    self.problem(
                        Diagnostic::new("unknown-name", span, "no number was picked here")
                            .help("say `number of cards in ...` to count"),
                    );
                    None
                }
            },
            PhraseKind::Count(of) => self.count(span, of),
            PhraseKind::CountDifferent(name, of) => self.fold(span, Fold::Different, name, of),
            PhraseKind::Total(name, of) => self.fold(span, Fold::Total, name, of),
            PhraseKind::Extreme { second, highest, value, of } => {
                let fold = match (second, highest) {
                    (false, true) => Fold::Highest,
                    (false, false) => Fold::Lowest,
                    (true, true) => Fold::SecondHighest,
                    (true, false) => Fold::SecondLowest,
                };
                self.fold(span, fold, value, of)
            }
            PhraseKind::Random(_) => {
                self.problem(
                    Diagnostic::new("random", span, "`random` stands only in `set ... to random ...`")
                        .help("remember it first: `set dealer to random player`"),
                );
                None
            }
            PhraseKind::Seat(number, side) => {
                let steps = self.number(number)?;
                let expr = match side {
                    None => Expr::Seat {
                        from: Box::new(Expr::Int(0)),
                        steps: Box::new(Expr::Arith(Operator::Minus, Box::new(steps), Box::new(Expr::Int(1)))),
                    },
                    Some((left, of)) => {
                        let from = Box::new(self.player(of)?);
                        let steps = if *left {
                            steps
                        } else {
                            Expr::Arith(Operator::Minus, Box::new(Expr::Int(0)), Box::new(steps))
                        };
                        Expr::Seat { from, steps: Box::new(steps) }
                    }
                };
                Some(Typed::new(expr, Ty::Player, span))
            }
            PhraseKind::PassesInARow => self.form_fact(span, "passes in a row", Fact::PassesInARow).and_then(number),
            PhraseKind::AllPass => self.form_fact(span, "all pass in succession", Fact::AllPass).and_then(yes_no),
            PhraseKind::Group(group) => self.group(span, group),
        }
    }

    /// A fact of the turns around.
    pub(super) fn form_fact(&mut self, span: Span, words: &str, fact: fn(usize) -> Fact) -> Option<Expr> {
        let form = self.form_with(span, words, Knows::Turns)?;
        Some(Expr::Fact(fact(form.stage?)))
    }

    pub(super) fn number(&mut self, phrase: &Phrase) -> Option<Expr> {
        let typed = self.typed(phrase, Some(Ty::Number))?;
        self.want(typed, Ty::Number)
    }

    pub(super) fn player(&mut self, phrase: &Phrase) -> Option<Expr> {
        let typed = self.typed(phrase, Some(Ty::Player))?;
        self.want(typed, Ty::Player)
    }

    pub(super) fn condition(&mut self, phrase: &Phrase) -> Option<Expr> {
        let typed = self.typed(phrase, Some(Ty::YesNo))?;
        self.want(typed, Ty::YesNo)
    }

    pub(super) fn when(&mut self, phrase: Option<&Phrase>) -> Option<Option<Expr>> {
        match phrase {
            None => Some(None),
            Some(phrase) => self.condition(phrase).map(Some),
        }
    }

    fn conditions(&mut self, parts: &[Phrase]) -> Option<Vec<Expr>> {
        let found: Vec<Option<Expr>> = parts.iter().map(|part| self.condition(part)).collect();
        found.into_iter().collect()
    }

    fn conditional(
        &mut self,
        span: Span,
        then: &Phrase,
        cond: &Phrase,
        otherwise: &Phrase,
        expect: Option<Ty>,
    ) -> Option<Typed> {
        let cond = self.condition(cond);
        let then = self.typed(then, expect);
        let otherwise = self.typed(otherwise, expect.or_else(|| then.as_ref().map(|then| then.ty)));
        let (then, otherwise, cond) = (then?, otherwise?, cond?);
        let ty = match (then.ty, otherwise.ty) {
            (Ty::Nothing, ty) => ty,
            (Ty::Players, Ty::Number) | (Ty::Number, Ty::Players) => Ty::Number,
            (ty, _) => ty,
        };
        let (then, otherwise) = (self.want(then, ty)?, self.want(otherwise, ty)?);
        Some(Typed::new(Expr::If(Box::new(cond), Box::new(then), Box::new(otherwise)), ty, span))
    }

    // ---- words ----------------------------------------------------------------------------------

    /// One bare word.
    pub(super) fn word(&mut self, name: &Name, expect: Option<Ty>) -> Option<Typed> {
        let span = name.span;
        let typed = |expr, ty| Some(Typed::new(expr, ty, span));
        if self.clashing.contains(&name.text) {
            self.told += 1;
            return None;
        }
        if name.text.starts_with(|c: char| c.is_ascii_digit()) {
            if let Some(member) = expect.and_then(|ty| self.expected_member(ty, &name.text)) {
                return Some(Typed { span, ..member });
            }
            return self.number_mark(name).and_then(|number| typed(Expr::Int(number), Ty::Number));
        }
        if !self.nearer_as_attribute(&name.text)
            && let Some(scope) = self.by_name(&name.text)
        {
            let (var, ty) = (scope.var, scope.ty);
            return typed(Expr::Var(var), ty);
        }
        match name.text.as_str() {
            "leader" | "winner" => {
                let what = if name.text == "leader" { Knows::Leader } else { Knows::Winner };
                let form = self.form_with(span, &name.text, what)?.form;
                return typed(Expr::Fact(Fact::Leader(form)), Ty::Player);
            }
            "acts" if !self.names.contains_key("acts") => {
                return self.form_fact(span, "acts", Fact::Acts).and_then(|expr| typed(expr, Ty::Number));
            }
            "trick-number" => {
                let form = self.form_with(span, "trick-number", Knows::TrickNumber)?.form;
                return typed(Expr::Fact(Fact::TrickNumber(form)), Ty::Number);
            }
            "owner" => {
                let card = self.which_card("owner", span)?;
                return typed(Expr::Owner(Box::new(card)), Ty::Player);
            }
            "score" | "team" | "partner" | "left" | "right" | "opponents" if !self.names.contains_key(&name.text) => {
                let player = self.whose(&name.text, span)?;
                return self.built_in(span, &name.text, Typed::new(player, Ty::Player, span));
            }
            _ => {}
        }
        if let Some(named) = self.find(&name.text) {
            return self.named(named, name, None);
        }
        if let Some(member) = expect.and_then(|ty| self.expected_member(ty, &name.text)) {
            return Some(Typed { span, ..member });
        }
        match expect {
            Some(Ty::Member(kind)) if self.kinds_with(&name.text).is_empty() => {
                self.unknown_member(name, kind);
                None
            }
            _ => self.member_word(name),
        }
    }

    fn expected_member(&self, ty: Ty, word: &str) -> Option<Typed> {
        let Ty::Member(kind) = ty else { return None };
        let member = self.member(kind, word)?;
        Some(Typed::new(Expr::Int(member), ty, Span::default()))
    }

    fn member_word(&mut self, name: &Name) -> Option<Typed> {
        let kinds = self.kinds_with(&name.text);
        match kinds.as_slice() {
            [] => {
                self.unknown(name);
                None
            }
            [kind, rest @ ..] => {
                // The same word in several kinds: attributes of cards come first; comparisons go by name.
                let attribute = kinds.iter().find(|kind| self.game.attrs.iter().any(|attr| attr.kind == **kind));
                let kind = *attribute.unwrap_or(kind);
                let _ = rest;
                self.expected_member(Ty::Member(kind), &name.text).map(|typed| Typed { span: name.span, ..typed })
            }
        }
    }

    /// A name of the file, with what it is of where that was said.
    fn named(&mut self, named: Named, name: &Name, key: Option<Typed>) -> Option<Typed> {
        let span = name.span;
        let typed = |expr, ty| Some(Typed::new(expr, ty, span));
        match named {
            Named::Option(id) => {
                let option = self.game.options.get(id)?;
                let ty = if option.yes_no { Ty::YesNo } else { option.kind.map_or(Ty::Number, Ty::Member) };
                typed(Expr::Option(id), ty)
            }
            Named::Seat(seat) => typed(Expr::Int(i64::try_from(seat).unwrap_or(0)), Ty::Player),
            Named::Attr(id) => {
                let card = match key {
                    Some(key) => self.want(key, Ty::Card)?,
                    None => self.which_card(&name.text, span)?,
                };
                let (kind, many) = self.game.attrs.get(id).map(|attr| (attr.kind, attr.many))?;
                if many {
                    self.problem(
                        Diagnostic::new(
                            "many-valued",
                            span,
                            format!("a card may have several values of `{}`, so it is not one value", name.text),
                        )
                        .help(format!("ask `card shares {} with ...`", name.text)),
                    );
                    return None;
                }
                typed(Expr::Attr { attr: id, card: Box::new(card) }, Ty::Member(kind))
            }
            Named::Value(id) => {
                let (param, ty) = self.value(id)?;
                let arg = match (param, key) {
                    (None, _) => None,
                    (Some(param), Some(key)) => Some(Box::new(self.want(key, param)?)),
                    (Some(Ty::Card), None) => Some(Box::new(self.which_card(&name.text, span)?)),
                    (Some(Ty::Player), None) => Some(Box::new(self.whose(&name.text, span)?)),
                    (Some(ty), None) => {
                        let want = self.type_name(ty);
                        self.problem(
                            Diagnostic::new("whose", span, format!("`{}` is of {want}; of which?", name.text))
                                .help(format!("say `{} of ...`", name.text)),
                        );
                        return None;
                    }
                };
                typed(Expr::Value { value: id, arg }, ty)
            }
            Named::Track(id) => {
                let keys = self.keys(id, name, key, None)?;
                let ty = self.game.tracks.get(id)?.ty;
                typed(Expr::Track { track: id, keys }, ty)
            }
            Named::Place(id) => {
                let place = self.place_of(id, name, key)?;
                typed(Expr::CardsIn(place), Ty::Cards)
            }
            Named::Phase(id) => {
                let repeats = self
                    .phase_items
                    .get(id)
                    .is_some_and(|item| !matches!(item.repeats, crate::syntax::tree::Repeats::Once));
                if !repeats {
                    self.problem(
                        Diagnostic::new(
                            "type",
                            span,
                            format!("`{}` is a phase that runs once, so it has no number", name.text),
                        )
                        .help("only a phase with `repeats` has a number: which pass it is"),
                    );
                    return None;
                }
                typed(Expr::Pass(id), Ty::Number)
            }
            Named::Kind(_) => {
                self.problem(
                    Diagnostic::new("type", span, format!("`{}` is a kind of value; which one is meant?", name.text))
                        .help("name one of its values, or pick one with `a ...`"),
                );
                None
            }
        }
    }

    /// The keys of a track.
    pub(super) fn keys(
        &mut self,
        id: usize,
        name: &Name,
        first: Option<Typed>,
        second: Option<Typed>,
    ) -> Option<Vec<Expr>> {
        let per = self.game.tracks.get(id)?.per.clone();
        let mut given = [first, second].into_iter().flatten();
        let mut keys = Vec::new();
        let too_few = per.len();
        for one in per {
            let wanted = match one {
                Per::Player => Ty::Player,
                Per::Team => Ty::Team,
                Per::Kind(kind) => Ty::Member(kind),
            };
            match given.next() {
                Some(typed) => keys.push(self.want_key(typed, wanted)?),
                None if one == Per::Player
                    && (too_few == 1 || self.scopes.iter().any(|scope| scope.ty == Ty::Player)) =>
                {
                    keys.push(self.whose(&name.text, name.span)?);
                }
                None => {
                    let each = self.type_name(wanted);
                    let each = each.split_once(' ').map_or(each.as_str(), |(_, name)| name).to_owned();
                    let help = if too_few == 1 {
                        format!("say `{} of ...`", name.text)
                    } else {
                        format!("it has two `each`: say `{} of ... in ...`", name.text)
                    };
                    self.problem(
                        Diagnostic::new(
                            "whose",
                            name.span,
                            format!("there is one `{}` for each {each}; which is meant?", name.text),
                        )
                        .help(help),
                    );
                    return None;
                }
            }
        }
        if let Some(extra) = given.next() {
            let problem = if too_few == 0 {
                Diagnostic::new("type", extra.span, format!("`{}` is not of anything", name.text))
                    .help(format!("say just `{}`", name.text))
            } else {
                Diagnostic::new("type", extra.span, format!("`{}` takes no `in`: it has only one `each`", name.text))
                    .help(format!("say `{} of ...`; brackets show what an `in` belongs to", name.text))
            };
            self.problem(problem);
            return None;
        }
        Some(keys)
    }

    fn want_key(&mut self, typed: Typed, wanted: Ty) -> Option<Expr> {
        if wanted == Ty::Team && typed.ty == Ty::Player {
            return Some(Expr::TeamOf(Box::new(typed.expr)));
        }
        self.want(typed, wanted)
    }

    /// A place with its owner.
    pub(super) fn place_of(&mut self, id: usize, name: &Name, key: Option<Typed>) -> Option<PlaceRef> {
        let per = self.game.places.get(id)?.per;
        let of = match (per, key) {
            (None, None) => Of::Whole,
            (None, Some(key)) => {
                self.problem(
                    Diagnostic::new("type", key.span, format!("there is only one `{}`", name.text))
                        .help(format!("say just `{}`", name.text)),
                );
                return None;
            }
            (Some(_), Some(Typed { ty: Ty::Players, expr, .. })) => Of::Each(Box::new(expr)),
            (Some(Per::Player), Some(key)) => Of::One(Box::new(self.want(key, Ty::Player)?)),
            (Some(Per::Team), Some(key)) => Of::One(Box::new(self.want_key(key, Ty::Team)?)),
            (Some(Per::Kind(kind)), Some(key)) => Of::One(Box::new(self.want(key, Ty::Member(kind))?)),
            (Some(Per::Player), None) => Of::One(Box::new(self.whose(&name.text, name.span)?)),
            (Some(_), None) => {
                self.problem(
                    Diagnostic::new("whose", name.span, format!("there are several `{}`; which is meant?", name.text))
                        .help(format!("say `{} of ...`", name.text)),
                );
                return None;
            }
        };
        Some(PlaceRef { place: id, of })
    }

    // ---- chains ---------------------------------------------------------------------------------

    fn of(
        &mut self,
        span: Span,
        word: &Name,
        of: &Phrase,
        within: Option<&Phrase>,
        _expect: Option<Ty>,
    ) -> Option<Typed> {
        if self.clashing.contains(&word.text) {
            self.told += 1;
            return None;
        }
        // `namer of strain-due of winner in team of winner`: the `in` belongs to the word that takes two.
        let taken = if within.is_none() && self.takes_two(&word.text) { self.without_in(of) } else { None };
        let (of, within) = taken.as_ref().map_or((of, within), |(of, within)| (of, Some(within)));
        if let Some(literal) = self.card_literal(span, word, of) {
            return literal;
        }
        // `discard of owner`: the owner of the place in which each moved card lies.
        let key = match &of.kind {
            PhraseKind::Word(name) if name.text == "owner" && self.card_owner => {
                if let Some(Named::Place(id)) = self.find(&word.text) {
                    return Some(Typed::new(Expr::CardsIn(PlaceRef { place: id, of: Of::Owner }), Ty::Cards, span));
                }
                self.typed(of, None)?
            }
            _ => {
                let hint = self.find(&word.text).and_then(|named| self.key_hint(named));
                self.typed(of, hint)?
            }
        };
        let second = match within {
            Some(phrase) => Some(self.typed(phrase, None)?),
            None => None,
        };
        if self.is_auction_worth(&word.text, key.ty) {
            return self.built_in(span, &word.text, key);
        }
        let found = match self.find(&word.text) {
            Some(Named::Track(id)) => {
                let keys = self.keys(id, word, Some(key), second)?;
                let ty = self.game.tracks.get(id)?.ty;
                return Some(Typed::new(Expr::Track { track: id, keys }, ty, span));
            }
            Some(named) => {
                if let Some(second) = second {
                    self.problem(
                        Diagnostic::new("type", second.span, format!("`{}` takes no `in`", word.text)).help(
                            "`of ... in ...` is for a track with two `each`; brackets show what an `in` belongs to",
                        ),
                    );
                    return None;
                }
                if matches!(named, Named::Option(_) | Named::Phase(_) | Named::Kind(_)) {
                    self.problem(
                        Diagnostic::new("type", key.span, format!("`{}` is not of anything", word.text))
                            .help(format!("say just `{}`", word.text)),
                    );
                    return None;
                }
                if let Named::Value(id) = named
                    && self.value(id).is_some_and(|(param, _)| param.is_none())
                {
                    self.problem(
                        Diagnostic::new("type", key.span, format!("`{}` is not of anything", word.text))
                            .help(format!("say just `{}`", word.text)),
                    );
                    return None;
                }
                self.named(named, word, Some(key))
            }
            None => self.built_in(span, &word.text, key).or_else(|| {
                if !is_built_in(&word.text) {
                    self.unknown(word);
                }
                None
            }),
        };
        found.map(|typed| Typed { span, ..typed })
    }

    /// Whether a word is a track with two `each`.
    fn takes_two(&self, word: &str) -> bool {
        matches!(self.names.get(word), Some((Named::Track(id), _)) if self.game.tracks.get(*id).is_some_and(|track| track.per.len() == 2))
    }

    /// A chain with `of`, parted from the `in` at its end, unless a word of the chain takes that itself.
    fn without_in(&self, phrase: &Phrase) -> Option<(Phrase, Phrase)> {
        // `first card in bid of winner in team of winner`
        if let PhraseKind::Group(group) = &phrase.kind {
            let last =
                group.clockwise.is_none() && group.name.is_none() && group.cond.is_none() && group.best.is_none();
            let (within, taken) = self.without_in(group.within.as_ref().filter(|_| last)?)?;
            let span = Span { end: within.span.end, ..phrase.span };
            let group = Group { within: Some(within), ..(**group).clone() };
            return Some((Phrase { span, kind: PhraseKind::Group(Box::new(group)) }, taken));
        }
        let PhraseKind::Of { word, of, within } = &phrase.kind else { return None };
        if self.takes_two(&word.text) {
            return None;
        }
        let (of, taken) = match within {
            Some(within) => ((**of).clone(), (**within).clone()),
            None => self.without_in(of)?,
        };
        let span = Span { end: of.span.end, ..phrase.span };
        Some((Phrase { span, kind: PhraseKind::Of { word: word.clone(), of: Box::new(of), within: None } }, taken))
    }

    /// Whether `worth` is that of a bid: of a player, where the file has no such value of its own.
    fn is_auction_worth(&self, word: &str, key: Ty) -> bool {
        let of_player = |id: usize| {
            self.value_items
                .get(id)
                .is_some_and(|(item, _)| item.owner.as_ref().is_some_and(|owner| owner.text == "player"))
        };
        word == "worth"
            && matches!(key, Ty::Player | Ty::Players)
            && match self.names.get("worth") {
                None => true,
                Some((Named::Value(id), _)) => !of_player(*id),
                Some(_) => false,
            }
    }

    fn key_hint(&self, named: Named) -> Option<Ty> {
        match named {
            Named::Track(id) => match self.game.tracks.get(id)?.per.first()? {
                Per::Player => Some(Ty::Player),
                Per::Team => Some(Ty::Team),
                Per::Kind(kind) => Some(Ty::Member(*kind)),
            },
            Named::Value(id) => match self.value_items.get(id)?.0.owner.as_ref()?.text.as_str() {
                "player" => Some(Ty::Player),
                "card" => Some(Ty::Card),
                other => match self.names.get(other)?.0 {
                    Named::Attr(attr) => self.game.attrs.get(attr).map(|attr| Ty::Member(attr.kind)),
                    Named::Kind(kind) => Some(Ty::Member(kind)),
                    _ => None,
                },
            },
            Named::Attr(_) => Some(Ty::Card),
            Named::Place(id) => match self.game.places.get(id)?.per? {
                Per::Kind(kind) => Some(Ty::Member(kind)),
                _ => Some(Ty::Player),
            },
            _ => None,
        }
    }

    /// `Queen of Spades`: all cards with these values.
    fn card_literal(&mut self, span: Span, word: &Name, of: &Phrase) -> Option<Option<Typed>> {
        if self.names.contains_key(&word.text) || self.by_name(&word.text).is_some() || is_built_in(&word.text) {
            return None;
        }
        let PhraseKind::Word(tail) = &of.kind else { return None };
        let attr_with = |word: &str| {
            (0..self.game.attrs.len())
                .find(|attr| self.game.attrs.get(*attr).is_some_and(|attr| self.member(attr.kind, word).is_some()))
        };
        let head_attr = attr_with(&word.text)?;
        let Some(tail_attr) = attr_with(&tail.text) else {
            self.unknown(tail);
            return Some(None);
        };
        let mut like = vec![0_u64; self.game.attrs.len()];
        for (attr, word) in [(head_attr, &word.text), (tail_attr, &tail.text)] {
            let kind = self.game.attrs.get(attr).map_or(0, |attr| attr.kind);
            let member = self.member(kind, word).unwrap_or(0);
            if let Some(set) = like.get_mut(attr) {
                *set |= 1 << member.clamp(0, 63);
            }
        }
        Some(Some(Typed::new(Expr::CardsLike(like), Ty::Cards, span)))
    }

    /// `left of P`, `owner of card` and the like.
    fn built_in(&mut self, span: Span, word: &str, key: Typed) -> Option<Typed> {
        let one = |this: &mut Self, key: Typed, ty| this.want(key, ty).map(Box::new);
        let typed = |expr, ty| Some(Typed::new(expr, ty, span));
        match word {
            "left" => {
                typed(Expr::Seat { from: one(self, key, Ty::Player)?, steps: Box::new(Expr::Int(1)) }, Ty::Player)
            }
            "right" => {
                typed(Expr::Seat { from: one(self, key, Ty::Player)?, steps: Box::new(Expr::Int(-1)) }, Ty::Player)
            }
            "partner" => typed(Expr::Partner(one(self, key, Ty::Player)?), Ty::Player),
            "opponents" => typed(Expr::Opponents(one(self, key, Ty::Player)?), Ty::Players),
            "team" => typed(Expr::TeamOf(one(self, key, Ty::Player)?), Ty::Team),
            "score" => typed(Expr::Score(one(self, key, Ty::Player)?), Ty::Number),
            "owner" => {
                let card = if key.ty == Ty::Cards {
                    Box::new(Expr::Only(Over::Cards, Box::new(key.expr)))
                } else {
                    one(self, key, Ty::Card)?
                };
                typed(Expr::Owner(card), Ty::Player)
            }
            "worth" => {
                let player = one(self, key, Ty::Player)?;
                let form = self.form_with(span, "worth", Knows::Worth)?.form;
                typed(Expr::Fact(Fact::Worth(form, player)), Ty::Number)
            }
            _ => None,
        }
    }

    fn count(&mut self, span: Span, of: &Phrase) -> Option<Typed> {
        let typed = self.typed(of, None)?;
        let over = self.over(&typed)?;
        Some(Typed::new(Expr::Count(over, Box::new(typed.expr)), Ty::Number, span))
    }

    /// What a group is of.
    pub(super) fn over(&mut self, typed: &Typed) -> Option<Over> {
        match typed.ty {
            Ty::Cards => Some(Over::Cards),
            Ty::Players => Some(Over::Players),
            ty => {
                let name = self.type_name(ty);
                self.problem(
                    Diagnostic::new(
                        "type",
                        typed.span,
                        format!("this is {name}, but a group of cards or players is wanted here"),
                    )
                    .help("for example `cards in hand`, `players where ...`, `bidders`"),
                );
                None
            }
        }
    }

    fn fold(&mut self, span: Span, fold: Fold, name: &Name, of: &Phrase) -> Option<Typed> {
        let typed = self.typed(of, None)?;
        let over = self.over(&typed)?;
        let (var, key) = self.speaking(None, element(over), true, |this| {
            let auction_worth = over == Over::Players && this.is_auction_worth(&name.text, Ty::Player);
            let key = if auction_worth {
                let player = Typed::new(this.whose("worth", span)?, Ty::Player, span);
                this.built_in(span, "worth", player)?
            } else {
                this.word(name, Some(Ty::Number))?
            };
            match (fold, key.ty) {
                (Fold::Different, Ty::Member(_) | Ty::Player | Ty::Number | Ty::YesNo) => Some(key),
                (Fold::Total, _) => {
                    let span = key.span;
                    this.want(key, Ty::Number).map(|expr| Typed::new(expr, Ty::Number, span))
                }
                (_, Ty::Member(kind)) if this.game.kinds.get(kind).is_some_and(|kind| !kind.numeric) => Some(key),
                _ => {
                    let span = key.span;
                    this.want(key, Ty::Number).map(|expr| Typed::new(expr, Ty::Number, span))
                }
            }
        });
        let key = key?;
        let ty = if fold == Fold::Different { Ty::Number } else { key.ty };
        Some(Typed::new(Expr::Fold { fold, over, var, of: Box::new(typed.expr), key: Box::new(key.expr) }, ty, span))
    }

    // ---- comparisons ----------------------------------------------------------------------------

    /// A comparison, with `every ...` and `any ...` in it wrapped around.
    fn quantified(&mut self, phrase: &Phrase) -> Option<Typed> {
        self.quants.push(Vec::new());
        let found = match &phrase.kind {
            PhraseKind::Compare(left, comparison, right) => self.compare(phrase.span, left, *comparison, right),
            PhraseKind::OneOf(left, negated, options) => self.one_of(left, *negated, options),
            PhraseKind::Empty(of, negated) => self.empty(of, *negated),
            PhraseKind::Shares(left, attrs, right) => self.shares(left, attrs, right),
            _ => None,
        };
        let quants = self.quants.pop().unwrap_or_default();
        let mut expr = found?;
        for quant in quants.into_iter().rev() {
            expr = Expr::Fold {
                fold: quant.fold,
                over: quant.over,
                var: quant.var,
                of: Box::new(quant.of),
                key: Box::new(expr),
            };
        }
        Some(Typed::new(expr, Ty::YesNo, phrase.span))
    }

    fn compare(&mut self, span: Span, left: &Phrase, comparison: Comparison, right: &Phrase) -> Option<Expr> {
        if matches!(right.kind, PhraseKind::Somebody) {
            let left = self.typed(left, None)?;
            let opposite = if comparison == Comparison::Is { Comparison::IsNot } else { Comparison::Is };
            return self.nullable(left).map(|left| Expr::Compare(opposite, Box::new(left), Box::new(Expr::Nothing)));
        }
        let literal = |phrase: &Phrase, this: &Self| matches!(&phrase.kind, PhraseKind::Word(name) if !this.names.contains_key(&name.text) && this.by_name(&name.text).is_none());
        let (left, right) = if literal(left, self) && !literal(right, self) {
            let right = self.typed(right, None)?;
            (self.typed(left, Some(right.ty))?, right)
        } else {
            let left = self.typed(left, None)?;
            let right = self.typed(right, Some(left.ty))?;
            (left, right)
        };
        self.compare_typed(span, left, comparison, right)
    }

    fn nullable(&mut self, typed: Typed) -> Option<Expr> {
        match typed.ty {
            Ty::Player | Ty::Card | Ty::Member(_) | Ty::Team => Some(typed.expr),
            ty => {
                let name = self.type_name(ty);
                let help = match ty {
                    Ty::Number => "compare it with a number: `is 0`, `is at least 1`",
                    Ty::YesNo => "say `is yes` or `is no`",
                    _ => "say `is empty` or `is not empty`",
                };
                self.problem(
                    Diagnostic::new("type", typed.span, format!("this is {name}, which is never nobody or none"))
                        .help(help),
                );
                None
            }
        }
    }

    fn compare_typed(&mut self, span: Span, left: Typed, comparison: Comparison, right: Typed) -> Option<Expr> {
        let equality = matches!(comparison, Comparison::Is | Comparison::IsNot);
        let compare = |left: Expr, right: Expr| Some(Expr::Compare(comparison, Box::new(left), Box::new(right)));
        let plain = |this: &mut Self, left: Typed, right: Typed, ty: Ty| {
            let (left, right) = (this.want(left, ty), this.want(right, ty));
            compare(left?, right?)
        };
        match (left.ty, right.ty) {
            (Ty::Nothing, _) if equality => {
                let right = self.nullable(right)?;
                compare(Expr::Nothing, right)
            }
            (_, Ty::Nothing) if equality => {
                let left = self.nullable(left)?;
                compare(left, Expr::Nothing)
            }
            // `card is Queen of Spades`
            (Ty::Card, Ty::Cards) if equality && matches!(right.expr, Expr::CardsLike(_)) => {
                let found = Expr::In(Over::Cards, Box::new(left.expr), Box::new(right.expr));
                Some(if comparison == Comparison::Is { found } else { Expr::Not(Box::new(found)) })
            }
            // `rank is 11`, where no rank is 11
            (Ty::Member(kind), Ty::Number)
                if matches!(right.expr, Expr::Int(_))
                    && !self.game.kinds.get(kind).is_some_and(|kind| kind.numeric) =>
            {
                let Expr::Int(number) = right.expr else { return None };
                self.unknown_member(&Name { text: number.to_string(), span: right.span }, kind);
                None
            }
            (Ty::Number | Ty::Players, Ty::Number | Ty::Players | Ty::Member(_) | Ty::Cards)
            | (Ty::Member(_) | Ty::Cards, Ty::Number | Ty::Players) => plain(self, left, right, Ty::Number),
            (Ty::Member(a), Ty::Member(b)) if a != b => {
                if !self.share_members(a, b) {
                    let (a, b) = (self.type_name(Ty::Member(a)), self.type_name(Ty::Member(b)));
                    self.problem(Diagnostic::new("type", span, format!("{a} and {b} have nothing in common, so they cannot be compared"))
                        .help("compare values of one attribute or kind; a table, `value ... by ...`, can give one for the other"));
                    return None;
                }
                plain(self, left, right, Ty::Member(a))
            }
            (Ty::Member(a), Ty::Member(_)) => plain(self, left, right, Ty::Member(a)),
            (a, b) if a == b && equality && matches!(a, Ty::Player | Ty::Team | Ty::Card | Ty::YesNo) => {
                compare(left.expr, right.expr)
            }
            (a, b) => {
                let help = match (a, b) {
                    (Ty::Card, Ty::Member(kind)) => {
                        let kind = self.game.kinds.get(kind).map(|kind| kind.name.clone()).unwrap_or_default();
                        format!("say `{kind} of ... is ...`")
                    }
                    (Ty::Cards | Ty::Players, _) | (_, Ty::Cards | Ty::Players) => {
                        "ask whether one is in a group with `is one of`; of a group itself say `is empty` or compare its `number of ...`".to_owned()
                    }
                    (Ty::YesNo, Ty::YesNo) => "yes and no have no order; say `is` or `is not`".to_owned(),
                    _ => "numbers and values of a kind have an order; players and cards only `is`, `is not` and `is one of`".to_owned(),
                };
                let (a, b) = (self.type_name(a), self.type_name(b));
                self.problem(
                    Diagnostic::new("type", span, format!("{a} and {b} cannot be compared like this"))
                        .here(format!("{a} on the left, {b} on the right"))
                        .help(help),
                );
                None
            }
        }
    }

    fn one_of(&mut self, left: &Phrase, negated: bool, options: &[Phrase]) -> Option<Expr> {
        let left = self.typed(left, None)?;
        let mut found = Vec::new();
        for option in options {
            let right = self.typed(option, Some(left.ty))?;
            let span = right.span;
            let one = match (left.ty, right.ty) {
                (Ty::Card, Ty::Cards) => Some(Expr::In(Over::Cards, Box::new(left.expr.clone()), Box::new(right.expr))),
                (Ty::Player, Ty::Players) => {
                    Some(Expr::In(Over::Players, Box::new(left.expr.clone()), Box::new(right.expr)))
                }
                _ => self.compare_typed(span, left.clone(), Comparison::Is, right),
            };
            found.push(one?);
        }
        let any = Expr::Or(found);
        Some(if negated { Expr::Not(Box::new(any)) } else { any })
    }

    fn empty(&mut self, of: &Phrase, negated: bool) -> Option<Expr> {
        let typed = self.typed(of, None)?;
        let other = match typed.ty {
            Ty::Cards | Ty::Players => None,
            Ty::Player | Ty::Team => Some("say `is nobody` or `is somebody`"),
            Ty::Card | Ty::Member(_) | Ty::Nothing => Some("say `is none` or `is not none`"),
            Ty::Number => Some("say `is 0`"),
            Ty::YesNo => Some("say `is no`"),
        };
        if let Some(help) = other {
            let is = self.type_name(typed.ty);
            self.problem(
                Diagnostic::new("type", typed.span, format!("this is {is}, but only a group can be empty"))
                    .here(is)
                    .help(help),
            );
            return None;
        }
        let over = self.over(&typed)?;
        let comparison = if negated { Comparison::IsNot } else { Comparison::Is };
        Some(Expr::Compare(comparison, Box::new(Expr::Count(over, Box::new(typed.expr))), Box::new(Expr::Int(0))))
    }

    fn shares(&mut self, left: &Phrase, attrs: &[Name], right: &Phrase) -> Option<Expr> {
        let left = self.typed(left, Some(Ty::Card))?;
        let left = self.want(left, Ty::Card);
        let right = self.typed(right, Some(Ty::Card))?;
        let right = self.want(right, Ty::Card);
        let mut ids = Vec::new();
        for name in attrs {
            match self.find(&name.text) {
                Some(Named::Attr(id)) => ids.push(id),
                _ => {
                    let known: Vec<String> = self.game.attrs.iter().map(|attr| attr.name.clone()).collect();
                    let problem = Diagnostic::new(
                        "unknown-attribute",
                        name.span,
                        format!("no attribute is called `{}`", name.text),
                    )
                    .help(format!("the attributes are {}", known.join(", ")))
                    .did_you_mean(&name.text, known.iter().map(String::as_str));
                    self.problem(problem);
                    return None;
                }
            }
        }
        Some(Expr::Shares(ids, Box::new(left?), Box::new(right?)))
    }
}

fn is_built_in(word: &str) -> bool {
    matches!(
        word,
        "left" | "right" | "partner" | "opponents" | "team" | "score" | "owner" | "worth" | "leader" | "winner"
    )
}
