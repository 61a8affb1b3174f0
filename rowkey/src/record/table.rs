//! [`Table`]: describes the rows of one kind in a store by the name of their table, the layout of their keys, and the
//! format of their values.

use super::check::HasEntry;
use super::field_source::FieldSource;
use crate::constant::same_bytes;
use crate::explain::Explanation;
use crate::explain::walk::partition_key_len;
use crate::key::RowKey;
use crate::layout::siphash::SipHash;
use crate::layout::{FieldLayout, Layout, SaltLayout, Separator};
use crate::range::KeyRange;
use crate::record::shared_table;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use std::sync::{Mutex, PoisonError};

/// Describes the rows of one kind in a store: all records of a key type, or all entries of an index.
///
/// A store separates the rows of each table: as a named table, a keyspace or a column family. A store that has only one
/// keyspace may ignore the name if the keys of all tables have namespaces.
///
/// Several `Table`s with the same name share one table of the store, and the namespaces of their keys tell their rows
/// apart. So no namespace may be the beginning of another, such as `u` of `user`. A `Table` whose keys have no
/// namespace cannot share its table.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::Table;
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
/// assert_eq!(HOSTS.name(), "hosts");
/// assert_eq!(HOSTS.to_string(), "\
/// hosts
/// values  text
/// HostKey
/// part  offset  width  encoding          order
/// host  0       2      unsigned integer  ascending
/// ");
/// ```
pub struct Table {
    name: &'static str,
    layout: &'static Layout,
    /// `None` if the table has no key type.
    explain: Option<fn(&[u8]) -> Explanation>,
    /// Finds the sort key in a key. `None` if the key type has none.
    sort_key_offset: Option<SortKeyOffset>,
    pub(super) format: &'static str,
    pub(super) role: Role,
    rows_fingerprint: u64,
    fingerprint: u64,
    shape: Option<Shape>,
    /// `None` if values have no type that can be compared.
    is_same: Option<IsSame>,
}

/// The kind of rows that a table contains.
#[derive(Debug)]
pub(super) enum Role {
    Records {
        indexes: &'static [&'static Table],
        /// `None` if the keys of the records cannot be decoded.
        has_entry: Option<HasEntry>,
    },
    Entries(Entries),
    /// The entries of an index, for a program that has no types: see [`of_recorded`](Table::of_recorded).
    Recorded,
    /// The entries of a [`RemovedIndex`].
    Removed {
        records: &'static Table,
        namespace: &'static [u8],
    },
}

/// The properties of a table of index entries, in addition to the table's name, layout and format.
#[derive(Debug)]
pub(super) struct Entries {
    /// Returns the table of the records. This is a function and not a reference, because the constant of the records'
    /// table refers to the table of the index, and two constants cannot refer to each other.
    pub(super) records: fn() -> &'static Table,
    pub(super) unique: bool,
    /// True if the value of an entry contains the bytes of the primary key.
    pub(super) stores_primary: bool,
    /// The type of the stored part of the record's value. `None` if an entry stores no part.
    pub(super) stored_type: Option<&'static str>,
    pub(super) sources: &'static [FieldSource],
    sources_fingerprint: u64,
    primary_of: PrimaryOf,
}

/// A function that returns whether two byte strings are the same value in two spellings.
type IsSame = fn(&[u8], &[u8]) -> bool;

/// The shape of the rows in a table of a store: see [`Table::shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// The number of bytes of each key. `None` if the keys have different lengths.
    pub key_width: Option<usize>,
    /// The length of the prefix that queries usually set, in bytes: see
    /// [`fixed_prefix_len`](Layout::fixed_prefix_len).
    pub prefix_len: usize,
    /// False if each value has zero bytes, as in an index that is neither unique nor covering.
    pub has_values: bool,
}

/// A function with the arguments `key`, `value` and `primary`. Writes the bytes of the primary key to `primary`, and
/// returns false if the entry with this key and value does not lead to a primary key.
type PrimaryOf = fn(&[u8], &[u8], &mut Vec<u8>) -> bool;

