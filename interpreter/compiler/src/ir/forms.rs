//! Statements, decisions and forms: what happens, and who may do what.

use serde::Serialize;

use super::{Expr, Members, Over, PlaceRef, Repeats, Role, Ties, VarId};
use crate::diagnostic::Span;

/// A track and what it is of.
#[derive(Debug, Clone, Serialize)]
pub struct Target {
    /// An index into `Game::tracks`.
    pub track: usize,
    /// Seat, team or member for each thing that there is one of, as `Track::per` lists them.
    pub keys: Vec<Expr>,
}

/// A statement.
#[derive(Debug, Serialize)]
pub struct Stmt {
    /// The line.
    pub span: Span,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// What is done.
    pub kind: StmtKind,
}

/// What is done.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
#[allow(clippy::large_enum_variant, reason = "a game has some dozens of statements, made once")]
pub enum StmtKind {
    /// A phase is run.
    Do {
        phase: usize,
        /// What it takes, as `Phase::takes` lists it.
        given: Vec<Expr>,
    },
    Move {
        cards: Expr,
        to: PlaceRef,
    },
    Deal {
        count: Expr,
        from: PlaceRef,
        to: PlaceRef,
        if_able: bool,
    },
    /// One card of each value of an attribute that cards like these have.
    DealEach {
        attr: usize,
        like: Vec<Members>,
        from: PlaceRef,
        to: PlaceRef,
        if_able: bool,
    },
    Fill {
        place: PlaceRef,
        size: Expr,
        from: PlaceRef,
    },
    Shuffle(PlaceRef),
    Sort {
        place: PlaceRef,
        var: VarId,
        key: Expr,
        highest: bool,
    },
    Swap(PlaceRef, PlaceRef),
    Set {
        target: Target,
        to: Expr,
    },
    /// A random player of a group is remembered.
    Draw {
        target: Target,
        from: Expr,
    },
    /// A random number between two is remembered.
    DrawNumber {
        target: Target,
        low: Expr,
        high: Expr,
    },
    Add {
        target: Target,
        amount: Expr,
    },
    /// Money moves; `None` is the bank.
    Pay {
        amount: Expr,
        from: Option<Target>,
        to: Option<Target>,
    },
    Score {
        amount: Expr,
        who: Expr,
        reason: usize,
        minus: bool,
    },
    If {
        branches: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    ForEach {
        over: Over,
        var: VarId,
        group: Expr,
        from: Option<Expr>,
        /// Only the best, in their order; then ties go to the first clockwise of `from`.
        sorted: Option<Sorted>,
        /// Whether it is one statement that is done for each: `score 2 to each player for a deal`.
        together: bool,
        body: Vec<Stmt>,
    },
    Repeat {
        repeats: Repeats,
        body: Vec<Stmt>,
    },
    Ask(Ask),
    /// When the game ends, looked at after each score; then the block, and the last line of `play`.
    Ends {
        cond: Expr,
        body: Vec<Stmt>,
    },
    EndPhase,
    Won(Expr),
    Auction(Auction),
    Circuit {
        circuit: Circuit,
        after: Vec<Stmt>,
    },
    Tricks(Tricks),
}

/// The best of a group, in their order.
#[derive(Debug, Serialize)]
pub struct Sorted {
    /// How many at most; all of them where it is not said.
    pub count: Option<Expr>,
    /// The pronoun of a value of a kind or of a team, and what has to hold of it.
    pub cond: Option<(VarId, Expr)>,
    /// What counts, one after the other: the pronoun of the thing, the phrase, whether the highest comes first.
    pub keys: Vec<(VarId, Expr, bool)>,
}

/// The word for several: `artists`, `cities`, `boxes`.
#[must_use]
pub fn plural(one: &str) -> String {
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if one.ends_with(['s', 'x', 'z']) || one.ends_with("ch") || one.ends_with("sh") => format!("{one}es"),
        _ => format!("{one}s"),
    }
}

/// One decision of one player, or of several at once.
#[derive(Debug, Serialize)]
pub struct Ask {
    /// Who decides: a player, or a group where all do at once.
    pub who: Expr,
    /// All at once and in secret; `who` is then a group.
    pub at_once: bool,
    /// The pronoun of who decides.
    pub player: VarId,
    /// What may be done.
    pub acts: Vec<Act>,
}

/// What may be done in a decision.
#[derive(Debug, Serialize)]
pub struct Act {
    /// Its name, a number into `Game::acts`.
    pub name: usize,
    /// What it is to its form.
    pub role: Role,
    /// The line.
    pub span: Span,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// What is picked.
    pub picks: Vec<Pick>,
    /// What it is worth, if it is a bid.
    pub worth: Option<Expr>,
    /// Whether that is another phrase than for other bids of the auction: its own, or one about what is picked.
    pub own_worth: bool,
    /// What it has to obey, in order.
    pub musts: Vec<Must>,
    /// What then happens.
    pub body: Vec<Stmt>,
}

