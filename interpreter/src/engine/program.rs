//! The compiled game for one player count and one set of options: tables, phrases and flat code. It never changes.

use serde::Serialize;

use super::state::{Spot, State};
use crate::ir::{Comparison, Fold, Role, Ties};

/// The number of a line of the rules file.
pub type RuleId = u32;
/// A place in the code.
pub type Pc = u32;
/// A set of cards, a bit each.
pub type CardSet = u128;
/// A set of seats, a bit each.
pub type SeatSet = u32;
/// A phrase.
pub type NodeId = u32;

/// A whole program.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Program {
    /// How many seats.
    pub seats: u8,
    /// The team of each seat; its own number where each plays alone.
    pub teams: Vec<u8>,
    /// For each card the number of its like: cards with all attributes equal.
    pub like: Vec<u8>,
    /// For each card its definition in the game.
    pub cards: Vec<u16>,
    /// Places; those of one name stand together.
    pub places: Vec<Place>,
    /// Phrases.
    pub nodes: Vec<Node>,
    /// Tables of whole numbers, by card or member.
    pub tables: Vec<Vec<i64>>,
    /// Tables of card sets.
    pub sets: Vec<Vec<CardSet>>,
    /// Flat code.
    pub code: Vec<Op>,
    /// As how many operations each counts: more than one where a phrase takes long.
    pub weights: Vec<u32>,
    /// The line behind each operation.
    pub lines: Vec<RuleId>,
    /// Decisions.
    pub asks: Vec<Ask>,
    /// Circuits.
    pub circuits: Vec<Circuit>,
    /// Auctions.
    pub auctions: Vec<Auction>,
    /// Tricks.
    pub tricks: Vec<Tricks>,
    /// Where each phase begins, and the slot of its return address.
    pub phases: Vec<PhaseEntry>,
    /// Where each track lies.
    pub tracks: Vec<TrackSlots>,
    /// Number of integer slots of a state.
    pub ints: u32,
    /// Number of card-set slots of a state, those of the places first.
    pub masks: u32,
    /// Number of registers for numbers.
    pub regs: u32,
    /// Number of registers for card sets.
    pub mask_regs: u32,
    /// The first slot of the scores, one a team.
    pub scores: u32,
    /// The slot of the winners, a set of seats.
    pub winners: u32,
}

/// A place of one owner.
#[derive(Debug, Clone, Serialize)]
pub struct Place {
    /// The place's number in the game.
    pub name: u16,
    /// The seat, team or member that it belongs to.
    pub owner: Option<u16>,
    /// Whether the owner is a seat.
    pub of_seat: bool,
    /// Who sees its cards: pairs of condition and seats.
    pub sights: Vec<(NodeId, NodeId)>,
    /// Who sees how many there are; all where empty.
    pub sizes: Vec<(NodeId, NodeId)>,
    /// Totals: the number of the total in the game, its phrase, and who sees it.
    pub totals: Vec<(u16, NodeId, (NodeId, NodeId))>,
    /// The place that refills it.
    pub refilled: Option<u16>,
    /// Whether some rule looks at the order of its cards; if not, they lie in the order of the deck.
    pub ordered: bool,
}

/// Where a phase begins.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PhaseEntry {
    /// Its first operation.
    pub entry: Pc,
    /// The slot of its return address.
    pub back: u32,
    /// The slot of its pass, where it repeats.
    pub pass: Option<u32>,
}

/// The slots of a track.
#[derive(Debug, Clone, Serialize)]
pub struct TrackSlots {
    /// The first.
    pub base: u32,
    /// How many keys of each sort.
    pub dims: Vec<u32>,
    /// Lowest and highest value.
    pub range: (i64, i64),
    /// Who sees it: for each slot, pairs of condition and seats; all where empty.
    pub sights: Vec<(NodeId, NodeId)>,
}

/// A slot of a track with its keys worked out when it is used.
#[derive(Debug, Clone, Serialize)]
pub struct SlotRef {
    /// The first slot.
    pub base: u32,
    /// Phrase and size of each key.
    pub keys: Vec<(NodeId, u32)>,
    /// Lowest and highest value.
    pub range: (i64, i64),
    /// The track; none for slots of the engine's own.
    pub track: Option<u16>,
}

/// One place or several, worked out when it is used.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PlaceAt {
    /// The first place of the name.
    pub base: u16,
    /// How many there are.
    pub count: u16,
    /// Whose.
    pub of: Whose,
}

