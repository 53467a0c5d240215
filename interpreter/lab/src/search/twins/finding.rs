//! What a twin was told otherwise, in words for the designer, with a script that leads there.

use super::change::{Change, Drawn};
use super::heard::{Heard, Position, Story};
use super::{Difference, Leak, Plain, Room, Step};
use crate::design::{instead_of_a_blind_pick, setup_in_words};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{CardSet, Choice, Op, Reach, Reached, RuleId, SeenPlace, Telling, Ties, each_card};
use crate::ir::{Game, Role};
use crate::search::cause::Cause;
use crate::search::{Failing, script};
use bidlang::transcript::lines_of;

/// What may be done in one of two games alone.
struct Differs {
    choice: Choice,
    /// Whether in the plain one.
    is_here: bool,
}

impl Room<'_> {
    /// What a difference tells the viewer that it must not know; none where that is meant, or comes too late to be of use.
    pub(super) fn told(&self, plain: &Plain, difference: &Difference) -> Option<Leak> {
        let (here, rule) = plain.story.get(difference.at)?;
        let there = &difference.twin.0;
        let game = &self.prepared.game().game;
        if self.shows_more(plain, difference, game)
            || here.is_meant(there, game)
            || self.is_shown_in_both(plain, difference, game)
            || (here.is_same_sale(there)
                && (self.is_of_a_bid(plain, difference) || Self::is_a_tie_drawn(plain, difference)))
        {
            return None;
        }
        // A number that is told as it is drawn is no secret.
        if self.is_drawn_openly(plain, difference) || Self::is_in_a_total(plain, difference) {
            return None;
        }
        // Another choice that is told is no secret.
        if matches!(difference.change, Change::Choice(..)) && (here.is_of_act() || there.is_of_act()) {
            return None;
        }
        // Behind the last choice it is of no use.
        let next = plain.steps.iter().find(|step| step.heard > difference.at && step.count > 1)?;
        // A card that has to be shown at once, as that of who leads, is no secret any more.
        let until = plain.story.get(difference.at..next.heard).unwrap_or_default();
        let secret = Self::secret_cards(&difference.change);
        if until.iter().any(|(heard, _)| each_card(secret).any(|card| heard.shows(card))) {
            return None;
        }
        let steps = plain.steps.iter().take_while(|step| step.heard <= difference.at);
        let choices: Vec<u64> = steps.filter(|step| step.count > 1).map(|step| step.number).collect();
        let failing = Failing { cause: Cause::Endless, seed: self.seed, choices };
        match (here, there) {
            (Heard::Offered { ask, choices: here, .. }, Heard::Offered { choices: there, .. }) => {
                let choice = self.only_in_one(here, there)?;
                Some(self.offered(plain, difference, (*ask, &choice), failing))
            }
            _ => {
                let rule = if Self::is_more(plain, difference) { difference.twin.1 } else { *rule };
                Some(self.otherwise(plain, difference, (here, there, rule), failing))
            }
        }
    }

    /// Whether what the twin tells is told beside all that the plain game tells, so that its line is the one by which they differ: the plain
    /// game goes on with what comes behind it there, or tells nothing that happens.
    fn is_more(plain: &Plain, difference: &Difference) -> bool {
        let Some((here, _)) = plain.story.get(difference.at) else { return false };
        let there = &difference.twin.0;
        let happens = |heard: &Heard| matches!(heard, Heard::Told(_));
        let later = plain.story.iter().skip(difference.at + 1).take_while(|(heard, _)| happens(heard));
        happens(there)
            && (!happens(here) || difference.rest.contains(here))
            && !later.into_iter().any(|(heard, _)| heard == there)
    }

    /// Whether one of both is shown what the other is not, as the rules file says, and nothing else is different until the next decision.
    fn shows_more(&self, plain: &Plain, difference: &Difference, game: &Game) -> bool {
        let here = plain.story.iter().skip(difference.at).map(|(heard, _)| heard);
        let there = std::iter::once(&difference.twin.0).chain(&difference.rest);
        let (mut here, mut there) = (here.peekable(), there.peekable());
        if !here.peek().is_some_and(|heard| heard.is_shown(game))
            && !there.peek().is_some_and(|heard| heard.is_shown(game))
        {
            return false;
        }
        // The table shows the same as what was shown, and so do cards that come to where all see them.
        let shows = |heard: &&Heard| {
            heard.is_shown(game)
                || matches!(heard, Heard::Sees(_))
                || self.shown_by_rule(plain, difference.at, heard).is_some()
        };
        let (here, there) = (here.find(|heard| !shows(heard)), there.find(|heard| !shows(heard)));
        there.is_none_or(|there| here.is_some_and(|here| here == there || here.is_meant(there, game)))
    }

    /// Whether a track that is meant to be seen is set in both, or hidden cards are shown by a line that is done in both, since the last decision: it
    /// tells of what it is set to and of what is shown, and nothing is told of a track that is set to what it was, or of a line that moves none.
    /// A line that only one of both comes to tells more.
    fn is_shown_in_both(&self, plain: &Plain, difference: &Difference, game: &Game) -> bool {
        let Some((here, rule)) = plain.story.get(difference.at) else { return false };
        let (there, its_rule) = &difference.twin;
        let done = |reached: Option<Reached>, rule| reached.is_some_and(|reached| reached.times(rule, Reach::Done) > 0);
        let in_twin = || done(self.twin(plain, &difference.change, true).and_then(|twin| twin.reached), *rule);
        let in_plain = || done(self.reached(plain, difference.at), *its_rule);
        if here.is_a_track_shown(game) || there.is_a_track_shown(game) {
            return if here.is_a_track_shown(game) { in_twin() } else { in_plain() };
        }
        // What another line shows is not held against it.
        let beside = |other| (rule == its_rule).then_some(other);
        (self.shows_secrets(plain, difference, (here, *rule), beside(there)) && in_twin())
            || (self.shows_secrets(plain, difference, (there, *its_rule), beside(here)) && in_plain())
    }

    /// Whether what differs is the number that was drawn otherwise, told as the value of the track for which it was drawn: nothing is told of
    /// it where the track had that value before.
    fn is_drawn_openly(&self, plain: &Plain, difference: &Difference) -> bool {
        let Change::Number(number, other) = difference.change else { return false };
        let Some(Drawn::Number { slot, value, .. }) = plain.drawn.get(number) else { return false };
        let is = |heard: &Heard, drawn: i64| {
            self.set_to(*slot, drawn).is_some_and(|set| matches!(heard, Heard::Told(told) if *told == set))
        };
        plain.story.get(difference.at).is_some_and(|(heard, _)| is(heard, *value)) || is(&difference.twin.0, other)
    }

    /// What is told where the track of a slot is set to a value that all may know.
    fn set_to(&self, slot: u32, value: i64) -> Option<Telling> {
        let tracks = &self.prepared.compiled().program.tracks;
        let (track, slots) = (0_u16..).zip(tracks).find(|(_, track)| track.slots().contains(&slot))?;
        Some(Telling::Set { track, index: slot.checked_sub(slots.base)?, value })
    }

    /// Whether the next decision shows other totals of places where cards lie that were exchanged, and as many as there do in the twin: the
    /// seat notices these cards by what the rules file shows it.
    fn is_in_a_total(plain: &Plain, difference: &Difference) -> bool {
        let here = plain.story.iter().skip(difference.at).find_map(|(heard, _)| heard.view());
        let there = std::iter::once(&difference.twin.0).chain(&difference.rest).find_map(Heard::view);
        let next = plain.steps.iter().find(|step| step.heard > difference.at);
        let (Some(here), Some(there), Some(next)) = (here, there, next) else { return false };
        let secret = Self::secret_cards(&difference.change);
        let changed = |one: &SeenPlace| next.at.desk.state().mask(u32::from(one.place)) & secret != CardSet::NONE;
        let told = |one: &SeenPlace| {
            let other = there.places.iter().find(|other| other.place == one.place);
            other.is_some_and(|other| one.count == other.count && one.totals != other.totals)
        };
        here.places.iter().any(|one| changed(one) && told(one))
    }

    /// Whether a line is done wherever the game comes to it: no `when` is asked in it.
    fn is_always_done(&self, rule: RuleId) -> bool {
        let program = &self.prepared.compiled().program;
        let mut ops = program.code.iter().zip(&program.lines);
        !ops.any(|(op, line)| *line == rule && matches!(op, Op::Unless { .. }))
    }

    /// Whether a rule shows cards, of which the same rule shows others in the other game, or none: those alone that lie elsewhere there.
    fn shows_secrets(
        &self,
        plain: &Plain,
        difference: &Difference,
        (heard, rule): (&Heard, RuleId),
        other: Option<&Heard>,
    ) -> bool {
        let Some((places, cards)) = self.shown_by_rule(plain, difference.at, heard) else { return false };
        if !self.is_always_done(rule) {
            return false;
        }
        let others = match other.and_then(Heard::moved_by_rule) {
            Some((between, others)) if between == places => others,
            Some(_) | None => CardSet::NONE,
        };
        let differs = (cards & !others) | (others & !cards);
        differs & !Self::secret_cards(&difference.change) == CardSet::NONE
    }

    /// Cards that a rule moves from where the viewer does not see them to where it does: from where to where, and which.
    fn shown_by_rule(&self, plain: &Plain, at: usize, heard: &Heard) -> Option<((u16, u16), CardSet)> {
        let ((from, to), cards) = heard.moved_by_rule()?;
        let (_, mut position) = Self::before(plain, at);
        (!self.viewer.sees(&mut position.desk, from)).then_some(((from, to), cards))
    }

    /// The last decision that came before something was heard, and the game before it.
    fn before(plain: &Plain, at: usize) -> (Option<&Step>, Position) {
        let step = plain.steps.iter().take_while(|step| step.heard <= at).last();
        (step, step.map_or(&plain.begin, |step| &step.at).clone())
    }

    /// What the plain game came to on the way from the decision before something was heard to the next.
    fn reached(&self, plain: &Plain, at: usize) -> Option<Reached> {
        let (step, mut position) = Self::before(plain, at);
        position.desk.count_reached(Reached::default());
        let mut story = Story::new();
        if step
            .is_none_or(|step| self.viewer.choose(&mut position, step.seat, &step.choice, step.count == 1, &mut story))
        {
            self.viewer.listen(&mut position, &mut story);
        }
        position.desk.reached()
    }

    /// The cards that lie elsewhere in the twin.
    fn secret_cards(change: &Change) -> CardSet {
        match change {
            Change::Cards(_, exchange) | Change::Choice(_, _, exchange) => exchange.cards(),
            Change::Seat(..) | Change::Number(..) => CardSet::NONE,
        }
    }

    /// Whether what differs is what was bid: who wins an auction is what it is held for.
    fn is_of_a_bid(&self, plain: &Plain, difference: &Difference) -> bool {
        let program = &self.prepared.compiled().program;
        let bid = |step: &Step| {
            let ask = step.at.desk.state().waiting().and_then(|ask| program.asks.get(usize::from(ask)));
            ask.and_then(|ask| ask.acts.get(usize::from(step.choice.act))).is_some_and(|act| act.role == Role::Bid)
        };
        let picked = |step: &Step| step.choice.picks.iter().fold(CardSet::NONE, |set, picked| set | picked.cards);
        let secret = Self::secret_cards(&difference.change);
        // Since the last auction was closed.
        let closed =
            plain.story.iter().take(difference.at).rposition(|(heard, _)| heard.is_same_sale(heard)).unwrap_or(0);
        let before = plain.steps.iter().enumerate().skip_while(|(_, step)| step.heard <= closed);
        let before = before.take_while(|(_, step)| step.heard <= difference.at);
        before.filter(|(_, step)| bid(step)).any(|(number, step)| {
            picked(step) & secret != 0 || matches!(difference.change, Change::Choice(other, ..) if other == number)
        })
    }

    /// Whether what differs is who was drawn of those who had bid the same.
    fn is_a_tie_drawn(plain: &Plain, difference: &Difference) -> bool {
        let Change::Seat(number, other) = difference.change else { return false };
        let Some(Drawn::Seat { seat, .. }) = plain.drawn.get(number) else { return false };
        let wins = |heard: &Heard, drawn| match heard {
            Heard::Told(Telling::Closed { winner, ties: Ties::Random, .. }) => *winner == Some(drawn),
            _ => false,
        };
        plain.story.get(difference.at).is_some_and(|(heard, _)| wins(heard, *seat)) && wins(&difference.twin.0, other)
    }

    /// A choice that may be made in one of both games; none where they are the same in another order, or too many to compare.
    fn only_in_one(&self, here: &[Choice], there: &[Choice]) -> Option<Differs> {
        let only = |these: &[Choice], those: &[Choice]| these.iter().find(|choice| !those.contains(choice)).copied();
        only(here, there)
            .map(|choice| Differs { choice, is_here: true })
            .or_else(|| only(there, here).map(|choice| Differs { choice, is_here: false }))
    }

    /// What else might be, of which the viewer is not told.
    fn unless(&self, plain: &Plain, change: &Change) -> String {
        let words = self.prepared.words();
        let viewer = words.seat(self.viewer.seat);
        match change {
            Change::Cards(_, exchange) => {
                let cards: Vec<u8> = each_card(exchange.cards()).collect();
                match cards.as_slice() {
                    [a, b] => {
                        format!(
                            "with {} and {} exchanged, which {viewer} would not notice",
                            words.card(*a),
                            words.card(*b)
                        )
                    }
                    _ => format!("with the cards that {viewer} does not see in other places"),
                }
            }
            Change::Choice(number, choice, _) => {
                let step = plain.steps.get(*number);
                let program = &self.prepared.compiled().program;
                let ask = step
                    .and_then(|step| step.at.desk.state().waiting())
                    .and_then(|ask| program.asks.get(usize::from(ask)));
                let (seat, said) = step.zip(ask).map_or_else(Default::default, |(step, ask)| {
                    (words.seat(step.seat).to_owned(), words.choice(ask, choice))
                });
                format!("if {seat} had chosen `{said}`, of which {viewer} is not told")
            }
            Change::Seat(_, seat) => {
                format!("if {} had been drawn, of which {viewer} is not told", words.seat(*seat))
            }
            Change::Number(draw, number) => {
                let slot = plain.drawn.get(*draw).and_then(|drawn| match drawn {
                    Drawn::Number { slot, .. } => Some(*slot),
                    Drawn::Cards(_) | Drawn::Seat { .. } => None,
                });
                let set = slot.and_then(|slot| self.set_to(slot, *number)).map(Heard::Told);
                let said = set.map_or_else(|| number.to_string(), |set| self.in_words(&set));
                format!("if it had been drawn that {said}, of which {viewer} is not told")
            }
        }
    }

    fn offered(
        &self,
        plain: &Plain,
        difference: &Difference,
        (ask, differs): (u16, &Differs),
        failing: Failing,
    ) -> Leak {
        let (words, compiled) = (self.prepared.words(), self.prepared.compiled());
        let ask = compiled.program.asks.get(usize::from(ask));
        let act = ask.and_then(|ask| ask.acts.get(usize::from(differs.choice.act))).map(|act| act.rule);
        let span = act.or(ask.map(|ask| ask.rule)).map(|rule| compiled.line(rule)).unwrap_or_default();
        let seat = words.seat(self.viewer.seat).to_owned();
        let said = ask.map_or_else(String::new, |ask| words.choice(ask, &differs.choice));
        let (may, could) = if differs.is_here { ("may", "could not") } else { ("may not", "could") };
        let last = format!("{} {seat}: {said}", if differs.is_here { "allowed" } else { "refused" });
        let setup = setup_in_words(words.game, self.prepared.setup());
        let blind = instead_of_a_blind_pick(words.game, span);
        let mut problem = Diagnostic::new(
            Code::TellsHiddenCards,
            span,
            format!("what may be done here tells {seat} what {seat} cannot see, in a game with {setup}"),
        )
        .here(format!("{seat} {may} `{said}`; {}, {seat} {could}", self.unless(plain, &difference.change)))
        .help(format!(
            "{}\nthe script leads there: put it into the file and call `bidlang test`",
            blind.as_deref().unwrap_or("let the rule ask only for what all can see, or let who chooses see it")
        ));
        problem.script = Some(script::ending_with(self.prepared, &failing, &last));
        Leak { line: span, choices: failing.choices.len(), problem }
    }

    fn otherwise(
        &self,
        plain: &Plain,
        difference: &Difference,
        (here, there, rule): (&Heard, &Heard, u32),
        failing: Failing,
    ) -> Leak {
        let (words, span) = (self.prepared.words(), self.prepared.compiled().line(rule));
        let seat = words.seat(self.viewer.seat).to_owned();
        let setup = setup_in_words(words.game, self.prepared.setup());
        let (told, instead) = (self.in_words(here), self.in_words(there));
        let mut problem = Diagnostic::new(
            Code::TellsHiddenCards,
            span,
            format!("what happens here tells {seat} what {seat} cannot see, in a game with {setup}"),
        )
        .here(format!("{seat} is told: {told}; {}: {instead}", self.unless(plain, &difference.change)))
        .help(help(here, there));
        problem.script = Some(script::of_choices(self.prepared, &failing));
        Leak { line: span, choices: failing.choices.len(), problem }
    }

    fn in_words(&self, heard: &Heard) -> String {
        let words = self.prepared.words();
        match heard {
            Heard::Told(telling) => {
                let lines = lines_of(self.prepared, telling);
                let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
                lines.join("; ")
            }
            Heard::Asked { seat, .. } => format!("it is the turn of {}", words.seat(*seat)),
            Heard::Refused { of_cards, .. } => format!("why not: {of_cards:?}"),
            Heard::Offered { count, .. } => format!("{count} ways to choose"),
            Heard::Sees(_) => "the next decision".to_owned(),
            Heard::Over(seats) => format!("the end: won by {}", words.seat_list(*seats)),
        }
    }
}

/// How to mend it, or to say that it is meant.
fn help(here: &Heard, there: &Heard) -> &'static str {
    let is = |of: fn(&Heard) -> bool| of(here) || of(there);
    if is(|heard| matches!(heard, Heard::Told(Telling::Set { .. } | Telling::ShowTrack { .. } | Telling::Draw { .. })))
    {
        "write `seen by` behind the track: `seen by all` says that all are meant to know it, `seen by owner` or `seen by nobody` hides it; where it is so already, and this stands under an `if` that asks for hidden cards, remember first in a track of yes or no that is `seen by all` what the `if` asks for, and ask for that track"
    } else if is(|heard| matches!(heard, Heard::Told(Telling::Score { .. }))) {
        "all see every score: show the cards first, or write a `total` of their place that is `seen by all`, or score when the game ends"
    } else if is(|heard| heard.moved_by_rule().is_some()) {
        "whether cards are moved, and how many, tells of what the rule asks for: let the line be done in any case and say behind `where` which cards are shown, or keep what it asks for in a track that is `seen by all`"
    } else {
        "all see what happens, and whose turn it is: let the rule ask only for what all can see, or keep what it asks for in a track that is `seen by all`"
    }
}
