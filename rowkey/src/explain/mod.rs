//! Explains stored keys, part by part, with or without the type that wrote them.
//!
//! [`RowKey::explain`](crate::RowKey::explain) describes each part of a stored key. If the bytes are not a key, the
//! explanation says what is wrong, and at which byte:
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! struct PaymentKey {
//!     #[salt(md5, 2)]
//!     #[pad(6)]
//!     customer: u32,
//!     #[descending]
//!     payment: u16,
//! }
//!
//! let key = PaymentKey { customer: 123, payment: 7 }.try_encode()?;
//! let explanation = PaymentKey::explain(&key);
//! assert!(explanation.is_ok());
//! assert_eq!(explanation.to_string(), r"
//! a key of PaymentKey
//!   part      offset  hex           hbase shell  value
//!   salt      0       3c6f          <o
//!   customer  2       303030313233  000123       123
//!   payment   8       fff8          \xFF\xF8     7
//! ".trim_start());
//!
//! let explanation = PaymentKey::explain(b"<o000x23\xFF\xF8");
//! assert_eq!(
//!     explanation.problem().unwrap().to_string(),
//!     "field `customer` at byte 5: expected 6 ASCII digits, found 0x78"
//! );
//! # Ok::<(), rowkey::EncodeError>(())
//! ```
//!
//! [`Notation`] reads bytes from text. A program that does not have the key's type can explain keys with a [`Layout`],
//! which it reads from a file.
#![cfg_attr(feature = "serde", doc = include_str!("file.md"))]

mod explanation;
mod field;
mod range;
mod read_field;
mod salt;
mod table;
mod value;
mod value_text;
mod walk;
mod write;

pub use crate::notation::{Notation, NotationError};
pub use explanation::{ExplainedPart, Explanation, PartKind, Problem};
pub use range::LeadingError;

use crate::layout::Layout;
use crate::layout::kind::kind_of;

/// Finds a layout whose namespace, constants and length match the bytes, and explains the bytes as a key of this layout.
/// If several layouts match, takes the first one of which the bytes can be a key, or the first one if the bytes can be a
/// key of none. A layout that cannot check all parts of a key, for example with a salt of your own function, accepts
/// keys of other layouts, so put such a layout last. No type is needed. If no field has a codec and no salt is computed by a function of your own, the result is
/// the same as the result of [`KeySpace::explain`].
///
/// Bytes that match no layout are shown as one unexplained part. If a layout matches the beginning of the bytes, a note
/// says what is wrong for the layout that matches the most bytes.
///
/// ```
/// use rowkey::{KeySpace, RowKey, explain};
///
/// #[derive(Debug, RowKey)]
/// #[rowkey(namespace = "o/")]
/// struct OrderKey {
///     order: u32,
/// }
///
/// #[derive(Debug, RowKey)]
/// #[rowkey(namespace = "c/")]
/// struct CustomerKey {
///     name: String,
/// }
///
/// #[derive(Debug, KeySpace)]
/// enum Row {
///     Order(OrderKey),
///     Customer(CustomerKey),
/// }
///
/// let explanation = explain::in_space(Row::LAYOUTS.iter().copied(), b"c/Ada");
/// assert_eq!(explanation.layout(), "CustomerKey");
/// assert_eq!(explanation, Row::explain(b"c/Ada"));
/// ```
///
/// [`KeySpace::explain`]: crate::KeySpace::explain
pub fn in_space<'a, I>(layouts: I, bytes: &[u8]) -> Explanation
where
    I: IntoIterator<Item = &'a Layout, IntoIter: Clone>,
{
    let layouts = layouts.into_iter();
    let is_key = |_: usize, layout: &Layout| layout.explain(bytes).problem().is_none();
    match kind_of(layouts.clone(), bytes, is_key).and_then(|index| layouts.clone().nth(index)) {
        Some(layout) => layout.explain(bytes),
        None => Explanation::of_no_kind(layouts, bytes),
    }
}
