//! Groups of cards that may be picked: how many there are and which the n-th is, held to a list of all groups of a hand. Random decks,
//! hands and conditions; what a condition means is said here once more, in other words than the engine's.

use std::fmt::Write;

use bidlang::engine::{Desk, Pause, Runner, Silent, Stream};
use bidlang::lower::Compiled;
use bidlang::rulebook::Rulebook;

const SUITS: [&str; 3] = ["Clubs", "Hearts", "Stars"];

/// A card: its suit and its rank.
type Card = (usize, i64);

/// What is asked of a group.
#[derive(Debug, Clone)]
enum Asked {
    /// How many different: of ranks or of suits.
    Different {
        rank: bool,
    },
    Highest,
    Lowest,
    /// Highest less lowest.
    Spread,
    Total,
    Worths,
    Size,
    /// How many of a suit.
    OfSuit(usize),
    /// How many of the rank of the track `bar`, or above.
    AboveBar,
    /// The same of those that are not Stars: these are wild.
    Tame(Box<Asked>),
}

/// A condition on a group.
#[derive(Debug, Clone)]
enum Cond {
    Compare(Asked, &'static str, Bound),
    /// Each rank that is there is there so many times.
    Alike(&'static str, i64),
    Every(usize),
    Any(usize),
    Not(Box<Cond>),
    /// One of the two, or both.
    Either(Box<Cond>, Box<Cond>),
    Both(Box<Cond>, Box<Cond>),
    /// Only while the track `bar` is more than this.
    Unless(i64, Box<Cond>),
    /// A condition of no known shape: the second highest rank, or a remainder.
    Second(i64),
    Remainder(i64),
}

/// What is compared with.
#[derive(Debug, Clone)]
enum Bound {
    Fixed(i64),
    /// The size and so much.
    Size(i64),
    /// The number of different ranks and so much.
    Ranks(i64),
    /// The number of cards that are not wild and so much.
    Tame(i64),
    Bar(i64),
}

const TAME: &str = "number of (cards in picked where suit is not Stars)";

const COMPARISONS: [&str; 6] = ["is", "is not", "is at least", "is at most", "is more than", "is less than"];

fn compares(a: i64, how: &str, b: i64) -> bool {
    match how {
        "is" => a == b,
        "is not" => a != b,
        "is at least" => a >= b,
        "is at most" => a <= b,
        "is more than" => a > b,
        _ => a < b,
    }
}

fn worth(card: Card) -> i64 {
    3 * card.1 - 2 * i64::try_from(card.0).unwrap() - 6
}

impl Asked {
    fn text(&self) -> String {
        match self {
            Self::Different { rank: true } => "number of different rank of picked".into(),
            Self::Different { rank: false } => "number of different suit of picked".into(),
            Self::Highest => "highest rank of picked".into(),
            Self::Lowest => "lowest rank of picked".into(),
            Self::Spread => "highest rank of picked - lowest rank of picked".into(),
            Self::Total => "total rank of picked".into(),
            Self::Worths => "2 * total worth of picked".into(),
            Self::Size => "number of picked".into(),
            Self::OfSuit(suit) => format!("number of (cards in picked where suit is {})", SUITS[*suit]),
            Self::AboveBar => "number of (cards in picked where rank is at least bar)".into(),
            Self::Tame(of) => {
                let of = of.text();
                if of == "number of picked" {
                    TAME.into()
                } else {
                    of.replace("of picked", &format!("of {}", &TAME[10..]))
                }
            }
        }
    }

    fn of(&self, group: &[Card], bar: i64) -> i64 {
        let count = |of: &dyn Fn(&Card) -> bool| group.iter().filter(|card| of(card)).count() as i64;
        let mut ranks: Vec<i64> = group.iter().map(|card| card.1).collect();
        ranks.sort_unstable();
        let (lowest, highest) = (ranks.first().copied().unwrap_or(0), ranks.last().copied().unwrap_or(0));
        match self {
            Self::Different { rank: true } => {
                ranks.dedup();
                ranks.len() as i64
            }
            Self::Different { rank: false } => {
                (0..SUITS.len()).filter(|suit| group.iter().any(|card| card.0 == *suit)).count() as i64
            }
            Self::Highest => highest,
            Self::Lowest => lowest,
            Self::Spread => highest - lowest,
            Self::Total => ranks.iter().sum(),
            Self::Worths => 2 * group.iter().map(|card| worth(*card)).sum::<i64>(),
            Self::Size => group.len() as i64,
            Self::OfSuit(suit) => count(&|card| card.0 == *suit),
            Self::AboveBar => count(&|card| card.1 >= bar),
            Self::Tame(of) => {
                let tame: Vec<Card> = group.iter().copied().filter(|card| SUITS[card.0] != "Stars").collect();
                of.of(&tame, bar)
            }
        }
    }
}

impl Bound {
    fn text(&self) -> String {
        let plus = |n: &i64| if *n < 0 { format!(" - {}", -n) } else { format!(" + {n}") };
        match self {
            Self::Fixed(n) if *n < 0 => format!("- {}", -n),
            Self::Fixed(n) => n.to_string(),
            Self::Size(n) => format!("number of picked{}", plus(n)),
            Self::Ranks(n) => format!("number of different rank of picked{}", plus(n)),
            Self::Tame(n) => format!("{TAME}{}", plus(n)),
            Self::Bar(n) => format!("bar{}", plus(n)),
        }
    }

    fn of(&self, group: &[Card], bar: i64) -> i64 {
        match self {
            Self::Fixed(n) => *n,
            Self::Size(n) => group.len() as i64 + n,
            Self::Ranks(n) => Asked::Different { rank: true }.of(group, bar) + n,
            Self::Tame(n) => Asked::Tame(Box::new(Asked::Size)).of(group, bar) + n,
            Self::Bar(n) => bar + n,
        }
    }
}

impl Cond {
    fn text(&self) -> String {
        match self {
            Self::Compare(asked, how, bound) => format!("{} {how} {}", asked.text(), bound.text()),
            Self::Alike(how, count) => format!(
                "number of (cards in picked as this where number of (cards in picked where rank is rank of this) {how} {count}) \
                 is number of picked"
            ),
            Self::Every(suit) => format!("suit of every card in picked is {}", SUITS[*suit]),
            Self::Any(suit) => format!("suit of any card in picked is {}", SUITS[*suit]),
            Self::Not(of) => format!("not ({})", of.text()),
            Self::Either(a, b) => format!("({} or {})", a.text(), b.text()),
            Self::Both(a, b) => format!("({} and {})", a.text(), b.text()),
            Self::Unless(than, of) => format!("(bar is at most {than} or {})", of.text()),
            Self::Second(than) => format!("second highest rank of picked is at least {than}"),
            Self::Remainder(of) => format!("total rank of picked mod {of} is 0"),
        }
    }

    fn holds(&self, group: &[Card], bar: i64) -> bool {
        match self {
            Self::Compare(asked, how, bound) => compares(asked.of(group, bar), how, bound.of(group, bar)),
            Self::Alike(how, count) => group
                .iter()
                .all(|this| compares(group.iter().filter(|card| card.1 == this.1).count() as i64, how, *count)),
            Self::Every(suit) => group.iter().all(|card| card.0 == *suit),
            Self::Any(suit) => group.iter().any(|card| card.0 == *suit),
            Self::Not(of) => !of.holds(group, bar),
            Self::Either(a, b) => a.holds(group, bar) || b.holds(group, bar),
            Self::Both(a, b) => a.holds(group, bar) && b.holds(group, bar),
            Self::Unless(than, of) => bar <= *than || of.holds(group, bar),
            Self::Second(than) => {
                let mut ranks: Vec<i64> = group.iter().map(|card| card.1).collect();
                ranks.sort_unstable();
                ranks.iter().rev().nth(1).copied().unwrap_or(0) >= *than
            }
            Self::Remainder(of) => group.iter().map(|card| card.1).sum::<i64>() % of == 0,
        }
    }
}

/// Draws numbers for a case.
struct Draw(Stream);

impl Draw {
    fn below(&mut self, n: u32) -> i64 {
        i64::from(self.0.below(n))
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u32) as usize].clone()
    }

