//! [`MemcomparableSeq`], a codec of the sequences that the crate `memcomparable` writes.

use super::content::ContentCodec;
use super::field_of_content;
use crate::codec::BoundPlace;
use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::codec::output::{InOrder, SelfDelimited};
use crate::notation::quoted_bytes;
use alloc::string::String;
use alloc::vec::Vec;

/// A `Vec<u8>` as the crate `memcomparable` of RisingWave writes it with serde: `01` before each byte, then `00`. The bytes
/// sort as the values do.
///
/// serde takes a `Vec<u8>` for a sequence of numbers. Bytes that are one value for serde, such as `serde_bytes::ByteBuf`,
/// are written in groups of 8 bytes: for those, write [`formats::Memcomparable`](crate::formats::Memcomparable).
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// /// A struct with a `u32` and a `Vec<u8>`, which `memcomparable::to_vec` has written.
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = formats::Memcomparable)]
/// struct BlobKey {
///     table: u32,
///     #[rowkey(codec = formats::MemcomparableSeq)]
///     blob: Vec<u8>,
/// }
///
/// let key = BlobKey { table: 7, blob: vec![0, 9] };
/// assert_eq!(key.encode(), b"\0\0\0\x07\x01\x00\x01\x09\x00");
/// assert_eq!(BlobKey::decode(&key.encode())?, key);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct MemcomparableSeq;

const ELEMENT: u8 = 0x01;
const END: u8 = 0x00;

fn write_elements(content: &[u8], out: &mut Vec<u8>) {
    out.extend(content.iter().flat_map(|byte| [ELEMENT, *byte]));
}

impl ContentCodec for MemcomparableSeq {
    type Encoded = InOrder<SelfDelimited>;

    fn encode_content(content: &[u8]) -> InOrder<SelfDelimited> {
        let mut bytes = Vec::with_capacity(2 * content.len() + 1);
        write_elements(content, &mut bytes);
        bytes.push(END);
        InOrder(SelfDelimited(bytes))
    }

    fn write_starts_with_bound(start: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        write_elements(start, out);
        Some(place)
    }
}

#[diagnostic::do_not_recommend]
impl Codec<Vec<u8>> for MemcomparableSeq {
    type Encoded = InOrder<SelfDelimited>;
    const NAME: &'static str = "memcomparable sequence of u8";
    const WIDTHS: (usize, Option<usize>) = (1, None);

    fn encode(value: &Vec<u8>) -> InOrder<SelfDelimited> {
        Self::encode_content(value)
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        let mut end = 0;
        while *bytes.get(end)? == ELEMENT {
            end += 2;
        }
        Some(end + 1)
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, CodecError> {
        let mut content = Vec::with_capacity(bytes.len() / 2);
        let mut rest = &*bytes;
        while let [ELEMENT, byte, after @ ..] = rest {
            content.push(*byte);
            rest = after;
        }
        if rest == [END] {
            return Ok(content);
        }
        Err(CodecError::from("expected 01 before a byte, or 00 at the end").at(bytes.len() - rest.len()))
    }

    fn text(value: &Vec<u8>) -> Option<String> {
        Some(quoted_bytes(value))
    }
}

field_of_content!([] MemcomparableSeq, Vec<u8>);
