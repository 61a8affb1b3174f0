//! The variants of an enum with data: each is a code, then fields.

use super::encoding::{Part, struct_widths};
use crate::code::Code;
use crate::constant::{is_less, slice};
use alloc::borrow::Cow;

/// A variant of an enum with data: its code, then its fields.
///
/// ```
/// use rowkey::{Encoding, KeyField, RowKey};
///
/// #[derive(KeyField)]
/// enum Term {
///     #[code(1)]
///     Iri(String),
///     #[code(2)]
///     Literal { text: String, language: u16 },
/// }
///
/// #[derive(RowKey)]
/// struct TermKey {
///     term: Term,
/// }
///
/// let Encoding::Variants { variants, .. } = TermKey::LAYOUT.parts()[0].encoding() else {
///     panic!("an enum with data");
/// };
/// let literal = &variants[1];
/// assert_eq!((literal.code().name(), literal.code().bytes()), ("Literal", &[2][..]));
/// assert_eq!(literal.parts()[1].name(), "language");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variant {
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(crate) code: Code,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "<[Part]>::is_empty"))]
    pub(crate) parts: Cow<'static, [Part]>,
}

impl Variant {
    #[doc(hidden)]
    pub const fn __new(name: &'static str, code: &'static [u8], parts: &'static [Part]) -> Self {
        Self { code: Code::__new(name, code), parts: Cow::Borrowed(parts) }
    }

    /// Returns the name of the variant, and the bytes that its values begin with.
    pub const fn code(&self) -> &Code {
        &self.code
    }

    /// Returns the fields of the variant, in order.
    pub const fn parts(&self) -> &[Part] {
        slice(&self.parts)
    }
}

/// Returns the least and the greatest width of a value.
pub(super) const fn widths(mut variants: &[Variant]) -> (usize, Option<usize>) {
    let (mut min, mut max) = (usize::MAX, Some(0usize));
    while let [variant, rest @ ..] = variants {
        let code = variant.code.bytes().len();
        let (fewest, most) = struct_widths(variant.parts());
        let fewest = fewest.saturating_add(code);
        min = if fewest < min { fewest } else { min };
        max = match (max, most) {
            (Some(max), Some(most)) if most.saturating_add(code) < max => Some(max),
            (Some(_), Some(most)) => Some(most.saturating_add(code)),
            _ => None,
        };
        variants = rest;
    }
    if min == usize::MAX { (0, max) } else { (min, max) }
}

/// Checks whether the codes ascend and all fields sort.
pub(super) const fn sort(mut variants: &[Variant]) -> bool {
    while let [variant, rest @ ..] = variants {
        if let [next, ..] = rest {
            if !is_less(variant.code.bytes(), next.code.bytes()) {
                return false;
            }
        }
        if !parts_sort(variant.parts()) {
            return false;
        }
        variants = rest;
    }
    true
}

/// Checks whether all fields of a struct or variant sort.
pub(super) const fn parts_sort(mut parts: &[Part]) -> bool {
    while let [part, rest @ ..] = parts {
        if !part.encoding().sorts(true) {
            return false;
        }
        parts = rest;
    }
    true
}

/// Checks whether decoding would read an FF after the last field of some variant as part of that field.
pub(super) const fn are_continued_by_ff(mut variants: &[Variant]) -> bool {
    while let [variant, rest @ ..] = variants {
        if let [.., last] = variant.parts() {
            if last.is_continued_by_ff() {
                return true;
            }
        }
        variants = rest;
    }
    false
}
