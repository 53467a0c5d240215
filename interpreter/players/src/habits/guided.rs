//! Choices of cards among very many, drawn by which cards are usually given away: one after the other without putting back, each as likely as its weight says
//! (Plackett and Luce's model; drawn by Gumbel noise, Kool, van Hoof and Welling, "Stochastic beams and where to find them", 2019).

use std::sync::LazyLock;

use bidlang::engine::{CardSet, Choice, Desk, Runner, Stream, each_card};

use super::traits::Giving;
use super::{Habits, Lie, STEPS};

/// A number of Gumbel's distribution for each number that is drawn: there are few of them, and logarithms are dear.
static NOISE: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let noise = |drawn| -libm::logf(-libm::logf((f32::from(drawn) + 0.5) / f32::from(STEPS)));
    (0..STEPS).map(noise).collect()
});

impl Habits {
    /// Another choice with as many cards, and all else as in this one; none where it may not be made, or no cards are given away.
    pub(super) fn guided(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (ask, seat): (u16, u8),
        (any, giving, lie): (&Choice, &Giving<'_>, &Lie),
        stream: &mut Stream,
    ) -> Option<Choice> {
        let mut choice = *any;
        let picks = &runner.ask(desk.state())?.acts.get(usize::from(any.act))?.picks;
        let mut taken = CardSet::NONE;
        for (of, pick) in picks.iter().zip(&mut choice.picks).filter(|(_, pick)| pick.cards != 0) {
            let pool = runner.pickable(desk, seat, of) & !taken;
            let count = pick.cards.count_ones() as usize;
            if pool.count_ones() as usize <= count {
                taken |= pick.cards;
                continue;
            }
            let worth = |card| {
                let beside = self.traits.beside((ask, any.act), card).map_or(0.0, |from| self.beside(lie, from));
                beside
                    + self.traits.of_given((ask, any.act), card, giving).map(|number| self.weight(number)).sum::<f32>()
            };
            let mut noise = || NOISE.get(stream.below(u32::from(STEPS)) as usize).copied().unwrap_or_default();
            let mut keys: Vec<(f32, u8)> = each_card(pool).map(|card| (worth(card) + noise(), card)).collect();
            keys.sort_unstable_by(|(one, _), (other, _)| other.total_cmp(one));
            pick.cards = keys.iter().take(count).fold(CardSet::NONE, |set, (_, card)| set | CardSet::one(*card));
            taken |= pick.cards;
        }
        (choice != *any && runner.allows(desk, seat, &choice)).then_some(choice)
    }
}
