//! Phrases (phrases.md): each is worked out by working out its parts, and nothing is remembered.

use std::collections::BTreeSet;

use bidlang::engine::{CardSet, Fault, FaultKind, Node, NodeId};
use bidlang::ir::{Comparison, Fold};

use super::{Cards, Naive, Seats};

/// The number of the name of the place where the cards of a trick lie (places-and-tracks.md, places).
const TRICK: u16 = 1;

/// What a phrase is.
#[derive(Debug, Clone)]
enum Value {
    Number(i64),
    Cards(Cards),
    Seats(Seats),
}

/// The members of a group, as they are spoken of one after the other.
fn each(of: &BTreeSet<u8>) -> Vec<i64> {
    of.iter().map(|one| i64::from(*one)).collect()
}

/// The only one of a group; none if there are more or none (phrases.md, groups).
fn only(of: &BTreeSet<u8>) -> i64 {
    if of.len() == 1 { i64::from(*of.first().unwrap()) } else { -1 }
}

/// A group of one; of none, if there is none.
fn just(one: i64) -> BTreeSet<u8> {
    u8::try_from(one).into_iter().collect()
}

fn has(of: &BTreeSet<u8>, one: i64) -> bool {
    u8::try_from(one).is_ok_and(|one| of.contains(&one))
}

fn set_of_bits(bits: u32) -> BTreeSet<u8> {
    (0..32).filter(|bit| bits >> bit & 1 == 1).collect()
}

fn set_of_cards(cards: CardSet) -> BTreeSet<u8> {
    (0..=u8::MAX).filter(|card| cards.has(*card)).collect()
}

