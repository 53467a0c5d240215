//! Statements and phases.

use super::names::{Named, Resolver};
use super::scope::Scope;
use super::types::{Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Of, Operator, Over, Phase, PlaceRef, PointSort, Repeats, Stmt, StmtKind, Target, Ty};
use crate::syntax::tree::{self, File, Group, Name, Phrase, PhraseKind, Statement, StatementKind};

impl<'t> Resolver<'t> {
    pub(super) fn declare_phases(&mut self) {
        for (id, item) in self.phase_items.clone().into_iter().enumerate() {
            if item.name.text == "play" && self.names.contains_key("play") {
                let first = self.names.get("play").map(|(_, span)| *span).unwrap_or_default();
                self.problem(
                    Diagnostic::new(Code::TwoOfOneName, item.name.span, "`play` is there twice")
                        .and(first, "the first")
                        .help("join the two, or make one of them a `phase`"),
                );
                continue;
            }
            self.declare(&item.name, Named::Phase(id));
        }
        for item in self.phase_items.clone() {
            let takes = self.takes(item);
            self.phase_takes.push(takes);
        }
    }

    /// What a phase takes: its names, types and pronouns.
    fn takes(&mut self, item: &tree::PhaseItem) -> Vec<Scope> {
        let found: Vec<Scope> = item.takes.iter().filter_map(|taken| self.taken(taken)).collect();
        let mut seen: Vec<&Scope> = Vec::new();
        for (scope, taken) in found.iter().zip(&item.takes) {
            if seen.iter().any(|other| other.name == scope.name && (scope.name.is_some() || other.ty == scope.ty)) {
                self.problem(
                    Diagnostic::new(Code::PhaseTakes, taken.what.span, "this phase takes two things of one name")
                        .help("name them apart: `for player as winner, player as loser`"),
                );
            }
            seen.push(scope);
        }
        if let Some(first) = item.takes.first().filter(|_| item.name.text == "play") {
            self.problem(
                Diagnostic::new(
                    Code::PhaseTakes,
                    first.what.span,
                    "nothing runs `play`, so nothing can be given to it",
                )
                .help("put this part into a `phase` of its own and `do` it for somebody"),
            );
        }
        found
    }

    /// One thing that a phase takes.
    fn taken(&mut self, taken: &tree::Taken) -> Option<Scope> {
        let called = taken.called.as_ref().map(|name| name.text.clone());
        let what = taken.what.text.as_str();
        let (name, ty) = if what == "number" {
            (Some("number".to_owned()), Ty::Number)
        } else {
            let found = self.thing(&taken.what);
            if found.is_none() {
                self.problem(
                    Diagnostic::new(Code::PhaseTakes, taken.what.span, format!("a phase cannot take `{what}`")).help(
                        "it takes a player, a team, a card, a number, or a value of an attribute or kind: `for player as winner`",
                    ),
                );
            }
            found?
        };
        Some(Scope { name: called.or(name), ty, var: self.new_var(), inner: false })
    }

    /// What a `do` gives to a phase.
    fn given(&mut self, phase: usize, name: &Name, given: &[Phrase]) -> Option<Vec<Expr>> {
        let takes = self.phase_takes.get(phase).cloned().unwrap_or_default();
        let declared = self.phase_items.get(phase)?;
        if given.len() != takes.len() && declared.takes.len() == takes.len() {
            let list = |parts: Vec<String>| if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
            let wanted = list(takes.iter().map(|scope| self.type_name(scope.ty)).collect());
            let problem = Diagnostic::new(
                Code::PhaseTakes,
                name.span,
                format!("the phase `{}` takes {wanted}, and is given {}", name.text, few_things(given.len())),
            )
            .and(declared.name.span, "its heading");
            self.problem(if takes.is_empty() {
                problem.help(format!("say just `do {}`, or `for ...` in the heading", name.text))
            } else {
                problem.help(format!("say each after `for`, with commas between: `do {} for ...`", name.text))
            });
            return None;
        }
        let mut found = Vec::new();
        for (phrase, scope) in given.iter().zip(&takes) {
            let typed = self.typed(phrase, Some(scope.ty))?;
            found.push(self.want_key(typed, scope.ty)?);
        }
        (found.len() == takes.len()).then_some(found)
    }

