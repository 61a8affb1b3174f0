//! Defines key types with different salts and the same three fields, for tests that run every query of every key type.

use std::cmp::{Ordering, Reverse};
use std::fmt::Debug;
use std::ops::{Bound, RangeBounds};

use rowkey::{KeyRange, OwnedKey, RangeQuery, Ranges, RowKey};

#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) site: i16,
    pub(crate) name: String,
    pub(crate) at: u32,
}

/// Values at which encodings are easy to get wrong. There are only a few, so that keys share them.
pub(crate) const SITES: [i16; 6] = [i16::MIN, -1, 0, 1, 255, i16::MAX];
pub(crate) const NAMES: [&str; 7] = ["", "\0", "a", "a\0", "ab", "b", "\u{10FFFF}"];
pub(crate) const TIMES: [u32; 6] = [0, 1, 9, 255, 256, u32::MAX];

/// Returns every combination of the values in `SITES`, `NAMES` and `TIMES`.
pub(crate) fn domain() -> Vec<Fields> {
    let names = |site| NAMES.iter().map(move |name| (site, name.to_string()));
    let keys = SITES.into_iter().flat_map(names);
    keys.flat_map(|(site, name)| TIMES.map(|at| Fields { site, name: name.clone(), at })).collect()
}

/// The values and bounds that all queries use. A query sets its first fields to values of `equal`, and can have one of
/// the other conditions for its next field.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    pub(crate) equal: Fields,
    pub(crate) sites: (Bound<i16>, Bound<i16>),
    pub(crate) names: (Bound<String>, Bound<String>),
    pub(crate) times: (Bound<u32>, Bound<u32>),
    /// The start or the end of a name.
    pub(crate) part: String,
}

impl Conditions {
    fn names(&self) -> (Bound<&str>, Bound<&str>) {
        let (start, end) = &self.names;
        (start.as_ref().map(String::as_str), end.as_ref().map(String::as_str))
    }
}

pub(crate) trait Salted: RowKey + Clone + PartialEq + Debug + OwnedKey {
    const NAME: &'static str;

    const BUCKETS: u64;

    fn new(fields: Fields) -> Self;

    /// Returns the stored bytes, if the fields can be encoded; `random_number` chooses the bucket of a random salt.
    fn stored(&self, random_number: u64) -> Option<Vec<u8>>;

    /// Returns the order in which a scan should return the keys.
    fn order(&self, other: &Self) -> Ordering;

    /// Passes every query of the key to `visitor`.
    fn queries(conditions: &Conditions, visitor: &mut impl QueryVisitor<Self>);
}

pub(crate) trait QueryVisitor<K> {
    /// Receives a query, and a function that checks whether a key matches the query.
    fn query<Q>(&mut self, query: Q, matches: impl Fn(&K) -> bool)
    where
        Q: RangeQuery<Key = K> + Clone + Debug;

    /// Receives the results of `range()` and `ranges()` of a query with a single range.
    fn one_range(&mut self, range: KeyRange, ranges: Ranges);
}