impl Naive<'_> {
    /// A number, or what is one in the program.
    pub(super) fn number(&mut self, id: NodeId) -> Result<i64, Fault> {
        match self.value(id)? {
            Value::Number(number) => Ok(number),
            other => panic!("{other:?}, where a number is meant"),
        }
    }

    pub(super) fn holds(&mut self, id: NodeId) -> Result<bool, Fault> {
        Ok(self.number(id)? != 0)
    }

    pub(super) fn cards(&mut self, id: NodeId) -> Result<Cards, Fault> {
        match self.value(id)? {
            Value::Cards(cards) => Ok(cards),
            other => panic!("{other:?}, where cards are meant"),
        }
    }

    pub(super) fn seats(&mut self, id: NodeId) -> Result<Seats, Fault> {
        match self.value(id)? {
            Value::Seats(seats) => Ok(seats),
            other => panic!("{other:?}, where seats are meant"),
        }
    }

    fn value(&mut self, id: NodeId) -> Result<Value, Fault> {
        let program = self.program;
        let number = match program.nodes.get(id).unwrap() {
            Node::Int(number) => *number,
            Node::Slot(slot) => self.number_in(*slot),
            Node::SlotAt { base, keys, nothing } => match self.slot_at(*base, keys)? {
                Some(slot) => self.number_in(slot),
                None => *nothing,
            },
            Node::Reg(reg) => {
                self.numbers[*reg as usize].unwrap_or_else(|| panic!("nothing is spoken of in register {reg}"))
            }
            // values.md, tables.
            Node::Tab { table, low, key, other } => {
                let row = self.number(*key)?.checked_sub(*low).and_then(|row| usize::try_from(row).ok());
                row.and_then(|row| program.tables[*table as usize].get(row)).copied().unwrap_or(*other)
            }
            Node::Arms { low, key, arms, other, rule } => {
                let key = self.number(*key)?;
                let row = key.checked_sub(*low).and_then(|row| usize::try_from(row).ok());
                match row.and_then(|row| arms.get(row)).copied().flatten().or(*other) {
                    Some(arm) => return self.value(arm),
                    None => return Err(Fault { kind: FaultKind::NoRow(key), rule: *rule }),
                }
            }
            // none.md: where a number is needed there has to be one.
            Node::Missing { lack, rule: 0 } => return Err(self.fault((*lack).into())),
            Node::Missing { lack, rule } => return Err(Fault { kind: (*lack).into(), rule: *rule }),
            // phrases.md, sums, and divisions that say how they round.
            Node::Add(a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.sum(a, b)?
            }
            Node::Sub(a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.difference(a, b)?
            }
            Node::Mul(a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                a.checked_mul(b).ok_or_else(|| self.fault(FaultKind::Overflow))?
            }
            Node::Mod(a, b) => {
                let (a, b) = (i128::from(self.number(*a)?), i128::from(self.number(*b)?));
                if b == 0 {
                    return Err(self.fault(FaultKind::DivideByZero));
                }
                a.rem_euclid(b) as i64
            }
            Node::Div { a, b, up } => {
                let (a, b) = (i128::from(self.number(*a)?), i128::from(self.number(*b)?));
                if b == 0 {
                    return Err(self.fault(FaultKind::DivideByZero));
                }
                let whole = a / b;
                let (below, above) = (a % b != 0 && (a < 0) != (b < 0), a % b != 0 && (a < 0) == (b < 0));
                let rounded = if *up { whole + i128::from(above) } else { whole - i128::from(below) };
                i64::try_from(rounded).map_err(|_| self.fault(FaultKind::Overflow))?
            }
            // phrases.md, comparisons.
            Node::Cmp(comparison, a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                i64::from(match comparison {
                    Comparison::Is => a == b,
                    Comparison::IsNot => a != b,
                    Comparison::AtLeast => a >= b,
                    Comparison::AtMost => a <= b,
                    Comparison::MoreThan => a > b,
                    Comparison::LessThan => a < b,
                })
            }
            Node::And(a, b) => i64::from(self.holds(*a)? && self.holds(*b)?),
            Node::Or(a, b) => i64::from(self.holds(*a)? || self.holds(*b)?),
            Node::Not(a) => i64::from(!self.holds(*a)?),
            Node::If(cond, a, b) | Node::IfCards(cond, a, b) | Node::IfSeats(cond, a, b) => {
                return if self.holds(*cond)? { self.value(*a) } else { self.value(*b) };
            }
            Node::Let { reg, value, body } => {
                let value = self.number(*value)?;
                return self.speaking_of(*reg, value, |this| this.value(*body));
            }
            Node::Watch { rule: _, holds: _, of } | Node::SeenIn { of, cards: _ } => return self.value(*of),
            // phrases.md, numbers of a group.
            Node::Count(of) => self.cards(*of)?.len() as i64,
            Node::CountSeats(of) => self.seats(*of)?.len() as i64,
            Node::FoldCards { fold, reg, of, key } => {
                let of = self.cards(*of)?;
                self.fold(*fold, *reg, *key, &each(&of))?
            }
            Node::FoldSeats { fold, reg, of, key } => {
                let of = self.seats(*of)?;
                self.fold(*fold, *reg, *key, &each(&of))?
            }
            Node::FoldMembers { fold, reg, count, part, key } => {
                let mut of: Vec<i64> = (0..i64::from(*count)).collect();
                if let Some(part) = part {
                    let mut kept = Vec::new();
                    for one in of {
                        if self.speaking_of(*reg, one, |this| this.holds(*part))? {
                            kept.push(one);
                        }
                    }
                    of = kept;
                }
                self.fold(*fold, *reg, *key, &of)?
            }
            Node::TotalTab { table, of } => {
                let of = self.cards(*of)?;
                self.total(of.into_iter().map(|card| program.tables[*table as usize][usize::from(card)]).collect())?
            }
            // phrases.md, one of a group.
            Node::EndCard { of, last } => {
                let of = self.cards(*of)?;
                let lie = self.in_order(&of);
                if *last { lie.last() } else { lie.first() }.map_or(-1, |card| i64::from(*card))
            }
            // phrases.md, sets.
            Node::CountSets { reg, of, least, most, cond } => {
                let of: Vec<u8> = self.cards(*of)?.into_iter().collect();
                let (least, most) = (self.number(*least)?, self.number(*most)?);
                if most < least {
                    return Err(self.fault(FaultKind::UpsideDown(least, most)));
                }
                assert!(of.len() < 20, "too many sets to be listed");
                let before = self.sets[*reg as usize].take();
                let mut count = 0;
                for bits in 0_u32..1 << of.len() {
                    let size = i64::from(bits.count_ones());
                    if size < least || size > most {
                        continue;
                    }
                    let set = of.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, card)| *card);
                    self.sets[*reg as usize] = Some(set.collect());
                    count += i64::from(self.holds(*cond)?);
                }
                self.sets[*reg as usize] = before;
                count
            }
            Node::OnlyCard(of) => only(&self.cards(*of)?),
            Node::OnlySeat(of) => only(&self.seats(*of)?),
            Node::FirstFrom { from, of, back } => {
                let from = self.number(*from)?;
                let of = self.seats(*of)?;
                // none.md, players: from nobody on there is nobody.
                if from < 0 { -1 } else { self.first_from(from, &of, *back).map_or(-1, i64::from) }
            }
            // phrases.md, chains.
            Node::SeatStep { from, steps } => {
                let (from, steps) = (self.number(*from)?, self.number(*steps)?);
                let seat = (i128::from(from) + i128::from(steps)).rem_euclid(i128::from(program.seats));
                if from < 0 { -1 } else { seat as i64 }
            }
            Node::Owner(card) => {
                let card = self.number(*card)?;
                self.owner(card)
            }
            Node::InCards(card, of) => {
                let card = self.number(*card)?;
                i64::from(has(&self.cards(*of)?, card))
            }
            Node::InSeats(seat, of) => {
                let seat = self.number(*seat)?;
                i64::from(has(&self.seats(*of)?, seat))
            }
            Node::InSet { set, key, card } => {
                let (key, card) = (self.number(*key)?, self.number(*card)?);
                let row = usize::try_from(key).ok().and_then(|row| program.sets[*set as usize].get(row));
                i64::from(row.is_some_and(|row| has(&set_of_cards(*row), card)))
            }
            // header-and-options.md, teams.
            Node::Partner(seat) => {
                let seat = self.number(*seat)?;
                let mut mates = self.mates(self.team(seat));
                mates.retain(|mate| i64::from(*mate) != seat);
                only(&mates)
            }
            Node::TeamOf(seat) => {
                let seat = self.number(*seat)?;
                self.team(seat)
            }
            Node::Score(seat) => {
                let seat = self.number(*seat)?;
                u32::try_from(self.team(seat)).map_or(0, |team| self.number_in(program.scores + team))
            }
            // auction.md, closes.
            Node::AllPass { still, passed } => i64::from(self.seats_in(*still).is_subset(&self.seats_in(*passed))),

            // phrases.md, groups.
            Node::Cards(set) => return Ok(Value::Cards(set_of_cards(*set))),
            Node::Place(place) => return Ok(Value::Cards(self.lie_in(usize::from(*place)))),
            Node::PlaceOf { base, count, key } => {
                let at = self.number(*key)?;
                let there = (0..i64::from(*count)).contains(&at);
                let cards = if there { self.lie_in(usize::from(*base) + at as usize) } else { Cards::new() };
                return Ok(Value::Cards(cards));
            }
            Node::PlacesOf { base, count, seats } => {
                let seats = self.seats(*seats)?;
                let of = seats.into_iter().filter(|seat| u16::from(*seat) < *count);
                let places = of.map(|seat| self.lie_in(usize::from(*base) + usize::from(seat)));
                return Ok(Value::Cards(places.flatten().collect()));
            }
            Node::CardSlot(slot) => {
                let place = self.places.get(*slot as usize).map(|_| self.lie_in(*slot as usize));
                return Ok(Value::Cards(place.unwrap_or_else(|| self.kept[slot].clone())));
            }
            Node::CardReg(reg) => {
                let cards = self.sets[*reg as usize].clone();
                return Ok(Value::Cards(cards.unwrap_or_else(|| panic!("no cards are spoken of in register {reg}"))));
            }
            Node::JustCard(card) => return Ok(Value::Cards(just(self.number(*card)?))),
            Node::SetTab { set, low, key } => {
                let row = self.number(*key)?.checked_sub(*low).and_then(|row| usize::try_from(row).ok());
                let row = row.and_then(|row| program.sets[*set as usize].get(row));
                return Ok(Value::Cards(row.map_or(Cards::new(), |row| set_of_cards(*row))));
            }
            Node::Both(a, b) => {
                let a = self.cards(*a)?;
                // Of nothing nothing is asked.
                return Ok(Value::Cards(if a.is_empty() { a } else { &a & &self.cards(*b)? }));
            }
            Node::Either(a, b) => return Ok(Value::Cards(&self.cards(*a)? | &self.cards(*b)?)),
            Node::Without(a, b) => return Ok(Value::Cards(&self.cards(*a)? - &self.cards(*b)?)),
            Node::Scan { reg, of, cond } => {
                let of = self.cards(*of)?;
                return Ok(Value::Cards(self.those(*reg, *cond, &of)?));
            }
            Node::Ends { of, count, last } => {
                let (of, count) = (self.cards(*of)?, self.number(*count)?);
                let mut lie = self.in_order(&of);
                if *last {
                    lie.reverse();
                }
                return Ok(Value::Cards(lie.into_iter().take(count.max(0) as usize).collect()));
            }
            Node::BestCards { reg, of, key, highest } => {
                let of = self.cards(*of)?;
                return Ok(Value::Cards(self.best(*reg, *key, &of, *highest)?));
            }
            Node::Seats(set) => return Ok(Value::Seats(set_of_bits(*set))),
            Node::SeatSlot(slot) => return Ok(Value::Seats(self.seats_in(*slot))),
            Node::JustSeat(seat) => return Ok(Value::Seats(just(self.number(*seat)?))),
            Node::Members(team) => {
                let team = self.number(*team)?;
                return Ok(Value::Seats(self.mates(team)));
            }
            Node::Except(of, seat) => {
                let of = self.seats(*of)?;
                return Ok(Value::Seats(&of - &just(self.number(*seat)?)));
            }
            Node::Opponents(seat) => {
                let seat = self.number(*seat)?;
                let all: Seats = (0..program.seats).collect();
                let others = &all - &self.mates(self.team(seat));
                return Ok(Value::Seats(if seat < 0 { Seats::new() } else { others }));
            }
            Node::ScanSeats { reg, of, cond } => {
                let of = self.seats(*of)?;
                return Ok(Value::Seats(self.those(*reg, *cond, &of)?));
            }
            Node::BestSeats { reg, of, key, highest } => {
                let of = self.seats(*of)?;
                return Ok(Value::Seats(self.best(*reg, *key, &of, *highest)?));
            }
        };
        Ok(Value::Number(number))
    }

    pub(super) fn sum(&self, a: i64, b: i64) -> Result<i64, Fault> {
        a.checked_add(b).ok_or_else(|| self.fault(FaultKind::Overflow))
    }

    pub(super) fn difference(&self, a: i64, b: i64) -> Result<i64, Fault> {
        a.checked_sub(b).ok_or_else(|| self.fault(FaultKind::Overflow))
    }

    fn total(&self, values: Vec<i64>) -> Result<i64, Fault> {
        values.into_iter().try_fold(0, |sum, value| self.sum(sum, value))
    }

    /// Works something out while a register speaks of this. Afterwards it speaks of what it spoke of before.
    pub(super) fn speaking_of<T>(&mut self, reg: u32, this: i64, of: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.numbers[reg as usize].replace(this);
        let found = of(self);
        self.numbers[reg as usize] = before;
        found
    }

    /// The slot that keys lead to; none where a key is nobody or none.
    pub(super) fn slot_at(&mut self, base: u32, keys: &[(NodeId, u32)]) -> Result<Option<u32>, Fault> {
        let mut index = 0;
        for (key, size) in keys {
            let key = self.number(*key)?;
            if key < 0 || key >= i64::from(*size) {
                return Ok(None);
            }
            index = index * size + key as u32;
        }
        Ok(Some(base + index))
    }

    fn fold(&mut self, fold: Fold, reg: u32, key: NodeId, of: &[i64]) -> Result<i64, Fault> {
        let mut values = Vec::new();
        for one in of {
            let value = self.speaking_of(reg, *one, |this| this.number(key))?;
            // phrases.md, every and any: once it is settled, nothing more is asked.
            match fold {
                Fold::Any if value != 0 => return Ok(1),
                Fold::Every if value == 0 => return Ok(0),
                Fold::Any
                | Fold::Every
                | Fold::Total
                | Fold::Highest
                | Fold::Lowest
                | Fold::SecondHighest
                | Fold::SecondLowest
                | Fold::LongestRun
                | Fold::Different => values.push(value),
            }
        }
        let mut sorted = values.clone();
        sorted.sort_unstable();
        Ok(match fold {
            Fold::Any => 0,
            Fold::Every => 1,
            Fold::Total => return self.total(values),
            Fold::Lowest => sorted.first().copied().unwrap_or(0),
            Fold::SecondLowest => sorted.get(1).copied().unwrap_or(0),
            Fold::Highest => sorted.last().copied().unwrap_or(0),
            Fold::SecondHighest => sorted.iter().rev().nth(1).copied().unwrap_or(0),
            Fold::LongestRun => {
                let values: BTreeSet<i64> = values.into_iter().collect();
                let next = |value: &i64| value.checked_add(1);
                let run = |from: &i64| {
                    std::iter::successors(Some(*from), next).take_while(|value| values.contains(value)).count()
                };
                values.iter().map(run).max().unwrap_or(0) as i64
            }
            Fold::Different => values.into_iter().collect::<BTreeSet<_>>().len() as i64,
        })
    }

    /// `... where C`: those of which it holds.
    fn those(&mut self, reg: u32, cond: NodeId, of: &BTreeSet<u8>) -> Result<BTreeSet<u8>, Fault> {
        let mut found = BTreeSet::new();
        for one in of {
            if self.speaking_of(reg, i64::from(*one), |this| this.holds(cond))? {
                found.insert(*one);
            }
        }
        Ok(found)
    }

    /// `... with highest V`: those that are best; several, if tied.
    fn best(&mut self, reg: u32, key: NodeId, of: &BTreeSet<u8>, highest: bool) -> Result<BTreeSet<u8>, Fault> {
        let mut values = Vec::new();
        for one in of {
            values.push((self.speaking_of(reg, i64::from(*one), |this| this.number(key))?, *one));
        }
        let best = if highest { values.iter().max() } else { values.iter().min() }.map(|(value, _)| *value);
        Ok(values.iter().filter(|(value, _)| Some(*value) == best).map(|(_, one)| *one).collect())
    }

    fn lie_in(&self, place: usize) -> Cards {
        self.places[place].iter().copied().collect()
    }

    /// Where a card lies.
    pub(super) fn place_of(&self, card: u8) -> usize {
        self.places.iter().position(|place| place.contains(&card)).expect("each card lies somewhere")
    }

    /// The cards of a group as they lie in their place, top first: of several places, those of the place that holds the first
    /// card of the deck among them.
    pub(super) fn in_order(&self, of: &Cards) -> Vec<u8> {
        let Some(first) = of.first() else { return Vec::new() };
        let place = &self.places[self.place_of(*first)];
        place.iter().copied().filter(|card| of.contains(card)).collect()
    }

    /// Whose place the card lies in; in a trick, who played it: tricks keep that as long as they are played.
    fn owner(&self, card: i64) -> i64 {
        let Ok(card) = u8::try_from(card) else { return -1 };
        let place = &self.program.places[self.place_of(card)];
        match place.owner {
            Some(owner) if place.of_seat => i64::from(owner),
            _ if place.name == TRICK => {
                let seats = u32::from(self.program.seats);
                let mut played =
                    self.program.tricks.iter().flat_map(|tricks| (0..seats).map(|seat| (tricks.played, seat)));
                let by = played.find(|(base, seat)| self.number_in(base + seat) == i64::from(card));
                by.map_or(-1, |(_, seat)| i64::from(seat))
            }
            _ => -1,
        }
    }

    fn team(&self, seat: i64) -> i64 {
        let team = usize::try_from(seat).ok().and_then(|seat| self.program.teams.get(seat));
        team.map_or(-1, |team| i64::from(*team))
    }

    fn mates(&self, team: i64) -> Seats {
        (0..self.program.seats).filter(|seat| i64::from(self.program.teams[usize::from(*seat)]) == team).collect()
    }
}
