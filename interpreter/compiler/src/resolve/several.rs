//! Values of a kind, and teams, as a group: `number of (artists where price is 30)`, `highest price of artists`, `done of every contract`.

use super::each::EachOne;
use super::names::{Named, Resolver};
use super::types::{Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Fold, Over, Sorted, VarId, plural};
use crate::syntax::tree::{Name, Phrase, PhraseKind, Several, Which};

impl Resolver<'_> {
    /// A phrase that means values of a kind or teams, as a group. None where it means something else; inside of that, none where something is wrong.
    pub(super) fn of_kind(&mut self, phrase: &Phrase) -> Option<Option<(Over, Expr)>> {
        match &phrase.kind {
            PhraseKind::Several(several) if several.which == Which::Plain => Some(self.values(several)),
            PhraseKind::Word(word) if self.find(&word.text).is_none() && self.by_name(&word.text).is_none() => {
                let (over, _) = self.means_several(&word.text)?;
                Some(self.with_players(over, None))
            }
            _ => None,
        }
    }

    /// Any or every value of a kind, in a comparison.
    pub(super) fn any_of_kind(&mut self, span: Span, several: &Several) -> Option<Typed> {
        let fold = match several.which {
            Which::Any => Fold::Any,
            Which::Every => Fold::Every,
            Which::Each => return self.each_of_kind(span, several),
            _ => {
                let words = format!(
                    "this is a group of `{}`, and stands where something is worked out of all of them",
                    several.word.text
                );
                self.problem(Diagnostic::new(Code::Type, span, words).help(
                    "say `number of (... where ...)`, `highest V of (... where ...)`, `any ...` or `every ...` in a comparison, or `for each ... where ...`",
                ));
                return None;
            }
        };
        let (over, of) = self.values(several)?;
        self.quantifier(span, fold, over, of)
    }

    /// `each team`, `each artist where price is 30`: the statement is done for one after the other.
    fn each_of_kind(&mut self, span: Span, several: &Several) -> Option<Typed> {
        let called = self.called_each(several)?;
        let (over, cond) = self.not_for_each(|this| this.values_where(several))?;
        let sorted = cond.map(|cond| Sorted { count: None, cond: Some(cond), keys: Vec::new() });
        let one = EachOne { over, var: self.new_var(), group: Expr::Int(0), sorted };
        self.one_after_the_other(span, Some(called), one)
    }

    /// What each of a kind is called, which `each` says with the word for one.
    pub(super) fn called_each(&mut self, several: &Several) -> Option<String> {
        let word = &several.word;
        let Some((_, one)) = self.means_several(&word.text) else {
            let kinds = self.game.kinds.iter().map(|kind| kind.name.clone()).chain(["player".into(), "team".into()]);
            let kinds: Vec<String> = kinds.collect();
            self.problem(
                Diagnostic::new(Code::Every, word.span, format!("there is no `{}` for each of which that could be done", word.text))
                    .help("say `each player`, `each team`, or `each` and an attribute or a kind, as in `set price of each suit to 0`")
                    .did_you_mean(&word.text, kinds.iter().map(String::as_str)),
            );
            return None;
        };
        if word.text != one {
            let words = format!("`each` goes with the word for one, and these are `{}`", word.text);
            self.problem(Diagnostic::new(Code::Every, word.span, words).help(format!("say `each {one}`")));
            return None;
        }
        Some(several.name.as_ref().map_or(one, |name| name.text.clone()))
    }

    /// The values of a kind of which something holds: what they are, and the group.
    fn values(&mut self, several: &Several) -> Option<(Over, Expr)> {
        let (over, cond) = self.values_where(several)?;
        self.with_players(over, cond)
    }

    /// The same with the condition apart, and of what it speaks.
    pub(super) fn values_where(&mut self, several: &Several) -> Option<(Over, Option<(VarId, Expr)>)> {
        let (over, one) = self.several(&several.word)?;
        let Some(cond) = &several.cond else { return Some((over, None)) };
        let name = several.name.as_ref().map_or(one, |name| name.text.clone());
        let (var, cond) = self.speaking(Some(name), element(over), false, |this| this.condition(cond));
        Some((over, Some((var, cond?))))
    }

    /// The group of those of which something holds; of teams, those that have players.
    fn with_players(&mut self, over: Over, cond: Option<(VarId, Expr)>) -> Option<(Over, Expr)> {
        let (var, cond) = match cond {
            Some((var, cond)) => (var, Some(cond)),
            None => (self.new_var(), None),
        };
        let of = Box::new(Expr::Int(0));
        Some(match self.and_has_players(over, var, cond)? {
            Some(cond) => (over, Expr::Where { over, var, of, cond: Box::new(cond) }),
            None => (over, *of),
        })
    }

    /// Something of one value of a kind, or of one team, that is spoken of.
    pub(super) fn of_one(&mut self, by: &Name, over: Over) -> Option<Typed> {
        let var = self.scopes.last()?.var;
        let one = Typed::new(Expr::Var(var), element(over), by.span);
        match self.find(&by.text) {
            Some(named) => self.named(named, by, Some(one)),
            None if by.text == "score" && over == Over::Teams => self.built_in(by.span, "score", one),
            None => {
                self.unknown(by);
                None
            }
        }
    }

    /// What a word for several means, and the word for one: `artists`, `teams`.
    fn means_several(&mut self, word: &str) -> Option<(Over, String)> {
        let known = |of: &str| of == word || plural(of) == word;
        if known("team") {
            return Some((Over::Teams, "team".to_owned()));
        }
        let names: Vec<String> = self.names.keys().filter(|name| known(name)).cloned().collect();
        names.into_iter().find_map(|one| match self.find(&one) {
            Some(Named::Attr(attr)) => Some((Over::Kind(self.game.attrs.get(attr)?.kind), one)),
            Some(Named::Kind(kind)) => Some((Over::Kind(kind), one)),
            _ => None,
        })
    }

    /// The same; told where it means nothing.
    pub(super) fn several(&mut self, word: &Name) -> Option<(Over, String)> {
        let found = self.means_several(&word.text);
        if found.is_none() {
            let kinds = self.game.kinds.iter().map(|kind| plural(&kind.name)).collect::<Vec<_>>();
            self.problem(
                Diagnostic::new(
                    Code::UnknownName,
                    word.span,
                    format!("there is no kind of which several are `{}`", word.text),
                )
                .help(format!(
                    "besides players and cards there are teams and the values of a kind: {}",
                    kinds.join(", ")
                ))
                .did_you_mean(&word.text, kinds.iter().map(String::as_str)),
            );
        }
        found
    }
}
