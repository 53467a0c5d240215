//! Why a choice is not legal: each clause of its act looked at by itself, with its line.

use super::super::act::{Choice, Picked};
use super::super::eval::each_card;
use super::super::program::{Act, Ask, CardSet, Must, NodeId, Pick, Source};
use super::super::reached::Reach;
use super::super::refused::{Objection, Why};
use super::super::state::bit;
use super::desk::Desk;
use super::lies::Sets;
use super::phrases::Phrases;
use crate::index::item;

/// A choice with its picks that stand before one of them.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'c> {
    pub(super) choice: &'c Choice,
    pub(super) index: usize,
}

impl Chosen<'_> {
    pub(super) fn picked(self) -> Picked {
        item(&self.choice.picks, self.index)
    }

    /// The cards of earlier picks.
    pub(super) fn taken(self) -> CardSet {
        self.choice.picks.iter().take(self.index).fold(CardSet::NONE, |set, pick| set | CardSet::from(pick.cards))
    }
}

/// Puts a pick where phrases find it.
pub(super) fn put(desk: &mut Desk, pick: &Pick, picked: Picked) {
    let of_cards = matches!(pick.source, Source::Cards { .. });
    match (of_cards, pick.several) {
        (true, true) => desk.set_card_reg(pick.reg, picked.cards.into()),
        (true, false) if picked.cards == 0 => desk.set_reg(pick.reg, -1),
        (true, false) => desk.set_reg(pick.reg, i64::from(picked.cards.trailing_zeros())),
        (false, _) => desk.set_reg(pick.reg, picked.value),
    }
}

impl Phrases {
    /// Everything that forbids a choice, in the order of the lines; empty if it is legal.
    pub(super) fn objections(&self, desk: &mut Desk, ask: &Ask, choice: &Choice) -> Vec<Objection> {
        let Some(act) = ask.acts.get(usize::from(choice.act)) else {
            return vec![Objection { why: Why::NoAct, rule: ask.rule }];
        };
        let mut found = self.object_to_act(desk, act);
        for (index, pick) in act.picks.iter().enumerate() {
            found.extend(self.object_to_one(desk, act, pick, Chosen { choice, index }));
        }
        self.object_by_musts(desk, act, choice, &mut found);
        found
    }

    /// Where it is counted what is reached: of a choice that is made each `so that` holds, however its choices were counted.
    pub(super) fn note_so_that(&self, desk: &mut Desk, ask: &Ask, choice: &Choice) {
        let Some(act) = ask.acts.get(usize::from(choice.act)).filter(|_| desk.reached.is_some()) else { return };
        desk.quietly(|desk| {
            for (pick, picked) in act.picks.iter().zip(choice.picks) {
                put(desk, pick, picked);
                if let Some(so_that) = pick.so_that {
                    self.holds(desk, so_that);
                }
            }
        });
    }

    fn applies(&self, desk: &mut Desk, must: &Must) -> bool {
        must.when.is_none_or(|when| self.holds(desk, when))
    }

    fn obeys(&self, desk: &mut Desk, must: &Must) -> bool {
        let obeys = !self.applies(desk, must) || self.holds(desk, must.cond);
        if !obeys {
            desk.note(must.rule, Reach::Forbade);
        }
        obeys
    }

    /// What forbids an act whatever is picked.
    pub(super) fn object_to_act(&self, desk: &mut Desk, act: &Act) -> Vec<Objection> {
        let mut found = Vec::new();
        if !act.when.is_none_or(|when| self.holds(desk, when)) {
            found.push(Objection { why: Why::NotNow, rule: act.rule });
        }
        for must in act.musts.iter().filter(|must| !must.of_picks && !must.if_able) {
            if !self.obeys(desk, must) {
                found.push(Objection { why: Why::Must, rule: must.rule });
            }
        }
        found
    }

    /// What forbids one pick by itself, when those before it are made; afterwards it is made too.
    pub(super) fn object_to_one(&self, desk: &mut Desk, act: &Act, pick: &Pick, chosen: Chosen) -> Vec<Objection> {
        let mut found = Vec::new();
        let picked = chosen.picked();
        self.object_to_pick(desk, act, (chosen.index, pick), (picked, chosen.taken()), &mut found);
        put(desk, pick, picked);
        let of_cards = matches!(pick.source, Source::Cards { .. });
        if !of_cards && !pick.filter.is_none_or(|filter| self.holds(desk, filter)) {
            found.push(Objection { why: Why::Where, rule: pick.rule });
        }
        if !pick.so_that.is_none_or(|cond| self.holds(desk, cond)) {
            found.push(Objection { why: Why::SoThat, rule: pick.rule });
        }
        found
    }

    /// The cards from which a pick is taken, and those of them that its `where` allows.
    fn there_and_kept(&self, desk: &mut Desk, pick: &Pick, from: NodeId, taken: CardSet) -> (CardSet, CardSet) {
        let from = self.cards(desk, from) & !taken;
        (from, pick.filter.map_or(from, |filter| from & self.cards(desk, filter)))
    }

