//! A person at a real terminal: the command runs under a pseudo-terminal, and what is tested is the screen that a person would see.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::root;

/// How long the command may take to its next prompt.
const PATIENCE: Duration = Duration::from_secs(180);
/// How long nothing has to come before a screen is thought to be whole.
const QUIET: Duration = Duration::from_millis(120);

/// A terminal with the command in it.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    pub writer: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    /// Whether something came since the last line was said: a busy machine takes its time, and the prompt before it is no answer.
    fresh: bool,
    pub screen: vt100::Parser,
    pub ended: bool,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    pub fn of(size: (u16, u16), arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let (cols, rows) = size;
        let pair = native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_bidlang"));
        command.args(arguments);
        command.cwd(root());
        command.env("TERM", "xterm-256color");
        environment.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let (to, bytes) = channel();
        let mut reader = pair.master.try_clone_reader().unwrap();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if to.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        let screen = vt100::Parser::new(rows, cols, 0);
        Self { child, writer, bytes, fresh: false, screen, ended: false, master: pair.master }
    }

    /// Waits until a prompt of this end stands on the line of the cursor, or the command is over; the screen then.
    pub fn wait(&mut self, prompt: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.bytes.recv_timeout(QUIET) {
                Ok(bytes) => {
                    self.screen.process(&bytes);
                    self.fresh = true;
                }
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                    self.ended = true;
                    return self.shown();
                }
                Err(std::sync::mpsc::RecvTimeoutError::Timeout)
                    if self.fresh && self.cursor_line().ends_with(prompt) =>
                {
                    return self.shown();
                }
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    assert!(Instant::now() < end, "no `{prompt}` comes:\n{}", self.shown());
                }
            }
        }
    }

    fn cursor_line(&self) -> String {
        let (row, _) = self.screen.screen().cursor_position();
        let line = self.screen.screen().rows(0, self.screen.screen().size().1).nth(usize::from(row));
        line.unwrap_or_default().trim_end().to_owned()
    }

    pub fn shown(&self) -> String {
        let screen = self.screen.screen();
        let lines: Vec<String> = screen.rows(0, screen.size().1).map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n").trim_end().to_owned()
    }

    pub fn say(&mut self, line: &str) {
        self.fresh = false;
        // A command that is over reads no more.
        let _ = self.writer.write_all(format!("{line}\r").as_bytes());
        let _ = self.writer.flush();
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, (cols, rows): (u16, u16)) {
        self.screen.screen_mut().set_size(rows, cols);
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// Says a line and waits for the next prompt.
    pub fn then(&mut self, line: &str, prompt: &str) -> String {
        self.say(line);
        self.wait(prompt)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a screen of a turn has to show at any size; `seat` is the person's name.
fn is_whole(shown: &str, title: &str, size: (u16, u16)) {
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with(title), "the table is gone:\n{shown}");
    assert!(lines.len() <= usize::from(size.1), "{shown}");
    assert!(lines.iter().any(|line| line.starts_with("You may")), "what may be done is gone:\n{shown}");
    assert!(lines.iter().any(|line| line.starts_with("\u{25b8} Ann ")), "it is not said whose turn it is:\n{shown}");
    assert!(lines.last().unwrap().starts_with("Ann>"), "{shown}");
    assert!(!shown.contains("\n\n"), "there is an empty line:\n{shown}");
}

/// Plays a game to its end by the first thing that is listed, at a terminal of this size; how often somebody was asked.
fn whole_game(game: &str, title: &str, size: (u16, u16), more: &[&str]) -> usize {
    let call = [&["run", game, "--seed", "4", "--seat", "2..=random"], more].concat();
    let mut terminal = Terminal::of(size, &call, &[]);
    for turn in 0..3_000 {
        let shown = terminal.wait(">");
        if shown.ends_with("over>") {
            let scores = terminal.then("score", ">");
            assert!(scores != shown && scores.ends_with("over>"), "{scores}");
            terminal.say("quit");
            terminal.wait("nothing");
            assert!(terminal.ended);
            return turn;
        }
        assert!(!terminal.ended, "{shown}");
        is_whole(&shown, title, size);
        // The first of the list: a letter where numbers are bid.
        let first = |label: &str| shown.lines().any(|line| line.trim_start().starts_with(&format!("{label}  ")));
        let number = shown
            .lines()
            .find_map(|line| line.split_once("\u{b7}  ")?.1.split(' ').find(|word| word.parse::<i64>().is_ok()));
        terminal.say(if first("1") {
            "1"
        } else if first("a") {
            "a"
        } else {
            number.unwrap_or("?")
        });
    }
    panic!("{game} does not end");
}

/// The five and three classics, played at a terminal of this size.
fn are_played(size: (u16, u16)) {
    // Most of the time they wait for a screen to be whole.
    std::thread::scope(|scope| {
        for (game, title, more) in [
            ("varg_bid", "Varg Bid", &[] as &[&str]),
            ("bid_war", "Bid War", &[]),
            ("bid_fair", "Bid Fair", &[]),
            ("do_my_bidding", "Do My Bidding", &[]),
            ("auction_house", "Auction House", &[]),
            ("no_thanks", "No Thanks!", &[]),
            ("bridge", "Contract Bridge", &["--option", "boards=1"]),
            ("hearts", "Hearts", &["--option", "target=20"]),
        ] {
            scope.spawn(move || assert!(whole_game(game, title, size, more) > 5, "{game}"));
        }
    });
}

#[test]
fn the_five_and_three_classics_are_played_on_a_small_screen_to_their_end() {
    are_played((80, 24));
}

#[test]
fn they_are_played_on_a_larger_screen_to_their_end() {
    are_played((120, 40));
}

#[test]
fn the_first_screens_are_as_reviewed() {
    for (name, game, size, turns) in [
        ("varg_bid", "varg_bid", (80, 24), 3),
        ("hearts", "hearts", (80, 24), 3),
        ("bridge", "bridge", (80, 24), 1),
        ("do_my_bidding", "do_my_bidding", (80, 24), 2),
        ("bridge_large", "bridge", (120, 40), 1),
    ] {
        let mut terminal = Terminal::of(size, &["run", game, "--seed", "4", "--seat", "2..=random"], &[]);
        let mut screens = vec![terminal.wait(">")];
        for _ in 1..turns {
            terminal.say(if screens.last().unwrap().contains("a  pass") { "a" } else { "1" });
            screens.push(terminal.wait(">"));
        }
        insta::assert_snapshot!(name, screens.join("\n================\n"));
    }
}

#[test]
fn numbers_cards_and_words_are_taken_as_people_say_them() {
    let mut terminal = Terminal::of((80, 24), &["run", "no_thanks", "--seed", "4", "--seat", "2..=random"], &[]);
    terminal.wait(">");
    let helped = terminal.then("help", ">");
    assert!(helped.contains("qs kd"), "{helped}");
    let after = terminal.then("TAKE", ">");
    assert!(after.starts_with("No Thanks!"), "{after}");
    // A game that is not kept is not left at once.
    let asked = terminal.then("q", "no)");
    assert!(asked.contains("Leave it?"), "{asked}");
    terminal.then("no", ">");
    terminal.then("q", "no)");
    terminal.say("yes");
    terminal.wait("nothing");
    assert!(terminal.ended);
}

#[test]
fn tab_completes_what_may_be_done() {
    let mut terminal = Terminal::of((80, 24), &["run", "varg_bid", "--seed", "4", "--seat", "2..=random"], &[]);
    terminal.wait(">");
    terminal.writer.write_all(b"auc\t").unwrap();
    let shown = terminal.wait("auction");
    assert!(shown.ends_with("Ann> auction"), "{shown}");
    // Up brings back what was said before.
    let mut terminal = Terminal::of((80, 24), &["run", "varg_bid", "--seed", "4", "--seat", "2..=random"], &[]);
    terminal.wait(">");
    terminal.then("why", ">");
    terminal.writer.write_all(b"\x1b[A").unwrap();
    assert!(terminal.wait("why").ends_with("Ann> why"));
}

#[test]
fn without_colours_the_words_say_all_and_a_dumb_terminal_gets_lines() {
    let mut plain =
        Terminal::of((80, 24), &["run", "hearts", "--seed", "4", "--seat", "2..=random"], &[("NO_COLOR", "1")]);
    let shown = plain.wait(">");
    let mut coloured = Terminal::of((80, 24), &["run", "hearts", "--seed", "4", "--seat", "2..=random"], &[]);
    assert_eq!(coloured.wait(">"), shown);
    let colours = |terminal: &Terminal| {
        (0..24).any(|row| {
            (0..80).any(|col| {
                terminal.screen.screen().cell(row, col).is_some_and(|cell| cell.fgcolor() != vt100::Color::Default)
            })
        })
    };
    assert!(colours(&coloured) && !colours(&plain));
    let mut dumb =
        Terminal::of((80, 24), &["run", "no_thanks", "--seed", "4", "--seat", "2..=random"], &[("TERM", "dumb")]);
    let shown = dumb.wait(">");
    assert!(shown.contains("Ann, you may") && !shown.contains('\u{2500}'), "{shown}");
}

/// The screen as a picture, cell by cell, with the colours of a light terminal.
fn picture(screen: &vt100::Screen) -> String {
    const COLOURS: [&str; 16] = [
        "#24292f", "#c0242c", "#2d7d46", "#8a6d00", "#0860ca", "#8250df", "#1b7c83", "#6e7781", "#57606a", "#d1242f",
        "#1a7f37", "#9a6700", "#0969da", "#8250df", "#3192aa", "#8c959f",
    ];
    let (_, cols) = screen.size();
    // Up to the prompt.
    let rows = screen.cursor_position().0 + 1;
    let (wide, high) = (8.4, 18.0);
    let (width, height) = (f64::from(cols) * wide + 24.0, f64::from(rows) * high + 24.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#fbfbf9\" stroke=\"#d0d7de\"/>\n"
    );
    for row in 0..rows {
        let mut col = 0;
        while col < cols {
            let cell = |col: u16| screen.cell(row, col).unwrap();
            let look = |col: u16| (cell(col).fgcolor(), cell(col).bold(), cell(col).dim());
            let begin = col;
            let mut text = String::new();
            while col < cols && look(col) == look(begin) {
                text.push_str(if cell(col).contents().is_empty() { " " } else { cell(col).contents() });
                col += 1;
            }
            if text.trim().is_empty() {
                continue;
            }
            let (colour, bold, dim) = look(begin);
            let fill = match colour {
                vt100::Color::Idx(index) => COLOURS[usize::from(index % 16)].to_owned(),
                vt100::Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
                vt100::Color::Default => if dim { "#8c959f" } else { "#24292f" }.to_owned(),
            };
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            let (x, y) = (12.0 + f64::from(begin) * wide, 26.0 + f64::from(row) * high);
            let lead = text.len() - text.trim_start().len();
            let (x, shown) = (x + lead as f64 * wide, text.trim());
            let length = shown.chars().count() as f64 * wide;
            let shown = shown.replace('&', "&amp;").replace('<', "&lt;");
            svg += &format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{fill}\"{weight} textLength=\"{length:.1}\" xml:space=\"preserve\">{shown}</text>\n"
            );
        }
    }
    svg + "</svg>\n"
}

