//! Generates the code of an enum with data, which is encoded as the code of the variant and then the fields of the
//! variant as in a struct.

use super::codes::ascend;
use super::field_value;
use super::structure::{decodable, ordered, part_list, parts, read, size, total, write};
use crate::attr::{Attrs, Code};
use crate::build;
use crate::expand::field::{FieldCode, each};
use crate::expand::{Scope, codec};
use crate::names;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{DataEnum, DeriveInput, Ident};

/// A variant and its fields.
struct VariantCode<'a> {
    ident: &'a Ident,
    code: Literal,
    fields: &'a [FieldCode<'a>],
}

impl VariantCode<'_> {
    /// Returns a pattern that binds each field to its local name.
    fn pattern(&self) -> TokenStream {
        let ident = self.ident;
        let bound = each(self.fields, |field| {
            let (member, local) = (&field.field.member, names::local(field.index));
            quote!(#member: #local)
        });
        quote!(Self::#ident { #(#bound),* })
    }
}

fn variants<'a>(fields: &'a [FieldCode<'a>], data: &'a DataEnum, codes: &[&Code]) -> Vec<VariantCode<'a>> {
    let mut rest = fields;
    let variants = data.variants.iter().zip(codes).map(|(variant, code)| {
        let (fields, after) = rest.split_at_checked(variant.fields.len()).unwrap_or((rest, &[]));
        rest = after;
        VariantCode { ident: &variant.ident, code: Literal::byte_string(&code.bytes), fields }
    });
    variants.collect()
}

pub(super) fn expand(scope: &Scope<'_>, data: &DataEnum, variant_codes: &[&Code]) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let variants = variants(&scope.fields, data, variant_codes);
    let listed = variants.iter().map(|variant| {
        let (name, code, parts) = (variant.ident.unraw().to_string(), &variant.code, parts(variant.fields));
        quote!(#rk::Variant::__new(#name, #code, const { &[#(#parts),*] }))
    });
    let checks = variants.iter().map(|variant| {
        let list = part_list(variant.fields);
        quote!(<#list as #rk::PartList>::check)
    });
    let writes = variants.iter().map(|variant| {
        let (pattern, code) = (variant.pattern(), &variant.code);
        let writes = each(variant.fields, |field| write(field, &names::local(field.index).to_token_stream()));
        quote! {
            #pattern => {
                #rk::Sink::put(__out, #code);
                #(#writes)*
            }
        }
    });
    let sizes = variants.iter().zip(variant_codes).map(|(variant, code)| {
        let (pattern, width) = (variant.pattern(), code.bytes.len());
        let sizes = each(variant.fields, |field| size(field, &names::local(field.index).to_token_stream()));
        quote!(#pattern => #width #(#sizes)*,)
    });
    let reads = variants.iter().enumerate().map(|(index, variant)| {
        let (name, reads) = (variant.ident, each(variant.fields, read));
        // The last arm matches every index, because the index is always one of the variants.
        let index = if index + 1 < variants.len() { quote!(#index) } else { quote!(_) };
        quote!(#index => Self::#name { #(#reads),* },)
    });
    let decodable = each(&scope.fields, decodable);
    let total = each(&scope.fields, total);
    let ordered = ascend(variant_codes).then(|| {
        let ordered = each(&scope.fields, ordered);
        quote! {
            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::OrderedEnumeration for #ident<#(#lifetimes),*>
            where
                #(#total,)*
                #(#ordered),*
            {
            }
        }
    });
    let prefix = prefix(scope, &variants);
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    quote! {
            #aliases
            #field_value

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #rk::Variants;
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::Enumeration for #ident<#(#lifetimes),*> {
                const VARIANTS: &'static [#rk::Variant] = &[#(#listed),*];
                const CHECKS: &'static [#rk::CheckParts] = &[#(#checks),*];

                fn write<__S: #rk::Sink>(&self, __out: &mut __S) -> #rk::Result<(), #rk::EncodeErrorKind> {
                    match self {
                        #(#writes)*
                    }
                    #rk::Ok(())
                }

                fn size(&self) -> #rk::usize {
                    match self {
                        #(#sizes)*
                    }
                }
            }

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes,)* __P: #rk::Position> #rk::ReadEnumeration<'__de, __P> for #ident<#(#lifetimes),*>
            where
                #(#decodable),*
            {
                fn read(
                    __index: #rk::usize,
                    __reader: &mut #rk::Reader<'__de>,
                ) -> #rk::Result<Self, #rk::DecodeError> {
                    #rk::Ok(match __index {
                        #(#reads)*
                    })
                }
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::TotalEnumeration for #ident<#(#lifetimes),*> where #(#total),* {}

            #ordered

            #prefix
    }
}

/// Declares the return type of `prefix()` next to the enum.
pub(super) fn prefix_type(input: &DeriveInput, attrs: &Attrs) -> TokenStream {
    let (vis, name) = (&input.vis, build::prefix_ident(input, &attrs.key));
    let doc = format!("A part of [`{}`] without a variant: each method chooses one.", input.ident);
    quote! {
        #[doc = #doc]
        #[must_use = "a part is only a query: pass it to the `_in` method of a field"]
        #[allow(dead_code, non_camel_case_types, clippy::all, clippy::pedantic)]
        #vis struct #name(());
    }
}

/// Generates a method for each variant. The method returns the part that begins with the code of the variant.
fn prefix(scope: &Scope<'_>, variants: &[VariantCode<'_>]) -> TokenStream {
    let (rk, root) = (&scope.rk, names::root(Span::call_site()));
    let (ident, vis, prefix) = (scope.key.ident, scope.key.vis, &scope.key.prefix);
    let lifetimes = &scope.key.lifetimes;
    let statics = lifetimes.iter().map(|_| quote!('static));
    let of = quote!(#ident<#(#statics),*>);
    let methods = variants.iter().enumerate().map(|(index, variant)| {
        let (method, list) = (names::of_variant(variant.ident), part_list(variant.fields));
        let doc = format!("Selects the values that are `{}`.", variant.ident);
        quote! {
            #[doc = #doc]
            #vis fn #method(self) -> #rk::PartPrefix<#of, #list> {
                #rk::PartPrefix::variant(#index)
            }
        }
    });
    let text = prefix.to_string();
    quote! {
        impl #prefix {
            #(#methods)*
        }

        impl #rk::Debug for #prefix {
            fn fmt(&self, __f: &mut #rk::Formatter<'_>) -> #rk::FmtResult {
                #rk::Formatter::write_str(__f, #text)
            }
        }

        impl<#(#lifetimes),*> #root::KeyPart for #ident<#(#lifetimes),*> {
            type Prefix = #prefix;

            fn prefix() -> #prefix {
                #prefix(())
            }
        }
    }
}
