//! Numbers of the engine in words of the rules file.

mod apart;
mod json;

use std::borrow::Cow;
use std::fmt::Write;

use crate::engine::{Act, Ask, Choice, FaultKind, Pick, PickTold, Program, SeatSet, Source, each_card, each_seat};
use crate::ir::{Game, Per, Role, Sides, Ty};
pub use apart::Apart;
pub(crate) use apart::Coming;
pub(crate) use json::{JsonTrack, unseen};

/// The names of one game's cards, places, acts and seats.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The typed game, from which the words come.
    pub game: &'a Game,
    /// What it was compiled to, from which the numbers come.
    pub program: &'a Program,
    /// The names of the seats, from seat 0; a seat without one is `somebody`.
    pub seats: &'a [String],
    /// With which cards of a decision it is said where they lie; none where no decision is spoken of.
    pub apart: Option<&'a Apart>,
}

impl<'a> Words<'a> {
    /// A seat's name.
    #[must_use]
    pub fn seat(&self, seat: u8) -> &str {
        self.seats.get(usize::from(seat)).map_or("somebody", String::as_str)
    }

    /// Several seats' names.
    #[must_use]
    pub fn seat_list(&self, seats: SeatSet) -> String {
        list(each_seat(seats).map(|seat| self.seat(seat).to_owned()).collect())
    }

    /// A card's name.
    #[must_use]
    pub fn card(&self, card: u8) -> &str {
        let definition = self.program.cards.get(usize::from(card)).and_then(|id| self.game.cards.get(usize::from(*id)));
        definition.map_or("a card", |card| card.name.as_str())
    }

