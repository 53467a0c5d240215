//! The deck: attributes and rows of `cards`.

use super::names::{Named, Resolver};
use super::types::Typed;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Attr, CardDef, Expr, MOST_VALUES, Members, Ty};
use crate::syntax::tree::{CardLine, CardRow, File, Item, MarkSpan, Name, Tails};

/// One value of one attribute.
type Mark = (usize, usize);

impl Resolver<'_> {
    pub(super) fn attribute(&mut self, name: &Name, marks: &[MarkSpan]) {
        let id = self.game.attrs.len();
        self.declare(name, Named::Attr(id));
        let kind = self.add_kind(&name.text, marks);
        if self.game.kinds.get(kind).is_some_and(|kind| kind.members.len() > MOST_VALUES) {
            self.problem(
                Diagnostic::new(Code::BadRange, name.span, format!("an attribute has at most {MOST_VALUES} values"))
                    .help("make two attributes of it"),
            );
        }
        self.game.attrs.push(Attr { name: name.text.clone(), kind, many: false });
    }

    /// The rows of `cards`.
    pub(super) fn cards(&mut self, file: &File) {
        for item in &file.items {
            let Item::Cards(lines) = item else { continue };
            for line in lines {
                match line {
                    CardLine::Attribute { .. } => {}
                    CardLine::Row(row) => self.card_row(row, None),
                    CardLine::If { cond, rows } => {
                        let typed = self.typed(cond, Some(Ty::YesNo));
                        let when = typed.and_then(|typed| self.want(typed, Ty::YesNo));
                        for row in rows {
                            self.card_row(row, when.as_ref());
                        }
                    }
                }
            }
        }
        for index in 0..self.game.attrs.len() {
            let many =
                self.game.cards.iter().any(|card| card.members.get(index).is_some_and(|set| set.count_ones() > 1));
            if let Some(attr) = self.game.attrs.get_mut(index) {
                attr.many = many;
            }
        }
        self.are_ever_apart(file);
    }

    /// Refuses `7 to Ace of Clubs and Hearts` where no card has one of the two without the other: each of the row would be of both.
    fn are_ever_apart(&mut self, file: &File) {
        let lines = file.items.iter().filter_map(|item| if let Item::Cards(lines) = item { Some(lines) } else { None });
        let rows = lines.flatten().flat_map(|line| match line {
            CardLine::Attribute { .. } => &[],
            CardLine::Row(row) => std::slice::from_ref(row),
            CardLine::If { rows, .. } => rows.as_slice(),
        });
        let joined = rows
            .filter(|row| matches!(&row.tails, Tails::Combos(combos) if combos.iter().any(|combo| combo.len() > 1)));
        for span in joined.map(|row| row.span).collect::<Vec<_>>() {
            let of_row: Vec<&CardDef> = self.game.cards.iter().filter(|card| card.span == span).collect();
            let one_without_other = |attr: usize, both: Members| {
                let has = |card: &CardDef| card.members.get(attr).copied().unwrap_or(0) & both;
                self.game.cards.iter().any(|card| has(card) != 0 && has(card) != both)
            };
            let together = (0..self.game.attrs.len()).find_map(|attr| {
                let both = of_row.first()?.members.get(attr).copied().filter(|both| both.count_ones() > 1)?;
                let all = of_row.iter().all(|card| card.members.get(attr) == Some(&both));
                (of_row.len() > 1 && all && !one_without_other(attr, both)).then_some((attr, both))
            });
            let Some((attr, both)) = together else { continue };
            let words: Vec<String> =
                crate::ir::each_member(both).map(|member| self.mark_name((attr, usize::from(member)))).collect();
            let (joined, listed) = (words.join(" and "), words.join(", "));
            let problem = Diagnostic::new(
                Code::TwoReadings,
                span,
                format!(
                    "this can be read in two ways: each of these cards is of {joined}, as no card is of one of them alone; or there are such cards of each"
                ),
            );
            self.problem(problem.help(format!(
                "cards of each: `... of {listed}`; cards that are of both: give them one value of a name of its own"
            )));
        }
    }

    /// Refuses the owner of a card of a name that several cards of the deck have: it would be nobody.
    pub(super) fn is_one_card(&mut self, of: &Typed) -> Option<()> {
        let (wanted, worked_out) = match &of.expr {
            Expr::CardsLike(wanted) => (wanted, false),
            Expr::Where { of, .. } => match &**of {
                Expr::CardsLike(wanted) => (wanted, true),
                _ => return Some(()),
            },
            _ => return Some(()),
        };
        let like =
            |card: &&CardDef| wanted.iter().zip(&card.members).all(|(wanted, has)| *wanted == 0 || wanted & has != 0);
        let fewest = self.game.players.0;
        let copies = |card: &CardDef| match (&card.when, &card.copies) {
            (Some(_), _) => 0,
            (None, None) => 1,
            (None, Some(Expr::Int(copies))) => *copies,
            (None, Some(Expr::PlayerCount)) => i64::from(fewest),
            (None, Some(_)) => 0,
        };
        let mut each = self.game.cards.iter().filter(like).map(copies).peekable();
        let several =
            if worked_out { each.peek().is_some() && each.all(|copies| copies > 1) } else { each.sum::<i64>() > 1 };
        if !several {
            return Some(());
        }
        self.problem(
            Diagnostic::new(Code::Type, of.span, "the deck has several cards of this name, and the owner of one card is wanted here")
                .help("all who have one: `players where any card in hand is Queen of Spades`; of those in one place: `owner of first card in pile`"),
        );
        None
    }

    fn card_row(&mut self, row: &CardRow, when: Option<&Expr>) {
        let copies = row.copies.as_ref().and_then(|phrase| {
            let typed = self.typed(phrase, Some(Ty::Number))?;
            self.want(typed, Ty::Number)
        });
        let heads: Vec<Vec<Mark>> = self.card_marks(&row.heads).into_iter().map(|mark| vec![mark]).collect();
        let tails: Vec<Vec<Mark>> = match &row.tails {
            Tails::None => vec![Vec::new()],
            Tails::Each(name) => self.each_value(name),
            Tails::Combos(combos) => combos.iter().flat_map(|combo| self.combos(combo)).collect(),
        };
        if self.row_of_one_word(row, &heads, &tails) {
            return;
        }
        for head in &heads {
            for tail in &tails {
                self.card(row.span, head, tail, copies.clone(), when.cloned());
            }
        }
    }

    /// `1 of 2` where both are values of two attributes: which is which cannot be said.
    fn row_of_one_word(&mut self, row: &CardRow, heads: &[Vec<Mark>], tails: &[Vec<Mark>]) -> bool {
        let all = |marks: &[Vec<Mark>]| marks.iter().flatten().copied().collect::<Vec<_>>();
        let heads = all(heads);
        let doubled = all(tails).into_iter().filter(|(attr, _)| heads.iter().any(|(head, _)| head == attr));
        let shared = doubled.into_iter().find_map(|(attr, member)| {
            let word = self.mark_name((attr, member));
            let (other, _) = self.marks_called(&word).into_iter().find(|(other, _)| *other != attr)?;
            Some((word, attr, other))
        });
        let Some((word, one, other)) = shared else { return false };
        let called = |attr: usize| self.game.attrs.get(attr).map_or("", |attr| attr.name.as_str());
        let words = format!(
            "`{word}` is a value of `{}` and of `{}`, so this row does not say which is meant",
            called(one),
            called(other)
        );
        let help = format!(
            "spell the values of one of them in another way, such as `N{word}`, or say `of each {}`",
            called(other)
        );
        self.problem(Diagnostic::new(Code::TwoOfOneName, row.span, words).help(help));
        true
    }

    /// `Clubs and Hearts`: one combination; `2 to 9` in it makes several.
    fn combos(&mut self, combo: &[MarkSpan]) -> Vec<Vec<Mark>> {
        let mut found: Vec<Vec<Mark>> = vec![Vec::new()];
        for part in combo {
            let marks = self.card_marks(std::slice::from_ref(part));
            found = found
                .iter()
                .flat_map(|before| {
                    marks.iter().map(|mark| before.iter().copied().chain([*mark]).collect()).collect::<Vec<Vec<Mark>>>()
                })
                .collect();
        }
        found
    }

    fn each_value(&mut self, name: &Name) -> Vec<Vec<Mark>> {
        match self.find(&name.text) {
            Some(Named::Attr(attr)) => {
                let kind = self.game.attrs.get(attr).map_or(0, |attr| attr.kind);
                let count = self.game.kinds.get(kind).map_or(0, |kind| kind.members.len());
                (0..count).map(|member| vec![(attr, member)]).collect()
            }
            _ => {
                let known: Vec<String> = self.game.attrs.iter().map(|attr| attr.name.clone()).collect();
                let problem = Diagnostic::new(
                    Code::UnknownAttribute,
                    name.span,
                    format!("no attribute is called `{}`", name.text),
                )
                .help(format!("the attributes are {}", known.join(", ")))
                .did_you_mean(&name.text, known.iter().map(String::as_str));
                self.problem(problem);
                Vec::new()
            }
        }
    }

    fn card_marks(&mut self, marks: &[MarkSpan]) -> Vec<Mark> {
        let mut found = Vec::new();
        for mark in marks {
            match &mark.to {
                // `9 to Ace`: all members of one attribute between two.
                Some(to) => found.extend(self.stretch(&mark.from, to)),
                None => found.extend(self.card_mark(&mark.from)),
            }
        }
        found
    }

    fn stretch(&mut self, from: &Name, to: &Name) -> Vec<Mark> {
        let (Some((attr, low)), Some((other, high))) = (self.card_mark(from), self.card_mark(to)) else {
            return Vec::new();
        };
        if attr != other || low > high {
            self.problem(
                Diagnostic::new(
                    Code::BadRange,
                    from.span.to(to.span),
                    format!("`{}` does not come before `{}` in one attribute", from.text, to.text),
                )
                .help("write the lower one first"),
            );
            return Vec::new();
        }
        let kind = self.game.attrs.get(attr).map_or(0, |attr| attr.kind);
        self.are_all_numbers(kind, (low, high), from.span.to(to.span));
        (low..=high).map(|member| (attr, member)).collect()
    }

    /// `7 to 10` of `7 to 9, Jack, Queen, King, 10, Ace` is six ranks, and four are read.
    pub(super) fn are_all_numbers(&mut self, kind: usize, (low, high): (usize, usize), span: Span) {
        let of_stretch = self.words_of(kind).1.get(low..=high).unwrap_or_default();
        let is_number = |word: &&String| word.parse::<i64>().is_ok();
        let (Some(first), Some(last)) = (of_stretch.first().filter(is_number), of_stretch.last().filter(is_number))
        else {
            return;
        };
        // From 3 by way of the Ace to 2 nobody takes for numbers.
        let rises = first.parse::<i64>().ok() < last.parse::<i64>().ok();
        if !rises || of_stretch.iter().all(|word| is_number(&word)) {
            return;
        }
        let message =
            format!("from {first} to {last} there are others than numbers in the list: {}", of_stretch.join(", "));
        let listed = of_stretch.iter().filter(is_number).map(String::as_str).collect::<Vec<_>>().join(", ");
        self.problem(
            Diagnostic::new(Code::TwoReadings, span, message).help(format!(
                "name those that are meant: `{listed}`; or all of the stretch, as they stand in the list"
            )),
        );
    }

    /// The attributes that have a value called so, with its number.
    fn marks_called(&self, word: &str) -> Vec<Mark> {
        let mark = |attr: usize| {
            let member = self.member(self.game.attrs.get(attr)?.kind, word)?;
            Some((attr, usize::try_from(member).ok()?))
        };
        (0..self.game.attrs.len()).filter_map(mark).collect()
    }

    /// The attribute and member that a word of a row names.
    fn card_mark(&mut self, name: &Name) -> Option<Mark> {
        let found = self.marks_called(&name.text);
        if let Some(first) = found.first() {
            return Some(*first);
        }
        let known: Vec<String> = self
            .game
            .attrs
            .iter()
            .filter_map(|attr| self.game.kinds.get(attr.kind))
            .flat_map(|kind| kind.members.clone())
            .collect();
        let problem =
            Diagnostic::new(Code::UnknownValue, name.span, format!("no attribute has a value `{}`", name.text))
                .help("list it in its attribute, under `cards`: `suit Clubs, Diamonds, Hearts, Spades`")
                .did_you_mean(&name.text, known.iter().map(String::as_str));
        self.problem(problem);
        None
    }

    fn card(&mut self, span: Span, head: &[Mark], tail: &[Mark], copies: Option<Expr>, when: Option<Expr>) {
        let mut members = vec![0 as Members; self.game.attrs.len()];
        for (attr, member) in head.iter().chain(tail) {
            if let Some(set) = members.get_mut(*attr) {
                *set |= 1 << (*member).min(MOST_VALUES - 1);
            }
        }
        let words = |marks: &[Mark]| marks.iter().map(|mark| self.mark_name(*mark)).collect::<Vec<_>>().join(" and ");
        let name = if tail.is_empty() { words(head) } else { format!("{} of {}", words(head), words(tail)) };
        if self.game.cards.len() >= 4 * crate::engine::MOST_CARDS {
            return;
        }
        self.game.cards.push(CardDef { members, name, copies, when, span });
    }

    fn mark_name(&self, (attr, member): Mark) -> String {
        let kind = self.game.attrs.get(attr).and_then(|attr| self.game.kinds.get(attr.kind));
        kind.and_then(|kind| kind.members.get(member).cloned()).unwrap_or_default()
    }
}
