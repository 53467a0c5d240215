//! Plays a rules file with players who take any legal act: `cargo run -p bidlang --example play FILE [PLAYERS] [SEED]`.

use std::error::Error;

use bidlang::{Game, Setup};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (name, text) = match arguments.next() {
        Some(path) => (path.clone(), std::fs::read_to_string(path)?),
        None => ("high.bid".to_owned(), bidlang::SMALL_GAME.to_owned()),
    };
    let game = Game::read(&name, &text)?;
    let players = arguments.next().map_or(Ok(*game.players().start()), |word| word.parse())?;
    let seed = arguments.next().map_or(Ok(1), |word| word.parse())?;

    let mut table = game.table(&Setup::players(players), seed)?;
    let mut drawn: u64 = seed;
    while let Some(turn) = table.turn()? {
        // Any act: a small generator is enough for an example.
        drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(act) = turn.nth((drawn >> 33) % turn.count()) else { break };
        println!("{}: {act}", turn.name());
        table.play(turn.seat(), &act)?;
    }
    println!("{}", table.view_of_all());
    let winners: Vec<&str> =
        table.winners().iter().filter_map(|seat| Some(table.names().get(usize::from(*seat))?.as_str())).collect();
    println!("won by {}", if winners.is_empty() { "nobody".to_owned() } else { winners.join(", ") });
    Ok(())
}
