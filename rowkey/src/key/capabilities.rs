//! The traits of key types that need more than [`RowKey`]: for example, [`TotalKey`] is for key types that can encode every
//! value. Derived key types implement these traits by themselves.

use crate::key::RowKey;
use crate::key::bounds::{DecodeFields, OwnedFields, SpreadStart, TextFields, TotalFields};

/// A key type that can encode every value, so that [`RowKey::encode`] cannot fail.
///
/// A key with a random salt is not a `TotalKey`: it has no `encode`, because the writer must choose a bucket. A key with one of these
/// fields is not a `TotalKey` either, because the field can reject a value:
///
/// * an integer under `#[pad(N)]`, if it is signed or `N` is less than the digits of its largest value (10 for `u32`)
/// * a string under `#[pad(N)]`, and a string or bytes before a delimiter or terminator
/// * a string or bytes under `#[length(u8)]`, `#[length(u16)]` or `#[length(u32)]`
/// * a time under `#[format(..)]`, and a field whose codec may fail
///
/// A generic function that calls `encode` needs this bound:
///
/// ```
/// use rowkey::{RowKey, TotalKey};
///
/// fn stored<K: TotalKey>(key: &K) -> Vec<u8> {
///     key.encode().into()
/// }
///
/// #[derive(RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// assert_eq!(stored(&PortKey { port: 258 }), [1, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "not every `{Self}` can be encoded: call `try_encode` instead of `encode`",
    label = "`encode` needs a key whose values can all be encoded",
    note = "in generic code, write the bound `rowkey::TotalKey` instead of the internal trait `TotalFields`"
)]
pub trait TotalKey: RowKey {}

impl<K: RowKey + TotalFields> TotalKey for K {}

/// A key type that can be decoded from bytes that live for `'a`. Keys that own their fields can be decoded from
/// bytes of any lifetime.
///
/// The derive implements this trait, with two exceptions: keys with a hashed field, and keys with a reference that cannot
/// point into the encoded key. For example, a `&str` cannot point to text that is stored escaped or complemented. A
/// `Cow<'static, str>` is a borrowed field, and can be decoded only from `'static` bytes: give the struct a lifetime,
/// or write `String`.
///
/// ```
/// use rowkey::RowKey;
/// use std::borrow::Cow;
///
/// #[derive(RowKey)]
/// struct FileKey<'a> {
///     folder: Cow<'a, str>,
///     file: &'a str,
/// }
///
/// let stored = FileKey { folder: "src".into(), file: "lib.rs" }.encode();
/// let key = FileKey::decode(&stored)?; // borrows from `stored` and copies nothing
/// assert!(matches!(key.folder, Cow::Borrowed("src")));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded",
    label = "this key cannot be decoded",
    note = "in generic code, write the bound `rowkey::DecodeKey<'a>`, or `rowkey::OwnedKey` for keys that own their fields, instead of the internal trait `DecodeFields`"
)]
pub trait DecodeKey<'a>: RowKey + DecodeFields<'a> {}

impl<'a, K: RowKey + DecodeFields<'a>> DecodeKey<'a> for K {}

/// A key type that owns its fields, so that a decoded key can outlive the bytes it was decoded from.
///
/// The derive implements this trait for structs without lifetimes whose fields can all be decoded. Scans return such
/// keys.
///
/// ```
/// use rowkey::{OwnedKey, RowKey};
/// use std::collections::BTreeMap;
///
/// /// Returns all keys of a table.
/// fn keys<K: OwnedKey>(table: &BTreeMap<Vec<u8>, u32>) -> Result<Vec<K>, rowkey::DecodeError> {
///     table.keys().map(|key| K::decode(key)).collect()
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(vec![0, 80], 1), (vec![1, 187], 2)]);
/// assert_eq!(keys::<PortKey>(&table)?, [PortKey { port: 80 }, PortKey { port: 443 }]);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a scan returns keys that own their fields, but `{Self}` borrows a field or cannot be decoded",
    label = "this key cannot be scanned",
    note = "write `String` instead of `&str` or `Cow<str>`, and `#[salt(..)]` instead of `#[hash(..)]`; or read the rows of each range of `ranges()` yourself"
)]
pub trait OwnedKey: for<'a> DecodeKey<'a> {}

impl<K: RowKey + OwnedFields + for<'a> DecodeFields<'a>> OwnedKey for K {}

/// A key type whose salt is random: the writer chooses the bucket.
///
/// The derive implements this trait for `salt(random, ..)`.
///
/// ```
/// use rowkey::{EncodeError, RandomSalt, RowKey};
///
/// /// Returns the key in the bucket of a writer, so that each writer has its own bucket.
/// fn encode_for<K: RandomSalt>(key: &K, writer: u64) -> Result<Vec<u8>, EncodeError> {
///     key.encode_in(writer).map(Into::into)
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(salt(random, buckets = 4))]
/// struct EventKey {
///     at: u16,
/// }
///
/// assert_eq!(encode_for(&EventKey { at: 258 }, 3)?, [3, 1, 2]);
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no random salt, so there is no bucket to choose: call `encode` or `try_encode`",
    label = "only for keys with `salt(random, ..)`"
)]
pub trait RandomSalt: RowKey {}

/// A key type with [`split_points`](RowKey::split_points): its keys begin, after the namespace, with a salt, a hash, reversed
/// digits, or a reversed integer.
///
/// ```
/// use rowkey::{RegionCountError, RowKey, Spreads};
///
/// /// Returns the command that creates a table with this number of regions.
/// fn create_command<K: Spreads>(name: &str, regions: usize) -> Result<String, RegionCountError> {
///     Ok(format!("create {name} at {:?}", K::split_points(regions)?))
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(salt(md5, buckets = 12))]
/// struct EventKey {
///     at: u64,
/// }
///
/// assert_eq!(create_command::<EventKey>("events", 3)?, "create events at [[4], [8]]");
/// # Ok::<(), RegionCountError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no split points: its keys are not known to spread evenly",
    label = "no split points for this key",
    note = "in generic code, write the bound `rowkey::Spreads` instead of the internal trait `SpreadStart`"
)]
pub trait Spreads: RowKey {}

impl<K: RowKey + SpreadStart> Spreads for K {}

/// A key type all of whose parts are text: padded digits, strings without escapes, hashes and salts in hex or digits, enums
/// whose codes are strings, a namespace in UTF-8.
///
/// ```
/// use rowkey::{EncodeError, RowKey, TextKey};
///
/// /// Returns the URL path of the web page that shows a row.
/// fn path<K: TextKey>(key: &K) -> Result<String, EncodeError> {
///     Ok(format!("/rows/{}", key.try_encode_text()?))
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = '_')]
/// struct OrderKey {
///     shop: String,
///     #[pad(4)]
///     order: u16,
/// }
///
/// assert_eq!(path(&OrderKey { shop: "ulm".into(), order: 7 })?, "/rows/ulm_0007");
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "not all parts of `{Self}` are text: call `encode` or `try_encode`",
    label = "this key has no text form",
    note = "a salt is text with `hex` or `digits`, as in `salt(md5, 2, hex)`; a namespace is text if it is UTF-8; a delimiter or terminator is text if it is ASCII"
)]
pub trait TextKey: RowKey {}

impl<K: RowKey + TextFields> TextKey for K {}