/// Whose place.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum Whose {
    /// There is only one.
    Whole,
    /// That of a seat, team or member.
    One(NodeId),
    /// Those of several seats together.
    Seats(NodeId),
    /// That of the owner of the place where a card lies.
    Owner,
}

/// A phrase. Scalars are whole numbers with -1 for nobody and none; groups are sets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[allow(missing_docs)]
pub enum Node {
    // ---- scalars
    Int(i64),
    Slot(u32),
    /// Slots by keys; `nothing` where a key is none.
    SlotAt {
        base: u32,
        keys: Vec<(NodeId, u32)>,
        nothing: i64,
    },
    Reg(u32),
    /// A table by card or member; -1 where the key is none, or `other`.
    Tab {
        table: u32,
        low: i64,
        key: NodeId,
        other: i64,
    },
    /// A phrase for each key; a fault where there is none.
    Arms {
        low: i64,
        key: NodeId,
        arms: Vec<Option<NodeId>>,
        other: Option<NodeId>,
        rule: RuleId,
    },
    Add(NodeId, NodeId),
    Sub(NodeId, NodeId),
    Mul(NodeId, NodeId),
    Mod(NodeId, NodeId),
    Div {
        a: NodeId,
        b: NodeId,
        up: bool,
    },
    Cmp(Comparison, NodeId, NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Not(NodeId),
    If(NodeId, NodeId, NodeId),
    /// `body` with a register set.
    Let {
        reg: u32,
        value: NodeId,
        body: NodeId,
    },
    Count(NodeId),
    CountSeats(NodeId),
    FoldCards {
        fold: Fold,
        reg: u32,
        of: NodeId,
        key: NodeId,
    },
    FoldSeats {
        fold: Fold,
        reg: u32,
        of: NodeId,
        key: NodeId,
    },
    FoldMembers {
        fold: Fold,
        reg: u32,
        count: u32,
        key: NodeId,
    },
    /// The sum of a table over cards.
    TotalTab {
        table: u32,
        of: NodeId,
    },
    EndCard {
        of: NodeId,
        last: bool,
    },
    OnlyCard(NodeId),
    OnlySeat(NodeId),
    FirstFrom {
        from: NodeId,
        of: NodeId,
    },
    SeatStep {
        from: NodeId,
        steps: NodeId,
    },
    Owner(NodeId),
    InCards(NodeId, NodeId),
    InSeats(NodeId, NodeId),
    /// Whether the second card is in the first card's set.
    InSet {
        set: u32,
        key: NodeId,
        card: NodeId,
    },
    Partner(NodeId),
    TeamOf(NodeId),
    Score(NodeId),
    AllPass {
        still: u32,
        passed: u32,
    },
    /// A phrase of any sort that tells when it is worked out that it holds or does not, or what is said here.
    Watch {
        rule: RuleId,
        holds: Option<bool>,
        of: NodeId,
    },
    // ---- card sets
    Cards(CardSet),
    Place(u16),
    PlaceOf {
        base: u16,
        count: u16,
        key: NodeId,
    },
    PlacesOf {
        base: u16,
        count: u16,
        seats: NodeId,
    },
    CardSlot(u32),
    CardReg(u32),
    JustCard(NodeId),
    /// A set by key; empty where the key is none.
    SetTab {
        set: u32,
        low: i64,
        key: NodeId,
    },
    Both(NodeId, NodeId),
    Either(NodeId, NodeId),
    Without(NodeId, NodeId),
    IfCards(NodeId, NodeId, NodeId),
    Scan {
        reg: u32,
        of: NodeId,
        cond: NodeId,
    },
    BestCards {
        reg: u32,
        of: NodeId,
        key: NodeId,
        highest: bool,
    },
    // ---- seat sets
    Seats(SeatSet),
    SeatSlot(u32),
    JustSeat(NodeId),
    Members(NodeId),
    Except(NodeId, NodeId),
    Opponents(NodeId),
    IfSeats(NodeId, NodeId, NodeId),
    ScanSeats {
        reg: u32,
        of: NodeId,
        cond: NodeId,
    },
    BestSeats {
        reg: u32,
        of: NodeId,
        key: NodeId,
        highest: bool,
    },
}

/// An operation.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub enum Op {
    Jump(Pc),
    /// Goes to `to` unless `cond` holds.
    Unless {
        cond: NodeId,
        to: Pc,
    },
    Call(u16),
    Return(u16),
    /// A pass of a phase begins.
    Pass {
        phase: u16,
        slot: u32,
    },
    Set {
        to: SlotRef,
        value: NodeId,
    },
    AddTo {
        to: SlotRef,
        amount: NodeId,
    },
    /// Several slots are set to one value, unseen.
    Reset {
        base: u32,
        count: u32,
        value: NodeId,
    },
    Move {
        cards: NodeId,
        to: PlaceAt,
    },
    Deal {
        count: NodeId,
        from: PlaceAt,
        to: PlaceAt,
        exact: bool,
    },
    Fill {
        place: PlaceAt,
        size: NodeId,
        from: PlaceAt,
    },
    Shuffle(PlaceAt),
    Sort {
        place: PlaceAt,
        reg: u32,
        key: NodeId,
        highest: bool,
    },
    Swap(PlaceAt, PlaceAt),
    Draw {
        to: SlotRef,
        from: NodeId,
    },
    Pay {
        amount: NodeId,
        from: Option<SlotRef>,
        to: Option<SlotRef>,
    },
    Score {
        amount: NodeId,
        who: NodeId,
        reason: u16,
        minus: bool,
    },
    /// A set of seats is kept, in the order clockwise from a seat.
    KeepSeats {
        left: u32,
        of: NodeId,
        from: Option<(u32, NodeId)>,
    },
    /// The next seat of a kept set, or on to `exit`.
    NextSeat {
        left: u32,
        seat: u32,
        from: Option<u32>,
        exit: Pc,
    },
    KeepCards {
        left: u32,
        of: NodeId,
    },
    NextCard {
        left: u32,
        card: u32,
        exit: Pc,
    },
    Ask(u16),
    /// The next answer of a decision of several at once, or on to `exit`.
    NextAnswer {
        ask: u16,
        exit: Pc,
    },
    CircuitBegin(u16),
    /// Whose turn is next, or on to `exit`.
    CircuitTurn {
        circuit: u16,
        exit: Pc,
    },
    /// The turn of a seat is over.
    CircuitActed {
        circuit: u16,
        role: Role,
    },
    AuctionBegin(u16),
    BidMade {
        auction: u16,
        seat: u32,
    },
    /// The auction closes: on to `unsold` if nobody won.
    AuctionClose {
        auction: u16,
        unsold: Pc,
    },
    TricksBegin(u16),
    TrickBegin(u16),
    /// Whose turn to play is next, or on to `exit`.
    TrickTurn {
        tricks: u16,
        exit: Pc,
    },
    Played {
        tricks: u16,
        pick: u32,
    },
    TrickWon(u16),
    Won(NodeId),
    End,
}

