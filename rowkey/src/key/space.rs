//! [`KeySpace`], an enum of the key types whose rows share one table. Each variant is one kind of row.

use crate::codec::checks::Checks;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::explain::Explanation;
use crate::explain::walk::explain;
use crate::key::write::panic_with;
use crate::key::{RowKey, TotalKey};
use crate::layout::{Layout, kind};
use crate::range::KeyRange;
#[cfg(not(feature = "random"))]
use crate::salt::random::{HasRandomSource, ThisBuild};
use crate::wire::reader::Reader;
use alloc::vec::Vec;

/// An enum of row keys that share one table.
///
/// Derive this trait on an enum whose variants each hold one key type. The derive also implements `From` of each key
/// type.
///
/// The compiler checks that no stored key could be decoded as two variants. Every two key types must differ in one of
/// these ways:
///
/// * At some offset, the keys of both types have constant bytes, and these bytes differ. Constant bytes are a
///   [namespace](crate::guide::attributes::structs#namespace--orders), a [constant](crate::guide::attributes::fields#rowkeybefore---and-rowkeyafter--)
///   before or after a field, or the codes of an enum. The offset is known if all fields before it have a fixed width.
/// * After leading fields with the same types, attributes and separators, the constants differ. These fields can have
///   any width: `user/ann/name` and `user/ann/mail` differ after a name of any length.
/// * The constants after the last fields differ, such as `.json` and `.crc`.
/// * The lengths differ: no key of one type is as long as a key of the other type. The widths of a field with a
///   self-delimiting `codec` are [`Codec::WIDTHS`](crate::Codec::WIDTHS).
///
/// Two key types that differ in none of these ways are a compile error. Only constants and lengths count, not the
/// values of fields: two key types with the same layout are always an error.
///
/// ```
/// use rowkey::{KeySpace, RowKey};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "o/")]
/// struct OrderKey {
///     order: u32,
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "c/")]
/// struct CustomerKey {
///     name: String,
/// }
///
/// #[derive(Debug, PartialEq, KeySpace)]
/// enum Row {
///     Order(OrderKey),
///     Customer(CustomerKey),
/// }
///
/// let bytes = Row::Customer(CustomerKey { name: "Ada".into() }).try_encode()?;
/// assert_eq!(bytes, b"c/Ada");
/// assert_eq!(Row::decode(b"o/\0\0\0\x07")?, Row::Order(OrderKey { order: 7 }));
/// assert!(Row::decode(b"x/7").is_err());
/// assert_eq!(Row::from(OrderKey { order: 7 }), Row::Order(OrderKey { order: 7 }));
/// assert_eq!(Row::LAYOUTS.len(), 2);
///
/// // With different namespaces, a range of a key type contains only rows of this kind.
/// assert!(CustomerKey::all().contains(&bytes));
/// assert!(!OrderKey::all().contains(&bytes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Kinds with the same leading fields
///
/// The keys of several kinds can begin with the same fields and differ in a constant after these fields. A query that sets
/// all fields before the constant finds only rows of its kind, because its range includes the constant. A query that sets
/// fewer fields also finds rows of other kinds, and a scan returns an error for each of them. For such a query, read the
/// rows of the range from the store, and call `decode` of the key space.
///
/// To read the rows of all kinds with one range, declare a struct with the leading fields only:
///
/// ```
/// use rowkey::{KeyRange, KeySpace, RowKey};
/// use std::collections::BTreeMap;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = b"\x01\x02")]
/// struct LogKey {
///     region: u64,
///     #[rowkey(before = 0x01)]
///     index: u64,
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = b"\x01\x02")]
/// struct StateKey {
///     #[rowkey(after = 0x02)]
///     region: u64,
/// }
///
/// #[derive(Debug, PartialEq, KeySpace)]
/// enum Raft {
///     Log(LogKey),
///     State(StateKey),
/// }
///
/// /// The bytes that all rows of a region begin with.
/// #[derive(RowKey)]
/// #[rowkey(namespace = b"\x01\x02")]
/// struct RegionKey {
///     region: u64,
/// }
///
/// let rows = [LogKey { region: 7, index: 1 }.into(), Raft::from(StateKey { region: 7 }), StateKey { region: 8 }.into()];
/// let table: BTreeMap<Vec<u8>, ()> = rows.iter().map(|row| (row.encode(), ())).collect();
///
/// let region = KeyRange::beginning_with(&RegionKey { region: 7 }.encode());
/// let found: Result<Vec<Raft>, _> = table.range(region).map(|(key, ())| Raft::decode(key)).collect();
/// assert_eq!(found?, rows[..2]);
///
/// // The range of the logs of region 7 begins with the constant `01` after the region.
/// assert_eq!(table.range(LogKey::prefix().region(7).range()).count(), 1);
/// // The range of all logs also contains the states.
/// assert_eq!(table.range(LogKey::all()).count(), 3);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key space",
    label = "not a key space",
    note = "write `#[derive(rowkey::KeySpace)]` on an enum whose variants each hold one row key"
)]
pub trait KeySpace: Sized {
    /// The layouts of the variants' keys, in declared order.
    const LAYOUTS: &'static [&'static Layout];

    #[doc(hidden)]
    const __CHECKS: &'static [Checks];

    #[doc(hidden)]
    fn __rowkey_encode_into(&self, bucket: BucketChoice, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// Returns the bytes of the variant's key. This method is only for key spaces whose keys all have
    /// [`encode`](crate::RowKey::encode): see [`TotalSpace`].
    ///
    /// Other key spaces have [`try_encode`](Self::try_encode).
    fn encode(&self) -> Vec<u8>
    where
        Self: TotalSpace,
    {
        match self.try_encode() {
            Ok(bytes) => bytes,
            Err(error) => panic_with(&error),
        }
    }

    /// Returns a range that contains all keys of the key space, of every kind and in every bucket. The range consists
    /// of the keys that begin with the leading bytes that all kinds have in common. If the kinds have no leading bytes
    /// in common, the range is the whole table.
    ///
    /// ```
    /// use rowkey::{KeySpace, RowKey};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(namespace = "shop/order/")]
    /// struct OrderKey {
    ///     order: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(namespace = "shop/user/")]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(KeySpace)]
    /// enum Row {
    ///     Order(OrderKey),
    ///     User(UserKey),
    /// }
    ///
    /// assert_eq!(Row::all().start(), b"shop/");
    /// ```
    fn all() -> KeyRange {
        let mut starts = Self::LAYOUTS.iter().map(|layout| layout.first_bytes());
        let mut shared = starts.next().unwrap_or_default();
        for first_bytes in starts {
            let equal = shared.iter().zip(&first_bytes).take_while(|(a, b)| a == b).count();
            shared.truncate(equal);
        }
        KeyRange::beginning_with(&shared)
    }

    #[doc(hidden)]
    fn prefix() -> KeyRange
    where
        for<'x> Self: IsOneKind<'x>,
    {
        Self::all()
    }

    #[doc(hidden)]
    fn scan<O>(_: O) -> KeyRange
    where
        for<'x> Self: IsOneKind<'x>,
    {
        Self::all()
    }

    /// Appends the bytes of the variant's key to `out`. On an error, `out` is unchanged.
    ///
    /// # Errors
    /// The same as the key's [`try_encode`](crate::RowKey::try_encode). In particular, a key with a random salt needs
    /// a bucket: call [`encode_in`](Self::encode_in) or [`encode_random`](Self::encode_random).
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        self.__rowkey_encode_into(BucketChoice::NotChosen, out)
    }

    /// Returns the bytes of the variant's key.
    ///
    /// # Errors
    /// The same as [`encode_into`](Self::encode_into).
    fn try_encode(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.encode_into(&mut out).map(|()| out)
    }

    /// Returns the bytes of the variant's key in bucket number `bucket` of its random salt. For a key without a random
    /// salt, ignores `bucket` and returns the same as [`try_encode`](Self::try_encode).
    ///
    /// # Errors
    /// The errors of the key's [`try_encode`](crate::RowKey::try_encode), or the random salt has no bucket with this
    /// number.
    ///
    /// ```
    /// use rowkey::{KeySpace, RowKey};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(namespace = "e/", salt(random, buckets = 4))]
    /// struct EventKey {
    ///     at: u32,
    /// }
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(namespace = "u/")]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(Debug, PartialEq, KeySpace)]
    /// enum Row {
    ///     Event(EventKey),
    ///     User(UserKey),
    /// }
    ///
    /// let event = Row::Event(EventKey { at: 7 });
    /// assert_eq!(event.encode_in(3)?, b"e/\x03\0\0\0\x07");
    /// assert_eq!(Row::decode(b"e/\x03\0\0\0\x07")?, event);
    /// assert!(event.encode_in(4).is_err());
    /// assert_eq!(Row::User(UserKey { user: 7 }).encode_in(3)?, b"u/\0\0\0\x07");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn encode_in(&self, bucket: u64) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.__rowkey_encode_into(BucketChoice::Number(bucket), &mut out).map(|()| out)
    }

    /// Returns the bytes of the variant's key in a random bucket. For a key without a random salt, returns the same as
    /// [`try_encode`](Self::try_encode).
    ///
    /// # Errors
    /// The errors of the key's [`try_encode`](crate::RowKey::try_encode), except that no bucket needs to be chosen.
    #[cfg(feature = "random")]
    fn encode_random(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.__rowkey_encode_into(BucketChoice::Random, &mut out).map(|()| out)
    }

    /// Never compiles if called: the compile error for the bound names the missing feature.
    #[doc(hidden)]
    #[cfg(not(feature = "random"))]
    fn encode_random(&self) -> Result<Vec<u8>, EncodeError>
    where
        for<'x> ThisBuild: HasRandomSource<'x>,
    {
        self.try_encode()
    }

    /// Finds the variant whose namespace, constants and length match the bytes, and decodes the bytes as a key of this
    /// variant.
    ///
    /// # Errors
    /// The bytes match no variant, or are not a key of the variant that they match.
    fn decode<'a>(bytes: &'a [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeSpace<'a>,
    {
        Self::__rowkey_read(bytes)
    }

    /// Finds the variant whose namespace, constants and length match the bytes, and explains the bytes as a key of this
    /// variant: see [`RowKey::explain`](crate::RowKey::explain). Bytes that match no variant are shown unexplained,
    /// with a note about the variant that matches the most bytes: what is wrong with the bytes as a key of this
    /// variant.
    fn explain(bytes: &[u8]) -> Explanation {
        let kind = kind_of::<Self>(bytes);
        let mut kinds = Self::LAYOUTS.iter().zip(Self::__CHECKS);
        let explanations = kinds.clone().map(|(layout, checks)| explain(layout, bytes, checks));
        match kinds.nth(kind) {
            Some((layout, checks)) => explain(layout, bytes, checks),
            None => Explanation::of_no_kind(Self::LAYOUTS, explanations, bytes),
        }
    }
}

