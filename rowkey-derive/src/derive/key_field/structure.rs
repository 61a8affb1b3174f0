//! Generates the code of a struct with several fields, or with attributes on its only field. The fields are encoded in
//! order, each as if others followed.

use super::field_value;
use crate::expand::field::{FieldCode, each};
use crate::expand::{Scope, codec, tried};
use crate::model::Constant;
use crate::spans;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let (parts, part_list) = (parts(&scope.fields), part_list(&scope.fields));
    let writes = each(&scope.fields, |field| {
        let member = &field.field.member;
        write(field, &quote!(&self.#member))
    });
    let sizes = each(&scope.fields, |field| {
        let member = &field.field.member;
        size(field, &quote!(&self.#member))
    });
    let (reads, decodable) = (each(&scope.fields, read), each(&scope.fields, decodable));
    let (total, ordered) = (each(&scope.fields, total), each(&scope.fields, ordered));
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
                type Parts = #part_list;

                #[inline]
                fn write<__S: #rk::Sink>(&self, __out: &mut __S) -> #rk::Result<(), #rk::EncodeErrorKind> {
                    #(#writes)*
                    #rk::Ok(())
                }

                #[inline]
                fn size(&self) -> #rk::usize {
                    0 #(#sizes)*
                }
            }

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes,)* __P: #rk::Position> #rk::ReadStructure<'__de, __P> for #ident<#(#lifetimes),*>
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

/// Returns the descriptions of the fields in `LAYOUT`.
pub(super) fn parts(fields: &[FieldCode<'_>]) -> Vec<TokenStream> {
    fields.iter().map(FieldCode::part).collect()
}

/// Returns the statements that write a field and the constants around it.
pub(super) fn write(field: &FieldCode<'_>, value: &TokenStream) -> TokenStream {
    let (rk, codec) = (&field.rk, &field.codec);
    let written = tried(rk, &quote_spanned!(field.span=> #rk::put_part::<#codec, _, __S>(#value, __out)));
    let constant = |constant: &Constant| quote!(#rk::Sink::put(__out, #constant););
    let (before, after) = (field.field.before.map(constant), field.field.after.map(constant));
    quote!(#before #written; #after)
}

/// Returns the size hint of a field and the constants around it, after a `+`.
pub(super) fn size(field: &FieldCode<'_>, value: &TokenStream) -> TokenStream {
    let (rk, codec) = (&field.rk, &field.codec);
    let constants = field.field.constants().map(Constant::len_tokens);
    quote_spanned!(field.span=> #(+ #constants)* + #rk::size::<#codec, _>(#value))
}

/// Returns the fields as a type-level list.
pub(super) fn part_list(fields: &[FieldCode<'_>]) -> TokenStream {
    fields.iter().rev().fold(quote!(()), |rest, field| {
        let (codec, value) = (&field.codec, &field.value);
        quote_spanned!(field.span=> (#codec, #value, #rest))
    })
}

/// Returns the member of a struct expression that reads the field.
pub(super) fn read(field: &FieldCode<'_>) -> TokenStream {
    let (rk, codec, member, index) = (&field.rk, &field.codec, &field.field.member, field.index);
    let ty = spans::respanned(field.field.ty.to_token_stream(), field.span);
    let read = quote_spanned!(field.span=> <#codec as #rk::ReadPart<'__de, #ty, __P, #index>>::__take(__reader));
    let read = tried(rk, &read);
    let constant = |constant: &Constant| {
        let skipped = tried(rk, &quote!(#rk::read_constant(__reader, #constant)));
        quote!(#skipped;)
    };
    let (before, after) = (field.field.before.map(constant), field.field.after.map(constant));
    if before.is_none() && after.is_none() {
        quote!(#member: #read)
    } else {
        quote!(#member: { #before let __value = #read; #after __value })
    }
}

/// Returns the bound that the field can be decoded.
pub(super) fn decodable(field: &FieldCode<'_>) -> TokenStream {
    let (rk, codec, index) = (&field.rk, &field.codec, field.index);
    let ty = spans::respanned(field.field.ty.to_token_stream(), field.span);
    quote_spanned!(field.span=> #codec: #rk::ReadPart<'__de, #ty, __P, #index>)
}

/// Returns the bound that every value of the field can be encoded.
pub(super) fn total(field: &FieldCode<'_>) -> TokenStream {
    let (rk, codec, value) = (&field.rk, &field.codec, &field.value);
    quote_spanned!(field.span=> for<'__x> #codec: #rk::TotalPart<'__x, #value>)
}

/// Returns the bound that the field sorts.
pub(super) fn ordered(field: &FieldCode<'_>) -> TokenStream {
    field.bound("OrderedField", &field.value_and_position())
}