    /// What happens, phase by phase.
    pub(super) fn phases(&mut self, _file: &'t File) {
        self.played_out = true;
        for (id, item) in self.phase_items.clone().into_iter().enumerate() {
            self.phase = Some(id);
            let takes = self.phase_takes.get(id).cloned().unwrap_or_default();
            self.scopes.extend(takes.iter().cloned());
            let takes = takes.iter().map(|scope| (scope.var, scope.ty)).collect();
            let repeats = self.repeats(&item.repeats);
            let body = self.block(&item.body);
            self.scopes.clear();
            let tracks = (0..self.game.tracks.len())
                .filter(|track| self.game.tracks.get(*track).is_some_and(|track| track.phase == Some(id)))
                .collect();
            self.game.phases.push(Phase {
                name: item.name.text.clone(),
                takes,
                repeats,
                tracks,
                body,
                span: item.name.span,
            });
        }
        self.played_out = false;
        self.phase = None;
        self.no_phase_runs_itself();
    }

    fn repeats(&mut self, repeats: &tree::Repeats) -> Repeats {
        match repeats {
            tree::Repeats::Once | tree::Repeats::Count { .. } => Repeats::Once,
            tree::Repeats::Always => Repeats::Until(Expr::Int(0)),
            tree::Repeats::Times(count) => Repeats::Times(self.number(count).unwrap_or(Expr::Int(0))),
            tree::Repeats::Until(cond) => Repeats::Until(self.watched_condition(cond).unwrap_or(Expr::Int(1))),
        }
    }

    fn no_phase_runs_itself(&mut self) {
        let count = self.game.phases.len();
        let runs: Vec<Vec<usize>> = (0..count).map(|phase| self.done_in(phase)).collect();
        for start in 0..count {
            let mut reached = vec![false; count];
            let mut next = runs.get(start).cloned().unwrap_or_default();
            while let Some(phase) = next.pop() {
                if let Some(seen) = reached.get_mut(phase).filter(|seen| !**seen) {
                    *seen = true;
                    next.extend(runs.get(phase).into_iter().flatten());
                }
            }
            if reached.get(start) == Some(&true)
                && let Some(phase) = self.game.phases.get(start)
            {
                let problem = Diagnostic::new(
                    Code::PhaseRunsItself,
                    phase.span,
                    format!("the phase `{}` runs itself", phase.name),
                )
                .help("say `repeats until ...` or `repeats ... times` in its heading instead");
                self.problem(problem);
            }
        }
    }

