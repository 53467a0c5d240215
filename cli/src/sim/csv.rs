//! The main figures of each setup as comma-separated values.

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang_lab::sim::stats;

use super::figures::{OF_SEATS, WHOLE, figure};
use super::{Played, Shown};

/// A heading and a row for each setup.
pub fn report(shown: &Shown, all: &[Played]) -> Vec<Vec<String>> {
    let seats = all.iter().map(|played| played.tally.seats.len()).max().unwrap_or(0);
    let z = stats::deviations(stats::OUTSIDE);
    let mut head = vec!["first_seed".to_owned(), "players".to_owned()];
    if let Some(first) = all.first() {
        head.extend(first.options.iter().map(|(name, _)| format!("option:{name}")));
    }
    head.extend(WHOLE.iter().map(|name| (*name).to_owned()));
    for seat in 1..=seats {
        head.extend(OF_SEATS.iter().map(|name| format!("{name}_{seat}")));
        head.extend(["win_low", "win_high"].map(|name| format!("{name}_{seat}")));
    }
    let mut table = vec![head];
    for played in all {
        let tally = &played.tally;
        let mut row = vec![shown.seed.to_string(), played.prepared().setup().players.to_string()];
        row.extend(played.options.iter().map(|(_, value)| value.clone()));
        row.extend(WHOLE.iter().map(|name| plain(figure(tally, name, 0))));
        for seat in 0..seats {
            let Some(of) = tally.seats.get(seat) else {
                row.extend(vec![String::new(); OF_SEATS.len() + 2]);
                continue;
            };
            row.extend(OF_SEATS.iter().map(|name| plain(figure(tally, name, seat))));
            let (low, high) = stats::wilson(of.wins, tally.games, z);
            row.extend([plain(low), plain(high)]);
        }
        table.push(row);
    }
    table
}

/// Rows as text, all of one length.
///
/// # Errors
/// Rows of different lengths.
pub fn text(table: &[Vec<String>]) -> Result<String, Diagnostic> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let written = table.iter().try_for_each(|row| writer.write_record(row));
    let bytes = written.map_err(|error| error.to_string());
    let bytes = bytes.and_then(|()| writer.into_inner().map_err(|error| error.to_string()));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
    text.map_err(|error| {
        Diagnostic::new(Code::Internal, Span::default(), format!("a table cannot be written: {error}"))
    })
}

/// A number with at most six digits behind the point.
pub fn plain(value: f64) -> String {
    // Minus nought is nought.
    format!("{}", (value * 1e6).round() / 1e6 + 0.0)
}
