//! The same words in records: cards, places, keys, choices as JSON.

use serde_json::{Value, json};

use super::Words;
use crate::engine::{Ask, CardSet, Choice, Pick, PickTold, SeatSet, Source, each_card, each_seat};
use crate::ir::{Per, Ty, each_member};

/// As many `null`s as there are cards that are not seen.
pub(crate) fn unseen(count: u32) -> Value {
    (0..count).map(|_| Value::Null).collect()
}

/// A word, or the number that it spells.
fn json_word(word: &str) -> Value {
    word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number))
}

/// A track's slot as records have it; nulls where there is no such track.
#[derive(Debug, Clone, Default)]
pub(crate) struct JsonTrack {
    /// As the rules declare it.
    pub name: Value,
    /// Whose or of what it is, where there are several of it.
    pub keys: Vec<Value>,
    /// Seats and teams from 1, members as words, nobody and none as null.
    pub value: Value,
}

impl Words<'_> {
    /// A card with its attributes.
    #[must_use]
    pub fn json_card(&self, card: u8) -> Value {
        let mut object = serde_json::Map::new();
        object.insert("card".to_owned(), json!(self.card(card)));
        let definition = self.program.cards.get(usize::from(card)).and_then(|id| self.game.cards.get(usize::from(*id)));
        for (index, attr) in self.game.attrs.iter().enumerate() {
            let set = definition.and_then(|card| card.members.get(index)).copied().unwrap_or(0);
            let word = |member: u8| json_word(&self.member(attr.kind, i64::from(member)));
            let members = each_member(set).map(word);
            let mut members: Vec<Value> = members.collect();
            let value = if attr.many { Value::Array(members) } else { members.pop().unwrap_or(Value::Null) };
            object.insert(attr.name.clone(), value);
        }
        Value::Object(object)
    }

    /// A card that is picked: with the place where it lies, if a like one may be picked from another place.
    fn json_picked(&self, card: u8) -> Value {
        let mut object = self.json_card(card);
        if let (Some(object), from @ Value::Object(_)) = (object.as_object_mut(), self.json_apart(card)) {
            object.insert("from".to_owned(), from);
        }
        object
    }

    /// The place that is said with a card that is picked; null where none is.
    fn json_apart(&self, card: u8) -> Value {
        let place = self.apart.and_then(|apart| apart.place(card));
        place.map_or(Value::Null, |place| self.json_place(place))
    }

    /// Cards with their attributes.
    pub(crate) fn json_cards(&self, cards: impl IntoIterator<Item = u8>) -> Value {
        cards.into_iter().map(|card| self.json_card(card)).collect()
    }

    /// A place of the program: its name, and whose it is, where there are several; null where there is no such place.
    pub(crate) fn json_place(&self, place: u16) -> Value {
        let Some(found) = self.program.places.get(usize::from(place)) else { return Value::Null };
        let Some(definition) = self.game.places.get(usize::from(found.name)) else { return Value::Null };
        match (definition.per, found.owner) {
            (Some(per), Some(owner)) => json!({"place": definition.name, "of": self.json_key(per, i64::from(owner))}),
            _ => json!({"place": definition.name}),
        }
    }

    fn json_key(&self, per: Per, value: i64) -> Value {
        match per {
            Per::Player => json!(value + 1),
            Per::Team => json!(value + 1),
            Per::Kind(kind) => json_word(&self.member(kind, value)),
        }
    }

    /// A value of a type: numbers as they are, seats and teams from 1, members as words, nobody and none as null.
    pub(crate) fn json_scalar(&self, ty: Ty, value: i64) -> Value {
        match ty {
            Ty::Number => json!(value),
            Ty::YesNo => json!(value != 0),
            _ if value < 0 => Value::Null,
            Ty::Player | Ty::Team => json!(value + 1),
            Ty::Member(kind) => json_word(&self.member(kind, value)),
            Ty::Card => u8::try_from(value).map_or(Value::Null, |card| self.json_card(card)),
            _ => json!(value),
        }
    }

    /// A track's slot.
    pub(crate) fn json_track(&self, track: u16, index: u32, value: i64) -> JsonTrack {
        let Some(definition) = self.game.tracks.get(usize::from(track)) else { return JsonTrack::default() };
        let keys = self.keys(track, index).into_iter().map(|(per, key)| self.json_key(per, key)).collect();
        JsonTrack { name: json!(definition.name), keys, value: self.json_scalar(definition.ty, value) }
    }

    /// Seats by their numbers from 1.
    #[must_use]
    pub fn json_seats(&self, seats: SeatSet) -> Value {
        each_seat(seats).map(|seat| json!(seat + 1)).collect()
    }

    /// A choice as records hold it: the act and what is picked.
    #[must_use]
    pub fn json_choice(&self, ask: &Ask, choice: &Choice) -> Value {
        self.json_choice_told(ask, choice.act, &PickTold::whole(ask, choice))
    }

    /// The same as far as each pick is told.
    pub(crate) fn json_choice_told(&self, ask: &Ask, act: u8, picks: &[PickTold]) -> Value {
        let Some(definition) = ask.acts.get(usize::from(act)) else { return Value::Null };
        let picks: Vec<Value> =
            definition.picks.iter().zip(picks).map(|(pick, told)| self.json_pick(pick, *told)).collect();
        json!({"act": self.act_name(ask, act), "picks": picks})
    }

    /// The choices that a line of JSON tells as records have it, be they legal or not: of each act of that name one, each pick by what tells it
    /// from others. Of cards that bear one name it takes the first ones.
    #[must_use]
    pub fn choices_said(&self, ask: &Ask, said: &Value) -> Vec<Choice> {
        let name = said.get("act").and_then(Value::as_str);
        let acts = (0_u8..).zip(&ask.acts).map(|(act, _)| act).filter(|act| Some(self.act_name(ask, *act)) == name);
        acts.filter_map(|act| self.choice_said(ask, act, said)).collect()
    }

    fn choice_said(&self, ask: &Ask, act: u8, said: &Value) -> Option<Choice> {
        let definition = ask.acts.get(usize::from(act))?;
        let picks = said.get("picks")?.as_array()?;
        if picks.len() != definition.picks.len() {
            return None;
        }
        let mut choice = Choice { act, ..Choice::default() };
        for ((pick, said), to) in definition.picks.iter().zip(picks).zip(&mut choice.picks) {
            match pick.source {
                Source::Cards { .. } => {
                    for card in said.get("cards")?.as_array()? {
                        let name = card.get("card").unwrap_or(card).as_str()?;
                        let from = card.get("from").unwrap_or(&Value::Null);
                        let free = |card: &u8| {
                            !to.cards.has(*card) && self.card(*card) == name && self.json_apart(*card) == *from
                        };
                        to.cards |= CardSet::one(self.program.deck().find(free)?);
                    }
                }
                Source::Number { .. } => to.value = said.get("number")?.as_i64()?,
                Source::Seat => to.value = said.get("seat")?.as_i64()?.checked_sub(1)?,
                Source::YesNo => to.value = i64::from(said.get("answer")?.as_bool()?),
                Source::Member { kind, count } => {
                    let word = said.get("value")?;
                    let is = |member: &i64| json_word(&self.member(usize::from(kind), *member)) == *word;
                    to.value = (0..i64::from(count)).find(is)?;
                }
            }
        }
        Some(choice)
    }

    fn json_pick(&self, pick: &Pick, told: PickTold) -> Value {
        let value = |of: fn(&Self, &Pick, i64) -> Value| match told {
            PickTold::Whole(picked) => of(self, pick, picked.value),
            PickTold::Count(_) | PickTold::Nothing => Value::Null,
        };
        match (pick.source, told) {
            (Source::Cards { .. }, PickTold::Whole(picked)) => {
                json!({"cards": each_card(picked.cards).map(|card| self.json_picked(card)).collect::<Value>()})
            }
            (Source::Cards { .. }, PickTold::Count(count)) => json!({"cards": unseen(count)}),
            (Source::Cards { .. }, PickTold::Nothing) => json!({"cards": null}),
            (Source::Number { .. }, _) => json!({"number": value(|_, _, number| json!(number))}),
            (Source::Member { kind, .. }, _) => {
                let member = value(|words, pick, member| match pick.source {
                    Source::Member { kind, .. } => json_word(&words.member(usize::from(kind), member)),
                    _ => Value::Null,
                });
                json!({"value": member, "kind": self.kind(kind)})
            }
            (Source::Seat, _) => json!({"seat": value(|_, _, seat| json!(seat + 1))}),
            (Source::YesNo, _) => json!({"answer": value(|_, _, answer| json!(answer != 0))}),
        }
    }
}
