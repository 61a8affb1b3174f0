//! The codec of `bool`, which is stored as 00 or 01, and of `char`, which is stored as its code point in a big-endian
//! `u32`.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::tag;
use alloc::format;
use alloc::string::ToString;

/// The codec of `bool` and `char`.
#[derive(Debug)]
pub struct Scalar;

#[diagnostic::do_not_recommend]
impl FieldCodec<bool> for Scalar {
    type Arg<'a> = bool;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::Bool;

    #[inline]
    fn arg(value: &bool) -> bool {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: bool, out: &mut S) -> Result<usize, EncodeErrorKind> {
        out.put_array([u8::from(arg)]);
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<bool, Self, P>(reader, |value| Shown::plain(value.to_string()))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, P: Position> DecodeField<'de, bool, P> for Scalar {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(bool, usize), DecodeError> {
        tag::read_bool(reader).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl FieldCodec<char> for Scalar {
    type Arg<'a> = char;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::Char;

    #[inline]
    fn arg(value: &char) -> char {
        *value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: char, out: &mut S) -> Result<usize, EncodeErrorKind> {
        out.put_array(u32::from(arg).to_be_bytes());
        Ok(0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<char, Self, P>(reader, |value| Shown::plain(format!("{value:?}")))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, P: Position> DecodeField<'de, char, P> for Scalar {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(char, usize), DecodeError> {
        tag::read_char(reader).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Total<T, P> for Scalar where Self: FieldCodec<T> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position> Ordered<T, P> for Scalar where Self: FieldCodec<T> {}
