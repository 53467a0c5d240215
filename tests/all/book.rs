//! Rule books: whole books as snapshots, and what must hold of the book of every rules file.

use std::collections::HashSet;

use bidlang::Game;
use bidlang_book::{Block, Book, Run, Settled, Step, Text};
use bidlang_tests::{all, game, root, scripts, variants};

fn book_of(rulebook: &Game, base: Option<&Game>, tests: &str) -> Book {
    let text = std::fs::read_to_string(root().join(tests)).unwrap();
    let tests = scripts(&text);
    let settled = Settled::default();
    let told = bidlang_book::choose(rulebook, &settled, tests.iter().map(|test| (test, text.as_str())), None);
    assert!(told.is_some(), "an example is found");
    bidlang_book::of(rulebook, &settled, base.map(|base| &**base), told.as_ref())
}

/// The book of rules without a base and without an example.
pub fn book_of_text(text: &str) -> String {
    let game = Game::read("words.bid", text).unwrap_or_else(|error| panic!("{error}"));
    bidlang_book::of(&game, &Settled::default(), None, None).markdown()
}

#[test]
fn whole_books() {
    for name in ["varg_bid", "auction_house", "do_my_bidding", "bid_fair", "bid_war"] {
        let book = book_of(&game(name), None, &format!("games/tests/{name}.bid"));
        insta::assert_snapshot!(format!("book_{name}"), book.markdown());
    }
    let variant = variants().into_iter().find(|(name, _)| name == "varg_bid_sealed").unwrap().1;
    let book = book_of(&variant, Some(&game("varg_bid")), "games/variants/tests/varg_bid_sealed.bid");
    insta::assert_snapshot!("book_varg_bid_sealed", book.markdown());
    let book = book_of(&game("bid_war"), None, "games/tests/bid_war.bid");
    insta::assert_snapshot!("book_bid_war_html", book.html());
}

/// A player who is picked is spoken of from there on; the smaller of two ends before a sign; who sits beside needs no `of`; `any` that is not is one of them.
#[test]
fn who_is_picked_and_what_is_smaller_and_who_sits_beside() {
    let text = "\
game Words
players 3

cards
  suit  Clubs, Hearts
  rank  2 to 9
  2 to 9 of each suit

places
  hand  each player  seen by owner

track
  king   player or nobody, seen by all
  n      number
  purse  each player  number

play
  shuffle box
  deal 2 from box to hand of each player
  ask seat 1 to name a player where player is not king
    set king to player
  circuit
    order once clockwise from seat 1
    act name a player where player is not king
      score 1 to player for being named
    pass
  for each player
    add 1 to purse of left
    set n to total rank of hand
    score (smaller of n and 5) + 1 to player for one when any card in hand is not 9 of Clubs
    score (difference of n and 5) - purse to player for another
  won by players with highest score
";
    let book = book_of_text(text);
    for words in [
        "**Name** a player, where that player is not the *king*",
        "That player becomes the *king*",
        "That player scores 1 point, for being named",
        "Add 1 to the *purse* of the player to the left of that player",
        "(the smaller of the *n* and 5) + 1",
        "(the difference between the *n* and 5) \u{2212} their *purse*",
        "t least one card in their *hand* is not the 9 of Clubs",
    ] {
        assert!(book.contains(words), "{words}: {book}");
    }
    assert!(!book.contains("You are now"), "{book}");
}

/// `nobody` and `none` are said as the file says them, and what a card has is its own.
#[test]
fn none_is_no_person_and_what_is_of_it_is_its_own() {
    let text = "\
game Words
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 5
  1 to 5 of each suit

value trumps-now is trump if shown otherwise none
value fits of card is number of cards in row of suit of card is 0

places
  hand  each player  seen by owner
  row   each suit    seen by all

track
  trump  suit or none
  shown  yes or no

play
  shuffle box
  deal 4 from box to hand of each player
  set trump to Hearts
  ask seat 1 to lay a card from hand where fits
    move card to row of suit of card
    set shown to yes when trumps-now is none
  won by nobody
";
    let book = book_of_text(text);
    assert!(book.contains("otherwise none") && !book.contains("otherwise nobody"), "{book}");
    assert!(book.contains("its suit's *row*") && !book.contains("it's suit"), "{book}");
}

