//! A card is picked and something that goes by the card, as a suit that is not its own: which fit which is known before the game.

use super::super::act::Picked;
use super::super::eval::{Given, each_card};
use super::super::program::{Act, CardSet, Source};
use super::super::state::bit;
use super::Build;
use super::desk::Desk;
use super::effects::Picks;
use super::numbers::{planes, total};
use super::select::nth_bit;
use super::singles::Singles;
use crate::index::item;

/// The choices of an act that picks a card and a companion for it.
pub(super) struct Companions {
    cards: Singles,
    /// How many companions there are, fit or not.
    companions: u64,
    /// For each card, the companions that fit, a bit each.
    fits: Box<[u64]>,
    /// How many these are, as [`planes`].
    counts: Box<[CardSet]>,
}

impl Build<'_> {
    /// The choices of an act, if they are a card and a companion for which nothing else matters than what they are.
    pub(super) fn companions(&self, act: &Act) -> Option<Companions> {
        let [first, second] = act.picks.as_slice() else { return None };
        let count = match second.source {
            Source::Member { count, .. } => count,
            Source::Seat => u32::from(self.program.seats),
            Source::YesNo => 2,
            Source::Number { .. } | Source::Cards { .. } => return None,
        };
        let Source::Cards { from, if_able: false, .. } = first.source else { return None };
        let plain = !first.several && first.so_that.is_none() && second.so_that.is_none() && count <= 64;
        let free = act.musts.iter().all(|must| !must.of_picks && !must.if_able);
        if !plain
            || !free
            || second.filter.is_some_and(|filter| !self.depends_only_on(filter, &[first.reg, second.reg]))
        {
            return None;
        }
        let mut filter = second.filter.map(|filter| Given::new(self.program, filter));
        let mut fit = |card: i64, value: u32| {
            let Some(filter) = &mut filter else { return Some(true) };
            let regs = [(first.reg, card), (second.reg, i64::from(value))];
            filter.of(&[], &regs).map(|found| found != 0)
        };
        let mut fits_of = |card: i64| {
            (0..count).try_fold(0_u64, |fits, value| Some(if fit(card, value)? { fits | 1 << value } else { fits }))
        };
        let fits: Option<Box<[u64]>> = (0..).zip(&self.program.like).map(|(card, _)| fits_of(card)).collect();
        let fits = fits?;
        let counts: Vec<i64> = fits.iter().map(|fits| i64::from(fits.count_ones())).collect();
        Some(Companions {
            companions: u64::from(count),
            cards: self.singles(first, from, None),
            counts: planes(&counts)?,
            fits,
        })
    }
}

impl Companions {
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        let cards = self.cards.of(desk, CardSet::NONE);
        desk.works(u64::from(cards.count_ones()) * (1 + self.companions), 0);
        (total::<false>(&self.counts, cards).cast_unsigned(), cards)
    }

    pub(super) fn nth(&self, n: u64, cards: CardSet, picks: &mut Picks) {
        let mut left = n;
        for card in each_card(cards) {
            let fits = item(&self.fits, usize::from(card));
            let count = u64::from(fits.count_ones());
            if left < count {
                let value = i64::from(nth_bit(fits, left));
                for (to, picked) in picks.iter_mut().zip([Picked::of(bit(card)), Picked::number(value)]) {
                    *to = picked;
                }
                return;
            }
            left -= count;
        }
    }
}
