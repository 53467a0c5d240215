//! Two persons at one prompt who type anything: the command neither panics nor hangs, and the record that it keeps is true, whatever was
//! taken back, and can be gone on with.

use bidlang::engine::Stream;

use crate::{bidlang, ends, err, out, scratch, with_input};

/// Lines as people type them, and some that nobody should.
const LINES: [&str; 26] = [
    "help",
    "?",
    "table",
    "list",
    "log",
    "undo",
    "undo anyway",
    "why",
    "why score",
    "why not",
    "why not 1",
    "why not Ace of Hearts",
    "why not bid 9",
    "pass",
    "bid",
    "bid 1 of Hearts",
    "0",
    "-1",
    "99999999999999999999",
    "",
    "   ",
    "\t",
    "\u{1b}[31m",
    "ä",
    "bid 1 of Hearts with 2 of Hearts with 3 of Hearts",
    "((((",
];

/// What two persons type: most often the number of an act.
fn typed(seed: u64) -> String {
    let mut stream = Stream::new(seed, 31);
    let mut text = String::new();
    for _ in 0..20 + stream.below(60) {
        match stream.below(5) {
            0 | 1 => text.push_str(LINES[stream.below(LINES.len() as u32) as usize]),
            _ => text.push_str(&(1 + stream.below(4)).to_string()),
        }
        text.push('\n');
    }
    if stream.below(2) == 0 {
        text.push_str("quit\n");
    }
    text
}

#[test]
fn two_persons_may_type_anything() {
    let folder = scratch("prompt");
    let mut over = 0;
    for seed in 0..48 {
        let game =
            ["varg_bid", "bid_war", "do_my_bidding", "classics/goofspiel", "classics/no_thanks", "classics/hearts"]
                [seed as usize % 6];
        let (file, record) = (format!("games/{game}.bid"), folder.join(format!("{seed}.jsonl")));
        let record = record.to_str().unwrap();
        let said = seed.to_string();
        let seats = ["--seat", "1=human", "--seat", "2=human"];
        let call = [&["run", &file, "--seed", &said, "--record", record], seats.as_slice()].concat();
        let output = with_input(&call, &typed(seed));
        ends(&output, 0, &[]);
        ends(&bidlang(&["run", &file, "--replay", record, "--quiet"]), 0, &[]);
        if std::fs::read_to_string(record).unwrap().contains("\"winners\"") {
            over += 1;
            continue;
        }
        let output = with_input(&[&["run", &file, "--resume", record], seats.as_slice()].concat(), &typed(seed + 1000));
        assert_eq!(output.status.code(), Some(0), "{game}, {seed}: {}{}", err(&output), out(&output));
        ends(&bidlang(&["run", &file, "--replay", record, "--quiet"]), 0, &[]);
    }
    assert!(over < 48, "all games are over");
}

/// What was told since a choice does not become unknown by taking it back: then it has to be meant. What persons showed each other is their own.
#[test]
fn undo_over_what_was_told_has_to_be_meant() {
    let call = ["run", "games/varg_bid.bid", "--seed", "5", "-p", "3", "--seat", "1=human"];
    let text = out(&with_input(&call, "1\nundo\nundo anyway\nundo\nquit\n"));
    assert!(text.contains("since then you were told ") && text.contains("`undo anyway`"), "{text}");
    assert_eq!(text.matches("since then").count(), 1, "the choice was taken back: {text}");
    assert!(text.contains("there is nothing of yours to take back"), "{text}");
    let persons = [&call[..], &["--seat", "2=human", "--seat", "3=human"]].concat();
    // Ben has chosen nothing. What he and Cat choose then is taken back with Ann's choice if both agree.
    let text = out(&with_input(&persons, "1\nundo\n1\n1\nundo\nno\nundo\nyes\nno\nundo\nyes\nyes\nquit\n"));
    assert!(!text.contains("since then you were told"), "{text}");
    assert_eq!(text.matches("there is nothing of yours to take back").count(), 1, "{text}");
    assert_eq!(text.matches("Ben, do you agree?").count(), 3, "{text}");
    assert_eq!(text.matches("Cat, do you agree?").count(), 2, "{text}");
    assert_eq!(text.matches("Ben does not agree").count() + text.matches("Cat does not agree").count(), 2, "{text}");
    let (_, behind) = text.rsplit_once("Cat, do you agree?").unwrap();
    assert!(behind.contains("auction Ace of Moons"), "Ann does not choose again: {behind}");
}

#[test]
fn a_game_is_kept_again_after_an_undo() {
    let path = scratch("saved").join("game.jsonl");
    let typed = format!("1\nsave {0}\nundo anyway\nsave {0}\nquit\n", path.display());
    let output = with_input(&["run", "games/bid_war.bid", "--seed", "1", "--seat", "1=human"], &typed);
    assert_eq!(out(&output).matches("the game so far is kept there").count(), 2, "{}", out(&output));
    ends(&bidlang(&["run", "games/bid_war.bid", "--replay", path.to_str().unwrap(), "--quiet"]), 0, &[]);
}

/// A card that one does not hold is understood as one types it, and the answer says what forbids it; a number behind the name of an act is no card.
#[test]
fn what_may_not_be_picked_is_understood_as_it_is_typed() {
    for words in ["Queen of Spades", "queen of spades", "the queen of spades", "qs", "play queen of spades"] {
        let call = ["run", "hearts", "--seat", "1=human", "--seed", "1", "-o", "passing=no"];
        let told = out(&with_input(&call, &format!("{words}\nquit\n")));
        assert!(told.contains("it is not there to be picked, by the rule `a card from hand`"), "{words}: {told}");
    }
    let call = ["run", "hearts", "--seat", "1=human", "--seed", "1", "-o", "passing=no"];
    let told = out(&with_input(&call, "play 1\nquit\n"));
    assert!(told.contains("for number 1 of the list say `1` alone"), "{told}");
}
