//! What a person may say at the table, and several persons at one terminal: the command runs under a pseudo-terminal.
#![cfg(unix)]

use std::io::Write;

use crate::terminal::Terminal;

const SMALL: (u16, u16) = (80, 24);

fn run(arguments: &[&str]) -> Terminal {
    // By dice, so that a player that plays otherwise changes no test.
    Terminal::of(SMALL, &[&["run", "--seat", "2..=random"], arguments].concat(), &[])
}

/// Presses a key that is no line.
fn press(terminal: &mut Terminal, key: &str) {
    terminal.writer.write_all(key.as_bytes()).unwrap();
    terminal.writer.flush().unwrap();
}

#[test]
fn several_cards_are_picked_one_after_the_other_or_at_once() {
    let mut terminal = run(&["hearts", "--seed", "4"]);
    let first = terminal.wait("Ann>");
    assert!(first.contains("You may pass: one card after the other, or several at once"), "{first}");
    assert!(first.contains("13  Ace of Spades"), "all cards are listed:\n{first}");
    let one = terminal.then("2h", "Ann>");
    assert!(one.contains("You may pass 2 of Hearts and") && one.contains("12  Ace of Spades"), "{one}");
    assert!(!one.lines().any(|line| line.contains("  2 of Hearts")), "what was picked is listed once more:\n{one}");
    let two = terminal.then("1", "Ann>");
    assert!(two.contains("You may pass 2 of Hearts, 3 of Clubs and"), "{two}");
    // One is put back; then the act is asked for that was taken, and the prompt says what does not go with it.
    assert_eq!(terminal.then("undo", "Ann>"), one);
    let not = terminal.then("2h", "Ann>");
    assert!(not.contains("that does not go with pass 2 of Hearts"), "{not}");
    let enough = terminal.then("done", "Ann>");
    assert!(enough.contains("that is not enough"), "{enough}");
    let passed = terminal.then("the king of diamonds, as", "Ann>");
    assert!(passed.contains("Ann passes 2 of Hearts, King of Diamonds, Ace of Spades"), "{passed}");
    // All at once, and through words that begin several.
    let mut terminal = run(&["hearts", "--seed", "4"]);
    terminal.wait("Ann>");
    let which = terminal.then("7", "Ann>");
    assert!(which.contains("You may pass 10 of Clubs and") || which.contains("You may pass"), "{which}");
    terminal.then("undo", "Ann>");
    let at_once = terminal.then("pass 2h 3h 3c", "Ann>");
    assert!(at_once.contains("Ann passes 2 of Hearts, 3 of Clubs, 3 of Hearts"), "{at_once}");
}

#[test]
fn where_several_acts_pick_several_cards_it_is_first_said_which() {
    let mut terminal = run(&["dou_dizhu", "--seed", "4"]);
    terminal.wait("Ann>");
    let acts = terminal.then("3", "Ann>");
    assert!(acts.contains("lay-pair …") && acts.contains("lay-card 3"), "{acts}");
    let pairs = terminal.then("lay-pair", "Ann>");
    assert!(pairs.contains("You may lay-pair:"), "{pairs}");
    let rest = terminal.then("queen", "Ann>");
    assert!(rest.contains("You may lay-pair Queen and\n1  Queen"), "{rest}");
    let laid = terminal.then("1", "Ann>");
    assert!(laid.contains("   10   Queen   King, King"), "two Queens are laid:\n{laid}");
}

#[test]
fn the_card_that_takes_the_trick_so_far_is_marked() {
    let mut terminal = run(&["hearts", "--seed", "4"]);
    terminal.wait("Ann>");
    let shown = terminal.then("2h 3c 3h", "Ann>");
    assert!(shown.contains("trick  Cat 2♣   Dan 9♣ ahead\n"), "{shown}");
}

#[test]
fn bookkeeping_is_shown_where_all_is_asked_for() {
    let mut terminal = run(&["bridge", "--seed", "4"]);
    terminal.wait("Ann>");
    let shown = terminal.then("1nt", "Ann>");
    assert!(shown.contains("contract Spades"), "{shown}");
    let middle = |shown: &str| shown.split("────\n").nth(1).unwrap_or_default().to_owned();
    assert!(!middle(&shown).contains("namer of"), "{shown}");
    let all = terminal.then("table all", "Ann>");
    assert!(all.contains("namer of"), "{all}");
}

#[test]
fn the_screen_is_drawn_again_when_the_terminal_gets_another_size() {
    let mut terminal = run(&["hearts", "--seed", "4"]);
    let small = terminal.wait("Ann>");
    press(&mut terminal, "pas");
    terminal.wait("Ann> pas");
    terminal.resize((120, 40));
    let large = terminal.wait("Ann> pas");
    assert!(large.lines().any(|line| line.chars().count() == 120), "it is as narrow as before:\n{large}");
    assert!(large.lines().last().unwrap() == "Ann> pas", "what was typed is gone:\n{large}");
    let whole = |text: &str| text.contains("Hearts · deal 1") && text.contains("You may pass");
    assert!(whole(&large), "{large}");
    terminal.resize(SMALL);
    let again = terminal.wait("Ann> pas");
    assert_eq!(again, format!("{small} pas"));
    // Nothing is drawn over a page of the book.
    press(&mut terminal, "\u{15}");
    let page = terminal.then("rules", "play on");
    terminal.resize((80, 30));
    assert!(terminal.wait("play on").contains(page.lines().next().unwrap()));
}

