//! A plan in words of the rules file: for each information set what the seat knows, as far as it could have been otherwise, and how
//! likely it makes each choice.

use bidlang::Prepared;
use bidlang::transcript::lines_of;

use crate::engine::{CardsTold, Choice, PickTold, Picked, Telling, each_card, item};
use crate::words::list;

use super::small::{Set, Small};
use super::stories::{Token, Told};

/// What a seat knows when it has to choose, and what it does then.
#[derive(Debug, Clone)]
pub struct Situation {
    /// The seat.
    pub seat: u8,
    /// The decision.
    pub ask: u16,
    /// Where its story has come to.
    story: u32,
    /// What it knows, in words: `with Jack, Ann bets`.
    pub words: String,
    /// How likely it is to come up where both plans are followed.
    pub met: f64,
    /// What may be chosen.
    pub parts: Vec<Part>,
}

/// One of the choices.
#[derive(Debug, Clone)]
pub struct Part {
    /// The choice.
    pub choice: Choice,
    /// In words: `bet`.
    pub words: String,
    /// How likely it is chosen; none where the seat's own plan never lets it come so far.
    pub share: Option<f64>,
}

/// Plans of a game in words.
pub struct Situations<'s> {
    small: &'s Small,
    prepared: &'s Prepared,
    plans: &'s [Vec<f64>; 2],
    met: [Vec<f64>; 2],
}

impl<'s> Situations<'s> {
    /// Of two plans.
    #[must_use]
    pub fn new(small: &'s Small, prepared: &'s Prepared, plans: &'s [Vec<f64>; 2]) -> Self {
        Self { small, prepared, plans, met: [small.met(0, plans), small.met(1, plans)] }
    }

    /// How many a seat has.
    #[must_use]
    pub fn count(&self, seat: u8) -> usize {
        self.small.sides.iter().flat_map(|side| &side.sets).filter(|set| set.seat == seat).count()
    }

