//! Who plays at the table: programs, those who think, and who gives hints to persons.

use std::cell::RefCell;

use bidlang_host::Players;
use bidlang_players::{Goal, Thinker, never};

use crate::bots::Bot;
use crate::hinter::Hinter;
use crate::run::Plan;
use crate::seats::Player;
use crate::sim::progress;
use crate::{End, report};

/// Starts the programs that play.
pub(super) fn bots(plan: &Plan) -> Result<Vec<(u8, Bot)>, End> {
    let mut bots = Vec::new();
    for (seat, player) in (0..).zip(&plan.players) {
        if let Player::Bot(words) = player {
            let bot = Bot::start(words).map_err(|problem| {
                report::plain(&problem);
                End::Usage
            })?;
            bots.push((seat, bot));
        }
    }
    Ok(bots)
}

/// Those who think; nobody where a record is played again.
pub(super) fn thinkers(plan: &Plan, goal: Goal, replayed: bool) -> Vec<(u8, Thinker)> {
    let level = |player: &Player| match player {
        Player::Thinks(level) => Some(*level),
        Player::Human | Player::Random | Player::First | Player::Bot(_) => None,
    };
    if replayed {
        return Vec::new();
    }
    let levels: Vec<_> = plan.players.iter().map(level).collect();
    let practice = progress::practice(&levels, plan.prepared.game().title());
    let _waits = practice.map(|practice| (progress::thinking(&practice), progress::patience(practice)));
    let players = Players::new(&plan.prepared, levels, goal, &never);
    players.thinkers(plan.seed).collect()
}

/// For each person one who gives hints; nobody where a record is played again.
pub(super) fn hinters(plan: &Plan, goal: Goal, replayed: bool) -> Vec<(u8, RefCell<Hinter>)> {
    let persons = (0_u8..).zip(&plan.players).filter(|(_, player)| !replayed && matches!(player, Player::Human));
    persons.map(|(seat, _)| (seat, RefCell::new(Hinter::new(&plan.prepared, plan.seed, goal, seat)))).collect()
}
