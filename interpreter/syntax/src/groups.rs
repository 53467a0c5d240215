//! Pairs to groups of cards and players: `cards in hand where ... with highest ..., ties to ...`.

use bidlang_grammar::Rule;
use pest::iterators::Pair;

use super::belongs::from_whom;
use super::cursor::Cursor;
use super::phrase::{condition, next, phrase};
use super::tree::{Best, Group, Noun, Sets, Ties, Which};
use crate::diagnostic::Span;

/// `number of sets of 2 cards in show where ...`: what stands behind `of`.
pub fn sets(inner: &mut Cursor, span: Span) -> Sets {
    let mut sets = Sets { least: None, most: None, or_more: false, within: Vec::new(), cond: None };
    while let Some(pair) = inner.next() {
        match pair.as_rule() {
            Rule::amount if sets.least.is_none() => sets.least = Some(phrase(inner, pair)),
            Rule::amount => sets.most = Some(phrase(inner, pair)),
            Rule::k_more => sets.or_more = true,
            Rule::k_in => sets.within.push(next(inner, span)),
            Rule::k_where => sets.cond = Some(condition(inner, span)),
            _ => {}
        }
    }
    sets
}

/// A group with all that narrows it.
pub fn group(inner: &mut Cursor, span: Span) -> Group {
    let which = match inner.peek() {
        Some(Rule::k_first) => Which::First,
        Some(Rule::k_last) => Which::Last,
        Some(Rule::k_any) => Which::Any,
        Some(Rule::k_every) => Which::Every,
        Some(Rule::k_each) => Which::Each,
        Some(Rule::k_all) => Which::All,
        Some(Rule::k_other) => Which::Other,
        _ => Which::Plain,
    };
    if which != Which::Plain {
        inner.next();
    }
    let count = inner.take(Rule::amount).map(|pair| phrase(inner, pair));
    let noun = inner.next().and_then(|noun| inner.inside(noun).peek());
    let noun = match noun {
        Some(Rule::k_card) => Noun::Card,
        Some(Rule::k_cards) => Noun::Cards,
        Some(Rule::k_player) => Noun::Player,
        Some(Rule::k_bidders) => Noun::Bidders,
        _ => Noun::Players,
    };
    let mut group = Group {
        which,
        count,
        noun,
        within: None,
        also: Vec::new(),
        clockwise: None,
        name: None,
        cond: None,
        best: None,
        open: false,
    };
    while let Some(word) = inner.next() {
        match word.as_rule() {
            Rule::k_in if group.within.is_some() => group.also.push(next(inner, span)),
            Rule::k_in => group.within = Some(next(inner, span)),
            Rule::k_clockwise => {
                inner.eat(Rule::k_from);
                group.clockwise = Some(from_whom(inner, span));
            }
            Rule::k_as => group.name = inner.name(),
            Rule::k_where => group.cond = Some(condition(inner, span)),
            Rule::best => group.best = Some(best(inner, word)),
            _ => {}
        }
    }
    group
}

/// `with highest V, then lowest W, ties to ...`
pub fn best<'t>(cursor: &Cursor<'t>, pair: Pair<'t, Rule>) -> Best {
    let span = cursor.span(&pair);
    let mut inner = cursor.inside(pair);
    inner.eat(Rule::k_with);
    let mut best = Best { span, second: inner.eat(Rule::k_second), order: Vec::new(), ties: None };
    while let Some(word) = inner.peek().filter(|word| matches!(word, Rule::k_highest | Rule::k_lowest)) {
        inner.next();
        best.order.extend(inner.name().map(|name| (word == Rule::k_highest, name)));
        inner.eat(Rule::comma);
        inner.eat(Rule::k_then);
    }
    best.ties = ties(&mut inner);
    best
}

/// `, ties to first clockwise from P`
pub fn ties(cursor: &mut Cursor) -> Option<Ties> {
    let pair = cursor.take(Rule::ties)?;
    let span = cursor.span(&pair);
    let mut inner = cursor.inside(pair);
    [Rule::comma, Rule::k_ties, Rule::k_to].into_iter().for_each(|word| _ = inner.eat(word));
    match inner.next()?.as_rule() {
        Rule::k_first if inner.eat(Rule::k_clockwise) => {
            inner.eat(Rule::k_from);
            Some(Ties::Clockwise(Box::new(from_whom(&mut inner, span))))
        }
        Rule::k_first => Some(Ties::First),
        Rule::k_last => Some(Ties::Last),
        Rule::k_nobody => Some(Ties::Nobody),
        Rule::k_next => Some(Ties::Next),
        _ => Some(Ties::Random),
    }
}
