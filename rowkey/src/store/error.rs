//! [`RowsError`], the error of operations on [`Rows`](super::Rows), with the types in its variants, and [`KeyLength`],
//! an error of stores.

use super::changed::LayoutChanged;
use crate::error::{DecodeError, debug_as_message, print_message_of_store};
use crate::key::{OwnedKey, RowKey};
use crate::notation::QuotedKey;
use crate::query::cursor::CursorError;
use crate::record::key_text::KeyText;
use crate::record::table::Table;
use crate::record::{ChangeError, FormatError, Record, UniqueIndex};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::RangeInclusive;

/// The error of an operation on [`Rows`](super::Rows). `E` is the store's own error.
///
/// An operation on one record, or a [`batch`](super::Rows::batch), writes nothing if it fails, unless the store itself
/// fails to write. An operation on several records, such as [`remove_all`](super::Rows::remove_all) or
/// [`migrate`](super::Rows::migrate), can also fail after it has written some of its changes.
///
/// After a failed write, or after `remove_all` or `migrate` has failed in this way, all further writes fail with
/// [`Poisoned`](Self::Poisoned), and the transaction must be aborted.
///
/// `Debug` prints the same message as `Display`, because Rust prints the `Debug` of an error that `main` returns:
///
/// ```
/// use rowkey::store::RowsError;
///
/// let error = RowsError::<std::io::Error>::Poisoned;
/// assert_eq!(format!("{error:?}"), error.to_string());
/// ```
#[non_exhaustive]
pub enum RowsError<E> {
    /// The store could not read or write.
    Store(E),
    /// The stored rows of the table do not fit this program. The message shows the recorded layout and the layout in
    /// this program.
    Changed(LayoutChanged),
    /// The table of a [`RemovedIndex`](super::RemovedIndex) has rows that are not entries of an index of these records.
    #[non_exhaustive]
    NotAnIndex {
        /// The name of the table.
        table: &'static str,
        /// The name of the table of the records.
        records: &'static str,
    },
    /// A key or a value cannot be encoded.
    Change(ChangeError),
    /// The value of a stored row cannot be read.
    #[non_exhaustive]
    Value {
        /// The table.
        table: &'static Table,
        /// The key of the row.
        key: Vec<u8>,
        /// True if the row is an entry of a covering index, whose value is a part of the record's value.
        is_entry: bool,
        /// The error of the format.
        error: FormatError,
    },
    /// The key of a stored row cannot be decoded.
    #[non_exhaustive]
    Key {
        /// The table.
        table: &'static Table,
        /// The key of the row.
        key: Vec<u8>,
        /// The reason why the key cannot be decoded.
        error: DecodeError,
    },
    /// The record of an index entry does not exist: a program has written to the store without [`Rows`](super::Rows),
    /// or an expression of the index calls a function that has changed. [`Rows::rebuild`](super::Rows::rebuild)
    /// corrects the entries.
    #[non_exhaustive]
    NoRecord {
        /// The table of the index.
        index: &'static Table,
        /// The key of the entry.
        entry: Vec<u8>,
    },
    /// `insert`, `migrate` or `load` found a record with the same key. [`existing`](Self::existing) returns the key.
    #[non_exhaustive]
    Exists {
        /// The table of the records.
        table: &'static Table,
        /// The encoded key.
        key: Vec<u8>,
        /// The record that a migration could not move, because another record has its new key. `None` outside of a
        /// migration.
        old: Option<Box<OldRecord>>,
    },
    /// Another record has the same entry in a unique index. [`is_taken`](Self::is_taken) checks for one index, and
    /// [`taken`](Self::taken) returns the keys of both records. To swap the entries of two records, write both records
    /// in one [`Rows::batch`](super::Rows::batch).
    #[non_exhaustive]
    Taken {
        /// The table of the index.
        index: &'static Table,
        /// The key of the entry.
        entry: Vec<u8>,
        /// The encoded key of the record that has the entry.
        record: Vec<u8>,
        /// The encoded key of the other record, which needs the same entry and cannot have it.
        rejected: Vec<u8>,
    },
    /// Two of the new records that `load` received have the same key, or the same entry in a unique index. For an index,
    /// [`is_taken`](Self::is_taken) and [`taken`](Self::taken) answer as for [`Taken`](Self::Taken).
    #[non_exhaustive]
    Repeated {
        /// The table of the records or of the index.
        table: &'static Table,
        /// The key that both records or both entries have.
        key: Vec<u8>,
        /// The encoded keys of both records. `None` if `table` is the table of the records.
        records: Option<Box<[Vec<u8>; 2]>>,
    },
    /// The index is incomplete or outdated, and its [rebuild](super::Rows::rebuild) has not finished. The causes are:
    ///
    /// - A program has written records or rebuilt an index. In its `indexes(..)`, this index was missing or had
    ///   different expressions.
    /// - The expressions of the index have changed since its entries were computed.
    /// - [`drop_index`](super::Rows::drop_index) has deleted entries of the index.
    #[non_exhaustive]
    NotBuilt {
        /// The table of the index.
        index: &'static Table,
        /// The expressions that have changed since the entries were computed. `None` if no expression is known to have
        /// changed.
        changed: Option<Box<ExpressionsChanged>>,
    },
    /// The store has recorded indexes that `indexes(..)` of their records does not list. `migrate` and `drop_table`
    /// return this error, because they would leave the entries of these indexes in the store.
    #[non_exhaustive]
    Unlisted {
        /// The table of the records.
        table: &'static Table,
        /// The unlisted indexes.
        indexes: Vec<UnlistedIndex>,
    },
    /// `drop_index` was called for an index that the store does not have, and the store has recorded other indexes of
    /// the records that are neither listed in `indexes(..)` nor passed to this call. Nothing was deleted.
    #[non_exhaustive]
    UnknownIndex {
        /// The table of the index that the store does not have.
        index: &'static Table,
        /// The recorded indexes that are neither listed nor passed to the call.
        indexes: Vec<UnlistedIndex>,
    },
    /// `drop_table` found rows in the table.
    #[non_exhaustive]
    NotEmpty {
        /// The table of the records, or of one of their indexes.
        table: &'static Table,
    },
    /// The text is not a cursor, or the cursor does not belong to this query or operation.
    Cursor(CursorError),
    /// The temporary file of `Database::load` could not be written or read. Nothing was written to the store.
    Sort(std::io::Error),
    /// An earlier operation failed after it had written some of its changes, or because the store failed to write. The
    /// transaction must be aborted.
    Poisoned,
}

