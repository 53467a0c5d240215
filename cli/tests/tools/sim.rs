//! `bidlang sim` from outside: the same bytes however it is played, figures that agree with single games, exit codes.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::{VARG, bidlang, command, ends, err, out, root, scratch};

fn sim(arguments: &[&str]) -> Output {
    bidlang(&[&["sim"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    let output = sim(&[arguments, &["--format", "json", "--quiet"]].concat());
    ends(&output, 0, &[]);
    serde_json::from_str(&out(&output)).unwrap()
}

const HEARTS: &str = "games/classics/hearts.bid";
const BRIDGE: &str = "games/classics/bridge.bid";

/// Points that an option takes out of the rules are not missed.
#[test]
fn what_an_option_leaves_out_is_not_said_to_be_never_used() {
    let told = |option: &str| out(&sim(&[HEARTS, "--games", "1", "--seed", "1", "-q", "-o", option]));
    assert!(!told("jack-bonus=no").contains("points for Jack of Diamonds"));
    assert!(told("jack-bonus=yes").contains("Jack of Diamonds"));
}

/// What a sale brought is what the winner's score gained in its round: nothing where points are scored when the game is over, whether the last lot was sold or not.
#[test]
fn a_sale_brings_what_its_round_does() {
    let folder = scratch("sales");
    let rules = |each: &str, last: &str| {
        format!(
            "game Lots\nplayers 2\ncards\n  rank  1 to 10\n  1 to 10\nplaces\n  stock  seen by nobody\n  lot  seen by all\n  won  each player  seen by all\nplay\n  \
             move all cards to stock\n  shuffle stock\n  do sale\n{last}  won by players with highest score\nphase sale repeats 3 times\n  deal 1 from stock to lot\n  \
             auction\n    order   clockwise from seat 1\n    bid     a number from 1 to 3\n    must    outbid leader\n    pass    for good\n    \
             closes  when number of bidders is 1\n    wins    highest worth, ties to first\n    sold\n      move lot to won of winner\n{each}    \
             unsold\n      move lot to won of player in bidders\n"
        )
    };
    let at_the_end = "  for each player\n    score total rank of won to player for cards\n";
    for (name, each, last, gained) in
        [("end", "", at_the_end, Some(0)), ("each", "      score 1 to winner for a lot\n", "", None)]
    {
        let path = folder.join(format!("{name}.bid"));
        std::fs::write(&path, rules(each, last)).unwrap();
        let told = json(&[path.to_str().unwrap(), "--games", "300", "--seed", "1"]);
        let after = told["setups"][0]["auctions"][0]["after"].as_array().unwrap();
        let sum = |what: &str| after.iter().map(|row| row[what].as_u64().unwrap()).sum::<u64>();
        assert!(sum("times") > 300, "{after:?}");
        assert_eq!(sum("gained"), gained.unwrap_or(sum("times")), "{name}: {after:?}");
    }
}

#[test]
fn where_all_win_or_nobody_does_nothing_is_said_of_fairness() {
    let told = out(&sim(&["tests/corpus/sound/together.bid", "--games", "100", "--seed", "5", "-q"]));
    assert!(told.contains("All win together in 37.00 % of the games, and nobody in the others."), "{told}");
    assert!(told.contains("All seats win together or none does.") && !told.to_lowercase().contains("fair"), "{told}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = scratch("threads");
    for file in [VARG, HEARTS, "games/bid_war.bid"] {
        for format in ["text", "json", "csv"] {
            let with = |threads: &str| {
                let rows = folder.join(format!("{threads}.csv"));
                let page = folder.join(format!("{threads}.html"));
                let output = sim(&[
                    file,
                    "--games",
                    "90",
                    "--seed",
                    "7",
                    "--threads",
                    threads,
                    "--format",
                    format,
                    "--quiet",
                    "--out",
                    rows.to_str().unwrap(),
                    "--html",
                    page.to_str().unwrap(),
                ]);
                ends(&output, 0, &[]);
                assert_eq!(err(&output), "");
                (output.stdout, std::fs::read(rows).unwrap(), std::fs::read(page).unwrap())
            };
            let one = with("1");
            assert!(one == with("2") && one == with("8"), "{file} as {format}");
        }
    }
    let pairs = |threads| {
        sim(&[VARG, "--games", "60", "--seed", "7", "--against", "losers-bids=returned", "-q", "-t", threads]).stdout
    };
    assert_eq!(pairs("1"), pairs("8"));
}

#[test]
fn a_small_report_word_for_word() {
    let shown = |arguments: &[&str]| {
        let output = sim(arguments);
        ends(&output, 0, &[]);
        out(&output)
    };
    let mut text = shown(&[VARG, "--games", "200", "--seed", "1", "--quiet"]);
    text.push_str("\n----\n");
    text.push_str(&shown(&[BRIDGE, "--games", "40", "--seed", "1", "--quiet", "--option", "boards=2"]));
    text.push_str("\n----\n");
    text.push_str(&shown(&[VARG, "--games", "50", "--seed", "1", "--quiet", "--against", "losers-bids=returned"]));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/sim.txt");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
        std::fs::write(&kept, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(kept).unwrap(), "read it; INSTA_UPDATE=always writes it anew");
}

#[test]
fn rows_agree_with_single_games() {
    let folder = scratch("rows");
    let rows = folder.join("games.csv");
    for (file, more) in [
        (VARG, vec!["--players", "4", "--option", "deck=extended"]),
        ("games/bid_war.bid", vec![]),
        ("games/do_my_bidding.bid", vec![]),
        ("games/classics/no_thanks.bid", vec!["--players", "5"]),
    ] {
        let output =
            sim(&[&[file, "--games", "12", "--seed", "30", "--out", rows.to_str().unwrap(), "-q"], more.as_slice()]
                .concat());
        ends(&output, 0, &[]);
        let text = std::fs::read_to_string(&rows).unwrap();
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let at = |name: &str| head.iter().position(|column| *column == name).unwrap();
        let scores: Vec<usize> = (0..head.len()).filter(|column| head[*column].starts_with("score_")).collect();
        let mut seeds = 30..;
        for row in lines {
            assert_eq!(row[at("seed")].parse::<u64>().unwrap(), seeds.next().unwrap());
            let run =
                bidlang(&[&["run", file, "--seed", row[at("seed")], "--format", "jsonl"], more.as_slice()].concat());
            ends(&run, 0, &[]);
            let last: Value = serde_json::from_str(out(&run).lines().last().unwrap()).unwrap();
            let found: Vec<String> = scores.iter().map(|column| row[*column].to_owned()).collect();
            let wanted: Vec<String> = last["scores"].as_array().unwrap().iter().map(Value::to_string).collect();
            assert_eq!(found, wanted, "{file} {row:?}\n{last}");
            let winners: Vec<String> = last["winners"].as_array().unwrap().iter().map(Value::to_string).collect();
            assert_eq!(row[at("winners")], winners.join(" "), "{file} {row:?}");
            assert_eq!(row[at("decisions")], last["decisions"].to_string(), "{file} {row:?}");
        }
        assert_eq!(seeds.next(), Some(42));
    }
}

#[test]
fn figures_agree_with_each_other() {
    let folder = scratch("figures");
    let rows = folder.join("games.csv");
    let found = json(&[VARG, "--games", "150", "--seed", "3", "--out", rows.to_str().unwrap()]);
    let setup = &found["setups"][0];
    let text = std::fs::read_to_string(&rows).unwrap();
    let column = |number: usize| -> Vec<String> {
        text.lines().skip(1).map(|line| line.split(',').nth(number).unwrap().to_owned()).collect()
    };
    let numbers = |number: usize| -> Vec<f64> { column(number).iter().map(|cell| cell.parse().unwrap()).collect() };
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let near = |a: &Value, b: f64| assert!((a.as_f64().unwrap() - b).abs() < 1e-5, "{a} is not {b}");
    // seed, players, two options, three scores, winners, decisions, rounds
    near(&setup["seats"][0]["scores"]["mean"], mean(numbers(4)));
    near(&setup["decisions"]["mean"], mean(numbers(8)));
    let wins = column(7).iter().filter(|winners| winners.split(' ').any(|winner| winner == "2")).count();
    assert_eq!(setup["seats"][1]["wins"], wins);
    let ties = column(7).iter().filter(|winners| winners.contains(' ')).count();
    near(&setup["ties"], ties as f64 / 150.0);
    let mut sorted = numbers(4);
    sorted.sort_by(f64::total_cmp);
    near(&setup["seats"][0]["scores"]["quantiles"]["50"], sorted[74]);
    near(&setup["seats"][0]["scores"]["quantiles"]["95"], sorted[142]);
    // Acts, choices and auctions are counted of the same decisions.
    let decisions: f64 = numbers(8).iter().sum();
    let of = |value: &Value, field: &str| -> f64 {
        value.as_array().unwrap().iter().map(|item| item[field].as_f64().unwrap()).sum()
    };
    near(&Value::from(of(&setup["asks"], "times")), decisions);
    near(&Value::from(of(&setup["choices"]["histogram"], "decisions")), decisions);
    for ask in setup["asks"].as_array().unwrap() {
        assert_eq!(of(&ask["acts"], "taken"), ask["times"].as_f64().unwrap());
    }
    let auction = &setup["auctions"][0];
    let bids = auction["bids"]["mean"].as_f64().unwrap() * auction["closed"].as_f64().unwrap();
    let asked = setup["asks"].as_array().unwrap().iter().find(|ask| ask["ask"] == "auction").unwrap();
    assert!((bids - asked["acts"][0]["taken"].as_f64().unwrap()).abs() < 0.1);
    assert_eq!(auction["passes"], asked["acts"][1]["taken"]);
    // All points of this game are scored for one reason.
    let scored = setup["points"][0]["points"]["mean"].as_f64().unwrap() * setup["points"][0]["times"].as_f64().unwrap();
    let all: f64 = (4..7).flat_map(numbers).sum();
    assert!((scored - all).abs() < 0.5);
}

#[test]
fn a_sweep_is_a_row_for_each_setup_and_tells_what_is_refused() {
    let output = sim(&[VARG, "--games", "20", "--seed", "1", "--players", "4,5", "--option", "deck=basic,extended"]);
    ends(&output, 0, &["skipped: 5 players, deck = extended", "60 games in"]);
    // In three tables, none of which is wider than a page.
    let text = out(&output);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    let rows: Vec<&str> = rows.into_iter().filter(|line| line.contains(" players, deck = ")).collect();
    assert_eq!(rows.len(), 9, "{text}");
    assert!(rows.iter().all(|row| row.chars().count() <= 120), "{text}");
    assert!(text.contains("20 games of each setup"), "{text}");
    assert!(text.contains(" 3 setups"), "{text}");
    let found = json(&[VARG, "--games", "20", "--seed", "1", "--players", "4,5", "--option", "deck=basic,extended"]);
    assert_eq!(found["setups"].as_array().unwrap().len(), 3);
    assert_eq!(found["refused"].as_array().unwrap().len(), 1);
    // One setup of a sweep is what it is by itself.
    let alone = json(&[VARG, "--games", "20", "--seed", "1", "--players", "4", "--option", "deck=extended"]);
    assert_eq!(found["setups"][1], alone["setups"][0]);
    let csv = sim(&[VARG, "--games", "20", "--seed", "1", "--option", "deck=basic,extended", "--format", "csv"]);
    let csv = out(&csv);
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(widths.len(), 3);
    assert!(widths.iter().all(|width| *width == widths[0]), "{csv}");
    ends(&sim(&[VARG, "--players", "5", "--option", "deck=extended"]), 2, &["refused-options"]);
    ends(&sim(&[VARG, "--players", "9,12"]), 2, &["every one of these combinations is refused"]);
}

#[test]
fn a_comparison_tells_noise_from_difference() {
    let with = |arguments: &[&str]| json(&[&[VARG, "--games", "400", "--seed", "1"], arguments].concat());
    let beyond = |found: &Value| -> Vec<String> {
        let figures = found["comparison"]["figures"].as_array().unwrap().iter();
        figures
            .filter(|figure| figure["beyond_noise"] == true)
            .map(|figure| figure["figure"].as_str().unwrap().to_owned())
            .collect()
    };
    let same = with(&["--compare", VARG]);
    assert!(beyond(&same).is_empty());
    let figures = same["comparison"]["figures"].as_array().unwrap();
    assert!(figures.len() > 5 && figures.iter().all(|figure| figure["difference"] == 0.0), "{figures:?}");
    assert!(same["comparison"]["words"].as_str().unwrap().starts_with("Nothing differs beyond noise"));
    let other = with(&["--against", "losers-bids=returned"]);
    let found = beyond(&other);
    assert!(found.contains(&"mean_decisions".to_owned()) && !found.contains(&"mean_rounds".to_owned()), "{found:?}");
    for figure in other["comparison"]["figures"].as_array().unwrap() {
        let number = |value: &Value| value.as_f64().unwrap();
        let difference = number(&figure["difference"]);
        assert!((number(&figure["second"]) - number(&figure["first"]) - difference).abs() < 1e-5);
        assert!(number(&figure["interval"][0]) <= difference && difference <= number(&figure["interval"][1]));
    }
    // A file of its own, with an option more.
    let folder = scratch("compare");
    let variant = folder.join("variant.bid");
    let text = std::fs::read_to_string(root().join(VARG)).unwrap();
    std::fs::write(
        &variant,
        text.replace("\nrequire ", "\noption spare  1 to 9, usually 1\nrequire spare is at least 1\nrequire "),
    )
    .unwrap();
    let variant = variant.to_str().unwrap();
    ends(&sim(&[VARG, "--compare", variant, "--games", "20", "-o", "spare=4", "-q"]), 0, &[]);
    ends(&sim(&[VARG, "--compare", variant, "--games", "20", "-o", "spar=4"]), 2, &["unknown-option"]);
    ends(
        &sim(&[VARG, "--compare", variant, "--games", "20", "-o", "deck=basic,extended"]),
        2,
        &["one value of each option"],
    );
    ends(&sim(&[VARG, "--compare", HEARTS, "--games", "20", "-p", "3"]), 2, &[]);
}

#[test]
fn assertions_decide_the_exit_code() {
    let with = |assertions: &[&str]| {
        let mut arguments = vec![VARG, "--games", "100", "--seed", "1", "--quiet"];
        assertions.iter().for_each(|assertion| arguments.extend(["--assert", assertion]));
        sim(&arguments)
    };
    ends(&with(&["mean_rounds == 3", "forced_share < 60%", "win_share[1] > 0.1"]), 0, &[]);
    let failed = with(&["mean_rounds == 3", "mean_decisions < 2", "seat_spread<0"]);
    ends(&failed, 1, &["assertion failed: mean_decisions < 2", "assertion failed: seat_spread<0"]);
    assert!(!err(&failed).contains("mean_rounds"));
    ends(&with(&["seat_spred < 1"]), 2, &["did you mean `seat_spread`"]);
    ends(&with(&["win_share[4] < 1"]), 2, &["there is no seat 4"]);
    // What a game does not have is no figure of it: 0 would hold.
    ends(&sim(&[HEARTS, "--games", "5", "--assert", "unsold_share < 1"]), 2, &["the game has no auction"]);
    let against = [HEARTS, "--games", "5", "--compare", BRIDGE, "--assert", "mean_bids < 99"];
    ends(&sim(&against), 2, &["the game has no auction"]);
}

#[test]
fn bad_calls_are_told() {
    ends(&sim(&[VARG, "--games", "0"]), 2, &["--games"]);
    ends(&sim(&[VARG, "--threads", "0"]), 2, &["--threads"]);
    ends(&sim(&[VARG, "--option", "dek=basic"]), 2, &["did you mean `deck`"]);
    ends(&sim(&[VARG, "--option", "deck=basic,larger"]), 2, &["cannot be `larger`"]);
    ends(&sim(&[VARG, "--option", "deck=,"]), 2, &["the option `deck` is given no value"]);
    ends(&sim(&["-", "--compare", "-"]), 2, &["both rules files are standard input"]);
    let folder = scratch("bad");
    let (rules, rows) = (folder.join("varg.bid"), folder.join("rows.csv"));
    std::fs::copy(root().join(VARG), &rules).unwrap();
    let (rules, rows) = (rules.to_str().unwrap(), rows.to_str().unwrap());
    ends(&sim(&[rules, "--games", "5", "--html", rules]), 2, &["--html would overwrite the rules file"]);
    ends(&sim(&[VARG, "--games", "5", "--compare", rules, "--html", rules]), 2, &["would overwrite the rules file"]);
    ends(&sim(&[rules, "--games", "5", "--html", rows, "--out", rows]), 2, &["are the same file"]);
    assert_eq!(std::fs::read(rules).unwrap(), std::fs::read(root().join(VARG)).unwrap());
    ends(&sim(&["games/none.bid"]), 2, &["there is no such file"]);
    ends(&sim(&[VARG, "--games", "5", "--out", "/nowhere/games.csv"]), 2, &["cannot be written"]);
    ends(&sim(&[VARG, "--games", "5", "--html", "/nowhere/page.html"]), 2, &["cannot be written"]);
    ends(&sim(&[VARG, "--games", "5", "--out", "games.txt"]), 2, &[".csv or a .parquet"]);
    #[cfg(not(feature = "parquet"))]
    ends(&sim(&[VARG, "--games", "5", "--out", "games.parquet"]), 2, &["--features parquet"]);
    let many = "target=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32";
    let more = "passing=yes,no";
    let rest = ["any-club-leads=yes,no", "jack-bonus=yes,no", "no-trick-bonus=yes,no", "queen-breaks-hearts=yes,no"];
    let mut arguments = vec![HEARTS, "-o", many, "-o", more];
    rest.iter().for_each(|option| arguments.extend(["-o", option]));
    ends(&sim(&arguments), 2, &["more than 1000 combinations"]);
}

#[test]
fn a_game_that_stops_is_named_with_its_seed() {
    let folder = scratch("fault");
    let file = folder.join("short.bid");
    // Some of these games deal more cards than there are.
    let rules = "game Short\nplayers 2\n\ncards\n  rank  1 to 8\n  1 to 8\n\nplaces\n  stock              seen by nobody\n  \
        hand  each player  seen by owner\n\nplay\n  move all cards to stock\n  shuffle stock\n  deal rank of last card in stock + 1 from \
        stock to hand of seat 1\n  won by players with highest score\n";
    std::fs::write(&file, rules).unwrap();
    let path = file.to_str().unwrap();
    let output = sim(&[path, "--games", "200", "--seed", "5", "--format", "json"]);
    ends(&output, 3, &["game-stopped", "the game with seed ", "bidlang run"]);
    let text = err(&output);
    let seed = text.split("the game with seed ").nth(1).unwrap().split(' ').next().unwrap();
    let found: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(found["setups"][0]["games"].as_u64().unwrap(), seed.parse::<u64>().unwrap() - 5);
    assert_eq!(found["complete"], false);
    ends(&bidlang(&["run", path, "--seed", seed, "--players", "2"]), 3, &["game-stopped"]);
    let again = sim(&[path, "--games", "200", "--seed", "5", "--format", "json", "--threads", "1"]);
    assert_eq!(again.stdout, output.stdout);
    ends(
        &sim(&[VARG, "--games", "9", "--seed", "1", "--decisions", "20"]),
        3,
        &["more than 20 decisions", "--decisions 20"],
    );
    // Who plays belongs to it.
    let seats = ["--players-are", "search:iterations=1", "--seat", "3=random", "--goal", "win"];
    let thinking = [&[VARG, "--games", "1", "--seed", "1", "--players", "4", "--decisions", "20"], &seats[..]].concat();
    let first = "--players 4 --seat 1..2=search:iterations=1";
    ends(&sim(&thinking), 3, &[first, "--seat 4=search:iterations=1 --goal win --decisions 20"]);
}

#[test]
fn a_page_needs_nothing_else() {
    let folder = scratch("page");
    let page = folder.join("page.html");
    ends(&sim(&[BRIDGE, "--games", "20", "--seed", "1", "-q", "--html", page.to_str().unwrap()]), 0, &[]);
    let text = std::fs::read_to_string(page).unwrap();
    assert!(text.starts_with("<!doctype html>") && text.contains("vegaEmbed('#plot'"));
    assert!(!text.contains("<script src") && !text.contains("<link"));
    let data = text.split("<script>const plots=").nth(1).unwrap().split(";const room=").next().unwrap();
    let plots: Vec<Value> = serde_json::from_str(data).unwrap();
    assert!(plots.len() > 5 && plots.iter().all(|plot| plot["$schema"].is_string()));
    for number in 0..plots.len() {
        assert!(text.contains(&format!("id=\"plot{number}\"")));
    }
}

#[test]
fn one_game_says_no_more_than_it_can() {
    let alone = sim(&[VARG, "--games", "1", "--seed", "8", "-q"]);
    assert!(out(&alone).contains("\n1 game with random players, seed 8\n"), "{}", out(&alone));
    let pair = json(&[VARG, "--games", "1", "--seed", "8", "--against", "losers-bids=returned"]);
    let figures = pair["comparison"]["figures"].as_array().unwrap();
    assert!(figures.len() > 5, "{figures:?}");
    for figure in figures {
        assert!(figure["interval"].is_null() && figure["beyond_noise"] == false, "{figure}");
    }
    assert!(pair["comparison"]["words"].as_str().unwrap().contains(" 1 pair of games"));
}

/// Begins a simulation that would take for ever, and interrupts it when its first games are on the disk.
#[cfg(unix)]
fn interrupted(name: &str, more: &[&str]) -> Output {
    let rows = scratch(name).join("games.csv");
    let call =
        ["sim", VARG, "--games", "1000000000", "--seed", "1", "--format", "json", "--out", rows.to_str().unwrap()];
    let mut child = command(&[&call, more].concat()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while std::fs::metadata(&rows).map_or(0, |file| file.len()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ends before it is interrupted");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_there_is() {
    let output = interrupted("ctrl-c", &[]);
    ends(&output, 130, &["interrupted: what is told is of the first"]);
    let found: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(found["complete"], false);
    let games = found["setups"][0]["games"].as_u64().unwrap();
    assert!(games > 0);
    // What was told is what so many games tell.
    let again = json(&[VARG, "--games", &games.to_string(), "--seed", "1"]);
    assert_eq!(again["setups"], found["setups"]);
}

/// Games of players that think take long: none waits for others to be counted.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_every_game_of_players_that_think() {
    let output = interrupted("ctrl-c-of-players-that-think", &["--players-are", "search:iterations=1"]);
    ends(&output, 130, &["interrupted: what is told is of the first"]);
    let found: Value = serde_json::from_str(&out(&output)).unwrap();
    let games = found["setups"][0]["games"].as_u64().unwrap();
    assert!((1..128).contains(&games), "{games}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_a_sweep_says_where_it_was() {
    let output = interrupted("ctrl-c-in-a-sweep", &["-p", "3,4,5"]);
    ends(&output, 130, &["the last that is told is 3 players, ", "2 setups were not begun"]);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command(&["sim", HEARTS, "--games", "50", "--seed", "1", "-q", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    ends(&output, 0, &[]);
}

/// What a Parquet file holds, written as the CSV file of the same games is.
#[cfg(feature = "parquet")]
fn parquet_as_csv(file: &Path) -> (usize, Vec<String>) {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let reader = SerializedFileReader::new(std::fs::File::open(file).unwrap()).unwrap();
    let columns = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let mut lines = vec![columns.iter().map(|column| column.name().to_owned()).collect::<Vec<_>>().join(",")];
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let cells = row.get_column_iter().map(|(_, field)| match field {
            Field::Null => String::new(),
            Field::Str(words) if words.contains([',', '"']) => format!("\"{}\"", words.replace('"', "\"\"")),
            Field::Str(words) => words.clone(),
            Field::ULong(number) => number.to_string(),
            Field::Long(number) => number.to_string(),
            Field::Int(number) => number.to_string(),
            other => panic!("{other:?}"),
        });
        lines.push(cells.collect::<Vec<_>>().join(","));
    }
    (reader.num_row_groups(), lines)
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_file_holds_the_rows_of_the_csv_file() {
    let folder = scratch("parquet");
    // One decision and no rounds: enough games for several row groups.
    let coin = folder.join("coin.bid");
    let rules = "game Coin\nplayers 2\n\ncards\n  rank  1 to 8\n  1 to 8\n\nplaces\n  stock              seen by nobody\n  \
        hand  each player  seen by owner\n\nplay\n  move all cards to stock\n  shuffle stock\n  deal 1 from stock to hand of each player\n  \
        won by players with highest score\n";
    std::fs::write(&coin, rules).unwrap();
    let coin = coin.to_str().unwrap();
    let last = (u64::MAX - 9).to_string();
    for (what, groups, arguments) in [
        // Seats that only some setups have, options of words, seeds that begin again at 0.
        ("sweep", 1, vec![VARG, "--games", "40", "-p", "3,4", "-o", "deck=basic,extended", "--seed", &last]),
        ("many options", 1, vec![HEARTS, "--games", "25", "--seed", "1", "-o", "target=40,100"]),
        ("ties", 1, vec!["games/classics/no_thanks.bid", "--games", "300", "--seed", "1", "-p", "3,7"]),
        ("several groups", 3, vec![coin, "--games", "270000", "--seed", "1"]),
    ] {
        let write = |ending: &str, threads: &str| {
            let file = folder.join(format!("games{threads}.{ending}"));
            let rest = ["-q", "--threads", threads, "--out", file.to_str().unwrap()];
            ends(&sim(&[arguments.as_slice(), &rest].concat()), 0, &[]);
            file
        };
        let csv = std::fs::read_to_string(write("csv", "1")).unwrap();
        let mut wanted: Vec<String> = csv.lines().map(str::to_owned).collect();
        wanted[0] = wanted[0].replace([':', '-'], "_");
        let one = write("parquet", "1");
        let (found_groups, found) = parquet_as_csv(&one);
        assert_eq!((found_groups, found.len()), (groups, wanted.len()), "{what}");
        for (found, wanted) in found.iter().zip(&wanted) {
            assert_eq!(found, wanted, "{what}");
        }
        assert!(std::fs::read(one).unwrap() == std::fs::read(write("parquet", "2")).unwrap(), "{what}");
    }
}
