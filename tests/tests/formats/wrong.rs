//! `rowkey::testing::format` finds each mistake of a format: one format for each law.

use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Null, Reader, Sink, Type, Unencodable};
use rowkey::{DecodeError, DecodeErrorKind, testing};

/// A correct format of texts without 00 and of 16-bit integers, with the mistake of this number.
enum Wrong<const MISTAKE: u8> {}

const NONE: u8 = 0;
const VALUE_CHANGES: u8 = 1;
const SAME_BYTES: u8 = 2;
const NO_END: u8 = 3;
const WIDER: u8 = 4;
const LITTLE_ENDIAN: u8 = 5;
const WRONG_BEGINNING: u8 = 6;
const FAR_VALUE: u8 = 7;
const NULL_OF_A_VALUE: u8 = 8;
const NOT_ALL_VALUES: u8 = 9;
const OTHER_FIRST_BYTE: u8 = 10;
const NOT_PLAIN: u8 = 11;
const NULL_LAST: u8 = 12;
const NO_TEXT: u8 = 13;
const READS_ON: u8 = 14;

impl<const MISTAKE: u8> Format for Wrong<MISTAKE> {
    const NAME: &'static str = "wrong";

    const TYPES: &'static [Type] = match MISTAKE {
        WIDER => &[integer().width(ByteCount::exact(2)).plain_after(Some(b'i')), text()],
        NOT_ALL_VALUES => &[integer(), Type::new(Kind::Text).widths(ByteCount::exact(2), None)],
        OTHER_FIRST_BYTE => &[integer().first_byte(b'j', b'z'), text()],
        NOT_PLAIN => &[integer().plain_after(None), text()],
        NO_TEXT => &[integer().text(), text()],
        LITTLE_ENDIAN | SAME_BYTES => &[integer(), text()],
        _ => &[integer().plain_after(Some(b'i')), text()],
    };

    const NULL: Null = match MISTAKE {
        NULL_OF_A_VALUE => Null::InPlace(b"i", b"i"),
        NULL_LAST => Null::InPlace(b"z", b"z"),
        _ => Null::InPlace(b"-", b"-"),
    };

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        if kind == Kind::Text {
            out.put(b"s");
            out.put(plain);
            if MISTAKE != NO_END {
                out.put(&[0]);
            }
            return;
        }
        let [first, last] = *plain else { return };
        out.put(b"i");
        out.put(&match MISTAKE {
            LITTLE_ENDIAN => [last, first],
            SAME_BYTES => [first, last | 1],
            _ => [first, last],
        });
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        if kind == Kind::Text {
            reader.expect(b's', "the tag of a text")?;
            let text = if MISTAKE == NO_END { reader.bytes(reader.remaining())? } else { reader.until(0)? };
            plain.put(&text);
            return Ok(());
        }
        reader.expect(b'i', "the tag of a number")?;
        let [first, last] = reader.array()?;
        match MISTAKE {
            LITTLE_ENDIAN => plain.put(&[last, first]),
            VALUE_CHANGES if last == 0x7F => return Err(reader.error(DecodeErrorKind::OutOfRange)),
            _ => plain.put(&[first, last]),
        }
        if MISTAKE == READS_ON {
            reader.skip(&[0]);
        }
        Ok(())
    }

    fn write_beginning(_: Kind, beginning: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.put(b"s");
        out.put(beginning);
        if MISTAKE == WRONG_BEGINNING && place == BoundPlace::After {
            out.put(&[0]);
        }
        !beginning.contains(&0)
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        let zero = plain.iter().position(|byte| *byte == 0).filter(|_| kind == Kind::Text)?;
        let nearest = if MISTAKE == FAR_VALUE { b"".as_slice() } else { &plain[..zero] };
        Some(Unencodable::after(nearest, "no 00"))
    }
}

const fn integer() -> Type {
    Type::unsigned(2..=2).width(ByteCount::exact(3)).optional()
}

const fn text() -> Type {
    Type::new(Kind::Text).widths(ByteCount::exact(2), None).some_values().starts_alike().optional()
}

#[test]
fn each_mistake_of_a_format_violates_its_law() {
    fn law<const MISTAKE: u8>() -> Option<&'static str> {
        testing::format::<Wrong<MISTAKE>>().err().map(|violation| violation.law())
    }
    let found = [
        law::<NONE>(),
        law::<VALUE_CHANGES>(),
        law::<SAME_BYTES>(),
        law::<NO_END>(),
        law::<WIDER>(),
        law::<LITTLE_ENDIAN>(),
        law::<WRONG_BEGINNING>(),
        law::<FAR_VALUE>(),
        law::<NULL_OF_A_VALUE>(),
        law::<NOT_ALL_VALUES>(),
        law::<OTHER_FIRST_BYTE>(),
        law::<NOT_PLAIN>(),
        law::<NULL_LAST>(),
        law::<NO_TEXT>(),
        law::<READS_ON>(),
    ];
    assert_eq!(
        found,
        [
            None,
            Some("round trip"),
            Some("round trip"),
            Some("widths"),
            Some("widths"),
            Some("order"),
            Some("start"),
            Some("nearest"),
            Some("null"),
            Some("table"),
            Some("table"),
            Some("table"),
            Some("null"),
            Some("table"),
            Some("end"),
        ]
    );
}
