//! A newtype: all that the type within has.

use super::field_value;
use crate::expand::Scope;
use crate::model::Field;
use crate::names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

pub(super) fn expand(scope: &Scope<'_>, field: &Field<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let span = field.type_span();
    let ty = names::respanned(quote::ToTokens::to_token_stream(field.ty), span);
    let field_value = field_value(rk, ident, lifetimes);
    let codec = {
        let rk = names::runtime(span);
        quote_spanned!(span=> #rk::Wrapped<<#ty as #rk::KeyField<__F>>::Codec>)
    };
    quote! {
            #field_value

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #codec;
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::Wrapper for #ident<#(#lifetimes),*> {
                type Inner = #ty;

                #[inline]
                fn inner(&self) -> &#ty {
                    &self.0
                }

                #[inline]
                fn into_inner(self) -> #ty {
                    self.0
                }

                #[inline]
                fn wrap(inner: #ty) -> Self {
                    Self(inner)
                }
            }

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::PadTarget<__F> for #ident<#(#lifetimes),*>
            where
                #ty: #rk::PadTarget<__F>,
            {
                const DIGITS: #rk::usize = <#ty as #rk::PadTarget<__F>>::DIGITS;
                type Kind = #rk::WrappedKind<<#ty as #rk::PadTarget<__F>>::Kind>;
            }

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::WidePadTarget<__F> for #ident<#(#lifetimes),*>
            where
                #ty: #rk::WidePadTarget<__F>,
            {
                type Wide = #rk::WrappedKind<<#ty as #rk::WidePadTarget<__F>>::Wide>;
            }

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::PadCharTarget<__F> for #ident<#(#lifetimes),*>
            where
                #ty: #rk::PadCharTarget<__F>,
            {
                type CharKind = #rk::WrappedKind<<#ty as #rk::PadCharTarget<__F>>::CharKind>;
            }

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::ReverseTarget<__F> for #ident<#(#lifetimes),*>
            where
                #ty: #rk::ReverseTarget<__F>,
            {
                type Codec = #rk::Wrapped<<#ty as #rk::ReverseTarget<__F>>::Codec>;
            }

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::ModuloField<__F> for #ident<#(#lifetimes),*>
            where
                #ty: #rk::ModuloField<__F>,
            {
                type Number = <#ty as #rk::ModuloField<__F>>::Number;

                #[inline]
                fn modulo(self, count: #rk::u64) -> #rk::u64 {
                    #rk::ModuloField::<__F>::modulo(self.0, count)
                }
            }

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::ModuloField<__F> for &#ident<#(#lifetimes),*>
            where
                #ty: #rk::ModuloField<__F>,
                for<'__x> #ty: ::core::marker::Copy,
            {
                type Number = <#ty as #rk::ModuloField<__F>>::Number;

                #[inline]
                fn modulo(self, count: #rk::u64) -> #rk::u64 {
                    #rk::ModuloField::<__F>::modulo(self.0, count)
                }
            }
    }
}
