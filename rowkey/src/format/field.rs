//! [`FormatOf`], the codec of fields in another system's format.

use super::types::Has;
use super::{Format, bytes, table};
use crate::codec::named::{CodecFor, FormatKind};
use crate::codec::output::KeepsOrderAt;
use crate::codec::position::{InKey, Last, Position};
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total, finish_bound};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::field::KeyField;
use crate::layout::format::End;
use crate::layout::{Encoding, Nested};
use crate::wire::reader::Reader;
use crate::wire::sink::{FixedBuffer, Sink};
use crate::wire::text::Content;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec that stores the values of the codec `C` in the format `F`. `ALL` is true if the format can encode every
/// value. `ORDER` is 1 if the encoded bytes sort as the values do, 2 if they sort in reverse, and otherwise 0.
///
/// `STARTS` is true if values that begin alike have bytes that begin alike.
///
/// A value is converted through its plain bytes: the bytes that `C` encodes for the last field of a key.
#[derive(Debug)]
pub struct FormatOf<F, C, const ALL: bool, const ORDER: u8, const STARTS: bool>(PhantomData<(F, C)>);

/// The length of the array that replaces a vector for short plain bytes, so that nothing is allocated.
const INLINE_WIDTH: usize = 32;

/// Checks whether the plain bytes of every stored value fit into the array. Returns false for arrays and structs,
/// because a wrong key can contain more bytes than the type has.
const fn fits_inline(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::NonZero { of } | Encoding::Optional { of } => fits_inline(of.get()),
        Encoding::Array { .. } | Encoding::Elements { .. } | Encoding::Struct { .. } => false,
        _ => matches!(encoding.max_width(), Some(..INLINE_WIDTH)),
    }
}

#[inline]
fn with_plain_bytes<T, C: FieldCodec<T>, R>(
    arg: C::Arg<'_>,
    write: impl FnOnce(&[u8]) -> R,
) -> Result<R, EncodeErrorKind> {
    if let Some(plain) = C::plain_bytes(&arg) {
        return Ok(write(plain));
    }
    if const { fits_inline(C::ENCODING) } {
        let mut plain = FixedBuffer::over([0; INLINE_WIDTH]);
        C::encode::<Last, _>(arg, &mut plain)?;
        return Ok(write(plain.written()));
    }
    let mut plain = Vec::with_capacity(C::size(arg));
    C::encode::<Last, _>(arg, &mut plain)?;
    Ok(write(&plain))
}

