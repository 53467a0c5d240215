//! What an act does when it is chosen: picks are kept and cards go where they go.

use super::lies::{Lies, Sets};
use crate::index::fit;
use std::sync::Arc;

use super::super::MOST_PICKS;
use super::super::act::{Choice, Picked};
use super::super::eval::each_seat;
use super::super::event::Event;
use super::super::fault::FaultKind;
use super::super::program::{Act, Ask, CardSet, Pc, Pick, RuleId, Source};
use super::super::reached::Reach;
use super::super::state::Spot;
use super::desk::Desk;
use super::moves::{At, Goal, put_down, spot_of};
use super::ops::{Coder, nobody};
use super::phrases::Phrases;
use super::public::Offered;
use super::tell::{Tell, ToldTo};
use super::{Build, Call};

/// Where the answers of several at once are kept.
#[derive(Clone, Copy)]
pub(super) struct Answers {
    pub(super) ints: (u32, u32),
    pub(super) cards: (u32, u32),
}

/// What an act does when it is chosen.
pub(super) struct Effect {
    picks: Box<[Laid]>,
    pub(super) entry: Pc,
    rule: RuleId,
}

/// A choice that takes effect, to be told.
#[derive(Clone, Copy)]
pub(super) struct Told {
    pub(super) ask: u16,
    pub(super) seat: u8,
    pub(super) act: usize,
    pub(super) forced: bool,
    /// Whether everybody could tell that it was forced.
    pub(super) public: bool,
}

/// What is done with one pick.
struct Laid {
    slot: u32,
    reg: u32,
    kind: Kind,
    /// The one place from which it is taken, if that is known.
    at: Option<At>,
    from: Box<[Spot]>,
    to: Option<Goal>,
    rule: RuleId,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Card,
    Cards,
    Value,
}

pub(super) type Picks = [Picked; MOST_PICKS];

impl Effect {
    /// Keeps what was picked where the act's block finds it, and where other picks of the act do: cards may go to the place of a
    /// player who was picked before. Since then others may have been looked at.
    fn keep(&self, desk: &mut Desk, picks: &Picks) {
        for (pick, picked) in self.picks.iter().zip(picks) {
            if self.picks.len() > 1 {
                pick.speak(desk, *picked);
            }
            match pick.kind {
                Kind::Cards => desk.state.set_cards_in(pick.slot, picked.cards.into()),
                Kind::Card => {
                    let card = if picked.cards == 0 { -1 } else { i64::from(picked.cards.trailing_zeros()) };
                    desk.state.set_small(pick.slot, card);
                }
                Kind::Value => desk.keep(pick.slot, picked.value),
            }
        }
    }

    /// The choice takes effect, and is told.
    pub(super) fn tell(&self, desk: &mut Desk, picks: &Picks, told: Told, eyes: &Phrases) {
        desk.note(self.rule, Reach::Chosen);
        self.keep(desk, picks);
        let Told { ask, seat, act, forced, public } = told;
        let acts = eyes.program.asks.get(usize::from(ask)).and_then(|ask| ask.acts.get(act));
        let goals: Vec<Option<&Goal>> = self.picks.iter().map(|pick| pick.to.as_ref()).collect();
        let made = acts.map_or(&[][..], |act| &act.picks);
        let to = eyes.who_is_told_of(desk, made, &goals, (picks, seat));
        if let Some(minds) = &mut desk.minds {
            for (pick, to) in made.iter().zip(&to) {
                minds.picked((pick.slot, pick.several), to.seen);
            }
        }
        let choice = Choice { act: u8::try_from(act).unwrap_or(u8::MAX), picks: *picks };
        let (seen, counted) = (to.map(|to| to.seen), to.map(|to| to.counted));
        desk.tell(Event::Act { ask, seat, choice, forced, forced_public: public, seen, counted });
        let beside: Vec<(&Pick, ToldTo)> = made.iter().zip(to).collect();
        for ((pick, picked), (own, _)) in self.picks.iter().zip(picks).zip(&beside) {
            if let (Some(to), Some(at), Source::Cards { from, .. }) = (&pick.to, own.to, own.source)
                && eyes.move_cards(desk, picked.cards.into(), (from, to, at), Some(&beside)).is_none()
            {
                desk.fail(FaultKind::Nobody, pick.rule);
            }
        }
    }

