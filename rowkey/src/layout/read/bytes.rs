//! The canonical bytes of a layout. A store records them, and reads them back without the key type.
//!
//! The bytes begin with the version of this form. Each part of the layout follows in the order of the tables below: a
//! number in LEB128, text and lists after their length, a variant of an enum after its number. Numbers of variants are
//! never used again for another variant.

use super::super::format::{End, Form, FormatFacts, FormatLayout};
use super::super::{
    Code, Encoding, FieldLayout, KeySalt, Layout, LengthForm, Nested, SaltForm, SaltLayout, Separator, ValueKind,
    Variant, Widths,
};
use super::check::{checked_layout, salt_algorithm};
use crate::error::debug_as_message;
use crate::wire::reader::Reader;
use crate::wire::varint;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Increases when older releases of this library would misread new bytes.
const VERSION: u8 = 1;

/// The greatest depth of nested encodings.
const MAX_DEPTH: usize = 64;

/// The error of [`Layout::from_bytes`]: the bytes are not a layout that a key can have.
#[derive(Clone, PartialEq, Eq)]
pub struct InvalidLayout {
    message: String,
}

impl fmt::Display for InvalidLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a layout: {}", self.message)
    }
}

impl core::error::Error for InvalidLayout {}

debug_as_message!(InvalidLayout);

impl Layout {
    /// Returns the canonical bytes of the layout, which [`from_bytes`](Self::from_bytes) reads. Equal layouts have equal
    /// bytes. The stores record these bytes with each table, so that a program without the key type can read the keys.
    ///
    /// The bytes contain all that [`Display`](fmt::Display) prints, names included. To compare only how keys are
    /// encoded, use the [`fingerprint`](Self::fingerprint).
    ///
    /// ```
    /// use rowkey::{Layout, RowKey};
    ///
    /// #[derive(RowKey)]
    /// struct HostKey {
    ///     host: String,
    /// }
    ///
    /// let bytes = HostKey::LAYOUT.to_bytes();
    /// assert_eq!(bytes, b"\x01\x07HostKey\0\0\0\x01\x04host\0\0\x09");
    /// assert_eq!(&Layout::from_bytes(&bytes)?, HostKey::LAYOUT);
    /// # Ok::<(), rowkey::InvalidLayout>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        write(self)
    }

    /// Reads the bytes that [`to_bytes`](Self::to_bytes) returns. Takes time in proportion to the length of the bytes,
    /// whatever they are.
    ///
    /// # Errors
    /// The bytes are not a layout, a layout that no key can have, or written by a later release of rowkey with another
    /// form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidLayout> {
        read(bytes)
    }
}

/// Returns the version and the bytes of a part.
pub(crate) fn write(part: &impl LayoutPart) -> Vec<u8> {
    let mut out = [VERSION].to_vec();
    part.put(&mut out);
    out
}

/// Reads what [`write`] has written.
pub(crate) fn read<T: LayoutPart>(bytes: &[u8]) -> Result<T, InvalidLayout> {
    read_part(bytes).map_err(|message| InvalidLayout { message })
}

fn read_part<T: LayoutPart>(bytes: &[u8]) -> Result<T, String> {
    let mut input = Input { reader: Reader::new(bytes), depth_left: MAX_DEPTH };
    match input.byte()? {
        VERSION => {}
        found => {
            return Err(format!("the bytes have version {found}, but this release of rowkey reads version {VERSION}"));
        }
    }
    let part = T::take(&mut input)?;
    match input.reader.remaining() {
        0 => Ok(part),
        count => Err(format!("{count} bytes follow the layout")),
    }
}

pub(crate) struct Input<'de> {
    reader: Reader<'de>,
    depth_left: usize,
}

impl Input<'_> {
    pub(crate) fn error<T>(&self, reason: &str) -> Result<T, String> {
        Err(format!("{reason} at byte {}", self.reader.offset()))
    }

    pub(crate) fn byte(&mut self) -> Result<u8, String> {
        self.reader.byte().map_err(|_| "the bytes end too early".to_owned())
    }

    /// Reads the number of items in a list. Each item has at least one byte, so a list is never longer than the input.
    fn count(&mut self) -> Result<usize, String> {
        let count = usize::take(self)?;
        if count <= self.reader.remaining() { Ok(count) } else { self.error("a list is longer than the bytes") }
    }
}

/// A part of a layout, or of the description of a table.
pub(crate) trait LayoutPart: Sized {
    fn put(&self, out: &mut Vec<u8>);

