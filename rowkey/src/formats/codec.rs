//! [`FormatOf`], the codec of fields in another system's format.

use super::{FieldFormat, bytes};
use crate::codec::named::{CodecFor, FormatKind};
use crate::codec::position::{Last, Position};
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total, finish_bound};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::field::KeyField;
use crate::layout::Encoding;
use crate::layout::encodable::EncodableValues;
use crate::wire::reader::Reader;
use crate::wire::sink::{FixedBuffer, Sink};
use crate::wire::text::Content;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec that stores the values of the codec `C` in the format `F`. `ALL` is true if the format can encode every
/// value. `SORTS` is true if the encoded bytes sort as the values do.
///
/// A value is converted through its plain bytes: the bytes that `C` encodes for the last field of a key.
#[derive(Debug)]
pub struct FormatOf<F, C, const ALL: bool, const SORTS: bool>(PhantomData<(F, C)>);

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
fn read_plain_bytes<T, F: FieldFormat, C: FieldCodec<T>, R>(
    reader: &mut Reader<'_>,
    last: bool,
    decode: impl FnOnce(&mut Reader<'_>) -> Result<R, DecodeError>,
) -> Result<R, DecodeError> {
    fn decode_plain<R>(
        plain: &[u8],
        offset: usize,
        decode: impl FnOnce(&mut Reader<'_>) -> Result<R, DecodeError>,
    ) -> Result<R, DecodeError> {
        let mut plain = Reader::new(plain);
        let value = decode(&mut plain).and_then(|value| bytes::check_all_read(&plain).map(|()| value));
        value.map_err(|error| bytes::with_offset(offset, &error))
    }

    let offset = reader.offset();
    if const { fits_inline(C::ENCODING) } {
        let mut plain = FixedBuffer::over([0; INLINE_WIDTH]);
        bytes::read(F::FORMAT, C::ENCODING, last, reader, &mut plain)?;
        return decode_plain(plain.written(), offset, decode);
    }
    let mut plain = Vec::new();
    bytes::read(F::FORMAT, C::ENCODING, last, reader, &mut plain)?;
    decode_plain(&plain, offset, decode)
}

#[diagnostic::do_not_recommend]
impl<T, F: FieldFormat, C: FieldCodec<T>, const ALL: bool, const SORTS: bool> FieldCodec<T>
    for FormatOf<F, C, ALL, SORTS>
{
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Slice = C::Slice;
    const ENCODING: &'static Encoding = &Encoding::in_format(F::FORMAT, C::ENCODING);
    const STORES_EQUALS: bool = !ALL;

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        with_plain_bytes::<T, C, _>(arg, |plain| bytes::write(F::FORMAT, C::ENCODING, plain, P::LAST, out))??;
        Ok(0)
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        // An estimate: most formats add a type byte, a terminator, or both.
        C::size(arg) + 3
    }

    fn encode_equal<P: Position>(arg: Self::Arg<'_>, out: &mut Vec<u8>) -> bool {
        let equal =
            with_plain_bytes::<T, C, _>(arg, |plain| bytes::write_equal(F::FORMAT, C::ENCODING, plain, P::LAST, out));
        equal.unwrap_or(false)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let offset = reader.offset();
        let mut plain = Vec::new();
        bytes::read(F::FORMAT, C::ENCODING, P::LAST, reader, &mut plain)?;
        let mut plain = Reader::new(&plain);
        let shown = C::show::<Last>(&mut plain).map_err(|wrong| wrong.error);
        shown
            .and_then(|shown| bytes::check_all_read(&plain).map(|()| shown.with_terminator(0)))
            .map_err(|error| WrongField::with_known_end(bytes::with_offset(offset, &error)))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P, F, C, const ALL: bool, const SORTS: bool> DecodeField<'de, T, P> for FormatOf<F, C, ALL, SORTS>
where
    P: Position,
    F: FieldFormat,
    C: for<'p> DecodeField<'p, T, Last>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        read_plain_bytes::<T, F, C, _>(reader, P::LAST, |plain| C::decode(plain).map(|(value, _)| (value, 0)))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F: FieldFormat, C: Total<T, Last>, const SORTS: bool> Total<T, P> for FormatOf<F, C, true, SORTS> {}

#[diagnostic::do_not_recommend]
impl<T, P, F, C, const ALL: bool> Ordered<T, P> for FormatOf<F, C, ALL, true>
where
    P: Position,
    F: FieldFormat,
    C: Ordered<T, Last>,
{
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let bound = with_plain_bytes::<T, C, _>(arg, |plain| {
            bytes::write_bound(F::FORMAT, C::ENCODING, plain, place, P::LAST, out)
        });
        debug_assert!(bound.is_ok(), "`C` encodes every value as the last field of a key");
        finish_bound(Self::ENCODING, bound.unwrap_or(place), out)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P, F, C, const ALL: bool> StartsWith<T, P> for FormatOf<F, C, ALL, true>
where
    P: Position,
    F: FieldFormat,
    C: StartsWith<T, Last, Slice: Content>,
{
    fn write_starts_with_bound(beginning: &C::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        bytes::write_starts_with_bound(F::FORMAT, C::ENCODING, beginning.as_raw(), place, out)
    }
}

// The kinds of [`CodecFor`] for a format.

/// The format can encode all values of the type, and its bytes sort as the values do.
const ALL_VALUES: u8 = 2;
/// The format can encode only some values.
const SOME_VALUES: u8 = 3;
/// The format does not have the type.
const NO_VALUES: u8 = 4;
/// Like [`ALL_VALUES`], but the bytes do not sort as the values do.
const ALL_UNSORTED: u8 = 5;

impl<F: FieldFormat, T: KeyField> FormatKind<F, T> {
    /// The kind of the format, which says which values of the type the format can encode.
    pub const VALUE: u8 = {
        let of = <T::Codec as FieldCodec<T>>::ENCODING;
        match F::FORMAT.encodable_values(of) {
            EncodableValues::All if F::FORMAT.sorts(of) => ALL_VALUES,
            EncodableValues::All => ALL_UNSORTED,
            EncodableValues::Some => SOME_VALUES,
            EncodableValues::None => NO_VALUES,
        }
    };
}

#[diagnostic::do_not_recommend]
impl<F: FieldFormat, T: KeyField, const BY_VALUE: bool> CodecFor<T, BY_VALUE, ALL_VALUES> for F {
    type Field = FormatOf<F, T::Codec, true, true>;
}

#[diagnostic::do_not_recommend]
impl<F: FieldFormat, T: KeyField, const BY_VALUE: bool> CodecFor<T, BY_VALUE, SOME_VALUES> for F {
    type Field = FormatOf<F, T::Codec, false, true>;
}

#[diagnostic::do_not_recommend]
impl<F: FieldFormat, T: KeyField, const BY_VALUE: bool> CodecFor<T, BY_VALUE, ALL_UNSORTED> for F {
    type Field = FormatOf<F, T::Codec, true, false>;
}

impl<F: FieldFormat + HasType<T>, T: KeyField, const BY_VALUE: bool> CodecFor<T, BY_VALUE, NO_VALUES> for F {
    type Field = FormatOf<F, T::Codec, false, true>;
}

/// No type implements this trait. Its bound is the compile error for a field whose type the format does not have.
#[diagnostic::on_unimplemented(
    message = "the format `{Self}` has no `{T}`",
    label = "the format does not have this type",
    note = "the documentation of the module `rowkey::formats` lists the types of each format; for another type name a codec of your own: `#[rowkey(codec = path::to::YourCodec)]`"
)]
pub trait HasType<T> {}
