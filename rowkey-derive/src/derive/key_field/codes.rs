//! Generates the code of an enum without data, whose variants are encoded as their codes.

use super::field_value;
use crate::attr::Code;
use crate::lifetimes;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{DataEnum, DeriveInput};

pub(super) fn expand(input: &DeriveInput, data: &DataEnum, codes: &[&Code], rk: &Ident) -> TokenStream {
    let ident = &input.ident;
    let field_value = field_value(rk, ident, &lifetimes::of(input));
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let listed = variants.iter().zip(codes).map(|(variant, code)| {
        let (name, bytes) = (variant.unraw().to_string(), proc_macro2::Literal::byte_string(&code.bytes));
        quote!(#rk::Code::__new(#name, #bytes))
    });
    let indexes: Vec<_> = (0..variants.len()).collect();
    let ordered = ascend(codes).then(|| {
        quote! {
            #[automatically_derived]
            impl #rk::OrderedCoded for #ident {}
        }
    });
    quote! {
            #field_value

            #[automatically_derived]
            impl<__F> #rk::KeyField<__F> for #ident {
                type Codec = #rk::Codes;
            }

            #[automatically_derived]
            impl #rk::Coded for #ident {
                const CODES: &'static [#rk::Code] = &[#(#listed),*];

                #[inline]
                fn index(&self) -> #rk::usize {
                    match self {
                        #(Self::#variants => #indexes,)*
                    }
                }

                #[inline]
                fn from_index(index: #rk::usize) -> #rk::Option<Self> {
                    match index {
                        #(#indexes => #rk::Some(Self::#variants),)*
                        _ => #rk::None,
                    }
                }
            }

            #ordered
    }
}

/// Checks whether each code is greater than the code before it.
pub(super) fn ascend(codes: &[&Code]) -> bool {
    codes.windows(2).all(|pair| matches!(pair, [a, b] if a.bytes < b.bytes))
}
