//! `Option<T>`: 00 for `None`, 01 and the value for `Some`.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::tag::{self, NONE, SOME};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec of `Option<T>`, where `C` is the codec of `T`.
#[derive(Debug)]
pub struct OptionOf<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T, C: FieldCodec<T>> FieldCodec<Option<T>> for OptionOf<C> {
    type Arg<'a>
        = Option<C::Arg<'a>>
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::optional(C::ENCODING);

    #[inline]
    fn arg(value: &Option<T>) -> Self::Arg<'_> {
        value.as_ref().map(C::arg)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        match arg {
            None => {
                out.put_array([NONE]);
                Ok(0)
            }
            Some(arg) => {
                out.put_array([SOME]);
                C::encode::<P, S>(arg, out)
            }
        }
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        1 + arg.map_or(0, C::size)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        Ok(if tag::read_option(reader)? { C::show::<P>(reader)?.in_some() } else { Shown::plain("None") })
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: DecodeField<'de, T, P>> DecodeField<'de, Option<T>, P> for OptionOf<C> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(Option<T>, usize), DecodeError> {
        if tag::read_option(reader)? {
            C::decode(reader).map(|(value, terminator)| (Some(value), terminator))
        } else {
            Ok((None, 0))
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Total<T, P>> Total<Option<T>, P> for OptionOf<C> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, P>> Ordered<Option<T>, P> for OptionOf<C> {
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        const {
            assert!(
                !C::DESCENDING,
                "an `Option` of a value whose codec is `Descending` does not sort: its field has no method that ends in `_in`"
            );
        };
        match arg {
            None => {
                out.push(NONE);
                place
            }
            Some(arg) => {
                out.push(SOME);
                C::write_bound(arg, place, out)
            }
        }
    }
}
