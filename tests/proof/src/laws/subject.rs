//! A derived key as the laws see it: its model, and its methods over the model's values.

use std::borrow::Cow;
use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Bound;

use crate::model::{Layout, Query, Value};
use rowkey::{DecodeError, DecodeKey, EncodeError, KeyRange, OwnedKey, RowKey, ScanError, TotalKey};

/// A derived key and its model; [`key!`](crate::key) makes one.
#[derive(Debug)]
pub struct Subject {
    /// The struct as written.
    pub source: &'static str,
    /// The same in the terms of the model.
    pub model: Layout,
    /// What the key says of itself.
    pub layout: &'static rowkey::Layout,
    /// Which fields borrow.
    pub borrowed: Vec<bool>,
    /// The range of the whole table.
    pub all: KeyRange,
    /// Encodes the key of these values.
    pub encode: fn(&[Value]) -> Encoded,
    /// The values of a key; `None` where the key has no `decode`.
    pub decode: fn(&[u8]) -> Option<Decoded>,
    /// Answers a question, and reads a table if there is one; `None` where the key has no method for it.
    pub ask: fn(&Query, Option<&Reading<'_>>) -> Option<Answer>,
}

impl Subject {
    /// The ranges that answer a question; `None` where the key has no method for it.
    pub fn ranges(&self, query: &Query) -> Option<Vec<KeyRange>> {
        (self.ask)(query, None).map(|answer| answer.ranges)
    }
}

/// The answer to a question.
#[derive(Debug)]
pub struct Answer {
    /// The ranges that hold the keys.
    pub ranges: Vec<KeyRange>,
    /// What a scan reads from the table; `None` without one, and where the key has no scan.
    pub rows: Option<Vec<Vec<Value>>>,
}

/// How a scan reads a table.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'t> {
    /// The keys.
    pub table: &'t Table,
    /// The stored key after which the scan continues.
    pub after: Option<&'t [u8]>,
    /// From the last row to the first.
    pub is_backward: bool,
    /// How many ranges are open at once.
    pub max_open_ranges: usize,
}

/// Stored keys, with their places.
pub type Table = BTreeMap<Vec<u8>, usize>;

/// What opens a range of a table: one type for all keys, so that a scan is compiled once for each.
type Open<'t> = Box<dyn FnMut(KeyRange) -> btree_map::Range<'t, Vec<u8>, usize> + 't>;

fn open(table: &Table) -> Open<'_> {
    Box::new(|range| table.range(range))
}

impl Answer {
    /// The one range of a question, which is also all that `ranges()` gives; nothing where no key is asked for.
    pub fn one(range: KeyRange, ranges: rowkey::Ranges) -> Answer {
        let expected: Vec<KeyRange> = Some(range.clone()).filter(|range| !range.is_empty()).into_iter().collect();
        assert_eq!(ranges.collect::<Vec<KeyRange>>(), expected);
        Answer { ranges: vec![range], rows: None }
    }

    /// The ranges of a question.
    pub fn many(ranges: rowkey::Ranges) -> Answer {
        Answer { ranges: ranges.collect(), rows: None }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source)
    }
}

/// What `decode` gives, as values of the model.
pub type Decoded = Result<Vec<Value>, DecodeError>;

/// What every way to encode a key gave.
#[derive(Debug)]
pub struct Encoded {
    /// `try_encode`.
    pub tried: Result<Vec<u8>, EncodeError>,
    /// `encode_into`, behind `BEFORE`.
    pub appended: Vec<u8>,
    /// `encode`, where the key has it.
    pub infallible: Option<Vec<u8>>,
}

/// What stands in a buffer before a key is appended to it.
pub(super) const BEFORE: &[u8] = b"before";

/// Encodes a key in every way; `infallible` is what `encode` gave.
pub fn encoded<K: RowKey>(key: &K, infallible: Option<Vec<u8>>) -> Encoded {
    let mut encoded = Encoded { tried: key.try_encode().map(Into::into), appended: BEFORE.to_vec(), infallible };
    let appended = key.encode_into(&mut encoded.appended);
    encoded.assert_agrees(&appended);
    encoded
}

impl Encoded {
    fn assert_agrees(&self, appended: &Result<(), EncodeError>) {
        assert_eq!(appended.is_ok(), self.tried.is_ok());
    }
}

/// A Rust value from a value of the model: what a field holds, or what equality on it takes.
pub trait Given<'v> {
    /// Panics when the value is of another type.
    fn given(value: &'v Value) -> Self;
}

