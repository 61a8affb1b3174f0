//! Codecs that write the bytes of other systems, such as CockroachDB, for
//! [`#[rowkey(codec = path)]`](crate::attributes). Except for [`PercentEscaped`], their bytes have a fixed width or are
//! self-delimiting, so a key stores them unchanged in every position.
//!
//! The last column is the name of the codec in printed layouts, explanations and [layout
//! files](crate::explain#layouts-as-files). A layout contains only this name, so a program in another language needs
//! the third column to read the field.
//!
//! | codec | types | bytes | sorts | name in a layout |
//! |---|---|---|---|---|
//! | [`Leb128`] | unsigned integers | groups of seven bits, the least significant first; the varint of protobuf and of Go | no | LEB128 |
//! | [`BitcoinVarint`] | unsigned integers | groups of seven bits, the most significant first; `VARINT` of Bitcoin Core | no | Bitcoin VARINT |
//! | [`Vlq`] | unsigned integers | groups of seven bits, the most significant first, as in MIDI; the varint of HugeGraph | no | VLQ |
//! | [`Hex`] | unsigned integers | all digits in lower-case hex, 16 for a `u64`; `%016x` of C and Go | yes | 16 hex digits |
//! | [`MaxMinus`] | integers of up to 64 bits | `Long.MAX_VALUE` of Java, or another constant, minus the number, in decimal digits | in reverse: the newest time first | 9223372036854775807 minus the number, in 19 digits |
//! | [`FixedBytes`] | `[u8; N]` | the bytes as they are, in a key with `fields = ..` | yes | bytes as they are |
//! | [`CockroachInteger`] | integers of up to 64 bits | a byte for the sign and the length, then the integer; `EncodeVarintAscending` of CockroachDB | yes | CockroachDB integer |
//! | [`CockroachBytes`] | `String`, `Vec<u8>` | `12`, the content with `00` as `00 FF`, then `00 01`; `EncodeBytesAscending` of CockroachDB | yes | CockroachDB bytes |
//! | [`CockroachIntegerDescending`] | integers of up to 64 bits, except `u64` | an integer in a `DESC` column of CockroachDB | in reverse | CockroachDB integer, descending |
//! | [`CockroachBytesDescending`] | `String`, `Vec<u8>` | a text or bytes in a `DESC` column of CockroachDB | in reverse | CockroachDB bytes, descending |
//! | [`CockroachNullable<C>`](CockroachNullable) | an `Option` of a type of `C`; `C` is one of the four other `Cockroach..` codecs | `00` or, in a `DESC` column, `FF` for `None`; the bytes of `C` for `Some` | yes; in reverse in a `DESC` column | CockroachDB integer or NULL |
//! | [`KuduBytes`] | `String`, `Vec<u8>` | the content with `00` as `00 01`, then `00 00`; strings of Apache Kudu, YugabyteDB and Pika | yes | Kudu bytes |
//! | [`TidbBytes`] | `String`, `Vec<u8>` | groups of 8 bytes, the last one filled with `00`, each followed by `FF` minus the number of these `00`; `EncodeBytes` of TiDB and TiKV | yes | TiDB bytes |
//! | [`JavaUtf`] | `String` | the length in two bytes, then modified UTF-8; `DataOutputStream.writeUTF` of Java | no | Java writeUTF |
//! | [`PercentEscaped`] | `String`, `Vec<u8>` | letters, digits and `-._~` unchanged, other bytes as `%2F`: percent-encoding as in URLs | no | percent-encoding |
//! | [`Terminated<':'>`](Terminated) | `String`, `Vec<u8>`, integers | the content or the decimal digits, then `:` or another character | no | digits, then ':' |
//! | [`NulTerminated`] | `String`, `Vec<u8>`, integers | the content or the decimal digits, then `00` | no | bytes, then '\0' |
//!
//! ```
//! use rowkey::{RowKey, codecs};
//!
//! /// An unspent output of Bitcoin Core: `C`, the transaction, and the number of the output.
//! #[derive(Debug, PartialEq, RowKey)]
//! #[rowkey(namespace = "C")]
//! struct CoinKey {
//!     txid: [u8; 4],
//!     #[rowkey(codec = codecs::BitcoinVarint)]
//!     output: u32,
//! }
//!
//! let key = CoinKey { txid: [1, 2, 3, 4], output: 256 };
//! assert_eq!(key.encode(), b"C\x01\x02\x03\x04\x81\x00");
//! assert_eq!(CoinKey::decode(b"C\x01\x02\x03\x04\x81\x00")?, key);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```

mod bytes;
mod cockroach;
mod integers;
mod java;
mod terminated;

pub use crate::codec::custom::EncodedBy;
pub use crate::codec::error::OutOfRange;
pub use crate::codec::output::{CodecOutput, Descending, InOrder, SelfDelimited, StartsAlike, Without};

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
