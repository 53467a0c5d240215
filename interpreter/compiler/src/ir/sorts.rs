//! What a phrase gives by its shape alone, and what a line does, as patterns: whoever takes them apart by these does not compile where one is forgotten. Picks among a group,
//! `If`, `At`, values, variables and facts give what is inside of them, and stand in none.

/// Phrases that may give a member of a kind.
macro_rules! of_kinds {
    () => {
        Expr::Track { .. } | Expr::Attr { .. } | Expr::Convert { .. } | Expr::Fold { .. } | Expr::NoMember
    };
}

/// Phrases that give a number, a card, a player, yes or no; tables, which give what is in their rows.
macro_rules! worked_out {
    () => {
        Expr::Int(_)
            | Expr::Nothing
            | Expr::PlayerCount
            | Expr::Option(_)
            | Expr::Pass(_)
            | Expr::Table { .. }
            | Expr::Arith(..)
            | Expr::Divide(..)
            | Expr::Compare(..)
            | Expr::Needed(_)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Not(_)
            | Expr::EndCard { .. }
            | Expr::CountSets { .. }
            | Expr::Only(..)
            | Expr::Count(..)
            | Expr::FirstFrom { .. }
            | Expr::Seat { .. }
            | Expr::Partner(_)
            | Expr::TeamOf(_)
            | Expr::Owner(_)
            | Expr::In(..)
            | Expr::Shares(..)
            | Expr::Has(..)
            | Expr::Score(_)
    };
}

/// Phrases that give one of these.
macro_rules! scalars {
    () => {
        $crate::ir::sorts::of_kinds!() | $crate::ir::sorts::worked_out!()
    };
}

/// Phrases that give a group of cards.
macro_rules! card_groups {
    () => {
        Expr::AllCards
            | Expr::CardsIn(_)
            | Expr::CardsLike(_)
            | Expr::Together(_)
            | Expr::JustCard(_)
            | Expr::Ends { .. }
    };
}

/// Phrases that give a group of players.
macro_rules! player_groups {
    () => {
        Expr::AllPlayers | Expr::JustPlayer(_) | Expr::Except(..) | Expr::Opponents(_) | Expr::Members(_)
    };
}

/// Lines by which cards go from place to place.
macro_rules! card_lines {
    () => {
        StmtKind::Move { .. }
            | StmtKind::Deal { .. }
            | StmtKind::DealEach { .. }
            | StmtKind::Fill { .. }
            | StmtKind::Swap(..)
    };
}

/// Lines that change tracks.
macro_rules! track_lines {
    () => {
        StmtKind::Set { .. }
            | StmtKind::Draw { .. }
            | StmtKind::DrawNumber { .. }
            | StmtKind::Add { .. }
            | StmtKind::Pay { .. }
    };
}

/// All other lines that hold no lines and ask nobody.
macro_rules! other_lines {
    () => {
        StmtKind::Do { .. }
            | StmtKind::Shuffle(_)
            | StmtKind::Sort { .. }
            | StmtKind::Score { .. }
            | StmtKind::EndPhase
            | StmtKind::Won(_)
    };
}

/// Lines that hold others, done now or later, and ask nobody themselves.
macro_rules! holding_lines {
    () => {
        StmtKind::If { .. } | StmtKind::ForEach { .. } | StmtKind::Repeat { .. } | StmtKind::Ends { .. }
    };
}

pub(crate) use {
    card_groups, card_lines, holding_lines, of_kinds, other_lines, player_groups, scalars, track_lines, worked_out,
};
