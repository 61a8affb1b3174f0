//! The code that `#[derive(RowKey)]` generates for a key with a mistake: all implementations and methods, with
//! placeholder bodies. Without this code, rustc would report each use of the key as a further error.

use crate::attr::Attrs;
use crate::build;
use crate::model;
use crate::names;
use crate::prefix_type::{self, PrefixType};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, GenericParam};

pub(crate) fn row_key(input: &DeriveInput, attrs: &Attrs) -> TokenStream {
    let krate = attrs.key.krate.get().map(|attr| &attr.value);
    let (root, rk) = (names::root(Span::call_site()), names::private(Span::call_site()));
    let imports = names::imports(krate);
    let (ident, vis, name) = (&input.ident, &input.vis, input.ident.to_string());
    let name_of_prefix = build::prefix_ident(input, &attrs.key);
    let prefix_type = PrefixType { key: ident, hash: prefix_type::hash(input), vis, name: &name_of_prefix, krate };
    let attributes = quote!(#[allow(missing_docs)]);
    let declaration = prefix_type.declaration(&attributes, &Ident::new("__Next", Span::call_site()), &quote!(()));
    let (prefix, prefix_import) = (names::renamed_prefix(), prefix_type.import(&names::renamed_prefix()));
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let params = input.generics.params.iter().map(without_default);
    let key_of_prefix = key_of_prefix(input);
    let methods = methods_of_fields(input, attrs, &prefix, &rk);
    quote! {
        #declaration

        #[allow(dead_code, missing_docs, clippy::all, clippy::pedantic)]
        const _: () = {
            #imports
            #prefix_import

            impl #impl_generics #root::RowKey for #ident #type_generics #where_clause {
                type Bytes = #rk::Vec<#rk::u8>;
                type Prefix = #prefix<[(); 0]>;
                const LAYOUT: &'static #rk::Layout =
                    &#rk::Layout::__rowkey_of_fields(#name, &[]);
                const __CHECKS: #rk::Checks = #rk::Checks::of_fields(&[]);

                fn __rowkey_write<__B: #rk::Buffer>(&self, _: &mut __B) -> #rk::Result<(), #root::EncodeError> {
                    #rk::placeholder()
                }

                fn __rowkey_size(&self) -> #rk::usize {
                    #rk::placeholder()
                }

                fn __rowkey_empty_prefix() -> #prefix<[(); 0]> {
                    #rk::placeholder()
                }
            }

            impl #impl_generics #rk::TotalFields for #ident #type_generics #where_clause {}

            impl<'__de, #(#params),*> #rk::DecodeFields<'__de> for #ident #type_generics #where_clause {
                fn __rowkey_read(
                    _: #rk::Reader<'__de>,
                    _: #rk::Option<&mut #rk::CheckedSalt>,
                ) -> #rk::Result<Self, #root::DecodeError> {
                    #rk::placeholder()
                }
            }

            impl #impl_generics #root::RandomSalt for #ident #type_generics #where_clause {}

            impl #impl_generics #rk::SpreadStart for #ident #type_generics #where_clause {}

            impl #impl_generics #rk::TextFields for #ident #type_generics #where_clause {}

            impl #impl_generics #rk::OwnedFields for #ident #type_generics #where_clause {}

            impl<__Next> #rk::Clone for #prefix<__Next> {
                fn clone(&self) -> Self {
                    #rk::placeholder()
                }
            }

            impl<__Next> #rk::Debug for #prefix<__Next> {
                fn fmt(&self, _: &mut #rk::Formatter<'_>) -> #rk::FmtResult {
                    #rk::placeholder()
                }
            }

            impl<__Next> #rk::Deref for #prefix<__Next> {
                type Target = #rk::Prefix<Self>;

                fn deref(&self) -> &#rk::Prefix<Self> {
                    #rk::placeholder()
                }
            }

            impl<__Next> #rk::PrefixState for #prefix<__Next> {
                type Key = #key_of_prefix;
                type SaltSource = #rk::NoSalt;
                type Unterminated = #rk::NoField;
            }

            impl<__Next> #prefix<__Next> {
                #vis fn range(self) -> #rk::KeyRange {
                    #rk::placeholder()
                }

                #vis fn ranges(self) -> #rk::Ranges {
                    #rk::placeholder()
                }
            }

            #methods
        };
    }
}

/// Returns the type `PrefixState::Key`. For a key with type or const parameters, this type is `()`, because the prefix
/// type does not have these parameters.
fn key_of_prefix(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    if input.generics.type_params().next().is_some() || input.generics.const_params().next().is_some() {
        return quote!(());
    }
    let lifetimes = input.generics.lifetimes().map(|_| quote!('static));
    quote!(#ident<#(#lifetimes),*>)
}

/// Removes the default of a generic parameter, which is not allowed in an impl.
fn without_default(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Lifetime(param) => quote!(#param),
        GenericParam::Type(param) => {
            let (ident, colon, bounds) = (&param.ident, &param.colon_token, &param.bounds);
            quote!(#ident #colon #bounds)
        }
        GenericParam::Const(param) => {
            let (ident, ty) = (&param.ident, &param.ty);
            quote!(const #ident: #ty)
        }
    }
}

/// Generates the methods of each field. These methods accept arguments of any type, because the field's type may be
/// part of the mistake.
fn methods_of_fields(input: &DeriveInput, attrs: &Attrs, prefix: &syn::Ident, rk: &syn::Ident) -> TokenStream {
    let Data::Struct(data) = &input.data else {
        return TokenStream::new();
    };
    let vis = &input.vis;
    let methods = data.fields.iter().zip(&attrs.fields).enumerate().map(|(index, (field, attrs))| {
        let (_, ident) = model::member(index, field);
        let method = attrs.method.get().map_or(ident, |attr| attr.value.clone());
        let [equal, within, starts_with, ends_with] = names::methods(&method);
        if [&equal, &within, &starts_with, &ends_with].iter().any(|name| names::is_reserved(&name.to_string())) {
            return TokenStream::new();
        }
        let next = index + 1;
        quote! {
            impl #prefix<[(); #index]> {
                #vis fn #equal<__V>(self, _: __V) -> #prefix<[(); #next]> {
                    #rk::placeholder()
                }
                #vis fn #within<__V>(self, _: __V) -> #rk::FinishedQuery<Self> {
                    #rk::placeholder()
                }
                #vis fn #starts_with<__V>(self, _: __V) -> #rk::FinishedQuery<Self> {
                    #rk::placeholder()
                }
                #vis fn #ends_with<__V>(self, _: __V) -> #rk::FinishedQuery<Self> {
                    #rk::placeholder()
                }
            }
        }
    });
    methods.collect()
}
