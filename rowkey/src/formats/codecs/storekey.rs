//! [`Storekey`], a codec of the values that the crate `storekey` writes.

use super::content::ContentCodec;
use super::{field_of_content, quoted_text, text_from_utf8};
use crate::codec::BoundPlace;
use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::codec::output::{CodecBytes, CodecOutput, InOrder, SelfDelimited};
use crate::notation::quoted_bytes;
use crate::wire::float;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// A value as the crate `storekey` 0.11 of SurrealDB writes it.
///
/// | type | bytes |
/// |---|---|
/// | integers, `char`, `f32`, `f64` | as without the codec |
/// | `bool` | `02`, `03` |
/// | `Option` of one of these, of a `String` or of a `Vec<u8>` | `02`, or `03` and the value |
/// | `String`, `Vec<u8>` | the bytes with each `00` as `01 00` and each `01` as `01 01`, then `00` |
/// | `Vec` of an integer | the integers, then `00`; an integer that begins with `00` or `01` has `01` before it |
/// | `Vec<String>` | the texts, then `00` |
///
/// The bytes sort as the values do, except those of `Vec<String>`. A text in a `Vec<String>` must not be empty: `storekey`
/// writes an empty text as the `00` that ends the list.
///
/// ```
/// use rowkey::{RowKey, formats::Storekey};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = Storekey)]
/// struct EdgeKey {
///     table: String,
///     id: Option<i64>,
///     path: Vec<String>,
/// }
///
/// let key = EdgeKey { table: "a\u{1}b".into(), id: None, path: vec!["x".into(), "y".into()] };
/// assert_eq!(key.try_encode()?, b"a\x01\x01b\0\x02x\0y\0\0");
/// assert_eq!(EdgeKey::decode(&key.try_encode()?)?, key);
/// assert!(EdgeKey::prefix().table_starts_with("a").range().contains(&key.try_encode()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Storekey;

const END: u8 = 0x00;
/// The byte before a byte up to this one, where `END` would end the value.
const ESCAPE: u8 = 0x01;
const FALSE_OR_NONE: u8 = 2;
const TRUE_OR_SOME: u8 = 3;
const NO_END: &str = "the 00 at the end is missing";

macro_rules! fixed_width {
    ($($type:ty: $width:literal $name:literal, |$value:ident| $to:expr, |$stored:ident| $from:expr, |$shown:ident| $text:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$type> for Storekey {
            type Encoded = InOrder<[u8; $width]>;
            const NAME: &'static str = $name;

            fn encode($value: &$type) -> Self::Encoded {
                InOrder($to)
            }

            fn decode($stored: [u8; $width]) -> Result<$type, CodecError> {
                $from
            }

            fn text($shown: &$type) -> Option<String> {
                Some($text)
            }
        }
    )*};
}

fixed_width! {
    bool: 1 "storekey bool",
        |value| [if *value { TRUE_OR_SOME } else { FALSE_OR_NONE }],
        |stored| match stored {
            [FALSE_OR_NONE] => Ok(false),
            [TRUE_OR_SOME] => Ok(true),
            _ => Err("expected a bool, 02 or 03".into()),
        },
        |value| value.to_string();
    char: 4 "storekey char",
        |value| u32::from(*value).to_be_bytes(),
        |stored| char::from_u32(u32::from_be_bytes(stored)).ok_or("the number is not a char".into()),
        |value| format!("{value:?}");
    f32: 4 "storekey f32",
        |value| float_32(*value),
        |stored| {
            let bits = float::from_stored(u32::from_be_bytes(stored).into(), 4);
            Ok(f32::from_bits(u32::try_from(bits)?))
        },
        |value| float::text(value.to_bits().into(), 4);
    f64: 8 "storekey f64",
        |value| float::to_stored(value.to_bits(), 8).to_be_bytes(),
        |stored| Ok(f64::from_bits(float::from_stored(u64::from_be_bytes(stored), 8))),
        |value| float::text(value.to_bits(), 8);
}

fn float_32(value: f32) -> [u8; 4] {
    let [_, _, _, _, stored @ ..] = float::to_stored(value.to_bits().into(), 4).to_be_bytes();
    stored
}

