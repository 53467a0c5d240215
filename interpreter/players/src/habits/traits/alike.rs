//! What a value that is named says of what counts in the tricks, such as the trump suit: it is one itself, it is spelt like one, or rows of the rules file give
//! one for it.

use bidlang::ir::{Expr, Game, Ty, Value};

/// For each kind that says something of what counts: for each of its values the value of what counts, none where it says nothing.
#[derive(Debug, Default)]
pub struct Alike {
    kinds: Vec<(u16, Vec<Option<i64>>)>,
}

/// What is like no value is like none.
const NONE: i64 = -1;

impl Alike {
    /// Of a game in which values of this kind count.
    pub fn of(game: &Game, counts: usize) -> Self {
        let of = |kind: usize| Some((u16::try_from(kind).ok()?, like(game, kind, counts)?));
        Self { kinds: (0..game.kinds.len()).filter_map(of).collect() }
    }

    /// The value of what counts for which one of a kind stands.
    pub fn value(&self, kind: u16, named: i64) -> Option<i64> {
        let (_, values) = self.kinds.iter().find(|(of, _)| *of == kind)?;
        values.get(usize::try_from(named).ok()?).copied().flatten()
    }
}

/// For each value of a kind that which counts; none where the kind says nothing.
fn like(game: &Game, kind: usize, counts: usize) -> Option<Vec<Option<i64>>> {
    let members = &game.kinds.get(kind)?.members;
    let all = (0_i64..).take(members.len());
    if kind == counts {
        return Some(all.map(Some).collect());
    }
    let of = |value: &&Value| {
        value.ty == Ty::Member(counts) && matches!(value.params.as_slice(), [(_, Ty::Member(of))] if *of == kind)
    };
    let mut written = game.values.iter().filter(of);
    if let Some(value) = written.find(|value| value.row(0).is_some()) {
        return Some(all.map(|member| constant(value.row(member)?)).collect());
    }
    let others = &game.kinds.get(counts)?.members;
    let spelt = |member: &String| {
        let found = others.iter().position(|other| other == member);
        found.and_then(|found| i64::try_from(found).ok())
    };
    let found: Vec<Option<i64>> = members.iter().map(spelt).collect();
    found.iter().any(Option::is_some).then(|| found.into_iter().map(|value| value.or(Some(NONE))).collect())
}

/// The value that is written down.
fn constant(written: &Expr) -> Option<i64> {
    match written {
        Expr::Int(value) => Some(*value),
        Expr::NoMember => Some(NONE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Alike;

    const TEXT: &str = "\
game Alike
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 4
  1 to 4 of each suit

kind strain  Hearts, Clubs, No-trump
kind space   Left, Middle, Right

value hue of space by space
  Left    Hearts
  Middle  Clubs
  other   none

places
  hand  each player  seen by owner

play
  shuffle box
  deal 2 from box to hand of each player
  ask seat 1 to bid a strain
    score 1 to seat 1 for a point when strain is Hearts
  ask seat 2 to put a space
    score 1 to seat 2 for a point when hue of space is Hearts
  won by players with highest score
";

    #[test]
    fn a_strain_and_a_space_stand_for_a_suit() -> Result<(), bidlang::Error> {
        let game = bidlang::Game::read("alike.bid", TEXT)?;
        let prepared = game.prepare(&bidlang::Setup::players(2))?;
        let ir = prepared.words().game;
        let kind = |name: &str| ir.kinds.iter().position(|kind| kind.name == name).unwrap_or_default();
        let alike = Alike::of(ir, kind("suit"));
        let of = |name: &str| {
            let values = (0..4).map(|member| alike.value(kind(name) as u16, member));
            values.collect::<Vec<_>>()
        };
        assert_eq!(of("suit"), [Some(0), Some(1), None, None]);
        assert_eq!(of("strain"), [Some(1), Some(0), Some(-1), None]);
        assert_eq!(of("space"), [Some(1), Some(0), Some(-1), None]);
        assert_eq!(of("rank"), [None; 4]);
        Ok(())
    }
}