macro_rules! given {
    ($($type:ty: $pattern:pat => $value:expr;)+) => {$(
        impl<'v> Given<'v> for $type {
            fn given(value: &'v Value) -> Self {
                match value {
                    $pattern => $value,
                    other => panic!("{other:?} is no {}", stringify!($type)),
                }
            }
        }
    )+};
}

given! {
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
    Cow<'v, str>: Value::Str(text) => Cow::Borrowed(text);
    Box<str>: Value::Str(text) => text.as_str().into();
    &'v [u8]: Value::Bytes(bytes) => bytes;
    &'v Vec<u8>: Value::Bytes(bytes) => bytes;
    Vec<u8>: Value::Bytes(bytes) => bytes.clone();
    Cow<'v, [u8]>: Value::Bytes(bytes) => Cow::Borrowed(bytes);
    Box<[u8]>: Value::Bytes(bytes) => bytes.as_slice().into();
}

impl<const N: usize> Given<'_> for [u8; N] {
    fn given(value: &Value) -> Self {
        match value {
            Value::Array(bytes) => bytes.as_slice().try_into().unwrap(),
            other => panic!("{other:?} is no array"),
        }
    }
}

impl<'v, T: Given<'v>> Given<'v> for Option<T> {
    fn given(value: &'v Value) -> Self {
        match value {
            Value::Opt(value) => value.as_ref().map(|value| T::given(value)),
            other => panic!("{other:?} is no option"),
        }
    }
}

/// Bounds of what equality on the next field takes, which `equal` says.
pub fn bounds<'v, P, A: Given<'v>, N>(
    _prefix: &P,
    _equal: impl Fn(P, A) -> N,
    (start, end): (&'v Bound<Value>, &'v Bound<Value>),
) -> (Bound<A>, Bound<A>) {
    (start.as_ref().map(A::given), end.as_ref().map(A::given))
}

/// Calls what a key has only if its fields allow it: `(&&Probe::<Key>::default()).decode(bytes)`. The compiler takes the
/// method that a trait gives to `&Probe`, if the key is what that asks for, and otherwise the one it gives to `Probe`,
/// which finds nothing.
#[derive(Debug)]
pub struct Probe<K>(PhantomData<K>);

impl<K> Default for Probe<K> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Of a key that has `encode`.
pub trait Infallible<K> {
    /// Its bytes.
    fn encode(&self, key: &K) -> Option<Vec<u8>>;
}

impl<K: TotalKey> Infallible<K> for &Probe<K> {
    fn encode(&self, key: &K) -> Option<Vec<u8>> {
        Some(key.encode().into())
    }
}

impl<K> Infallible<K> for Probe<K> {
    fn encode(&self, _: &K) -> Option<Vec<u8>> {
        None
    }
}

/// Of a key that has `decode`.
pub trait Decodable<'b, K> {
    /// What it gives.
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>>;
}

impl<'b, K: DecodeKey<'b>> Decodable<'b, K> for &Probe<K> {
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>> {
        Some(K::decode(bytes))
    }
}

impl<'b, K> Decodable<'b, K> for Probe<K> {
    fn decode(&self, _: &'b [u8]) -> Option<Result<K, DecodeError>> {
        None
    }
}

/// Of a key that has a scan.
pub trait Scannable<K> {
    /// The keys that it reads, as `values` takes them apart.
    fn scan(
        &self,
        question: impl rowkey::Query<Key = K>,
        reading: &Reading<'_>,
        values: fn(K) -> Vec<Value>,
    ) -> Option<Vec<Vec<Value>>>;
}

impl<K: OwnedKey> Scannable<K> for &Probe<K> {
    fn scan(
        &self,
        question: impl rowkey::Query<Key = K>,
        reading: &Reading<'_>,
        values: fn(K) -> Vec<Value>,
    ) -> Option<Vec<Vec<Value>>> {
        let open = open(reading.table);
        let scan = if reading.is_backward { question.scan(open).rev() } else { question.scan(open) };
        let scan = match reading.after {
            Some(after) => scan.after(after),
            None => scan,
        };
        Some(collected(&mut scan.max_open_ranges(reading.max_open_ranges), values))
    }
}

/// Apart from the scan, which is compiled for each question.
fn collected<K>(
    rows: &mut dyn Iterator<Item = Result<(K, &usize), ScanError<std::convert::Infallible>>>,
    values: fn(K) -> Vec<Value>,
) -> Vec<Vec<Value>> {
    rows.map(|row| values(row.expect("a row of this key").0)).collect()
}

impl<K> Scannable<K> for Probe<K> {
    fn scan(&self, _: impl rowkey::Query<Key = K>, _: &Reading<'_>, _: fn(K) -> Vec<Value>) -> Option<Vec<Vec<Value>>> {
        None
    }
}
