//! Finds fields that cannot be decoded, cannot be descending, or cannot be unterminated, and writes the messages about
//! them. The same checks run in the compiler for key types and at run time for layout files.

use super::format::FormatLayout;
use super::text_writer::TextWriter;
use super::{Encoding, FieldLayout, Layout, Separator, Variant};
use crate::ascii::separator_byte;
use crate::constant::{slice, text};
use alloc::borrow::Cow;

#[derive(Clone, Copy)]
pub(super) struct Fault<'a> {
    field: &'a FieldLayout,
    cause: Cause<'a>,
}

/// The reason why a layout must not contain the field.
///
/// The variants from `BeforeField` to `EndsVariant` are about strings in a format such as FoundationDB's. Such a string ends
/// in 00, and 00 FF is an escaped 00. If FF followed the terminator, decoding would read on.
#[derive(Clone, Copy)]
enum Cause<'a> {
    /// The next field can begin with FF.
    BeforeField(&'a FieldLayout),
    /// The next field is a descending `Option`, and its `None` is FF.
    BeforeDescendingNone(&'a FieldLayout),
    /// The constant before the next field begins with FF.
    BeforeConstantOf(&'a FieldLayout),
    /// The constant after the field begins with FF.
    BeforeConstant,
    BeforeDelimiter,
    /// The field is an array or a list, and its elements can begin with FF.
    BeforeElement,
    /// The field is the last of a variant, and any field may follow the enum.
    EndsVariant,
    /// The field is a descending string of this kind. Complemented strings do not sort, because the encoding of a string can
    /// be a prefix of the encoding of a greater string: `02 61 00` and `02 61 00 FF 00`.
    DescendingString,
    /// The type is never descending in the format of the field.
    OnlyAscending(&'a FormatLayout),
    /// The type is only the last field of a key in the format of the field, and is `#[descending]`.
    DescendingOnlyLast(&'a FormatLayout),
    NotLast(&'a FormatLayout),
    OnlyLastInStruct(&'a FormatLayout),
    OnlyLastElement(&'a FormatLayout),
    /// The field is a `list` or `optional`, and is not the last field of the key.
    RepeatedNotLast {
        attribute: &'static str,
    },
    ListWithoutBytes,
    OptionalWithoutBytes,
    OptionalTerminated,
    /// The field is a `Shard<0>`.
    NoShard,
    UnterminatedLast,
    /// The field is unterminated, but values of its type never have a terminator, or only some of them have one.
    UnterminatedType,
    UnterminatedBeforeVariable(&'a FieldLayout),
}

impl Fault<'_> {
    /// Writes what is wrong to `reason`, and what to write instead to `help`. A layout file has no attributes, so
    /// `help` is only for compile errors.
    #[allow(clippy::too_many_lines, reason = "one short arm for each cause")]
    pub(super) const fn write(&self, reason: &mut TextWriter<'_>, help: &mut TextWriter<'_>) {
        let field = self.field.name();
        let format = name_of_format(self.field.encoding());
        if self.cause.is_continued_string() {
            reason.texts(&["field `", field, "`: a 00 terminates a ", format, " string only if no FF follows it, "]);
        } else {
            reason.texts(&["field `", field, "`"]);
        }
        match self.cause {
            Cause::BeforeField(next) => {
                reason.texts(&["but field `", next.name(), "` can begin with FF"]);
                help.texts(&["encode `", next.name(), "` as a ", format, " value too: name the format of `", field]);
                help.texts(&["` in a `#[rowkey(codec = ..)]` on `", next.name(), "`"]);
                self.write_help_for_existing_keys(help);
            }
            Cause::BeforeDescendingNone(next) => {
                reason.texts(&["but field `", next.name(), "` can begin with FF"]);
                help.texts(&["leave out `#[descending]` on `", next.name(), "`, "]);
                help.texts(&["or write the type of `", next.name(), "` without `Option`: "]);
                help.text("a descending `None` is stored as FF");
                self.write_help_for_existing_keys(help);
            }
            Cause::BeforeConstantOf(next) => {
                reason.texts(&["but the constant before field `", next.name(), "` begins with FF"]);
                help.texts(&["let the `before` of `", next.name(), "` begin with another byte"]);
                self.write_help_for_existing_keys(help);
            }
            Cause::BeforeConstant => {
                reason.text("but the constant after the field begins with FF");
                help.texts(&["let the `after` of `", field, "` begin with another byte"]);
                self.write_help_for_existing_keys(help);
            }
            Cause::BeforeDelimiter => {
                reason.text("but the delimiter of this key is FF");
                help.text("write another delimiter, such as `delimiter = '\\0'`, or none");
            }
            Cause::BeforeElement => {
                reason.text("but the next element can begin with FF");
                help.texts(&[
                    "let each element begin with a ",
                    format,
                    " value, or end with a field in another format",
                ]);
            }
            Cause::EndsVariant => {
                reason.text("so the field cannot be the last field of a variant");
                help.texts(&[
                    "move `",
                    field,
                    "` before another field of the variant, write another codec on `",
                    field,
                ]);
                help.texts(&["`, or leave out the codec of `", field, "`"]);
            }
            Cause::DescendingString => {
                reason.texts(&[": ", format, " has no descending strings, "]);
                reason.text("and complemented strings would not sort in descending order");
                help.text("leave out `#[descending]`, and scan in reverse");
            }
            Cause::OnlyAscending(format) => {
                let (why, instead) = sentences(format.only_ascending.as_ref());
                reason.texts(&[": ", why]);
                help.texts(&["leave out `#[descending]`, or ", instead]);
            }
            Cause::DescendingOnlyLast(format) => {
                let (why, instead) = sentences(format.only_last.as_ref());
                reason.texts(&[": ", why, ", so it cannot be descending"]);
                help.texts(&["leave out `#[descending]`, or give `", field, "` ", instead]);
            }
            Cause::NotLast(format) => {
                let (why, instead) = sentences(format.only_last.as_ref());
                reason.texts(&[": ", why, ", so it must be the last field of the key"]);
                help.texts(&["move `", field, "` to the end of the key, or give `", field, "` ", instead]);
            }
            Cause::OnlyLastInStruct(format) => {
                let (why, instead) = sentences(format.only_last.as_ref());
                reason.texts(&[": ", why, ", so it cannot be in a struct or an enum"]);
                help.texts(&["give `", field, "` ", instead]);
                help.texts(&[", or move `", field, "` out of the struct or enum to the end of the key"]);
            }
            Cause::OnlyLastElement(format) => {
                let (why, instead) = sentences(format.only_last.as_ref());
                reason.texts(&[": ", why, ", so it cannot be an element"]);
                help.texts(&["give the elements ", instead]);
            }
            Cause::RepeatedNotLast { attribute } => {
                reason.texts(&[": `", attribute, "` must be on the last field of the key, "]);
                reason.text("because such a field has no terminator");
                help.text("move the field to the end of the key, and leave out `after`");
            }
            Cause::ListWithoutBytes => {
                reason.text(": the number of elements of a `list` is found from their bytes, ");
                reason.text("and these elements have no bytes");
                help.text("write elements of at least one byte, or store the number of elements");
            }
            Cause::OptionalWithoutBytes => {
                reason.text(": `None` has no bytes in an `optional` field, and this value has no bytes either");
                help.text("leave out `optional`, so that a byte before the value tells `None` from `Some`");
            }
            Cause::OptionalTerminated => {
                reason.text(": `None` has no bytes in an `optional` field, so the value cannot be a string, ");
                reason.text("or another value that needs a terminator");
                help.text("leave out `optional`, so that a byte before the value tells `None` from `Some`; or write ");
                help.text("`#[rowkey(list)]` on a `Vec` of at most one value");
            }
            Cause::NoShard => {
                reason.text(": a `Shard<0>` has no value");
                help.text("write the number of shards, as in `Shard<16>`");
            }
            Cause::UnterminatedLast => {
                reason.text(" cannot be unterminated: the last field of a key has no terminator");
                help.text("leave out `#[unterminated]`");
            }
            Cause::UnterminatedType => {
                reason.text(
                    " cannot be unterminated: only strings, bytes, and fields with a codec that encodes to `Vec<u8>` ",
                );
                reason.text("have a terminator that can be left out");
                help.text("leave out `#[unterminated]`");
            }
            Cause::UnterminatedBeforeVariable(next) => {
                reason.texts(&[" is unterminated, so all later fields need a fixed width, "]);
                reason.texts(&["but field `", next.name(), "` has a variable width"]);
                help.texts(&["give `", next.name(), "` a fixed width, for example with `#[pad(N)]` on a string, "]);
                help.text("or leave out `#[unterminated]`");
            }
        }
    }

    /// Writes what to do if another program has written keys that contain the string, if all such strings begin with the same
    /// byte.
    const fn write_help_for_existing_keys(&self, help: &mut TextWriter<'_>) {
        let Encoding::Format { format, of } = self.field.encoding() else { return };
        let (first, last) = format.facts.first;
        if first != last || !matches!(of.get(), Encoding::Text | Encoding::Bytes) {
            return;
        }
        help.texts(&["\nhelp: if another program has written the keys, leave out the format of `", self.field.name()]);
        help.text("`, and write `#[rowkey(before = 0x");
        help.hex(first as u64, 2);
        help.texts(&[")]` on `", self.field.name(), "` and "]);
        help.text("`#[rowkey(terminator = '\\0')]` above the struct: the bytes of the key stay the same ");
        help.text("if no value contains 00 ");
        help.text("(see the page `rowkey::guide::existing_keys`)");
    }
}

const fn sentences<'a>(sentences: Option<&'a (Cow<'static, str>, Cow<'static, str>)>) -> (&'a str, &'a str) {
    match sentences {
        Some((why, instead)) => (text(why), text(instead)),
        None => ("", ""),
    }
}

/// Returns the name of the format of the last part of a value.
const fn name_of_format(encoding: &Encoding) -> &str {
    match encoding {
        Encoding::Format { format, .. } => text(&format.name),
        Encoding::Descending { of } | Encoding::Elements { of, .. } | Encoding::Repeated { of, .. } => {
            name_of_format(of.get())
        }
        Encoding::Optional { of } => name_of_format(of.get()),
        Encoding::Struct { fields } => name_at_end(slice(fields)),
        Encoding::Variants { variants } => {
            let mut variants = slice(variants);
            while let [variant, rest @ ..] = variants {
                if let [.., field] = variant.fields()
                    && field.is_continued_by_ff()
                {
                    return name_of_format(field.encoding());
                }
                variants = rest;
            }
            ""
        }
        _ => "",
    }
}

const fn name_at_end(fields: &[FieldLayout]) -> &str {
    if let [.., field] = fields { name_of_format(field.encoding()) } else { "" }
}

impl Cause<'_> {
    const fn is_continued_string(&self) -> bool {
        matches!(
            self,
            Self::BeforeField(_)
                | Self::BeforeDescendingNone(_)
                | Self::BeforeConstantOf(_)
                | Self::BeforeConstant
                | Self::BeforeDelimiter
                | Self::BeforeElement
                | Self::EndsVariant
        )
    }
}

/// Writes the reason only.
#[cfg(feature = "records")]
impl core::fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        super::table::display(f, |out| self.write(out, &mut TextWriter::new(&mut [])))
    }
}

impl Layout {
    /// Returns the first field that cannot be decoded or cannot be descending.
    #[cfg(feature = "records")]
    pub(super) const fn field_fault(&self) -> Option<Fault<'_>> {
        fault_of_fields(self.fields(), self.delimiter(), false)
    }

    pub(super) const fn fault_of_field(&self, index: usize) -> Option<Fault<'_>> {
        match self.fields().split_at(index).1 {
            [field, rest @ ..] => fault_of_field(field, rest, self.delimiter(), false),
            [] => None,
        }
    }

    const fn delimiter(&self) -> Option<u8> {
        match self.separator {
            Separator::Delimiter(delimiter) => Some(separator_byte(delimiter)),
            Separator::Escape | Separator::Terminator(_) => None,
        }
    }

    /// Returns the first field that cannot be unterminated.
    pub(super) const fn unterminated_fault(&self) -> Option<Fault<'_>> {
        let mut fields = self.fields();
        while let [field, rest @ ..] = fields {
            if let Encoding::Unterminated { of } = field.encoding() {
                if !of.get().is_unterminated_content() {
                    return Some(Fault { field, cause: Cause::UnterminatedType });
                }
                if field.ends_key(rest) {
                    return Some(Fault { field, cause: Cause::UnterminatedLast });
                }
                let mut after = rest;
                while let [next, rest @ ..] = after {
                    if next.encoding().fixed_width().is_none() {
                        return Some(Fault { field, cause: Cause::UnterminatedBeforeVariable(next) });
                    }
                    after = rest;
                }
            }
            fields = rest;
        }
        None
    }
}

