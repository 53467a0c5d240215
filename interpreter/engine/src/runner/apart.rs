//! A trick played apart from the state: its rules ask of it only which card leads, so that until it is over nothing but the hands and
//! what single cards change is written down. Where nothing looks at a trick when it is over either, all tricks are played like this.

use super::super::chance::Stream;
use super::super::eval::first_from;
use super::super::fault::Fault;
use super::super::program::{CardSet, Pc, SeatSet};
use super::super::state::Spot;
use super::asks::Simple;
use super::contest::{Contest, Mark};
use super::desk::Desk;
use super::facts::Chain;
use super::follow::Follow;
use super::lies::Lies;
use super::select::{cut, draw, one};
use super::taker::{Laid, Winner};
use super::watch::{Made, Watch};

use super::{Runner, Stop};

/// Rules that ask for no more of a trick than the card that leads.
pub(super) struct Apart {
    lead: Option<Follow>,
    follow: Follow,
    /// Who takes it, if the cards need not lie in the trick for that.
    pub(super) winner: Option<Winner>,
    /// Whether nobody looks at what cards change before the trick is over.
    late: bool,
    /// What is done when it is over, if that is no more than the usual.
    pub(super) quiet: Option<Quiet>,
}

/// Tricks of which nothing has to be written down before the last is over.
pub(super) struct Quiet {
    /// Who takes part in each, if that is known before the game.
    pub(super) among: Option<SeatSet>,
    /// Where the cards go, for each seat that may win.
    pub(super) won: Box<[Spot]>,
    /// Where the program goes on from there up to the next trick, if there is anything to do.
    pub(super) then: Option<Pc>,
}

/// Why no more tricks are played quietly. All is written down.
pub(super) enum Quit {
    /// A decision needs a closer look.
    Look,
    /// There may not be as many decisions as in the trick that begins.
    Many,
    /// A trick is over of which it is not known who takes it.
    Full,
    /// A trick begins of which it is not known who takes part.
    Begins,
    /// There are no more tricks.
    Done,
    Stopped(Stop),
}

impl Apart {
    /// From the rules of those who lead and those who follow; each mark changes a slot.
    pub(super) fn new(
        (lead, follow): (Option<Chain>, Option<Chain>),
        (trick, marks): (Spot, &[Mark]),
        cards: usize,
        (winner, quiet): (Option<Winner>, Option<Quiet>),
    ) -> Self {
        let slots: Vec<u32> = marks.iter().map(|mark| mark.slot).collect();
        let alike = |mark: &Mark| marks.iter().all(|other| other.slot != mark.slot || other.value == mark.value);
        let late = marks.iter().all(alike) && follow.as_ref().is_none_or(|follow| !follow.asks_for(trick, &slots));
        let follow = match follow {
            None => Follow::Sets(Box::default()),
            Some(follow) if late => follow.followed(cards),
            Some(follow) => Follow::Chain(follow),
        };
        let lead = lead.map(|lead| lead.followed(cards));
        let quiet = quiet.filter(|_| winner.is_some());
        Self { lead, follow, winner, late, quiet }
    }
}

impl Apart {
    /// Which of these cards may be played, where a card leads, or is to lead.
    #[inline(always)]
    pub(super) fn may<const SMALL: bool>(&self, desk: &mut Desk, led: Option<u8>, cards: CardSet) -> CardSet {
        let rules = match led {
            None => self.lead.as_ref(),
            Some(led) => {
                desk.led = led;
                Some(&self.follow)
            }
        };
        match rules.map(|rules| rules.sets(desk, led.unwrap_or(0))) {
            None => cards,
            Some(Ok(sets)) => sets.keep::<SMALL>(cards),
            Some(Err(rules)) => rules.keep_apart::<SMALL>(desk, cards),
        }
    }
}

/// What has been played in a trick, whose turn it is, and who is still to play.
pub(super) struct Turn {
    pub(super) laid: Laid,
    pub(super) by: i64,
    pub(super) todo: SeatSet,
}

impl Turn {
    /// Another trick begins.
    #[inline]
    pub(super) fn begin(&mut self, by: i64, among: SeatSet) {
        self.laid.clear();
        (self.by, self.todo) = (by, among);
    }
}

/// What happens while a trick is played.
struct Course {
    by: u32,
    todo: SeatSet,
    all: CardSet,
    choices: u64,
}

