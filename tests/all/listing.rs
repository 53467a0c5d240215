//! The programs of the shipped games as listings: a change of compilation shows as a change of text.

use bidlang_tests::{game, games, playable};

#[test]
fn programs_of_the_shipped_games() {
    for name in games() {
        let rulebook = game(&name);
        let (setup, compiled) = playable(&rulebook).into_iter().next().unwrap();
        insta::assert_snapshot!(name, bidlang::listing::program(&rulebook, &setup, &compiled));
    }
}
