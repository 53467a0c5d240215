//! The one style: tidying twice is tidying once, and neither the tree nor a note changes.

use std::path::{Path, PathBuf};

use bidlang::engine::Stream;
use bidlang::syntax::{formatter, parse};
use bidlang_tests::root;

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
}

/// The shipped games and their tests, sound files, templates, and the examples of the documents that can be read.
fn texts() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in ["games", "tests/corpus/sound", "tests/corpus/resolve", "tests/corpus/variants"] {
        files(&root().join(folder), "bid", &mut paths);
    }
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    let mut found: Vec<(String, String)> = paths.iter().map(|path| (path.display().to_string(), read(path))).collect();
    // Some variants of the corpus have lines that cannot be read.
    found.retain(|(_, text)| parse(text).1.is_empty());
    let mut pages = vec![root().join("README.md")];
    files(&root().join("docs"), "md", &mut pages);
    for page in pages {
        for (number, block) in read(&page).split("```").enumerate() {
            if let Some((kind, text)) = block.split_once('\n')
                && number % 2 == 1
                && kind.starts_with("bid")
                && parse(text).1.is_empty()
            {
                found.push((format!("{} {number}", page.display()), text.to_owned()));
            }
        }
    }
    assert!(found.len() > 100, "only {} texts", found.len());
    found
}

fn notes(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.find('#').map(|at| line[at..].trim_end())).collect()
}

fn holds(name: &str, text: &str) -> String {
    let once = formatter::format(text).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
    let twice = formatter::format(&once).unwrap();
    assert_eq!(once, twice, "{name}: tidying twice is not tidying once");
    let (tree, problems) = parse(text);
    assert!(problems.is_empty());
    assert!(formatter::same(&tree, &parse(&once).0), "{name}: the tree changed:\n{once}");
    assert_eq!(notes(text), notes(&once), "{name}: a note changed");
    assert!(!once.contains("\n\n\n") && !once.contains(" \n") && !once.contains('\t'), "{name}");
    assert!(once.is_empty() || once.ends_with('\n'));
    once
}

/// The same words with other white space: steps of another width, gaps, empty lines, blanks at the ends of lines.
fn mangled(text: &str, seed: u64) -> String {
    let mut chance = Stream::new(seed, 5);
    let step = 1 + chance.below(4) as usize;
    let mut out = String::new();
    for line in text.lines() {
        let content = line.trim_start();
        out.push_str(&" ".repeat((line.len() - content.len()) * step));
        let (code, note) = content.find('#').map_or((content, ""), |at| content.split_at(at));
        for word in code.split_whitespace() {
            out.push_str(word);
            out.push_str(&" ".repeat(1 + chance.below(3) as usize));
        }
        out.push_str(note);
        out.push_str(&" ".repeat(chance.below(3) as usize));
        out.push_str(["\n", "\n", "\n", "\r\n", "\n\n", "\n  \n\n"][chance.below(6) as usize]);
    }
    out
}

#[test]
fn tidying_changes_white_space_only_and_only_once() {
    for (name, text) in texts() {
        holds(&name, &text);
    }
}

#[test]
fn mangled_spacing_is_put_right() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for ((name, text), seed) in texts().into_iter().zip(0..) {
        let tidied = holds(&format!("{name}, seed {seed}"), &mangled(&text, seed));
        assert_eq!(words(&tidied), words(&formatter::format(&text).unwrap()), "{name}");
    }
}

#[test]
fn shipped_files_are_in_the_one_style() {
    let mut paths = Vec::new();
    files(&root().join("games"), "bid", &mut paths);
    assert!(paths.len() >= 50, "only {} files", paths.len());
    let mut untidy = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        if formatter::format(&text).unwrap() != text {
            untidy.push(path.display().to_string());
        }
    }
    assert!(untidy.is_empty(), "run `bidlang fmt` on {untidy:?}");
}

#[test]
fn what_cannot_be_read_is_not_touched() {
    assert!(formatter::format("game Half\nplay\n  mvoe lot\n").is_err());
}

