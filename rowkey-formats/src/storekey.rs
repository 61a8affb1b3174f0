//! [`Storekey`], the values that the crate `storekey` writes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rowkey::codecs::{InOrder, SelfDelimited};
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Null, Reader, Sink, Type};
use rowkey::{Codec, CodecError, DecodeError};

/// A value as the crate `storekey` 0.11 of SurrealDB writes it.
///
/// | type | bytes |
/// |---|---|
/// | integers, `char`, `f32`, `f64` | as without the format |
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
/// use rowkey::RowKey;
/// use rowkey_formats::Storekey;
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

const fn content(kind: Kind) -> Type {
    Type::new(kind).widths(ByteCount::exact(1), None).starts_alike().optional()
}

impl Format for Storekey {
    const NAME: &'static str = "storekey";

    const TYPES: &'static [Type] = &[
        Type::unsigned(1..=16).plain_after(None).optional(),
        Type::signed(1..=16).plain_after(None).optional(),
        Type::new(Kind::Float { width: 4 }).plain_after(None).optional(),
        Type::new(Kind::Float { width: 8 }).plain_after(None).optional(),
        Type::new(Kind::Char).plain_after(None).optional(),
        Type::new(Kind::Bool).optional(),
        content(Kind::Text),
        content(Kind::Bytes),
    ];

    const NULL: Null = Null::Tagged(FALSE_OR_NONE, TRUE_OR_SOME);

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        match kind {
            Kind::Text | Kind::Bytes => {
                put_escaped(plain, out);
                out.put_array([END]);
            }
            Kind::Bool => out.put_array([if plain == [0] { FALSE_OR_NONE } else { TRUE_OR_SOME }]),
            _ => out.put(plain),
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        match kind {
            Kind::Text | Kind::Bytes => loop {
                match reader.byte()? {
                    END => return Ok(()),
                    ESCAPE => plain.put_array([reader.byte()?]),
                    byte => plain.put_array([byte]),
                }
            },
            Kind::Bool => {
                let is_false = reader.skip(&[FALSE_OR_NONE]);
                if !is_false {
                    reader.expect(TRUE_OR_SOME, "a bool, 02 or 03")?;
                }
                plain.put_array([u8::from(!is_false)]);
            }
            _ => plain.put(&reader.bytes(kind.width().unwrap_or(0))?),
        }
        Ok(())
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        put_escaped(beginning, out);
        true
    }
}

fn put_escaped<S: Sink>(content: &[u8], out: &mut S) {
    for byte in content {
        if *byte <= ESCAPE {
            out.put_array([ESCAPE]);
        }
        out.put_array([*byte]);
    }
}

macro_rules! lists_of_integers {
    ($($int:ident: $name:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<Vec<$int>> for Storekey {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = $name;
            const WIDTHS: (usize, Option<usize>) = (1, None);

            fn encode(list: &Vec<$int>) -> InOrder<SelfDelimited> {
                let mut bytes = Vec::with_capacity(list.len() * size_of::<$int>() + 1);
                for integer in list {
                    let integer = (integer ^ $int::MIN).to_be_bytes();
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
                        ESCAPE => 1 + size_of::<$int>(),
                        _ => size_of::<$int>(),
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
                    list.push($int::from_be_bytes(*integer) ^ $int::MIN);
                    rest = after;
                }
                Ok(list)
            }

            fn text(list: &Vec<$int>) -> Option<String> {
                Some(format!("{list:?}"))
            }
        }
    )*};
}

lists_of_integers! {
    u16: "list of storekey u16";
    u32: "list of storekey u32";
    u64: "list of storekey u64";
    u128: "list of storekey u128";
    i8: "list of storekey i8";
    i16: "list of storekey i16";
    i32: "list of storekey i32";
    i64: "list of storekey i64";
    i128: "list of storekey i128";
}

#[diagnostic::do_not_recommend]
impl Codec<Vec<String>> for Storekey {
    type Encoded = Result<SelfDelimited, &'static str>;
    const NAME: &'static str = "list of storekey texts";
    const WIDTHS: (usize, Option<usize>) = (1, None);

    fn encode(list: &Vec<String>) -> Self::Encoded {
        let mut bytes = Vec::new();
        for text in list {
            if text.is_empty() {
                return Err("an empty text in a list: storekey writes the 00 that ends the list");
            }
            <Self as Format>::write(Kind::Text, text.as_bytes(), false, &mut bytes);
        }
        bytes.push(END);
        Ok(SelfDelimited(bytes))
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        let (mut end, mut is_in_text) = (0, false);
        loop {
            let byte = *bytes.get(end)?;
            end += if byte == ESCAPE { 2 } else { 1 };
            match (byte, is_in_text) {
                (END, false) => return Some(end),
                (byte, _) => is_in_text = byte != END,
            }
        }
    }

    fn decode(bytes: Vec<u8>) -> Result<Vec<String>, CodecError> {
        let mut list = Vec::new();
        let mut reader = Reader::new(bytes.strip_suffix(&[END]).ok_or(NO_END)?);
        while reader.remaining() > 0 {
            let mut text = Vec::new();
            let offset = reader.offset();
            Self::read(Kind::Text, false, &mut reader, &mut text).map_err(|_| CodecError::from(NO_END).at(offset))?;
            list.push(String::from_utf8(text).map_err(|_| "the bytes are not UTF-8")?);
        }
        Ok(list)
    }

    fn text(list: &Vec<String>) -> Option<String> {
        Some(format!("{list:?}"))
    }
}
