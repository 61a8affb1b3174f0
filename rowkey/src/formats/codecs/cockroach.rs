//! Codecs of the columns of CockroachDB that are descending (`DESC`) or can be `NULL`.

use super::bytes::{decode_cockroach, encode_cockroach, end_of_escaped};
use super::{CockroachBytes, CockroachInteger, codec_of_text_and_bytes};
use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::codec::output::{Descending, InOrder, SelfDelimited};
use crate::notation::quoted_bytes;
use crate::wire::sink::Complement;
use crate::wire::text;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// An integer in a `DESC` column of CockroachDB (`EncodeVarintDescending`): the bytes that [`CockroachInteger`] writes
/// for `-1 - number`. So 0 is `87 FF`, and -1 is `88`.
///
/// A greater number has lesser bytes: the field sorts in descending order without `#[descending]`. The argument of the
/// query method `score_in`, which the derive generates for a field `score`, is a range of numbers: `score_in(5..8)`
/// finds the scores 5, 6 and 7, also in a descending field.
///
/// `#[descending]` on a [`CockroachInteger`] writes **other bytes**, which CockroachDB cannot read.
///
/// The codec supports `i8`, `i16`, `i32`, `i64`, `u8`, `u16` and `u32`, because an integer of CockroachDB must fit into
/// an `i64`.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// // CREATE INDEX .. ON scores (score DESC, name DESC)
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = formats::CockroachInteger)]
/// struct ScoreKey {
///     table: u32,
///     index: u32,
///     #[rowkey(codec = formats::CockroachIntegerDescending)]
///     score: i64,
///     #[rowkey(codec = formats::CockroachBytesDescending)]
///     name: String,
/// }
///
/// let key = ScoreKey { table: 52, index: 2, score: 6, name: "ann".into() };
/// assert_eq!(key.encode(), b"\xBC\x8A\x87\xF9\x13\x9E\x91\x91\xFF\xFE");
/// assert_eq!(ScoreKey::decode(&key.encode())?, key);
/// assert!(ScoreKey::prefix().table(52).index(2).score_in(5..).range().contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct CockroachIntegerDescending;

/// A string or bytes in a `DESC` column of CockroachDB (`EncodeBytesDescending`): `13`, then the complement of the
/// bytes that [`CockroachBytes`] writes after `12`.
///
/// A greater value has lesser bytes: the field sorts in descending order without `#[descending]`. The argument of the
/// query method `name_in`, which the derive generates for a field `name`, is a range of values: `name_in("a".."c")`
/// finds the names that begin with `a` or `b`, also in a descending field.
///
/// `#[descending]` on [`CockroachBytes`] writes **other bytes**, which CockroachDB cannot read: the first byte is `ED`.
///
/// [`CockroachIntegerDescending`] has an example.
#[derive(Debug)]
pub struct CockroachBytesDescending;

/// A column of CockroachDB that can be `NULL`. The field is an `Option` of a type that the codec `C` supports. `None`
/// is stored as `00`, or as `FF` in a `DESC` column. `Some` is stored as `C` stores the value.
///
/// `C` is [`CockroachInteger`], [`CockroachBytes`], [`CockroachIntegerDescending`] or [`CockroachBytesDescending`].
/// Without `CockroachNullable`, the codec `C` on an `Option` writes **other bytes**: `01` before each value.
///
/// `NULL` is less than all values, so it is first in an ascending column and last in a `DESC` column.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// // CREATE INDEX .. ON users (age, mail DESC)
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = formats::CockroachInteger)]
/// struct AgeKey {
///     table: u32,
///     index: u32,
///     #[rowkey(codec = formats::CockroachNullable<formats::CockroachInteger>)]
///     age: Option<i64>,
///     #[rowkey(codec = formats::CockroachNullable<formats::CockroachBytesDescending>)]
///     mail: Option<String>,
///     id: i64,
/// }
///
/// let key = AgeKey { table: 52, index: 2, age: None, mail: None, id: 7 };
/// assert_eq!(key.encode(), b"\xBC\x8A\x00\xFF\x8F");
/// let key = AgeKey { age: Some(7), mail: Some("".into()), ..key };
/// assert_eq!(key.encode(), b"\xBC\x8A\x8F\x13\xFF\xFE\x8F");
/// assert_eq!(AgeKey::decode(&key.encode())?, key);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct CockroachNullable<C>(core::marker::PhantomData<C>);

