//! The names that derived code uses, as `rowkey::__private::..`. They are not part of the public API, and may change in
//! any release.

#[cfg(feature = "records")]
pub use self::records::*;
pub use crate::codec::checks::{Checks, show_field};
pub use crate::codec::delimited::{read_constant, take_field};
pub use crate::codec::derived::{
    ArgumentChoice, ChooseArgument, Composite, FieldList, FieldValue, IsCopy, Newtype, NotCopyFallback,
    OrderedComposite, ReadComposite, ShowFields, TotalComposite,
};
pub use crate::codec::named::{FormatKind, IsCodec, IsOption, NotAFormatFallback, NotProvenFallback, codec_kind};
pub use crate::codec::position::{InStruct, Last, Mid, Position};
pub use crate::codec::time_text::TimeFormat;
pub use crate::codec::{field_layout, field_layout_with_constants};
pub use crate::constant::{Constant, is_text};
pub use crate::digest::HashFunction;
pub use crate::error::{DecodeError, EncodeErrorKind};
pub use crate::field::{CodecKind, KeyField, ListCodec, NewtypeKind, OptionalCodec, Padded, PaddedReversed};
pub use crate::key::bounds::{
    Assert, CodesAscend, DescendingEnd, FewBuckets, Limits, Resolve, TotalNestedField, exists,
};
pub use crate::key::bytes::{ChooseBytes, Width};
pub use crate::key::read::{
    CheckedSalt, check_bucket, check_salt, close, compare_salt, read_span, skip_constant, skip_namespace, skip_salt,
    whole_key,
};
pub use crate::key::space::{BucketChoice, encode_variant, kind_of, no_kind};
pub use crate::key::write::{
    Written, patch_salt, put, put_nested, put_salt, put_total, size, size_without_fields, start_key, written_span,
};
#[cfg(feature = "records")]
pub use crate::layout::read::clash::clash;
pub use crate::layout::{Code, CodeValue, Encoding, FieldLayout, Layout, Separator, Variant, compile_time, tail};
pub use crate::messages::*;
pub use crate::query::composite::CompositePrefix;
pub use crate::query::prefix::Prefix;
pub use crate::query::prefix_bytes::PrefixBytes;
pub use crate::query::ranges::Ranges;
pub use crate::query::{FinishedQuery, PrefixState, sets_partition};
pub use crate::range::KeyRange;
pub use crate::salt::{
    BucketBy, BucketSalt, DigestSalt, HexSalt, Modulo, Phoenix, Random, Salt, bucket_width, has_at_most, modulo_salt,
    salt_of,
};
pub use crate::wire::reader::Reader;
pub use crate::wire::sink::{Buffer, Sink};
pub use crate::wire::span::Span;
pub use crate::wire::time_text::StaticFormatItem as FormatItem;
pub use alloc::string::String;
pub use alloc::vec::Vec;
pub use core::clone::Clone;
pub use core::convert::AsRef;
pub use core::convert::From;
pub use core::fmt::{Debug, Formatter, Result as FmtResult};
pub use core::marker::{PhantomData, Sized};
pub use core::ops::{Bound, Deref, FnMut, RangeBounds};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, char, f32, f64, i8, i16, i32, i64, i128, str, u8, u16, u32, u64, u128, usize};
pub use core::result::Result::{self, Err, Ok};

/// The body of `DecodeFields` for a key with a hashed field. Never runs: no such key satisfies the trait bounds of the
/// impl.
#[cold]
#[allow(clippy::panic, reason = "never runs: the bounds of its callers are never satisfied")]
pub fn undecodable() -> ! {
    panic!("this key cannot be decoded")
}

/// The body of derived functions that never run: functions of a type with an error, and functions only for rustdoc.
#[cold]
#[allow(clippy::panic, reason = "never runs: the program does not compile")]
pub fn placeholder() -> ! {
    panic!("the derive reported an error for this type")
}

/// The body of a derived method that exists only for the compile error about its bound.
#[cold]
pub fn not_called<T, R>(_: T) -> R {
    placeholder()
}

/// Functions that have the names of the parameters of derived methods. Derived code imports them to hide a user's
/// constant such as `start`: a parameter `start` would be a pattern that matches the constant.
pub mod parameters {
    macro_rules! names {
        ($($name:ident),*) => {$(
            pub fn $name() {}
        )*};
    }

    names!(bounds, end, key, start, value);
}

/// The names that the code of records uses.
#[cfg(feature = "records")]
mod records {
    use super::placeholder;
    pub use crate::record::check::{Decodable, HasEntry, UndecodableFallback, primary_of};
    pub use crate::record::conversion::{Copied, Element, Kept, Sparse, StoredFrom, with_fields};
    pub use crate::record::draft::Draft;
    pub use crate::record::field_source::FieldSource;
    pub use crate::record::format::{ValueError, write_checked};
    pub use crate::record::source::{Direct, ThroughIndex};
    pub use crate::record::table::Table;
    pub use crate::record::unchanged::{Compared, Dependencies, Dependency, UnequalByDefault, UnknownByDefault};
    pub use crate::record::{
        ChangeError, CoveringIndex, FormatError, Index, IndexOf, Maintains, Record, Source, UniqueIndex, ValueFormat,
    };
    use alloc::vec::Vec;

    /// The format of records whose attributes lack a format, so that the derive's error about the missing format stays the
    /// only error.
    #[derive(Debug)]
    pub struct MissingFormat;

    impl<V> crate::record::ValueFormat<V> for MissingFormat {
        const NAME: &'static str = "";

        fn write(_: &V, _: &mut Vec<u8>) -> Result<(), crate::record::FormatError> {
            placeholder()
        }

        fn read(_: &[u8]) -> Result<V, crate::record::FormatError> {
            placeholder()
        }
    }
}
