//! Players of two levels play each other: `duel FILE PLAYERS GAMES FIRST SECOND`, where a level is a number of iterations.
use bidlang::{Game, Setup};
use bidlang_players::*;

fn level(word: &str) -> Option<Level> {
    match word {
        "random" => None,
        word => Some(word.parse().or_else(|_| format!("search:iterations={word}").parse()).unwrap()),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, players, games, one, other, rest @ ..] = words.as_slice() else { panic!("FILE PLAYERS GAMES ONE OTHER") };
    let text = std::fs::read_to_string(file).unwrap();
    let mut setup = Setup::players(players.parse().unwrap());
    for pair in rest { if let Some((n, v)) = pair.split_once('=') { setup = setup.option(n, v); } }
    let prepared = Game::read(file, &text).unwrap().prepare(&setup).unwrap();
    let start = std::time::Instant::now();
    let mut lore = Lore::of(&prepared);
    println!("learn {:?}: {:?}", start.elapsed(), lore.aim());
    let mut other_lore = lore.clone();
    for pair in rest {
        let mut aim = lore.aim().clone();
        match pair.as_str() { "match" => aim.horizon = Horizon::Match, "round" => aim.horizon = Horizon::Round, "nocarry" => aim.carried.clear(), "win" => aim.goal = Goal::Win, "margin"=>aim.goal=Goal::Margin, _ => {} }
        lore = lore.with_aim(aim);
        if pair == "same" { other_lore = lore.clone(); }
    }
    let (one, other) = (level(one), level(other));
    let seats = usize::from(prepared.players());
    let games: u64 = games.parse().unwrap();
    let program = prepared.runner().program();
    let (mut times, mut lost, mut questions, mut replays, mut tried, mut fitted, mut failed) = (Vec::new(), 0, 0, 0, 0, 0, 0);
    let mut wins: Vec<f64> = Vec::new();
    let mut margins: Vec<f64> = Vec::new();
    for game in 0..games {
        // One seat (or side) thinks as the first; seats turn.
        let star = game as usize % seats;
        let side = program.teams[star];
        let mut table: Seats = Vec::new();
        let shared = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        for seat in 0..seats {
            let mine = program.teams[seat] == side;
            let level = if mine { one } else { other };
            let l = if mine { &lore } else { &other_lore };
            match level.map(Level::effort) {
                Some(effort) => {
                    let inner = Thinker::new(l, seat as u8, effort, game / seats as u64 * 1000 + seat as u64);
                    table.push(Some(Box::new(Timed { inner, mine, shared: shared.clone(), rep: Report::default() })));
                }
                None => table.push(None),
            }
        }
        let mut desk = prepared.runner().desk(game / seats as u64);
        let mut dice = bidlang::engine::Stream::of_players(game);
        let mut played = bidlang::engine::Played::default();
        match play(&prepared, &mut desk, (&mut table, &mut dice), &mut played, 100_000) {
            Ok(()) => {
                let won = prepared.runner().winners(desk.state());
                let winning = |team: u8| (0..seats).any(|s| won & (1 << s) != 0 && program.teams[s] == team);
                let sides: std::collections::BTreeSet<u8> = program.teams.iter().copied().collect();
                let n = sides.iter().filter(|t| winning(**t)).count().max(1);
                wins.push(if winning(side) { 1.0 / n as f64 } else { 0.0 });
                let scores: Vec<i64> = prepared.runner().scores(desk.state()).collect();
                let others: Vec<i64> = (0..seats).filter(|s| program.teams[*s] != side).map(|s| scores[s]).collect();
                margins.push(scores[star] as f64 - others.iter().sum::<i64>() as f64 / others.len() as f64);
            }
            Err(fault) => { failed += 1; if failed < 4 { println!("game {game}: {fault:?}"); } }
        }
        drop(table);
        for (mine, t, r) in shared.lock().unwrap().drain(..) {
            if mine { times.push(t); }
            let r: Report = r;
            questions += r.questions; lost += r.lost; replays += r.replays; tried += r.tried; fitted += r.fitted;
        }
    }
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len().max(1) as f64;
    let ci = |v: &[f64]| { let m = mean(v); 1.96 * (v.iter().map(|x| (x - m) * (x - m)).sum::<f64>() / v.len().max(1) as f64 / v.len().max(1) as f64).sqrt() };
    times.sort_by(f64::total_cmp);
    println!("{file} {one:?} vs {other:?}: wins {:.1} +-{:.1} %, margin {:.2} +-{:.2}; median {:.2} ms, 95% {:.2} ms; questions {questions}, lost {lost}, replays/q {:.1}, fitted {:.2} of {:.1}/q; failed {failed}; {:.1?}",
        100.0 * mean(&wins), 100.0 * ci(&wins), mean(&margins), ci(&margins),
        times.get(times.len() / 2).copied().unwrap_or(0.0), times.get(times.len() * 95 / 100).copied().unwrap_or(0.0),
        replays as f64 / questions.max(1) as f64, fitted as f64 / tried.max(1) as f64, tried as f64 / questions.max(1) as f64, start.elapsed());
}

struct Timed { inner: Thinker, mine: bool, shared: std::sync::Arc<std::sync::Mutex<Vec<(bool, f64, Report)>>>, rep: Report }
impl Player for Timed {
    fn hear(&mut self, t: &bidlang::engine::Telling) { self.inner.hear(t) }
    fn answer(&mut self, q: Question) -> Answer {
        let s = std::time::Instant::now();
        let a = self.inner.answer(q);
        let e = s.elapsed().as_secs_f64() * 1e3;
        let r = self.inner.report(); let b = self.rep; self.rep = r;
        self.shared.lock().unwrap().push((self.mine, e, Report { questions: r.questions - b.questions, lost: r.lost - b.lost, bent: r.bent - b.bent, replays: r.replays - b.replays, tried: r.tried - b.tried, fitted: r.fitted - b.fitted }));
        a
    }
    fn chose(&mut self, c: &bidlang::engine::Choice, n: u64) { self.inner.chose(c, n) }
}
