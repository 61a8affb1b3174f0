//! Generates the code of a newtype such as `struct UserId(u64);`. A field of this type can have all attributes that a
//! field of type `u64` can have.

use super::field_value::field_value;
use crate::expand::field::each;
use crate::expand::{Scope, codec};
use crate::model::Field;
use crate::names;
use crate::spans;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn expand(scope: &Scope<'_>, field: &Field<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let span = field.type_span();
    let ty = spans::respanned(field.ty.to_token_stream(), span);
    let checked = codec::checked_type(lifetimes, field, 0);
    let field_value = field_value(rk, ident, lifetimes);
    let codec = {
        let (rk, value_type) = (names::private(span), names::value_type(0, span));
        quote_spanned!(span=> #rk::NewtypeOf<<#value_type as #rk::KeyField<__F>>::Codec>)
    };
    let [pad_target, wide_pad_target, pad_char_target, reverse_target] =
        ["PadTarget", "WidePadTarget", "PadCharTarget", "ReverseTarget"]
            .map(|name| delegating_header(scope, &ty, name, None));
    let length_target = delegating_header(scope, &ty, "LengthTarget", None);
    let decimal_target = delegating_header(scope, &ty, "DecimalTarget", None);
    let modulo_field = delegating_header(scope, &ty, "ModuloField", None);
    let modulo_field_of_reference = delegating_header(scope, &ty, "ModuloField", Some(&quote!(&)));
    let modulo = quote! {
        type Number = <#ty as #rk::ModuloField<__F>>::Number;

        #[inline]
        fn modulo(&self, count: #rk::u64) -> #rk::u64 {
            #rk::ModuloField::<__F>::modulo(&self.0, count)
        }
    };
    let newtype = newtype_impl(scope, &ty);
    quote! {
            #checked
            #field_value

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #codec;
            }

            #newtype

            #[automatically_derived]
            #pad_target {
                const DIGITS: #rk::usize = <#ty as #rk::PadTarget<__F>>::DIGITS;
                type Kind = #rk::NewtypeKind<<#ty as #rk::PadTarget<__F>>::Kind>;
            }

            #[automatically_derived]
            #wide_pad_target {
                type Wide = #rk::NewtypeKind<<#ty as #rk::WidePadTarget<__F>>::Wide>;
            }

            #[automatically_derived]
            #pad_char_target {
                type CharKind = #rk::NewtypeKind<<#ty as #rk::PadCharTarget<__F>>::CharKind>;
            }

            #[automatically_derived]
            #reverse_target {
                type Codec = #rk::NewtypeOf<<#ty as #rk::ReverseTarget<__F>>::Codec>;
            }

            #[automatically_derived]
            #length_target {
                type Kind = #rk::NewtypeKind<<#ty as #rk::LengthTarget<__F>>::Kind>;
            }

            #[automatically_derived]
            #decimal_target {
                type Kind = #rk::NewtypeKind<<#ty as #rk::DecimalTarget<__F>>::Kind>;
            }

            #[automatically_derived]
            #modulo_field {
                #modulo
            }

            #[automatically_derived]
            #modulo_field_of_reference {
                #modulo
            }
    }
}

/// Generates the code of a newtype with `codec = ..`.
pub(super) fn with_codec(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let impls = each(&scope.fields, |field| {
        let codec = &field.codec;
        let newtype = newtype_impl(scope, &field.field.ty.to_token_stream());
        quote! {
            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #rk::NewtypeOf<#codec>;
            }

            #newtype
        }
    });
    quote! {
            #aliases
            #field_value
            #(#impls)*
    }
}

fn newtype_impl(scope: &Scope<'_>, ty: &TokenStream) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    quote! {
            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::Newtype for #ident<#(#lifetimes),*> {
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
    }
}

/// Returns the header `impl<__F> Trait<__F> for Newtype where Inner: Trait<__F>` with the span of the newtype's name. A
/// message about a trait that the inner type lacks then points to the newtype, not to the derive, and gives no advice
/// about derives. With `reference`, which is `&`, the impl is for `&Newtype`.
///
/// A blanket impl would be shorter, but then compile errors would name the bound of the impl, not the field.
fn delegating_header(scope: &Scope<'_>, ty: &TokenStream, name: &str, reference: Option<&TokenStream>) -> TokenStream {
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let span = ident.span();
    let (rk, trait_name) = (names::private(span), Ident::new(name, span));
    let header = quote_spanned! {span=>
        #[doc(hidden)]
        impl<#(#lifetimes,)* __F> #rk::#trait_name<__F> for #reference #ident<#(#lifetimes),*>
        where
            #ty: #rk::#trait_name<__F>,
    };
    spans::as_written(header, span)
}
