//! Interval analysis: what numbers a phrase can be, whatever happens in the game: never too few.

#![deny(clippy::wildcard_enum_match_arm)]

mod missing;
mod range;

use std::cell::{Cell, RefCell};

use crate::engine::MOST_CARDS;
use crate::ir::sorts::{card_groups, player_groups};
use crate::ir::{Comparison, Expr, Fact, Fold, Game, Operator, Over, Repeats, Ty, VarId};
use range::FAR;
pub use range::Range;

/// What is known of the turns around a table while they go on.
#[derive(Debug, Clone, Copy)]
pub struct Turns {
    /// Their form.
    pub form: usize,
    /// Whether anybody may pass.
    pub passes: bool,
    /// Whether anybody may leave.
    pub leaves: bool,
    /// Whether all players take part.
    pub all: bool,
}

/// The ranges of one game, for one player count and a range of each option.
#[derive(Debug, Clone)]
pub struct Ranges<'g> {
    pub(super) game: &'g Game,
    players: i64,
    options: Vec<Range>,
    /// Most cards that there are.
    cards: i64,
    vars: RefCell<Vec<Option<Range>>>,
    pub(super) tracks: Vec<Range>,
    /// Values without or with a card, as far as they are worked out; nothing while they are.
    values: RefCell<Vec<Option<Range>>>,
    /// Whether each value may be missing, as far as that is worked out.
    missing: RefCell<Vec<Option<bool>>>,
    /// The turns in which the phrase stands.
    turns: Option<Turns>,
    /// The form of which it is known that somebody has won.
    won: Cell<Option<usize>>,
    /// Whether the passes of a phase are being counted: a number of times may ask for the pass itself.
    counting: Cell<bool>,
}

impl<'g> Ranges<'g> {
    /// The ranges for a player count, whatever the options.
    #[must_use]
    pub fn any_options(game: &'g Game, players: u8) -> Self {
        let options = game.options.iter().map(|option| Range::new(option.range.0, option.range.1)).collect();
        let mut ranges = Self::new(game, players, options, MOST_CARDS);
        let copies =
            game.cards.iter().map(|card| card.copies.as_ref().map_or(1, |copies| ranges.of(copies).high.max(0)));
        ranges.cards = ranges.cards.min(copies.fold(0, i64::saturating_add));
        ranges.assignments();
        ranges
    }

    /// The ranges for one setup with so many cards.
    #[must_use]
    pub fn of_setup(game: &'g Game, players: u8, options: &[i64], cards: usize) -> Self {
        Self::new(game, players, options.iter().map(|value| Range::only(*value)).collect(), cards)
    }

    fn new(game: &'g Game, players: u8, options: Vec<Range>, cards: usize) -> Self {
        let mut ranges = Self {
            game,
            players: i64::from(players),
            options,
            cards: i64::try_from(cards).unwrap_or(FAR),
            vars: RefCell::new(vec![None; game.vars]),
            tracks: vec![Range::ALL; game.tracks.len()],
            values: RefCell::new(vec![None; game.values.len()]),
            missing: RefCell::new(vec![None; game.values.len()]),
            turns: None,
            won: Cell::new(None),
            counting: Cell::default(),
        };
        ranges.tracks = (0..game.tracks.len()).map(|track| ranges.declared(track)).collect();
        ranges.pronouns();
        for value in &game.values {
            for (var, ty) in &value.params {
                // What is asked of no card, of nobody, is seen to where it is asked.
                ranges.bind(*var, ranges.of_type(*ty, matches!(ty, Ty::Member(_))));
            }
        }
        ranges.assignments();
        ranges
    }

    /// From here on somebody has won a form, or it is not known of any; what was known before.
    pub(crate) fn somebody_won(&self, form: Option<usize>) -> Option<usize> {
        self.won.replace(form)
    }

    /// The same inside the turns of a form.
    #[must_use]
    pub fn during(mut self, turns: Turns) -> Self {
        self.turns = Some(turns);
        self.forget();
        self
    }

    /// Forgets what was worked out of values.
    pub(super) fn forget(&self) {
        self.values.borrow_mut().fill(None);
        self.missing.borrow_mut().fill(None);
    }

    pub(super) fn bind(&self, var: VarId, range: Range) {
        let mut vars = self.vars.borrow_mut();
        if vars.len() <= var {
            vars.resize(var + 1, None);
        }
        if let Some(slot) = vars.get_mut(var) {
            *slot = Some(range);
        }
    }

