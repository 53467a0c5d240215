//! The best of a group: `with highest V, then lowest W, ties to first clockwise from P`, and `for the 3 artists with highest V`.

use super::depends::Reads;
use super::names::Resolver;
use super::types::{Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Over, Sorted, StmtKind, Ty, VarId};
use crate::syntax::tree::{self, Best, Name, Noun, Phrase, PhraseKind, Statement, Ties, Which};

/// What things are put in order by: the pronoun of the thing, the phrase, whether the highest comes first.
#[derive(Clone)]
struct Key {
    var: VarId,
    key: Expr,
    highest: bool,
}

/// Those of a group that are best by one thing.
fn best_by(over: Over, of: Expr, Key { var, key, highest }: Key) -> Expr {
    Expr::Best { over, var, of: Box::new(of), key: Box::new(key), highest }
}

impl Resolver<'_> {
    /// Those of a group that are best, by one thing after the other; one at most, where ties go to somebody.
    pub(super) fn best(&mut self, span: Span, over: Over, name: Option<String>, of: Expr, best: &Best) -> Option<Expr> {
        let keys: Vec<Option<Key>> =
            best.order.iter().map(|(highest, by)| self.counts(span, over, name.clone(), *highest, by)).collect();
        let keys: Vec<Key> = keys.into_iter().collect::<Option<_>>()?;
        let of = match keys.first() {
            Some(first) if best.second => self.but_the_best(over, first, of),
            _ => of,
        };
        let of = keys.into_iter().fold(of, |of, by| best_by(over, of, by));
        self.one_of_equals(over, of, best)
    }

    /// Those of a group that are not the best, of whom the best are then the second.
    fn but_the_best(&mut self, over: Over, by: &Key, of: Expr) -> Expr {
        let best = best_by(over, of.clone(), by.clone());
        let var = self.new_var();
        let among = Expr::In(over, Box::new(Expr::Var(var)), Box::new(best));
        Expr::Where { over, var, of: Box::new(of), cond: Box::new(Expr::Not(Box::new(among))) }
    }

    /// What a group is put in order by.
    fn counts(&mut self, span: Span, over: Over, name: Option<String>, highest: bool, by: &Name) -> Option<Key> {
        if over == Over::Players && self.is_of_cards(by) {
            self.players_have_none(span, highest, by);
            return None;
        }
        let (var, key) = self.speaking(name, element(over), true, |this| {
            // What each of them bids is worth: of no bid that is being made.
            if over == Over::Players
                && by.text == "worth"
                && this.proposed.is_none()
                && !this.names.contains_key("worth")
            {
                let player = this.nearest(Ty::Player, by.span).map(Expr::Var)?;
                return this.built_in(by.span, "worth", Typed::new(player, Ty::Player, by.span));
            }
            this.word(by, Some(Ty::Number))
        });
        let key = self.ordered(key?)?;
        self.differs(by, &key, (over, var))?;
        Some(Key { var, key, highest })
    }

    /// Refuses what is the same for all of a group (`var` is one of them), where they are put in order by it.
    pub(super) fn differs(&mut self, by: &Name, key: &Expr, (over, var): (Over, VarId)) -> Option<()> {
        if Reads::of(&self.game, key).speaks_of(var) {
            return Some(());
        }
        let (all, own) = match over {
            Over::Cards => ("cards", "an attribute or a value of a card, as in `highest rank`"),
            Over::Players => ("players", "something that each player has, as in `highest score`"),
            Over::Teams => ("teams", "something that each team has"),
            Over::Kind(_) => ("of these", "something that there is one of for each of them"),
        };
        self.problem(
            Diagnostic::new(Code::Type, by.span, format!("`{}` is the same for all {all}", by.text))
                .help(format!("name {own}")),
        );
        None
    }

    /// The one to whom ties go.
    fn one_of_equals(&mut self, over: Over, of: Expr, best: &Best) -> Option<Expr> {
        let of = Box::new(of);
        match (&best.ties, over) {
            (None, _) => Some(*of),
            (Some(Ties::Clockwise(from)), Over::Players) => {
                let from = Box::new(self.player(from)?);
                Some(Expr::JustPlayer(Box::new(self.first_from(from, of))))
            }
            (Some(ties @ (Ties::First | Ties::Last)), Over::Cards) => {
                Some(Expr::JustCard(Box::new(Expr::EndCard { of, last: matches!(ties, Ties::Last) })))
            }
            (Some(Ties::Random), Over::Players) => {
                self.problem(
                    Diagnostic::new(Code::Random, best.span, "`ties to random player` stands only in `set`").help(
                        "remember who it is: `set first-player to player with highest bid, ties to random player`",
                    ),
                );
                None
            }
            (Some(_), Over::Players) => {
                self.no_ties(best, "players have no order in which they come, but around the table");
                None
            }
            (Some(_), _) => {
                self.no_ties(best, "cards do not sit around a table, and none is drawn");
                None
            }
        }
    }

    /// A rule of ties that cannot apply.
    pub(super) fn no_ties(&mut self, best: &Best, why: &str) {
        self.problem(Diagnostic::new(Code::Ties, best.span, why).help(
            "players: `ties to first clockwise from P`, in `set` also `ties to random player`; cards: `ties to first` or `ties to last`, as they lie; or leave it out, and all that are equal are meant",
        ));
    }

    /// `for the 3 artists with highest shown`
    pub(super) fn for_sorted(
        &mut self,
        group: &Phrase,
        called: Option<&Name>,
        sorted: &tree::Sorted,
        body: &[Statement],
    ) -> Option<StmtKind> {
        let count = Some(self.number(&sorted.count)?);
        let Some(best) = &sorted.best else {
            self.problem(
                Diagnostic::new(Code::Type, group.span, "of these, which come first?")
                    .help("say by what: `for the 3 players with highest score`; `with` belongs to the group right before it, so brackets part them: `for the 3 cards in (shown of all players) with highest rank`"),
            );
            return None;
        };
        if best.second {
            self.problem(
                Diagnostic::new(
                    Code::Type,
                    best.span,
                    "`for the` goes through the best in their order, the first of them first",
                )
                .help("say `for the 2 ... with highest ...`, or `for each player with second highest ...`"),
            );
            return None;
        }
        let (over, members, name, cond) = match &group.kind {
            PhraseKind::Group(phrase) => {
                if !matches!(phrase.which, Which::Plain | Which::Other) || phrase.clockwise.is_some() {
                    self.problem(
                        Diagnostic::new(Code::Type, group.span, "say only of what these are the best")
                            .help("`for the 3 players where hand is empty with highest score`, `for the 2 cards in row with lowest pip`"),
                    );
                    return None;
                }
                if matches!((phrase.noun, &phrase.within), (Noun::Card | Noun::Cards, None)) {
                    self.problem(
                        Diagnostic::new(Code::WhichCard, group.span, "the best cards of where?")
                            .help("`for the 2 cards in row with lowest pip`"),
                    );
                    return None;
                }
                let (over, of) = self.members(group.span, phrase)?;
                (over, of, phrase.name.as_ref(), None)
            }
            PhraseKind::Word(word) => {
                let (over, one) = self.several(word)?;
                let name = called.map_or(one, |name| name.text.clone());
                let (var, cond) = self.speaking(Some(name), element(over), false, |this| {
                    sorted.cond.as_ref().map(|cond| this.condition(cond))
                });
                let cond = match cond {
                    Some(cond) => Some(cond?),
                    None => None,
                };
                let cond = self.and_has_players(over, var, cond)?.map(|cond| (var, cond));
                (over, Expr::Int(0), called, cond)
            }
            _ => return None,
        };
        let keys: Vec<Option<(VarId, Expr, bool)>> =
            best.order.iter().map(|(highest, by)| self.sort_key(group.span, over, *highest, by)).collect();
        let keys = keys.into_iter().collect::<Option<_>>()?;
        let from = match &best.ties {
            None => None,
            Some(Ties::Clockwise(from)) if over == Over::Players => Some(self.player(from)?),
            Some(_) => {
                self.no_ties(
                    best,
                    "of equal ones the first of the list comes first, of players that of the first seat",
                );
                return None;
            }
        };
        let name = match (over, name, &group.kind) {
            (_, Some(name), _) => Some(name.text.clone()),
            (Over::Kind(_) | Over::Teams, None, PhraseKind::Word(word)) => self.several(word).map(|(_, one)| one),
            _ => None,
        };
        let (var, body) = self.speaking(name, element(over), false, |this| this.block(body));
        let sorted = Some(Sorted { count, cond, keys });
        Some(StmtKind::ForEach { over, var, group: members, from, sorted, together: false, body })
    }

    /// What values of a kind, teams, players or cards are put in order by.
    fn sort_key(&mut self, span: Span, over: Over, highest: bool, by: &Name) -> Option<(VarId, Expr, bool)> {
        if let Over::Kind(_) | Over::Teams = over {
            let (var, key) = self.speaking(None, element(over), true, |this| this.of_one(by, over));
            let key = self.ordered(key?)?;
            self.differs(by, &key, (over, var))?;
            return Some((var, key, highest));
        }
        self.counts(span, over, None, highest, by).map(|key| (key.var, key.key, key.highest))
    }
}
