//! The codec of `[u8; N]`, which stores the bytes unchanged.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, FixedWidthCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::notation::quoted_bytes;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;

/// The codec of byte arrays.
#[derive(Debug)]
pub struct ByteArray;

#[diagnostic::do_not_recommend]
impl<const N: usize> FieldCodec<[u8; N]> for ByteArray {
    type Arg<'a> = [u8; N];
    type Slice = [u8];
    const ENCODING: &'static Encoding = &Encoding::Array { width: N };

    #[inline]
    fn arg(value: &[u8; N]) -> [u8; N] {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: [u8; N], out: &mut S) -> Result<usize, EncodeErrorKind> {
        out.put_array(arg);
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<[u8; N], Self, P>(reader, |value| Shown::plain(quoted_bytes(&value)))
    }
}

impl<const N: usize> FixedWidthCodec<[u8; N]> for ByteArray {
    type Array = [u8; N];

    #[inline]
    fn to_array(arg: [u8; N]) -> Result<[u8; N], EncodeErrorKind> {
        Ok(arg)
    }

    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<[u8; N], DecodeError> {
        reader.array()
    }

    #[inline]
    fn from_array(array: &[u8; N], _offset: usize) -> Result<[u8; N], DecodeError> {
        Ok(*array)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, const N: usize, P: Position> DecodeField<'de, [u8; N], P> for ByteArray {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<([u8; N], usize), DecodeError> {
        reader.array().map(|array| (array, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Total<T, P> for ByteArray where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Ordered<T, P> for ByteArray where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<const N: usize, P: Position> StartsWith<[u8; N], P> for ByteArray {
    fn write_starts_with_bound(start: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        (start.len() <= N).then(|| {
            out.extend_from_slice(start);
            place
        })
    }
}
