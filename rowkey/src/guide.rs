//! The guide: pages without items.
//!
//! A new user reads [`choosing`], then looks up an [attribute](attributes) or a [recipe](cookbook), and reads the page about
//! [`stores`]. If the table exists already, begin with [`existing_keys`]. The pages about [records](crate::record),
//! [formats](crate::format) and [messages](crate::messages) are at their items.
//!
//! A search for an attribute, such as `descending`, or for a task, such as `newest first`, finds the page that describes it.
//!
//! # In your own words
//!
//! The search of these pages knows names, not text. So find one of your words in these tables, with Ctrl+F.
//!
//! ## Order, and rows in a range
//!
//! | task or question | section |
//! |---|---|
//! | the newest, latest or most recent rows first; reverse timestamps | [newest first](crate::guide::cookbook::order#newest-first) |
//! | only the last row or the last N rows; a reverse or descending scan; the key before a given key | [the same range backwards](crate::guide::cookbook::order#the-same-range-backwards) |
//! | the latest row of each device, host or customer | [the newest row of each group](crate::guide::cookbook::time_series#the-newest-row-of-each-group) |
//! | `"10"` sorts before `"9"`; lexicographic order; leading zeros, padding | [numbers as text](crate::guide::cookbook::order#numbers-as-text) |
//! | the compiler says that the bytes do not sort, or does not find `_in` | [no `_in`](crate::messages#no-_in) |
//! | rows between two dates; a time range of one customer | [the rows of a customer in a period](crate::guide::cookbook::find#the-rows-of-a-customer-in-a-period) |
//! | a whole day, month or hour of a date type of chrono, jiff or time | [whole days](crate::guide::cookbook::time_series#whole-days) |
//! | keys that start with a prefix or end with a suffix; autocomplete | [words that begin or end with some letters](crate::guide::cookbook::find#words-that-begin-or-end-with-some-letters) |
//! | a case-insensitive search; upper and lower case | [an index with a copy in lower case](crate::guide::cookbook::find#words-that-begin-or-end-with-some-letters) |
//! | the first field of a composite key, such as user id and timestamp | [from the query to the order of the fields](crate::guide::choosing#from-the-query-to-the-order-of-the-fields) |
//! | a query that skips a field; a wildcard in the middle | [a field in the middle of the key](crate::guide::cookbook::find#a-field-in-the-middle-of-the-key) |
//! | overlapping intervals, bookings, validity | [periods that overlap](crate::guide::cookbook::find#periods-that-overlap) |
//! | the lower and the upper bound of a range, as bytes | [a range for any client](crate::guide::cookbook::find#a-range-for-any-client) |
//!
//! ## Types of fields
//!
//! | task or question | section |
//! |---|---|
//! | a value that can be missing; null, nullable columns, `Option` | [fields without an attribute](crate::guide::attributes::fields#no-attribute) |
//! | missing values at the end of the order, nulls last | [rows without a value last](crate::guide::cookbook::order#rows-without-a-value-last) |
//! | an enum or its variants, a wrapper or newtype such as `UserId(u64)`, a nested struct | [a type of your own](crate::guide::attributes::types#on-a-type-that-fields-have) |
//! | a `Vec`, array or list, such as the segments of a path | [`list`](crate::guide::attributes::fields#rowkeylist) |
//! | dates, times and timestamps, UUID, ULID, `Decimal`, IP addresses | [`KeyField`](trait@crate::KeyField) |
//! | floats: `f64`, prices, money | [fields without an attribute](crate::guide::attributes::fields#no-attribute) |
//! | a type of another crate, for which rowkey has no feature | [a type of another crate](crate::guide::attributes::types#a-type-of-another-crate) |
//!
//! ## Records and indexes
//!
//! | task or question | section |
//! |---|---|
//! | all records of a table: scan, iterate; get, insert, update and delete | [read and write](crate::record#read-and-write) |
//! | one-to-many: the orders of a customer | [all rows of a user](crate::guide::cookbook::find#all-rows-of-a-user) |
//! | look up by e-mail, name or another field; a secondary index | [find by another field](crate::guide::cookbook::indexes#find-by-another-field) |
//! | unique e-mail addresses, no duplicates | [no two records with the same value](crate::guide::cookbook::indexes#no-two-records-with-the-same-value) |
//! | find by each tag or word; a full-text index of words | [find by one of several values](crate::guide::cookbook::indexes#find-by-one-of-several-values) |
//! | only some rows in the index: partial, sparse or conditional indexes | [`filter`](crate::guide::attributes::records#filter--valueis_open) |
//! | pagination: the next page, a cursor, page numbers | [pages](crate::guide::cookbook::indexes#pages) |
//! | the number of rows; totals for each state | [count](crate::guide::cookbook::indexes#count) |
//! | auto-increment: the next id, sequence number or invoice number | [the next number](crate::guide::cookbook::indexes#the-next-number) |
//! | delete old rows, expire sessions, TTL | [expire](crate::guide::cookbook::indexes#expire) |
//! | an index is not built, or is new | [add an index later](crate::record#add-an-index-later) |
//!
//! ## Tables and stores
//!
//! | task or question | section |
//! |---|---|
//! | users and orders in one table: several types or entities, single-table design | [several kinds of rows in one table](crate::guide::cookbook::tables#several-kinds-of-rows-in-one-table) |
//! | the name of a table or an index; a renamed struct | [`table`](crate::guide::attributes::records#table--messages) |
//! | tall or wide rows, columns | [tall or wide](crate::guide::cookbook::tables#tall-or-wide) |
//! | a key is too long; the size limit of keys and values in each store | [lengths of keys and values](crate::guide::stores#lengths-of-keys-and-values) |
//! | short keys, to save space | [shorter keys](crate::guide::cookbook#shorter-keys) |
//! | async programs, tokio; DynamoDB, HBase, Bigtable, MongoDB | [the crate `rowkey-async`](https://docs.rs/rowkey-async) |
//!
//! ## Many servers
//!
//! | task or question | section |
//! |---|---|
//! | hotspotting: all inserts hit the same server; monotonically increasing keys | [where do the writes go?](crate::guide::choosing#where-do-the-writes-go) |
//! | all rows in order, although they are hashed, sharded or salted | [a few buckets, read back in order](crate::guide::cookbook::spread#a-few-buckets-read-back-in-order) |
//! | more buckets or shards later | [which changes change the bytes](crate::guide::evolution#which-changes-change-the-bytes) |
//! | pre-splitting a table; regions, tablets | [how to spread the writes](crate::guide::choosing#how-to-spread-the-writes) |
//! | random UUIDs as keys | [when not to salt](crate::guide::choosing#when-not-to-salt) |
//!
//! ## Stored data, and other programs
//!
//! | task or question | section |
//! |---|---|
//! | a new field in a stored key; a schema change while the program is live | [which changes change the bytes](crate::guide::evolution#which-changes-change-the-bytes) |
//! | a migration that copies the rows to a new layout | [change the key of stored rows](crate::guide::evolution#change-the-key-of-stored-rows) |
//! | rename a field, variant or struct | [rename](crate::guide::cookbook::tables#rename) |
//! | keys that exist, such as `user:123:abc` with colons or another separator | [if your key looks like this, write this](crate::guide::existing_keys#if-your-key-looks-like-this-write-this) |
//! | the same keys in Python, Java, Go or another language | [the byte layout of a key](crate::guide::byte_layout#the-byte-layout-of-a-key) |
//! | speed, overhead, benchmarks; slower than code by hand? | [comparison with other crates](crate::guide::performance#comparison-with-other-crates) |
//! | why not bincode, storekey, tuples or native_db? | [when to prefer another way](crate::guide::comparison#when-to-prefer-another-way) |

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
#[doc(alias("hot spot", "hotspot", "schema design", "composite key", "compound key", "order of fields", "pre-split"))]
pub mod choosing {}

