//! Scripted games: the lines under `test`.

use bidlang_grammar::Rule;

use super::cursor::{Cursor, in_words};
use super::layout::Line;
use super::line::Reader;
use super::phrase::phrase;
use super::statement;
use super::tree::{Expectation, Heap, Name, Origin, Phrase, PhraseKind, Said, Target, TestKind, TestLine};
use crate::diagnostic::{Code, Diagnostic, Span, printable};

const WORDS: [&str; 11] =
    ["players", "option", "seed", "given", "begin", "expect", "refused", "allowed", "won", "snapshot", "play"];

/// The lines of one scripted game.
pub fn lines(reader: &mut Reader, lines: &[Line]) -> Vec<TestLine> {
    lines
        .iter()
        .filter_map(|line| {
            reader.no_block(line, "a line of a test");
            Some(TestLine { span: line.span, kind: line_kind(reader, line)? })
        })
        .collect()
}

fn line_kind(reader: &mut Reader, line: &Line) -> Option<TestKind> {
    let (word, rest) = reader.head(line);
    let colon = line.span.of(reader.text).find(':');
    Some(match word.text.as_str() {
        "players" => TestKind::Players(seats(&mut reader.read(Rule::line_seats, rest, "`players`")?)),
        "won" => TestKind::Won(seats(&mut reader.read(Rule::line_won_by, rest, "`won`")?)),
        "option" => {
            let mut cursor = reader.read(Rule::line_fix, rest, "`option`")?;
            let name = cursor.name()?;
            cursor.eat(Rule::k_is);
            let mark = cursor.next()?;
            TestKind::Option(name, cursor.as_name(&mark))
        }
        "seed" => {
            let mut cursor = reader.read(Rule::line_seed, rest, "`seed`")?;
            let digits = cursor.next()?;
            TestKind::Seed(digits.as_str().parse().unwrap_or(u64::MAX))
        }
        "given" => given(&mut reader.read(Rule::line_given, rest, "`given`")?)?,
        "begin" => {
            let mut cursor = reader.read(Rule::line_begin, rest, "`begin`")?;
            let phase = cursor.name()?;
            let pass = cursor.take(Rule::digits).map(|digits| digits.as_str().parse().unwrap_or(u32::MAX));
            TestKind::Begin(phase, pass, statement::given(&mut cursor))
        }
        "expect" => {
            let mut cursor = reader.read(Rule::line_expect, rest, "`expect`")?;
            let wanted = expectation(&mut cursor)?;
            TestKind::Expect(wanted, cursor.eat(Rule::before_forced))
        }
        "refused" | "allowed" => {
            let mut cursor = reader.read(Rule::line_refused, rest, &format!("`{}`", word.text))?;
            let seat = cursor.name()?;
            cursor.eat(Rule::colon);
            let said = take_said(&mut cursor)?;
            if word.text == "allowed" {
                return Some(TestKind::Allowed(seat, said));
            }
            let because = cursor.eat(Rule::k_because).then(|| cursor.next()).flatten();
            TestKind::Refused(
                seat,
                said,
                because.map(|pair| Name { text: in_words(pair.as_str()), span: cursor.span(&pair) }),
            )
        }
        "snapshot" => {
            reader.read(Rule::line_nothing, rest, "`snapshot`")?;
            TestKind::Snapshot
        }
        "play" => {
            reader.read(Rule::line_play_on, rest, "`play`")?;
            TestKind::PlayOn
        }
        _ if colon.is_some() => {
            let mut cursor = reader.read(Rule::line_said, line.span, "an act")?;
            let seat = cursor.name()?;
            cursor.eat(Rule::colon);
            TestKind::Said(seat, take_said(&mut cursor)?)
        }
        _ => {
            let shown = printable(&word.text);
            let problem =
                Diagnostic::new(Code::UnknownTestLine, word.span, format!("no line of a test begins with `{shown}`"))
                    .help(format!("lines begin with {}, or say an act: `Ann: pass`", WORDS.join(", ")));
            reader.problems.push(problem.did_you_mean(&word.text, WORDS));
            return None;
        }
    })
}

fn seats(cursor: &mut Cursor) -> Vec<Name> {
    let mut names = Vec::new();
    while let Some(pair) = cursor.next() {
        if pair.as_rule() == Rule::name {
            names.push(cursor.as_name(&pair));
        }
    }
    names
}

/// One act without a seat.
pub fn said_alone(reader: &mut Reader, span: Span) -> Option<Said> {
    let mut cursor = reader.read(Rule::line_act_said, span, "an act")?;
    take_said(&mut cursor)
}

fn next(cursor: &mut Cursor) -> Option<Phrase> {
    cursor.next().map(|pair| phrase(&cursor.clone(), pair))
}

