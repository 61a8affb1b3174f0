//! A model of rowkey's key encoding: a second implementation, slow and simple, with which tests compare the library. It
//! was written from `rowkey/docs/layout.md`, whose examples test the model itself.
//!
//! A [`Layout`] lists the fields of a key, and a slice of [`Value`]s is a key. [`encode`] and [`decode`] convert
//! between values and bytes, [`compare`] defines how two keys should sort, and a [`Query`] defines which keys a scan
//! should find.
//!
//! ```
//! use rowkey_proof::model::{Field, Layout, decode, encode};
//! use rowkey_proof::values;
//!
//! let layout = Layout::new([Field::of::<u32>().pad(6), Field::of::<String>()]).delimiter(b'_');
//! let bytes = encode(&layout, &values![123u32, "a"]).unwrap();
//! assert_eq!(bytes, b"000123_a");
//! assert_eq!(decode(&layout, &bytes), Ok(values![123u32, "a"]));
//! ```

mod decode;
mod digest;
mod encode;
mod foreign;
mod formats;
mod kind;
mod layout;
mod order;
mod query;
mod salt;
mod value;

pub use self::decode::{Fault, Malformed, decode};
pub use self::digest::Digest;
pub use self::encode::{Reason, Rejection, encode, salt_of};
pub use self::formats::Format;
pub use self::kind::{Element, Kind, Typed};
pub use self::layout::{Codec, Endian, Field, Foreign, Hash, Layout, Pad, Separator};
pub use self::order::{compare, is_field_ordered, is_ordered, is_ordered_in_bucket, struct_layout};
pub use self::query::{Query, Then, ends_with, in_range, starts_with};
pub use self::salt::{BucketFunction, Form, Salt, SaltInput};
pub use self::value::Value;
