//! The columns of `CockroachDB`: integers, strings and bytes, ascending or descending, and with `NULL`.

use super::{escapes, integer, not_a_value, put_integer};
use alloc::vec::Vec;
use rowkey::DecodeError;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Null, Reader, Sink, Type};

/// An integer in a key of CockroachDB (`EncodeVarintAscending`, `EncodeUvarintAscending`):
///
/// - A number from 0 to 109 is stored as one byte, from `88` to `F5`.
/// - A greater number is stored as a tag from `F6` to `FD`, and then the number in 1 to 8 bytes.
/// - A negative number is stored as a tag from `87` to `80`, and then the number in two's complement, in 1 to 8 bytes.
///
/// The bytes sort as the numbers do.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct IndexKey {
///     #[rowkey(codec = rowkey_formats::CockroachInteger)]
///     table: u32,
///     #[rowkey(codec = rowkey_formats::CockroachInteger)]
///     id: i64,
/// }
///
/// assert_eq!(IndexKey { table: 52, id: 110 }.encode(), b"\xBC\xF6\x6E");
/// assert_eq!(IndexKey { table: 52, id: -1 }.encode(), b"\xBC\x87\xFF");
/// let range = IndexKey::prefix().table(52).id_in(-1..).range();
/// assert!(range.contains(&IndexKey { table: 52, id: 300 }.encode()));
/// ```
///
/// `#[descending]` does not write what CockroachDB writes in a `DESC` column: use [`CockroachIntegerDescending`] there.
/// For a column that can be `NULL`, use [`CockroachNullable`].
#[derive(Debug)]
pub struct CockroachInteger;

/// A string or bytes in a key of CockroachDB (`EncodeBytesAscending`): `12`, the content with each `00` as `00 FF`,
/// then `00 01`. The bytes sort as the values do.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct NameKey {
///     #[rowkey(codec = rowkey_formats::CockroachBytes)]
///     name: String,
///     version: u8,
/// }
///
/// assert_eq!(NameKey { name: "ann".into(), version: 7 }.encode(), b"\x12ann\x00\x01\x07");
/// ```
///
/// `#[descending]` does not write what CockroachDB writes in a `DESC` column: use [`CockroachBytesDescending`] there.
/// For a column that can be `NULL`, use [`CockroachNullable`].
#[derive(Debug)]
pub struct CockroachBytes;

/// An integer in a `DESC` column of CockroachDB (`EncodeVarintDescending`): the bytes that [`CockroachInteger`] writes
/// for `-1 - number`. So 0 is `87 FF`, and -1 is `88`.
///
/// A greater number has lesser bytes: the field sorts in descending order without `#[descending]`. The argument of the
/// query method `score_in`, which the derive generates for a field `score`, is a range of numbers: `score_in(5..8)`
/// finds the scores 5, 6 and 7, also in a descending field.
///
/// `#[descending]` on a [`CockroachInteger`] writes **other bytes**, which CockroachDB cannot read.
///
/// The format supports `i8`, `i16`, `i32`, `i64`, `u8`, `u16` and `u32`, because an integer of CockroachDB must fit into
/// an `i64`.
///
/// ```
/// use rowkey::RowKey;
///
/// // CREATE INDEX .. ON scores (score DESC, name DESC)
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = rowkey_formats::CockroachInteger)]
/// struct ScoreKey {
///     table: u32,
///     index: u32,
///     #[rowkey(codec = rowkey_formats::CockroachIntegerDescending)]
///     score: i64,
///     #[rowkey(codec = rowkey_formats::CockroachBytesDescending)]
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