/// A decision.
#[derive(Debug, Clone, Serialize)]
pub struct Ask {
    /// Who: a seat, or a set of seats if `at_once`.
    pub who: NodeId,
    /// All at once and in secret.
    pub at_once: bool,
    /// The slot of the seat whose turn it is.
    pub player: u32,
    /// Whether `player` is set to who decides.
    pub sets_player: bool,
    /// The register of the seat while its acts are listed, if `at_once`.
    pub me: u32,
    /// What may be done.
    pub acts: Vec<Act>,
    /// The slot of the seats still to choose.
    pub waiting: u32,
    /// For `at_once`: the first slot of the answers, and how many slots each seat has.
    pub answers: (u32, u32),
    /// For `at_once`: the first card-set slot of the answers, and how many each seat has.
    pub answer_cards: (u32, u32),
    /// The slot of the seats whose answers have still to take effect.
    pub unheard: u32,
    /// The form that it belongs to, with its number in the game.
    pub form: Option<u16>,
    /// The line.
    pub rule: RuleId,
}

/// What may be done in a decision.
#[derive(Debug, Clone, Serialize)]
pub struct Act {
    /// Its name's number in the game.
    pub name: u16,
    /// What it is to its form.
    pub role: Role,
    /// Only when this holds.
    pub when: Option<NodeId>,
    /// What is picked.
    pub picks: Vec<Pick>,
    /// What an act without picks, or all picks together, have to obey.
    pub musts: Vec<Must>,
    /// Where it goes on.
    pub entry: Pc,
    /// The line.
    pub rule: RuleId,
}

