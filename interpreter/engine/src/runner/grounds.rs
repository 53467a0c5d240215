//! Which reasons against a choice a seat can work out itself: it is told no others.

use super::super::act::Choice;
use super::super::eval::each_card;
use super::super::program::CardSet;
use super::super::program::{Act, Ask, Must, Pick, Source};
use super::super::refused::{Objection, Refusals, Why};
use super::desk::Desk;
use super::knowers::Knower;
use super::objections::{Chosen, put};
use crate::index::item;

impl Knower<'_> {
    /// What forbids a choice, as far as the reader can work it out; where it knows that a choice is forbidden by what it does not see,
    /// that alone.
    pub(super) fn told_of(self, desk: &mut Desk, ask: &Ask, choice: &Choice, all: &[Objection]) -> Vec<Objection> {
        let Some(act) = ask.acts.get(usize::from(choice.act)) else { return all.to_vec() };
        for (pick, picked) in act.picks.iter().zip(choice.picks) {
            put(desk, pick, picked);
        }
        let cards = act.picks.iter().zip(choice.picks).filter(|(pick, _)| matches!(pick.source, Source::Cards { .. }));
        let seen = cards.fold(true, |seen, (_, picked)| {
            seen && each_card(picked.cards.into()).all(|card| self.locates(desk, card))
        });
        // Whether a card that is not seen is there is not asked: then what it is would be asked only where it is.
        let asked = |objection: &Objection| seen || !matches!(objection.why, Why::NotThere | Why::Where);
        let mut told = if seen { Vec::new() } else { self.told_of_cards(desk, act, choice) };
        for objection in all.iter().filter(|objection| asked(objection)) {
            if self.can_tell(desk, act, choice, *objection) {
                told.push(*objection);
            }
        }
        if told.is_empty() {
            told.push(Objection { why: if seen { Why::Hidden } else { Why::Unseen }, rule: act.rule });
        }
        told
    }

    /// The same of all that is refused; and whether there may be more, of cards that the reader does not see.
    pub(super) fn told_of_all(self, desk: &mut Desk, ask: &Ask, all: Refusals) -> (Refusals, bool) {
        let from = |pick: &Pick| match pick.source {
            Source::Cards { from, .. } => Some(from),
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => None,
        };
        let mut sources = ask.acts.iter().flat_map(|act| &act.picks).filter_map(from);
        let blind = sources.any(|from| !self.knows(desk, from));
        let mut told = Refusals { found: Vec::new(), cut: all.cut && !blind };
        for mut refused in all.found {
            let choice = refused.choice;
            refused.why = self.told_of(desk, ask, &choice, &refused.why);
            // That something might be meant at all tells that such cards lie there, or that none do.
            let cards = choice.picks.iter().fold(CardSet::NONE, |set, picked| set | CardSet::from(picked.cards));
            let act = ask.acts.get(usize::from(choice.act));
            let next = act.and_then(|act| act.picks.get(refused.picks)).and_then(from);
            let seen = each_card(cards).all(|card| self.locates(desk, card))
                && next.is_none_or(|from| self.size(desk, from).is_some());
            if seen && !refused.why.iter().any(|objection| objection.why == Why::Unseen) {
                told.found.push(refused);
            }
        }
        (told, blind)
    }

    /// What the reader knows against picked cards, wherever they are.
    fn told_of_cards(self, desk: &mut Desk, act: &Act, choice: &Choice) -> Vec<Objection> {
        let mut told = Vec::new();
        for (index, pick) in act.picks.iter().enumerate() {
            if matches!(pick.source, Source::Cards { .. }) {
                let known = [Why::NotThere, Why::Where];
                let why = known.into_iter().find(|why| self.can_tell_pick(desk, (index, pick), choice, *why));
                told.extend(why.map(|why| Objection { why, rule: pick.rule }));
            }
        }
        told
    }

    fn can_tell(self, desk: &mut Desk, act: &Act, choice: &Choice, objection: Objection) -> bool {
        match objection.why {
            Why::NoAct | Why::Hidden | Why::Unseen => true,
            Why::NotNow => act.when.is_none_or(|when| self.knows(desk, when)),
            Why::Must => act
                .musts
                .iter()
                .filter(|must| must.rule == objection.rule)
                .all(|must| self.can_tell_must(desk, act, must)),
            Why::NotThere | Why::Number | Why::Range | Why::Where | Why::SoThat => {
                let mut picks = act.picks.iter().enumerate().filter(|(_, pick)| pick.rule == objection.rule);
                picks.any(|(index, pick)| self.can_tell_pick(desk, (index, pick), choice, objection.why))
            }
        }
    }

    fn can_tell_must(self, desk: &mut Desk, act: &Act, must: &Must) -> bool {
        if !must.when.is_none_or(|when| self.knows(desk, when)) || !self.knows(desk, must.cond) {
            return false;
        }
        // `if able` looks at all that might be picked.
        let able = act.picks.get(must.at).filter(|_| must.if_able);
        able.is_none_or(|pick| {
            let from = match pick.source {
                Source::Cards { from, .. } => self.knows(desk, from),
                Source::Number { low, high } => self.knows(desk, low) && self.knows(desk, high),
                Source::Member { .. } | Source::Seat | Source::YesNo => true,
            };
            let mut phrases = pick.filter.into_iter().chain([must.cond]);
            from && phrases.all(|phrase| match pick.source {
                // It is known which these are, so of others nothing need be.
                Source::Cards { from, .. } if !pick.several => self.knows_of_each(desk, (pick.reg, phrase), from),
                _ => self.knows_for_all(desk, phrase, &[pick.reg]),
            })
        })
    }

    fn can_tell_pick(self, desk: &mut Desk, (index, pick): (usize, &Pick), choice: &Choice, why: Why) -> bool {
        let picked = item(&choice.picks, index);
        match (why, pick.source) {
            (Why::NotThere, Source::Cards { from, .. }) => {
                let taken = CardSet::from(picked.cards) & Chosen { choice, index }.taken() != 0;
                taken || each_card(picked.cards.into()).any(|card| self.has(desk, from, card) == Some(false))
            }
            (Why::NotThere, Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo) => true,
            (Why::Where, Source::Cards { .. }) => pick.filter.is_some_and(|filter| {
                each_card(picked.cards.into()).any(|card| self.has(desk, filter, card) == Some(false))
            }),
            (Why::Number, Source::Cards { from, least, most, if_able }) => {
                self.knows(desk, least)
                    && self.knows(desk, most)
                    && (!if_able
                        || (self.knows(desk, from) && pick.filter.is_none_or(|filter| self.knows(desk, filter))))
            }
            (Why::Range, Source::Number { low, high }) => self.knows(desk, low) && self.knows(desk, high),
            (Why::Where, _) => pick.filter.is_none_or(|filter| self.knows(desk, filter)),
            (Why::SoThat, _) => pick.so_that.is_none_or(|cond| self.knows(desk, cond)),
            _ => true,
        }
    }
}
