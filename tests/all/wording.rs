//! What the rule book says of single lines: tiny files, and the words that have to be in their books.

use crate::book::book_of_text;

/// A file for two with cards of two suits, a hand, a pile `kept` and an open place, what stands in front of `play`, and what is done in it.
fn file(front: &str, play: &str) -> String {
    format!(
        "\
game Words
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 6
  1 to 6 of each suit

places
  hand   each player  seen by owner
  kept   each player  seen by all
  table               seen by all

{front}
play
  shuffle box
  deal 4 from box to hand of each player
{play}  won by players with highest score
"
    )
}

/// Every one of the words is in the book, and none of the others.
fn says(text: &str, words: &[&str], others: &[&str]) {
    let book = book_of_text(text);
    let missing: Vec<&&str> = words.iter().filter(|word| !book.contains(**word)).collect();
    let there: Vec<&&str> = others.iter().filter(|word| book.contains(**word)).collect();
    assert!(missing.is_empty() && there.is_empty(), "not in it: {missing:#?}; in it: {there:#?}\n{book}");
}

#[test]
fn what_a_track_of_a_phase_begins_at_is_told() {
    let front = "";
    let play = "  do deal\n";
    let phase = "
phase deal
  track
    stakes  number from 1 to 3
    debt    number from -9 to -2
    gains   number from -2 to 9
    steps   number from 2 to 5, not told
  score stakes + debt + gains to seat 1 for the deal
  score steps to seat 2 for steps
";
    let text = format!("{}{phase}", file(front, play));
    says(&text, &["*stakes* (at first 1), *debt* (at first -2), *gains* (at first 0)", "Begin with *steps* 2."], &[]);
}

#[test]
fn of_equals_the_best_one_is_nobody() {
    let front = "\
value strength of player is total rank of kept
track
  chief  player or nobody
";
    let play = "  \
set chief to player with highest strength
  set chief to random player with highest strength
  set chief to player with highest strength, ties to random player
  move card in table with lowest rank to box
  move card in table with lowest rank, ties to first to box
  move card in table where suit is Hearts with highest rank to box
  score 1 to players with highest strength for strength
  for each player with lowest strength
    score 1 to player for weakness when player with highest strength is somebody
";
    says(
        &file(front, play),
        &[
            "The player with the highest *strength* (nobody, where several are equal) becomes the *chief*",
            "Draw the *chief* at random among the players with the highest *strength*.",
            "the highest *strength* (of equals one who is drawn at random) becomes",
            "the card in the *table* with the lowest rank (none, where several are equal) to the box",
            "the lowest rank (of equals the first) to the box",
            "whose suit is Hearts with the highest rank to the box",
            "The players with the highest *strength* score 1 point",
            "For each player with the lowest *strength*:",
            "if one player alone has the highest *strength*, that player scores",
        ],
        &[],
    );
}

#[test]
fn who_acts_is_no_player_who_was_picked() {
    let front = "\
track
  coins  each player  number from 0 to 20  starts 5
  claim  each player  suit or none
";
    let play = "  \
for each player
    ask player
      act rob a player as victim where victim is not player with a number from 1 to coins of victim
        pay number from coins of victim to coins
        set claim of victim to none when claim is none
      act mark a player where coins is less than 2
        add 1 to coins of player
  circuit
    order once clockwise from seat 1
    act rob a player as victim where victim is not player
      pay 1 from coins of victim to coins
    pass
";
    says(
        &file(front, play),
        &[
            "where *victim* is not the acting player, together with a number from 1 to *victim*'s *coins*.",
            "Pay the number from *victim*'s *coins* to the acting player's *coins*.",
            "If the acting player has no *claim*, there is no",
            "**Mark** a player, where their *coins* is less than 2.",
            "Add 1 to their *coins*.",
            "where *victim* is not you",
            "Pay 1 from *victim*'s *coins* to your *coins*.",
        ],
        &[],
    );
}

#[test]
fn two_things_have_two_names() {
    let front = "\
option nil    0 to 3, usually 0
option fox    yes or no, usually no
value is-kept of card is rank is at least 5
value is-called of card is suit is called
value is-low of card is rank is 1
value is-fox of card is rank is 2 and fox
value is-nil of player is nil is 2
track
  called  suit or none
";
    let play = "  \
ask seat 1 to call a suit
    set called to suit
  move cards in kept of seat 1 where not is-kept to box
  for each player where is-nil
    score 1 to player for cards when any card in hand is one of cards where is-called or is-low or is-fox
";
    says(
        &file(front, play),
        &[
            "A card counts as **is kept** if",
            "A card counts as **is called** if its suit is *called*",
            "A card counts as **low** if",
            "A card counts as **fox** if",
            "A player counts as **is nil** if *nil* is",
            "that do not count as *is kept*",
            "For each player who counts as *is nil*",
        ],
        &["count as *kept*", "counts as **kept**"],
    );
}

#[test]
fn the_worth_of_a_bid_is_told_as_that() {
    let play = "  \
auction
    order   once clockwise from seat 1
    bid     a number from 2 to 4
    must    worth is more than worth of leader when leader is somebody
    pass
    wins    highest worth, ties to last
    sold
      score worth of winner to winner for the bid
";
    says(
        &file("", play),
        &["the worth of this bid must be more than the worth of the bid of the player who is ahead"],
        &["*worth*"],
    );
}

