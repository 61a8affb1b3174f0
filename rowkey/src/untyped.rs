//! The items that the packages `rowkey-explain` and `rowkey-cli` need to read keys without their types, as
//! `rowkey::__untyped::..`. They are not part of the public API, and may change in any release.

pub use crate::ascii::{hex_digits, nines_complement, separator_byte};
pub use crate::codec::composite::read_code;
pub use crate::codec::content::not_utf8_after_length;
pub use crate::codec::delimited::read_constant;
pub use crate::codec::digits::{negative, too_many_digits};
pub use crate::codec::hashed::{check_hex, unknown_value};
pub use crate::codec::shown::{Shown, ShownParts, UNKNOWN, WrongField};
pub use crate::digest::{USER_FUNCTION, by_name as digest_by_name};
pub use crate::explain::walk::{ReadParts, Salted, explain_parts};
pub use crate::format::bytes::{AnyFormat, check_all_read, with_offset};
pub use crate::layout::compile_time::to_u64;
pub use crate::layout::format::FormatLayout;
pub use crate::layout::kind::kind_of;
pub use crate::layout::{
    Code, Encoding, FieldLayout, KeySalt, LengthForm, Nested, SaltForm, SaltLayout, Separator, ValueKind, Variant,
    Widths,
};
pub use crate::notation::{Hex, quoted_bytes};
pub use crate::range::PrefixEnd;
pub use crate::salt::{BucketHash, Phoenix, digest_to_u64, part_of_digest};
pub use crate::wire::integer::Number;
pub use crate::wire::reader::Reader;
pub use crate::wire::terminator::Terminator;
pub use crate::wire::text::Content;
pub use crate::wire::{
    calendar, decimal, digits, float, integer, length, reader, sink, span, tag, terminator, text, time_text, value,
    varint,
};
