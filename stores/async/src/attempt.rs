//! [`attempt`]: runs a closure once on the rows that are fetched.
//!
//! The closures of a program and their results have many types. [`Run`] has none of these types, and so is compiled once for each
//! store.

use crate::cache::{Cache, Misses};
use crate::snapshot::{Outcome, Snapshot};
use crate::{AsyncError, AsyncStore, Commit};
use rowkey::store::{ComparedAtBegin, NewLayouts, Rows, RowsError};
use std::mem;
use std::rc::Rc;

/// A run of a closure on the rows that are fetched.
struct Run<S: AsyncStore> {
    fetched: Rc<Cache>,
    outcome: Rc<Outcome>,
    rows: Rows<Snapshot<S>>,
}

/// The end of a run, apart from the result of the closure.
pub(crate) enum Attempt {
    /// Rows must be fetched. Without them, the result says nothing.
    Misses(Misses),
    /// Two rows contradict each other, so rows must be fetched again. After the last attempt, the result is returned.
    Doubtful,
    Failed,
    /// No commit will tell whether the rows that were assumed to be new are.
    Assumed,
    Done(Changes),
}

/// The changes of a closure, and the recorded layouts that it has read.
pub(crate) struct Changes {
    pub(crate) commit: Commit,
    pub(crate) layouts: NewLayouts,
    pub(crate) has_assumed: bool,
}

impl<S: AsyncStore> Run<S> {
    fn begin(compared: &ComparedAtBegin, cache: &mut Cache, is_committed: bool, assumes_new: bool) -> Self {
        // The closure gets a type without lifetimes, which functions of the program can name.
        let (fetched, outcome) = (Rc::new(mem::take(cache)), Rc::new(Outcome::new(is_committed, assumes_new)));
        let snapshot = Snapshot::new(Rc::clone(&fetched), Rc::clone(&outcome));
        Self { fetched, outcome, rows: Rows::with_layouts(snapshot, compared.clone()) }
    }

    /// Returns the rows that were fetched to `cache`.
    fn end(self, cache: &mut Cache, is_ok: bool) -> Result<Attempt, RowsError<AsyncError<S::Error>>> {
        let Self { fetched, outcome, rows } = self;
        let has_assumed = outcome.has_assumed.get();
        let attempt = if outcome.misses.borrow().is_waiting {
            drop(rows);
            Ok(Attempt::Misses(outcome.misses.take()))
        } else if outcome.is_doubtful.get() {
            drop(rows);
            Ok(Attempt::Doubtful)
        } else if is_ok {
            rows.into_store_and_layouts().map(|(snapshot, layouts)| {
                Attempt::Done(Changes { commit: snapshot.into_commit(), layouts, has_assumed })
            })
        } else {
            drop(rows);
            Ok(Attempt::Failed)
        };
        *cache = Rc::into_inner(fetched).unwrap_or_default();
        match attempt {
            Ok(Attempt::Failed) | Err(_) if has_assumed => Ok(Attempt::Assumed),
            Ok(Attempt::Done(changes)) if has_assumed && changes.commit.writes.is_empty() => Ok(Attempt::Assumed),
            attempt => attempt,
        }
    }
}

/// Runs a closure once on the rows that are fetched.
pub(crate) fn attempt<S: AsyncStore, T, E: From<RowsError<AsyncError<S::Error>>>>(
    compared: &ComparedAtBegin,
    cache: &mut Cache,
    is_committed: bool,
    assumes_new: bool,
    closure: impl FnOnce(&mut Rows<Snapshot<S>>) -> Result<T, E>,
) -> (Attempt, Result<T, E>) {
    let mut run = Run::begin(compared, cache, is_committed, assumes_new);
    let result = closure(&mut run.rows);
    match run.end(cache, result.is_ok()) {
        Ok(attempt) => (attempt, result),
        Err(error) => (Attempt::Failed, Err(E::from(error))),
    }
}
