//! A struct with several fields, or with attributes on its field: the fields in order, each encoded as if others followed.

use super::field_value;
use crate::expand::field::each;
use crate::expand::{Scope, codec, tried};
use crate::spans;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let parts = each(&scope.fields, |field| {
        let (rk, codec, value, name) = (&field.rk, &field.codec, &field.value, &field.field.name);
        quote_spanned!(field.span=> #rk::part::<#codec, #value>(#name))
    });
    let checks = each(&scope.fields, |field| {
        let (rk, codec, value) = (&field.rk, &field.codec, &field.value);
        quote_spanned!(field.span=> #rk::check_part::<#codec, #value>)
    });
    let writes = each(&scope.fields, |field| {
        let (rk, codec, member) = (&field.rk, &field.codec, &field.field.member);
        tried(rk, &quote_spanned!(field.span=> #rk::put_part::<#codec, _, __S>(&self.#member, __out)))
    });
    let sizes = each(&scope.fields, |field| {
        let (rk, codec, member) = (&field.rk, &field.codec, &field.field.member);
        quote_spanned!(field.span=> + #rk::size::<#codec, _>(&self.#member))
    });
    let reads = each(&scope.fields, |field| {
        let (rk, codec, member, index) = (&field.rk, &field.codec, &field.field.member, field.index);
        let ty = spans::respanned(field.field.ty.to_token_stream(), field.span);
        let read = quote_spanned!(field.span=> <#codec as #rk::ReadPart<'__de, #ty, #index>>::__take(__reader));
        let read = tried(rk, &read);
        quote!(#member: #read)
    });
    let decodable = each(&scope.fields, |field| {
        let (rk, codec, index) = (&field.rk, &field.codec, field.index);
        let ty = spans::respanned(field.field.ty.to_token_stream(), field.span);
        quote_spanned!(field.span=> #codec: #rk::ReadPart<'__de, #ty, #index>)
    });
    let total = each(&scope.fields, |field| {
        let (rk, codec, value) = (&field.rk, &field.codec, &field.value);
        quote_spanned!(field.span=> for<'__x> #codec: #rk::TotalPart<'__x, #value>)
    });
    let ordered = each(&scope.fields, |field| field.bound("OrderedField", &field.value_and_position()));
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    quote! {
            #aliases
            #field_value

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #rk::Fields;
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::Structure for #ident<#(#lifetimes),*> {
                const PARTS: &'static [#rk::Part] = &[#(#parts),*];
                const CHECKS: &'static [#rk::CheckPart] = &[#(#checks),*];

                #[inline]
                fn write<__S: #rk::Sink>(&self, __out: &mut __S) -> #rk::Result<(), #rk::EncodeErrorKind> {
                    #(#writes;)*
                    #rk::Ok(())
                }

                #[inline]
                fn size(&self) -> #rk::usize {
                    0 #(#sizes)*
                }
            }

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes),*> #rk::ReadStructure<'__de> for #ident<#(#lifetimes),*>
            where
                #(#decodable),*
            {
                #[inline]
                fn read(__reader: &mut #rk::Reader<'__de>) -> #rk::Result<Self, #rk::DecodeError> {
                    #rk::Ok(Self { #(#reads),* })
                }
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::TotalStructure for #ident<#(#lifetimes),*> where #(#total),* {}

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::OrderedStructure for #ident<#(#lifetimes),*>
            where
                #(#total,)*
                #(#ordered),*
            {
            }
    }
}
