//! Walks over the parts of a layout, with their widths and offsets.

use super::{Code, Encoding, FieldLayout, Layout};
use crate::constant::slice;

/// A part of a key: a row of the printed table.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) layout: &'a Layout,
    /// The header is row 0, the namespace row 1, the salt row 2. Then each field has three rows: the constant before
    /// it, the field, and the constant after it.
    pub(super) index: usize,
    /// The offset of the row's bytes, if it is the same in every key.
    pub(super) offset: Option<usize>,
}

const FIRST_FIELD: usize = 3;
const ROWS_OF_FIELD: usize = 3;

/// Bytes at a known offset of every key of a layout.
#[derive(Clone, Copy)]
pub(super) enum Mark<'a> {
    /// These bytes: the namespace, or a constant before or after a field.
    Constant(&'a [u8]),
    /// One of these codes.
    Codes(&'a [Code]),
}

impl<'a> Row<'a> {
    /// Returns the header.
    pub(super) const fn first(layout: &'a Layout) -> Self {
        Self { layout, index: 0, offset: Some(0) }
    }

    pub(super) const fn exists(&self) -> bool {
        self.index < FIRST_FIELD + ROWS_OF_FIELD * self.layout.fields().len()
    }

    pub(super) const fn next(self) -> Self {
        let (min, max) = self.width();
        let offset = match (self.offset, max) {
            (Some(offset), Some(max)) if max == min => Some(offset.saturating_add(max)),
            _ => None,
        };
        Self { layout: self.layout, index: self.index + 1, offset }
    }

    /// Returns the known bytes of the row, and their offset. Returns `None` if the offset differs between keys.
    pub(super) const fn mark(&self) -> Option<(usize, Mark<'a>)> {
        let Some(offset) = self.offset else { return None };
        let mark = match (self.constant(), self.field()) {
            (Some(constant), _) => Mark::Constant(constant),
            (None, Some((field, _))) => match field.encoding() {
                Encoding::Codes { codes } => Mark::Codes(slice(codes)),
                _ => return None,
            },
            (None, None) if self.index == 1 => Mark::Constant(self.layout.namespace()),
            (None, None) => return None,
        };
        Some((offset, mark))
    }

    pub(super) const fn is_shown(&self) -> bool {
        match self.index {
            1 => !self.layout.namespace().is_empty(),
            2 => self.layout.salt.is_some(),
            _ => match self.constant() {
                Some(constant) => !constant.is_empty(),
                None => true,
            },
        }
    }

    /// Returns the constant of a row before or after a field.
    pub(super) const fn constant(&self) -> Option<&'a [u8]> {
        match (self.field(), self.index % ROWS_OF_FIELD) {
            (Some((field, _)), 0) => Some(field.before()),
            (Some((field, _)), 2) => Some(field.bytes_after()),
            _ => None,
        }
    }

    /// Returns the field of the row, with true if the key ends after it.
    pub(super) const fn field(&self) -> Option<(&'a FieldLayout, bool)> {
        if self.index < FIRST_FIELD {
            return None;
        }
        let (_, fields) = self.layout.fields().split_at((self.index - FIRST_FIELD) / ROWS_OF_FIELD);
        match fields {
            [field, rest @ ..] => Some((field, field.ends_key(rest))),
            [] => None,
        }
    }

    pub(super) const fn width(&self) -> (usize, Option<usize>) {
        if let Some(constant) = self.constant() {
            return (constant.len(), Some(constant.len()));
        }
        let width = match (self.index, self.field()) {
            (1, _) => self.layout.namespace().len(),
            (2, _) => self.layout.salt_width(),
            (_, None) => 0,
            (_, Some((field, last))) => {
                let after = self.layout.least_after(field, last);
                let max = match field.encoding().max_width() {
                    Some(max) => Some(max.saturating_add(self.layout.most_after(field, last))),
                    None => None,
                };
                return (field.encoding().min_width().saturating_add(after), max);
            }
        };
        (width, Some(width))
    }
}