/// A function that returns the offset of the sort key in a key with a layout. It returns `None` if the bytes end before the sort key.
pub type SortKeyOffset = fn(&Layout, &[u8]) -> Option<usize>;

impl Shape {
    /// Returns the shape of rows whose keys have a layout. `namespace` is the namespace of the keys.
    pub(crate) const fn new(layout: &Layout, namespace: &[u8], has_values: bool) -> Self {
        match namespace {
            [] => Self { key_width: layout.fixed_len(), prefix_len: layout.fixed_prefix_len(), has_values },
            _ => Self { key_width: None, prefix_len: 0, has_values: true },
        }
    }
}

impl Table {
    /// Returns a table of records without indexes.
    ///
    /// `format` names the format of the values. A table whose values have another format has another
    /// [`fingerprint`](Self::fingerprint).
    pub const fn new(name: &'static str, layout: &'static Layout, format: &'static str) -> Self {
        Self::with_role(name, layout, format, Role::Records { indexes: &[], has_entry: None })
    }

    /// Returns a table for a program that knows only what a store has recorded. `sort_key_offset` finds the sort key.
    pub(crate) const fn of_recorded(
        name: &'static str,
        layout: &'static Layout,
        format: &'static str,
        is_index: bool,
        shape: Shape,
        sort_key_offset: Option<SortKeyOffset>,
    ) -> Self {
        let role = if is_index { Role::Recorded } else { Role::Records { indexes: &[], has_entry: None } };
        let mut table = Self::with_role(name, layout, format, role);
        table.shape = Some(shape);
        table.sort_key_offset = sort_key_offset;
        table
    }

