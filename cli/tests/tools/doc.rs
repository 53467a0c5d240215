//! Rule books from outside: formats, files, examples, what is settled, and bad calls.

use crate::{GAME, VARG, bidlang, bidlang_in, closes_early, err, out, root, scratch};

#[test]
fn every_shipped_file_has_a_book_in_both_formats() {
    let mut books = 0;
    for folder in ["games", "games/classics", "games/variants"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "bid") {
                continue;
            }
            let path = path.to_str().unwrap();
            let book = bidlang(&["doc", path]);
            assert_eq!(book.status.code(), Some(0), "{path}: {}", err(&book));
            let text = out(&book);
            for part in ["## What you need", "## The game", "## Scoring and end", "## An example"] {
                assert!(text.contains(part), "{path} has no `{part}`");
            }
            assert_eq!(text.contains("## What is different"), path.contains("variants"), "{path}");
            let page = out(&bidlang(&["doc", path, "--format", "html"]));
            assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{path}");
            assert!(
                !page.contains("src=") && !page.contains("@import") && !page.contains("url("),
                "{path} needs another file"
            );
            books += 1;
        }
    }
    assert!(books >= 25, "only {books} books");
}

/// Nothing is announced with a colon and then left out.
#[test]
fn a_card_says_all_that_it_begins_to_say() {
    for game in ["hearts", "skat", "varg_bid", "do_my_bidding", "modern_art"] {
        let card = out(&bidlang(&["doc", game, "--card"]));
        assert!(
            card.contains("<li>") && !card.contains(":</li>") && !card.contains(":</strong></li>"),
            "{game}: {card}"
        );
    }
}

#[test]
fn a_book_goes_to_a_file_in_the_format_of_its_name() {
    let folder = scratch("doc-out");
    std::fs::write(folder.join("small.bid"), GAME).unwrap();
    for (name, begins) in [("book.md", "# Small\n"), ("book.html", "<!doctype html>"), ("book", "# Small\n")] {
        let output = bidlang_in(&folder, &["doc", "small.bid", "--out", name], "");
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""), "{}", err(&output));
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with(begins));
    }
    let output = bidlang_in(&folder, &["doc", "-"], GAME);
    assert!(out(&output).starts_with("# Small\n"), "{}", err(&output));
    assert!(!out(&output).contains("## An example"), "it has no scripted game");
}

#[test]
fn an_example_can_be_named_and_one_called_so_goes_first() {
    let named = bidlang(&["doc", VARG, "--example", "may decline"]);
    assert!(out(&named).contains("What it shows: **the last player may decline**."), "{}", err(&named));
    let folder = scratch("doc-example");
    let game =
        GAME.replace("  won by player", "  ask each player at once to show a card from hand to stock\n  won by player");
    let said = "  players Ann, Ben\n  given hand of Ann holds 2 of Clubs\n  given hand of Ben holds 3 of Clubs\n  Ann: show 2 of Clubs\n  Ben: show 3 of Clubs\n";
    let tests = format!(
        "\ntest two are shown\n{said}  play on\n\ntest example of a show\n{said}\ntest example that fails\n{said}  expect stock is empty\n"
    );
    std::fs::write(folder.join("small.bid"), format!("{game}{tests}")).unwrap();
    let text = out(&bidlang_in(&folder, &["doc", "small.bid"], ""));
    assert!(text.contains("What it shows: **example of a show**."), "{text}");
    assert!(text.contains("1. Ann shows 2 of Clubs.\n") || text.contains("Ann shows 2 of Clubs."), "{text}");
}

#[test]
fn bad_calls_are_told() {
    let folder = scratch("doc-bad");
    std::fs::write(folder.join("broken.bid"), "game X\nplayers 2\nplay\n  shufle stock\n").unwrap();
    let fails = |arguments: &[&str], code: i32, words: &str| {
        let output = bidlang(&[&["doc"], arguments].concat());
        let text = err(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(words), "{arguments:?}: {text}");
        assert!(!text.contains("panicked"), "{text}");
    };
    fails(&["no-such.bid"], 2, "there is no such file");
    fails(&["games"], 2, "this is a folder");
    fails(&[folder.join("broken.bid").to_str().unwrap()], 1, "shufle");
    fails(&["interpreter/compiler/library/decktet.bid"], 1, "not-a-game");
    fails(&[VARG, "--players", "9"], 2, "not for 9 players");
    fails(&[VARG, "--option", "deck=basik"], 2, "did you mean `basic`?");
    fails(&[VARG, "--players", "5", "--option", "deck=extended"], 2, "cannot be played by 5 players");
    fails(&[VARG, "--example", "no such words"], 2, "no scripted game that passes");
    fails(&[VARG, "--format", "pdf"], 2, "pdf");
    fails(&[VARG, "--out", "/no/such/folder/book.md"], 2, "cannot be written");
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [["doc", VARG], ["doc", "games/classics/skat.bid"]] {
        closes_early(&arguments);
    }
}
