use crate::{GAME, bidlang, bidlang_in, err, out, scratch};

fn untidy() -> String {
    GAME.replace("  stock               seen", "    stock seen")
        .replace("  hand   each player  seen", "    hand each player  seen")
        .replace("players 2\n", "players   2   # two\n\n\n")
}

fn tidied() -> String {
    GAME.replace("  stock               seen", "  stock              seen")
        .replace("  hand   each player  seen", "  hand  each player  seen")
        .replace("players 2\n", &format!("{:<57}# two\n", "players 2"))
}

#[test]
fn a_file_is_put_into_the_one_style_and_then_left_alone() {
    let folder = scratch("fmt");
    let path = folder.join("small.bid");
    std::fs::write(&path, untidy()).unwrap();
    let first = bidlang_in(&folder, &["fmt", "small.bid"], "");
    assert_eq!(first.status.code(), Some(0), "{}", err(&first));
    assert_eq!(out(&first), "formatted small.bid\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), tidied());
    let again = bidlang_in(&folder, &["fmt", "small.bid"], "");
    assert_eq!((again.status.code(), out(&again).as_str()), (Some(0), ""));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let output = bidlang_in(&scratch("fmt-dash"), &["fmt", "-"], &untidy());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(out(&output), tidied());
}

#[test]
fn check_and_diff_change_nothing() {
    let folder = scratch("fmt-check");
    let path = folder.join("small.bid");
    std::fs::write(&path, untidy()).unwrap();
    let check = bidlang_in(&folder, &["fmt", "--check", "."], "");
    assert_eq!(check.status.code(), Some(1));
    assert!(err(&check).contains("small.bid is not in the one style"), "{}", err(&check));
    let diff = bidlang_in(&folder, &["fmt", "--diff", "small.bid"], "");
    assert_eq!(diff.status.code(), Some(0));
    let text = out(&diff);
    assert!(
        text.contains("-    stock seen by nobody\n") && text.contains("+  stock              seen by nobody\n"),
        "{text}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), untidy());
    let tidy = bidlang_in(&folder, &["fmt", "--check", "--diff", "-"], &tidied());
    assert_eq!((tidy.status.code(), out(&tidy).as_str()), (Some(0), ""));
}

#[test]
fn what_cannot_be_read_is_told_and_not_touched() {
    let folder = scratch("fmt-bad");
    let path = folder.join("small.bid");
    let bad = untidy().replace("shuffle", "shufle");
    std::fs::write(&path, &bad).unwrap();
    let output = bidlang_in(&folder, &["fmt", "small.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("unknown-statement"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), bad);
}

#[test]
fn the_shipped_games_and_templates_are_in_the_one_style() {
    let output = bidlang(&["fmt", "--check", "games", "cli/templates"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}
