//! The persons of a game: each is asked in turn, one terminal goes from hand to hand, and who takes a choice back asks those who chose since.

use bidlang::engine::{SeatSet, each_seat};
use bidlang::{Follower, Ledger, Turn};

use super::{Playing, path_of};
use crate::news::News;
use crate::output;
use crate::prompt::{self, Answer, Handed, Over};
use crate::scene::{Keeping, Scene, Undo};
use crate::seats::Player;
use crate::typing::Typing;

/// Lines of a game that are told again where the screen is gone on which they were.
const MOST_AT_THE_END: usize = 12;

impl Playing<'_> {
    /// Asks the person whose turn it is.
    pub(super) fn asked(&mut self, turn: &Turn) -> Answer {
        self.catch_up();
        self.told.flush();
        let (seat, prepared) = (turn.seat(), &self.plan.prepared);
        let before = self.screen.last.replace(seat);
        let typing = &mut *self.screen.typing.borrow_mut();
        if before != Some(seat)
            && let Some(left) = self.hands_over(seat, before, typing)
        {
            return left;
        }
        let (none, nothing) = (Ledger::new(prepared, None), Follower::new(prepared, Some(seat)));
        let followers = &self.told.followers;
        let follower = followers.iter().find(|(of, _)| *of == seat).map_or(&nothing, |(_, follower)| follower);
        let own = self.logs.iter().find(|(of, _)| *of == seat).map(|(_, log)| log);
        let log = own.unwrap_or(self.log).borrow();
        let read = self.screen.read.get(usize::from(seat)).copied().unwrap_or(0);
        let mut notice = None;
        let answer = loop {
            let scene = Scene {
                turn,
                ledger: self.told.ledger.as_ref().unwrap_or(&none),
                undo: self.undo(seat),
                log: &log,
                read,
                follower,
                keeping: self.keeping(),
                notice: notice.take(),
                hints: self.told.hinters.iter().find(|(of, _)| *of == seat).map(|(_, hinter)| hinter),
            };
            let answer = prompt::ask(&scene, typing);
            if !matches!(answer, Answer::Undo(_)) {
                break answer;
            }
            let Some(against) = self.refused_by(seat, typing) else { break answer };
            notice = Some(format!("{} does not agree", prepared.words().seat(against)));
            if let Some(left) = self.hands_over(seat, Some(against), typing) {
                return left;
            }
        };
        if let Some(read) = self.screen.read.get_mut(usize::from(seat)) {
            *read = log.len();
        }
        answer
    }

    fn keeping(&self) -> Keeping<'_> {
        Keeping { recorded: self.kept.is_some(), record: self.record, kept: self.saved }
    }

    fn is_person(&self, seat: u8) -> bool {
        self.plan.player(seat) == Some(&Player::Human)
    }

    /// All seats that persons have.
    fn persons(&self) -> SeatSet {
        (0..self.plan.prepared.players()).filter(|seat| self.is_person(*seat)).fold(0, |set, seat| set | 1 << seat)
    }

    /// Where several persons share a terminal, gives it to the one of a seat; an answer where it does not come to that.
    fn hands_over(&self, to: u8, from: Option<u8>, typing: &mut Typing) -> Option<Answer> {
        if self.persons().count_ones() < 2 || !self.screen.on.get() {
            return None;
        }
        // Who chose last may have thought again.
        let last = self.made.iter().map(|made| made.seat).rfind(|seat| self.is_person(*seat));
        let undo = last.filter(|last| from == Some(*last)).map_or(Undo::Nothing, |last| self.undo(last));
        let who_sits = if from.is_none() && self.made.is_empty() { self.who_sits_where() } else { String::new() };
        let words = self.plan.prepared.words();
        match (prompt::hand_over(words.seat(to), undo, &who_sits, self.keeping(), typing), last) {
            (Handed::Over, _) => None,
            (Handed::Undo, Some(last)) => Some(Answer::Undo(last)),
            (Handed::Undo, None) | (Handed::Left, _) => Some(Answer::Quit),
        }
    }

    /// `Ann and Ben share this terminal; Cat and Dan are played by the computer.`
    fn who_sits_where(&self) -> String {
        let words = self.plan.prepared.words();
        let persons = self.persons();
        let all: SeatSet = (1 << self.plan.prepared.players()) - 1;
        let shared = format!("{} share this terminal", words.seat_list(persons));
        match all & !persons {
            0 => format!("{shared}."),
            others if others.count_ones() == 1 => {
                format!("{shared}; {} is played by the computer.", words.seat_list(others))
            }
            others => format!("{shared}; {} are played by the computer.", words.seat_list(others)),
        }
    }

    /// Where in what was chosen the last choice of a seat is.
    fn last_choice(&self, seat: u8) -> Option<usize> {
        self.made.iter().rposition(|made| made.seat == seat)
    }

    /// The persons who have chosen since a place in what was chosen, each as often as that.
    fn persons_since(&self, from: usize) -> impl Iterator<Item = u8> {
        self.made.iter().skip(from).map(|made| made.seat).filter(|seat| self.is_person(*seat))
    }

    /// Whether the last choice of a seat may be taken back.
    fn undo(&self, seat: u8) -> Undo {
        let Some(at) = self.last_choice(seat) else { return Undo::Nothing };
        let choices = self.persons_since(at).count();
        match self.told.news.as_ref().and_then(|news: &News| news.since(choices)) {
            None => Undo::Free,
            Some(what) => Undo::Told(what),
        }
    }

    /// Asks all persons who have chosen since the last choice of a seat whether it may be taken back; the first who does not want that.
    fn refused_by(&self, seat: u8, typing: &mut Typing) -> Option<u8> {
        let since =
            self.last_choice(seat).map_or(0, |at| self.persons_since(at).fold(0, |set: SeatSet, by| set | 1 << by));
        let prepared = &self.plan.prepared;
        each_seat(since & !(1 << seat)).find(|other| {
            if self.screen.on.get() {
                *typing = Typing::new();
                output::screen(&[]);
            }
            !prompt::agrees(prepared.words().seat(*other), prepared.words().seat(seat), typing)
        })
    }

    /// Answers questions behind the end of the game; whether another is wanted.
    pub(super) fn questions(&self) -> bool {
        let prepared = &self.plan.prepared;
        let none = Ledger::new(prepared, None);
        let over = Over {
            prepared,
            ledger: self.told.ledger.as_ref().unwrap_or(&none),
            scores: &self.table.scores(),
            log: &self.log.borrow(),
            keeping: self.keeping(),
            persons: self.persons(),
        };
        let another = over.asks(&mut self.screen.typing.borrow_mut());
        if another && path_of(self.args).is_some() {
            // A record is of one game.
            output::told("the record of this game is kept; call `bidlang run` again for another");
            return false;
        }
        another
    }

    /// The last screen stays as it is, unless several persons shared it; what happened since it was drawn follows in lines. Whether there
    /// was a screen.
    pub(super) fn leave_screen(&mut self) -> bool {
        if !self.screen.on.replace(false) {
            return false;
        }
        let shared = self.screen.other.take().is_some();
        let read = self.screen.last.and_then(|seat| self.screen.read.get(usize::from(seat))).copied();
        // What was on a shared screen is gone: the end is told from the last lines on that all know.
        let end = self.log.borrow().len().saturating_sub(MOST_AT_THE_END);
        let read = if shared { end } else { read.unwrap_or(0) };
        self.log.borrow().iter().skip(read).for_each(|line| output::told(line));
        true
    }
}
