//! What each cell of a seat's vector is: where each place, track and score lies in it. Seats are counted clockwise from the one that looks,
//! so that the cells mean the same to all.

use bidlang::Prepared;
use bidlang::engine::{Act, Likes, Node, NodeId, Program, Source, item};
use bidlang::ir::{Per, Ty};

use crate::index::at;
use crate::names::relative;

/// Cells that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What they tell, in the words of the rules.
    pub name: String,
    /// What each cell of it is, in one word or two: `cards`, `one of`, `number`.
    pub holds: &'static str,
    /// The first cell.
    pub from: usize,
    /// How many there are.
    pub count: usize,
    /// The lowest and the highest number in them.
    pub range: (f32, f32),
}

/// Cells of a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceCells {
    /// One for each card: 0 where it is not seen there, else the how-manieth from the top; none where nobody ever sees it.
    pub cards: Option<usize>,
    /// How many cards, or -1.
    pub count: usize,
    /// One for each card: whether it may lie there for all that the seat was told. None where nobody listens, and none where cards are
    /// alike: what is known of each of two like cards would tell them apart.
    pub may: Option<usize>,
    /// The first of its totals, two each: whether it is seen, and the total.
    pub totals: usize,
    /// Whether the order of its cards is kept.
    pub ordered: bool,
}

/// How a value of a track is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coded {
    /// As it is.
    Number,
    /// One cell for each of so many, and one for none.
    Member(usize),
    /// One cell for each seat, from the one that looks, and one for nobody.
    Seat,
    /// The same of teams.
    Team,
    /// One cell for each card, and one for none.
    Card,
}

/// Cells of a track: each slot has one that says whether it is seen, and those of its value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrackCells {
    pub from: usize,
    pub each: usize,
    pub coded: Coded,
}

/// What has been heard, and where it lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeardCells {
    /// The pass of each phase that was told last.
    pub passes: usize,
    /// Of each auction: who is ahead (a cell for each seat, and one for nobody), and what for.
    pub auctions: usize,
    /// Of each seat the act that it did last (a cell for each name of an act), and the number that it picked.
    pub said: usize,
    /// The last events, the newest first.
    pub events: usize,
}

/// What is told of an act of a decision.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ActCells {
    /// Its name's number.
    pub name: u16,
    /// The first of its picks that is no cards.
    pub number: Option<usize>,
    /// Whether that is a seat.
    pub of_seat: bool,
}

/// How many numbers tell an event.
pub(crate) const EVENT: usize = 7;
/// What stands behind the name of a place where its cards are counted.
pub(crate) const HOW_MANY: &str = ", how many";
/// How many numbers that were said of an act are told.
pub(crate) const SAID: usize = 8;
/// Members of a kind that get a cell each.
const MOST_MEMBERS: usize = 64;
/// Numbers without bounds are said to lie between these.
const FAR: i64 = 1_000_000_000;

/// The cells of a game.
#[derive(Debug, Clone)]
pub struct Cells {
    sections: Vec<Section>,
    count: usize,
    /// How many events are told.
    pub(crate) history: usize,
    pub(crate) seats: u8,
    pub(crate) teams: Vec<u8>,
    pub(crate) likes: Likes,
    pub(crate) to_choose: usize,
    pub(crate) asks: usize,
    pub(crate) picked: usize,
    /// The numbers that were said last of an act that is taken step by step, each one more than it is.
    pub(crate) said: usize,
    pub(crate) places: Vec<PlaceCells>,
    /// For each place the name's first place, and whose it is.
    pub(crate) owners: Vec<(u16, Option<(Per, u16)>)>,
    pub(crate) tracks: Vec<Option<TrackCells>>,
    pub(crate) per: Vec<(Vec<Per>, Vec<u32>)>,
    pub(crate) scores: usize,
    pub(crate) heard: Option<HeardCells>,
    pub(crate) acts: usize,
    /// For each decision what is told of its acts.
    asked: Vec<Vec<ActCells>>,
}

impl Cells {
    /// The cells of what a seat knows, with so many of the last events; with none nobody has to listen.
    #[must_use]
    pub fn of(prepared: &Prepared, history: usize) -> Self {
        Self::laid_out(prepared, history, false)
    }

