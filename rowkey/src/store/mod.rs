//! Stores records and their indexes in any ordered byte store.
//!
//! A record is a typed key and its value. A store holds each record as a row: the bytes of the key and the bytes of the
//! value. [`Rows`] reads and writes the records of a store.
//!
//! The traits [`Read`] and [`Write`] connect `Rows` to a store. Their methods get, scan, put and delete rows of bytes.
//! Each method has the [`Table`] of the row as an argument. [`Memory`], which consists of `BTreeMap`s, implements both
//! traits. The [adapters](crate::record#read-and-write) implement the traits for the transactions of their stores.
//!
//! # To write an adapter
//!
//! The store needs these properties. If it has no transactions, for example because it is a cluster, see [`rowkey-async`](https://docs.rs/rowkey-async).
//!
//! - A read transaction reads a snapshot, which does not change while another transaction commits.
//! - A write transaction reads its own writes, both with `get` and with `range`. If it is not committed, nothing is written.
//! - A commit writes the rows of all tables together.
//! - Names of tables are compared with their case: `hosts` and `Hosts` are two tables.
//!
//! To begin, copy the adapter whose store is most like yours, and delete what only that store needs:
//!
//! | the store opens a table | copy | delete |
//! |---|---|---|
//! | once, as fjall and RocksDB do | `stores/fjall` | its limits of keys and names, its check for deleted keyspaces |
//! | in each transaction, as redb does | `stores/redb` | `kinds.rs` and `fixed.rs`, its tables for each shape of rows |
//!
//! If a table borrows its transaction, `WriteStore` borrows the transaction from `transact`, as in `stores/redb`. A
//! `ReadStore` must own both, because `Database::read` returns it: the crate `self_cell` builds such a struct.
//!
//! 1. Implement [`Read`] for the read transactions and for the write transactions of the store. Implement [`Write`] for
//!    the write transactions. Store each table under the name that [`Table::name`] returns, and create it at the first `put`.
//!    [`Handles`] keeps the tables that are open.
//! 2. Keep an `Arc<ComparedTables>` beside the handle of the database. Begin each transaction within
//!    [`ComparedTables::begin`], create its [`Rows`] with [`Rows::with_layouts`], take it apart with
//!    [`Rows::into_store_and_layouts`], and commit within [`NewLayouts::commit`]. The `Rows` then returns an error if the
//!    layout of a table has changed, so that the program does not misread the stored rows, and it knows which indexes are
//!    built. No test of an adapter notices a transaction that began before `begin` was called, or was committed before
//!    `commit` was called.
//! 3. Return errors of the store as [`Read::Error`]. If the store limits the length of its keys, return [`KeyLength`]
//!    from [`Write::check_key`] and from `put`. The other methods must accept keys of any length, because a query can ask for a key that the store
//!    cannot hold: `get` returns `None`, `delete` does nothing, and `range` returns the rows between the bounds.
//! 4. Implement [`Transactions`] for the `Database`. The macro `__rowkey_write_methods!` declares the methods `write`, `try_write` and `run_steps` that all adapters have, and
//!    `__rowkey_store_error!` the conversions of the error. `rowkey/src/store/adapter.rs` describes their arguments.
//! 5. Include `stores/tests/mod.rs` in the tests of the adapter.

mod adapter;
mod batch;
mod changed;
mod clear;
mod cursor;
mod duplicates;
mod edit;
mod error;
mod handles;
mod layouts;
mod load;
mod memory;
mod migrate;
mod raw;
mod rebuild;
mod rebuild_at_once;
mod recorded;
mod remove;
mod rows;
mod scan;
mod sort;
mod steps;
pub(crate) mod tables;
mod transactions;
mod unlisted;
mod walk;

pub use batch::Batch;
pub use changed::LayoutChanged;
pub use duplicates::Duplicates;
pub use error::{ConflictingKeys, ExpressionsChanged, KeyLength, OldRecord, RowsError, UnlistedIndex};
pub use handles::Handles;
pub use layouts::{ComparedAtBegin, ComparedTables, LAYOUTS, NewLayouts};
pub use load::{BulkProgress, NewRecords, SortedRecords};
pub use memory::{Memory, MemoryError, MemoryRange};
pub use migrate::Migrated;
pub use rebuild::{Checkable, Progress};
pub use recorded::RecordedTable;
pub use rows::Rows;
#[doc(hidden)]
pub use scan::__Counted;
pub use scan::{CoveredBy, RecordsOf, RecordsThrough, Scan, ScanRow};
pub use steps::{Step, run_steps};
pub use transactions::Transactions;

