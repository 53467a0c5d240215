//! What decisions, picks and auctions are called in the words of the rules file.

use bidlang::diagnostic::Span;
use bidlang::engine::{Ask, Source};
use bidlang::words::Words;
use bidlang::{Game, Prepared};

use super::spread::Spread;

/// Most values of one pick that are told by name; the rest are told together.
pub const MOST_VALUES: usize = 64;

/// The words of one setup.
#[derive(Debug)]
pub struct Names<'a> {
    prepared: &'a Prepared,
    game: &'a Game,
}

impl<'a> Names<'a> {
    /// The words of a setup.
    #[must_use]
    pub fn new(prepared: &'a Prepared) -> Self {
        Self { prepared, game: prepared.game() }
    }

    fn words(&self) -> Words<'_> {
        self.prepared.words()
    }

    /// The line of the file, from 1.
    #[must_use]
    pub fn line(&self, rule: u32) -> usize {
        self.line_of(self.prepared.compiled().line(rule))
    }

    fn line_of(&self, span: Span) -> usize {
        self.game.sources.place(span).map_or(1, |place| place.line())
    }

    /// A decision: its form, or what may be done.
    #[must_use]
    pub fn ask(&self, ask: &Ask) -> String {
        let form = ask.form.and_then(|form| self.game.game.forms.get(usize::from(form)));
        form.map_or_else(|| "ask".to_owned(), |form| form.name.clone())
    }

    /// An act of a decision.
    #[must_use]
    pub fn act(&self, ask: &Ask, act: usize) -> String {
        self.words().act_name(ask, u8::try_from(act).unwrap_or(0)).to_owned()
    }

    /// An auction: its name.
    #[must_use]
    pub fn auction(&self, auction: usize) -> String {
        let form = self.prepared.compiled().program.auctions.get(auction).map(|auction| usize::from(auction.form));
        form.and_then(|form| self.game.game.forms.get(form)).map_or_else(String::new, |form| form.name.clone())
    }

    /// The line of an auction.
    #[must_use]
    pub fn auction_line(&self, auction: usize) -> usize {
        let form = self.prepared.compiled().program.auctions.get(auction).map(|auction| usize::from(auction.form));
        self.line_of(form.and_then(|form| self.game.game.forms.get(form)).map_or(Span::default(), |form| form.span))
    }

    /// A reason for points.
    #[must_use]
    pub fn reason(&self, reason: usize) -> String {
        self.game
            .game
            .reasons
            .get(reason)
            .filter(|reason| !reason.is_empty())
            .cloned()
            .unwrap_or_else(|| "(no reason)".to_owned())
    }

    /// The phase whose passes are the rounds.
    #[must_use]
    pub fn round(&self) -> Option<String> {
        let program = &self.prepared.compiled().program;
        let at = program.phases.iter().position(|phase| phase.pass.is_some())?;
        self.game.game.phases.get(at).map(|phase| phase.name.clone())
    }

    /// What was picked, with how often; the most common first where there are too many to name.
    #[must_use]
    pub fn values(&self, ask: &Ask, act: usize, pick: usize, spread: &Spread) -> Vec<(String, u64)> {
        let source = ask.acts.get(act).and_then(|act| act.picks.get(pick)).map(|pick| pick.source);
        let words = self.words();
        // Of several picks each is named by its kind.
        let several = ask.acts.get(act).is_some_and(|act| act.picks.len() > 1);
        let kind_of = |kind: u16| self.game.game.kinds.get(usize::from(kind)).map_or("", |kind| kind.name.as_str());
        let name = |value: i64| match source {
            Some(Source::Member { kind, .. }) if several => {
                format!("{} {}", kind_of(kind), words.member(usize::from(kind), value))
            }
            Some(Source::Member { kind, .. }) => words.member(usize::from(kind), value),
            Some(Source::YesNo) => if value == 0 { "no" } else { "yes" }.to_owned(),
            Some(Source::Seat) => words.scalar(bidlang::ir::Ty::Player, value),
            _ if spread.width() > 1 => format!("{value} to {}", value + spread.width() - 1),
            _ => value.to_string(),
        };
        let mut all: Vec<(String, u64)> = spread.buckets().map(|(value, count)| (name(value), count)).collect();
        if all.len() > MOST_VALUES {
            // The sort is stable: of values that came up equally often the lowest stay.
            all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let rest = all.split_off(MOST_VALUES);
            all.push((format!("{} others", rest.len()), rest.iter().map(|(_, count)| count).sum()));
        }
        all
    }

    /// What stopped a game.
    #[must_use]
    pub fn fault(&self, kind: bidlang::engine::FaultKind) -> String {
        self.words().fault(kind)
    }
}
