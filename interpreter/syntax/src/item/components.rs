//! Places and tracks are read.

use bidlang_grammar::Rule;

use super::super::cursor::Cursor;
use super::super::layout::Line;
use super::super::line::Reader;
use super::super::phrase::phrase;
use super::super::statement::when;
use super::super::tree::{Name, PlaceLine, Seen, Seers, Sight, TrackLine, TrackType};
use crate::diagnostic::Span;

fn per(cursor: &mut Cursor) -> Vec<Name> {
    let mut found = Vec::new();
    while let Some(pair) = cursor.take(Rule::per) {
        let mut inside = cursor.inside(pair);
        inside.eat(Rule::k_each);
        if let Some(pair) = inside.next() {
            found.push(inside.as_name(&pair));
        }
    }
    found
}

fn sight(inside: &mut Cursor, span: Span) -> Sight {
    let what = if inside.eat(Rule::k_total) {
        inside.name().map_or(Seen::Cards, Seen::Total)
    } else if inside.eat(Rule::k_size) {
        Seen::Size
    } else {
        Seen::Cards
    };
    inside.eat(Rule::k_seen);
    inside.eat(Rule::k_by);
    let who = match inside.next() {
        Some(pair) if pair.as_rule() == Rule::k_all => Seers::All,
        Some(pair) if pair.as_rule() == Rule::k_nobody => Seers::Nobody,
        Some(pair) => Seers::Players(phrase(inside, pair)),
        None => Seers::Nobody,
    };
    Sight { what, who, when: when(inside), span }
}

pub(super) fn place(reader: &mut Reader, line: &Line) -> Option<PlaceLine> {
    let mut cursor = reader.read(Rule::line_place, line.span, "a place")?;
    reader.no_block(line, "a place");
    let name = cursor.name()?;
    let per = per(&mut cursor);
    let mut place = PlaceLine { name, per, sights: Vec::new(), refilled: None };
    while let Some(pair) = cursor.next() {
        let span = cursor.span(&pair);
        match pair.as_rule() {
            Rule::sight => place.sights.push(sight(&mut cursor.inside(pair), span)),
            Rule::refilled => {
                let mut inside = cursor.inside(pair);
                inside.eat(Rule::k_refilled);
                inside.eat(Rule::k_from);
                place.refilled = inside.name();
            }
            _ => {}
        }
    }
    Some(place)
}

pub fn tracks(reader: &mut Reader, line: &Line) -> Vec<TrackLine> {
    line.block.iter().filter_map(|inner| track(reader, inner)).collect()
}

pub(super) fn track(reader: &mut Reader, line: &Line) -> Option<TrackLine> {
    let mut cursor = reader.read(Rule::line_track, line.span, "a line of `track`")?;
    reader.no_block(line, "a line of `track`");
    let name = cursor.name()?;
    let per = per(&mut cursor);
    let pair = cursor.take(Rule::kind_of)?;
    let ty_span = cursor.span(&pair);
    let ty = track_type(&mut cursor.inside(pair));
    let mut found = TrackLine { name, per, ty, ty_span, sights: Vec::new(), untold: false, starts: None };
    while let Some(pair) = cursor.next() {
        let span = cursor.span(&pair);
        match pair.as_rule() {
            Rule::sight => found.sights.push(sight(&mut cursor.inside(pair), span)),
            Rule::untold => found.untold = true,
            Rule::expr => found.starts = Some(phrase(&cursor, pair)),
            _ => {}
        }
    }
    Some(found)
}

fn track_type(inside: &mut Cursor) -> TrackType {
    match inside.next() {
        Some(pair) if pair.as_rule() == Rule::k_number => {
            inside.eat(Rule::k_from);
            let low = signed_digits(inside);
            inside.eat(Rule::k_to);
            TrackType::Number(low.zip(signed_digits(inside)))
        }
        Some(pair) if pair.as_rule() == Rule::k_yes => TrackType::YesNo,
        Some(pair) => TrackType::Of(inside.as_name(&pair), inside.eat(Rule::k_or)),
        None => TrackType::YesNo,
    }
}

fn signed_digits(inside: &mut Cursor) -> Option<i64> {
    let minus = inside.eat(Rule::minus);
    let value: i64 = inside.take(Rule::digits)?.as_str().parse().unwrap_or(i64::from(i32::MAX));
    Some(if minus { -value } else { value })
}
