//! Statements.

use super::each::{Each, EachOne};
use super::names::{Named, Resolver};
use super::shares::{cells, is_same};
use super::types::{Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{
    BOX, Expr, MOST_VALUES, Members, Of, Operator, Over, PlaceRef, PointSort, Repeats, Sorted, Stmt, StmtKind, Ty,
};
use crate::syntax::tree::{self, Group, Name, Phrase, PhraseKind, Several, Statement, StatementKind};

impl<'t> Resolver<'t> {
    /// Statements of one block; pronouns of the block end with it.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Vec<Stmt> {
        let depth = self.scopes.len();
        let found = statements.iter().filter_map(|statement| self.statement(statement)).collect();
        self.scopes.truncate(depth);
        found
    }

    fn statement(&mut self, statement: &Statement) -> Option<Stmt> {
        let depth = self.scopes.len();
        let outer = std::mem::replace(&mut self.each, Each::May);
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
        let each = std::mem::replace(&mut self.each, outer);
        self.scopes.truncate(depth);
        let mut stmt = Stmt { span: statement.span, when: when?, kind: kind? };
        let Each::Of(each) = each else { return Some(stmt) };
        let EachOne { over, var, group, sorted } = *each;
        self.ends_at_the_first(&stmt.kind, statement.span)?;
        let changed = cells(&stmt, var);
        self.changes_what_is_asked(&stmt, var, &changed)?;
        self.goes_on(&stmt, var, &changed)?;
        self.is_for_the_first(&stmt.kind, var, statement.span)?;
        let share = self.one_share(&mut stmt.kind, var, &changed);
        let body = self.of_teams_with_players(over, var, vec![stmt], statement.span)?;
        let kind = StmtKind::ForEach { over, var, group, from: None, sorted, together: true, body };
        let each = Stmt { span: statement.span, when: None, kind };
        Some(match share {
            Some(share) => share.before(each),
            None => each,
        })
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
                self.is_spoken_of(cards)?;
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
                    None => PlaceRef { place: BOX, of: Of::Whole },
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
                let key = key?;
                self.differs(by, &key, (Over::Cards, var))?;
                StmtKind::Sort { place, var, key, highest: *highest }
            }
            StatementKind::Swap(a, b) => {
                let (first, second) = (self.place(a), self.place(b));
                StmtKind::Swap(self.one_place(first?, a.span)?, self.one_place(second?, b.span)?)
            }
            StatementKind::Set { target, to } => self.set(target, to)?,
            StatementKind::Add { amount, target, minus } => {
                self.is_spoken_of(target)?;
                let span = target.span;
                let (target, ty) = self.target(target)?;
                self.is_number(ty, span)?;
                let amount = self.number(amount)?;
                StmtKind::Add { target, amount: signed(amount, *minus) }
            }
            StatementKind::Pay { amount, from, to } => {
                self.is_spoken_of(from)?;
                self.is_spoken_of(to)?;
                let (amount, from, to) = (self.number(amount), self.purse(from), self.purse(to));
                let (from, to) = (from?, to?);
                if is_same(&from, &to) {
                    self.problem(
                        Diagnostic::new(Code::Type, statement.span, "this is paid to where it comes from")
                            .help("in a line with `each player` or `other players`, `player` is each of them: put the lines into a `phase ... for player as winner`, and say `winner`"),
                    );
                    return None;
                }
                StmtKind::Pay { amount: amount?, from, to }
            }
            StatementKind::Score { amount, who, reason, quoted, minus } => {
                self.is_spoken_of(who)?;
                if !quoted {
                    self.a_reason_pays_nobody(reason)?;
                }
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
            StatementKind::Turn => self.turn_round()?,
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
                    _ => {
                        let winners = self.want(typed, Ty::Players)?;
                        self.with_their_teams(winners)?
                    }
                })
            }
            StatementKind::Lost(who) => {
                if statement.when.is_none()
                    && let PhraseKind::Group(group) = &who.kind
                    && group.noun == tree::Noun::Player
                    && let Some(best) = group.best.as_ref().filter(|best| best.ties.is_none())
                {
                    self.problem(
                        Diagnostic::new(Code::Ties, best.span, "where several are equal, this is none of them, and nobody has lost")
                            .help("say `lost by players with ...` where all who are equal lose; who loses then: `, ties to first clockwise from ...`; or that nobody does: `lost by players with lowest score when number of (players with lowest score) is 1`"),
                    );
                    return None;
                }
                let typed = self.typed(who, Some(Ty::Players))?;
                let losers = self.want(typed, Ty::Players)?;
                let losers = self.with_their_sides(losers)?;
                StmtKind::Won(self.all_but(losers))
            }
            StatementKind::Form(form) => self.not_for_each(|this| this.form(form))?,
        })
    }

    /// `one of each amount of Money`: the attribute, and what the cards are besides.
    fn one_of_each(&mut self, each: &Name, of: &[Name]) -> Option<(usize, Vec<Members>)> {
        let Some(Named::Attr(attr)) = self.find(&each.text) else {
            let known: Vec<String> = self.game.attrs.iter().map(|attr| attr.name.clone()).collect();
            self.problem(
                Diagnostic::new(Code::Type, each.span, format!("`{}` is no attribute of cards", each.text))
                    .help(format!("`one of each` goes over the values of an attribute: {}", known.join(", ")))
                    .did_you_mean(&each.text, known.iter().map(String::as_str)),
            );
            return None;
        };
        let mut like = vec![0 as Members; self.game.attrs.len()];
        for name in of {
            let kind_of = |attr: usize| self.game.attrs.get(attr).map_or(0, |attr| attr.kind);
            let found = (0..self.game.attrs.len()).filter(|other| *other != attr);
            let found = found.filter_map(|other| Some((other, self.member(kind_of(other), &name.text)?))).next();
            let Some((other, member)) = found else {
                self.unknown(name);
                return None;
            };
            if let Some(set) = like.get_mut(other) {
                *set |= 1 << member.clamp(0, MOST_VALUES as i64 - 1);
            }
        }
        Some((attr, like))
    }

    /// All players but those of a group.
    fn all_but(&mut self, group: Expr) -> Expr {
        let var = self.new_var();
        let among = Expr::In(Over::Players, Box::new(Expr::Var(var)), Box::new(group));
        let cond = Box::new(Expr::Not(Box::new(among)));
        Expr::Where { over: Over::Players, var, of: Box::new(Expr::AllPlayers), cond }
    }

    fn reason(&mut self, reason: &Name) -> usize {
        if let Some(known) = self.game.reasons.iter().position(|known| *known == reason.text) {
            return known;
        }
        self.game.reasons.push(reason.text.clone());
        self.game.reasons.len() - 1
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
                return Some(StmtKind::ForEach {
                    over,
                    var,
                    group: Expr::Int(0),
                    from: None,
                    sorted: None,
                    together: false,
                    body,
                });
            }
        }
        if let PhraseKind::Several(several) = &group.kind {
            return self.for_each_where(several, group.span, body);
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
            Some(from) => Some(self.not_for_each(|this| this.player(from))?),
            None => None,
        };
        let name = phrase.name.as_ref().map(|name| name.text.clone());
        let (var, body) = self.speaking(name, element(over), false, |this| {
            let before = this.gone_through.len();
            this.gone_through.extend(this.scopes.last().filter(|_| over == Over::Players).map(|scope| scope.var));
            let body = this.block(body);
            this.gone_through.truncate(before);
            body
        });
        Some(StmtKind::ForEach { over, var, group: members, from, sorted: None, together: false, body })
    }

    /// `for each artist where price is 30`: which they are is worked out before the first.
    fn for_each_where(&mut self, several: &Several, span: Span, body: &[Statement]) -> Option<StmtKind> {
        let called = self.called_each(several)?;
        let (over, cond) = self.values_where(several)?;
        let (var, body) = self.speaking(Some(called), element(over), false, |this| this.block(body));
        let body = self.of_teams_with_players(over, var, body, span)?;
        let sorted = Sorted { count: None, cond, keys: Vec::new() };
        Some(StmtKind::ForEach {
            over,
            var,
            group: Expr::Int(0),
            from: None,
            sorted: Some(sorted),
            together: false,
            body,
        })
    }

    fn repeat(&mut self, repeats: &tree::Repeats, body: &[Statement]) -> Option<StmtKind> {
        if let tree::Repeats::Count { name, from, to, down } = repeats {
            let said = from.span.to(to.span);
            let (from, to) = self.not_for_each(|this| Some((this.number(from)?, this.number(to)?)))?;
            if let (Expr::Int(first), Expr::Int(last)) = (&from, &to)
                && (if *down { first < last } else { first > last })
            {
                let way = if *down { format!("{first} to {last}") } else { format!("{first} down to {last}") };
                self.problem(
                    Diagnostic::new(Code::BadRange, said, "this is over before it begins, so nothing is repeated")
                        .help(format!("say `from {way}`")),
                );
                return None;
            }
            let (var, body) = self.speaking(Some(name.text.clone()), Ty::Number, false, |this| this.block(body));
            return Some(StmtKind::Repeat { repeats: Repeats::Count { var, from, to, down: *down }, body });
        }
        let repeats = self.not_for_each(|this| this.repeats(repeats));
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
            let (over, of) = self.members(who.span, group)?;
            if over == Over::Players {
                return Some(of);
            }
            let is = self.type_name(element(over));
            let problem = Diagnostic::new(Code::Type, who.span, "players are asked here").here(format!("each is {is}"));
            self.problem(problem.help("say `ask each player at once`, or `ask each player where ... at once`"));
            return None;
        }
        let typed: Typed = self.typed(who, Some(Ty::Players))?;
        self.want(typed, Ty::Players)
    }
}

fn signed(amount: Expr, minus: bool) -> Expr {
    if minus { Expr::Arith(Operator::Minus, Box::new(Expr::Int(0)), Box::new(amount)) } else { amount }
}
