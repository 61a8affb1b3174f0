//! Integers in the bytes of other systems: [`IntegerBytes`], [`LittleEndian`] and [`TwosComplement`].

use crate::name::Name;
use alloc::vec::Vec;
use rowkey::format::{ByteCount, Format, Kind, Number, Reader, Sink, Type, Unencodable};
use rowkey::{DecodeError, DecodeErrorKind};

/// An integer in `N` bytes, most significant byte first. A signed integer has its sign bit flipped. So the bytes sort as the
/// numbers do. Use this format for widths that no integer type of Rust has, such as 3, 5, 6 and 7 bytes.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_formats::IntegerBytes;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct PointKey {
///     #[rowkey(codec = IntegerBytes<3>)]
///     metric: u32,
///     at: u32,
/// }
///
/// let key = PointKey { metric: 258, at: 7 };
/// assert_eq!(key.try_encode()?, *b"\x00\x01\x02\0\0\0\x07");
/// assert_eq!(PointKey::decode(&key.try_encode()?)?, key);
/// assert!(PointKey { metric: 1 << 24, at: 7 }.try_encode().is_err());
/// assert!(PointKey::prefix().metric_in(..1 << 30).range().contains(&key.try_encode()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// If `N` bytes cannot hold every value of the type, the key has `try_encode`, but not `encode`.
#[derive(Debug)]
pub struct IntegerBytes<const N: usize>;

/// An integer in `N` bytes, least significant byte first. A signed integer is in two's complement. The bytes do not sort as
/// the numbers do.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_formats::LittleEndian;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct OutputKey {
///     txid: [u8; 4],
///     #[rowkey(codec = LittleEndian<4>)]
///     output: u32,
///     #[rowkey(codec = LittleEndian<2>)]
///     change: i16,
/// }
///
/// let key = OutputKey { txid: *b"\xAA\xBB\xCC\xDD", output: 258, change: -2 };
/// assert_eq!(key.encode(), *b"\xAA\xBB\xCC\xDD\x02\x01\x00\x00\xFE\xFF");
/// assert_eq!(OutputKey::decode(&key.encode())?, key);
///
/// let of_transaction = OutputKey::prefix().txid(*b"\xAA\xBB\xCC\xDD").output(258).range();
/// assert!(of_transaction.contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
///
/// If `N` bytes cannot hold every value of the type, as in `LittleEndian<3>` on a `u32`, the key has `try_encode`, but not
/// `encode`.
#[derive(Debug)]
pub struct LittleEndian<const N: usize>;

/// A signed integer in `N` bytes in two's complement, most significant byte first. This is how Java's `DataOutput.writeLong`
/// and HBase's `Bytes.toBytes(long)` write a number. Negative numbers sort after all others, so the field has no `_in`.
///
/// If the number is never negative, write its unsigned type without this format: the bytes stay the same, and they sort.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_formats::TwosComplement;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct LedgerKey {
///     #[rowkey(codec = TwosComplement<8>)]
///     ledger: i64,
///     #[rowkey(codec = TwosComplement<2>)]
///     entry: i16,
/// }
///
/// let key = LedgerKey { ledger: 7, entry: -2 };
/// assert_eq!(key.encode(), *b"\0\0\0\0\0\0\0\x07\xFF\xFE");
/// assert_eq!(LedgerKey::decode(&key.encode())?, key);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct TwosComplement<const N: usize>;

/// The form of an integer in a format of this module.
#[derive(Clone, Copy)]
struct Form {
    /// The word for it in the names of the formats.
    word: &'static str,
    /// The least significant byte comes first.
    reversed: bool,
    /// The sign bit of a signed integer is flipped, as in plain bytes.
    flipped: bool,
}

const BIG_ENDIAN: Form = Form { word: "", reversed: false, flipped: true };
const LITTLE_ENDIAN: Form = Form { word: "little-endian ", reversed: true, flipped: false };
const TWOS_COMPLEMENT: Form = Form { word: "two's complement ", reversed: false, flipped: false };

