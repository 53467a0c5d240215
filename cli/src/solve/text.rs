//! The report for people.

use std::fmt::Write;

use bidlang_lab::solve::{Goal, Measure, Situation};

use super::{Solved, size};
use crate::sim::figures::{counted, number, percent, whole};
use crate::sim::setups;
use crate::sim::text::table;

/// Shares below this are told together.
const SMALL: f64 = 0.005;

/// All of it, with so many situations of each seat.
pub fn report(solved: &Solved, lines: usize) -> String {
    let prepared = solved.prepared;
    let label = setups::label(prepared.game(), prepared.setup());
    let goal = match solved.small.goal {
        Goal::Score => "Played for points: what counts is half of the difference to the other side.",
        Goal::Win => "Played to win: 1 to have won, -1 to have lost, 0 where both have or nobody.",
    };
    let mut text = format!("{}, {label}\n{}.\n{goal}\n", prepared.game().title(), size(solved.small));
    let _ = writeln!(text, "\n{}", course(solved));
    let Some(last) = solved.last() else { return text };
    text.push_str(&values(solved, last));
    let seats = solved.small.sides.iter().flat_map(|side| &side.seats);
    let mut seats: Vec<u8> = seats.copied().collect();
    seats.sort_unstable();
    for seat in seats {
        text.push_str(&seat_of(solved, seat, lines));
    }
    text
}

/// How good the plans were after each stretch.
fn course(solved: &Solved) -> String {
    let words = prepared_sides(solved);
    let first = words.first().map_or("", String::as_str);
    let mut rows = vec![
        ["iterations", "exploitability"].map(str::to_owned).into_iter().chain([format!("value for {first}")]).collect(),
    ];
    for measure in solved.course {
        rows.push(vec![
            whole(measure.rounds),
            number(measure.exploitability(), 6),
            number(Solved::value(0, measure), 6),
        ]);
    }
    let mut text = table(&rows);
    let last = solved.last().map_or(f64::NAN, Measure::exploitability);
    if last >= solved.until && solved.complete {
        let _ = writeln!(text, "Not below {} yet: more --iterations come nearer.", number(solved.until, 6));
    }
    text
}

fn prepared_sides(solved: &Solved) -> Vec<String> {
    let words = solved.prepared.words();
    let seats = |seats: &[u8]| words.seat_list(seats.iter().fold(0, |set, seat| set | 1 << seat));
    solved.small.sides.iter().map(|side| seats(&side.seats)).collect()
}

/// What each side has.
fn values(solved: &Solved, last: &Measure) -> String {
    let mut text = String::new();
    let both = solved.small.points(&solved.plans);
    for (side, names) in prepared_sides(solved).iter().enumerate() {
        let value = Solved::value(side, last);
        let (least, most) = Solved::bounds(side, last);
        let between = format!("the true value lies from {} to {}", number(least, 6), number(most, 6));
        let more = match solved.small.goal {
            Goal::Win => {
                format!("wins {}, where a game that both win or nobody is half a win", percent((1.0 + value) / 2.0))
            }
            Goal::Score if both.abs() > 1e-9 => format!("{} points on average", number(both / 2.0 + value, 4)),
            Goal::Score => between.clone(),
        };
        let _ = writeln!(
            text,
            "{names}: {} ({more}{})",
            number(value, 6),
            if more == between { String::new() } else { format!("; {between}") }
        );
    }
    text
}

/// What a seat does.
fn seat_of(solved: &Solved, seat: u8, lines: usize) -> String {
    let situations = solved.situations();
    let (count, mut told) = (situations.count(seat), 0);
    let mut text = format!("\n{}\n", solved.prepared.words().seat(seat));
    if count == 0 {
        text.push_str("  never has a choice\n");
    }
    for situation in situations.of(seat, lines) {
        told += 1;
        let _ = writeln!(text, "  {}: {}", situation.words, shares(&situation));
    }
    if count > told {
        let left = counted((count - told) as u64, "situation", "situations");
        let _ = writeln!(text, "  and {left} that come up less often: --lines all");
    }
    text
}

/// `bet 22 %, check 78 %`; where numbers are named, `bid 4 (22 %), bid 5 (78 %)`
fn shares(situation: &Situation) -> String {
    let ends = |words: &str| words.ends_with(|last: char| last.is_ascii_digit());
    let brackets = situation.parts.iter().any(|part| ends(&part.words));
    let mut named: Vec<String> = Vec::new();
    let mut small = 0;
    for part in &situation.parts {
        match part.share {
            None => return "never comes up by this plan".to_owned(),
            Some(share) if share >= SMALL => {
                let percent = format!("{} %", number(share * 100.0, 0));
                let percent = if brackets { format!("({percent})") } else { percent };
                named.push(format!("{} {percent}", part.words));
            }
            Some(_) => small += 1,
        }
    }
    if let [only] = named.as_slice()
        && small + 1 == situation.parts.len()
    {
        return only.trim_end_matches(if brackets { " (100 %)" } else { " 100 %" }).to_owned();
    }
    named.join(", ")
}
