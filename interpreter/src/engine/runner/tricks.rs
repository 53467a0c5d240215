//! Tricks of the usual sort, played card after card without going through their operations: each seat plays one card of its hand
//! by rules on that card, the highest of a table wins, and the next trick begins. What else a card or a trick does runs as anywhere.

use super::super::chance::Stream;
use super::super::eval::first_from;
use super::super::fault::{Fault, FaultKind};
use super::super::program::{CardSet, Node, Op, Pc, SeatSet, Tricks};
use super::super::state::Spot;
use super::asks::Simple;
use super::conditions::Test;
use super::desk::Desk;
use super::facts::Chain;
use super::moves::Goal;
use super::play::Played;
use super::select::{cut, nth_card};
use super::taker::{Laid, Taker};
use super::{Build, NOWHERE, Runner, Seats, Stop};

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
    /// The same where a trick is played apart from the state, if it can be.
    apart: Option<Apart>,
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

/// Rules that ask for no more of a trick than the card that leads.
struct Apart {
    lead: Option<Chain>,
    follow: Option<Chain>,
    /// Who takes it, if the cards need not lie in the trick for that.
    taker: Option<Taker>,
}

/// What the card that was played does: if it is one of a set, a slot gets a value.
struct Mark {
    set: CardSet,
    slot: u32,
    value: i64,
}

impl Build<'_> {
    fn apart(
        &self,
        tricks: &Tricks,
        (trick, pick): (Spot, u32),
        rules: &dyn Fn(bool) -> Option<Chain>,
        only_marks: bool,
    ) -> Option<Apart> {
        let played = tricks.played..tricks.played + u32::from(self.program.seats);
        let changed: Vec<u32> = [tricks.seat, tricks.todo, pick].into_iter().chain(played).collect();
        let apart = |empty: bool| match rules(empty) {
            Some(rules) => rules.apart(trick, &changed).map(Some),
            None => Some(None),
        };
        let (lead, follow) = (apart(true)?, apart(false)?);
        only_marks.then(|| Apart { lead, follow, taker: self.blind_taker(tricks, &changed) })
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
            && matches!(at(full)?, Op::TrickWon(won) if won == which)
            && [full, head, begins].into_iter().all(|pc| self.is_light(pc));
        let taken = match at(full + 1)? {
            Op::Move { cards, to } if *self.node(*cards) == Node::Place(u16::from(trick.place)) => match self.goal(*to)
            {
                goal @ (Goal::One(_) | Goal::BySlot { .. }) => Some((goal, self.thread(full + 2))),
                _ => None,
            },
            _ => None,
        };
        usual.then_some(())?;
        let marks = self.marks(simple.entry, turned, *pick);
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
            apart: self.apart(tricks, (trick, *pick), &rules, marks.is_some()),
            trick,
            taker: self.taker(tricks),
            asks,
            marks,
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

impl Contest {
    /// Plays a trick to its end, or up to a decision that needs a closer look; only hands and marks change in the state.
    #[inline]
    fn play_apart<const SMALL: bool>(
        &self,
        desk: &mut Desk,
        apart: &Apart,
        (laid, by, todo): (&mut Laid, &mut i64, &mut SeatSet),
        players: &mut Stream,
        (played, most): (&mut Played, u64),
    ) -> bool {
        while *todo != 0 {
            let Some(place) = usize::try_from(*by).ok().and_then(|by| self.hands.get(by)).copied() else {
                return false;
            };
            let hand = cut::<SMALL>(desk.state.mask(place));
            let leads = laid.count == 0;
            let rules = if leads { &apart.lead } else { &apart.follow };
            let cards = hand & self.among_cards;
            let cards = rules.as_ref().map_or(cards, |rules| cut::<SMALL>(rules.keep_of::<SMALL>(desk, cards)));
            let count = cards.count_ones();
            if count == 0 || played.decisions >= most {
                return false;
            }
            let drawn = if count > 1 { players.below(count) } else { 0 };
            let card = cut::<SMALL>(if count == 1 { cards } else { nth_card(cards, u64::from(drawn)) });
            let number = card.trailing_zeros() as u8;
            played.add(u64::from(count));
            desk.state.set_mask(place, hand & !card);
            if leads {
                desk.led = number;
            }
            for mark in self.marks.iter().flatten() {
                if mark.set & card != 0 {
                    desk.state.set_int(mark.slot, mark.value);
                }
            }
            let seat = *by as u8 & 31;
            laid.add(seat, number, card);
            *todo &= !(1 << seat);
            if *todo != 0 {
                *by = first_from(self.seats, *by, *todo);
            }
        }
        true
    }

    /// Writes down who played what, and whose turn it is.
    #[inline]
    fn write(&self, desk: &mut Desk, laid: &Laid, (by, todo): (i64, SeatSet)) {
        let mut last = None;
        for (seat, card) in laid.cards() {
            desk.state.set_small(self.played + u32::from(seat), i64::from(card));
            last = Some(card);
        }
        if let Some(card) = last {
            desk.state.set_small(self.pick, i64::from(card));
        }
        desk.state.set_small(self.seat, by);
        desk.state.set_seats(self.todo, todo);
    }

    /// Lays what was played into the trick.
    fn lay(&self, desk: &mut Desk, laid: &Laid) {
        for (_, card) in laid.cards() {
            desk.state.put_down(card, self.trick);
        }
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
            // One trick. If it has begun before, it is played in the state.
            let (mut lies, mut taker) = (true, &contest.taker);
            if let Some(apart) = contest.apart.as_ref().filter(|_| laid.count == 0) {
                let turn = (&mut laid, &mut by, &mut todo);
                let done = contest.play_apart::<SMALL>(desk, apart, turn, players, (&mut *played, most));
                contest.write(desk, &laid, (by, todo));
                lies = !done || apart.taker.is_none() || contest.taken.is_none();
                taker = apart.taker.as_ref().unwrap_or(taker);
                if lies {
                    contest.lay(desk, &laid);
                }
                if !done {
                    desk.state.waiting = ask;
                    desk.state.pc = contest.asks;
                    return Ok(None);
                }
            }
            while todo != 0 {
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
                if todo != 0 {
                    by = first_from(contest.seats, by, todo);
                    state.set_small(contest.seat, by);
                }
            }
            let found = taker.among::<SMALL>(desk, &laid);
            let (Some(winner), false) = (found, desk.stopped) else {
                desk.fail(FaultKind::Nobody, 0);
                return Err(self.fault(desk, contest.full));
            };
            desk.state.set_small(contest.leader, i64::from(winner));
            let mut pc = contest.full + 1;
            if let Some((goal, next)) = &contest.taken {
                let Some(to) = goal.of(desk, contest.trick) else {
                    desk.fail(FaultKind::Nobody, 0);
                    return Err(self.fault(desk, pc));
                };
                if lies || to.ordered {
                    if !lies {
                        contest.lay(desk, &laid);
                    }
                    let here = desk.state.mask(u32::from(contest.trick.place));
                    desk.state.carry(here, contest.trick, to, true);
                } else {
                    desk.state.add(to, laid.all);
                }
                pc = *next;
            }
            laid = Laid::nothing();
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
