//! The entries of fields in layout files. Each type here has the fields of the type of a layout that `remote` names. The
//! compiler compares them.

use super::format::{self, FileFormat};
use super::values;
use rowkey::__untyped::{
    Code, Encoding, FieldLayout, FormatLayout, LengthForm, Nested, SaltForm, Separator, ValueKind, Variant, Widths,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Not;

#[derive(Serialize, Deserialize)]
#[serde(remote = "FieldLayout")]
struct FileField {
    name: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "<[u8]>::is_empty", with = "values::shell")]
    before: Cow<'static, [u8]>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "values::shell_if_any")]
    after: Option<Cow<'static, [u8]>>,
    #[serde(flatten, with = "nested")]
    encoding: Nested,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Code")]
struct FileCode {
    name: Cow<'static, str>,
    #[serde(with = "values::shell")]
    bytes: Cow<'static, [u8]>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Variant")]
struct FileVariant {
    #[serde(flatten, with = "FileCode")]
    code: Code,
    #[serde(default, skip_serializing_if = "<[FieldLayout]>::is_empty", with = "list")]
    fields: Cow<'static, [FieldLayout]>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Encoding", tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum FileEncoding {
    Unsigned {
        width: usize,
    },
    Signed {
        width: usize,
    },
    NonZero {
        #[serde(with = "nested")]
        of: Nested,
    },
    Float {
        width: usize,
    },
    Bool,
    Char,
    Digits {
        width: usize,
        #[serde(with = "values::number")]
        max: u128,
    },
    UnpaddedDigits {
        signed: bool,
        #[serde(with = "values::number")]
        max: u128,
    },
    Array {
        width: usize,
    },
    Text,
    Bytes,
    AfterLength {
        #[serde(with = "FileLength")]
        length: LengthForm,
        #[serde(with = "nested")]
        of: Nested,
    },
    PaddedText {
        width: usize,
        #[serde(with = "values::ascii")]
        pad: u8,
    },
    Elements {
        #[serde(with = "nested")]
        of: Nested,
        count: usize,
    },
    Repeated {
        #[serde(with = "nested")]
        of: Nested,
        optional: bool,
    },
    Optional {
        #[serde(with = "nested")]
        of: Nested,
    },
    Descending {
        #[serde(with = "nested")]
        of: Nested,
    },
    Reversed {
        #[serde(with = "nested")]
        of: Nested,
    },
    Unterminated {
        #[serde(with = "nested")]
        of: Nested,
    },
    Hashed {
        algorithm: Cow<'static, str>,
        hex: bool,
        width: usize,
        #[serde(with = "nested")]
        of: Nested,
    },
    Struct {
        #[serde(with = "list")]
        fields: Cow<'static, [FieldLayout]>,
    },
    Codes {
        #[serde(with = "list")]
        codes: Cow<'static, [Code]>,
    },
    Variants {
        #[serde(with = "list")]
        variants: Cow<'static, [Variant]>,
    },
    Shard {
        width: usize,
        count: u32,
    },
    Time {
        format: Cow<'static, str>,
        width: usize,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "value_if_any")]
        of: Option<ValueKind>,
    },
    Value {
        #[serde(with = "FileValue")]
        value: ValueKind,
    },
    Custom {
        codec: Cow<'static, str>,
        width: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "values::self_delimited")]
        self_delimited: Option<Widths>,
        sorts: bool,
        #[serde(default, skip_serializing_if = "Not::not")]
        descending: bool,
    },
    #[serde(with = "format")]
    Format {
        format: FormatLayout,
        of: Nested,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ValueKind", rename_all = "snake_case")]
enum FileValue {
    Duration,
    Timestamp { first: i64, last: i64, leap_seconds: bool },
    Date { first: i32, last: i32 },
    Time { leap_seconds: bool },
    DateTime { first: i32, last: i32, leap_seconds: bool },
    Ipv4,
    Ipv6,
    Ip,
    Uuid,
    Ulid,
    Decimal,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LengthForm", rename_all = "snake_case")]
enum FileLength {
    Big(usize),
    Little(usize),
    Varint,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Separator", rename_all = "snake_case")]
pub(super) enum FileSeparator {
    Escape,
    Delimiter(#[serde(with = "values::separator")] char),
    Terminator(#[serde(with = "values::separator")] char),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SaltForm", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum FileSaltForm {
    Bytes { last: bool },
    Hex { last: bool },
    Buckets { count: u64 },
    BucketDigits { count: u64 },
}

/// A part of a layout that serde writes and reads within a list or an option.
#[derive(Debug)]
pub struct Part<T>(pub(super) T);

/// Implements the traits of serde for parts of a layout, with the entries of the type after `as`.
macro_rules! parts {
    ($($part:ident as $file:ident),*) => {$(
        impl Serialize for Part<&$part> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $file::serialize(self.0, serializer)
            }
        }

        impl<'de> Deserialize<'de> for Part<$part> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $file::deserialize(deserializer).map(Self)
            }
        }
    )*};
}

parts! {
    FieldLayout as FileField,
    Code as FileCode,
    Variant as FileVariant,
    Encoding as FileEncoding,
    ValueKind as FileValue,
    FormatLayout as FileFormat
}

/// Writes and reads an encoding within a field or within another encoding.
mod nested {
    use super::{Deserializer, FileEncoding, Nested, Serializer};

    pub(super) fn serialize<S: Serializer>(of: &Nested, serializer: S) -> Result<S::Ok, S::Error> {
        FileEncoding::serialize(of, serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Nested, D::Error> {
        FileEncoding::deserialize(deserializer).map(|of| Nested::Boxed(of.into()))
    }
}

/// Writes and reads the parts of a list. Public only for tests.
#[allow(missing_docs, clippy::missing_errors_doc, reason = "public only for tests")]
pub mod list {
    use super::{Cow, Deserialize, Deserializer, Part, Serialize, Serializer};

    pub fn serialize<'p, T, S: Serializer>(parts: &'p [T], serializer: S) -> Result<S::Ok, S::Error>
    where
        Part<&'p T>: Serialize,
    {
        serializer.collect_seq(parts.iter().map(Part))
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Cow<'static, [T]>, D::Error>
    where
        T: Clone,
        Part<T>: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<Part<T>>::deserialize(deserializer)?.into_iter().map(|Part(part)| part).collect())
    }
}

/// Writes and reads the type of a time, if the layout contains it.
mod value_if_any {
    use super::{Deserialize, Deserializer, Part, Serialize, Serializer, ValueKind};

    pub(super) fn serialize<S: Serializer>(value: &Option<ValueKind>, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(Part).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ValueKind>, D::Error> {
        Ok(Option::<Part<ValueKind>>::deserialize(deserializer)?.map(|Part(value)| value))
    }
}