    fn object_to_pick(
        &self,
        desk: &mut Desk,
        act: &Act,
        (index, pick): (usize, &Pick),
        (picked, taken): (Picked, CardSet),
        found: &mut Vec<Objection>,
    ) {
        let mut object = |why| found.push(Objection { why, rule: pick.rule });
        let value = picked.value;
        match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let (from, kept) = self.there_and_kept(desk, pick, from, taken);
                if CardSet::from(picked.cards) & !from != 0 {
                    object(Why::NotThere);
                } else if CardSet::from(picked.cards) & !kept != 0 {
                    object(Why::Where);
                }
                let (least, most) = if pick.several { (self.int(desk, least), self.int(desk, most)) } else { (1, 1) };
                let there = if pick.several { kept } else { self.obeying(desk, act, (index, pick), kept) };
                let there = i64::from(there.count_ones());
                let least = if if_able { least.min(there) } else { least };
                let count = i64::from(picked.cards.count_ones());
                if count < least || count > most {
                    object(Why::Number);
                }
            }
            Source::Number { low, high } => {
                if value < self.int(desk, low) || value > self.int(desk, high) {
                    object(Why::Range);
                }
            }
            Source::Member { .. } | Source::Seat | Source::YesNo => {
                if !(0..=self.last_of(&pick.source)).contains(&value) {
                    object(Why::NotThere);
                }
            }
        }
    }

    /// The last of the members, seats or answers that may be picked.
    pub(super) fn last_of(&self, source: &Source) -> i64 {
        match source {
            Source::Member { count, .. } => i64::from(*count) - 1,
            Source::Seat => i64::from(self.program.seats) - 1,
            Source::YesNo => 1,
            Source::Cards { .. } | Source::Number { .. } => -1,
        }
    }

    /// Single cards that obey every `must`, in the order of the lines; `if able` gives way.
    fn obeying(&self, desk: &mut Desk, act: &Act, (index, pick): (usize, &Pick), cards: CardSet) -> CardSet {
        let mut cards = cards;
        for must in act.musts_at(index) {
            if !self.applies(desk, must) {
                continue;
            }
            let kept = self.each_that_holds(desk, pick, must, cards);
            if kept != 0 || !must.if_able {
                if kept != cards {
                    desk.note(must.rule, Reach::Forbade);
                }
                cards = kept;
            }
        }
        cards
    }

    fn each_that_holds(&self, desk: &mut Desk, pick: &Pick, must: &Must, cards: CardSet) -> CardSet {
        each_card(cards).fold(CardSet::NONE, |kept, card| {
            desk.set_reg(pick.reg, i64::from(card));
            if self.holds(desk, must.cond) { kept | bit(card) } else { kept }
        })
    }

    /// The `must ... if able` that give way to a pick that is no card, a bit for each: none of the candidates obeys them and those
    /// before them.
    fn waived(&self, desk: &mut Desk, act: &Act, pick: &Pick) -> u64 {
        let (low, high) = match pick.source {
            Source::Cards { .. } => return u64::MAX,
            Source::Number { low, high } => (self.int(desk, low), self.int(desk, high)),
            Source::Member { .. } | Source::Seat | Source::YesNo => (0, self.last_of(&pick.source)),
        };
        let mut waived = 0;
        for (number, _) in act.musts.iter().enumerate().filter(|(_, must)| must.if_able) {
            let able = (low..=high).any(|value| {
                desk.set_reg(pick.reg, value);
                let first = act.musts.iter().enumerate().take(number + 1);
                pick.filter.is_none_or(|filter| self.holds(desk, filter))
                    && first
                        .filter(|(at, must)| if must.if_able { waived & 1 << at == 0 } else { must.of_picks })
                        .all(|(_, must)| !self.applies(desk, must) || self.holds(desk, must.cond))
            });
            if !able {
                waived |= 1 << number;
            }
        }
        waived
    }

    /// Which `must` lines forbid a choice whose picks have been made: each asks of the pick with which it is asked and those before it,
    /// and nothing of no card.
    fn object_by_musts(&self, desk: &mut Desk, act: &Act, choice: &Choice, found: &mut Vec<Objection>) {
        for (index, pick) in act.picks.iter().enumerate() {
            let chosen = Chosen { choice, index };
            let picked = chosen.picked();
            let single = matches!(pick.source, Source::Cards { .. }) && !pick.several;
            if act.musts_at(index).next().is_none() || (single && picked.cards == 0) {
                continue;
            }
            let mut cards = match pick.source {
                Source::Cards { from, .. } if single => self.there_and_kept(desk, pick, from, chosen.taken()).1,
                Source::Cards { .. } | Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => {
                    CardSet::NONE
                }
            };
            let waived = self.waived(desk, act, pick);
            let musts = act.musts.iter().enumerate();
            for (number, must) in musts.filter(|(_, must)| must.at == index && (must.of_picks || must.if_able)) {
                put(desk, pick, picked);
                if !self.applies(desk, must) {
                    continue;
                }
                let kept = self.each_that_holds(desk, pick, must, cards);
                let gives_way = must.if_able && kept == 0 && waived & (1 << number) != 0;
                put(desk, pick, picked);
                if !gives_way && !self.holds(desk, must.cond) {
                    desk.note(must.rule, Reach::Forbade);
                    found.push(Objection { why: Why::Must, rule: must.rule });
                }
                if !gives_way {
                    cards = kept;
                }
            }
        }
    }
}
