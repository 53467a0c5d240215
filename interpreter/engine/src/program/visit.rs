//! Visitors of a program: the phrases inside a phrase, all phrases that are named from outside the arena, and all places in the code.

mod forms;

use super::{
    Act, Ask, CircuitAt, Must, Node, NodeId, Op, Pc, Pick, Place, PlaceAt, Program, SlotRef, Source, Told, TricksAt,
    Whose,
};
use forms::each_sight;

/// The phrases directly inside a phrase, to be read or to be changed.
macro_rules! inside {
    ($node:expr, $visit:expr) => {{
        let visit = $visit;
        match $node {
            Node::Int(_)
            | Node::Missing { .. }
            | Node::Slot(_)
            | Node::Reg(_)
            | Node::AllPass { .. }
            | Node::Cards(_)
            | Node::Place(_)
            | Node::CardSlot(_)
            | Node::CardReg(_)
            | Node::Seats(_)
            | Node::SeatSlot(_) => {}
            Node::SlotAt { keys, .. } => {
                for (key, _) in keys {
                    visit(key);
                }
            }
            Node::Tab { key, .. } | Node::PlaceOf { key, .. } | Node::SetTab { key, .. } => visit(key),
            Node::Arms { key, arms, other, .. } => {
                visit(key);
                arms.into_iter().flatten().chain(other).for_each(visit);
            }
            Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Mod(a, b)
            | Node::Cmp(_, a, b)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::InCards(a, b)
            | Node::InSeats(a, b)
            | Node::Both(a, b)
            | Node::Either(a, b)
            | Node::Without(a, b)
            | Node::Except(a, b) => {
                visit(a);
                visit(b);
            }
            Node::Div { a, b, .. }
            | Node::InSet { key: a, card: b, .. }
            | Node::Ends { of: a, count: b, .. }
            | Node::SeenIn { of: a, cards: b }
            | Node::FirstFrom { from: a, of: b, .. }
            | Node::SeatStep { from: a, steps: b } => {
                visit(a);
                visit(b);
            }
            Node::If(a, b, c) | Node::IfCards(a, b, c) | Node::IfSeats(a, b, c) => {
                [a, b, c].into_iter().for_each(visit)
            }
            Node::Let { value, body, .. } => {
                visit(value);
                visit(body);
            }
            Node::Not(a)
            | Node::Count(a)
            | Node::CountSeats(a)
            | Node::OnlyCard(a)
            | Node::OnlySeat(a)
            | Node::Owner(a)
            | Node::Partner(a)
            | Node::TeamOf(a)
            | Node::Score(a)
            | Node::JustCard(a)
            | Node::JustSeat(a)
            | Node::Members(a)
            | Node::Opponents(a) => visit(a),
            Node::FoldCards { of, key, .. }
            | Node::FoldSeats { of, key, .. }
            | Node::BestCards { of, key, .. }
            | Node::BestSeats { of, key, .. } => {
                visit(of);
                visit(key);
            }
            Node::CountSets { of, least, most, cond, .. } => {
                visit(of);
                visit(least);
                visit(most);
                visit(cond);
            }
            Node::FoldMembers { part, key, .. } => {
                if let Some(part) = part {
                    visit(part);
                }
                visit(key);
            }
            Node::TotalTab { of, .. } | Node::EndCard { of, .. } | Node::Watch { of, .. } => visit(of),
            Node::PlacesOf { seats, .. } => visit(seats),
            Node::Scan { of, cond, .. } | Node::ScanSeats { of, cond, .. } => {
                visit(of);
                visit(cond);
            }
        }
    }};
}

impl Program {
    /// Visits the phrases directly inside a phrase.
    pub fn inner(&self, node: &Node, visit: &mut dyn FnMut(NodeId)) {
        inside!(node, &mut |inner: &NodeId| visit(*inner));
    }
}

impl Node {
    /// Changes the phrases directly inside a phrase.
    pub fn each_inner(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        inside!(self, &mut |inner: &mut NodeId| visit(inner));
    }
}