/// A column of CockroachDB that can be `NULL`. The field is an `Option` of a type that the format `C` supports. `None`
/// is stored as `00`, or as `FF` in a `DESC` column. `Some` is stored as `C` stores the value.
///
/// `C` is [`CockroachInteger`], [`CockroachBytes`], [`CockroachIntegerDescending`] or [`CockroachBytesDescending`].
/// Without `CockroachNullable`, the format `C` on an `Option` writes **other bytes**: `01` before each value.
///
/// `NULL` is less than all values, so it is first in an ascending column and last in a `DESC` column.
///
/// ```
/// use rowkey::RowKey;
///
/// // CREATE INDEX .. ON users (age, mail DESC)
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = rowkey_formats::CockroachInteger)]
/// struct AgeKey {
///     table: u32,
///     index: u32,
///     #[rowkey(codec = rowkey_formats::CockroachNullable<rowkey_formats::CockroachInteger>)]
///     age: Option<i64>,
///     #[rowkey(codec = rowkey_formats::CockroachNullable<rowkey_formats::CockroachBytesDescending>)]
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

// The first byte of an integer is a tag. In hex:
// - Tag 80 to 87: a negative number follows, in 8 bytes after tag 80 and in 1 byte after tag 87.
// - Tag 88 to F5: the number is from 0 (tag 88) to 109 (tag F5), and no byte follows.
// - Tag F6 to FD: a number above 109 follows, in 1 byte after tag F6 and in 8 bytes after tag FD.
const FIRST: u8 = 0x80;
const ZERO: u8 = 0x88;
const LAST_SMALL: u8 = 0xF5;
const LAST: u8 = 0xFD;

const TAG: u8 = 0x12;
const DESCENDING_TAG: u8 = 0x13;
const ESCAPE: u8 = 0xFF;
const END: u8 = 0x01;
const EXPECTED: &str = "the byte after 00, 01 or FF";

const fn integers(row: Type, max: ByteCount) -> Type {
    row.widths(ByteCount::exact(1), Some(max)).first_byte(FIRST, LAST).same_at_any_width(true).optional()
}

const fn content(kind: Kind, tag: u8) -> Type {
    Type::new(kind).widths(ByteCount::exact(3), None).first_byte(tag, tag).starts_alike().optional()
}

impl Format for CockroachInteger {
    const NAME: &'static str = "CockroachDB integer";

    const TYPES: &'static [Type] = &[
        integers(Type::unsigned(1..=8), ByteCount::plain_and(1)),
        integers(Type::signed(1..=8), ByteCount::plain_and(1)),
    ];

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        write_integer(integer(kind, plain), out);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let offset = reader.offset();
        put_integer(kind, read_integer(reader)?, offset, plain)
    }
}

impl Format for CockroachIntegerDescending {
    const NAME: &'static str = "CockroachDB descending integer";

    const TYPES: &'static [Type] = &[
        // The complement of 255 is -256, which has two bytes after the tag.
        integers(Type::unsigned(1..=4), ByteCount::plain_and(2)).descending(),
        integers(Type::signed(1..=8), ByteCount::plain_and(1)).descending(),
    ];

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        write_integer(complement(integer(kind, plain)), out);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let offset = reader.offset();
        put_integer(kind, complement(read_integer(reader)?), offset, plain)
    }
}

/// Returns -1 minus a number. The argument and the result are a magnitude, and whether the number is negative.
fn complement((magnitude, negative): (u128, bool)) -> (u128, bool) {
    if negative { (magnitude.saturating_sub(1), false) } else { (magnitude.saturating_add(1), true) }
}

/// Appends a number in the range of an integer type of at most 64 bits: a tag, then as many bytes as it needs.
#[allow(clippy::cast_possible_truncation, reason = "the number of bytes is from 1 to 8")]
fn write_integer<S: Sink>((magnitude, negative): (u128, bool), out: &mut S) {
    if !negative && magnitude <= (LAST_SMALL - ZERO).into() {
        out.put_array([ZERO + magnitude as u8]);
        return;
    }
    let width = (128 - magnitude.leading_zeros()).div_ceil(8).clamp(1, 8) as u8;
    out.put_array([if negative { ZERO - width } else { LAST_SMALL + width }]);
    let bytes = if negative { magnitude.wrapping_neg() } else { magnitude }.to_be_bytes();
    out.put(bytes.get(bytes.len() - usize::from(width)..).unwrap_or_default());
}