    fn suit(&mut self) -> usize {
        self.below(3) as usize
    }

    fn compare(&mut self) -> Cond {
        let asked = match self.below(10) {
            0 | 1 => Asked::Different { rank: true },
            2 => Asked::Different { rank: false },
            3 => Asked::Highest,
            4 => Asked::Lowest,
            5 => Asked::Spread,
            6 => Asked::Total,
            7 => Asked::Worths,
            8 => Asked::OfSuit(self.suit()),
            _ => self.one(&[Asked::Size, Asked::AboveBar]),
        };
        let bound = match self.below(6) {
            0 | 1 => Bound::Fixed(self.below(6) - 1),
            2 | 3 => Bound::Size(self.below(4) - 2),
            4 => Bound::Ranks(self.below(4) - 2),
            _ => Bound::Bar(self.below(9) - 2),
        };
        Cond::Compare(asked, self.one(&COMPARISONS), bound)
    }

    /// Conditions joined by `or`, and what may stand among them.
    fn either(&mut self) -> Cond {
        let mut part = || match self.below(8) {
            0 => Cond::Any(self.suit()),
            1 => Cond::Every(self.suit()),
            2 => Cond::Not(Box::new(self.compare())),
            3 => Cond::Both(Box::new(self.compare()), Box::new(self.compare())),
            4 => Cond::Unless(self.below(6), Box::new(self.compare())),
            _ => self.compare(),
        };
        let two = Cond::Either(Box::new(part()), Box::new(part()));
        match self.below(4) {
            0 => Cond::Either(Box::new(two), Box::new(self.compare())),
            1 => Cond::Not(Box::new(two)),
            _ => two,
        }
    }

