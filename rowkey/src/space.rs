//! Several kinds of rows in one table.

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::explain::{Explanation, in_space};
use crate::layout::Layout;
use alloc::vec::Vec;

/// An enum of row keys that share one table, told apart by their namespaces.
///
/// Derive it on an enum whose variants each hold one key type. The namespaces must differ and none may begin another,
/// or a key could be read in two ways: that is an error of the compiler.
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
/// // Ranges are those of the keys: one kind of rows, or some of them.
/// assert!(CustomerKey::all().contains(&bytes));
/// assert!(!OrderKey::all().contains(&bytes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key space",
    label = "not a key space",
    note = "write `#[derive(rowkey::KeySpace)]` on an enum whose variants each hold one row key"
)]
pub trait KeySpace: Sized {
    /// The layouts of the variants' keys, in declared order.
    const LAYOUTS: &'static [Layout];

    /// Appends the bytes of the variant's key to `out`; on an error `out` is as it was.
    ///
    /// # Errors
    /// As the key's [`try_encode`](crate::RowKey::try_encode).
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// The bytes of the variant's key.
    ///
    /// # Errors
    /// As the key's [`try_encode`](crate::RowKey::try_encode).
    fn try_encode(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.encode_into(&mut out).map(|()| out)
    }

    /// Finds the variant by the namespace that the bytes begin with, and decodes its key.
    ///
    /// # Errors
    /// The bytes begin with none of the namespaces, or are none of that variant's keys.
    fn decode<'a>(bytes: &'a [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeSpace<'a>,
    {
        Self::__read(bytes)
    }

    /// Finds the variant by the namespace that the bytes begin with, and explains them as its key: see
    /// [`RowKey::explain`](crate::RowKey::explain). Bytes of no namespace are shown raw.
    fn explain(bytes: &[u8]) -> Explanation {
        let layouts: Vec<_> = Self::LAYOUTS.iter().map(Layout::describe).collect();
        in_space(&layouts, bytes)
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

/// The error for bytes that begin with no namespace.
#[cold]
pub fn no_namespace() -> DecodeError {
    DecodeError::new(0, DecodeErrorKind::NoNamespace)
}