macro_rules! integers {
    ($($int:ident: $width:literal $name:literal, $list:literal;)*) => {
        fixed_width! {$(
            $int: $width $name,
                |value| (*value ^ $int::MIN).to_be_bytes(),
                |stored| Ok($int::from_be_bytes(stored) ^ $int::MIN),
                |value| value.to_string();
        )*}

        $(integers!(@list $int: $width $list);)*
    };
    // A list of `u8` is a `Vec<u8>`, which has a codec of its own.
    (@list u8: $width:literal $name:literal) => {};
    (@list $int:ident: $width:literal $name:literal) => {
        #[diagnostic::do_not_recommend]
        impl Codec<Vec<$int>> for Storekey {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = $name;
            const WIDTHS: (usize, Option<usize>) = (1, None);

            fn encode(list: &Vec<$int>) -> InOrder<SelfDelimited> {
                let mut bytes = Vec::with_capacity(list.len() * $width + 1);
                for InOrder(integer) in list.iter().map(<Self as Codec<$int>>::encode) {
                    if integer.first().is_some_and(|first| *first <= ESCAPE) {
                        bytes.push(ESCAPE);
                    }
                    bytes.extend_from_slice(&integer);
                }
                bytes.push(END);
                InOrder(SelfDelimited(bytes))
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                let mut end = 0;
                loop {
                    end += match *bytes.get(end)? {
                        END => return Some(end + 1),
                        ESCAPE => 1 + $width,
                        _ => $width,
                    };
                }
            }

            fn decode(bytes: Vec<u8>) -> Result<Vec<$int>, CodecError> {
                let mut list = Vec::new();
                let mut rest = bytes.strip_suffix(&[END]).ok_or(NO_END)?;
                while !rest.is_empty() {
                    // If the escape is not necessary, or is missing, the `decode` of the key returns an error: it encodes the
                    // list again, and compares the result with the stored bytes.
                    let integer = rest.strip_prefix(&[ESCAPE]).unwrap_or(rest);
                    let (integer, after) = integer.split_first_chunk().ok_or("the last integer is too short")?;
                    list.push(<Self as Codec<$int>>::decode(*integer)?);
                    rest = after;
                }
                Ok(list)
            }

            fn text(list: &Vec<$int>) -> Option<String> {
                Some(format!("{list:?}"))
            }
        }
    };
}

integers! {
    u8: 1 "storekey u8", "";
    u16: 2 "storekey u16", "list of storekey u16";
    u32: 4 "storekey u32", "list of storekey u32";
    u64: 8 "storekey u64", "list of storekey u64";
    u128: 16 "storekey u128", "list of storekey u128";
    i8: 1 "storekey i8", "list of storekey i8";
    i16: 2 "storekey i16", "list of storekey i16";
    i32: 4 "storekey i32", "list of storekey i32";
    i64: 8 "storekey i64", "list of storekey i64";
    i128: 16 "storekey i128", "list of storekey i128";
}

fn write_escaped(content: &[u8], out: &mut Vec<u8>) {
    for byte in content {
        if *byte <= ESCAPE {
            out.push(ESCAPE);
        }
        out.push(*byte);
    }
}

/// Returns the offset after the terminator of a text or of bytes.
fn end_of_content(bytes: &[u8]) -> Option<usize> {
    let mut end = 0;
    loop {
        end += match *bytes.get(end)? {
            END => return Some(end + 1),
            ESCAPE => 2,
            _ => 1,
        };
    }
}

/// Returns the content of the first text, and the bytes after its terminator.
fn read_content(bytes: &[u8]) -> Result<(Vec<u8>, &[u8]), CodecError> {
    let (stored, rest) = end_of_content(bytes).and_then(|end| bytes.split_at_checked(end)).ok_or(NO_END)?;
    let mut escaped = stored.strip_suffix(&[END]).unwrap_or(stored).iter();
    let mut content = Vec::with_capacity(stored.len());
    while let Some(byte) = escaped.next() {
        content.push(if *byte == ESCAPE { *escaped.next().ok_or(NO_END)? } else { *byte });
    }
    Ok((content, rest))
}

impl ContentCodec for Storekey {
    type Encoded = InOrder<SelfDelimited>;

    fn encode_content(content: &[u8]) -> InOrder<SelfDelimited> {
        let mut bytes = Vec::with_capacity(content.len() + 1);
        write_escaped(content, &mut bytes);
        bytes.push(END);
        InOrder(SelfDelimited(bytes))
    }

    fn write_starts_with_bound(start: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        write_escaped(start, out);
        Some(place)
    }
}

