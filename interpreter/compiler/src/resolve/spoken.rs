//! Words that English reads in another way than this language does: they are refused where both could be meant.

use super::depends::Reads;
use super::names::{Named, Resolver};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Over, Ty, VarId};
use crate::syntax::tree::{self, Name, Phrase, PhraseKind};

pub(super) const WHAT_THE_WHERE_IS_FOR: &str = "without brackets it is not clear what the `where` belongs to";

/// What is told of a `where` behind `hand of player`; where the words of the line are at hand, they are written out.
pub const CARDS_OF_WHOM: &str = "bracket what it is not for, as in `cards in (hand of player) where ...`; or what it is for, as in `hand of (player where ...)`";

/// Of one behind `partner of player` and the like.
pub const OF_WHOM: &str = "bracket what it is for, as in `partner of (player where ...)`; whether a line counts at all is said at its end, behind `when`";

/// Of one behind `first player clockwise from left of player`.
pub const NEXT_OF_WHOM: &str = "bracket what it is not for, as in `first player clockwise from (left of player) where ...`; or what it is for, as in `left of (player where ...)`";

impl Resolver<'_> {
    /// `must rank of any card in row is not rank of card`: English says so that there is none, and it holds where one of them is another.
    pub(super) fn none_or_another(&mut self, cond: &Phrase) -> Option<()> {
        match &cond.kind {
            PhraseKind::And(parts) | PhraseKind::Or(parts) => {
                parts.iter().try_for_each(|part| self.none_or_another(part))
            }
            PhraseKind::Compare(left, tree::Comparison::IsNot, _) | PhraseKind::OneOf(left, true, _)
                if is_any(left) =>
            {
                let words = "`any ... is not` in a `must` can be read in two ways";
                self.problem(Diagnostic::new(Code::TwoReadings, left.span, words).help(
                    "say `must not (B of any ... is A)` if there must be none, `must not (B of every ... is A)` if it is enough that one of them is another",
                ));
                None
            }
            _ => Some(()),
        }
    }

    /// `when passed of nobody`: English says so that no player has passed, and nobody has neither passed nor not passed.
    pub(super) fn is_of_somebody(&mut self, word: &Name, of: &Phrase) -> Option<()> {
        if !matches!(of.kind, PhraseKind::Nothing) || matches!(word.text.as_str(), "left" | "right" | "partner") {
            return Some(());
        }
        let name = &word.text;
        let words = format!("nobody has no `{name}`; that no player has it is asked of all of them");
        self.problem(Diagnostic::new(Code::TwoReadings, of.span, words).help(format!(
            "that none of them is so is `not ({name} of any player is ...)`, with `yes` where it is yes or no; that all are empty is `{name} of every player is empty`"
        )));
        None
    }

    /// `cards in hand of player where rank is 5` where a card is spoken of: it would be that card's rank, and the hand of nobody or of the only player of
    /// all. Refused where the condition of a group (`var`) behind `of` asks nothing of it, or asks something of a card that is spoken of around it and not
    /// named; `said` bare words had been read before.
    pub(super) fn is_asked_of_it(
        &mut self,
        (span, over): (Span, Over),
        (var, cond): (VarId, &Expr),
        said: usize,
        of_a_place: bool,
    ) -> Option<()> {
        let of_a_card = self.bare.cards.get(said..).is_some_and(|cards| cards.iter().any(|card| *card < var));
        if Reads::of(&self.game, cond).speaks_of(var) && !(of_a_card && over == Over::Players) {
            return Some(());
        }
        let help = if of_a_place { CARDS_OF_WHOM } else { OF_WHOM };
        self.problem(Diagnostic::new(Code::Brackets, span, WHAT_THE_WHERE_IS_FOR).help(help));
        None
    }

    /// `score 5 to seat 1 for a bet to seat 3`: behind `for` nobody gets or pays anything.
    pub(super) fn a_reason_pays_nobody(&mut self, reason: &Name) -> Option<()> {
        let words: Vec<&str> = reason.text.split(' ').collect();
        let paid = words.windows(2).enumerate().find_map(|(at, two)| {
            let [joint @ ("to" | "from"), _] = two else { return None };
            let who = words.get(at + 1..).unwrap_or_default();
            (at > 0 && self.is_who(who)).then_some((*joint, who.join(" ")))
        });
        let Some((joint, who)) = paid else { return Some(()) };
        let words =
            format!("the words behind `for` are only written on the scorecard, so nothing goes {joint} `{who}`");
        self.problem(Diagnostic::new(Code::TwoReadings, reason.span, words).help(
            "points of several are a line for each: `deduct 10 from dealer for game`, and under it `score 10 to seat 3 for game`; in quotation marks the words are words like any: `for \"a bet to seat 3\"`",
        ));
        None
    }

    /// Whether words say a player or several: `seat 3`, `all players`, `left of dealer`, a track of a player.
    fn is_who(&self, words: &[&str]) -> bool {
        match words {
            ["seat", number, ..] => number.chars().all(|c| c.is_ascii_digit()),
            ["all" | "both" | "other" | "the", rest @ ..] => self.is_who(rest),
            ["left" | "right" | "partner" | "opponents" | "team", "of", ..] => true,
            ["player" | "players" | "opponents" | "bidders" | "winner" | "leader" | "partner", ..] => true,
            [name, ..] => match self.names.get(*name) {
                Some((Named::Track(track), _)) => {
                    self.game.tracks.get(*track).is_some_and(|track| matches!(track.ty, Ty::Player | Ty::Team))
                }
                _ => self.by_name(name).is_some_and(|scope| matches!(scope.ty, Ty::Player | Ty::Team)),
            },
            [] => false,
        }
    }

    /// `tricks until winner is dealer`: before the first trick `winner` is who leads it, so there may be none at all.
    pub(super) fn winner_before_the_first(&mut self, until: &Phrase) -> Option<()> {
        let is_winner = |phrase: &Phrase| matches!(&phrase.kind, PhraseKind::Word(word) if word.text == "winner");
        match &until.kind {
            PhraseKind::Or(parts) => parts.iter().try_for_each(|part| self.winner_before_the_first(part)),
            PhraseKind::Compare(left, tree::Comparison::Is, right)
                if !self.names.contains_key("winner") && (is_winner(left) || is_winner(right)) =>
            {
                self.problem(
                    Diagnostic::new(
                        Code::TwoReadings,
                        until.span,
                        "before the first trick `winner` is who leads it, so this may hold before any is played",
                    )
                    .help(
                        "say that a trick has been played: `tricks until trick-number is at least 1 and winner is ...`",
                    ),
                );
                None
            }
            _ => Some(()),
        }
    }

    /// `move card where suit is Hearts to kept` where a card is spoken of, `score 1 to player where hand is empty` where each player is gone through: they
    /// would be the only such card or player of the whole game.
    pub(super) fn is_spoken_of(&mut self, phrase: &Phrase) -> Option<()> {
        let group = match &phrase.kind {
            PhraseKind::Of { of, .. } => return self.is_spoken_of(of),
            PhraseKind::Group(group) if group.which == tree::Which::Plain && group.within.is_none() => group,
            _ => return Some(()),
        };
        let spoken =
            |ty: Ty| self.scopes.iter().rev().find(|scope| scope.ty == ty && !scope.inner).map(|scope| scope.var);
        let here = |ty: Ty| spoken(ty).is_some_and(|var| self.gone_through.contains(&var));
        let (word, each) = match group.noun {
            tree::Noun::Card if spoken(Ty::Card).is_some() && self.picked_cards().is_none() => {
                ("card", "for each card in ... where ...")
            }
            tree::Noun::Player if here(Ty::Player) && group.best.is_none() => ("player", "for each player where ..."),
            _ => return Some(()),
        };
        if group.cond.is_none() && group.best.is_none() {
            return Some(());
        }
        let joint = if group.cond.is_some() { "where" } else { "with" };
        let words = format!(
            "`{word} {joint} ...` is the only such {word} of the whole game, and not the {word} that is spoken of"
        );
        self.problem(Diagnostic::new(Code::Brackets, phrase.span, words).help(format!(
            "what has to hold of the {word} that is spoken of stands at the end, behind `when`, or in the heading: `{each}`; the only one of all is said before, or as `{word}s where ...`"
        )));
        None
    }
}

/// Whether it begins with `any`: `any card in row`, `rank of any card in row`.
fn is_any(phrase: &Phrase) -> bool {
    match &phrase.kind {
        PhraseKind::Of { of, .. } => is_any(of),
        PhraseKind::Group(group) => group.which == tree::Which::Any,
        PhraseKind::Several(several) => several.which == tree::Which::Any,
        _ => false,
    }
}