/// A record that a migration could not move: a field of [`RowsError::Exists`].
///
/// `Display` prints the table and the key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OldRecord {
    /// The table that the record is still in.
    pub table: &'static Table,
    /// The encoded old key.
    pub key: Vec<u8>,
}

impl fmt::Display for OldRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, key } = self;
        write!(f, "table `{}`, key {}", table.name(), KeyText { table, key })
    }
}

/// The keys of two records that need the same entry in a unique index. [`RowsError::taken`] returns them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConflictingKeys<K> {
    /// The key of the record that has the entry.
    pub record: K,
    /// The key of the other record, which needs the same entry and cannot have it.
    pub rejected: K,
}

impl<E> RowsError<E> {
    /// Returns whether the error is [`Taken`](Self::Taken) or [`Repeated`](Self::Repeated) for the unique index `I`:
    /// another record has the same entry.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, MemoryError, Rows};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByEmail))]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey, unique)]
    /// struct UserByEmail {
    ///     #[rowkey(from = value)]
    ///     email: String,
    /// }
    ///
    /// /// Adds a user, or returns `false` if another user has this address.
    /// fn sign_up(rows: &mut Rows<Memory>, user: u32, email: &str) -> Result<bool, MemoryError> {
    ///     match rows.insert(&UserKey { user }, &email.into()) {
    ///         Err(error) if error.is_taken::<UserByEmail>() => Ok(false),
    ///         result => result.map(|()| true),
    ///     }
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// assert!(sign_up(&mut rows, 7, "ada@x")?);
    /// assert!(!sign_up(&mut rows, 8, "ada@x")?);
    /// assert!(sign_up(&mut rows, 7, "bob@x").is_err()); // the key 7 exists
    /// # Ok::<(), MemoryError>(())
    /// ```
    pub fn is_taken<I: UniqueIndex>(&self) -> bool {
        matches!(self, Self::Taken { index: table, .. } | Self::Repeated { table, .. } if *table == I::TABLE)
    }

