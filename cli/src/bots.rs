//! Players that are programs of their own (bots): lines of JSON through a pipe, as `docs/players.md` says. A bot is sent the record of its
//! seat, line by line as it comes, and a question with the legal choices when it is to choose; it holds nothing of the table.

mod group;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bidlang::diagnostic::{Code, Diagnostic, Span, printable};
use bidlang::record::read_strictly;
use bidlang::{Act, MOST_LISTED, Turn};
use serde_json::{Value, json};

use group::Group;

/// Longest answer in bytes.
const LONGEST: u64 = 1 << 20;
/// So much is kept of what a bot says beside its answers.
const KEPT: usize = 2_000;
/// So long a bot has to end after the last line.
const TO_END: Duration = Duration::from_secs(2);

/// A program that plays a seat.
pub struct Bot {
    /// What was called, in words.
    called: String,
    child: Child,
    /// Itself and what it has called: ended with it.
    _group: Group,
    /// Lines for it; none behind the last.
    lines: Option<Sender<String>>,
    answers: Receiver<Answer>,
    beside: Arc<Mutex<Vec<u8>>>,
    /// Who reads what it says beside its answers.
    listens: JoinHandle<()>,
    /// How many questions it was asked.
    asked: u64,
    /// Whether the game is over.
    over: bool,
}

/// What comes from a bot.
enum Answer {
    Line(String),
    TooLong,
    End,
}

/// Why a bot gave no choice.
#[derive(Debug)]
pub struct Failure {
    /// What happened, without what it may have told of its cards.
    what: String,
    /// What it wrote, as an answer and beside its answers.
    wrote: Vec<String>,
    help: &'static str,
}

const SAY: &str = "an answer is one line, as `{\"nth\": 0}`, `{\"choice\": ...}` or `{\"words\": \"pass\"}`; docs/players.md says more";

