//! Typed game to program, for one player count and one set of options. Takes an [`ir::Game`](crate::ir::Game) and a
//! [`Setup`]; gives a [`Program`] in which names are numbers, constants are folded and conditions on a card are sets, and
//! the map from its lines back to the text.

mod bids;
mod deck;
mod exprs;
mod folding;
mod forms;
mod limits;
mod orders;
mod sets;
mod statements;
mod watched;

use std::collections::HashMap;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Span};
use crate::engine::{Node, NodeId, Op, Pc, PhaseEntry, Place, Program, RuleId, TrackSlots};
use crate::ir::{Game, Per, Repeats, Ty};

use folding::Deps;

/// The player count and options of one game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Setup {
    /// How many players.
    pub players: u8,
    /// The value of each option, in the order of the file.
    pub options: Vec<i64>,
}

/// A program and what its lines are in the text.
#[derive(Debug, Clone, Serialize)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// The span of each line number.
    pub lines: Vec<Span>,
}

impl Compiled {
    /// The place of a line in the text.
    #[must_use]
    pub fn line(&self, rule: RuleId) -> Span {
        self.lines.get(rule as usize).copied().unwrap_or_default()
    }
}

/// Compiles a game for one setup.
///
/// # Errors
/// Where the game is not for so many players, refuses the options, or has more cards or places than the engine takes.
pub fn compile(game: &Game, setup: &Setup) -> Result<Compiled, Vec<Diagnostic>> {
    lowered(game, setup)?.compiled()
}

/// Compiles a game with one phrase more, as a scripted game asks it. States of the plain program fit this one.
///
/// # Errors
/// As [`compile`].
pub fn compile_phrase(
    game: &Game,
    setup: &Setup,
    phrase: &crate::ir::Expr,
    cards: bool,
) -> Result<(Compiled, NodeId), Vec<Diagnostic>> {
    let mut lower = lowered(game, setup)?;
    let node = if cards { lower.cards(phrase) } else { lower.int(phrase) };
    lower.compiled().map(|compiled| (compiled, node))
}

fn lowered<'g>(game: &'g Game, setup: &'g Setup) -> Result<Lower<'g>, Vec<Diagnostic>> {
    let mut lower = Lower::new(game, setup)?;
    // Before the game begins nothing is watched: copies and requirements have to be known.
    // A refused setup is told as such, even where its deck would not fit either.
    let deck = lower.deck();
    lower.requirements()?;
    deck?;
    lower.unwatched = !game.watched;
    lower.places()?;
    lower.tracks()?;
    lower.sights();
    lower.whole();
    orders::settle(&mut lower.program);
    Ok(lower)
}

/// How a pronoun is read where a phrase stands.
#[derive(Debug, Clone, Copy)]
enum Binding {
    Reg(u32),
    CardReg(u32),
    Slot(u32),
    CardSlot(u32),
    /// A phrase.
    Node(NodeId),
}

/// Slots of a form.
#[derive(Debug, Clone, Copy)]
struct FormSlots {
    seat: u32,
    still: u32,
    todo: u32,
    passed: u32,
    row: u32,
    acts: u32,
    leader: u32,
    worth: u32,
    time: u32,
}

/// A value's register and phrase, once it is lowered.
type Lowered = Option<(Option<u32>, NodeId)>;

struct Lower<'g> {
    game: &'g Game,
    setup: &'g Setup,
    program: Program,
    lines: Vec<Span>,
    problems: Vec<Diagnostic>,
    deps: Vec<Deps>,
    /// The most steps that working out each phrase may take.
    costs: Vec<u64>,
    /// The most steps of a phrase that was made since the last operation.
    heaviest: u64,
    /// What was worked out while compiling, in steps.
    folded: u64,
    /// How many numbers the tables hold.
    in_tables: usize,
    /// Where each phrase is.
    known: HashMap<Node, NodeId>,
    /// The number of each line.
    known_lines: HashMap<Span, RuleId>,
    env: Vec<Option<Binding>>,
    /// Values as they were lowered: watched, and unwatched.
    values: [Vec<Lowered>; 2],
    /// Whether watched phrases are taken as plain ones.
    unwatched: bool,
    forms: Vec<Option<FormSlots>>,
    /// The first place of each name, and how many there are.
    bases: Vec<(u16, u16)>,
    /// Table of each attribute.
    attr_tables: Vec<u32>,
    /// The auction in which a circuit stands.
    auction: Option<bids::Bidding>,
    /// Jumps to the end of the phase, to be mended.
    ends: Vec<Pc>,
    phase: usize,
}

