//! Tests what the table of each format promises.

use rowkey::testing;
use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, FixedBytes, FoundationDb, Hex, Ieee754, JavaUtf, KuduBytes, Leb128, MaxMinus, Memcomparable,
    MemcomparableSeq, NulTerminated, OrderedBytes, OrderedCode, Phoenix, Storekey, Terminated, Tidb, TidbBytes, Vlq,
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