/// Returns the first fault of the fields of a key, a struct or a variant. `within_struct` is false for the fields of a
/// key.
const fn fault_of_fields(mut fields: &[FieldLayout], delimiter: Option<u8>, within_struct: bool) -> Option<Fault<'_>> {
    while let [field, rest @ ..] = fields {
        if let Some(fault) = fault_of_field(field, rest, delimiter, within_struct) {
            return Some(fault);
        }
        fields = rest;
    }
    None
}

const fn fault_of_field<'a>(
    field: &'a FieldLayout,
    rest: &'a [FieldLayout],
    delimiter: Option<u8>,
    within_struct: bool,
) -> Option<Fault<'a>> {
    if let Some(fault) = fault_of_value(field, field.encoding()) {
        return Some(fault);
    }
    let causes = [
        cause_of_descending(field.encoding()),
        cause_of_missing_terminator(field.encoding(), within_struct, field.ends_key(rest)),
        cause_of_optional_or_list(field.encoding()),
        cause_of_continued_string(field, rest, delimiter),
    ];
    match causes {
        [Some(cause), ..] | [_, Some(cause), ..] | [_, _, Some(cause), _] | [_, _, _, Some(cause)] => {
            Some(Fault { field, cause })
        }
        [None, None, None, None] => None,
    }
}