    /// Returns the keys of both records if the error is [`Taken`](Self::Taken) or [`Repeated`](Self::Repeated) for the
    /// unique index `I`. Returns `None` for every other error, and if a key cannot be decoded.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey::store::{Memory, Rows};
    /// # #[derive(Debug, PartialEq, RowKey)]
    /// # #[rowkey(value = String, format = rowkey::Raw, indexes(UserByEmail))]
    /// # struct UserKey { user: u32 }
    /// # #[derive(RowKey)]
    /// # #[rowkey(index_of = UserKey, unique)]
    /// # struct UserByEmail { #[rowkey(from = value)] email: String }
    /// let mut rows = Rows::new(Memory::new());
    /// rows.put(&UserKey { user: 7 }, &"ada@x".into())?;
    /// let error = rows.put(&UserKey { user: 8 }, &"ada@x".into()).unwrap_err();
    /// assert_eq!(error.taken::<UserByEmail>().unwrap().record, UserKey { user: 7 });
    /// assert_eq!(
    ///     error.to_string(),
    ///     "unique index `UserByEmail`, entry email = \"ada@x\": \
    ///      the record user = 7 has this entry already, so the record user = 8 cannot have it"
    /// );
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn taken<I>(&self) -> Option<ConflictingKeys<I::Record>>
    where
        I: UniqueIndex<Record: Record + OwnedKey>,
    {
        let (index, record, rejected) = match self {
            Self::Taken { index, record, rejected, .. } => (index, record, rejected),
            Self::Repeated { table, records: Some(records), .. } => {
                let [record, rejected] = &**records;
                (table, record, rejected)
            }
            _ => return None,
        };
        let [record, rejected] = [record, rejected].map(|key| I::Record::decode(key).ok());
        (*index == I::TABLE).then_some(ConflictingKeys { record: record?, rejected: rejected? })
    }

    /// Returns the key of the record if the error is [`Exists`](Self::Exists): a record with this key exists already.
    /// Returns `None` for every other error, for records of another type, and if the key cannot be decoded.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.insert(&HostKey { host: 7 }, &"up".into())?;
    /// let error = rows.insert(&HostKey { host: 7 }, &"down".into()).unwrap_err();
    /// assert_eq!(error.existing::<HostKey>(), Some(HostKey { host: 7 }));
    /// assert_eq!(error.to_string(), "table `HostKey`, key host = 7: the record exists already");
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn existing<K: Record + OwnedKey>(&self) -> Option<K> {
        match self {
            Self::Exists { table, key, .. } if *table == K::TABLE => K::decode(key).ok(),
            _ => None,
        }
    }
}

impl<E> From<ChangeError> for RowsError<E> {
    fn from(error: ChangeError) -> Self {
        Self::Change(error)
    }
}

impl<E> From<CursorError> for RowsError<E> {
    fn from(error: CursorError) -> Self {
        Self::Cursor(error)
    }
}

print_message_of_store!(RowsError);

