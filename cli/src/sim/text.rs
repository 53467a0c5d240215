//! The report for people.

mod auctions;

use std::fmt::Write;

use bidlang::engine::Op;
use bidlang_lab::sim::{Names, QUANTILES, Spread, Tally, bounds, stats};

use super::figures::{counted, number, percent, whole};
use super::{Played, Shown};
use auctions::{auction_of, decisions};
pub use auctions::{grouped, tells};

/// Fewer games than so many for each seat do not tell whether a game is fair.
const FEWEST: u64 = 10;

/// Rows with columns under each other: the first to the left, the others to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column == 0 { write!(line, "{cell:<width$}") } else { write!(line, "  {cell:>width$}") };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn cells<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

fn spread_heading(first: &str) -> Vec<String> {
    let quantiles = QUANTILES.iter().map(|part| format!("{part} %"));
    let front = [first.to_owned(), "mean".to_owned()].into_iter();
    front.chain(quantiles).chain(["lowest", "highest"].map(str::to_owned)).collect()
}

fn spread_row(first: &str, spread: &Spread) -> Vec<String> {
    let quantile =
        |part: &u64| spread.quantile(*part, 100).map_or_else(|| "-".to_owned(), |value| number(value as f64, 0));
    let ends = spread
        .range()
        .map_or_else(|| ["-".to_owned(), "-".to_owned()], |(low, high)| [low, high].map(|end| number(end as f64, 0)));
    let front = [first.to_owned(), mean(spread, 2)].into_iter();
    front.chain(QUANTILES.iter().map(quantile)).chain(ends).collect()
}

/// The full report of one setup.
pub fn report(shown: &Shown, played: &Played) -> String {
    let (tally, names) = (&played.tally, Names::new(played.prepared()));
    let mut text = format!("{}\n", heading(shown, played));
    if tally.games == 0 {
        text.push_str("No game was played to its end.\n");
        return text;
    }
    let _ = writeln!(text, "\n{}", verdict(played));
    text.push_str(&seats(tally));
    text.push_str(&length(tally, &names));
    text.push_str(&choices(tally));
    text.push_str(&decisions(tally, &names, played));
    for (number, auction) in tally.auctions.iter().enumerate().filter(|(_, auction)| auction.closed() > 0) {
        text.push_str(&auction_of(tally, auction, number, &names));
    }
    text.push_str(&reasons(tally, &names));
    text
}

/// What was played.
pub fn heading(shown: &Shown, played: &Played) -> String {
    let games = played.tally.games;
    let seeds = match games {
        0 => String::new(),
        1 => format!(", seed {}", shown.seed),
        _ => format!(", seeds {} to {}", shown.seed, shown.seed.wrapping_add(games - 1)),
    };
    format!(
        "{}, {}\n{} with {}{seeds}",
        played.prepared().game().title(),
        played.label,
        counted(games, "game", "games"),
        played.players.told()
    )
}