fn read_integer(reader: &mut Reader<'_>) -> Result<(u128, bool), DecodeError> {
    let offset = reader.offset();
    let (width, negative) = match reader.byte()? {
        tag @ FIRST..ZERO => (ZERO - tag, true),
        tag @ ZERO..=LAST_SMALL => return Ok(((tag - ZERO).into(), false)),
        tag @ FIRST..=LAST => (tag - LAST_SMALL, false),
        found => return Err(not_a_value(offset, "the tag of an integer, 80 to FD", found)),
    };
    // A negative number is stored as the last bytes of its two's complement: -2 as the tag 87 and the byte FE. The bytes
    // before them are all FF.
    let fill = if negative { u128::MAX } else { 0 };
    let number = reader.bytes(width.into())?.iter().fold(fill, |number, byte| number << 8 | u128::from(*byte));
    Ok((if negative { number.wrapping_neg() } else { number }, negative))
}

impl Format for CockroachBytes {
    const NAME: &'static str = "CockroachDB bytes";

    const TYPES: &'static [Type] = &[content(Kind::Text, TAG), content(Kind::Bytes, TAG)];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        out.put_array([TAG]);
        out.put_escaped(plain);
        out.put_array([0, END]);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        reader.expect(TAG, "the tag of a string or bytes, 12")?;
        escapes::read(reader, ESCAPE, END, EXPECTED, plain)
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.put_array([TAG]);
        out.put_escaped(beginning);
        true
    }
}

impl Format for CockroachBytesDescending {
    const NAME: &'static str = "CockroachDB descending bytes";

    const TYPES: &'static [Type] =
        &[content(Kind::Text, DESCENDING_TAG).descending(), content(Kind::Bytes, DESCENDING_TAG).descending()];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        out.put_array([DESCENDING_TAG]);
        put_complement_escaped(plain, out);
        out.put_array([!0, !END]);
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        reader.expect(DESCENDING_TAG, "the tag of a descending string or bytes, 13")?;
        reader.complemented(|reader| escapes::read(reader, ESCAPE, END, "the byte after FF, FE or 00", plain))
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.put_array([DESCENDING_TAG]);
        put_complement_escaped(beginning, out);
        true
    }
}

fn put_complement_escaped<S: Sink>(content: &[u8], out: &mut S) {
    for piece in content.split_inclusive(|byte| *byte == 0) {
        out.put_complemented(piece);
        if piece.ends_with(&[0]) {
            out.put_array([!ESCAPE]);
        }
    }
}

/// A column that [`CockroachNullable`] adds a `NULL` to.
trait Column: Format {
    const NULLABLE_NAME: &'static str;
    const COLUMN_NULL: &'static [u8];
}

macro_rules! columns {
    ($($column:ident: $null:literal, $name:literal;)*) => {$(
        impl Column for $column {
            const NULLABLE_NAME: &'static str = $name;
            const COLUMN_NULL: &'static [u8] = &[$null];
        }
    )*};
}

columns! {
    CockroachInteger: 0x00, "CockroachDB nullable integer";
    CockroachBytes: 0x00, "CockroachDB nullable bytes";
    CockroachIntegerDescending: 0xFF, "CockroachDB nullable descending integer";
    CockroachBytesDescending: 0xFF, "CockroachDB nullable descending bytes";
}

impl<C: Column> Format for CockroachNullable<C> {
    const NAME: &'static str = C::NULLABLE_NAME;

    const TYPES: &'static [Type] = C::TYPES;

    const NULL: Null = Null::InPlace(C::COLUMN_NULL, C::COLUMN_NULL);

    fn write<S: Sink>(kind: Kind, plain: &[u8], last: bool, out: &mut S) {
        C::write(kind, plain, last, out);
    }

    fn read<S: Sink>(kind: Kind, last: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        C::read(kind, last, reader, plain)
    }

    fn write_beginning(kind: Kind, beginning: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> bool {
        C::write_beginning(kind, beginning, place, out)
    }
}
