//! Whatever stands in an attribute, the derives answer with code that Rust can read, and never panic.

use proc_macro2::TokenStream;
use proptest::prelude::*;
use quote::quote;

/// What attributes are made of, and what might be taken for it.
const TOKENS: &[&str] = &[
    "pad",
    "descending",
    "reverse",
    "salt",
    "hash",
    "rowkey",
    "codec",
    "method",
    "delimiter",
    "terminator",
    "namespace",
    "max_len",
    "fingerprint",
    "prefix",
    "crate",
    "md5",
    "sha256",
    "crc32",
    "phoenix",
    "modulo",
    "random",
    "with",
    "of",
    "hex",
    "last",
    "buckets",
    "digits",
    "a",
    "b",
    "r#type",
    "type",
    "self",
    "Self",
    "super",
    "_",
    "fn",
    "'a",
    "0",
    "1",
    "2",
    "6",
    "40",
    "-6",
    "1.5",
    "6u8",
    "0x10",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "'_'",
    "'x'",
    "'\\0'",
    "'ß'",
    "b'x'",
    "\"\"",
    "\"_\"",
    "\"a b\"",
    "\"type\"",
    "\"a::b\"",
    "\"::\"",
    "\"0x\"",
    "\"0x0123456789abcdef\"",
    "\"{\"",
    "b\"\\xff\"",
    "c\"c\"",
    "true",
    "=",
    "==",
    ",",
    ",,",
    ";",
    "::",
    ".",
    "..",
    "#",
    "!",
    "?",
    "&",
    "*",
    "->",
    "<",
    ">",
    "|",
    "()",
    "(1)",
    "(a, b)",
    "(md5, 2)",
    "[]",
    "[u8; 2]",
    "{}",
    "a::b",
    "u8",
    "format",
    "\"%Y-%m-%d\"",
    "\"%\"",
    "code",
];

fn tokens() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..8).prop_map(|tokens| tokens.join(" "))
}

fn attribute() -> impl Strategy<Value = String> {
    let names = ["pad", "descending", "reverse", "salt", "hash", "rowkey", "format", "code"];
    let name = prop::sample::select(names.to_vec());
    (name, tokens(), 0..4).prop_map(|(name, tokens, form)| match form {
        0 => format!("#[{name}]"),
        1 => format!("#[{name} = {tokens}]"),
        _ => format!("#[{name}({tokens})]"),
    })
}

fn attributes() -> impl Strategy<Value = String> {
    prop::collection::vec(attribute(), 0..3).prop_map(|attributes| attributes.concat())
}

/// What each derive makes of an item; none where the item cannot be parsed, and so never comes to a derive.
fn code(item: &str) -> Option<[TokenStream; 3]> {
    let input = syn::parse_str(item).ok()?;
    Some([crate::row_key::row_key(&input), crate::key_field::key_field(&input), crate::key_space::key_space(&input)])
}

fn check(item: &str) -> Result<(), TestCaseError> {
    for code in code(item).ok_or_else(|| TestCaseError::reject("no item"))? {
        prop_assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{code}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn attributes_may_hold_anything(on_struct in attributes(), on_first in attributes(), on_second in attributes()) {
        check(&format!("{on_struct} struct Key<'a> {{ {on_first} a: u32, {on_second} r#type: &'a str }}"))?;
    }

    #[test]
    fn so_may_those_of_tuples(on_struct in attributes(), on_first in attributes()) {
        check(&format!("{on_struct} struct Key({on_first} u32, String);"))?;
    }

    #[test]
    fn so_may_those_of_variants(on_enum in attributes(), on_first in attributes(), on_second in attributes()) {
        check(&format!("{on_enum} enum Key {{ {on_first} A, {on_second} B(u8), C {{ c: u8 }} }}"))?;
        check(&format!("{on_enum} enum Key {{ {on_first} A, {on_second} r#B = 7 }}"))?;
        check(&format!("{on_enum} enum Key {{ {on_first} A(a::B), {on_second} C(D) }}"))?;
    }

    #[test]
    fn items_may_be_anything(on_struct in attributes(), on_first in attributes(), generics in tokens(), ty in tokens()) {
        for item in [
            format!("{on_struct} enum Key<{generics}> {{ {on_first} A({ty}), B }}"),
            format!("{on_struct} union Key {{ {on_first} a: {ty} }}"),
            format!("{on_struct} struct Key<{generics}> {{ {on_first} a: {ty} }}"),
            format!("{on_struct} struct Key<{generics}>;"),
        ] {
            // Parsed they may be what Rust refuses, so that the code may be too.
            let _ = code(&item);
        }
    }
}

#[test]
fn any_field_name_is_a_name_everywhere() {
    for keyword in ["type", "fn", "static", "async", "dyn", "try", "gen", "union", "macro_rules", "yield", "where"] {
        let name = syn::Ident::new_raw(keyword, proc_macro2::Span::call_site());
        let input =
            syn::parse2(quote! { struct Key<'a> { #[salt(modulo, buckets = 3)] #name: &'a u8, b: u8 } }).unwrap();
        let code = crate::row_key::row_key(&input);
        assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{code}");
    }
}