/// Returns the index of the variant that `bytes` can be a key of. Returns the number of variants if no variant matches.
#[inline]
pub fn kind_of<S: KeySpace>(bytes: &[u8]) -> usize {
    let layouts = S::LAYOUTS.iter().copied();
    let kind = if const { kind::namespaces_differ(S::LAYOUTS) } {
        layouts.clone().position(|layout| bytes.starts_with(layout.namespace()))
    } else {
        kind::kind_of(layouts.clone(), bytes, |index, layout| {
            S::__CHECKS.get(index).is_some_and(|checks| consists_of_fields(layout, checks, bytes))
        })
    };
    kind.unwrap_or(layouts.len())
}

fn consists_of_fields(layout: &Layout, checks: &Checks, bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    let mut fields = layout.fields_and_last().zip(checks.fields);
    reader.raw(layout.fields_offset()).is_ok()
        && fields.all(|((field, last), show)| {
            reader.skip(field.before())
                && show(&mut reader).is_ok_and(|shown| layout.skip_delimiter(last, &shown, &mut reader).is_ok())
                && reader.skip(field.bytes_after())
        })
        && reader.remaining() == 0
}

/// A key space whose keys are all [`TotalKey`]s, so that [`KeySpace::encode`] cannot fail.
///
/// ```
/// use rowkey::{KeySpace, RowKey, TotalSpace};
///
/// fn stored<S: TotalSpace>(row: impl Into<S>) -> Vec<u8> {
///     row.into().encode()
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "u")]
/// struct UserKey {
///     user: u16,
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "o")]
/// struct OrderKey {
///     order: u16,
/// }
///
/// #[derive(Debug, PartialEq, KeySpace)]
/// enum ShopKey {
///     User(UserKey),
///     Order(OrderKey),
/// }
///
/// assert_eq!(stored::<ShopKey>(OrderKey { order: 258 }), b"o\x01\x02");
/// ```
#[diagnostic::on_unimplemented(
    message = "not every `{Self}` can be encoded: call `try_encode` instead of `encode`",
    label = "`encode` needs a key space whose keys can all be encoded"
)]
pub trait TotalSpace: KeySpace {}

