//! Groups of cards and players: `cards in hand where ... with highest ...`.

use super::names::{Named, Resolver};
use super::types::{Quant, Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Fact, Fold, Over, Ty};
use crate::syntax::tree::{Group, Name, Noun, Which};

impl Resolver<'_> {
    pub(super) fn group(&mut self, span: Span, group: &Group) -> Option<Typed> {
        if let Some(pronoun) = self.pronoun(span, group) {
            return pronoun;
        }
        self.an_end_has_a_place(span, group)?;
        let (over, of) = self.members(span, group)?;
        let many = match over {
            Over::Cards => Ty::Cards,
            _ => Ty::Players,
        };
        let one = element(over);
        let singular = matches!(group.noun, Noun::Card | Noun::Player);
        if group.clockwise.is_some() && !(over == Over::Players && group.which == Which::First) {
            self.problem(
                Diagnostic::new(
                    Code::Type,
                    span,
                    "`clockwise from` belongs to `first player` and to `for each player`",
                )
                .help("one after the other: `for each player clockwise from ...`, with the line under it; one alone: `first player clockwise from ... where ...`"),
            );
            return None;
        }
        if let Some(best) = group.best.as_ref().filter(|best| best.ties.is_some())
            && matches!(group.which, Which::First | Which::Last)
        {
            self.no_ties(best, "`first` and `last` mean one already, so there are no ties");
            return None;
        }
        let expr = match group.which {
            Which::First if over == Over::Players => {
                let from = match &group.clockwise {
                    Some(from) => Box::new(self.player(from)?),
                    None => {
                        self.problem(
                            Diagnostic::new(Code::Type, span, "the first player from where?")
                                .help("say `first player clockwise from dealer where ...`"),
                        );
                        return None;
                    }
                };
                return Some(Typed::new(self.first_from(from, Box::new(of)), one, span));
            }
            Which::First | Which::Last if over == Over::Cards && group.count.is_some() => {
                let count = Box::new(self.number(group.count.as_ref()?)?);
                return Some(Typed::new(
                    Expr::Ends { of: Box::new(of), count, last: group.which == Which::Last },
                    many,
                    span,
                ));
            }
            Which::First | Which::Last if over == Over::Cards => {
                if !singular {
                    let word = if group.which == Which::First { "first" } else { "last" };
                    self.problem(
                        Diagnostic::new(Code::Type, span, format!("the {word} cards: how many?"))
                            .help(format!("say `{word} 3 cards in ...`, or `{word} card in ...` for the one")),
                    );
                    return None;
                }
                return Some(Typed::new(
                    Expr::EndCard { of: Box::new(of), last: group.which == Which::Last },
                    one,
                    span,
                ));
            }
            Which::First | Which::Last => {
                self.problem(
                    Diagnostic::new(Code::Type, span, "players have no last one")
                        .help("say `first player clockwise from ...`"),
                );
                return None;
            }
            Which::Any | Which::Every => {
                let fold = if group.which == Which::Any { Fold::Any } else { Fold::Every };
                return self.quantifier(span, fold, over, of);
            }
            Which::Each => return self.each(span, over, of),
            Which::Plain | Which::All | Which::Other => of,
        };
        if singular && group.which != Which::All {
            // One that is left of several equal ones.
            let expr = match expr {
                Expr::JustPlayer(one_of) | Expr::JustCard(one_of) if group.best.is_some() => {
                    return Some(Typed::new(*one_of, one, span));
                }
                several => several,
            };
            return Some(Typed::new(Expr::Only(over, Box::new(expr)), one, span));
        }
        Some(Typed::new(expr, many, span))
    }

    /// `other player` is the one that there is beside the player spoken of, in a game of two.
    fn is_one_other(&mut self, span: Span, group: &Group) -> Option<()> {
        let plain =
            group.noun == Noun::Player && group.within.is_none() && group.cond.is_none() && group.best.is_none();
        let most = self.game.players.1;
        if !plain || most <= 2 {
            return Some(());
        }
        self.problem(
            Diagnostic::new(Code::Type, span, format!("which other player? there may be {} of them", most - 1)).help(
                "all others are `other players`; who sits next is `left of player`; of one of them alone say which: `other player with highest score`, `other player where ...`",
            ),
        );
        None
    }

    /// Whether a card is spoken of, here or around.
    pub(super) fn speaks_of_a_card(&self) -> bool {
        self.scopes.iter().any(|scope| scope.ty == Ty::Card)
    }

    /// The place to which what is picked goes speaks of what is picked.
    pub(super) fn no_card_is_picked_yet(&mut self, span: Span) {
        let words = "where cards go is known before any is picked, so no card is meant here";
        self.problem(Diagnostic::new(Code::UnknownName, span, words).help(
            "let a line under the act move it, as in `move card to row of suit of card`, and leave out this `to`",
        ));
    }

    /// `last card` is that of a place, or of the cards that were picked: all cards of the game have no order.
    fn an_end_has_a_place(&mut self, span: Span, group: &Group) -> Option<()> {
        let word = match group.which {
            Which::First => "first",
            Which::Last => "last",
            Which::Plain | Which::All | Which::Every | Which::Each | Which::Any | Which::Other => return Some(()),
        };
        let of_cards = matches!(group.noun, Noun::Card | Noun::Cards) && group.within.is_none();
        if !of_cards || self.picked_cards().is_some() {
            return Some(());
        }
        self.problem(
            Diagnostic::new(Code::Type, span, format!("the {word} card of which place?"))
                .help(format!("say where it lies, as in `{word} card in hand of dealer`")),
        );
        None
    }

    /// Plain `card`, `cards`, `player`: what is spoken of.
    fn pronoun(&mut self, span: Span, group: &Group) -> Option<Option<Typed>> {
        if !group.is_plain() {
            return None;
        }
        let (ty, word) = match group.noun {
            Noun::Card => (Ty::Card, "card"),
            Noun::Player => (Ty::Player, "player"),
            Noun::Cards => {
                let picked = self.picked_cards();
                if picked.is_none() {
                    self.problem(
                        Diagnostic::new(Code::UnknownName, span, "no cards are spoken of here")
                            .help("say where they lie, as in `cards in hand`; those of the whole game are `all cards`"),
                    );
                }
                return Some(picked.map(|var| Typed::new(Expr::Var(var), Ty::Cards, span)));
            }
            _ => return None,
        };
        let found = self.nearest(ty, span);
        if found.is_none() && self.destination && ty == Ty::Card {
            self.no_card_is_picked_yet(span);
        } else if found.is_none() {
            self.problem(Diagnostic::new(Code::UnknownName, span, format!("no {word} is spoken of here")).help(
                format!("say which: `{word} in ... where ...`, `first {word} ...`, or name a track that holds one"),
            ));
        }
        Some(found.map(|var| Typed::new(Expr::Var(var), ty, span)))
    }

    /// The cards that are spoken of, where several were picked.
    pub(super) fn picked_cards(&self) -> Option<usize> {
        self.scopes.iter().rev().find(|scope| scope.ty == Ty::Cards).map(|scope| scope.var)
    }

    /// The group itself: where its elements come from, the condition, the best.
    pub(super) fn members(&mut self, span: Span, group: &Group) -> Option<(Over, Expr)> {
        let of_a_place = std::mem::take(&mut self.bare.of_a_place);
        let (over, base) = match group.noun {
            Noun::Card | Noun::Cards => {
                let base = match &group.within {
                    None if group.which == Which::All => Expr::AllCards,
                    None => self.picked_cards().map_or(Expr::AllCards, Expr::Var),
                    Some(within) => {
                        let typed = self.typed(within, Some(Ty::Cards))?;
                        self.want(typed, Ty::Cards)?
                    }
                };
                let mut parts = vec![base];
                for also in &group.also {
                    let typed = self.typed(also, Some(Ty::Cards))?;
                    parts.push(self.want(typed, Ty::Cards)?);
                }
                let base = if parts.len() == 1 { parts.pop()? } else { Expr::Together(parts) };
                (Over::Cards, base)
            }
            Noun::Player | Noun::Players | Noun::Bidders => {
                if let Some(also) = group.also.first() {
                    self.problem(
                        Diagnostic::new(
                            Code::Type,
                            also.span,
                            "cards may be in one place and in another; players are of one group",
                        )
                        .help("say `players where ... or ...`"),
                    );
                    return None;
                }
                let base = match (&group.within, group.noun) {
                    (Some(within), _) => {
                        let typed = self.typed(within, Some(Ty::Players))?;
                        self.want(typed, Ty::Players)?
                    }
                    (None, Noun::Bidders) => self.form_fact(span, "bidders", Fact::Bidders)?,
                    _ => Expr::AllPlayers,
                };
                if group.which == Which::Other {
                    self.is_one_other(span, group)?;
                    let Some(me) = self.nearest(Ty::Player, span).map(Expr::Var) else {
                        self.problem(
                            Diagnostic::new(
                                Code::Whose,
                                span,
                                "these are all but the player spoken of, but none is spoken of here",
                            )
                            .help("say who is left out: `players where player is not dealer`"),
                        );
                        return None;
                    };
                    (Over::Players, Expr::Except(Box::new(base), Box::new(me)))
                } else {
                    (Over::Players, base)
                }
            }
        };
        if group.which == Which::Other && over == Over::Cards {
            self.problem(
                Diagnostic::new(Code::Type, span, "`other` goes with players and bidders")
                    .help("say `cards in ... where ...`"),
            );
            return None;
        }
        let name = group.name.as_ref().map(|name| name.text.clone());
        let mut of = base;
        if let Some(cond) = &group.cond {
            let said = self.bare.cards.len();
            let (var, cond) = self.speaking(name.clone(), element(over), true, |this| this.condition(cond));
            let cond = Box::new(cond?);
            if group.open {
                self.is_asked_of_it((span, over), (var, &cond), said, of_a_place)?;
            }
            of = Expr::Where { over, var, of: Box::new(of), cond };
        }
        if let Some(best) = &group.best {
            of = self.best(span, over, name, of, best)?;
        }
        Some((over, of))
    }

    /// Whether a name is an attribute or a value of a card.
    pub(super) fn is_of_cards(&self, name: &Name) -> bool {
        match self.names.get(&name.text) {
            Some((Named::Attr(_), _)) => self.by_name(&name.text).is_none(),
            Some((Named::Value(id), _)) => self
                .value_items
                .get(*id)
                .is_some_and(|(item, _)| matches!(item.owners.as_slice(), [owner] if owner.what.text == "card")),
            _ => false,
        }
    }

    /// `with` takes the group right before it.
    pub(super) fn players_have_none(&mut self, span: Span, highest: bool, by: &Name) {
        let most = if highest { "highest" } else { "lowest" };
        let name = &by.text;
        self.problem(
            Diagnostic::new(Code::WhichCard, by.span, format!("`with {most} {name}` is said of players here, but `{name}` is of cards"))
                .and(span, "of these players")
                .help(format!(
                    "if cards are meant, put what stands between them and `with` into brackets: `card in (lot of all players) with {most} {name}`"
                )),
        );
    }

    /// A phrase by which things can be put in order.
    pub(super) fn ordered(&mut self, typed: Typed) -> Option<Expr> {
        match typed.ty {
            Ty::Number | Ty::Member(_) => Some(typed.expr),
            _ => self.want(typed, Ty::Number),
        }
    }

    pub(super) fn quantifier(&mut self, span: Span, fold: Fold, over: Over, of: Expr) -> Option<Typed> {
        let var = self.new_var();
        let word = if fold == Fold::Any { "any" } else { "every" };
        match self.quants.last_mut() {
            Some(quants) => {
                quants.push(Quant { fold, over, var, of, span });
                Some(Typed::new(Expr::Var(var), element(over), span))
            }
            None => {
                let words = format!("`{word}` stands only in a comparison");
                let help = self.not_in_a_comparison(over);
                self.problem(Diagnostic::new(Code::Every, span, words).help(help));
                None
            }
        }
    }
}
