//! Reachability of places (a may-analysis): where each card can ever come to lie. Too many places rather than too few: whatever
//! the options, and whatever happens.

use std::collections::BTreeMap;

use super::ranges::Ranges;
use super::walk;
use super::ways::{Goes, Way, ways};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{BOX, Expr, Game, Members, PlaceRef, Stmt, StmtKind, TRICK};

/// For each place a mark for each row of the deck: whether a card of it may come there.
pub(super) struct Flow<'g> {
    game: &'g Game,
    ranges: Ranges<'g>,
    there: Vec<Vec<bool>>,
    grew: bool,
}

impl<'g> Flow<'g> {
    pub(super) fn of(game: &'g Game) -> Self {
        let none = vec![false; game.cards.len()];
        let mut there = vec![none; game.places.len()];
        if let Some(first) = there.get_mut(BOX) {
            first.fill(true);
        }
        let mut flow = Self { game, ranges: Ranges::any_options(game, game.players.1), there, grew: true };
        let mut moves: Vec<&Stmt> = Vec::new();
        for phase in walk::phases(game) {
            walk::statements(&phase.body, &mut |stmt| moves.push(stmt));
        }
        while std::mem::take(&mut flow.grew) {
            moves.iter().for_each(|stmt| flow.follow(stmt));
            for (id, place) in game.places.iter().enumerate() {
                if let Some(from) = place.refilled {
                    flow.pour(from, id);
                }
            }
        }
        flow
    }

    fn add(&mut self, place: usize, cards: &[bool]) {
        let Some(there) = self.there.get_mut(place) else { return };
        for (there, comes) in there.iter_mut().zip(cards) {
            if *comes && !*there {
                *there = true;
                self.grew = true;
            }
        }
    }

    fn pour(&mut self, from: usize, to: usize) {
        let cards = self.there.get(from).cloned().unwrap_or_default();
        self.add(to, &cards);
    }

    fn follow(&mut self, stmt: &Stmt) {
        for Way { cards, to, .. } in ways(stmt) {
            match cards {
                Goes::Group(cards) | Goes::Picked(cards) => {
                    let cards = self.cards(cards);
                    self.add(to.place, &cards);
                }
                Goes::Alike(from, like) => {
                    let mut cards = self.cards(&Expr::CardsLike(like.to_vec()));
                    let there = self.there.get(from.place).cloned().unwrap_or_default();
                    cards.iter_mut().zip(there).for_each(|(card, there)| *card &= there);
                    self.add(to.place, &cards);
                }
                Goes::First(from) | Goes::Swapped(from) => self.pour(from.place, to.place),
                Goes::Trick => self.pour(TRICK, to.place),
            }
        }
    }

    /// The rows of which a card may be in a group.
    pub(super) fn cards(&self, expr: &Expr) -> Vec<bool> {
        let all = || vec![true; self.game.cards.len()];
        match expr {
            Expr::CardsIn(place) => self.there.get(place.place).cloned().unwrap_or_else(all),
            Expr::CardsLike(wanted) => {
                let like = |members: &[Members]| {
                    wanted.iter().zip(members).all(|(wanted, has)| *wanted == 0 || wanted & has != 0)
                };
                self.game.cards.iter().map(|card| like(&card.members)).collect()
            }
            Expr::Together(groups) => groups.iter().map(|group| self.cards(group)).fold(
                vec![false; self.game.cards.len()],
                |mut all, group| {
                    all.iter_mut().zip(group).for_each(|(all, one)| *all |= one);
                    all
                },
            ),
            Expr::Where { var, of, cond, .. } => {
                let mut cards = self.cards(of);
                for (row, there) in cards.iter_mut().enumerate() {
                    *there &= !self.ranges.with_card(*var, row, cond).is_no();
                }
                cards
            }
            Expr::Best { of, .. } | Expr::Ends { of, .. } => self.cards(of),
            Expr::If(_, a, b) => {
                let mut all = self.cards(a);
                all.iter_mut().zip(self.cards(b)).for_each(|(all, one)| *all |= one);
                all
            }
            Expr::JustCard(card) => match &**card {
                Expr::EndCard { of, .. } => self.cards(of),
                Expr::Only(_, of) => self.cards(of),
                _ => all(),
            },
            _ => all(),
        }
    }

    fn ever(&self, place: usize) -> bool {
        self.there.get(place).is_some_and(|cards| cards.contains(&true))
    }
}

