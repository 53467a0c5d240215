//! The reading back of a record.

use serde_json::Value;

use super::{FORMAT, check, json};
use crate::diagnostic::{Code, Diagnostic, Span, printable};
use crate::engine::Seed;
use crate::{Error, MOST_DECISIONS, Prepared, Setup, Table};

/// What a record says about how to play it again.
///
/// ```
/// use bidlang::Replay;
///
/// let text = format!("{}\n{}\n",
///     r#"{"line":"game","format":1,"game":"High Card","file":"","players":2,"names":["Li","Mo"],"options":{},"seed":7,"view":"all"}"#,
///     r#"{"line":"decision","seat":1,"choice":{"act":"bid","picks":[]}}"#,
/// );
/// let replay = Replay::read(&text)?;
/// assert_eq!((replay.seed, replay.choices.len(), replay.whole), (7.into(), 1, false));
/// assert!(Replay::read("no record").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    /// The title of the game; empty where it is not said.
    pub game: String,
    /// The hash of the rules file.
    pub file: String,
    /// How many play.
    pub players: u8,
    /// The names of the seats, as many as play.
    pub names: Vec<String>,
    /// The options, by name.
    pub options: Vec<(String, String)>,
    /// What chance began with.
    pub seed: Seed,
    /// The choices among several, in their order.
    pub choices: Vec<Recorded>,
    /// Whether the record has its last line.
    pub whole: bool,
    /// Whether it has nothing but its first line, decisions and its last line: what follows from them is not told.
    pub short: bool,
    /// Whether the line behind the last whole one was cut while it was written; it is left out.
    pub cut: bool,
    /// Why the game was left before its end, as the last line says.
    pub left: Option<String>,
    /// After how many passes of the first phase that repeats it was left, where that was asked for.
    pub passes: Option<u32>,
    /// How many lines tell a decision.
    pub(super) decision_lines: usize,
    /// How many decisions were made, forced ones too, as far as the record says.
    pub(super) decisions: u64,
    /// How many legal choices are listed where most are: more than is usual in one that was written before that was bounded.
    pub(super) longest_list: u64,
    /// All lines, the first too.
    pub(super) lines: Vec<String>,
}

/// A choice of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// The line of the record, from 1.
    pub line: usize,
    /// Who chose, from 0.
    pub seat: u8,
    /// What, as [`Act::json`](crate::Act::json) writes it.
    pub choice: Value,
}

impl Replay {
    /// Reads a record. Forced acts are left out: they are made again by themselves. A last line that was cut while it was written is
    /// left out, too.
    ///
    /// # Errors
    /// [`Error::Record`] with the number of the line that is wrong.
    pub fn read(text: &str) -> Result<Self, Error> {
        read(text).map_err(Error::Record)
    }

    /// The players, options and names.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let setup = Setup::players(self.players).names(self.names.clone());
        self.options.iter().fold(setup, |setup, (name, value)| setup.option(name, value))
    }

    /// A table at which the game is played again, up to where it was left.
    #[must_use]
    pub fn table(&self, prepared: &Prepared) -> Table {
        let most = if self.left.is_some() { self.decisions } else { MOST_DECISIONS.max(self.decisions + 1) };
        let mut table = prepared.table(self.seed).most_decisions(most);
        // Where no phase repeats, the record is told to be wrong at its last line.
        let _ = self.passes.is_some_and(|passes| table.most_passes(passes));
        table
    }

    /// Plays the record again and holds each of its lines against what the rules give: all that follows from the rules and the choices
    /// has to be there as it is. Of a [short](Self::short) record that is the first line, each decision as far as it is told, and the last
    /// line.
    ///
    /// ```
    /// use bidlang::{Game, Recorder, Replay, Setup};
    ///
    /// let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
    /// let (mut table, mut text) = (game.table(&Setup::players(2), 7)?, String::new());
    /// let mut recorder = Recorder::new(table.prepared(), 7, None, |line| text += &format!("{line}\n"));
    /// while let Some(turn) = table.turn_told(&mut recorder)? {
    ///     table.play_told(turn.seat(), &turn.nth(0).ok_or("no such choice")?, &mut recorder)?;
    /// }
    /// recorder.end(&table, None);
    /// drop(recorder);
    /// let check = |text: &str| Replay::read(text)?.check(table.prepared());
    /// assert!(check(&text).is_ok());
    ///
    /// let scores = format!("\"scores\":[{}", table.scores()[0]);
    /// let lie = check(&text.replace(&scores, "\"scores\":[999")).unwrap_err().to_string();
    /// assert!(lie.contains("says `scores` [999,"), "{lie}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Record`] with the first line that is another, and in what.
    pub fn check(&self, prepared: &Prepared) -> Result<(), Error> {
        check::check(self, prepared)
    }
}

