//! [`Subject`], a derived key in the form in which the laws check it: its layout in the model, and its methods as
//! functions over the values of the model.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, btree_map};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Bound;

use crate::model::{Element, Layout, Query, Value};
use rowkey::record::{Record, Source};
use rowkey::store::{Memory, Rows, Write};
use rowkey::{DecodeError, DecodeKey, EncodeError, KeyRange, OwnedKey, RowKey, TotalKey, scan::ScanError};

/// A derived key and its model. [`key!`](crate::key) creates a subject.
#[derive(Debug)]
pub struct Subject {
    /// The struct as source text.
    pub source: &'static str,
    /// The key's layout in the model.
    pub model: Layout,
    /// The layout that the derive generates.
    pub layout: &'static rowkey::Layout,
    /// For each field, true if its type can only borrow from the key, such as `&str`.
    pub borrowed: Vec<bool>,
    /// The range of the whole table.
    pub all: KeyRange,
    /// Encodes a key with these values.
    pub encode: fn(&[Value]) -> Encoded,
    /// Decodes a key into its values. Returns `None` if the key type has no `decode`.
    pub decode: fn(&[u8]) -> Option<Decoded>,
    /// Runs a query, and reads the table if one is given. Returns `None` if the key type has no method for the query.
    pub answer: fn(&Query, Option<&Reading<'_>>) -> Option<Answer>,
}

impl Subject {
    /// Returns the ranges of a query, or `None` if the key type has no method for the query.
    pub fn ranges(&self, query: &Query) -> Option<Vec<KeyRange>> {
        (self.answer)(query, None).map(|answer| answer.ranges)
    }
}

/// The answer to a query.
#[derive(Debug)]
pub struct Answer {
    /// The ranges that contain the matching keys.
    pub ranges: Vec<KeyRange>,
    /// The rows that a scan reads from the table. `None` if there is no table, or if the key type has no scans.
    pub rows: Option<Vec<Vec<Value>>>,
    /// The records that match the query. `None` if there is no table, or if the key is not the key of a record.
    pub records: Option<Records>,
}

/// The results of operations on the records that match a query.
#[derive(Debug)]
pub struct Records {
    /// The result of `count`.
    pub count: u64,
    /// The encoded keys of the records that `remove_all` removed.
    pub removed: Vec<Vec<u8>>,
}

impl Records {
    /// Stores a record under each key of the table, and runs the operations.
    pub fn of<Q>(query: Q, table: &Table) -> Records
    where
        Q: rowkey::Query<Key: Record + OwnedKey + Source<Record: Record + OwnedKey>> + Clone,
    {
        let mut store = Memory::new();
        for key in table.keys() {
            store.put(Q::Key::TABLE, key, b"").expect("one kind of rows");
        }
        assert_partitions::<Q>(query.clone(), table);
        let mut rows = Rows::new(store);
        let count = rows.count(query.clone()).expect("the records can be counted");
        let removed_count = rows.remove_all(query).expect("the records can be removed");
        let left: BTreeSet<&[u8]> = rows.store().rows(Q::Key::TABLE.name()).map(|(key, _)| key).collect();
        let removed: Vec<_> = table.keys().filter(|key| !left.contains(key.as_slice())).cloned().collect();
        assert_eq!(usize::try_from(removed_count), Ok(removed.len()), "`remove_all` counts what it removes");
        Records { count, removed }
    }
}

/// Checks the partition keys of a key with a sort key. Each is found from the beginning of the key, and the keys are in the order
/// of their partitions, although one partition key can be the beginning of another: in `FoundationDb`, an FF follows the end of a
/// text within another text, and no sort key begins with an FF. Each range of a query that sets the partition key is in one
/// partition.
fn assert_partitions<Q: rowkey::Query<Key: Record>>(query: Q, table: &Table) {
    let described = Q::Key::TABLE;
    if Q::Key::LAYOUT.sort_key().is_none() {
        return;
    }
    let partition = |key: &Vec<u8>| {
        let len = described.partition_key_len(key).expect("a key contains its partition key");
        let partition = key[..len].to_vec();
        assert_eq!(described.partition_key_len(&partition), Some(len));
        if let Some(cut) = partition.split_last().map(|(_, cut)| cut) {
            assert_eq!(described.partition_key_len(cut), None, "{partition:x?} without its last byte");
        }
        partition
    };
    let partitions: Vec<_> = table.keys().map(partition).collect();
    assert!(partitions.is_sorted(), "{partitions:x?}");
    if Q::__SETS_PARTITION {
        for range in query.__rowkey_plan() {
            let found: BTreeSet<_> = table.keys().filter(|key| range.contains(key)).map(partition).collect();
            assert!(found.len() <= 1, "{range:?} is in several partitions: {found:x?}");
            let of_range = described.partition_of(&range);
            assert!(range.is_empty() || of_range.is_some(), "{range:?} does not contain the partition key");
            assert!(found.iter().all(|found| of_range == Some(found)), "{range:?} is not in {of_range:x?}");
        }
    }
}

/// A table, and the options of the scan that reads the table.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'t> {
    /// The keys.
    pub table: &'t Table,
    /// The stored key after which the scan continues.
    pub after: Option<&'t [u8]>,
    /// True if the scan reads from the last row to the first.
    pub is_backward: bool,
    /// The maximum number of ranges that are open at the same time.
    pub max_open_ranges: usize,
}

