//! Tricks of the usual sort, played card after card without going through their operations: each seat plays one card of its hand
//! by rules on that card, the highest of a table wins, and the next trick begins. What else a card or a trick does runs as anywhere.

use std::sync::Arc;

use super::super::chance::Stream;
use super::super::eval::first_from;
use super::super::fault::{Fault, FaultKind};
use super::super::program::{CardSet, Node, NodeId, Op, Pc, Tricks};
use super::super::state::{Spot, bit, has};
use super::asks::Simple;
use super::cards::ByFirst;
use super::conditions::Test;
use super::desk::Desk;
use super::facts::Chain;
use super::moves::Goal;
use super::numbers::Key;
use super::play::Played;
use super::select::{cut, nth_card};
use super::{Build, Cards, NOWHERE, Runner, Seats, Stop};
use crate::ir::Ties;

/// Tricks of the usual sort.
pub(super) struct Contest {
    seats: u8,
    /// Whether there are at most 64 cards.
    small: bool,
    among: Seats,
    seat: u32,
    leader: u32,
    todo: u32,
    number: u32,
    played: u32,
    pick: u32,
    /// The place from which each seat plays, and the cards that it may play at all.
    hands: Box<[u32]>,
    among_cards: CardSet,
    /// The rules for who leads and for who follows.
    lead: Option<Chain>,
    follow: Option<Chain>,
    /// Where the cards of a trick lie.
    trick: Spot,
    taker: Taker,
    /// Where the decision is, where a card has been played, and where a trick is complete.
    asks: Pc,
    marks: Option<Box<[Mark]>>,
    turned: Pc,
    full: Pc,
    /// What is done with the cards first: where they go, and where the program goes on.
    taken: Option<(Goal, Pc)>,
    /// Where it is asked whether there is another trick, and where the program goes on if there is none.
    head: Pc,
    begins: Pc,
    more: Test,
    out: Pc,
}

/// What the card that was played does: if it is one of a set, a slot gets a value.
struct Mark {
    set: CardSet,
    slot: u32,
    value: i64,
}

/// Cards in a trick that count: a set that may go by the first card.
enum Counts {
    ByFirst(ByFirst),
    Other(Cards),
}

impl Counts {
    #[inline]
    fn of(&self, desk: &mut Desk) -> CardSet {
        match self {
            Self::ByFirst(sets) => sets.of(desk),
            Self::Other(cards) => cards(desk),
        }
    }
}

/// Who takes a trick.
pub(super) struct Taker {
    seats: u8,
    leader: u32,
    played: u32,
    key: By,
    highest: bool,
    last_wins: bool,
    trumps: Option<Counts>,
    follows: Option<Counts>,
}

/// What counts of a card.
enum By {
    Table(Arc<[i64]>),
    Key(Key),
}

/// Who played which cards, in their order.
struct Laid {
    list: [(u8, u8); 32],
    count: usize,
    all: CardSet,
}

impl Laid {
    const fn nothing() -> Self {
        Self { list: [(0, 0); 32], count: 0, all: 0 }
    }

    #[inline]
    fn add(&mut self, seat: u8, card: u8, set: CardSet) {
        if let Some(to) = self.list.get_mut(self.count) {
            *to = (seat, card);
            self.count += 1;
            self.all |= set;
        }
    }

    /// The cards that lie in a trick.
    fn of(desk: &Desk, played: u32, leader: u32, seats: u8) -> Self {
        let mut laid = Self::nothing();
        let mut seat = u8::try_from(desk.state.int(leader)).unwrap_or(0);
        for _ in 0..seats {
            if let Ok(card) = u8::try_from(desk.state.int(played + u32::from(seat))) {
                laid.add(seat, card, bit(card));
            }
            seat = if seat + 1 >= seats { 0 } else { seat + 1 };
        }
        laid
    }
}

impl Taker {
    /// The seat; none where no card counts.
    pub(super) fn of(&self, desk: &mut Desk) -> Option<u8> {
        let laid = Laid::of(desk, self.played, self.leader, self.seats);
        self.among::<false>(desk, &laid)
    }

    #[inline]
    fn among<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid) -> Option<u8> {
        let trumps = self.trumps.as_ref().map_or(0, |trumps| laid.all & trumps.of(desk));
        let from = match &self.follows {
            _ if trumps != 0 => trumps,
            Some(follows) => laid.all & follows.of(desk),
            None => laid.all,
        };
        let from = cut::<SMALL>(from);
        let (mut best, mut winner) = (0, None);
        for (seat, card) in laid.list.iter().take(laid.count) {
            if has(from, i64::from(*card)) {
                let value = match &self.key {
                    By::Table(table) => table.get(usize::from(*card)).copied().unwrap_or(-1),
                    By::Key(key) => key(desk, i64::from(*card)),
                };
                let better = if self.highest { value > best } else { value < best };
                if winner.is_none() || better || (value == best && self.last_wins) {
                    (best, winner) = (value, Some(*seat));
                }
            }
        }
        winner
    }
}

