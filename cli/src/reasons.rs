//! Reasons for people: what may not be done and why, and what each score is made of.

use bidlang::engine::SeatSet;
use bidlang::{Item, Ledger, Objected, Prepared, Refusal, Running, Side, why};

use crate::output;

/// Most picks of one act that are shown.
const MOST_SHOWN: usize = 30;

/// Tells what may not be done, each with the clauses that forbid it.
pub fn refusal(name: &str, refusal: &Refusal) {
    if refusal.groups.is_empty() && !refusal.unseen {
        output::told(&format!("{name} may do whatever there is to choose"));
        return;
    }
    output::told(&format!("{name} may not"));
    for group in &refusal.groups {
        for line in group.lines(MOST_SHOWN) {
            output::told(&format!("  {line}"));
        }
        for (number, Objected { clause, why }) in group.because.iter().enumerate() {
            let word = if number == 0 { "because of" } else { "and of" };
            if *why == "hidden" {
                output::told(&format!("    {word} something that is not seen"));
                continue;
            }
            output::told(&format!("    {word} `{}` ({}:{})", clause.words, clause.file, clause.line));
        }
    }
    if refusal.unseen {
        output::told("  and perhaps more, of cards that are not seen");
    }
    if refusal.cut {
        output::told("  and more, which were not looked at");
    }
}

/// Tells what each score is made of.
pub fn scores(prepared: &Prepared, ledger: &Ledger, scores: &[i64]) {
    let words = prepared.words();
    for Side { seats, items } in ledger.scores() {
        let score = first(seats, scores);
        let names = words.seat_list(seats);
        let has = if seats.count_ones() == 1 { "has" } else { "have" };
        if items.is_empty() {
            output::told(&format!("{names} {has} {score}: nothing was scored"));
            continue;
        }
        output::told(&format!("{names} {has} {score}"));
        let rows: Vec<[String; 3]> = items.iter().map(|item| row(item)).collect();
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        for (item, [points, reason, when]) in items.iter().zip(&rows) {
            let clause = &item.clause;
            let (a, b, c) = (width(0), width(1), width(2));
            let gap = if c == 0 { "" } else { "  " };
            output::told(&format!("  {points:>a$}  {reason:<b$}{gap}{when:<c$}  {}:{}", clause.file, clause.line));
            if !item.cards.is_empty() {
                let cards: Vec<String> =
                    item.cards.iter().map(|card| format!("{} {}", card.name, card.points)).collect();
                output::told(&format!("  {:>a$}  {}", "", cards.join(", ")));
            }
        }
    }
}

/// The score of the first of some seats.
pub fn first(seats: SeatSet, scores: &[i64]) -> i64 {
    scores.get(seats.trailing_zeros() as usize).copied().unwrap_or(0)
}

fn row(item: &Item) -> [String; 3] {
    let repeating: Vec<Running> = item.phases.iter().filter(|phase| phase.pass.is_some()).cloned().collect();
    [format!("{:+}", item.points), item.reason.clone(), why::when(&repeating)]
}