    /// A condition; those that belong together come together more often than by chance.
    fn conds(&mut self) -> Vec<Cond> {
        let is = |asked: Asked, bound: Bound| Cond::Compare(asked, "is", bound);
        let (rank, suit) = (Asked::Different { rank: true }, Asked::Different { rank: false });
        if self.below(4) == 0 {
            return self.wild();
        }
        let mut found = match self.below(9) {
            0 => vec![is(rank, Bound::Fixed(1))],
            1 => vec![is(rank, Bound::Size(0)), is(Asked::Spread, Bound::Size(-1))],
            2 => vec![is(suit, Bound::Fixed(1)), is(Asked::Spread, Bound::Size(-1))],
            3 => vec![Cond::Alike(self.one(&COMPARISONS), self.below(3) + 1), is(Asked::Spread, Bound::Ranks(-1))],
            4 => vec![is(rank, Bound::Fixed(1)), is(suit, Bound::Size(0))],
            5 => vec![Cond::Compare(
                self.one(&[Asked::Total, Asked::Worths]),
                self.one(&COMPARISONS),
                Bound::Bar(self.below(12)),
            )],
            _ => Vec::new(),
        };
        for _ in 0..self.below(3) {
            let cond = match self.below(15) {
                12..=14 => self.either(),
                0 => Cond::Every(self.suit()),
                1 => Cond::Any(self.suit()),
                2 => Cond::Not(Box::new(self.compare())),
                3 => Cond::Unless(self.below(6), Box::new(self.compare())),
                4 => Cond::Second(self.below(6)),
                5 => Cond::Remainder(self.below(3) + 2),
                6 => Cond::Alike(self.one(&COMPARISONS), self.below(3) + 1),
                _ => self.compare(),
            };
            found.push(cond);
        }
        if found.is_empty() {
            found.push(self.compare());
        }
        found
    }
}

impl Draw {
    /// Sets, runs, and one or the other, with wild cards or without.
    fn wild(&mut self) -> Vec<Cond> {
        let wild = self.below(3) > 0;
        let of = |asked: Asked| if wild { Asked::Tame(Box::new(asked)) } else { asked };
        let rank = || of(Asked::Different { rank: true });
        let suit = || of(Asked::Different { rank: false });
        let both = |a: Cond, b: Cond| Cond::Both(Box::new(a), Box::new(b));
        let size = || if wild { Bound::Tame(0) } else { Bound::Size(0) };
        let one = |how: &'static str, asked: Asked| Cond::Compare(asked, how, Bound::Fixed(1));
        let how = self.one(&["is", "is at most", "is less than"]);
        let set = one(how, rank());
        let set = if self.below(2) == 0 { both(set, Cond::Compare(suit(), "is", size())) } else { set };
        let near = Cond::Compare(of(Asked::Spread), self.one(&["is", "is at most"]), Bound::Size(-1));
        let run = both(Cond::Compare(rank(), "is", size()), near);
        let run = if self.below(2) == 0 { both(run, one("is", suit())) } else { run };
        let mut found = vec![match self.below(4) {
            0 => set,
            1 => run,
            _ => Cond::Either(Box::new(set), Box::new(run)),
        }];
        match self.below(6) {
            0 => found.push(Cond::Compare(of(Asked::Highest), self.one(&COMPARISONS), Bound::Bar(self.below(5) - 3))),
            1 => found.push(Cond::Compare(of(Asked::Lowest), self.one(&COMPARISONS), Bound::Bar(self.below(5) - 3))),
            2 => found.push(Cond::Compare(of(Asked::Size), self.one(&COMPARISONS), Bound::Fixed(self.below(4)))),
            3 => found.push(self.compare()),
            4 => found.push(self.either()),
            _ => {}
        }
        found
    }
}

