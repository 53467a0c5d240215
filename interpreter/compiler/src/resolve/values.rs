//! Named tables and formulas. Each is typed when it is first used; one that needs itself is a problem.

use super::names::{Named, Progress, Resolver};
use super::types::Typed;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, PointSort, Ty, Value};
use crate::syntax::tree::{Name, Taken, ValueBody, ValueItem};

/// How many values may stand on one another.
const DEEPEST_VALUES: usize = 32;

impl Resolver<'_> {
    pub(super) fn declare_values(&mut self) {
        for (id, (item, _)) in self.value_items.clone().into_iter().enumerate() {
            self.declare(&item.name, Named::Value(id));
            self.game.values.push(Value {
                name: item.name.text.clone(),
                params: Vec::new(),
                ty: Ty::Number,
                body: Expr::Int(0),
                span: item.name.span,
            });
        }
    }

    pub(super) fn resolve_values(&mut self) {
        for id in 0..self.value_items.len() {
            self.value(id);
        }
    }

    /// What a value is of and its type, resolved now if it was not before.
    pub(super) fn value(&mut self, id: usize) -> Option<(Vec<Ty>, Ty)> {
        let (item, progress) = *self.value_items.get(id)?;
        match progress {
            Progress::Done => {}
            Progress::Working => {
                self.problem(
                    Diagnostic::new(
                        Code::ValueNeedsItself,
                        item.name.span,
                        format!("the value `{}` is worked out from itself", item.name.text),
                    )
                    .help("break the circle: a value may use other values, but not itself"),
                );
                return None;
            }
            Progress::Waiting if self.value_depth >= DEEPEST_VALUES => {
                self.mark_value(id, Progress::Failed);
                self.problem(
                    Diagnostic::new(
                        Code::NestedTooDeep,
                        item.name.span,
                        format!("values stand on one another more than {DEEPEST_VALUES} deep here"),
                    )
                    .help("let one formula do the work of several"),
                );
                return None;
            }
            Progress::Waiting => {
                self.value_depth += 1;
                self.resolve_value(id, item);
                self.value_depth -= 1;
            }
            Progress::Failed => {}
        }
        if self.value_items.get(id).is_some_and(|(_, progress)| *progress == Progress::Failed) {
            // Why is told at the value itself.
            self.told += 1;
            return None;
        }
        let value = self.game.values.get(id)?;
        Some((value.params.iter().map(|(_, ty)| *ty).collect(), value.ty))
    }

    fn mark_value(&mut self, id: usize, progress: Progress) {
        if let Some(entry) = self.value_items.get_mut(id) {
            entry.1 = progress;
        }
    }

    fn resolve_value(&mut self, id: usize, item: &ValueItem) {
        self.mark_value(id, Progress::Working);
        // A value knows nothing of where it is used.
        let scopes = std::mem::take(&mut self.scopes);
        let forms = std::mem::take(&mut self.forms);
        let numerals = std::mem::take(&mut self.numerals);
        let quants = std::mem::take(&mut self.quants);
        let (played, proposed) = (std::mem::take(&mut self.played), self.proposed.take());
        let around = (self.numbers.provided.take(), std::mem::take(&mut self.numbers.joined));
        let outer = std::mem::replace(&mut self.ownerless, item.owners.is_empty().then(|| item.name.text.clone()));
        let (before, outer_played_out) = (self.told, std::mem::replace(&mut self.played_out, true));
        let params: Vec<(Option<String>, Ty)> = item.owners.iter().filter_map(|owner| self.param(owner)).collect();
        let mut result = None;
        let mut bound = Vec::new();
        if params.len() == item.owners.len() && self.tells_its_things_apart(item, &params) {
            bound.extend(params.into_iter().map(|(name, ty)| (self.speak(name, ty, false), ty)));
            result = self.value_body(item);
        }
        let result = self.told_why(result, before, item.name.span);
        self.ownerless = outer;
        self.scopes = scopes;
        self.forms = forms;
        self.numerals = numerals;
        self.quants = quants;
        (self.played, self.proposed) = (played, proposed);
        (self.numbers.provided, self.numbers.joined) = around;
        let progress = if result.is_some() { Progress::Done } else { Progress::Failed };
        let body = result.as_ref().map(|typed| match &typed.expr {
            Expr::Table { .. } => typed.expr.clone(),
            formula => self.watched(PointSort::Value, item.name.span, formula.clone()),
        });
        self.played_out = outer_played_out;
        if let Some(value) = self.game.values.get_mut(id) {
            value.params = bound;
            if let (Some(typed), Some(body)) = (result, body) {
                value.ty = typed.ty;
                value.body = body;
            }
        }
        self.mark_value(id, progress);
    }

    /// Whether what a value is of has names that tell it apart, and is not more than two things.
    fn tells_its_things_apart(&mut self, item: &ValueItem, params: &[(Option<String>, Ty)]) -> bool {
        let Some(second) = item.owners.get(1) else { return true };
        if let Some(third) = item.owners.get(2) {
            self.problem(
                Diagnostic::new(Code::ValueOwner, third.what.span, "a value is of two things at most")
                    .help("work the third out in another value, or remember it in a track"),
            );
            return false;
        }
        if let [first, other] = params
            && first == other
        {
            self.problem(
                Diagnostic::new(Code::ValueOwner, second.what.span, "this value is of two things of one name")
                    .help("name them apart: `value cost of suit as mine of suit as theirs is ...`"),
            );
            return false;
        }
        true
    }

    fn param(&mut self, owner: &Taken) -> Option<(Option<String>, Ty)> {
        let what = &owner.what;
        let found = self.thing(what);
        if found.is_none() {
            self.problem(
                Diagnostic::new(
                    Code::ValueOwner,
                    what.span,
                    format!("a value is of a card, of a player, of a team or of a kind, not of `{}`", what.text),
                )
                .help("say `of card`, `of player`, `of team`, or `of` the name of an attribute or kind"),
            );
        }
        let (name, ty) = found?;
        Some((owner.called.as_ref().map(|name| name.text.clone()).or(name), ty))
    }

    /// A thing that a value can be of, or that a phase takes: what it is called where nothing else is said, and its type.
    pub(super) fn thing(&mut self, what: &Name) -> Option<(Option<String>, Ty)> {
        // A kind that is spoken of is used.
        self.find(&what.text);
        let ty = self.type_of_thing(&what.text)?;
        let own = !matches!(ty, Ty::Card | Ty::Player);
        Some((own.then(|| what.text.clone()), ty))
    }

    /// The type of a thing by its word.
    pub(super) fn type_of_thing(&self, what: &str) -> Option<Ty> {
        match what {
            "card" => return Some(Ty::Card),
            "player" => return Some(Ty::Player),
            "team" => return Some(Ty::Team),
            _ => {}
        }
        match self.names.get(what)?.0 {
            Named::Attr(attr) => self.game.attrs.get(attr).map(|attr| Ty::Member(attr.kind)),
            Named::Kind(kind) => Some(Ty::Member(kind)),
            Named::Option(_)
            | Named::Value(_)
            | Named::Track(_)
            | Named::Place(_)
            | Named::Phase(_)
            | Named::Seat(_) => None,
        }
    }

    fn value_body(&mut self, item: &ValueItem) -> Option<Typed> {
        match &item.body {
            ValueBody::Formula(phrase) => {
                let mut typed = self.typed(phrase, None)?;
                if matches!(typed.expr, Expr::AllPlayers) {
                    typed = Typed::new(Expr::PlayerCount, Ty::Number, typed.span);
                }
                Some(typed)
            }
            ValueBody::Table { key, rows } => self.table(item, key, rows),
            ValueBody::Grid { key, across, columns, rows } => self.grid(item, key, across, columns, rows),
        }
    }
}
