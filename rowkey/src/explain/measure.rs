//! How wide the parts of a described layout are, and whether they sort: as `Layout` says in constants.

use crate::layout::Separator;
use crate::layout::description::{CodeDescription, EncodingDescription, LayoutDescription, PartDescription};

impl EncodingDescription {
    /// The least bytes a value has, without an end.
    pub(crate) fn min_width(&self) -> usize {
        match self {
            Self::Unsigned { width }
            | Self::Signed { width }
            | Self::Float { width }
            | Self::Digits { width, .. }
            | Self::Array { width }
            | Self::PaddedText { width, .. }
            | Self::Hashed { width, .. }
            | Self::Shard { width, .. }
            | Self::Time { width, .. }
            | Self::Custom { width: Some(width), .. } => *width,
            Self::Struct { parts } => parts
                .iter()
                .fold(0, |sum, part| sum.saturating_add(part.encoding.min_width()).saturating_add(part.end())),
            Self::Codes { codes } => codes.iter().map(CodeDescription::width).min().unwrap_or(0),
            Self::Bool | Self::Optional { .. } => 1,
            Self::Char => 4,
            Self::Value { value } => value.min_width(),
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => 0,
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.min_width(),
        }
    }

    /// The most bytes a value has; `None` for one without a limit.
    pub(crate) fn max_width(&self) -> Option<usize> {
        match self {
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => None,
            Self::Optional { of } => of.max_width().map(|width| width.saturating_add(1)),
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.max_width(),
            Self::Struct { parts } => parts.iter().try_fold(0usize, |sum, part| {
                Some(sum.saturating_add(part.encoding.max_width()?).saturating_add(part.end()))
            }),
            Self::Codes { codes } => Some(codes.iter().map(CodeDescription::width).max().unwrap_or(0)),
            Self::Value { value } => Some(value.max_width()),
            _ => Some(self.min_width()),
        }
    }

    /// The bytes of every value, if all have equally many.
    pub(crate) fn fixed_width(&self) -> Option<usize> {
        self.max_width().filter(|width| *width == self.min_width())
    }

    /// Whether it is a string or bytes without a width, which needs an end.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Self::Text | Self::Bytes | Self::Custom { width: None, .. } => true,
            Self::NonZero { of } | Self::Descending { of } | Self::Reversed { of } => of.is_open(),
            _ => false,
        }
    }

    /// Whether a value can hold something without a width.
    pub(crate) fn holds_open(&self) -> bool {
        match self {
            Self::Optional { of } | Self::Descending { of } => of.holds_open(),
            _ => self.is_open(),
        }
    }

    pub(crate) fn is_descending(&self) -> bool {
        matches!(self, Self::Descending { .. })
    }

    /// Whether it is decimal digits, of which the complement is to nine each.
    pub(crate) fn is_digits(&self) -> bool {
        match self {
            Self::Digits { .. } => true,
            Self::NonZero { of } => of.is_digits(),
            _ => false,
        }
    }

    /// Whether bytes compare as the values do, given whether those of an open field do.
    pub(crate) fn sorts(&self, open_sorts: bool) -> bool {
        match self {
            Self::Text | Self::Bytes => open_sorts,
            Self::PaddedText { pad, .. } => *pad == 0,
            Self::Struct { parts } => parts.iter().all(|part| part.encoding.sorts(true)),
            Self::Codes { codes } => codes.windows(2).all(|two| matches!(two, [a, b] if a.bytes < b.bytes)),
            Self::Reversed { .. } | Self::Hashed { .. } => false,
            Self::Custom { width, sorts, .. } => *sorts && (width.is_some() || open_sorts),
            Self::Optional { of } | Self::Descending { of } | Self::NonZero { of } => of.sorts(open_sorts),
            _ => true,
        }
    }
}

impl CodeDescription {
    fn width(&self) -> usize {
        self.bytes.len()
    }
}

impl PartDescription {
    /// The bytes of its end as a field of a struct.
    fn end(&self) -> usize {
        if self.encoding.is_open() { Separator::Escape.end_width() } else { 0 }
    }
}

impl LayoutDescription {
    /// What follows a part, at least: its end, or a delimiter. An option that may have no end counts without.
    pub(crate) fn least_after(&self, part: &PartDescription, last: bool) -> usize {
        if part.encoding.is_open() && (!last || part.encoding.is_descending()) {
            self.separator.end_width()
        } else if last {
            0
        } else {
            self.separator.delimiter_width()
        }
    }

    /// Each part and whether it is the last.
    pub(crate) fn parts_and_last(&self) -> impl Iterator<Item = (&PartDescription, bool)> {
        let last = self.parts.len().saturating_sub(1);
        self.parts.iter().enumerate().map(move |(index, part)| (part, index == last))
    }

    /// The bytes of every key, when all are equally long.
    pub(crate) fn fixed_len(&self) -> Option<usize> {
        self.parts_and_last().try_fold(self.fields_at(), |len, (part, last)| {
            Some(len.saturating_add(part.encoding.fixed_width()?).saturating_add(self.least_after(part, last)))
        })
    }
}