impl Bot {
    /// Starts a program; `words` are its name and what it is called with.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(words: &[String]) -> Result<Self, Diagnostic> {
        let called = words.join(" ");
        let problem = |what: String| {
            Diagnostic::new(Code::Usage, Span::default(), format!("`{}` cannot be started: {what}", printable(&called)))
                .help("say a program and what it is called with, as in `--seat '2=cmd:python3 my_bot.py'`")
        };
        let [program, rest @ ..] = words else { return Err(problem("it names no program".to_owned())) };
        let mut command = Command::new(program);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Group::lead(&mut command);
        let mut child = command.spawn().map_err(|error| problem(error.to_string()))?;
        let (Some(mut to), Some(from), Some(mut error)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(problem("it has no pipes".to_owned()));
        };
        let group = Group::of(&child);
        let (lines, own) = channel::<String>();
        let (answer, answers) = sync_channel(16);
        let beside = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&beside);
        // Each pipe has a thread, so that a bot that does not read or never stops writing holds nobody up. They end with the pipes.
        std::thread::spawn(move || {
            for line in own {
                if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            loop {
                let mut bytes = Vec::new();
                let read = from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
                let said = match read {
                    Ok(0) | Err(_) => Answer::End,
                    Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST => Answer::TooLong,
                    Ok(_) => Answer::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
                };
                let last = !matches!(said, Answer::Line(_));
                if answer.send(said).is_err() || last {
                    return;
                }
            }
        });
        let listens = std::thread::spawn(move || {
            let mut piece = [0; 512];
            while let Ok(count) = error.read(&mut piece) {
                let (Some(new), Ok(mut kept)) = (piece.get(..count).filter(|new| !new.is_empty()), kept.lock()) else {
                    return;
                };
                kept.extend_from_slice(new);
                let more = kept.len().saturating_sub(KEPT);
                kept.drain(..more);
            }
        });
        Ok(Self { called, child, _group: group, lines: Some(lines), answers, beside, listens, asked: 0, over: false })
    }

    /// Where the lines of its record go.
    pub fn hears(&self) -> impl Fn(String) + use<> {
        let lines = self.lines.clone();
        move |line| {
            if let Some(lines) = &lines {
                // Who is gone hears nothing; that shows when it is asked.
                let _ = lines.send(line + "\n");
            }
        }
    }

    /// What it chooses.
    ///
    /// # Errors
    /// Why it does not.
    pub fn choose(&mut self, turn: &Turn, time: Duration) -> Result<Act, Failure> {
        self.waits()?;
        self.asked += 1;
        let question = question(turn, self.asked, time);
        if let Some(lines) = &self.lines {
            let _ = lines.send(format!("{question}\n"));
        }
        match self.answers.recv_timeout(time) {
            Ok(Answer::Line(line)) => self.understood(turn, line),
            Ok(Answer::TooLong) => Err(self.failed("wrote a line of more than 1 MiB", None, SAY)),
            Ok(Answer::End) | Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
            Err(RecvTimeoutError::Timeout) => {
                let what = format!("gave no answer within {} s", time.as_secs_f64());
                Err(self.failed(
                    &what,
                    None,
                    "`--bot-time 60s` gives it longer; see that it writes each answer out at once (flush)",
                ))
            }
        }
    }

    /// The game is over: whether the program is still there, and has said nothing that it was not asked for.
    ///
    /// # Errors
    /// That it has ended, or has said more.
    pub fn is_there_at_the_end(&mut self) -> Result<(), Failure> {
        self.over = true;
        self.waits()
    }

    fn waits(&mut self) -> Result<(), Failure> {
        match self.answers.try_recv() {
            Ok(Answer::Line(line)) => Err(self.failed("wrote a line without being asked", Some(line), SAY)),
            Ok(Answer::TooLong) => Err(self.failed("wrote a line of more than 1 MiB", None, SAY)),
            Ok(Answer::End) | Err(TryRecvError::Disconnected) => Err(self.gone()),
            Err(TryRecvError::Empty) => Ok(()),
        }
    }

    /// It plays no more: it is not waited for.
    pub fn dismiss(mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
    }

    fn understood(&self, turn: &Turn, line: String) -> Result<Act, Failure> {
        let nonsense = |line| self.failed("gave an answer that is none", Some(line), SAY);
        let illegal =
            |line| self.failed("chose what is not legal", Some(line), "`legal` of the question lists what is");
        let Ok(answer) = read_strictly(&line) else { return Err(nonsense(line)) };
        let Some(fields) = answer.as_object().filter(|fields| fields.len() == 1) else { return Err(nonsense(line)) };
        let act = match (fields.get("nth"), fields.get("choice"), fields.get("words")) {
            (Some(nth), None, None) => nth.as_u64().map(|nth| turn.nth(nth)),
            (None, Some(choice), None) => choice.is_object().then(|| turn.find(choice)),
            (None, None, Some(words)) => words.as_str().map(|words| turn.read(words).ok()),
            _ => None,
        };
        match act {
            None => Err(nonsense(line)),
            Some(None) => Err(illegal(line)),
            Some(Some(act)) => Ok(act),
        }
    }

    fn gone(&mut self) -> Failure {
        let until = Instant::now() + Duration::from_millis(200);
        // Its last words may still be on their way.
        let ended = loop {
            match self.child.try_wait() {
                Ok(Some(status)) if self.listens.is_finished() => break Some(status),
                Ok(ended) if Instant::now() >= until => break ended,
                Ok(_) => std::thread::sleep(Duration::from_millis(5)),
                Err(_) => break None,
            }
        };
        let what = ended.map_or_else(|| "closed its output".to_owned(), |status| format!("ended ({status})"));
        self.failed(&what, None, "it has to go on until its input ends; docs/players.md shows a whole bot")
    }

    fn failed(&self, what: &str, wrote: Option<String>, help: &'static str) -> Failure {
        let kept = self.beside.lock().map(|kept| String::from_utf8_lossy(&kept).trim().to_owned());
        let beside = kept.ok().filter(|kept| !kept.is_empty());
        let answer = wrote.map(|line| format!("it wrote: {}", shortened(&line)));
        let wrote =
            answer.into_iter().chain(beside.map(|kept| format!("beside its answers it said: {}", printable(&kept))));
        let when = match (self.over, self.asked) {
            (true, 0) => "and was never asked".to_owned(),
            (true, asked) => format!("behind question {asked}, its last"),
            (false, asked) => format!("at its question {}", asked.max(1)),
        };
        let what = format!("`{}` {what}, {when}", self.called);
        Failure { what: printable(&what), wrote: wrote.collect(), help }
    }
}

impl Drop for Bot {
    /// It has heard the last line: it may end by itself, and is ended where it does not.
    fn drop(&mut self) {
        self.lines = None;
        let until = Instant::now() + TO_END;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= until {
                // It may have ended in between.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Failure {
    /// As what ends a game. What the bot wrote may tell of its cards: `all` where everything is told.
    pub fn problem(self, name: &str, all: bool) -> Diagnostic {
        Diagnostic::new(Code::GameStopped, Span::default(), self.told(name, all)).help(self.help)
    }

    /// In words.
    pub fn told(&self, name: &str, all: bool) -> String {
        let wrote: String = self.wrote.iter().filter(|_| all).map(|wrote| format!("; {wrote}")).collect();
        format!("the bot of {name} failed: {}{wrote}", self.what)
    }
}

fn shortened(line: &str) -> String {
    let line = printable(line);
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or(&line)),
        None => line,
    }
}

/// What a bot is asked.
fn question(turn: &Turn, number: u64, time: Duration) -> Value {
    let count = turn.count();
    let legal = (count <= MOST_LISTED).then(|| turn.legal().iter().map(Act::json).collect::<Vec<_>>());
    json!({
        "line": "question", "question": number, "seat": turn.seat() + 1, "count": count, "legal": legal,
        "seconds": time.as_secs_f64(),
    })
}
