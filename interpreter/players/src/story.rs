//! What a seat has been told so far, line by line, and what it has chosen: all that a player knows of a game.

use bidlang::Prepared;
use bidlang::engine::{CardSet, CardsTold, Choice, Desk, PickTold, Runner, Telling, each_card};
use bidlang::ir::Ty;

/// Cards that nobody can tell apart are taken for each other: each is called by the first of its like.
#[derive(Debug, Clone)]
pub struct Likes {
    /// Which cards are like which.
    pub cards: bidlang::engine::Likes,
    /// Tracks that remember a card.
    tracks: Vec<u16>,
}

/// An own choice among several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Own {
    /// What was chosen.
    pub choice: Choice,
    /// Among how many.
    pub count: u64,
}

/// What was told of somebody's choice.
#[derive(Debug, Clone, Copy)]
pub struct ActTold<'s> {
    /// The act, by its place in the decision.
    pub act: u8,
    /// What is told of its picks.
    pub picks: &'s [PickTold],
    /// Whether it is told that there was no other.
    pub forced: bool,
}

/// What a seat has been told, and what it has chosen.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// What was told, like cards taken for each other.
    pub lines: Vec<Telling>,
    /// Own choices among several.
    pub own: Vec<Own>,
}

impl Story {
    /// What is told of the choice that a seat makes in a decision, when so many lines have been told before; none where nothing is told yet.
    pub fn act(&self, from: usize, ask: u16, seat: u8) -> Option<ActTold<'_>> {
        self.lines.get(from..)?.iter().find_map(|line| match line {
            Telling::Act { ask: of, seat: by, act, picks, forced, .. } if (*of, *by) == (ask, seat) => {
                Some(ActTold { act: *act, picks, forced: *forced })
            }
            _ => None,
        })
    }

    /// The cards that are told to leave a place as soon as that choice has been told, before another is: those that were picked, as it seems.
    pub fn goes_then(&self, from: usize, (ask, seat): (u16, u8), place: u16) -> CardSet {
        let rest = self.lines.get(from..).unwrap_or_default().iter();
        let act = |line: &Telling| matches!(line, Telling::Act { ask: of, seat: by, .. } if (*of, *by) == (ask, seat));
        let then = rest.skip_while(|line| !act(line)).skip(1).take_while(|line| !matches!(line, Telling::Act { .. }));
        let leaves = |line: &&Telling| matches!(line, Telling::Move { from, .. } if *from == Some(place));
        then.filter(leaves).fold(CardSet::NONE, |set, line| set | cards_of(line))
    }

    /// The lines from one on, until half of so many cards are shuffled: what is told of cards behind that says nothing of where they lie.
    pub fn until_shuffled(&self, from: usize, cards: usize) -> &[Telling] {
        let rest = self.lines.get(from..).unwrap_or_default();
        let most = |line: &Telling| matches!(line, Telling::Shuffle { count: Some(count), .. } if *count as usize * 2 >= cards);
        let end = rest.iter().skip(1).position(most).map_or(rest.len(), |at| at + 1);
        rest.get(..end).unwrap_or_default()
    }

    /// The cards that are told to be where they are, from a line on, until half of so many cards are shuffled.
    pub fn named_from(&self, from: usize, cards: usize) -> CardSet {
        self.until_shuffled(from, cards).iter().fold(CardSet::NONE, |set, line| set | cards_of(line))
    }
}

/// The cards that a line names.
pub fn cards_of(line: &Telling) -> CardSet {
    let set = |cards: &[u8]| cards.iter().copied().collect();
    match line {
        Telling::Move { cards: CardsTold::Which(cards), .. }
        | Telling::Show { cards, .. }
        | Telling::Shuffle { order: Some(cards), .. } => set(cards),
        Telling::Act { picks, .. } => picks.iter().flat_map(PickTold::cards).collect(),
        _ => CardSet::NONE,
    }
}

