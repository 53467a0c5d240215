//! What the seats of a world choose: what was told, else what was chosen when the world was played before, else what is drawn.

use bidlang::engine::CardSet;
use bidlang::engine::{Choice, PickTold, Source, Stream, each_card};

use super::{Difference, Illegal, Lets, Rules, World};
use crate::story::{ActTold, Story};

/// How often a hidden choice is drawn before all choices are looked at.
const DRAWS: usize = 24;
/// Most choices that are looked at for one that fits.
const MOST_LOOKS: usize = 5_000;

/// A decision of which the seat does not know all that was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// Which decision.
    pub decision: usize,
    /// How many choices would be told so; none where that is not known.
    pub ways: Option<u64>,
}

impl World {
    /// How many of so many choices would be told so, where nothing is told of them but the act.
    pub(super) fn ways(&mut self, rules: &Rules, (seat, count): (u8, u64), told: Option<ActTold<'_>>) -> Option<u64> {
        let Some(told) = told else { return Some(count) };
        let ask = rules.runner.ask(self.desk.state())?;
        let picks = &ask.acts.get(usize::from(told.act))?.picks;
        let says_nothing = picks.iter().zip(told.picks).all(|(pick, told)| match told {
            PickTold::Nothing => true,
            PickTold::Count(_) => !pick.several,
            PickTold::Whole(_) => false,
        });
        let offered = rules.runner.offered(&mut self.desk, seat).get(usize::from(told.act))?.0;
        says_nothing.then_some(offered)
    }

