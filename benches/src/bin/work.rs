//! A fixed amount of work, for tools that count instructions: `work FILE PLAYERS GAMES`.

use bidlang_benches::engine;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, players, games] = words.as_slice() else { return eprintln!("work FILE PLAYERS GAMES") };
    let compiled = match engine::game(name, players.parse().unwrap_or(4), &[]) {
        Ok(compiled) => compiled,
        Err(problem) => return eprintln!("{name}: {problem}"),
    };
    let mut game = engine::Fast::new(&compiled);
    let mut decisions = 0;
    for seed in 0..games.parse().unwrap_or(0) {
        decisions += game.play(seed).map_or(0, |played| played.decisions);
    }
    println!("{decisions}");
}
