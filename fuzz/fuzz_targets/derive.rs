//! The derives answer any struct, enum or union with code that Rust can read, and never panic.

#![no_main]
#![allow(dead_code, reason = "the derive, of which only the parts from tokens to tokens are called")]

#[path = "../../rowkey-derive/src/attr/mod.rs"]
mod attr;
#[path = "../../rowkey-derive/src/check.rs"]
mod check;
#[path = "../../rowkey-derive/src/context.rs"]
mod context;
#[path = "../../rowkey-derive/src/docs.rs"]
mod docs;
#[path = "../../rowkey-derive/src/expand/mod.rs"]
mod expand;
#[path = "../../rowkey-derive/src/fallback.rs"]
mod fallback;
#[path = "../../rowkey-derive/src/key_field/mod.rs"]
mod key_field;
#[path = "../../rowkey-derive/src/key_space/mod.rs"]
mod key_space;
#[path = "../../rowkey-derive/src/lifetimes.rs"]
mod lifetimes;
#[path = "../../rowkey-derive/src/model.rs"]
mod model;
#[path = "../../rowkey-derive/src/names.rs"]
mod names;
#[path = "../../rowkey-derive/src/row_key.rs"]
mod row_key;
#[path = "../../rowkey-derive/src/spans.rs"]
mod spans;

use libfuzzer_sys::fuzz_target;
use syn::DeriveInput;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(item) = syn::parse_str::<DeriveInput>(text) else { return };
    for code in [row_key::row_key(&item), key_field::key_field(&item), key_space::key_space(&item)] {
        // An item that Rust itself refuses, such as a field that is `_`, comes to a derive all the same.
        if syn::parse_str::<syn::File>(text).is_ok() {
            assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{code}");
        }
    }
});
