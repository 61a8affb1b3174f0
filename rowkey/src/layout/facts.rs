//! The facts of an encoding: its widths, whether its bytes sort, what ends it, and whether it is text. Everything else asks
//! them here.

#![allow(missing_docs, reason = "public only for the packages `rowkey-explain` and `rowkey-cli`")]

use super::format::End;
use super::{Code, Encoding, FieldLayout, Separator, Variant};
use crate::constant::{is_less, slice};
use crate::wire::digits::max_unpadded_width;

/// What must hold of the key for a fact to be true.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Never,
    /// Holds for strings and bytes of variable length only if the key stores them in a certain way: see
    /// [`Facts::sorts`] and [`Facts::text`].
    ForSomeKeys,
    Always,
}

impl Holds {
    const fn if_true(holds: bool) -> Self {
        if holds { Self::Always } else { Self::Never }
    }

    const fn and(self, condition: bool) -> Self {
        if condition { self } else { Self::Never }
    }

    const fn in_key(self, key_allows: bool) -> bool {
        match self {
            Self::Never => false,
            Self::ForSomeKeys => key_allows,
            Self::Always => true,
        }
    }
}

#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Facts {
    /// The least and the greatest width of a value without its terminator. The greatest is `None` if the width has no
    /// limit.
    widths: (usize, Option<usize>),
    /// Whether the bytes sort as the values do. `ForSomeKeys` needs a separator that sorts before all other bytes.
    sorts: Holds,
    /// Whether every value is UTF-8. `ForSomeKeys` needs content that is stored unescaped.
    text: Holds,
    /// Whether a value has a terminator if other fields follow. `ForSomeKeys` is true of some values: in an optional
    /// string, only a `Some` has a terminator.
    terminated: Holds,
    /// Decoding would read an FF after a value as part of that value. In FoundationDB's format, a string ends in 00, and
    /// 00 FF is an escaped 00.
    continued_by_ff: bool,
    /// The encoding is decimal digits, which `#[descending]` replaces by their nines' complements.
    digits: bool,
    integer: bool,
    /// A codec writes greater values as lesser bytes. A struct, array or option with such a value does not sort, whether
    /// the field is descending or not.
    reverse_codec: bool,
    /// Greater values have lesser bytes: the codec says so, or the field is descending. If both are true, they cancel
    /// out.
    in_reverse: bool,
}

impl Facts {
    /// The facts of most values: they sort, and need no terminator.
    const fn of_width(width: usize) -> Self {
        Self::between(width, Some(width))
    }

    const fn between(min: usize, max: Option<usize>) -> Self {
        Self {
            widths: (min, max),
            sorts: Holds::Always,
            text: Holds::Never,
            terminated: Holds::Never,
            continued_by_ff: false,
            digits: false,
            integer: false,
            reverse_codec: false,
            in_reverse: false,
        }
    }

    const fn unsorted(self) -> Self {
        Self { sorts: Holds::Never, ..self }
    }

    const fn of_integer(self) -> Self {
        Self { integer: true, ..self }
    }

    const fn of_text(self) -> Self {
        Self { text: Holds::Always, ..self }
    }

    /// Content of variable length, which has a terminator before other fields.
    const fn of_content() -> Self {
        Self { sorts: Holds::ForSomeKeys, terminated: Holds::Always, ..Self::between(0, None) }
    }

    /// The facts of a value that contains this one: other facts than these do not pass on.
    const fn around(self, widths: (usize, Option<usize>)) -> Self {
        Self {
            sorts: self.sorts.and(!self.reverse_codec),
            continued_by_ff: self.continued_by_ff,
            ..Self::between(widths.0, widths.1)
        }
    }