    /// What a seat chooses, as far as it is told.
    pub(super) fn choice_of(
        &mut self,
        rules: &Rules,
        (seat, count): (u8, u64),
        (told, story): (Option<ActTold<'_>>, &Story),
        stream: &mut Stream,
    ) -> Result<Choice, Difference> {
        let before = self.choices.get(self.made.saturating_sub(self.dropped)).copied();
        let Some(told) = told else {
            let kept = before.filter(|choice| rules.runner.allows(&mut self.desk, seat, choice));
            return match kept {
                Some(choice) => Ok(choice),
                None => {
                    self.drawn += 1;
                    let number = stream.below_long(count);
                    rules.runner.nth_choice(&mut self.desk, seat, number).ok_or(Difference::Goes)
                }
            };
        };
        if told.is_whole() {
            let choice = self.whole(rules, seat, told);
            if rules.runner.allows(&mut self.desk, seat, &choice) {
                return Ok(choice);
            }
            let illegal = self.illegal(rules, seat, choice);
            if self.goes_on(rules, &choice, &illegal) {
                return Ok(choice);
            }
            return Err(illegal);
        }
        if let Some(choice) = before
            && told.fits(&choice, &rules.likes)
            && rules.runner.allows(&mut self.desk, seat, &choice)
        {
            return Ok(choice);
        }
        if rules.lets != Lets::Nothing
            && let Some(choice) = self.as_it_shows(rules, seat, (told, story))
        {
            return choice;
        }
        self.draw_hidden(rules, (seat, count), told, stream)
    }

    /// What a seat chose of which only the number of cards is told, where those that leave their place just then are told: what is to be mended need not be
    /// guessed. None where that says nothing.
    fn as_it_shows(
        &mut self,
        rules: &Rules,
        seat: u8,
        (told, story): (ActTold<'_>, &Story),
    ) -> Option<Result<Choice, Difference>> {
        let mut open = told.picks.iter().enumerate().filter(|(_, pick)| !matches!(pick, PickTold::Whole(_)));
        let (Some((number, PickTold::Count(count))), None) = (open.next(), open.next()) else { return None };
        let ask = self.desk.state().waiting()?;
        let pick = rules.runner.ask(self.desk.state())?.acts.get(usize::from(told.act))?.picks.get(number)?.clone();
        let source = rules.runner.source(&mut self.desk, seat, &pick);
        let program = rules.runner.program();
        let place = each_card(source).find_map(|card| self.desk.state().place_of(program, card))?;
        let cards = story.goes_then(self.told, (ask, seat), place);
        (cards.count_ones() == *count).then_some(())?;
        let mut choice = told.choice();
        choice.picks.get_mut(number)?.cards = cards;
        let choice = rules.likes.among_those_there(&rules.runner, &mut self.desk, seat, &choice);
        if rules.runner.allows(&mut self.desk, seat, &choice) {
            return Some(Ok(choice));
        }
        // Those that are not there come to it.
        let there = choice.picks.get(number)?.cards & !source == 0;
        (!there).then(|| Err(self.illegal(rules, seat, choice)))
    }

    /// Whether a choice that is not legal is made all the same, so that all that stands in the way of what was told is known at once: it is written down.
    fn goes_on(&mut self, rules: &Rules, choice: &Choice, illegal: &Difference) -> bool {
        let Difference::Illegal { source, instead, .. } = *illegal else { return false };
        let there = choice.picks.iter().all(|picked| picked.cards & !source == 0);
        if rules.lets == Lets::Nothing || !there || instead == 0 {
            return false;
        }
        let program = rules.runner.program();
        if let Some(place) = each_card(instead).find_map(|card| self.desk.state().place_of(program, card)) {
            self.illegal.push(Illegal { decision: self.made, source, instead, place });
        }
        true
    }

    /// A choice that would be told so, drawn.
    fn draw_hidden(
        &mut self,
        rules: &Rules,
        (seat, count): (u8, u64),
        told: ActTold<'_>,
        stream: &mut Stream,
    ) -> Result<Choice, Difference> {
        self.drawn += 1;
        for _ in 0..DRAWS {
            let number = stream.below_long(count);
            let drawn = rules.runner.nth_choice(&mut self.desk, seat, number);
            if let Some(choice) = drawn.filter(|choice| told.fits(choice, &rules.likes)) {
                return Ok(choice);
            }
        }
        // Those that fit are few: one of them, each as likely as the others.
        let (mut found, mut fitting, mut looks) = (None, 0, 0);
        rules.runner.each_choice(&mut self.desk, seat, |choice| {
            looks += 1;
            if told.fits(choice, &rules.likes) {
                fitting += 1;
                if stream.below(fitting) == 0 {
                    found = Some(*choice);
                }
            }
            if looks > MOST_LOOKS { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        });
        found.ok_or(Difference::Goes)
    }

    /// A choice that is told whole, with the cards of this world where some are alike.
    fn whole(&mut self, rules: &Rules, seat: u8, told: ActTold<'_>) -> Choice {
        rules.likes.among_those_there(&rules.runner, &mut self.desk, seat, &told.choice())
    }

    /// What stands in the way of a choice: the cards that may be picked, and those that may be played in their place.
    pub(super) fn illegal(&mut self, rules: &Rules, seat: u8, choice: Choice) -> Difference {
        let acts = rules.runner.ask(self.desk.state()).map(|ask| ask.acts.clone()).unwrap_or_default();
        let wanted = choice.picks.iter().fold(CardSet::NONE, |set, picked| set | picked.cards);
        let (mut source, mut instead) = (CardSet::NONE, CardSet::NONE);
        for (number, act) in acts.iter().enumerate() {
            let Some(pick) = act.picks.first().filter(|pick| matches!(pick.source, Source::Cards { .. })) else {
                continue;
            };
            // Where no card was played, any that could have been stands in the way.
            if wanted != 0 && number != usize::from(choice.act) {
                continue;
            }
            let from = rules.runner.source(&mut self.desk, seat, pick);
            source |= from;
            if !pick.several && act.picks.len() == 1 {
                let offered = rules.runner.offered(&mut self.desk, seat).get(number).copied();
                instead |= offered
                    .map_or(CardSet::NONE, |(count, cards)| if count > 0 { cards & from } else { CardSet::NONE });
            }
        }
        Difference::Illegal { wanted, source, instead }
    }
}