impl Contest {
    /// Plays a trick from its beginning to its end, or up to a decision that needs a closer look.
    pub(super) fn play_apart<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (apart, simple): (&Apart, &Simple),
        turn: &mut Turn,
        players: &mut Stream,
        watch: &mut W,
    ) -> bool {
        watch.reached(desk, self.ask);
        let mut course = Course { by: turn.by as u32 & 31, todo: turn.todo, all: CardSet::NONE, choices: 0 };
        if let Some((first, places)) = turn.laid.places().split_first_mut() {
            let lead = |desk: &mut Desk, may| match apart.lead.as_ref().map(|lead| lead.sets(desk, 0)) {
                None => may,
                Some(Ok(sets)) => sets.keep::<SMALL>(may),
                Some(Err(rules)) => rules.keep_apart::<SMALL>(desk, may),
            };
            if self.play_one::<SMALL, W>(desk, (apart, simple, first), lead, &mut course, (players, watch)) {
                desk.led = first.1;
                match apart.follow.sets(desk, first.1) {
                    Ok(sets) => {
                        let keep = |_: &mut Desk, may| sets.keep::<SMALL>(may);
                        self.play_others::<SMALL, W>(
                            desk,
                            (apart, simple, places),
                            keep,
                            &mut course,
                            (players, watch),
                        );
                    }
                    Err(rules) => {
                        let keep = |desk: &mut Desk, may| rules.keep_apart::<SMALL>(desk, may);
                        self.play_others::<SMALL, W>(
                            desk,
                            (apart, simple, places),
                            keep,
                            &mut course,
                            (players, watch),
                        );
                    }
                }
            }
        }
        if apart.late {
            self.mark(desk, course.all);
        }
        let count = (turn.todo & !course.todo).count_ones();
        (turn.laid.count, turn.laid.all) = (count as usize, course.all);
        (turn.by, turn.todo) = (i64::from(course.by), course.todo);
        if !W::EACH {
            watch.counted(u64::from(count), course.choices);
        }
        course.todo == 0
    }

    /// Those who follow play, as long as no decision needs a closer look.
    #[inline(always)]
    fn play_others<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (apart, simple, places): (&Apart, &Simple, &mut [(u8, u8)]),
        keep: impl Fn(&mut Desk, CardSet) -> CardSet,
        course: &mut Course,
        (players, watch): (&mut Stream, &mut W),
    ) {
        for place in places {
            if course.todo == 0 {
                break;
            }
            let ahead = course.todo >> course.by;
            course.by = if ahead != 0 { course.by + ahead.trailing_zeros() } else { course.todo.trailing_zeros() };
            if !self.play_one::<SMALL, W>(desk, (apart, simple, place), &keep, course, (players, &mut *watch)) {
                break;
            }
        }
    }

    /// A seat plays a card, unless its decision needs a closer look.
    #[inline(always)]
    fn play_one<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (apart, simple, place): (&Apart, &Simple, &mut (u8, u8)),
        keep: impl Fn(&mut Desk, CardSet) -> CardSet,
        course: &mut Course,
        (players, watch): (&mut Stream, &mut W),
    ) -> bool {
        let Some(hand) = self.hands.get(course.by as usize).copied() else { return false };
        let cards = cut::<SMALL>(desk.state.cards_in(hand));
        let may = simple.unlike(keep(desk, cards & self.among_cards));
        let Some(seat) = simple.chosen_by(desk, self.seat, course.by as u8) else { return false };
        let Some((card, chosen)) = draw::<SMALL>(may, players) else { return false };
        let set = one::<SMALL>(card);
        desk.state.set_cards_in(hand, cards & !set);
        *place = (course.by as u8, card);
        if W::EACH {
            let choices = u64::from(may.count_ones());
            watch.made(desk, Made { ask: self.ask, act: 0, seat, choices });
        }
        course.choices += u64::from(chosen);
        course.all |= set;
        course.todo &= !(1 << (course.by & 31));
        if !apart.late {
            self.mark(desk, set);
        }
        true
    }
}

impl Runner {
    /// Plays trick after trick from the beginning of one. Where it ends, all is written down.
    pub(super) fn play_quiet<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (contest, simple, apart, quiet): (&Contest, &Simple, &Apart, &Quiet),
        turn: &mut Turn,
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Result<Quit, Fault> {
        let mut last = None;
        let quit = loop {
            let done = contest.play_apart::<SMALL, W>(desk, (apart, simple), turn, players, watch);
            last = turn.laid.last().or(last);
            if !done {
                contest.lay(desk, &turn.laid);
                break Ok(Quit::Look);
            }
            let winner = apart.winner.as_ref().and_then(|winner| winner.of::<SMALL>(desk, &turn.laid));
            let to = winner.filter(|_| !desk.stopped).and_then(|winner| quiet.won.get(usize::from(winner)));
            let (Some(winner), Some(to)) = (winner, to) else {
                contest.lay(desk, &turn.laid);
                break Ok(Quit::Full);
            };
            desk.state.set_small(contest.leader, i64::from(winner));
            desk.state.add(*to, turn.laid.all);
            desk.steps = 0;
            if let Some(then) = quiet.then {
                match self.run_on(desk, then, contest.head) {
                    Ok(Stop::There) => {}
                    other => break other.map(Quit::Stopped),
                }
            }
            let more = contest.more.holds(desk);
            if desk.stopped {
                desk.state.set_small(contest.seat, turn.by);
                break Err(self.fault(desk, contest.head));
            }
            if !more {
                break Ok(Quit::Done);
            }
            let among = quiet.among.unwrap_or_else(|| (contest.among)(desk));
            if among == 0 || desk.stopped {
                break Ok(Quit::Begins);
            }
            turn.begin(first_from(contest.seats, i64::from(winner), among), among);
            desk.state.set_small(contest.number, desk.state.int(contest.number) + 1);
            if !contest.may_play_all(watch, most) {
                break Ok(Quit::Many);
            }
        };
        contest.write(desk, turn, last);
        quit
    }
}
