//! Strings and bytes that are escaped, in groups, or a sequence.

use super::{escapes, groups, not_a_value};
use alloc::vec::Vec;
use rowkey::DecodeError;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Reader, Sink, Type};

/// A fixed number of bytes, stored as they are. Use this format in a key with
/// [`#[rowkey(fields = ..)]`](rowkey::guide::attributes::structs#fields--path), for a field that is not in the format that `fields`
/// names. In a key without `fields`, a `[u8; N]` has the same bytes without this format.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_formats::{FixedBytes, FoundationDb};
///
/// /// A tuple of a text and a versionstamp, which the server wrote.
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = FoundationDb)]
/// struct EventKey {
///     topic: String,
///     #[rowkey(before = 0x33, codec = FixedBytes)]
///     stamp: [u8; 12],
/// }
///
/// let key = EventKey::decode(b"\x02cpu\0\x33\0\0\0\0\0\0\0\x2A\0\0\0\x07")?;
/// assert_eq!(key.stamp, [0, 0, 0, 0, 0, 0, 0, 42, 0, 0, 0, 7]);
/// assert!(EventKey::prefix().topic("cpu").stamp_in([0; 12]..).range().contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct FixedBytes;

/// A string or bytes in a key of Apache Kudu, YugabyteDB or Pika: the content with each `00` as `00 01`, then `00 00`.
/// The bytes sort as the values do.
///
/// The last column of a Kudu key has no terminator and no escapes: declare it as a field without this format.
///
/// ```
/// use rowkey::RowKey;
///
/// /// A row of a table in Kudu whose primary key is `(host, at)`.
/// #[derive(RowKey)]
/// struct LoadKey {
///     #[rowkey(codec = rowkey_formats::KuduBytes)]
///     host: String,
///     at: i64,
/// }
///
/// assert_eq!(LoadKey { host: "a".into(), at: 7 }.encode(), b"a\0\0\x80\0\0\0\0\0\0\x07");
/// ```
#[derive(Debug)]
pub struct KuduBytes;

/// A string or bytes in a key of TiDB or TiKV (`EncodeBytes`): groups of 8 bytes, the last one filled with `00`. Each
/// group is followed by `FF` minus the number of bytes `00` that fill the group. The bytes sort as the values do.
///
/// The columns of an index have a flag before these bytes: see [`rowkey_formats::Tidb`](crate::Tidb).
///
/// ```
/// use rowkey::RowKey;
///
/// /// TiKV: a raw key and the time of its version.
/// #[derive(RowKey)]
/// struct VersionKey {
///     #[rowkey(codec = rowkey_formats::TidbBytes)]
///     raw: Vec<u8>,
///     #[descending]
///     version: u64,
/// }
///
/// let key = VersionKey { raw: b"12345678".to_vec(), version: !7 };
/// assert_eq!(key.encode(), b"12345678\xFF\0\0\0\0\0\0\0\0\xF7\0\0\0\0\0\0\0\x07");
/// ```
#[derive(Debug)]
pub struct TidbBytes;

/// A `Vec<u8>` as the crate `memcomparable` of RisingWave writes it with serde: `01` before each byte, then `00`. The bytes
/// sort as the values do.
///
/// serde takes a `Vec<u8>` for a sequence of numbers. Bytes that are one value for serde, such as `serde_bytes::ByteBuf`,
/// are written in groups of 8 bytes: for those, write [`rowkey_formats::Memcomparable`](crate::Memcomparable).
///
/// ```
/// use rowkey::RowKey;
///
/// /// A struct with a `u32` and a `Vec<u8>`, which `memcomparable::to_vec` has written.
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = rowkey_formats::Memcomparable)]
/// struct BlobKey {
///     table: u32,
///     #[rowkey(codec = rowkey_formats::MemcomparableSeq)]
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

const fn content(kind: Kind, min_width: usize) -> Type {
    Type::new(kind).widths(ByteCount::exact(min_width), None).starts_alike().optional()
}

impl Format for FixedBytes {
    const NAME: &'static str = "unchanged";

    const TYPES: &'static [Type] = &[Type::array(0..=usize::MAX).plain_after(None).starts_alike().optional()];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        out.put(plain);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        plain.put(&reader.bytes(kind.width().unwrap_or(0))?);
        Ok(())
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.put(beginning);
        true
    }
}

const KUDU_ESCAPE: u8 = 0x01;
const KUDU_END: u8 = 0x00;

impl Format for KuduBytes {
    const NAME: &'static str = "Kudu bytes";

    const TYPES: &'static [Type] = &[content(Kind::Text, 2), content(Kind::Bytes, 2)];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        put_kudu_escaped(plain, out);
        out.put_array([0, KUDU_END]);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        escapes::read(reader, KUDU_ESCAPE, KUDU_END, "the byte after 00, 00 or 01", plain)
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        put_kudu_escaped(beginning, out);
        true
    }
}

fn put_kudu_escaped<S: Sink>(content: &[u8], out: &mut S) {
    for piece in content.split_inclusive(|byte| *byte == 0) {
        out.put(piece);
        if piece.ends_with(&[0]) {
            out.put_array([KUDU_ESCAPE]);
        }
    }
}

impl Format for TidbBytes {
    const NAME: &'static str = "TiDB bytes";

    const TYPES: &'static [Type] = &[content(Kind::Text, 9), content(Kind::Bytes, 9)];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        groups::write(plain, out);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        groups::read(reader, plain)
    }

    fn write_beginning(_: Kind, beginning: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> bool {
        groups::write_starts_with_bound(beginning, place == BoundPlace::Before, out);
        true
    }
}

const ELEMENT: u8 = 0x01;
const END: u8 = 0x00;

impl Format for MemcomparableSeq {
    const NAME: &'static str = "memcomparable sequence of";

    const TYPES: &'static [Type] = &[content(Kind::Bytes, 1)];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        put_elements(plain, out);
        out.put_array([END]);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        loop {
            let offset = reader.offset();
            match reader.byte()? {
                END => return Ok(()),
                ELEMENT => plain.put_array([reader.byte()?]),
                found => return Err(not_a_value(offset, "01 before a byte, or 00 at the end", found)),
            }
        }
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        put_elements(beginning, out);
        true
    }
}

fn put_elements<S: Sink>(content: &[u8], out: &mut S) {
    for byte in content {
        out.put_array([ELEMENT, *byte]);
    }
}