impl<S: KeySpace + AllVariantsTotal> TotalSpace for S {}

/// A key space whose keys can all be encoded. The derive implements this trait, with the bound [`TotalVariant`] for the
/// key of each variant.
pub trait AllVariantsTotal {}

/// A key type that can encode every value. The derive writes the bound `for<'x> Key: TotalVariant<'x>`. Without the
/// lifetime, rustc would report an unsatisfied bound at the derive, although only `encode` needs the bound.
#[diagnostic::on_unimplemented(
    message = "not every `{Self}` can be encoded: call `try_encode` instead of `encode`",
    label = "`encode` needs a key space whose keys can all be encoded"
)]
pub trait TotalVariant<'x> {}

#[diagnostic::do_not_recommend]
impl<K: TotalKey> TotalVariant<'_> for K {}

/// A key space whose keys can all be decoded from bytes that live for `'a`.
///
/// ```
/// use rowkey::{DecodeSpace, KeySpace, RowKey};
///
/// /// Returns the keys that can be decoded.
/// fn valid<S: for<'a> DecodeSpace<'a>>(keys: &[&[u8]]) -> Vec<S> {
///     keys.iter().filter_map(|key| S::decode(key).ok()).collect()
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "u")]
/// struct UserKey {
///     user: u16,
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "o")]
/// struct OrderKey {
///     order: u16,
/// }
///
/// #[derive(Debug, PartialEq, KeySpace)]
/// enum ShopKey {
///     User(UserKey),
///     Order(OrderKey),
/// }
///
/// let keys: [&[u8]; 2] = [b"u\0\x07", b"x\0\x07"];
/// assert_eq!(valid::<ShopKey>(&keys), [ShopKey::User(UserKey { user: 7 })]);
/// ```
#[diagnostic::on_unimplemented(
    message = "not every key of `{Self}` can be decoded",
    label = "this key space cannot be decoded"
)]
pub trait DecodeSpace<'a>: KeySpace {
    #[doc(hidden)]
    fn __rowkey_read(bytes: &'a [u8]) -> Result<Self, DecodeError>;
}