    /// Returns the least and the greatest width of a value with its terminator. A value in a struct or an array has a
    /// terminator even if it is the last.
    const fn widths_within_struct(&self) -> (usize, Option<usize>) {
        let terminator = Separator::Escape.terminator_width();
        let (least, greatest) = self.widths;
        let most = match greatest {
            Some(width) if !matches!(self.terminated, Holds::Never) => Some(width.saturating_add(terminator)),
            greatest => greatest,
        };
        (least.saturating_add(if matches!(self.terminated, Holds::Always) { terminator } else { 0 }), most)
    }
}

pub(crate) const fn plus(width: Option<usize>, more: usize) -> Option<usize> {
    match width {
        Some(width) => Some(width.saturating_add(more)),
        None => None,
    }
}

impl Encoding {
    /// One call computes all facts, and visits each nested encoding once. With one call for each fact of a nested encoding, an encoding at depth n of a layout
    /// file would be visited 2ⁿ times.
    #[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
    const fn facts(&self) -> Facts {
        match self {
            Self::Unsigned { width, .. } | Self::Signed { width, .. } => Facts::of_width(*width).of_integer(),
            Self::Float { width } | Self::Array { width } | Self::Shard { width, .. } => Facts::of_width(*width),
            Self::Digits { width, .. } => Facts { digits: true, ..Facts::of_width(*width).of_integer().of_text() },
            Self::PaddedText { width, pad } => {
                Facts { sorts: Holds::if_true(*pad == 0), ..Facts::of_width(*width).of_text() }
            }
            Self::Hashed { width, hex, .. } => {
                Facts { text: Holds::if_true(*hex), ..Facts::of_width(*width).unsorted() }
            }
            Self::Time { width, .. } => Facts::of_width(*width).of_text(),
            Self::Bool => Facts::of_width(1),
            Self::Char => Facts::of_width(4),
            Self::Text => Facts { text: Holds::ForSomeKeys, ..Facts::of_content() },
            Self::Bytes => Facts::of_content(),
            Self::UnpaddedDigits { signed, max } => Facts {
                widths: (1, Some(max_unpadded_width(*signed, *max))),
                sorts: Holds::Never,
                text: Holds::ForSomeKeys,
                ..Facts::of_content()
            },
            Self::AfterLength { length, .. } => Facts::between(length.min_width(), length.max_width()).unsorted(),
            Self::Codes { codes } => {
                let ((least, greatest), sorts, is_text) = code_facts(slice(codes));
                Facts {
                    sorts: Holds::if_true(sorts),
                    text: Holds::if_true(is_text),
                    ..Facts::between(least, Some(greatest))
                }
            }
            Self::Struct { fields } => field_facts(slice(fields)),
            Self::Variants { variants } => variant_facts(slice(variants)),
            Self::Value { value } => Facts::between(value.min_width(), Some(value.max_width())),
            Self::Custom { width, self_delimited, sorts, descending, .. } => {
                let terminated = width.is_none() && self_delimited.is_none();
                let facts = match (width, self_delimited) {
                    (Some(width), _) => Facts::of_width(*width),
                    (None, Some(widths)) => Facts::between(widths.min, widths.max),
                    (None, None) => Facts::between(0, None),
                };
                let sorting = if terminated { Holds::ForSomeKeys } else { Holds::Always };
                Facts {
                    sorts: sorting.and(*sorts),
                    terminated: Holds::if_true(terminated),
                    reverse_codec: *descending,
                    in_reverse: *descending,
                    ..facts
                }
            }
            Self::Format { format, of } => {
                let (value, is_optional) = of.get().without_option();
                let facts = value.facts();
                let value_sorts = facts.sorts.in_key(true) && !(is_optional && facts.reverse_codec);
                Facts {
                    sorts: Holds::if_true(format.facts.sorts && value_sorts),
                    text: Holds::if_true(format.facts.text),
                    continued_by_ff: matches!(format.facts.end, End::UnlessFf),
                    reverse_codec: format.facts.descending,
                    in_reverse: format.facts.descending,
                    ..Facts::between(format.facts.widths.0, format.facts.widths.1)
                }
            }
            Self::Optional { of } => {
                let of = of.get().facts();
                let some = if matches!(of.terminated, Holds::Never) { Holds::Never } else { Holds::ForSomeKeys };
                Facts { terminated: some, ..of.around((1, plus(of.widths.1, 1))) }
            }
            Self::Elements { of, count } => {
                let of = of.get().facts();
                let (least, greatest) = of.widths_within_struct();
                let greatest = match greatest {
                    Some(width) => Some(width.saturating_mul(*count)),
                    None if *count == 0 => Some(0),
                    None => None,
                };
                let facts = of.around((least.saturating_mul(*count), greatest));
                Facts { sorts: Holds::if_true(facts.sorts.in_key(true)), ..facts }
            }
            Self::Repeated { of, optional } => {
                let of = of.get().facts();
                let facts = of.around((0, if *optional { of.widths.1 } else { None }));
                Facts { sorts: Holds::if_true(facts.sorts.in_key(true)), continued_by_ff: false, ..facts }
            }
            Self::NonZero { of } => {
                let of = of.get().facts();
                Facts { continued_by_ff: false, reverse_codec: false, in_reverse: false, ..of }
            }
            Self::Reversed { of } => {
                let of = of.get().facts();
                let facts = Facts::between(of.widths.0, of.widths.1).unsorted();
                Facts { text: of.text, terminated: of.terminated, ..facts }
            }
            Self::Unterminated { of } => {
                let of = of.get().facts();
                let facts = Facts::between(of.widths.0, of.widths.1).unsorted();
                Facts { text: Holds::if_true(of.text.in_key(true)), ..facts }
            }
            Self::Descending { of } => {
                let of = of.get().facts();
                Facts {
                    text: Holds::if_true(of.digits),
                    digits: false,
                    integer: false,
                    in_reverse: !of.in_reverse,
                    ..of
                }
            }
        }
    }

