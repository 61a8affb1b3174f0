//! The items that the packages `rowkey-explain` and `rowkey-cli` need to read and write keys without their types, as
//! `rowkey::__untyped::..`. They are not part of the public API, and may change in any release.

// A layout as data: the fields, and the encoding of each field. `rowkey-explain` builds layouts from files.
pub use crate::layout::format::{End, Form, FormatFacts, FormatLayout};
#[cfg(feature = "records")]
pub use crate::layout::read::check::{checked_layout, salt_algorithm};
pub use crate::layout::{
    Code, Encoding, FieldLayout, KeySalt, LengthForm, Nested, SaltForm, SaltLayout, Separator, ValueKind, Variant,
    Widths,
};

// `explain_parts` explains a key, and `partition_key_len` finds its sort key. They read the fields through `ReadParts`, as
// `Shown`. `kind_of` finds the layout of a key.
pub use crate::codec::shown::{Shown, ShownParts, UNKNOWN, WrongField};
pub use crate::explain::walk::{ReadParts, Salted, explain_parts, partition_key_len};
pub use crate::layout::kind::kind_of;

// Reads a value as its codec does, and fails with the same errors.
pub use crate::codec::composite::read_code;
pub use crate::codec::content::not_utf8_after_length;
pub use crate::codec::delimited::read_constant;
pub use crate::codec::digits::{negative, too_many_digits};
pub use crate::codec::hashed::show as show_hashed;
pub use crate::format::bytes::{AnyFormat, decode_plain};

// The bytes of each kind of value.
pub use crate::ascii::{hex_digits, nines_complement, separator_byte};
pub use crate::wire::integer::{Number, from_big_endian};
pub use crate::wire::reader::Reader;
pub use crate::wire::terminator::Terminator;
pub use crate::wire::text::Content;
pub use crate::wire::{calendar, decimal, digits, float, tag, text, time_text, value};

// The digests of salts and hashes.
pub use crate::digest::{USER_FUNCTION, by_name as digest_by_name};
pub use crate::salt::{BucketHash, Phoenix, digest_to_u64, part_of_digest};

// Bytes as text, and the ends of ranges.
pub use crate::notation::{Hex, Shell, quoted_bytes};
pub use crate::range::PrefixEnd;
