//! Tests what the table of each format promises.

use rowkey::testing;
use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, FixedBytes, FoundationDb, Hex, Ieee754, IntegerBytes, JavaUtf, KuduBytes, Leb128, LittleEndian,
    MaxMinus, Memcomparable, MemcomparableSeq, NulTerminated, OrderedBytes, OrderedCode, Phoenix, Storekey, Terminated,
    Tidb, TidbBytes, TwosComplement, Vlq,
};

macro_rules! keep_their_promises {
    ($($format:ty),* $(,)?) => {$(
        if let Err(violation) = testing::format::<$format>() {
            panic!("{}: {violation}", stringify!($format));
        }
    )*};
}

#[test]
fn formats_keep_the_promises_of_their_tables() {
    keep_their_promises!(
        FoundationDb,
        Memcomparable,
        OrderedBytes,
        OrderedCode,
        Phoenix,
        Tidb,
        Leb128,
        BitcoinVarint,
        Vlq,
        Hex,
        MaxMinus,
        MaxMinus<9>,
        MaxMinus<200, 3>,
        MaxMinus<{ u64::MAX }, 39>,
        Ieee754,
        IntegerBytes<1>,
        IntegerBytes<3>,
        IntegerBytes<8>,
        IntegerBytes<16>,
        LittleEndian<2>,
        LittleEndian<3>,
        LittleEndian<8>,
        LittleEndian<16>,
        TwosComplement<1>,
        TwosComplement<4>,
        TwosComplement<7>,
        TwosComplement<16>,
        FixedBytes,
        CockroachInteger,
        CockroachBytes,
        CockroachIntegerDescending,
        CockroachBytesDescending,
        CockroachNullable<CockroachInteger>,
        CockroachNullable<CockroachBytes>,
        CockroachNullable<CockroachIntegerDescending>,
        CockroachNullable<CockroachBytesDescending>,
        KuduBytes,
        TidbBytes,
        MemcomparableSeq,
        Storekey,
        JavaUtf,
        NulTerminated,
        Terminated<b':'>,
        Terminated<b'-'>,
        Terminated<b'7'>,
        Terminated<b'a'>,
        Terminated<b'\xFF'>,
    );
}

/// The rows of `Hex` and `MaxMinus` say that the bytes are text, so that a key has `encode_text`.
#[test]
fn a_key_of_fields_whose_bytes_are_text_is_text() {
    use rowkey::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(delimiter = '/')]
    struct EventKey {
        #[rowkey(codec = Hex)]
        id: u16,
        #[rowkey(codec = MaxMinus)]
        at: i64,
    }

    let text = EventKey { id: 0x0AFF, at: 7 }.try_encode_text().unwrap();
    assert_eq!(text, "0aff/9223372036854775800");
    assert_eq!(EventKey::decode(text.as_bytes()), Ok(EventKey { id: 0x0AFF, at: 7 }));
}
