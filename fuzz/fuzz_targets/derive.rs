//! Runs the derives on random structs, enums and unions. The derives must not panic, and must return code that can be
//! parsed.

#![no_main]
#![allow(dead_code, reason = "the proc-macro entry points of the derive are not part of this program")]

extern crate proc_macro;

#[path = "../../rowkey-derive/src/attr/mod.rs"]
mod attr;
#[path = "../../rowkey-derive/src/build.rs"]
mod build;
#[path = "../../rowkey-derive/src/check/mod.rs"]
mod check;
#[path = "../../rowkey-derive/src/context.rs"]
mod context;
#[path = "../../rowkey-derive/src/derive/mod.rs"]
mod derive;
#[path = "../../rowkey-derive/src/digest.rs"]
mod digest;
#[path = "../../rowkey-derive/src/expand/mod.rs"]
mod expand;
#[path = "../../rowkey-derive/src/lifetimes.rs"]
mod lifetimes;
#[path = "../../rowkey-derive/src/model.rs"]
mod model;
#[path = "../../rowkey-derive/src/names.rs"]
mod names;
#[path = "../../rowkey-derive/src/prefix_type.rs"]
mod prefix_type;
#[path = "../../rowkey-derive/src/spans.rs"]
mod spans;

use libfuzzer_sys::fuzz_target;
use syn::DeriveInput;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(item) = syn::parse_str::<DeriveInput>(text) else { return };
    for code in [derive::row_key(&item), derive::key_field(&item), derive::key_space(&item)] {
        // `DeriveInput` accepts some items that Rust does not accept. For these items, the code need not be valid.
        if syn::parse_str::<syn::File>(text).is_ok() {
            assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{code}");
        }
    }
});