macro_rules! contents {
    ($($type:ty: $value_of:path, $text:path;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$type> for Storekey {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = "storekey bytes";
            const WIDTHS: (usize, Option<usize>) = (1, None);

            fn encode(value: &$type) -> InOrder<SelfDelimited> {
                Self::encode_content(value.as_ref())
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                end_of_content(bytes)
            }

            fn decode(bytes: Vec<u8>) -> Result<$type, CodecError> {
                read_content(&bytes).and_then(|(content, _)| $value_of(content))
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }

        field_of_content!([] Storekey, $type);
    )*};
}

contents! {
    String: text_from_utf8, quoted_text;
    Vec<u8>: Ok, quoted_bytes;
}

#[diagnostic::do_not_recommend]
impl Codec<Vec<String>> for Storekey {
    type Encoded = Result<SelfDelimited, &'static str>;
    const NAME: &'static str = "list of storekey bytes";
    const WIDTHS: (usize, Option<usize>) = (1, None);

    fn encode(list: &Vec<String>) -> Self::Encoded {
        let mut bytes = Vec::new();
        for text in list {
            if text.is_empty() {
                return Err("an empty text in a list: storekey writes the 00 that ends the list");
            }
            write_escaped(text.as_bytes(), &mut bytes);
            bytes.push(END);
        }
        bytes.push(END);
        Ok(SelfDelimited(bytes))
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        let mut end = 0;
        while *bytes.get(end)? != END {
            end += end_of_content(bytes.get(end..)?)?;
        }
        Some(end + 1)
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<String>, CodecError> {
        let mut list = Vec::new();
        let mut rest = bytes.strip_suffix(&[END]).ok_or(NO_END)?;
        while !rest.is_empty() {
            let (content, after) = read_content(rest)?;
            list.push(text_from_utf8(content)?);
            rest = after;
        }
        Ok(list)
    }

    fn text(list: &Vec<String>) -> Option<String> {
        Some(format!("{list:?}"))
    }
}

// A macro instead of a generic impl: for a generic type, rustc would search without end for a codec of the type within the
// `Option`.
macro_rules! options {
    ($($type:ty: $name:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<Option<$type>> for Storekey {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = $name;
            const WIDTHS: (usize, Option<usize>) = {
                match <Self as Codec<$type>>::WIDTHS {
                    (_, Some(max)) => (1, Some(max.saturating_add(1))),
                    (_, None) => (1, None),
                }
            };

            fn encode(value: &Option<$type>) -> InOrder<SelfDelimited> {
                let mut bytes = vec![if value.is_some() { TRUE_OR_SOME } else { FALSE_OR_NONE }];
                if let Some(Ok(value)) = value.as_ref().map(|value| <Self as Codec<$type>>::encode(value).into_bytes()) {
                    bytes.extend_from_slice(value.as_ref());
                }
                InOrder(SelfDelimited(bytes))
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                match bytes {
                    [TRUE_OR_SOME, value @ ..] => <Self as Codec<$type>>::end(value).map(|end| end.saturating_add(1)),
                    _ => Some(1),
                }
            }

            fn decode(bytes: Vec<u8>) -> Result<Option<$type>, CodecError> {
                match &*bytes {
                    [FALSE_OR_NONE] => Ok(None),
                    [TRUE_OR_SOME, value @ ..] => {
                        let value = CodecBytes::from_slice(value).ok_or("the value has another width")?;
                        <Self as Codec<$type>>::decode(value).map(Some).map_err(|error| {
                            let offset = error.offset + 1;
                            error.at(offset)
                        })
                    }
                    _ => Err("expected 02 for none, or 03 before a value".into()),
                }
            }

            fn text(value: &Option<$type>) -> Option<String> {
                value.as_ref().map_or_else(|| Some("None".into()), <Self as Codec<$type>>::text)
            }
        }
    )*};
}

options! {
    bool: "Option of storekey bool";
    char: "Option of storekey char";
    u8: "Option of storekey u8";
    u16: "Option of storekey u16";
    u32: "Option of storekey u32";
    u64: "Option of storekey u64";
    u128: "Option of storekey u128";
    i8: "Option of storekey i8";
    i16: "Option of storekey i16";
    i32: "Option of storekey i32";
    i64: "Option of storekey i64";
    i128: "Option of storekey i128";
    f32: "Option of storekey f32";
    f64: "Option of storekey f64";
    String: "Option of storekey bytes";
    Vec<u8>: "Option of storekey bytes";
}