/// A condition on an act.
#[derive(Debug, Serialize)]
pub struct Must {
    /// The condition.
    pub cond: Expr,
    /// Only if some choice obeys.
    pub if_able: bool,
    /// What else may be chosen where it has to be obeyed: it obliges to nothing.
    pub except: Option<Expr>,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// The line.
    pub span: Span,
}

/// One thing that is picked.
#[derive(Debug, Serialize)]
pub struct Pick {
    /// From what.
    pub source: Source,
    /// The pronoun of what was picked: one card, number, member or player, or the whole group of cards.
    pub var: VarId,
    /// The pronoun of each card, where several may be picked.
    pub each: VarId,
    /// Whether the group or one card is meant by `var`.
    pub several: bool,
    /// Where the cards go.
    pub to: Option<PlaceRef>,
    /// The `where` of the pick: what holds of each, of which `each` speaks.
    pub cond: Option<Expr>,
    /// The `so that` of the pick: what holds of all together.
    pub so_that: Option<Expr>,
    /// The words.
    pub span: Span,
}

/// From what is picked.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub enum Source {
    Cards { from: Expr, place: Option<usize>, least: Expr, most: Expr, if_able: bool },
    Number { low: Expr, high: Expr },
    Member(usize),
    Player,
    YesNo,
}

/// In what order players act.
#[derive(Debug, Serialize)]
pub enum Order {
    /// All at once and in secret.
    AtOnce,
    /// Clockwise, once or again and again.
    Clockwise {
        /// One turn each, rather than until the form closes.
        once: bool,
        /// Who begins.
        from: Expr,
    },
}

/// Turns around the table until they close.
#[derive(Debug, Serialize)]
pub struct Circuit {
    /// Its number.
    pub form: usize,
    /// A stage of an auction that is left out unless this holds when it would begin.
    pub when: Option<Expr>,
    /// Who takes part.
    pub among: Option<Expr>,
    /// Turns clockwise, or all at once.
    pub order: Order,
    /// The pronoun of who acts.
    pub player: VarId,
    /// What may be done.
    pub acts: Vec<Act>,
    /// What is done after each of them.
    pub each: Vec<Stmt>,
    /// When it is over.
    pub closes: Option<Expr>,
    /// The heading.
    pub span: Span,
}

/// Bids until they close; the best wins.
#[derive(Debug, Serialize)]
pub struct Auction {
    /// Its number.
    pub form: usize,
    /// Its circuits, one after the other.
    pub stages: Vec<Circuit>,
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
    /// From whom ties go clockwise.
    pub from: Option<Expr>,
    /// The clause that says so.
    pub wins: Span,
    /// When somebody won.
    pub sold: Vec<Stmt>,
    /// When nobody won.
    pub unsold: Vec<Stmt>,
    /// In any case.
    pub after: Vec<Stmt>,
    /// The heading.
    pub span: Span,
}

/// Which cards of a trick oblige others to follow: the first of them is what was led.
#[derive(Debug, Clone)]
pub struct Obliges {
    /// Those that lie in the trick.
    pub led: Expr,
    /// A card, of which `exempt` says whether it obliges nobody.
    pub var: VarId,
    /// Whether it obliges nobody.
    pub exempt: Expr,
    /// Another card.
    pub other: VarId,
    /// Whether a card of the trick would follow that one, were it led.
    pub alike: Expr,
}

/// Tricks until the hands are empty.
#[derive(Debug, Serialize)]
pub struct Tricks {
    /// Its number.
    pub form: usize,
    /// Who takes part.
    pub among: Option<Expr>,
    /// Who leads first.
    pub lead: Expr,
    /// The pronoun of whose turn it is.
    pub player: VarId,
    /// Who decides for that seat.
    pub chooser: Option<Expr>,
    /// The play of a card.
    pub play: Act,
    /// What may be done beside it, each once a turn, and in place of it.
    pub acts: Vec<Act>,
    /// What may be done at any time: before each card those who may are asked, clockwise from who is to play.
    pub window: Option<Circuit>,
    /// The pronoun of a card in `follow`, `trump` and `wins`.
    pub card: VarId,
    /// What has to be followed.
    pub follow: Option<Expr>,
    /// Whether a card of the trick is one of those that may win where there is no trump; all may if there is none.
    pub follows: Option<Expr>,
    /// Which cards oblige others to follow, where some do not.
    #[serde(skip)]
    pub obliges: Option<Obliges>,
    /// Whether a card is a trump.
    pub trump: Option<Expr>,
    /// What counts.
    pub key: Expr,
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
    /// Where the trick goes.
    pub taken: PlaceRef,
    /// After each trick.
    pub after: Vec<Stmt>,
    /// When the tricks are over, besides when nobody has a card left to play.
    pub until: Option<Expr>,
    /// The heading.
    pub span: Span,
}
