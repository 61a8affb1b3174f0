//! The key formats of other systems, and codecs that write a single field as other systems do.
//!
#![doc = include_str!("../docs/formats.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod bytes;
mod cockroach;
mod digits;
mod escapes;
mod floats;
mod foundation_db;
mod groups;
mod integers;
mod java;
mod memcomparable;
mod name;
mod numeric;
mod ordered_bytes;
mod ordered_code;
mod percent;
mod phoenix;
mod storekey;
mod terminated;
mod tidb;
mod unencodable;
mod varints;

pub use self::bytes::{FixedBytes, KuduBytes, MemcomparableSeq, TidbBytes};
pub use self::cockroach::{
    CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending, CockroachNullable,
};
pub use self::digits::{Hex, MaxMinus};
pub use self::floats::Ieee754;
pub use self::integers::{IntegerBytes, LittleEndian, TwosComplement};
pub use self::java::JavaUtf;
pub use self::percent::PercentEscaped;
pub use self::storekey::Storekey;
pub use self::terminated::{NulTerminated, Terminated};
pub use self::varints::{BitcoinVarint, Leb128, Vlq};

use rowkey::format::{Kind, Number, Sink};
use rowkey::{DecodeError, DecodeErrorKind};

fn from_big_endian(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn not_a_value(offset: usize, expected: &'static str, found: u8) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::not_a_value(expected, found))
}

/// Returns the magnitude of an integer, and whether it is negative.
fn integer(kind: Kind, plain: &[u8]) -> (u128, bool) {
    match Number::read(plain, matches!(kind, Kind::Signed { .. })) {
        Number::Unsigned(number) => (number, false),
        Number::Signed(number) => (number.unsigned_abs(), number < 0),
    }
}

/// The inverse of [`integer`]: appends the plain bytes. `offset` is the position of the integer in the key.
///
/// # Errors
/// The integer is out of range for values of this kind.
fn put_integer<S: Sink>(
    kind: Kind,
    (magnitude, negative): (u128, bool),
    offset: usize,
    plain: &mut S,
) -> Result<(), DecodeError> {
    let number = match kind {
        Kind::Signed { .. } if negative => 0_i128.checked_sub_unsigned(magnitude).map(Number::Signed),
        Kind::Signed { .. } => i128::try_from(magnitude).ok().map(Number::Signed),
        _ => (!negative).then_some(Number::Unsigned(magnitude)),
    };
    let width = kind.width().unwrap_or(0);
    let number = number.filter(|number| number.fits(width));
    number.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::OutOfRange))?.write(width, plain);
    Ok(())
}

/// Returns a lower-case hex digit of a number below 16.
const fn hex_digit(number: u8) -> u8 {
    if number < 10 { b'0' + number } else { b'a' + number - 10 }
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
    )*};
}

formats! {
    /// The tuple layer of FoundationDB: see [the table](self#foundationdb-tuples).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_formats::FoundationDb;
    ///
    /// // In Python: fdb.tuple.pack(("ada", 1700000000, None))
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(fields = FoundationDb)]
    /// struct LoginKey {
    ///     user: String,
    ///     at: i64,
    ///     device: Option<u32>,
    /// }
    ///
    /// let key = LoginKey { user: "ada".into(), at: 1_700_000_000, device: None };
    /// assert_eq!(key.encode(), b"\x02ada\0\x18\x65\x53\xF1\0\0");
    /// assert_eq!(LoginKey::decode(&key.encode())?, key);
    ///
    /// let november = LoginKey::prefix().user("ada").at_in(1_698_796_800..1_701_388_800).range();
    /// assert!(november.contains(&key.encode()));
    /// # Ok::<(), rowkey::DecodeError>(())
    /// ```
    FoundationDb

    /// The memcomparable format of MyRocks, in the form that RisingWave's crate `memcomparable` has: see
    /// [the table](self#memcomparable).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_formats::Memcomparable;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(fields = Memcomparable)]
    /// struct RowId {
    ///     table: u32,
    ///     name: String,
    /// }
    ///
    /// let key = RowId { table: 7, name: "abc".into() };
    /// assert_eq!(key.encode(), b"\0\0\0\x07\x01abc\0\0\0\0\0\x03");
    /// ```
    Memcomparable

    /// The ordered code of Bigtable, as Google's Go package `orderedcode` writes it: see [the
    /// table](self#ordered-code).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_formats::OrderedCode;
    ///
    /// // In Go: orderedcode.Append(nil, "ann", int64(300), orderedcode.Decr(uint64(1)))
    /// #[derive(RowKey)]
    /// #[rowkey(fields = OrderedCode)]
    /// struct VisitKey {
    ///     user: String,
    ///     page: i64,
    ///     #[descending]
    ///     visit: u64,
    /// }
    ///
    /// let key = VisitKey { user: "ann".into(), page: 300, visit: 1 };
    /// assert_eq!(key.encode(), b"ann\0\x01\xC1\x2C\xFE\xFE");
    /// ```
    OrderedCode

    /// `OrderedBytes` of HBase: see [the table](self#orderedbytes-of-hbase).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_formats::OrderedBytes;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(fields = OrderedBytes)]
    /// struct PageKey {
    ///     site: i32,
    ///     #[descending]
    ///     path: String,
    /// }
    ///
    /// let key = PageKey { site: 1, path: "a".into() };
    /// assert_eq!(key.try_encode()?, [0x2B, 0x80, 0, 0, 1, !0x34, !b'a', !0]);
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    OrderedBytes

    /// The columns of a primary key of Apache Phoenix: see [the table](self#phoenix-columns).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_formats::Phoenix;
    ///
    /// // CREATE TABLE visits (host VARCHAR NOT NULL, at BIGINT NOT NULL, path VARCHAR,
    /// //                      CONSTRAINT pk PRIMARY KEY (host, at DESC, path))
    /// #[derive(RowKey)]
    /// #[rowkey(fields = Phoenix)]
    /// struct VisitKey {
    ///     host: String,
    ///     #[descending]
    ///     at: i64,
    ///     path: Option<String>,
    /// }
    ///
    /// let key = VisitKey { host: "a.org".into(), at: 2, path: Some("/".into()) };
    /// assert_eq!(key.try_encode()?, b"a.org\0\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFD/");
    /// # Ok::<(), rowkey::EncodeError>(())
    /// ```
    Phoenix

    /// The columns of an index key of TiDB: see [the table](self#columns-of-tidb).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_formats::Tidb;
    ///
    /// // A row of an index over the columns `city` and `age`
    /// #[derive(RowKey)]
    /// #[rowkey(namespace = "t")]
    /// struct IndexKey {
    ///     table: i64,
    ///     #[rowkey(before = "_i")]
    ///     index: i64,
    ///     #[rowkey(codec = Tidb)]
    ///     city: Option<String>,
    ///     #[rowkey(codec = Tidb)]
    ///     age: u8,
    ///     #[rowkey(codec = Tidb)]
    ///     handle: i64,
    /// }
    ///
    /// let key = IndexKey { table: 1, index: 2, city: Some("Ulm".into()), age: 7, handle: 3 };
    /// assert_eq!(key.encode()[19..32], *b"\x01Ulm\0\0\0\0\0\xFA\x04\0\0");
    /// let in_ulm = IndexKey::prefix().table(1).index(2).city(Some("Ulm")).range();
    /// assert!(in_ulm.contains(&key.encode()));
    /// ```
    Tidb
}