    pub(super) fn take(&self, desk: &mut Desk, picks: &Picks) {
        self.keep(desk, picks);
        for (pick, picked) in self.picks.iter().zip(picks) {
            if let Some(to) = &pick.to {
                if pick.kind == Kind::Card {
                    pick.carry(desk, picked.cards.into(), to);
                } else {
                    pick.carry_all(desk, picked.cards.into(), to);
                }
            }
        }
    }

    /// The same for an act that picks one card and nothing else.
    #[inline]
    pub(super) fn take_card(&self, desk: &mut Desk, card: CardSet) {
        let Some(pick) = self.picks.first() else { return };
        let number = if card == 0 { -1 } else { i64::from(card.trailing_zeros()) };
        desk.state.set_small(pick.slot, number);
        if let Some(to) = &pick.to {
            pick.carry(desk, card, to);
        }
    }
}

impl Laid {
    /// What was picked is spoken of.
    fn speak(&self, desk: &mut Desk, picked: Picked) {
        match self.kind {
            Kind::Cards => desk.set_card_reg(self.reg, picked.cards.into()),
            Kind::Card if picked.cards == 0 => desk.set_reg(self.reg, -1),
            Kind::Card => desk.set_reg(self.reg, i64::from(picked.cards.trailing_zeros())),
            Kind::Value => desk.set_reg(self.reg, picked.value),
        }
    }

    /// Moves the one card that was picked.
    #[inline]
    fn carry(&self, desk: &mut Desk, card: CardSet, to: &Goal) {
        let at = self.at.as_ref().and_then(|at| at.spot(desk));
        let lies = at.filter(|spot| desk.state.cards_in(u32::from(spot.place)) & card != 0);
        let Some(from) = lies.or_else(|| spot_of(desk, &self.from, card)) else { return };
        match to.of(desk, from) {
            Some(to) => desk.state.carry_one(card, from, to),
            None => self.has_nowhere_to_go(desk),
        }
    }

    /// Moves the cards that were picked.
    fn carry_all(&self, desk: &mut Desk, cards: CardSet, to: &Goal) {
        match self.at.as_ref().and_then(|at| at.spot(desk)) {
            Some(from) if cards & !desk.state.cards_in(u32::from(from.place)) == 0 => {
                if cards != 0 {
                    match to.of(desk, from) {
                        Some(to) => desk.state.carry(cards, from, to, false),
                        None => self.has_nowhere_to_go(desk),
                    }
                }
            }
            _ => {
                if put_down(desk, cards, &self.from, to).is_none() {
                    self.has_nowhere_to_go(desk);
                }
            }
        }
    }

    /// What was picked goes to a place of nobody.
    #[cold]
    fn has_nowhere_to_go(&self, desk: &mut Desk) {
        desk.fail(FaultKind::Nobody, self.rule);
    }
}

impl Build<'_> {
    /// What the acts do. An answer of several at once may come late: what was done before may have moved its cards anywhere.
    pub(super) fn effects(&self, ask: &Ask, late: bool) -> Arc<[Effect]> {
        let laid = |pick: &Pick| {
            let (kind, from, at) = match pick.source {
                Source::Cards { from, .. } => {
                    let kind = if pick.several { Kind::Cards } else { Kind::Card };
                    let places = (0_u16..).zip(&self.program.places);
                    let spots = if late {
                        places.map(|(place, _)| self.program.spot(place)).collect()
                    } else {
                        self.spots(from)
                    };
                    (kind, spots, self.place_at(from))
                }
                Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => {
                    (Kind::Value, Box::default(), None)
                }
            };
            Laid {
                slot: pick.slot,
                reg: pick.reg,
                kind,
                at,
                from,
                to: pick.to.map(|to| self.goal(to)),
                rule: pick.rule,
            }
        };
        let effect =
            |act: &Act| Effect { picks: act.picks.iter().map(laid).collect(), entry: act.entry, rule: act.rule };
        ask.acts.iter().map(effect).collect()
    }
}