    fn take(input: &mut Input<'_>) -> Result<Self, String>;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl LayoutPart for $number {
            fn put(&self, out: &mut Vec<u8>) {
                // No number of a layout has more bits.
                varint::write_leb128(u128::try_from(*self).unwrap_or(u128::MAX), out);
            }

            fn take(input: &mut Input<'_>) -> Result<Self, String> {
                let number = varint::read_leb128(&mut input.reader).ok().and_then(|number| Self::try_from(number).ok());
                number.map_or_else(|| input.error("a number is missing or too great"), Ok)
            }
        }
    )*};
}

numbers!(u8, u32, u64, u128, usize);

macro_rules! signed {
    ($($number:ident as $unsigned:ident),*) => {$(
        impl LayoutPart for $number {
            fn put(&self, out: &mut Vec<u8>) {
                self.cast_unsigned().put(out);
            }

            fn take(input: &mut Input<'_>) -> Result<Self, String> {
                $unsigned::take(input).map($unsigned::cast_signed)
            }
        }
    )*};
}

signed!(i32 as u32, i64 as u64);

impl LayoutPart for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push((*self).into());
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => input.error("neither true nor false"),
        }
    }
}

impl LayoutPart for char {
    fn put(&self, out: &mut Vec<u8>) {
        u32::from(*self).put(out);
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        Self::from_u32(u32::take(input)?).map_or_else(|| input.error("not a character"), Ok)
    }
}

impl LayoutPart for Cow<'static, str> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        let bytes = <Cow<'static, [u8]>>::take(input)?;
        String::from_utf8(bytes.into_owned())
            .map_or_else(|_| input.error("a name is not UTF-8"), |text| Ok(text.into()))
    }
}

impl LayoutPart for Cow<'static, [u8]> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        out.extend_from_slice(self);
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        let count = input.count()?;
        input.reader.bytes(count).map(|bytes| bytes.into_owned().into()).map_err(|error| error.to_string())
    }
}

macro_rules! lists {
    ($($item:ty),*) => {$(
        impl LayoutPart for Cow<'static, [$item]> {
            fn put(&self, out: &mut Vec<u8>) {
                self.len().put(out);
                self.iter().for_each(|item| item.put(out));
            }

            fn take(input: &mut Input<'_>) -> Result<Self, String> {
                (0..input.count()?).map(|_| <$item>::take(input)).collect()
            }
        }
    )*};
}

lists!(FieldLayout, Code, Variant, usize, Cow<'static, str>);

/// 0 for bytes that are not self-delimiting, 1 for any widths, 2 before other widths.
impl LayoutPart for Option<Widths> {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            None => out.push(0),
            Some(Widths::ANY) => out.push(1),
            Some(Widths { min, max }) => {
                out.push(2);
                min.put(out);
                max.put(out);
            }
        }
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        match input.byte()? {
            0 => Ok(None),
            1 => Ok(Some(Widths::ANY)),
            2 => {
                let widths = Widths { min: LayoutPart::take(input)?, max: LayoutPart::take(input)? };
                if widths == Widths::ANY { input.error("other bytes for any widths") } else { Ok(Some(widths)) }
            }
            _ => input.error("neither 0, 1 nor 2"),
        }
    }
}

impl<T: LayoutPart> LayoutPart for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        bool::take(input)?.then(|| T::take(input)).transpose()
    }
}

impl<A: LayoutPart, B: LayoutPart> LayoutPart for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        Ok((A::take(input)?, B::take(input)?))
    }
}

impl LayoutPart for Nested {
    fn put(&self, out: &mut Vec<u8>) {
        self.get().put(out);
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        let depth_left = input.depth_left;
        input.depth_left = match depth_left.checked_sub(1) {
            Some(depth_left) => depth_left,
            None => return input.error("the encoding is nested too deeply"),
        };
        let of = Encoding::take(input)?;
        input.depth_left = depth_left;
        Ok(Self::Boxed(Box::new(of)))
    }
}

macro_rules! structs {
    ($($struct:ident { $($field:ident),* })*) => {$(
        impl $crate::layout::read::bytes::LayoutPart for $struct {
            fn put(&self, out: &mut alloc::vec::Vec<u8>) {
                $($crate::layout::read::bytes::LayoutPart::put(&self.$field, out);)*
            }

            fn take(input: &mut $crate::layout::read::bytes::Input<'_>) -> Result<Self, alloc::string::String> {
                $(let $field = $crate::layout::read::bytes::LayoutPart::take(input)?;)*
                Ok(Self { $($field),* })
            }
        }
    )*};
}

#[cfg(feature = "records")]
pub(crate) use structs;

