//! One bare word: what it names where it stands.

use super::names::{Named, Resolver};
use super::scope::Knows;
use super::types::Typed;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Fact, Of, Per, PlaceRef, Ty};
use crate::syntax::tree::Name;

impl Resolver<'_> {
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
            return self.said_number(name).and_then(|number| typed(Expr::Int(number), Ty::Number));
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
            "worth" if !self.names.contains_key("worth") => {
                return self.proposed_worth(span).and_then(|expr| typed(expr, Ty::Number));
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

    pub(super) fn expected_member(&self, ty: Ty, word: &str) -> Option<Typed> {
        let Ty::Member(kind) = ty else { return None };
        let member = self.member(kind, word)?;
        Some(Typed::new(Expr::Int(member), ty, Span::default()))
    }

    pub(super) fn member_word(&mut self, name: &Name) -> Option<Typed> {
        let kinds = self.kinds_with(&name.text);
        match kinds.as_slice() {
            [] => {
                self.unknown(name);
                None
            }
            [kind, ..] => {
                // The same word in several kinds: attributes of cards come first; comparisons go by name.
                let attribute = kinds.iter().find(|kind| self.game.attrs.iter().any(|attr| attr.kind == **kind));
                let kind = *attribute.unwrap_or(kind);
                self.expected_member(Ty::Member(kind), &name.text).map(|typed| Typed { span: name.span, ..typed })
            }
        }
    }

    /// A name of the file, with what it is of where that was said.
    pub(super) fn named(&mut self, named: Named, name: &Name, key: Option<Typed>) -> Option<Typed> {
        let span = name.span;
        let typed = |expr, ty| Some(Typed::new(expr, ty, span));
        match named {
            Named::Option(id) => {
                let option = self.game.options.get(id)?;
                let ty = if option.yes_no { Ty::YesNo } else { option.kind.map_or(Ty::Number, Ty::Member) };
                typed(Expr::Option(id), ty)
            }
            Named::Seat(seat) => {
                let seat = seat.and_then(|seat| i64::try_from(seat).ok());
                typed(seat.map_or(Expr::Nothing, Expr::Int), Ty::Player)
            }
            Named::Attr(id) => {
                let card = match key {
                    Some(key) => self.want(key, Ty::Card)?,
                    None => self.which_card(&name.text, span)?,
                };
                let (kind, many) = self.game.attrs.get(id).map(|attr| (attr.kind, attr.many))?;
                if many {
                    self.problem(
                        Diagnostic::new(
                            Code::ManyValued,
                            span,
                            format!("a card may have several values of `{}`, so it is not one value", name.text),
                        )
                        .help(format!(
                            "ask whether it has one of them, `{0} is {1}`, or whether two cards have one in common, `card shares {0} with ...`",
                            name.text,
                            self.words_of(kind).1.first().map_or("...", String::as_str)
                        )),
                    );
                    return None;
                }
                typed(Expr::Attr { attr: id, card: Box::new(card) }, Ty::Member(kind))
            }
            Named::Value(id) => {
                let (args, ty) = self.arguments(id, name, key, None)?;
                typed(Expr::Value { value: id, args }, ty)
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
                            Code::Type,
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
                let help = self.what_was_bid().unwrap_or("name one of its values, or pick one with `a ...`");
                self.problem(
                    Diagnostic::new(
                        Code::Type,
                        span,
                        format!("`{}` is a kind of value; which one is meant?", name.text),
                    )
                    .help(help),
                );
                None
            }
        }
    }

    /// What a value is asked of, said or spoken of, and its type.
    pub(super) fn arguments(
        &mut self,
        id: usize,
        name: &Name,
        first: Option<Typed>,
        second: Option<Typed>,
    ) -> Option<(Vec<Expr>, Ty)> {
        let span = name.span;
        let (params, ty) = self.value(id)?;
        let two = <[Ty; 2]>::try_from(params.as_slice()).ok();
        let mut given = [first, second].into_iter().flatten();
        let mut args = Vec::new();
        for param in params {
            args.push(match (param, given.next()) {
                (param, Some(key)) => self.want_key(key, param)?,
                (param, None) if let Some(both) = two => self.one_of_two(name, param, both)?,
                (Ty::Card, None) => self.which_card(&name.text, span)?,
                (Ty::Player, None) => self.whose(&name.text, span)?,
                (ty, None) => match self.spoken_of(ty, true, span) {
                    Some(spoken) => spoken,
                    None => {
                        let want = self.type_name(ty);
                        let spoken = self.scopes.iter().rev().find(|scope| scope.ty == ty);
                        let of = spoken.and_then(|scope| scope.name.as_deref()).unwrap_or("...");
                        let help = format!("say `{} of {of}`", name.text);
                        self.problem(
                            Diagnostic::new(Code::Whose, span, format!("`{}` is of {want}; of which?", name.text))
                                .help(help),
                        );
                        return None;
                    }
                },
            });
        }
        Some((args, ty))
    }

    /// The team or the value of a kind that is spoken of. Where two values of one kind are wanted, it is not clear which the one is that is
    /// spoken of.
    fn spoken_of(&mut self, ty: Ty, alone: bool, span: Span) -> Option<Expr> {
        match ty {
            Ty::Team => self.team_spoken_of(),
            Ty::Member(kind) if alone => self.nearest_of_kind(kind, span),
            Ty::Member(_) => None,
            Ty::Card | Ty::Player | Ty::Number | Ty::YesNo | Ty::Cards | Ty::Players | Ty::Nothing => None,
        }
    }

    /// One of the two things that a value is of, where it is not said: the one that is spoken of.
    fn one_of_two(&mut self, name: &Name, wanted: Ty, both: [Ty; 2]) -> Option<Expr> {
        let span = name.span;
        let found = match wanted {
            Ty::Card | Ty::Player => self.nearest(wanted, span).map(Expr::Var),
            _ => self.spoken_of(wanted, both[0] != both[1], span),
        };
        if found.is_none() {
            let ([first, second], missing) = (both.map(|ty| self.type_name(ty)), self.type_name(wanted));
            let which = missing.split_once(' ').map_or(missing.as_str(), |(_, name)| name);
            let name = &name.text;
            self.problem(
                Diagnostic::new(Code::Whose, span, format!("`{name}` is of {first} and {second}; of which {which}?"))
                    .help(format!("say both: `{name} of ... in ...`, first {first}, then {second}")),
            );
        }
        found
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
        let alone: Vec<bool> = per.iter().map(|one| per.iter().filter(|other| *other == one).count() == 1).collect();
        for (one, alone) in per.into_iter().zip(alone) {
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
                    if let Some(spoken) = self.spoken_of(wanted, alone, name.span) {
                        keys.push(spoken);
                        continue;
                    }
                    let each = self.type_name(wanted);
                    let each = each.split_once(' ').map_or(each.as_str(), |(_, name)| name).to_owned();
                    let help = if too_few == 1 {
                        format!("say `{} of ...`", name.text)
                    } else {
                        format!("it has two `each`: say `{} of ... in ...`", name.text)
                    };
                    self.problem(
                        Diagnostic::new(
                            Code::Whose,
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
                Diagnostic::new(Code::Type, extra.span, format!("`{}` is not of anything", name.text))
                    .help(format!("say just `{}`", name.text))
            } else {
                Diagnostic::new(
                    Code::Type,
                    extra.span,
                    format!("`{}` takes no `in`: it has only one `each`", name.text),
                )
                .help(format!("say `{} of ...`; brackets show what an `in` belongs to", name.text))
            };
            self.problem(problem);
            return None;
        }
        Some(keys)
    }

    pub(super) fn want_key(&mut self, typed: Typed, wanted: Ty) -> Option<Expr> {
        if wanted == Ty::Team && typed.ty == Ty::Player {
            return self.team_of(typed.expr);
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
                    Diagnostic::new(Code::Type, key.span, format!("there is only one `{}`", name.text))
                        .help(format!("say just `{}`", name.text)),
                );
                return None;
            }
            (Some(_), Some(Typed { ty: Ty::Players, expr, .. })) => Of::Each(Box::new(expr)),
            // Those of a team's players, all together.
            (Some(Per::Player), Some(key)) if key.ty == Ty::Team => Of::Each(Box::new(self.want(key, Ty::Players)?)),
            (Some(Per::Player), Some(key)) => Of::One(Box::new(self.want(key, Ty::Player)?)),
            (Some(Per::Team), Some(key)) => Of::One(Box::new(self.want_key(key, Ty::Team)?)),
            (Some(Per::Kind(kind)), Some(key)) => Of::One(Box::new(self.want(key, Ty::Member(kind))?)),
            (Some(Per::Player), None) => Of::One(Box::new(self.whose(&name.text, name.span)?)),
            (Some(Per::Team | Per::Kind(_)), None) => {
                let wanted = if let Some(Per::Kind(kind)) = per { Ty::Member(kind) } else { Ty::Team };
                if let Some(spoken) = self.spoken_of(wanted, true, name.span) {
                    return Some(PlaceRef { place: id, of: Of::One(Box::new(spoken)) });
                }
                self.problem(
                    Diagnostic::new(
                        Code::Whose,
                        name.span,
                        format!("there are several `{}`; which is meant?", name.text),
                    )
                    .help(format!("say `{} of ...`", name.text)),
                );
                return None;
            }
        };
        Some(PlaceRef { place: id, of })
    }
}
