//! Bots: programs that play a seat through a pipe.

use std::path::Path;
use std::process::{Command, Output};

use crate::{VARG, bidlang, ends, err, out, root, scratch};

/// The bot of the page about players, as a file; none where there is no Python.
fn page_bot(folder: &Path) -> Option<String> {
    let page = std::fs::read_to_string(root().join("docs/players.md")).unwrap();
    let (_, behind) = page.split_once("```python\n").unwrap();
    let path = folder.join("my bot.py");
    std::fs::write(&path, behind.split_once("```").unwrap().0).unwrap();
    let python = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !python {
        eprintln!("skipped: there is no python3");
    }
    python.then(|| format!("cmd:python3 '{}'", path.display()))
}

/// The command ends with this code and tells these words, however their lines are broken.
fn tells(output: &Output, code: i32, words: &[&str]) {
    ends(output, code, &[]);
    let text = err(output).replace("\n  │ ", " ").replace("\n        ", " ");
    words.iter().for_each(|word| assert!(text.contains(word), "`{word}` is not in:\n{text}"));
}

/// A bot of a line of shell, for each question.
fn shell(each: &str) -> String {
    format!("cmd:sh -c 'while read -r line; do case \"$line\" in *question*) {each};; esac; done'")
}

/// The players of `tests/oracle/sensible.py`: that they know what goes on shows in what they come to.
#[test]
fn players_written_by_hand_beat_dice() {
    if page_bot(&scratch("bots-by-hand")).is_none() {
        return;
    }
    for (game, fewer) in [("hearts", true), ("varg_bid", false), ("oh_hell", false)] {
        let bot = root().join(format!("tests/oracle/bots/{game}.py"));
        let seat = format!("1=cmd:python3 '{}'", bot.display());
        let ahead = (1..=4).filter(|seed: &u64| {
            let seed = seed.to_string();
            let call = ["run", game, "--players", "4", "--seed", &seed, "--format", "jsonl", "--seat", &seat];
            let record = out(&bidlang(&call));
            let end: serde_json::Value = serde_json::from_str(record.lines().last().unwrap()).unwrap();
            let scores: Vec<i64> = end["scores"].as_array().unwrap().iter().map(|one| one.as_i64().unwrap()).collect();
            let others = scores[1..].iter().sum::<i64>();
            if fewer { scores[0] * 3 < others } else { scores[0] * 3 > others }
        });
        assert!(ahead.count() >= 3, "{game}");
    }
}

#[test]
fn the_bot_of_the_page_plays_every_game() {
    let folder = scratch("bots-page");
    let Some(bot) = page_bot(&folder) else { return };
    for game in
        ["varg_bid", "bid_war", "bid_fair", "auction_house", "do_my_bidding", "classics/hearts", "classics/skat"]
    {
        let file = format!("games/{game}.bid");
        let record = folder.join("record.jsonl");
        let output = bidlang(&[
            "run",
            &file,
            "--seed",
            "3",
            "--quiet",
            "--hands",
            "2",
            "--seat",
            &format!("1={bot}"),
            "--seat",
            "2=first",
            "--record",
            record.to_str().unwrap(),
        ]);
        let output = if err(&output).contains("no phase that repeats") {
            bidlang(&[
                "run",
                &file,
                "--seed",
                "3",
                "--quiet",
                "--seat",
                &format!("1={bot}"),
                "--record",
                record.to_str().unwrap(),
            ])
        } else {
            output
        };
        ends(&output, 0, &[]);
        // What it was told of its choices is the record's.
        ends(&bidlang(&["run", &file, "--replay", record.to_str().unwrap(), "--quiet"]), 0, &[]);
    }
}

