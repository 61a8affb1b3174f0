//! `#[derive(KeySpace)]`: an enum whose variants each hold one row key.

use crate::attr::{self, Item, KeyAttrs};
use crate::context::Context;
use crate::model;
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, Ident, Type, Variant};

pub(crate) fn key_space(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = KeyAttrs::read(&context, &input.attrs, Item::Space);
    let krate = attrs.krate.get().map(|at| &at.value);
    let (rk, root) = (names::runtime(Span::call_site()), names::root(Span::call_site()));
    let imports = names::imports(krate);
    let variants = variants(&context, input);
    model::lifetimes(&context, input, Item::Space);
    check_one_variant_a_key(&context, &variants);
    let (errors, items) = match context.finish() {
        Ok(()) => (None, items(input, &variants, &rk, &root)),
        Err(errors) => (Some(errors), stand_in(input, &rk, &root)),
    };
    quote! {
        #errors

        #[allow(deprecated, unused_imports, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            #imports
            #items
        };
    }
}

fn variants<'a>(context: &Context, input: &'a DeriveInput) -> Vec<(&'a Ident, &'a Type)> {
    let Data::Enum(data) = &input.data else {
        let (keyword, help) = match &input.data {
            Data::Union(data) => (data.union_token.to_token_stream(), "write an `enum`"),
            _ => (input.ident.to_token_stream(), "write an `enum`, or derive `RowKey` on a struct that is one key"),
        };
        context.error(keyword, "a key space is an enum whose variants each hold one row key", help);
        return Vec::new();
    };
    if data.variants.is_empty() {
        let wrong = "a key space needs at least one variant that holds a row key";
        context.error(&input.ident, wrong, format_args!("write `enum {} {{ User(UserKey) }}`", input.ident));
    }
    data.variants.iter().filter_map(|variant| key_of(context, variant)).collect()
}

fn key_of<'a>(context: &Context, variant: &'a Variant) -> Option<(&'a Ident, &'a Type)> {
    attr::refuse_all(context, &variant.attrs, Item::SpaceVariant);
    for field in &variant.fields {
        attr::refuse_all(context, &field.attrs, Item::SpaceVariant);
    }
    if let Fields::Unnamed(fields) = &variant.fields {
        if let (Some(field), 1) = (fields.unnamed.first(), fields.unnamed.len()) {
            return Some((&variant.ident, &field.ty));
        }
    }
    let name = &variant.ident;
    let place = match &variant.fields {
        Fields::Unit => name.to_token_stream(),
        fields => fields.to_token_stream(),
    };
    let wrong = format_args!("the variant `{name}` must hold exactly one row key, without a field name");
    context.error(place, wrong, format_args!("write `{name}({name}Key)`"));
    None
}

/// No two variants hold the same key type, because a stored key could then be read as either variant.
fn check_one_variant_a_key(context: &Context, variants: &[(&Ident, &Type)]) {
    for (index, (name, ty)) in variants.iter().enumerate() {
        if let Some((earlier, _)) =
            variants.iter().take(index).find(|(_, earlier)| names::source(earlier) == names::source(ty))
        {
            let wrong = format_args!(
                "`{earlier}` and `{name}` both hold a `{}`, so a stored key could be read as either",
                names::source(ty)
            );
            context.error(ty, wrong, "leave out one variant, or write a key type with another namespace for it");
        }
    }
}