#[test]
fn one_of_everything() {
    let untidy = "\n\n# A note.\ngame   Odd   Spacing\nplayers 3   to 4\n\n\n\noption an-open  yes or no ,usually no\noption longer 1 to 3,usually 2 # why\n\ncards\n\tsuit Clubs,Hearts\n\trank 1 to 9\n\t1 to 9   of each suit\n\nvalue luck by players\n\tacross   suit-number 1  2\n\t3 -1 (2+a-value)\n\t4 10 ( 3 )\nvalue worth of card by rank\n    1 to 3,5   rank\n    other 0 if rank is 9\n     otherwise - 1\n\nplaces\n  stock seen by nobody\n  hand each player seen by owner,size seen by all# so\n   # at the end\n\nplay\n      # first\n      shuffle stock # now\n      score 2*( 1+luck )  to players  for  a,b :  (c) when 1 is 1\n      auction\n        order once clockwise from seat 1\n        bid a number from 1 to 9\n            must number is at least -3\n              and number is odd\n        pass\n        wins highest worth,ties to first\n        sold\n            shuffle stock\n";
    let wanted = "# A note.
game Odd Spacing
players 3 to 4

option an-open  yes or no, usually no
option longer   1 to 3, usually 2                        # why

cards
  suit  Clubs, Hearts
  rank  1 to 9
  1 to 9 of each suit

value luck by players
  across suit-number  1   2
  3                   -1  (2 + a-value)
  4                   10  (3)
value worth of card by rank
  1 to 3, 5  rank
  other      0 if rank is 9
             otherwise -1

places
  stock              seen by nobody
  hand  each player  seen by owner, size seen by all     # so
  # at the end

play
  # first
  shuffle stock                                          # now
  score 2 * (1 + luck) to players for a,b : (c) when 1 is 1
  auction
    order   once clockwise from seat 1
    bid     a number from 1 to 9
      must number is at least -3
        and number is odd
    pass
    wins    highest worth, ties to first
    sold
      shuffle stock
";
    let untidy = untidy.replace("\t", "  ");
    assert_eq!(holds("odd", &untidy), wanted);
}

#[test]
fn a_variant_of_everything() {
    let untidy = "variant   Odd   Spacing\nof   classics/hearts\nuse   french-deck # fifty-two\nadd option lanterns yes or no,usually no\nadd option long 1 to 3, usually 2\nadd places\n  drawer each player seen by owner\n  st seen by nobody\nremove require deck is basic or players is at most   4\nchange value worth\n  Joker 50\n  add 2 to 3 5\n  remove  Jack\nchange value grid\n  1 2 3 -4\n  10 2 (3+players) 4\nchange cards\n rank 1 to 10,Jack\n remove players copies of   Joker\n add 2 copies of King of each suit\nchange phase deal   repeats until score of any player is more than 1500\n   add after do   bidding\n       deal 1 from crib to cut\n   remove score   2*3 to player for   a,b\n   add track\n     foo each player number\n     barfoo number\n   replace set dealer\n        set dealer   to random player\n   auction\n     order clockwise   from dealer\n     add must card is not Joker\n     remove must player is not leader\n     add unsold\n        move lot to box\n     replace must card shares suit\n        must card is Joker\n     stage sealed\n        bid 1 to 4 cards from hand to bid\n";
    let wanted = "variant Odd Spacing
of classics/hearts
use french-deck                                          # fifty-two
add option lanterns  yes or no, usually no
add option long      1 to 3, usually 2
add places
  drawer  each player  seen by owner
  st                   seen by nobody
remove require deck is basic or players is at most 4
change value worth
  Joker       50
  add 2 to 3  5
  remove Jack
change value grid
  1   2  3              -4
  10  2  (3 + players)  4
change cards
  rank    1 to 10, Jack
  remove  players copies of Joker
  add     2 copies of King of each suit
change phase deal repeats until score of any player is more than 1500
  add after do bidding
    deal 1 from crib to cut
  remove score 2 * 3 to player for a,b
  add track
    foo  each player  number
    barfoo            number
  replace set dealer
    set dealer to random player
  auction
    order    clockwise from dealer
    add      must card is not Joker
    remove   must player is not leader
    add      unsold
      move lot to box
    replace  must card shares suit
      must    card is Joker
    stage sealed
      bid     1 to 4 cards from hand to bid
";
    assert_eq!(holds("variant", untidy), wanted);
}
