//! The argument of the prefix methods for a field of the type.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Implements `FieldValue`, which decides whether the equality method takes the type or a reference to it.
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