fn read(text: &str) -> Result<Replay, Diagnostic> {
    let mut all: Vec<String> = text.lines().map(str::to_owned).collect();
    let unended = !text.ends_with('\n');
    let cut =
        unended && all.len() > 1 && all.last().is_some_and(|last| json::read(last).is_err_and(|error| error.is_eof()));
    if cut {
        all.pop();
    }
    let Some(first) = all.first() else { return Err(wrong(1, "is missing: the file is empty")) };
    let mut replay = head(&parsed(1, first)?)?;
    replay.cut = cut;
    let mut told = None;
    for (index, line) in all.iter().enumerate().skip(1) {
        let number = index + 1;
        if replay.whole {
            return Err(longer(number));
        }
        let value = parsed(number, line)?;
        match value.get("line").and_then(Value::as_str) {
            Some("decision") => {
                replay.decision_lines += 1;
                let choice = decision(number, &value)?;
                let listed = value.get("legal").and_then(Value::as_array).map_or(0, Vec::len);
                replay.longest_list = replay.longest_list.max(u64::try_from(listed).unwrap_or(u64::MAX));
                if !is_forced(&value) {
                    replay.choices.push(choice);
                }
            }
            Some("end") => {
                replay.whole = true;
                replay.left = value.get("stopped").and_then(Value::as_str).map(str::to_owned);
                replay.passes = value.get("passes").and_then(Value::as_u64).and_then(|most| u32::try_from(most).ok());
                told = value.get("decisions").and_then(Value::as_u64);
            }
            Some(_) => replay.short = false,
            None => return Err(wrong(number, "has no `line`")),
        }
    }
    // A short record may leave out the forced decisions; its last line counts them.
    let without_forced = replay.short && replay.decision_lines == replay.choices.len();
    let lines = u64::try_from(replay.decision_lines).unwrap_or(u64::MAX);
    replay.decisions = if without_forced { told.unwrap_or(MOST_DECISIONS).max(lines) } else { lines };
    replay.lines = all;
    Ok(replay)
}

/// The first line.
fn head(head: &Value) -> Result<Replay, Diagnostic> {
    if head.get("line").and_then(Value::as_str) != Some("game")
        || head.get("format").and_then(Value::as_u64) != Some(FORMAT)
    {
        return Err(wrong(1, "is not the first line of a record of format 1"));
    }
    match head.get("view") {
        Some(Value::String(all)) if all == "all" => {}
        Some(view) if view.as_u64().is_some() => return Err(of_one_seat(view)),
        _ => return Err(wrong(1, "has no `view`")),
    }
    let field = |name: &str| head.get(name).ok_or_else(|| wrong(1, &format!("has no `{name}`")));
    let players = field("players")?.as_u64().and_then(|players| u8::try_from(players).ok());
    let names: Option<Vec<String>> = field("names")?
        .as_array()
        .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
    let options = field("options")?.as_object().ok_or_else(|| wrong(1, "has `options` that are none"))?;
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Ok(Replay {
        game: head.get("game").and_then(Value::as_str).unwrap_or_default().to_owned(),
        file: field("file")?.as_str().unwrap_or_default().to_owned(),
        players: players.ok_or_else(|| wrong(1, "has no number of players"))?,
        names: names.ok_or_else(|| wrong(1, "has `names` that are no names"))?,
        options: options.iter().map(|(name, value)| (name.clone(), word(value))).collect(),
        seed: seed(field("seed")?).ok_or_else(|| wrong(1, "has no seed"))?,
        choices: Vec::new(),
        whole: false,
        short: true,
        cut: false,
        left: None,
        passes: None,
        decision_lines: 0,
        decisions: 0,
        longest_list: 0,
        lines: Vec::new(),
    })
}

