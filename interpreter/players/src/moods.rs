//! How seats choose in the games from which is learnt what is played for (a pilot): in half of them at random, in the others each is fond of
//! some acts and seldom does others. At random all do the same in the end: whoever may pay at every turn has nothing left when the first round
//! is over, and what is left is worth nothing to look at.

use bidlang::engine::{Desk, Program, Runner, Stream};

/// How much oftener is done what a seat does now and then than what it does seldom, and what it does gladly than that.
const FOND: u64 = 12;
const MOODS: u32 = 3;

/// What each seat is fond of.
pub struct Moods {
    /// For each seat and act of each decision how much it counts; nothing where all choices count alike.
    weights: Vec<u64>,
    /// Where the acts of each decision begin, and how many acts there are in all.
    first: Vec<usize>,
    acts: usize,
    /// Of what the moods of the next round come, where there are any.
    stream: Option<Stream>,
}

impl Moods {
    /// For the game of a seed.
    pub fn of(program: &Program, seed: u64) -> Self {
        let mut acts = 0;
        let mut first = Vec::with_capacity(program.asks.len());
        for ask in &program.asks {
            first.push(acts);
            acts += ask.acts.len();
        }
        let moody = seed % 2 == 1;
        let weights = vec![1; if moody { acts * usize::from(program.seats) } else { 0 }];
        Self { weights, first, acts, stream: moody.then(|| Stream::new(seed, 71)) }
    }

    /// A round begins, in which all are in other moods: what a seat has by then must not say in which it goes on (a confounder).
    pub fn change(&mut self) {
        let Some(stream) = &mut self.stream else { return };
        self.weights.iter_mut().for_each(|weight| *weight = FOND.pow(stream.below(MOODS)));
    }

    /// The number of the choice that a seat makes of so many.
    pub fn choose(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (ask, seat, count): (u16, u8, u64),
        stream: &mut Stream,
    ) -> u64 {
        let from = self.first.get(usize::from(ask)).map(|first| usize::from(seat) * self.acts + first);
        let weights = from.and_then(|from| self.weights.get(from..)).unwrap_or_default();
        if weights.is_empty() {
            return stream.below_long(count);
        }
        let offered = runner.offered(desk, seat);
        let likely = |(count, weight): (u64, &u64)| if count > 0 { *weight } else { 0 };
        let counts = || offered.iter().map(|(count, _)| *count).zip(weights);
        let mut at = stream.below_long(counts().map(likely).sum::<u64>().max(1));
        let mut begins = 0;
        for (count, weight) in counts() {
            let likely = likely((count, weight));
            if at < likely {
                return begins + stream.below_long(count);
            }
            at -= likely;
            begins += count;
        }
        stream.below_long(count)
    }
}
