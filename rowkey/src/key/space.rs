//! Several kinds of rows in one table.

use crate::codec::checks::Checks;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::explain::Explanation;
use crate::key::RowKey;
use crate::layout::Layout;
#[cfg(not(feature = "random"))]
use crate::salt::random::{HasRandomSource, ThisBuild};
use alloc::vec::Vec;

/// An enum of row keys that share one table. Each key has a namespace of its own.
///
/// Derive it on an enum whose variants each hold one key type. A namespace that begins with another
/// namespace is a compile error, because a stored key could then be decoded in two ways.
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
/// assert_eq!(Row::LAYOUTS.len(), 2);
///
/// // Each key type has its own ranges: all rows of one kind, or some of them.
/// assert!(CustomerKey::all().contains(&bytes));
/// assert!(!OrderKey::all().contains(&bytes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    fn __encode_into(&self, bucket: BucketChoice, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// Appends the bytes of the variant's key to `out`. On an error, `out` is unchanged.
    ///
    /// # Errors
    /// The same as the key's [`try_encode`](crate::RowKey::try_encode). In particular, a key with a random salt needs
    /// a bucket: call [`encode_in`](Self::encode_in) or [`encode_random`](Self::encode_random).
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        self.__encode_into(BucketChoice::NotChosen, out)
    }

    /// Returns the bytes of the variant's key.
    ///
    /// # Errors
    /// The same as [`encode_into`](Self::encode_into).
    fn try_encode(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.encode_into(&mut out).map(|()| out)
    }

    /// Returns the bytes of the variant's key in one bucket of its random salt.
    ///
    /// A key without a random salt has no bucket to choose: its bytes are those of [`try_encode`](Self::try_encode).
    ///
    /// # Errors
    /// The same as the key's [`try_encode`](crate::RowKey::try_encode), and when its salt has no bucket of this number.
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
        self.__encode_into(BucketChoice::Number(bucket), &mut out).map(|()| out)
    }

    /// Returns the bytes of the variant's key in a random bucket of its random salt.
    ///
    /// A key without a random salt has no bucket to choose: its bytes are those of [`try_encode`](Self::try_encode).
    ///
    /// # Errors
    /// The same as the key's [`try_encode`](crate::RowKey::try_encode), except that no bucket needs to be chosen.
    #[cfg(feature = "random")]
    fn encode_random(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.__encode_into(BucketChoice::Random, &mut out).map(|()| out)
    }

    #[doc(hidden)]
    #[cfg(not(feature = "random"))]
    fn encode_random(&self) -> Result<Vec<u8>, EncodeError>
    where
        for<'x> ThisBuild: HasRandomSource<'x>,
    {
        self.try_encode()
    }

    /// Finds the variant by the namespace that the bytes begin with, and decodes its key.
    ///
    /// # Errors
    /// The bytes do not begin with any of the namespaces, or are not a key of that variant.
    fn decode<'a>(bytes: &'a [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeSpace<'a>,
    {
        Self::__read(bytes)
    }

    /// Finds the variant by the namespace that the bytes begin with, and explains the bytes as its key: see
    /// [`RowKey::explain`](crate::RowKey::explain). Bytes without a known namespace are shown as they are.
    fn explain(bytes: &[u8]) -> Explanation {
        let mut variants = Self::LAYOUTS.iter().zip(Self::__CHECKS);
        match variants.find(|(layout, _)| bytes.starts_with(layout.namespace())) {
            Some((layout, checks)) => layout.explain_with(bytes, Some(checks)),
            None => Explanation::of_no_namespace(Self::LAYOUTS.iter().map(|layout| layout.name()), bytes),
        }
    }
}

/// A key space whose keys can all be decoded from bytes that live for `'a`.
#[diagnostic::on_unimplemented(
    message = "not every key of `{Self}` can be decoded",
    label = "this key space cannot be decoded"
)]
pub trait DecodeSpace<'a>: KeySpace {
    #[doc(hidden)]
    fn __read(bytes: &'a [u8]) -> Result<Self, DecodeError>;
}

/// The way to choose the bucket of a key with a random salt. Other keys ignore the choice.
#[derive(Debug, Clone, Copy)]
pub enum BucketChoice {
    /// Encoding a key with a random salt is an error.
    NotChosen,
    /// The caller chooses the bucket by its number.
    Number(u64),
    /// The bucket is random.
    #[cfg(feature = "random")]
    Random,
}

/// Appends the bytes of a variant's key to `out`. On an error, `out` is unchanged.
///
/// # Errors
/// The same as [`RowKey::try_encode`], and when the salt has no bucket of the chosen number.
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
    key.__append(out)?;
    salt.layout.write_bucket(bucket, out, start + K::LAYOUT.namespace().len());
    Ok(())
}

/// Returns the error for bytes that do not begin with any of the namespaces.
#[cold]
pub fn no_namespace() -> DecodeError {
    DecodeError::new(0, DecodeErrorKind::NoNamespace)
}
