//! Many games at once, as `bidlang sim` plays them: a row for each game, and the figures.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::builder::{Int64Builder, StringBuilder, UInt64Builder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema};
use bidlang::Prepared;
use bidlang::engine::{Fault, each_seat};
use bidlang_host::Players;
use bidlang_lab::sim::{Counter, Games, Outcome, Tally, Watched, report, stats};
use bidlang_players::{Goal, Level, Stop};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::game::Game;
use crate::given;
use crate::patience::{STACK, patiently};
use crate::problems::{plain, raised, stopped};
use crate::values::to_python;

mod parquet;

/// Games of a chunk: whoever is free plays one.
const CHUNK: u64 = 128;
/// Most games of one call: each has a row in memory.
const MOST_GAMES: u64 = 100_000_000;

/// One game.
pub struct Row {
    pub seed: u64,
    pub scores: Vec<i64>,
    pub outcome: Outcome,
}

/// Games of one stretch, and what was counted of them.
type Chunk = (Vec<Row>, Tally);

/// Who plays: for each seat how well, none at random.
fn seats(prepared: &Prepared, words: Option<Vec<String>>, stop: &Stop) -> Result<Players, String> {
    let players = usize::from(prepared.players());
    let words = match words {
        None => vec!["random".to_owned(); players],
        Some(one) if one.len() == 1 => vec![one.concat(); players],
        Some(each) if each.len() == players => each,
        Some(some) => {
            return Err(format!(
                "{} players are named for {players} seats: name one for all, or one for each",
                some.len()
            ));
        }
    };
    let level = |word: &String| match word.as_str() {
        "random" => Ok(None),
        other => other.parse().map(Some).map_err(|why: String| format!("`{other}` is no player: random, or {why}")),
    };
    let levels: Vec<Option<Level>> = words.iter().map(level).collect::<Result<_, String>>()?;
    Ok(Players::new(prepared, levels, Goal::Both, stop))
}

#[doc = doc_of!("Simulation")]
#[pyclass(frozen, module = "bidlang")]
pub struct Simulation {
    prepared: Prepared,
    players: Vec<String>,
    rows: Vec<Row>,
    tally: Tally,
    first: u64,
}

#[doc = doc_of!("simulate")]
#[pyfunction]
#[pyo3(signature = (game, games=1000, seed=0, players=None, threads=1, decisions=1_000_000))]
pub fn simulate(
    py: Python<'_>,
    game: &Game,
    #[pyo3(from_py_with = given::whole)] games: u64,
    #[pyo3(from_py_with = given::whole)] seed: u64,
    #[pyo3(from_py_with = given::maybe_words)] players: Option<Vec<String>>,
    #[pyo3(from_py_with = given::count)] threads: usize,
    #[pyo3(from_py_with = given::whole)] decisions: u64,
) -> PyResult<Simulation> {
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(PyValueError::new_err(format!("1 to {MOST_GAMES} games are played at once, not {games}")));
    }
    if !(1..=256).contains(&threads) {
        return Err(PyValueError::new_err(format!("games are played on 1 to 256 threads, not on {threads}")));
    }
    if seed.checked_add(games - 1).is_none() {
        return Err(PyValueError::new_err(format!(
            "{games} games from the seed {seed} on go beyond the last seed, {}",
            u64::MAX
        )));
    }
    let prepared = game.prepared.clone();
    let stop = Arc::new(AtomicBool::new(false));
    let halt = Arc::clone(&stop);
    let halted = move || halt.load(Ordering::Relaxed);
    let seats = patiently(py, &stop, || seats(&prepared, players, &halted))?.map_err(PyValueError::new_err)?;
    let words = seats.words();
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool =
        pool.map_err(|error| PyValueError::new_err(format!("the system gives no threads to play on: {error}")))?;
    let played = patiently(py, &stop, || {
        let watched = Watched::new(&prepared);
        let chunk = |number: u64| {
            let mut counter = Counter::new(&watched, decisions);
            let (mut rows, mut seats) = (Vec::new(), seats.clone());
            for game in number * CHUNK..((number + 1) * CHUNK).min(games) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let seed = seed + game;
                let outcome = counter.play_by(seed, &mut seats)?;
                rows.push(Row { seed, scores: counter.scores.clone(), outcome });
            }
            Ok((rows, counter.take()))
        };
        let chunks: Result<Vec<Chunk>, Fault> =
            pool.install(|| (0..games.div_ceil(CHUNK)).into_par_iter().map(chunk).collect());
        chunks.map(|chunks| {
            let (mut rows, mut tally) = (Vec::new(), Tally::new(&watched));
            for (more, part) in chunks {
                rows.extend(more);
                tally.merge(&part);
            }
            (rows, tally)
        })
    })?;
    match played {
        Ok((rows, tally)) => Ok(Simulation { prepared, players: words, rows, tally, first: seed }),
        Err(fault) => Err(raised(py, &stopped(&prepared, fault))),
    }
}

/// Winners as `1 3`.
pub fn winners(outcome: &Outcome) -> String {
    each_seat(outcome.winners).map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(" ")
}

