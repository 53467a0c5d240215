//! Decisions (decisions.md): every choice is made up and kept if it obeys; like cards are not told apart.

use bidlang::engine::{Act, Ask, Fault, FaultKind, Must, NodeId, Pick, Source};

use super::{Cards, Naive, Seats};

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The act, by its place in the decision.
    pub act: usize,
    /// What is picked, in order.
    pub picks: Vec<Picked>,
}

/// What was picked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picked {
    /// One card, or nothing where there is none and that is allowed.
    Card(Option<u8>),
    /// Several cards.
    Cards(Cards),
    /// A number, a value of a kind, a player, yes or no.
    Value(i64),
}

impl Picked {
    fn cards(&self) -> Cards {
        match self {
            Self::Card(card) => card.iter().copied().collect(),
            Self::Cards(cards) => cards.clone(),
            Self::Value(_) => Cards::new(),
        }
    }
}

impl Naive<'_> {
    /// Asks; whether anybody has to choose. If there is no legal choice, the game stops; so it does if `ask` asks nobody, but
    /// `at once` with an empty group asks nothing and goes on.
    pub(super) fn ask(&mut self, number: u16) -> Result<bool, Fault> {
        let ask = &self.program.asks[usize::from(number)];
        let seats = if ask.at_once {
            self.seats(ask.who)?
        } else {
            let seat = self.number(ask.who)?;
            let Ok(seat) = u8::try_from(seat) else { return Err(self.fault(FaultKind::Nobody)) };
            if ask.sets_player {
                self.set(ask.player, i64::from(seat));
            }
            Seats::from([seat])
        };
        self.set_seats(ask.waiting, seats.clone());
        if ask.at_once {
            self.set_seats(ask.unheard, seats.clone());
        }
        self.offers.clear();
        let mut stuck = None;
        // The last seat is looked at first: where phrases of several seats stop the game, that of the last is told.
        for seat in seats.iter().rev() {
            let choices = self.choices(ask, *seat)?;
            if choices.as_ref().is_some_and(Vec::is_empty) {
                stuck = Some(*seat);
            }
            self.offers.insert(*seat, choices);
        }
        if let Some(seat) = stuck {
            return Err(Fault { kind: FaultKind::Stuck(seat), rule: ask.rule });
        }
        self.waiting = (!seats.is_empty()).then_some(number);
        Ok(!seats.is_empty())
    }

    /// The legal choices of a seat that has to choose; nothing where they are too many to list.
    pub fn offered(&self, seat: u8) -> Option<&[Choice]> {
        self.offers[&seat].as_deref()
    }

    /// All legal choices of a seat: act by act, pick by pick, smaller groups first, the first of the deck first.
    fn choices(&mut self, ask: &Ask, seat: u8) -> Result<Option<Vec<Choice>>, Fault> {
        if ask.at_once {
            self.numbers[ask.me as usize] = Some(i64::from(seat));
        }
        self.looked_at = 0;
        let (mut found, mut all) = (Vec::new(), true);
        for (number, act) in ask.acts.iter().enumerate() {
            // Behind an act that is too much to list another may still stop the game.
            all &= !self.may_be_done(act)? || self.list(act, number, &mut Vec::new(), &mut found)?;
        }
        Ok(all.then_some(found))
    }

    /// Whether an act may be done whatever is picked.
    fn may_be_done(&mut self, act: &Act) -> Result<bool, Fault> {
        if let Some(when) = act.when
            && !self.holds(when)?
        {
            return Ok(false);
        }
        for must in act.musts.iter().filter(|must| !must.of_picks && !must.if_able) {
            if self.counts(must)? && !self.holds(must.cond)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a `must` counts now.
    fn counts(&mut self, must: &Must) -> Result<bool, Fault> {
        must.when.map_or(Ok(true), |when| self.holds(when))
    }

    /// Lists what may still be picked; whether all of it could be.
    fn list(
        &mut self,
        act: &Act,
        number: usize,
        picks: &mut Vec<Picked>,
        found: &mut Vec<Choice>,
    ) -> Result<bool, Fault> {
        let Some(pick) = act.picks.get(picks.len()) else {
            found.push(Choice { act: number, picks: picks.clone() });
            return Ok(true);
        };
        let Some(candidates) = self.candidates(act, pick, picks)? else {
            // Behind numbers that are too many to list another pick may still stop the game.
            if let Source::Number { low, .. } = pick.source {
                let lowest = Picked::Value(self.number(low)?);
                self.speak_of(pick, &lowest);
                picks.push(lowest);
                self.list(act, number, picks, &mut Vec::new())?;
                picks.pop();
            }
            return Ok(false);
        };
        for candidate in candidates {
            self.speak_of(pick, &candidate);
            picks.push(candidate);
            let all = self.list(act, number, picks, found)?;
            picks.pop();
            if !all {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a pick may be, after all conditions; nothing where that is too much to list.
    fn candidates(&mut self, act: &Act, pick: &Pick, before: &[Picked]) -> Result<Option<Vec<Picked>>, Fault> {
        let index = before.len();
        let (mut all, of_cards) = match pick.source {
            Source::Cards { from, least, most, if_able } => {
                let mut cards = self.cards(from)?;
                if let Some(filter) = pick.filter
                    && !cards.is_empty()
                {
                    cards = &cards & &self.cards(filter)?;
                }
                // One card cannot be picked twice in an act.
                cards.retain(|card| !before.iter().any(|picked| picked.cards().contains(card)));
                if !pick.several {
                    let single = cards.into_iter().map(|card| Picked::Card(Some(card))).collect();
                    let single = self.obeying(act, index, single)?;
                    let mut single = self.unlike(single);
                    if single.is_empty() && if_able {
                        single.push(Picked::Card(None));
                    }
                    return Ok(self.are_few(single));
                }
                let there = cards.len() as i64;
                let (least, most) = (self.number(least)?, self.number(most)?);
                if most < least {
                    return Err(Fault { kind: FaultKind::UpsideDown(least, most), rule: pick.rule });
                }
                let least = if if_able { least.min(there) } else { least };
                // Fewer than none is none.
                let (least, most) = (least.max(0), most.clamp(0, there));
                let Some(groups) = self.groups(&cards, least, most) else { return Ok(None) };
                (groups, true)
            }
            Source::Number { low, high } => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                if i128::from(high) - i128::from(low) >= self.far.listed as i128 {
                    return Ok(None);
                }
                ((low..=high).map(Picked::Value).collect(), false)
            }
            Source::Member { kind: _, count } => ((0..i64::from(count)).map(Picked::Value).collect(), false),
            Source::Seat => ((0..i64::from(self.program.seats)).map(Picked::Value).collect(), false),
            Source::YesNo => (vec![Picked::Value(0), Picked::Value(1)], false),
        };
        if let Some(filter) = pick.filter.filter(|_| !of_cards) {
            all = self.keep(pick, all, filter)?;
        }
        if let Some(so_that) = pick.so_that {
            all = self.keep(pick, all, so_that)?;
        }
        all = self.obeying(act, index, all)?;
        Ok(self.are_few(all))
    }

    fn are_few(&mut self, candidates: Vec<Picked>) -> Option<Vec<Picked>> {
        self.looked_at += candidates.len();
        (self.looked_at <= self.far.listed).then_some(candidates)
    }

    /// Those of which a condition holds.
    fn keep(&mut self, pick: &Pick, of: Vec<Picked>, cond: NodeId) -> Result<Vec<Picked>, Fault> {
        let mut kept = Vec::new();
        for one in of {
            self.speak_of(pick, &one);
            if self.holds(cond)? {
                kept.push(one);
            }
        }
        Ok(kept)
    }

    /// decisions.md, must: the lines are taken in their order, each leaves some of the choices and the next looks at those;
    /// `if able` counts only if some choice obeys it. Each is asked with the last pick of which it speaks.
    fn obeying(&mut self, act: &Act, index: usize, mut of: Vec<Picked>) -> Result<Vec<Picked>, Fault> {
        for must in act.musts.iter().filter(|must| must.at == index && (must.of_picks || must.if_able)) {
            if self.counts(must)? {
                let kept = self.keep(&act.picks[index], of.clone(), must.cond)?;
                if !kept.is_empty() || !must.if_able {
                    of = kept;
                }
            }
        }
        Ok(of)
    }

    /// record.md, a choice: like cards of one place are one choice.
    fn unlike(&self, cards: Vec<Picked>) -> Vec<Picked> {
        let mut seen = Vec::new();
        let mut kept = Vec::new();
        for picked in cards {
            let sort = picked.cards().first().map(|card| self.sort_of(*card));
            if !seen.contains(&sort) {
                seen.push(sort);
                kept.push(picked);
            }
        }
        kept
    }

    /// What like cards have in common: all attributes, and where they lie.
    fn sort_of(&self, card: u8) -> (usize, u8) {
        (self.place_of(card), self.program.like[usize::from(card)])
    }

    /// All groups of so many cards: like cards beside each other, and one of them only with those before it.
    fn groups(&self, cards: &Cards, least: i64, most: i64) -> Option<Vec<Picked>> {
        let like = |card: &u8| self.sort_of(*card);
        let mut sorts: Vec<u8> = Vec::new();
        for card in cards {
            sorts.extend(
                cards
                    .iter()
                    .filter(|other| like(other) == like(card) && !sorts.contains(other))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
        let mut found = Vec::new();
        for size in least..=most {
            if !self.extend(&sorts, &mut Vec::new(), size as usize, &mut found) {
                return None;
            }
        }
        Some(found)
    }

    fn extend(&self, rest: &[u8], group: &mut Vec<u8>, missing: usize, found: &mut Vec<Picked>) -> bool {
        if missing == 0 {
            found.push(Picked::Cards(group.iter().copied().collect()));
            return found.len() <= self.far.listed;
        }
        if rest.len() < missing {
            return true;
        }
        // With the first that is left, then without it and those like it.
        group.push(rest[0]);
        let all = self.extend(&rest[1..], group, missing - 1, found);
        group.pop();
        let others = rest.iter().take_while(|card| self.sort_of(**card) == self.sort_of(rest[0])).count();
        all && self.extend(&rest[others..], group, missing, found)
    }

    /// Whether one choice of a seat is legal, looked at by itself: for decisions with more choices than are listed, in which no
    /// `must` has an `if able`.
    pub fn obeys(&mut self, seat: u8, choice: &Choice) -> Result<bool, Fault> {
        let ask = &self.program.asks[usize::from(self.waiting.expect("somebody is asked"))];
        if ask.at_once {
            self.numbers[ask.me as usize] = Some(i64::from(seat));
        }
        let act = &ask.acts[choice.act];
        if !self.may_be_done(act)? {
            return Ok(false);
        }
        for (index, (pick, picked)) in act.picks.iter().zip(&choice.picks).enumerate() {
            let there = match (pick.source, picked) {
                (Source::Cards { from, least, most, if_able }, Picked::Card(_) | Picked::Cards(_)) => {
                    let mut cards = self.cards(from)?;
                    if let Some(filter) = pick.filter {
                        cards = &cards & &self.cards(filter)?;
                    }
                    cards.retain(|card| !choice.picks[..index].iter().any(|before| before.cards().contains(card)));
                    let (least, most) = if pick.several { (self.number(least)?, self.number(most)?) } else { (1, 1) };
                    let least = if if_able { least.min(cards.len() as i64) } else { least };
                    let picked = picked.cards();
                    picked.is_subset(&cards) && (least..=most).contains(&(picked.len() as i64))
                }
                (Source::Number { low, high }, Picked::Value(value)) => {
                    let (low, high) = (self.number(low)?, self.number(high)?);
                    (low..=high).contains(value)
                }
                (Source::Member { kind: _, count }, Picked::Value(value)) => (0..i64::from(count)).contains(value),
                (Source::Seat, Picked::Value(value)) => (0..i64::from(self.program.seats)).contains(value),
                (Source::YesNo, Picked::Value(value)) => (0..=1).contains(value),
                (
                    Source::Cards { .. } | Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo,
                    Picked::Card(_) | Picked::Cards(_) | Picked::Value(_),
                ) => false,
            };
            self.speak_of(pick, picked);
            let filter = pick.filter.filter(|_| matches!(picked, Picked::Value(_)));
            for cond in filter.into_iter().chain(pick.so_that) {
                if !self.holds(cond)? {
                    return Ok(false);
                }
            }
            if !there {
                return Ok(false);
            }
        }
        // Of no card nothing is asked.
        let of_nothing = |must: &Must| must.of_picks && choice.picks[must.at] == Picked::Card(None);
        for must in act.musts.iter().filter(|must| !must.if_able && !of_nothing(must)) {
            if self.counts(must)? && !self.holds(must.cond)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What was picked is spoken of from now on.
    fn speak_of(&mut self, pick: &Pick, picked: &Picked) {
        match picked {
            Picked::Cards(cards) => self.sets[pick.reg as usize] = Some(cards.clone()),
            Picked::Card(card) => self.numbers[pick.reg as usize] = Some(card.map_or(-1, i64::from)),
            Picked::Value(value) => self.numbers[pick.reg as usize] = Some(*value),
        }
    }

    /// Takes a choice of a seat that has to choose. Where its choices are too many to list, somebody else has to say whether it is the
    /// only one (`alone`).
    pub fn take(&mut self, seat: u8, choice: &Choice, alone: bool) -> Result<(), Fault> {
        let number = self.waiting.expect("somebody is asked");
        let ask = &self.program.asks[usize::from(number)];
        let mut waiting = self.seats_in(ask.waiting);
        assert!(waiting.remove(&seat), "this seat is not asked");
        self.set_seats(ask.waiting, waiting);
        if !ask.at_once {
            self.waiting = None;
            self.take_effect(&ask.acts[choice.act], choice)?;
            self.pc = ask.acts[choice.act].entry;
            return Ok(());
        }
        // decisions.md, ask: when all have chosen, the acts take effect in seat order. Until then they are kept.
        let forced = self.offers[&seat].as_ref().map_or(alone, |choices| choices.len() == 1);
        let base = ask.answers.0 + u32::from(seat) * ask.answers.1;
        self.set(base, choice.act as i64);
        self.set(base + 1, i64::from(forced));
        for index in 0..ask.answers.1 - 2 {
            let value = choice.picks.get(index as usize);
            let value = if let Some(Picked::Value(value)) = value { *value } else { 0 };
            self.fits(base + 2 + index, value)?;
            self.set(base + 2 + index, value);
        }
        for index in 0..ask.answer_cards.1 {
            let cards = choice.picks.get(index as usize).map_or(Cards::new(), Picked::cards);
            self.kept.insert(ask.answer_cards.0 + u32::from(seat) * ask.answer_cards.1 + index, cards);
        }
        self.answers.insert((number, seat), choice.clone());
        Ok(())
    }

    /// The next kept answer takes effect; where it goes on.
    pub(super) fn next_answer(&mut self, number: u16) -> Result<Option<u32>, Fault> {
        let ask = &self.program.asks[usize::from(number)];
        let mut unheard = self.seats_in(ask.unheard);
        let Some(seat) = unheard.pop_first() else { return Ok(None) };
        self.set_seats(ask.unheard, unheard);
        self.set(ask.player, i64::from(seat));
        self.numbers[ask.me as usize] = Some(i64::from(seat));
        let choice = self.answers.remove(&(number, seat)).expect("each of them has chosen");
        self.take_effect(&ask.acts[choice.act], &choice)?;
        Ok(Some(ask.acts[choice.act].entry))
    }

    /// What was picked is known from now on, and goes where it goes.
    fn take_effect(&mut self, act: &Act, choice: &Choice) -> Result<(), Fault> {
        for (pick, picked) in act.picks.iter().zip(&choice.picks) {
            self.speak_of(pick, picked);
            match picked {
                Picked::Cards(cards) => {
                    self.kept.insert(pick.slot, cards.clone());
                }
                Picked::Card(card) => self.set(pick.slot, card.map_or(-1, i64::from)),
                Picked::Value(value) => {
                    self.fits(pick.slot, *value)?;
                    self.set(pick.slot, *value);
                }
            }
        }
        for (pick, picked) in act.picks.iter().zip(&choice.picks) {
            if let Some(to) = pick.to
                && !self.move_cards(&picked.cards(), to, true)?
            {
                return Err(Fault { kind: FaultKind::Nobody, rule: pick.rule });
            }
        }
        Ok(())
    }
}
