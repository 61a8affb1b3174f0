//! The compile-time checks of `max_len` and `fingerprint`, and their messages.

use super::Layout;
use super::table::write_table;
use super::text_writer::TextWriter;
use crate::constant::begins_with;

/// The bytes of a message, for a layout of more fields than any sane key has.
const MESSAGE: usize = 16 << 10;

/// Does not compile where a key can be longer than `limit`.
///
/// # Panics
/// A key can be.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn max_len(layout: &Layout, limit: usize) {
    if !fits(layout, limit) {
        let mut buffer = [0; MESSAGE];
        let mut message = TextWriter::new(&mut buffer);
        too_long(layout, limit, &mut message);
        panic!("{}", message.as_str());
    }
}

/// Does not compile unless the layout has this fingerprint. `"0x0"`, which no layout has, asks for the right one.
///
/// # Panics
/// The layout has another fingerprint.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn fingerprint(layout: &Layout, pinned: u64) {
    if layout.fingerprint() != pinned {
        let mut buffer = [0; MESSAGE];
        let mut message = TextWriter::new(&mut buffer);
        not_pinned(layout, pinned, &mut message);
        panic!("{}", message.as_str());
    }
}

/// Fails to compile if the namespace of the key at `index` begins the namespace of an earlier key in the key space, or
/// the other way round, because a stored key could then be read as either.
///
/// # Panics
/// One namespace begins the other.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn key_space(layouts: &[&Layout], names: &[&str], index: usize) {
    let (earlier, from) = layouts.split_at(index);
    let (earlier_names, names_from) = names.split_at(index);
    if let ([layout, ..], [name, ..]) = (from, names_from) {
        let mut earlier = earlier;
        let mut earlier_names = earlier_names;
        while let ([other, rest @ ..], [other_name, rest_names @ ..]) = (earlier, earlier_names) {
            let (namespace, other_namespace) = (layout.namespace(), other.namespace());
            if begins_with(namespace, other_namespace) || begins_with(other_namespace, namespace) {
                let mut buffer = [0; MESSAGE];
                let mut message = TextWriter::new(&mut buffer);
                clash((other, other_name), (layout, name), &mut message);
                panic!("{}", message.as_str());
            }
            earlier = rest;
            earlier_names = rest_names;
        }
    }
}

/// The message for two keys, if stored bytes of one key could be decoded as the other key.
const fn clash(
    (first, first_name): (&Layout, &str),
    (second, second_name): (&Layout, &str),
    message: &mut TextWriter<'_>,
) {
    message.texts(&["a stored key could be read as a `", first_name, "` or a `", second_name, "`: "]);
    if first.namespace().len() == second.namespace().len() {
        message.texts(&["both have "]);
        namespace(message, first);
    } else {
        let (short, short_name, long_name) = if first.namespace().len() < second.namespace().len() {
            (first, first_name, second_name)
        } else {
            (second, second_name, first_name)
        };
        message.texts(&["`", short_name, "` has "]);
        namespace(message, short);
        message.texts(&[", so a key of it can begin as keys of `", long_name, "` do"]);
    }
    message.texts(&[
        "\n\nhelp: give each key a namespace that does not begin another, such as `#[rowkey(namespace = \"a/\")]` and `#[rowkey(namespace = \"b/\")]`",
        "\nhelp: if rows are stored already, a new namespace would change their keys: keep each kind of row in a table of its own, or copy one kind to keys with a new namespace (see the page `rowkey::evolution`)",
    ]);
}

const fn namespace(message: &mut TextWriter<'_>, layout: &Layout) {
    if layout.namespace().is_empty() {
        message.text("no namespace");
    } else {
        message.text("the namespace ");
        message.quoted(layout.namespace());
    }
}

/// Checks whether no key is longer than `limit`.
const fn fits(layout: &Layout, limit: usize) -> bool {
    match layout.max_len() {
        Some(len) => len <= limit,
        None => false,
    }
}

/// The message for a key that can be longer than `max_len` allows. What to do comes before the table, which can be long.
const fn too_long(layout: &Layout, limit: usize, message: &mut TextWriter<'_>) {
    message.texts(&["a key of `", layout.name()]);
    if let Some(len) = layout.max_len() {
        message.text("` can have ");
        message.decimal(len as u64);
        message.text(" bytes, more than max_len = ");
        message.decimal(limit as u64);
        message.text("\n\nhelp: shorten a field, or raise max_len");
    } else {
        message.text("` has no longest length");
        let mut parts = layout.parts();
        while let [part, rest @ ..] = parts {
            if part.encoding().max_width().is_none() {
                message.texts(&["; field `", part.name(), "` has no width"]);
            }
            parts = rest;
        }
        message.text("\n\nhelp: give a string a width with #[pad(N)], or leave out max_len");
    }
    message.text("\n\n");
    write_table(layout, message);
}

/// The message for a layout that is not the one that was pinned. What to do comes before the table, which can be long.
const fn not_pinned(layout: &Layout, pinned: u64, message: &mut TextWriter<'_>) {
    let now = layout.fingerprint();
    if pinned == 0 {
        message.texts(&["no fingerprint of `", layout.name(), "` is pinned yet\n\nhelp: write `fingerprint = \"0x"]);
        message.hex(now, 16);
        message.text("\"`");
    } else {
        message.texts(&["the layout of `", layout.name(), "` has changed since its fingerprint was pinned: "]);
        message.text("stored keys may no longer be found or decoded");
        message.text("\n\nfingerprint pinned: 0x");
        message.hex(pinned, 16);
        message.text("\nfingerprint now:    0x");
        message.hex(now, 16);
        message.text("\n\nhelp: undo the change; or, if no keys are stored or all of them are migrated, write ");
        message.text("`fingerprint = \"0x");
        message.hex(now, 16);
        message.text("\"`");
    }
    message.text("\n\n");
    write_table(layout, message);
}