impl<'g> Lower<'g> {
    fn new(game: &'g Game, setup: &'g Setup) -> Result<Self, Vec<Diagnostic>> {
        let (low, high) = game.players;
        if setup.players < low || setup.players > high {
            let range = if low == high { format!("{low}") } else { format!("{low} to {high}") };
            return Err(vec![
                Diagnostic::new(
                    "player-count",
                    Span::default(),
                    format!("{} is not for {} players", game.title, setup.players),
                )
                .help(format!("it is for {range} players")),
            ]);
        }
        let teams = (0..setup.players).map(|seat| {
            let team = game.teams.iter().position(|team| team.contains(&seat));
            team.and_then(|team| u8::try_from(team).ok()).unwrap_or(seat)
        });
        let program = Program { seats: setup.players, teams: teams.collect(), ..Program::default() };
        Ok(Self {
            game,
            setup,
            program,
            lines: vec![Span::default()],
            problems: Vec::new(),
            deps: Vec::new(),
            costs: Vec::new(),
            heaviest: 0,
            folded: 0,
            in_tables: 0,
            known: HashMap::new(),
            known_lines: HashMap::from([(Span::default(), 0)]),
            env: vec![None; game.vars],
            values: [vec![None; game.values.len()], vec![None; game.values.len()]],
            unwatched: true,
            forms: vec![None; game.forms.len()],
            bases: Vec::new(),
            attr_tables: Vec::new(),
            auction: None,
            ends: Vec::new(),
            phase: 0,
        })
    }

    fn compiled(self) -> Result<Compiled, Vec<Diagnostic>> {
        if self.problems.is_empty() {
            Ok(Compiled { program: self.program, lines: self.lines })
        } else {
            Err(self.problems)
        }
    }

    fn requirements(&mut self) -> Result<(), Vec<Diagnostic>> {
        for require in &self.game.requires {
            let cond = self.int(&require.cond);
            if self.constant(cond) == Some(0) {
                let options: Vec<String> = self
                    .game
                    .options
                    .iter()
                    .zip(&self.setup.options)
                    .map(|(option, value)| format!("{} = {}", option.name, self.option_word(option, *value)))
                    .collect();
                let with = if options.is_empty() { String::new() } else { format!(" with {}", options.join(", ")) };
                return Err(vec![
                    Diagnostic::new(
                        "refused-options",
                        require.span,
                        format!("{} cannot be played by {} players{with}", self.game.title, self.setup.players),
                    )
                    .here("this is required")
                    .help("choose another number of players or other options"),
                ]);
            }
        }
        Ok(())
    }

    fn option_word(&self, option: &crate::ir::OptionDef, value: i64) -> String {
        let members = option.kind.and_then(|kind| self.game.kinds.get(kind)).map(|kind| &kind.members);
        let word = members.and_then(|members| members.get(usize::try_from(value).ok()?).cloned());
        word.unwrap_or_else(|| value.to_string())
    }

    // ---- slots ----------------------------------------------------------------------------------

    const fn new_ints(&mut self, count: u32) -> u32 {
        self.program.ints += count;
        self.program.ints - count
    }

    const fn new_masks(&mut self, count: u32) -> u32 {
        self.program.masks += count;
        self.program.masks - count
    }

    const fn new_reg(&mut self) -> u32 {
        self.program.regs += 1;
        self.program.regs - 1
    }

    const fn new_card_reg(&mut self) -> u32 {
        self.program.mask_regs += 1;
        self.program.mask_regs - 1
    }

    fn bind(&mut self, var: usize, binding: Binding) {
        if self.env.len() <= var {
            self.env.resize(var + 1, None);
        }
        if let Some(slot) = self.env.get_mut(var) {
            *slot = Some(binding);
        }
    }

    fn rule(&mut self, span: Span) -> RuleId {
        let next = RuleId::try_from(self.lines.len()).unwrap_or(0);
        let rule = *self.known_lines.entry(span).or_insert(next);
        if rule == next {
            self.lines.push(span);
        }
        rule
    }

    // ---- code -----------------------------------------------------------------------------------

    fn emit(&mut self, op: Op, span: Span) -> Pc {
        let rule = self.rule(span);
        self.the_program_stays_small(span);
        let weight = self.no_phrase_takes_too_long(span);
        self.program.weights.push(weight);
        self.program.code.push(op);
        self.program.lines.push(rule);
        self.here() - 1
    }

    fn here(&self) -> Pc {
        Pc::try_from(self.program.code.len()).unwrap_or(Pc::MAX)
    }

    /// Makes the operation at `at` lead here.
    fn lands_here(&mut self, at: Pc) {
        let here = self.here();
        if let Some(op) = self.program.code.get_mut(at as usize) {
            match op {
                Op::Jump(to) | Op::Unless { to, .. } => *to = here,
                Op::NextSeat { exit, .. }
                | Op::NextCard { exit, .. }
                | Op::NextAnswer { exit, .. }
                | Op::CircuitTurn { exit, .. }
                | Op::TrickTurn { exit, .. } => *exit = here,
                Op::AuctionClose { unsold, .. } => *unsold = here,
                _ => {}
            }
        }
    }

