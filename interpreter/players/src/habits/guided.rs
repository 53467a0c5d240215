//! Choices of cards among very many, drawn by which cards are usually given away: one after the other without putting back, each as likely as its weight says
//! (Plackett and Luce's model; drawn by Gumbel noise, Kool, van Hoof and Welling, "Stochastic beams and where to find them", 2019).

use bidlang::engine::{CardSet, Choice, Desk, Runner, Stream};

use super::{Habits, Strengths};

/// A number of Gumbel's distribution.
fn noise(stream: &mut Stream) -> f32 {
    let even = (f32::from(u16::try_from(stream.below(60_000)).unwrap_or(0)) + 0.5) / 60_000.0;
    -libm::logf(-libm::logf(even))
}

impl Habits {
    /// Another choice with as many cards, and all else as in this one; none where it may not be made, or no cards are given away.
    pub(super) fn guided(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (ask, seat): (u16, u8),
        (drawn, strengths): (&Choice, &mut Strengths),
        stream: &mut Stream,
    ) -> Option<Choice> {
        let mut choice = *drawn;
        let picks = runner.program().asks.get(usize::from(ask))?.acts.get(usize::from(choice.act))?.picks.as_slice();
        let mut taken = CardSet::NONE;
        for (of, pick) in picks.iter().zip(&mut choice.picks).filter(|(_, pick)| pick.cards != 0) {
            let pool = runner.pickable(desk, seat, of) & !taken;
            let count = pick.cards.count_ones() as usize;
            if pool.count_ones() as usize <= count {
                taken |= pick.cards;
                continue;
            }
            let of = (ask, choice.act, seat);
            let mut keys = self.traits.of_each(desk, of, (pool, strengths), |number| self.weight(number));
            keys.iter_mut().for_each(|(key, _)| *key += noise(stream));
            keys.sort_unstable_by(|(one, _), (other, _)| other.total_cmp(one));
            pick.cards = keys.iter().take(count).fold(CardSet::NONE, |set, (_, card)| set | CardSet::one(*card));
            taken |= pick.cards;
        }
        (choice != *drawn && runner.allows(desk, seat, &choice)).then_some(choice)
    }

    fn weight(&self, number: u32) -> f32 {
        self.weights.get(number as usize).copied().unwrap_or_default()
    }
}