    /// Returns the value in an `Option`, and true if there was an `Option`. Also leaves out that the value is never zero.
    pub(crate) const fn without_option(&self) -> (&Self, bool) {
        let (mut value, mut is_optional) = (self, false);
        loop {
            match value {
                Self::NonZero { of } => value = of.get(),
                Self::Optional { of } => (value, is_optional) = (of.get(), true),
                _ => return (value, is_optional),
            }
        }
    }

    pub const fn min_width(&self) -> usize {
        self.facts().widths.0
    }

    pub const fn max_width(&self) -> Option<usize> {
        self.facts().widths.1
    }

    /// Returns the least and the greatest width of a value without its terminator.
    pub(crate) const fn widths(&self) -> (usize, Option<usize>) {
        self.facts().widths
    }

    pub(crate) const fn widths_within_struct(&self) -> (usize, Option<usize>) {
        self.facts().widths_within_struct()
    }

    pub const fn fixed_width(&self) -> Option<usize> {
        match self.widths() {
            (least, Some(greatest)) if least == greatest => Some(least),
            _ => None,
        }
    }

    /// Checks whether the encoded values sort as the values do. `text_sorts` is false if a separator such as `'/'`
    /// prevents strings and bytes of variable length from sorting.
    pub const fn sorts(&self, text_sorts: bool) -> bool {
        self.facts().sorts.in_key(text_sorts)
    }

    /// Checks whether decoding would read an FF after a value as part of that value.
    pub const fn is_continued_by_ff(&self) -> bool {
        self.facts().continued_by_ff
    }

    /// Checks whether every value has a terminator if other fields follow.
    pub const fn is_terminated(&self) -> bool {
        matches!(self.facts().terminated, Holds::Always)
    }

    /// Checks whether some or all values have a terminator if other fields follow.
    pub const fn may_be_terminated(&self) -> bool {
        !matches!(self.facts().terminated, Holds::Never)
    }

    pub const fn sorts_in_reverse(&self) -> bool {
        self.facts().in_reverse
    }