    #[doc(hidden)]
    pub const fn __rowkey_of_records<K: RowKey>(
        name: &'static str,
        format: &'static str,
        indexes: &'static [&'static Self],
        is_same: IsSame,
        has_entry: Option<HasEntry>,
    ) -> Self {
        let role = Role::Records { indexes, has_entry };
        let mut table = Self::with_role(name, K::LAYOUT, format, role).of_keys::<K>();
        table.is_same = Some(is_same);
        table
    }

    #[doc(hidden)]
    pub const fn __rowkey_of_entries<K: RowKey>(
        name: &'static str,
        records: fn() -> &'static Self,
        unique: bool,
        stores_primary: bool,
        stores: Option<(&'static str, &'static str, IsSame)>,
        primary_of: PrimaryOf,
    ) -> Self {
        let (format, stored_type, is_same) = match stores {
            Some((format, stored_type, is_same)) => (format, Some(stored_type), Some(is_same)),
            None => ("", None, None),
        };
        let entries =
            Entries { records, unique, stores_primary, stored_type, sources: &[], sources_fingerprint: 0, primary_of };
        let mut table = Self::with_role(name, K::LAYOUT, format, Role::Entries(entries)).of_keys::<K>();
        table.is_same = is_same;
        table
    }

    const fn of_keys<K: RowKey>(mut self) -> Self {
        self.explain = Some(K::explain);
        if K::LAYOUT.sort_key().is_some() {
            self.sort_key_offset = Some(|_, key| partition_key_len(K::LAYOUT, key, &K::__CHECKS));
        }
        self
    }

    /// Explains a key of the table. Returns `None` if the table has no key type, but only a layout.
    pub(crate) fn explain(&self, key: &[u8]) -> Option<Explanation> {
        self.explain.map(|explain| explain(key))
    }

    /// Sets the sources of the entries of an index. `primary` is the layout of the primary key.
    #[doc(hidden)]
    #[must_use]
    pub const fn __rowkey_from(mut self, sources: &'static [FieldSource], primary: &Layout) -> Self {
        if let Role::Entries(entries) = &mut self.role {
            entries.sources = sources;
            entries.sources_fingerprint = FieldSource::fingerprint(sources, primary);
            self.fingerprint = SipHash::new().word(self.rows_fingerprint).word(entries.sources_fingerprint).finish();
        }
        self
    }

    const fn with_role(name: &'static str, layout: &'static Layout, format: &'static str, role: Role) -> Self {
        let mut hash = SipHash::new().bytes(name.as_bytes()).word(layout.fingerprint()).bytes(format.as_bytes());
        if let Role::Entries(entries) = &role {
            hash = hash.word(entries.unique as u64).word(entries.stores_primary as u64);
            // The name of the stored type is left out, because renaming the type does not change the bytes.
            if entries.stored_type.is_some() {
                hash = hash.word(1);
            }
        }
        let rows_fingerprint = hash.finish();
        let fingerprint = match &role {
            Role::Records { indexes, .. } => fingerprint_with(rows_fingerprint, indexes),
            Role::Entries(_) | Role::Recorded | Role::Removed { .. } => rows_fingerprint,
        };
        let shape = shape_of(layout, &role);
        Self {
            name,
            layout,
            explain: None,
            sort_key_offset: None,
            format,
            role,
            rows_fingerprint,
            fingerprint,
            shape,
            is_same: None,
        }
    }

    #[track_caller]
    const fn of_removed(name: &'static str, namespace: &'static [u8], records: &'static Self) -> Self {
        const NO_LAYOUT: &Layout = &Layout::__rowkey_new("", b"", Separator::Escape, None, &[]);
        records.check_distinct_from_removed(name, namespace);
        let mut indexes = records.indexes();
        while let [index, rest @ ..] = indexes {
            index.check_distinct_from_removed(name, namespace);
            indexes = rest;
        }
        Self::with_role(name, NO_LAYOUT, "", Role::Removed { records, namespace })
    }

    /// Fails to compile if this table has the name of a removed index, and its rows could be mistaken for entries of
    /// the removed index. `name` and `namespace` belong to the removed index.
    #[track_caller]
    const fn check_distinct_from_removed(&self, name: &str, namespace: &[u8]) {
        if same_bytes(self.name.as_bytes(), name.as_bytes()) {
            shared_table::check_removed_table(name, self.layout, namespace);
        }
    }

    /// Fails to compile if the entries of `index` could be mistaken for the records of this table, or for the entries
    /// of one of the first `count` indexes.
    #[doc(hidden)]
    #[track_caller]
    pub const fn __rowkey_check_index(&self, index: &Self, mut count: usize) {
        self.check_distinct_from(index);
        let mut indexes = self.indexes();
        while let ([other, rest @ ..], 1..) = (indexes, count) {
            other.check_distinct_from(index);
            (indexes, count) = (rest, count - 1);
        }
    }

    #[track_caller]
    const fn check_distinct_from(&self, other: &Self) {
        if same_bytes(self.name.as_bytes(), other.name.as_bytes()) {
            shared_table::check_same_table(self.name, self.layout, other.layout);
        }
    }

    /// Fails to compile if a migration from the records of `old` to these records could not tell old and new rows
    /// apart, including the rows of indexes.
    #[track_caller]
    pub(crate) const fn check_migration(&self, old: &Self) {
        self.check_migration_of(old);
        let mut old_indexes = old.indexes();
        while let [index, rest @ ..] = old_indexes {
            self.check_migration_of(index);
            old_indexes = rest;
        }
    }

    #[track_caller]
    const fn check_migration_of(&self, old: &Self) {
        if same_bytes(old.name.as_bytes(), self.name.as_bytes()) {
            shared_table::check_migrated_table(self.name, old.layout, self.layout);
        }
        let mut indexes = self.indexes();
        while let [index, rest @ ..] = indexes {
            index.check_migration_of(old);
            indexes = rest;
        }
    }

    /// Returns the name, which identifies the table in its store.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the layout of the keys.
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns the name of the format of the values.
    pub const fn format(&self) -> &'static str {
        self.format
    }

    /// Returns the tables of the indexes that belong to the records of this table.
    pub const fn indexes(&self) -> &'static [&'static Self] {
        match self.role {
            Role::Records { indexes, .. } => indexes,
            Role::Entries(_) | Role::Recorded | Role::Removed { .. } => &[],
        }
    }

    /// Returns the bytes at the beginning of all keys of the table. Empty if the keys have no namespace.
    pub const fn namespace(&self) -> &'static [u8] {
        match self.role {
            Role::Removed { namespace, .. } => namespace,
            Role::Records { .. } | Role::Entries(_) | Role::Recorded => self.layout.namespace(),
        }
    }

    /// Splits a stored key for a store such as DynamoDB, which finds a row by a partition key and a sort key. Returns the
    /// length of the partition key, which is the beginning of the stored key. The rest is the sort key. Such a store sorts
    /// the rows of one partition, and reads them together.
    ///
    /// The partition key ends before the field with `#[rowkey(sort_key)]`. If no field has this attribute, it consists of
    /// the namespace and the salt, or of the first byte of the salt if there are more than 256 salts. A key without a salt
    /// then has only one partition.
    ///
    /// `key` can also be the beginning of a key. Returns `None` if it does not contain the whole partition key, and if the
    /// table does not [know its sort key](Self::knows_sort_key).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct MessageKey {
    ///     room: String,
    ///     #[rowkey(sort_key)]
    ///     sent_at: u16,
    /// }
    ///
    /// let key = MessageKey { room: "lobby".into(), sent_at: 7 }.encode();
    /// let (partition_key, sort_key) = key.split_at(MessageKey::TABLE.partition_key_len(&key).unwrap());
    /// assert_eq!(partition_key, b"lobby\0\0");
    /// assert_eq!(sort_key, [0, 7]);
    /// ```
    pub fn partition_key_len(&self, key: &[u8]) -> Option<usize> {
        if let Some(sort_key_offset) = self.sort_key_offset {
            return sort_key_offset(self.layout, key);
        }
        if self.layout.sort_key().is_some() {
            return None;
        }
        let len = self.namespace().len() + self.salt().map_or(0, SaltLayout::partition_len);
        (len <= key.len()).then_some(len)
    }

    /// Returns true if the keys of the table have a sort key, and the program can find it. The program that deletes the entries of
    /// a [`RemovedIndex`] cannot. Neither can a program without the key type if a codec of the key type is before the sort key.
    pub fn knows_sort_key(&self) -> bool {
        self.sort_key_offset.is_some()
    }

    /// Returns the partition key of all keys in a range. Returns `None` if the range can have keys of several partitions.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey::record::Record;
    /// # #[derive(RowKey)]
    /// # #[rowkey(value = String, format = rowkey::Raw)]
    /// # struct MessageKey {
    /// #     room: String,
    /// #     #[rowkey(sort_key)]
    /// #     sent_at: u16,
    /// # }
    /// let prefix = MessageKey::prefix();
    /// let (table, room) = (MessageKey::TABLE, prefix.clone().room("lobby").sent_at_in(7..).range());
    /// assert_eq!(table.partition_of(&room), Some(&b"lobby\0\0"[..]));
    /// assert_eq!(table.partition_of(&prefix.room_starts_with("l").range()), None);
    /// ```
    pub fn partition_of<'r>(&self, range: &'r KeyRange) -> Option<&'r [u8]> {
        let partition = range.start().get(..self.partition_key_len(range.start())?)?;
        let all = KeyRange::beginning_with(partition);
        let ends_within = all.end().is_none_or(|last| range.end().is_some_and(|end| end <= last));
        ends_within.then_some(partition)
    }

    /// Returns the partition keys of the table in order. Returns `None` if a field has `#[rowkey(sort_key)]`, so that only
    /// the stored rows tell which partitions there are.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, salt(md5, buckets = 3), namespace = "e")]
    /// struct EventKey {
    ///     at: u64,
    /// }
    ///
    /// let partitions = EventKey::TABLE.partitions().unwrap();
    /// assert_eq!(partitions, [b"e\0", b"e\x01", b"e\x02"]);
    /// ```
    pub fn partitions(&self) -> Option<Vec<Vec<u8>>> {
        let with_salt = |salt: Vec<u8>| [self.namespace(), &salt].concat();
        match self.salt() {
            _ if self.layout.sort_key().is_some() => None,
            Some(salt) => Some(salt.partitions().map(with_salt).collect()),
            None => Some(alloc::vec![self.namespace().into()]),
        }
    }

    const fn salt(&self) -> Option<&'static SaltLayout> {
        match self.layout.salt() {
            Some(salt) => Some(&salt.layout),
            None => None,
        }
    }

    /// Returns the name and the namespace as text. In a store, only one kind of rows has this name and this namespace.
    pub(crate) fn name_and_namespace(&self) -> String {
        name_and_namespace(self.name, self.namespace())
    }

    /// Returns the table of the records of this index. Returns the table itself if it contains records, or if it was read from
    /// what a store has recorded.
    pub fn records(&'static self) -> &'static Self {
        match &self.role {
            Role::Records { .. } | Role::Recorded => self,
            Role::Entries(entries) => (entries.records)(),
            Role::Removed { records, .. } => records,
        }
    }

    pub(crate) const fn is_records(&self) -> bool {
        matches!(self.role, Role::Records { .. })
    }

    /// Returns whether the rows are the entries of a [`RemovedIndex`].
    pub const fn is_removed(&self) -> bool {
        matches!(self.role, Role::Removed { .. })
    }

    /// Returns the shape of the rows. Some stores have a smaller or faster form for some shapes.
    ///
    /// Tables with the same name have the same shape. If the keys have a namespace, other tables may have the same name.
    /// Then this method returns the shape that permits keys and values of any length.
    ///
    /// Returns `None` for a [`RemovedIndex`], because the program no longer knows the layout of its entries.
    pub const fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// Returns whether the rows are the entries of an index or of a [`RemovedIndex`].
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
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
    /// assert!(!UserKey::TABLE.is_index());
    /// assert!(UserKey::TABLE.indexes().iter().all(|table| table.is_index()));
    /// ```
    pub const fn is_index(&self) -> bool {
        matches!(self.role, Role::Entries(_) | Role::Recorded | Role::Removed { .. })
    }

    /// Returns whether the table contains the entries of a unique index.
    pub const fn is_unique(&self) -> bool {
        matches!(self.role, Role::Entries(Entries { unique: true, .. }))
    }

    /// Returns whether one of the indexes of these records is unique.
    pub(crate) const fn has_unique_index(&self) -> bool {
        let mut indexes = self.indexes();
        while let [index, rest @ ..] = indexes {
            if index.is_unique() {
                return true;
            }
            indexes = rest;
        }
        false
    }

    pub(crate) const fn stores_primary(&self) -> bool {
        matches!(self.role, Role::Entries(Entries { stores_primary: true, .. }))
    }

    /// Returns whether the value of an entry contains the record's value or a part of it.
    pub(crate) const fn stores_value(&self) -> bool {
        matches!(self.role, Role::Entries(Entries { stored_type: Some(_), .. }))
    }

    /// Returns a hash of the sources of an index's entries, or 0 if the table is not an index. Versions of an index
    /// whose layouts are equal can differ in this hash.
    /// Returns whether the entries store the whole value of the record: `stores = value`.
    pub(crate) const fn stores_whole_value(&self) -> bool {
        match self.role {
            Role::Entries(Entries { stored_type: Some(stored_type), .. }) => {
                same_bytes(stored_type.as_bytes(), b"value")
            }
            _ => false,
        }
    }

    /// Returns whether two byte strings are the same value: the value of a record, or the value of an entry. The bytes of
    /// one value can differ if the value contains a `HashMap`.
    pub(crate) fn is_same_value(&self, a: &[u8], b: &[u8]) -> bool {
        if a == b {
            return true;
        }
        let parts = [a, b].map(|value| self.split_entry(value));
        match (self.is_same, parts) {
            (Some(is_same), [Some((a_primary, a)), Some((b_primary, b))]) => a_primary == b_primary && is_same(a, b),
            _ => false,
        }
    }

    /// Returns whether a record of this table has an entry in an index. The arguments are the bytes of the primary key and of
    /// the value, and the key of the entry. Returns true if the record cannot be read.
    pub(crate) fn has_entry(&self, primary: &[u8], value: &[u8], index: &'static Self, entry: &[u8]) -> bool {
        match self.role {
            Role::Records { has_entry: Some(has_entry), .. } => has_entry(primary, value, index, entry),
            _ => true,
        }
    }

    pub(crate) const fn sources_fingerprint(&self) -> u64 {
        match &self.role {
            Role::Entries(entries) => entries.sources_fingerprint,
            Role::Records { .. } | Role::Recorded | Role::Removed { .. } => 0,
        }
    }

    /// Splits the value of an entry into the bytes of the primary key and the stored part of the record's value. The
    /// bytes of the primary key are empty if the fields of the entry contain the primary key. Returns `None` if the
    /// value is too short.
    pub(crate) fn split_entry<'v>(&self, value: &'v [u8]) -> Option<(&'v [u8], &'v [u8])> {
        match (self.stores_primary(), self.stores_value()) {
            (false, _) => Some((&[], value)),
            (true, false) => Some((value, &[])),
            (true, true) => {
                let (len, rest) = value.split_first_chunk()?;
                rest.split_at_checked(usize::try_from(u32::from_be_bytes(*len)).ok()?)
            }
        }
    }

    /// Calls the [`PrimaryOf`] of the index. Returns false if the table is not an index.
    pub(crate) fn primary_of(&self, key: &[u8], value: &[u8], primary: &mut Vec<u8>) -> bool {
        match &self.role {
            Role::Entries(entries) => (entries.primary_of)(key, value, primary),
            Role::Records { .. } | Role::Recorded | Role::Removed { .. } => false,
        }
    }

    /// Returns a hash of everything that determines the bytes of the table and of its indexes: the names of the tables,
    /// the layouts of the keys, the formats of the stored values, and the expressions of `from`, `from_each` and
    /// `filter`. Names of Rust types are not part of the hash.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns a hash of everything that determines the bytes of the rows of this table, without its indexes: the name,
    /// the layout of the keys, and the format of the values. The hash of an index also covers whether the index is
    /// unique, whether its entries store the primary key, and whether they store a part of the value.
    pub const fn rows_fingerprint(&self) -> u64 {
        self.rows_fingerprint
    }
}

