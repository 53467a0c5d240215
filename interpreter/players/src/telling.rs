//! What points say of who wins (rank agreement of margin and win), in games played at random.

use bidlang::engine::SeatSet;

/// Points go with the win where who is in front of all others wins so much oftener than any other would, between chance and always.
const TELLING: f64 = 0.95;

/// Games that somebody won and somebody did not.
#[derive(Debug, Default)]
pub struct Telling {
    /// How many there were.
    games: f64,
    /// In how many who has the most points is among the winners, and in how many who has the fewest.
    most: f64,
    fewest: f64,
    /// In how many any seat would be: the shares of seats that win, summed.
    chance: f64,
}

impl Telling {
    /// A game in which seats ended so far in front, and these won.
    pub fn see(&mut self, margins: &[f64], won: SeatSet) {
        let is_winner = |seat: usize| won & (1 << seat) != 0;
        let first = |better: f64| {
            let best = margins.iter().map(|margin| better * margin).fold(f64::MIN, f64::max);
            margins.iter().enumerate().any(|(seat, margin)| better * margin >= best && is_winner(seat))
        };
        self.games += 1.0;
        self.most += f64::from(u8::from(first(1.0)));
        self.fewest += f64::from(u8::from(first(-1.0)));
        self.chance += f64::from(won.count_ones()) / margins.len().max(1) as f64;
    }

    /// Whether who is in front wins, as far as can be seen; more points being better, or fewer where `better` is below nought.
    pub fn go_with_the_win(&self, better: f64) -> bool {
        let first = if better < 0.0 { self.fewest } else { self.most };
        first - self.chance >= TELLING * (self.games - self.chance)
    }
}

#[cfg(test)]
mod tests {
    use super::Telling;

    /// Who has the most wins; who has the second most does; nobody has any.
    #[test]
    fn points_go_with_the_win_or_not() {
        let of = |margins: [f64; 3], won| {
            let mut telling = Telling::default();
            (0..20).for_each(|_| telling.see(&margins, won));
            [1.0, -1.0].map(|better| telling.go_with_the_win(better))
        };
        assert_eq!(of([3.0, -1.0, -2.0], 0b001), [true, false]);
        assert_eq!(of([3.0, -1.0, -2.0], 0b100), [false, true]);
        assert_eq!(of([3.0, -1.0, -2.0], 0b010), [false, false]);
        assert_eq!(of([0.0; 3], 0b010), [true, true]);
        assert!(Telling::default().go_with_the_win(1.0), "where nothing was seen nothing speaks against it");
    }
}
