//! Warnings that the file says are meant.

use super::names::Resolver;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::Allowed;
use crate::syntax::tree::{AllowItem, File, Item};

impl Resolver<'_> {
    /// Reads the `allow` lines: each names a warning, and perhaps a part of the file.
    pub(super) fn allowances(&mut self, file: &File) {
        for item in &file.items {
            if let Item::Allow(line) = item {
                let read = self.allowance(line);
                self.game.allowed.extend(read);
            }
        }
    }

    fn allowance(&mut self, line: &AllowItem) -> Option<Allowed> {
        let code = self.warning(line)?;
        let part = match &line.of {
            None => None,
            Some(name) => match self.names.get(&name.text).map(|(_, span)| *span) {
                Some(span) if span != Span::default() => Some(span),
                _ => {
                    let problem = Diagnostic::new(
                        Code::UnknownName,
                        name.span,
                        format!("no part of this file is called `{}`", name.text),
                    )
                    .help("name the place, track, value, option, kind or phase in which the warning is told");
                    let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
                    let problem = problem.did_you_mean(&name.text, known);
                    self.problem(problem);
                    return None;
                }
            },
        };
        let last = line.of.as_ref().map_or(line.code.span, |of| of.span);
        Some(Allowed { code, part, span: line.word.span.to(last) })
    }

    /// The code that a line allows.
    fn warning(&mut self, line: &AllowItem) -> Option<Code> {
        let (name, span) = (line.code.text.as_str(), line.code.span);
        let found = Code::of(name);
        if let Some(code) = found.filter(|code| code.may_be_meant()) {
            return Some(code);
        }
        let known = Code::ALL.iter().filter(|code| code.may_be_meant()).map(|code| code.text());
        let problem = match found {
            Some(_) => Diagnostic::new(Code::NotAWarning, span, format!("`{name}` is an error: it has to be mended"))
                .help("only warnings can be allowed, and `goes-on`"),
            None => Diagnostic::new(Code::NotAWarning, span, format!("no warning is called `{name}`"))
                .help("say the code that is told with the warning, as in `allow unused in discard because a later version has a discard`")
                .did_you_mean(name, known),
        };
        self.problem(problem);
        None
    }
}
