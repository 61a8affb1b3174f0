//! The formats that layouts can name.

use rowkey::__untyped::{AnyFormat, Encoding, Nested};
use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, FixedBytes, FoundationDb, Hex, Ieee754, JavaUtf, KuduBytes, Leb128, MaxMinus, Memcomparable,
    MemcomparableSeq, NulTerminated, OrderedBytes, OrderedCode, Phoenix, Storekey, Terminated, Tidb, TidbBytes, Vlq,
};

macro_rules! formats {
    ($($format:ty),* $(,)?) => {
        static FORMATS: &[AnyFormat] = &[$(AnyFormat::of::<$format>()),*];
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
);

/// Returns the format with this name, such as "FoundationDB", if it has values whose encoding without the format is `of`.
#[must_use]
pub fn format_of(name: &str, of: &Encoding) -> Option<&'static AnyFormat> {
    FORMATS.iter().find(|format| format.name == name && (format.has)(of))
}

/// Returns the encoding of values in the format with this name, if it has such values. `of` is their encoding without the
/// format.
#[must_use]
pub fn in_format(name: &str, of: Encoding) -> Option<Encoding> {
    let format = (format_of(name, &of)?.layout)(&of);
    Some(Encoding::Format { format, of: Nested::Boxed(Box::new(of)) })
}
