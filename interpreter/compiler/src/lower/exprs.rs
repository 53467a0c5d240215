//! Phrases of the typed game to phrases of the program.

use super::{Binding, FormSlots, Lower};
use crate::engine::{CardSet, Node, NodeId, PlaceAt, SlotRef, Sort, Whose, fit, item};
use crate::ir::sorts::{card_groups, player_groups, scalars};
use crate::ir::{Expr, Fact, Members, Of, Operator, Over, PlaceRef, Target, Ty};

impl Lower<'_> {
    /// A scalar.
    pub(super) fn int(&mut self, expr: &Expr) -> NodeId {
        let node = match expr {
            Expr::Int(value) => Node::Int(*value),
            Expr::Nothing | Expr::NoMember => Node::Int(-1),
            Expr::PlayerCount => Node::Int(i64::from(self.setup.players)),
            Expr::Option(id) => Node::Int(item(&self.setup.options, *id)),
            Expr::Var(var) => match self.env.get(*var).copied().flatten() {
                Some(Binding::Slot(slot)) => Node::Slot(slot),
                Some(Binding::Reg(reg)) => Node::Reg(reg),
                Some(Binding::Node(node)) => return node,
                Some(Binding::CardSlot(_) | Binding::CardReg(_)) | None => Node::Int(misplaced(expr)),
            },
            Expr::Pass(phase) => match self.program.phases.get(*phase).and_then(|entry| entry.pass) {
                Some(slot) => Node::Slot(slot),
                None => Node::Int(0),
            },
            Expr::Track { track, .. } if self.ranges.is_of_numbers(*track) => return self.somebodys(expr),
            Expr::Score(_) => return self.somebodys(expr),
            Expr::Track { track, keys } => self.track(*track, keys),
            Expr::Attr { attr, card } => {
                let key = self.int(card);
                let table = item(&self.attr_tables, *attr);
                Node::Tab { table, low: 0, key, other: -1 }
            }
            Expr::Value { value, args } => {
                let found = self.value(*value, args, Sort::Int);
                return self.of_somebody(*value, args, found);
            }
            Expr::Table { key, low, arms, other, span } => return self.table(key, *low, arms, other.as_deref(), *span),
            Expr::Arith(operator, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                match operator {
                    Operator::Plus => Node::Add(a, b),
                    Operator::Minus => Node::Sub(a, b),
                    Operator::Times => Node::Mul(a, b),
                    Operator::Mod => Node::Mod(a, b),
                }
            }
            Expr::Divide(a, b, up) => Node::Div { a: self.int(a), b: self.int(b), up: *up },
            Expr::Compare(comparison, a, b, _) => return self.compared(*comparison, a, b),
            Expr::Needed(of) => return self.int(of),
            Expr::And(parts) => return self.join(parts, Node::And, 1),
            Expr::Or(parts) => return self.join(parts, Node::Or, 0),
            Expr::Not(part) => Node::Not(self.int(part)),
            Expr::If(cond, a, b) => match self.decided(cond) {
                Some((span, holds)) => {
                    let of = self.int(if holds { a } else { b });
                    return self.watch_decided(span, holds, of);
                }
                None => Node::If(self.int(cond), self.int(a), self.int(b)),
            },
            Expr::At { span, of } => {
                let of = self.int(of);
                return self.watch(*span, of);
            }
            Expr::Convert { from, to: None, of, said, .. } => return self.spelt(*from, of, said.0),
            Expr::Convert { from, to, compared, of, .. } => {
                let key = self.int(of);
                let table = self.conversion(*from, *to, if *compared { -2 } else { -1 });
                Node::Tab { table, low: 0, key, other: -1 }
            }
            Expr::EndCard { of, last } => Node::EndCard { of: self.cards(of), last: *last },
            Expr::CountSets { var, of, least, most, cond, .. } => {
                let (of, least, most) = (self.cards(of), self.int(least), self.int(most));
                let reg = self.new_card_reg();
                self.bind(*var, Binding::CardReg(reg));
                Node::CountSets { reg, of, least, most, cond: self.int(cond) }
            }
            Expr::Only(Over::Cards, of) => Node::OnlyCard(self.cards(of)),
            Expr::Only(_, of) => Node::OnlySeat(self.seats(of)),
            Expr::Count(Over::Cards, of) => Node::Count(self.cards(of)),
            Expr::Count(Over::Players, of) => Node::CountSeats(self.seats(of)),
            Expr::Count(over @ (Over::Kind(_) | Over::Teams), of) => return self.count_members(*over, of),
            Expr::Fold { fold, over, var, of, key, of_words: false } => {
                return self.fold_over(*fold, *over, *var, of, key, 0);
            }
            // Words count from 1 on meanwhile, so that the 0 of an empty group becomes the -1 of none.
            Expr::Fold { fold, over, var, of, key, of_words: true } => {
                let (found, one) = (self.fold_over(*fold, *over, *var, of, key, 1), self.constant_int(1));
                Node::Sub(found, one)
            }
            Expr::FirstFrom { from, of, back } => {
                Node::FirstFrom { from: self.int(from), of: self.seats(of), back: *back }
            }
            Expr::Seat { from, steps } => Node::SeatStep { from: self.int(from), steps: self.int(steps) },
            Expr::Partner(of) => Node::Partner(self.int(of)),
            Expr::TeamOf(of) => Node::TeamOf(self.int(of)),
            Expr::Owner(of) => Node::Owner(self.int(of)),
            Expr::In(Over::Cards, card, of) => Node::InCards(self.int(card), self.cards(of)),
            Expr::In(_, seat, of) => Node::InSeats(self.int(seat), self.seats(of)),
            Expr::Shares(attrs, a, b) => {
                let set = self.sharing(attrs);
                Node::InSet { set, key: self.int(a), card: self.int(b) }
            }
            Expr::Has(attr, card, value) => {
                let set = self.having(*attr);
                Node::InSet { set, key: self.int(value), card: self.int(card) }
            }
            Expr::Fact(fact) => return self.fact(fact),
            card_groups!() | player_groups!() | Expr::Where { .. } | Expr::Best { .. } => Node::Int(misplaced(expr)),
        };
        self.node(node)
    }

    fn join(&mut self, parts: &[Expr], join: fn(NodeId, NodeId) -> Node, empty: i64) -> NodeId {
        let mut found: Option<NodeId> = None;
        for part in parts {
            let part = self.int(part);
            found = Some(match found {
                None => part,
                Some(before) => self.node(join(before, part)),
            });
        }
        found.unwrap_or_else(|| self.constant_int(empty))
    }

    pub(super) fn track(&mut self, track: usize, keys: &[Expr]) -> Node {
        let to = self.slot_ref(&Target { track, keys: keys.to_vec() });
        let constant: Option<Vec<u32>> =
            to.keys.iter().map(|(key, _)| self.constant(*key).and_then(|key| u32::try_from(key).ok())).collect();
        if let Some(keys) = constant {
            let index = keys.iter().zip(&to.keys).fold(0, |index, (key, (_, size))| index * size + key);
            return Node::Slot(to.base + index);
        }
        let nothing = match self.game.tracks.get(track).map(|track| track.ty) {
            Some(Ty::Number | Ty::YesNo) => 0,
            _ => -1,
        };
        Node::SlotAt { base: to.base, keys: to.keys, nothing }
    }

    /// Where a track is set.
    pub(super) fn slot_ref(&mut self, target: &Target) -> SlotRef {
        let (base, dims, range) = match self.program.tracks.get(target.track) {
            Some(track) => (track.base, track.dims.clone(), track.range),
            None => (0, Vec::new(), (0, 0)),
        };
        let keys = target.keys.iter().zip(dims).map(|(key, size)| (self.int(key), size)).collect();
        SlotRef { base, keys, range, track: u16::try_from(target.track).ok() }
    }

    /// For each card the cards that share a value of one of these attributes with it.
    fn sharing(&mut self, attrs: &[usize]) -> u32 {
        let count = self.program.cards.len();
        let sets = (0..count).map(|card| {
            let shares =
                |other: &usize| attrs.iter().any(|attr| self.members(card, *attr) & self.members(*other, *attr) != 0);
            (0..count).filter(shares).collect()
        });
        let sets = sets.collect();
        self.new_set(sets)
    }

    /// For each value of an attribute the cards that have it.
    fn having(&mut self, attr: usize) -> u32 {
        let kind = self.game.attrs.get(attr).and_then(|attr| self.game.kinds.get(attr.kind));
        let values = kind.map_or(0, |kind| kind.members.len());
        let count = self.program.cards.len();
        let sets =
            (0..values).map(|value| (0..count).filter(|card| self.members(*card, attr) >> value & 1 == 1).collect());
        let sets = sets.collect();
        self.new_set(sets)
    }

    /// A group of cards.
    pub(super) fn cards(&mut self, expr: &Expr) -> NodeId {
        let node = match expr {
            Expr::AllCards => Node::Cards(self.all_cards()),
            Expr::CardsIn(place) => {
                let at = self.place_at(place);
                match at.of {
                    Whose::Whole => Node::Place(at.base),
                    Whose::One(key) => match self.constant(key) {
                        Some(owner) if (0..i64::from(at.count)).contains(&owner) => {
                            Node::Place(at.base + fit::<_, u16>(owner))
                        }
                        _ => Node::PlaceOf { base: at.base, count: at.count, key },
                    },
                    Whose::Seats(seats) => Node::PlacesOf { base: at.base, count: at.count, seats },
                    Whose::Owner => Node::Cards(CardSet::NONE),
                }
            }
            Expr::CardsLike(like) => Node::Cards(self.cards_like(like).collect()),
            Expr::Together(parts) => {
                let parts: Vec<NodeId> = parts.iter().map(|part| self.cards(part)).collect();
                let mut parts = parts.into_iter();
                let Some(first) = parts.next() else { return self.node(Node::Cards(CardSet::NONE)) };
                return parts.fold(first, |all, part| self.node(Node::Either(all, part)));
            }
            Expr::JustCard(card) => Node::JustCard(self.int(card)),
            Expr::Var(var) => match self.env.get(*var).copied().flatten() {
                Some(Binding::CardSlot(slot)) => Node::CardSlot(slot),
                Some(Binding::CardReg(reg)) => Node::CardReg(reg),
                Some(Binding::Node(node)) => return node,
                Some(Binding::Slot(_) | Binding::Reg(_)) | None => Node::Cards(misplaced(expr)),
            },
            Expr::Where { var, of, cond, .. } => {
                let of = self.cards(of);
                let reg = self.new_reg();
                self.bind(*var, Binding::Reg(reg));
                let cond = self.int(cond);
                return self.filter(of, cond, reg);
            }
            Expr::Best { var, of, key, highest, .. } => {
                let of = self.cards(of);
                let reg = self.new_reg();
                self.bind(*var, Binding::Reg(reg));
                let (of, key) = self.keyed(Over::Cards, reg, of, key);
                Node::BestCards { reg, of, key, highest: *highest }
            }
            Expr::Ends { of, count, last } => Node::Ends { of: self.cards(of), count: self.int(count), last: *last },
            Expr::If(cond, a, b) => match self.decided(cond) {
                Some((span, holds)) => {
                    let of = self.cards(if holds { a } else { b });
                    return self.watch_decided(span, holds, of);
                }
                None => Node::IfCards(self.int(cond), self.cards(a), self.cards(b)),
            },
            Expr::At { span, of } => {
                let of = self.cards(of);
                return self.watch(*span, of);
            }
            Expr::Value { value, args } => return self.value(*value, args, Sort::Cards),
            scalars!() | player_groups!() | Expr::Fact(_) => Node::Cards(misplaced(expr)),
        };
        self.node(node)
    }

    /// The cards that have, of each attribute that is asked for, one of these values.
    pub(super) fn cards_like(&self, like: &[Members]) -> impl Iterator<Item = usize> {
        let fits =
            |card: &usize| like.iter().enumerate().all(|(attr, set)| *set == 0 || self.members(*card, attr) & set != 0);
        (0..self.program.cards.len()).filter(fits)
    }

    /// A group of players.
    pub(super) fn seats(&mut self, expr: &Expr) -> NodeId {
        let node = match expr {
            Expr::AllPlayers => Node::Seats((1 << self.setup.players) - 1),
            Expr::JustPlayer(player) => Node::JustSeat(self.int(player)),
            Expr::Except(of, player) => Node::Except(self.seats(of), self.int(player)),
            Expr::Opponents(player) => Node::Opponents(self.int(player)),
            Expr::Members(team) => Node::Members(self.int(team)),
            Expr::Where { var, of, cond, .. } => {
                let of = self.seats(of);
                let reg = self.new_reg();
                self.bind(*var, Binding::Reg(reg));
                Node::ScanSeats { reg, of, cond: self.int(cond) }
            }
            Expr::Best { var, of, key, highest, .. } => {
                let of = self.seats(of);
                let reg = self.new_reg();
                self.bind(*var, Binding::Reg(reg));
                let (of, key) = self.keyed(Over::Players, reg, of, key);
                Node::BestSeats { reg, of, key, highest: *highest }
            }
            Expr::Fact(Fact::Bidders(form)) => Node::SeatSlot(self.form(*form).still),
            Expr::If(cond, a, b) => match self.decided(cond) {
                Some((span, holds)) => {
                    let of = self.seats(if holds { a } else { b });
                    return self.watch_decided(span, holds, of);
                }
                None => Node::IfSeats(self.int(cond), self.seats(a), self.seats(b)),
            },
            Expr::At { span, of } => {
                let of = self.seats(of);
                return self.watch(*span, of);
            }
            Expr::Value { value, args } => return self.value(*value, args, Sort::Seats),
            scalars!() | card_groups!() | Expr::Var(_) | Expr::Fact(_) => Node::Seats(misplaced(expr)),
        };
        self.node(node)
    }

    fn fact(&mut self, fact: &Fact) -> NodeId {
        let node = match fact {
            Fact::Leader(form) => Node::Slot(self.form(*form).leader),
            Fact::Worth(form, player) => self.of_seat(*form, player, 0),
            Fact::CardOf(form, player) => self.of_seat(*form, player, -1),
            Fact::WinningCard(form) => return self.winning_card(*form),
            Fact::Beats(form, card) => return self.beats(*form, card),
            Fact::Bidders(form) => Node::SeatSlot(self.form(*form).still),
            Fact::PassesInARow(form) => Node::Slot(self.form(*form).row),
            Fact::AllPass(form) => {
                let slots = self.form(*form);
                Node::AllPass { still: slots.still, passed: slots.passed }
            }
            Fact::Acts(form) => Node::Slot(self.form(*form).acts),
            Fact::TrickNumber(form) => Node::Slot(self.form(*form).row),
        };
        self.node(node)
    }

    /// What a form keeps for each seat.
    fn of_seat(&mut self, form: usize, player: &Expr, nothing: i64) -> Node {
        let slots = self.form(form);
        let key = self.int(player);
        Node::SlotAt { base: slots.worth, keys: vec![(key, u32::from(self.setup.players))], nothing }
    }

    /// The slots of a form, made when it is first met.
    pub(super) fn form(&mut self, form: usize) -> FormSlots {
        if let Some(known) = self.forms.get(form).copied().flatten() {
            return known;
        }
        let seats = u32::from(self.setup.players);
        let base = self.new_ints(7);
        let (worth, time) = (self.new_ints_for(seats, self.worth_of_form(form)), self.new_ints(seats));
        let slots = FormSlots {
            seat: base,
            still: base + 1,
            todo: base + 2,
            passed: base + 3,
            row: base + 4,
            acts: base + 5,
            leader: base + 6,
            worth,
            time,
        };
        if let Some(slot) = self.forms.get_mut(form) {
            *slot = Some(slots);
        }
        slots
    }

    /// One place or several.
    pub(super) fn place_at(&mut self, place: &PlaceRef) -> PlaceAt {
        let (base, count) = self.bases.get(place.place).copied().unwrap_or((0, 1));
        let of = match &place.of {
            Of::Whole => Whose::Whole,
            Of::One(key) => Whose::One(self.int(key)),
            Of::Each(seats) => Whose::Seats(self.seats(seats)),
            Of::Owner => Whose::Owner,
        };
        PlaceAt { base, count, of }
    }
}

/// A phrase that the types let stand only where something else is given: a debug assertion says so.
fn misplaced<T: Default>(expr: &Expr) -> T {
    debug_assert!(false, "{expr:?} stands where its type is not given");
    T::default()
}
