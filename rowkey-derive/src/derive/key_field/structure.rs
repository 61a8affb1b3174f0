//! A struct with several fields, or with attributes on its field: the fields in order, each encoded as if others followed.

use super::field_value;
use crate::expand::{Scope, codec, tried};
use crate::model::Field;
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// A field, and the names that its code uses.
struct One<'a> {
    rk: Ident,
    codec: Ident,
    value_type: Ident,
    field: &'a Field<'a>,
    index: usize,
    span: Span,
}

impl<'a> One<'a> {
    fn new(index: usize, field: &'a Field<'a>) -> Self {
        let span = field.span();
        let (codec, value_type) = (names::codec(index, span), names::value_type(index, span));
        Self { rk: names::runtime(span), codec, value_type, field, index, span }
    }
}

pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let each = |tokens: &dyn Fn(&One<'_>) -> TokenStream| -> Vec<TokenStream> {
        scope.key.fields.iter().enumerate().map(|(index, field)| tokens(&One::new(index, field))).collect()
    };
    let parts = each(&|One { rk, codec, value_type, field, span, .. }| {
        let name = &field.name;
        quote_spanned!(*span=> #rk::Part::__new(#name, <#codec as #rk::FieldCodec<#value_type>>::ENCODING))
    });
    let checks =
        each(&|One { rk, codec, value_type, span, .. }| quote_spanned!(*span=> #rk::check_part::<#codec, #value_type>));
    let writes = each(&|One { rk, codec, field, span, .. }| {
        let member = &field.member;
        tried(rk, &quote_spanned!(*span=> #rk::put_part::<#codec, _, __S>(&self.#member, __out)))
    });
    let sizes = each(&|One { rk, codec, field, span, .. }| {
        let member = &field.member;
        quote_spanned!(*span=> + #rk::size::<#codec, _>(&self.#member))
    });
    let reads = each(&|One { rk, codec, field, index, span, .. }| {
        let member = &field.member;
        let ty = spans::respanned(field.ty.to_token_stream(), *span);
        let taken = tried(rk, &quote_spanned!(*span=> <#codec as #rk::ReadPart<'__de, #ty, #index>>::__take(__reader)));
        quote!(#member: #taken)
    });
    let decodable = each(&|One { rk, codec, field, index, span, .. }| {
        let ty = spans::respanned(field.ty.to_token_stream(), *span);
        quote_spanned!(*span=> #codec: #rk::ReadPart<'__de, #ty, #index>)
    });
    let total = each(
        &|One { rk, codec, value_type, span, .. }| quote_spanned!(*span=> for<'__x> #codec: #rk::TotalPart<'__x, #value_type>),
    );
    let ordered = each(&|One { rk, codec, value_type, field, span, .. }| {
        let label = names::label_lifetime(scope.key, field, *span);
        quote_spanned! {*span=>
            for<#label> #codec: #rk::OrderedField<#value_type, #rk::InStruct, #rk::TheField<#label>>
        }
    });
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
