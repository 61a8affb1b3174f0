//! [`Kind`], the types of a redb table, and [`ReadTable`] and [`WriteTable`], open redb tables.
//!
//! redb stores a table in fewer bytes, and changes it faster, if the type of its values is `()`, and if all its keys
//! have one width.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use crate::StoreError;
use crate::fixed::{FixedTable, FixedWriteTable, WIDTHS, Width};
use crate::rows::{Bytes, BytesIn, Range, Source};
use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, TableDefinition, TableError, WriteTransaction};
use rowkey::KeyRange;
use rowkey::store::{Direction, KeyLength, Shape, Table};

type Slice = &'static [u8];

/// The types of the keys and values of a redb table. The kind of a stored table can never change.
enum Kind {
    /// `&[u8]` and `&[u8]`.
    Values,
    /// `&[u8]` and `()`.
    Keys,
    /// `&[u8; N]` and `()`.
    Fixed(&'static Width),
}

impl Kind {
    /// Returns the kind of the redb table with the rows of `table`. Returns `None` for a removed index, because the
    /// program does not know its layout.
    fn of(table: &'static Table) -> Option<Self> {
        let Shape { key_width, has_values: false, .. } = table.shape()? else { return Some(Self::Values) };
        Some(WIDTHS.iter().find(|width| key_width == Some(width.bytes)).map_or(Self::Keys, Self::Fixed))
    }
}

/// Opens the redb table of `table`. Tries all kinds if the program does not know the kind.
fn open<T>(table: &'static Table, open: impl Fn(Kind) -> Result<T, TableError>) -> Result<T, TableError> {
    if let Some(kind) = Kind::of(table) {
        return open(kind);
    }
    let others = [Kind::Keys].into_iter().chain(WIDTHS.iter().map(Kind::Fixed));
    others.fold(open(Kind::Values), |opened, kind| match opened {
        Err(TableError::TableTypeMismatch { .. } | TableError::TypeDefinitionChanged { .. }) => open(kind),
        opened => opened,
    })
}

/// A redb table in a read transaction.
pub(crate) enum ReadTable {
    Values(ReadOnlyTable<Slice, Slice>),
    Keys(ReadOnlyTable<Slice, ()>),
    Fixed(Box<dyn FixedTable>),
}

impl ReadTable {
    pub(crate) fn open(transaction: &ReadTransaction, table: &'static Table) -> Result<Self, TableError> {
        let name = table.name();
        open(table, |kind| {
            Ok(match kind {
                Kind::Values => Self::Values(transaction.open_table(TableDefinition::new(name))?),
                Kind::Keys => Self::Keys(transaction.open_table(TableDefinition::new(name))?),
                Kind::Fixed(width) => Self::Fixed((width.open)(transaction, name)?),
            })
        })
    }
}

/// A redb table in a write transaction.
pub(crate) enum WriteTable<'t> {
    Values(redb::Table<'t, Slice, Slice>),
    Keys(redb::Table<'t, Slice, ()>),
    Fixed(Box<dyn FixedWriteTable + 't>),
}

impl<'t> WriteTable<'t> {
    /// Opens the redb table, and creates it if it does not exist.
    pub(crate) fn open(transaction: &'t WriteTransaction, table: &'static Table) -> Result<Self, TableError> {
        let name = table.name();
        open(table, |kind| {
            Ok(match kind {
                Kind::Values => Self::Values(transaction.open_table(TableDefinition::new(name))?),
                Kind::Keys => Self::Keys(transaction.open_table(TableDefinition::new(name))?),
                Kind::Fixed(width) => Self::Fixed((width.open_for_writing)(transaction, name)?),
            })
        })
    }

    #[inline]
    pub(crate) fn insert(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        match self {
            Self::Values(redb_table) => redb_table.insert(key, value).map(drop)?,
            Self::Keys(_) | Self::Fixed(_) if !value.is_empty() => return Err(StoreError::Value(table.name())),
            Self::Keys(redb_table) => redb_table.insert(key, ()).map(drop)?,
            Self::Fixed(redb_table) => {
                KeyLength::check(table, key, redb_table.width()..=redb_table.width())?;
                redb_table.insert(key)?;
            }
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn remove(&mut self, key: &[u8]) -> Result<(), StoreError> {
        match self {
            Self::Values(redb_table) => redb_table.remove(key).map(drop)?,
            Self::Keys(redb_table) => redb_table.remove(key).map(drop)?,
            Self::Fixed(redb_table) => redb_table.remove(key)?,
        }
        Ok(())
    }
}

impl WriteTable<'_> {
    /// Removes a row, and passes its value to `read`. If `read` returns an error, puts the row back.
    #[inline]
    pub(crate) fn take<T, E>(
        &mut self,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<Option<Result<T, E>>, StoreError> {
        let Self::Values(redb_table) = self else {
            let taken = self.get(key)?.map(|value| read(value.as_ref()));
            if let Some(Ok(_)) = taken {
                self.remove(key)?;
            }
            return Ok(taken);
        };
        let Some(value) = redb_table.remove(key)? else { return Ok(None) };
        let taken = read(value.value());
        if taken.is_err() {
            let bytes = value.value().to_vec();
            drop(value);
            redb_table.insert(key, &*bytes)?;
        }
        Ok(Some(taken))
    }
}

/// The two methods that read. `ReadTable` and `WriteTable` have variants of the same names.
macro_rules! implement_reads {
    ($($opened:ty),*) => {$(
        impl $opened {
            #[inline(always)]
            pub(crate) fn get(&self, key: &[u8]) -> Result<Option<Bytes<'_>>, StoreError> {
                // `Bytes` is a large struct. The operator `?` and `map` would each move the struct once more.
                let found = match self {
                    Self::Values(redb_table) => match ReadableTable::get(redb_table, key) {
                        Ok(Some(value)) => return Ok(Some(Bytes(BytesIn::Redb(value)))),
                        Ok(None) => return Ok(None),
                        Err(error) => Err(error),
                    },
                    Self::Keys(redb_table) => ReadableTable::get(redb_table, key).map(|value| value.is_some()),
                    Self::Fixed(redb_table) => redb_table.contains(key),
                };
                Ok(found?.then_some(Bytes(BytesIn::Empty)))
            }

            pub(crate) fn range(&self, range: &KeyRange, direction: Direction) -> Result<Range<'_>, StoreError> {
                let source = match self {
                    Self::Values(redb_table) => Source::Values(ReadableTable::range(redb_table, range.as_ref())?),
                    Self::Keys(redb_table) => Source::Keys(ReadableTable::range(redb_table, range.as_ref())?),
                    Self::Fixed(redb_table) => Source::Fixed(redb_table.range(range)?),
                };
                Ok(Range { source, direction })
            }
        }
    )*};
}

implement_reads!(ReadTable, WriteTable<'_>);
