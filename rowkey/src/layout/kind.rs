//! Distinguishes the kinds of keys in a key space, which is an enum of several key types. They differ in constant bytes
//! (at a known offset, after equal leading fields, or at the end) or in their lengths.

use super::part::{KnownBytes, Part};
use super::{Code, FieldLayout, Layout};
use crate::constant::{begins_with, same_bytes};
use alloc::vec::Vec;

impl KnownBytes<'_> {
    /// Checks whether no key can contain both `self` at `offset` and `other` at `other_offset`.
    const fn excludes(self, offset: usize, other: Self, other_offset: usize) -> bool {
        match (self, other) {
            (Self::Constant(bytes), Self::Constant(other)) => {
                let start = if offset > other_offset { offset } else { other_offset };
                differ(bytes_from(bytes, start - offset), bytes_from(other, start - other_offset))
            }
            (Self::Constant(bytes), Self::Codes(codes)) | (Self::Codes(codes), Self::Constant(bytes)) => {
                let (bytes_offset, codes_offset) =
                    if matches!(self, Self::Constant(_)) { (offset, other_offset) } else { (other_offset, offset) };
                codes_offset >= bytes_offset && no_code_fits(codes, bytes_from(bytes, codes_offset - bytes_offset))
            }
            (Self::Codes(codes), Self::Codes(others)) => offset == other_offset && all_codes_differ(codes, others),
        }
    }

    fn fits(self, bytes: &[u8]) -> bool {
        match self {
            Self::Constant(constant) => !differ(constant, bytes),
            Self::Codes(codes) => !no_code_fits(codes, bytes),
        }
    }
}

const fn bytes_from(bytes: &[u8], offset: usize) -> &[u8] {
    if offset < bytes.len() { bytes.split_at(offset).1 } else { &[] }
}

/// Checks whether two strings of bytes differ before the shorter one ends.
const fn differ(a: &[u8], b: &[u8]) -> bool {
    !begins_with(a, b) && !begins_with(b, a)
}

const fn no_code_fits(mut codes: &[Code], bytes: &[u8]) -> bool {
    while let [code, rest @ ..] = codes {
        if !differ(code.bytes(), bytes) {
            return false;
        }
        codes = rest;
    }
    true
}

const fn all_codes_differ(codes: &[Code], mut others: &[Code]) -> bool {
    while let [other, rest @ ..] = others {
        if !no_code_fits(codes, other.bytes()) {
            return false;
        }
        others = rest;
    }
    true
}

impl Layout {
    /// Checks whether the layouts prove that no bytes are a key of both. Returns true in each of these cases:
    ///
    /// - All keys of one layout are shorter than all keys of the other layout.
    /// - Both layouts have known bytes that differ: at the same offset, at the end of the key, or after equal leading
    ///   fields.
    pub(super) const fn is_distinct_from(&self, other: &Self) -> bool {
        if self.is_always_shorter(other)
            || other.is_always_shorter(self)
            || ends_differ(self.last_bytes(), other.last_bytes())
            || self.differs_after_equal_fields(other)
        {
            return true;
        }
        let mut part = Part::first(self);
        while !part.is_past_end() {
            if let Some((offset, known)) = part.known_bytes() {
                let mut other_part = Part::first(other);
                while !other_part.is_past_end() {
                    if let Some((other_offset, other_known)) = other_part.known_bytes()
                        && known.excludes(offset, other_known, other_offset)
                    {
                        return true;
                    }
                    other_part = other_part.next();
                }
            }
            part = part.next();
        }
        false
    }

    /// Checks whether the constant bytes after equal leading fields differ. If the same bytes are read as keys of both
    /// layouts, these constants are at the same offset, even if the widths of the fields vary.
    const fn differs_after_equal_fields(&self, other: &Self) -> bool {
        if self.salt().is_some() || other.salt().is_some() || !same_bytes(self.namespace(), other.namespace()) {
            return false;
        }
        let mut index = 0;
        loop {
            let (constant, other_constant) = (self.constant_before(index), other.constant_before(index));
            let mut offset = 0;
            while let (Some(byte), Some(other_byte)) = (constant.byte(offset), other_constant.byte(offset)) {
                if byte != other_byte {
                    return true;
                }
                offset += 1;
            }
            if constant.byte(offset).is_some() || other_constant.byte(offset).is_some() {
                return false;
            }
            match (self.fingerprint_of_field(index), other.fingerprint_of_field(index)) {
                (Some(field), Some(other_field)) if field == other_field => index += 1,
                _ => return false,
            }
        }
    }