fn given(cursor: &mut Cursor) -> Option<TestKind> {
    let each = cursor.take(Rule::of_each);
    if let Some(pair) = each {
        let span = cursor.span(&pair);
        let mut inside = cursor.inside(pair);
        let word = inside.name()?;
        inside.eat(Rule::k_of);
        inside.eat(Rule::k_each);
        let each = inside.name()?;
        let of = Box::new(Phrase { span: each.span, kind: PhraseKind::Word(each.clone()) });
        let first = Phrase { span, kind: PhraseKind::Of { word, of, within: None } };
        return given_to(cursor, first, Some(each));
    }
    let first = next(cursor)?;
    given_to(cursor, first, None)
}

fn given_to(cursor: &mut Cursor, first: Phrase, each: Option<Name>) -> Option<TestKind> {
    let first = Target { phrase: first, each };
    if cursor.eat(Rule::k_holds) {
        return Some(TestKind::Holds(first, stacks(cursor)));
    }
    cursor.eat(Rule::k_is);
    if cursor.eat(Rule::k_empty) {
        return Some(TestKind::Empty(first));
    }
    Some(TestKind::Is(first, next(cursor)?))
}

fn expectation(cursor: &mut Cursor) -> Option<Expectation> {
    if let Some(pair) = cursor.take(Rule::turns) {
        return Some(Expectation::Turns(seats(&mut cursor.inside(pair))));
    }
    let first = next(cursor)?;
    if let Some(Rule::k_holds | Rule::k_includes) = cursor.peek() {
        let exactly = cursor.eat(Rule::k_holds) || !cursor.eat(Rule::k_includes);
        return Some(Expectation::Holds(first, stacks(cursor), exactly));
    }
    if !cursor.eat(Rule::k_is) {
        return Some(Expectation::Condition(first));
    }
    cursor.eat(Rule::k_seen);
    cursor.eat(Rule::k_by);
    let pair = cursor.next()?;
    let mut who = cursor.inside(pair);
    let all = who.eat(Rule::k_all);
    Some(Expectation::Seen(first, (!all).then(|| seats(&mut who))))
}

fn stacks(cursor: &mut Cursor) -> Vec<Heap> {
    cursor.take(Rule::stacks).map(|pair| heaps(&cursor.inside(pair))).unwrap_or_default()
}

fn heaps(inside: &Cursor) -> Vec<Heap> {
    let mut inside = inside.clone();
    let mut found = Vec::new();
    while let Some(pair) = inside.next() {
        if pair.as_rule() == Rule::lying {
            let mut lying = inside.inside(pair);
            found.extend(heaps(&lying));
            lying.eat(Rule::stack);
            if let (Some(heap), Some(pair)) = (found.last_mut(), lying.take(Rule::origin)) {
                heap.from = origin(&lying.inside(pair));
            }
            continue;
        }
        if pair.as_rule() != Rule::stack {
            continue;
        }
        let span = inside.span(&pair);
        let mut heap = Heap { copies: 1, marks: Vec::new(), to: None, each: None, from: None, span };
        let mut parts = inside.inside(pair);
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::digits => heap.copies = part.as_str().parse().unwrap_or(u32::MAX),
                Rule::k_each => heap.each = parts.name(),
                Rule::k_to => heap.to = parts.next().map(|part| parts.as_name(&part)),
                Rule::mark => heap.marks.push(parts.as_name(&part)),
                _ => {}
            }
        }
        found.push(heap);
    }
    found
}

fn origin(inside: &Cursor) -> Option<Origin> {
    let mut inside = inside.clone();
    let mut names = Vec::new();
    while let Some(pair) = inside.next() {
        if matches!(pair.as_rule(), Rule::name | Rule::mark) {
            names.push(inside.as_name(&pair));
        }
    }
    let of = names.split_off(1.min(names.len()));
    Some(Origin { place: names.pop()?, of })
}

fn take_said(cursor: &mut Cursor) -> Option<Said> {
    let pair = cursor.take(Rule::said)?;
    let mut said = Said { span: cursor.span(&pair), act: None, picks: Vec::new() };
    let mut inside = cursor.inside(pair);
    let mut first = true;
    while let Some(pair) = inside.next() {
        if pair.as_rule() != Rule::words {
            continue;
        }
        let mut words = inside.inside(pair);
        let name = words.name();
        let mut heaps = words.take(Rule::picked).map(|pair| heaps(&words.inside(pair))).unwrap_or_default();
        match name {
            Some(name) if first => said.act = Some(name),
            Some(name) => heaps.insert(0, Heap::of(name)),
            None => {}
        }
        if !heaps.is_empty() {
            said.picks.push(heaps);
        }
        first = false;
    }
    Some(said)
}
