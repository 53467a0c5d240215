//! What a phrase gives by its shape alone, as patterns: whoever takes phrases apart by them does not compile where one is forgotten. Picks among a group,
//! `If`, `At`, values, variables and facts give what is inside of them, and stand in none.

/// Phrases that give a number, a card, a player, a member of a kind, yes or no.
macro_rules! scalars {
    () => {
        Expr::Int(_)
            | Expr::Nothing
            | Expr::PlayerCount
            | Expr::Option(_)
            | Expr::Pass(_)
            | Expr::Track { .. }
            | Expr::Attr { .. }
            | Expr::Table { .. }
            | Expr::Arith(..)
            | Expr::Divide(..)
            | Expr::Compare(..)
            | Expr::Needed(_)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Not(_)
            | Expr::Convert { .. }
            | Expr::EndCard { .. }
            | Expr::CountSets { .. }
            | Expr::Only(..)
            | Expr::Count(..)
            | Expr::Fold { .. }
            | Expr::FirstFrom { .. }
            | Expr::Seat { .. }
            | Expr::Partner(_)
            | Expr::TeamOf(_)
            | Expr::Owner(_)
            | Expr::In(..)
            | Expr::Shares(..)
            | Expr::Score(_)
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

pub(crate) use {card_groups, player_groups, scalars};