impl Likes {
    /// Which cards of a game are alike.
    #[must_use]
    pub fn of(prepared: &Prepared) -> Self {
        let tracks = (0_u16..).zip(&prepared.game().game.tracks).filter(|(_, track)| track.ty == Ty::Card);
        Self {
            cards: bidlang::engine::Likes::of(prepared.runner().program()),
            tracks: tracks.map(|(number, _)| number).collect(),
        }
    }

    /// A choice with cards that are there to be picked, where others are like those that it names.
    pub fn among_those_there(&self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice) -> Choice {
        let mut found = *choice;
        if self.cards.differ() {
            return found;
        }
        let act = runner.ask(desk.state()).and_then(|ask| ask.acts.get(usize::from(choice.act)));
        let picks = act.into_iter().flat_map(|act| &act.picks);
        let mut taken = CardSet::NONE;
        for (pick, picked) in picks.zip(&mut found.picks) {
            let (mut source, mut cards) = (runner.source(desk, seat, pick) & !taken, CardSet::NONE);
            for card in each_card(picked.cards) {
                let sort = self.cards.of_card(card);
                // What is not there cannot be picked: that is found where it is asked whether it is legal.
                if let Some(one) = each_card(source & sort).chain(each_card(sort & !cards & !taken)).next() {
                    cards |= CardSet::one(one);
                    source &= !CardSet::one(one);
                }
            }
            picked.cards = cards;
            taken |= cards;
        }
        found
    }

    /// Whether a track remembers a card.
    #[must_use]
    pub fn holds_card(&self, track: u16) -> bool {
        self.tracks.contains(&track)
    }

    /// Calls each card of a line by the first of its like.
    pub fn settle(&self, line: &mut Telling) {
        if self.cards.differ() {
            return;
        }
        match line {
            Telling::Move { cards: CardsTold::Which(cards), .. }
            | Telling::Show { cards, .. }
            | Telling::Shuffle { order: Some(cards), .. } => {
                cards.iter_mut().for_each(|card| *card = self.cards.first(*card))
            }
            Telling::Set { track, value, .. } | Telling::ShowTrack { track, value, .. } if self.holds_card(*track) => {
                *value = u8::try_from(*value).map_or(*value, |card| i64::from(self.cards.first(card)));
            }
            Telling::Score { items: Some(items), .. } => {
                items.iter_mut().for_each(|(card, _)| *card = self.cards.first(*card));
            }
            Telling::Act { picks, .. } => picks.iter_mut().for_each(|pick| {
                if let PickTold::Whole(picked) = pick {
                    picked.cards = self.cards.firsts(picked.cards);
                }
            }),
            Telling::Pass { .. }
            | Telling::Shuffle { order: None, .. }
            | Telling::Draw { .. }
            | Telling::Move { .. }
            | Telling::Set { .. }
            | Telling::ShowTrack { .. }
            | Telling::Bid { .. }
            | Telling::Closed { .. }
            | Telling::Trick { .. }
            | Telling::Score { items: None, .. }
            | Telling::Won { .. } => {}
        }
    }
}

impl ActTold<'_> {
    /// Whether a choice would be told so.
    #[must_use]
    pub fn fits(&self, choice: &Choice, likes: &Likes) -> bool {
        let fits = |(told, picked): (&PickTold, &bidlang::engine::Picked)| match told {
            PickTold::Whole(whole) => whole.value == picked.value && whole.cards == likes.cards.firsts(picked.cards),
            PickTold::Count(count) => picked.cards.count_ones() == *count,
            PickTold::Nothing => true,
        };
        choice.act == self.act && self.picks.iter().zip(&choice.picks).all(fits)
    }

    /// The choice, as far as it is told.
    #[must_use]
    pub fn choice(&self) -> Choice {
        let mut choice = Choice { act: self.act, ..Choice::default() };
        for (told, picked) in self.picks.iter().zip(&mut choice.picks) {
            if let PickTold::Whole(whole) = told {
                *picked = *whole;
            }
        }
        choice
    }

    /// Whether all that was picked is told.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.picks.iter().all(|pick| matches!(pick, PickTold::Whole(_)))
    }
}