impl<E> RowsError<E> {
    fn write_message(
        &self,
        f: &mut fmt::Formatter<'_>,
        write_error_of_store: fn(&E, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        match self {
            Self::Store(error) => write_error_of_store(error, f),
            Self::Changed(changed) => fmt::Display::fmt(changed, f),
            Self::NotAnIndex { table, records } => {
                write!(f, "table `{table}` is not an index of `{records}`, so its rows are not deleted")
            }
            Self::Change(error) => fmt::Display::fmt(error, f),
            Self::Value { table, key, is_entry, error } => {
                let key = KeyText { table, key };
                writeln!(f, "table `{}`, key {key}: the value cannot be read: {error}", table.name())?;
                f.write_str("help: if the type has changed since this row was written, ")?;
                f.write_str(if *is_entry {
                    "give the index another table name and rebuild it: see \"Change the type of a value\" in `rowkey::record`"
                } else {
                    "let the new type read the old bytes, or move the records: see \"Change the type of a value\" in `rowkey::record`"
                })
            }
            Self::Key { table, key, error } => {
                write!(f, "table `{}`, key {}: the key cannot be decoded: {error}", table.name(), QuotedKey(key))
            }
            Self::NoRecord { index, entry } => {
                let entry = KeyText { table: index, key: entry };
                write!(f, "index `{}`, entry {entry}: the record of this entry does not exist", index.name())
            }
            Self::Exists { table, key, old } => {
                let key = KeyText { table, key };
                write!(f, "table `{}`, key {key}: the record exists already", table.name())?;
                match old {
                    Some(old) => write!(f, ", so the record with the old key {old} cannot move to this key"),
                    None => Ok(()),
                }
            }
            Self::Taken { index, entry, record, rejected } => {
                let entry = KeyText { table: index, key: entry };
                let [record, rejected] = [record, rejected].map(|key| KeyText { table: index.records(), key });
                write!(
                    f,
                    "unique index `{}`, entry {entry}: the record {record} has this entry already, \
                     so the record {rejected} cannot have it",
                    index.name()
                )
            }
            Self::Repeated { table, key, records } => {
                let key = KeyText { table, key };
                let Some(records) = records else {
                    return write!(f, "table `{}`, key {key}: two of the new records have this key", table.name());
                };
                let [first, second] = records.each_ref().map(|key| KeyText { table: table.records(), key });
                write!(
                    f,
                    "unique index `{}`, entry {key}: two of the new records have this entry: {first}, and {second}",
                    table.name()
                )
            }
            Self::NotBuilt { index, changed } => write_not_built(f, index.name(), changed.as_deref()),
            Self::Unlisted { table, indexes } => {
                write!(
                    f,
                    "the store has recorded indexes of `{}` that `indexes(..)` does not list: {}",
                    table.name(),
                    Names(indexes)
                )?;
                f.write_str(
                    "\nhelp: list them in `indexes(..)` of the old key, or delete their entries with `Rows::drop_index`",
                )
            }
            Self::UnknownIndex { index, indexes } => {
                let records = index.records().name();
                let index = UnlistedIndex { table: index.name().into(), namespace: index.namespace().into() };
                write!(
                    f,
                    "the store has no index {index} of `{records}`; it has these indexes, which `indexes(..)` does not list: {}",
                    Names(indexes)
                )?;
                f.write_str(
                    "\nhelp: correct the name in `RemovedIndex::new`; if this index is deleted already, pass all removed indexes in \
                     one call of `Rows::drop_index`",
                )
            }
            Self::NotEmpty { table } => write!(
                f,
                "table `{}` is not empty, so its name is not free\n\
                 help: move the records with `Rows::migrate`, or remove them with `Rows::clear`",
                table.name()
            ),
            Self::Cursor(error) => fmt::Display::fmt(error, f),
            Self::Sort(error) => write!(f, "the temporary file of sorted rows could not be written or read: {error}"),
            Self::Poisoned => f.write_str("an earlier write failed, so the transaction must be aborted"),
        }
    }
}

impl<E: Error + 'static> Error for RowsError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            _ => None,
        }
    }
}

