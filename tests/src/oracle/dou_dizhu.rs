//! Dou Dizhu. A game of the package is one deal. In the package nothing may be laid that begins a row with a rank of which one
//! has all four, so these are added to the legal sets; and it lets bombs be laid on a rocket, so these are taken out.

use std::collections::HashMap;

use crate::oracle::line::{Decision, Line, Recorded};
use crate::oracle::{Ended, Oracle, Said, Way, by_seat};

const DECK: u32 = 51;
const BIDS: usize = 4;
const RANKS: usize = 15;
/// Of these ranks there are rows, and of these pairs, triplets and fours.
const IN_ROWS: usize = 12;
const IN_SETS: usize = 13;

/// How many cards of each rank.
type Counts = [u8; RANKS];

/// What may be laid: the act, the lowest rank of what counts in it, the cards.
type Laid = (&'static str, usize, Counts);

/// Dou Dizhu against open_spiel.
pub struct DouDizhu {
    /// What each of the package's actions lays, in their order from `BIDS` on.
    laid: Vec<Laid>,
    /// The actions.
    numbers: HashMap<Laid, u32>,
}

impl DouDizhu {
    /// With the table of all actions.
    pub fn new() -> Self {
        let laid = all();
        let number = |(index, laid): (usize, &Laid)| (*laid, u32::try_from(index + BIDS).unwrap());
        let numbers = laid.iter().enumerate().map(number).collect();
        Self { laid, numbers }
    }

    fn laid(&self, action: u32) -> Result<Option<Laid>, String> {
        let Some(index) = (action as usize).checked_sub(BIDS) else { return Ok(None) };
        self.laid.get(index).copied().map(Some).ok_or_else(|| format!("action {action} is too high"))
    }

    /// The decisions with the legal sets of the rules.
    fn decisions(&self, line: &Line, hands: &mut [Counts; 3], left: &Counts) -> Result<Vec<Decision>, String> {
        let (mut ahead, mut passes, mut highest): (Option<Laid>, _, _) = (None, 0, None);
        let mut all = Vec::with_capacity(line.decisions.len());
        let mut bidding = true;
        for recorded in &line.decisions {
            let laid = self.laid(recorded.choice)?;
            if bidding && (laid.is_some() || recorded.legal.iter().any(|action| *action as usize >= BIDS)) {
                bidding = false;
                (ahead, passes) = (None, 0);
                let landlord: usize = highest.ok_or("nobody bid")?;
                (0..RANKS).for_each(|rank| hands[landlord][rank] += left[rank]);
            }
            let hand = hands.get_mut(usize::from(recorded.seat)).ok_or("no such seat")?;
            let mut recorded = recorded.clone();
            if bidding {
                highest = if recorded.choice > 0 { Some(usize::from(recorded.seat)) } else { highest };
            } else {
                self.mend(&mut recorded, ahead, hand);
            }
            all.push(recorded.decision(|action| Ok(u128::from(action)))?);
            if let Some((_, _, cards)) = laid {
                (0..RANKS).for_each(|rank| hand[rank] = hand[rank].saturating_sub(cards[rank]));
                (ahead, passes) = (laid, 0);
            } else {
                passes += 1;
            }
            if passes == 2 {
                (ahead, passes) = (None, 0);
            }
        }
        Ok(all)
    }

    /// Adds rows that begin with four, and takes bombs from the rocket.
    fn mend(&self, recorded: &mut Recorded, ahead: Option<Laid>, hand: &Counts) {
        let beats = |(act, head, cards): Laid| {
            let size = |cards: Counts| cards.iter().sum::<u8>();
            ahead.is_none_or(|(led, low, under)| led == act && head > low && size(cards) == size(under))
        };
        let rows = ["lay-sequence", "lay-pairs", "lay-triplets"];
        for laid in self.laid.iter().filter(|laid| rows.contains(&laid.0) && hand[laid.1] == 4 && beats(**laid)) {
            if (0..RANKS).all(|rank| laid.2[rank] <= hand[rank]) {
                recorded.legal.push(self.numbers[laid]);
            }
        }
        if ahead.is_some_and(|(led, ..)| led == "lay-rocket") {
            recorded.legal.retain(|action| *action == 0);
        }
    }
}

impl Oracle for DouDizhu {
    fn ways(&self, line: &Line) -> Result<Vec<Way>, String> {
        let (first, cards) = line.dealt.split_first().ok_or("no deal")?;
        let cards: Vec<u32> = cards.iter().map(|action| action - DECK).collect();
        let left: Vec<u32> = (0..54).filter(|card| !cards.contains(card)).collect();
        let order = by_seat(&cards, 3, 0);
        let mut hands: [Counts; 3] = [0, 17, 34].map(|from| counts(&order[from..from + 17]));
        Ok(vec![Way {
            players: 3,
            options: vec![
                ("quadplex", "no".to_owned()),
                ("attached", "free".to_owned()),
                ("thrown-in", "over".to_owned()),
            ],
            drawn: u8::try_from(first % 3).unwrap(),
            decisions: self.decisions(line, &mut hands, &counts(&left))?,
            orders: vec![order.into_iter().chain(left).collect()],
            ..Way::default()
        }])
    }

    fn card(&self, _: &Line, rank: u32, _: u32, copy: u32) -> u32 {
        if rank < 13 { copy * 13 + rank } else { 39 + rank }
    }

    fn action(&self, _: &Line, said: &Said) -> Option<u32> {
        match said.act {
            "pass" => Some(0),
            "bid" => u32::try_from(*said.values.first()?).ok(),
            _ => None,
        }
    }

    /// The number of the action itself.
    fn choice(&self, line: &Line, said: &Said) -> Option<u128> {
        let Some(core) = said.cards.first() else { return self.action(line, said).map(u128::from) };
        let (act, ..) = self.laid.iter().find(|(act, ..)| *act == said.act)?;
        let head = core.iter().map(|card| rank(*card)).min()?;
        self.numbers.get(&(*act, head, counts(&said.cards.concat()))).map(|number| u128::from(*number))
    }

    fn returns(&self, _: &Line, ended: &Ended) -> Vec<f64> {
        ended.gained.iter().map(|points| *points as f64).collect()
    }
}

fn rank(card: u32) -> usize {
    if card < 52 { card as usize % 13 } else { card as usize - 39 }
}

fn counts(cards: &[u32]) -> Counts {
    let mut counts = [0; RANKS];
    cards.iter().for_each(|card| counts[rank(*card)] += 1);
    counts
}

/// All that may be laid, in the order of the package's actions.
fn all() -> Vec<Laid> {
    let mut all = Vec::new();
    let sets = |act, ranks, size| (0..ranks).map(move |rank| (act, rank, with([0; RANKS], rank, 1, size)));
    all.extend(sets("lay-card", RANKS, 1));
    rows(&mut all, "lay-sequence", 5, 1);
    all.extend(sets("lay-pair", IN_SETS, 2));
    rows(&mut all, "lay-pairs", 3, 2);
    all.extend(sets("lay-triplet", IN_SETS, 3));
    for (act, ranks, size) in [("lay-triplet-and-card", RANKS, 1), ("lay-triplet-and-pair", IN_SETS, 2)] {
        for (_, head, core) in sets(act, IN_SETS, 3) {
            let others = (0..ranks).filter(|rank| *rank != head);
            all.extend(others.map(|rank| (act, head, with(core, rank, 1, size))));
        }
    }
    rows(&mut all, "lay-triplets", 2, 3);
    for (act, longest, size) in [("lay-triplets-and-cards", 5, 1), ("lay-triplets-and-pairs", 4, 2)] {
        for length in 2..=longest {
            for head in 0..=IN_ROWS - length {
                let core = with([0; RANKS], head, length, 3);
                attach(&mut all, (act, head, core), core, length, RANKS - 1, size);
            }
        }
    }
    all.extend(sets("lay-bomb", IN_SETS, 4));
    all.push(("lay-rocket", 13, with([0; RANKS], 13, 2, 1)));
    all
}

/// So many cards more of each of some ranks.
fn with(mut counts: Counts, head: usize, length: usize, size: u8) -> Counts {
    counts[head..head + length].iter_mut().for_each(|count| *count += size);
    counts
}

/// Rows of at least so many ranks, and of at most 20 cards.
fn rows(all: &mut Vec<Laid>, act: &'static str, shortest: usize, size: u8) {
    for length in shortest..=IN_ROWS.min(20 / usize::from(size)) {
        all.extend((0..=IN_ROWS - length).map(|head| (act, head, with([0; RANKS], head, length, size))));
    }
}

/// All ways to attach so many more cards or pairs of `highest` or a lower rank.
fn attach(all: &mut Vec<Laid>, laid: Laid, core: Counts, more: usize, highest: usize, size: u8) {
    if more == 0 {
        all.push(laid);
        return;
    }
    let (act, head, cards) = laid;
    for rank in 0..=highest {
        let most = match rank {
            _ if core[rank] > 0 => 0,
            13 | 14 if size == 2 || cards[27 - rank] > 0 => 0,
            13 | 14 => 1,
            _ if size == 2 => 2,
            _ => 3,
        };
        if cards[rank] + size <= most {
            attach(all, (act, head, with(cards, rank, 1, size)), core, more - 1, rank, size);
        }
    }
}
