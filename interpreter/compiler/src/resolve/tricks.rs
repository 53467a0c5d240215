//! Tricks: what is played, what has to be followed, what wins, and what lies in the trick.

mod winning;

use super::depends::Reads;
use super::forms::{find, who_wins};
use super::names::{Named, Resolver};
use super::scope::{FormScope, Part};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{
    Act, Circuit, Comparison, Expr, FormKind, Must, Obliges, Of, Order, Over, Pick, PlaceRef, Role, Source, TRICK,
    Ties, Tricks, Ty, VarId,
};
use crate::syntax::tree::{self, Clause, Form, Name, Phrase, Shape, Timing};
use winning::is_of_nothing;

/// What has to be followed.
pub(super) struct Followed {
    /// What is compared with the trump: what a card has of it.
    own: Expr,
    /// Whether a card follows.
    follows: Expr,
    /// Which cards oblige, where some do not.
    obliges: Option<Obliges>,
}

impl Resolver<'_> {
    pub(super) fn tricks(&mut self, id: usize, form: &Form) -> Option<Tricks> {
        let clauses = &form.clauses;
        let around = std::mem::replace(&mut self.before_tricks, true);
        let among = self.among(clauses);
        let phrase = |word: &str| match find(clauses, word).map(|clause| &clause.shape) {
            Some(Shape::Phrase(phrase)) => Some(phrase),
            _ => None,
        };
        let lead = phrase("lead").and_then(|lead| self.player(lead));
        self.before_tricks = around;
        self.forms.push(FormScope { form: id, kind: FormKind::Tricks, stage: None, part: Part::Turns, at_once: false });
        let depth = self.scopes.len();
        let player = self.speak(None, Ty::Player, false);
        let chooser = phrase("chooser").map(|chooser| self.player(chooser));
        let outside = std::mem::replace(&mut self.trumps, phrase("trump").cloned());
        let outer: Vec<&Clause> =
            clauses.iter().filter(|clause| matches!(clause.word.text.as_str(), "must" | "follow")).collect();
        let play = find(clauses, "play").and_then(|clause| {
            self.one_card_is_played(clause)?;
            self.act(clause, Role::Play, &outer)
        });
        self.trumps = outside;
        let acts = self.acts_beside(clauses);
        let turn: Vec<&Act> = play.iter().chain(acts.iter().flatten()).collect();
        self.acts_differ(&turn, form.word.span);
        let window = self.window(clauses, (&among, player), form.word.span);
        self.scopes.truncate(depth);

        let card = self.speak(None, Ty::Card, true);
        let follow = find(clauses, "follow");
        let followed = match follow.map(|clause| &clause.shape) {
            Some(Shape::Follow { name, except, .. }) => Some(self.follow_in_trick(name, except.as_ref(), card)),
            _ => None,
        };
        let follow_failed = matches!(followed, Some(None));
        let (follow, follows, obliges) = followed.flatten().map_or((None, None, None), |found| {
            let Followed { own, follows, obliges } = found;
            (Some(own), Some(follows), obliges)
        });
        let trump = phrase("trump").filter(|_| !follow_failed).map(|phrase| self.trump(phrase, follow.as_ref()));
        let wins = find(clauses, "wins");
        let key = wins.and_then(|clause| match &clause.shape {
            Shape::Wins { highest, by, free, ties } => {
                if *free && follow.is_none() && !follow_failed {
                    self.problem(
                        Diagnostic::new(
                            Code::MisplacedClause,
                            clause.span,
                            "without `follow` there is nothing to follow",
                        )
                        .help("leave out `following or not`"),
                    );
                }
                let typed = self.word(by, Some(Ty::Number))?;
                if let Some(tree::Ties::Clockwise(_) | tree::Ties::Random | tree::Ties::Nobody | tree::Ties::Next) = ties {
                    self.problem(
                        Diagnostic::new(
                            Code::Ties,
                            clause.span,
                            "in a trick ties go by the order in which cards are played",
                        )
                        .help("say `ties to first`, which is also meant without words, or `ties to last`"),
                    );
                }
                let key = self.ordered(typed)?;
                if !Reads::of(&self.game, &key).speaks_of(card) {
                    self.problem(
                        Diagnostic::new(Code::Type, by.span, format!("`{}` is the same for all cards of the trick", by.text))
                            .help("name an attribute or a value of a card: `wins highest rank`; which cards are trumps is said by `trump`"),
                    );
                    return None;
                }
                Some((key, *highest, *free, ties.as_ref().map_or(Ties::First, who_wins)))
            }
            _ => None,
        });
        self.scopes.truncate(depth);

        self.in_part(Part::Taken);
        let taken = phrase("taken").and_then(|taken| {
            let place = self.place(taken)?;
            self.one_place(place, taken.span)
        });
        self.in_part(Part::Over);
        let after = self.block_of(clauses, "after");
        self.the_trick_is_over(&after);
        self.in_part(Part::Before);
        let until = form.until.as_ref().map(|until| {
            self.winner_before_the_first(until)?;
            self.watched_condition(until)
        });
        self.forms.pop();
        let mut play = play?;
        if let [pick] = play.picks.as_mut_slice() {
            pick.to = Some(PlaceRef { place: TRICK, of: Of::Whole });
        }
        if follow_failed {
            return None;
        }
        let (key, highest, free, ties) = key?;
        let flat = |inner: Option<Option<Expr>>| match inner {
            Some(inner) => inner.map(Some),
            None => Some(None),
        };
        Some(Tricks {
            form: id,
            among: among?,
            lead: lead?,
            player,
            chooser: flat(chooser)?,
            play,
            acts: acts?,
            window: window?,
            card,
            follow,
            follows: follows.filter(|_| !free),
            obliges: obliges.filter(|_| !free),
            trump: flat(trump)?,
            key,
            highest,
            ties,
            taken: taken?,
            after,
            until: flat(until)?,
            span: form.word.span,
        })
    }

    /// What may be done in one's turn beside a card, and in place of it.
    fn acts_beside(&mut self, clauses: &[Clause]) -> Option<Vec<Act>> {
        let mut found = Vec::new();
        for clause in clauses {
            let role = match (&clause.shape, clause.word.text.as_str()) {
                (Shape::Act { timing: Timing::Turn, .. }, "act") => Role::Act,
                (Shape::Act { timing: Timing::InsteadOfACard, .. }, _) => Role::Instead,
                _ => continue,
            };
            found.push(self.act(clause, role, &[]));
        }
        found.into_iter().collect()
    }

    /// What may be done at any time, as a circuit once around, with passes.
    fn window(
        &mut self,
        clauses: &[Clause],
        (among, turn): (&Option<Option<Expr>>, VarId),
        span: Span,
    ) -> Option<Option<Circuit>> {
        let at_any_time = |clause: &&Clause| matches!(clause.shape, Shape::Act { timing: Timing::AnyTime, .. });
        let clauses: Vec<&Clause> = clauses.iter().filter(at_any_time).collect();
        let Some(first) = clauses.first() else { return Some(None) };
        let form = self.new_form("circuit".to_owned(), FormKind::Circuit, None, first.span);
        let (player, acts) = self.speaking(None, Ty::Player, false, |this| {
            clauses.iter().map(|clause| this.act(clause, Role::Act, &[])).collect::<Vec<_>>()
        });
        let mut acts: Vec<Act> = acts.into_iter().collect::<Option<_>>()?;
        acts.push(Act {
            name: self.act_name("pass"),
            role: Role::Pass(false),
            span: first.span,
            when: None,
            picks: Vec::new(),
            worth: None,
            own_worth: false,
            musts: Vec::new(),
            body: Vec::new(),
        });
        self.acts_differ(&acts.iter().collect::<Vec<_>>(), span);
        let order = Order::Clockwise { once: true, from: Expr::Var(turn) };
        Some(Some(Circuit {
            form,
            when: None,
            among: among.clone()?,
            order,
            player,
            acts,
            each: Vec::new(),
            closes: None,
            span: first.span,
        }))
    }

    /// What is read now stands in this part of the form.
    fn in_part(&mut self, part: Part) {
        if let Some(form) = self.forms.last_mut() {
            form.part = part;
        }
    }

    fn one_card_is_played(&mut self, clause: &Clause) -> Option<()> {
        let Shape::Act { picks, .. } = &clause.shape else { return None };
        if let [tree::Pick { source: tree::Source::Cards { least: None, most: None, .. }, to: None, .. }] =
            picks.as_slice()
        {
            return Some(());
        }
        self.problem(
            Diagnostic::new(Code::Type, clause.span, "one card is played, and it goes to `trick`")
                .help("say `play a card from hand`, with `where ...` if need be"),
        );
        None
    }

    /// `follow suit` as a condition on the card that is played, once the trick is led.
    pub(super) fn follow_must(
        &mut self,
        name: &Name,
        or_trump: bool,
        except: Option<&Phrase>,
        span: Span,
    ) -> Option<Must> {
        let card = self.nearest(Ty::Card, span)?;
        let followed = self.follow(name, except, card);
        let excepted = except.map(|except| self.watched_condition(except));
        let trump = match (or_trump, self.trumps.clone()) {
            (false, _) => None,
            (true, Some(trump)) => Some(followed.as_ref().and_then(|followed| self.trump(&trump, Some(&followed.own)))),
            (true, None) => {
                self.problem(
                    Diagnostic::new(Code::MissingClause, span, "nothing says what a trump is")
                        .help("add a `trump` line, for example `trump Spades`, or leave out `or trump`"),
                );
                Some(None)
            }
        };
        let follows = followed?.follows;
        let free: Vec<Expr> = [excepted.clone(), trump].into_iter().flatten().collect::<Option<_>>()?;
        let cond = match excepted.flatten() {
            Some(excepted) => Expr::And(vec![follows, Expr::Not(Box::new(excepted))]),
            None => follows,
        };
        let except = match <[Expr; 1]>::try_from(free) {
            Ok([one]) => Some(one),
            Err(free) => (!free.is_empty()).then_some(Expr::Or(free)),
        };
        let led = Expr::compare(Comparison::IsNot, Expr::Count(Over::Cards, Box::new(self.in_trick())), Expr::Int(0));
        Some(Must { cond, if_able: true, except, when: Some(led), span })
    }

    /// What may be chosen in any case is said of a card that is picked, where something has to be done if able.
    pub(super) fn exceptions_are_cards(&mut self, must: &Must, picks: &[Pick]) {
        if must.except.is_none() {
            return;
        }
        let one_card = matches!(picks, [Pick { source: Source::Cards { .. }, several: false, .. }]);
        let (said, help) = match (one_card, must.if_able) {
            (true, true) => return,
            (true, false) => {
                ("without `if able` nothing gives way to these cards", "say `must C or D`, or add `if able`")
            }
            (false, _) => ("`except cards where` goes with an act that picks one card", "say `must C or D if able`"),
        };
        self.problem(Diagnostic::new(Code::IfAble, must.span, said).help(help));
    }

    fn in_trick(&self) -> Expr {
        Expr::CardsIn(PlaceRef { place: TRICK, of: Of::Whole })
    }

    /// What has to be followed, and whether `card` follows what was led, or what is due.
    fn follow(&mut self, name: &Name, except: Option<&Phrase>, card: usize) -> Option<Followed> {
        // What was led is the first card that obliges.
        let mut exempt = None;
        let led = match except {
            None => self.in_trick(),
            Some(except) => {
                let (var, found) = self.speaking(None, Ty::Card, false, |this| this.condition(except));
                let found = found?;
                if self
                    .scopes
                    .iter()
                    .any(|scope| scope.ty == Ty::Player && Reads::of(&self.game, &found).speaks_of(scope.var))
                {
                    self.problem(
                        Diagnostic::new(
                            Code::Type,
                            except.span,
                            "which cards oblige nobody is the same for all players",
                        )
                        .help("say it of the card alone, for example `except cards where rank is 1`"),
                    );
                    return None;
                }
                exempt = Some((var, found.clone()));
                let cond = Box::new(Expr::Not(Box::new(found)));
                Expr::Where { over: Over::Cards, var, of: Box::new(self.in_trick()), cond }
            }
        };
        let other = self.new_var();
        let obliges = |alike: Expr| {
            let (var, exempt) = exempt?;
            Some(Obliges { led: led.clone(), var, exempt, other, alike })
        };
        let first = Expr::EndCard { of: Box::new(led.clone()), last: false };
        if let Some(Named::Attr(attr)) = self.find(&name.text) {
            let shares = |with: Expr| Expr::Shares(vec![attr], Box::new(Expr::Var(card)), Box::new(with));
            let own = Expr::Attr { attr, card: Box::new(Expr::Var(card)) };
            return Some(Followed { own, follows: shares(first), obliges: obliges(shares(Expr::Var(other))) });
        }
        let found = self.word(name, None)?;
        let is = |a: Expr, b: Expr| Expr::compare(Comparison::Is, a, b);
        match (found.expr, found.ty) {
            (Expr::Value { value, args }, _) if matches!(args.as_slice(), [Expr::Var(of)] if *of == card) => {
                let own = Expr::Value { value, args };
                let of = |card: Expr| Expr::Value { value, args: vec![card] };
                let obliges = obliges(is(own.clone(), of(Expr::Var(other))));
                Some(Followed { follows: is(own.clone(), of(first)), own, obliges })
            }
            (due, Ty::Member(kind)) if is_of_nothing(&due) => {
                let attr = self.game.attrs.iter().position(|attr| attr.kind == kind);
                let Some(attr) = attr else {
                    let kind = self.type_name(Ty::Member(kind));
                    self.problem(
                        Diagnostic::new(Code::Type, name.span, format!("this is {kind}, and no card has such a thing"))
                            .help("what is due is a value of an attribute, as `value suit-due is suit of first card in trick`"),
                    );
                    return None;
                };
                let own = Expr::Attr { attr, card: Box::new(Expr::Var(card)) };
                let follows = if self.game.attrs.get(attr).is_some_and(|attr| attr.many) {
                    Expr::Has(attr, Box::new(Expr::Var(card)), Box::new(due))
                } else {
                    is(own.clone(), due)
                };
                Some(Followed { own, follows, obliges: None })
            }
            _ => {
                self.problem(
                    Diagnostic::new(
                        Code::Type,
                        name.span,
                        "what is followed is an attribute of a card, a value of a card, or what is due",
                    )
                    .help("for example `follow suit`; or `follow suit-due`, where `value suit-due is suit of first card in trick`"),
                );
                None
            }
        }
    }

    /// The same of a card in the trick. What is wrong with it has been told where it was asked of the card that is played.
    fn follow_in_trick(&mut self, name: &Name, except: Option<&Phrase>, card: usize) -> Option<Followed> {
        let before = self.problems.len();
        let found = self.follow(name, except, card);
        let within = |problem: &Diagnostic| {
            except.is_some_and(|except| {
                except.span.start <= problem.span().start && problem.span().end <= except.span.end
            })
        };
        if self.problems.iter().take(before).any(within) {
            self.problems.truncate(before);
        }
        found
    }
}
