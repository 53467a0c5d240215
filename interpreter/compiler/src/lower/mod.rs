//! Lowering: typed game to program, for one player count and one set of options. Takes an [`ir::Game`](crate::ir::Game) and a
//! [`Setup`]; gives a [`Program`] in which names are numbers, constants are folded and conditions on a card are sets, and
//! the map from its lines back to the text.

#![deny(clippy::wildcard_enum_match_arm)]

mod acts;
mod best;
mod bids;
mod code;
mod deck;
mod exprs;
mod folding;
mod forms;
mod limits;
mod nothing;
mod phases;
mod requirements;
mod sets;
mod statements;
mod table;
mod told;
mod totals;
mod tricks;
mod values;
mod watched;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use crate::design::{Ranges, walk};
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::{MOST_CARDS, Node, NodeId, Pc, PerNode, Program, RuleId, Runner};
use crate::ir::{Expr, FormKind, Game};

use crate::passes::{self, Pass};
use folding::Deps;

/// The player count and options of one game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Setup {
    /// How many play; the game refuses numbers that it is not for.
    pub players: u8,
    /// The value of each option, in the order of the file.
    pub options: Vec<i64>,
}

/// A program and what its lines are in the text.
#[derive(Debug, Clone, Serialize)]
pub struct Compiled {
    /// What the engine plays; it names lines by their index in `lines`.
    pub program: Program,
    /// The span of each line number.
    pub lines: Vec<Span>,
    /// The program made ready to be played, when somebody asks for it.
    #[serde(skip)]
    runner: OnceLock<Arc<Runner>>,
}

impl Compiled {
    /// The program made ready to be played: made once.
    #[must_use]
    pub fn runner(&self) -> &Arc<Runner> {
        self.runner.get_or_init(|| Arc::new(Runner::new(&self.program)))
    }

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
    lowered(game, setup)?.compiled(&mut [])
}

/// What is asked of a phrase.
#[derive(Debug, Clone, Copy)]
pub enum Asked {
    /// The number that it is; of a value of a kind, a player or a card which one.
    Number,
    /// The cards.
    Cards,
    /// Whether there is such a number.
    Whether,
}

/// A game with one phrase more, as a scripted game asks one after the other: the game itself is lowered once.
pub struct Asking<'g>(Lower<'g>);

impl<'g> Asking<'g> {
    /// Lowers a game for one setup.
    ///
    /// # Errors
    /// As [`compile`].
    pub fn of(game: &'g Game, setup: &'g Setup) -> Result<Self, Vec<Diagnostic>> {
        lowered(game, setup).map(Self)
    }

    /// The game with a phrase. States of the plain program fit this one.
    ///
    /// # Errors
    /// As [`compile`].
    pub fn compile(&self, phrase: &Expr, asked: Asked) -> Result<(Compiled, NodeId), Vec<Diagnostic>> {
        let mut lower = self.0.clone();
        let mut asked = [match asked {
            Asked::Number => lower.int(phrase),
            Asked::Cards => lower.cards(phrase),
            Asked::Whether => lower.there(phrase),
        }];
        let compiled = lower.compiled(&mut asked)?;
        let [node] = asked;
        Ok((compiled, node))
    }
}

/// Compiles a game as [`compile`] does, and gives the program as it was lowered and as it was after each pass.
///
/// # Errors
/// As [`compile`].
pub fn stages(game: &Game, setup: &Setup) -> Result<Vec<(Option<&'static Pass>, Compiled)>, Vec<Diagnostic>> {
    let lower = lowered(game, setup)?;
    let Compiled { mut program, lines, .. } = lower.unoptimised()?;
    let stage =
        |program: &Program| Compiled { program: program.clone(), lines: lines.clone(), runner: OnceLock::new() };
    let mut stages = vec![(None, stage(&program))];
    passes::run(&mut program, &mut [], |pass, program| stages.push((Some(pass), stage(program))));
    Ok(stages)
}

fn lowered<'g>(game: &'g Game, setup: &'g Setup) -> Result<Lower<'g>, Vec<Diagnostic>> {
    let mut lower = Lower::new(game, setup)?;
    // Before the game begins nothing is watched: copies and requirements have to be known.
    // A refused setup is told as such, even where its deck would not fit either.
    let deck = lower.deck();
    lower.teams()?;
    lower.requirements()?;
    deck?;
    lower.unwatched = !game.watched;
    lower.places()?;
    lower.tracks()?;
    lower.sights();
    lower.whole();
    Ok(lower)
}

