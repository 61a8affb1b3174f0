//! Codecs of single fields, written with the public trait [`Codec`](crate::Codec).

mod bytes;
mod cockroach;
pub(crate) mod content;
mod floats;
mod integers;
mod java;
mod memcomparable;
mod storekey;
mod terminated;

pub use self::bytes::{CockroachBytes, FixedBytes, KuduBytes, PercentEscaped, TidbBytes};
pub use self::cockroach::{CockroachBytesDescending, CockroachIntegerDescending, CockroachNullable};
pub use self::floats::Ieee754;
pub use self::integers::{BitcoinVarint, CockroachInteger, Hex, Leb128, MaxMinus, Vlq};
pub use self::java::JavaUtf;
pub use self::memcomparable::MemcomparableSeq;
pub use self::storekey::Storekey;
pub use self::terminated::{NulTerminated, Terminated};

use crate::codec::error::CodecError;
use crate::error::DecodeError;
use crate::wire::reader::Reader;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a value from the start of `bytes`, and ignores the bytes after the value. If there are such bytes, the
/// `decode` of the key returns an error: it encodes the decoded value, and compares the result with `bytes`.
fn read_from<R>(bytes: &[u8], read: impl FnOnce(&mut Reader<'_>) -> Result<R, DecodeError>) -> Result<R, CodecError> {
    read(&mut Reader::new(bytes)).map_err(|error| CodecError::from(error.kind()).at(error.offset()))
}

const fn ascii_text(name: &[u8]) -> &str {
    match core::str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => "",
    }
}

fn text_from_utf8(content: Vec<u8>) -> Result<String, CodecError> {
    String::from_utf8(content).map_err(|_| "the bytes are not UTF-8".into())
}

fn quoted_text(text: &str) -> String {
    format!("{text:?}")
}

/// Implements `Codec<String>` and `Codec<Vec<u8>>`. The given `encode` takes the bytes of the string or vector, and the
/// given `decode` returns these bytes. With `starts_with`, the codec is self-delimiting: `end` finds the end of a value, and
/// `starts_with` appends a bound of the values that begin with `start`.
macro_rules! codec_of_text_and_bytes {
    ($(impl $generics:tt for $codec:ty { $($items:tt)* })*) => {$(
        super::codec_of_text_and_bytes!(@codec $generics $codec, String, super::text_from_utf8, super::quoted_text, { $($items)* });
        super::codec_of_text_and_bytes!(@codec $generics $codec, Vec<u8>, Ok, quoted_bytes, { $($items)* });
        super::codec_of_text_and_bytes!(@content $generics $codec, { $($items)* });
    )*};
    (@codec [$($generics:tt)*] $codec:ty, $type:ty, $value_of:path, $text:path, {
        type Encoded = $encoded:ty;
        const NAME: &'static str = $name:expr;
        fn encode($content:ident) $encode:block
        fn decode($bytes:ident) $decode:block
        $(
            const MIN_WIDTH: usize = $min_width:expr;
            fn end($stored:ident) $end:block
            fn starts_with $starts_with:tt $starts_with_body:block
        )?
    }) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Codec<$type> for $codec {
            type Encoded = $encoded;
            const NAME: &'static str = $name;
            $(const WIDTHS: (usize, Option<usize>) = ($min_width, None);)?

            fn encode(value: &$type) -> Self::Encoded {
                let $content: &[u8] = value.as_ref();
                $encode
            }

            $(
                fn end($stored: &[u8]) -> Option<usize> {
                    $end
                }
            )?

            fn decode($bytes: Vec<u8>) -> Result<$type, CodecError> {
                let content: Result<Vec<u8>, CodecError> = $decode;
                content.and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }
    };
    (@content [$($generics:tt)*] $codec:ty, {
        type Encoded = $encoded:ty;
        const NAME: &'static str = $name:expr;
        fn encode($content:ident) $encode:block
        fn decode $decode_argument:tt $decode:block
        const MIN_WIDTH: usize = $min_width:expr;
        fn end $end_argument:tt $end:block
        fn starts_with($start:ident, $place:ident, $out:ident) $starts_with:block
    }) => {
        impl<$($generics)*> super::content::ContentCodec for $codec {
            type Encoded = $encoded;

            fn encode_content($content: &[u8]) -> $encoded {
                $encode
            }

            fn write_starts_with_bound(
                $start: &[u8],
                $place: crate::codec::BoundPlace,
                $out: &mut Vec<u8>,
            ) -> Option<crate::codec::BoundPlace> {
                $starts_with
            }
        }

        super::field_of_content!([$($generics)*] $codec, String);
        super::field_of_content!([$($generics)*] $codec, Vec<u8>);
    };
    // A codec that is not self-delimiting.
    (@content $generics:tt $codec:ty, $items:tt) => {};
}
use codec_of_text_and_bytes;

/// Lets fields of the type use [`ContentOf`](content::ContentOf) for the codec.
macro_rules! field_of_content {
    ([$($generics:tt)*] $codec:ty, $type:ty) => {
        impl<$($generics)*> crate::codec::named::FormatKind<$codec, $type> {
            #[doc(hidden)]
            pub const VALUE: u8 = super::content::CONTENT;
        }

        #[diagnostic::do_not_recommend]
        impl<const BY_VALUE: bool, $($generics)*>
            crate::codec::named::CodecFor<$type, BY_VALUE, { super::content::CONTENT }> for $codec
        {
            type Field = super::content::ContentOf<$codec>;
        }
    };
}
use field_of_content;