impl Simulation {
    /// The columns that `bidlang sim --out` writes.
    fn table(&self) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let (players, has_rounds) = (usize::from(self.prepared.players()), self.has_rounds());
        let mut seeds = UInt64Builder::with_capacity(self.rows.len());
        let mut counts = Int64Builder::with_capacity(self.rows.len());
        let mut scores: Vec<Int64Builder> =
            (0..players).map(|_| Int64Builder::with_capacity(self.rows.len())).collect();
        let (mut won, mut decisions, mut rounds) = (StringBuilder::new(), Int64Builder::new(), Int64Builder::new());
        for row in &self.rows {
            seeds.append_value(row.seed);
            counts.append_value(players as i64);
            scores.iter_mut().zip(&row.scores).for_each(|(column, score)| column.append_value(*score));
            won.append_value(winners(&row.outcome));
            decisions.append_value(i64::try_from(row.outcome.decisions).unwrap_or(i64::MAX));
            rounds.append_option(has_rounds.then_some(row.outcome.rounds));
        }
        let mut fields =
            vec![Field::new("seed", DataType::UInt64, false), Field::new("players", DataType::Int64, false)];
        let mut columns: Vec<ArrayRef> = vec![Arc::new(seeds.finish()), Arc::new(counts.finish())];
        for (name, value) in self.prepared.options() {
            let mut option = StringBuilder::new();
            self.rows.iter().for_each(|_| option.append_value(&value));
            fields.push(Field::new(format!("option:{name}"), DataType::Utf8, false));
            columns.push(Arc::new(option.finish()));
        }
        for (seat, mut score) in scores.into_iter().enumerate() {
            fields.push(Field::new(format!("score_{}", seat + 1), DataType::Int64, false));
            columns.push(Arc::new(score.finish()));
        }
        fields.push(Field::new("winners", DataType::Utf8, false));
        fields.push(Field::new("decisions", DataType::Int64, false));
        fields.push(Field::new("rounds", DataType::Int64, true));
        columns.extend([Arc::new(won.finish()) as ArrayRef, Arc::new(decisions.finish()), Arc::new(rounds.finish())]);
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
    }

    fn has_rounds(&self) -> bool {
        self.prepared.compiled().program.phases.iter().any(|phase| phase.pass.is_some())
    }
}

#[pymethods]
impl Simulation {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The table for whoever reads Arrow: no copy through text.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may give its own schema whatever was asked for; its reader casts.
        drop(requested_schema);
        let table = self.table().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let schema = table.schema();
        let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(table)], schema)));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    #[doc = doc_of!("Simulation.counts")]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let (mut scores, mut squared) = (vec![0_i128; self.tally.seats.len()], vec![0_i128; self.tally.seats.len()]);
        for row in &self.rows {
            for ((sum, squares), score) in scores.iter_mut().zip(&mut squared).zip(&row.scores) {
                *sum += i128::from(*score);
                *squares += i128::from(*score) * i128::from(*score);
            }
        }
        dict.set_item("games", self.tally.games)?;
        dict.set_item("wins", self.tally.seats.iter().map(|seat| seat.wins).collect::<Vec<u64>>())?;
        dict.set_item("scores", scores)?;
        dict.set_item("scores_squared", squared)?;
        dict.set_item("ties", self.tally.ties)?;
        dict.set_item("nobody", self.tally.nobody)?;
        dict.set_item("decisions", self.tally.all_decisions())?;
        dict.set_item("forced", self.tally.forced())?;
        Ok(dict)
    }

    #[doc = doc_of!("Simulation.figures")]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (tally, dict) = (&self.tally, PyDict::new(py));
        let part = |count: u64| count as f64 / tally.games.max(1) as f64;
        let closed: u64 = tally.auctions.iter().map(bidlang_lab::sim::AuctionTally::closed).sum();
        let unsold: u64 = tally.auctions.iter().map(|auction| auction.unsold).sum();
        let z = stats::deviations(stats::OUTSIDE);
        dict.set_item("games", tally.games)?;
        dict.set_item("first_seed", self.first)?;
        let seats = 0..tally.seats.len();
        dict.set_item("win_share", seats.clone().map(|seat| tally.win_share(seat)).collect::<Vec<f64>>())?;
        let wins = tally.seats.iter().map(|seat| stats::wilson(seat.wins, tally.games, z));
        dict.set_item("win_interval", wins.collect::<Vec<(f64, f64)>>())?;
        dict.set_item("mean_score", tally.seats.iter().map(|seat| seat.scores.mean()).collect::<Vec<f64>>())?;
        let medians = tally.seats.iter().map(|seat| seat.scores.quantile(1, 2));
        dict.set_item("median_score", medians.collect::<Vec<Option<i64>>>())?;
        dict.set_item("seat_spread", tally.seat_spread())?;
        dict.set_item("ties", part(tally.ties))?;
        dict.set_item("nobody", part(tally.nobody))?;
        dict.set_item("mean_decisions", tally.decisions.mean())?;
        dict.set_item("mean_free_decisions", tally.free.mean())?;
        dict.set_item("max_decisions", tally.decisions.range().map(|(_, high)| high))?;
        dict.set_item("mean_rounds", self.has_rounds().then(|| tally.rounds.mean()))?;
        dict.set_item("forced_share", tally.forced_share())?;
        dict.set_item("mean_choices", tally.mean_choices())?;
        dict.set_item("unsold_share", (closed > 0).then(|| unsold as f64 / closed as f64))?;
        let bids: i128 = tally.auctions.iter().map(|auction| auction.bids.sum()).sum();
        dict.set_item("mean_bids", (closed > 0).then(|| bids as f64 / closed as f64))?;
        Ok(dict)
    }

    #[doc = doc_of!("Simulation.report")]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options: Vec<(String, String)> =
            self.prepared.options().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let (prepared, players) = (&self.prepared, &self.players);
        let games = Games { prepared, options: &options, players, first_seed: self.first, tally: &self.tally };
        to_python(py, &report(&games))
    }

    #[doc = doc_of!("Simulation.write_parquet")]
    fn write_parquet(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let written = py.detach(|| parquet::write(&self.prepared, &self.rows, self.has_rounds(), &path));
        written.map_err(|why| plain(py, "OutputError", &format!("{}: cannot be written: {why}", path.display())))
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Simulation of {} games of {}>", self.rows.len(), self.prepared.game().title())
    }
}