fn items(input: &DeriveInput, variants: &[(&Ident, &Type)], rk: &Ident, root: &Ident) -> TokenStream {
    let ident = &input.ident;
    let lifetimes: Vec<_> = input.generics.lifetimes().map(|param| &param.lifetime).collect();
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    let statics: Vec<_> = lifetimes.iter().map(|_| quote!('static)).collect();
    // With lifetimes a type is not the same everywhere, so that it cannot be asked about once.
    let keys: Vec<_> = variants
        .iter()
        .enumerate()
        .map(|(index, (_, ty))| {
            let name = format_ident!("__Key{index}", span = first_span(ty));
            if lifetimes.is_empty() { name.to_token_stream() } else { ty.to_token_stream() }
        })
        .collect();
    let checked = variants.iter().zip(&keys).filter(|_| lifetimes.is_empty()).map(|((_, ty), key)| {
        let span = spans::first_span(ty.to_token_stream());
        let (rk, root) = (names::runtime(span), names::root(span));
        let ty = spans::respanned(ty.to_token_stream(), span);
        quote_spanned! {span=>
            type #key = <#rk::Asked<#ty, { #rk::exists::<<#ty as #root::RowKey>::Prefix>(); true }> as #rk::Answered>::Type;
        }
    });
    let layouts = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = first_span(ty);
        quote_spanned!(span=> <#key as #root::RowKey>::LAYOUT)
    });
    let checks = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = first_span(ty);
        quote_spanned!(span=> <#key as #root::RowKey>::__CHECKS)
    });
    let encodes = variants.iter().zip(&keys).map(|((name, ty), key)| {
        let span = first_span(ty);
        quote_spanned!(span=> Self::#name(__key) => #rk::encode_variant::<#key>(__key, __bucket, __out),)
    });
    let decodes = variants.iter().zip(&keys).map(|((name, ty), key)| {
        let span = first_span(ty);
        quote_spanned! {span=>
            if #rk::begins_with(__bytes, <#key as #root::RowKey>::LAYOUT.namespace()) {
                return #rk::Result::map(<#key as #root::RowKey>::decode(__bytes), Self::#name);
            }
        }
    });
    let decodable = variants.iter().zip(&keys).map(|((_, ty), key)| {
        let span = first_span(ty);
        quote_spanned!(span=> #key: #root::DecodeKey<'__de>)
    });
    // At the enum's name, so that a message about a key that cannot be decoded shows the enum, not the derive.
    let decode_space = {
        let root = names::root(ident.span());
        spans::as_written(quote!(#root::DecodeSpace<'__de> for #ident<#(#lifetimes),*>), ident.span())
    };
    let key_names = variants.iter().map(|(_, ty)| names::source(ty));
    let distinct = variants.iter().enumerate().map(|(index, (_, ty))| {
        let span = spans::first_span(ty.to_token_stream());
        let rk = names::runtime(span);
        quote_spanned!(span=> const _: () = #rk::limit::key_space(__LAYOUTS, __KEY_NAMES, #index);)
    });
    quote! {
            #(#checked)*

            #[automatically_derived]
            impl<#(#lifetimes),*> #root::KeySpace for #ident<#(#lifetimes),*> {
                const LAYOUTS: &'static [#rk::Layout] = &[#(#layouts),*];
                const __CHECKS: &'static [#rk::Checks] = &[#(#checks),*];

                fn __encode_into(
                    &self,
                    __bucket: #rk::BucketChoice,
                    __out: &mut #rk::Vec<#rk::u8>,
                ) -> #rk::Result<(), #root::EncodeError> {
                    match self {
                        #(#encodes)*
                    }
                }
            }

            const __LAYOUTS: &[#rk::Layout] = <#ident<#(#statics),*> as #root::KeySpace>::LAYOUTS;
            const __KEY_NAMES: &[&#rk::str] = &[#(#key_names),*];
            #(#distinct)*

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes),*> #decode_space
            where
                #(#decodable),*
            {
                fn __read(__bytes: &'__de [#rk::u8]) -> #rk::Result<Self, #root::DecodeError> {
                    #(#decodes)*
                    #rk::Err(#rk::no_namespace())
                }
            }
    }
}

fn first_span(ty: &Type) -> Span {
    let first = ty.to_token_stream().into_iter().next();
    Span::call_site().located_at(first.map_or_else(Span::call_site, |token| token.span()))
}

/// What stands in for a key space with a mistake.
fn stand_in(input: &DeriveInput, rk: &Ident, root: &Ident) -> TokenStream {
    let ident = &input.ident;
    let lifetimes: Vec<_> = input.generics.lifetimes().map(|param| &param.lifetime).collect();
    if lifetimes.len() != input.generics.params.len() {
        return TokenStream::new();
    }
    quote! {
        impl<#(#lifetimes),*> #root::KeySpace for #ident<#(#lifetimes),*> {
            const LAYOUTS: &'static [#rk::Layout] = &[];
            const __CHECKS: &'static [#rk::Checks] = &[];

            fn __encode_into(
                &self,
                _: #rk::BucketChoice,
                _: &mut #rk::Vec<#rk::u8>,
            ) -> #rk::Result<(), #root::EncodeError> {
                #rk::stand_in()
            }
        }

        impl<'__de, #(#lifetimes),*> #root::DecodeSpace<'__de> for #ident<#(#lifetimes),*> {
            fn __read(_: &'__de [#rk::u8]) -> #rk::Result<Self, #root::DecodeError> {
                #rk::stand_in()
            }
        }
    }
}
