//! The guide: pages without items.
//!
//! A new user reads [`choosing`], then looks up an [attribute](attributes) or a [recipe](cookbook), and reads the page about
//! [`stores`]. If the table exists already, begin with [`existing_keys`]. The pages about [records](crate::record),
//! [formats](crate::format) and [messages](crate::messages) are at their items.
//!
//! A search for an attribute, such as `descending`, or for a task, such as `newest first`, finds the page that describes it.

// The pictures are inline SVG, because rustdoc does not copy files. Markdown needs an empty line before and after each.
#[doc = include_str!("../docs/choosing/1-questions.md")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/hot.svg")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/2-writes.md")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/spread.svg")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/3-price.md")]
#[doc(alias("hot spot", "hotspot", "schema design"))]
pub mod choosing {}

#[doc = include_str!("../docs/attributes/index.md")]
pub mod attributes {
    #[doc = include_str!("../docs/attributes/fields.md")]
    #[doc(alias("pad", "descending", "reverse", "format", "length", "decimal", "unterminated", "salt", "hash"))]
    #[doc(alias("codec", "before", "after", "sort_key", "method", "optional", "list"))]
    pub mod fields {}

    #[doc = include_str!("../docs/attributes/structs.md")]
    #[doc(alias(
        "delimiter",
        "terminator",
        "namespace",
        "salt",
        "fields",
        "max_len",
        "fingerprint",
        "prefix",
        "crate"
    ))]
    pub mod structs {}

    #[doc = include_str!("../docs/attributes/records.md")]
    #[doc(alias("value", "format", "indexes", "table", "index_of", "from", "from_each", "unique", "filter", "stores"))]
    pub mod records {}

    #[doc = include_str!("../docs/attributes/types.md")]
    #[doc(alias("code", "newtype", "enum"))]
    pub mod types {}
}

#[doc = include_str!("../docs/cookbook/index.md")]
#[doc(alias("recipes", "examples"))]
pub mod cookbook {
    #[doc = include_str!("../docs/cookbook/find.md")]
    #[doc(alias("prefix scan", "range query", "starts with", "overlapping intervals"))]
    pub mod find {}

    #[doc = include_str!("../docs/cookbook/order.md")]
    #[doc(alias("newest first", "reverse order", "numbers as text", "nulls last"))]
    pub mod order {}

    #[doc = include_str!("../docs/cookbook/spread.md")]
    #[doc(alias("salting", "sharding", "buckets", "reversed ids"))]
    pub mod spread {}

    #[doc = include_str!("../docs/cookbook/time_series.md")]
    #[doc(alias("metrics", "latest value", "versions", "time to live"))]
    ///
    #[cfg_attr(
        any(feature = "chrono04", feature = "jiff1", feature = "time03"),
        doc = "[`day`]: crate::period::day()\n[`days`]: crate::period::days()\n[`month`]: crate::period::month()\n[`hour`]: crate::period::hour()"
    )]
    #[cfg_attr(
        not(any(feature = "chrono04", feature = "jiff1", feature = "time03")),
        doc = "[`day`]: crate#features\n[`days`]: crate#features\n[`month`]: crate#features\n[`hour`]: crate#features"
    )]
    pub mod time_series {}

    #[doc = include_str!("../docs/cookbook/indexes.md")]
    #[doc(alias("secondary index", "unique", "pagination", "pages", "count", "expire", "auto increment"))]
    pub mod indexes {}

    #[doc = include_str!("../docs/cookbook/short.md")]
    #[doc(alias("key size", "shorter keys"))]
    pub mod short {}

    #[doc = include_str!("../docs/cookbook/tables.md")]
    #[doc(alias("several tables", "single-table design", "hierarchy"))]
    pub mod tables {}
}

#[doc = include_str!("../docs/comparison.md")]
#[doc(alias("storekey", "native_db", "bincode", "tuple", "ElectroDB", "alternatives"))]
pub mod comparison {}

#[doc = include_str!("../docs/stores.md")]
#[doc(alias("redb", "fjall", "LMDB", "RocksDB", "HBase", "Bigtable", "DynamoDB", "TiKV", "FoundationDB", "sled"))]
pub mod stores {}

#[doc = include_str!("../docs/existing_keys.md")]
#[doc(alias("legacy keys", "other programs"))]
pub mod existing_keys {}

#[doc = include_str!("../docs/evolution.md")]
#[doc(alias("migration", "schema change", "add a field"))]
pub mod evolution {}

#[doc = include_str!("../docs/layout.md")]
#[doc(alias("wire format", "specification"))]
pub mod byte_layout {}

#[doc = include_str!("../docs/performance.md")]
#[doc(alias("benchmarks"))]
pub mod performance {}
