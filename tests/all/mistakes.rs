//! Mistakes that people make who write rules as they say them, each in a shipped game, and what is told of them.
//!
//! The files of `corpus/mistakes` are written as those of `corpus/planted`. `grade` is how well what is told helps, judged by somebody who saw
//! nothing but that: 3 shows the line that was meant, 2 what to do, 1 where to look, 0 misleads or says nothing.

use bidlang::Game;
use bidlang_lab::check::check;
use bidlang_lab::search::Budget;
use bidlang_tests::root;

use crate::planted::{Games, Planted, planted, source};

/// All that is told of a mistake.
fn told(mistake: &Planted) -> String {
    let mut out = format!("# {}\n", mistake.what);
    for (_, to) in &mistake.edits {
        out += &to.lines().map(|line| format!("> {line}\n")).collect::<String>();
    }
    let checked = check(&source(mistake), &Games, &Budget::of(0));
    for problem in checked.problems.iter().filter(|problem| problem.is_error()) {
        out += &format!("{}: {}\n", problem.code, problem.message);
        let text = checked.sources.text();
        let here = problem.labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty());
        let here = here.map(|here| format!(" ({here})")).unwrap_or_default();
        out += &format!("  at `{}`{here}\n", problem.span().of(text).lines().next().unwrap_or(""));
        for line in problem.help.iter().flat_map(|help| help.lines()) {
            out += &format!("  {line}\n");
        }
    }
    out
}

#[test]
fn what_is_told_of_mistakes() {
    let all = planted("tests/corpus/mistakes");
    assert!(all.len() >= 100, "{}", all.len());
    let mut games: Vec<&str> = all.iter().map(|mistake| mistake.game.as_str()).collect();
    games.dedup();
    for game in games {
        let told: Vec<String> = all.iter().filter(|mistake| mistake.game == game).map(told).collect();
        insta::with_settings!({ snapshot_path => root().join("tests/corpus/mistakes"), prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, told.join("\n"));
        });
    }
}

/// The grades, which whoever reads the snapshots anew gives again.
#[test]
fn what_is_told_helps() {
    let all = planted("tests/corpus/mistakes");
    let grades: Vec<u32> = all.iter().map(|mistake| mistake.grade.expect(&mistake.what)).collect();
    let mean = f64::from(grades.iter().sum::<u32>()) / grades.len() as f64;
    println!("{} mistakes, mean {mean:.2}, lowest {}", grades.len(), grades.iter().min().unwrap());
    assert!(mean >= 2.6, "{mean}");
    assert!(grades.iter().all(|grade| (1..=3).contains(grade)), "none is 0");
}

/// Where nothing is wrong with a line but that its name is a word of the language, another name is offered and no other line; and that
/// the lines beside it are not read for it is not told.
#[test]
fn a_word_of_the_language_as_a_name_is_told_with_another_name() {
    let text = std::fs::read_to_string(root().join("tests/corpus/syntax/reserved-names-of-tracks.bid")).unwrap();
    let told = Game::read("names.bid", &text).unwrap_err().to_string();
    for name in ["last-track", "least-track", "first-track"] {
        assert!(told.contains(&format!("choose another name, for example `{name}`")), "{told}");
    }
    assert!(!told.contains("write `") && !told.contains("unknown-name"), "{told}");
}