#[test]
fn a_bot_is_sent_the_view_of_its_seat_and_nothing_else() {
    let folder = scratch("bots-view");
    let heard = folder.join("heard.jsonl");
    let bot = format!(
        "cmd:sh -c 'while read -r line; do echo \"$line\" >> {}; case \"$line\" in *question*) echo \"{{\\\"nth\\\":0}}\";; esac; done'",
        heard.display()
    );
    let call = ["run", VARG, "--seed", "5", "--seat", &format!("2={bot}"), "--hands", "2"];
    ends(&bidlang(&[&call[..], &["--quiet"]].concat()), 0, &[]);
    let told = std::fs::read_to_string(&heard).unwrap();
    let (questions, lines): (Vec<&str>, Vec<&str>) =
        told.lines().partition(|line| line.starts_with(r#"{"line":"question""#));
    assert!(questions.len() > 5, "{}", questions.len());
    // The first choice is what `first` takes.
    let view =
        bidlang(&["run", VARG, "--seed", "5", "--seat", "2=first", "--hands", "2", "--view", "2", "--format", "jsonl"]);
    assert_eq!(lines.join("\n") + "\n", out(&view));
}

#[test]
fn a_bot_that_fails_is_told_of_and_the_game_is_left_or_goes_on() {
    let folder = scratch("bots-fail");
    let record = folder.join("record.jsonl");
    let play = |bot: &str, more: &[&str]| {
        let seat = format!("2={bot}");
        let record = record.to_str().unwrap();
        bidlang(&[&["run", VARG, "--seed", "5", "--quiet", "--seat", &seat, "--record", record][..], more].concat())
    };
    let dies = "cmd:sh -c 'read -r a; echo no more cards >&2; exit 7'";
    let fails = [
        (dies.to_owned(), "ended (exit status: 7), at its question 1; beside its answers it said: no more cards"),
        (shell("echo nonsense"), "gave an answer that is none, at its question 1; it wrote: nonsense"),
        (shell(r#"echo "{\"nth\":-1}""#), "gave an answer that is none"),
        (shell(r#"echo "{\"nth\":0,\"words\":\"pass\"}""#), "gave an answer that is none"),
        (shell(r#"echo "{\"nth\":0,\"nth\":1}""#), "gave an answer that is none"),
        (shell(r#"echo "{\"nth\":123456789}""#), "chose what is not legal"),
        (shell(r#"echo "{\"words\":\"bid the moon\"}""#), "chose what is not legal"),
        (shell(r#"echo "{\"choice\":{\"act\":\"fly\",\"picks\":[]}}""#), "chose what is not legal"),
        // It may come before the question or right behind it.
        ("cmd:sh -c 'echo hello; sleep 30'".to_owned(), "it wrote: hello"),
        ("cmd:sh -c 'head -c 3000000 /dev/zero; sleep 30'".to_owned(), "wrote a line of more than 1 MiB"),
        ("cmd:sh -c 'exec >&-; sleep 1'".to_owned(), "closed its output"),
    ];
    for (bot, what) in &fails {
        let output = play(bot, &[]);
        tells(&output, 3, &["the bot of Ben failed", what]);
        assert!(out(&output).contains("stopped: a program that plays failed"), "{}", out(&output));
        // The game can be gone on with.
        ends(&bidlang(&["run", VARG, "--resume", record.to_str().unwrap(), "--quiet", "--hands", "1"]), 0, &[]);
        let output = play(bot, &["--on-bot-failure", "random"]);
        tells(&output, 0, &["the bot of Ben failed", what, "a random player goes on for Ben"]);
        assert!(out(&output).contains("won by"), "{}", out(&output));
    }
    // Where a person plays, nothing that the bot wrote is shown: it may tell of its cards.
    for bot in [dies, &shell("echo no more cards; echo no more cards >&2")] {
        let output = play(bot, &["--seat", "3=human", "--on-bot-failure", "random"]);
        assert!(
            err(&output).contains("the bot of Ben failed") && !err(&output).contains("it wrote"),
            "{}",
            err(&output)
        );
        assert!(!err(&output).contains("answers it said"), "{}", err(&output));
    }
    let stalls = play("cmd:sleep 60", &["--bot-time", "300ms"]);
    tells(&stalls, 3, &["gave no answer within 0.3 s", "--bot-time 60s"]);
}

/// However the command ends: what a bot answered cannot be had again by the seed.
#[test]
fn what_a_bot_chose_is_in_the_record_when_it_is_asked_again() {
    let folder = scratch("bots-record");
    let (record, counts) = (folder.join("record.jsonl"), folder.join("counts"));
    // What is there before the file lies in its place has no lines.
    let count = format!("grep -c . '{}' >> '{}'", record.display(), counts.display()).replace('\'', "\"");
    let seat = format!("2={}", shell(&format!(r#"{count}; echo "{{\"nth\":0}}""#)));
    let call = ["run", VARG, "--seed", "5", "--quiet", "--hands", "1", "--seat", &seat, "--record"];
    ends(&bidlang(&[&call[..], &[record.to_str().unwrap()]].concat()), 0, &[]);
    let counts = std::fs::read_to_string(&counts).unwrap();
    let counts: Vec<u32> = counts.lines().map(|count| count.parse().unwrap()).collect();
    assert!(counts.len() > 5, "{counts:?}");
    assert!(counts.windows(2).all(|two| two[0] < two[1]), "{counts:?}");
}

#[test]
fn calls_of_bots_that_cannot_be_are_refused() {
    let refused = |seat: &str, what: &str| tells(&bidlang(&["run", VARG, "--seat", seat]), 2, &[what]);
    refused("2=cmd:no-such-program-at-all", "`no-such-program-at-all` cannot be started");
    refused("2=cmd:", "`cmd:` wants a program");
    refused("2=cmd:sh -c 'read", "a quote in the program's call has no end");
    refused("9=cmd:cat", "there is no seat 9");
    for time in ["0s", "soon", "10", "-1s", "99999999999999999999s"] {
        ends(&bidlang(&["run", VARG, &format!("--bot-time={time}")]), 2, &["say a time up to a day"]);
    }
    ends(&bidlang(&["run", VARG, "--on-bot-failure", "cry"]), 2, &["stop, random"]);
}

/// Whether a process comes to an end soon, by its number in a file.
#[cfg(unix)]
fn ends_soon(file: &Path) -> bool {
    let number = std::fs::read_to_string(file).unwrap();
    let is_there = || {
        let told = Command::new("kill").args(["-0", number.trim()]).output().unwrap();
        told.status.success()
    };
    (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        !is_there()
    })
}

/// Until a process has written down its number.
#[cfg(unix)]
fn wait_for(file: &Path) {
    assert!((0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(file).is_ok_and(|number| number.ends_with('\n'))
    }));
}

/// A bot that calls another program, which writes down its number and does not stop.
#[cfg(unix)]
fn busy(folder: &Path) -> (String, std::path::PathBuf) {
    let (wrapper, number) = (folder.join("wrapper.sh"), folder.join("number"));
    let busy = folder.join("busy.sh");
    std::fs::write(&busy, format!("echo $$ > '{}'\nwhile :; do sleep 0.1; done\n", number.display())).unwrap();
    std::fs::write(&wrapper, format!("sh '{}'\nexit $?\n", busy.display())).unwrap();
    (format!("2=cmd:sh '{}'", wrapper.display()), number)
}

#[test]
#[cfg(unix)]
fn what_a_bot_has_called_ends_with_it() {
    let (seat, number) = busy(&scratch("bots-wrapped"));
    let call = ["run", VARG, "--seed", "5", "--quiet", "--seat", &seat, "--bot-time", "1s"];
    tells(&bidlang(&call), 3, &["gave no answer within 1 s"]);
    assert!(ends_soon(&number), "it goes on");
}

#[test]
#[cfg(unix)]
fn a_signal_that_ends_the_command_ends_its_bots() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, code) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let (seat, number) = busy(&scratch(&format!("bots-signal-{signal}")));
        let mut command = Command::new(env!("CARGO_BIN_EXE_bidlang"));
        let call = ["run", VARG, "--seed", "5", "--quiet", "--seat", &seat, "--bot-time", "60s"];
        let mut run = command.args(call).current_dir(root()).spawn().unwrap();
        wait_for(&number);
        assert!(Command::new("kill").args([&format!("-{signal}"), &run.id().to_string()]).status().unwrap().success());
        assert_eq!(run.wait().unwrap().signal(), Some(code));
        assert!(ends_soon(&number), "{signal}: it goes on");
    }
}

/// Who calls it so that a signal does nothing (`nohup`) is not overruled.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_is_ignored_ends_nothing() {
    use std::os::unix::process::ExitStatusExt;
    let (seat, number) = busy(&scratch("bots-ignored"));
    let call = "trap '' HUP; exec \"$0\" run \"$1\" --seed 5 --quiet --seat \"$2\" --bot-time 60s";
    let mut command = Command::new("sh");
    command.args(["-c", call, env!("CARGO_BIN_EXE_bidlang"), VARG, &seat]).current_dir(root());
    let mut run = command.spawn().unwrap();
    wait_for(&number);
    let send = |signal: &str| {
        assert!(Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap().success());
    };
    send("-HUP");
    std::thread::sleep(std::time::Duration::from_millis(300));
    send("-TERM");
    assert_eq!(run.wait().unwrap().signal(), Some(15));
    assert!(ends_soon(&number), "it goes on");
}

#[test]
fn a_bot_is_not_asked_for_what_would_not_be_done() {
    let heard = scratch("bots-short").join("heard.jsonl");
    let bot = shell(&format!(r#"echo "$line" >> {}; echo "{{\"nth\":0}}""#, heard.display()));
    let call = ["run", "goofspiel", "--seed", "4", "--quiet", "--seat", &format!("1={bot}"), "--decisions", "2"];
    ends(&bidlang(&call), 3, &["goes on for more than 2 decisions"]);
    assert_eq!(std::fs::read_to_string(&heard).unwrap().lines().count(), 1);
}

#[test]
fn a_bot_that_is_gone_or_talks_is_told_of_where_no_question_shows_it() {
    let path = scratch("bots-idle").join("lone.bid");
    let rules = "game Lone\nplayers 2\n\ncards\n  rank  1 to 2\n  1 to 2\n\nplaces\n  stock  seen by all\n\ntrack\n  purse  each player  number\n\nplay\n  move all cards to stock\n  do step\n  won by seat 1\n\nphase step repeats 3000 times\n  ask seat 1 to say a number from 1 to 5\n    add number to purse of seat 1\n";
    std::fs::write(&path, rules).unwrap();
    let play = |bot: &str| bidlang(&["run", path.to_str().unwrap(), "--seed", "1", "--quiet", "--seat", bot]);
    tells(&play("2=cmd:true"), 0, &["the bot of Ben failed", "and was never asked; the game is over all the same"]);
    tells(&play("2=cmd:sh -c 'echo hello; cat'"), 0, &["wrote a line without being asked"]);
}
