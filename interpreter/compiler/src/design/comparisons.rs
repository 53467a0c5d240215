//! Constant conditions: comparisons that come out the same in every game: for every player count and whatever the options.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::ranges::{Range, Ranges};
use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Fact, Fold, Game, Ty};

/// What a comparison came to, wherever it was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Always,
    Never,
    Depends,
}

/// A comparison with what its sides can be.
struct Looked<'g> {
    verdict: Verdict,
    sides: [(&'g Expr, Range); 2],
}

/// No comparison is always so, or never.
pub fn every_comparison_decides_something(game: &Game) -> Vec<Diagnostic> {
    let mut verdicts: BTreeMap<(u32, u32), Looked> = BTreeMap::new();
    for players in game.players.0..=game.players.1 {
        let ranges = Ranges::any_options(game, players);
        walk::used(game, &mut |expr| {
            let Expr::Compare(_, a, b, said) = expr else { return };
            if said.0 == Span::default() || is_about_the_setup(game, expr) {
                return;
            }
            let found = match ranges.of(expr).value() {
                Some(0) => Verdict::Never,
                Some(_) => Verdict::Always,
                None => Verdict::Depends,
            };
            let sides = [a, b].map(|side| (&**side, ranges.of(side)));
            match verdicts.entry((said.0.start, said.0.end)) {
                Entry::Vacant(slot) => {
                    slot.insert(Looked { verdict: found, sides });
                }
                Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    if known.verdict != found {
                        known.verdict = Verdict::Depends;
                    }
                    for (known, now) in known.sides.iter_mut().zip(sides) {
                        known.1 = known.1.or(now.1);
                    }
                }
            }
        });
    }
    let told = verdicts.into_iter().filter_map(|((start, end), looked)| {
        let span = Span { start, end };
        let problem = match looked.verdict {
            Verdict::Always => Diagnostic::new(Code::AlwaysSo, span, "this is always so, whatever happens in the game")
                .help("take the condition out, or compare with something that it can fail to be"),
            Verdict::Never => Diagnostic::new(Code::NeverSo, span, "this is never so, whatever happens in the game")
                .help("take out what depends on it, or compare with something that can be"),
            Verdict::Depends => return None,
        };
        let [left, right] = &looked.sides;
        Some(match in_words(game, left.0, left.1).zip(in_words(game, left.0, right.1)) {
            Some((left, right)) => problem.here(format!("{left} on the left, {right} on the right")),
            None => problem,
        })
    });
    told.collect()
}

/// What one side can be: a number, or values of the kind of the left side.
fn in_words(game: &Game, left: &Expr, range: Range) -> Option<String> {
    let word = |value: i64| match sort_of(game, left)? {
        Ty::Number => Some(value.to_string()),
        Ty::Member(_) if value == -1 => Some("none".to_owned()),
        Ty::Member(kind) => game.kinds.get(kind)?.members.get(usize::try_from(value).ok()?).cloned(),
        _ => None,
    };
    match (range.value(), range.is_open()) {
        (Some(value), _) => word(value),
        (None, (false, false)) => Some(format!("{} to {}", word(range.low)?, word(range.high)?)),
        (None, (false, true)) => Some(format!("{} or more", word(range.low)?)),
        (None, (true, false)) => Some(format!("{} or less", word(range.high)?)),
        (None, (true, true)) => None,
    }
}

/// The type of a phrase, where it can be seen.
fn sort_of(game: &Game, expr: &Expr) -> Option<Ty> {
    match expr {
        Expr::Int(_)
        | Expr::Pass(_)
        | Expr::Count(..)
        | Expr::CountSets { .. }
        | Expr::Arith(..)
        | Expr::Divide(..)
        | Expr::PlayerCount
        | Expr::Score(_)
        | Expr::Fact(Fact::PassesInARow(_) | Fact::Acts(_) | Fact::TrickNumber(_) | Fact::Worth(..)) => {
            Some(Ty::Number)
        }
        Expr::Fold { fold: Fold::Different | Fold::LongestRun, .. } => Some(Ty::Number),
        Expr::Fold { key, .. } => sort_of(game, key),
        Expr::Attr { attr, .. } => game.attrs.get(*attr).map(|attr| Ty::Member(attr.kind)),
        Expr::Track { track, .. } => game.tracks.get(*track).map(|track| track.ty),
        Expr::Value { value, .. } => game.values.get(*value).map(|value| value.ty),
        Expr::Convert { to, .. } => Some(to.map_or(Ty::Number, Ty::Member)),
        Expr::If(_, a, _) => sort_of(game, a),
        _ => None,
    }
}

/// Whether a comparison asks for the player count or the options only: such a one is a choice among setups, and a variant
/// may have fewer of them.
fn is_about_the_setup(game: &Game, expr: &Expr) -> bool {
    let (mut setup, mut play) = (false, false);
    let mut waiting = vec![expr];
    let mut seen = Vec::new();
    while let Some(expr) = waiting.pop() {
        walk::within(expr, &mut |part| match part {
            Expr::Option(_) | Expr::PlayerCount | Expr::AllCards | Expr::AllPlayers | Expr::CardsLike(_) => {
                setup = true
            }
            Expr::Value { value, .. } if !seen.contains(value) => {
                seen.push(*value);
                waiting.extend(game.values.get(*value).map(|value| &value.body));
            }
            Expr::Var(_) | Expr::Pass(_) | Expr::Track { .. } | Expr::CardsIn(_) | Expr::Score(_) | Expr::Fact(_) => {
                play = true
            }
            _ => {}
        });
    }
    setup && !play
}
