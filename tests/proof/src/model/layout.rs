//! Layouts: the fields of a key, their separators, and the bytes before them.

use std::borrow::Cow;

use super::{Digest, Salt, Value};

/// The type of a field.
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
    /// An `Option` of this kind.
    Opt(Box<Kind>),
    /// A struct of these fields.
    Struct(Vec<Field>),
    /// An enum whose variants have these codes.
    Enum(Vec<Vec<u8>>),
}

impl Kind {
    /// Checks whether the value is of this type.
    pub fn holds(&self, value: &Value) -> bool {
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
            (Kind::Opt(inner), Value::Opt(Some(value))) => inner.holds(value),
            (Kind::Struct(fields), Value::Struct(values)) => {
                fields.len() == values.len() && fields.iter().zip(values).all(|(field, value)| field.holds(value))
            }
            (Kind::Enum(codes), Value::Variant(place)) => *place < codes.len(),
            _ => false,
        }
    }

    /// Checks whether this kind is an integer.
    pub fn is_integer(&self) -> bool {
        matches!(self, Kind::U(_) | Kind::I(_))
    }

    /// Checks whether this kind is text or bytes, or an `Option` of those (layout page, section 1).
    pub fn is_open(&self) -> bool {
        match self {
            Kind::Str | Kind::Bytes => true,
            Kind::Opt(inner) => inner.is_open(),
            _ => false,
        }
    }
}

/// A Rust type that is a [`Kind`].
pub trait Typed {
    /// True if values of the type can only be borrowed.
    const BORROWS: bool = false;

    /// The kind of the type.
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

/// Padding (layout page, section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pad {
    /// The width: digits of an integer, bytes of a text.
    pub width: usize,
    /// The fill byte of a text. Integers are always filled with zeros.
    pub fill: u8,
}

/// A hash in place of the field (layout page, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash {
    /// The algorithm.
    pub digest: Digest,
    /// The number of bytes of the digest.
    pub size: usize,
    /// True if the bytes are written as hexadecimal digits.
    pub hex: bool,
}

/// A field of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its type.
    pub kind: Kind,
    /// `#[pad(..)]`.
    pub pad: Option<Pad>,
    /// `#[descending]`.
    pub descending: bool,
    /// `#[reverse]`.
    pub reverse: bool,
    /// `#[hash(..)]`.
    pub hash: Option<Hash>,
}

impl Field {
    /// A field of this type without attributes.
    pub fn new(kind: Kind) -> Field {
        Field { kind, pad: None, descending: false, reverse: false, hash: None }
    }

    /// A field of this Rust type without attributes.
    pub fn of<T: Typed>() -> Field {
        Field::new(T::kind())
    }

    /// `#[pad(width)]`.
    #[must_use]
    pub fn pad(self, width: usize) -> Field {
        self.pad_with(width, 0)
    }

    /// `#[pad(width, 'fill')]`.
    #[must_use]
    pub fn pad_with(self, width: usize, fill: u8) -> Field {
        Field { pad: Some(Pad { width, fill }), ..self }
    }

    /// `#[descending]`.
    #[must_use]
    pub fn descending(self) -> Field {
        Field { descending: true, ..self }
    }

    /// `#[reverse]`.
    #[must_use]
    pub fn reverse(self) -> Field {
        Field { reverse: true, ..self }
    }

    /// `#[hash(digest, size)]`.
    #[must_use]
    pub fn hash(self, digest: Digest, size: usize) -> Field {
        Field { hash: Some(Hash { digest, size, hex: false }), ..self }
    }

    /// `#[hash(digest, size, hex)]`.
    #[must_use]
    pub fn hash_hex(self, digest: Digest, size: usize) -> Field {
        Field { hash: Some(Hash { digest, size, hex: true }), ..self }
    }

    /// Checks whether the value is valid for this field of a struct.
    fn holds(&self, value: &Value) -> bool {
        match value {
            Value::Descending(value) => self.descending && self.kind.holds(value),
            value => !self.descending && self.kind.holds(value),
        }
    }

    /// Checks whether the field has variable length: its type has, and neither padding nor hashing makes its width
    /// fixed (layout page, section 1).
    pub fn is_open(&self) -> bool {
        self.kind.is_open() && self.pad.is_none() && self.hash.is_none()
    }