#[test]
fn what_a_card_may_lack_it_has_or_not() {
    let text = "\
game Words
players 2

cards
  colour   Red, Blue
  height   1 to 9
  special  Wild, Out
  1 to 9 of each colour
  4 copies of Wild

value is-odd of card is special is not none
value worth of card is 0 if special is none otherwise 5

places
  hand  each player  seen by owner

play
  shuffle box
  deal 3 from box to hand of each player
  ask seat 1 to lay a card from hand to box
    must colour is not none
    score worth to seat 1 for the card when special is none or is-odd
  won by players with highest score
";
    says(
        text,
        &[
            "counts as **odd** if it has a special.",
            "0 if it has no special; otherwise 5",
            "The card must have a colour.",
            "If the card has no special, or the card counts as *odd*, seat 1 scores",
        ],
        &["there is a", "there is no"],
    );
}

#[test]
fn an_answer_is_yes_or_no() {
    let front = "\
track
  kept-it  yes or no
";
    let play = "  \
ask seat 1 to turn yes or no
    deal 1 from box to table when answer
    score 1 to seat 1 for waiting when not answer
    set kept-it to answer
    do weighing for answer
  ask seat 2 to stay yes or no as staying
    score 1 to seat 2 for staying when staying and hand of seat 2 is not empty
";
    let phase = "
phase weighing for yes or no as heavy
  score 1 to seat 1 for weight when heavy
  score 2 to seat 1 for weight when not heavy
";
    says(
        &format!("{}{phase}", file(front, play)),
        &[
            "If the answer is yes, deal 1 card",
            "If the answer is no, seat 1 scores",
            "*Kept it* is now the answer.",
            "for the answer.",
            "decide whether to **stay**, yes or no (here called *staying*).",
            "If *staying* is yes and seat 2's *hand* is not empty",
            "If *heavy* is yes, seat 1 scores 1 point",
            "If *heavy* is no, seat 1 scores 2 points",
        ],
        &["it is not so that"],
    );
}

#[test]
fn a_value_that_was_picked_is_that_value_beside_cards_with_a_name() {
    let play = "  \
for each player
    ask player
      act say a suit where number of (cards in hand as this where rank of this is at least 3 and suit is suit of this) is at least 1
        score 2 to player for cards
      act pass
";
    says(
        &file("", play),
        &["(here called *this*) for which *this*'s rank is at least 3 and for which that suit is *this*'s suit."],
        &[],
    );
}

#[test]
fn who_sees_a_track_while_something_is_so_is_told_for_each() {
    let front = "\
track
  said   each player  number, seen by owner, seen by all when shown
  shown  yes or no
";
    let play = "  \
ask each player at once to say a number from 0 to 9
    set said of player to number
  set shown to yes
  score said to each player for it
";
    says(&file(front, play), &["seen by its owner, and by all while *shown* is yes |"], &[]);
}

#[test]
fn behind_a_trick_its_card_has_won() {
    let play = "  \
tricks
    lead   seat 1
    play   a card from hand
    must   rank of winning card is 1 or trick is not empty if able
    wins   highest rank
    taken  to kept of winner
    after
      score 1 to winner for hearts when suit of winning card is Hearts and winner so far is seat 2
";
    says(
        &file("", play),
        &[
            "if the suit of the card that won the trick is Hearts and the winner is seat 2, the winner scores",
            "the card that is ahead in the trick",
        ],
        &[],
    );
}

/// The head of a file, with a game of that title below it.
fn headed(head: &str) -> String {
    format!("{head}\n{}", file("", ""))
}

#[test]
fn only_what_says_where_a_game_comes_from_stands_at_the_end() {
    let end = "\n## Where the rules come from\n";
    let parts = |head: &str| {
        let book = book_of_text(&headed(head));
        book.split_once(end)
            .map_or_else(|| (book.clone(), String::new()), |(front, end)| (front.to_owned(), end.to_owned()))
    };
    let (front, end) = parts("# Words, a game of collecting. On a turn one lays a card,\n# and takes it back.");
    assert!(
        front.contains("\nWords, a game of collecting. On a turn one lays a card, and takes it back.\n"),
        "{front}"
    );
    assert_eq!(end, "");
    let (front, end) =
        parts("# Words, designed by R. Knizia of St. Gallen, 1999. Traditional in\n# parts. Bid for words.");
    assert!(front.contains("\nBid for words.\n") && !front.contains("Knizia"), "{front}");
    assert!(end.contains("- Words, designed by R. Knizia of St. Gallen, 1999. Traditional in parts.\n"), "{end}");
    let (front, end) =
        parts("# Words (the Game of the Year), traditional.\n# Rules: a sheet. It has two sides.\n# Say words.");
    assert!(front.contains("\nSay words.\n") && !front.contains("traditional"), "{front}");
    assert!(end.contains("traditional.\n") && end.contains("- Rules: a sheet. It has two sides.\n"), "{end}");
}

/// The summary keeps the one thing that a part of the game does, whatever stands before it.
#[test]
fn a_summary_tells_what_is_decided() {
    let front = "\
track
  best  suit

phase naming for player
  ask player to name a suit
    set best to suit

# Once more, without trumps.
phase last-trick
  track
    led  suit or none
  tricks until hand of seat 1 is empty
    lead   seat 1
    play   a card from hand
    wins   highest rank
    taken  to kept of seat 1
";
    let text = file(front, "  do naming for seat 1\n  do last-trick\n");
    let game = bidlang::Game::read("words.bid", &text).unwrap_or_else(|error| panic!("{error}"));
    let card = bidlang_book::card(&bidlang_book::of(&game, &bidlang_book::Settled::default(), None, None));
    for words in [
        "<p>This is done for a player.</p>\n<p>The player has to <b>name</b> a suit.</p>\n<ol>",
        "<p>Tricks are played until nobody who takes part has a card left to play, or until seat 1&#39;s <i>hand</i> is empty",
    ] {
        assert!(card.contains(words), "{words}\n{card}");
    }
    assert!(!card.contains("Once more"), "{card}");
}
