//! The codecs of structs and enums that are fields of a key.
//!
//! A struct is stored as its fields in order. Each variable-length field has a terminator, even the last, so that the
//! struct has the same bytes at every position. An enum is stored as the code of the variant, which `#[code(..)]`
//! states. The fields of the variant follow, stored as in a struct.

use crate::codec::derived::{Composite, OrderedComposite, ReadComposite, TotalComposite};
use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::constant::slice;
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Code, Encoding, FieldLayout, Variant};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// Reads one of the `codes`. Returns its index and the code.
pub(crate) fn read_code<'c>(
    codes: impl Iterator<Item = &'c Code> + Clone,
    reader: &mut Reader<'_>,
) -> Result<(usize, &'c Code), DecodeError> {
    let matched = codes.clone().enumerate().find(|(_, code)| reader.skip(code.bytes()));
    matched.ok_or_else(|| reader.error(no_such_code(codes)))
}

#[cold]
fn no_such_code<'c>(codes: impl Iterator<Item = &'c Code>) -> DecodeErrorKind {
    DecodeErrorKind::NoSuchCode { codes: codes.map(|code| code.bytes().to_vec()).collect() }
}

/// Reads the code of an enum. Returns the index and the fields of the variant. For a struct, reads nothing and returns
/// index 0 and the fields of the struct.
#[inline]
fn read_variant<T: Composite>(reader: &mut Reader<'_>) -> Result<(usize, &'static [FieldLayout]), DecodeError> {
    match T::ENCODING {
        Encoding::Struct { fields } => Ok((0, slice(fields))),
        Encoding::Variants { variants } => {
            let (index, _) = read_code(variants.iter().map(Variant::code), reader)?;
            Ok((index, variants.get(index).map_or(&[], Variant::fields)))
        }
        Encoding::Codes { codes } => read_code(codes.iter(), reader).map(|(index, _)| (index, &[][..])),
        // The derive uses no other encoding.
        _ => Ok((0, &[])),
    }
}

// The three codecs differ only in their names, which compile errors print.
macro_rules! composite {
    ($(#[doc = $doc:literal] $codec:ident;)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $codec;

        #[diagnostic::do_not_recommend]
        impl<T: Composite<Codec = Self>> FieldCodec<T> for $codec {
            type Arg<'a>
                = T::Arg<'a>
            where
                T: 'a;
            type Slice = str;
            const ENCODING: &'static Encoding = T::ENCODING;

            #[inline]
            fn arg(value: &T) -> T::Arg<'_> {
                value.arg()
            }

            #[inline]
            fn encode<P: Position, S: Sink>(arg: T::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
                T::value_of(&arg).write(out).map(|()| 0)
            }

            #[inline]
            fn size(arg: T::Arg<'_>) -> usize {
                T::value_of(&arg).size()
            }

            fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                let (index, fields) = read_variant::<T>(reader)?;
                T::CHECKS.get(index).map_or(Ok(()), |check| check(fields, reader)).map(|()| 0)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'de, T: ReadComposite<'de, P::Nested, Codec = Self>, P: Position> DecodeField<'de, T, P> for $codec {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
                let (index, _) = read_variant::<T>(reader)?;
                T::read(index, reader).map(|value| (value, 0))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: TotalComposite<Codec = Self>, P: Position> Total<T, P> for $codec {}

        #[diagnostic::do_not_recommend]
        impl<T: OrderedComposite<Codec = Self>, P: Position> Ordered<T, P> for $codec {}
    )*};
}

composite! {
    /// The codec of structs.
    Fields;
    /// The codec of enums with data.
    Variants;
    /// The codec of enums without data.
    Codes;
}