    /// The reason why the field is invalid by itself, if it is (layout page, section 11.1).
    fn mistake(&self) -> Option<&'static str> {
        if let Kind::Struct(fields) = &self.kind
            && let Some(mistake) = fields.iter().find_map(Field::mistake)
        {
            return Some(mistake);
        }
        let plain = self.pad.is_none() && !self.descending && !self.reverse;
        if let Some(hash) = self.hash {
            return if !plain {
                Some("hash excludes pad, descending and reverse")
            } else if hash.size == 0 || hash.size > hash.digest.width() {
                Some("a hash has 1 byte to as many as the digest")
            } else {
                None
            };
        }
        if self.reverse && self.descending {
            return Some("reverse and descending exclude each other");
        }
        let has_reverse = matches!(self.kind, Kind::U(_) | Kind::I(_) | Kind::Str | Kind::Bytes | Kind::Array(_));
        if self.reverse && !has_reverse {
            return Some("reverse is for integers, text, bytes and arrays");
        }
        let pad = self.pad?;
        match self.kind {
            _ if pad.width == 0 => Some("a pad has a width"),
            Kind::U(_) | Kind::I(_) if pad.width > 39 => Some("an integer has at most 39 digits"),
            Kind::U(_) | Kind::I(_) if pad.fill != 0 => Some("an integer has no pad character"),
            Kind::Str if !pad.fill.is_ascii() => Some("a pad character is ASCII"),
            Kind::U(_) | Kind::I(_) | Kind::Str => None,
            _ => Some("pad is for integers and text"),
        }
    }
}

/// The bytes after fields (layout page, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// No separator: variable-length fields are escaped.
    None,
    /// This byte between all fields.
    Delimiter(u8),
    /// This byte after each variable-length field that needs a terminator.
    Terminator(u8),
}

/// A key type.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Constant bytes before everything.
    pub namespace: Vec<u8>,
    /// The bytes after fields.
    pub separator: Separator,
    /// The salt between the namespace and the fields.
    pub salt: Option<Salt>,
    /// The fields, in order.
    pub fields: Vec<Field>,
}

impl Layout {
    /// A layout of these fields, without namespace, separator and salt.
    pub fn new(fields: impl IntoIterator<Item = Field>) -> Layout {
        Layout { namespace: Vec::new(), separator: Separator::None, salt: None, fields: fields.into_iter().collect() }
    }

    /// `#[rowkey(namespace = "..")]`.
    #[must_use]
    pub fn namespace(self, namespace: impl Into<Vec<u8>>) -> Layout {
        Layout { namespace: namespace.into(), ..self }
    }

    /// `#[rowkey(delimiter = '.')]`.
    #[must_use]
    pub fn delimiter(self, byte: u8) -> Layout {
        self.separated(Separator::Delimiter(byte))
    }

    /// `#[rowkey(terminator = '.')]`.
    #[must_use]
    pub fn terminator(self, byte: u8) -> Layout {
        self.separated(Separator::Terminator(byte))
    }

    /// The layout with this separator.
    #[must_use]
    pub fn separated(self, separator: Separator) -> Layout {
        Layout { separator, ..self }
    }

    /// The layout with this salt.
    #[must_use]
    pub fn salt(self, salt: Salt) -> Layout {
        Layout { salt: Some(salt), ..self }
    }

    /// The reason why the layout is invalid, if it is (layout page, section 11.1).
    pub fn mistake(&self) -> Option<&'static str> {
        if self.fields.is_empty() {
            return Some("a key has a field");
        }
        if let Some(mistake) = self.fields.iter().find_map(Field::mistake) {
            return Some(mistake);
        }
        if let Separator::Delimiter(byte) | Separator::Terminator(byte) = self.separator {
            if !byte.is_ascii() {
                return Some("a separator is ASCII");
            }
            if byte != 0 && self.fields.iter().any(|field| field.is_open() && field.descending) {
                return Some("a descending open field wants the separator '\\0' or none");
            }
        }
        self.salt.as_ref().and_then(|salt| salt.mistake(&self.fields))
    }
}