/// Stored keys. The value of a key is its index in a list of the caller.
pub type Table = BTreeMap<Vec<u8>, usize>;

/// A function that opens a range of a table. All queries of a key share this type, so that a scan is compiled once per
/// key.
type Open<'t> = Box<dyn FnMut(KeyRange) -> btree_map::Range<'t, Vec<u8>, usize> + 't>;

fn open(table: &Table) -> Open<'_> {
    Box::new(|range| table.range(range))
}

impl Answer {
    /// Returns the answer of a query with one range. Checks that `ranges()` yields the same range, or nothing if
    /// the range is empty.
    pub fn one(range: KeyRange, ranges: rowkey::Ranges) -> Answer {
        let expected: Vec<KeyRange> = Some(range.clone()).filter(|range| !range.is_empty()).into_iter().collect();
        assert_eq!(ranges.collect::<Vec<KeyRange>>(), expected);
        Answer { ranges: vec![range], rows: None, records: None }
    }

    /// Returns the answer of a query with several ranges.
    pub fn many(ranges: rowkey::Ranges) -> Answer {
        Answer { ranges: ranges.collect(), rows: None, records: None }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source)
    }
}

/// The result of `decode`, as values of the model.
pub type Decoded = Result<Vec<Value>, DecodeError>;

/// The results of every way to encode a key.
#[derive(Debug)]
pub struct Encoded {
    /// The result of `try_encode`.
    pub tried: Result<Vec<u8>, EncodeError>,
    /// The buffer after `encode_into`, which appends the key to `EARLIER_BYTES`.
    pub appended: Vec<u8>,
    /// The result of `encode`, or `None` if the key type has no `encode`.
    pub infallible: Option<Vec<u8>>,
}

/// The contents of the buffer to which a key is appended.
pub(super) const EARLIER_BYTES: &[u8] = b"before";

/// Encodes a key in every way. `infallible` is the result of `encode`.
pub fn encoded<K: RowKey>(key: &K, infallible: Option<Vec<u8>>) -> Encoded {
    let mut encoded = Encoded { tried: key.try_encode().map(Into::into), appended: EARLIER_BYTES.to_vec(), infallible };
    let appended = key.encode_into(&mut encoded.appended);
    encoded.assert_agrees(&appended);
    encoded
}

impl Encoded {
    fn assert_agrees(&self, appended: &Result<(), EncodeError>) {
        assert_eq!(appended.is_ok(), self.tried.is_ok());
    }
}

/// Converts a value of the model to a Rust value: to the type of a field, or to the argument of the prefix method that
/// sets the field.
pub trait FromValue<'v> {
    /// Panics if the value is of another type.
    fn from_value(value: &'v Value) -> Self;
}

macro_rules! from_value {
    ($($type:ty: $pattern:pat => $value:expr;)+) => {$(
        impl<'v> FromValue<'v> for $type {
            fn from_value(value: &'v Value) -> Self {
                match value {
                    $pattern => $value,
                    other => panic!("{other:?} is not of the type {}", stringify!($type)),
                }
            }
        }
    )+};
}

from_value! {
    u8: Value::U(number, 1) => (*number).try_into().unwrap();
    u16: Value::U(number, 2) => (*number).try_into().unwrap();
    u32: Value::U(number, 4) => (*number).try_into().unwrap();
    u64: Value::U(number, 8) => (*number).try_into().unwrap();
    u128: Value::U(number, 16) => *number;
    i8: Value::I(number, 1) => (*number).try_into().unwrap();
    i16: Value::I(number, 2) => (*number).try_into().unwrap();
    i32: Value::I(number, 4) => (*number).try_into().unwrap();
    i64: Value::I(number, 8) => (*number).try_into().unwrap();
    i128: Value::I(number, 16) => *number;
    bool: Value::Bool(value) => *value;
    char: Value::Char(value) => *value;
    f32: Value::F32(bits) => f32::from_bits(*bits);
    f64: Value::F64(bits) => f64::from_bits(*bits);
    &'v str: Value::Str(text) => text;
    String: Value::Str(text) => text.clone();
    &'v String: Value::Str(text) => text;
    Cow<'v, str>: Value::Str(text) => Cow::Borrowed(text);
    Box<str>: Value::Str(text) => text.as_str().into();
    &'v [u8]: Value::Bytes(bytes) => bytes;
    &'v Vec<u8>: Value::Bytes(bytes) => bytes;
    Vec<u8>: Value::Bytes(bytes) => bytes.clone();
    Cow<'v, [u8]>: Value::Bytes(bytes) => Cow::Borrowed(bytes);
    Box<[u8]>: Value::Bytes(bytes) => bytes.as_slice().into();
}

