//! The codecs of structs and enums that are fields of a key.
//!
//! A struct is stored as its fields in order. Each variable-length field has a terminator, even the last, so that the
//! struct has the same bytes at every position. An enum is stored as the code of the variant, which `#[code(..)]`
//! states. The fields of the variant follow, stored as in a struct.

use crate::codec::derived::{Composite, OrderedComposite, ReadComposite, TotalComposite};
use crate::codec::position::Position;
use crate::codec::shown::{Shown, ShownParts, WrongField};
use crate::codec::{DecodeField, FieldCodec, Ordered, Total};
use crate::constant::slice;
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Code, Encoding, FieldLayout, Variant};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// Reads one of the `codes`. Returns its index and the code.
///
/// # Errors
/// The next bytes are none of the codes.
pub fn read_code<'c>(
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

/// A variant of an enum. A struct is a single variant without a name.
#[derive(Default)]
struct ReadVariant {
    index: usize,
    name: Option<&'static str>,
    fields: &'static [FieldLayout],
}

/// Reads the code of an enum. For a struct, reads nothing.
#[inline]
fn read_variant<T: Composite>(reader: &mut Reader<'_>) -> Result<ReadVariant, DecodeError> {
    match T::ENCODING {
        Encoding::Struct { fields } => Ok(ReadVariant { fields: slice(fields), ..ReadVariant::default() }),
        Encoding::Variants { variants } => {
            let (index, code) = read_code(variants.iter().map(Variant::code), reader)?;
            let fields = variants.get(index).map_or(&[][..], Variant::fields);
            Ok(ReadVariant { index, name: Some(code.name()), fields })
        }
        Encoding::Codes { codes } => {
            let (index, code) = read_code(codes.iter(), reader)?;
            Ok(ReadVariant { index, name: Some(code.name()), fields: &[] })
        }
        // The derive uses no other encoding.
        _ => Ok(ReadVariant::default()),
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

            fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
                let variant = read_variant::<T>(reader)?;
                let mut parts = ShownParts::default();
                if let Some(show) = T::SHOW.get(variant.index) {
                    show(variant.fields, reader, &mut parts)?;
                }
                Ok(parts.of_variant(variant.name, variant.fields.is_empty()))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'de, T: ReadComposite<'de, P::Nested, Codec = Self>, P: Position> DecodeField<'de, T, P> for $codec {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
                let variant = read_variant::<T>(reader)?;
                T::read(variant.index, reader).map(|value| (value, 0))
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
