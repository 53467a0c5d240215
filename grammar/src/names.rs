//! What each grammar rule is called in an error message. The match has no wildcard: a new rule must be named here.

use crate::Rule;

/// The words that no reason may hold, each for what it would ask: nobody expects them.
macro_rules! words_of_no_reason {
    () => {
        Rule::asking
            | Rule::ruling
            | Rule::multiple
            | Rule::limit
            | Rule::counting
            | Rule::spelt
            | Rule::reason_end
            | Rule::doing
            | Rule::doing_to
    };
}

/// The words for `rule` in "expected ...".
#[must_use]
pub const fn name_for_people(rule: Rule) -> &'static str {
    match rule {
        Rule::digits => "a number",
        Rule::name | Rule::chain => "a name",
        Rule::text => "some words",
        Rule::comma => "`,`",
        Rule::open | Rule::paren => "`(`",
        Rule::several | Rule::of_kind => "values of a kind",
        Rule::close => "`)`",
        Rule::colon => "`:`",
        Rule::plus => "`+`",
        Rule::minus => "`-`",
        Rule::star => "`*`",
        Rule::slash => "`/`",
        Rule::reserved => "a reserved word",
        Rule::k_a => "`a`",
        Rule::k_able => "`able`",
        Rule::k_across => "`across`",
        Rule::k_all => "`all`",
        Rule::k_an => "`an`",
        Rule::k_and => "`and`",
        Rule::k_another => "`another`",
        Rule::k_any => "`any`",
        Rule::k_as => "`as`",
        Rule::k_at => "`at`",
        Rule::k_acts => "`acts`",
        Rule::k_before => "`before`",
        Rule::k_bidders => "`bidders`",
        Rule::k_by => "`by`",
        Rule::k_card => "`card`",
        Rule::k_cards => "`cards`",
        Rule::k_clockwise => "`clockwise`",
        Rule::k_copies => "`copies`",
        Rule::k_difference => "`difference`",
        Rule::k_different => "`different`",
        Rule::k_down => "`down`",
        Rule::k_each => "`each`",
        Rule::k_empty => "`empty`",
        Rule::k_every => "`every`",
        Rule::k_first => "`first`",
        Rule::k_for => "`for`",
        Rule::k_forced => "`forced`",
        Rule::k_from => "`from`",
        Rule::k_good => "`good`",
        Rule::k_half => "`half`",
        Rule::k_highest => "`highest`",
        Rule::k_holds => "`holds`",
        Rule::k_if => "`if`",
        Rule::k_in => "`in`",
        Rule::k_includes => "`includes`",
        Rule::k_is | Rule::is => "`is`",
        Rule::k_larger => "`larger`",
        Rule::k_last => "`last`",
        Rule::k_longest => "`longest`",
        Rule::k_least => "`least`",
        Rule::k_left => "`left`",
        Rule::k_less => "`less`",
        Rule::k_lowest => "`lowest`",
        Rule::k_mod => "`mod`",
        Rule::k_more => "`more`",
        Rule::k_most => "`most`",
        Rule::k_next => "`next`",
        Rule::k_no => "`no`",
        Rule::k_nobody => "`nobody`",
        Rule::k_none => "`none`",
        Rule::k_not => "`not`",
        Rule::k_now => "`now`",
        Rule::k_number => "`number`",
        Rule::k_pair => "`pair`",
        Rule::k_pairs => "`pairs`",
        Rule::k_triple => "`triple`",
        Rule::k_triples => "`triples`",
        Rule::k_four => "`four`",
        Rule::k_fours => "`fours`",
        Rule::k_of => "`of`",
        Rule::k_on => "`on`",
        Rule::k_once => "`once`",
        Rule::k_one => "`one`",
        Rule::k_or => "`or`",
        Rule::k_other => "`other`",
        Rule::k_otherwise => "`otherwise`",
        Rule::k_pass => "`pass`",
        Rule::k_beat | Rule::beat => "`beat trick`",
        Rule::k_winning | Rule::winning => "`winning card`",
        Rule::so_far => "`winner so far`",
        Rule::card_of => "`card of`",
        Rule::k_except | Rule::except => "`except cards where`",
        Rule::k_instead | Rule::instead => "`instead of a card`",
        Rule::k_time => "`time`",
        Rule::any_time => "`at any time`",
        Rule::k_far => "`far`",
        Rule::k_following | Rule::free => "`following or not`",
        Rule::k_trick => "`trick`",
        Rule::k_trump => "`trump`",
        Rule::k_winner => "`winner`",
        Rule::k_outbid | Rule::outbid => "`outbid leader`",
        Rule::k_leader => "`leader`",
        Rule::k_passes => "`passes`",
        Rule::k_player => "`player`",
        Rule::k_players => "`players`",
        Rule::k_random | Rule::random => "`random`",
        Rule::k_refilled => "`refilled`",
        Rule::k_repeats => "`repeats`",
        Rule::k_right => "`right`",
        Rule::k_rounded => "`rounded`",
        Rule::k_run => "`run`",
        Rule::k_sets => "`sets`",
        Rule::k_row => "`row`",
        Rule::k_seat | Rule::seat => "`seat`",
        Rule::k_second => "`second`",
        Rule::k_seen => "`seen`",
        Rule::k_shares | Rule::shares => "`shares`",
        Rule::k_size => "`size`",
        Rule::k_smaller => "`smaller`",
        Rule::k_so => "`so`",
        Rule::k_somebody => "`somebody`",
        Rule::k_starts => "`starts`",
        Rule::k_succession => "`succession`",
        Rule::k_than => "`than`",
        Rule::k_that => "`that`",
        Rule::k_the => "`the`",
        Rule::k_then => "`then`",
        Rule::k_ties => "`ties`",
        Rule::k_times => "`times`",
        Rule::k_to => "`to`",
        Rule::k_total | Rule::total => "`total`",
        Rule::k_until => "`until`",
        Rule::k_turn => "`turn`",
        Rule::k_up => "`up`",
        Rule::k_usually => "`usually`",
        Rule::k_when => "`when`",
        Rule::k_where => "`where`",
        Rule::k_with => "`with`",
        Rule::k_yes => "`yes`",
        Rule::k_because => "`because`",
        Rule::mark | Rule::span => "a value",
        Rule::marks => "a list of values",
        Rule::line_text
        | Rule::line_nothing
        | Rule::line_players
        | Rule::line_teams
        | Rule::line_option
        | Rule::line_require
        | Rule::line_allow
        | Rule::line_kind
        | Rule::line_value
        | Rule::line_phase
        | Rule::line_card
        | Rule::line_card_if
        | Rule::line_row
        | Rule::line_columns
        | Rule::line_grid_row
        | Rule::line_place
        | Rule::line_track
        | Rule::line_do
        | Rule::line_move
        | Rule::line_deal
        | Rule::line_fill
        | Rule::line_shuffle
        | Rule::line_sort
        | Rule::line_swap
        | Rule::line_set
        | Rule::line_add
        | Rule::line_pay
        | Rule::line_subtract
        | Rule::line_act_said
        | Rule::line_score
        | Rule::line_deduct
        | Rule::line_if
        | Rule::line_otherwise
        | Rule::line_for
        | Rule::line_repeat
        | Rule::line_ask
        | Rule::line_end
        | Rule::line_turn
        | Rule::line_won
        | Rule::line_lost
        | Rule::line_form
        | Rule::line_order
        | Rule::line_among
        | Rule::line_bid
        | Rule::line_bids
        | Rule::line_act
        | Rule::line_pass
        | Rule::line_must
        | Rule::line_expr
        | Rule::line_closes
        | Rule::line_wins
        | Rule::line_follow
        | Rule::line_taken
        | Rule::line_stage
        | Rule::line_seats
        | Rule::line_fix
        | Rule::line_seed
        | Rule::line_given
        | Rule::line_begin
        | Rule::line_play_on
        | Rule::line_won_by
        | Rule::line_expect
        | Rule::line_said
        | Rule::line_refused => "the rest of the line",
        Rule::team => "seats of a team",
        Rule::owner => "`of card`, `of player` or `of` a kind",
        Rule::attribute => "an attribute with its values",
        Rule::card_row => "cards of the deck",
        Rule::combo => "the other half of a card",
        Rule::cell => "a number or a name",
        Rule::per => "`each player`",
        Rule::sight => "`seen by` somebody",
        Rule::refilled => "`refilled from`",
        Rule::kind_of => "a type",
        Rule::reason | Rule::reason_word => "a reason",
        Rule::k_phase => "`phase`",
        Rule::k_play => "`play`",
        Rule::k_round => "`round`",
        Rule::when => "`when` with a condition",
        Rule::if_able => "`if able`",
        Rule::sorted => "values of a kind or teams, `with highest` something",
        Rule::best => "`with highest` or `with lowest`",
        Rule::ties => "`, ties to` somebody",
        Rule::picks | Rule::pick | Rule::source => "what is picked",
        Rule::number_pick => "`a number from`",
        Rule::card_pick => "`a card from`",
        Rule::kind_pick => "`a` with a kind",
        Rule::yes_pick => "`yes or no`",
        Rule::cards_pick | Rule::many => "a number of cards",
        Rule::run_pick => "`a run of`",
        Rule::row_pick => "pairs",
        Rule::same_pick => "`a pair`",
        Rule::by => "`by` a value",
        Rule::expr
        | Rule::sum
        | Rule::product
        | Rule::signed
        | Rule::primary
        | Rule::either
        | Rule::both
        | Rule::denial
        | Rule::relation => "a phrase",
        Rule::rounding => "`rounded up` or `rounded down`",
        Rule::half => "`half of`",
        Rule::pairwise => "`smaller of`, `larger of` or `difference of`",
        Rule::count => "`number of`",
        Rule::sets => "`sets of`",
        Rule::amount => "a number",
        Rule::longest => "`longest run`",
        Rule::extreme => "`highest` or `lowest`",
        Rule::row => "`passes in a row`",
        Rule::silence => "`all pass in succession`",
        Rule::constant => "a constant",
        Rule::group => "cards or players",
        Rule::noun => "`cards` or `players`",
        Rule::said | Rule::words => "an act",
        Rule::stacks | Rule::picked => "cards",
        Rule::untold => "`not told`",
        Rule::number_pick_of | Rule::number_range => "`number from A to B`",
        Rule::line_after => "the rest of `after`",
        Rule::k_act => "`act`",
        Rule::k_told => "`told`",
        Rule::one_of_each => "`one of each` attribute",
        Rule::taken => "what the phase takes",
        Rule::stack | Rule::lying => "a card",
        Rule::origin => "`from` a place",
        Rule::of_each => "`of each` kind or team",
        Rule::turns => "`turn is` names of seats",
        Rule::before_forced => "`before forced acts`",
        Rule::watchers => "`all`, `nobody` or names of seats",
        Rule::EOI => "the end of the line",
        Rule::WHITESPACE | Rule::COMMENT | Rule::blank => "a space",
        words_of_no_reason!() => "a word that asks",
        Rule::letter | Rule::ch => "a letter",
    }
}

/// Whether `rule` only carries layout and is never worth naming as something that was expected.
#[must_use]
pub const fn is_layout(rule: Rule) -> bool {
    matches!(rule, Rule::reserved | Rule::WHITESPACE | Rule::COMMENT | Rule::blank | words_of_no_reason!())
}