    /// The cells of the whole table.
    #[must_use]
    pub fn of_all(prepared: &Prepared) -> Self {
        Self::laid_out(prepared, 0, true)
    }

    fn laid_out(prepared: &Prepared, history: usize, all: bool) -> Self {
        let (program, game, words) = (prepared.runner().program(), &prepared.game().game, prepared.words());
        let (cards, seats) = (program.cards.len(), usize::from(program.seats));
        let mut cells = Self {
            sections: Vec::new(),
            count: 0,
            history,
            seats: program.seats,
            teams: program.teams.clone(),
            likes: Likes::of(program),
            to_choose: 0,
            asks: 0,
            picked: 0,
            said: 0,
            places: Vec::new(),
            owners: Vec::new(),
            tracks: Vec::new(),
            per: Vec::new(),
            scores: 0,
            heard: None,
            acts: game.acts.len(),
            asked: program.asks.iter().map(|ask| ask.acts.iter().map(ActCells::of).collect()).collect(),
        };
        cells.to_choose = cells.add("is to choose".to_owned(), "yes or no", 1, (0, 1));
        cells.asks = cells.add("which decision".to_owned(), "one of", program.asks.len(), (0, 1));
        cells.picked = cells.add("picked so far".to_owned(), "cards", cards, (0, 1));
        cells.said = cells.add("said so far".to_owned(), "actions", SAID, (0, FAR));
        let listens = history > 0 && cells.likes.differ();
        let most = i64::try_from(cards).unwrap_or(FAR);
        for place in &program.places {
            let Some(definition) = at(&game.places, usize::from(place.name)) else { continue };
            let owner = definition.per.zip(place.owner);
            let name = match owner {
                Some((per, owner)) => format!("{} of {}", definition.name, of(&words, per, owner)),
                None => definition.name.clone(),
            };
            let seen = all || ever_seen(program, &place.sights);
            let lies = PlaceCells {
                cards: seen.then(|| cells.add(name.clone(), "cards", cards, (0, if place.ordered { most } else { 1 }))),
                count: cells.add(format!("{name}{HOW_MANY}"), "number", 1, (-1, most)),
                may: listens.then(|| cells.add(format!("{name}, possible"), "cards", cards, (0, 1))),
                totals: cells.add(format!("{name}, totals"), "seen, number", 2 * place.totals.len(), (-FAR, FAR)),
                ordered: place.ordered,
            };
            cells.owners.push((owner_base(program, place.name), owner));
            cells.places.push(lies);
        }
        for (number, track) in (0_u16..).zip(&program.tracks) {
            let Some(definition) = at(&game.tracks, usize::from(number)).filter(|_| track.told) else {
                cells.tracks.push(None);
                cells.per.push((Vec::new(), Vec::new()));
                continue;
            };
            let (coded, size) = match definition.ty {
                Ty::Player => (Coded::Seat, seats + 1),
                Ty::Team => (Coded::Team, seats + 1),
                Ty::Card => (Coded::Card, cards + 1),
                Ty::Member(kind) => match at(&game.kinds, kind).map(|kind| kind.members.len()) {
                    Some(members @ 1..=MOST_MEMBERS) => (Coded::Member(members), members + 1),
                    Some(_) | None => (Coded::Number, 1),
                },
                Ty::Number | Ty::YesNo | Ty::Cards | Ty::Players | Ty::Nothing => (Coded::Number, 1),
            };
            let slots = track.slots().len();
            let range = if coded == Coded::Number { (track.range.0.max(-FAR), track.range.1.min(FAR)) } else { (0, 1) };
            let holds = if coded == Coded::Number { "seen, number" } else { "seen, one of" };
            let (low, high) = (range.0.min(0), range.1.max(1));
            let from = cells.add(definition.name.clone(), holds, slots * (size + 1), (low, high));
            cells.tracks.push(Some(TrackCells { from, each: size + 1, coded }));
            cells.per.push((definition.per.clone(), track.dims.clone()));
        }
        cells.scores = cells.add("scores".to_owned(), "number", seats, (-FAR, FAR));
        if history > 0 {
            cells.heard = Some(HeardCells {
                passes: cells.add("passes of phases".to_owned(), "number", program.phases.len(), (0, FAR)),
                auctions: cells.add(
                    "auctions".to_owned(),
                    "ahead, worth",
                    program.auctions.len() * (seats + 2),
                    (-FAR, FAR),
                ),
                said: cells.add("last acts".to_owned(), "one of, number", seats * (game.acts.len() + 1), (-FAR, FAR)),
                events: cells.add("events".to_owned(), "event", history * EVENT, (-FAR, FAR)),
            });
        }
        cells
    }