    // ---- table ----------------------------------------------------------------------------------

    pub(super) fn per_count(&self, per: Per) -> u32 {
        match per {
            Per::Player => u32::from(self.setup.players),
            Per::Team => u32::try_from(self.game.teams.len()).unwrap_or(0).max(if self.game.teams.is_empty() {
                u32::from(self.setup.players)
            } else {
                0
            }),
            Per::Kind(kind) => {
                u32::try_from(self.game.kinds.get(kind).map_or(0, |kind| kind.members.len())).unwrap_or(0)
            }
        }
    }

    fn places(&mut self) -> Result<(), Vec<Diagnostic>> {
        for (id, place) in self.game.places.iter().enumerate() {
            let count = place.per.map_or(1, |per| self.per_count(per));
            let base = self.program.places.len();
            if base + count as usize > 250 {
                return Err(vec![
                    Diagnostic::new("too-many-places", place.span, "there are more than 250 places in all")
                        .help("use fewer `each`"),
                ]);
            }
            for owner in 0..count {
                self.program.places.push(Place {
                    name: u16::try_from(id).unwrap_or(0),
                    owner: place.per.map(|_| u16::try_from(owner).unwrap_or(0)),
                    of_seat: place.per == Some(Per::Player),
                    sights: Vec::new(),
                    sizes: Vec::new(),
                    totals: Vec::new(),
                    refilled: None,
                    ordered: false,
                });
            }
            self.bases.push((u16::try_from(base).unwrap_or(0), u16::try_from(count).unwrap_or(0)));
        }
        for (id, place) in self.game.places.iter().enumerate() {
            let Some((source, _)) = place.refilled.and_then(|from| self.bases.get(from).copied()) else { continue };
            let Some((base, count)) = self.bases.get(id).copied() else { continue };
            for index in 0..count {
                if let Some(place) = self.program.places.get_mut(usize::from(base + index)) {
                    place.refilled = Some(source + index);
                }
            }
        }
        self.program.masks = u32::try_from(self.program.places.len()).unwrap_or(0);
        Ok(())
    }

    fn tracks(&mut self) -> Result<(), Vec<Diagnostic>> {
        let scores = self.new_ints(u32::from(self.setup.players));
        self.program.scores = scores;
        self.program.winners = self.new_ints(1);
        for track in &self.game.tracks {
            let dims: Vec<u32> = track.per.iter().map(|per| self.per_count(*per)).collect();
            let count = dims.iter().fold(1_u32, |all, count| all.saturating_mul(*count));
            self.there_is_room_for_the_track(count, track.span)?;
            let base = self.new_ints(count);
            let last_seat = i64::from(self.setup.players) - 1;
            let low = if track.or_nothing { -1 } else { 0 };
            let range = match track.ty {
                Ty::Number => track.range.unwrap_or((i64::from(i32::MIN), i64::from(i32::MAX))),
                Ty::YesNo => (0, 1),
                Ty::Player | Ty::Team => (low, last_seat),
                Ty::Member(kind) => (
                    low,
                    i64::try_from(self.game.kinds.get(kind).map_or(0, |kind| kind.members.len())).unwrap_or(0) - 1,
                ),
                _ => (low, 127),
            };
            self.program.tracks.push(TrackSlots { base, dims, range, sights: Vec::new() });
        }
        Ok(())
    }

    /// Who sees places and tracks.
    fn sights(&mut self) {
        let game = self.game;
        let yes = self.constant_int(1);
        for (id, place) in game.places.iter().enumerate() {
            let Some((base, count)) = self.bases.get(id).copied() else { continue };
            for index in 0..count {
                let sights: Vec<_> = place.sights.iter().map(|sight| self.sight(sight, index, yes)).collect();
                let sizes: Vec<_> = place.size.iter().map(|sight| self.sight(sight, index, yes)).collect();
                let mut totals = Vec::new();
                for (number, total) in (0_u16..).zip(&place.totals) {
                    let reg = self.new_reg();
                    self.bind(total.card, Binding::Reg(reg));
                    let key = self.int(&total.of);
                    let of = self.node(Node::Place(base + index));
                    let node = self.total(reg, of, key);
                    let sight = self.sight(&total.sight, index, yes);
                    totals.push((number, node, sight));
                }
                if let Some(place) = self.program.places.get_mut(usize::from(base + index)) {
                    place.sights = sights;
                    place.sizes = sizes;
                    place.totals = totals;
                }
            }
        }
        for (id, track) in game.tracks.iter().enumerate() {
            let Some(sight) = &track.sight else { continue };
            let dims = self.program.tracks.get(id).map(|track| track.dims.clone()).unwrap_or_default();
            let inner: u32 = dims.iter().skip(1).product();
            let count: u32 = dims.iter().product();
            let sights = (0..count)
                .map(|index| self.sight(sight, u16::try_from(index / inner.max(1)).unwrap_or(0), yes))
                .collect();
            if let Some(track) = self.program.tracks.get_mut(id) {
                track.sights = sights;
            }
        }
    }

