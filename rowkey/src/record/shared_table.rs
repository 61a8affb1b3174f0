//! Checks that the rows of one table of a store cannot be mistaken for other rows of this table. The namespaces of their keys
//! tell them apart.

use crate::constant::{begins_with, same_bytes};
use crate::layout::Layout;
use crate::layout::compile_time::{MESSAGE_CAPACITY, write_namespace};
use crate::layout::text_writer::TextWriter;

/// Fails to compile if two kinds of rows in one table could have equal keys, because one namespace begins with the
/// other or both are equal.
///
/// # Panics
/// One namespace is the beginning of the other.
#[track_caller]
pub(crate) const fn check_same_table(table: &str, first: &Layout, second: &Layout) {
    if !overlap(first.namespace(), second.namespace()) {
        return;
    }
    let mut buffer = [0; MESSAGE_CAPACITY];
    let mut message = TextWriter::new(&mut buffer);
    write_shared_table(table, first, second, &mut message);
    message.text("help: write another table name above one of the two types, `table = \"..\"`, or another `namespace`");
    panic!("{}", message.as_str());
}

/// Fails to compile if a migration writes the new keys to the table of the old keys, and the namespaces do not tell new
/// keys from old keys.
///
/// # Panics
/// One namespace is the beginning of the other.
#[track_caller]
pub(crate) const fn check_migrated_table(table: &str, old: &Layout, new: &Layout) {
    if !overlap(old.namespace(), new.namespace()) {
        return;
    }
    let mut buffer = [0; MESSAGE_CAPACITY];
    let mut message = TextWriter::new(&mut buffer);
    write_shared_table(table, old, new, &mut message);
    message.texts(&[
        "help: a migration moves records to another table: write `table = \"..\"` with a new name above the new type, `",
        new.name(),
        "`",
    ]);
    panic!("{}", message.as_str());
}

const fn write_shared_table(table: &str, first: &Layout, second: &Layout, message: &mut TextWriter<'_>) {
    message.texts(&["`", first.name(), "` and `", second.name(), "` have the same table, `", table, "`"]);
    if !same_bytes(first.namespace(), second.namespace()) {
        message.texts(&["\n\nnote: `", first.name(), "` has "]);
        write_namespace(message, first);
        message.texts(&[", and `", second.name(), "` has "]);
        write_namespace(message, second);
        message.text("\nnote: in one table, no namespace may be the beginning of another");
    }
    message.text("\n\n");
}

pub(crate) const fn overlap(namespace: &[u8], other: &[u8]) -> bool {
    begins_with(namespace, other) || begins_with(other, namespace)
}

/// Fails to compile if the table of a removed index contains other rows that could be mistaken for entries of the
/// index. `used` is the layout of these rows, `namespace` is the namespace of the removed index.
///
/// # Panics
/// One namespace is the beginning of the other.
#[track_caller]
pub(crate) const fn check_removed_table(table: &str, used: &Layout, namespace: &[u8]) {
    if !overlap(used.namespace(), namespace) {
        return;
    }
    let mut buffer = [0; MESSAGE_CAPACITY];
    let mut message = TextWriter::new(&mut buffer);
    message.texts(&[
        "`",
        used.name(),
        "` uses the table `",
        table,
        "`, so `",
        table,
        "` cannot be the table of a removed index",
    ]);
    message.text("\n\nhelp: write the name of the table of the index that was removed from `indexes(..)`");
    panic!("{}", message.as_str());
}