    /// What is told of an act of a decision.
    pub(crate) fn act(&self, ask: u16, act: u8) -> ActCells {
        item(at(&self.asked, usize::from(ask)).map_or(&[], Vec::as_slice), usize::from(act))
    }

    fn add(&mut self, name: String, holds: &'static str, count: usize, (low, high): (i64, i64)) -> usize {
        let from = self.count;
        if count > 0 {
            self.sections.push(Section { name, holds, from, count, range: (low as f32, high as f32) });
        }
        self.count += count;
        from
    }

    /// How many cells there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// What they are, in their order.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Whether somebody has to listen for them.
    #[must_use]
    pub const fn listens(&self) -> bool {
        self.heard.is_some()
    }

    /// How far a seat sits clockwise from the one that looks.
    pub(crate) fn around(&self, me: u8, seat: impl Into<usize>) -> usize {
        let seats = usize::from(self.seats.max(1));
        (seat.into() + seats - usize::from(me) % seats) % seats
    }

    /// The same of teams: the own one first.
    pub(crate) fn team_around(&self, me: u8, team: impl Into<usize>) -> usize {
        let count = usize::from(self.teams.iter().max().map_or(1, |team| team + 1));
        let own = usize::from(item(&self.teams, usize::from(me)));
        (team.into() + count - own % count) % count
    }

    /// The place whose cells a place of the table is written to, for a seat.
    pub(crate) fn place_for(&self, me: u8, place: u16) -> u16 {
        match at(&self.owners, usize::from(place)).copied() {
            Some((first, Some((Per::Player, owner)))) => first + self.around(me, owner) as u16,
            Some((first, Some((Per::Team, owner)))) => first + self.team_around(me, owner) as u16,
            Some((_, Some((Per::Kind(_), _)) | None)) | None => place,
        }
    }

    /// The slot of a track to whose cells one is written, for a seat.
    pub(crate) fn slot_for(&self, me: u8, track: u16, index: u32) -> u32 {
        let Some((per, dims)) = at(&self.per, usize::from(track)) else { return index };
        let (mut rest, mut weight, mut found) = (index, 1, 0);
        for (per, size) in per.iter().zip(dims).rev() {
            let size = (*size).max(1);
            let key = rest % size;
            rest /= size;
            let turned = match per {
                Per::Player => self.around(me, key as usize) as u32,
                Per::Team => self.team_around(me, key as usize) as u32,
                Per::Kind(_) => key,
            };
            found += turned.min(size - 1) * weight;
            weight *= size;
        }
        found
    }
}

impl ActCells {
    fn of(act: &Act) -> Self {
        let number = act.picks.iter().position(|pick| !matches!(pick.source, Source::Cards { .. }));
        let of_seat = number.and_then(|number| act.picks.get(number)).is_some_and(|pick| pick.source == Source::Seat);
        Self { name: act.name, number, of_seat }
    }
}

/// Whose a place is, for who looks.
fn of(words: &bidlang::words::Words<'_>, per: Per, owner: u16) -> String {
    match (per, owner) {
        (Per::Player, owner) => relative("seat", usize::from(owner)),
        (Per::Team, owner) => relative("team", usize::from(owner)),
        (Per::Kind(kind), owner) => words.member(kind, i64::from(owner)),
    }
}

/// The first place of a name.
fn owner_base(program: &Program, name: u16) -> u16 {
    (0_u16..).zip(&program.places).find(|(_, place)| place.name == name).map_or(0, |(number, _)| number)
}

/// Whether anybody may ever see a place.
fn ever_seen(program: &Program, sights: &[(NodeId, NodeId)]) -> bool {
    let never = |(when, who): &(NodeId, NodeId)| {
        matches!(program.nodes.get(*when), Some(Node::Int(0)))
            || matches!(program.nodes.get(*who), Some(Node::Seats(0)))
    };
    !sights.iter().all(never)
}
