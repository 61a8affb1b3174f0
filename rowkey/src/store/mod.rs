//! Stores records and their indexes in any ordered byte store.
//!
//! A record is a typed key and its value. A store holds each record as a row: the bytes of the key and the bytes of the
//! value. [`Rows`] reads and writes the records of a store.
//!
//! The traits [`Read`] and [`Write`] connect `Rows` to a store. Their methods get, scan, put and delete rows of bytes.
//! Each method has the [`Table`] of the row as an argument. [`Memory`], which consists of `BTreeMap`s, implements both
//! traits. The adapters `rowkey-redb`, `rowkey-fjall` and `rowkey-heed` implement the traits for the transactions of
//! redb, fjall and heed.
//!
//! # To write an adapter
//!
//! 1. Implement [`Read`] for the read transactions and for the write transactions of the store. Implement [`Write`] for
//!    the write transactions. Store each table under the name that [`Table::name`] returns.
//! 2. Keep a `CheckedTables` (feature `std`) beside the handle of the database. Call its `open_for_reading` or
//!    `open_for_writing` when a transaction uses a table for the first time. These methods return an error if the
//!    layout of the table has changed, so that the program does not misread the stored rows. Implement
//!    [`Read::is_built`], [`Write::set_built`] and [`Write::generation`] by calling the methods of `CheckedTables` with
//!    the same names. For a write transaction, return `false` from [`Read::reads_only_committed`]. After a commit, call
//!    `set_committed` for the tables that the transaction opened for writing.
//! 3. Return errors of the store as [`Read::Error`]. If the store limits the length of its keys, return [`KeyLength`]
//!    from `put`. The other methods must accept keys of any length, because a query can ask for a key that the store
//!    cannot hold: `get` returns `None`, `delete` does nothing, and `range` returns the rows between the bounds.

mod batch;
mod changed;
mod clear;
mod cursor;
mod duplicates;
mod edit;
mod error;
mod key_text;
#[cfg(feature = "std")]
mod layouts;
mod memory;
mod migrate;
mod raw;
mod rebuild;
mod remove;
mod rows;
mod scan;
#[cfg(feature = "std")]
mod steps;
#[cfg(feature = "std")]
mod unlisted;

pub use batch::Batch;
pub use changed::{LayoutChanged, OpenError};
pub use duplicates::Duplicates;
pub use error::{ConflictingKeys, ExpressionsChanged, KeyLength, OldRecord, RowsError, UnlistedIndex};
#[cfg(feature = "std")]
pub use layouts::{CheckedTables, LAYOUTS};
pub use memory::{Memory, MemoryError, MemoryRange};
pub use migrate::Migrated;
pub use rebuild::{Checkable, Progress};
pub use rows::Rows;
pub use scan::{CoveredBy, RecordsOf, RecordsThrough, Scan, ScanRow};
#[cfg(feature = "std")]
pub use steps::{Step, run_steps};

pub use crate::query::cursor::Direction;
#[doc(no_inline)]
pub use crate::query::cursor::{Cursor, CursorError, Page};
pub use crate::record::table::{RemovedIndex, Table};

use crate::range::KeyRange;
use core::error::Error;

/// Reads the rows of a store, usually within a transaction.
///
/// All methods take `&self`, so that rows can be fetched while a range is read. The direction is an argument of
/// [`range`](Self::range) and not a method of the iterator, because the reverse iterators of some stores are separate
/// types.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{Direction, Memory, Read, Table, Write};
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
///
/// let mut store = Memory::new();
/// for host in 1..4 {
///     store.put(&HOSTS, &HostKey { host }.encode(), b"up")?;
/// }
/// store.delete(&HOSTS, &HostKey { host: 2 }.encode())?;
/// assert_eq!(store.get(&HOSTS, &[0, 1])?, Some(&b"up"[..]));
///
/// let range = HostKey::prefix().host_in(1..).range();
/// let keys = store.range(&HOSTS, &range, Direction::Backward)?.map(|row| row.map(|(key, _)| key));
/// assert_eq!(keys.collect::<Result<Vec<_>, _>>()?, [[0, 3], [0, 1]]);
/// # Ok::<(), rowkey::store::LayoutChanged>(())
/// ```
pub trait Read {
    /// The store's error.
    type Error: Error + Send + Sync + 'static;