#[test]
fn the_end_of_input_asks_once_whether_a_game_is_left_that_is_not_kept() {
    let mut terminal = run(&["no_thanks", "--seed", "4"]);
    terminal.wait("Ann>");
    press(&mut terminal, "\u{4}");
    let asked = terminal.wait("no)");
    assert!(asked.contains("Leave it?"), "{asked}");
    terminal.then("no", "Ann>");
    press(&mut terminal, "\u{4}");
    terminal.wait("no)");
    press(&mut terminal, "\u{4}");
    terminal.wait("nothing");
    assert!(terminal.ended);
}

#[test]
fn after_the_end_one_may_ask_and_play_again() {
    let mut terminal = run(&["kuhn_poker", "--seed", "4"]);
    let mut shown = terminal.wait(">");
    for _ in 0..100 {
        if shown.ends_with("over>") {
            break;
        }
        shown = terminal.then("1", ">");
    }
    assert!(shown.ends_with("over>"), "{shown}");
    let rules = terminal.then("rules payoff", ">");
    assert!(rules.ends_with("over>"), "{rules}");
    let again = terminal.then("again", "Ann>");
    assert!(again.starts_with("Kuhn"), "{again}");
}

#[test]
fn two_persons_do_not_see_each_others_hands() {
    // Seat 1 is the person's at the terminal, unless something else is said of it.
    let mut terminal = run(&["hearts", "--seed", "4", "--seat", "2=human"]);
    let first = terminal.wait("Enter.");
    assert_eq!(
        first.trim(),
        "Ann and Ben share this terminal; Cat and Dan are played by the computer.\nHand over to Ann, who then presses Enter."
    );
    assert!(terminal.screen.screen().alternate_screen(), "what is shown stays in the scroll-back");
    let anns = terminal.then("", "Ann>");
    let hand = anns.lines().find(|line| line.starts_with("hand ")).unwrap().to_owned();
    let between = terminal.then("2h 3c 3h", "Enter.");
    assert_eq!(between.trim(), "Hand over to Ben, who then presses Enter.", "nothing of Ann's is left");
    let bens = terminal.then("", "Ben>");
    assert!(!bens.contains(&hand) && bens.starts_with("Hearts"), "{bens}");
    assert!(bens.lines().any(|line| line.contains("Ben  0 points") && !line.contains("hand")), "{bens}");
    assert!(!bens.contains("3 of Clubs"), "Ben is told what Ann passed:\n{bens}");
    let own = "stock to hand of Ben: ";
    assert!(
        bens.contains(own) && !bens.contains("stock to hand of Ben: 13 cards"),
        "Ben is not told his cards:\n{bens}"
    );
    assert!(bens.contains("stock to hand of Ann: 13 cards"), "{bens}");
    // Nor is what Ann typed brought back.
    press(&mut terminal, "\u{1b}[A");
    assert!(terminal.wait("Ben>").ends_with("Ben>"));
    terminal.then("q", "no)");
    terminal.say("yes");
    let left = terminal.wait("nothing");
    assert!(terminal.ended && !terminal.screen.screen().alternate_screen());
    assert!(!left.contains("hand  "), "a hand is left on the screen:\n{left}");
}

#[test]
fn undo_asks_all_persons_who_have_chosen_since() {
    let mut terminal = run(&["hearts", "--seed", "4", "--seat", "2=human"]);
    terminal.wait("Enter.");
    terminal.then("", "Ann>");
    terminal.then("2h 3c 3h", "Enter.");
    // Ann thinks again before Ben sits down: nobody has to be asked.
    terminal.then("undo", "Enter.");
    let anns = terminal.then("", "Ann>");
    assert!(anns.contains("You may pass: one card"), "{anns}");
    terminal.then("2h 3c 7s", "Enter.");
    terminal.then("", "Ben>");
    assert!(terminal.then("undo", "Ben>").contains("nothing of yours to take back"));
    terminal.then("4c 4h 4s", "Enter.");
    terminal.then("", "Ann>");
    assert!(terminal.then("undo", "Ann>").contains("`undo anyway`"));
    // Ben has passed cards since then.
    let asked = terminal.then("undo anyway", "no)");
    assert_eq!(
        asked.split_whitespace().collect::<Vec<_>>().join(" "),
        "Ben, Ann takes a choice back, and with it what you chose since then. Ben, do you agree? (yes or no)"
    );
    terminal.then("no", "Enter.");
    let refused = terminal.then("", "Ann>");
    assert!(refused.contains("  Ben does not agree\nAnn>") && refused.contains("You may play"), "{refused}");
    terminal.then("undo anyway", "no)");
    terminal.then("yes", "Enter.");
    let back = terminal.then("", "Ann>");
    assert!(back.contains("You may pass: one card"), "{back}");
}
