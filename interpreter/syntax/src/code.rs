//! The codes of diagnostics: each with its text, which never changes, and what it means in one line. Its page is `cli/diagnostics/CODE.md`.

use std::fmt;

use serde::{Serialize, Serializer};

/// Gives the table of codes to a macro: name, text and meaning of each, in the order of the texts.
#[macro_export]
macro_rules! each_code {
    ($take:ident) => {
        $take! {
            AddOrRemove "add-or-remove" "A variant has a line of a sort that has no name, and does not say what becomes of it.";
            AddWhere "add-where" "A variant adds lines to a phase and does not say where.";
            AlreadyThere "already-there" "A variant adds what its base has already.";
            AlwaysSo "always-so" "A comparison holds in every game, so it decides nothing.";
            AmbiguousAct "ambiguous-act" "An act of a scripted game could mean several choices.";
            AmbiguousNoun "ambiguous-noun" "Two cards, or two players, are spoken of at once.";
            AskedOnce "asked-once" "What a form works out once, when it begins, a line under it changes, so the change comes too late.";
            BadRange "bad-range" "A stretch such as `2 to 9` has its ends the wrong way round, or is too long, or a number does not lie in its stretch.";
            BadRecord "bad-record" "A record of a game cannot be played again.";
            BaseHasProblems "base-has-problems" "The base of a variant has problems of its own.";
            BaseNeedsIt "base-needs-it" "A variant takes something away, and a line of its base still needs it.";
            Brackets "brackets" "Behind `smaller of A and B`, `larger of` or `difference of` stands a sign, and it is not clear whether what follows belongs to B; or behind `of card` or `of player` a `where`, and it is not clear what that belongs to; or a sum before an `if`.";
            CanStop "can-stop" "A random game came to a line that asks for what cannot be done, and stopped there.";
            CannotRead "cannot-read" "A file is not there, or may not be read.";
            CannotWrite "cannot-write" "A file cannot be written.";
            CardTwice "card-twice" "A test gives a card that was given before.";
            ChangedTwice "changed-twice" "A variant changes one thing twice.";
            CircularBase "circular-base" "Variants are made of each other, and none of a game.";
            ClauseTwice "clause-twice" "A line that may be there once is there twice.";
            ComparedWithItself "compared-with-itself" "Both sides of a comparison are the same thing.";
            Copies "copies" "It is not known before the game how many copies of a card there are.";
            EmptyFile "empty-file" "The file has no rules in it.";
            EndPhase "end-phase" "`end phase` stands under `play`.";
            Every "every" "`every`, `any` or `each` stands where it means nothing.";
            EverybodyWins "everybody-wins" "All players win every random game, or one seat does.";
            Expected "expected" "A scripted game went another way than the test expects.";
            FileTooLong "file-too-long" "The file is longer than 1 MiB.";
            GameAndVariant "game-and-variant" "A file begins a game of its own, and a variant as well.";
            GameHasProblems "game-has-problems" "A file of tests cannot be played: its game has problems of its own.";
            GameStopped "game-stopped" "The rules led to something that cannot be done, and the game stopped.";
            GameTooLarge "game-too-large" "The rules become a program that is too large to be played.";
            GivenIsLost "given-is-lost" "A test gives a card or a value, and the rules take it away before anybody decides anything.";
            GoesOn "goes-on" "A random game went on for 100,000 decisions, or the rules for 2,000,000 steps without one.";
            HandedOn "handed-on" "What is done for one after the other would hand on to the next what came from the one before.";
            HidesNothing "hides-nothing" "A line `size seen by` hides a number of cards that all can work out.";
            IfAble "if-able" "`must ... if able` stands under an act that does not pick exactly one thing.";
            Internal "internal" "A mistake of bidlang itself, not of your file.";
            LineTooLong "line-too-long" "A line is longer than 16 KiB, or joins more than 256 parts.";
            ManyValued "many-valued" "A card may have several values of an attribute, so it has not one.";
            MisplacedAttribute "misplaced-attribute" "Something stands under an `if` of the deck that cannot depend on a condition.";
            MisplacedClause "misplaced-clause" "A line stands in a form that it does not belong to.";
            MisplacedEnds "misplaced-ends" "A rule for the end of the whole game stands somewhere else than under `play`.";
            MisplacedPart "misplaced-part" "Rules stand in a file of tests.";
            MissingBlock "missing-block" "A line wants other lines under it, further in, and has none.";
            MissingClause "missing-clause" "A form lacks a line that it cannot do without.";
            MissingPart "missing-part" "A part that every game has is not there.";
            MovesNothing "moves-nothing" "The card of several that has most or least of something is moved, and where two are equal none is.";
            NeedlessAllow "needless-allow" "An `allow` line allows a warning that is not told.";
            NestedTooDeep "nested-too-deep" "Blocks or brackets stand more than 64 deep in each other.";
            NeverCloses "never-closes" "Turns go around the table, and what `closes` waits for cannot come.";
            NeverDealt "never-dealt" "A test gives a card to a place where the rules never deal it.";
            NeverEnds "never-ends" "A loop waits for something that nothing in it changes.";
            NeverHappens "never-happens" "Something that the rules provide for came about in no random game.";
            NeverInPlay "never-in-play" "No rule, or no game, ever takes a card out of the box.";
            NeverLookedAt "never-looked-at" "What ends the game is looked at after each score, and nothing scores.";
            NeverMoves "never-moves" "Cards are dealt to a place that only its owner sees, and no rule plays from it or looks at it.";
            NeverMovesOn "never-moves-on" "A player is remembered once, and every round begins there.";
            NeverPossible "never-possible" "An act asks for a pick that there is not.";
            NeverSet "never-set" "A rule asks for a track, and nothing ever sets it.";
            NeverShuffled "never-shuffled" "Cards are dealt from a place whose order is the same in every game.";
            NeverSo "never-so" "A comparison holds in no game, so what depends on it never happens.";
            NoEffect "no-effect" "An option, a number, points or a shuffle made no difference in any random game.";
            NoOwner "no-owner" "`owner` is said of a place or a track that belongs to nobody.";
            NoPoints "no-points" "The score says who wins, and no line gives points.";
            NoSnapshot "no-snapshot" "A test asks for a snapshot, but none is stored.";
            NoSuchGame "no-such-game" "The game that a file of tests is for is not there.";
            NoWinner "no-winner" "No rule says who wins.";
            NobodyWins "nobody-wins" "A random game ended, and nobody had won.";
            NoneForNumber "none-for-number" "A formula of a card needs a number that some card of the deck has not: the card lacks the attribute.";
            NoneOfSeveral "none-of-several" "Of the only card of a place something is asked where several lie there, so it is none.";
            NotAGame "not-a-game" "A library is used as a game.";
            NotALibrary "not-a-library" "`use` names a file that is no library.";
            NotANumber "not-a-number" "A word stands where a number is needed.";
            NotAPlace "not-a-place" "Something that is no place stands where cards should go to.";
            NotAText "not-a-text" "The file is not a plain text.";
            NotATrack "not-a-track" "Something is set or counted that is no track.";
            NotAVariant "not-a-variant" "A file changes a base, and is no variant.";
            NotAWarning "not-a-warning" "An `allow` line names something that is no warning.";
            NotDrawn "not-drawn" "A test sets something that nothing draws at random.";
            NotEmpty "not-empty" "A test says that a place is empty, and gives cards to it.";
            NotLegal "not-legal" "A scripted game tries something that the rules forbid.";
            NotTheirTurn "not-their-turn" "A scripted game lets somebody act who has no choice now.";
            NotUnderstood "not-understood" "The words of an act fit nothing that may be done here.";
            NothingCanBePlayed "nothing-can-be-played" "The `require` lines refuse every number of players and all options.";
            NothingForced "nothing-forced" "A test looks before forced acts, and none were made since the last choice.";
            NothingToChange "nothing-to-change" "A variant changes what its base does not have.";
            NothingToDo "nothing-to-do" "A game came to a decision in which nothing is legal, found by playing random games.";
            OptionDefault "option-default" "What an option usually is, is not one of its values.";
            OptionValues "option-values" "The values of an option do not go together.";
            OtherRules "other-rules" "The record was made with other rules.";
            OtherwiseWithoutIf "otherwise-without-if" "`otherwise` has no `if` that it belongs to.";
            OutsideBase "outside-base" "The base of a variant lies outside of the folder of its game.";
            OutsideForm "outside-form" "A word that belongs to an auction, a circuit or tricks stands outside of one.";
            PassHowLong "pass-how-long" "It is not said whether a player who passed may act again.";
            PhaseRunsItself "phase-runs-itself" "A phase runs itself, so it would never end.";
            PhaseTakes "phase-takes" "A phase is given something else than its heading takes.";
            PickedTwice "picked-twice" "Several choose at once among the same cards, so two may pick one card, and only the last of them would have it.";
            PilesUp "piles-up" "Cards come to a place again and again while others still lie there.";
            PlayerCount "player-count" "A game for so many players cannot be.";
            Random "random" "`random` stands where nothing can be drawn.";
            RefusedOptions "refused-options" "The rules refuse this number of players, or these options.";
            ReservedName "reserved-name" "A word of the language is used as a name.";
            RowLength "row-length" "A row of a table has more or fewer cells than the table has columns.";
            RowNeverUsed "row-never-used" "A row of a table can never apply.";
            RowTwice "row-twice" "A table has two rows for the same thing.";
            SeveralPlaces "several-places" "One place is wanted, and several are named.";
            Snapshot "snapshot" "A transcript differs from the one that was stored.";
            SoThat "so-that" "`so that` is said of one card.";
            StaysEmpty "stays-empty" "No card ever comes to a place.";
            StillNeeded "still-needed" "A variant takes out a clause that its form cannot be without.";
            Syntax "syntax" "A line cannot be read as it stands.";
            TabInIndentation "tab-in-indentation" "A tab stands at the beginning of a line.";
            TableHole "table-hole" "A table has no row for something that may be asked of it.";
            Teams "teams" "The teams do not fit the seats.";
            TellsHiddenCards "tells-hidden-cards" "What a player may do or is told depends on something that this player must not see.";
            Ties "ties" "It is not said who wins a tie.";
            TooFewCards "too-few-cards" "A line deals more cards than there can be.";
            TooManyCards "too-many-cards" "The deck has more than 256 cards.";
            TooManyFiles "too-many-files" "A game is made of more than 32 files.";
            TooManyGroups "too-many-groups" "Finding which groups of cards may be picked takes more than 20,000,000 steps.";
            TooManyKeys "too-many-keys" "A place or a track has too many `each`.";
            TooManyLines "too-many-lines" "A game has more than 4,000 lines of rules.";
            TooManyMusts "too-many-musts" "One act has more than 64 lines `must`.";
            TooManyPicks "too-many-picks" "One act picks more than four things.";
            TooManyPlaces "too-many-places" "The game has more than 250 places in all.";
            TooManyProblems "too-many-problems" "The file has more problems than are told.";
            TooMuchWork "too-much-work" "Working out a phrase may take more than 10,000,000 steps.";
            TurnedAtOnce "turned-at-once" "Play turns round while several choose at once.";
            TwoOfOneName "two-of-one-name" "Two things have the same name.";
            TwoReadings "two-readings" "A phrase can be read in two ways, and each is another game: `any` or `every` behind `is not`, `any` behind `more than`; or numbers are listed in another order than they count.";
            Type "type" "Something of another sort stands here than is wanted.";
            UnexpectedBlock "unexpected-block" "Lines stand under a line that takes none.";
            UnknownAttribute "unknown-attribute" "Cards have no such attribute.";
            UnknownBase "unknown-base" "The base of a variant is not there.";
            UnknownCard "unknown-card" "A test names a card that the deck does not have, or of which it does not say enough.";
            UnknownChange "unknown-change" "A variant changes a part or a line in a way that there is not.";
            UnknownClause "unknown-clause" "A form has no line that begins with this word.";
            UnknownItem "unknown-item" "No part of a rules file begins with this word.";
            UnknownLibrary "unknown-library" "There is no library of this name.";
            UnknownName "unknown-name" "A word is used that nothing has as its name.";
            UnknownOption "unknown-option" "The game has no such option.";
            UnknownOptionValue "unknown-option-value" "An option cannot have this value.";
            UnknownPhase "unknown-phase" "There is no phase of this name.";
            UnknownSeat "unknown-seat" "A test names somebody who does not play.";
            UnknownStatement "unknown-statement" "Nothing that may happen begins with this word.";
            UnknownTestLine "unknown-test-line" "A test has no line that begins with this word.";
            UnknownValue "unknown-value" "An attribute or a kind has no such value.";
            UnreadableBase "unreadable-base" "The base of a variant is there and cannot be read.";
            Unused "unused" "Something has a name, and nothing uses it.";
            Usage "usage" "The command was called in a wrong way.";
            ValueNeedsItself "value-needs-itself" "A value is worked out from itself.";
            ValueOwner "value-owner" "A value is declared of something that cannot have one.";
            WhichCard "which-card" "An attribute is asked for, but no card is spoken of.";
            WhichLine "which-line" "A variant names a line by words with which several lines of its base begin.";
            WhoSees "who-sees" "It is not said who sees the cards of a place.";
            Whose "whose" "Each player has one, and it is not said whose is meant.";
            WinsByFollowing "wins-by-following" "What wins a trick does not go with what has to be followed.";
            WorthNotKnown "worth-not-known" "A rule asks what a bid is worth before it is known.";
            WrongIndentation "wrong-indentation" "A line stands at a column where no block is.";
        }
    };
}

