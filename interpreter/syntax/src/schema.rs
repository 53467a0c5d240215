//! Which first words may open a line where, what follows each, and what it means in one line: the one list behind the
//! parser, its errors and the reference.

use bidlang_grammar::Rule;

/// A word that may open a line.
#[derive(Debug, Clone, Copy)]
pub struct Opening {
    /// The first word of the line.
    pub word: &'static str,
    /// The shape of what follows.
    pub(super) rule: Rule,
    /// An example line.
    pub example: &'static str,
    /// What it says.
    pub help: &'static str,
}

const fn opening(word: &'static str, rule: Rule, example: &'static str, help: &'static str) -> Opening {
    Opening { word, rule, example, help }
}

/// Lines at the left edge.
pub const ITEMS: &[Opening] = &[
    opening("game", Rule::line_text, "game Night Market", "the title"),
    opening(
        "variant",
        Rule::line_text,
        "variant Night Market with a final pass",
        "the title of a file that changes another",
    ),
    opening("of", Rule::line_text, "of night_market", "the file that a variant changes"),
    opening("use", Rule::line_text, "use house-deck", "takes the parts of a library file in"),
    opening("library", Rule::line_text, "library House deck", "parts for other files, no game by itself"),
    opening("change", Rule::line_text, "change phase sale", "changes single lines of a part of the base"),
    opening("add", Rule::line_text, "add value bonus of player is 5", "a part that the base does not have"),
    opening("remove", Rule::line_text, "remove option length", "takes a part of the base out"),
    opening("tests", Rule::line_text, "tests for night_market", "scripted games for another file"),
    opening("by", Rule::line_text, "by Ann Author", "who designed the game"),
    opening("source", Rule::line_text, "source the designer's rules sheet", "where the rules come from"),
    opening("players", Rule::line_players, "players 3 to 5", "how many may play"),
    opening("direction", Rule::line_text, "direction anticlockwise", "which way play goes round"),
    opening("teams", Rule::line_teams, "teams 1 and 3, 2 and 4", "seats that score together"),
    opening(
        "option",
        Rule::line_option,
        "option length  short or long, usually short",
        "a house rule with its default",
    ),
    opening(
        "require",
        Rule::line_require,
        "require length is short or players is at most 4",
        "which combinations may be played",
    ),
    opening(
        "allow",
        Rule::line_allow,
        "allow unused in discard because a later version has a discard",
        "that a warning is meant, and why",
    ),
    opening("cards", Rule::line_nothing, "cards", "attributes and the deck"),
    opening("kind", Rule::line_kind, "kind size  small, medium, large", "a list of values, lowest first"),
    opening("value", Rule::line_value, "value worth of card by rank", "a table or a formula"),
    opening("places", Rule::line_nothing, "places", "where cards lie and who sees them"),
    opening("track", Rule::line_nothing, "track", "what is remembered"),
    opening("play", Rule::line_nothing, "play", "the game from beginning to end"),
    opening("phase", Rule::line_phase, "phase deal repeats players times", "a named part of the game"),
    opening("test", Rule::line_text, "test a tie goes to the earliest", "a scripted game"),
];

/// Statements.
pub const STATEMENTS: &[Opening] = &[
    opening("do", Rule::line_do, "do sale", "runs a phase"),
    opening("move", Rule::line_move, "move lot to won of winner", "moves cards"),
    opening("deal", Rule::line_deal, "deal 5 from stock to hand of each player", "moves cards from the top"),
    opening("fill", Rule::line_fill, "fill hand of each player to 5 from stock", "draws up to a number of cards"),
    opening("shuffle", Rule::line_shuffle, "shuffle stock", "puts cards in random order"),
    opening("sort", Rule::line_sort, "sort row by value, lowest first", "puts cards in order"),
    opening("swap", Rule::line_swap, "swap stock with discard", "exchanges all cards of two places"),
    opening("set", Rule::line_set, "set dealer to left of dealer", "remembers something"),
    opening("add", Rule::line_add, "add 1 to tricks-won of winner", "adds to a number"),
    opening("subtract", Rule::line_subtract, "subtract 1 from lives of player", "takes from a number"),
    opening("pay", Rule::line_pay, "pay 5 from purse to bank", "moves money; never below nought"),
    opening("score", Rule::line_score, "score 10 to player for tricks", "writes points on the scorecard"),
    opening("deduct", Rule::line_deduct, "deduct 10 from player for a missed bid", "takes points off the scorecard"),
    opening("if", Rule::line_if, "if bid is empty", "does what stands under it if the condition holds"),
    opening("otherwise", Rule::line_otherwise, "otherwise", "does what stands under it if not"),
    opening("for", Rule::line_for, "for each player", "does what stands under it for each"),
    opening("repeat", Rule::line_repeat, "repeat 3 times", "does what stands under it again and again"),
    opening("ask", Rule::line_ask, "ask dealer to discard a card from hand to box", "one decision"),
    opening("end", Rule::line_end, "end phase", "leaves the phase"),
    opening(
        "ends",
        Rule::line_closes,
        "ends when score of any player is at least 121",
        "when the game ends, looked at after each score",
    ),
    opening("turn", Rule::line_turn, "turn play round", "play goes the other way round from now on"),
    opening("won", Rule::line_won, "won by players with highest score", "ends the game"),
    opening("lost", Rule::line_lost, "lost by player where hand is not empty", "ends the game; all others have won"),
    opening("auction", Rule::line_form, "auction", "bids until it closes; the best wins"),
    opening("circuit", Rule::line_form, "circuit", "turns around the table until it closes"),
    opening("tricks", Rule::line_form, "tricks", "tricks until the hands are empty"),
];

