//! Mistakes of design: rules that can be read and played, and cannot be meant. Takes a typed game and its programs; gives what is
//! certain to be wrong whatever happens, over all setups together.
//!
//! Invariant: what is told here is so in every game, or in every game of the setup that is named. What may be so is left to
//! the search of `bidlang-lab`, which plays.

mod acts;
mod alone;
mod cards;
mod comparisons;
mod deals;
mod equals;
mod forgotten;
mod handed;
mod known;
mod lines;
mod once;
mod order;
mod piles;
mod ranges;
mod sight;
mod sizes;
mod tricks;
mod turns;
mod unused;
pub(crate) mod walk;
pub(crate) mod ways;
mod work;
mod worths;

use crate::diagnostic::Diagnostic;
use crate::ir::Game;
use crate::lower::{Compiled, Setup};

pub use lines::{
    Rare, TakenOut, act_of_must, for_each, in_a_row, moved_to, offers, rare, repeated, rows, shuffle_of, taken_out_of,
    winning,
};
pub(crate) use ranges::{Range, Ranges};
pub use sight::instead_of_a_blind_pick;
pub use worths::{Worth, worths};

/// What is looked for in a whole game.
const CHECKS: [fn(&Game) -> Vec<Diagnostic>; 31] = [
    acts::cards_go_elsewhere,
    acts::every_act_can_be_done,
    alone::the_only_card_is_there,
    cards::every_card_comes_into_play,
    cards::every_hand_is_played,
    cards::no_place_stays_empty,
    equals::one_of_equals_is_moved,
    comparisons::every_comparison_decides_something,
    forgotten::every_track_is_set,
    forgotten::the_winner_can_get_points,
    forgotten::turns_move_on,
    handed::nothing_is_handed_on,
    once::who_leads_is_asked_for,
    once::who_takes_part_stays,
    order::what_is_dealt_is_mixed,
    order::what_is_gathered_is_shuffled_first,
    piles::nothing_piles_up,
    sight::no_rule_tells_hidden_cards,
    sizes::every_hidden_size_is_hidden,
    tricks::who_follows_can_win,
    turns::all_turns_can_close,
    turns::play_turns_round_for_one_at_a_time,
    turns::every_loop_can_end,
    turns::what_ends_the_game_is_looked_at,
    unused::every_answer_is_used,
    unused::every_counter_is_used,
    unused::every_option_changes_something,
    unused::every_track_is_read,
    unused::every_yes_or_no_can_change,
    unused::points_count,
    unused::somebody_wins,
];

/// Looks at one setup after the other, then at the game as a whole.
#[derive(Default)]
pub struct Look {
    deals: deals::Deals,
    work: work::Work,
}

impl Look {
    /// Looks at one setup.
    pub fn at(&mut self, game: &Game, setup: &Setup, compiled: &Compiled) {
        self.deals.look(game, setup, compiled);
        self.work.look(game, setup, compiled);
    }

    /// Everything that was found, in the order of the text.
    #[must_use]
    pub fn mistakes(self, game: &Game) -> Vec<Diagnostic> {
        let mut found = self.deals.told(game);
        found.extend(self.work.told());
        found.extend(CHECKS.iter().flat_map(|check| check(game)));
        found.sort_by_key(|problem| problem.span().start);
        found
    }
}

/// A setup as a reader names it: `4 players, length = long`, with the options that are not as usual.
#[must_use]
pub fn setup_in_words(game: &Game, setup: &Setup) -> String {
    let mut words = vec![if setup.players == 1 { "1 player".to_owned() } else { format!("{} players", setup.players) }];
    for (option, value) in game.options.iter().zip(&setup.options) {
        if *value == option.usually {
            continue;
        }
        let members = option.kind.and_then(|kind| game.kinds.get(kind)).map(|kind| &kind.members);
        let word = members.and_then(|members| members.get(usize::try_from(*value).ok()?).cloned());
        words.push(format!("{} = {}", option.name, word.unwrap_or_else(|| value.to_string())));
    }
    words.join(", ")
}