#[doc = include_str!("../docs/attributes/index.md")]
pub mod attributes {
    #[doc = include_str!("../docs/attributes/fields.md")]
    #[doc(alias("pad", "descending", "reverse", "format", "length", "decimal", "unterminated", "salt", "hash"))]
    #[doc(alias("codec", "before", "after", "sort_key", "method", "optional", "list"))]
    #[doc(alias("Option", "null", "missing value", "Vec", "array", "float", "f64", "leading zeros", "zero padding"))]
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
    #[doc(alias("partial index", "sparse index", "covering index", "table name"))]
    pub mod records {}

    #[doc = include_str!("../docs/attributes/types.md")]
    #[doc(alias("code", "newtype", "enum", "wrapper", "nested struct", "own type"))]
    pub mod types {}
}

#[doc = include_str!("../docs/cookbook/index.md")]
#[doc(alias("recipes", "examples"))]
pub mod cookbook {
    #[doc = include_str!("../docs/cookbook/find.md")]
    #[doc(alias(
        "prefix scan",
        "range query",
        "starts with",
        "overlapping intervals",
        "date range",
        "case insensitive",
        "lowercase"
    ))]
    pub mod find {}

    #[doc = include_str!("../docs/cookbook/order.md")]
    #[doc(alias(
        "newest first",
        "latest first",
        "reverse order",
        "last row",
        "lexicographic order",
        "numbers as text",
        "nulls last"
    ))]
    pub mod order {}

    #[doc = include_str!("../docs/cookbook/spread.md")]
    #[doc(alias("salting", "sharding", "buckets", "number of buckets", "reversed ids"))]
    pub mod spread {}

    #[doc = include_str!("../docs/cookbook/time_series.md")]
    #[doc(alias("metrics", "latest value", "versions", "time to live", "TTL", "dates", "day"))]
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
    #[doc(alias(
        "secondary index",
        "unique",
        "unique email",
        "pagination",
        "pages",
        "next page",
        "count",
        "count rows",
        "expire",
        "auto increment"
    ))]
    #[doc(alias("find by", "lookup", "tags", "delete old rows"))]
    pub mod indexes {}

    #[doc = include_str!("../docs/cookbook/short.md")]
    #[doc(alias("key size", "shorter keys"))]
    pub mod short {}

    #[doc = include_str!("../docs/cookbook/tables.md")]
    #[doc(alias("several tables", "single-table design", "hierarchy", "rename", "two types", "wide rows"))]
    pub mod tables {}
}

#[doc = include_str!("../docs/comparison.md")]
#[doc(alias("storekey", "native_db", "bincode", "tuple", "ElectroDB", "alternatives"))]
pub mod comparison {}

#[doc = include_str!("../docs/stores.md")]
#[doc(alias("redb", "fjall", "LMDB", "RocksDB", "HBase", "Bigtable", "DynamoDB", "TiKV", "FoundationDB", "sled"))]
#[doc(alias("key length", "maximum length", "limits", "tokio"))]
pub mod stores {}

#[doc = include_str!("../docs/existing_keys.md")]
#[doc(alias("legacy keys", "other programs", "separator", "colon"))]
pub mod existing_keys {}

#[doc = include_str!("../docs/evolution.md")]
#[doc(alias("migration", "schema change", "add a field", "add field", "rename field", "change buckets"))]
pub mod evolution {}

#[doc = include_str!("../docs/layout.md")]
#[doc(alias("wire format", "specification", "Python", "Java"))]
pub mod byte_layout {}

#[doc = include_str!("../docs/performance.md")]
#[doc(alias("benchmarks", "overhead", "speed"))]
pub mod performance {}