impl<T: Tell> Coder<'_, '_, T> {
    /// The next answer of several at once takes effect.
    pub(super) fn next_answer(&self, number: u16, exit: Pc) -> Call {
        let (Some(ask), Some(asked)) =
            (self.build.program.asks.get(usize::from(number)), self.asks.get(usize::from(number)))
        else {
            return Box::new(move |_| exit);
        };
        let effects = self.build.effects(ask, true);
        let answers = Answers { ints: ask.answers, cards: ask.answer_cards };
        let (unheard, player, me) = (ask.unheard, ask.player, ask.me);
        let (tell, offered) = (self.tell.clone(), Offered::new(asked, ask));
        // The commonest answer is one card.
        let one_card = |act: &Act| match act.picks.as_slice() {
            [pick] => matches!(pick.source, Source::Cards { .. }) && !pick.several,
            _ => false,
        };
        let one_card = answers.cards.1 == 1 && ask.acts.iter().all(one_card);
        Box::new(move |desk| {
            let left = desk.state.seats(unheard);
            let Some(seat) = each_seat(left).next() else { return exit };
            desk.state.set_seats(unheard, left & !(1 << seat));
            desk.state.set_small(player, i64::from(seat));
            desk.set_reg(me, i64::from(seat));
            if one_card
                && tell.eyes().is_none()
                && let Some(effect) = answers.act(desk, seat).and_then(|act| effects.get(act))
            {
                effect.take_card(desk, desk.state.cards_in(answers.cards.0 + u32::from(seat)));
                return effect.entry;
            }
            let (act, forced, picks) = answers.kept(desk, seat);
            let Some(effect) = effects.get(act) else {
                nobody(desk);
                return exit;
            };
            match tell.eyes() {
                None => effect.take(desk, &picks),
                Some(eyes) => {
                    let public = forced && desk.quietly(|desk| offered.forced_in_public(desk, eyes));
                    effect.tell(desk, &picks, Told { ask: number, seat, act, forced, public }, eyes);
                }
            }
            effect.entry
        })
    }
}

impl Answers {
    pub(super) fn keep(self, desk: &mut Desk, seat: u8, act: usize, forced: bool, picks: &Picks) {
        let base = self.ints.0 + u32::from(seat) * self.ints.1;
        let cards = self.cards.0 + u32::from(seat) * self.cards.1;
        desk.state.set_small(base, fit::<_, i64>(act));
        desk.state.set_small(base + 1, i64::from(forced));
        for (index, picked) in (0_u32..).zip(picks) {
            if index + 2 < self.ints.1 {
                desk.keep(base + 2 + index, picked.value);
            }
            if index < self.cards.1 {
                desk.state.set_cards_in(cards + index, picked.cards.into());
            }
        }
    }

    /// The act of a seat's answer.
    #[inline]
    fn act(self, desk: &Desk, seat: u8) -> Option<usize> {
        usize::try_from(desk.state.int(self.ints.0 + u32::from(seat) * self.ints.1)).ok()
    }

    /// What a seat answered: its act, whether it was forced, what it picked.
    fn kept(self, desk: &Desk, seat: u8) -> (usize, bool, Picks) {
        let base = self.ints.0 + u32::from(seat) * self.ints.1;
        let cards = self.cards.0 + u32::from(seat) * self.cards.1;
        let mut picks = Picks::default();
        for (index, picked) in (0_u32..).zip(&mut picks) {
            picked.value = if index + 2 < self.ints.1 { desk.state.int(base + 2 + index) } else { 0 };
            picked.cards = if index < self.cards.1 { desk.state.cards_in(cards + index) } else { CardSet::NONE }.into();
        }
        (usize::try_from(desk.state.int(base)).unwrap_or(usize::MAX), desk.state.int(base + 1) != 0, picks)
    }
}
