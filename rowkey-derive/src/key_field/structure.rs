//! A struct: its fields in order, each ended as if others followed.

use super::field_value;
use crate::expand::{Scope, codec};
use crate::model::Field;
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// A field, and the names that its code uses.
struct One<'a> {
    rk: TokenStream,
    codec: Ident,
    value_type: Ident,
    field: &'a Field<'a>,
    marker: &'a Ident,
    span: Span,
}

impl<'a> One<'a> {
    fn new(scope: &Scope<'_>, index: usize, field: &'a Field<'a>, marker: &'a Ident) -> Self {
        let span = field.span();
        let (codec, value_type) = (names::codec(index, span), names::value_type(index, span));
        Self { rk: scope.rk_at(span), codec, value_type, field, marker, span }
    }
}

pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes, markers) = (scope.key.ident, &scope.key.lifetimes, &scope.markers);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let each = |tokens: &dyn Fn(&One<'_>) -> TokenStream| -> Vec<TokenStream> {
        let fields = scope.key.fields.iter().zip(markers).enumerate();
        fields.map(|(index, (field, marker))| tokens(&One::new(scope, index, field, marker))).collect()
    };
    let parts = each(&|One { rk, codec, value_type, field, span, .. }| {
        let name = &field.name;
        quote_spanned!(*span=> #rk::Part::__new(#name, <#codec as #rk::FieldCodec<#value_type>>::ENCODING))
    });
    let writes = each(&|One { rk, codec, field, span, .. }| {
        let member = &field.member;
        quote_spanned!(*span=> #rk::put_part::<#codec, _, __S>(&self.#member, __out)?;)
    });
    let sizes = each(&|One { rk, codec, field, span, .. }| {
        let member = &field.member;
        quote_spanned!(*span=> + #rk::size::<#codec, _>(&self.#member))
    });
    let reads = each(&|One { rk, codec, field, span, .. }| {
        let member = &field.member;
        quote_spanned!(*span=> #member: #rk::take_part::<#codec, _>(__reader)?)
    });
    let bound = |fact: &str, lifetime: &TokenStream, binder: &TokenStream| {
        let fact = quote::format_ident!("{fact}");
        each(&|One { rk, codec, field, marker, span, .. }| {
            let ty = names::respanned(field.ty.to_token_stream(), *span);
            quote_spanned!(*span=> #binder #codec: #rk::#fact<#lifetime, #ty, #rk::Mid<#rk::Escape>, #marker>)
        })
    };
    let decodable = bound("DecodableField", &quote!('__de), &quote!());
    let total = bound("TotalField", &quote!('__x), &quote!(for<'__x>));
    let ordered = bound("OrderedField", &quote!('__x), &quote!(for<'__x>));
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    quote! {
        #[allow(
            dead_code,
            non_camel_case_types,
            private_bounds,
            private_interfaces,
            unreachable_pub,
            clippy::all,
            clippy::pedantic,
        )]
        const _: () = {
            #(pub enum #markers {})*
            #aliases
            #field_value

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #rk::Fields;
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::Structure for #ident<#(#lifetimes),*> {
                const PARTS: &'static [#rk::Part] = &[#(#parts),*];

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
        };
    }
}
