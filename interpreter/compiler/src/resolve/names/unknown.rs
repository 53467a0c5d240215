//! Names that nothing has, and names that nothing uses.

use super::super::types::few;
use super::{NAMES_ARE, Named, Resolver};
use crate::diagnostic::{Code, Diagnostic, Span, denied};
use crate::ir::Ty;
use crate::syntax::meant::of_a_name;
use crate::syntax::tree::Name;

impl<'t> Resolver<'t> {
    /// Every word that could have been meant.
    pub(in super::super) fn known_words(&self) -> Vec<String> {
        let mut known: Vec<String> = self.names.keys().cloned().collect();
        known.extend(self.game.kinds.iter().flat_map(|kind| kind.members.iter().cloned()));
        known.extend(self.scopes.iter().filter_map(|scope| scope.name.clone()));
        known.extend(
            ["left", "right", "leader", "winner", "score", "owner", "partner", "team", "opponents", "position"]
                .map(str::to_owned),
        );
        known.sort();
        known.dedup();
        known
    }

    /// A word where a value of a kind is wanted, which it has not.
    pub(in super::super) fn unknown_member(&mut self, name: &Name, kind: usize) {
        let (kind_name, members) = self.words_of(kind);
        let (kind_name, members) = (kind_name.to_owned(), members.to_vec());
        if members.is_empty() {
            return self.told_where_declared();
        }
        let known: Vec<String> = members.iter().cloned().chain(self.known_words()).collect();
        let problem = Diagnostic::new(Code::UnknownValue, name.span, format!("`{}` is no {kind_name}", name.text))
            .help(format!("{} {kind_name} is one of {}", super::super::scope::article(&kind_name), few(&members)));
        if matches!(
            name.text.as_str(),
            "else" | "otherwise" | "default" | "rest" | "others" | "everything" | "anything"
        ) {
            let problem = problem.help("the row for all that have none of their own begins with `other`");
            return self.problem(problem.fix(name.span, "other"));
        }
        // A number is never a misspelt other one.
        let number = name.text.parse::<i64>().is_ok();
        self.problem(if number { problem } else { problem.did_you_mean(&name.text, known.iter().map(String::as_str)) });
    }

    pub(in super::super) fn unknown(&mut self, name: &Name) {
        if matches!(name.text.as_str(), "smaller" | "larger" | "difference") {
            let word = &name.text;
            let problem = Diagnostic::new(Code::UnknownName, name.span, format!("`{word} of` wants two numbers"));
            self.problem(
                problem.help(format!("say `{word} of A and B`; a sum stands in brackets: `{word} of (bid + 1) and 9`")),
            );
            return;
        }
        if let Some(kind) = self.game.kinds.iter().find(|kind| kind.members.contains(&name.text)) {
            let (member, kind) = (&name.text, &kind.name);
            let message = format!("`{member}` is {} {kind}: alone it says nothing", super::super::scope::article(kind));
            self.problem(
                Diagnostic::new(Code::UnknownName, name.span, message)
                    .help(format!("compare it: `{kind} is {member}`; of one card, `{kind} of card is {member}`")),
            );
            return;
        }
        let word = &name.text;
        let problem = Diagnostic::new(Code::UnknownName, name.span, format!("nothing here is called `{word}`"));
        if self.picked_later.contains(word) {
            return self.problem(
                Diagnostic::new(Code::UnknownName, name.span, format!("`{word}` is not picked yet: `when` is asked before")).help(
                    "what holds of a pick stands in its `where`; what holds of all that is picked is a `must` line under the act",
                ),
            );
        }
        if let Some(help) = of_a_name(word) {
            return self.problem(problem.help(help));
        }
        let known = self.known_words();
        if let Some(help) = self.in_parts(word) {
            return self.problem(problem.help(help));
        }
        self.problem(problem.help(NAMES_ARE).did_you_mean(word, known.iter().map(String::as_str)));
    }

    /// What to say of `left-over-1` and `unbroken`, where `left-over` and `broken` are names.
    fn in_parts(&self, word: &str) -> Option<String> {
        let number = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
        if let Some((name, rest)) = word.rsplit_once('-')
            && self.names.contains_key(name)
            && (number(rest) || self.names.contains_key(rest))
        {
            return Some(format!("a sign stands between spaces: `{name} - {rest}`"));
        }
        let name = denied(word).find(|name| self.names.contains_key(*name))?;
        Some(format!("what is not so is said with `not`: `not {name}`"))
    }

    pub(super) fn nothing_is_unused(&mut self) {
        if self.problems.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut unused: Vec<(String, &str, Span)> = Vec::new();
        for (name, (named, span)) in &self.names {
            if self.used.contains(named) || *span == Span::default() {
                continue;
            }
            let what = match named {
                Named::Option(_) => "option",
                Named::Value(_) => "value",
                Named::Place(_) => "place",
                Named::Track(_) => "track",
                Named::Kind(id) if self.game.values.iter().any(|value| value.ty == Ty::Member(*id)) => continue,
                Named::Kind(_) => "kind",
                Named::Phase(id) if self.game.phases.get(*id).is_some_and(|phase| phase.name != "play") => "phase",
                _ => continue,
            };
            unused.push((name.clone(), what, *span));
        }
        for (name, what, span) in unused {
            self.problem(Diagnostic::new(Code::Unused, span, format!("nothing uses the {what} `{name}`")).help(
                if what == "phase" {
                    format!("run it with `do {name}`, or take it out")
                } else {
                    "use it, or take it out".to_owned()
                },
            ));
        }
    }
}
