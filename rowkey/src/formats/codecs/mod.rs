//! Codecs of single fields, written with the public trait [`Codec`](crate::Codec).

mod bytes;
mod cockroach;
mod integers;
mod java;
mod terminated;

pub use self::bytes::{CockroachBytes, FixedBytes, KuduBytes, PercentEscaped, TidbBytes};
pub use self::cockroach::{CockroachBytesDescending, CockroachIntegerDescending, CockroachNullable};
pub use self::integers::{BitcoinVarint, CockroachInteger, Hex, Leb128, MaxMinus, Vlq};
pub use self::java::JavaUtf;
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
/// given `decode` returns these bytes.
macro_rules! codec_of_text_and_bytes {
    ($(impl $generics:tt for $codec:ty { $($items:tt)* })*) => {$(
        super::codec_of_text_and_bytes!(@ $generics $codec, String, super::text_from_utf8, super::quoted_text, { $($items)* });
        super::codec_of_text_and_bytes!(@ $generics $codec, Vec<u8>, Ok, quoted_bytes, { $($items)* });
    )*};
    (@ [$($generics:tt)*] $codec:ty, $type:ty, $value_of:path, $text:path, {
        type Encoded = $encoded:ty;
        const NAME: &'static str = $name:expr;
        fn encode($content:ident) $encode:block
        fn decode($bytes:ident) $decode:block
        $($end:item)?
    }) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Codec<$type> for $codec {
            type Encoded = $encoded;
            const NAME: &'static str = $name;

            fn encode(value: &$type) -> Self::Encoded {
                let $content: &[u8] = value.as_ref();
                $encode
            }

            $($end)?

            fn decode($bytes: Vec<u8>) -> Result<$type, CodecError> {
                let content: Result<Vec<u8>, CodecError> = $decode;
                content.and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }
    };
}
use codec_of_text_and_bytes;