impl Form {
    /// Returns the row of integers of at most `max` bytes, which are stored in `width` bytes.
    const fn row(self, signed: bool, max: usize, width: usize) -> Type {
        let types = if signed { Type::signed(1..=max) } else { Type::unsigned(1..=max) };
        let types = types.width(ByteCount::exact(width)).optional();
        match (signed && !self.flipped, self.reversed) {
            (true, _) => types.same_at_any_width(false).unsorted(),
            (false, true) => types.integer_reversed(width).unsorted(),
            (false, false) => types.integer_after(None, width),
        }
    }

    const fn name(self, width: usize) -> Name {
        Name::new().text(self.word).number(width as u64).text("-byte")
    }

    #[inline]
    fn write<const N: usize, S: Sink>(self, kind: Kind, plain: &[u8], out: &mut S) {
        let bits = match Number::read(plain, is_signed(kind)) {
            Number::Unsigned(number) => number,
            Number::Signed(number) => number.cast_unsigned(),
        };
        let mut array = bits.to_be_bytes().last_chunk().copied().unwrap_or([0; N]);
        if self.flipped {
            flip_sign(kind, &mut array);
        }
        if self.reversed {
            array.reverse();
        }
        out.put_array(array);
    }

    #[inline]
    fn read<const N: usize, S: Sink>(
        self,
        kind: Kind,
        reader: &mut Reader<'_>,
        plain: &mut S,
    ) -> Result<(), DecodeError> {
        let offset = reader.offset();
        let mut array: [u8; N] = reader.array()?;
        if self.reversed {
            array.reverse();
        }
        if !self.flipped {
            flip_sign(kind, &mut array);
        }
        let (number, width) = (Number::read(&array, is_signed(kind)), kind.width().unwrap_or(N));
        if !number.fits(width) {
            return Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange));
        }
        number.write(width, plain);
        Ok(())
    }
}

const fn is_signed(kind: Kind) -> bool {
    matches!(kind, Kind::Signed { .. })
}

fn flip_sign<const N: usize>(kind: Kind, array: &mut [u8; N]) {
    if let ([first, ..], true) = (&mut array[..], is_signed(kind)) {
        *first ^= 0x80;
    }
}

/// Returns the description of an integer that `width` bytes cannot hold. The nearest one matters only if the format sorts.
#[inline]
fn unencodable(kind: Kind, plain: &[u8], width: usize, why: &'static str) -> Option<Unencodable> {
    let number = Number::read(plain, is_signed(kind));
    if number.fits(width) {
        return None;
    }
    let nearest = match number {
        Number::Unsigned(_) => Number::Unsigned(Number::max_unsigned(width)),
        Number::Signed(i128::MIN..0) => Number::Signed(*Number::signed_range(width).start()),
        Number::Signed(_) => Number::Signed(*Number::signed_range(width).end()),
    };
    let mut bytes = Vec::new();
    nearest.write(plain.len(), &mut bytes);
    Some(if number.is_negative() { Unencodable::before(bytes, why) } else { Unencodable::after(bytes, why) })
}

macro_rules! formats {
    ($($format:ident: $form:ident, from $least:literal;)*) => {$(
        impl<const N: usize> $format<N> {
            const NAME_OF_FORMAT: Name = $form.name(N);
            const TOO_WIDE: &'static str = const { Name::new().text("the number needs more than ").number(N as u64).text(" bytes") }.as_str();
        }

        impl<const N: usize> Format for $format<N> {
            const NAME: &'static str = Self::NAME_OF_FORMAT.as_str();

            // With another number of bytes, the format has no types, which is the compile error.
            const TYPES: &'static [Type] = match N {
                $least..16 => &[
                    $form.row(false, N, N),
                    $form.row(true, N, N),
                    $form.row(false, 16, N).some_values(),
                    $form.row(true, 16, N).some_values(),
                ],
                16 => &[$form.row(false, N, N), $form.row(true, N, N)],
                _ => &[],
            };

            #[inline]
            fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
                $form.write::<N, S>(kind, plain, out);
            }

            #[inline]
            fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
                $form.read::<N, S>(kind, reader, plain)
            }

            #[inline]
            fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
                unencodable(kind, plain, N, Self::TOO_WIDE)
            }
        }
    )*};
}

formats! {
    IntegerBytes: BIG_ENDIAN, from 1;
    LittleEndian: LITTLE_ENDIAN, from 2;
    TwosComplement: TWOS_COMPLEMENT, from 1;
}