impl Op {
    /// Visits the places in the code to which an operation may lead beside the next.
    pub fn each_target(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
        match self {
            Self::Jump(to)
            | Self::Unless { to, .. }
            | Self::NextSeat { exit: to, .. }
            | Self::NextCard { exit: to, .. }
            | Self::NextAnswer { exit: to, .. }
            | Self::CircuitTurn { exit: to, .. }
            | Self::TrickTurn { exit: to, .. }
            | Self::AuctionClose { unsold: to, .. } => visit(to),
            Self::Call(_)
            | Self::Return(_)
            | Self::Pass { .. }
            | Self::Set { .. }
            | Self::AddTo { .. }
            | Self::Reset { .. }
            | Self::Move { .. }
            | Self::Deal { .. }
            | Self::Fill { .. }
            | Self::Shuffle(_)
            | Self::Sort { .. }
            | Self::Swap(..)
            | Self::Draw { .. }
            | Self::DrawNumber { .. }
            | Self::Pay { .. }
            | Self::Score { .. }
            | Self::KeepSeats { .. }
            | Self::KeepCards { .. }
            | Self::Enlist { .. }
            | Self::Rank(_)
            | Self::Ask(_)
            | Self::CircuitBegin(_)
            | Self::CircuitCounted { .. }
            | Self::CircuitActed { .. }
            | Self::AuctionBegin(_)
            | Self::BidMade { .. }
            | Self::TricksBegin(_)
            | Self::TrickBegin(_)
            | Self::Played { .. }
            | Self::TrickWon(_)
            | Self::Won(_)
            | Self::End => {}
        }
    }

    /// Visits the phrases of an operation.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        match self {
            Self::Unless { cond: of, .. }
            | Self::Reset { value: of, .. }
            | Self::KeepCards { of, .. }
            | Self::Won(of) => {
                visit(of);
            }
            Self::Set { to, value: of } | Self::AddTo { to, amount: of } | Self::Draw { to, from: of } => {
                to.each_phrase(visit);
                visit(of);
            }
            Self::DrawNumber { to, low, high } => {
                to.each_phrase(visit);
                visit(low);
                visit(high);
            }
            Self::Move { cards, to } => {
                visit(cards);
                to.of.each_phrase(visit);
            }
            Self::Deal { count, from, to, .. } => {
                visit(count);
                from.of.each_phrase(visit);
                to.of.each_phrase(visit);
            }
            Self::Fill { place, size, from } => {
                place.of.each_phrase(visit);
                visit(size);
                from.of.each_phrase(visit);
            }
            Self::Shuffle(place) => place.of.each_phrase(visit),
            Self::Sort { place, key, .. } => {
                place.of.each_phrase(visit);
                visit(key);
            }
            Self::Swap(a, b) => {
                a.of.each_phrase(visit);
                b.of.each_phrase(visit);
            }
            Self::Pay { amount, from, to } => {
                visit(amount);
                from.iter_mut().chain(to).for_each(|slot| slot.each_phrase(visit));
            }
            Self::Score { amount, who, .. } => {
                visit(amount);
                visit(who);
            }
            Self::Enlist { one, keys, .. } => {
                visit(one);
                keys.iter_mut().for_each(visit);
            }
            Self::KeepSeats { of, from, .. } => {
                visit(of);
                from.iter_mut().for_each(|(_, from)| visit(from));
            }
            Self::Jump(_)
            | Self::Call(_)
            | Self::Return(_)
            | Self::Pass { .. }
            | Self::NextSeat { .. }
            | Self::NextCard { .. }
            | Self::Rank(_)
            | Self::Ask(_)
            | Self::NextAnswer { .. }
            | Self::CircuitBegin(_)
            | Self::CircuitTurn { .. }
            | Self::CircuitCounted { .. }
            | Self::CircuitActed { .. }
            | Self::AuctionBegin(_)
            | Self::BidMade { .. }
            | Self::AuctionClose { .. }
            | Self::TricksBegin(_)
            | Self::TrickBegin(_)
            | Self::TrickTurn { .. }
            | Self::Played { .. }
            | Self::TrickWon(_)
            | Self::End => {}
        }
    }
}

