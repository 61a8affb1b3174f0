//! A derived key as the laws see it: its model, and its methods over the model's values.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Bound;

use rowkey::{DecodeError, DecodeKey, EncodeError, KeyRange, RowKey, TotalKey};
use rowkey_tests::model::{Layout, Query, Value};

/// A derived key and its model; [`key!`](crate::key) makes one.
pub(crate) struct Subject {
    /// The struct as written.
    pub(crate) source: &'static str,
    /// The same in the terms of the model.
    pub(crate) model: Layout,
    /// What the key says of itself.
    pub(crate) layout: rowkey::Layout,
    /// Encodes the key of these values.
    pub(crate) encode: fn(&[Value]) -> Encoded,
    /// The values of a key; `None` where the key has no `decode`.
    pub(crate) decode: fn(&[u8]) -> Option<Result<Vec<Value>, DecodeError>>,
    /// The ranges that answer a question; `None` where the key has no method for it.
    pub(crate) ranges: fn(&Query) -> Option<Vec<KeyRange>>,
}

/// What every way to encode a key gave.
pub(crate) struct Encoded {
    /// `try_encode`.
    pub(crate) tried: Result<Vec<u8>, EncodeError>,
    /// `encode_into`, behind [`BEFORE`].
    pub(crate) appended: Vec<u8>,
    /// `encode`, where the key has it.
    pub(crate) infallible: Option<Vec<u8>>,
}

/// What stands in a buffer before a key is appended to it.
pub(crate) const BEFORE: &[u8] = b"before";

pub(crate) fn encoded<K: RowKey>(key: &K, infallible: Option<Vec<u8>>) -> Encoded {
    let mut appended = BEFORE.to_vec();
    let tried = key.try_encode().map(Into::into);
    assert_eq!(key.encode_into(&mut appended).is_ok(), tried.is_ok());
    Encoded { tried, appended, infallible }
}

/// A Rust value from a value of the model: what a field holds, or what equality on it takes.
pub(crate) trait Given<'v> {
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
pub(crate) fn bounds<'v, P, A: Given<'v>, N>(
    _prefix: &P,
    _equal: impl Fn(P, A) -> N,
    (start, end): (&'v Bound<Value>, &'v Bound<Value>),
) -> (Bound<A>, Bound<A>) {
    (start.as_ref().map(A::given), end.as_ref().map(A::given))
}

/// Calls what a key has only if its fields allow it: `(&&Probe::of(key)).encode()`. Methods of `&Probe` come before those
/// of `Probe`.
pub(crate) struct Probe<K>(PhantomData<K>);

impl<K> Probe<K> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

pub(crate) trait Infallible<K> {
    fn encode(&self, key: &K) -> Option<Vec<u8>>;
}

impl<K: TotalKey> Infallible<K> for &Probe<K> {
    fn encode(&self, key: &K) -> Option<Vec<u8>> {
        Some(key.encode().into())
    }
}

pub(crate) trait Fallible<K> {
    fn encode(&self, key: &K) -> Option<Vec<u8>>;
}

impl<K> Fallible<K> for Probe<K> {
    fn encode(&self, _: &K) -> Option<Vec<u8>> {
        None
    }
}

pub(crate) trait Decodable<'b, K> {
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>>;
}

impl<'b, K: DecodeKey<'b>> Decodable<'b, K> for &Probe<K> {
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>> {
        Some(K::decode(bytes))
    }
}

pub(crate) trait Undecodable<'b, K> {
    fn decode(&self, bytes: &'b [u8]) -> Option<Result<K, DecodeError>>;
}

impl<'b, K> Undecodable<'b, K> for Probe<K> {
    fn decode(&self, _: &'b [u8]) -> Option<Result<K, DecodeError>> {
        None
    }
}