/// All players are a number where one is remembered; what cannot be 0 at the start says what it is then; who is of a team wins and loses with it.
#[test]
fn numbers_of_players_and_what_teams_do() {
    let text = "\
game Numbers
players 4
teams 1 and 3, 2 and 4

cards
  rank  1 to 8
  1 to 8

places
  hand  each player  seen by owner

track
  place  each player  number
  price               number from 3 to 5

play
  shuffle box
  deal 2 from box to hand of each player
  for each player where place is 0
    set place to players
  score place of seat 1 + price to dealer-seat for the place
  lost by seat 2 when price is 4
  won by team of seat 2 when price is 5
  won by seat 1

value dealer-seat is seat 1
";
    let book = book_of_text(text);
    assert!(book.contains("now the number of players") && !book.contains("now all players"), "{book}");
    assert!(book.contains("a number from 3 to 5; 3 at the start"), "{book}");
    assert!(book.contains("seat 2 loses (a team loses as one); all others win"), "{book}");
    assert!(book.contains("seat 1 wins (a team wins as one)") && !book.contains("team wins (a team"), "{book}");
}

/// What one needs adds up, whose something is stays with it, and `any` under `must` is one that is enough.
#[test]
fn sums_owners_and_one_that_is_enough() {
    let text = "\
game Sums And Owners
players 2

cards
  extra  Fool
  suit   Clubs, Hearts
  rank   1 to 5
  2 copies of Fool
  1 to 5 of each suit

kind field  North, South

places
  hand  each player  seen by owner

track
  spot  each player  field or none

play
  shuffle box
  deal 3 from box to hand of each player
  ask each player
    act stake a field when spot is none
      must any card in hand is 5 of Hearts
      set spot to field
    act rest
  for each player
    score number of different rank of hand * 2 - 1 to player for ranks when spot is not none
  for the 1 player with highest score
    score 3 to player for being ahead
  do leg for seat 1, 3
  won by players with highest score

phase leg for player, number as count repeats count times
  ask player
    act look
";
    let book = book_of_text(text);
    for words in [
        "A card has these, or some of them, each with one of the values",
        "Fool, 2 copies\n",
        "12 cards: 5 Clubs, 5 Hearts, 2 others",
        "only if they have no *spot*",
        "At least one card in their *hand* must be",
        "(the number of different ranks among cards in their *hand*) × 2 − 1",
        "if they have a *spot*",
        "The player scores 3",
        "for seat 1 3 times",
    ] {
        assert!(book.contains(words), "{words}: {book}");
    }
}

/// What a condition is of is seen from brackets, and a card that may come from two places names both.
#[test]
fn what_a_condition_is_of_stands_in_brackets() {
    let text = "\
game Brackets
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 6
  1 to 6 of each suit

value half-low of player is total rank of (cards in won where rank is at most level) / level rounded down
value level of player is smaller of 3 and (number of (cards in won where suit is Clubs) + 2)
value gain of player is (10 if level is 2 otherwise level) if half-low is more than 1
  otherwise (smaller of 3 and level) * 2

places
  hand  each player  seen by owner
  open  each player  seen by all
  won   each player  seen by all

play
  shuffle box
  deal 2 from box to hand of each player
  deal 1 from box to open of each player
  tricks
    lead    seat 1
    play    a card from cards in hand and in open
    follow  suit
    wins    highest rank
    taken   to won of winner
  score half-low + gain to each player for what was won
  score 2 * position of suit of first card in won of seat 1 - 1 to seat 1 for a suit when not (suit of first card in won of seat 1 is none)
  for the players players with lowest level
    score 1 to player for the order
  if not score of seat 1 is 1 and score of seat 2 is 2
    score 7 mod (score of seat 1 + 1) + 1 to seat 1 for it
  if not (score of seat 1 is 1 and score of seat 2 is 3)
    score 1 to seat 1 for that
  won by players where (level is not highest level of players) with highest score
";
    let book = book_of_text(text);
    for words in [
        "(the total rank of the cards in their *won* pile whose rank is at most their *level*) ÷ their *level*, rounded down",
        "the smaller of 3 and ((the number of cards in their *won* pile whose suit is Clubs) + 2)",
        "(10 if their *level* is 2, otherwise their *level*) if their *half low* is more than 1",
        "(the smaller of 3 and their *level*) × 2",
        "from the cards in their *hand* and in their *open*",
        "in its list, counted from 1) − 1",
        "so many players with the lowest *level* (the number of players)",
        "If (it is not so that seat 1's score is 1) and seat 2's score is 2",
        "(the remainder of 7 divided by (seat 1's score + 1)) + 1",
        "it is not so that (seat 1's score is 1 and seat 2's score is 3)",
        "the players (whose *level* is not the highest *level* of all players) with the highest score",
    ] {
        assert!(book.contains(words), "{words}: {book}");
    }
}

