//! What a bid is worth, worked out when it is made.

use super::{Binding, Lower};
use crate::design::{Range, walk};
use crate::engine::{Node, NodeId, Op, fit};
use crate::ir::{self, Comparison, Expr, Role, Source, StmtKind};

/// The bids of an auction, while its turns are lowered.
#[derive(Clone)]
pub struct Bidding {
    pub auction: u16,
    /// The slot of who is ahead.
    pub leader: u32,
    /// The register of the bidder.
    pub bidder: u32,
    /// The slot of which `bid` was made last, where they differ in worth.
    pub which: Option<u32>,
    /// What each is worth.
    pub worths: Vec<NodeId>,
}

impl Lower<'_> {
    /// What a bid of an auction can be worth; 0 before it is made.
    pub(super) fn worth_of_form(&self, form: usize) -> Range {
        let mut worth = Range::only(0);
        let mut of_auction = |auction: &ir::Auction| {
            if auction.form == form {
                let acts = auction.stages.iter().flat_map(|stage| &stage.acts);
                for made in acts.filter_map(|act| act.worth.as_ref()) {
                    worth = worth.or(self.ranges.of(made));
                }
            }
        };
        for phase in &self.game.phases {
            walk::statements(&phase.body, &mut |stmt| {
                if let StmtKind::Auction(auction) = &stmt.kind {
                    of_auction(auction);
                }
            });
        }
        worth
    }

    /// What follows the block of a bid in its auction.
    pub(super) fn bid_made(&mut self, player: usize, act: &ir::Act, seat: u32) {
        if act.role != Role::Bid {
            return;
        }
        let Some(mut bidding) = self.auction.take() else { return };
        let worth = self.worth_of(player, act, bidding.bidder);
        self.bind(player, Binding::Slot(seat));
        if let Some(which) = bidding.which {
            let number = self.constant_int(fit(bidding.worths.len()));
            self.emit(Op::Reset { base: which, count: 1, value: number }, act.span);
        }
        bidding.worths.push(worth);
        self.emit(Op::BidMade { auction: bidding.auction, seat }, act.span);
        self.auction = Some(bidding);
    }

    /// The worth of one bid, with the bidder in a register and the picks in their slots.
    fn worth_of(&mut self, player: usize, act: &ir::Act, bidder: u32) -> NodeId {
        let Some(worth) = &act.worth else { return self.constant_int(0) };
        self.bind(player, Binding::Reg(bidder));
        let slots: Vec<Option<Binding>> =
            act.picks.iter().map(|pick| self.env.get(pick.var).copied().flatten()).collect();
        for (pick, slot) in act.picks.iter().zip(&slots).filter(|_| act.own_worth) {
            self.bind_card(pick, *slot);
        }
        let worth = self.int(worth);
        for (pick, slot) in act.picks.iter().zip(slots) {
            if let Some(slot) = slot {
                self.bind(pick.var, slot);
            }
        }
        worth
    }

    /// A picked card is as public as the place where it lies.
    fn bind_card(&mut self, pick: &ir::Pick, slot: Option<Binding>) {
        let Source::Cards { from, .. } = &pick.source else { return };
        let cards = match &pick.to {
            Some(to) => self.cards(&Expr::CardsIn(to.clone())),
            None => self.cards(from),
        };
        let of = match slot {
            Some(Binding::Slot(slot)) => self.node(Node::Slot(slot)),
            Some(Binding::CardSlot(slot)) => self.node(Node::CardSlot(slot)),
            _ => return,
        };
        let bound = self.node(Node::SeenIn { of, cards });
        self.bind(pick.var, Binding::Node(bound));
    }

    /// What the last bid is worth.
    pub(super) fn worth_of_bids(&mut self, bidding: &Bidding) -> NodeId {
        let mut worths = (0_i64..).zip(&bidding.worths);
        let Some((_, first)) = worths.next() else { return self.constant_int(0) };
        let mut worth = *first;
        if let Some(which) = bidding.which {
            for (number, other) in worths {
                let (last, number) = (self.node(Node::Slot(which)), self.constant_int(number));
                let is_other = self.compare(Comparison::Is, last, number);
                worth = if *other == worth { worth } else { self.node(Node::If(is_other, *other, worth)) };
            }
        }
        worth
    }
}
