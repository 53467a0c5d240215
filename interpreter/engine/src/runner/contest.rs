//! Tricks of the usual sort are found in a program, and how far they can be played apart from the state.

use super::super::program::{Ask, CardSet, Node, NodeId, Op, Pc, SlotRef, Tricks, Turns};
use super::super::state::Spot;
use super::apart::{Apart, Quiet};
use super::asks::Simple;
use super::conditions::Test;
use super::facts::Chain;
use super::moves::Goal;
use super::taker::Taker;
use super::{Build, Seats};

/// Most slots that a card may change.
const MOST_MARKS: usize = 8;

/// Tricks of the usual sort.
pub(super) struct Contest {
    /// The number of the decision.
    pub(super) ask: u16,
    pub(super) seats: u8,
    /// Whether there are at most 64 cards.
    pub(super) small: bool,
    pub(super) among: Seats,
    pub(super) seat: u32,
    pub(super) leader: u32,
    pub(super) todo: u32,
    pub(super) number: u32,
    pub(super) played: u32,
    pub(super) pick: u32,
    /// The place from which each seat plays, and the cards that it may play at all.
    pub(super) hands: Box<[u32]>,
    pub(super) among_cards: CardSet,
    /// The rules for who leads and for who follows.
    pub(super) lead: Option<Chain>,
    pub(super) follow: Option<Chain>,
    /// The same where a trick is played apart from the state, if it can be.
    pub(super) apart: Option<Apart>,
    /// Where the cards of a trick lie.
    pub(super) trick: Spot,
    pub(super) taker: Taker,
    /// Where the decision is, where a card has been played, and where a trick is complete.
    pub(super) asks: Pc,
    /// Where it goes on behind the decision.
    pub(super) entry: Pc,
    pub(super) marks: Option<Box<[Mark]>>,
    pub(super) turned: Pc,
    pub(super) full: Pc,
    /// What is done with the cards first: where they go, and where the program goes on.
    pub(super) taken: Option<(Goal, Pc)>,
    /// Where it is asked whether there is another trick, and where the program goes on if there is none.
    pub(super) head: Pc,
    pub(super) begins: Pc,
    pub(super) more: Test,
    pub(super) out: Pc,
}

/// What the card that was played does: if it is one of a set, a slot gets a value.
pub(super) struct Mark {
    pub(super) set: CardSet,
    pub(super) slot: u32,
    pub(super) value: i64,
}

impl Contest {
    /// How tricks are played.
    pub(super) const fn plan(&self) -> &'static str {
        match &self.apart {
            Some(Apart { quiet: Some(_), .. }) => "tricks as one, apart from the state, one after the other",
            Some(Apart { winner: Some(_), .. }) => "tricks as one, apart from the state",
            Some(Apart { winner: None, .. }) => "tricks as one, apart from the state but for who takes them",
            None => "tricks as one, in the state",
        }
    }
}