/// Values of a kind and teams are no cards.
#[test]
fn groups_of_values_are_said_as_what_they_are() {
    let file = bidlang_tests::root().join("tests/corpus/sound/values-as-a-group.bid");
    let book = book_of_text(&std::fs::read_to_string(file).unwrap());
    for words in [
        "the number of contracts for which *done* is no",
        "than the lowest *shown* of all artists",
        "scores the number of teams, for",
        "If any artist's *price* is at least 4",
        "For each artist (here called *other one*) for which there are 0 cards",
    ] {
        assert!(book.contains(words), "{words}: {book}");
    }
}

/// How many cards are picked is said behind them where it is no number.
#[test]
fn as_many_cards_as_something_says_are_picked() {
    let text = "\
game Counts
players 2

cards
  rank  1 to 10
  1 to 10

places
  hand  each player  seen by owner

track
  led-size  number from 1 to 3  starts 2

play
  shuffle box
  deal 5 from box to hand of each player
  ask seat 1
    act follow led-size cards from hand to box
    act lay-away 1 to (number of cards in box) cards from hand to box
    act drop 1 to 2 cards from hand to box
  won by players with highest score
";
    let book = bidlang_book::of(&Game::read("counts.bid", text).unwrap(), &Settled::default(), None, None).markdown();
    assert!(book.contains("**Follow** as many cards from their *hand* as the *led size*"), "{book}");
    assert!(book.contains("cards from their *hand* (at least 1, at most the number of cards in the box)"), "{book}");
    assert!(book.contains("**Drop** 1 to 2 cards from their *hand*"), "{book}");
}

fn texts<'b>(blocks: &'b [Block], found: &mut Vec<&'b Text>) {
    let step = |step: &'b Step, found: &mut Vec<&'b Text>| {
        found.push(&step.text);
        texts(&step.inner, found);
    };
    for block in blocks {
        match block {
            Block::Say(text) | Block::Lead(text) | Block::Note(text) => found.push(text),
            Block::Steps(steps) | Block::Points(steps) => steps.iter().for_each(|one| step(one, found)),
            Block::Table(table) => {
                assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{table:?}");
                found.extend(table.head.iter().chain(table.rows.iter().flatten()));
            }
        }
    }
}