    fn done_in(&self, phase: usize) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(phase) = self.game.phases.get(phase) {
            each_statement(&phase.body, &mut |stmt| {
                if let StmtKind::Do { phase, .. } = stmt.kind {
                    found.push(phase);
                }
            });
        }
        found
    }

    /// Statements of one block; pronouns of the block end with it.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Vec<Stmt> {
        let depth = self.scopes.len();
        let found = statements.iter().filter_map(|statement| self.statement(statement)).collect();
        self.scopes.truncate(depth);
        found
    }

    fn statement(&mut self, statement: &Statement) -> Option<Stmt> {
        let depth = self.scopes.len();
        let outer = self.each.replace(Vec::new());
        let before = self.told;
        let kind = match &statement.when {
            Some(when) => self.where_it((when.span, true), |this| this.statement_kind(statement)),
            None => self.statement_kind(statement),
        };
        let kind = self.told_why(kind, before, statement.span);
        let when = self.when(statement.when.as_ref());
        if statement.when.is_none() && !matches!(statement.kind, StatementKind::Form(_) | StatementKind::If { .. }) {
            self.point(PointSort::Statement, statement.span);
        }
        let each = std::mem::replace(&mut self.each, outer).unwrap_or_default();
        self.scopes.truncate(depth);
        let mut stmt = Stmt { span: statement.span, when: when?, kind: kind? };
        for (var, group) in each.into_iter().rev() {
            let body = vec![stmt];
            stmt = Stmt {
                span: statement.span,
                when: None,
                kind: StmtKind::ForEach { over: Over::Players, var, group, from: None, sorted: None, body },
            };
        }
        Some(stmt)
    }

    fn statement_kind(&mut self, statement: &Statement) -> Option<StmtKind> {
        Some(match &statement.kind {
            StatementKind::Do { phase: name, given } => match self.find(&name.text) {
                Some(Named::Phase(id)) => StmtKind::Do { phase: id, given: self.given(id, name, given)? },
                _ => {
                    let known: Vec<String> = self.phase_items.iter().map(|item| item.name.text.clone()).collect();
                    let problem =
                        Diagnostic::new(Code::UnknownPhase, name.span, format!("no phase is called `{}`", name.text))
                            .help(format!("the phases are {}", known.join(", ")))
                            .did_you_mean(&name.text, known.iter().map(String::as_str));
                    self.problem(problem);
                    return None;
                }
            },
            StatementKind::Move { cards, to } => {
                let cards = self.typed(cards, Some(Ty::Cards)).and_then(|typed| self.want(typed, Ty::Cards));
                self.card_owner = true;
                let to_span = to.span;
                let to = self.place(to);
                self.card_owner = false;
                StmtKind::Move { cards: cards?, to: self.one_place(to?, to_span)? }
            }
            StatementKind::Deal { count, from, to, if_able } => {
                let (from_span, to_span) = (from.span, to.span);
                // The owner of `to` may be `each player`, who is then meant by a bare `from` too.
                let to = self.place(to);
                let (count, from) = (self.number(count), self.place(from));
                StmtKind::Deal {
                    count: count?,
                    from: self.one_place(from?, from_span)?,
                    to: self.one_place(to?, to_span)?,
                    if_able: *if_able,
                }
            }
            StatementKind::DealEach { each, of, from, to, if_able } => {
                let to_span = to.span;
                let to = self.place(to);
                let from = match from {
                    Some(from) => {
                        let place = self.place(from)?;
                        self.one_place(place, from.span)?
                    }
                    None => PlaceRef { place: 0, of: Of::Whole },
                };
                let (attr, like) = self.one_of_each(each, of)?;
                StmtKind::DealEach { attr, like, from, to: self.one_place(to?, to_span)?, if_able: *if_able }
            }
            StatementKind::Fill { place, size, from } => {
                let (place_span, from_span) = (place.span, from.span);
                let place = self.place(place);
                let (size, from) = (self.number(size), self.place(from));
                StmtKind::Fill {
                    place: self.one_place(place?, place_span)?,
                    size: size?,
                    from: self.one_place(from?, from_span)?,
                }
            }
            StatementKind::Shuffle(phrase) => {
                let place = self.place(phrase)?;
                StmtKind::Shuffle(self.one_place(place, phrase.span)?)
            }
            StatementKind::Sort { place: phrase, by, highest } => {
                let place = self.place(phrase)?;
                let place = self.one_place(place, phrase.span)?;
                let (var, key) = self.speaking(None, Ty::Card, true, |this| {
                    let typed = this.word(by, Some(Ty::Number))?;
                    this.ordered(typed)
                });
                StmtKind::Sort { place, var, key: key?, highest: *highest }
            }
            StatementKind::Swap(a, b) => {
                let (first, second) = (self.place(a), self.place(b));
                StmtKind::Swap(self.one_place(first?, a.span)?, self.one_place(second?, b.span)?)
            }
            StatementKind::Set { target, to } => self.set(target, to)?,
            StatementKind::Add { amount, target, minus } => {
                let span = target.span;
                let (target, ty) = self.target(target)?;
                self.is_number(ty, span)?;
                let amount = self.number(amount)?;
                StmtKind::Add { target, amount: signed(amount, *minus) }
            }
            StatementKind::Pay { amount, from, to } => {
                let (amount, from, to) = (self.number(amount), self.purse(from), self.purse(to));
                StmtKind::Pay { amount: amount?, from: from?, to: to? }
            }
            StatementKind::Score { amount, who, reason, minus } => {
                let who = self.typed(who, Some(Ty::Players)).and_then(|typed| self.want(typed, Ty::Players));
                let amount = self.number(amount);
                StmtKind::Score { amount: amount?, who: who?, reason: self.reason(reason), minus: *minus }
            }
            StatementKind::If { branches, otherwise } => {
                let branches: Vec<_> =
                    branches.iter().map(|(cond, body)| (self.watched_condition(cond), self.block(body))).collect();
                let branches = branches.into_iter().filter_map(|(cond, body)| Some((cond?, body))).collect();
                StmtKind::If { branches, otherwise: self.block(otherwise) }
            }
            StatementKind::ForEach { group, name, sorted: None, body } => self.for_each(group, name.as_ref(), body)?,
            StatementKind::ForEach { group, name, sorted: Some(sorted), body } => {
                self.for_sorted(group, name.as_ref(), sorted, body)?
            }
            StatementKind::Repeat { repeats, body } => self.repeat(repeats, body)?,
            StatementKind::Ask { who, at_once, acts } => {
                StmtKind::Ask(self.ask(statement.span, who, *at_once, acts)?)
            }
            StatementKind::Ends { cond, body } => {
                let top = |item: &&tree::PhaseItem| {
                    item.name.text == "play" && item.body.iter().any(|own| own.span == statement.span)
                };
                if self.phase.and_then(|phase| self.phase_items.get(phase)).copied().filter(top).is_none() {
                    self.problem(
                        Diagnostic::new(Code::MisplacedEnds, statement.span, "`ends when` is a rule of the whole game")
                            .help("put it directly under `play`; say `end phase when ...` to leave a phase"),
                    );
                    return None;
                }
                let cond = self.watched_condition(cond);
                let body = self.block(body);
                StmtKind::Ends { cond: cond?, body }
            }
            StatementKind::EndPhase => {
                if self
                    .phase
                    .and_then(|phase| self.phase_items.get(phase))
                    .is_some_and(|phase| phase.name.text == "play")
                {
                    self.problem(
                        Diagnostic::new(
                            Code::EndPhase,
                            statement.span,
                            "`play` is the whole game, not a phase that can be left",
                        )
                        .help(
                            "say `won by ...` to end the game; or put this part into a `phase` of its own and `do` it",
                        ),
                    );
                    return None;
                }
                StmtKind::EndPhase
            }
            StatementKind::Won(who) => {
                let typed = self.typed(who, Some(Ty::Players))?;
                // `won by nobody`: the game is over, and that is meant.
                StmtKind::Won(match typed.ty {
                    Ty::Nothing => Expr::JustPlayer(Box::new(Expr::Nothing)),
                    _ => self.want(typed, Ty::Players)?,
                })
            }
            StatementKind::Lost(who) => {
                let typed = self.typed(who, Some(Ty::Players))?;
                let losers = self.want(typed, Ty::Players)?;
                StmtKind::Won(self.all_but(losers))
            }
            StatementKind::Form(form) => self.form(form)?,
        })
    }

    /// All players but those of a group.
    fn all_but(&mut self, group: Expr) -> Expr {
        let var = self.new_var();
        let among = Expr::In(Over::Players, Box::new(Expr::Var(var)), Box::new(group));
        let cond = Box::new(Expr::Not(Box::new(among)));
        Expr::Where { over: Over::Players, var, of: Box::new(Expr::AllPlayers), cond }
    }

    /// `one of each amount of Money`: the attribute, and what the cards are besides.
    fn one_of_each(&mut self, each: &Name, of: &[Name]) -> Option<(usize, Vec<u64>)> {
        let Some(Named::Attr(attr)) = self.find(&each.text) else {
            let known: Vec<String> = self.game.attrs.iter().map(|attr| attr.name.clone()).collect();
            self.problem(
                Diagnostic::new(Code::Type, each.span, format!("`{}` is no attribute of cards", each.text))
                    .help(format!("`one of each` goes over the values of an attribute: {}", known.join(", ")))
                    .did_you_mean(&each.text, known.iter().map(String::as_str)),
            );
            return None;
        };
        let mut like = vec![0_u64; self.game.attrs.len()];
        for name in of {
            let kind_of = |attr: usize| self.game.attrs.get(attr).map_or(0, |attr| attr.kind);
            let found = (0..self.game.attrs.len()).filter(|other| *other != attr);
            let found = found.filter_map(|other| Some((other, self.member(kind_of(other), &name.text)?))).next();
            let Some((other, member)) = found else {
                self.unknown(name);
                return None;
            };
            if let Some(set) = like.get_mut(other) {
                *set |= 1 << member.clamp(0, 63);
            }
        }
        Some((attr, like))
    }

    fn reason(&mut self, reason: &Name) -> usize {
        if let Some(known) = self.game.reasons.iter().position(|known| *known == reason.text) {
            return known;
        }
        self.game.reasons.push(reason.text.clone());
        self.game.reasons.len() - 1
    }

    /// A phrase that names a place, or several of one name.
    pub(super) fn place(&mut self, phrase: &Phrase) -> Option<PlaceRef> {
        let typed = self.typed(phrase, Some(Ty::Cards))?;
        match typed.expr {
            Expr::CardsIn(place) => Some(place),
            _ => {
                let is = self.type_name(typed.ty);
                let known: Vec<String> = self.game.places.iter().map(|place| place.name.clone()).collect();
                self.problem(
                    Diagnostic::new(Code::NotAPlace, typed.span, format!("this is {is}, but a place is wanted here"))
                        .help(format!("the places are {}", known.join(", "))),
                );
                None
            }
        }
    }

    pub(super) fn one_place(&mut self, place: PlaceRef, span: Span) -> Option<PlaceRef> {
        if matches!(place.of, Of::Each(_)) {
            self.problem(
                Diagnostic::new(Code::SeveralPlaces, span, "one place is wanted here, not those of several players together")
                    .help("say `of each player` to do it for one after the other, or `of owner` after `to` for the owner of each card"),
            );
            return None;
        }
        Some(place)
    }

    /// A track that is set, with its keys.
    fn target(&mut self, phrase: &Phrase) -> Option<(Target, Ty)> {
        let typed = self.typed(phrase, None)?;
        match typed.expr {
            Expr::Track { track, keys } => Some((Target { track, keys }, typed.ty)),
            _ => {
                let known: Vec<String> = self.game.tracks.iter().map(|track| track.name.clone()).collect();
                let problem = Diagnostic::new(Code::NotATrack, typed.span, "only a track can be changed").help(
                    if known.is_empty() {
                        "list it under `track`: `dealer  player`".to_owned()
                    } else {
                        format!("the tracks are {}", known.join(", "))
                    },
                );
                self.problem(problem);
                None
            }
        }
    }

    fn is_number(&mut self, ty: Ty, span: Span) -> Option<()> {
        if ty == Ty::Number {
            return Some(());
        }
        let is = self.type_name(ty);
        self.problem(
            Diagnostic::new(Code::Type, span, format!("this track is {is}, but a number is wanted here"))
                .help("say `set ... to ...`"),
        );
        None
    }

    fn purse(&mut self, phrase: &Phrase) -> Option<Option<Target>> {
        if matches!(&phrase.kind, PhraseKind::Word(name) if name.text == "bank") {
            return Some(None);
        }
        let (target, ty) = self.target(phrase)?;
        self.is_number(ty, phrase.span)?;
        Some(Some(target))
    }

    fn set(&mut self, target: &Phrase, to: &Phrase) -> Option<StmtKind> {
        let (target, ty) = self.target(target)?;
        if let PhraseKind::RandomNumber(low, high) = &to.kind {
            self.is_number(ty, to.span)?;
            let (low, high) = (self.number(low), self.number(high));
            return Some(StmtKind::DrawNumber { target, low: low?, high: high? });
        }
        if let Some((span, group)) = drawn(to) {
            let (over, from) = self.members(span, &group)?;
            if over != Over::Players || ty != Ty::Player {
                self.problem(
                    Diagnostic::new(Code::Random, to.span, "only a player or a number can be drawn at random")
                        .help("say `set dealer to random player`, `set roll to random number from 1 to 6`; cards are shuffled instead"),
                );
                return None;
            }
            return Some(StmtKind::Draw { target, from });
        }
        let typed = self.typed(to, Some(ty))?;
        let span = typed.span;
        let nothing = typed.ty == Ty::Nothing;
        let or_nothing = self.game.tracks.get(target.track).is_some_and(|track| track.or_nothing);
        if nothing && !or_nothing {
            let word = if ty == Ty::Player { "nobody" } else { "none" };
            let declared = self.game.tracks.get(target.track).map(|track| track.span).unwrap_or_default();
            self.problem(
                Diagnostic::new(Code::Type, span, "this track always has a value")
                    .and(declared, "declared here")
                    .help(format!("add `or {word}` to its type, if it may have none")),
            );
        }
        Some(StmtKind::Set { target, to: self.want(typed, ty)? })
    }

    fn for_each(&mut self, group: &Phrase, called: Option<&Name>, body: &[Statement]) -> Option<StmtKind> {
        if let PhraseKind::Word(name) = &group.kind {
            let over = match self.find(&name.text) {
                Some(Named::Attr(attr)) => self.game.attrs.get(attr).map(|attr| Over::Kind(attr.kind)),
                Some(Named::Kind(kind)) => Some(Over::Kind(kind)),
                _ if name.text == "team" => Some(Over::Teams),
                _ => None,
            };
            if let Some(over) = over {
                let called = called.unwrap_or(name).text.clone();
                let (var, body) = self.speaking(Some(called), element(over), false, |this| this.block(body));
                let body = self.of_teams_with_players(over, var, body, group.span)?;
                return Some(StmtKind::ForEach { over, var, group: Expr::Int(0), from: None, sorted: None, body });
            }
        }
        let PhraseKind::Group(phrase) = &group.kind else {
            self.problem(
                Diagnostic::new(Code::Type, group.span, "`for each` goes over players, teams, cards or a kind")
                    .help("say `for each player`, `for each team`, `for each card in lot`, `for each suit`"),
            );
            return None;
        };
        let plain = Group { clockwise: None, ..(**phrase).clone() };
        let (over, members) = self.members(group.span, &plain)?;
        let from = match &phrase.clockwise {
            Some(from) => Some(self.player(from)?),
            None => None,
        };
        let name = phrase.name.as_ref().map(|name| name.text.clone());
        let (var, body) = self.speaking(name, element(over), false, |this| this.block(body));
        Some(StmtKind::ForEach { over, var, group: members, from, sorted: None, body })
    }

    fn repeat(&mut self, repeats: &tree::Repeats, body: &[Statement]) -> Option<StmtKind> {
        if let tree::Repeats::Count { name, from, to, down } = repeats {
            let (from, to) = (self.number(from)?, self.number(to)?);
            let (var, body) = self.speaking(Some(name.text.clone()), Ty::Number, false, |this| this.block(body));
            return Some(StmtKind::Repeat { repeats: Repeats::Count { var, from, to, down: *down }, body });
        }
        let repeats = self.repeats(repeats);
        Some(StmtKind::Repeat { repeats, body: self.block(body) })
    }

    /// Who decides: one player, or several at once.
    pub(super) fn askers(&mut self, who: &Phrase, at_once: bool) -> Option<Expr> {
        if !at_once {
            let typed = self.typed(who, Some(Ty::Player))?;
            if typed.ty == Ty::Players {
                self.problem(
                    Diagnostic::new(Code::Type, who.span, "one player is asked here, but this is a group of players")
                        .help("say `ask each player at once` to ask all in secret, or put it under `for each player` to ask one after the other"),
                );
                return None;
            }
            return self.want(typed, Ty::Player);
        }
        let each = matches!(&who.kind, PhraseKind::Group(group) if group.which == tree::Which::Each);
        if each && let PhraseKind::Group(group) = &who.kind {
            return self.members(who.span, group).map(|(_, of)| of);
        }
        let typed: Typed = self.typed(who, Some(Ty::Players))?;
        self.want(typed, Ty::Players)
    }
}