/// In two sentences: whether it is fair, how long it is; and what is never used.
pub fn verdict(played: &Played) -> String {
    let (tally, names) = (&played.tally, Names::new(played.prepared()));
    let seats = tally.seats.len().max(1);
    let odd = odd_seats(tally);
    let shares = (0..seats).map(|seat| tally.win_share(seat));
    let (least, most) = shares.fold((1.0_f64, 0.0_f64), |(least, most), share| (least.min(share), most.max(share)));
    let fair = if let Some(together) = together(tally) {
        together
    } else if !played.players.are_alike() {
        format!(
            "The seats are not played alike, so their shares tell of the players: they win {}",
            from_to(least, most)
        )
    } else if tally.seats.iter().all(|seat| seat.wins == 0) {
        "Nobody wins".to_owned()
    } else if odd.is_empty() && tally.games < FEWEST * seats as u64 {
        let games = counted(tally.games, "game", "games");
        format!("{games} cannot tell whether it is fair: the seats win {} of them", from_to(least, most))
    } else if odd.is_empty() {
        format!(
            "Fair as far as {} tell: the seats win {} of them",
            counted(tally.games, "game", "games"),
            from_to(least, most)
        )
    } else {
        let seats: Vec<String> = odd.iter().map(|(seat, how)| format!("seat {} wins {how} often", seat + 1)).collect();
        format!("Not fair: {} than the mean ({} of the games)", seats.join(", "), from_to(least, most))
    };
    let rounds = match (names.round(), tally.rounds.quantile(50, 100)) {
        (Some(round), Some(many)) => {
            format!(", in {} ({round})", counted(many.unsigned_abs(), "round", "rounds"))
        }
        _ => String::new(),
    };
    let long = tally.free.quantile(50, 100).map_or_else(String::new, |middle| {
        format!(" Half of the games have at most {middle} decisions with a choice, of all players{rounds}.")
    });
    let mut never: Vec<String> = Vec::new();
    for (ask, of) in played.prepared().compiled().program.asks.iter().zip(&tally.asks) {
        for (act, _) in of.acts.iter().enumerate().filter(|(_, taken)| taken.taken == 0) {
            never.push(format!("`{}` (line {})", names.act(ask, act), names.line(ask.rule)));
        }
    }
    // What an option takes out of the rules is not missed.
    let in_rules = |index: usize| {
        let code = &played.prepared().compiled().program.code;
        code.iter().any(|op| matches!(op, Op::Score { reason, .. } if usize::from(*reason) == index))
    };
    for (index, _) in tally.reasons.iter().enumerate().filter(|(at, reason)| reason.times == 0 && in_rules(*at)) {
        never.push(format!("points for {}", names.reason(index)));
    }
    let more = never.len().saturating_sub(MOST_NEVER);
    never.truncate(MOST_NEVER);
    let never = match (never.len(), more) {
        (0, _) => String::new(),
        (_, 0) => format!(" Never: {}.", never.join(", ")),
        (_, more) => format!(" Never: {}, and {more} more.", never.join(", ")),
    };
    format!("{fair}.{long}{never}")
}

/// Most things that are told to be never used.
const MOST_NEVER: usize = 6;

fn seats(tally: &Tally) -> String {
    let z = stats::deviations(stats::OUTSIDE);
    let mut rows = vec![cells(["Seat", "wins", "95 % interval", "mean score"])];
    if let Some(first) = rows.first_mut() {
        first.extend(QUANTILES.iter().map(|part| format!("{part} %")).chain(["lowest", "highest"].map(str::to_owned)));
    }
    for (index, seat) in tally.seats.iter().enumerate() {
        let (low, high) = stats::wilson(seat.wins, tally.games, z);
        let mut row = vec![
            format!("seat {}", index + 1),
            percent(tally.win_share(index)),
            format!("{} to {}", number(low * 100.0, 2), percent(high)),
        ];
        row.extend(spread_row("", &seat.scores).into_iter().skip(1));
        rows.push(row);
    }
    let games = tally.games as f64;
    let mut text = format!("\n{}", table(&rows));
    let _ = writeln!(
        text,
        "Won by several: {} of games; by nobody: {}. Highest less lowest share of wins: {}.",
        percent(tally.ties as f64 / games),
        percent(tally.nobody as f64 / games),
        percent(tally.seat_spread())
    );
    let _ = writeln!(text, "{}", fairness(tally));
    if let Some(seat) = tally.seats.iter().find(|seat| seat.scores.width() > 1) {
        let _ = writeln!(text, "Scores lie far apart: quantiles are exact to {}.", seat.scores.width());
    }
    text
}

/// The seats that win more or less often than the mean of all, beyond noise.
fn odd_seats(tally: &Tally) -> Vec<(usize, &'static str)> {
    odd_seats_among(tally, 1)
}

