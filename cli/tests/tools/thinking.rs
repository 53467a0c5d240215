//! Players that think, in the commands.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::{bidlang, command, ends, err, out, scratch, with_input};

/// The scores of a game that is played by itself.
fn scores(seed: u64, seats: &[&str]) -> String {
    let seed = seed.to_string();
    let mut words = vec!["run", "varg_bid", "--players", "3", "--quiet", "--seed", &seed];
    words.extend(seats);
    out(&bidlang(&words))
}

#[test]
fn the_same_seed_gives_the_same_game_on_any_number_of_threads() {
    let call = |threads| {
        let seats = ["--players-are", "easy", "--seat", "2..=random"];
        let words =
            ["sim", "varg_bid", "--players", "3", "--games", "4", "--seed", "7", "--format", "json", "-t", threads];
        out(&bidlang(&[words.as_slice(), &seats].concat()))
    };
    let one = call("1");
    assert!(one.contains(r#""seats_are":["easy","random","random"]"#), "{one}");
    assert_eq!(one, call("2"));
}

#[test]
fn a_game_of_sim_is_the_game_of_run() {
    let path = scratch("thinking").join("rows.csv").display().to_string();
    let words =
        ["sim", "varg_bid", "--players", "3", "--games", "3", "--seed", "5", "--seat", "1=easy", "--out", &path];
    ends(&bidlang(&words), 0, &[]);
    let table = std::fs::read_to_string(&path).unwrap();
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let first = head.iter().position(|name| *name == "score_1").unwrap();
    for (seed, line) in (5..).zip(lines) {
        let row: Vec<&str> = line.split(',').collect();
        let told = format!("Ann {}, Ben {}, Cat {}", row[first], row[first + 1], row[first + 2]);
        let run = scores(seed, &["--seat", "1=easy"]);
        assert!(run.starts_with(&told), "{told}: {run}");
    }
}

#[test]
fn a_hint_says_what_a_player_that_thinks_would_do() {
    let said = out(&with_input(&["run", "hearts", "--seat", "1=human", "--seed", "3"], "hint\nquit\n"));
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(" % of the tries, ")).collect();
    assert_eq!(lines.len(), 3, "{said}");
    let fits = |line: &&str| line.contains("pass ") && line.ends_with(" by the end of the round");
    assert!(lines.iter().all(fits), "{said}");
    // What follows is what the others do, and never the same for all three.
    let reasons: Vec<&str> = said.lines().map(str::trim).filter(|line| line.starts_with("then ")).collect();
    assert!(reasons.len() == 3 && reasons.iter().any(|one| *one != reasons[0]), "{said}");
}

#[test]
fn wrong_levels_and_seats_are_told() {
    for (words, wanted) in [
        (["sim", "varg_bid", "--players-are", "genius"].as_slice(), "a level is easy, normal, hard"),
        (&["sim", "varg_bid", "--players-are", "search:iterations=0"], "from 1 to"),
        (&["sim", "varg_bid", "--seat", "0=easy"], "numbered from 1"),
        (&["sim", "varg_bid", "--seat", "3..2=easy"], "2..4=normal"),
        (&["sim", "varg_bid", "--players", "3", "--seat", "4=easy"], "there is no seat 4: 3 players play"),
        (&["run", "varg_bid", "--players", "3", "--seat", "4=easy"], "there is no seat 4: 3 players play"),
        (&["run", "varg_bid", "--seat", "1=genius"], "`genius` is no player"),
        (&["run", "varg_bid", "--seat", "1=search:think=0s"], "say how long"),
    ] {
        let said = bidlang(words);
        ends(&said, 2, &[]);
        let plain = err(&said).split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        assert!(plain.contains(wanted), "{words:?}: {plain}");
    }
}

/// Whoever gains has more points; whoever harms is further in front.
const HARM: &str = "game Harm
players 2

cards
  lot  1 to 6
  1 to 6

places
  stock  seen by nobody

play
  do turn
  won by players with highest score

phase turn repeats 3 times
  ask each player
    act gain
      score 2 to player for gaining
    act harm
      deduct 5 from left of player for harm
";

#[test]
fn who_is_after_points_gains_and_who_is_after_the_margin_harms() {
    let path = scratch("goals").join("harm.bid").display().to_string();
    std::fs::write(&path, HARM).unwrap();
    let told = |goal: &str| out(&bidlang(&["run", &path, "--seed", "1", "--seat", "1..=easy", "--goal", goal, "-q"]));
    assert!(told("score").starts_with("Ann 6, Ben 6"), "{}", told("score"));
    assert!(told("margin").starts_with("Ann -15, Ben -15"), "{}", told("margin"));
    assert!(told("win").starts_with("Ann -15, Ben -15"), "{}", told("win"));
}

/// Where there is no terminal, too, it is said what is waited for. `hard` practises longer than that.
#[test]
fn in_a_pipe_it_is_said_that_players_practise() {
    let calls: [&[&str]; 2] = [
        &["run", "skat", "--players", "3", "--seat", "1=hard", "--seed", "1"],
        &["sim", "skat", "--players", "3", "--games", "1", "--seat", "1=hard", "--seed", "1"],
    ];
    let waiting = calls.map(|call| {
        command(call).env("BIDLANG_CACHE", "").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    });
    for mut child in waiting {
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(line, "players practise Skat: a minute or some, once for each text and setup\n");
    }
}
