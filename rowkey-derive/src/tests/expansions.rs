//! Compares the code that `#[derive(RowKey)]` generates for some keys with the files in `expansions/`, so that
//! reviewers see each change of the generated code.
//!
//! `BLESS=1 cargo test -p rowkey-derive` overwrites the files.

use proc_macro2::TokenStream;
use quote::quote;
use std::path::PathBuf;
use std::{env, fs};

fn check(name: &str, key: TokenStream) {
    let input = syn::parse2(key).unwrap();
    let code = prettyplease::unparse(&syn::parse2(crate::derive::row_key(&input)).unwrap());
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/expansions/{name}.rs"));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &code).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        code == expected,
        "{} differs from the generated code; BLESS=1 overwrites the file with:\n{code}",
        file.display()
    );
}

#[test]
fn a_key_of_fixed_width_has_the_stored_expansion() {
    check(
        "fixed",
        quote! {
            pub struct PointKey {
                pub x: u16,
                #[descending]
                pub y: i16,
            }
        },
    );
}

#[test]
fn a_salted_key_has_the_stored_expansion() {
    check(
        "salted",
        quote! {
            #[rowkey(namespace = "payments/", max_len = 100)]
            struct PaymentKey {
                #[salt(md5, 2)]
                #[pad(6)]
                customer: u32,
                #[rowkey(codec = Compact, method = "at")]
                paid_at: Time,
            }
        },
    );
}

#[test]
fn a_delimited_key_that_borrows_has_the_stored_expansion() {
    check(
        "delimited_and_borrowed",
        quote! {
            #[rowkey(delimiter = '_', prefix = "Hosts")]
            struct HostKey<'a> {
                #[reverse]
                host: Cow<'a, str>,
                #[pad(8, 'x')]
                path: &'a str,
            }
        },
    );
}

#[test]
fn a_hashed_key_has_the_stored_expansion() {
    check(
        "hashed",
        quote! {
            #[rowkey(crate = "keys", salt(phoenix, buckets = 10))]
            struct VisitorKey(#[hash(sha256, 4, hex)] String, u64);
        },
    );
}

#[test]
fn a_key_with_mistakes_has_the_stored_expansion() {
    check(
        "mistaken",
        quote! {
            struct PaymentKey {
                #[pad]
                customer: u32,
                tags: Tags,
            }
        },
    );
}
