//! Where a person types: at a terminal with history, editing and completion, elsewhere line by line.

use std::io::{BufRead, IsTerminal};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::output;
use crate::resized::Resized;
use crate::screen::{Screen, Size};

/// Where lines come from.
pub enum Typing {
    /// A pipe or a file, or a terminal that can do nothing but lines.
    Lines,
    /// A terminal.
    Terminal(Box<AtTerminal>),
}

/// What belongs to a terminal.
pub struct AtTerminal {
    editor: Editor<Words, MemHistory>,
    /// Draws the screen again where the terminal gets another size; none where that cannot be heard of.
    resized: Option<Resized>,
}

impl Typing {
    /// A terminal where both ends are one, and it is not a dumb one.
    pub fn new() -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if dumb || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Self::Lines;
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let Ok(mut editor) = Editor::with_history(config, MemHistory::new()) else { return Self::Lines };
        let resized = editor.create_external_printer().ok().and_then(Resized::heard_by);
        Self::Terminal(Box::new(AtTerminal { editor, resized }))
    }

    /// How large the terminal is; none where there is no terminal.
    pub fn size(&mut self) -> Option<Size> {
        match self {
            Self::Lines => None,
            Self::Terminal(at) => {
                let (width, height) = at.editor.dimensions()?;
                Some(Size { width: usize::from(width), height: usize::from(height) })
            }
        }
    }

    /// The next line; none where there are no more of them. `words` is what Tab completes to.
    pub fn line(&mut self, prompt: &str, words: impl FnOnce() -> Vec<String>) -> Option<String> {
        self.line_below(prompt, words, None)
    }

    /// The next line, below a screen that is drawn again where the terminal gets another size.
    pub fn line_below(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        screen: Option<&Screen>,
    ) -> Option<String> {
        match self {
            Self::Lines => {
                output::prompt(prompt);
                let line = std::io::stdin().lock().lines().next();
                if line.is_none() {
                    output::line("");
                }
                line?.ok()
            }
            Self::Terminal(at) => {
                at.editor.set_helper(Some(Words(words())));
                let drawn = at.resized.as_ref().zip(screen).map(|(resized, screen)| resized.draws(screen.clone()));
                let line = at.editor.readline(&output::safe(prompt).into_owned());
                drop(drawn);
                match line {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            // A line that cannot be kept is not in the history, which is all that it is for.
                            let _ = at.editor.add_history_entry(line.as_str());
                        }
                        Some(line)
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                    Err(error) => {
                        output::note(&format!("nothing can be typed any more: {error}"));
                        None
                    }
                }
            }
        }
    }
}

/// What Tab completes to.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or_default();
        // `why not` is followed by an act.
        let start = if typed.starts_with("why not ") { "why not ".len() } else { 0 };
        let begun = typed.get(start..).unwrap_or_default().to_lowercase();
        let mut found: Vec<String> =
            self.0.iter().filter(|word| word.to_lowercase().starts_with(&begun)).cloned().collect();
        if found.is_empty() && !begun.is_empty() {
            // A card by itself: `9 of` finds `play 9 of Hearts`.
            let inside =
                |word: &&String| word.to_lowercase().split_once(' ').is_some_and(|(_, rest)| rest.starts_with(&begun));
            found = self.0.iter().filter(inside).cloned().collect();
        }
        found.dedup();
        Ok((start, found))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
