//! What a player plays for (the objective of the search): learnt for each game from random games, as no rules file says it. Whether more
//! points are better, how far scores spread, whether they come in each round, and what is worth points later that is carried over.

use bidlang::Prepared;
use bidlang::engine::{CardSet, Desk, Pause, Program, Runner, SeatSet, Silent, State, Stream, each_seat};

use crate::carried::{Begun, Carried, Late, Told, late, spread};
use crate::goal::Goal;
use crate::habits::Sides;
use crate::habits::sides::{self, Settled};
use crate::lasting::{Alone, Beginnings, rounds_behind};
use crate::moods::Moods;
use crate::redeal::Redeals;
use crate::rounds::{Round, Stand};
use crate::said::{says_together, scores_in};
use crate::telling::Telling;

/// Random games that are played to learn from: so many, and more up to so many where they are short.
const GAMES: (u64, u64) = (48, 480);
/// As long as there were no more decisions in all, and rules did not cost more.
const DECISIONS: usize = 100_000;
const WORKED: u64 = 50_000_000;
/// Most decisions of one of them.
const MOST_DECISIONS: usize = 3_000;
/// Most that the rules of one of them may cost.
const MOST_WORKED: u64 = 50_000_000;
/// Rounds count by themselves if somebody gains in so many of those before the last.
const GAINS: f64 = 0.1;
/// Or if tracks explain so much of what is still to come where a round begins.
const EXPLAINED: f64 = 0.3;
/// Hands are held over if so many of their cards were there before the round began.
const HELD: f64 = 0.3;
/// Rounds in which a seat has so few decisions are short: what others chose in one says much of what they hold, and is soon looked through.
const SHORT: f64 = 5.0;
/// Rounds in which a seat has more decisions leave nothing behind that is looked for, and too much can happen in them to be gone through.
const FEW: f64 = 12.0;
/// What a won game counts, in spreads of scores.
const WON: f64 = 2.0;

/// How far a playout goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Horizon {
    /// To the end of a pass of the outermost phase that repeats: of this one (a hand, say), or of so many behind it where these are short.
    Round {
        /// How many of those behind it.
        behind: u16,
    },
    /// To the end of the game.
    Match,
}

/// What a player plays for in one game.
#[derive(Debug, Clone)]
pub struct Aim {
    /// 1 where more points are better, and where points say nothing of who wins; -1 where fewer are.
    pub better: f64,
    /// How far playouts go.
    pub horizon: Horizon,
    /// The spread of points in front of the others, in one round and in the whole game.
    pub spread: (f64, f64),
    /// What tracks tell of each seat that is worth points later.
    pub carried: Vec<Carried>,
    /// What counts of points and the win.
    pub goal: Goal,
    /// Whether all win or nobody does: then it counts that all win, and nothing else parts one seat from another.
    pub together: bool,
    /// Which deals come to nothing.
    pub redeals: Redeals,
    /// Whether worlds in which others chose what is usual count more: where rounds are short, as in betting on a hand.
    pub weighs: bool,
    /// Where rounds are short and leave nothing behind, or playouts go to the end of the game: what there is beside what is told in them.
    pub alone: Option<Alone>,
    /// Whether another round comes behind the first.
    pub several_rounds: bool,
    /// Whether points go with the win: those past a limit may lose, or the second most win.
    pub points_tell: bool,
}

/// The sides of a game: seats that score together.
pub fn sides(program: &Program) -> usize {
    program.teams.iter().map(|team| usize::from(*team) + 1).max().unwrap_or(1)
}

/// The points of a side.
fn score(program: &Program, state: &State, side: usize) -> f64 {
    state.int(program.scores + side as u32) as f64
}

/// Whether the game is over. Where a playout ends with its round it goes on: what is carried over counts.
const fn is_over(desk: &Desk) -> bool {
    desk.state().is_over() && !desk.out_of_passes
}

/// How far each seat is in front of the mean of the other sides.
pub fn margins(program: &Program, state: &State) -> Vec<f64> {
    let score = |side: usize| score(program, state, side);
    let count = sides(program);
    let all: f64 = (0..count).map(score).sum();
    let margin = |team: &u8| {
        let own = score(usize::from(*team));
        if count < 2 { own } else { own - (all - own) / (count as f64 - 1.0) }
    };
    program.teams.iter().map(margin).collect()
}

