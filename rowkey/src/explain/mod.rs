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
//! [`HbaseShell`] prints bytes. The crate `rowkey-explain` reads bytes from text, and explains keys without their type. The
//! command `rowkey` of the package `rowkey-cli` is made of both.

mod explanation;
mod table;
pub(crate) mod walk;

pub use crate::notation::HbaseShell;
pub use explanation::{ExplainedPart, Explanation, PartKind, Problem};
