//! Checks that run while a program is compiled. A failed check panics, which is a compile error with the message of the
//! panic.

#![allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]

use super::fault::Fault;
use super::table::write_table;
use super::text_writer::TextWriter;
use super::{CodeValue, Encoding, FieldLayout, KeySalt, Layout, SaltLayout, Separator};
use crate::constant::{begins_with, is_less, same_bytes, slice};
use alloc::borrow::Cow;

/// The capacity of a message in bytes.
pub(crate) const MESSAGE_CAPACITY: usize = 16 << 10;

impl Layout {
    #[doc(hidden)]
    pub const fn __rowkey_of_fields(name: &'static str, fields: &'static [FieldLayout]) -> Self {
        Self::__rowkey_new(name, &[], Separator::Escape, None, fields)
    }

    #[doc(hidden)]
    pub const fn __rowkey_new(
        name: &'static str,
        namespace: &'static [u8],
        separator: Separator,
        salt: Option<(SaltLayout, &'static [usize])>,
        fields: &'static [FieldLayout],
    ) -> Self {
        let salt = match salt {
            Some((layout, of)) => Some(KeySalt { layout, of: Cow::Borrowed(of) }),
            None => None,
        };
        let (name, namespace, fields) = (Cow::Borrowed(name), Cow::Borrowed(namespace), Cow::Borrowed(fields));
        Self::unchecked(name, namespace, separator, salt, fields)
    }

    /// Sets the index of the field with which the sort key begins.
    #[doc(hidden)]
    #[must_use]
    pub const fn __rowkey_with_sort_key(mut self, index: usize) -> Self {
        self.sort_key = Some(index);
        self
    }
}

/// Fails to compile if a key can be longer than `limit`.
///
/// # Panics
/// A key can be longer than `limit`.
#[track_caller]
pub const fn check_max_len(layout: &Layout, limit: usize) {
    if !fits(layout, limit) {
        let mut buffer = [0; MESSAGE_CAPACITY];
        let mut message = TextWriter::new(&mut buffer);
        write_too_long(layout, limit, &mut message);
        panic!("{}", message.as_str());
    }
}

/// Converts a number of an attribute to `u64`. Derived code has no casts, because the user's lints may not allow them.
pub const fn to_u64(count: usize) -> u64 {
    count as u64
}

/// Returns the greatest N that `#[pad(N)]` accepts for this encoding: the number of digits of `u128::MAX` for an
/// integer, or `u32::MAX` for a string.
pub const fn max_padded_width(encoding: &Encoding) -> u64 {
    match encoding {
        Encoding::Digits { .. } => 39,
        Encoding::NonZero { of } | Encoding::Descending { of } | Encoding::Reversed { of } => {
            max_padded_width(of.get())
        }
        _ => u32::MAX as u64,
    }
}

/// Fails to compile if `after = ""` is on a last field of a fixed width. `after = ""` gives the last field the
/// terminator that a field of variable length has before other fields. A field of a fixed width never has a terminator.
///
/// # Panics
/// The field has a fixed width.
#[track_caller]
pub const fn check_empty_after(encoding: &Encoding) {
    if let Some(width) = encoding.max_width() {
        assert!(
            width != encoding.min_width(),
            "`after = \"\"` changes nothing: a field of a fixed width has no terminator\n\nhelp: leave out `after`"
        );
    }
}

/// Fails to compile if a field under `#[unterminated]` cannot be unterminated.
///
/// # Panics
/// A field cannot be unterminated.
#[track_caller]
pub const fn check_unterminated(layout: &Layout) {
    if let Some(fault) = layout.unterminated_fault() {
        report(&fault);
    }
}

/// Fails to compile if the code of the variant at `index` is empty, or conflicts with the code of an earlier variant.
/// `codes` are the names and codes of all variants.
///
/// # Panics
/// The code is empty, is of another kind than the first code, or one of two codes is a prefix of the other.
#[track_caller]
pub const fn check_code(codes: &[(&str, CodeValue)], index: usize) {
    let (mut earlier, remaining) = codes.split_at(index);
    let [(name, code), ..] = remaining else { return };
    let mut buffer = [0; MESSAGE_CAPACITY];
    let mut message = TextWriter::new(&mut buffer);
    let bytes = code.bytes();
    if bytes.is_empty() {
        message.text("a code must not be empty: the key would not show the variant");
        message.text("\n\nhelp: set the constant to at least one character, such as \"tb\"");
        panic!("{}", message.as_str());
    }
    if let [(first_name, first), ..] = earlier
        && !is_same_kind(first, code)
    {
        message.texts(&[
            "the code of `",
            name,
            "` is of another kind than the code of `",
            first_name,
            "`\n\nhelp: give both of them the same type, here ",
            match first {
                CodeValue::Text(_) => "text: `&str`, `&[u8]` or `&[u8; N]`",
                CodeValue::U8(_) => "`u8`",
                CodeValue::U16(_) => "`u16`",
                CodeValue::U32(_) => "`u32`",
            },
        ]);
        panic!("{}", message.as_str());
    }
    while let [(earlier_name, earlier_code), rest @ ..] = earlier {
        let is_prefix_of_earlier = begins_with(earlier_code.bytes(), bytes);
        let begins_with_earlier = begins_with(bytes, earlier_code.bytes());
        if is_prefix_of_earlier && begins_with_earlier {
            message.texts(&["`", earlier_name, "` and `", name, "` have the same code"]);
            message.text("\n\nhelp: give each variant a code of its own");
            panic!("{}", message.as_str());
        }
        if is_prefix_of_earlier || begins_with_earlier {
            let (short, long) = if is_prefix_of_earlier { (*name, *earlier_name) } else { (*earlier_name, *name) };
            message.texts(&["the code of `", long, "` begins with the code of `", short]);
            message.text("`, so a stored key could be read in two ways");
            message.text("\n\nhelp: write codes of one length, such as \"tb\" and \"ib\"");
            panic!("{}", message.as_str());
        }
        earlier = rest;
    }
}

const fn is_same_kind(a: &CodeValue, b: &CodeValue) -> bool {
    use CodeValue as V;
    matches!((a, b), (V::Text(_), V::Text(_)) | (V::U8(_), V::U8(_)) | (V::U16(_), V::U16(_)) | (V::U32(_), V::U32(_)))
}

/// Checks whether each code is less than the next one.
pub const fn codes_ascend(mut codes: &[(&str, CodeValue)]) -> bool {
    while let [(_, code), rest @ ..] = codes {
        if let [(_, next), ..] = rest
            && !is_less(code.bytes(), next.bytes())
        {
            return false;
        }
        codes = rest;
    }
    true
}

/// Fails to compile unless the layout has the `pinned` fingerprint, and the fields have the pinned names in this order,
/// such as `"tenant user"`. If `names` is empty, only the fingerprint is compared. No layout has the fingerprint 0.
/// Users pin `"0x0"` to make the compiler print what to write.
///
/// The fingerprint does not depend on the names. So if two fields of the same encoding change places, the fingerprint
/// stays the same, but stored keys decode with swapped values. The names show this change.
///
/// If the derive of a field's type has failed, the fingerprint is not known yet. This function then reports nothing, so
/// that the compiler only reports the mistake in that type.
///
/// # Panics
/// The layout has another fingerprint, or its fields have other names.
#[track_caller]
pub const fn check_fingerprint(layout: &Layout, pinned: u64, names: &str) {
    let is_same = layout.fingerprint() == pinned && (names.is_empty() || has_names(layout, names));
    if !is_same && !any_is_placeholder(layout.fields()) {
        let mut buffer = [0; MESSAGE_CAPACITY];
        let mut message = TextWriter::new(&mut buffer);
        write_changed_fingerprint(layout, pinned, names, &mut message);
        panic!("{}", message.as_str());
    }
}

/// Checks whether `names` are the names of the fields in order, separated by spaces.
const fn has_names(layout: &Layout, names: &str) -> bool {
    let mut buffer = [0; MESSAGE_CAPACITY];
    let mut current = TextWriter::new(&mut buffer);
    write_names(layout, &mut current);
    same_bytes(current.as_str().as_bytes(), names.as_bytes())
}

/// Writes the names of the fields, separated by spaces.
const fn write_names(layout: &Layout, out: &mut TextWriter<'_>) {
    let mut fields = layout.fields();
    while let [field, rest @ ..] = fields {
        out.text(field.name());
        if !rest.is_empty() {
            out.text(" ");
        }
        fields = rest;
    }
}

/// Checks whether one of the fields contains a type whose derive has failed. Such a derive describes its type as a
/// struct without fields, which is not a valid type of a field.
const fn any_is_placeholder(mut fields: &[FieldLayout]) -> bool {
    while let [field, rest @ ..] = fields {
        if is_placeholder(field.encoding()) {
            return true;
        }
        fields = rest;
    }
    false
}

const fn is_placeholder(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Struct { fields } => slice(fields).is_empty() || any_is_placeholder(slice(fields)),
        Encoding::Variants { variants } => {
            let mut variants = slice(variants);
            while let [variant, rest @ ..] = variants {
                if any_is_placeholder(variant.fields()) {
                    return true;
                }
                variants = rest;
            }
            false
        }
        Encoding::Elements { of, .. }
        | Encoding::Repeated { of, .. }
        | Encoding::Optional { of, .. }
        | Encoding::Descending { of, .. } => is_placeholder(of.get()),
        _ => false,
    }
}

