//! The programs of the shipped games as listings: a change of compilation shows as a change of text.

use bidlang_tests::{game, games, playable, sound};

#[test]
fn programs_of_the_shipped_games() {
    for name in games() {
        let rulebook = game(&name);
        let prepared = playable(&rulebook).remove(0);
        insta::assert_snapshot!(name, bidlang::listing::program(&rulebook, prepared.setup(), prepared.compiled()));
    }
}

#[test]
fn passes_of_the_optimiser() {
    let (_, rulebook) = sound().into_iter().find(|(name, _)| name.ends_with("passes-of-the-optimiser.bid")).unwrap();
    let prepared = playable(&rulebook).remove(0);
    insta::assert_snapshot!(bidlang::listing::passes(&rulebook, prepared.setup()).unwrap());
}