macro_rules! codes {
    ($($name:ident $text:literal $meaning:literal;)*) => {
        /// What sort of problem a diagnostic tells.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $name,)*
        }

        impl Code {
            /// All codes in the order of their texts.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The text that authors see and write: `unknown-name`.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What it means, in one line: the first line of its page.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => $meaning,)*
                }
            }
        }
    };
}

each_code!(codes);

impl Code {
    /// The code with this text.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.text() == text)
    }
}

impl Code {
    /// How bad it is. What is not used yet, what never happens, what looks forgotten does not stop anybody.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::AlwaysSo
            | Self::AskedOnce
            | Self::EverybodyWins
            | Self::HidesNothing
            | Self::MovesNothing
            | Self::NeedlessAllow
            | Self::NeverHappens
            | Self::NoneOfSeveral
            | Self::NeverInPlay
            | Self::NeverMoves
            | Self::NeverMovesOn
            | Self::NeverPossible
            | Self::NeverSet
            | Self::NeverShuffled
            | Self::NeverSo
            | Self::NoEffect
            | Self::NoPoints
            | Self::NoWinner
            | Self::PilesUp
            | Self::RowNeverUsed
            | Self::StaysEmpty
            | Self::TooManyProblems
            | Self::Unused
            | Self::WinsByFollowing => Level::Warning,
            _ => Level::Error,
        }
    }

    /// Whether a rules file may say that it is meant: a warning, and a game that does not end by chance, as players who think may end it.
    #[must_use]
    pub fn may_be_meant(self) -> bool {
        self.level() == Level::Warning || self == Self::GoesOn
    }
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The game can be played; something looks forgotten.
    Warning,
    /// It has to be mended.
    Error,
}

impl Level {
    /// `error`, `warning`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(self.text())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