    /// The bytes of a stored key or value.
    type Bytes<'s>: AsRef<[u8]>
    where
        Self: 's;

    /// The rows of a range: pairs of key and value.
    type Range<'s>: Iterator<Item = Result<(Self::Bytes<'s>, Self::Bytes<'s>), Self::Error>>
    where
        Self: 's;

    /// Returns the value that is stored under a key. A table that does not exist in the store has no rows.
    ///
    /// # Errors
    /// The store could not read the row.
    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Self::Bytes<'_>>, Self::Error>;

    /// Returns the rows of a range, in the order of their keys or in reverse order. A table that does not exist in the
    /// store has no rows.
    ///
    /// The documentation of [`KeyRange`] shows how to pass a range to redb, fjall, heed and other stores.
    ///
    /// # Errors
    /// The store could not open the range.
    fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<Self::Range<'_>, Self::Error>;

    /// Reads the next row of a range, passes its key and value to `read`, and returns the result of `read`. After the
    /// last row, returns the result of `end(None)`. If the store could not read the row, returns the result of
    /// `end(Some(error))`.
    ///
    /// The default calls [`next`](Iterator::next). An adapter overrides this method if the types of its keys and values
    /// are large, because the default moves a row twice. For example, the access guards for one row of redb have more
    /// than 100 bytes.
    #[inline]
    fn next_row<'s, R>(
        rows: &mut Self::Range<'s>,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<Self::Error>) -> R,
    ) -> R
    where
        Self: 's,
    {
        match rows.next() {
            Some(Ok((key, value))) => read(key.as_ref(), value.as_ref()),
            Some(Err(error)) => end(Some(error)),
            None => end(None),
        }
    }

    /// Returns whether an index is built: its table has exactly the entries of all records. An index that was added to
    /// existing records is not built until [`Rows::rebuild`] has finished. The same is true for an index whose
    /// expressions, such as `from = value.name`, have changed.
    ///
    /// Adapters call `CheckedTables::is_built`. The default, which returns `true`, is for stores that are not kept
    /// between two runs of a program.
    ///
    /// # Errors
    /// The store could not read the recorded layouts.
    fn is_built(&self, index: &'static Table) -> Result<bool, Self::Error> {
        let _ = index;
        Ok(true)
    }

    /// Returns whether all rows that this store reads are committed. A write transaction returns `false`.
    ///
    /// When a transaction uses a table for the first time, `CheckedTables` compares the layout in the program with the
    /// layout that the store has recorded. If this method returns `false`, `CheckedTables` does not remember the result
    /// for later transactions: the transaction may have recorded that layout itself, and may still be rolled back. The
    /// default, which returns `true`, is for stores without transactions and for read transactions.
    fn reads_only_committed(&self) -> bool {
        true
    }
}

/// Writes the rows of a store, usually within a transaction. A read sees all earlier writes of the same transaction.
///
/// See [`Read`] for an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a store that only reads, so `Rows` cannot write to it",
    label = "this operation writes",
    note = "write in a write transaction, such as `database.write(|rows| rows.put(..))`",
    note = "`Rows::new(&mut store)` writes to a store of your own, and `Rows::new(&store)` only reads"
)]
pub trait Write: Read {
    /// Stores a row. Replaces a row with the same key.
    ///
    /// # Errors
    /// The store could not write the row.
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Self::Error>;

    /// Deletes the row with a key. Does nothing if the table has no row with this key.
    ///
    /// # Errors
    /// The store could not delete the row.
    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error>;

