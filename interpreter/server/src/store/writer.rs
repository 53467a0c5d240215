//! The one who writes: what comes from many tables while the disk is busy goes into one transaction, and is acknowledged when that is on the disk.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, Savepoint, Transaction};
use tokio::sync::oneshot;

use super::{Trouble, told};

/// What is written: all of it or nothing.
type Work = Box<dyn FnOnce(&Savepoint) -> rusqlite::Result<()> + Send>;

struct Job {
    work: Work,
    done: oneshot::Sender<Result<(), Trouble>>,
}

/// Most that goes into one transaction.
const MOST: usize = 512;

/// Hands work to the thread that writes.
#[derive(Clone)]
pub struct Writer {
    jobs: Arc<Mutex<Option<Sender<Job>>>>,
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Self {
        let (jobs, work) = channel();
        let thread = std::thread::spawn(move || write(connection, &work));
        Self { jobs: Arc::new(Mutex::new(Some(jobs))), thread: Arc::new(Mutex::new(Some(thread))) }
    }

    /// Writes, and comes back when it is on the disk.
    ///
    /// # Errors
    /// Where it could not be written; then nothing of it was.
    pub async fn write(
        &self,
        work: impl FnOnce(&Savepoint) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), Trouble> {
        let gone = || Trouble { what: "the server stops".to_owned(), help: "connect again in a moment".to_owned() };
        let (done, wait) = oneshot::channel();
        let sent = match &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(jobs) => jobs.send(Job { work: Box::new(work), done }).is_ok(),
            None => false,
        };
        if !sent {
            return Err(gone());
        }
        wait.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Takes no more, and waits until all is written.
    pub(super) fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that writes has failed");
        }
    }
}

fn write(mut connection: Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(MOST));
        let mut waiting = Vec::with_capacity(batch.len());
        let outcome = together(&mut connection, batch, &mut waiting);
        if let Err(error) = &outcome {
            tracing::error!(error = %error, "nothing could be written");
        }
        for (done, result) in waiting {
            let result = result.and_then(|()| outcome.as_ref().copied().map_err(told));
            // Who no longer waits needs no answer.
            let _ = done.send(result);
        }
    }
}

/// Who waits for what was done, and what came of its part.
type Waiting = Vec<(oneshot::Sender<Result<(), Trouble>>, Result<(), Trouble>)>;

/// Does one piece of work; where it fails the others stay.
fn apart(transaction: &mut Transaction, work: Work) -> rusqlite::Result<()> {
    let mut apart = transaction.savepoint()?;
    apart.set_drop_behavior(rusqlite::DropBehavior::Rollback);
    work(&apart).and_then(|()| apart.commit())
}

/// Does them in one transaction. An error is one of all of them: nothing was written.
fn together(connection: &mut Connection, batch: Vec<Job>, waiting: &mut Waiting) -> rusqlite::Result<()> {
    let mut transaction = match connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate) {
        Ok(transaction) => transaction,
        Err(error) => {
            waiting.extend(batch.into_iter().map(|job| (job.done, Ok(()))));
            return Err(error);
        }
    };
    let mut failed = None;
    for Job { work, done } in batch {
        let result = if failed.is_none() { apart(&mut transaction, work) } else { Ok(()) };
        // Some errors (a full disk, one of input and output) take back the whole transaction: then nothing of the others is there either.
        match result {
            Err(error) if transaction.is_autocommit() => {
                failed = Some(error);
                waiting.push((done, Ok(())));
            }
            result => waiting.push((done, result.map_err(|error| told(&error)))),
        }
    }
    match failed {
        Some(error) => Err(error),
        None => transaction.commit(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use rusqlite::Connection;

    use super::{Job, Work, oneshot, together};

    /// What came of pieces of work that are done together: of each whether it is acknowledged, and what is there then.
    fn done(texts: &[&'static str]) -> (Vec<bool>, i64) {
        let mut connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE log (what TEXT UNIQUE);
                 CREATE TRIGGER broken BEFORE INSERT ON log WHEN new.what = 'broken'
                 BEGIN SELECT RAISE(ROLLBACK, 'the disk is broken'); END",
            )
            .unwrap();
        let job = |text: &&'static str| {
            let text = *text;
            let work: Work = Box::new(move |to| to.execute("INSERT INTO log VALUES (?1)", [text]).map(drop));
            Job { work, done: oneshot::channel().0 }
        };
        let mut waiting = Vec::new();
        let outcome = together(&mut connection, texts.iter().map(job).collect(), &mut waiting);
        let acknowledged = waiting.iter().map(|(_, result)| result.is_ok() && outcome.is_ok()).collect();
        (acknowledged, connection.query_row("SELECT count(*) FROM log", [], |row| row.get(0)).unwrap())
    }

    #[test]
    fn work_that_fails_alone_holds_up_no_other() {
        assert_eq!(done(&["a", "a", "b"]), (vec![true, false, true], 2));
    }

    #[test]
    fn nobody_is_acknowledged_where_all_was_taken_back() {
        assert_eq!(done(&["a", "broken", "b"]), (vec![false, false, false], 0));
    }
}
