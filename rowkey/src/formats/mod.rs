//! The key formats of other systems, and codecs that write a single field as other systems do.
//!
#![doc = include_str!("../../docs/formats.md")]

pub mod bytes;
pub(crate) mod codec;
pub(crate) mod codecs;
mod foundation_db;
mod memcomparable;
mod nearest;
mod numeric;
mod ordered_bytes;
mod ordered_code;
mod phoenix;
mod tidb;

pub use self::codecs::{
    BitcoinVarint, CockroachBytes, CockroachBytesDescending, CockroachInteger, CockroachIntegerDescending,
    CockroachNullable, FixedBytes, Hex, Ieee754, JavaUtf, KuduBytes, Leb128, MaxMinus, MemcomparableSeq, NulTerminated,
    PercentEscaped, Storekey, Terminated, TidbBytes, Vlq,
};

use crate::layout::KeyFormat;

/// A key format of another system, as a type that `#[rowkey(codec = ..)]` and `#[rowkey(fields = ..)]` can name.
///
/// The types of this module implement this trait.
pub trait FieldFormat: sealed::Sealed {
    /// The name of the format in the [`Layout`](crate::Layout) of a key.
    const FORMAT: KeyFormat;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}

        impl sealed::Sealed for $name {}

        impl FieldFormat for $name {
            const FORMAT: KeyFormat = KeyFormat::$name;
        }
    )*};
}

formats! {
    /// The tuple layer of FoundationDB: see [the table](self#foundationdb-tuples).
    ///
    /// ```
    /// use rowkey::{RowKey, formats::FoundationDb};
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
    /// use rowkey::{RowKey, formats::Memcomparable};
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
    /// use rowkey::{RowKey, formats::OrderedCode};
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
    /// use rowkey::{RowKey, formats::OrderedBytes};
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
    /// use rowkey::{RowKey, formats::Phoenix};
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
    /// use rowkey::{RowKey, formats::Tidb};
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