/// The group of which one is drawn: `random player`, or the best of whom ties go to one at random.
fn drawn(phrase: &Phrase) -> Option<(Span, Group)> {
    match &phrase.kind {
        PhraseKind::Random(of) => match &of.kind {
            PhraseKind::Group(group) => Some((of.span, (**group).clone())),
            _ => None,
        },
        PhraseKind::Group(group) => {
            let best = group.best.as_ref().filter(|best| matches!(best.ties, Some(tree::Ties::Random)))?;
            let best = Some(tree::Best { ties: None, ..best.clone() });
            Some((phrase.span, Group { best, ..(**group).clone() }))
        }
        _ => None,
    }
}

/// So many things, in words.
fn few_things(count: usize) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "one thing".to_owned(),
        count => format!("{count} things"),
    }
}

fn signed(amount: Expr, minus: bool) -> Expr {
    if minus { Expr::Arith(Operator::Minus, Box::new(Expr::Int(0)), Box::new(amount)) } else { amount }
}

/// Visits every statement, inner ones too.
pub fn each_statement(body: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
    for stmt in body {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                for (_, body) in branches {
                    each_statement(body, visit);
                }
                each_statement(otherwise, visit);
            }
            StmtKind::ForEach { body, .. } | StmtKind::Repeat { body, .. } | StmtKind::Ends { body, .. } => {
                each_statement(body, visit);
            }
            StmtKind::Ask(ask) => ask.acts.iter().for_each(|act| each_statement(&act.body, visit)),
            StmtKind::Circuit { circuit, after } => {
                circuit.acts.iter().for_each(|act| each_statement(&act.body, visit));
                each_statement(&circuit.each, visit);
                each_statement(after, visit);
            }
            StmtKind::Auction(auction) => {
                for stage in &auction.stages {
                    stage.acts.iter().for_each(|act| each_statement(&act.body, visit));
                    each_statement(&stage.each, visit);
                }
                for body in [&auction.sold, &auction.unsold, &auction.after] {
                    each_statement(body, visit);
                }
            }
            StmtKind::Tricks(tricks) => {
                let out_of_turn = tricks.window.iter().flat_map(|window| &window.acts);
                let acts = std::iter::once(&tricks.play).chain(&tricks.acts).chain(out_of_turn);
                acts.for_each(|act| each_statement(&act.body, visit));
                each_statement(&tricks.after, visit);
            }
            _ => {}
        }
    }
}
