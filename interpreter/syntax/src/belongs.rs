//! What a `where` without brackets belongs to, behind `of` and behind `clockwise from`.

use super::cursor::Cursor;
use super::phrase::{next, unclear};
use super::tree::{Noun, Phrase, PhraseKind, Which};
use crate::diagnostic::Span;

/// What stands behind `of`: whether its `where` belongs to it may be unclear.
pub fn behind_of(inner: &mut Cursor, span: Span, word: &str) -> Phrase {
    let bracketed = inner.begins_with('(');
    let of = open(bracketed, next(inner, span));
    if !bracketed && is_one_of_all(word, &of) { unclear(of) } else { of }
}

/// `card where ...`, the only card of the game of which something holds, and `card with highest ...`: behind `of`, a `where` or `with` is meant for
/// something else more often. So is the `where` of `left of player where ...`.
fn is_one_of_all(word: &str, phrase: &Phrase) -> bool {
    let PhraseKind::Group(group) = &phrase.kind else { return false };
    let beside = matches!(word, "left" | "right") && group.noun == Noun::Player;
    (group.noun == Noun::Card || beside)
        && group.which == Which::Plain
        && group.within.is_none()
        && (group.cond.is_some() || group.noun == Noun::Card && group.best.is_some())
}

/// A group behind `of`, of which it is told whether its `where` stands without brackets.
fn open(bracketed: bool, mut phrase: Phrase) -> Phrase {
    if let PhraseKind::Group(group) = &mut phrase.kind {
        group.open = !bracketed && group.cond.is_some();
    }
    phrase
}

/// From whom one goes around the table: in `clockwise from player where ...`, `clockwise from partner of player where ...` and the like the `where` is
/// meant for something else more often.
pub fn from_whom(inner: &mut Cursor, span: Span) -> Phrase {
    let bracketed = inner.begins_with('(');
    let mut from = open(bracketed, next(inner, span));
    look_at_whose(&mut from);
    from
}

fn look_at_whose(phrase: &mut Phrase) {
    if matches!(&phrase.kind, PhraseKind::Group(group) if group.open) && is_one_of_all("left", phrase) {
        *phrase = unclear(phrase.clone());
    } else if let PhraseKind::Of { of, within: None, .. } | PhraseKind::Seat(_, Some((_, of))) = &mut phrase.kind {
        look_at_whose(of);
    }
}
