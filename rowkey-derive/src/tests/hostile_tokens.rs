//! Checks that the derives never panic and always return code that can be parsed, whatever tokens an attribute
//! contains.

use crate::attr::helpers::{Derive, helpers};
use crate::attr::table::TABLE;
use fastrand::Rng;
use proc_macro2::TokenStream;
use quote::quote;

/// Tokens that are arguments of some attribute, and tokens that resemble such arguments. The function `tokens` adds the
/// words of `attr::table`.
const TOKENS: &[&str] = &[
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
    "\"%Y-%m-%d\"",
    "\"%\"",
    "value.a",
    "key",
];

fn tokens(random: &mut Rng) -> String {
    let words: Vec<_> = TOKENS.iter().copied().chain(TABLE.iter().map(|spec| spec.word)).collect();
    let tokens: Vec<&str> = (0..random.usize(..8)).filter_map(|_| random.choice(&words).copied()).collect();
    tokens.join(" ")
}

fn attribute(random: &mut Rng) -> String {
    let helpers = [Derive::RowKey, Derive::KeyField, Derive::KeySpace].map(helpers).concat();
    let (name, tokens) = (random.choice(helpers).unwrap_or_default(), tokens(random));
    match random.usize(..4) {
        0 => format!("#[{name}]"),
        1 => format!("#[{name} = {tokens}]"),
        _ => format!("#[{name}({tokens})]"),
    }
}

fn attributes(random: &mut Rng) -> String {
    (0..random.usize(..3)).map(|_| attribute(random)).collect()
}

/// Returns the code of each derive for an item, or `None` if the item cannot be parsed and so never reaches a derive.
fn code(item: &str) -> Option<[TokenStream; 3]> {
    let input = syn::parse_str(item).ok()?;
    Some([crate::derive::row_key(&input), crate::derive::key_field(&input), crate::derive::key_space(&input)])
}

/// The number of random structs or enums in each check.
const ITEMS: usize = 100;

/// Checks that the code of each derive for random items can be parsed.
fn check(item: impl Fn(&mut Rng) -> String) {
    let mut random = Rng::with_seed(1);
    let parsed = std::iter::repeat_with(|| item(&mut random)).filter_map(|item| code(&item).map(|code| (item, code)));
    for (item, codes) in parsed.take(ITEMS) {
        for code in codes {
            assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{item}\n{code}");
        }
    }
}

#[test]
fn any_tokens_in_attributes_give_code_that_parses() {
    check(|random| {
        let [on_struct, on_first, on_second] = [(); 3].map(|()| attributes(random));
        format!("{on_struct} struct Key<'a> {{ {on_first} a: u32, {on_second} r#type: &'a str }}")
    });
}

#[test]
fn any_tokens_in_attributes_of_tuple_structs_give_code_that_parses() {
    check(|random| {
        let [on_struct, on_first] = [(); 2].map(|()| attributes(random));
        format!("{on_struct} struct Key({on_first} u32, String);")
    });
}

#[test]
fn any_tokens_in_attributes_of_variants_give_code_that_parses() {
    for variants in ["A, @ B(u8), C { c: u8 }", "A, @ r#B = 7", "A(a::B), @ C(D)"] {
        check(|random| {
            let [on_enum, on_first, on_second] = [(); 3].map(|()| attributes(random));
            format!("{on_enum} enum Key {{ {on_first} {} }}", variants.replace('@', &on_second))
        });
    }
}

/// The type of a field ends before a comma or a bracket, but generated code also writes the type before `;`, `>` and `=`.
#[test]
fn any_type_of_a_field_gives_code_that_parses() {
    for ty in [
        "u3+",
        "A+'a",
        "dyn A+",
        "dyn A+B+",
        "impl A+",
        "for<'x> A+",
        "?A",
        "(u3+)",
        "[u3+; 2]",
        "&'a (A+)",
        "fn() -> A+",
        "!",
        "_",
        "*const A",
        "m!()",
    ] {
        for item in [
            format!("struct Key({ty});"),
            format!("struct Key<'a>(u8, {ty});"),
            format!("#[rowkey(value = {ty})] struct Key {{ a: {ty}, #[descending] b: {ty} }}"),
            format!("enum Key {{ #[code(1)] A({ty}), #[code(2)] B {{ a: {ty} }} }}"),
        ] {
            if syn::parse_str::<syn::File>(&item).is_err() {
                continue;
            }
            for code in code(&item).into_iter().flatten() {
                assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{item}\n{code}");
            }
        }
    }
}

#[test]
fn no_item_makes_a_derive_panic() {
    let mut random = Rng::with_seed(1);
    for _ in 0..ITEMS {
        let [on_struct, on_first] = [(); 2].map(|()| attributes(&mut random));
        let [generics, ty] = [(); 2].map(|()| tokens(&mut random));
        for item in [
            format!("{on_struct} enum Key<{generics}> {{ {on_first} A({ty}), B }}"),
            format!("{on_struct} union Key {{ {on_first} a: {ty} }}"),
            format!("{on_struct} struct Key<{generics}> {{ {on_first} a: {ty} }}"),
            format!("{on_struct} struct Key<{generics}>;"),
        ] {
            // syn accepts some items that rustc rejects. The code for such an item may be invalid, so only panics are
            // errors here.
            let _ = code(&item);
        }
    }
}

#[test]
fn fields_named_like_keywords_give_code_that_parses() {
    for keyword in ["type", "fn", "static", "async", "dyn", "try", "gen", "union", "macro_rules", "yield", "where"] {
        let name = syn::Ident::new_raw(keyword, proc_macro2::Span::call_site());
        let input =
            syn::parse2(quote! { struct Key<'a> { #[salt(modulo, buckets = 3)] #name: &'a u8, b: u8 } }).unwrap();
        let code = crate::derive::row_key(&input);
        assert!(syn::parse2::<syn::File>(code.clone()).is_ok(), "{code}");
    }
}