/// What is picked behind the group.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Second {
    Nothing,
    /// One or two cards, whichever.
    Any,
    /// One or two cards of one suit.
    OneSuit,
    /// A card, whichever; if there is one.
    Card,
    /// A card of another rank than the lowest.
    Kicker,
    /// One or two cards of less in all.
    Less,
    /// One or two cards, not as many as the lowest rank.
    NotAsMany,
    /// A number, and two cards that are no higher.
    UpTo,
    /// A number; or one that the group bounds.
    Number,
    UpToSize,
}

impl Second {
    fn text(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Any | Self::Less => " with 1 to 2 cards from hand to side as others",
            Self::OneSuit => {
                " with 1 to 2 cards from hand to side as others so that number of different suit of others is 1"
            }
            Self::Card => " with a card from hand to side if able",
            Self::Kicker => {
                " with a card from hand to side as kicker where rank of kicker is not lowest rank of picked"
            }
            Self::NotAsMany => {
                " with 1 to 2 cards from hand to side as others so that lowest rank of picked is not number of others"
            }
            Self::UpTo => {
                " with a number from 1 to 4 as bound with 2 cards from hand to side as others so that highest rank of others is at most bound"
            }
            Self::Number => " with a number from 2 to 4",
            Self::UpToSize => " with a number from 1 to number of picked",
        }
    }

    /// All that may be picked behind a group, of the cards that are left.
    fn all(self, case: &Case, left: u128, group: &[Card]) -> Vec<u128> {
        let total = |cards: &[Card]| cards.iter().map(|card| card.1).sum::<i64>();
        let some = |most: usize, fits: &dyn Fn(&[Card]) -> bool| {
            let mut found = Vec::new();
            (1..=most).for_each(|size| case.sized(&case.sorts(left), size, (&mut Vec::new(), 0), fits, &mut found));
            found.into_iter().map(|(set, _)| set).collect::<Vec<u128>>()
        };
        match self {
            Self::Nothing => vec![0],
            Self::Any => some(2, &|_| true),
            Self::OneSuit => some(2, &|cards| cards.iter().all(|card| card.0 == cards[0].0)),
            Self::Card if left == 0 => vec![0],
            Self::Card => some(1, &|_| true),
            Self::Kicker => some(1, &|cards| group.iter().map(|card| card.1).min() != Some(cards[0].1)),
            Self::Less => some(2, &|cards| total(cards) < total(group)),
            Self::NotAsMany => some(2, &|cards| group.iter().map(|card| card.1).min() != Some(cards.len() as i64)),
            Self::UpTo => (1..=4)
                .flat_map(|bound| some(2, &|cards| cards.len() == 2 && cards.iter().all(|card| card.1 <= bound)))
                .collect(),
            Self::Number => vec![0; 3],
            Self::UpToSize => vec![0; group.len()],
        }
    }
}

/// A deck, a hand size, a bar, numbers of cards, conditions, and conditions as `must` lines.
#[derive(Debug)]
struct Case {
    deck: Vec<Card>,
    hand: usize,
    bar: i64,
    least: i64,
    most: i64,
    so_that: Vec<Cond>,
    musts: Vec<Cond>,
    second: Second,
}