impl SlotRef {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        self.keys.iter_mut().for_each(|(key, _)| visit(key));
    }
}

impl Whose {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        match self {
            Self::One(of) | Self::Seats(of) => visit(of),
            Self::Whole | Self::Owner => {}
        }
    }
}

impl Pick {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self { source, reg: _, slot: _, several: _, to, filter, so_that, told, rule: _ } = self;
        match source {
            Source::Cards { from, least, most, if_able: _ } => [from, least, most].into_iter().for_each(&mut *visit),
            Source::Number { low, high } => [low, high].into_iter().for_each(&mut *visit),
            Source::Member { .. } | Source::Seat | Source::YesNo => {}
        }
        to.iter_mut().for_each(|PlaceAt { base: _, count: _, of }| of.each_phrase(visit));
        filter.iter_mut().chain(so_that).for_each(&mut *visit);
        match told {
            Told::WhoSees(slots) => slots.iter_mut().for_each(|slot| slot.each_phrase(visit)),
            Told::All | Told::AsItLies => {}
        }
    }
}

impl Must {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self { when, cond, cards, bound, if_able: _, of_picks: _, at: _, rule: _ } = self;
        visit(cond);
        when.iter_mut().chain(cards).for_each(&mut *visit);
        bound.iter_mut().for_each(|(_, bound)| visit(bound));
    }
}

impl Place {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self { name: _, owner: _, of_seat: _, sights, sizes, totals, refilled: _, ordered: _ } = self;
        each_sight(sights, visit);
        each_sight(sizes, visit);
        for (_, total, (when, who)) in totals {
            [total, when, who].into_iter().for_each(&mut *visit);
        }
    }
}

impl Ask {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self {
            who,
            acts,
            at_once: _,
            player: _,
            sets_player: _,
            me: _,
            waiting: _,
            answers: _,
            answer_cards: _,
            unheard: _,
            form: _,
            turns: _,
            at: _,
            hears: _,
            rule: _,
        } = self;
        visit(who);
        for Act { when, picks, musts, name: _, role: _, entry: _, over: _, rule: _ } in acts {
            when.iter_mut().for_each(&mut *visit);
            picks.iter_mut().for_each(|pick| pick.each_phrase(visit));
            musts.iter_mut().for_each(|must| must.each_phrase(visit));
        }
    }
}

impl Program {
    /// Visits all phrases that are named outside the arena: by operations, decisions, forms, places and tracks.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        self.code.iter_mut().for_each(|op| op.each_phrase(visit));
        self.places.iter_mut().for_each(|place| place.each_phrase(visit));
        self.tracks.iter_mut().for_each(|track| track.each_phrase(visit));
        self.asks.iter_mut().for_each(|ask| ask.each_phrase(visit));
        self.circuits.iter_mut().for_each(|circuit| circuit.each_phrase(visit));
        self.auctions.iter_mut().for_each(|auction| auction.each_phrase(visit));
        self.tricks.iter_mut().for_each(|tricks| tricks.each_phrase(visit));
    }

    /// Visits all places in the code that are named: by operations, decisions, forms and phases.
    pub fn each_target(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
        self.code.iter_mut().for_each(|op| op.each_target(visit));
        self.phases.iter_mut().for_each(|phase| visit(&mut phase.entry));
        for ask in &mut self.asks {
            visit(&mut ask.at);
            visit(&mut ask.hears);
            for act in &mut ask.acts {
                visit(&mut act.entry);
                act.over.iter_mut().for_each(&mut *visit);
            }
        }
        for circuit in &mut self.circuits {
            let CircuitAt { turn, closes } = &mut circuit.at;
            visit(turn);
            closes.iter_mut().for_each(&mut *visit);
        }
        for tricks in &mut self.tricks {
            let TricksAt { head, turn, played, won } = &mut tricks.at;
            [head, turn, played, won].into_iter().for_each(&mut *visit);
        }
    }
}
