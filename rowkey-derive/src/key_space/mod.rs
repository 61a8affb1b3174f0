//! `#[derive(KeySpace)]`: an enum whose variants each hold one row key.

use crate::attr::KeyAttrs;
use crate::context::Context;
use crate::names;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, GenericParam, Ident, Type, Variant};

pub(crate) fn key_space(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = KeyAttrs::read(&context, &input.attrs);
    attrs.only_crate(&context);
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
    if let Fields::Unnamed(fields) = &variant.fields {
        if let (Some(field), 1) = (fields.unnamed.first(), fields.unnamed.len()) {
            return Some((&variant.ident, &field.ty));
        }
    }
    let name = &variant.ident;
    context.error(variant, format_args!("a variant of a key space holds one row key: write `{name}({name}Key)`"));
    None
}

fn items(input: &DeriveInput, variants: &[(&Ident, &Type)], rk: &Ident, root: &Ident) -> TokenStream {
    let ident = &input.ident;
    let lifetimes: Vec<_> = input.generics.lifetimes().map(|param| &param.lifetime).collect();
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    let statics: Vec<_> = lifetimes.iter().map(|_| quote!('static)).collect();
    let layouts = variants.iter().map(|(_, ty)| {
        let span = first_span(ty);
        quote_spanned!(span=> <#ty as #root::RowKey>::LAYOUT)
    });
    let encodes = variants.iter().map(|(name, ty)| {
        let span = first_span(ty);
        quote_spanned!(span=> Self::#name(__key) => <#ty as #root::RowKey>::encode_into(__key, __out),)
    });
    let decodes = variants.iter().map(|(name, ty)| {
        let span = first_span(ty);
        quote_spanned! {span=>
            if #rk::begins_with(__bytes, <#ty as #root::RowKey>::LAYOUT.namespace()) {
                return #rk::Result::map(<#ty as #root::RowKey>::decode(__bytes), Self::#name);
            }
        }
    });
    let decodable = variants.iter().map(|(_, ty)| {
        let span = first_span(ty);
        quote_spanned!(span=> #ty: #root::DecodeKey<'__de>)
    });
    quote! {
            #[automatically_derived]
            impl<#(#lifetimes),*> #root::KeySpace for #ident<#(#lifetimes),*> {
                const LAYOUTS: &'static [#rk::Layout] = &[#(#layouts),*];

                fn encode_into(&self, __out: &mut #rk::Vec<#rk::u8>) -> #rk::Result<(), #root::EncodeError> {
                    match self {
                        #(#encodes)*
                    }
                }
            }

            const _: () = #rk::limit::key_space(<#ident<#(#statics),*> as #root::KeySpace>::LAYOUTS);

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes),*> #root::DecodeSpace<'__de> for #ident<#(#lifetimes),*>
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

            fn encode_into(&self, _: &mut #rk::Vec<#rk::u8>) -> #rk::Result<(), #root::EncodeError> {
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
