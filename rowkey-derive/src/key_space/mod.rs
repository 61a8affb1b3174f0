//! `#[derive(KeySpace)]`: an enum whose variants each hold one row key.

use crate::attr::{self, KeyAttrs};
use crate::context::Context;
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, GenericParam, Ident, Type, Variant};

pub(crate) fn key_space(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = KeyAttrs::read(&context, &input.attrs);
    attrs.only_crate(
        &context,
        "this belongs to the row keys, not to the space of them: write it above each of their structs",
    );
    let krate = attrs.krate.get().map(|at| &at.value);
    let (rk, root) = (names::runtime(Span::call_site()), names::root(Span::call_site()));
    let imports = names::imports(krate);
    let variants = variants(&context, input);
    for param in &input.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            context.error(param, "a key space takes no parameters but lifetimes: each type would be another layout");
        }
    }
    let (errors, items) = match context.finish() {
        Ok(()) => (None, items(input, &variants, &rk, &root)),
        Err(errors) => (Some(errors), stand_in(input, &rk, &root)),
    };
    quote! {
        #errors

        #[allow(unused_imports, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            #imports
            #items
        };
    }
}

fn variants<'a>(context: &Context, input: &'a DeriveInput) -> Vec<(&'a Ident, &'a Type)> {
    let Data::Enum(data) = &input.data else {
        context.error(
            &input.ident,
            "a key space is an enum whose variants each hold one row key; on a struct derive `RowKey`",
        );
        return Vec::new();
    };
    if data.variants.is_empty() {
        context.error(&input.ident, "a key space needs at least one variant that holds a row key");
    }
    data.variants.iter().filter_map(|variant| key_of(context, variant)).collect()
}

fn key_of<'a>(context: &Context, variant: &'a Variant) -> Option<(&'a Ident, &'a Type)> {
    let on_fields = variant.fields.iter().flat_map(|field| &field.attrs);
    for attr in variant.attrs.iter().chain(on_fields) {
        attr::refuse(
            context,
            core::slice::from_ref(attr),
            &attr::ON_FIELDS,
            "a variant only holds a row key: write this in the struct of the key",
        );
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
    context.error(place, format_args!("a variant of a key space holds one row key: write `{name}({name}Key)`"));
    None
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
    let distinct = variants.iter().enumerate().map(|(index, (_, ty))| {
        let span = spans::first_span(ty.to_token_stream());
        let rk = names::runtime(span);
        quote_spanned!(span=> const _: () = #rk::limit::key_space(__LAYOUTS, #index);)
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