impl Build<'_> {
    pub(super) fn taker(&self, tricks: &Tricks) -> Taker {
        let key = match self.node(tricks.key) {
            Node::Tab { table, low: 0, key, .. } if *self.node(*key) == Node::Reg(tricks.card) => {
                By::Table(self.table(*table))
            }
            _ => By::Key(self.key(tricks.card, tricks.key)),
        };
        Taker {
            seats: self.program.seats,
            leader: tricks.leader,
            played: tricks.played,
            key,
            highest: tricks.highest,
            last_wins: tricks.ties == Ties::Last,
            trumps: tricks.trumps.map(|trumps| self.counts(trumps)),
            follows: tricks.follows.map(|follows| self.counts(follows)),
        }
    }

    fn counts(&self, cards: NodeId) -> Counts {
        self.by_first(cards).map_or_else(|| Counts::Other(self.cards(cards)), Counts::ByFirst)
    }

    /// What a card does between two operations, if it is no more than marks.
    fn marks(&self, from: Pc, until: Pc, pick: u32) -> Option<Box<[Mark]>> {
        let mut marks = Vec::new();
        let mut pc = self.thread(from);
        while pc != until {
            let Op::Unless { cond, to } = self.program.code.get(pc as usize)? else { return None };
            let Test::CardIn(slot, set) = self.test(*cond) else { return None };
            let (to_slot, value) = self.constant_set(self.program.code.get(pc as usize + 1)?)?;
            let next = self.thread(pc + 2);
            pc = self.thread(*to);
            if slot != pick || next != pc || marks.len() >= 8 {
                return None;
            }
            marks.push(Mark { set, slot: to_slot, value });
        }
        Some(marks.into())
    }

    /// The tricks whose only decision this is, if they are of the usual sort.
    pub(super) fn contest(&self, number: u16, simple: &Simple) -> Option<Contest> {
        let code = &self.program.code;
        let at = |pc: Pc| code.get(pc as usize);
        let pc = |found: &dyn Fn(&Op) -> bool| code.iter().position(found).and_then(|pc| Pc::try_from(pc).ok());
        let asks = pc(&|op| matches!(op, Op::Ask(ask) if *ask == number))?;
        let turn = asks.checked_sub(1)?;
        let Op::TrickTurn { tricks: which, exit } = at(turn)? else { return None };
        let tricks = self.program.tricks.get(usize::from(*which))?;
        let turned = pc(&|op| matches!(op, Op::Played { tricks, .. } if tricks == which))?;
        let Op::Played { pick, .. } = at(turned)? else { return None };
        let full = self.thread(*exit);
        let begins = pc(&|op| matches!(op, Op::TrickBegin(begun) if begun == which))?;
        let head = begins.checked_sub(1)?;
        let Op::Unless { cond, to } = at(head)? else { return None };
        let trick = simple.lays(tricks.seat, *pick)?;
        let act = self.program.asks.get(usize::from(number))?.acts.first()?;
        let rules = |empty: bool| self.rules_given(act, u32::from(trick.place), empty);
        let usual = self.thread(turned + 1) == turn
            && self.thread(begins + 1) == turn
            && matches!(at(full)?, Op::TrickWon(won) if won == which);
        let taken = match at(full + 1)? {
            Op::Move { cards, to } if *self.node(*cards) == Node::Place(u16::from(trick.place)) => match self.goal(*to) {
                goal @ (Goal::One(_) | Goal::BySlot { .. }) => Some((goal, self.thread(full + 2))),
                _ => None,
            },
            _ => None,
        };
        usual.then_some(())?;
        Some(Contest {
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
            trick,
            taker: self.taker(tricks),
            asks,
            marks: self.marks(simple.entry, turned, *pick),
            turned,
            full,
            taken,
            head,
            begins,
            more: self.test(*cond),
            out: self.thread(*to),
        })
    }
}

impl Runner {
    /// Plays tricks on from a decision in one of them: why the program stopped. Nothing where a decision in them needs a closer look;
    /// then it waits.
    pub(super) fn play_tricks(
        &self,
        desk: &mut Desk,
        tricks: (&Contest, &Simple, i32),
        players: &mut Stream,
        count: (&mut Played, u64),
    ) -> Result<Option<Stop>, Fault> {
        if tricks.0.small {
            self.play_tricks_of::<true>(desk, tricks, players, count)
        } else {
            self.play_tricks_of::<false>(desk, tricks, players, count)
        }
    }