/// In every place that a rule speaks of some card can lie.
pub fn no_place_stays_empty(game: &Game) -> Vec<Diagnostic> {
    let flow = Flow::of(game);
    let uses_trick = |id: usize| id == BOX || id == TRICK;
    let empty = game.places.iter().enumerate().filter(|(id, _)| !uses_trick(*id) && !flow.ever(*id));
    empty
        .map(|(_, place)| {
            Diagnostic::new(Code::StaysEmpty, place.span, format!("no card ever comes to `{}`", place.name))
                .help(format!("move or deal cards there, or take `{}` out with the rules that ask for it", place.name))
        })
        .collect()
}

/// Every card is taken out of the box by some rule.
pub fn every_card_comes_into_play(game: &Game) -> Vec<Diagnostic> {
    // Where a rule looks into the box, a card has a part in the game there, too.
    if looked_at(game, BOX) {
        return Vec::new();
    }
    let flow = Flow::of(game);
    let mut rows: BTreeMap<(u32, u32), (Vec<&str>, bool)> = BTreeMap::new();
    for (row, card) in game.cards.iter().enumerate() {
        let comes = flow.there.iter().skip(1).any(|place| place.get(row) == Some(&true));
        let entry = rows.entry((card.span.start, card.span.end)).or_default();
        if comes {
            entry.1 = true;
        } else if !entry.0.contains(&card.name.as_str()) {
            entry.0.push(&card.name);
        }
    }
    let told = rows.into_iter().filter(|(_, (left, _))| !left.is_empty()).map(|((start, end), (left, some))| {
        let span = Span { start, end };
        let message = if some {
            format!("no rule ever takes {} out of the box", few(&left))
        } else {
            "no rule ever takes these cards out of the box".to_owned()
        };
        Diagnostic::new(Code::NeverInPlay, span, message)
            .help("all cards begin in `box`: move them from there, as with `move all cards to stock`, or take them out of the deck")
    });
    told.collect()
}

fn few(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [a, b] => format!("{a} and {b}"),
        [a, b, rest @ ..] => format!("{a}, {b} and {} more", rest.len()),
    }
}

/// Whether some rule looks at the cards of a place otherwise than to move them.
fn looked_at(game: &Game, place: usize) -> bool {
    let mut all = 0;
    walk::used(game, &mut |expr| all += usize::from(is_in(expr, place)));
    let mut moved = 0;
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Move { cards, .. } = &stmt.kind {
            walk::within(cards, &mut |expr| moved += usize::from(is_in(expr, place)));
        }
    });
    all > moved
}

fn is_in(expr: &Expr, place: usize) -> bool {
    matches!(expr, Expr::CardsIn(PlaceRef { place: other, .. }) if *other == place)
}

/// What only its owner sees, or nobody, some rule plays from or looks at. What somebody lays there by choice may be meant to lie there.
pub fn every_hand_is_played(game: &Game) -> Vec<Diagnostic> {
    let mut asked = vec![false; game.places.len()];
    let mut ask = |place: usize| {
        if let Some(slot) = asked.get_mut(place) {
            *slot = true;
        }
    };
    walk::used(game, &mut |expr| {
        if let Expr::CardsIn(place) = expr {
            ask(place.place);
        }
    });
    walk::everywhere(game, &mut |stmt| {
        for Way { cards, to, .. } in ways(stmt) {
            match cards {
                Goes::First(from) | Goes::Alike(from, _) | Goes::Swapped(from) => ask(from.place),
                // Tricks lie somewhere, also where only their number counts.
                Goes::Trick | Goes::Picked(_) => ask(to.place),
                // The group is looked at where it is named.
                Goes::Group(_) => {}
            }
        }
    });
    game.places.iter().for_each(|place| place.refilled.into_iter().for_each(&mut ask));
    let flow = Flow::of(game);
    let own = |place: &crate::ir::Place| {
        !place.sights.is_empty()
            && place.totals.is_empty()
            && place.sights.iter().all(|sight| {
                sight.when.is_none()
                    && match &sight.who {
                        Expr::JustPlayer(who) => match &**who {
                            Expr::Var(var) => *var == sight.owner,
                            who => matches!(who, Expr::Nothing),
                        },
                        Expr::Nothing => true,
                        Expr::Together(all) => all.is_empty(),
                        _ => false,
                    }
            })
    };
    // What belongs to nobody and nobody sees is a pile of discarded cards.
    let dead = game.places.iter().enumerate().filter(|(id, place)| {
        *id > TRICK && place.per.is_some() && own(place) && flow.ever(*id) && !asked.get(*id).copied().unwrap_or(true)
    });
    dead.map(|(_, place)| {
        Diagnostic::new(
            Code::NeverMoves,
            place.span,
            format!("cards come to `{0}`, and no rule plays from `{0}` or looks at it", place.name),
        )
        .help(format!(
            "let somebody play from there, as in `ask player to play a card from {} to lot`, or take it out",
            place.name
        ))
    })
    .collect()
}
