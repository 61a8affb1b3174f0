//! Generates the impl of `FieldValue` for a type that derives `KeyField`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Implements `FieldValue`, which decides the argument of the method that sets a field of this type in a prefix: a
/// value if the type is `Copy`, and otherwise a reference.
pub(super) fn field_value(rk: &Ident, ident: &syn::Ident, lifetimes: &[&syn::Lifetime]) -> TokenStream {
    let statics = lifetimes.iter().map(|_| quote!('static));
    quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #rk::FieldValue for #ident<#(#lifetimes),*> {
            type Arg<'__x> = <__Argument as #rk::ChooseArgument<Self>>::Arg<'__x> where Self: '__x;

            #[inline]
            fn arg(&self) -> Self::Arg<'_> {
                <__Argument as #rk::ChooseArgument<Self>>::arg(self)
            }

            #[inline]
            fn value_of<'__x, '__y>(arg: &'__x Self::Arg<'__y>) -> &'__x Self
            where
                Self: '__y,
            {
                <__Argument as #rk::ChooseArgument<Self>>::value_of(arg)
            }
        }

        type __Argument = #rk::ArgumentChoice<{
            use #rk::NotCopyFallback as _;
            <#rk::IsCopy<#ident<#(#statics),*>>>::VALUE
        }>;
    }
}