    const fn constant_before(&self, index: usize) -> ConstantBetween<'_> {
        let (earlier, rest) = self.fields().split_at(index);
        let after: &[u8] = if let [.., field] = earlier { field.bytes_after() } else { &[] };
        let before: &[u8] = if let [field, ..] = rest { field.before() } else { &[] };
        ConstantBetween(after, before)
    }

    const fn last_bytes(&self) -> &[u8] {
        match self.fields() {
            [.., field] => field.bytes_after(),
            [] => self.namespace(),
        }
    }

    const fn is_always_shorter(&self, other: &Self) -> bool {
        match self.max_len() {
            Some(len) => len < other.min_len(),
            None => false,
        }
    }

    /// Checks whether `bytes` match the namespace and the other known bytes, as far as `bytes` go.
    fn can_match(&self, bytes: &[u8]) -> bool {
        if !bytes.starts_with(self.namespace()) {
            return false;
        }
        let mut part = Part::first(self);
        while !part.is_past_end() {
            if let Some((offset, known)) = part.known_bytes()
                && !known.fits(bytes_from(bytes, offset))
            {
                return false;
            }
            part = part.next();
        }
        true
    }

    pub(crate) fn first_bytes(&self) -> Vec<u8> {
        let before = self.fields().first().filter(|_| self.salt().is_none()).map_or(&[][..], FieldLayout::before);
        [self.namespace(), before].concat()
    }

    fn has_len(&self, len: usize) -> bool {
        self.min_len() <= len && self.max_len().is_none_or(|max| len <= max)
    }
}

/// The two runs of constant bytes between two fields: the bytes `after` the first field, and then the bytes `before` the
/// second.
#[derive(Clone, Copy)]
struct ConstantBetween<'a>(&'a [u8], &'a [u8]);

impl ConstantBetween<'_> {
    const fn byte(self, index: usize) -> Option<u8> {
        let bytes =
            if index < self.0.len() { bytes_from(self.0, index) } else { bytes_from(self.1, index - self.0.len()) };
        match bytes {
            [byte, ..] => Some(*byte),
            [] => None,
        }
    }
}

/// Checks whether the last bytes differ, up to the length of the shorter argument.
const fn ends_differ(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([a_rest @ .., a_last], [b_rest @ .., b_last]) = (a, b) {
        if *a_last != *b_last {
            return true;
        }
        (a, b) = (a_rest, b_rest);
    }
    false
}

/// Finds the kind of a key, and returns the index of its layout. `is_key` checks whether `bytes` are a key of the
/// layout with the given index.
///
/// If the namespace and the constants of a single layout match the bytes, the result is this layout, even if the bytes
/// are not a key. The error for a key that is too short then names this kind of key.
///
/// If several layouts match, the length and the last bytes of the key decide between them. If this leaves several
/// layouts, `is_key` decides. If `is_key` rejects all of them, the result is the first. If the length or the last bytes
/// fit none of the several layouts, the result is `None`.
pub fn kind_of<'a>(
    layouts: impl Iterator<Item = &'a Layout> + Clone,
    bytes: &[u8],
    is_key: impl Fn(usize, &Layout) -> bool,
) -> Option<usize> {
    let matching = layouts.enumerate().filter(|(_, layout)| layout.can_match(bytes));
    let mut rest = matching.clone();
    let (first, _) = rest.next()?;
    if rest.next().is_none() {
        return Some(first);
    }
    let mut fitting =
        matching.filter(|(_, layout)| layout.has_len(bytes.len()) && bytes.ends_with(layout.last_bytes()));
    let mut rest = fitting.clone();
    let (first, _) = rest.next()?;
    if rest.next().is_none() {
        return Some(first);
    }
    fitting.find(|(index, layout)| is_key(*index, layout)).map_or(Some(first), |(index, _)| Some(index))
}

/// Checks whether no namespace begins with another layout's namespace.
pub(crate) const fn namespaces_differ(mut layouts: &[&Layout]) -> bool {
    while let [layout, rest @ ..] = layouts {
        let mut others = rest;
        while let [other, after @ ..] = others {
            if !differ(layout.namespace(), other.namespace()) {
                return false;
            }
            others = after;
        }
        layouts = rest;
    }
    true
}
