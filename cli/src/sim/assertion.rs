//! `--assert 'seat_spread < 0.02'`: what has to hold of the figures.

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::Program;
use bidlang_lab::sim::Tally;

use super::figures;

/// What has to hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Assertion {
    /// The figure.
    name: String,
    /// Of which seat, from 0, where the figure is one of each seat.
    seat: Option<usize>,
    how: Compare,
    than: f64,
    /// As it was said.
    pub words: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compare {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unlike,
}

/// Longest first: `<=` is not `<`.
const SIGNS: [(&str, Compare); 6] = [
    ("<=", Compare::AtMost),
    (">=", Compare::AtLeast),
    ("==", Compare::Equal),
    ("!=", Compare::Unlike),
    ("<", Compare::Less),
    (">", Compare::More),
];

/// `seat_spread < 0.02`
///
/// # Errors
/// What is wrong with the words.
pub fn parse(words: &str) -> Result<Assertion, String> {
    let (figure, (sign, how), than) = SIGNS
        .iter()
        .find_map(|sign| words.split_once(sign.0).map(|(figure, than)| (figure.trim(), *sign, than.trim())))
        .filter(|(figure, ..)| !figure.is_empty())
        .ok_or("say FIGURE SIGN NUMBER, as in `seat_spread < 0.02`; signs are < <= > >= == !=")?;
    let (number, part) = than.strip_suffix('%').map_or((than, 1.0), |number| (number.trim(), 100.0));
    let number: f64 = number
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| format!("`{}` after `{sign}` is no number", bidlang::diagnostic::printable(than)))?;
    let (name, seat) = match figure.split_once('[') {
        None => (figure, None),
        Some((name, rest)) => {
            let seat =
                rest.strip_suffix(']').and_then(|seat| seat.trim().parse::<usize>().ok()).filter(|seat| *seat >= 1);
            (name.trim(), Some(seat.ok_or("a seat is a number from 1 in square brackets, as in `win_share[1]`")? - 1))
        }
    };
    let of_seat = figures::OF_SEATS.contains(&name);
    if !of_seat && !figures::WHOLE.contains(&name) {
        let known = || figures::WHOLE.iter().chain(&figures::OF_SEATS).copied();
        let near = bidlang::diagnostic::nearest(name, known());
        return Err(match near {
            Some(near) => {
                format!("there is no figure `{}`; did you mean `{near}`?", bidlang::diagnostic::printable(name))
            }
            None => format!(
                "there is no figure `{}`; there are {}",
                bidlang::diagnostic::printable(name),
                known().collect::<Vec<_>>().join(", ")
            ),
        });
    }
    if of_seat != seat.is_some() {
        return Err(if of_seat {
            format!("`{name}` is of one seat: say `{name}[1]`")
        } else {
            format!("`{name}` is of the whole game, not of a seat")
        });
    }
    Ok(Assertion { name: name.to_owned(), seat, how, than: number / part, words: words.trim().to_owned() })
}

impl Assertion {
    /// Whether a game has what it is about.
    ///
    /// # Errors
    /// A seat that nobody has, auctions of a game without any, rounds where nothing repeats.
    pub fn fits(&self, program: &Program) -> Result<(), Diagnostic> {
        let players = program.seats;
        let why = match (self.name.as_str(), self.seat) {
            (_, Some(seat)) if seat >= usize::from(players) => crate::seats::no_seat(seat + 1, players),
            ("unsold_share" | "mean_bids", _) if program.auctions.is_empty() => "the game has no auction".to_owned(),
            ("mean_rounds", _) if program.phases.iter().all(|phase| phase.pass.is_none()) => {
                "no phase of the game repeats".to_owned()
            }
            _ => return Ok(()),
        };
        Err(super::usage(format!("`{}`: {why}", bidlang::diagnostic::printable(&self.words))))
    }

    /// The figure if it is not as it has to be.
    #[must_use]
    pub fn fails(&self, tally: &Tally) -> Option<f64> {
        let found = figures::figure(tally, &self.name, self.seat.unwrap_or(0));
        let holds = match self.how {
            Compare::Less => found < self.than,
            Compare::AtMost => found <= self.than,
            Compare::More => found > self.than,
            Compare::AtLeast => found >= self.than,
            Compare::Equal => (found - self.than).abs() < 1e-9,
            Compare::Unlike => (found - self.than).abs() >= 1e-9,
        };
        (!holds).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_or_refused() {
        for good in ["seat_spread < 0.02", "win_share[1]>=30%", " ties != 0 ", "mean_decisions<=100"] {
            assert!(parse(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("seat_spread", "say FIGURE"),
            ("< 1", "say FIGURE"),
            ("seat_spred < 1", "did you mean `seat_spread`"),
            ("beauty < 1", "there are games"),
            ("ties < many", "is no number"),
            ("ties < NaN", "is no number"),
            ("win_share < 1", "say `win_share[1]`"),
            ("win_share[0] < 1", "from 1"),
            ("ties[1] < 1", "not of a seat"),
        ] {
            let found = parse(bad);
            assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{bad}: {found:?}");
        }
    }
}
