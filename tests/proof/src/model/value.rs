//! [`Value`], the value of a field in the model (a second implementation of the key encoding, for tests).

use std::borrow::Cow;
use std::cmp::Ordering;

use super::Element;

/// The value of one field. Two values are equal when they have the same type and the same value; floats are compared
/// bit by bit. The derived `Ord` is only for sets; [`order`](Value::order) is the order of the values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// An unsigned integer and its width in bytes.
    U(u128, usize),
    /// A signed integer and its width in bytes.
    I(i128, usize),
    /// A boolean.
    Bool(bool),
    /// A character.
    Char(char),
    /// The bits of an `f32`.
    F32(u32),
    /// The bits of an `f64`.
    F64(u64),
    /// Text.
    Str(String),
    /// Bytes of variable length.
    Bytes(Vec<u8>),
    /// An array of bytes.
    Array(Vec<u8>),
    /// An optional value.
    Opt(Option<Box<Value>>),
    /// A list.
    List(Vec<Value>),
    /// A struct.
    Struct(Vec<Value>),
    /// A descending field of a struct.
    Descending(Box<Value>),
    /// The index of a variant of a [`Kind::UnitEnum`](super::Kind::UnitEnum).
    UnitVariant(usize),
    /// The index of a variant of a [`Kind::DataEnum`](super::Kind::DataEnum), and the values of the variant's fields.
    DataVariant(usize, Vec<Value>),
}

impl Value {
    /// Compares two values of one type as their encodings should sort (`layout.md`, section 12): text by its bytes,
    /// `None` first, floats in total order.
    pub fn order(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::U(a, _), Value::U(b, _)) => a.cmp(b),
            (Value::I(a, _), Value::I(b, _)) => a.cmp(b),
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Char(a), Value::Char(b)) => a.cmp(b),
            (Value::F32(a), Value::F32(b)) => f32::from_bits(*a).total_cmp(&f32::from_bits(*b)),
            (Value::F64(a), Value::F64(b)) => f64::from_bits(*a).total_cmp(&f64::from_bits(*b)),
            (Value::Str(a), Value::Str(b)) => a.cmp(b),
            (Value::Bytes(a), Value::Bytes(b)) | (Value::Array(a), Value::Array(b)) => a.cmp(b),
            (Value::Opt(None), Value::Opt(None)) => Ordering::Equal,
            (Value::Opt(None), Value::Opt(Some(_))) => Ordering::Less,
            (Value::Opt(Some(_)), Value::Opt(None)) => Ordering::Greater,
            (Value::Opt(Some(a)), Value::Opt(Some(b))) => a.order(b),
            (Value::List(a), Value::List(b)) => order_of_common_length(a, b).then(a.len().cmp(&b.len())),
            (Value::Struct(a), Value::Struct(b)) => order_of_common_length(a, b),
            (Value::DataVariant(a, fields), Value::DataVariant(b, others)) if a == b => {
                order_of_common_length(fields, others)
            }
            (Value::Descending(a), Value::Descending(b)) => b.order(a),
            (Value::UnitVariant(a), Value::UnitVariant(b)) | (Value::DataVariant(a, _), Value::DataVariant(b, _)) => {
                a.cmp(b)
            }
            _ => panic!("{self:?} and {other:?} do not have the same type"),
        }
    }
}

/// Returns `Equal` if one slice is a prefix of the other.
fn order_of_common_length(a: &[Value], b: &[Value]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| a.order(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Converts Rust values to the [`Value`](crate::model::Value)s of a key: `values![7u32, "a", None::<bool>]`.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        Vec::<$crate::model::Value>::from([$($crate::model::Value::from($value)),*])
    };
}

macro_rules! from_integer {
    ($($variant:ident: $($int:ty)+;)+) => {$($(
        impl From<$int> for Value {
            fn from(value: $int) -> Value {
                Value::$variant(value.into(), size_of::<$int>())
            }
        }
    )+)+};
}

from_integer! {
    U: u8 u16 u32 u64 u128;
    I: i8 i16 i32 i64 i128;
}

macro_rules! from {
    ($($from:ty, $value:ident => $to:expr;)+) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Value {
                $to
            }
        }
    )+};
}

from! {
    bool, value => Value::Bool(value);
    char, value => Value::Char(value);
    f32, value => Value::F32(value.to_bits());
    f64, value => Value::F64(value.to_bits());
    &str, value => Value::Str(value.to_owned());
    String, value => Value::Str(value);
    Cow<'_, str>, value => Value::Str(value.into_owned());
    Box<str>, value => Value::Str(value.into_string());
    &[u8], value => Value::Bytes(value.to_vec());
    Vec<u8>, value => Value::Bytes(value);
    Cow<'_, [u8]>, value => Value::Bytes(value.into_owned());
    Box<[u8]>, value => Value::Bytes(value.into_vec());
}

impl<T: Into<Value> + Element> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Value {
        Value::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value> + Element, const N: usize> From<[T; N]> for Value {
    fn from(array: [T; N]) -> Value {
        Value::List(array.into_iter().map(Into::into).collect())
    }
}

impl<const N: usize> From<[u8; N]> for Value {
    fn from(value: [u8; N]) -> Value {
        Value::Array(value.to_vec())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        Value::Opt(value.map(|inner| Box::new(inner.into())))
    }
}
