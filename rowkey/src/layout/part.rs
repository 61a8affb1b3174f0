//! Walks over the parts of a layout. A part is the namespace, the salt, a field, or a constant before or after a field.

use super::{Code, Encoding, FieldLayout, Layout};
use crate::constant::slice;

/// One row of the printed table. The header of the table counts as a part without bytes.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) layout: &'a Layout,
    /// [`HEADER`], [`NAMESPACE`], [`SALT`], or an index from [`FIRST_FIELD`] on. Each field has three indexes: for the
    /// constant before the field, for the field, and for the constant after the field.
    pub(super) index: usize,
    /// The offset of the part's bytes, if it is the same in every key.
    pub(super) offset: Option<usize>,
}

// Values of `Part::index`.
pub(super) const HEADER: usize = 0;
pub(super) const NAMESPACE: usize = 1;
pub(super) const SALT: usize = 2;
const FIRST_FIELD: usize = 3;

const PARTS_OF_FIELD: usize = 3;

/// The bytes of a part that are known without a key.
#[derive(Clone, Copy)]
pub(super) enum KnownBytes<'a> {
    Constant(&'a [u8]),
    Codes(&'a [Code]),
}

impl<'a> Part<'a> {
    pub(super) const fn first(layout: &'a Layout) -> Self {
        Self { layout, index: HEADER, offset: Some(0) }
    }

    pub(super) const fn is_past_end(&self) -> bool {
        self.index >= FIRST_FIELD + PARTS_OF_FIELD * self.layout.fields().len()
    }

    pub(super) const fn next(self) -> Self {
        let (min, max) = self.min_and_max_width();
        let offset = match (self.offset, max) {
            (Some(offset), Some(max)) if max == min => Some(offset.saturating_add(max)),
            _ => None,
        };
        Self { layout: self.layout, index: self.index + 1, offset }
    }

    /// Returns the known bytes of the part, and their offset. Returns `None` if the bytes or their offset differ
    /// between keys.
    pub(super) const fn known_bytes(&self) -> Option<(usize, KnownBytes<'a>)> {
        let Some(offset) = self.offset else { return None };
        let known = match (self.constant(), self.field()) {
            (Some(constant), _) => KnownBytes::Constant(constant),
            (None, Some((field, _))) => match field.encoding() {
                Encoding::Codes { codes } => KnownBytes::Codes(slice(codes)),
                _ => return None,
            },
            (None, None) if self.index == NAMESPACE => KnownBytes::Constant(self.layout.namespace()),
            (None, None) => return None,
        };
        Some((offset, known))
    }

    pub(super) const fn is_shown(&self) -> bool {
        match self.index {
            NAMESPACE => !self.layout.namespace().is_empty(),
            SALT => self.layout.salt.is_some(),
            _ => match self.constant() {
                Some(constant) => !constant.is_empty(),
                None => true,
            },
        }
    }

    pub(super) const fn constant(&self) -> Option<&'a [u8]> {
        let Some((field, _)) = self.field() else { return None };
        match (self.index - FIRST_FIELD) % PARTS_OF_FIELD {
            0 => Some(field.before()),
            2 => Some(field.bytes_after()),
            _ => None,
        }
    }

    /// Returns the field that the part belongs to, with true if the key ends after this field. Call
    /// [`constant`](Self::constant) first to find out whether the part is the field, or a constant before or after the
    /// field.
    pub(super) const fn field(&self) -> Option<(&'a FieldLayout, bool)> {
        if self.index < FIRST_FIELD {
            return None;
        }
        let (_, fields) = self.layout.fields().split_at((self.index - FIRST_FIELD) / PARTS_OF_FIELD);
        match fields {
            [field, rest @ ..] => Some((field, field.ends_key(rest))),
            [] => None,
        }
    }

    pub(super) const fn min_and_max_width(&self) -> (usize, Option<usize>) {
        if let Some(constant) = self.constant() {
            return (constant.len(), Some(constant.len()));
        }
        let width = match (self.index, self.field()) {
            (NAMESPACE, _) => self.layout.namespace().len(),
            (SALT, _) => self.layout.salt_width(),
            (_, None) => 0,
            (_, Some((field, last))) => {
                let min = field.encoding().min_width().saturating_add(self.layout.min_separator_width(field, last));
                let max = match field.encoding().max_width() {
                    Some(max) => Some(max.saturating_add(self.layout.max_separator_width(field, last))),
                    None => None,
                };
                return (min, max);
            }
        };
        (width, Some(width))
    }
}