/// Prints the name of a table, and its namespace if it has one.
pub(crate) fn name_and_namespace(name: &str, namespace: &[u8]) -> String {
    match namespace {
        [] => name.into(),
        namespace => format!("{name} with the namespace \"{}\"", namespace.escape_ascii()),
    }
}

const fn shape_of(layout: &Layout, role: &Role) -> Option<Shape> {
    let has_values = match role {
        Role::Records { .. } | Role::Recorded => true,
        Role::Entries(entries) => entries.stores_primary || entries.stored_type.is_some(),
        Role::Removed { .. } => return None,
    };
    Some(Shape::new(layout, layout.namespace(), has_values))
}

/// Returns the fingerprint of a table of records with these indexes. `records` is the
/// [`rows_fingerprint`](Table::rows_fingerprint) of the table.
pub(crate) const fn fingerprint_with(records: u64, indexes: &[&Table]) -> u64 {
    let mut hash = SipHash::new().word(records);
    let mut indexes = indexes;
    while let [index, rest @ ..] = indexes {
        hash = hash.word(index.rows_fingerprint);
        if let Role::Entries(entries) = &index.role {
            hash = hash.word(entries.sources_fingerprint);
        }
        indexes = rest;
    }
    hash.finish()
}

/// An index that is no longer listed in `indexes(..)`. Its entries may still be stored. Pass a `RemovedIndex` to
/// [`Rows::drop_index`](crate::store::Rows::drop_index), which deletes the entries.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::record::Record;
/// use rowkey::store::RemovedIndex;
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw, table = "users")]
/// struct UserKey {
///     user: u32,
/// }
///
/// static USER_BY_NAME: RemovedIndex = RemovedIndex::new("users.name", b"", UserKey::TABLE);
/// assert_eq!(USER_BY_NAME.table().name(), "users.name");
/// ```
#[derive(Debug)]
pub struct RemovedIndex(Table);