impl Case {
    fn drawn(number: u64) -> Self {
        let mut draw = Draw(Stream::new(number, 12));
        let copies = 1 + draw.below(3) * draw.below(2);
        let ranks = 3 + draw.below(5);
        let mut deck: Vec<Card> = Vec::new();
        for rank in 1..=ranks {
            for suit in 0..3 {
                deck.extend((0..copies).map(|_| (suit, rank)));
            }
        }
        if draw.below(2) == 0 {
            // Suit by suit.
            deck.sort_unstable();
        }
        let hand = (3 + draw.below(7) as usize).min(deck.len());
        let least = draw.below(4);
        let most = least.max(2) + draw.below(4);
        let mut so_that = draw.conds();
        let musts = so_that.split_off(draw.below(so_that.len() as u32 + 1) as usize);
        let bar = draw.below(9);
        // Behind a group that has a card at least, something else in one of three cases.
        let seconds = [
            Second::Any,
            Second::OneSuit,
            Second::Card,
            Second::Kicker,
            Second::Less,
            Second::NotAsMany,
            Second::UpTo,
            Second::Number,
            Second::UpToSize,
        ];
        let second = if draw.below(3) == 0 { draw.one(&seconds) } else { Second::Nothing };
        let least = if second == Second::Nothing { least } else { least.max(1) };
        Self { deck, hand, bar, least, most, so_that, musts, second }
    }

    fn text(&self) -> String {
        let mut rows = String::new();
        for same in self.deck.chunk_by(|a, b| a == b) {
            let (suit, rank) = same[0];
            writeln!(rows, "  {} copies of {rank} of {}", same.len(), SUITS[suit]).unwrap();
        }
        let so_that: Vec<String> = self.so_that.iter().map(Cond::text).collect();
        let so_that = if so_that.is_empty() { String::new() } else { format!(" so that {}", so_that.join(" and ")) };
        let mut musts: String = self.musts.iter().map(|must| format!("      must {}\n", must.text())).collect();
        if self.second == Second::Less {
            musts.push_str("      must total rank of others is less than total rank of picked\n");
        }
        format!(
            "game Groups\nplayers 2\n\ncards\n  suit  Clubs, Hearts, Stars\n  rank  1 to 9\n{rows}\nplaces\n  hand  each player  \
             seen by owner\n  pile  seen by all\n  side  seen by all\n\ntrack\n  bar  number from 0 to 20\n\n\
             value worth of card is 3 * rank - 2 * position of suit - 4\n\nplay\n  shuffle box\n  deal {} from box to hand of seat 1\n  \
             set bar to {}\n  ask seat 1\n    act lay {} to {} cards from hand to pile as picked{so_that}{}\n{musts}    act skip\n  score total worth of pile + number of cards in side + bar to seat 1 for groups\n  won by players with highest score\n",
            self.hand,
            self.bar,
            self.least,
            self.most,
            self.second.text()
        )
    }

    /// All choices, in their order: fewer cards first, then with more of an earlier sort, then what is picked behind.
    fn choices(&self, hand: u128) -> Vec<(u128, u128)> {
        let fits = |group: &[Card]| self.so_that.iter().chain(&self.musts).all(|cond| cond.holds(group, self.bar));
        let mut groups = Vec::new();
        for size in self.least..=self.most {
            self.sized(&self.sorts(hand), size as usize, (&mut Vec::new(), 0), &fits, &mut groups);
        }
        let behind = |(group, cards): &(u128, Vec<Card>)| {
            self.second.all(self, hand & !group, cards).into_iter().map(|second| (*group, second)).collect::<Vec<_>>()
        };
        groups.iter().flat_map(behind).collect()
    }

    /// Like cards together, by the first of them.
    fn sorts(&self, hand: u128) -> Vec<(Card, Vec<u8>)> {
        let mut sorts: Vec<(Card, Vec<u8>)> = Vec::new();
        for (card, kind) in (0_u8..).zip(&self.deck).filter(|(card, _)| hand >> card & 1 == 1) {
            match sorts.iter_mut().find(|(known, _)| known == kind) {
                Some((_, cards)) => cards.push(card),
                None => sorts.push((*kind, vec![card])),
            }
        }
        sorts
    }

    fn sized(
        &self,
        sorts: &[(Card, Vec<u8>)],
        left: usize,
        (taken, set): (&mut Vec<Card>, u128),
        fits: &dyn Fn(&[Card]) -> bool,
        found: &mut Vec<(u128, Vec<Card>)>,
    ) {
        let Some(((kind, cards), rest)) = sorts.split_first() else {
            if left == 0 && fits(taken) {
                found.push((set, taken.clone()));
            }
            return;
        };
        for take in (0..=cards.len().min(left)).rev() {
            let before = taken.len();
            taken.extend((0..take).map(|_| *kind));
            let more = cards[..take].iter().fold(0, |set, card| set | 1_u128 << card);
            self.sized(rest, left - take, (taken, set | more), fits, found);
            taken.truncate(before);
        }
    }
}

