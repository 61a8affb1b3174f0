//! Rejects the attributes of records and indexes if rowkey is compiled without its feature `records`.

use crate::attr::Attrs;
use crate::context::Context;
use syn::{DeriveInput, Fields};

pub(crate) fn key(context: &Context, _: &DeriveInput, _: &Fields, attrs: &Attrs) {
    let role = &attrs.key.record;
    let Some(attr) = role.value.get().or(role.index_of.get()) else { return };
    context.error(
        attr,
        "records need the feature `records` of rowkey",
        "write `rowkey = { version = \"0.1\", features = [\"records\"] }` in Cargo.toml; crates of stores, such as `rowkey-redb`, turn it on",
    );
}