    pub const fn is_digits(&self) -> bool {
        self.facts().digits
    }
}

#[doc(hidden)]
impl Encoding {
    /// Checks whether every value is encoded as UTF-8. `verbatim` is true if a variable-length string is stored
    /// unescaped.
    pub const fn __rowkey_is_text(&self, verbatim: bool) -> bool {
        self.facts().text.in_key(verbatim)
    }

    pub const fn __rowkey_may_be_terminated(&self) -> bool {
        self.may_be_terminated()
    }

    /// Checks whether the first bytes of the encoded values are evenly distributed, so that the layout has split
    /// points.
    pub const fn __rowkey_spreads(&self) -> bool {
        match self {
            Self::Hashed { .. } => true,
            Self::Reversed { of } => of.get().facts().integer,
            _ => false,
        }
    }
}

const fn code_facts(mut codes: &[Code]) -> ((usize, usize), bool, bool) {
    let (mut least, mut greatest) = (usize::MAX, 0);
    let (mut ascend, mut are_text) = (true, true);
    while let [code, rest @ ..] = codes {
        let bytes = code.bytes();
        least = if bytes.len() < least { bytes.len() } else { least };
        greatest = if bytes.len() > greatest { bytes.len() } else { greatest };
        if let [next, ..] = rest {
            ascend = ascend && is_less(bytes, next.bytes());
        }
        are_text = are_text && is_text(bytes);
        codes = rest;
    }
    // In a layout file, an enum can have no codes. Its widths are computed before this mistake is reported.
    ((if least == usize::MAX { 0 } else { least }, greatest), ascend, are_text)
}

/// Checks whether a code is UTF-8 without control characters.
const fn is_text(code: &[u8]) -> bool {
    let mut bytes = code;
    while let [byte, after @ ..] = bytes {
        if byte.is_ascii_control() {
            return false;
        }
        bytes = after;
    }
    core::str::from_utf8(code).is_ok()
}

/// Returns the facts of the fields of a struct or of a variant.
const fn field_facts(mut fields: &[FieldLayout]) -> Facts {
    let mut facts = Facts::of_width(0);
    while let [field, rest @ ..] = fields {
        let of = field.encoding().facts();
        let ((min, max), (least, greatest)) = (facts.widths, of.widths_within_struct());
        let max = match (max, greatest) {
            (Some(max), Some(greatest)) => Some(max.saturating_add(greatest).saturating_add(field.constants_width())),
            _ => None,
        };
        facts.widths = (min.saturating_add(least).saturating_add(field.constants_width()), max);
        facts.sorts = facts.sorts.and(of.sorts.in_key(true) && !of.reverse_codec);
        facts.continued_by_ff = of.continued_by_ff && field.bytes_after().is_empty();
        fields = rest;
    }
    facts
}

const fn variant_facts(mut variants: &[Variant]) -> Facts {
    let mut facts = Facts::between(usize::MAX, Some(0));
    while let [variant, rest @ ..] = variants {
        let of = field_facts(variant.fields());
        let code = variant.code.bytes();
        let least = of.widths.0.saturating_add(code.len());
        let max = match (facts.widths.1, plus(of.widths.1, code.len())) {
            (Some(max), Some(greatest)) if greatest < max => Some(max),
            (Some(_), greatest) => greatest,
            (None, _) => None,
        };
        facts.widths = (if least < facts.widths.0 { least } else { facts.widths.0 }, max);
        if let [next, ..] = rest {
            facts.sorts = facts.sorts.and(is_less(code, next.code.bytes()));
        }
        facts.sorts = facts.sorts.and(of.sorts.in_key(true));
        facts.continued_by_ff = facts.continued_by_ff || of.continued_by_ff;
        variants = rest;
    }
    if facts.widths.0 == usize::MAX {
        facts.widths.0 = 0;
    }
    facts
}