/// The same where so many setups are looked at, of each of which chance may say so.
fn odd_seats_among(tally: &Tally, setups: usize) -> Vec<(usize, &'static str)> {
    let looked_at = tally.seats.len().max(1).saturating_mul(setups.max(1));
    let z = stats::deviations(stats::OUTSIDE / looked_at as f64);
    let mean = mean_of_wins(tally);
    let odd = tally.seats.iter().enumerate().filter_map(|(index, seat)| {
        let (low, high) = stats::wilson(seat.wins, tally.games, z);
        match (mean < low, mean > high) {
            (true, _) => Some((index, "more")),
            (_, true) => Some((index, "less")),
            (false, false) => None,
        }
    });
    odd.collect()
}

/// How often all win, where all or nobody did in each game: there is nothing to be fair about.
fn together(tally: &Tally) -> Option<String> {
    let (first, others) = tally.seats.split_first()?;
    let alike = others.iter().all(|seat| seat.wins == first.wins) && first.wins + tally.nobody == tally.games;
    if others.is_empty() || first.wins == 0 || !alike {
        return None;
    }
    Some(match tally.nobody {
        0 => "All win in every game".to_owned(),
        _ => format!("All win together in {} of the games, and nobody in the others", percent(tally.win_share(0))),
    })
}

/// The share of games that a seat wins on average: the fair one.
pub fn mean_of_wins(tally: &Tally) -> f64 {
    let seats = tally.seats.len().max(1);
    tally.seats.iter().map(|seat| seat.wins as f64).sum::<f64>() / seats as f64 / tally.games.max(1) as f64
}

/// Whether seats win differently beyond noise.
pub fn fairness(tally: &Tally) -> String {
    if together(tally).is_some() {
        return "All seats win together or none does.".to_owned();
    }
    let mean = mean_of_wins(tally);
    let odd: Vec<String> =
        odd_seats(tally).into_iter().map(|(seat, how)| format!("seat {} wins {how} often", seat + 1)).collect();
    if odd.is_empty() {
        format!("No seat wins more or less often than the mean of the seats ({}) beyond noise.", percent(mean))
    } else {
        format!(
            "Beyond noise (95 %, all seats together, Bonferroni): {} than the mean of the seats ({}).",
            odd.join(", "),
            percent(mean)
        )
    }
}

fn length(tally: &Tally, names: &Names) -> String {
    let mut rows = vec![
        spread_heading("Length of a game"),
        spread_row("decisions", &tally.decisions),
        spread_row("with a choice", &tally.free),
    ];
    if let Some(round) = names.round() {
        rows.push(spread_row(&format!("rounds ({round})"), &tally.rounds));
    }
    format!("\n{}", table(&rows))
}

fn choices(tally: &Tally) -> String {
    let all = tally.all_decisions().max(1) as f64;
    let mut rows = vec![cells(["Choices", "decisions"])];
    for (bucket, count) in tally.branching.iter().enumerate().filter(|(_, count)| **count > 0) {
        rows.push(vec![bounds(bucket), percent(*count as f64 / all)]);
    }
    format!(
        "\n{}{} choices on average; forced: {} of decisions.\n",
        table(&rows),
        number(tally.mean_choices(), 2),
        percent(tally.forced_share())
    )
}

fn reasons(tally: &Tally, names: &Names) -> String {
    let games = tally.games as f64;
    let mut rows = vec![cells(["Points for", "times a game", "in games", "mean", "lowest", "highest"])];
    for (index, reason) in tally.reasons.iter().enumerate() {
        let mut row =
            vec![names.reason(index), number(reason.times as f64 / games, 3), percent(reason.games as f64 / games)];
        if let Some((low, high)) = reason.points.range() {
            row.extend([number(reason.points.mean(), 2), number(low as f64, 0), number(high as f64, 0)]);
        } else {
            row.extend(cells(["-", "-", "-"]));
        }
        rows.push(row);
    }
    if rows.len() == 1 { String::new() } else { format!("\n{}", table(&rows)) }
}

