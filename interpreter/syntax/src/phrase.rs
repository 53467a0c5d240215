//! Pairs to phrases: conditions, sums, and what they are made of; groups stand in [`super::groups`].

use bidlang_grammar::Rule;
use pest::iterators::Pair;

use super::belongs::behind_of;
use super::cursor::Cursor;
use super::groups::{group, sets};
use super::tree::{Comparison, Name, Operator, Pairing, Phrase, PhraseKind, Several, Which};
use crate::diagnostic::Span;

/// The phrase of any pair of the phrase rules.
pub fn phrase<'t>(cursor: &Cursor<'t>, pair: Pair<'t, Rule>) -> Phrase {
    let span = cursor.span(&pair);
    let rule = pair.as_rule();
    let text = pair.as_str();
    let mut inner = cursor.inside(pair.clone());
    let kind = match rule {
        Rule::expr => return conditional(&mut inner, span),
        Rule::either => return list(&mut inner, span, PhraseKind::Or),
        Rule::both => return list(&mut inner, span, PhraseKind::And),
        Rule::denial if inner.eat(Rule::k_not) => PhraseKind::Not(Box::new(next(&mut inner, span))),
        Rule::relation => return relation(&mut inner, span),
        Rule::sum | Rule::product => return chain_of_operators(&mut inner, span),
        Rule::signed if inner.eat(Rule::minus) => PhraseKind::Negative(Box::new(next(&mut inner, span))),
        Rule::paren => {
            inner.eat(Rule::open);
            return next(&mut inner, span);
        }
        Rule::half => {
            inner.eat(Rule::k_half);
            inner.eat(Rule::k_of);
            let of = next(&mut inner, span);
            let up = rounds_up(&mut inner);
            let two = Phrase { span, kind: PhraseKind::Word(Name { text: "2".to_owned(), span }) };
            PhraseKind::Divide(Box::new(of), Box::new(two), up)
        }
        Rule::pairwise => {
            let pairing = match inner.next().map(|pair| pair.as_rule()) {
                Some(Rule::k_smaller) => Pairing::Smaller,
                Some(Rule::k_larger) => Pairing::Larger,
                _ => Pairing::Difference,
            };
            inner.eat(Rule::k_of);
            let first = next(&mut inner, span);
            inner.eat(Rule::k_and);
            PhraseKind::Pair(pairing, Box::new(first), Box::new(next(&mut inner, span)))
        }
        Rule::count => count(&mut inner, span),
        Rule::total => {
            inner.eat(Rule::k_total);
            let name = inner.name().unwrap_or_else(|| nameless(span));
            PhraseKind::Total(name, Box::new(of_those(&mut inner, span)))
        }
        Rule::extreme => {
            let second = inner.eat(Rule::k_second);
            let highest = inner.next().is_some_and(|pair| pair.as_rule() == Rule::k_highest);
            let value = inner.name().unwrap_or_else(|| nameless(span));
            PhraseKind::Extreme { second, highest, value, of: Box::new(of_those(&mut inner, span)) }
        }
        Rule::longest => {
            inner.eat(Rule::k_longest);
            inner.eat(Rule::k_run);
            let of = of_those(&mut inner, span);
            inner.eat(Rule::k_by);
            let by = inner.name().unwrap_or_else(|| nameless(span));
            PhraseKind::LongestRun(Box::new(of), by)
        }
        Rule::random => {
            inner.eat(Rule::k_random);
            if let Some(pair) = inner.take(Rule::number_pick_of) {
                let mut inner = inner.inside(pair);
                inner.eat(Rule::k_number);
                inner.eat(Rule::k_from);
                let low = next(&mut inner, span);
                inner.eat(Rule::k_to);
                PhraseKind::RandomNumber(Box::new(low), Box::new(next(&mut inner, span)))
            } else {
                PhraseKind::Random(Box::new(next(&mut inner, span)))
            }
        }
        Rule::seat => {
            inner.eat(Rule::k_seat);
            let number = next(&mut inner, span);
            let side = inner.next().map(|side| {
                let left = side.as_rule() == Rule::k_left;
                inner.eat(Rule::k_of);
                (left, Box::new(behind_of(&mut inner, span, "left")))
            });
            PhraseKind::Seat(Box::new(number), side)
        }
        Rule::row => PhraseKind::PassesInARow,
        Rule::silence => PhraseKind::AllPass,
        Rule::outbid => PhraseKind::Outbid,
        Rule::beat => PhraseKind::Beat,
        Rule::winning => PhraseKind::WinningCard,
        Rule::so_far => PhraseKind::WinnerSoFar,
        Rule::card_of => {
            inner.eat(Rule::k_card);
            inner.eat(Rule::k_of);
            PhraseKind::CardOf(Box::new(behind_of(&mut inner, span, "card")))
        }
        Rule::several | Rule::of_kind => PhraseKind::Several(several(&mut inner, span)),
        Rule::group => PhraseKind::Group(Box::new(group(&mut inner, span))),
        Rule::constant => match text.trim() {
            "yes" => PhraseKind::YesNo(true),
            "no" => PhraseKind::YesNo(false),
            "somebody" => PhraseKind::Somebody,
            "clockwise" => PhraseKind::Word(cursor.as_name(&pair)),
            _ => PhraseKind::Nothing,
        },
        Rule::chain => chain(&mut inner, span),
        Rule::name | Rule::digits | Rule::k_yes | Rule::k_no | Rule::k_none | Rule::k_nobody => match text {
            "yes" => PhraseKind::YesNo(true),
            "no" => PhraseKind::YesNo(false),
            "none" | "nobody" => PhraseKind::Nothing,
            _ => PhraseKind::Word(cursor.as_name(&pair)),
        },
        // Rules with one thing inside: denial, signed, primary and the like.
        _ => return next(&mut inner, span),
    };
    Phrase { span, kind }
}