    /// The same words for a decision.
    #[must_use]
    pub const fn with<'b>(self, apart: &'b Apart) -> Words<'b>
    where
        'a: 'b,
    {
        Words { apart: Some(apart), ..self }
    }

    /// A card's name as it is picked: with the place where it lies, if a like one may be picked from another place.
    #[must_use]
    pub fn picked_card(&self, card: u8) -> Cow<'_, str> {
        match self.apart.and_then(|apart| apart.said(self, card)) {
            Some(from) => Cow::Owned(format!("{} {from}", self.card(card))),
            None => Cow::Borrowed(self.card(card)),
        }
    }

    /// The names of cards that are picked.
    fn picked_cards(&self, cards: impl IntoIterator<Item = u8>) -> String {
        cards.into_iter().map(|card| self.picked_card(card).into_owned()).collect::<Vec<_>>().join(", ")
    }

    /// Several cards' names.
    #[must_use]
    pub fn cards(&self, cards: impl IntoIterator<Item = u8>) -> String {
        cards.into_iter().map(|card| self.card(card).to_owned()).collect::<Vec<_>>().join(", ")
    }

    /// A place's name with its owner.
    #[must_use]
    pub fn place(&self, place: u16) -> String {
        let Some(found) = self.program.places.get(usize::from(place)) else { return String::new() };
        let Some(definition) = self.game.places.get(usize::from(found.name)) else { return String::new() };
        match (definition.per, found.owner) {
            (Some(per), Some(owner)) => format!("{} of {}", definition.name, self.key(per, i64::from(owner))),
            _ => definition.name.clone(),
        }
    }

    fn key(&self, per: Per, value: i64) -> String {
        match per {
            Per::Player => self.scalar(Ty::Player, value),
            Per::Team => self.scalar(Ty::Team, value),
            Per::Kind(kind) => self.member(kind, value),
        }
    }

    /// A member of a kind.
    #[must_use]
    pub fn member(&self, kind: usize, value: i64) -> String {
        let members = self.game.kinds.get(kind).map(|kind| &kind.members);
        let found = members.and_then(|members| members.get(usize::try_from(value).ok()?));
        found.cloned().unwrap_or_else(|| "none".to_owned())
    }

    /// Whether a kind has a value of this name.
    #[must_use]
    pub fn kind_has(&self, kind: usize, name: &str) -> bool {
        self.game.kinds.get(kind).is_some_and(|kind| kind.members.iter().any(|member| member == name))
    }

    /// A value of a type.
    #[must_use]
    pub fn scalar(&self, ty: Ty, value: i64) -> String {
        match ty {
            Ty::Player => u8::try_from(value).map_or_else(|_| "nobody".to_owned(), |seat| self.seat(seat).to_owned()),
            // A team that is made in play goes by what is remembered of its players.
            Ty::Team if self.sides().is_some_and(|sides| value >= sides.most) => {
                self.scalar(Ty::Player, value - self.sides().map_or(0, |sides| sides.most))
            }
            Ty::Team if self.sides().is_some() && value >= 0 => {
                self.scalar(self.sides().map_or(Ty::Nothing, |sides| sides.of), value)
            }
            Ty::Team => {
                let seats = self.program.teams.iter().enumerate().filter(|(_, team)| i64::from(**team) == value);
                let seats = seats.fold(0, |set, (seat, _)| set | 1 << seat);
                self.seat_list(seats)
            }
            Ty::Member(kind) => self.member(kind, value),
            Ty::YesNo => if value == 0 { "no" } else { "yes" }.to_owned(),
            Ty::Card => u8::try_from(value).map_or_else(|_| "none".to_owned(), |card| self.card(card).to_owned()),
            _ => value.to_string(),
        }
    }

    /// Teams that are made in play, where no seats are a team before.
    fn sides(&self) -> Option<Sides> {
        let alone = (0..).zip(&self.program.teams).all(|(seat, team)| *team == seat);
        self.game.sides.filter(|_| alone)
    }

    /// The keys of a track's slot, each with its number.
    #[must_use]
    pub fn keys(&self, track: u16, index: u32) -> Vec<(Per, i64)> {
        let (Some(definition), Some(slots)) =
            (self.game.tracks.get(usize::from(track)), self.program.tracks.get(usize::from(track)))
        else {
            return Vec::new();
        };
        let mut rest = index;
        let mut keys: Vec<(Per, i64)> = Vec::new();
        for (per, size) in definition.per.iter().zip(&slots.dims).rev() {
            let size = (*size).max(1);
            keys.push((*per, i64::from(rest % size)));
            rest /= size;
        }
        keys.reverse();
        keys
    }

    /// The name of a total of a place; none if it has no such total.
    #[must_use]
    pub fn total(&self, place: u16, total: u16) -> Option<&str> {
        let found = self.program.places.get(usize::from(place))?;
        let definition = self.game.places.get(usize::from(found.name))?;
        Some(definition.totals.get(usize::from(total))?.name.as_str())
    }

    /// A track's slot, as in `purse of Ann`.
    pub(crate) fn track(&self, track: u16, index: u32) -> String {
        let Some(definition) = self.game.tracks.get(usize::from(track)) else { return String::new() };
        let mut words = definition.name.clone();
        for (place, (per, key)) in self.keys(track, index).into_iter().enumerate() {
            let _ = write!(words, " {} {}", if place == 0 { "of" } else { "in" }, self.key(per, key));
        }
        words
    }

    /// The value of a track in words.
    pub(crate) fn track_value(&self, track: u16, value: i64) -> String {
        let ty = self.game.tracks.get(usize::from(track)).map_or(Ty::Number, |track| track.ty);
        self.scalar(ty, value)
    }

    /// An act's name.
    #[must_use]
    pub fn act_name(&self, ask: &Ask, act: u8) -> &str {
        let name = ask.acts.get(usize::from(act)).and_then(|act| self.game.acts.get(usize::from(act.name)));
        name.map_or("act", String::as_str)
    }

    /// Whether what is picked tells a bid from the other bids of a decision, without its name.
    pub(crate) fn says_which_bid(&self, ask: &Ask, bid: u8) -> bool {
        let sorts = |act: &Act| -> Vec<(bool, Ty)> {
            let sort = |pick: &Pick| match pick.source {
                Source::Cards { .. } => (pick.several, Ty::Card),
                Source::Number { .. } => (false, Ty::Number),
                Source::Member { kind, .. } => (false, Ty::Member(usize::from(kind))),
                Source::Seat => (false, Ty::Player),
                Source::YesNo => (false, Ty::YesNo),
            };
            act.picks.iter().map(sort).collect()
        };
        let Some(this) = ask.acts.get(usize::from(bid)).map(sorts) else { return false };
        !this.is_empty() && ask.acts.iter().filter(|act| act.role == Role::Bid && sorts(act) == this).count() == 1
    }

    /// What was picked, in words, all of it.
    pub(crate) fn picks(&self, ask: &Ask, choice: &Choice) -> Vec<String> {
        self.picks_told(ask, choice.act, &PickTold::whole(ask, choice))
    }

    /// What was picked, in words, as far as it is told.
    pub(crate) fn picks_told(&self, ask: &Ask, act: u8, picks: &[PickTold]) -> Vec<String> {
        let Some(act) = ask.acts.get(usize::from(act)) else { return Vec::new() };
        act.picks.iter().zip(picks).map(|(pick, told)| self.pick_told(pick, *told)).collect()
    }

    fn pick_told(&self, pick: &Pick, told: PickTold) -> String {
        match (told, pick.source) {
            (PickTold::Whole(picked), Source::Cards { .. }) if picked.cards == 0 => "nothing".to_owned(),
            (PickTold::Whole(picked), Source::Cards { .. }) => self.picked_cards(each_card(picked.cards)),
            (PickTold::Whole(picked), Source::Number { .. }) => picked.value.to_string(),
            (PickTold::Whole(picked), Source::Member { kind, .. }) => self.member(usize::from(kind), picked.value),
            (PickTold::Whole(picked), Source::Seat) => self.scalar(Ty::Player, picked.value),
            (PickTold::Whole(picked), Source::YesNo) => self.scalar(Ty::YesNo, picked.value),
            (PickTold::Count(count), _) => count_of_cards(count),
            (PickTold::Nothing, Source::Cards { .. }) if pick.several => "some cards".to_owned(),
            (PickTold::Nothing, Source::Cards { .. }) => "a card or none".to_owned(),
            (PickTold::Nothing, Source::Number { .. }) => "a number".to_owned(),
            (PickTold::Nothing, Source::Member { kind, .. }) => format!("a {}", self.kind(kind)),
            (PickTold::Nothing, Source::Seat) => "a player".to_owned(),
            (PickTold::Nothing, Source::YesNo) => "yes or no".to_owned(),
        }
    }

    fn kind(&self, kind: u16) -> &str {
        self.game.kinds.get(usize::from(kind)).map_or("value", |kind| kind.name.as_str())
    }

    /// A choice as a script or a prompt says it: `bid 9 of Hearts`.
    #[must_use]
    pub fn choice(&self, ask: &Ask, choice: &Choice) -> String {
        let picks = self.picks(ask, choice);
        let name = self.act_name(ask, choice.act);
        if picks.is_empty() { name.to_owned() } else { format!("{name} {}", picks.join(" with ")) }
    }

    /// What stopped a game, in words.
    #[must_use]
    pub fn fault(&self, kind: FaultKind) -> String {
        match kind {
            FaultKind::DealShort(wanted, 1) => format!("{wanted} cards are dealt, but only 1 is there"),
            FaultKind::DealShort(wanted, there) => format!("{wanted} cards are dealt, but only {there} are there"),
            FaultKind::OutOfRange(value, low, high) => {
                format!("the number would be {value}, but it goes from {low} to {high}")
            }
            FaultKind::TrackRange(track, value, low, high) => self.track_fault(track, value, low, high),
            FaultKind::PayShort(wanted, 1) => format!("{wanted} are to be paid, but only 1 is there"),
            FaultKind::PayShort(wanted, there) => format!("{wanted} are to be paid, but only {there} are there"),
            FaultKind::NothingToDraw(low, high) => {
                format!("a number from {low} to {high} is to be drawn, and there is none")
            }
            FaultKind::NoCard => "one of the cards that are to be dealt is not there".to_owned(),
            FaultKind::UpsideDown(least, most) => {
                format!("at least {least} cards are to be picked, and at most {most}")
            }
            FaultKind::Nobody => "there is nobody, or no place, where one is needed".to_owned(),
            FaultKind::Stuck(seat) => format!("{} has nothing legal to do", self.seat(seat)),
            FaultKind::NoRow(key) => format!("the table has no row for {key}"),
            FaultKind::NoRowForNone => "the table has no row for none".to_owned(),
            FaultKind::NoNumber => "a number is needed, and there is none".to_owned(),
            FaultKind::DivideByZero => "a division by nought".to_owned(),
            FaultKind::Overflow => "a number grows too large".to_owned(),
            FaultKind::Steps(most) => format!("the rules go on for more than {most} steps without a decision"),
            FaultKind::Decisions(most) => format!("the game goes on for more than {most} decisions"),
            FaultKind::Choices(most) => format!("finding what may be chosen takes more than {most} steps"),
            FaultKind::Illegal => "a choice that is not legal".to_owned(),
        }
    }

    fn track_fault(&self, track: u16, value: i64, low: i64, high: i64) -> String {
        let Some(track) = self.game.tracks.get(usize::from(track)) else { return String::new() };
        let name = &track.name;
        match track.ty {
            Ty::Number => format!("`{name}` would be {value}, but it goes from {low} to {high}"),
            Ty::Player => {
                format!("`{name}` would be nobody, but it always has somebody: its type does not say `or nobody`")
            }
            _ => format!("`{name}` would be none, but it always has a value: its type does not say `or none`"),
        }
    }

    // ---- JSON -----------------------------------------------------------------------------------
}

/// `1 card`, `3 cards`.
pub(crate) fn count_of_cards(count: u32) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

/// `Ann, Ben and Cat`
#[must_use]
pub fn list(mut words: Vec<String>) -> String {
    match words.pop() {
        None => "nobody".to_owned(),
        Some(only) if words.is_empty() => only,
        Some(last) => format!("{} and {last}", words.join(", ")),
    }
}