macro_rules! descending_integers {
    ($($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$int> for CockroachIntegerDescending {
            type Encoded = Descending<SelfDelimited>;
            const NAME: &'static str = "CockroachDB integer, descending";
            // The complement of 255 is -256, which has two bytes in CockroachDB.
            const WIDTHS: (usize, Option<usize>) = (1, Some(1 + size_of::<$int>() + (<$int>::MIN == 0) as usize));

            fn encode(value: &$int) -> Descending<SelfDelimited> {
                let InOrder(bytes) = CockroachInteger::encode(&!i64::from(*value));
                Descending(bytes)
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                <CockroachInteger as Codec<i64>>::end(bytes)
            }

            fn decode(bytes: Vec<u8>) -> Result<$int, CodecError> {
                let complement: i64 = CockroachInteger::decode(bytes)?;
                <$int>::try_from(!complement).map_err(|_| "the stored value is out of range for the field's type".into())
            }

            fn text(value: &$int) -> Option<String> {
                Some(value.to_string())
            }
        }
    )*};
}

descending_integers!(u8, u16, u32, i8, i16, i32, i64);

const DESCENDING_TAG: u8 = 0x13;
const ASCENDING_TAG: u8 = 0x12;

/// Converts the bytes of an ascending column into the bytes of a descending column, or the reverse. `tag` is the new
/// first byte.
fn other_direction(mut bytes: Vec<u8>, tag: u8) -> Vec<u8> {
    if let [first, content @ ..] = &mut *bytes {
        *first = tag;
        for byte in content {
            *byte = !*byte;
        }
    }
    bytes
}

codec_of_text_and_bytes! {
    impl[] for CockroachBytesDescending {
        type Encoded = Descending<SelfDelimited>;
        const NAME: &'static str = "CockroachDB bytes, descending";
        fn encode(content) {
            let InOrder(SelfDelimited(bytes)) = encode_cockroach(content);
            Descending(SelfDelimited(other_direction(bytes, DESCENDING_TAG)))
        }
        fn decode(bytes) {
            // This function accepts any first byte. If the byte is not `DESCENDING_TAG`, the `decode` of the key
            // returns an error: it encodes the decoded value, and compares the result with the stored bytes.
            decode_cockroach(&other_direction(bytes, ASCENDING_TAG))
        }
        const MIN_WIDTH: usize = 3;
        fn end(bytes) {
            end_of_escaped(bytes, 0xFF, 0x00)
        }
        fn starts_with(start, place, out) {
            out.push(DESCENDING_TAG);
            text::write_escaped(start, &mut Complement(out));
            Some(place.opposite())
        }
    }
}

macro_rules! nullable {
    ($($column:ty: $output:ident, $null:literal, $name:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T> Codec<Option<T>> for CockroachNullable<$column>
        where
            $column: Codec<T, Encoded = $output<SelfDelimited>>,
        {
            type Encoded = $output<SelfDelimited>;
            const NAME: &'static str = $name;
            const WIDTHS: (usize, Option<usize>) = (1, <$column>::WIDTHS.1);

            fn encode(value: &Option<T>) -> $output<SelfDelimited> {
                value.as_ref().map_or_else(|| $output(SelfDelimited(vec![$null])), <$column>::encode)
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                if bytes.first() == Some(&$null) { Some(1) } else { <$column>::end(bytes) }
            }

            fn decode(bytes: Vec<u8>) -> Result<Option<T>, CodecError> {
                if bytes.first() == Some(&$null) { Ok(None) } else { <$column>::decode(bytes).map(Some) }
            }

            fn text(value: &Option<T>) -> Option<String> {
                value.as_ref().map_or_else(|| Some("NULL".into()), <$column>::text)
            }
        }
    )*};
}

nullable! {
    CockroachInteger: InOrder, 0x00, "CockroachDB integer or NULL";
    CockroachBytes: InOrder, 0x00, "CockroachDB bytes or NULL";
    CockroachIntegerDescending: Descending, 0xFF, "CockroachDB integer or NULL, descending";
    CockroachBytesDescending: Descending, 0xFF, "CockroachDB bytes or NULL, descending";
}
