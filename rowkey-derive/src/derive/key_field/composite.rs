//! Generates the code of enums, and of structs that are not newtypes: structs with several fields, with a named field,
//! or with an attribute on their only field.
//!
//! The fields are encoded in order, each with the terminator that it has before other fields. In an enum, the code of
//! the variant comes before the fields of the variant.

use super::field_value::field_value;
use crate::attr::{Attrs, Code, CodeKind, KnownCode};
use crate::build;
use crate::expand::field::{FieldCode, each};
use crate::expand::{Scope, codec, or_return, return_error};
use crate::model::Constant;
use crate::names;
use crate::spans;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{DataEnum, DeriveInput, Ident};

/// The tokens with which derived code refers to a variant of an enum, or to a struct. For a struct, the name and the
/// code are `None`.
struct VariantTokens<'a> {
    ident: Option<&'a Ident>,
    /// The bytes of the code as an expression.
    code: Option<TokenStream>,
    /// The number of bytes of the code.
    width: TokenStream,
    fields: &'a [FieldCode<'a>],
}

impl VariantTokens<'_> {
    fn path(&self) -> TokenStream {
        self.ident.map_or_else(|| quote!(Self), |ident| quote!(Self::#ident))
    }

    /// Returns a pattern that binds each field to its local name.
    fn pattern(&self) -> TokenStream {
        let path = self.path();
        let bound = each(self.fields, |field| {
            let (member, local) = (&field.field.member, names::local(field.index));
            quote!(#member: #local)
        });
        quote!(#path { #(#bound),* })
    }

    fn name_and_code(&self) -> TokenStream {
        let (name, code) = (self.ident.map(|ident| ident.unraw().to_string()), &self.code);
        quote!(#name, #code)
    }
}

pub(super) fn structure(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let layouts = layouts(&scope.fields);
    let encoding = quote!(#rk::Encoding::__rowkey_structure(const { &[#(#layouts),*] }));
    let variant = VariantTokens { ident: None, code: None, width: quote!(0), fields: &scope.fields };
    let composite = composite(scope, &[variant], "Fields", &encoding, &KeepsOrder::Always);
    let list = field_list(&scope.fields);
    let prefixes =
        composite_field(scope, &quote!(#rk::CompositePrefix<Self, #list>), &quote!(#rk::CompositePrefix::variant(0)));
    quote!(#composite #prefixes)
}

pub(super) fn enumeration(scope: &Scope<'_>, data: &DataEnum, codes: &[&Code]) -> TokenStream {
    let rk = &scope.rk;
    let variants = variants(&scope.fields, data, codes);
    let constants = code_constants(rk, data, codes);
    let keeps_order = codes_ascend(rk, codes);
    if scope.fields.is_empty() {
        let codes = variants.iter().map(VariantTokens::name_and_code);
        let encoding = quote!(#rk::Encoding::__rowkey_codes(const { &[#(#rk::Code::__rowkey_new(#codes)),*] }));
        let composite = composite(scope, &variants, "Codes", &encoding, &keeps_order);
        return quote!(#constants #composite);
    }
    let listed = variants.iter().map(|variant| {
        let (name_and_code, layouts) = (variant.name_and_code(), layouts(variant.fields));
        quote!(#rk::Variant::__rowkey_new(#name_and_code, const { &[#(#layouts),*] }))
    });
    let encoding = quote!(#rk::Encoding::__rowkey_variants(const { &[#(#listed),*] }));
    let composite = composite(scope, &variants, "Variants", &encoding, &keeps_order);
    let prefix = prefix(scope, &variants);
    quote!(#constants #composite #prefix)
}

fn variants<'a>(fields: &'a [FieldCode<'a>], data: &'a DataEnum, codes: &[&'a Code]) -> Vec<VariantTokens<'a>> {
    let mut rest = fields;
    let variants = data.variants.iter().zip(codes).enumerate().map(|(index, (variant, code))| {
        let (fields, after) = rest.split_at_checked(variant.fields.len()).unwrap_or((rest, &[]));
        rest = after;
        let (code, width) = match code {
            Code::Known(known) => {
                (Literal::byte_string(&known.bytes).to_token_stream(), known.bytes.len().to_token_stream())
            }
            Code::Expression(expression) => {
                let span = spans::first_span(expression.clone());
                let (rk, name) = (names::private(span), names::code(index, span));
                let bytes = quote_spanned!(span=> const { #rk::CodeValue::bytes(&#name) });
                (bytes.clone(), quote_spanned!(span=> #bytes.len()))
            }
        };
        VariantTokens { ident: Some(&variant.ident), code: Some(code), width, fields }
    });
    variants.collect()
}

/// If one of the codes is an expression, declares a constant for each code, and generates the comparisons of the codes.
/// If all codes are literals, `check` has compared them.
fn code_constants(rk: &Ident, data: &DataEnum, codes: &[&Code]) -> Option<TokenStream> {
    let first = codes.iter().position(|code| code.known().is_none())?;
    let declared = codes.iter().enumerate().map(|(index, code)| match code {
        Code::Known(KnownCode { bytes, kind }) => {
            let name = names::code(index, Span::call_site());
            let value = match (kind, &**bytes) {
                (CodeKind::Number(_), [a]) => quote!(U8([#a])),
                (CodeKind::Number(_), [a, b]) => quote!(U16([#a, #b])),
                (CodeKind::Number(_), bytes) => quote!(U32([#(#bytes),*])),
                (CodeKind::Text, bytes) => {
                    let bytes = Literal::byte_string(bytes);
                    quote!(Text(#bytes))
                }
            };
            quote!(const #name: #rk::CodeValue = #rk::CodeValue::#value;)
        }
        Code::Expression(expression) => {
            let span = spans::first_span(expression.clone());
            let (rk, name) = (names::private(span), names::code(index, span));
            quote_spanned!(span=> const #name: #rk::CodeValue = #rk::Constant(#expression).code();)
        }
    });
    let listed = data.variants.iter().zip(codes).enumerate().map(|(index, (variant, code))| {
        let name = variant.ident.unraw().to_string();
        let value = names::code(index, code_span(code));
        quote!((#name, #value))
    });
    // `check` has compared the codes before `first`, because they are literals.
    let checked = data.variants.iter().zip(codes).enumerate().skip(first).map(|(index, (variant, code))| {
        let span = match code {
            Code::Known(_) => variant.ident.span(),
            Code::Expression(_) => code_span(code),
        };
        let rk = names::private(span);
        quote_spanned!(span=> const _: () = #rk::compile_time::check_code(__CODES, #index);)
    });
    Some(quote! {
        #(#declared)*
        const __CODES: &[(&#rk::str, #rk::CodeValue)] = &[#(#listed),*];
        #(#checked)*
    })
}

fn code_span(code: &Code) -> Span {
    match code {
        Code::Known(_) => Span::call_site(),
        Code::Expression(expression) => spans::first_span(expression.clone()),
    }
}

/// Tells whether the codes of an enum keep the order of its values: each variant has a smaller code than the variants
/// that are declared after it. A struct has no codes, so it is `Always`.
enum KeepsOrder {
    Always,
    Never,
    /// One of the codes is an expression, so only rustc can compare the codes. The tokens are a bound, which is
    /// satisfied if the codes ascend.
    If(TokenStream),
}

fn codes_ascend(rk: &Ident, codes: &[&Code]) -> KeepsOrder {
    let known: Option<Vec<_>> = codes.iter().map(|code| code.known()).collect();
    match known {
        Some(known) if known.windows(2).all(|pair| matches!(pair, [a, b] if a.bytes < b.bytes)) => KeepsOrder::Always,
        Some(_) => KeepsOrder::Never,
        // The lifetime parameter delays the check of the bound: an unsatisfied bound is an error only where the order
        // is needed.
        None => KeepsOrder::If(
            quote!(for<'__x> #rk::Holds<{ #rk::compile_time::codes_ascend(__CODES) }>: #rk::CodesAscend<'__x>),
        ),
    }
}

/// Generates the code of a type with these variants. `codec` is the name of its codec: `Fields`, `Codes` or `Variants`.
fn composite(
    scope: &Scope<'_>,
    variants: &[VariantTokens<'_>],
    codec: &str,
    encoding: &TokenStream,
    keeps_order: &KeepsOrder,
) -> TokenStream {
    let rk = &scope.rk;
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let aliases = codec::aliases(scope);
    let field_value = field_value(rk, ident, lifetimes);
    let codec = Ident::new(codec, Span::call_site());
    let shows = (!scope.fields.is_empty()).then(|| {
        let lists = variants.iter().map(|variant| field_list(variant.fields));
        quote!(#(<#lists as #rk::FieldList>::show),*)
    });
    let patterns: Vec<_> = variants.iter().map(VariantTokens::pattern).collect();
    let writes = variants.iter().map(|variant| {
        let code = variant.code.as_ref().map(|code| quote!(#rk::Sink::put(__out, #code);));
        let writes = each(variant.fields, |field| write(field, &names::local(field.index).to_token_stream()));
        quote!(#code #(#writes)*)
    });
    let sizes = variants.iter().map(|variant| {
        let width = &variant.width;
        let sizes = each(variant.fields, |field| size(field, &names::local(field.index).to_token_stream()));
        quote!(#width #(#sizes)*)
    });
    let reads = variants.iter().enumerate().map(|(index, variant)| {
        let (path, reads) = (variant.path(), each(variant.fields, read));
        // rustc requires an arm for every `usize`, so the pattern of the last variant is `_`. The index is always the
        // index of a variant.
        let index = if index + 1 < variants.len() { quote!(#index) } else { quote!(_) };
        quote!(#index => #path { #(#reads),* },)
    });
    let (decodable, total) = (each(&scope.fields, decodable), each(&scope.fields, total));
    let codes_ascend = match keeps_order {
        KeepsOrder::Always => Some(quote!()),
        KeepsOrder::Never => None,
        KeepsOrder::If(bound) => Some(quote!(#bound,)),
    };
    let ordered = codes_ascend.map(|codes_ascend| {
        let ordered = each(&scope.fields, ordered);
        quote! {
            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::OrderedComposite for #ident<#(#lifetimes),*>
            where
                #codes_ascend
                #(#total,)*
                #(#ordered),*
            {
            }
        }
    });
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    quote! {
            #aliases
            #field_value

            #[automatically_derived]
            impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
                type Codec = #rk::#codec;
            }

            #[automatically_derived]
            impl<#(#lifetimes),*> #rk::Composite for #ident<#(#lifetimes),*> {
                type Codec = #rk::#codec;
                const ENCODING: &'static #rk::Encoding = &#encoding;
                const SHOW: &'static [#rk::ShowFields] = &[#shows];

                #[inline]
                fn write<__S: #rk::Sink>(&self, __out: &mut __S) -> #rk::Result<(), #rk::EncodeErrorKind> {
                    match self {
                        #(#patterns => { #writes })*
                    }
                    #rk::Ok(())
                }

                #[inline]
                fn size(&self) -> #rk::usize {
                    match self {
                        #(#patterns => #sizes,)*
                    }
                }
            }

            #[automatically_derived]
            impl<'__de #outlives, #(#lifetimes,)* __P: #rk::Position> #rk::ReadComposite<'__de, __P> for #ident<#(#lifetimes),*>
            where
                #(#decodable),*
            {
                #[inline]
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
            impl<#(#lifetimes),*> #rk::TotalComposite for #ident<#(#lifetimes),*> where #(#total),* {}

            #ordered
    }
}

fn composite_field(scope: &Scope<'_>, prefix: &TokenStream, new: &TokenStream) -> TokenStream {
    let (ident, lifetimes, root) = (scope.key.ident, &scope.key.lifetimes, names::root(Span::call_site()));
    quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #root::CompositeField for #ident<#(#lifetimes),*> {
            type Prefix = #prefix;

            fn prefix() -> Self::Prefix {
                #new
            }
        }
    }
}

fn layouts(fields: &[FieldCode<'_>]) -> Vec<TokenStream> {
    fields.iter().map(FieldCode::layout).collect()
}

/// Returns the statements that write a field and the constants around it.
fn write(field: &FieldCode<'_>, value: &TokenStream) -> TokenStream {
    let (rk, codec) = (&field.rk, &field.codec);
    let written = return_error(rk, &quote_spanned!(field.span=> #rk::put_nested::<#codec, _, __S>(#value, __out)));
    let constant = |constant: &Constant| quote!(#rk::Sink::put(__out, #constant););
    let (before, after) = (field.field.before.map(constant), field.field.after.map(constant));
    quote!(#before #written #after)
}

/// Returns the terms for a field and the constants around it in the sum of a size hint, such as `+ 1 + size(value)`.
fn size(field: &FieldCode<'_>, value: &TokenStream) -> TokenStream {
    let (rk, codec) = (&field.rk, &field.codec);
    let constants = field.field.constants().map(Constant::len_tokens);
    quote_spanned!(field.span=> #(+ #constants)* + #rk::size::<#codec, _>(#value))
}

/// Returns the fields as nested tuple types: `(Codec0, Type0, (Codec1, Type1, ()))`.
fn field_list(fields: &[FieldCode<'_>]) -> TokenStream {
    fields.iter().rev().fold(quote!(()), |rest, field| {
        let (codec, value) = (&field.codec, &field.value);
        quote_spanned!(field.span=> (#codec, #value, #rest))
    })
}

/// Returns the field of a struct expression, such as `id: read(..)`.
fn read(field: &FieldCode<'_>) -> TokenStream {
    let (rk, codec, member, index) = (&field.rk, &field.codec, &field.field.member, field.index);
    let ty = spans::respanned(field.field.ty.to_token_stream(), field.span);
    let read = quote_spanned!(field.span=> <#codec as #rk::ReadNestedField<'__de, #ty, __P, #index>>::__read(__reader));
    let read = or_return(rk, &read);
    let constant = |constant: &Constant| return_error(rk, &quote!(#rk::read_constant(__reader, #constant)));
    let (before, after) = (field.field.before.map(constant), field.field.after.map(constant));
    if before.is_none() && after.is_none() {
        quote!(#member: #read)
    } else {
        quote!(#member: { #before let __value = #read; #after __value })
    }
}

fn decodable(field: &FieldCode<'_>) -> TokenStream {
    let (rk, codec, index) = (&field.rk, &field.codec, field.index);
    let ty = spans::respanned(field.field.ty.to_token_stream(), field.span);
    quote_spanned!(field.span=> #codec: #rk::ReadNestedField<'__de, #ty, __P, #index>)
}

/// Returns the bound that every value of the field can be encoded.
fn total(field: &FieldCode<'_>) -> TokenStream {
    let (rk, codec, value) = (&field.rk, &field.codec, &field.value);
    quote_spanned!(field.span=> for<'__x> #codec: #rk::TotalNestedField<'__x, #value>)
}

/// Returns the bound that the encoded field sorts as its values do.
fn ordered(field: &FieldCode<'_>) -> TokenStream {
    field.bound("OrderedField", &field.value_and_position())
}

/// Declares the type that `prefix()` of an enum with data returns.
pub(super) fn prefix_type(input: &DeriveInput, attrs: &Attrs) -> TokenStream {
    let (vis, name) = (&input.vis, build::prefix_ident(input, &attrs.key));
    let doc = format!("A prefix of [`{}`] without a variant: each method chooses a variant.", input.ident);
    quote! {
        #[doc = #doc]
        #[must_use = "a prefix is only a query: pass it to the `_in` method of a field"]
        #[allow(dead_code, non_camel_case_types, clippy::all, clippy::pedantic)]
        #vis struct #name(());
    }
}

/// Generates a method for each variant, which returns the prefix that begins with the code of the variant.
fn prefix(scope: &Scope<'_>, variants: &[VariantTokens<'_>]) -> TokenStream {
    let rk = &scope.rk;
    let (ident, vis, prefix) = (scope.key.ident, scope.key.vis, &scope.key.prefix);
    let lifetimes = &scope.key.lifetimes;
    // The methods need no lifetimes: a prefix borrows nothing from the values of the enum.
    let statics = lifetimes.iter().map(|_| quote!('static));
    let enum_type = quote!(#ident<#(#statics),*>);
    let methods = variants.iter().enumerate().filter_map(|(index, variant)| {
        let ident = variant.ident?;
        let (method, list) = (names::method_of_variant(ident), field_list(variant.fields));
        let doc = format!("Selects the values that are `{ident}`.");
        Some(quote! {
            #[doc = #doc]
            #vis fn #method(self) -> #rk::CompositePrefix<#enum_type, #list> {
                #rk::CompositePrefix::variant(#index)
            }
        })
    });
    let prefixes = composite_field(scope, &prefix.to_token_stream(), &quote!(#prefix(())));
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

        #prefixes
    }
}
