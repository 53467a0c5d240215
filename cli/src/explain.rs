//! `bidlang explain [CODE]`: the pages about the codes of diagnostics, built into the command.

use bidlang::diagnostic::{Diagnostic, Span, printable};

use crate::{End, output, report};

/// Explains the code of a problem.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The code, such as `unknown-name`; all of them where nothing is said
    code: Option<String>,
}

/// Each code with its page.
macro_rules! pages {
    ($($code:literal)*) => {
        &[$(($code, include_str!(concat!("../diagnostics/", $code, ".md")))),*]
    };
}

const PAGES: &[(&str, &str)] = pages! {
    "add-or-remove"
    "add-where"
    "already-there"
    "always-so"
    "ambiguous-act"
    "ambiguous-noun"
    "bad-range"
    "bad-record"
    "base-has-problems"
    "base-needs-it"
    "can-stop"
    "cannot-read"
    "cannot-write"
    "card-twice"
    "changed-twice"
    "circular-base"
    "clause-twice"
    "compared-with-itself"
    "copies"
    "empty-file"
    "end-phase"
    "every"
    "expected"
    "file-too-long"
    "game-and-variant"
    "game-has-problems"
    "game-stopped"
    "game-too-large"
    "goes-on"
    "if-able"
    "internal"
    "line-too-long"
    "many-valued"
    "misplaced-attribute"
    "misplaced-clause"
    "misplaced-part"
    "missing-block"
    "missing-clause"
    "missing-part"
    "nested-too-deep"
    "never-closes"
    "never-dealt"
    "never-ends"
    "never-in-play"
    "never-moves"
    "never-possible"
    "never-so"
    "no-owner"
    "no-snapshot"
    "no-such-game"
    "no-winner"
    "nobody-wins"
    "not-a-game"
    "not-a-library"
    "not-a-number"
    "not-a-place"
    "not-a-text"
    "not-a-track"
    "not-a-variant"
    "not-drawn"
    "not-legal"
    "not-their-turn"
    "not-understood"
    "nothing-can-be-played"
    "nothing-to-change"
    "nothing-to-do"
    "option-default"
    "option-values"
    "other-rules"
    "otherwise-without-if"
    "outside-base"
    "outside-form"
    "pass-how-long"
    "phase-runs-itself"
    "player-count"
    "random"
    "refused-options"
    "reserved-name"
    "row-length"
    "row-never-used"
    "row-twice"
    "several-places"
    "snapshot"
    "so-that"
    "stays-empty"
    "still-needed"
    "syntax"
    "tab-in-indentation"
    "table-hole"
    "teams"
    "tells-hidden-cards"
    "ties"
    "too-few-cards"
    "too-many-cards"
    "too-many-files"
    "too-many-keys"
    "too-many-lines"
    "too-many-musts"
    "too-many-picks"
    "too-many-places"
    "too-many-problems"
    "too-much-work"
    "two-of-one-name"
    "type"
    "unexpected-block"
    "unknown-attribute"
    "unknown-base"
    "unknown-card"
    "unknown-change"
    "unknown-clause"
    "unknown-item"
    "unknown-library"
    "unknown-name"
    "unknown-option"
    "unknown-option-value"
    "unknown-phase"
    "unknown-seat"
    "unknown-statement"
    "unknown-test-line"
    "unknown-value"
    "unreadable-base"
    "unused"
    "usage"
    "value-needs-itself"
    "value-owner"
    "which-card"
    "which-line"
    "who-sees"
    "whose"
    "worth-not-known"
    "wrong-indentation"
};

/// What a code means, in one line.
pub fn summary(code: &str) -> Option<&'static str> {
    let (_, page) = PAGES.iter().find(|(known, _)| *known == code)?;
    page.lines().skip(1).find(|line| !line.is_empty())
}

pub fn run(args: &Args) -> End {
    let Some(code) = &args.code else {
        let widest = PAGES.iter().map(|(code, _)| code.len()).max().unwrap_or(0);
        for (code, _) in PAGES {
            output::line(&format!("{code:widest$}  {}", summary(code).unwrap_or_default()));
        }
        return End::Fine;
    };
    let Some((_, page)) = PAGES.iter().find(|(known, _)| known == code) else {
        let problem = Diagnostic::new("usage", Span::default(), format!("there is no code `{}`", printable(code)))
            .help("`bidlang explain` lists all codes");
        report::plain(&problem.did_you_mean(code, PAGES.iter().map(|(code, _)| *code)));
        return End::Usage;
    };
    shown(page).iter().for_each(|line| output::line(line));
    End::Fine
}

/// A page for a terminal: examples further in, without the marks of Markdown.
fn shown(page: &str) -> Vec<String> {
    let mut example = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            example = !example;
            lines.push(String::new());
        } else if example {
            lines.push(format!("    {line}").trim_end().to_owned());
        } else {
            lines.push(line.strip_prefix("# ").unwrap_or(line).to_owned());
        }
    }
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