    fn members(&self, kind: usize) -> i64 {
        self.game.kinds.get(kind).map_or(0, |kind| i64::try_from(kind.members.len()).unwrap_or(0))
    }

    pub(super) fn of_type(&self, ty: Ty, or_nothing: bool) -> Range {
        let low = if or_nothing { -1 } else { 0 };
        match ty {
            Ty::YesNo => Range::YES_NO,
            Ty::Player => Range::new(low, self.players - 1),
            Ty::Team => Range::new(low, self.game.sides.map_or(0, |sides| sides.most) + self.players - 1),
            Ty::Member(kind) => Range::new(low, self.members(kind) - 1),
            Ty::Card => Range::new(low, MOST_CARDS as i64 - 1),
            Ty::Nothing => Range::only(-1),
            Ty::Number | Ty::Cards | Ty::Players => Range::ALL,
        }
    }

    /// What a track may be by its declaration. Before it is set it may be nothing, whatever is declared.
    fn declared(&self, track: usize) -> Range {
        let Some(track) = self.game.tracks.get(track) else { return Range::ALL };
        match (track.ty, track.range) {
            (Ty::Number, Some((low, high))) => Range::new(low, high).or(Range::only(low.max(0).min(high))),
            // What does not fit its slot stops the game.
            (Ty::Number, None) => Range::new(i32::MIN.into(), i32::MAX.into()),
            (ty, _) => self.of_type(ty, true),
        }
    }

    pub(super) fn of_over(&self, over: Over) -> Range {
        match over {
            Over::Cards => self.of_type(Ty::Card, false),
            Over::Players => self.of_type(Ty::Player, false),
            Over::Kind(kind) => self.of_type(Ty::Member(kind), false),
            Over::Teams => self.of_type(Ty::Team, false),
        }
    }

    /// What a phrase can be. Groups are anything.
    #[must_use]
    pub fn of(&self, expr: &Expr) -> Range {
        match expr {
            Expr::Int(value) => Range::only(*value).clipped(),
            Expr::Nothing | Expr::NoMember => Range::only(-1),
            Expr::PlayerCount => Range::only(self.players),
            Expr::Option(option) => self.options.get(*option).copied().unwrap_or(Range::ALL),
            Expr::Var(var) => self.vars.borrow().get(*var).copied().flatten().unwrap_or(Range::ALL),
            Expr::Pass(phase) => self.pass(*phase),
            Expr::Track { track, keys } => {
                let range = self.tracks.get(*track).copied().unwrap_or(Range::ALL);
                // Of nobody there is none.
                let ty = self.game.tracks.get(*track).map_or(Ty::Number, |track| track.ty);
                let nothing = Range::only(if matches!(ty, Ty::Number | Ty::YesNo) { 0 } else { -1 });
                if keys.iter().all(|key| self.of(key).low >= 0) { range } else { range.or(nothing) }
            }
            Expr::Attr { attr, card } => self.attribute(*attr, self.of(card)),
            Expr::Value { value, args } => self.value(*value, args),
            Expr::Table { key, low, arms, other, .. } => self.table(self.of(key), *low, arms, other.as_deref()),
            Expr::Arith(operator, a, b) => self.arith(*operator, self.of(a), self.of(b)),
            Expr::Divide(a, b, _) => match self.of(b).value() {
                Some(by) if by > 0 => {
                    let a = self.of(a);
                    Range { low: a.low.div_euclid(by), high: a.high.div_euclid(by).saturating_add(1) }.clipped()
                }
                _ => Range::ALL,
            },
            Expr::Compare(comparison, a, b, _) => {
                let found = self.compare(*comparison, self.of(a), self.of(b));
                // What is missing equals nothing and is neither more nor less.
                let by_word = matches!(**a, Expr::Nothing) || matches!(**b, Expr::Nothing);
                if by_word || (!self.may_be_missing(a) && !self.may_be_missing(b)) {
                    found
                } else if *comparison == Comparison::IsNot {
                    Range::new(found.low, 1)
                } else {
                    Range::new(0, found.high)
                }
            }
            Expr::And(parts) => {
                let all: Vec<Range> = parts.iter().map(|part| self.of(part)).collect();
                Range::new(
                    i64::from(all.iter().all(|part| part.low > 0)),
                    i64::from(!all.iter().any(|part| part.is_no())),
                )
            }
            Expr::Or(parts) => {
                let all: Vec<Range> = parts.iter().map(|part| self.of(part)).collect();
                Range::new(
                    i64::from(all.iter().any(|part| part.low > 0)),
                    i64::from(!all.iter().all(|part| part.is_no())),
                )
            }
            Expr::Not(part) => match self.of(part) {
                of if of.is_no() => Range::only(1),
                of if of.low > 0 => Range::only(0),
                _ => Range::YES_NO,
            },
            Expr::If(cond, a, b) => match self.of(cond) {
                cond if cond.is_no() => self.of(b),
                cond if cond.low > 0 => self.of(a),
                _ => self.of(a).or(self.of(b)),
            },
            Expr::Convert { from, to, of, .. } => self.convert(*from, *to, self.of(of)),
            Expr::Needed(of) | Expr::At { of, .. } => self.of(of),
            Expr::Seat { from: of, .. } | Expr::TeamOf(of) => self.of_type(Ty::Player, self.of(of).low < 0),
            Expr::EndCard { .. } | Expr::Only(Over::Cards, _) => self.of_type(Ty::Card, true),
            Expr::Only(..) | Expr::FirstFrom { .. } | Expr::Partner(_) | Expr::Owner(_) => {
                self.of_type(Ty::Player, true)
            }
            Expr::Count(Over::Players, of) if matches!(**of, Expr::Fact(_)) => self.bidders(of),
            Expr::Count(over, _) => Range::new(0, self.most(*over)),
            Expr::CountSets { .. } => Range::new(0, i64::MAX),
            Expr::Fold { fold, over, key, of_words, .. } => self.fold(*fold, *over, self.of(key), *of_words),
            Expr::In(..) | Expr::Shares(..) | Expr::Has(..) => Range::YES_NO,
            Expr::Fact(fact) => self.fact(fact),
            Expr::Score(_) | Expr::Where { .. } | Expr::Best { .. } | card_groups!() | player_groups!() => Range::ALL,
        }
    }