impl RemovedIndex {
    /// Returns a removed index of `records`. `name` is the name of the removed index's table. `namespace` is the
    /// namespace of its key, or `b""` if the key had no namespace.
    ///
    /// # Panics
    /// `records`, or an index that is still listed, has the same table, and one of the two namespaces is the beginning
    /// of the other. In a `static`, this panic is a compile error:
    ///
    /// ```compile_fail,E0080
    /// # use rowkey::RowKey;
    /// # use rowkey::record::Record;
    /// # use rowkey::store::RemovedIndex;
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users")]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// static USER_BY_NAME: RemovedIndex = RemovedIndex::new("users", b"", UserKey::TABLE);
    /// # fn main() {}
    /// ```
    #[track_caller]
    pub const fn new(name: &'static str, namespace: &'static [u8], records: &'static Table) -> Self {
        Self(Table::of_removed(name, namespace, records))
    }

    /// Returns the table of the entries.
    pub const fn table(&'static self) -> &'static Table {
        &self.0
    }

    /// Returns the table of the entries with the layout that a store has recorded for them. Leaks a `Table` for each
    /// layout.
    pub(crate) fn with_layout(&'static self, layout: &Layout) -> &'static Table {
        static KNOWN: Mutex<Vec<&'static Table>> = Mutex::new(Vec::new());
        let (name, namespace, records) = (self.0.name, self.0.namespace(), self.0.records());
        let is_same = |table: &&'static Table| {
            let has_same_name = table.name == name && table.namespace() == namespace;
            has_same_name && core::ptr::eq(table.records(), records) && table.layout == layout
        };
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = known.iter().copied().find(is_same) {
            return table;
        }
        let layout = Box::leak(Box::new(layout.clone()));
        let table = Box::leak(Box::new(Table::with_role(name, layout, "", Role::Removed { records, namespace })));
        known.push(table);
        table
    }
}

/// Converts a removed index into a slice with one element, so that [`Rows::drop_index`](crate::store::Rows::drop_index)
/// accepts one index or several.
impl AsRef<[Self]> for RemovedIndex {
    fn as_ref(&self) -> &[Self] {
        core::slice::from_ref(self)
    }
}

/// Prints the name of the table.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Table").field(&self.name).finish()
    }
}

/// Two tables are equal if their names, their [fingerprints](Table::fingerprint) and the names of their keys' fields are
/// equal.
impl PartialEq for Table {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // The addresses are usually equal, but the compiler may copy a constant.
        core::ptr::eq(self, other)
            || (self.fingerprint == other.fingerprint
                && self.name == other.name
                && have_same_field_names(self.layout, other.layout))
    }
}

/// Returns whether the fields of two layouts have the same names. The fingerprint does not depend on the names, so two
/// fields of the same encoding can change places without another fingerprint.
fn have_same_field_names(one: &Layout, other: &Layout) -> bool {
    core::ptr::eq(one, other)
        || one.fields().iter().map(FieldLayout::name).eq(other.fields().iter().map(FieldLayout::name))
}

impl Eq for Table {}