macro_rules! salted {
    ($(
        $(#[$key:meta])*
        $name:ident[$buckets:literal] {
            $(#[$site_attr:meta])* site,
            $(#[$name_attr:meta])* name,
            $(#[$at_attr:meta])* at,
        }
        stored $stored:tt, order |$k:ident| $order:expr, queries [$($query:ident)*];
    )*) => {
        $(
            #[derive(Clone, Debug, PartialEq, RowKey)]
            $(#[$key])*
            pub(crate) struct $name {
                $(#[$site_attr])*
                site: i16,
                $(#[$name_attr])*
                name: String,
                $(#[$at_attr])*
                at: u32,
            }

            impl Salted for $name {
                const NAME: &'static str = stringify!($name);
                const BUCKETS: u64 = $buckets;

                fn new(Fields { site, name, at }: Fields) -> Self {
                    Self { site, name, at }
                }

                #[allow(clippy::modulo_one, reason = "some layouts have one bucket")]
                fn stored(&self, random_number: u64) -> Option<Vec<u8>> {
                    salted!(@stored $stored self random_number).ok().map(Into::into)
                }

                fn order(&self, other: &Self) -> Ordering {
                    let order = |$k: &Self| $order;
                    order(self).cmp(&order(other))
                }

                fn queries(conditions: &Conditions, visitor: &mut impl QueryVisitor<Self>) {
                    let Fields { site, name, at } = &conditions.equal;
                    let none = Self::prefix;
                    let one = || none().site(*site);
                    let two = || one().name(name);
                    let three = || two().at(*at);
                    visitor.query(none(), |_| true);
                    visitor.query(one(), |key| key.site == *site);
                    visitor.query(two(), |key| key.site == *site && key.name == *name);
                    visitor.query(three(), |key| key.site == *site && key.name == *name && key.at == *at);
                    $(salted!(@query $query none one two three conditions visitor);)*
                }
            }
        )*

        /// Defines a test for each layout, which calls `$check` with the layout as type parameter.
        macro_rules! test_each_layout {
            ($check:ident) => {$(
                #[test]
                #[allow(non_snake_case, reason = "each test has the name of its layout")]
                fn $name() {
                    $check::<$crate::layouts::$name>();
                }
            )*};
        }
        pub(crate) use test_each_layout;
    };

    (@stored by_fields $key:ident $random_number:ident) => {{
        let _ = $random_number;
        $key.try_encode()
    }};
    (@stored by_random_number $key:ident $random_number:ident) => {
        $key.encode_in($random_number % Self::BUCKETS)
    };

    (@query site_in $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.query($none().site_in($conditions.sites), |key| $conditions.sites.contains(&key.site));
    };
    (@query name_in $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.query($one().name_in($conditions.names()), |key| {
            key.site == $conditions.equal.site && RangeBounds::<str>::contains(&$conditions.names(), &*key.name)
        });
    };
    (@query name_starts_with $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.query($one().name_starts_with(&$conditions.part), |key| {
            key.site == $conditions.equal.site && key.name.starts_with(&$conditions.part)
        });
    };
    (@query name_ends_with $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.query($one().name_ends_with(&$conditions.part), |key| {
            key.site == $conditions.equal.site && key.name.ends_with(&$conditions.part)
        });
    };
    (@query at_in $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.query($two().at_in($conditions.times), |key| {
            key.site == $conditions.equal.site && key.name == $conditions.equal.name && $conditions.times.contains(&key.at)
        });
    };
    (@query one $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.one_range($one().range(), $one().ranges());
    };
    (@query two $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.one_range($two().range(), $two().ranges());
    };
    (@query three $none:ident $one:ident $two:ident $three:ident $conditions:ident $visitor:ident) => {
        $visitor.one_range($three().range(), $three().ranges());
    };
}

salted! {
    ByteOfFirst[256] { #[salt(md5, 1)] site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in one two three];

    #[rowkey(namespace = "ns/")]
    LastByteOfName[256] { site, #[salt(crc32, 1, last)] name, #[descending] at, }
    stored by_fields, order |k| (k.site, k.name.clone(), Reverse(k.at)),
    queries [site_in name_in name_starts_with at_in two three];

    #[rowkey(salt(sha256, 1, hex, last))]
    HexOfAll[256] { #[descending] site, #[descending] name, #[descending] at, }
    stored by_fields, order |k| (Reverse(k.site), Reverse(k.name.clone()), Reverse(k.at)),
    queries [site_in name_in name_starts_with at_in three];

    #[rowkey(namespace = b"\xFF\xFF")]
    ByteInLastNamespace[256] { #[salt(md5, 1)] site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in one two three];

    #[rowkey(salt(md5, buckets = 1))]
    One[1] { site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in three];

    #[rowkey(salt(md5, buckets = 2, of(name, site)))]
    Two[2] { site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in two three];

    #[rowkey(salt(phoenix, buckets = 3), terminator = '\0')]
    Three[3] { site, #[descending] name, at, }
    stored by_fields, order |k| (k.site, Reverse(k.name.clone()), k.at),
    queries [site_in name_in name_starts_with at_in three];

    #[rowkey(salt(crc32, buckets = 7, of(site, at)), namespace = "7")]
    Seven[7] { site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in three];

    Sixteen[16] { site, #[salt(xxh3, buckets = 16, digits)] name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in two three];

    MoreThanAByte[257] { site, name, #[salt(murmur3, buckets = 257)] at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in three];

    Digits4096[4096] { #[salt(md5, buckets = 4096, digits)] site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in one two three];

    WithOfName[7] { site, #[salt(with = fnv_1a, buckets = 7)] name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in two three];

    ModuloOfFirst[10] { #[salt(modulo, buckets = 10, digits)] site, name, at, }
    stored by_fields, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in one two three];

    #[rowkey(namespace = "m")]
    ModuloOfLast[3] { site, name, #[salt(modulo, buckets = 3)] #[descending] at, }
    stored by_fields, order |k| (k.site, k.name.clone(), Reverse(k.at)),
    queries [site_in name_in name_starts_with at_in three];

    #[rowkey(salt(random, buckets = 3))]
    Random3[3] { site, name, at, }
    stored by_random_number, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in];

    #[rowkey(salt(random, buckets = 12, digits), namespace = "r")]
    RandomDigits[12] { site, #[descending] name, at, }
    stored by_random_number, order |k| (k.site, Reverse(k.name.clone()), k.at),
    queries [site_in name_in name_starts_with at_in];

    #[rowkey(salt(random, buckets = 1))]
    RandomOne[1] { site, name, at, }
    stored by_random_number, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in];

    #[rowkey(salt(random, buckets = 257))]
    Random257[257] { site, name, at, }
    stored by_random_number, order |k| (k.site, k.name.clone(), k.at),
    queries [site_in name_in name_starts_with at_in];

    #[rowkey(salt(md5, 1, hex), delimiter = '_')]
    Padded[256] { #[pad(5)] site, #[pad(4)] name, #[pad(3)] #[descending] at, }
    stored by_fields, order |k| (k.site, k.name.clone(), Reverse(k.at)),
    queries [site_in name_in name_starts_with at_in three];

    // The delimiter `a` can sort after content, so `name` does not sort, and rows come in the order of their bytes.
    #[rowkey(salt(md5, buckets = 5, of(site)), delimiter = 'a')]
    Unordered[5] { site, name, at, }
    stored by_fields, order |k| k.stored(0).map(|key| key[1..].to_vec()),
    queries [site_in at_in one two three];

    #[rowkey(salt(md5, buckets = 6, digits))]
    Reversed[6] { #[reverse] site, #[reverse] name, #[reverse] #[pad(10)] at, }
    stored by_fields, order |k| k.stored(0).map(|key| key[1..].to_vec()),
    queries [name_ends_with three];
}

fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}