    fn most(&self, over: Over) -> i64 {
        match over {
            Over::Cards => self.cards,
            Over::Players | Over::Teams => self.players,
            Over::Kind(kind) => self.members(kind),
        }
    }

    fn pass(&self, phase: usize) -> Range {
        match self.game.phases.get(phase).map(|phase| &phase.repeats) {
            // Where passes are counted by passes, nothing is known of how many.
            Some(Repeats::Times(times)) if !self.counting.get() => {
                self.counting.set(true);
                let most = self.of(times).high.max(0);
                self.counting.set(false);
                Range::new(0, most)
            }
            _ => Range::new(0, FAR),
        }
    }

    /// The values of an attribute that cards have; nothing if a card may have none, or may be none.
    fn attribute(&self, attr: usize, card: Range) -> Range {
        let sets = self.game.cards.iter().map(|card| card.members.get(attr).copied().unwrap_or(0));
        let ranges = sets.map(|set| match set {
            0 => Range::only(-1),
            set => Range::new(i64::from(set.trailing_zeros()), i64::from(set.ilog2())),
        });
        let found = ranges.reduce(Range::or).unwrap_or(Range::only(-1));
        if card.low < 0 { found.or(Range::only(-1)) } else { found }
    }

    fn value(&self, id: usize, args: &[Expr]) -> Range {
        let Some(value) = self.game.values.get(id) else { return Range::ALL };
        if let Some(known) = self.values.borrow().get(id).copied().flatten() {
            return self.of_argument(value, args, known);
        }
        let found = self.of(&value.body);
        if let Some(slot) = self.values.borrow_mut().get_mut(id) {
            *slot = Some(found);
        }
        self.of_argument(value, args, found)
    }

    /// A value of no card or of nobody may be none.
    fn of_argument(&self, value: &crate::ir::Value, args: &[Expr], known: Range) -> Range {
        if args.iter().any(|arg| self.of(arg).low < 0) {
            let nothing =
                if matches!(value.ty, Ty::Number | Ty::YesNo) { Range::only(0) } else { self.of_type(value.ty, true) };
            return known.or(nothing);
        }
        known
    }