    fn play_tricks_of<const SMALL: bool>(
        &self,
        desk: &mut Desk,
        (contest, simple, ask): (&Contest, &Simple, i32),
        players: &mut Stream,
        (played, most): (&mut Played, u64),
    ) -> Result<Option<Stop>, Fault> {
        let mut laid = Laid::of(desk, contest.played, contest.leader, contest.seats);
        let mut by = desk.state.int(contest.seat);
        let mut todo = desk.state.seats(contest.todo);
        loop {
            // One trick.
            loop {
                let place = usize::try_from(by).ok().and_then(|by| contest.hands.get(by)).copied();
                let hand = cut::<SMALL>(place.map_or(0, |place| desk.state.mask(place)));
                let leads = desk.state.mask(u32::from(contest.trick.place)) == 0;
                let rules = if leads { &contest.lead } else { &contest.follow };
                let cards = hand & contest.among_cards;
                let cards = rules.as_ref().map_or(cards, |rules| cut::<SMALL>(rules.keep_of::<SMALL>(desk, cards)));
                let count = cards.count_ones();
                let (Some(place), false) = (place, count == 0 || played.decisions >= most || desk.stopped) else {
                    desk.state.waiting = ask;
                    desk.state.pc = contest.asks;
                    return Ok(None);
                };
                let drawn = if count > 1 { players.below(count) } else { 0 };
                let card = cut::<SMALL>(if count == 1 { cards } else { nth_card(cards, u64::from(drawn)) });
                let number = card.trailing_zeros() as u8;
                played.add(u64::from(count));
                let state = &mut desk.state;
                state.set_small(contest.pick, i64::from(number));
                state.set_mask(place, hand & !card);
                state.link(number, contest.trick);
                state.add(contest.trick, card);
                if let Some(marks) = &contest.marks {
                    for mark in marks {
                        if mark.set & card != 0 {
                            state.set_int(mark.slot, mark.value);
                        }
                    }
                } else {
                    match self.run_on(desk, simple.entry, contest.turned)? {
                        Stop::There => {}
                        other => return Ok(Some(other)),
                    }
                }
                let state = &mut desk.state;
                let seat = by as u8 & 31;
                laid.add(seat, number, card);
                state.set_small(contest.played + u32::from(seat), i64::from(number));
                todo &= !(1 << seat);
                state.set_seats(contest.todo, todo);
                if todo == 0 {
                    break;
                }
                by = first_from(contest.seats, by, todo);
                state.set_small(contest.seat, by);
            }
            let found = contest.taker.among::<SMALL>(desk, &laid);
            let (Some(winner), false) = (found, desk.stopped) else {
                desk.fail(FaultKind::Nobody, 0);
                return Err(self.fault(desk, contest.full));
            };
            laid = Laid::nothing();
            desk.state.set_small(contest.leader, i64::from(winner));
            let mut pc = contest.full + 1;
            if let Some((goal, next)) = &contest.taken {
                let Some(to) = goal.of(desk, contest.trick) else {
                    desk.fail(FaultKind::Nobody, 0);
                    return Err(self.fault(desk, pc));
                };
                let here = desk.state.mask(u32::from(contest.trick.place));
                if to.ordered {
                    desk.state.carry(here, contest.trick, to, true);
                } else if to.place != contest.trick.place {
                    desk.state.clear(contest.trick);
                    desk.state.add(to, here);
                }
                pc = *next;
            }
            if pc != contest.head {
                match self.run_on(desk, pc, contest.head)? {
                    Stop::There => {}
                    other => return Ok(Some(other)),
                }
            }
            let more = contest.more.holds(desk);
            if desk.stopped {
                return Err(self.fault(desk, contest.head));
            }
            if !more {
                return self.run_on(desk, contest.out, NOWHERE).map(Some);
            }
            let among = (contest.among)(desk);
            if among == 0 || desk.stopped {
                return self.run_on(desk, contest.begins, NOWHERE).map(Some);
            }
            let state = &mut desk.state;
            let leader = state.int(contest.leader);
            state.set_seats(contest.todo, among);
            state.set_small(contest.number, state.int(contest.number) + 1);
            for seat in 0..u32::from(contest.seats) {
                state.set_small(contest.played + seat, -1);
            }
            todo = among;
            by = first_from(contest.seats, leader, among);
            state.set_small(contest.seat, by);
        }
    }
}