#[test]
fn what_a_card_that_is_played_has_to_be_is_in_the_book() {
    let text = "\
game Played
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 6
  1 to 6 of each suit

value many of suit as kept of player is number of (cards in hand where suit is kept) is at least 2

places
  hand  each player  seen by owner
  won   each player  seen by all

play
  shuffle box
  deal 6 from box to hand of each player
  tricks until trick-number is 2
    lead    seat 1
    play    a card from hand where rank is at least 3 and (suit is Clubs or hand of seat 1 is empty) when hand of seat 2 is not empty
    wins    highest rank
    taken   to won of winner
    after
      score 1 to winner for hearts when many of Hearts in left of winner
  won by players with highest score
";
    let book = book_of_text(text);
    let lines = book.lines().map(str::trim).filter(|line| {
        ["Play a card", "Cards are played", "looked at before", "counts as"].iter().any(|words| line.contains(words))
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn where_play_goes_anticlockwise_the_book_says_so_everywhere() {
    let book = book_of(&game("classics/dou_dizhu"), None, "games/classics/tests/dou_dizhu.bid").markdown();
    assert!(book.contains("in this order anticlockwise"), "{book}");
    assert!(!book.contains(" clockwise"), "{book}");
}

#[test]
fn every_file_has_a_book_that_names_all_of_it() {
    for (name, rulebook) in all() {
        let book = bidlang_book::of(&rulebook, &Settled::default(), None, None);
        let anchors: HashSet<&str> = book.parts.iter().map(|part| part.anchor.as_str()).collect();
        let headings = book.parts.iter().filter(|part| !part.heading.is_empty()).count();
        assert_eq!(
            headings,
            anchors.iter().filter(|anchor| !anchor.is_empty()).count(),
            "{name}: two parts of one name"
        );
        let mut found = Vec::new();
        book.parts.iter().for_each(|part| texts(&part.blocks, &mut found));
        assert!(found.len() > 20, "{name}: only {} texts", found.len());
        for text in &found {
            for run in text.runs() {
                let (Run::Plain(words) | Run::Term(words) | Run::Strong(words) | Run::Link(words, _)) = &run;
                assert!(!words.chars().any(char::is_control), "{name}: a mark is left in {text:?}");
                if let Run::Link(_, to) = &run {
                    assert!(anchors.contains(to.as_str()), "{name}: {to} is no part");
                }
            }
        }
        let markdown = book.markdown().to_lowercase();
        let game = &rulebook.game;
        let names = (game.options.iter().map(|option| &option.name))
            .chain(game.places.iter().skip(2).map(|place| &place.name))
            .chain(game.tracks.iter().map(|track| &track.name))
            // The team of a player, where teams are made in play, is told with the players.
            .chain(game.values.iter().map(|value| &value.name).filter(|name| *name != "team of player"))
            .chain(game.attrs.iter().map(|attr| &attr.name))
            .chain(game.acts.iter())
            .chain(game.reasons.iter());
        for word in names {
            // A yes or no of a card is told as what it counts as.
            let word = word.strip_prefix("is-").unwrap_or(word);
            assert!(
                markdown.contains(&word.replace('-', " ").to_lowercase()),
                "{name}: nothing is said of {word}\n{markdown}"
            );
        }
    }
}

#[test]
fn what_is_settled_is_not_asked_again() {
    let rulebook = game("varg_bid");
    let settled = Settled { players: Some(5), options: vec![Some(0), Some(0)] };
    let markdown = bidlang_book::of(&rulebook, &settled, None, None).markdown();
    let open = bidlang_book::of(&rulebook, &Settled::default(), None, None).markdown();
    for words in ["the option", "If there are 5 players", "extended", "House rules\n"] {
        assert!(open.contains(words), "{words} is not in\n{open}");
        assert!(!markdown.contains(words), "{words} in\n{markdown}");
    }
    assert!(markdown.contains("These are the rules for 5 players") && markdown.contains("| 5 | 7 |"), "{markdown}");
    assert!(!markdown.contains("| 3 | 10 |"), "{markdown}");
    let three = Settled { players: Some(3), options: vec![None, Some(1)] };
    let markdown = bidlang_book::of(&rulebook, &three, None, None).markdown();
    assert!(markdown.contains("the option *deck*") && !markdown.contains("the option *losers bids*"), "{markdown}");
    assert!(!markdown.contains("Deal 1 card from the *stock* to the *lot*"), "{markdown}");
}

/// Words of a file that mean something in HTML and Markdown.
const HOSTILE: &str = "# <img src=x onerror=alert(1)> & </style><script>alert(2)</script> *bold* [a](http://x) `code`.
game <b>Title</b> & \"Co\" | *x*
by <script>alert(3)</script>
source </main><a href='javascript:x'>
players 2

cards
  rank  1 to 4                                           # <i>note</i> | # x
  1 to 4

places
  hand  each player  seen by owner                       # </td><td>

play
  deal 2 from box to hand of each player                 # 1. <u>
  score 1 to seat 1 for <b>, *x* | y
  won by seat 1
";

#[test]
fn nothing_of_a_file_is_taken_for_markup() {
    let rulebook = Game::read("hostile.bid", HOSTILE).unwrap_or_else(|error| panic!("{error}"));
    let book = bidlang_book::of(&rulebook, &Settled::default(), None, None);
    let html = book.html();
    for tag in ["<img", "<script", "<b>T", "<b>,", "<u>", "<a href='", "</td><td>\n", "<i>note"] {
        assert!(!html.contains(tag), "{tag} in\n{html}");
    }
    assert!(html.contains("&lt;script&gt;alert(3)"), "{html}");
    // Every tag that is opened is closed.
    for tag in ["main", "table", "tbody", "tr", "td", "ol", "ul", "li", "p", "b", "i", "h1", "h2", "h3", "nav", "div"] {
        let open = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert_eq!(open, html.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    let markdown = book.markdown();
    for raw in ["<img", "<script", " | *x*", "[a](http", "`code`", "*bold*"] {
        let bare = markdown.match_indices(raw).any(|(at, _)| !markdown[..at].ends_with('\\'));
        assert!(!bare, "{raw} in\n{markdown}");
    }
}

#[test]
fn a_phase_that_is_called_as_a_part_of_the_book_is_still_found() {
    let text = "game Twice\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  hand  each player  seen by owner\n\nplay\n  do set-up\n  won by seat 1\n\nphase set-up\n  deal 1 from box to hand of each player\n";
    let rulebook = Game::read("twice.bid", text).unwrap_or_else(|error| panic!("{error}"));
    let markdown = bidlang_book::of(&rulebook, &Settled::default(), None, None).markdown();
    let link = "[Set up (a part of the game)](#set-up-a-part-of-the-game)";
    assert!(markdown.contains(link) && markdown.contains("\n### Set up (a part of the game)\n"), "{markdown}");
}

#[test]
fn deep_nesting_takes_no_longer_than_its_length() {
    let mut text = String::from(
        "game Deep\nplayers 2\n\noption deep  yes or no, usually no\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  hand  each player  seen by owner\n\nplay\n",
    );
    let mut margin = String::from("  ");
    for depth in 0..20 {
        text.push_str(&format!("{margin}if number of cards in box is {depth}\n"));
        margin.push_str("  ");
        text.push_str(&format!("{margin}ask seat 1\n{margin}  act wait\n{margin}  act stay when deep\n"));
        margin.push_str("    ");
    }
    text.push_str(&format!(
        "{margin}shuffle box\n{margin}shuffle box\n  deal 1 from box to hand of each player\n  won by seat 1\n"
    ));
    let rulebook = Game::read("deep.bid", &text).unwrap_or_else(|error| panic!("{error}"));
    let markdown = bidlang_book::of(&rulebook, &Settled::default(), None, None).markdown();
    assert_eq!(markdown.matches("Shuffle the box").count(), 2);
    assert!(markdown.len() < 20_000, "{}", markdown.len());
}

#[test]
fn what_is_looked_through_is_what_was_picked() {
    let text = "game Book\nplayers 2\n\ncards\n  suit  Clubs, Hearts\n  rank  1 to 9\n  1 to 9 of each suit\n\nvalue strength of card is position of rank if suit is Hearts\n  otherwise 20\n\nvalue pairs of player is number of sets of 2 cards in hand where number of different rank is 1\n\nplaces\n  hand  each player  seen by all\n  table              seen by all\n\nplay\n  shuffle box\n  deal 3 from box to hand of each player\n  for each player\n    ask player to lay 1 or more cards from hand to table so that number of different rank of (cards where rank is not 9) is at most 1\n    score pairs + total strength of hand to player for cards\n  won by players with highest score\n";
    let rulebook = Game::read("book.bid", text).unwrap_or_else(|error| panic!("{error}"));
    let markdown = bidlang_book::of(&rulebook, &Settled::default(), None, None).markdown();
    for said in [
        "(the place of its rank in its list, counted from 1) if its suit is Hearts",
        "the number of different ranks among the cards is 1",
        "the number of different ranks among the cards whose rank is not 9 is at most 1",
    ] {
        assert!(markdown.contains(said), "{said} in\n{markdown}");
    }
}
