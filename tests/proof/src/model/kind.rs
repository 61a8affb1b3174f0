//! [`Kind`], the type of a field in the model (a second implementation of the key encoding, for tests), and [`Typed`],
//! which gives the kind of a Rust type.

use std::borrow::Cow;

use super::{Field, Value};

/// The type of a field in the model. Rust types that are encoded alike, such as `String` and `&str`, have the same
/// kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An unsigned integer of this many bytes.
    U(usize),
    /// A signed integer of this many bytes.
    I(usize),
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// Text.
    Str,
    /// Bytes.
    Bytes,
    /// An array of this many bytes.
    Array(usize),
    /// An array of this many elements that are not bytes.
    Elements(Box<Kind>, usize),
    /// An `Option` of this kind.
    Opt(Box<Kind>),
    /// A list of elements of this kind.
    List(Box<Kind>),
    /// A struct of these fields.
    Struct(Vec<Field>),
    /// An enum whose variants have no data: the code of each variant.
    UnitEnum(Vec<Vec<u8>>),
    /// An enum whose variants have data: the code and the fields of each variant.
    DataEnum(Vec<(Vec<u8>, Vec<Field>)>),
}

impl Kind {
    /// Checks whether the value is of this type.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::U(width), Value::U(_, bytes)) | (Kind::I(width), Value::I(_, bytes)) => width == bytes,
            (Kind::Array(width), Value::Array(bytes)) => *width == bytes.len(),
            (Kind::Bool, Value::Bool(_))
            | (Kind::Char, Value::Char(_))
            | (Kind::F32, Value::F32(_))
            | (Kind::F64, Value::F64(_))
            | (Kind::Str, Value::Str(_))
            | (Kind::Bytes, Value::Bytes(_))
            | (Kind::Opt(_), Value::Opt(None)) => true,
            (Kind::Opt(inner), Value::Opt(Some(value))) => inner.contains(value),
            (Kind::List(element), Value::List(values)) => values.iter().all(|value| element.contains(value)),
            (Kind::Elements(element, count), Value::List(values)) => {
                values.len() == *count && values.iter().all(|value| element.contains(value))
            }
            (Kind::Struct(fields), Value::Struct(values)) => {
                fields.len() == values.len() && fields.iter().zip(values).all(|(field, value)| field.contains(value))
            }
            (Kind::UnitEnum(codes), Value::UnitVariant(index)) => *index < codes.len(),
            (Kind::DataEnum(variants), Value::DataVariant(index, values)) => variants
                .get(*index)
                .is_some_and(|(_, fields)| Kind::Struct(fields.clone()).contains(&Value::Struct(values.clone()))),
            _ => false,
        }
    }

    /// Checks whether this kind is an integer.
    pub fn is_integer(&self) -> bool {
        matches!(self, Kind::U(_) | Kind::I(_))
    }

    /// Checks whether this kind is text, bytes, or an `Option` of text or bytes (`layout.md`, section 1).
    pub fn is_variable_length(&self) -> bool {
        match self {
            Kind::Str | Kind::Bytes => true,
            Kind::Opt(inner) => inner.is_variable_length(),
            _ => false,
        }
    }
}

/// A Rust type that has a [`Kind`].
pub trait Typed {
    /// True if the type can only borrow its value, as `&str` does.
    const BORROWS: bool = false;

    /// True if the type has a codec that a test defines. The codec must write the same bytes as the type without a
    /// codec.
    const OWN_CODEC: bool = false;

    /// Returns the kind of the type.
    fn kind() -> Kind;
}

macro_rules! typed {
    ($($type:ty => $kind:expr;)+) => {$(
        impl Typed for $type {
            fn kind() -> Kind {
                $kind
            }
        }
    )+};
}

typed! {
    u8 => Kind::U(1); u16 => Kind::U(2); u32 => Kind::U(4); u64 => Kind::U(8); u128 => Kind::U(16);
    i8 => Kind::I(1); i16 => Kind::I(2); i32 => Kind::I(4); i64 => Kind::I(8); i128 => Kind::I(16);
    bool => Kind::Bool; char => Kind::Char; f32 => Kind::F32; f64 => Kind::F64;
    String => Kind::Str; Cow<'_, str> => Kind::Str; Box<str> => Kind::Str;
    Vec<u8> => Kind::Bytes; Cow<'_, [u8]> => Kind::Bytes; Box<[u8]> => Kind::Bytes;
}

impl Typed for &str {
    const BORROWS: bool = true;

    fn kind() -> Kind {
        Kind::Str
    }
}

impl Typed for &[u8] {
    const BORROWS: bool = true;

    fn kind() -> Kind {
        Kind::Bytes
    }
}

/// An element type of arrays and lists. `u8` is not an [`Element`], because arrays and lists of bytes are
/// [`Kind::Array`] and [`Kind::Bytes`].
pub trait Element {}

macro_rules! elements {
    ($($type:ty)+) => {$(
        impl Element for $type {}
    )+};
}

elements! { u16 u32 u64 u128 i8 i16 i32 i64 i128 bool char f32 f64 String Vec<u8> }

impl<T: ?Sized> Element for &T {}
impl<T> Element for Option<T> {}
impl<T, const N: usize> Element for [T; N] {}

impl<T: Typed + Element> Typed for Vec<T> {
    fn kind() -> Kind {
        Kind::List(Box::new(T::kind()))
    }
}

impl<T: Typed + Element, const N: usize> Typed for [T; N] {
    fn kind() -> Kind {
        Kind::Elements(Box::new(T::kind()), N)
    }
}

impl<const N: usize> Typed for [u8; N] {
    fn kind() -> Kind {
        Kind::Array(N)
    }
}

impl<T: Typed> Typed for Option<T> {
    const BORROWS: bool = T::BORROWS;

    fn kind() -> Kind {
        Kind::Opt(Box::new(T::kind()))
    }
}
