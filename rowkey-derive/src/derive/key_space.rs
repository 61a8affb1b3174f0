//! `#[derive(KeySpace)]` for an enum whose variants each hold one row key:
//! `enum Space { User(UserKey), Order(OrderKey) }`.

use crate::attr::{self, Item, KeyAttrs};
use crate::check;
use crate::context::{Context, source_text};
use crate::expand::unnamed_block;
use crate::lifetimes;
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Data, DeriveInput, Ident, Type};

pub(crate) fn key_space(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = KeyAttrs::read(&context, &input.attrs, Item::Space);
    let krate = attrs.krate.get().map(|attr| &attr.value);
    let (rk, root) = (names::private(Span::call_site()), names::root(Span::call_site()));
    let imports = names::imports(krate);
    reject_variant_attrs(&context, input);
    let variants = check::key_space(&context, input);
    let (errors, items) = match context.finish() {
        Ok(()) => (None, items(input, &variants, &rk, &root)),
        Err(errors) => (Some(errors), placeholders(input, &variants, &rk, &root)),
    };
    let block = unnamed_block(&quote!(#imports #items));
    quote!(#errors #block)
}

fn reject_variant_attrs(context: &Context, input: &DeriveInput) {
    let Data::Enum(data) = &input.data else { return };
    for variant in &data.variants {
        attr::reject_on_space_variant(context, &variant.attrs);
        for field in &variant.fields {
            attr::reject_on_space_variant(context, &field.attrs);
        }
    }
}

fn items(input: &DeriveInput, variants: &[(&Ident, &Type)], rk: &Ident, root: &Ident) -> TokenStream {
    let ident = &input.ident;
    let lifetimes = lifetimes::of(input);
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    let statics: Vec<_> = lifetimes.iter().map(|_| quote!('static)).collect();
    // Each key type has an alias, which asserts that the type is a row key. If the type is not a row key, rustc reports
    // this only once. In a key space with lifetimes, derived code uses the types themselves, because the aliases would
    // have to declare the lifetimes.
    let keys: Vec<_> = variants
        .iter()
        .enumerate()
        .map(|(index, (_, ty))| {
            let name = format_ident!("__Key{index}", span = type_span(ty));
            if lifetimes.is_empty() { name.to_token_stream() } else { ty.to_token_stream() }
        })
        .collect();
    let aliases = variants.iter().zip(&keys).filter(|_| lifetimes.is_empty()).map(|((_, ty), key)| {
        let span = spans::first_span(ty.to_token_stream());
        let (rk, root) = (names::private(span), names::root(span));
        let ty = spans::respanned(ty.to_token_stream(), span);
        quote_spanned! {span=>
            type #key = <#rk::Assert<#ty, { #rk::exists::<<#ty as #root::RowKey>::Prefix>(); true }> as #rk::Resolve>::Type;
        }
    });
    let layouts = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = type_span(ty);
        quote_spanned!(span=> <#key as #root::RowKey>::LAYOUT)
    });
    let checks = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = type_span(ty);
        quote_spanned!(span=> <#key as #root::RowKey>::__CHECKS)
    });
    let encodes = variants.iter().zip(&keys).map(|((name, ty), key)| {
        let span = type_span(ty);
        quote_spanned!(span=> Self::#name(__key) => #rk::encode_variant::<#key>(__key, __bucket, __out),)
    });
    let decodes = variants.iter().zip(&keys).enumerate().map(|(index, ((name, ty), key))| {
        let span = type_span(ty);
        quote_spanned!(span=> #index => #rk::Result::map(<#key as #root::RowKey>::decode(__bytes), Self::#name),)
    });
    let decodable = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = type_span(ty);
        quote_spanned!(span=> #key: #root::DecodeKey<'__de>)
    });
    let total = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = type_span(ty);
        quote_spanned!(span=> for<'__x> #key: #rk::TotalVariant<'__x>)
    });
    // This header and `decode_header` have the span of the enum's name, so that a compile error about a key that cannot
    // be encoded or decoded points at the enum.
    let total_header = {
        let rk = names::private(ident.span());
        spans::as_written(quote!(#rk::AllVariantsTotal for #ident<#(#lifetimes),*>), ident.span())
    };
    let from_keys = from_keys(input, variants, rk);
    let decode_header = {
        let root = names::root(ident.span());
        spans::as_written(quote!(#root::DecodeSpace<'__de> for #ident<#(#lifetimes),*>), ident.span())
    };
    let key_names = variants.iter().map(|(_, ty)| source_text(ty));
    let layout_checks = variants.iter().enumerate().map(|(index, (_, ty))| {
        let span = spans::first_span(ty.to_token_stream());
        let rk = names::private(span);
        quote_spanned!(span=> const _: () = #rk::compile_time::check_key_space(__LAYOUTS, __KEY_NAMES, #index);)
    });
    quote! {
            #(#aliases)*

            #[automatically_derived]
            impl<#(#lifetimes),*> #root::KeySpace for #ident<#(#lifetimes),*> {
                const LAYOUTS: &'static [&'static #rk::Layout] = &[#(#layouts),*];
                const __CHECKS: &'static [#rk::Checks] = &[#(#checks),*];

                fn __rowkey_encode_into(
                    &self,
                    __bucket: #rk::BucketChoice,
                    __out: &mut #rk::Vec<#rk::u8>,
                ) -> #rk::Result<(), #root::EncodeError> {
                    match self {
                        #(#encodes)*
                    }
                }
            }

            const __LAYOUTS: &[&#rk::Layout] = <#ident<#(#statics),*> as #root::KeySpace>::LAYOUTS;
            const __KEY_NAMES: &[&#rk::str] = &[#(#key_names),*];
            #(#layout_checks)*

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes),*> #decode_header
            where
                #(#decodable),*
            {
                fn __rowkey_read(__bytes: &'__de [#rk::u8]) -> #rk::Result<Self, #root::DecodeError> {
                    match #rk::kind_of::<Self>(__bytes) {
                        #(#decodes)*
                        _ => #rk::Err(#rk::no_kind()),
                    }
                }
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #total_header where #(#total),* {}

            #from_keys
    }
}

/// Implements `From<UserKey>` for each key type `UserKey`. If two variants hold the same type, which is a mistake,
/// there is only one impl for this type.
fn from_keys(input: &DeriveInput, variants: &[(&Ident, &Type)], rk: &Ident) -> TokenStream {
    let (ident, lifetimes) = (&input.ident, lifetimes::of(input));
    let is_first =
        |index: usize, ty: &Type| variants.iter().take(index).all(|(_, other)| source_text(other) != source_text(ty));
    let variants = variants.iter().enumerate().filter(|(index, (_, ty))| is_first(*index, ty));
    let impls = variants.map(|(_, (name, ty))| {
        quote! {
            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::From<#ty> for #ident<#(#lifetimes),*> {
                fn from(__key: #ty) -> Self {
                    Self::#name(__key)
                }
            }
        }
    });
    impls.collect()
}

/// Returns the location of the type's first token, with the hygiene of derived code. `spans::first_span` has the
/// hygiene of the user's code.
fn type_span(ty: &Type) -> Span {
    let first = ty.to_token_stream().into_iter().next();
    Span::call_site().located_at(first.map_or_else(Span::call_site, |token| token.span()))
}

/// Generates all implementations for a key space with a mistake, so that uses of the key space cause no further errors.
/// Only the impls of `From` have their real bodies. Generates nothing for an enum with type or const parameters.
fn placeholders(input: &DeriveInput, variants: &[(&Ident, &Type)], rk: &Ident, root: &Ident) -> TokenStream {
    let ident = &input.ident;
    let lifetimes = lifetimes::of(input);
    if lifetimes.len() != input.generics.params.len() {
        return TokenStream::new();
    }
    let from_keys = from_keys(input, variants, rk);
    quote! {
        #from_keys

        impl<#(#lifetimes),*> #root::KeySpace for #ident<#(#lifetimes),*> {
            const LAYOUTS: &'static [&'static #rk::Layout] = &[];
            const __CHECKS: &'static [#rk::Checks] = &[];

            fn __rowkey_encode_into(
                &self,
                _: #rk::BucketChoice,
                _: &mut #rk::Vec<#rk::u8>,
            ) -> #rk::Result<(), #root::EncodeError> {
                #rk::placeholder()
            }
        }

        impl<#(#lifetimes),*> #rk::AllVariantsTotal for #ident<#(#lifetimes),*> {}

        impl<'__de, #(#lifetimes),*> #root::DecodeSpace<'__de> for #ident<#(#lifetimes),*> {
            fn __rowkey_read(_: &'__de [#rk::u8]) -> #rk::Result<Self, #root::DecodeError> {
                #rk::placeholder()
            }
        }
    }
}