/// One thing that is picked.
#[derive(Debug, Clone, Serialize)]
pub struct Pick {
    /// From what.
    pub source: Source,
    /// The register of what is picked while acts are listed.
    pub reg: u32,
    /// The slot of what was picked: of card sets for several cards, of numbers otherwise.
    pub slot: u32,
    /// Whether it is a group of cards.
    pub several: bool,
    /// Where the cards go.
    pub to: Option<PlaceAt>,
    /// What each has to be: a set of cards, or a condition for other picks.
    pub filter: Option<NodeId>,
    /// What the cards have to be together.
    pub so_that: Option<NodeId>,
    /// The line.
    pub rule: RuleId,
}

/// From what is picked.
#[derive(Debug, Clone, Copy, Serialize)]
#[allow(missing_docs)]
pub enum Source {
    Cards { from: NodeId, least: NodeId, most: NodeId, if_able: bool },
    Number { low: NodeId, high: NodeId },
    Member { kind: u16, count: u32 },
    Seat,
    YesNo,
}

/// A condition on an act.
#[derive(Debug, Clone, Serialize)]
pub struct Must {
    /// Only when this holds.
    pub when: Option<NodeId>,
    /// What has to hold of the picks.
    pub cond: NodeId,
    /// For one card: the set of those that obey.
    pub cards: Option<NodeId>,
    /// For a number: a bound.
    pub bound: Option<(Comparison, NodeId)>,
    /// Only if some choice obeys.
    pub if_able: bool,
    /// Whether it speaks of what is picked.
    pub of_picks: bool,
    /// The line.
    pub rule: RuleId,
}

/// The slots of a circuit.
#[derive(Debug, Clone, Serialize)]
pub struct Circuit {
    /// Its number in the game.
    pub form: u16,
    /// Who takes part.
    pub among: NodeId,
    /// Who begins.
    pub from: NodeId,
    /// Only once around.
    pub once: bool,
    /// Slot of whose turn it is.
    pub seat: u32,
    /// Slot of those still in.
    pub still: u32,
    /// Slot of those whose turn is still to come, if `once`.
    pub todo: u32,
    /// Slot of those who passed since the last act.
    pub passed: u32,
    /// Slot of the passes in a row.
    pub row: u32,
    /// Slot of the number of acts.
    pub acts: u32,
    /// Slot of who is ahead, in an auction.
    pub leader: Option<u32>,
}

/// The slots of an auction.
#[derive(Debug, Clone, Serialize)]
pub struct Auction {
    /// Its number in the game.
    pub form: u16,
    /// Slot of who has bid.
    pub bid: u32,
    /// First slot of what bids are worth, one a seat.
    pub worth: u32,
    /// First slot of when they were made, one a seat.
    pub time: u32,
    /// Slot of the clock.
    pub clock: u32,
    /// Slot of who is ahead.
    pub leader: u32,
    /// Register of the bidder and what a bid is worth.
    pub value: (u32, NodeId),
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
}

/// The slots of tricks.
#[derive(Debug, Clone, Serialize)]
pub struct Tricks {
    /// Their number in the game.
    pub form: u16,
    /// Who takes part.
    pub among: NodeId,
    /// Who leads first.
    pub lead: NodeId,
    /// Slot of whose turn it is.
    pub seat: u32,
    /// Slot of who leads.
    pub leader: u32,
    /// Slot of whose turn is still to come.
    pub todo: u32,
    /// Slot of the trick's number.
    pub number: u32,
    /// First slot of the card that each seat played.
    pub played: u32,
    /// Register of the card in the phrases below.
    pub card: u32,
    /// Cards that follow.
    pub follows: Option<NodeId>,
    /// Cards that are trumps.
    pub trumps: Option<NodeId>,
    /// What counts.
    pub key: NodeId,
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
}

impl Program {
    /// A place as the state needs to know it.
    #[inline]
    pub(super) fn spot(&self, place: u16) -> Spot {
        let ordered = self.places.get(usize::from(place)).is_some_and(|place| place.ordered);
        let ends = u16::try_from(2 * self.like.len()).unwrap_or(0) + 2 * place;
        Spot { place: u8::try_from(place).unwrap_or(u8::MAX), ordered, ends }
    }

