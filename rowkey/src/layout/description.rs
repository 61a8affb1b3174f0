//! A layout that owns what it says: made from a key's `LAYOUT` or read from a file.

use crate::layout::{Code, Encoding, KeySalt, Layout, Part, SaltForm, SaltLayout, Separator, ValueKind};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A [`Layout`] that owns what it says, so that keys can be explained without the type that wrote them.
///
/// It is made from a key type's layout, or with the feature `serde` read from a file that another program wrote: see
/// [`explain`](crate::explain) for the format.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::explain::LayoutDescription;
///
/// #[derive(RowKey)]
/// struct PointKey {
///     x: u16,
///     y: i16,
/// }
///
/// let described = LayoutDescription::from(&PointKey::LAYOUT);
/// assert_eq!(described.fingerprint(), PointKey::LAYOUT.fingerprint());
/// assert_eq!(described.to_string(), PointKey::LAYOUT.to_string());
/// assert!(described.explain(&[0, 1, 0x80, 2]).is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutDescription {
    pub(crate) name: String,
    pub(crate) namespace: Vec<u8>,
    pub(crate) separator: Separator,
    pub(crate) salt: Option<SaltDescription>,
    pub(crate) parts: Vec<PartDescription>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaltDescription {
    pub(crate) algorithm: String,
    pub(crate) form: SaltForm,
    pub(crate) width: usize,
    pub(crate) of: Vec<usize>,
}

/// One field of a key or of a struct within it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PartDescription {
    pub(crate) name: String,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(crate) encoding: EncodingDescription,
}

/// [`Encoding`], owned.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
pub(crate) enum EncodingDescription {
    Unsigned {
        width: usize,
    },
    Signed {
        width: usize,
    },
    NonZero {
        of: Box<Self>,
    },
    Float {
        width: usize,
    },
    Bool,
    Char,
    Digits {
        width: usize,
        #[cfg_attr(feature = "serde", serde(with = "super::file_values::number"))]
        max: u128,
    },
    Array {
        width: usize,
    },
    Text,
    Bytes,
    PaddedText {
        width: usize,
        #[cfg_attr(feature = "serde", serde(with = "super::file_values::ascii"))]
        pad: u8,
    },
    Optional {
        of: Box<Self>,
    },
    Descending {
        of: Box<Self>,
    },
    Reversed {
        of: Box<Self>,
    },
    Hashed {
        algorithm: String,
        hex: bool,
        width: usize,
        of: Box<Self>,
    },
    Struct {
        parts: Vec<PartDescription>,
    },
    Codes {
        codes: Vec<CodeDescription>,
    },
    Shard {
        width: usize,
        count: u32,
    },
    Time {
        format: String,
        width: usize,
        /// What the field's type holds; a layout that was written by hand may not say.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        of: Option<ValueKind>,
    },
    Value {
        value: ValueKind,
    },
    Custom {
        codec: String,
        width: Option<usize>,
        sorts: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CodeDescription {
    pub(crate) name: String,
    #[cfg_attr(feature = "serde", serde(with = "super::file_values::bytes"))]
    pub(crate) bytes: Vec<u8>,
}

impl From<&Encoding> for EncodingDescription {
    fn from(encoding: &Encoding) -> Self {
        let boxed = |inner: &Encoding| Box::new(Self::from(inner));
        match *encoding {
            Encoding::Unsigned { width } => Self::Unsigned { width },
            Encoding::Signed { width } => Self::Signed { width },
            Encoding::NonZero(inner) => Self::NonZero { of: boxed(inner) },
            Encoding::Float { width } => Self::Float { width },
            Encoding::Bool => Self::Bool,
            Encoding::Char => Self::Char,
            Encoding::Digits { width, max } => Self::Digits { width, max },
            Encoding::Array { width } => Self::Array { width },
            Encoding::Text => Self::Text,
            Encoding::Bytes => Self::Bytes,
            Encoding::PaddedText { width, pad } => Self::PaddedText { width, pad },
            Encoding::Optional(inner) => Self::Optional { of: boxed(inner) },
            Encoding::Descending(inner) => Self::Descending { of: boxed(inner) },
            Encoding::Reversed(inner) => Self::Reversed { of: boxed(inner) },
            Encoding::Hashed { algorithm, hex, width, of } => {
                Self::Hashed { algorithm: algorithm.to_owned(), hex, width, of: boxed(of) }
            }
            Encoding::Struct(parts) => Self::Struct { parts: parts.iter().map(PartDescription::from).collect() },
            Encoding::Codes(codes) => Self::Codes { codes: codes.iter().map(CodeDescription::from).collect() },
            Encoding::Shard { width, count } => Self::Shard { width, count },
            Encoding::Time { format, width, of } => Self::Time { format: format.to_owned(), width, of: Some(of) },
            Encoding::Value(value) => Self::Value { value },
            Encoding::Custom { name, width, sorts } => Self::Custom { codec: name.to_owned(), width, sorts },
        }
    }
}

impl From<&Part> for PartDescription {
    fn from(part: &Part) -> Self {
        Self { name: part.name.to_owned(), encoding: EncodingDescription::from(&part.encoding) }
    }
}

impl From<&Code> for CodeDescription {
    fn from(code: &Code) -> Self {
        Self { name: code.name.to_owned(), bytes: code.bytes.to_owned() }
    }
}

impl From<&KeySalt> for SaltDescription {
    fn from(salt: &KeySalt) -> Self {
        Self { of: salt.of.to_owned(), ..Self::from(&salt.layout) }
    }
}

impl From<&SaltLayout> for SaltDescription {
    fn from(salt: &SaltLayout) -> Self {
        Self { algorithm: salt.algorithm.to_owned(), form: salt.form, width: salt.width, of: Vec::new() }
    }
}

impl From<&Layout> for LayoutDescription {
    fn from(layout: &Layout) -> Self {
        Self {
            name: layout.name().to_owned(),
            namespace: layout.namespace().to_owned(),
            separator: layout.separator(),
            salt: layout.salt().as_ref().map(SaltDescription::from),
            parts: layout.parts().iter().map(PartDescription::from).collect(),
        }
    }
}

impl LayoutDescription {
    /// The name of the key's struct.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes in front of every key.
    pub fn namespace(&self) -> &[u8] {
        &self.namespace
    }

    /// The names of the fields in order.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = &str> {
        self.parts.iter().map(|part| part.name.as_str())
    }

    /// Where the first field stands: behind the namespace and the salt.
    pub(crate) fn fields_at(&self) -> usize {
        self.namespace.len() + self.salt.as_ref().map_or(0, |salt| salt.width)
    }
}