/// Reads a field, and calls `decode` with a reader of the value's plain bytes.
#[inline]
fn read_plain_bytes<T, F: Format, C: FieldCodec<T>, R>(
    reader: &mut Reader<'_>,
    last: bool,
    decode: impl FnOnce(&mut Reader<'_>) -> Result<R, DecodeError>,
) -> Result<R, DecodeError> {
    let offset = reader.offset();
    if const { fits_inline(C::ENCODING) } {
        let mut plain = FixedBuffer::over([0; INLINE_WIDTH]);
        bytes::read::<F, _>(C::ENCODING, last, reader, &mut plain)?;
        return bytes::decode_plain(plain.written(), offset, decode);
    }
    let mut plain = Vec::new();
    bytes::read::<F, _>(C::ENCODING, last, reader, &mut plain)?;
    bytes::decode_plain(&plain, offset, decode)
}

#[diagnostic::do_not_recommend]
impl<T, F: Format, C: FieldCodec<T>, const ALL: bool, const ORDER: u8, const STARTS: bool> FieldCodec<T>
    for FormatOf<F, C, ALL, ORDER, STARTS>
{
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Slice = C::Slice;
    const ENCODING: &'static Encoding =
        &Encoding::Format { format: table::<F>().layout(C::ENCODING), of: Nested::Static(C::ENCODING) };
    const DESCENDING: bool = ORDER == DESCENDING;
    const STORES_EQUALS: bool = !ALL;

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        with_plain_bytes::<T, C, _>(arg, |plain| bytes::write::<F, _>(C::ENCODING, plain, P::LAST, out))??;
        Ok(0)
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        // An estimate: most formats add a type byte, a terminator, or both.
        C::size(arg) + 3
    }

    fn encode_equal<P: Position>(arg: Self::Arg<'_>, out: &mut Vec<u8>) -> bool {
        let equal = with_plain_bytes::<T, C, _>(arg, |plain| bytes::write_equal::<F>(C::ENCODING, plain, P::LAST, out));
        equal.unwrap_or(false)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let offset = reader.offset();
        let mut plain = Vec::new();
        bytes::read::<F, _>(C::ENCODING, P::LAST, reader, &mut plain)?;
        let shown = bytes::decode_plain(&plain, offset, |plain| C::show::<Last>(plain).map_err(|wrong| wrong.error));
        shown.map(|shown| shown.with_terminator(0)).map_err(WrongField::with_known_end)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P, F, C, const ALL: bool, const ORDER: u8, const STARTS: bool> DecodeField<'de, T, P>
    for FormatOf<F, C, ALL, ORDER, STARTS>
where
    P: Position,
    F: Format,
    C: for<'p> DecodeField<'p, T, Last>,
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        read_plain_bytes::<T, F, C, _>(reader, P::LAST, |plain| C::decode(plain).map(|(value, _)| (value, 0)))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F: Format, C: Total<T, Last>, const ORDER: u8, const STARTS: bool> Total<T, P>
    for FormatOf<F, C, true, ORDER, STARTS>
{
}

#[diagnostic::do_not_recommend]
impl<T, P, F, C, const ALL: bool, const ORDER: u8, const STARTS: bool> Ordered<T, P>
    for FormatOf<F, C, ALL, ORDER, STARTS>
where
    P: Position,
    F: Format,
    C: Ordered<T, Last>,
    Order<ORDER>: KeepsOrderAt<P>,
{
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let ends_with_key = P::LAST && const { ends_with_key(Self::ENCODING) };
        let bound = with_plain_bytes::<T, C, _>(arg, |plain| {
            bytes::write_bound::<F>(C::ENCODING, plain, place, P::LAST, ends_with_key, out)
        });
        debug_assert!(bound.is_ok(), "`C` encodes every value as the last field of a key");
        of_bytes::<ORDER>(finish_bound(Self::ENCODING, bound.unwrap_or(place), out))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P, F, C, const ALL: bool, const ORDER: u8> StartsWith<T, P> for FormatOf<F, C, ALL, ORDER, true>
where
    P: Position,
    F: Format,
    C: StartsWith<T, Last, Slice: Content>,
{
    fn write_starts_with_bound(beginning: &C::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        bytes::write_starts_with_bound::<F>(C::ENCODING, beginning.as_raw(), place, out).map(of_bytes::<ORDER>)
    }
}

/// Converts the place of a bound relative to values to its place relative to their bytes.
fn of_bytes<const ORDER: u8>(place: BoundPlace) -> BoundPlace {
    if ORDER == DESCENDING { place.opposite() } else { place }
}

/// The `ORDER` of a [`FormatOf`].
#[derive(Debug)]
pub struct Order<const ORDER: u8>;

impl<P: Position> KeepsOrderAt<P> for Order<ASCENDING> {}
impl<P: InKey> KeepsOrderAt<P> for Order<DESCENDING> {}

const UNSORTED: u8 = 0;
const ASCENDING: u8 = 1;
const DESCENDING: u8 = 2;

const fn ends_with_key(encoding: &Encoding) -> bool {
    matches!(encoding, Encoding::Format { format, .. } if matches!(format.facts.end, End::WithKey))
}

// The kinds of [`CodecFor`] for a format: the sum of `FORMAT` and the facts below, or `NO_VALUES`.

const FORMAT: u8 = 2;
/// The format can encode all values of the type.
const ALL: u8 = 1;
/// Values that begin alike have bytes that begin alike.
const STARTS: u8 = 2;
/// The factor of the `ORDER` of the bytes.
const IN_ORDER: u8 = 4;
/// The format does not have the type.
const NO_VALUES: u8 = FORMAT + 3 * IN_ORDER;

impl<F: Format, T: KeyField> FormatKind<F, T> {
    /// The kind of the format, which says which values of the type the format can encode.
    pub const VALUE: u8 = match table::<F>().has(<T::Codec as FieldCodec<T>>::ENCODING) {
        Has::Nothing => NO_VALUES,
        Has::Values { all, sorts, descending, starts_alike } => {
            let order = match (sorts, descending) {
                (false, _) => UNSORTED,
                (true, false) => ASCENDING,
                (true, true) => DESCENDING,
            };
            FORMAT + if all { ALL } else { 0 } + if starts_alike { STARTS } else { 0 } + order * IN_ORDER
        }
    };
}

macro_rules! codecs_of_formats {
    ($($order:ident),*) => {$(
        codecs_of_formats! {
            @ $order FORMAT => false false,
            FORMAT + ALL => true false,
            FORMAT + STARTS => false true,
            FORMAT + STARTS + ALL => true true,
        }
    )*};
    (@ $order:ident $($kind:expr => $all:literal $starts:literal,)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: Format, T: KeyField, const BY_VALUE: bool> CodecFor<T, BY_VALUE, { $kind + $order * IN_ORDER }> for F {
            type Field = FormatOf<F, T::Codec, $all, $order, $starts>;
        }
    )*};
}

codecs_of_formats!(UNSORTED, ASCENDING, DESCENDING);

impl<F: Format + HasType<T>, T: KeyField, const BY_VALUE: bool> CodecFor<T, BY_VALUE, NO_VALUES> for F {
    type Field = FormatOf<F, T::Codec, false, ASCENDING, true>;
}

/// No type implements this trait. Its bound is the compile error for a field whose type the format does not have.
#[diagnostic::on_unimplemented(
    message = "the format `{Self}` has no `{T}`",
    label = "the format does not have this type",
    note = "the table `TYPES` of the format lists its types; for another type name a codec of your own: `#[rowkey(codec = path::to::YourCodec)]`",
    note = "in a format of your own, an `Option` needs `.optional()` in the row of its type; all fields of a struct must be in the format"
)]
pub trait HasType<T> {}