/// Fails to compile if the field at `index` cannot be decoded or cannot be descending. The derive calls this function
/// once for each field whose encoding depends on its type, so that the compile error points at the field.
///
/// # Panics
/// The field cannot be decoded or cannot be descending.
#[track_caller]
pub const fn check_field(layout: &Layout, index: usize) {
    if let Some(fault) = layout.fault_of_field(index) {
        report(&fault);
    }
}

#[track_caller]
const fn report(fault: &Fault<'_>) -> ! {
    let (mut reason, mut help) = ([0; MESSAGE_CAPACITY], [0; MESSAGE_CAPACITY]);
    let (mut reason, mut help) = (TextWriter::new(&mut reason), TextWriter::new(&mut help));
    fault.write(&mut reason, &mut help);
    reason.texts(&["\n\nhelp: ", help.as_str()]);
    panic!("{}", reason.as_str());
}

/// Fails to compile if the same bytes could be a key of the layout at `index` and a key of an earlier layout of the key
/// space.
///
/// # Panics
/// Neither known bytes nor lengths distinguish the two keys.
#[track_caller]
pub const fn check_key_space(layouts: &[&Layout], names: &[&str], index: usize) {
    let (earlier, remaining) = layouts.split_at(index);
    let (earlier_names, remaining_names) = names.split_at(index);
    if let ([layout, ..], [name, ..]) = (remaining, remaining_names) {
        let mut earlier = earlier;
        let mut earlier_names = earlier_names;
        while let ([other, rest @ ..], [other_name, rest_names @ ..]) = (earlier, earlier_names) {
            if !layout.is_distinct_from(other) {
                let mut buffer = [0; MESSAGE_CAPACITY];
                let mut message = TextWriter::new(&mut buffer);
                write_clash((other, other_name), (layout, name), &mut message);
                panic!("{}", message.as_str());
            }
            earlier = rest;
            earlier_names = rest_names;
        }
    }
}

