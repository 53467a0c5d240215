//! Why a game is not solved, in words.

use bidlang::Prepared;
use bidlang::diagnostic::{Code, Diagnostic};
use bidlang_lab::solve::Refused;

use crate::sim::figures::{counted, whole};
use crate::sim::usage;
use crate::{End, output, report};

/// What is done with games that are not solved.
const HARD: &str = "against good players it is played with `bidlang run FILE --seat 2=hard`";

/// Tells why, and how the command ends by it.
pub fn tell(prepared: &Prepared, why: &Refused, most: u64) -> End {
    let problem = match why {
        Refused::Interrupted(histories) => {
            let so_far = counted(*histories, "history", "histories");
            output::note(&format!("interrupted after {so_far}: nothing is known before all of them are there"));
            return End::Interrupted;
        }
        Refused::Stopped(fault) => {
            let words = prepared.words().fault(fault.kind);
            let at = prepared.compiled().line(fault.rule);
            let problem = Diagnostic::new(Code::GameStopped, at, format!("the rules stop the game: {words}"));
            report::setup(&prepared.game().sources, &[problem.help("`bidlang check` shows such a game")]);
            return End::Stopped;
        }
        Refused::Sides(sides) => {
            let count = counted(*sides as u64, "side", "sides");
            usage(format!("this is a game of {count} with {}, and two are wanted", players(prepared)))
                .help(format!("say another player count with --players, or {HARD}"))
        }
        Refused::NoPoints => {
            usage("the game is played for points by --goal score, and writes none").help("leave out --goal, or say win")
        }
        Refused::TooLarge(power) => {
            let about = power.map_or_else(
                || format!("the game has more than {}", counted(most, "history", "histories")),
                |power| {
                    format!(
                        "the game has about 10^{power:.0} histories, and at most {} are walked through",
                        whole(most)
                    )
                },
            );
            usage(about).help(format!(
                "a smaller game by --option or --players, or more by --histories; larger games are not solved here: {HARD}"
            ))
        }
        Refused::Endless(choices) => usage(format!("after {choices} choices a game has not come to its end"))
            .help(format!("only games that end soon are solved; {HARD}")),
        Refused::Partners(seat) => {
            let name = prepared.words().seat(*seat).to_owned();
            usage(format!("{name} has to choose without knowing all that the partner knew"))
                .help(format!("what is best for a team is worked out only where partners know the same; {HARD}"))
        }
    };
    report::plain(&problem);
    End::Usage
}

fn players(prepared: &Prepared) -> String {
    counted(u64::from(prepared.players()), "player", "players")
}
