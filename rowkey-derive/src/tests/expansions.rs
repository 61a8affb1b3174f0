//! The code of some keys, as it is in the files of `expansions/`: a change of it is seen in review.
//!
//! `BLESS=1 cargo test -p rowkey-derive` writes the files anew.

use proc_macro2::TokenStream;
use quote::quote;
use std::path::PathBuf;
use std::{env, fs};

fn check(name: &str, key: TokenStream) {
    let input = syn::parse2(key).unwrap();
    let code = prettyplease::unparse(&syn::parse2(crate::row_key::row_key(&input)).unwrap());
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/expansions/{name}.rs"));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &code).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(code == expected, "{} is not what this gives; with BLESS=1 it will be:\n{code}", file.display());
}

#[test]
fn fixed() {
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
fn salted() {
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
fn delimited_and_borrowed() {
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
fn hashed() {
    check(
        "hashed",
        quote! {
            #[rowkey(crate = "keys", salt(phoenix, buckets = 10))]
            struct VisitorKey(#[hash(sha256, 4, hex)] String, u64);
        },
    );
}

#[test]
fn mistaken() {
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