/// A row for each setup, in tables that are not wider than a page: what the games are like, wins, scores.
pub fn sweep(all: &[Played]) -> String {
    let seats = all.iter().map(|played| played.tally.seats.len()).max().unwrap_or(0);
    let same = all.iter().all(|played| all.first().is_some_and(|first| first.tally.games == played.tally.games));
    let mut text = format!("{}\n", verdict_of_all(all));
    if let Some(first) = all.first().filter(|_| same) {
        let _ = writeln!(text, "{} of each setup.", counted(first.tally.games, "game", "games"));
    }
    text.push('\n');
    let rows = |head: Vec<String>, row: &dyn Fn(&Played) -> Vec<String>| {
        let rows = all.iter().map(|played| [vec![played.label.clone()], row(played)].concat());
        table(&std::iter::once([vec!["Setup".to_owned()], head].concat()).chain(rows).collect::<Vec<_>>())
    };
    let mut head = cells(["spread of wins", "ties", "decisions", "rounds", "forced", "choices"]);
    if !same {
        head.insert(0, "games".to_owned());
    }
    text += &rows(head, &|played| {
        let tally = &played.tally;
        let mut row = vec![
            rounded(tally.seat_spread()),
            rounded(tally.ties as f64 / tally.games.max(1) as f64),
            number(tally.decisions.mean(), 0),
            mean(&tally.rounds, 1),
            rounded(tally.forced_share()),
            number(tally.mean_choices(), 1),
        ];
        if !same {
            row.insert(0, whole(tally.games));
        }
        row
    });
    let of_seats = |head: &str, cell: &dyn Fn(&Tally, usize) -> String| {
        rows((1..=seats).map(|seat| format!("{head} {seat}")).collect(), &|played| {
            let tally = &played.tally;
            let cell = |seat| if seat < tally.seats.len() { cell(tally, seat) } else { "-".to_owned() };
            (0..seats).map(cell).collect()
        })
    };
    text.push('\n');
    text += &of_seats("wins", &|tally, seat| rounded(tally.win_share(seat)));
    text.push('\n');
    text += &of_seats("score", &|tally, seat| {
        tally.seats.get(seat).map_or_else(String::new, |seat| number(seat.scores.mean(), 1))
    });
    text
}

/// In how many setups seats win differently beyond noise, and in which.
fn verdict_of_all(all: &[Played]) -> String {
    let played = || all.iter().filter(|played| played.tally.games > 0);
    let setups = played().count();
    if setups > 0 && played().all(|played| together(&played.tally).is_some()) {
        return format!("In each of {setups} setups all win together or nobody does.");
    }
    let unfair: Vec<&Played> = played().filter(|played| !odd_seats_among(&played.tally, setups).is_empty()).collect();
    match unfair.as_slice() {
        [] => format!("Fair in all {setups} setups, as far as these games tell."),
        [one] => format!("Not fair in one of {setups} setups: {}.", one.label),
        several => {
            let labels: Vec<&str> = several.iter().take(MOST_NEVER).map(|played| played.label.as_str()).collect();
            let more = if several.len() > labels.len() { "; and others" } else { "" };
            format!("Not fair in {} of {setups} setups: {}{more}.", several.len(), labels.join("; "))
        }
    }
}

/// A share to a tenth of a percent.
fn rounded(share: f64) -> String {
    format!("{} %", number(share * 100.0, 1))
}

/// The mean, without digits behind the point where it is the same in all games.
fn mean(spread: &Spread, digits: usize) -> String {
    let same = spread.range().is_some_and(|(low, high)| low == high);
    number(spread.mean(), if same { 0 } else { digits })
}

/// The least and the most of some shares in whole percents, as people say them.
fn from_to(least: f64, most: f64) -> String {
    let digits = usize::from(number(least * 100.0, 0) == number(most * 100.0, 0));
    format!("{} % to {} %", number(least * 100.0, digits), number(most * 100.0, digits))
}