    fn table(&self, key: Range, low: i64, arms: &[Option<Expr>], other: Option<&Expr>) -> Range {
        let last = low.saturating_add(i64::try_from(arms.len()).unwrap_or(0));
        let asked = (low..last).zip(arms).filter(|(at, _)| (key.low..=key.high).contains(at));
        let mut found: Option<Range> = None;
        let mut add = |range: Range| found = Some(found.map_or(range, |found| found.or(range)));
        let mut open = key.low < low || key.high >= last;
        for (_, arm) in asked {
            match arm {
                Some(arm) => add(self.of(arm)),
                None => open = true,
            }
        }
        if let (true, Some(other)) = (open, other) {
            add(self.of(other));
        } else if open {
            // A key outside of a table that is worked out beforehand gives nothing.
            add(Range::new(-1, 0));
        }
        found.unwrap_or(Range::ALL)
    }

    fn arith(&self, operator: Operator, a: Range, b: Range) -> Range {
        match operator {
            Operator::Plus => Range::new(a.low.saturating_add(b.low), a.high.saturating_add(b.high)).clipped(),
            Operator::Minus => Range::new(a.low.saturating_sub(b.high), a.high.saturating_sub(b.low)).clipped(),
            Operator::Times => Range::corners(a, b, i64::saturating_mul),
            Operator::Mod => match b.value() {
                Some(by) if by > 0 => Range::new(0, by - 1),
                _ => Range::ALL,
            },
        }
    }

    fn compare(&self, comparison: Comparison, a: Range, b: Range) -> Range {
        let (is, less, more) = (a.value().is_some() && a.value() == b.value(), a.high < b.low, a.low > b.high);
        // Of what lies beyond the far ends nothing is known.
        let (least, most) = (|of: Range| of.low > -FAR, |of: Range| of.high < FAR);
        let (yes, no) = match comparison {
            Comparison::Is => (is, less || more),
            Comparison::IsNot => (less || more, is),
            Comparison::AtLeast => (a.low >= b.high && most(b), less),
            Comparison::AtMost => (a.high <= b.low && least(b), more),
            Comparison::MoreThan => (more, a.high <= b.low && most(a)),
            Comparison::LessThan => (less, a.low >= b.high && least(a)),
        };
        Range::new(i64::from(yes), i64::from(!no))
    }

    fn convert(&self, from: usize, to: Option<usize>, of: Range) -> Range {
        let Some(kind) = self.game.kinds.get(from) else { return Range::ALL };
        let Some(to) = to else {
            let asked = (0_i64..).zip(&kind.members).filter(|(at, _)| (of.low..=of.high).contains(at));
            let numbers = asked.map(|(_, member)| Range::only(member.parse::<i64>().unwrap_or(0)));
            // Where there is none, no number comes of it.
            return numbers.reduce(Range::or).unwrap_or(Range::only(0));
        };
        Range::new(-2, self.members(to) - 1)
    }

    fn fold(&self, fold: Fold, over: Over, key: Range, of_words: bool) -> Range {
        let most = self.most(over);
        match fold {
            Fold::Total => Range::corners(key, Range::new(0, most), i64::saturating_mul).or(Range::only(0)),
            Fold::Highest | Fold::Lowest | Fold::SecondHighest | Fold::SecondLowest => {
                key.or(Range::only(if of_words { -1 } else { 0 }))
            }
            Fold::Different | Fold::LongestRun => Range::new(0, most),
            Fold::Any | Fold::Every => Range::YES_NO,
        }
    }

    fn turns_of(&self, form: usize) -> Option<Turns> {
        self.turns.filter(|turns| turns.form == form)
    }

    fn bidders(&self, of: &Expr) -> Range {
        let turns = if let Expr::Fact(Fact::Bidders(form)) = of { self.turns_of(*form) } else { None };
        let stay = turns.is_some_and(|turns| turns.all && !turns.leaves);
        Range::new(if stay { self.players } else { 0 }, self.players)
    }

    fn fact(&self, fact: &Fact) -> Range {
        let passes = |form: &usize| self.turns_of(*form).is_none_or(|turns| turns.passes);
        match fact {
            Fact::Leader(form) => self.of_type(Ty::Player, self.won.get() != Some(*form)),
            Fact::Worth(..) | Fact::Bidders(_) => Range::ALL,
            Fact::PassesInARow(form) => Range::new(0, if passes(form) { FAR } else { 0 }),
            Fact::AllPass(form) => Range::new(0, i64::from(passes(form))),
            Fact::WinningCard(_) | Fact::CardOf(..) => self.of_type(Ty::Card, true),
            Fact::Beats(..) => Range::YES_NO,
            Fact::Acts(_) | Fact::TrickNumber(_) => Range::new(0, FAR),
        }
    }
}
