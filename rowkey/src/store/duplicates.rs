//! Finds the records that would have the same entry in a unique index.

use super::error::RowsError;
use super::raw::RawScan;
use super::rebuild::{Checkable, entries_of};
use super::rows::Rows;
use super::scan::{decode, is_key, read_value};
use super::walk::{Visit, Walk};
use super::{Direction, Read};
use crate::query::cursor::{Cursor, CursorContent, CursorError, Page};
use crate::range::KeyRange;
use crate::record::check::ValueOf;
use crate::record::table::{Table, fingerprint_with};
use crate::record::{Index, Record, Source, UniqueIndex};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Records that would have the same entry in a unique index: see [`Rows::duplicates`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicates<K, V> {
    /// The key of the entry.
    pub entry: Vec<u8>,
    /// The keys and values of the records, in the order of their keys. There are at least two records.
    pub records: Vec<(K, V)>,
}

/// The primary key of the records of the index `I`.
type RecordOf<I> = <I as Source>::Record;

type DuplicatesOf<I> = Duplicates<RecordOf<I>, ValueOf<I>>;

/// For each entry, the encoded keys of the records that have this entry.
type Groups = BTreeMap<Vec<u8>, Vec<Vec<u8>>>;

impl<S: Read> Rows<S> {
    /// Finds the records that would have the same entry in a unique index, so that a [`rebuild`](Self::rebuild) of the
    /// index would reject them. The index need not be built, because this method reads only the records.
    ///
    /// A call looks at the next `batch` records, and returns each duplicate entry whose first record is among them. The
    /// entry comes with all records that have the entry, including records after the batch. Pass `None` as the first
    /// cursor. Then pass [`Page::next`] of the last call, until `next` is `None`.
    ///
    /// Each call reads all records after the cursor. A call that finds duplicates also reads the records before the
    /// cursor. A large `batch` is faster, because fewer calls are necessary. Each call keeps the keys and the entries
    /// of `batch` records in memory.
    ///
    /// # Errors
    /// The cursor is not from an earlier call, or a row cannot be read.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// /// The key in an earlier version of the program, without the index.
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users")]
    /// struct EarlierUserKey {
    ///     user: u16,
    /// }
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByEmail))]
    /// struct UserKey {
    ///     user: u16,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey, unique)]
    /// struct UserByEmail {
    ///     #[rowkey(from = value.to_lowercase())]
    ///     email: String,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for (user, email) in [(1, "ada@x"), (2, "bob@x"), (3, "Ada@x")] {
    ///     rows.put(&EarlierUserKey { user }, &email.into())?;
    /// }
    /// let page = rows.duplicates::<UserByEmail>(None, 1_000_000)?;
    /// for duplicates in &page.rows {
    ///     for (key, email) in &duplicates.records {
    ///         println!("user {}: {email}", key.user);
    ///     }
    /// }
    /// assert_eq!(page.rows.len(), 1);
    /// let (second, _) = &page.rows[0].records[1];
    /// assert_eq!(*second, UserKey { user: 3 });
    ///
    /// // Change the address of user 3, so that the index can be built.
    /// rows.update(second, |email| *email = "ada.3@x".into())?;
    /// assert!(rows.duplicates::<UserByEmail>(None, 1_000_000)?.rows.is_empty());
    /// assert_eq!(rows.rebuild::<UserByEmail>(None, 1_000_000)?.missing, 2);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn duplicates<I>(
        &self,
        cursor: Option<&str>,
        batch: usize,
    ) -> Result<Page<DuplicatesOf<I>>, RowsError<S::Error>>
    where
        I: UniqueIndex + Checkable,
    {
        let records = <RecordOf<I> as Record>::TABLE;
        let fingerprint = fingerprint_with(records.rows_fingerprint(), &[<I as Index>::TABLE]);
        let after = cursor.map(|cursor| key_in_cursor::<I>(cursor, records, fingerprint)).transpose()?;
        let all = KeyRange::beginning_with(records.namespace());
        let mut groups = Groups::new();
        let add = |group: &mut Vec<Vec<u8>>, primary: &[u8]| {
            // A record can have the same entry several times.
            if group.last().is_none_or(|last| last != primary) {
                group.push(primary.into());
            }
        };
        let mut of_page = Walk::new(batch.max(1) as u64, false);
        of_page.after.clone_from(&after);
        self.for_each_entry::<I>(&mut of_page, &all, |primary, entry| {
            add(groups.entry(entry.into()).or_default(), primary);
        })?;
        let mut later = Walk::new(u64::MAX, false);
        later.after.clone_from(&of_page.after);
        self.for_each_entry::<I>(&mut later, &all, |primary, entry| {
            if let Some(group) = groups.get_mut(entry) {
                add(group, primary);
            }
        })?;
        groups.retain(|_, primaries| primaries.len() > 1);
        if let Some(after) = after.filter(|_| !groups.is_empty()) {
            // Remove the entries that a record before this page also has: the page of that record has already returned
            // their duplicates.
            let earlier = all.ending_before([&after[..], &[0]].concat());
            self.for_each_entry::<I>(&mut Walk::new(u64::MAX, false), &earlier, |_, entry| {
                groups.remove(entry);
            })?;
        }
        let last = of_page.after.filter(|_| later.done > 0);
        let next = last.map(|last| Cursor::of_parts(Direction::Forward, fingerprint, &[&last]));
        let rows = groups.into_iter().map(|(entry, primaries)| self.duplicates_of::<I>(entry, &primaries));
        Ok(Page { rows: rows.collect::<Result<_, _>>()?, next })
    }

    /// Calls `read` with the key and an entry of each record that a walk visits in a range, for all their entries.
    fn for_each_entry<I: UniqueIndex + Checkable>(
        &self,
        walk: &mut Walk,
        range: &KeyRange,
        mut read: impl FnMut(&[u8], &[u8]),
    ) -> Result<(), RowsError<S::Error>> {
        let records = <RecordOf<I> as Record>::TABLE;
        let walked = walk.visit_rows(
            &mut &*self,
            |tables| RawScan::of_range(tables, records, range.clone()),
            |_, _, primary, value| {
                let draft = entries_of::<I, S>(primary, value)?;
                draft.new_entries().for_each(|(_, entry, _)| read(primary, entry));
                Ok(Visit::Done)
            },
        );
        walked.map(drop)
    }

    fn duplicates_of<I: UniqueIndex + Checkable>(
        &self,
        entry: Vec<u8>,
        primaries: &[Vec<u8>],
    ) -> Result<DuplicatesOf<I>, RowsError<S::Error>> {
        let table = <RecordOf<I> as Record>::TABLE;
        let mut records = Vec::with_capacity(primaries.len());
        for primary in primaries {
            if let Some(value) = self.tables.get(table, primary)? {
                let value = read_value::<RecordOf<I>, _>(primary, value.as_ref())?;
                records.push((decode(table, primary)?, value));
            }
        }
        Ok(Duplicates { entry, records })
    }
}

/// Reads a cursor of [`Rows::duplicates`]. Returns the key of the last record of the previous page.
fn key_in_cursor<I: Checkable>(cursor: &str, records: &Table, fingerprint: u64) -> Result<Vec<u8>, CursorError> {
    let content = CursorContent::read(cursor)?;
    content.check(fingerprint, Direction::Forward)?;
    if !content.key.starts_with(records.namespace()) || !is_key::<RecordOf<I>>(&content.key) {
        return Err(CursorError::Damaged);
    }
    Ok(content.key)
}
