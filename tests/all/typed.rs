//! What people type at a table is understood, and nothing that may not be done.

use bidlang::{Game, Setup, Turn, Typed};
use bidlang_tests::{root, shipped};

/// The first turn at which somebody may do this, all before playing their first choice.
fn turn_with(name: &str, seed: u64, act: &str) -> Turn {
    let text = std::fs::read_to_string(root().join("games").join(name)).unwrap();
    let mut table = Game::read(name, &text).unwrap().prepare(&Setup::default()).unwrap().table(seed);
    for _ in 0..500 {
        let turn = table.turn().unwrap().unwrap();
        if turn.legal().iter().any(|legal| legal.to_string().starts_with(act)) {
            return turn;
        }
        table.play(turn.seat(), &turn.nth(0).unwrap()).unwrap();
    }
    panic!("{name}: nobody may {act}");
}

fn read(turn: &Turn, typed: &str) -> String {
    match turn.read_typed(typed) {
        Typed::Act(act) => act.to_string(),
        Typed::Several(acts) => format!("{} or {}", acts[0], acts[1]),
        Typed::Nothing => "nothing".to_owned(),
    }
}

#[test]
fn cards_are_said_short() {
    let turn = turn_with("classics/hearts.bid", 3, "pass");
    let hand = turn.view().places.iter().find(|place| place.name == "hand of Ann").unwrap().shown.clone();
    let cards: Vec<&str> = hand.split(", ").take(3).collect();
    let short = |card: &str| -> String {
        let (rank, suit) = card.split_once(" of ").unwrap();
        let rank = if rank.parse::<u8>().is_ok() { rank } else { &rank[..1] };
        format!("{rank}{}", &suit[..1])
    };
    let act = turn.read(&format!("pass {}", cards.join(", "))).unwrap().to_string();
    let said: Vec<String> = cards.iter().map(|card| short(card)).collect();
    for typed in
        [said.join(" "), said.join(", "), said.concat().to_lowercase(), format!("pass the {}", said.join(" and the "))]
    {
        assert_eq!(read(&turn, &typed), act, "{typed}");
    }
    // In any order.
    assert_eq!(read(&turn, &format!("{} {} {}", said[2], said[0], said[1])), act);
    // Two of three: it is asked which is the third.
    assert!(read(&turn, &said[..2].join(" ")).contains(" or "));
    assert_eq!(read(&turn, "xyzzy"), "nothing");
}

#[test]
fn calls_are_said_short() {
    let turn = turn_with("classics/bridge.bid", 3, "bid");
    for (typed, act) in [
        ("1NT", "bid 1 with No-trump"),
        ("1 no-trump", "bid 1 with No-trump"),
        ("2s", "bid 2 with Spades"),
        ("Bid 3 Hearts", "bid 3 with Hearts"),
        ("bid 4h", "bid 4 with Hearts"),
        ("P", "pass"),
        ("PASS", "pass"),
        ("8s", "nothing"),
        ("5", "bid 5 with Clubs or bid 5 with Diamonds"),
    ] {
        assert_eq!(read(&turn, typed), act, "{typed}");
    }
    let turn = turn_with("varg_bid.bid", 4, "auction");
    assert_eq!(read(&turn, "9 moons"), "auction 9 of Moons and Suns");
    assert_eq!(read(&turn, "the 9 of moons and suns"), "auction 9 of Moons and Suns");
    assert_eq!(read(&turn, "crown"), "auction Crown of Suns or auction Crown of Waves");
}

#[test]
fn a_number_is_the_number_that_is_picked() {
    let turn = turn_with("do_my_bidding.bid", 3, "bid");
    assert!(turn.asks_for_a_number());
    let picked = |turn: &Turn, number| turn.with_number(number).map(|act| act.to_string());
    assert_eq!(picked(&turn, 3), Some("bid 3".to_owned()));
    assert_eq!(picked(&turn, 1_000_000), None);
    for typed in ["bid 1.0", "bid -1", "-1", "bid 1/0", "bid 1 0", "1,0", "bid 1-0"] {
        assert_eq!(read(&turn, typed), "nothing", "{typed}");
    }
    assert_eq!(read(&turn, "bid 10"), "bid 10");
    let turn = turn_with("classics/bridge.bid", 3, "bid");
    assert!(!turn.asks_for_a_number() && turn.with_number(3).is_none());
}

#[test]
fn every_legal_act_is_understood_as_it_is_listed_in_any_letters() {
    for (name, rulebook) in shipped() {
        let Ok(game) = Game::read(&name, rulebook.text()) else { continue };
        let mut table = game.prepare(&Setup::default()).unwrap().table(11);
        for step in 0..40 {
            let Some(turn) = table.turn().unwrap() else { break };
            let count = turn.count();
            if count <= 300 {
                for act in turn.legal().into_iter().step_by(7) {
                    let words = act.to_string();
                    assert_eq!(turn.read_typed(&words.to_uppercase()), Typed::Act(act), "{name}: {words}");
                }
            }
            table.play(turn.seat(), &turn.nth(step * 7 % count).unwrap()).unwrap();
        }
    }
}

#[test]
fn long_nonsense_is_read_at_once() {
    let turn = turn_with("classics/hearts.bid", 3, "pass");
    for typed in ["a".repeat(5_000), "2".repeat(5_000), "qs ".repeat(2_000), "of the ".repeat(900)] {
        assert_eq!(read(&turn, &typed), "nothing");
    }
}

/// `why not` reads as acts are read: short cards, also those that are not there to be picked, and acts of other decisions.
#[test]
fn why_not_reads_what_people_type() {
    let turn = turn_with("classics/hearts.bid", 3, "pass");
    let why = |typed: &str| {
        let reasons = turn.why_not(typed).unwrap();
        reasons.iter().map(|reason| reason.words.clone()).collect::<Vec<_>>().join(" / ")
    };
    let missing = (2..=10).map(|rank| format!("{rank} of Spades")).find(|card| !why(card).contains("could be meant"));
    let missing = missing.unwrap();
    let short = missing.replace(" of Spades", "s");
    let expected = why(&format!("pass {missing}"));
    assert!(expected.contains("it is not there to be picked"), "{expected}");
    for typed in
        [short.clone(), missing.to_lowercase(), format!("the {}", missing.to_lowercase()), format!("pass {short}")]
    {
        assert_eq!(why(&typed), expected, "{typed}");
    }
    assert!(why(&format!("play {short}")).contains("`play` is no act of this decision"));
    assert!(why("zz").contains("no card of this game"));
    let legal = turn.nth(0).unwrap().to_string();
    assert_eq!((why(&legal), why(&legal.to_lowercase())), (String::new(), String::new()));
}

/// What is not legal now is known in letters of any size, too: an act, a value of a kind.
#[test]
fn why_not_knows_words_of_the_rules_in_any_letters() {
    let text = std::fs::read_to_string(root().join("games/classics/bridge.bid")).unwrap();
    let mut table = Game::read("bridge.bid", &text).unwrap().prepare(&Setup::default()).unwrap().table(1);
    let turn = table.turn().unwrap().unwrap();
    table.play(turn.seat(), &turn.read("bid 2 with Hearts").unwrap()).unwrap();
    let turn = table.turn().unwrap().unwrap();
    let why = |typed: &str| turn.why_not(typed).unwrap().iter().map(|reason| reason.words.clone()).collect::<Vec<_>>();
    let wanted = why("bid 1 with Spades");
    assert!(!wanted.is_empty());
    for typed in ["BID 1 with spades", "bid 1 with SPADES", "1 with spades"] {
        assert_eq!(why(typed), wanted, "{typed}");
    }
}