/// Writes the advice before the tables, which can be long.
const fn write_clash(
    (first, first_name): (&Layout, &str),
    (second, second_name): (&Layout, &str),
    message: &mut TextWriter<'_>,
) {
    message.texts(&["a stored key could be read as a `", first_name, "` or a `", second_name, "`: "]);
    if first.namespace().len() == second.namespace().len() {
        message.texts(&["both have "]);
        write_namespace(message, first);
    } else {
        let (short, short_name, long_name) = if first.namespace().len() < second.namespace().len() {
            (first, first_name, second_name)
        } else {
            (second, second_name, first_name)
        };
        message.texts(&["`", short_name, "` has "]);
        write_namespace(message, short);
        message.texts(&[", so its keys can begin with the same bytes as keys of `", long_name, "`"]);
    }
    let (first_len, second_len) = (first.min_len(), second.min_len());
    message.text("; at no offset do both have constants that differ, and keys of both types can have ");
    message.decimal(if first_len > second_len { first_len } else { second_len } as u64);
    message.texts(&[
        " bytes\n\nhelp: give each key a namespace that is not the beginning of another namespace, such as `#[rowkey(namespace = \"a/\")]` and `#[rowkey(namespace = \"b/\")]`",
        "\nhelp: or let constants differ after equal leading fields, such as `#[rowkey(before = \"a\")]` and `#[rowkey(before = \"b\")]` on the second field, or at the ends of the keys",
    ]);
    write_namespace_of_first_fields((first, first_name), (second, second_name), message);
    message.text(
        "\nhelp: otherwise, if rows are stored already, a new constant would change their keys: keep each kind of row in a table of its own, or copy one kind to keys with a new namespace (see the page `rowkey::guide::evolution`)\n\n",
    );
    write_table(first, message);
    message.byte(b'\n');
    write_table(second, message);
}

