//! The compile-time checks of `max_len` and `fingerprint`, and their messages.

use super::Layout;
use super::const_table::Table;
use super::message::Message;

/// Does not compile where a key can be longer than `limit`.
///
/// # Panics
/// A key can be.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn max_len(layout: &Layout, limit: usize) {
    assert!(fits(layout, limit), "{}", too_long(layout, limit).as_str());
}

/// Does not compile where the layout is not the one with this fingerprint.
///
/// # Panics
/// It is not.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn fingerprint(layout: &Layout, pinned: u64) {
    assert!(layout.fingerprint() == pinned, "{}", changed(layout, pinned).as_str());
}

/// Does not compile where a key that stands in front of the `index`th in a key space could be taken for it: where the
/// namespace of one begins the other's.
///
/// # Panics
/// It does.
#[allow(clippy::panic, reason = "runs in the compiler only, where a panic is an error message")]
#[track_caller]
pub const fn key_space(layouts: &[Layout], index: usize) {
    let (earlier, from) = layouts.split_at(index);
    if let [layout, ..] = from {
        let mut earlier = earlier;
        while let [other, rest @ ..] = earlier {
            assert!(
                !(begins_with(layout.namespace, other.namespace) || begins_with(other.namespace, layout.namespace)),
                "{}",
                clash(other, layout).as_str()
            );
            earlier = rest;
        }
    }
}

/// Whether `bytes` begin with `start`.
pub const fn begins_with(mut bytes: &[u8], mut start: &[u8]) -> bool {
    while let [first, start_rest @ ..] = start {
        match bytes {
            [byte, rest @ ..] if *byte == *first => bytes = rest,
            _ => return false,
        }
        start = start_rest;
    }
    true
}

/// What to say when a key could be read as either of two.
const fn clash(earlier: &Layout, layout: &Layout) -> Message {
    let mut message = Message::new();
    let (a, b) = (earlier.name, layout.name);
    if begins_with(a.as_bytes(), b.as_bytes()) && a.len() == b.len() {
        message.texts(&["two variants hold a `", a, "`, so that a stored key could be read as either: leave one out"]);
        return message;
    }
    message.texts(&["a stored key could be read as a `", a, "` or a `", b, "`: "]);
    if earlier.namespace.len() == layout.namespace.len() {
        message.texts(&["both have "]);
        namespace(&mut message, earlier);
    } else {
        let (short, long) =
            if earlier.namespace.len() < layout.namespace.len() { (earlier, layout) } else { (layout, earlier) };
        message.texts(&["`", short.name, "` has "]);
        namespace(&mut message, short);
        message.texts(&[", so that its keys may begin as those of `", long.name, "` do"]);
    }
    message.texts(&[
        "; give each a namespace that does not begin another, such as `#[rowkey(namespace = \"a/\")]` and `#[rowkey(namespace = \"b/\")]`",
    ]);
    message
}

const fn namespace(message: &mut Message, layout: &Layout) {
    if layout.namespace.is_empty() {
        message.text("no namespace");
    } else {
        message.text("the namespace ");
        message.quoted(layout.namespace);
    }
}

/// A layout's table as compile errors show it.
pub const fn table(layout: &Layout) -> Message {
    let mut message = Message::new();
    Table::of(layout).write(&mut message);
    message
}

/// Whether no key is longer than `limit`.
const fn fits(layout: &Layout, limit: usize) -> bool {
    match layout.max_len() {
        Some(len) => len <= limit,
        None => false,
    }
}

/// What to say when a key can be longer than `max_len` allows.
const fn too_long(layout: &Layout, limit: usize) -> Message {
    let mut message = Message::new();
    message.texts(&["a key of `", layout.name]);
    if let Some(len) = layout.max_len() {
        message.text("` can have ");
        message.decimal(len as u64);
        message.text(" bytes, more than max_len = ");
        message.decimal(limit as u64);
    } else {
        message.text("` has no longest length");
        let mut parts = layout.parts;
        while let [part, rest @ ..] = parts {
            if part.encoding.max_width().is_none() {
                message.texts(&["; field `", part.name, "` has no width"]);
            }
            parts = rest;
        }
    }
    message.text("\n\n");
    Table::of(layout).write(&mut message);
    message.text(match layout.max_len() {
        Some(_) => "\nshorten a field, or raise max_len",
        None => "\ngive a string a width with #[pad(N)], or leave out max_len",
    });
    message
}

/// What to say when the layout is no longer the one that was pinned.
const fn changed(layout: &Layout, pinned: u64) -> Message {
    let mut message = Message::new();
    message.texts(&["the bytes of `", layout.name, "` have changed, so that keys already stored cannot be read"]);
    message.text("\n\nfingerprint pinned: 0x");
    message.hex(pinned, 16);
    message.text("\nfingerprint now:    0x");
    message.hex(layout.fingerprint(), 16);
    message.text("\n\n");
    Table::of(layout).write(&mut message);
    message.text("\ntake the change back; or, where no data is stored or it is written anew, pin the new fingerprint");
    message
}