/// The bucket for a key with a random salt. Keys without a random salt ignore the choice.
#[derive(Debug, Clone, Copy)]
pub enum BucketChoice {
    /// No bucket: a key with a random salt cannot be encoded.
    NotChosen,
    /// The bucket with this number.
    Number(u64),
    /// A random bucket.
    #[cfg(feature = "random")]
    Random,
}

/// Appends the bytes of a variant's key to `out`. On an error, `out` is unchanged.
///
/// # Errors
/// The errors of [`RowKey::try_encode`], or the salt has no bucket with the chosen number.
pub fn encode_variant<K: RowKey>(key: &K, bucket: BucketChoice, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    let Some(salt) = K::LAYOUT.salt().filter(|_| K::LAYOUT.has_random_salt()) else {
        return key.encode_into(out);
    };
    let count = salt.layout.bucket_count();
    let bucket = match bucket {
        BucketChoice::NotChosen => return Err(EncodeError::salt(EncodeErrorKind::NoBucketChosen)),
        BucketChoice::Number(bucket) if bucket >= count => {
            return Err(EncodeError::salt(EncodeErrorKind::NoSuchBucket { bucket, count }));
        }
        BucketChoice::Number(bucket) => bucket,
        #[cfg(feature = "random")]
        BucketChoice::Random => fastrand::u64(0..count),
    };
    let start = out.len();
    key.__rowkey_append(out)?;
    salt.layout.write_bucket(bucket, out, start + K::LAYOUT.namespace().len());
    Ok(())
}

/// Returns the error for bytes that match no variant.
#[cold]
pub fn no_kind() -> DecodeError {
    DecodeError::new(0, DecodeErrorKind::NoKind)
}

/// A trait without implementations, for a compile error: key spaces have the methods of queries with this bound.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a key space of several kinds of keys, and a prefix or a scan is a query of one kind",
    label = "a key space has no prefix and no scan",
    note = "to query one kind of keys, write the prefix of its type, such as `OrderKey::prefix()`",
    note = "to read all kinds, pass the range `{Self}::all()` to the store, and decode each key with `{Self}::decode(key)`"
)]
pub trait IsOneKind<'x> {}