/// Writes the advice to replace the first field of each key by a namespace with the same bytes, if both fields can tell
/// the kinds of keys apart. Writes nothing for a key of one field, and for a salted key, whose salt can depend on the
/// first field.
const fn write_namespace_of_first_fields(
    (first, first_name): (&Layout, &str),
    (second, second_name): (&Layout, &str),
    message: &mut TextWriter<'_>,
) {
    if first.salt().is_some() || second.salt().is_some() {
        return;
    }
    if let ([field, _, ..], [other, _, ..]) = (first.fields(), second.fields())
        && can_tell_kinds_apart(field.encoding())
        && can_tell_kinds_apart(other.encoding())
    {
        message.texts(&["\nhelp: or, if `", field.name(), "` has one value in all keys of `", first_name, "` and `"]);
        message.texts(&[other.name(), "` has another one in all keys of `", second_name]);
        message.text(
            "`: in place of these fields write namespaces with their bytes, such as `#[rowkey(namespace = 0x01)]`",
        );
        if first.max_separator_width(field, false) > 0 || second.max_separator_width(other, false) > 0 {
            message.text(" (a delimiter or terminator after the field belongs to the namespace)");
        }
        message.text("; stored keys stay the same");
    }
}

/// Checks whether a field may contain the kind of the key: the field is a string such as `"user"`, or has at most four
/// bytes.
const fn can_tell_kinds_apart(encoding: &Encoding) -> bool {
    match encoding.max_width() {
        Some(width) => width <= 4,
        None => encoding.is_terminated(),
    }
}

pub(crate) const fn write_namespace(message: &mut TextWriter<'_>, layout: &Layout) {
    if layout.namespace().is_empty() {
        message.text("no namespace");
    } else {
        message.text("the namespace ");
        message.quoted(layout.namespace());
    }
}

const fn fits(layout: &Layout, limit: usize) -> bool {
    match layout.max_len() {
        Some(len) => len <= limit,
        None => false,
    }
}

/// Writes the advice before the table, which can be long.
const fn write_too_long(layout: &Layout, limit: usize, message: &mut TextWriter<'_>) {
    message.texts(&["a key of `", layout.name()]);
    if let Some(len) = layout.max_len() {
        message.text("` can have ");
        message.decimal(len as u64);
        message.text(" bytes, more than max_len = ");
        message.decimal(limit as u64);
        message.text("\n\nhelp: shorten a field, or raise max_len");
    } else {
        message.text("` has no maximum length");
        let mut fields = layout.fields();
        while let [field, rest @ ..] = fields {
            if field.encoding().max_width().is_none() {
                message.texts(&["; field `", field.name(), "` has a variable length"]);
            }
            fields = rest;
        }
        message.text("\n\nhelp: give a string a width with #[pad(N)], or leave out max_len");
    }
    message.text("\n\n");
    write_table(layout, message);
}

/// Writes the message for a layout whose fingerprint or names differ from the pinned ones. The advice comes before the
/// table, which can be long.
const fn write_changed_fingerprint(layout: &Layout, pinned: u64, names: &str, message: &mut TextWriter<'_>) {
    let now = layout.fingerprint();
    if pinned == 0 {
        message.texts(&["no fingerprint of `", layout.name(), "` is pinned yet\n\nhelp: write "]);
    } else if pinned == now {
        message.texts(&[
            "the fields of `",
            layout.name(),
            "` have changed places or names since its fingerprint was pinned: ",
        ]);
        message.text("if two fields have changed places, stored keys decode with swapped values");
        message.texts(&["\n\nnames pinned: ", names, "\nnames now:    "]);
        write_names(layout, message);
        message.text("\n\nhelp: put the fields back in the pinned order; or, if you only renamed fields, write ");
    } else {
        message.texts(&["the layout of `", layout.name(), "` has changed since its fingerprint was pinned: "]);
        message.text("stored keys may no longer be found or decoded");
        message.text("\n\nfingerprint pinned: 0x");
        message.hex(pinned, 16);
        message.text("\nfingerprint now:    0x");
        message.hex(now, 16);
        message
            .text("\n\nhelp: undo the change; or, if no keys are stored, all of them are migrated, or every program ");
        message.text("can read both the old and the new keys (see `rowkey::guide::evolution`), write ");
    }
    message.text("`fingerprint = \"0x");
    message.hex(now, 16);
    if !layout.fields().is_empty() {
        message.text(" ");
        write_names(layout, message);
    }
    message.text("\"`\n\n");
    write_table(layout, message);
}
