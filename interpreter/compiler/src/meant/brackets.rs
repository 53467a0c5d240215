//! Both readings of a phrase of which it is not clear what its `where` belongs to, in the words of the line.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::resolve::{CARDS_OF_WHOM, NEXT_OF_WHOM, OF_WHOM};
use crate::syntax::readings;

/// Writes out what was told with other words, in a line that begins at `start`.
pub fn written_out(problem: &mut Diagnostic, start: usize, line: &str) {
    let Some(help) = problem.help.as_deref().filter(|_| problem.code == Code::Brackets) else { return };
    let of_cards = help == CARDS_OF_WHOM;
    if !of_cards && help != OF_WHOM && help != NEXT_OF_WHOM {
        return;
    }
    let at = problem.span();
    let (from, to) = ((at.start as usize).checked_sub(start), (at.end as usize).checked_sub(start));
    let Some(both) = from.zip(to).and_then(|(from, to)| readings(line, Span::new(from, to))) else { return };
    let (parted, behind) = (both.parted, both.behind);
    let first = match both.first {
        None if of_cards => Some("cards in".to_owned()),
        first => first,
    };
    let help = match first {
        Some(first) => {
            let parted = format!("{first} {parted}");
            format!("bracket what it is not for: `{}`; or what it is for: `{behind}`", parted.trim_start())
        }
        None => format!(
            "bracket what it is for: `{behind}`; whether the line counts at all is said at its end, behind `when`"
        ),
    };
    problem.say_help(help);
}