pub use crate::query::cursor::Direction;
#[doc(no_inline)]
pub use crate::query::cursor::{Cursor, CursorError, Page};
pub use crate::record::table::{RemovedIndex, Shape, SortKeyOffset, Table};

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

    /// True if an entry of an index can be read whose record has changed or was removed. Reads through an index then
    /// skip the entries that their records do not have. The default is false: the rows that a transaction reads fit
    /// together.
    const ENTRIES_ARE_HINTS: bool = false;

    /// False if the rows of a record and its entries cannot be written together. A unique index is then rejected by the
    /// compiler, because two programs could both write the same entry.
    const HAS_TRANSACTIONS: bool = true;

    /// True if the store splits a key into a [partition key and a sort key](Table::partition_key_len), and reads the rows
    /// of one partition at a time. A query that does not set the whole partition key is then rejected by the compiler.
    const HAS_PARTITIONS: bool = false;

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

    /// Returns the value of a row that probably does not exist. A store whose commit fails if the row exists can answer without
    /// a request.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most stores call another method, for which no code should remain")]
    fn __rowkey_get_new(&self, table: &'static Table, key: &[u8]) -> Result<Option<Self::Bytes<'_>>, Self::Error> {
        self.get(table, key)
    }

    /// Returns true if a row that was asked for must be fetched first. A loop then goes on, so that the rows that it
    /// needs next are fetched together.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a constant, for which no code should remain")]
    fn __rowkey_is_waiting(&self) -> bool {
        false
    }

    /// Says that two rows contradict each other, so that both should be read again.
    #[doc(hidden)]
    fn __rowkey_set_doubtful(&self) {}

    /// Returns how many more rows the transaction can read by their keys, or write. An operation that works in steps ends a
    /// step before the record that would not fit.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a constant, for which no code should remain")]
    fn __rowkey_room(&self) -> usize {
        usize::MAX
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
    /// Checks whether the store can hold a row with this key. [`Rows`] checks all keys of a change before it writes the
    /// first row, so that a key that is too long does not leave half of a change. The default accepts every key.
    ///
    /// # Errors
    /// The store cannot hold the key. See [`KeyLength`].
    #[inline]
    fn check_key(&self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error> {
        let _ = (table, key);
        Ok(())
    }

    /// Stores a row. Replaces a row with the same key.
    ///
    /// # Errors
    /// The store could not write the row.
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Self::Error>;

    /// Stores a row of a [load](Rows::load), or deletes it if `value` is `None`. The rows of a table come one after the other,
    /// in the order of their keys, and are not read before the commit. `is_after_stored` is true if the table in the store has
    /// no row with this key or a later one.
    ///
    /// The default calls [`put`](Self::put) or [`delete`](Self::delete). An adapter overrides this method if the store has a faster way for sorted rows.
    ///
    /// # Errors
    /// The store could not write the row.
    fn load(
        &mut self,
        table: &'static Table,
        key: &[u8],
        value: Option<&[u8]>,
        is_after_stored: bool,
    ) -> Result<(), Self::Error> {
        let _ = is_after_stored;
        match value {
            Some(value) => self.put(table, key, value),
            None => self.delete(table, key),
        }
    }

    /// Deletes the row with a key. Does nothing if the table has no row with this key.
    ///
    /// # Errors
    /// The store could not delete the row.
    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error>;

    /// Deletes the row with a key, after it has passed the value to `read`. If `read` returns an error, the row stays.
    /// Returns the result of `read`, or `None` if the table has no row with this key.
    ///
    /// The default calls [`get`](Read::get) and [`delete`](Self::delete), which search the key twice. An adapter
    /// overrides this method if its store returns the value of a deleted row.
    ///
    /// # Errors
    /// The store could not read or delete the row.
    fn take<T, E>(
        &mut self,
        table: &'static Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<Option<Result<T, E>>, Self::Error> {
        let Some(value) = self.get(table, key)? else { return Ok(None) };
        let taken = read(value.as_ref());
        drop(value);
        if taken.is_ok() {
            self.delete(table, key)?;
        }
        Ok(Some(taken))
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

            const ENTRIES_ARE_HINTS: bool = S::ENTRIES_ARE_HINTS;
            const HAS_TRANSACTIONS: bool = S::HAS_TRANSACTIONS;
            const HAS_PARTITIONS: bool = S::HAS_PARTITIONS;

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

            #[inline(always)]
            fn __rowkey_get_new(&self, table: &'static Table, key: &[u8]) -> Result<Option<S::Bytes<'_>>, S::Error> {
                S::__rowkey_get_new(self, table, key)
            }

            #[inline(always)]
            fn __rowkey_is_waiting(&self) -> bool {
                S::__rowkey_is_waiting(self)
            }

            fn __rowkey_set_doubtful(&self) {
                S::__rowkey_set_doubtful(self);
            }

            #[inline(always)]
            fn __rowkey_room(&self) -> usize {
                S::__rowkey_room(self)
            }
        }
    )*};
}

read_through_reference!(&S, &mut S);

impl<S: Write> Write for &mut S {
    #[inline]
    fn check_key(&self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error> {
        S::check_key(self, table, key)
    }

    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Self::Error> {
        S::put(self, table, key, value)
    }

    fn load(
        &mut self,
        table: &'static Table,
        key: &[u8],
        value: Option<&[u8]>,
        is_after_stored: bool,
    ) -> Result<(), Self::Error> {
        S::load(self, table, key, value, is_after_stored)
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error> {
        S::delete(self, table, key)
    }

    fn take<T, E>(
        &mut self,
        table: &'static Table,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<Option<Result<T, E>>, Self::Error> {
        S::take(self, table, key, read)
    }

    fn remove_table(&mut self, table: &'static Table) -> Result<(), Self::Error> {
        S::remove_table(self, table)
    }
}