    /// Marks an index as built: its table has exactly the entries of all records, so [`is_built`](Read::is_built)
    /// returns `true` from now on.
    ///
    /// Adapters call `CheckedTables::set_built`. The default, which does nothing, is for stores that use the default of
    /// `is_built`.
    ///
    /// # Errors
    /// The store could not write the recorded layouts.
    fn set_built(&mut self, index: &'static Table) -> Result<(), Self::Error> {
        let _ = index;
        Ok(())
    }

    /// Registers this program as a writer of records, and returns the generation of these records. `table` is the table
    /// of the records or of one of their indexes. This method is more than a getter: it writes to the store if this
    /// version of the program is not the version that wrote the records last.
    ///
    /// The generation is a number that increases each time another version of the program starts to write the records:
    /// a version that lists different indexes in `indexes(..)`, or that computes the fields of an index from different
    /// expressions. Each step of [`Rows::drop_index`] also increases the number.
    ///
    /// Each step of [`Rows::rebuild`] compares the generation with the generation of the previous step of the same
    /// rebuild. If the numbers differ, the rebuild starts again with the first record, because records that the rebuild
    /// has already checked may lack entries now.
    ///
    /// Adapters call `CheckedTables::generation`, whose example shows when the generation increases. The default, which
    /// returns 0, is for stores that use the default of `is_built`.
    ///
    /// # Errors
    /// The store could not read or write the recorded layouts.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Table, Write};
    ///
    /// #[derive(RowKey)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
    ///
    /// // A `Memory` is not kept between two versions of a program.
    /// assert_eq!(Memory::new().generation(&HOSTS)?, 0);
    /// # Ok::<(), rowkey::store::LayoutChanged>(())
    /// ```
    fn generation(&mut self, table: &'static Table) -> Result<u64, Self::Error> {
        let _ = table;
        Ok(0)
    }

    /// Removes a table that has no rows. Does nothing if the table does not exist.
    ///
    /// [`Rows::drop_index`] and `Rows::drop_table` call this method if the table has no rows at all: neither rows with
    /// the namespace of the deleted rows, nor rows with another namespace.
    ///
    /// Adapters override this method if the store can remove a table within a transaction. The default, which does
    /// nothing, keeps the empty table.
    ///
    /// # Errors
    /// The store could not remove the table.
    fn remove_table(&mut self, table: &'static Table) -> Result<(), Self::Error> {
        let _ = table;
        Ok(())
    }
}

macro_rules! read_through_reference {
    ($($reference:ty),*) => {$(
        impl<S: Read> Read for $reference {
            type Error = S::Error;
            type Bytes<'s>
                = S::Bytes<'s>
            where
                Self: 's;
            type Range<'s>
                = S::Range<'s>
            where
                Self: 's;

            fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Self::Bytes<'_>>, Self::Error> {
                S::get(self, table, key)
            }

            fn range(
                &self,
                table: &'static Table,
                range: &KeyRange,
                direction: Direction,
            ) -> Result<Self::Range<'_>, Self::Error> {
                S::range(self, table, range, direction)
            }

            #[inline]
            fn next_row<'s, R>(
                rows: &mut Self::Range<'s>,
                read: impl FnOnce(&[u8], &[u8]) -> R,
                end: impl FnOnce(Option<Self::Error>) -> R,
            ) -> R
            where
                Self: 's,
            {
                S::next_row(rows, read, end)
            }

            fn is_built(&self, index: &'static Table) -> Result<bool, Self::Error> {
                S::is_built(self, index)
            }

            fn reads_only_committed(&self) -> bool {
                S::reads_only_committed(self)
            }
        }
    )*};
}

read_through_reference!(&S, &mut S);

impl<S: Write> Write for &mut S {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Self::Error> {
        S::put(self, table, key, value)
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error> {
        S::delete(self, table, key)
    }

    fn set_built(&mut self, index: &'static Table) -> Result<(), Self::Error> {
        S::set_built(self, index)
    }

    fn generation(&mut self, table: &'static Table) -> Result<u64, Self::Error> {
        S::generation(self, table)
    }

    fn remove_table(&mut self, table: &'static Table) -> Result<(), Self::Error> {
        S::remove_table(self, table)
    }
}