/// The share of the win that is each seat's, above its fair share.
pub fn shares(program: &Program, won: SeatSet) -> Option<Vec<f64>> {
    if won == 0 {
        return None;
    }
    let count = sides(program);
    let winning = |team: u8| each_seat(won).any(|seat| program.teams.get(usize::from(seat)) == Some(&team));
    let winners = (0..count).filter(|side| winning(*side as u8)).count().max(1) as f64;
    let share = |team: &u8| f64::from(u8::from(winning(*team))) / winners - 1.0 / count as f64;
    Some(program.teams.iter().map(share).collect())
}

/// What is seen of random games.
#[derive(Default)]
struct Seen {
    /// How far winners are in front, summed.
    winners: f64,
    /// Margins of whole games.
    games: Vec<f64>,
    /// What points say of who wins.
    telling: Telling,
    /// Rounds that were played to their end.
    rounds: Vec<Round>,
    /// Where a round begins: what each seat is in front of the others by tracks, and the margin that is still to come.
    begun: Vec<Begun>,
    /// The last decisions of games of several rounds.
    late: Vec<Late>,
    /// How rounds began.
    beginnings: Beginnings,
    /// What of all that tracks tell stops a game where there is one more of it: it is not tried again.
    stopped: Vec<bool>,
    /// Rounds behind which another comes, and those of them in which somebody gained.
    between: (u32, u32),
    /// Whether all have won a game together, and whether some have without the others.
    all_won: bool,
    some_won: bool,
    /// Decisions, and what rules cost.
    decisions: usize,
    worked: u64,
    /// Cards that lie in places of seats when another round has begun, and those of them that lay there before, both beyond what chance brings back.
    held: (f64, f64),
}

impl Seen {
    /// Whether a round stands for itself: points come before the last, or tracks explain so much of those that come in the end, and hands are not held over.
    fn comes_in_rounds(&self, explained: f64) -> bool {
        let ((rounds, gained), (cards, kept)) = (self.between, self.held);
        let gains = f64::from(gained) >= GAINS * f64::from(rounds) && gained > 0 || explained >= EXPLAINED;
        let holds = kept >= HELD * cards && kept > 0.0;
        (rounds == 0 || gains) && !holds
    }
}

impl Aim {
    /// Learns what is to be played for. The same for each game, as it plays from fixed seeds.
    #[must_use]
    pub fn learn(prepared: &Prepared, goal: Goal) -> (Self, Sides) {
        let runner = prepared.runner();
        let told = Told::all(prepared);
        let (mut seen, sides) = (Seen::default(), sides::tracks(prepared));
        for seed in 0..GAMES.1 {
            if seed >= GAMES.0 && (seen.decisions > DECISIONS || seen.worked > WORKED) {
                break;
            }
            watch(runner, seed, (&told, &sides), &mut seen);
        }
        let better = if seen.winners.abs() < 1e-9 { 0.0 } else { seen.winners.signum() };
        let (carried, explained) = Carried::learn(&told, &seen.begun, &seen.late);
        let in_rounds = seen.comes_in_rounds(explained);
        let of_rounds = if in_rounds { carried.as_slice() } else { &[] };
        let settled: Vec<Settled> = seen.rounds.into_iter().map(|round| round.settled(of_rounds)).collect();
        let gained: Vec<f64> = settled.iter().flat_map(|round| round.margins.iter().copied()).collect();
        let spread = (spread(&gained), spread(&seen.games));
        let in_rounds = in_rounds && spread.0 > 0.0 && goal != Goal::Win;
        let of_a_seat = seen.decisions as f64 / (settled.len().max(1) * usize::from(runner.program().seats)) as f64;
        let leaves = in_rounds && of_a_seat <= FEW && seen.beginnings.leave_something(prepared);
        let horizon =
            if in_rounds { Horizon::Round { behind: rounds_behind(leaves, of_a_seat) } } else { Horizon::Match };
        let alone = match horizon {
            Horizon::Match => Some(Alone::default()),
            Horizon::Round { .. } if of_a_seat > FEW || leaves => None,
            Horizon::Round { .. } => seen.beginnings.alone(prepared, seen.between.0 > 0),
        };
        let sides = Sides::learnt(prepared, &settled);
        let better = if better == 0.0 { 1.0 } else { better };
        (
            Self {
                better,
                horizon,
                spread,
                carried,
                goal,
                together: says_together(runner.program()).unwrap_or(seen.all_won && !seen.some_won),
                redeals: Redeals::of(prepared),
                weighs: of_a_seat <= SHORT,
                alone,
                several_rounds: seen.between.0 > 0,
                points_tell: seen.telling.go_with_the_win(better),
            },
            sides,
        )
    }

