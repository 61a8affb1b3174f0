//! [`Ieee754`], the codec of floats whose bits are stored unchanged.

use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::wire::float;
use alloc::string::String;

/// A float as its bits in IEEE 754, the most significant byte first: 1.5 is `3F F8` and six bytes `00`. Java's
/// `ByteBuffer.putDouble`, the method `Bytes.toBytes(double)` of HBase, and `to_be_bytes` of Rust write these bytes.
///
/// The bytes do not sort as the numbers do, because negative numbers sort after positive numbers, and in reverse. An `f64`
/// without this codec sorts: 1.5 begins with `BF F8`. Bytes of one form are also bytes of the other form, but of another
/// number, so decoding cannot tell which form was stored.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct ReadingKey {
///     #[rowkey(codec = formats::Ieee754)]
///     value: f64,
///     sensor: u16,
/// }
///
/// let key = ReadingKey { value: 1.5, sensor: 7 };
/// assert_eq!(key.encode(), *b"\x3F\xF8\0\0\0\0\0\0\0\x07");
/// assert_eq!(ReadingKey::decode(&key.encode())?, key);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct Ieee754;

macro_rules! floats {
    ($($float:ident: $width:literal, $name:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$float> for Ieee754 {
            type Encoded = [u8; $width];
            const NAME: &'static str = $name;

            fn encode(value: &$float) -> [u8; $width] {
                value.to_be_bytes()
            }

            fn decode(bytes: [u8; $width]) -> Result<$float, CodecError> {
                Ok($float::from_be_bytes(bytes))
            }

            fn text(value: &$float) -> Option<String> {
                Some(float::text(value.to_bits().into(), $width))
            }
        }
    )*};
}

floats! {
    f32: 4, "IEEE 754, 4 bytes";
    f64: 8, "IEEE 754, 8 bytes";
}
