//! What is seen of a card that is played to a trick.

use bidlang::engine::CardSet;
use bidlang::engine::{Ask, Desk, GoesBy, Program, Role, Runner, Source, Turns, each_card};

use super::super::Candidate;
use super::super::strength::Strengths;
use super::pairs::MOST_PAIRS;
use super::{Asked, Block, PARTS, Seen, Traits, lying, said};

/// Where a seat is in a trick: it leads; one of its side is ahead, or another, and others come or not.
const PLACES: u32 = 5;
/// What comes of a card: it takes for good, it takes for now, it does not take.
const OUTCOMES: u32 = 3;
/// How strong it is among those at hand.
const STRENGTHS: u32 = 5;
/// What counts in the tricks: values of a track that are told apart.
pub(super) const MODES: u32 = 8;
/// What a card is put to: it leads, takes, goes to one's own side, or to others.
const USES: u32 = 4;

/// Tricks of a decision.
#[derive(Debug)]
pub struct Tricks {
    pub(super) form: u16,
    pub(super) goes_by: GoesBy,
    /// The slot of which values are told apart, with its lowest, and how many there are.
    pub(super) mode: Option<(u32, i64, usize)>,
    /// Where cards are played from.
    hands: Vec<u16>,
}

/// Weights of cards played to tricks.
pub const fn size(cards: u32) -> u32 {
    PLACES * OUTCOMES * PARTS * MODES
        + PLACES * OUTCOMES * STRENGTHS * 2 * PARTS
        + USES * PARTS * cards
        + 2 * PARTS * cards
        + PLACES * 4 * PARTS * MODES
        + MOST_PAIRS as u32 * 3 * PLACES * OUTCOMES
}

/// Of several slots that of which most values are told apart: what was bid rather than a suit that is named once for a card without one.
fn most(slots: impl Iterator<Item = (u32, i64, usize)>) -> Option<(u32, i64, usize)> {
    slots.reduce(|best, other| if other.2 > best.2 { other } else { best })
}

impl Tricks {
    /// Of a decision, where it is one of cards played to tricks.
    pub fn of(program: &Program, ask: &Ask) -> Option<Self> {
        let Turns::Tricks(form) = ask.turns else { return None };
        let goes_by = GoesBy::of(program, program.tricks.get(usize::from(form))?);
        let track = |slot: &u32| {
            let track = program.tracks.iter().find(|track| track.base == *slot && track.dims.is_empty())?;
            let (low, high) = track.range;
            let count = usize::try_from(high.saturating_sub(low)).ok()? + 1;
            (count <= MODES as usize).then_some((*slot, low, count))
        };
        let hands = ask.acts.iter().filter(|act| act.role == Role::Play).flat_map(|act| &act.picks);
        let hands = hands.flat_map(|pick| match pick.source {
            Source::Cards { from, .. } => program.places_of(from),
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => Vec::new(),
        });
        Some(Self { form, mode: most(goes_by.slots.iter().filter_map(track)), goes_by, hands: hands.collect() })
    }
}

impl Traits {
    /// Those of cards played to a trick; false where it is none that can be judged.
    pub(super) fn see_tricks(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        asked: &Asked,
        strengths: &mut Strengths,
        (options, seen): (&mut [Candidate], &mut Vec<u32>),
    ) -> bool {
        let Some(tricks) = &asked.tricks else { return false };
        let Some(mut laying) = self.judge.laying(runner, desk) else { return false };
        let known = strengths.of((runner, &self.judge), desk, (tricks.form, None), (&tricks.goes_by, self.all));
        let Some(order) = known else { return false };
        // Where it takes its time, which card takes the trick goes by those that lead and are ahead.
        let before = laying.led_and_ahead().filter(|_| self.judge.is_dear(tricks.form));
        let taking = before.map(|before| order.taking(&self.judge, desk, (tricks.form, self.all), before));
        let order = &*order;
        let part = self.sides.part(desk.state(), laying.turn);
        let own = options.iter().fold(CardSet::NONE, |set, option| {
            set | option.choice.picks.first().map_or(CardSet::NONE, |pick| pick.cards)
        });
        // What the seat holds itself cannot beat its card, be it legal now or not.
        let rest = lying(desk.state(), &tricks.hands) & !own & !self.hand(desk.state(), laying.turn);
        let last = laying.to_come == 0;
        let place = match laying.ahead {
            None => 0,
            Some(ahead) => {
                1 + 2 * u32::from(!self.sides.are_together(desk.state(), laying.turn, ahead)) + u32::from(last)
            }
        };
        let mode = tricks.mode.map_or(0, |(slot, low, _)| u32::try_from(desk.state().int(slot) - low).unwrap_or(0));
        let pairs = self.pairs.get(usize::from(laying.turn)).into_iter().flatten();
        let compared: Vec<u32> = pairs
            .map(|(one, other)| match desk.state().int(*one).cmp(&desk.state().int(*other)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            })
            .collect();
        let lies: Vec<u8> = each_card(self.likes.firsts(laying.cards().collect())).collect();
        let strength = |card: u8| order.under(card);
        let deck = self.all.count_ones();
        for option in options.iter_mut() {
            let Some(card) = option.choice.picks.first().filter(|pick| pick.cards.count_ones() == 1) else {
                said::see(&self.likes, asked, (part, None), (None, None), None, Seen::new(option, seen));
                continue;
            };
            let card = u8::try_from(card.cards.trailing_zeros()).unwrap_or(0);
            let mut seen = Seen::new(option, seen);
            let index = usize::from(card);
            let over = order.over.get(index).copied().unwrap_or(CardSet::NONE);
            let takes = place == 0
                || match taking {
                    Some(taking) => taking.has(card),
                    None => self.judge.takes(desk, &mut laying, card),
                };
            let outcome = match takes {
                true if last || over & rest == 0 => 0,
                true => 1,
                false => 2,
            };
            let mine = strength(card);
            let weaker = each_card(own).filter(|other| strength(*other) < mine).count() as u32;
            let among = own.count_ones().saturating_sub(1).max(1);
            let bucket = if own.count_ones() < 2 { 2 } else { (weaker * (STRENGTHS - 1) + among / 2) / among };
            let trump = u32::from(mine * 2 > deck);
            let usage = match (place, takes) {
                (0, _) => 0,
                (_, true) => 1,
                (1 | 2, false) => 2,
                (_, false) => 3,
            };
            let threats = match (over & rest).count_ones() {
                0 => 0,
                1 => 1,
                2..=3 => 2,
                _ => 3,
            };
            let mut block = Block(said::behind(asked));
            seen.has(block.at(&[(place, PLACES), (outcome, OUTCOMES), (part, PARTS), (mode, MODES)]));
            seen.has(block.at(&[(place, PLACES), (outcome, OUTCOMES), (bucket, STRENGTHS), (trump, 2), (part, PARTS)]));
            seen.has(block.at(&[(usage, USES), (part, PARTS), (u32::from(self.likes.first(card)), asked.cards)]));
            let taken = block.at(&[(u32::from(takes), 2), (part, PARTS), (0, asked.cards)]);
            seen.has(block.at(&[(place, PLACES), (threats, 4), (part, PARTS), (mode, MODES)]));
            let outcome_here = place * OUTCOMES + outcome;
            for compared in &compared {
                seen.has(block.at(&[(*compared, 3), (outcome_here, PLACES * OUTCOMES)]));
            }
            for laid in &lies {
                seen.has(taken + u32::from(*laid));
            }
        }
        true
    }
}
