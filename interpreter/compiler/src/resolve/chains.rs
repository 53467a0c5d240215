//! Chains (`hand of dealer`, `Queen of Spades`), counts and totals.

use super::names::{Named, Resolver};
use super::scope::Knows;
use super::types::Typed;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Comparison, Expr, Fact, Fold, MOST_VALUES, Members, Of, Over, Per, PlaceRef, Ty};
use crate::syntax::tree::{Group, Name, Phrase, PhraseKind};

impl Resolver<'_> {
    pub(super) fn of(
        &mut self,
        span: Span,
        word: &Name,
        of: &Phrase,
        within: Option<&Phrase>,
        _expect: Option<Ty>,
    ) -> Option<Typed> {
        if self.clashing.contains(&word.text) {
            self.told += 1;
            return None;
        }
        // `namer of strain-due of winner in team of winner`: the `in` belongs to the word that takes two.
        let taken = if within.is_none() && self.takes_two(&word.text) { self.without_in(of) } else { None };
        let (of, within) = taken.as_ref().map_or((of, within), |(of, within)| (of, Some(within)));
        if let Some(literal) = self.card_literal(span, word, of) {
            return match within {
                None => literal,
                Some(within) => {
                    literal?;
                    self.lies_nowhere(within.span, word);
                    None
                }
            };
        }
        self.is_of_somebody(word, of)?;
        // `discard of owner`: the owner of the place in which each moved card lies.
        let key = match &of.kind {
            PhraseKind::Word(name) if name.text == "owner" && self.card_owner => {
                if let Some(Named::Place(id)) = self.find(&word.text) {
                    return Some(Typed::new(Expr::CardsIn(PlaceRef { place: id, of: Of::Owner }), Ty::Cards, span));
                }
                self.typed(of, None)?
            }
            _ => {
                let named = self.find(&word.text);
                let hint = named.and_then(|named| self.key_hint(named));
                self.bare.of_a_place = matches!(named, Some(Named::Place(_)));
                let key = self.typed(of, hint);
                self.bare.of_a_place = false;
                key?
            }
        };
        let second = match within {
            Some(phrase) => Some(self.typed(phrase, None)?),
            None => None,
        };
        let built_in = self.is_auction_worth(&word.text, key.ty) || !self.names.contains_key(&word.text);
        if let Some(second) = second.as_ref().filter(|_| built_in && is_built_in(&word.text)) {
            self.takes_no_in(second.span, word);
            return None;
        }
        if self.is_auction_worth(&word.text, key.ty) {
            return self.built_in(span, &word.text, key);
        }
        let found = match self.find(&word.text) {
            Some(Named::Track(id)) => {
                let keys = self.keys(id, word, Some(key), second)?;
                let ty = self.game.tracks.get(id)?.ty;
                return Some(Typed::new(Expr::Track { track: id, keys }, ty, span));
            }
            Some(named) => {
                if let Named::Value(id) = named
                    && self.value_items.get(id).is_some_and(|(item, _)| item.owners.len() > 1)
                {
                    let (args, ty) = self.arguments(id, word, Some(key), second)?;
                    return Some(Typed::new(Expr::Value { value: id, args }, ty, span));
                }
                if let Some(second) = second {
                    self.takes_no_in(second.span, word);
                    return None;
                }
                if matches!(named, Named::Option(_) | Named::Phase(_) | Named::Kind(_)) {
                    self.problem(
                        Diagnostic::new(Code::Type, key.span, format!("`{}` is not of anything", word.text))
                            .help(format!("say just `{}`", word.text)),
                    );
                    return None;
                }
                if let Named::Value(id) = named
                    && self.value(id).is_some_and(|(params, _)| params.is_empty())
                {
                    self.problem(
                        Diagnostic::new(Code::Type, key.span, format!("`{}` is not of anything", word.text))
                            .help(format!("say just `{}`", word.text)),
                    );
                    return None;
                }
                self.named(named, word, Some(key))
            }
            None => {
                let (before, of) = (self.told, key.span);
                let found = self.built_in(span, &word.text, key);
                if found.is_none() && !is_built_in(&word.text) {
                    self.unknown(word);
                } else if found.is_none() && self.told == before {
                    // `winner of team of dealer`
                    self.problem(
                        Diagnostic::new(Code::Type, of, format!("`{}` is not of anything", word.text))
                            .help(format!("say just `{}`", word.text)),
                    );
                }
                found
            }
        };
        found.map(|typed| Typed { span, ..typed })
    }

    /// `left of dealer in lot`
    fn takes_no_in(&mut self, within: Span, word: &Name) {
        self.problem(
            Diagnostic::new(Code::Type, within, format!("`{}` takes no `in`", word.text)).help(
                "`of ... in ...` is for a track with two `each` and a value of two things; brackets show what an `in` belongs to",
            ),
        );
    }

    /// `Ace of Hearts in lot`: a name of a card means it wherever it lies.
    fn lies_nowhere(&mut self, within: Span, word: &Name) {
        let name = format!("{} of ...", word.text);
        let words = "a card's name means it wherever it lies, so it takes no `in`";
        self.problem(Diagnostic::new(Code::Type, within, words).help(format!(
            "the cards of that name in a place are `cards in ... where card is {name}`; whether one lies there is `any card in ... is {name}`"
        )));
    }

    /// Whether a word is a track with two `each`, or a value of two things.
    pub(super) fn takes_two(&self, word: &str) -> bool {
        match self.names.get(word) {
            Some((Named::Track(id), _)) => self.game.tracks.get(*id).is_some_and(|track| track.per.len() == 2),
            Some((Named::Value(id), _)) => self.value_items.get(*id).is_some_and(|(item, _)| item.owners.len() == 2),
            _ => false,
        }
    }

    /// A chain with `of`, parted from the `in` at its end, unless a word of the chain takes that itself.
    pub(super) fn without_in(&self, phrase: &Phrase) -> Option<(Phrase, Phrase)> {
        // `first card in bid of winner in team of winner`
        if let PhraseKind::Group(group) = &phrase.kind {
            let last = group.also.is_empty()
                && group.clockwise.is_none()
                && group.name.is_none()
                && group.cond.is_none()
                && group.best.is_none();
            let within = group.within.as_ref().filter(|_| last)?;
            // `fit of card in wanted`: nothing lies in what is no place.
            if let PhraseKind::Word(word) = &within.kind
                && !matches!(self.names.get(&word.text), Some((Named::Place(_), _)))
            {
                let span = Span { end: within.span.start, ..phrase.span };
                let group = Group { within: None, ..(**group).clone() };
                return Some((Phrase { span, kind: PhraseKind::Group(Box::new(group)) }, within.clone()));
            }
            let (within, taken) = self.without_in(within)?;
            let span = Span { end: within.span.end, ..phrase.span };
            let group = Group { within: Some(within), ..(**group).clone() };
            return Some((Phrase { span, kind: PhraseKind::Group(Box::new(group)) }, taken));
        }
        let PhraseKind::Of { word, of, within } = &phrase.kind else { return None };
        if self.takes_two(&word.text) {
            return None;
        }
        let (of, taken) = match within {
            Some(within) => ((**of).clone(), (**within).clone()),
            None => self.without_in(of)?,
        };
        let span = Span { end: of.span.end, ..phrase.span };
        Some((Phrase { span, kind: PhraseKind::Of { word: word.clone(), of: Box::new(of), within: None } }, taken))
    }

    /// Whether `worth` is that of a bid: of a player, where the file has no such value of its own.
    pub(super) fn is_auction_worth(&self, word: &str, key: Ty) -> bool {
        let of_player = |id: usize| {
            self.value_items
                .get(id)
                .is_some_and(|(item, _)| matches!(item.owners.as_slice(), [owner] if owner.what.text == "player"))
        };
        word == "worth"
            && matches!(key, Ty::Player | Ty::Players)
            && match self.names.get("worth") {
                None => true,
                Some((Named::Value(id), _)) => !of_player(*id),
                Some(_) => false,
            }
    }

    pub(super) fn key_hint(&self, named: Named) -> Option<Ty> {
        match named {
            Named::Track(id) => match self.game.tracks.get(id)?.per.first()? {
                Per::Player => Some(Ty::Player),
                Per::Team => Some(Ty::Team),
                Per::Kind(kind) => Some(Ty::Member(*kind)),
            },
            Named::Value(id) => self.type_of_thing(&self.value_items.get(id)?.0.owners.first()?.what.text),
            Named::Attr(_) => Some(Ty::Card),
            Named::Place(id) => match self.game.places.get(id)?.per? {
                Per::Kind(kind) => Some(Ty::Member(kind)),
                _ => Some(Ty::Player),
            },
            _ => None,
        }
    }

    /// `Queen of Spades`: all cards with these values.
    pub(super) fn card_literal(&mut self, span: Span, word: &Name, of: &Phrase) -> Option<Option<Typed>> {
        if self.names.contains_key(&word.text) || self.by_name(&word.text).is_some() || is_built_in(&word.text) {
            return None;
        }
        let attr_with = |word: &str| {
            (0..self.game.attrs.len())
                .find(|attr| self.game.attrs.get(*attr).is_some_and(|attr| self.member(attr.kind, word).is_some()))
        };
        let head_attr = attr_with(&word.text)?;
        let tail = if let PhraseKind::Word(tail) = &of.kind { Some(tail) } else { None };
        let Some((tail, tail_attr)) = tail.and_then(|tail| Some((tail, attr_with(&tail.text)?))) else {
            return Some(self.cards_by_value(span, (word, head_attr), of));
        };
        let mut like = vec![0 as Members; self.game.attrs.len()];
        for (attr, word) in [(head_attr, &word.text), (tail_attr, &tail.text)] {
            let kind = self.game.attrs.get(attr).map_or(0, |attr| attr.kind);
            let member = self.member(kind, word).unwrap_or(0);
            if let Some(set) = like.get_mut(attr) {
                *set |= 1 << member.clamp(0, MOST_VALUES as i64 - 1);
            }
        }
        Some(Some(Typed::new(Expr::CardsLike(like), Ty::Cards, span)))
    }

    /// `Jack of trump`, `7 of suit of first card in trick`: the cards with a value that is worked out.
    fn cards_by_value(&mut self, span: Span, (word, head): (&Name, usize), of: &Phrase) -> Option<Typed> {
        let value = self.typed(of, None)?;
        let attrs = self.game.attrs.iter().enumerate().filter(|(attr, _)| *attr != head);
        let attrs: Vec<(usize, usize)> = attrs.map(|(attr, found)| (attr, found.kind)).collect();
        let Some((attr, kind)) = attrs.into_iter().find(|(_, of)| match value.ty {
            Ty::Member(kind) => kind == *of || self.share_members(*of, kind),
            _ => false,
        }) else {
            let is = self.type_name(value.ty);
            self.problem(
                Diagnostic::new(Code::Type, value.span, format!("a card is named by its values, and this is {is}"))
                    .and(span, format!("`{}` is a value of cards", word.text))
                    .help("say for example `Queen of Spades`, `Jack of trump`, or `cards in hand where rank is 7`"),
            );
            return None;
        };
        let member = self.member(self.game.attrs.get(head)?.kind, &word.text)?;
        let mut like = vec![0 as Members; self.game.attrs.len()];
        *like.get_mut(head)? |= 1 << member.clamp(0, MOST_VALUES as i64 - 1);
        let var = self.new_var();
        let own = Expr::Attr { attr, card: Box::new(Expr::Var(var)) };
        let cond =
            Box::new(self.compare_typed(span, Typed::new(own, Ty::Member(kind), span), Comparison::Is, value)?);
        let of = Box::new(Expr::CardsLike(like));
        Some(Typed::new(Expr::Where { over: Over::Cards, var, of, cond }, Ty::Cards, span))
    }

    /// `left of P`, `owner of card` and the like.
    pub(super) fn built_in(&mut self, span: Span, word: &str, key: Typed) -> Option<Typed> {
        let one = |this: &mut Self, key: Typed, ty| this.want(key, ty).map(Box::new);
        let typed = |expr, ty| Some(Typed::new(expr, ty, span));
        match word {
            "left" => {
                let from = one(self, key, Ty::Player)?;
                typed(Expr::Seat { from, steps: Box::new(self.as_play_goes(Expr::Int(1), Expr::Int(-1))) }, Ty::Player)
            }
            "right" => {
                let from = one(self, key, Ty::Player)?;
                typed(Expr::Seat { from, steps: Box::new(self.as_play_goes(Expr::Int(-1), Expr::Int(1))) }, Ty::Player)
            }
            "partner" => {
                let player = self.want(key, Ty::Player)?;
                typed(self.partner_of(player, span)?, Ty::Player)
            }
            "opponents" if key.ty == Ty::Team => {
                typed(self.players_whose_team(Comparison::IsNot, key.expr)?, Ty::Players)
            }
            "opponents" => {
                let player = self.want(key, Ty::Player)?;
                typed(self.opponents_of(player)?, Ty::Players)
            }
            "team" if key.ty == Ty::Players => typed(self.common_team(key.expr)?, Ty::Team),
            "team" => {
                let player = self.want(key, Ty::Player)?;
                typed(self.team_of(player)?, Ty::Team)
            }
            "score" if key.ty == Ty::Team && self.sides.is_some() => {
                self.sides_have_none(key.span, "a team has no score of its own", "each player keeps a score: `score of player where ...`; `score N to team of P` gives each of its players N");
                None
            }
            // A team has the score of each of its players.
            "score" if key.ty == Ty::Team => {
                let first = any_player(Expr::Members(Box::new(key.expr)));
                typed(Expr::Score(Box::new(first)), Ty::Number)
            }
            "score" => typed(Expr::Score(one(self, key, Ty::Player)?), Ty::Number),
            "position" => {
                let Ty::Member(_) = key.ty else {
                    let name = self.type_name(key.ty);
                    self.problem(
                        Diagnostic::new(Code::Type, key.span, format!("this is {name}, which has no position in a list"))
                            .help("`position of rank`: the place of a value in the list of its attribute or kind, the first is 1"),
                    );
                    return None;
                };
                let one = Box::new(Expr::Int(1));
                typed(Expr::Arith(crate::ir::Operator::Plus, Box::new(key.expr), one), Ty::Number)
            }
            "owner" => {
                let card = if key.ty == Ty::Cards {
                    self.is_one_card(&key)?;
                    Box::new(Expr::Only(Over::Cards, Box::new(key.expr)))
                } else {
                    one(self, key, Ty::Card)?
                };
                self.has_an_owner(&card, span)?;
                typed(Expr::Owner(card), Ty::Player)
            }
            "worth" => {
                let player = one(self, key, Ty::Player)?;
                let form = self.form_with(span, "worth", Knows::Worth)?.form;
                typed(Expr::Fact(Fact::Worth(form, player)), Ty::Number)
            }
            _ => None,
        }
    }

    /// The team to which all of a group belong; none if there are several, or nobody.
    fn common_team(&mut self, group: Expr) -> Option<Expr> {
        let first = any_player(group.clone());
        let var = self.new_var();
        let key = Box::new(self.team_of(Expr::Var(var))?);
        let teams =
            Expr::Fold { fold: Fold::Different, over: Over::Players, var, of: Box::new(group), key, of_words: false };
        let one = Expr::compare(Comparison::Is, teams, Expr::Int(1));
        Some(Expr::If(Box::new(one), Box::new(self.team_of(first)?), Box::new(Expr::Int(-1))))
    }

    /// A team as the group of its players.
    pub(super) fn as_players(&mut self, typed: Typed) -> Option<Typed> {
        Some(match typed.ty {
            Ty::Team => Typed { expr: self.players_of(typed.expr)?, ty: Ty::Players, ..typed },
            _ => typed,
        })
    }

    /// What stands for a group: a team as its players, a player or a card as a group of one.
    pub(super) fn as_group(&mut self, typed: Typed) -> Option<Typed> {
        Some(match typed.ty {
            Ty::Player => Typed { expr: Expr::JustPlayer(Box::new(typed.expr)), ty: Ty::Players, ..typed },
            Ty::Card => Typed { expr: Expr::JustCard(Box::new(typed.expr)), ty: Ty::Cards, ..typed },
            _ => return self.as_players(typed),
        })
    }
}

/// Words that mean something of a player or a card in every game.
pub(super) fn is_built_in(word: &str) -> bool {
    matches!(
        word,
        "left"
            | "right"
            | "partner"
            | "opponents"
            | "team"
            | "score"
            | "owner"
            | "position"
            | "worth"
            | "leader"
            | "winner"
    )
}

/// Any player of a group: that of the lowest seat.
fn any_player(of: Expr) -> Expr {
    Expr::FirstFrom { from: Box::new(Expr::Int(0)), of: Box::new(of), back: false }
}