/// An index that a store has recorded, but that the key of its records does not list.
/// [`Rows::unlisted_indexes`](super::Rows) returns all such indexes.
///
/// `Display` prints the name of the table, and the namespace if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnlistedIndex {
    /// The name of the table.
    pub table: String,
    /// The namespace at the beginning of all entries. Empty if the index has no namespace.
    pub namespace: Vec<u8>,
}

impl fmt::Display for UnlistedIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.table)?;
        match &*self.namespace {
            [] => Ok(()),
            namespace => write!(f, " with the namespace \"{}\"", namespace.escape_ascii()),
        }
    }
}

fn write_not_built(f: &mut fmt::Formatter<'_>, index: &str, changed: Option<&ExpressionsChanged>) -> fmt::Result {
    match changed {
        None => writeln!(
            f,
            "index `{index}` is not built, so entries may be missing: the index is new, or another program has written records \
             without this index, or with other expressions"
        )?,
        Some(changed) => write!(f, "index `{index}` is outdated: its expressions have changed\n{changed}")?,
    }
    write!(
        f,
        "help: rebuild it, with the struct of the index in place of `TheIndex`: \
         `database.run_steps(\"rebuild {index}\", |rows, cursor| rows.rebuild::<TheIndex>(cursor, 10_000))`"
    )
}

struct Names<'i>(&'i [UnlistedIndex]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, index) in self.0.iter().enumerate() {
            write!(f, "{}{index}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The expressions of an index that have changed since its entries were computed: a field of [`RowsError::NotBuilt`].
///
/// `Display` prints each expression as it was when the entries were computed, and as it is in this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionsChanged {
    pub(super) stored: Vec<String>,
    pub(super) current: Vec<String>,
}

impl ExpressionsChanged {
    /// Returns the changed expressions as they were when the entries were computed, such as `from  name = value.name`.
    pub fn stored(&self) -> &[String] {
        &self.stored
    }

    /// Returns the same expressions as they are in this program.
    ///
    /// Both lists are empty if the index has a field of the primary key, and the name of this field belonged to another
    /// field before. For example, the fields `sender` and `receiver` of the primary key have swapped their names.
    pub fn current(&self) -> &[String] {
        &self.current
    }
}

impl fmt::Display for ExpressionsChanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The hash of the sources depends on the texts of the expressions, and on the positions of fields in the
        // primary key. If all texts are equal, a position has changed.
        if self.stored.is_empty() {
            f.write_str("a field of the primary key now has the name that another field had before\n")?;
        }
        for (stored, current) in self.stored.iter().zip(&self.current) {
            writeln!(f, "in the store     {stored}\nin this program  {current}")?;
        }
        Ok(())
    }
}

/// The error for a key that a store cannot hold, because the key is empty or too long.
///
/// A store that limits the length of its keys returns this error from `check_key` and `put`. Its `get` finds no row under
/// such a key.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyLength {
    table: &'static str,
    length: usize,
    supported: RangeInclusive<usize>,
}

impl KeyLength {
    /// Checks that the store can hold a key of this length. `supported` is the range of lengths that the store can
    /// hold.
    ///
    /// # Errors
    /// The length of the key is not one of the supported lengths.
    pub fn check(table: &'static Table, key: &[u8], supported: RangeInclusive<usize>) -> Result<(), Self> {
        if supported.contains(&key.len()) {
            return Ok(());
        }
        Err(Self { table: table.name(), length: key.len(), supported })
    }
}

impl fmt::Display for KeyLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, length, supported } = self;
        let (least, most) = (supported.start(), supported.end());
        write!(f, "table `{table}`: a key has {length} bytes, but the store holds keys of {least} to {most} bytes")
    }
}

impl Error for KeyLength {}

debug_as_message!(KeyLength);