    /// The phases that are being run in a state, the outermost first, each with its pass where it repeats.
    #[must_use]
    pub fn phases_at(&self, state: &State) -> Vec<(u16, Option<i64>)> {
        let mut found = Vec::new();
        let mut pc = state.pc;
        // A phase cannot run itself, so there are never more than there are phases.
        while found.len() < self.phases.len() {
            // Phases lie one behind the other in the code.
            let inside = self.phases.iter().enumerate().filter(|(_, entry)| entry.entry <= pc);
            let Some((number, entry)) = inside.max_by_key(|(_, entry)| entry.entry) else { break };
            found.push((u16::try_from(number).unwrap_or(0), entry.pass.map(|slot| state.int(slot))));
            let back = u32::try_from(state.int(entry.back)).unwrap_or(u32::MAX);
            if back as usize >= self.code.len() {
                break;
            }
            pc = back.saturating_sub(1);
        }
        found.reverse();
        found
    }

    /// The places from which the cards of a set may come, in their order: all where it cannot be told.
    #[must_use]
    pub fn places_of(&self, set: NodeId) -> Vec<u16> {
        let mut found = self
            .known_places(set)
            .unwrap_or_else(|| (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).collect());
        found.sort_unstable();
        found.dedup();
        found
    }

    fn known_places(&self, set: NodeId) -> Option<Vec<u16>> {
        match self.nodes.get(set as usize)? {
            Node::Cards(0) => Some(Vec::new()),
            Node::Place(place) => Some(vec![*place]),
            Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => {
                Some((*base..*base + *count).collect())
            }
            Node::Both(a, b) => self.known_places(*a).or_else(|| self.known_places(*b)),
            Node::Without(of, _)
            | Node::Scan { of, .. }
            | Node::BestCards { of, .. }
            | Node::Let { body: of, .. }
            | Node::Watch { of, .. } => self.known_places(*of),
            Node::Either(a, b) | Node::IfCards(_, a, b) => {
                let (mut a, b) = (self.known_places(*a)?, self.known_places(*b)?);
                a.extend(b);
                Some(a)
            }
            _ => None,
        }
    }

    /// Visits the phrases directly inside a phrase.
    pub fn inner(&self, node: &Node, visit: &mut dyn FnMut(NodeId)) {
        match node {
            Node::Int(_)
            | Node::Slot(_)
            | Node::Reg(_)
            | Node::AllPass { .. }
            | Node::Cards(_)
            | Node::Place(_)
            | Node::CardSlot(_)
            | Node::CardReg(_)
            | Node::Seats(_)
            | Node::SeatSlot(_) => {}
            Node::SlotAt { keys, .. } => keys.iter().for_each(|(key, _)| visit(*key)),
            Node::Tab { key, .. } | Node::PlaceOf { key, .. } | Node::SetTab { key, .. } => visit(*key),
            Node::Arms { key, arms, other, .. } => {
                visit(*key);
                arms.iter().flatten().chain(other).for_each(|arm| visit(*arm));
            }
            Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Mod(a, b)
            | Node::Cmp(_, a, b)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::InCards(a, b)
            | Node::InSeats(a, b)
            | Node::Both(a, b)
            | Node::Either(a, b)
            | Node::Without(a, b)
            | Node::Except(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::Div { a, b, .. }
            | Node::InSet { key: a, card: b, .. }
            | Node::FirstFrom { from: a, of: b }
            | Node::SeatStep { from: a, steps: b } => {
                visit(*a);
                visit(*b);
            }
            Node::If(a, b, c) | Node::IfCards(a, b, c) | Node::IfSeats(a, b, c) => {
                [a, b, c].into_iter().for_each(|inner| visit(*inner))
            }
            Node::Let { value, body, .. } => {
                visit(*value);
                visit(*body);
            }
            Node::Not(a)
            | Node::Count(a)
            | Node::CountSeats(a)
            | Node::OnlyCard(a)
            | Node::OnlySeat(a)
            | Node::Owner(a)
            | Node::Partner(a)
            | Node::TeamOf(a)
            | Node::Score(a)
            | Node::JustCard(a)
            | Node::JustSeat(a)
            | Node::Members(a)
            | Node::Opponents(a) => visit(*a),
            Node::FoldCards { of, key, .. }
            | Node::FoldSeats { of, key, .. }
            | Node::BestCards { of, key, .. }
            | Node::BestSeats { of, key, .. } => {
                visit(*of);
                visit(*key);
            }
            Node::FoldMembers { key, .. } => visit(*key),
            Node::TotalTab { of, .. } | Node::EndCard { of, .. } | Node::Watch { of, .. } => visit(*of),
            Node::PlacesOf { seats, .. } => visit(*seats),
            Node::Scan { of, cond, .. } | Node::ScanSeats { of, cond, .. } => {
                visit(*of);
                visit(*cond);
            }
        }
    }
}
