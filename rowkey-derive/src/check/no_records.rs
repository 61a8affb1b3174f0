//! Rejects the attributes of records and indexes if rowkey is compiled without its feature `records`.

use crate::attr::Attrs;
use crate::attr::table::Name;
use crate::context::Context;
use syn::{DeriveInput, Fields};

pub(crate) fn key(context: &Context, _: &DeriveInput, _: &Fields, attrs: &Attrs) {
    let Some(tokens) = [Name::Value, Name::IndexOf].into_iter().find_map(|name| attrs.key.tokens(name)) else { return };
    context.error(
        tokens,
        "records need the feature `records` of rowkey",
        "write `rowkey = { version = \"0.1\", features = [\"records\"] }` in Cargo.toml; crates of stores, such as `rowkey-redb`, turn it on",
    );
}
