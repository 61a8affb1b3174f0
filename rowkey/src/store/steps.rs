//! Jobs: long operations, such as a rebuild, that run in steps. Each step is one transaction, which also stores the
//! cursor of the next step. So a restarted program continues where the job has stopped.

use super::Write;
use super::error::RowsError;
use super::layouts::LAYOUTS;
use super::migrate::Migrated;
use super::rebuild::Progress;
use super::rows::Rows;
use crate::query::cursor::Cursor;
use alloc::string::String;
use alloc::vec::Vec;

/// The result of one step of a job: [`Progress`] or [`Migrated`].
pub trait Step: Default + sealed::Sealed {
    /// Returns the cursor at which the next step continues, or `None` after the last step.
    fn next(&self) -> Option<&Cursor>;

    /// Adds the counts of the next step of the same job, and takes its cursor.
    fn add(&mut self, step: Self);
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Progress {}
    impl Sealed for super::Migrated {}
}

impl Step for Progress {
    fn next(&self) -> Option<&Cursor> {
        self.next.as_ref()
    }

    fn add(&mut self, step: Self) {
        self.checked += step.checked;
        self.missing += step.missing;
        self.wrong += step.wrong;
        self.stale += step.stale;
        self.next = step.next;
    }
}

impl Step for Migrated {
    fn next(&self) -> Option<&Cursor> {
        self.next.as_ref()
    }

    fn add(&mut self, step: Self) {
        self.moved += step.moved;
        self.kept += step.kept;
        self.next = step.next;
    }
}

/// Runs the steps of a job until the last one, and returns the sum of their counts. `step` runs one step in a
/// transaction.
///
/// The `Database` of each adapter has a method `run_steps`, which calls this function.
///
/// # Errors
/// The first error of `step`. The earlier steps stay committed.
pub fn run_steps<P: Step, E>(mut step: impl FnMut() -> Result<P, E>) -> Result<P, E> {
    let mut sum = P::default();
    loop {
        sum.add(step()?);
        if sum.next().is_none() {
            return Ok(sum);
        }
    }
}

/// Returns the key under which the cursor of a job is stored in the table [`LAYOUTS`].
///
/// The keys of the other rows of [`LAYOUTS`] begin with the name of a table. No such name begins with `rowkey.job.`:
/// the derive rejects names that begin with `rowkey.`, and the layout of [`LAYOUTS`] itself, `rowkey.layouts`, is not
/// recorded.
/// The start of the keys of jobs in the table [`LAYOUTS`].
pub(super) const JOB: &str = "rowkey.job.";

pub(super) fn job_key(job: &str) -> Vec<u8> {
    [JOB, job].concat().into_bytes()
}

impl<S: Write> Rows<S> {
    /// Runs one step of a job, and stores the cursor of the next step in the same transaction. A restarted program
    /// continues after the last committed step.
    ///
    /// `job` is a name of your choice, under which the cursor is stored. `step` calls [`rebuild`](Self::rebuild),
    /// [`migrate`](Self::migrate) or [`drop_index`](Self::drop_index) with the cursor that it receives. After the last
    /// step, the cursor is deleted, so the next call starts the job again.
    ///
    /// If `step` rejects the stored cursor, `run_step` calls `step` again with `None`, and the job starts again. For
    /// example, `step` rejects the cursor of another query, or of an earlier version of the index.
    ///
    /// With an adapter, call `run_steps` of its `Database`. It runs all steps, each in a transaction of its own.
    ///
    /// # Errors
    /// The error of `step`, or the store could not read or write.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows, run_steps};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey)]
    /// struct UserByName {
    ///     #[rowkey(from = value)]
    ///     name: String,
    ///     user: u32,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for user in 0..5 {
    ///     rows.put(&UserKey { user }, &"Ada".into())?;
    /// }
    /// let built = run_steps(|| rows.run_step("users by name", |rows, cursor| rows.rebuild::<UserByName>(cursor, 2)))?;
    /// assert_eq!((built.checked, built.missing), (10, 0)); // 5 records and 5 entries
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn run_step<P: Step>(
        &mut self,
        job: &str,
        mut step: impl FnMut(&mut Self, Option<&str>) -> Result<P, RowsError<S::Error>>,
    ) -> Result<P, RowsError<S::Error>> {
        let key = job_key(job);
        let cursor = self.stored_cursor(&key)?;
        let progress = match (step(self, cursor.as_deref()), &cursor) {
            (Err(RowsError::Cursor(_)), Some(_)) => step(self, None)?,
            (result, _) => result?,
        };
        match (progress.next(), cursor) {
            (Some(next), _) => self.tables.put(&LAYOUTS, &key, next.as_str().as_bytes())?,
            (None, Some(_)) => self.tables.delete(&LAYOUTS, &key)?,
            (None, None) => {}
        }
        Ok(progress)
    }

    fn stored_cursor(&self, key: &[u8]) -> Result<Option<String>, RowsError<S::Error>> {
        let stored = self.tables.get(&LAYOUTS, key)?;
        Ok(stored.map(|cursor| String::from_utf8_lossy(cursor.as_ref()).into_owned()))
    }
}