/// `cargo test -p bidlang-cli --test tools -- --ignored the_picture_of_the_readme` draws it anew, from a game that is played here.
#[test]
#[ignore = "writes docs/terminal.svg"]
fn the_picture_of_the_readme() {
    let mut terminal = Terminal::of((80, 24), &["run", "hearts", "--seed", "4", "--seat", "2..=random"], &[]);
    terminal.wait("Ann>");
    terminal.then("2h 3c 3h", "Ann>");
    terminal.then("10c", "Ann>");
    terminal.then("2d", "Ann>");
    std::fs::write(root().join("docs/terminal.svg"), picture(terminal.screen.screen())).unwrap();
}

#[test]
fn the_book_is_read_at_the_table_and_the_game_is_saved() {
    let folder = std::env::temp_dir().join(format!("bidlang-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("kept.jsonl");
    let mut terminal = Terminal::of((80, 24), &["run", "varg_bid", "--seed", "4", "--seat", "2..=random"], &[]);
    terminal.wait("Ann>");
    let page = terminal.then("rules", "play on");
    assert!(page.contains("VARG BID") && page.contains("Enter for more"), "{page}");
    let next = terminal.then("", "play on");
    assert_ne!(page, next);
    terminal.then("q", "Ann>");
    // So is what has happened, where it is longer than the screen.
    (0..3).for_each(|_| _ = terminal.then("1", "Ann>"));
    let log = terminal.then("log", "play on");
    assert!(log.contains("dealer is Cat") && log.contains("Enter for more"), "{log}");
    terminal.then("q", "Ann>");
    let nothing = terminal.then("rules xylophone", "Ann>");
    assert!(nothing.contains("says nothing of"), "{nothing}");
    let saved = terminal.then(&format!("save {}", file.display()), "Ann>");
    assert!(saved.contains("is kept there"), "{saved}");
    // What is kept may be left without a question.
    terminal.say("q");
    terminal.wait("nothing");
    assert!(terminal.ended);
    let mut again = Terminal::of((80, 24), &["run", "varg_bid", "--resume", file.to_str().unwrap()], &[]);
    let shown = again.wait("Ann>");
    assert!(shown.starts_with("Varg Bid"), "{shown}");
    drop(again);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// How far it is stands on one line while a game is being solved; Ctrl-C tells what is known.
#[test]
fn solving_shows_how_far_it_is() {
    let call = ["solve", "leduc_poker", "--iterations", "1000M", "--until", "1e-300", "--lines", "2"];
    let mut terminal = Terminal::of((100, 50), &call, &[]);
    let began = Instant::now();
    while !terminal.shown().contains(", exploitability 0.00") {
        assert!(began.elapsed() < PATIENCE, "{}", terminal.shown());
        if let Ok(bytes) = terminal.bytes.recv_timeout(QUIET) {
            terminal.screen.process(&bytes);
        }
    }
    let shown = terminal.shown();
    assert!(shown.starts_with("9,300 histories, 5,520 of them ends; 936 information sets"), "{shown}");
    assert!(shown.lines().nth(1).unwrap().contains("iteration "), "{shown}");
    assert_eq!(shown.lines().count(), 2, "{shown}");
    terminal.writer.write_all(b"\x03").unwrap();
    let told = terminal.wait("by then");
    assert!(told.contains("Leduc Poker, 2 players") && told.contains("first to act: raise "), "{told}");
    assert!(told.ends_with("interrupted: what is told is what was known by then"), "{told}");
    while !terminal.ended {
        terminal.wait("\u{0}");
    }
    assert_eq!(terminal.child.wait().unwrap().exit_code(), 130);
}