impl Build<'_> {
    /// The rules of a trick that is played apart from the state, if that is possible.
    fn apart(
        &self,
        tricks: &Tricks,
        (trick, changed): (Spot, &[u32]),
        rules: &dyn Fn(bool) -> Option<Chain>,
        (marks, quiet, chooser): (&[Mark], Option<Quiet>, Option<NodeId>),
    ) -> Option<Apart> {
        // Who chooses for a seat may go by whose turn it is, which is written down for that, and by nothing else of the trick.
        let marked = marks.iter().map(|mark| mark.slot);
        let rest: Vec<u32> = changed.iter().copied().filter(|slot| *slot != tricks.seat).chain(marked).collect();
        chooser.is_none_or(|chooser| self.blind(chooser, &rest)).then_some(())?;
        let apart = |empty: bool| match rules(empty) {
            Some(rules) => rules.apart(trick, changed, empty).map(Some),
            None => Some(None),
        };
        let rules = (apart(true)?, apart(false)?);
        let winner = self.winner(tricks, changed);
        Some(Apart::new(rules, (trick, marks), self.program.like.len(), (winner, quiet)))
    }

    /// What is done when a trick is over, if nothing looks at whose turn it is and who played what between one and the next.
    fn quiet(
        &self,
        tricks: &Tricks,
        changed: &[u32],
        (taken, head): (Option<&(Goal, Pc)>, Pc),
        more: NodeId,
    ) -> Option<Quiet> {
        let (goal, next) = taken?;
        let won = goal.by_seat(tricks.leader, self.program.seats).filter(|won| won.iter().all(|spot| !spot.ordered))?;
        let then = (*next != head).then_some(*next);
        let among = if let Node::Seats(among) = self.node(tricks.among) { Some(*among) } else { None };
        let blind = self.blind(tricks.among, changed) && self.blind(more, changed);
        (blind && self.is_blind(*next, head, changed)).then_some(Quiet { among, won, then })
    }

    /// Whether the operations from one up to another look neither at the trick nor at these slots, and move no cards.
    fn is_blind(&self, from: Pc, until: Pc, changed: &[u32]) -> bool {
        let (mut open, mut seen) = (vec![self.thread(from)], Vec::new());
        while let Some(pc) = open.pop() {
            if pc == until || seen.contains(&pc) {
                continue;
            }
            seen.push(pc);
            let blind = |to: &SlotRef, value: NodeId| {
                self.blind(value, changed) && to.keys.iter().all(|(key, _)| self.blind(*key, changed))
            };
            let known = match self.program.code.get(pc as usize) {
                Some(Op::Set { to, value } | Op::AddTo { to, amount: value }) => blind(to, *value),
                Some(Op::Score { amount, who, .. }) => self.blind(*amount, changed) && self.blind(*who, changed),
                Some(Op::Unless { cond, to }) => {
                    open.push(self.thread(*to));
                    self.blind(*cond, changed)
                }
                _ => false,
            };
            if !known || seen.len() > 64 {
                return false;
            }
            open.push(self.thread(pc + 1));
        }
        true
    }

    /// What a card does between two operations, if it is no more than marks.
    fn marks(&self, from: Pc, until: Pc, pick: u32) -> Option<Box<[Mark]>> {
        let mut marks = Vec::new();
        let mut pc = self.thread(from);
        while pc != until && marks.len() <= MOST_MARKS {
            let op = self.program.code.get(pc as usize)?;
            if let Some((slot, value)) = self.constant_set(op) {
                marks.push(Mark { set: CardSet::MAX, slot, value });
                pc = self.thread(pc + 1);
                continue;
            }
            let Op::Unless { cond, to } = op else { return None };
            let Test::CardIn(slot, set) = self.test(*cond) else { return None };
            let (to_slot, value) = self.constant_set(self.program.code.get(pc as usize + 1)?)?;
            let next = self.thread(pc + 2);
            pc = self.thread(*to);
            if slot != pick || next != pc {
                return None;
            }
            marks.push(Mark { set, slot: to_slot, value });
        }
        (marks.len() <= MOST_MARKS).then(|| marks.into())
    }

    /// The tricks whose only decision this is, if they are of the usual sort.
    pub(super) fn contest(&self, number: u16, ask: &Ask, simple: &Simple) -> Option<Contest> {
        let Turns::Tricks(which) = ask.turns else { return None };
        // Where play may turn round, whose turn it is does not go by the seats alone.
        self.program.turned.is_none().then_some(())?;
        let op = |pc: Pc| self.program.code.get(pc as usize);
        let tricks = self.program.tricks.get(usize::from(which))?;
        let (asks, turned, head) = (ask.at, tricks.at.played, tricks.at.head);
        let begins = head + 1;
        // Nothing is done before the card.
        (tricks.at.turn + 1 == asks).then_some(())?;
        let Op::Played { pick, .. } = op(turned)? else { return None };
        let Op::Unless { cond, to } = op(head)? else { return None };
        let full = tricks.at.won;
        let trick = simple.lays(tricks.seat, *pick)?;
        let act = ask.acts.first()?;
        let chooser = simple.chooser.as_ref().map(|_| ask.who);
        let rules = |empty: bool| self.rules_given(act, u32::from(trick.place), empty);
        let usual = [full, head, begins, turned, full + 1].into_iter().all(|pc| self.is_light(pc));
        let taken = match op(full + 1)? {
            Op::Move { cards, to } if *self.node(*cards) == Node::Place(u16::from(trick.place)) => match self.goal(*to)
            {
                goal @ (Goal::One(_) | Goal::BySlot { .. }) => Some((goal, self.thread(full + 2))),
                _ => None,
            },
            _ => None,
        };
        usual.then_some(())?;
        let (marks, more) = (self.marks(simple.entry, turned, *pick), self.test(*cond));
        let played = tricks.played..tricks.played + u32::from(self.program.seats);
        let changed: Vec<u32> = [tricks.seat, tricks.todo, *pick].into_iter().chain(played).collect();
        let quiet = self.quiet(tricks, &changed, (taken.as_ref(), head), *cond);
        Some(Contest {
            ask: number,
            seats: self.program.seats,
            small: self.program.like.len() <= 64,
            among: self.seats(tricks.among),
            seat: tricks.seat,
            leader: tricks.leader,
            todo: tricks.todo,
            number: tricks.number,
            played: tricks.played,
            pick: *pick,
            hands: simple.hands()?,
            among_cards: simple.among(),
            lead: rules(true),
            follow: rules(false),
            apart: marks
                .as_ref()
                .and_then(|marks| self.apart(tricks, (trick, &changed), &rules, (marks, quiet, chooser))),
            trick,
            taker: self.taker(tricks),
            asks,
            entry: simple.entry,
            marks,
            turned,
            full,
            taken,
            head,
            begins,
            more,
            out: self.thread(*to),
        })
    }
}
