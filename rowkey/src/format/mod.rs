//! Formats of your own: the rules by which another system writes values of every kind.
//!
#![doc = include_str!("../../docs/format.md")]

pub(crate) mod bytes;
pub(crate) mod field;
mod types;

pub use self::types::{ByteCount, Kind, Null, Structs, Type};
pub use crate::codec::BoundPlace;
pub use crate::wire::decimal::DecimalParts;
pub use crate::wire::float::{from_stored as float_of_plain, to_stored as plain_float};
pub use crate::wire::integer::Number;
pub use crate::wire::reader::Reader;
pub use crate::wire::sink::Sink;

#[cfg(feature = "testing")]
pub(crate) use self::types::Has;
use self::types::Table;
use crate::error::DecodeError;
use alloc::vec::Vec;

/// One rule for every kind of values: `#[rowkey(codec = F)]` on a field, or `#[rowkey(fields = F)]` above a struct, stores
/// fields in the format `F`.
///
/// A format is to the fields of a key what a serde format is to serde. Its [table](Self::TYPES) says to the compiler which kinds
/// it has, and what their bytes promise. Fields of newtypes, `NonZero` integers, `Option`s, `#[descending]` fields, `&str`
/// arguments, `_in` and `_starts_with` follow from it. To store one type of your own, write a [`Codec`](crate::Codec).
///
/// Formats exchange values as plain bytes, which [`Kind`] describes. The [page of this module](self) has an example.
/// `rowkey::testing::format` tests a format.
pub trait Format: 'static {
    /// The name in printed layouts and in error messages. Fingerprints contain it, so it must not change once keys are stored.
    const NAME: &'static str;

    /// The kinds of values that the format has: a row for each. If several rows have the type of a field, the first one is used.
    const TYPES: &'static [Type];

    /// The `None` of the kinds whose rows are [`optional`](Type::optional). The default is that of keys without a format.
    const NULL: Null = Null::PLAIN;

    /// The form of a struct that derives [`KeyField`](crate::KeyField), if all its fields are in the format.
    const STRUCTS: Structs = Structs::Unsupported;

    /// The reason why an `Option` cannot be descending, and what to write instead. `None` if an `Option` can be descending.
    const DESCENDING_NULL: Option<(&'static str, &'static str)> = None;

    /// Appends a value. `last` is true if the key ends after the value. It is false for a descending field and for a field of a
    /// struct: their bytes have an end wherever they are. Must encode every value for which
    /// [`unencodable`](Self::unencodable) returns `None`.
    fn write<S: Sink>(kind: Kind, plain: &[u8], last: bool, out: &mut S);

    /// Reads a value, and appends its plain bytes to `plain`. May accept bytes that [`write`](Self::write) would not write: the
    /// key writes the value again and compares.
    ///
    /// # Errors
    /// The bytes are not a value of this kind.
    fn read<S: Sink>(kind: Kind, last: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError>;

    /// Appends a bound of the values that begin with `beginning`: the bytes that are the beginning of all their encodings. For the
    /// lower bound, `place` is [`Before`](BoundPlace::Before), and the bytes can be those of the least such value. Returns false if
    /// there are no such values. Called only for kinds whose rows say [`starts_alike`](Type::starts_alike).
    fn write_beginning(kind: Kind, beginning: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> bool {
        let _ = (kind, beginning, place, out);
        false
    }

    /// Returns a description of the value if the format cannot encode the value. Returns `None` for all values of kinds whose
    /// rows do not say [`some_values`](Type::some_values).
    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        let _ = (kind, plain);
        None
    }

    /// Returns the bytes before or after a value, for the bound of a range, if these are not the bytes of the value: if other
    /// programs also write the value in another way.
    fn bound(kind: Kind, plain: &[u8], place: BoundPlace) -> Option<&'static [u8]> {
        let _ = (kind, plain, place);
        None
    }
}

/// A value that a format cannot encode, and the nearest value that it can encode. If a bound of a range is such a value, the
/// bound moves to the nearest value.
///
/// No value that the format can encode may be between the two. For example, a format cannot encode the letter `a`. Then no text is
/// the nearest text before `xa`, because `x`, `x1` and `x11` all sort before `xa`. So `xa` is [`before`](Self::before) the text `xb`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unencodable {
    /// The plain bytes. `None` if the value sorts before all values that the format can encode.
    pub(crate) nearest: Option<Vec<u8>>,
    /// Where the value sorts relative to the nearest value. `None` if both values are equal.
    pub(crate) place: Option<BoundPlace>,
    pub(crate) why: &'static str,
}

impl Unencodable {
    /// Describes a value that sorts before the value with the plain bytes `nearest`. `why` is the message of the error.
    pub fn before(nearest: impl Into<Vec<u8>>, why: &'static str) -> Self {
        Self { nearest: Some(nearest.into()), place: Some(BoundPlace::Before), why }
    }

    /// Describes a value that sorts after the value with the plain bytes `nearest`.
    pub fn after(nearest: impl Into<Vec<u8>>, why: &'static str) -> Self {
        Self { nearest: Some(nearest.into()), place: Some(BoundPlace::After), why }
    }

    /// Describes a value that is equal to the value with the plain bytes `nearest`, as 2.00 is equal to 2. A query for the value
    /// finds the equal value.
    pub fn equal_to(nearest: impl Into<Vec<u8>>, why: &'static str) -> Self {
        Self { nearest: Some(nearest.into()), place: None, why }
    }

    /// Describes a value of a kind that does not sort.
    pub const fn unsorted(why: &'static str) -> Self {
        Self::before_all(why)
    }

    /// Describes a value that sorts before all values that the format can encode.
    pub const fn before_all(why: &'static str) -> Self {
        Self { nearest: None, place: Some(BoundPlace::Before), why }
    }
}

pub(crate) const fn table<F: Format + ?Sized>() -> Table {
    Table { name: F::NAME, types: F::TYPES, null: F::NULL, structs: F::STRUCTS, descending_null: F::DESCENDING_NULL }
}
