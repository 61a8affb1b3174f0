//! The formats that layouts can name.

use rowkey::__untyped::{AnyFormat, Encoding};
use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, FixedBytes, FoundationDb, Hex, Ieee754, IntegerBytes, JavaUtf, KuduBytes, Leb128, LittleEndian,
    MaxMinus, Memcomparable, MemcomparableSeq, NulTerminated, OrderedBytes, OrderedCode, Phoenix, Storekey, Terminated,
    Tidb, TidbBytes, TwosComplement, Vlq,
};

macro_rules! formats {
    ($($format:ty,)* ; $($width:literal)* ; $($little:literal)*) => {
        static FORMATS: &[AnyFormat] = &[
            $(AnyFormat::of::<$format>(),)*
            $(AnyFormat::of::<IntegerBytes<$width>>(), AnyFormat::of::<TwosComplement<$width>>(),)*
            $(AnyFormat::of::<LittleEndian<$little>>(),)*
        ];
    };
}

// A format with parameters is listed with the parameters that keys often have.
formats!(
    FoundationDb,
    Memcomparable,
    OrderedBytes,
    OrderedCode,
    Phoenix,
    Tidb,
    BitcoinVarint,
    CockroachBytes,
    CockroachBytesDescending,
    CockroachInteger,
    CockroachIntegerDescending,
    CockroachNullable<CockroachBytes>,
    CockroachNullable<CockroachBytesDescending>,
    CockroachNullable<CockroachInteger>,
    CockroachNullable<CockroachIntegerDescending>,
    FixedBytes,
    Hex,
    Ieee754,
    JavaUtf,
    KuduBytes,
    Leb128,
    MaxMinus,
    MemcomparableSeq,
    Storekey,
    TidbBytes,
    Vlq,
    NulTerminated,
    Terminated<b'#'>,
    Terminated<b','>,
    Terminated<b'/'>,
    Terminated<b':'>,
    Terminated<b';'>,
    Terminated<b'_'>,
    Terminated<b'|'>,
    ; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
    ; 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
);

/// Returns the format with this name, such as "FoundationDB", if it has values whose encoding without the format is `of`.
#[must_use]
pub fn format_of(name: &str, of: &Encoding) -> Option<&'static AnyFormat> {
    FORMATS.iter().find(|format| format.name == name && (format.has)(of))
}