/// A seed is a number, or 64 hexadecimal digits.
fn seed(value: &Value) -> Option<Seed> {
    match value {
        Value::Number(number) => number.as_u64().map(Seed::from),
        Value::String(digits) => digits.parse().ok().filter(|seed: &Seed| seed.to_string() == *digits),
        _ => None,
    }
}

/// A record that was written with `--view`: chance and the choices of others are not in it.
fn of_one_seat(seat: &Value) -> Diagnostic {
    let what = format!("the record is what seat {seat} was told, which is not enough to play it again");
    Diagnostic::new(Code::BadRecord, Span::default(), what).help(format!(
        "who has the record for all writes with `bidlang run FILE --replay ALL --view {seat} --format jsonl` what this one has to be, byte for byte"
    ))
}

/// A line of the record as JSON.
pub(super) fn parsed(number: usize, line: &str) -> Result<Value, Diagnostic> {
    json::read(line).map_err(|error| {
        wrong(number, if error.is_data() { "has a field twice" } else { "is not JSON; it may have been cut" })
    })
}

/// Whether a decision is told to be the only one that was legal.
pub(super) fn is_forced(decision: &Value) -> bool {
    decision.get("forced").and_then(Value::as_bool).unwrap_or(false)
}

/// The choice of a line with a decision.
pub(super) fn decision(number: usize, line: &Value) -> Result<Recorded, Diagnostic> {
    let seat = line.get("seat").and_then(Value::as_u64).and_then(|seat| u8::try_from(seat).ok());
    let seat = seat.and_then(|seat| seat.checked_sub(1)).ok_or_else(|| wrong(number, "has no seat"))?;
    let choice = line.get("choice").cloned().ok_or_else(|| wrong(number, "has no choice"))?;
    Ok(Recorded { line: number, seat, choice })
}

fn wrong(number: usize, what: &str) -> Diagnostic {
    bad(format!("line {number} of the record {what}"))
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::new(Code::BadRecord, Span::default(), message)
        .help("a record is written by `bidlang run FILE --record RECORD` and must not be changed")
}

/// A line that is not what the rules give.
pub(super) fn differs(number: usize, what: &str) -> Diagnostic {
    let what = printable(what);
    Diagnostic::new(Code::BadRecord, Span::default(), format!("line {number} of the record {what}"))
        .help("the record was changed, or was not made by these rules; `--trust` plays its choices again and looks at nothing else")
}

/// A setup that the rules refuse.
pub(crate) fn in_first_line(problem: &Diagnostic) -> Diagnostic {
    wrong(1, &format!("does not fit the rules: {}", problem.message))
}

/// A record that goes on where the game is over.
pub(crate) fn longer(line: usize) -> Diagnostic {
    Diagnostic::new(Code::BadRecord, Span::default(), format!("the game is over before line {line} of the record"))
        .help("the record was changed; it cannot be played again")
}

/// A record that has its last line where somebody still has to choose.
#[doc(hidden)]
#[must_use]
pub fn shorter() -> Diagnostic {
    bad("the record ends before the game does".to_owned())
}

/// A choice of another seat than that whose turn it is.
pub(crate) fn other_seat(recorded: &Recorded, seat: u8) -> Diagnostic {
    let (line, other) = (recorded.line, u16::from(recorded.seat) + 1);
    bad(format!("line {line} of the record lets seat {other} choose, but it is the turn of seat {}", seat + 1))
}

/// A choice that is not legal.
pub(crate) fn not_legal(recorded: &Recorded) -> Diagnostic {
    bad(format!("the choice on line {} of the record is not legal", recorded.line))
}