fn nameless(span: Span) -> Name {
    Name { text: String::new(), span }
}

/// The next phrase; nothing where there is none.
pub fn next(inner: &mut Cursor, span: Span) -> Phrase {
    match inner.next() {
        Some(pair) => phrase(&inner.clone(), pair),
        None => Phrase { span, kind: PhraseKind::Nothing },
    }
}

/// `any artist`, `artists where price is 30`
fn several(inner: &mut Cursor, span: Span) -> Several {
    let which = match inner.peek() {
        Some(Rule::k_any) => Which::Any,
        Some(Rule::k_every) => Which::Every,
        Some(Rule::k_each) => Which::Each,
        _ => Which::Plain,
    };
    if which != Which::Plain {
        inner.next();
    }
    let word = inner.name().unwrap_or_else(|| nameless(span));
    let name = if inner.eat(Rule::k_as) { inner.name() } else { None };
    let cond = inner.eat(Rule::k_where).then(|| Box::new(condition(inner, span)));
    Several { which, word, name, cond }
}

/// What stands behind `of`; the cards that are spoken of where nothing does.
fn of_those(inner: &mut Cursor, span: Span) -> Phrase {
    if inner.eat(Rule::k_of) { next(inner, span) } else { Phrase { span, kind: PhraseKind::Those } }
}

fn conditional(inner: &mut Cursor, span: Span) -> Phrase {
    let then = next(inner, span);
    if !inner.eat(Rule::k_if) {
        return then;
    }
    let cond = next(inner, span);
    inner.eat(Rule::k_otherwise);
    let otherwise = next(inner, span);
    Phrase { span, kind: PhraseKind::If(Box::new(then), Box::new(cond), Box::new(otherwise)) }
}

fn list(inner: &mut Cursor, span: Span, make: fn(Vec<Phrase>) -> PhraseKind) -> Phrase {
    let first = next(inner, span);
    let mut parts = vec![first];
    while inner.next().is_some_and(|joint| matches!(joint.as_rule(), Rule::k_or | Rule::k_and)) {
        parts.push(next(inner, span));
    }
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            Phrase { span, kind: make(parts) }
        }
        None => Phrase { span, kind: PhraseKind::Nothing },
    }
}

fn relation(inner: &mut Cursor, span: Span) -> Phrase {
    let left = Box::new(next(inner, span));
    let Some(pair) = inner.next() else { return *left };
    let is_shares = pair.as_rule() == Rule::shares;
    let mut rest = inner.inside(pair);
    let kind = if is_shares {
        rest.eat(Rule::k_shares);
        let mut names = Vec::new();
        while let Some(name) = rest.name() {
            names.push(name);
            rest.eat(Rule::k_or);
        }
        rest.eat(Rule::k_with);
        PhraseKind::Shares(left, names, Box::new(next(&mut rest, span)))
    } else {
        rest.eat(Rule::k_is);
        let negated = rest.eat(Rule::k_not);
        match rest.peek() {
            Some(Rule::k_empty) => PhraseKind::Empty(left, negated),
            Some(Rule::k_one) => {
                rest.next();
                rest.eat(Rule::k_of);
                let mut options = vec![next(&mut rest, span)];
                while rest.eat(Rule::comma) {
                    options.push(next(&mut rest, span));
                }
                PhraseKind::OneOf(left, negated, options)
            }
            _ => {
                let comparison = comparison(&mut rest);
                let right = Box::new(next(&mut rest, span));
                let plain = PhraseKind::Compare(left, comparison, right);
                match (negated, comparison) {
                    (false, _) => plain,
                    (true, Comparison::Is) => match plain {
                        PhraseKind::Compare(left, _, right) => PhraseKind::Compare(left, Comparison::IsNot, right),
                        other => other,
                    },
                    (true, _) => PhraseKind::Not(Box::new(Phrase { span, kind: plain })),
                }
            }
        }
    };
    Phrase { span, kind }
}

fn comparison(rest: &mut Cursor) -> Comparison {
    match rest.peek() {
        Some(Rule::k_at) => {
            rest.next();
            if rest.next().is_some_and(|word| word.as_rule() == Rule::k_least) {
                Comparison::AtLeast
            } else {
                Comparison::AtMost
            }
        }
        Some(Rule::k_more | Rule::k_less) => {
            let more = rest.next().is_some_and(|word| word.as_rule() == Rule::k_more);
            rest.eat(Rule::k_than);
            if more { Comparison::MoreThan } else { Comparison::LessThan }
        }
        _ => Comparison::Is,
    }
}