const fn fault_of_value<'a>(field: &'a FieldLayout, encoding: &'a Encoding) -> Option<Fault<'a>> {
    match encoding {
        Encoding::Struct { fields } => fault_of_fields(slice(fields), None, true),
        Encoding::Variants { variants } => fault_of_variants(slice(variants)),
        Encoding::Elements { of, .. } | Encoding::Repeated { of, .. } => match of.get() {
            Encoding::Format { format, .. } if format.only_last.is_some() => {
                Some(Fault { field, cause: Cause::OnlyLastElement(format) })
            }
            of if of.is_continued_by_ff() && can_begin_with(of, 0xFF) => {
                Some(Fault { field, cause: Cause::BeforeElement })
            }
            of => fault_of_value(field, of),
        },
        Encoding::Optional { of } | Encoding::Descending { of } | Encoding::Format { of, .. } => {
            fault_of_value(field, of.get())
        }
        Encoding::Shard { count: 0, .. } => Some(Fault { field, cause: Cause::NoShard }),
        _ => None,
    }
}

const fn fault_of_variants(mut variants: &[Variant]) -> Option<Fault<'_>> {
    while let [variant, rest @ ..] = variants {
        if let Some(fault) = fault_of_fields(variant.fields(), None, true) {
            return Some(fault);
        }
        if let [.., field] = variant.fields()
            && field.is_continued_by_ff()
        {
            return Some(Fault { field, cause: Cause::EndsVariant });
        }
        variants = rest;
    }
    None
}