    /// The same for who is after the win alone: no round says who has it.
    #[must_use]
    pub fn for_the_win(self) -> Self {
        Self { goal: Goal::Win, horizon: Horizon::Match, alone: Some(Alone::default()), ..self }
    }

    /// Where playouts that begin here end: the phase and its pass; none where they go to the end of the game.
    #[must_use]
    pub fn end_of(&self, program: &Program, state: &State) -> Option<(u16, i64)> {
        let Horizon::Round { behind } = self.horizon else { return None };
        program.round_at(state).map(|(phase, pass)| (phase, pass + i64::from(behind)))
    }

    /// Whether playouts that begin later, and end there, begin before the end of an earlier one.
    #[must_use]
    pub fn is_before(&self, end: Option<(u16, i64)>, later: Option<(u16, i64)>) -> bool {
        match (end, later, self.horizon) {
            (Some((phase, end)), Some((same, later)), Horizon::Round { behind }) => {
                phase == same && later <= end + i64::from(behind)
            }
            _ => end == later,
        }
    }

    /// What a state at the end of a playout is worth to each seat: in spreads, nought for who is not in front.
    pub fn worth(&self, runner: &Runner, desk: &Desk, worth: &mut Vec<f64>) {
        let over = is_over(desk);
        self.standing_by(self.goal, (runner.program(), desk.state(), over), worth);
        if over {
            self.won(runner, desk.state(), worth);
        }
    }

    /// How many points are one of what standings are told in.
    fn unit(&self) -> f64 {
        let spread = match self.horizon {
            // Rounds go this way and that.
            Horizon::Round { behind } => (self.spread.0 * f64::from(behind + 1).sqrt()).min(self.spread.1),
            Horizon::Match => self.spread.1,
        };
        if spread > 0.0 { spread } else { 1.0 }
    }

    /// What a seat's points are, more being better, as they are counted: in front of the others, or its own, with what it carries over.
    #[must_use]
    pub fn points(&self, program: &Program, desk: &Desk, seat: u8) -> f64 {
        // Who plays for the win alone is told what it is in points, too.
        let goal = if self.goal == Goal::Win { Goal::Margin } else { self.goal };
        let mut worth = Vec::new();
        self.standing_by(goal, (program, desk.state(), is_over(desk)), &mut worth);
        worth.get(usize::from(seat)).map_or(0.0, |worth| worth * self.unit())
    }

    /// What the points of each seat are worth, and what it carries over.
    pub fn standing(&self, program: &Program, state: &State, worth: &mut Vec<f64>) {
        self.standing_by(self.goal, (program, state, state.is_over()), worth);
    }

    fn standing_by(&self, goal: Goal, (program, state, over): (&Program, &State, bool), worth: &mut Vec<f64>) {
        let unit = self.unit();
        worth.clear();
        match goal {
            Goal::Both | Goal::Margin => {
                worth.extend(margins(program, state).into_iter().map(|margin| self.better * margin / unit));
            }
            Goal::Score => {
                let own = |team: &u8| self.better * score(program, state, usize::from(*team)) / unit;
                worth.extend(program.teams.iter().map(own));
            }
            Goal::Win => worth.extend(program.teams.iter().map(|_| 0.0)),
        }
        if over || goal == Goal::Win {
            return;
        }
        self.carried.iter().for_each(|carried| carried.add(state, self.better / unit, worth));
    }

    /// What the end of a game is worth to those who won it and to the others, beside their points.
    pub fn won(&self, runner: &Runner, state: &State, worth: &mut [f64]) {
        if matches!(self.goal, Goal::Score | Goal::Margin) {
            return;
        }
        if self.together {
            let won = f64::from(u8::from(runner.winners(state) != 0));
            worth.iter_mut().for_each(|worth| *worth += WON * won);
            return;
        }
        if let Some(shares) = shares(runner.program(), runner.winners(state)) {
            worth.iter_mut().zip(shares).for_each(|(worth, share)| *worth += WON * share);
        }
    }
}