    /// So many of a seat, those that come up most: behind each those of which the story goes on, by cards and numbers in their order.
    pub fn of(&self, seat: u8, most: usize) -> impl Iterator<Item = Situation> + '_ {
        let sides = self.small.sides.iter().zip(self.plans).zip(&self.met);
        let own = sides.filter(move |((side, _), _)| side.seats.contains(&seat));
        own.flat_map(move |((side, plan), met)| {
            let sets = side.sets.iter().zip(met).filter(move |(set, _)| set.seat == seat);
            let mut sets: Vec<(&Set, f64)> = sets.map(|(set, met)| (set, *met)).collect();
            if sets.len() > most {
                sets.sort_by(|(_, one), (_, other)| other.total_cmp(one));
                sets.truncate(most);
            }
            sets.sort_by_cached_key(|(set, _)| self.order(set));
            sets.into_iter().map(move |(set, met)| self.situation(set, plan, met))
        })
    }

    /// All that the seat was told in a situation, line by line, and what it chose.
    #[must_use]
    pub fn story(&self, situation: &Situation) -> Vec<String> {
        let story = self.small.stories.story(situation.story);
        let lines = story.iter().flat_map(|told| match told.token {
            Token::Told(telling) => lines_of(self.prepared, telling),
            Token::Chose { ask, choice } => vec![format!("chosen: {}", self.choice(*ask, choice))],
        });
        lines.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    /// What sorts situations: what might have been otherwise, as numbers, with a low one behind each thing.
    fn order(&self, set: &Set) -> Vec<i64> {
        let story = self.small.stories.story(set.story);
        let told = story.iter().filter(|told| told.is_news || matches!(told.token, Token::Told(Telling::Act { .. })));
        told.flat_map(|told| numbers(told.token).into_iter().chain([i64::MIN])).collect()
    }

    fn situation(&self, set: &Set, plan: &[f64], met: f64) -> Situation {
        let before = item(plan, set.before as usize);
        let shares = plan.get(set.range()).unwrap_or_default();
        let parts = set.choices.iter().zip(shares).map(|(choice, share)| Part {
            choice: *choice,
            words: self.choice(set.ask, choice),
            share: (before > 0.0).then(|| share / before),
        });
        let (words, parts) = (self.words(set), parts.collect());
        Situation { seat: set.seat, ask: set.ask, story: set.story, words, met, parts }
    }

    fn choice(&self, ask: u16, choice: &Choice) -> String {
        let (words, asks) = (self.prepared.words(), &self.prepared.compiled().program.asks);
        asks.get(usize::from(ask)).map_or_else(String::new, |ask| words.choice(ask, choice))
    }

    /// What a seat knows: of what it was told that which could have been otherwise, and what was done.
    fn words(&self, set: &Set) -> String {
        let story = self.small.stories.story(set.story);
        let acts = |told: &Told| matches!(told.token, Token::Chose { .. } | Token::Told(Telling::Act { .. }));
        let (mut parts, mut rest): (Vec<String>, _) = (Vec::new(), story.as_slice());
        while let Some((told, later)) = rest.split_first() {
            parts.extend(self.part(set.seat, told, later));
            rest = later;
        }
        let at_once = self.prepared.compiled().program.asks.get(usize::from(set.ask)).is_some_and(|ask| ask.at_once);
        if !at_once && !story.iter().any(acts) {
            parts.push("first to act".to_owned());
        }
        if parts.is_empty() { "at the start".to_owned() } else { parts.join(", ") }
    }

    /// What one thing told adds to what a seat knows.
    fn part(&self, seat: u8, told: &Told, later: &[Told]) -> Option<String> {
        let words = self.prepared.words();
        match told.token {
            Token::Chose { ask, choice } => {
                let comes = |told: &Told| matches!(told.token, Token::Told(Telling::Act { ask: of, seat: by, .. }) if of == ask && *by == seat);
                // What it chose is told when it takes effect.
                let own = || format!("{}: {}", words.seat(seat), self.choice(*ask, choice));
                (!later.iter().any(comes)).then(own)
            }
            Token::Told(Telling::Act { forced, picks, .. }) if !told.is_news && (*forced || !is_whole(picks)) => None,
            Token::Told(telling @ Telling::Act { .. }) => Some(self.line(telling)),
            Token::Told(_) if !told.is_news => None,
            Token::Told(Telling::Move { to: Some(to), cards: CardsTold::Which(cards), .. }) => {
                let place = words.program.places.get(usize::from(*to))?;
                let named = list(cards.iter().map(|card| words.card(*card).to_owned()).collect());
                let own = place.of_seat && place.owner == Some(u16::from(seat));
                Some(if own { format!("with {named}") } else { format!("{}: {named}", words.place(*to)) })
            }
            Token::Told(telling) => Some(self.line(telling)),
        }
    }

    fn line(&self, telling: &Telling) -> String {
        let lines = lines_of(self.prepared, telling);
        lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// Whether all of what was picked is told.
fn is_whole(picks: &[PickTold]) -> bool {
    picks.iter().all(|pick| matches!(pick, PickTold::Whole(_)))
}

/// What sorts things that are told or chosen: whose, which, then cards and numbers as they are.
fn numbers(token: &Token) -> Vec<i64> {
    let picked = |picked: &Picked| each_card(picked.cards).map(i64::from).chain([picked.value]).collect::<Vec<i64>>();
    match token {
        Token::Chose { choice, .. } => {
            [vec![i64::from(choice.act)], choice.picks.iter().flat_map(picked).collect()].concat()
        }
        Token::Told(Telling::Act { seat, act, picks, .. }) => {
            let whole = |pick: &PickTold| if let PickTold::Whole(whole) = pick { picked(whole) } else { Vec::new() };
            [vec![i64::from(*seat), i64::from(*act)], picks.iter().flat_map(whole).collect()].concat()
        }
        Token::Told(Telling::Move { to: Some(to), cards: CardsTold::Which(cards), .. }) => {
            std::iter::once(i64::from(*to)).chain(cards.iter().map(|card| i64::from(*card))).collect()
        }
        Token::Told(Telling::Set { track, index, value }) => vec![i64::from(*track), i64::from(*index), *value],
        Token::Told(Telling::Draw { seat, .. }) => vec![i64::from(*seat)],
        Token::Told(_) => Vec::new(),
    }
}
