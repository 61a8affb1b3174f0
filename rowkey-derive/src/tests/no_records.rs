//! Without the feature `records`, the attributes that declare records or an index are one error, which names the feature.

use crate::attr::{self, Item};
use crate::check::no_records;
use crate::context::Context;
use syn::{DeriveInput, parse_quote};

/// Returns the errors about a struct as the tokens that the compiler reports, or `None` if there are none.
fn errors(input: &DeriveInput) -> Option<String> {
    let context = Context::new();
    let attrs = attr::read(&context, input, Item::Key, Item::FieldOfKey);
    let syn::Data::Struct(data) = &input.data else { panic!("a key is a struct") };
    no_records::key(&context, input, &data.fields, &attrs);
    context.finish().err().map(|errors| errors.to_string())
}

#[test]
fn records_without_the_feature_are_an_error_that_names_it() {
    let record: DeriveInput = parse_quote! {
        #[rowkey(value = String, format = rowkey::Raw)]
        struct UserKey { user: u16 }
    };
    let index: DeriveInput = parse_quote! {
        #[rowkey(index_of = UserKey)]
        struct UserByName { #[rowkey(from = value)] name: String, user: u16 }
    };
    for input in [record, index] {
        let errors = errors(&input).unwrap();
        assert_eq!(errors.matches("compile_error").count(), 1, "{errors}");
        assert!(errors.contains("records need the feature `records` of rowkey"), "{errors}");
    }
}

#[test]
fn a_key_without_records_needs_no_feature() {
    let key: DeriveInput = parse_quote! {
        struct UserKey { user: u16 }
    };
    assert_eq!(errors(&key), None);
}