/// The place that a name of the file has, of the first owner.
fn place(compiled: &Compiled, rulebook: &Rulebook, name: &str) -> u32 {
    let number = rulebook.game.places.iter().position(|place| place.name == name).unwrap();
    let found = compiled.program.places.iter().position(|place| usize::from(place.name) == number).unwrap();
    u32::try_from(found).unwrap()
}

/// Holds one case to the list of its groups: how many there are, or what is wrong.
fn holds(number: u64) -> Result<usize, String> {
    is_held(number, &Case::drawn(number))
}

fn is_held(number: u64, case: &Case) -> Result<usize, String> {
    let text = case.text();
    let rulebook = Rulebook::read("groups", &text).map_err(|problems| format!("{problems:?} {text}"))?;
    let setup = rulebook.setup(Some(2), &[]).unwrap();
    let compiled = rulebook.compile(&setup).map_err(|problems| format!("{problems:?} {text}"))?;
    let [hand, pile, side] = ["hand", "pile", "side"].map(|name| place(&compiled, &rulebook, name));
    let runner = Runner::new(&compiled.program);
    let mut all = 0;
    for seed in 0..2 {
        let mut desk = runner.desk(seed);
        assert_eq!(runner.run(&mut desk, &mut Silent), Ok(Pause::Decision(1)), "{number}: {text}");
        let groups = case.choices(desk.state().mask(hand).low());
        let count = runner.choices(&mut desk, 0);
        let taken = |n: u64| {
            let mut desk: Desk = desk.clone();
            assert_eq!(runner.take(&mut desk, 0, n), Ok(0), "case {number}, seed {seed}, {n}");
            (desk.state().mask(pile).low(), desk.state().mask(side).low())
        };
        if count != groups.len() as u64 + 1 {
            let found: Vec<_> = (0..count.saturating_sub(1).min(2_000)).map(taken).collect();
            let missed = groups.iter().find(|group| !found.contains(group));
            let (all, hand) = (groups.len(), desk.state().mask(hand).low());
            return Err(format!(
                "case {number}, seed {seed}: {all} groups, counted {count} with one more, of {hand:x} missed {missed:x?}, {text}"
            ));
        }
        for (n, group) in (0..).zip(&groups) {
            let found = taken(n);
            if found != *group {
                return Err(format!("case {number}, seed {seed}, choice {n}: {found:x?}, not {group:x?}, {text}"));
            }
        }
        all += groups.len();
    }
    Ok(all)
}

/// Holds many cases; how many groups there were.
fn all_hold(cases: std::ops::Range<u64>) -> usize {
    let found: Vec<Result<usize, String>> = cases.map(holds).collect();
    let wrong: Vec<&String> = found.iter().filter_map(|found| found.as_ref().err()).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong, the first: {}",
        wrong.len(),
        wrong.iter().take(4).map(|wrong| format!("{wrong}\n")).collect::<String>()
    );
    found.into_iter().flatten().sum()
}

#[test]
fn groups_are_counted_and_numbered_as_a_list_of_them_says() {
    let all = all_hold(0..800);
    assert!(all > 20_000, "only {all} groups");
}

/// The highest card is below two and above two: no group is, and none is taken off those that are.
#[test]
fn groups_of_which_nothing_can_be_are_none() {
    let highest = |how, bound| Cond::Compare(Asked::Highest, how, bound);
    for kept in [
        vec![highest("is", Bound::Bar(0)), highest("is at least", Bound::Fixed(3))],
        vec![Cond::Either(
            Box::new(Cond::Both(
                Box::new(highest("is", Bound::Bar(0))),
                Box::new(highest("is at least", Bound::Fixed(3))),
            )),
            Box::new(highest("is", Bound::Bar(1))),
        )],
    ] {
        let deck = (1..=5).flat_map(|rank| (0..3).map(move |suit| (suit, rank))).collect();
        let (so_that, second) = (Vec::new(), Second::Nothing);
        let case = Case { deck, hand: 9, bar: 1, least: 1, most: 4, so_that, musts: kept, second };
        is_held(0, &case).unwrap();
    }
}

/// Not part of an ordinary run.
#[test]
#[ignore = "long: many random decks and conditions"]
fn many_groups_are_counted_and_numbered_as_a_list_of_them_says() {
    println!("{} groups", all_hold(800..100_000));
}
