//! Which setups are played: every combination of the player counts and options that were asked for.

use bidlang::Game;
use bidlang::diagnostic::Diagnostic;
use bidlang::lower::Setup;
use bidlang_players::Goal;

use super::usage;

/// Most setups of one call.
const MOST: usize = 1000;

/// Options by name, each with its values.
type Lists = Vec<(String, Vec<String>)>;

/// `deck=basic,extended` twice or once: the values of each name in the order in which they were said.
fn lists(options: &[(String, String)]) -> Lists {
    let mut lists: Lists = Vec::new();
    for (name, values) in options {
        let plain = name.replace('_', "-");
        let values = values.split(',').map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned);
        match lists.iter_mut().find(|(known, _)| *known == plain) {
            Some((_, known)) => known.extend(values),
            None => lists.push((plain, values.collect())),
        }
    }
    for (_, values) in &mut lists {
        let mut seen: Vec<String> = Vec::new();
        values.retain(|value| {
            !seen.contains(value) && {
                seen.push(value.clone());
                true
            }
        });
    }
    lists
}

/// The setups that were asked for, in the order of the words: the last option changes fastest.
///
/// # Errors
/// Unknown options or values; too many combinations.
pub fn setups(game: &Game, players: &[u8], options: &[(String, String)]) -> Result<Vec<Setup>, Vec<Diagnostic>> {
    let lists = lists(options);
    if let Some((name, _)) = lists.iter().find(|(_, values)| values.is_empty()) {
        return Err(vec![
            usage(format!("the option `{}` is given no value", bidlang::diagnostic::printable(name)))
                .help("say one, or several separated by commas, as in deck=basic,extended"),
        ]);
    }
    let players = if players.is_empty() { vec![*game.players().start()] } else { players.to_vec() };
    let all = lists.iter().try_fold(players.len(), |all, (_, values)| all.checked_mul(values.len()));
    if all.is_none_or(|all| all > MOST) {
        return Err(vec![
            usage(format!("these are more than {MOST} combinations of players and options"))
                .help("name fewer values, or call the command several times"),
        ]);
    }
    let mut combinations: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, values) in &lists {
        let with = |before: &Vec<(String, String)>| -> Vec<Vec<(String, String)>> {
            let more =
                values.iter().map(|value| before.iter().cloned().chain([(name.clone(), value.clone())]).collect());
            more.collect()
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    let mut found: Vec<Setup> = Vec::new();
    let mut problems: Vec<Diagnostic> = Vec::new();
    for count in players {
        for combination in &combinations {
            match game.setup(Some(count), combination) {
                Ok(setup) if found.contains(&setup) => {}
                Ok(setup) => found.push(setup),
                Err(more) => more.into_iter().for_each(|problem| {
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }),
            }
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

/// The options of a setup in words.
pub fn options(game: &Game, setup: &Setup) -> Vec<(String, String)> {
    let values = game.game.options.iter().zip(&setup.options).enumerate();
    values.map(|(index, (option, value))| (option.name.clone(), game.option_word(index, *value))).collect()
}

/// `3 players, deck = basic`
pub fn label(game: &Game, setup: &Setup) -> String {
    let mut words = vec![format!("{} players", setup.players)];
    words.extend(options(game, setup).into_iter().map(|(name, value)| format!("{name} = {value}")));
    words.join(", ")
}

/// The flags that ask for players who think, from what each seat's is called; those of whom nothing is said are random.
pub fn players(words: &[String], goal: Goal) -> String {
    let mut flags = String::new();
    let mut seat = 0;
    for alike in words.chunk_by(|one, other| one == other) {
        let (first, last) = (seat + 1, seat + alike.len());
        seat = last;
        if let Some(word) = alike.first().filter(|word| *word != "random") {
            let seats = if first == last { first.to_string() } else { format!("{first}..{last}") };
            flags.push_str(&format!(" --seat {seats}={word}"));
        }
    }
    if !flags.is_empty() && goal != Goal::Both {
        flags.push_str(&format!(" --goal {goal}"));
    }
    flags
}

/// The flags that ask for a setup.
pub fn flags(game: &Game, setup: &Setup) -> String {
    let mut words = format!("--players {}", setup.players);
    for ((name, value), (option, number)) in
        options(game, setup).iter().zip(game.game.options.iter().zip(&setup.options))
    {
        if *number != option.usually {
            words.push_str(&format!(" --option {name}={value}"));
        }
    }
    words
}