/// What may be changed line by line in a variant, added to its base and taken out of it.
pub const CHANGED: &[&str] = &["phase", "play", "value", "cards"];
/// See [`CHANGED`].
pub const ADDED: &[&str] = &["option", "require", "kind", "value", "places", "track", "phase"];
/// See [`CHANGED`].
pub const REMOVED: &[&str] = &["option", "require", "teams", "kind", "value", "place", "track", "phase"];

/// Clauses of all forms.
pub const CLAUSES: &[Opening] = &[
    opening("order", Rule::line_order, "order clockwise from left of dealer", "who acts next"),
    opening(
        "among",
        Rule::line_among,
        "among players where hand is not empty",
        "who takes part; all where nothing is said",
    ),
    opening("bid", Rule::line_bids, "bid a card from hand to bid", "what is bid"),
    opening("act", Rule::line_act, "act show a card from hand to row where rank is 2", "something else one may do"),
    opening("pass", Rule::line_pass, "pass for now", "doing nothing"),
    opening("must", Rule::line_must, "must player is not leader", "what a bid, a card or an act has to obey"),
    opening("worth", Rule::line_expr, "worth total rank of bid", "what a bidder's bid is worth"),
    opening(
        "closes",
        Rule::line_closes,
        "closes when all pass in succession",
        "when it is over, looked at after each act",
    ),
    opening("wins", Rule::line_wins, "wins highest worth, ties to first", "who wins"),
    opening("sold", Rule::line_nothing, "sold", "what happens when somebody won"),
    opening("unsold", Rule::line_nothing, "unsold", "what happens when nobody won"),
    opening(
        "after",
        Rule::line_after,
        "after",
        "what happens at the end in any case; after each trick; `after each act`",
    ),
    opening("stage", Rule::line_stage, "stage last-round", "a part of an auction with its own order and acts"),
    opening("lead", Rule::line_expr, "lead left of dealer", "who leads the first trick"),
    opening("play", Rule::line_bid, "play a card from hand", "what is played"),
    opening("follow", Rule::line_follow, "follow suit", "what has to be followed if able"),
    opening("trump", Rule::line_expr, "trump suit of first card in turned", "the value that beats the others"),
    opening("taken", Rule::line_taken, "taken to won of winner", "where the cards of a trick go"),
    opening(
        "chooser",
        Rule::line_expr,
        "chooser bidder if player is partner of bidder otherwise player",
        "who decides for a seat",
    ),
];

/// What is done after each act of a form: a clause beside `after`.
pub const AFTER_EACH: &str = "after each act";

/// The clauses that each form takes, in the order of the reference; those with `true` must be there.
pub const FORMS: &[(&str, &[(&str, bool)])] = &[
    (
        "auction",
        &[
            ("among", false),
            ("order", true),
            ("bid", true),
            ("must", false),
            ("act", false),
            ("pass", false),
            ("closes", false),
            ("stage", false),
            ("worth", false),
            ("wins", true),
            ("sold", true),
            ("unsold", false),
            (AFTER_EACH, false),
            ("after", false),
        ],
    ),
    (
        "circuit",
        &[
            ("among", false),
            ("order", true),
            ("act", true),
            ("pass", false),
            ("closes", false),
            (AFTER_EACH, false),
            ("after", false),
        ],
    ),
    (
        "stage",
        &[
            ("among", false),
            ("order", true),
            ("bid", false),
            ("must", false),
            ("act", false),
            ("pass", false),
            ("closes", false),
        ],
    ),
    (
        "tricks",
        &[
            ("among", false),
            ("lead", true),
            ("play", true),
            ("act", false),
            ("must", false),
            ("follow", false),
            ("trump", false),
            ("wins", true),
            ("taken", true),
            ("after", false),
            ("chooser", false),
        ],
    ),
];

/// The opening with this word.
#[must_use]
pub fn find(list: &'static [Opening], word: &str) -> Option<&'static Opening> {
    list.iter().find(|opening| opening.word == word)
}

/// The clauses of a form.
#[must_use]
pub fn clauses_of(form: &str) -> &'static [(&'static str, bool)] {
    FORMS.iter().find(|(name, _)| *name == form).map_or(&[], |(_, clauses)| clauses)
}