/// Plays a random game and writes down what is seen.
fn watch(runner: &Runner, seed: u64, (told, sides): (&[Told], &[u32]), seen: &mut Seen) {
    let program = runner.program();
    let (mut desk, mut stream) = (runner.desk(seed), Stream::of_players(seed));
    let mut moods = Moods::of(program, seed);
    moods.change();
    let mut round: Option<(u16, i64)> = None;
    let mut before = Stand::at(program, desk.state(), told);
    let mut begun: Vec<Stand> = Vec::new();
    let (mut last_made, mut shuffled) = (None, desk.shuffled);
    let (mut latest, mut hands): (Vec<i64>, Vec<CardSet>) = (Vec::new(), Vec::new());
    let owned: Vec<u32> =
        (0_u32..).zip(&program.places).filter(|(_, place)| place.of_seat).map(|(number, _)| number).collect();
    for _ in 0..MOST_DECISIONS {
        let Ok(Pause::Decision(seats)) = runner.run(&mut desk, &mut Silent) else { break };
        if desk.worked() > MOST_WORKED {
            break;
        }
        let now = program.round_at(desk.state());
        if now != round {
            now.into_iter().for_each(|(phase, _)| seen.beginnings.begins(phase));
            let anew = desk.shuffled - std::mem::replace(&mut shuffled, desk.shuffled);
            moods.change();
            let stand = Stand::at(program, desk.state(), told);
            if let (Some((phase, pass)), Some((next, later))) = (round, now) {
                // What comes when all passes are over is gained in none of them.
                let goes_on = phase == next && later > pass;
                let gained = goes_on && stand.margins != before.margins && scores_in(program, phase);
                seen.between.0 += u32::from(goes_on);
                seen.between.1 += u32::from(gained);
                for (place, before) in owned.iter().zip(&hands) {
                    let there = desk.state().mask(*place);
                    let count = |cards: CardSet| f64::from(cards.count_ones());
                    let by_chance = count(there) * count(*before) / program.cards.len().max(1) as f64;
                    seen.held.0 += count(there) - by_chance;
                    seen.held.1 += count(there & *before) - by_chance;
                }
                let tracks = std::mem::take(&mut latest);
                seen.rounds.push(Round { begins: std::mem::take(&mut before), ends: stand.clone(), tracks });
                begun.push(stand.clone());
                if goes_on {
                    seen.beginnings.goes_on(later, desk.state(), anew);
                }
            }
            (round, before) = (now, stand);
        }
        hands.clear();
        hands.extend(owned.iter().map(|place| desk.state().mask(*place)));
        latest.clear();
        latest.extend(sides.iter().map(|slot| desk.state().int(*slot)));
        seen.decisions += 1;
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { break };
        let count = runner.choices(&mut desk, seat);
        let number = moods.choose(runner, &mut desk, (ask, seat, count), &mut stream);
        if !begun.is_empty() && !told.is_empty() {
            last_made = Some((desk.state().clone(), seat, number));
        }
        if runner.take(&mut desk, seat, number).is_err() {
            break;
        }
    }
    seen.worked += desk.worked();
    if !desk.state().is_over() {
        return;
    }
    round.into_iter().for_each(|round| seen.beginnings.ends(round));
    let winners = runner.winners(desk.state());
    let all = winners.count_ones() == u32::from(program.seats);
    seen.all_won |= all;
    seen.some_won |= winners != 0 && !all;
    let last = margins(program, desk.state());
    if winners != 0 && !all {
        seen.telling.see(&last, winners);
    }
    if let Some(shares) = shares(program, winners) {
        seen.winners += last.iter().zip(shares).map(|(margin, share)| margin * share).sum::<f64>();
    }
    if let (Some(before), Some(made)) = (begun.last(), &last_made) {
        let of = (seed % u64::from(program.seats)) as u8;
        seen.late.push(late(runner, &mut desk, (told, &before.leads), (made, of), &mut seen.stopped));
    }
    for stand in begun {
        let to_come = last.iter().zip(&stand.margins).map(|(last, margin)| last - margin);
        seen.begun.extend(stand.leads.into_iter().zip(to_come));
    }
    seen.games.extend(&last);
    seen.rounds.push(Round { begins: before, ends: Stand { margins: last, leads: Vec::new() }, tracks: latest });
}