const fn cause_of_descending(encoding: &Encoding) -> Option<Cause<'_>> {
    let Encoding::Descending { of } = encoding else { return None };
    match of.get() {
        Encoding::Format { format, .. } if format.only_last.is_some() => Some(Cause::DescendingOnlyLast(format)),
        of if of.is_continued_by_ff() => Some(Cause::DescendingString),
        Encoding::Format { format, .. } if format.only_ascending.is_some() => Some(Cause::OnlyAscending(format)),
        _ => None,
    }
}

const fn cause_of_missing_terminator(encoding: &Encoding, within_struct: bool, is_last: bool) -> Option<Cause<'_>> {
    match encoding {
        _ if is_last && !within_struct => None,
        Encoding::Format { format, .. } if format.only_last.is_some() => {
            Some(if within_struct { Cause::OnlyLastInStruct(format) } else { Cause::NotLast(format) })
        }
        Encoding::Repeated { optional: true, .. } => Some(Cause::RepeatedNotLast { attribute: "optional" }),
        Encoding::Repeated { optional: false, .. } => Some(Cause::RepeatedNotLast { attribute: "list" }),
        _ => None,
    }
}

const fn cause_of_optional_or_list<'a>(encoding: &Encoding) -> Option<Cause<'a>> {
    let Encoding::Repeated { of, optional } = encoding else { return None };
    let of = of.get();
    if !*optional {
        return if matches!(of.widths_within_struct().1, Some(0)) { Some(Cause::ListWithoutBytes) } else { None };
    }
    if matches!(of.max_width(), Some(0)) {
        Some(Cause::OptionalWithoutBytes)
    } else if of.may_be_terminated() {
        Some(Cause::OptionalTerminated)
    } else {
        None
    }
}