/// Whether a pair ends with `smaller of A and B` or the like, without brackets around: what stands behind it may belong to B.
fn ends_open(pair: Pair<Rule>) -> bool {
    match pair.as_rule() {
        Rule::pairwise => true,
        Rule::paren => false,
        _ => pair.into_inner().last().is_some_and(ends_open),
    }
}

/// Whether a pair is a sum with a sign in it, without brackets around.
fn is_open_sum(pair: Pair<Rule>) -> bool {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    match (rule, parts.next(), parts.next()) {
        (Rule::paren, _, _) => false,
        (Rule::sum, Some(_), Some(_)) => true,
        (_, Some(only), None) => is_open_sum(only),
        _ => false,
    }
}

/// The condition behind a `where`: where it ends with `more than 5 * 2`, it is not clear whether it ends before the sign.
pub fn condition(inner: &mut Cursor, span: Span) -> Phrase {
    let mut phrase = next(inner, span);
    look_at_end(&mut phrase);
    phrase
}

fn look_at_end(phrase: &mut Phrase) {
    if let PhraseKind::Or(parts) | PhraseKind::And(parts) = &mut phrase.kind {
        parts.last_mut().into_iter().for_each(look_at_end);
    } else if let PhraseKind::Not(inner) = &mut phrase.kind {
        look_at_end(inner);
    } else if let PhraseKind::Compare(_, comparison, right) = &mut phrase.kind
        && !matches!(comparison, Comparison::Is | Comparison::IsNot)
        && matches!(right.kind, PhraseKind::Binary(..))
        && right.is_of_digits()
    {
        **right = unclear((**right).clone());
    }
}

pub fn unclear(phrase: Phrase) -> Phrase {
    Phrase { span: phrase.span, kind: PhraseKind::Unclear(Box::new(phrase)) }
}

/// The amount of a statement: where a sum stands before `if`, it is not clear whether all of it depends on that.
pub fn amount(cursor: &mut Cursor) -> Option<Phrase> {
    let pair = cursor.next()?;
    let mut parts = pair.clone().into_inner();
    let is_unclear = pair.as_rule() == Rule::expr
        && parts.next().is_some_and(is_open_sum)
        && parts.next().is_some_and(|pair| pair.as_rule() == Rule::k_if);
    let phrase = phrase(cursor, pair);
    Some(if is_unclear { unclear(phrase) } else { phrase })
}

/// The next phrase, and whether it ends with `smaller of A and B` or the like.
fn operand(inner: &mut Cursor, span: Span) -> (Phrase, bool) {
    match inner.next() {
        Some(pair) => (phrase(&inner.clone(), pair.clone()), ends_open(pair)),
        None => (Phrase { span, kind: PhraseKind::Nothing }, false),
    }
}

fn chain_of_operators(inner: &mut Cursor, span: Span) -> Phrase {
    let (mut left, mut open) = operand(inner, span);
    let mut is_unclear = false;
    while let Some(sign) = inner.next() {
        is_unclear |= open;
        let right;
        (right, open) = operand(inner, span);
        let whole = left.span.to(right.span);
        let (a, b) = (Box::new(left), Box::new(right));
        let kind = match sign.as_rule() {
            Rule::plus => PhraseKind::Binary(Operator::Plus, a, b),
            Rule::minus => PhraseKind::Binary(Operator::Minus, a, b),
            Rule::star => PhraseKind::Binary(Operator::Times, a, b),
            Rule::slash => PhraseKind::Divide(a, b, rounds_up(inner)),
            _ => PhraseKind::Binary(Operator::Mod, a, b),
        };
        left = Phrase { span: whole, kind };
    }
    if is_unclear { unclear(left) } else { left }
}

fn rounds_up(inner: &mut Cursor) -> bool {
    inner.take(Rule::rounding).is_some_and(|pair| pair.as_str().trim_end().ends_with("up"))
}

fn count(inner: &mut Cursor, span: Span) -> PhraseKind {
    inner.eat(Rule::k_number);
    if !inner.eat(Rule::k_of) {
        return PhraseKind::Number;
    }
    if inner.eat(Rule::k_different) {
        let name = inner.name().unwrap_or_else(|| nameless(span));
        return PhraseKind::CountDifferent(name, Box::new(of_those(inner, span)));
    }
    if let Some(pair) = inner.take(Rule::sets) {
        return PhraseKind::CountSets(Box::new(sets(&mut inner.inside(pair), span)));
    }
    PhraseKind::Count(Box::new(next(inner, span)))
}

fn chain(inner: &mut Cursor, span: Span) -> PhraseKind {
    let word = match inner.next() {
        Some(pair) => inner.as_name(&pair),
        None => nameless(span),
    };
    if !inner.eat(Rule::k_of) {
        return PhraseKind::Word(word);
    }
    let of = behind_of(inner, span, &word.text);
    let within = inner.eat(Rule::k_in).then(|| Box::new(next(inner, span)));
    PhraseKind::Of { word, of: Box::new(of), within }
}