    fn sight(&mut self, sight: &crate::ir::Sight, owner: u16, yes: NodeId) -> (NodeId, NodeId) {
        let reg = self.new_reg();
        self.bind(sight.owner, Binding::Reg(reg));
        let when = sight.when.as_ref().map_or(yes, |when| self.int(when));
        let who = self.seats(&sight.who);
        let owner = self.constant_int(i64::from(owner));
        (self.with(reg, owner, when), self.with(reg, owner, who))
    }

    // ---- phases ---------------------------------------------------------------------------------

    /// The whole code: tracks start, `play` is called, then the phases one after the other.
    fn whole(&mut self) {
        let game = self.game;
        for _ in 0..game.phases.len() {
            let back = self.new_ints(1);
            self.program.phases.push(PhaseEntry { entry: 0, back, pass: None });
        }
        for (id, phase) in game.phases.iter().enumerate() {
            if !matches!(phase.repeats, Repeats::Once) {
                let slot = self.new_ints(1);
                if let Some(entry) = self.program.phases.get_mut(id) {
                    entry.pass = Some(slot);
                }
            }
        }
        for (id, track) in game.tracks.iter().enumerate() {
            self.start_track(id, track.span);
        }
        let play = game.phases.iter().position(|phase| phase.name == "play").unwrap_or(0);
        self.emit(Op::Call(u16::try_from(play).unwrap_or(0)), Span::default());
        self.emit(Op::End, Span::default());
        for (id, phase) in game.phases.iter().enumerate() {
            self.phase(id, phase);
        }
        self.emit(Op::End, Span::default());
    }

    fn start_track(&mut self, id: usize, span: Span) {
        let game = self.game;
        let Some(track) = game.tracks.get(id) else { return };
        let value = match &track.starts {
            Some(starts) => self.int(starts),
            None => {
                let low = self.program.tracks.get(id).map_or(0, |slots| slots.range.0);
                let value = match track.ty {
                    Ty::Number => low.max(0).min(self.program.tracks.get(id).map_or(0, |slots| slots.range.1)),
                    Ty::YesNo => 0,
                    _ => -1,
                };
                self.constant_int(value)
            }
        };
        let Some(slots) = self.program.tracks.get(id) else { return };
        let (base, count) = (slots.base, slots.dims.iter().product());
        self.emit(Op::Reset { base, count, value }, span);
    }

    fn phase(&mut self, id: usize, phase: &crate::ir::Phase) {
        self.phase = id;
        let number = u16::try_from(id).unwrap_or(0);
        let entry = self.here();
        if let Some(slot) = self.program.phases.get_mut(id) {
            slot.entry = entry;
        }
        let outer = std::mem::take(&mut self.ends);
        let pass = self.program.phases.get(id).and_then(|entry| entry.pass);
        let mut exits = Vec::new();
        let mut again = None;
        if let Some(pass) = pass {
            let zero = self.constant_int(0);
            self.emit(Op::Reset { base: pass, count: 1, value: zero }, phase.span);
            let check = match &phase.repeats {
                Repeats::Times(times) => {
                    let times = self.int(times);
                    let limit = self.new_ints(1);
                    self.emit(Op::Reset { base: limit, count: 1, value: times }, phase.span);
                    again = Some(self.here());
                    let (done, limit) = (self.node(Node::Slot(pass)), self.node(Node::Slot(limit)));
                    self.node(Node::Cmp(crate::ir::Comparison::LessThan, done, limit))
                }
                Repeats::Until(until) => {
                    again = Some(self.here());
                    let until = self.int(until);
                    self.node(Node::Not(until))
                }
                _ => self.constant_int(1),
            };
            exits.push(self.emit(Op::Unless { cond: check, to: 0 }, phase.span));
            self.emit(Op::Pass { phase: number, slot: pass }, phase.span);
        }
        for track in &phase.tracks {
            self.start_track(*track, phase.span);
        }
        self.block(&phase.body);
        if let Some(again) = again {
            self.emit(Op::Jump(again), phase.span);
        }
        // `end phase` leaves it with the passes that were still to come.
        for end in std::mem::replace(&mut self.ends, outer) {
            self.lands_here(end);
        }
        for exit in exits {
            self.lands_here(exit);
        }
        self.emit(Op::Return(number), phase.span);
    }
}
