//! How bids are told: what they come to where people say that, who is ahead, who wins.

use super::Transcript;
use crate::design::Worth;
use crate::engine::SeatSet;
use crate::ir::Ties;
use crate::words::Words;

/// A bid whose worth is still to come.
pub(super) struct Held {
    pub bid: String,
    /// Whether all bid at once, so that nobody is ahead before all bids are told.
    pub sealed: bool,
    /// What its block has told since.
    pub since: Vec<String>,
}

impl<W: FnMut(String)> Transcript<W> {
    fn worth_of(&self, words: Words, auction: u16) -> Worth {
        let form = words.program.auctions.get(usize::from(auction)).map(|auction| usize::from(auction.form));
        form.and_then(|form| self.worths.get(&form)).copied().unwrap_or(Worth::Formula)
    }

    /// `: 27 in all, ahead`, behind a bid; of a bid whose worth is a formula only who is ahead.
    pub(super) fn stands(
        &self,
        words: Words,
        auction: u16,
        seat: u8,
        worth: i64,
        leader: Option<Option<u8>>,
    ) -> String {
        let said = self.bids.get(&seat).is_some_and(|bid| *bid == worth.to_string());
        let comes_to = match self.worth_of(words, auction) {
            Worth::Sum => format!(": {worth} in all"),
            Worth::Number if !said => format!(": {worth}"),
            Worth::Number | Worth::Formula => String::new(),
        };
        let sealed = self.held.as_ref().is_some_and(|held| held.sealed);
        match leader.filter(|_| !sealed) {
            None => comes_to,
            Some(Some(leader)) if leader == seat => format!("{comes_to}, ahead"),
            Some(Some(leader)) => format!("{comes_to}; {} is ahead", words.seat(leader)),
            Some(None) => format!("{comes_to}; nobody is ahead"),
        }
    }

    /// Who wins an auction, with what, and why where several bid as much.
    pub(super) fn closed(
        &self,
        words: Words,
        auction: u16,
        winner: Option<u8>,
        ties: Ties,
        best: Option<(i64, SeatSet)>,
    ) -> String {
        let formula = self.worth_of(words, auction) == Worth::Formula;
        let Some((worth, tied)) = best else {
            return winner.map_or_else(
                || "  nobody wins".to_owned(),
                |winner| format!("  {} wins the auction", words.seat(winner)),
            );
        };
        let Some(winner) = winner else {
            return match (tied, formula) {
                (0, _) => "  nobody has bid".to_owned(),
                (_, true) => format!("  {} are tied: nobody wins", words.seat_list(tied)),
                (_, false) => format!("  {} are tied at {worth}: nobody wins", words.seat_list(tied)),
            };
        };
        let name = words.seat(winner);
        let with = match self.bids.get(&winner).filter(|_| formula) {
            Some(bid) => format!(": {bid}"),
            None if formula => String::new(),
            None => format!(" with {worth}"),
        };
        if tied == 0 {
            return format!("  {name} wins the auction{with}");
        }
        let others = words.seat_list(tied & !(1 << winner));
        let why = match ties {
            Ties::First => "reached it first",
            Ties::Last => "reached it last",
            Ties::Clockwise => "comes first clockwise",
            Ties::Random => "is drawn",
            Ties::Nobody | Ties::Next => "is the best that is not tied",
        };
        let because = if formula { "; " } else { ": " };
        if ties == Ties::Next {
            return format!(
                "  {name} wins the auction{with}{because}{} are tied, and {name} {why}",
                words.seat_list(tied)
            );
        }
        format!("  {name} wins the auction{with}{because}{others} bid as much, but {name} {why}")
    }
}