/// Returns the cause if an FF can follow a FoundationDB string at the end of `field`.
const fn cause_of_continued_string<'a>(
    field: &FieldLayout,
    rest: &'a [FieldLayout],
    delimiter: Option<u8>,
) -> Option<Cause<'a>> {
    if !field.encoding().is_continued_by_ff() {
        return None;
    }
    if let Some(delimiter) = delimiter {
        let has_delimiter = !field.ends_key(rest);
        return if has_delimiter && delimiter == 0xFF { Some(Cause::BeforeDelimiter) } else { None };
    }
    match (field.bytes_after(), rest) {
        ([0xFF, ..], _) => Some(Cause::BeforeConstant),
        ([], [next, ..]) => cause_of_next(next),
        _ => None,
    }
}

const fn cause_of_next(next: &FieldLayout) -> Option<Cause<'_>> {
    match next.before() {
        [0xFF, ..] => Some(Cause::BeforeConstantOf(next)),
        [_, ..] => None,
        [] if !can_begin_with(next.encoding(), 0xFF) => None,
        [] if is_descending_option(next.encoding()) => Some(Cause::BeforeDescendingNone(next)),
        [] => Some(Cause::BeforeField(next)),
    }
}

const fn is_descending_option(encoding: &Encoding) -> bool {
    let Encoding::Descending { of } = encoding else { return false };
    match of.get() {
        Encoding::Format { of, .. } => matches!(of.get(), Encoding::Optional { .. }),
        of => matches!(of, Encoding::Optional { .. }),
    }
}

/// Checks whether an encoded value can begin with `byte`, which is FF, or 00 if the caller complements the value.
/// Returns true if the first byte is unknown.
const fn can_begin_with(encoding: &Encoding, byte: u8) -> bool {
    match encoding {
        Encoding::Format { format, .. } => format.facts.first.0 <= byte && byte <= format.facts.first.1,
        Encoding::Descending { of } if !of.get().is_digits() => can_begin_with(of.get(), !byte),
        Encoding::Optional { .. } | Encoding::Bool | Encoding::Text | Encoding::PaddedText { .. } => byte != 0xFF,
        Encoding::Digits { .. } | Encoding::Descending { .. } | Encoding::Time { .. } => byte != 0xFF && byte != 0,
        Encoding::Struct { fields } => match slice(fields) {
            [first, ..] => can_field_begin_with(first, byte),
            [] => true,
        },
        Encoding::Elements { of, count: 1.. } => can_begin_with(of.get(), byte),
        _ => true,
    }
}

const fn can_field_begin_with(field: &FieldLayout, byte: u8) -> bool {
    match field.before() {
        [first, ..] => *first == byte,
        [] => can_begin_with(field.encoding(), byte),
    }
}