structs! {
    FieldLayout { name, before, after, encoding }
    Code { name, bytes }
    Variant { code, fields }
    FormatLayout { name, facts, only_last, only_ascending }
    FormatFacts { widths, sorts, descending, text, end, first, form, tagged }
    KeySalt { layout, of }
}

macro_rules! enums {
    ($($enum:ident { $($number:literal $variant:ident $(($value:ident))? $({ $($field:ident),* })?,)* })*) => {$(
        impl $crate::layout::read::bytes::LayoutPart for $enum {
            fn put(&self, out: &mut alloc::vec::Vec<u8>) {
                match self {
                    $(Self::$variant $(($value))? $({ $($field),* })? => {
                        out.push($number);
                        $($crate::layout::read::bytes::LayoutPart::put($value, out);)?
                        $($($crate::layout::read::bytes::LayoutPart::put($field, out);)*)?
                    })*
                }
            }

            fn take(input: &mut $crate::layout::read::bytes::Input<'_>) -> Result<Self, alloc::string::String> {
                match input.byte()? {
                    $($number => {
                        $(let $value = $crate::layout::read::bytes::LayoutPart::take(input)?;)?
                        $($(let $field = $crate::layout::read::bytes::LayoutPart::take(input)?;)*)?
                        Ok(Self::$variant $(($value))? $({ $($field),* })?)
                    })*
                    _ => input.error(concat!("an unknown ", stringify!($enum))),
                }
            }
        }
    )*};
}

#[cfg(feature = "records")]
pub(crate) use enums;

enums! {
    Encoding {
        32 Unsigned { width },
        33 Signed { width },
        5 NonZero { of },
        6 Float { width },
        7 Bool,
        8 Char,
        9 Text,
        10 Bytes,
        11 Array { width },
        12 Digits { width, max },
        13 UnpaddedDigits { signed, max },
        14 AfterLength { length, of },
        15 PaddedText { width, pad },
        16 Elements { of, count },
        17 Repeated { of, optional },
        18 Optional { of },
        19 Descending { of },
        20 Reversed { of },
        21 Unterminated { of },
        22 Hashed { algorithm, hex, width, of },
        23 Struct { fields },
        24 Codes { codes },
        25 Variants { variants },
        26 Shard { width, count },
        27 Time { format, width, of },
        28 Value { value },
        29 Custom { codec, width, self_delimited, sorts, descending },
        31 Format { format, of },
    }
    ValueKind {
        1 Duration,
        2 Timestamp { first, last, leap_seconds },
        3 Date { first, last },
        4 Time { leap_seconds },
        5 DateTime { first, last, leap_seconds },
        6 Ipv4,
        7 Ipv6,
        8 Ip,
        9 Uuid,
        10 Ulid,
        11 Decimal,
    }
    End {
        1 Known,
        2 UnlessFf,
        3 WithKey,
    }
    Form {
        1 Own,
        2 AnyWidth { and_signs },
        3 Plain(first),
        5 Integer { first, width, reversed },
    }
    LengthForm {
        0 Varint,
        1 Big(width),
        2 Little(width),
    }
    Separator {
        0 Escape,
        1 Delimiter(separator),
        2 Terminator(separator),
    }
    SaltForm {
        1 Bytes { last },
        2 Hex { last },
        3 Buckets { count },
        4 BucketDigits { count },
    }
}

impl LayoutPart for SaltLayout {
    fn put(&self, out: &mut Vec<u8>) {
        Cow::Borrowed(self.algorithm).put(out);
        self.form.put(out);
        self.width.put(out);
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        let algorithm = salt_algorithm(&<Cow<'static, str>>::take(input)?)?;
        Ok(Self { algorithm, form: SaltForm::take(input)?, width: usize::take(input)? })
    }
}

impl LayoutPart for Layout {
    fn put(&self, out: &mut Vec<u8>) {
        self.name.put(out);
        self.namespace.put(out);
        self.separator.put(out);
        self.salt.put(out);
        self.fields.put(out);
        // A layout is the last part. Most have no sort key, and end here.
        if let Some(index) = self.sort_key {
            index.put(out);
        }
    }

    fn take(input: &mut Input<'_>) -> Result<Self, String> {
        let (name, namespace, separator) =
            (LayoutPart::take(input)?, LayoutPart::take(input)?, LayoutPart::take(input)?);
        let (salt, fields): (Option<KeySalt>, _) = (LayoutPart::take(input)?, LayoutPart::take(input)?);
        let has_sort_key = input.reader.remaining() > 0;
        let sort_key = has_sort_key.then(|| usize::take(input)).transpose()?;
        checked_layout(name, namespace, separator, salt, fields, sort_key)
    }
}
