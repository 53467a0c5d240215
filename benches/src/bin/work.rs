//! A fixed amount of work, for tools that count instructions: `work FILE PLAYERS DECISIONS` plays random games from seed 0 on until
//! there were so many decisions, and prints how many there were. With `steps` behind, games are played by steps: whose turn it is, how many
//! choices there are, the n-th is taken.

use bidlang::engine::Fault;
use bidlang_benches::baseline::Played;
use bidlang_benches::engine;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.as_slice() {
        [name, players, least] => played(name, players, least, engine::Fast::play),
        [name, players, least, steps] if steps == "steps" => played(name, players, least, engine::Fast::play_by_steps),
        _ => Err("work FILE PLAYERS DECISIONS [steps]".to_owned()),
    };
    match done {
        Ok(decisions) => println!("{decisions}"),
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(2);
        }
    }
}

fn played(
    name: &str,
    players: &str,
    least: &str,
    play: impl Fn(&mut engine::Fast, u64) -> Result<Played, Fault>,
) -> Result<u64, String> {
    let players = players.parse().map_err(|_| format!("{players} is no player count"))?;
    let least: u64 = least.parse().map_err(|_| format!("{least} is no number of decisions"))?;
    let prepared = engine::game(name, players, &[]).map_err(|problem| format!("{name}: {problem}"))?;
    let mut game = engine::Fast::new(&prepared);
    let (mut decisions, mut seed) = (0, 0);
    while decisions < least {
        decisions += play(&mut game, seed).map_err(|fault| format!("{name}, seed {seed}: {fault:?}"))?.decisions;
        seed += 1;
    }
    Ok(decisions)
}