/// Whether rules ask whose a card is in a game with several tricks: then each forgets who played what when it is over.
fn forgets_who_played(game: &Game) -> bool {
    let asks = |phrase: &Expr| matches!(phrase, Expr::Owner(_));
    game.forms.iter().filter(|form| form.kind == FormKind::Tricks).count() > 1 && walk::is_used(game, asks)
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

/// A value's registers, one for each thing that it is of, and its phrase, once it is lowered.
type Lowered = Option<(Vec<u32>, NodeId)>;

#[derive(Clone)]
struct Lower<'g> {
    game: &'g Game,
    setup: &'g Setup,
    /// What numbers phrases can be, in this setup.
    ranges: Ranges<'g>,
    program: Program,
    lines: Vec<Span>,
    problems: Vec<Diagnostic>,
    deps: PerNode<Deps>,
    /// The most steps that working out each phrase may take.
    costs: PerNode<u64>,
    /// The most steps of a phrase that was made since the last operation.
    heaviest: u64,
    /// What was worked out while compiling, in steps.
    folded: u64,
    /// How many numbers the tables hold.
    in_tables: usize,
    /// Where each phrase is, so that equal ones are made once (hash-consing).
    known: HashMap<Node, NodeId>,
    /// The number of each line.
    known_lines: HashMap<Span, RuleId>,
    env: Vec<Option<Binding>>,
    /// Values as they were lowered: watched, and unwatched.
    values: [Vec<Lowered>; 2],
    /// Of each value that may be missing, its registers and whether it is there.
    theres: HashMap<usize, (Vec<u32>, NodeId)>,
    /// Whether watched phrases are taken as plain ones.
    unwatched: bool,
    forms: Vec<Option<FormSlots>>,
    /// The first place of each name, and how many there are.
    bases: Vec<(u16, u16)>,
    /// Table of each attribute.
    attr_tables: Vec<u32>,
    /// The auction in which a circuit stands.
    auction: Option<bids::Bidding>,
    /// Jumps to what ends the game, with the number of the rule, to be mended.
    endings: Vec<(usize, Pc)>,
    /// Where each rule that ends the game begins, and the slot that says that one has.
    ending_at: Vec<Pc>,
    ended: Option<u32>,
    /// Whether what ends the game waits until a statement has been done for all that it is done for.
    together: bool,
    /// Where the last line of `play` begins.
    last_line: Pc,
    /// Jumps to the end of the phase, to be mended.
    ends: Vec<Pc>,
    /// Whether tricks forget who played what when they are over.
    forgets_who_played: bool,
    /// The tricks of the phase that are being played, each by the first slot of the cards that seats played.
    tricks: Vec<u32>,
    phase: usize,
}

impl<'g> Lower<'g> {
    fn new(game: &'g Game, setup: &'g Setup) -> Result<Self, Vec<Diagnostic>> {
        requirements::player_count(game, setup)?;
        let program = Program { seats: setup.players, teams: (0..setup.players).collect(), ..Program::default() };
        Ok(Self {
            game,
            setup,
            ranges: Ranges::of_setup(game, setup.players, &setup.options, MOST_CARDS),
            program,
            lines: vec![Span::default()],
            problems: Vec::new(),
            deps: PerNode::default(),
            costs: PerNode::default(),
            heaviest: 0,
            folded: 0,
            in_tables: 0,
            known: HashMap::new(),
            known_lines: HashMap::from([(Span::default(), 0)]),
            env: vec![None; game.vars],
            values: [vec![None; game.values.len()], vec![None; game.values.len()]],
            theres: HashMap::new(),
            unwatched: true,
            forms: vec![None; game.forms.len()],
            bases: Vec::new(),
            attr_tables: Vec::new(),
            auction: None,
            endings: Vec::new(),
            ending_at: Vec::new(),
            ended: None,
            together: false,
            last_line: 0,
            ends: Vec::new(),
            forgets_who_played: forgets_who_played(game),
            tricks: Vec::new(),
            phase: 0,
        })
    }

    fn compiled(self, asked: &mut [NodeId]) -> Result<Compiled, Vec<Diagnostic>> {
        let mut compiled = self.unoptimised()?;
        passes::run(&mut compiled.program, asked, |_, _| {});
        Ok(compiled)
    }

    fn unoptimised(self) -> Result<Compiled, Vec<Diagnostic>> {
        if self.problems.is_empty() {
            Ok(Compiled { program: self.program, lines: self.lines, runner: OnceLock::new() })
        } else {
            Err(self.problems)
        }
    }
}