/// The prefix method that sets a list takes a slice. The tests leak the slice.
impl<'v: 'a, 'a, T: FromValue<'v> + Element + 'a> FromValue<'v> for &'a [T] {
    fn from_value(value: &'v Value) -> Self {
        <Vec<T>>::from_value(value).leak()
    }
}

impl<'v, T: FromValue<'v> + Element> FromValue<'v> for Vec<T> {
    fn from_value(value: &'v Value) -> Self {
        let Value::List(list) = value else { panic!("{value:?} is not a list") };
        list.iter().map(T::from_value).collect()
    }
}

impl<'v, T: FromValue<'v> + Element, const N: usize> FromValue<'v> for [T; N] {
    fn from_value(value: &'v Value) -> Self {
        let elements = <Vec<T>>::from_value(value);
        elements.try_into().unwrap_or_else(|_| panic!("{value:?} has another number of elements"))
    }
}

impl<const N: usize> FromValue<'_> for [u8; N] {
    fn from_value(value: &Value) -> Self {
        match value {
            Value::Array(bytes) => bytes.as_slice().try_into().unwrap(),
            other => panic!("{other:?} is not an array"),
        }
    }
}

impl<'v, T: FromValue<'v>> FromValue<'v> for Option<T> {
    fn from_value(value: &'v Value) -> Self {
        match value {
            Value::Opt(value) => value.as_ref().map(|value| T::from_value(value)),
            other => panic!("{other:?} is not an option"),
        }
    }
}

/// Converts the bounds of a field. `equal`, the prefix method that sets the field, only tells the compiler the type of
/// a bound.
pub fn bounds<'v, P, A: FromValue<'v>, N>(
    _prefix: &P,
    _equal: impl Fn(P, A) -> N,
    (start, end): (&'v Bound<Value>, &'v Bound<Value>),
) -> (Bound<A>, Bound<A>) {
    (start.as_ref().map(A::from_value), end.as_ref().map(A::from_value))
}

/// Calls a method that a key has only if its fields allow it: `(&&Probe::<Key>::default()).decode(bytes)`. The compiler
/// picks the method of the trait for `&Probe` if the key satisfies its trait bounds, and otherwise the method of
/// `Probe`, which returns `None`.
#[derive(Debug)]
pub struct Probe<K>(PhantomData<K>);

impl<K> Default for Probe<K> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Calls `encode` if the key type has this method.
pub trait EncodeIfTotal<K> {
    /// Returns `None` if the key type has no `encode`.
    fn encode(&self, key: &K) -> Option<Vec<u8>>;
}

impl<K: TotalKey> EncodeIfTotal<K> for &Probe<K> {
    fn encode(&self, key: &K) -> Option<Vec<u8>> {
        Some(key.encode().into())
    }
}

impl<K> EncodeIfTotal<K> for Probe<K> {
    fn encode(&self, _: &K) -> Option<Vec<u8>> {
        None
    }
}

/// Calls `decode` if the key type has this method.
pub trait DecodeIfPossible<'b, K> {
    /// Returns `None` if the key type has no `decode`.
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>>;
}

impl<'b, K: DecodeKey<'b>> DecodeIfPossible<'b, K> for &Probe<K> {
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>> {
        Some(K::decode(bytes))
    }
}

impl<'b, K> DecodeIfPossible<'b, K> for Probe<K> {
    fn decode(&self, _: &'b [u8]) -> Option<Result<K, DecodeError>> {
        None
    }
}

/// Scans a table if the key type has scans.
pub trait ScanIfPossible<K> {
    /// Returns the keys that the scan reads, split into fields by `values`. Returns `None` if the key type has no
    /// scans.
    fn scan(
        &self,
        query: impl rowkey::Query<Key = K>,
        reading: &Reading<'_>,
        values: fn(K) -> Vec<Value>,
    ) -> Option<Vec<Vec<Value>>>;
}

impl<K: OwnedKey> ScanIfPossible<K> for &Probe<K> {
    fn scan(
        &self,
        query: impl rowkey::Query<Key = K>,
        reading: &Reading<'_>,
        values: fn(K) -> Vec<Value>,
    ) -> Option<Vec<Vec<Value>>> {
        let open = open(reading.table);
        let scan = if reading.is_backward { query.scan(open).rev() } else { query.scan(open) };
        let scan = match reading.after {
            Some(after) => scan.after(after),
            None => scan,
        };
        Some(collect_keys(&mut scan.max_open_ranges(reading.max_open_ranges), values))
    }
}

/// Collects the keys of a scan. A separate function, so that the loop is compiled once per key and not for each query.
fn collect_keys<K>(
    rows: &mut dyn Iterator<Item = Result<(K, &usize), ScanError<std::convert::Infallible>>>,
    values: fn(K) -> Vec<Value>,
) -> Vec<Vec<Value>> {
    rows.map(|row| values(row.expect("a row of this key").0)).collect()
}

impl<K> ScanIfPossible<K> for Probe<K> {
    fn scan(&self, _: impl rowkey::Query<Key = K>, _: &Reading<'_>, _: fn(K) -> Vec<Value>) -> Option<Vec<Vec<Value>>> {
        None
    }
}
