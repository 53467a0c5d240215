//! Variants as a whole: they are played to the end, their places lie in the right file, their hash covers all files, and
//! `diff` says what they say.

use bidlang::diagnostic::Code;
use std::fmt::Write as _;

use bidlang::Game;
use bidlang::difference::{Difference, between};
use bidlang::engine::Stream;
use bidlang::loader::{Loader, Source, Texts};
use bidlang::rulebook::Rulebook;
use bidlang_tests::{Folders, playable, root, source, variants};

const BASE: &str = "game Night Market\nplayers 2\ncards\n  rank  1 to 9\n  1 to 9\nplaces\n  stock              seen by nobody\n  hand  each player  seen by owner\nplay\n  \
                    move all cards to stock\n  shuffle stock\n  deal 3 from stock to hand of each player\n  ask each player at once to show a card from hand to box\n  won by seat 1\n";
const DAWN: &str = "variant Night Market at dawn\nof night_market\nchange play\n  replace deal 3 from stock\n    deal 4 from stock to hand of each player\n";

fn loader(base: &str) -> Texts {
    Texts(vec![("night_market".to_owned(), base.to_owned()), ("dawn".to_owned(), DAWN.to_owned())])
}

fn text(name: &str, text: &str) -> Source {
    Source { key: name.to_owned(), name: format!("{name}.bid"), text: text.to_owned() }
}

#[test]
fn every_variant_is_played_to_its_end_and_keeps_its_cards() {
    let found = variants();
    assert!(found.len() >= 8);
    for (name, rulebook) in found {
        assert!(rulebook.problems_of_setups().is_empty(), "{name}");
        assert!(rulebook.base.is_some(), "{name} is a variant");
        let setups = playable(&rulebook);
        assert!(!setups.is_empty(), "{name} cannot be played at all");
        for prepared in setups.into_iter().take(6) {
            let mut table = prepared.table(5).most_decisions(20_000);
            let mut players = Stream::of_players(5);
            while let Some(turn) =
                table.turn().unwrap_or_else(|error| panic!("{name}, {:?}: {error}", prepared.setup()))
            {
                let act = turn.nth(players.below_long(turn.count())).unwrap();
                table.play(turn.seat(), &act).unwrap();
                assert!(table.state().conserved(&prepared.compiled().program));
            }
        }
    }
}

#[test]
fn a_variant_says_what_changes_and_why() {
    for (name, _) in variants() {
        let text = std::fs::read_to_string(root().join(format!("games/variants/{name}.bid"))).unwrap();
        let notes = text.lines().take_while(|line| line.starts_with('#')).count();
        assert!(notes >= 2, "{name} begins with a note on what changes and why one would want it");
        assert!(root().join(format!("games/variants/tests/{name}.bid")).exists(), "{name} has scripted games");
    }
}

#[test]
fn the_hash_covers_every_file() {
    let load = |base: &str, main: &str| Rulebook::load(&text("dawn", main), &loader(base)).unwrap();
    let hash = load(BASE, DAWN).hash();
    assert_eq!(hash, load(BASE, DAWN).hash());
    assert_ne!(hash, load(&format!("{BASE}# a note\n"), DAWN).hash());
    assert_ne!(hash, load(BASE, &format!("{DAWN}# a note\n")).hash());
    // A text from one file into the other is another game.
    assert_ne!(hash, load(&format!("\n{BASE}"), DAWN).hash());
    let alone = Rulebook::read("night_market.bid", BASE).unwrap();
    assert_eq!(alone.hash(), bidlang::sources::Sources::one("x", BASE).hash());
}

#[test]
fn a_place_is_told_in_its_own_file() {
    let rulebook = Rulebook::load(&text("dawn", DAWN), &loader(BASE)).unwrap();
    let at = |words: &str| {
        let start = rulebook.text().find(words).unwrap();
        let place = rulebook.sources.place(bidlang::diagnostic::Span::new(start, start + words.len())).unwrap();
        (place.name.to_owned(), place.line(), place.span.of(place.text).to_owned())
    };
    assert_eq!(at("deal 4 from"), ("dawn.bid".to_owned(), 5, "deal 4 from".to_owned()));
    assert_eq!(at("shuffle stock"), ("night_market.bid".to_owned(), 11, "shuffle stock".to_owned()));
}

#[test]
fn a_change_of_a_change_counts() {
    let noon = "variant Night Market at noon\nof dawn\nchange play\n  replace deal 4\n    deal 1 from stock to hand of each player\n";
    let rulebook = Rulebook::load(&text("noon", noon), &loader(BASE)).unwrap();
    assert_eq!(rulebook.game.title, "Night Market at noon");
    let base = Rulebook::load(&text("dawn", DAWN), &loader(BASE)).unwrap();
    let topics = between(&base, &rulebook);
    let play = topics.iter().find(|topic| topic.heading == "phase play").unwrap();
    assert_eq!(
        play.differences,
        [Difference::Instead(
            "deal 4 from stock to hand of each player".to_owned(),
            "deal 1 from stock to hand of each player".to_owned()
        )]
    );
    assert!(between(&base, &base).is_empty());
}

/// An option, a value, a kind that a variant adds are said as those of a file that has them by itself.
#[test]
fn what_is_added_is_as_what_was_there() {
    let more = "option tail  yes or no, usually yes\nvalue weight of player is total rank of hand\n";
    let added: String = more.lines().map(|line| format!("add {line}\n")).collect();
    let noon = format!("variant Night Market\nof dawn\n{added}");
    let variant = Rulebook::load(&text("noon", &noon), &loader(BASE)).unwrap();
    let base = Rulebook::load(&text("dawn", DAWN), &loader(BASE)).unwrap();
    let new = [("option tail", "yes or no, usually yes"), ("value weight", "of player is total rank of hand")];
    let told: Vec<(String, Vec<Difference>)> =
        between(&base, &variant).into_iter().map(|topic| (topic.heading, topic.differences)).collect();
    for (heading, line) in new {
        let wanted = (heading.to_owned(), vec![Difference::New(line.to_owned())]);
        assert!(told.contains(&wanted), "{told:?}");
    }
}

#[test]
fn a_text_alone_has_the_shipped_libraries_and_no_base() {
    let deck = "game Night Market\nuse french-deck\nplayers 2\nplaces\n  hand  each player  seen by owner\nplay\n  deal 5 from box to hand of each player\n  won by seat 1\n";
    assert!(Rulebook::read("alone.bid", deck).is_ok());
    let problems = Rulebook::read("dawn.bid", DAWN).unwrap_err();
    assert_eq!(problems[0].code, Code::UnknownBase);
}

/// The deck of the base, said again in a variant, changes nothing.
#[test]
fn a_variant_may_name_a_library_of_its_base() {
    let base =
        BASE.replace("cards\n  rank  1 to 9\n  1 to 9\n", "").replace("players 2\n", "use french-deck\nplayers 2\n");
    let again = "variant Night Market again\nof night_market\nuse french-deck\n";
    let again = Rulebook::load(&text("again", again), &loader(&base)).unwrap();
    assert_eq!(again.game.cards.len(), 52);
}

#[test]
fn a_library_for_auctions_is_played() {
    let game = "game Night Market\nuse once-around\nplayers 2 to 3\ncards\n  rank  1 to 6\n  1 to 6\nplaces\n  stock  seen by nobody\nplay\n  \
                move all cards to stock\n  shuffle stock\n  set purse of each player to 10\n  set opener to seat 1\n  repeat 3 times\n    deal 1 from stock to lot\n    do once-around\n  \
                won by player with highest purse\n";
    let rulebook = Game::read("market.bid", game).unwrap_or_else(|problems| panic!("{problems:#?}"));
    assert_eq!(playable(&rulebook).len(), 2);
}

#[test]
fn a_long_chain_of_bases_is_refused() {
    struct Endless;
    impl Loader for Endless {
        fn base(&self, from: &str, _: &str) -> Result<Source, bidlang::loader::Missing> {
            let next = format!("{from}x");
            Ok(Source { key: next.clone(), name: next, text: "variant Night Market\nof another\n".to_owned() })
        }
        fn library(&self, _: &str, _: &str) -> Result<Source, bidlang::loader::Missing> {
            Err(bidlang::loader::Missing::Alone)
        }
    }
    let refused = Rulebook::load(&text("x", "variant Night Market\nof another\n"), &Endless).unwrap_err();
    assert_eq!(refused.problems[0].code, Code::TooManyFiles);
}

#[test]
fn differences_of_the_shipped_variants() {
    let mut out = String::new();
    for (_, rulebook) in variants() {
        let base = rulebook.base.as_ref().unwrap();
        let name = base.name.trim_end_matches(".bid");
        let folders = ["games", "games/variants", "games/classics"];
        let path =
            folders.iter().map(|folder| root().join(folder).join(format!("{name}.bid"))).find(|path| path.is_file());
        let base = Rulebook::load(&source(&path.unwrap()), &Folders).unwrap();
        let _ = writeln!(out, "== from {} to {}", base.game.title, rulebook.game.title);
        for topic in between(&base, &rulebook) {
            let _ = writeln!(out, "{}", topic.heading);
            for difference in topic.differences {
                let _ = match difference {
                    Difference::Gone(was) => writeln!(out, "  - {was}"),
                    Difference::New(is) => writeln!(out, "  + {is}"),
                    Difference::Instead(was, is) => writeln!(out, "  - {was}\n  > {is}"),
                };
            }
        }
    }
    insta::assert_snapshot!(out);
}
