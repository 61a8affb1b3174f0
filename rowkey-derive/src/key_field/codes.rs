//! An enum without data: the code of each variant.

use super::{Lifetimes, field_value};
use crate::attr::{At, Code, CodeKind, Item, Slot};
use crate::context::Context;
use crate::model;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{DataEnum, DeriveInput, Fields};

/// The code of a variant.
struct Coded<'a> {
    variant: &'a Ident,
    code: &'a At<Code>,
}

pub(super) fn expand(context: &Context, input: &DeriveInput, data: &DataEnum, rk: &Ident) -> Option<TokenStream> {
    if data.variants.is_empty() {
        let help = format_args!("write `enum {} {{ #[code(1)] One }}`", input.ident);
        context.error(&input.ident, "an enum without variants has no value to encode", help);
        return None;
    }
    for lifetime in model::lifetimes(context, input, Item::FieldType) {
        context.error(lifetime, "an enum with codes borrows nothing", "leave out the lifetime");
    }
    for variant in data.variants.iter().filter(|variant| !matches!(variant.fields, Fields::Unit)) {
        context.error(
            &variant.fields,
            format_args!("the variant `{}` has data, which a code cannot hold", variant.ident),
            "keep the data in fields of the row key, or derive `KeySpace` for several kinds of keys",
        );
    }
    let unit_variants = data.variants.iter().filter(|variant| matches!(variant.fields, Fields::Unit));
    let slots: Vec<_> = unit_variants.map(|variant| (&variant.ident, Code::read(context, variant))).collect();
    let codes: Vec<_> = slots.iter().filter_map(|(variant, slot)| coded(variant, slot)).collect();
    check_kinds(context, &codes);
    check_distinct(context, &codes);
    if codes.len() != data.variants.len() {
        return None;
    }
    Some(items(input, data, &codes, rk))
}

fn coded<'a>(variant: &'a Ident, slot: &'a Slot<Code>) -> Option<Coded<'a>> {
    slot.get().map(|code| Coded { variant, code })
}

/// All codes of an enum are text, or all are numbers of one width.
fn check_kinds(context: &Context, codes: &[Coded<'_>]) {
    let mut codes = codes.iter();
    let Some(first) = codes.next() else { return };
    for Coded { variant, code } in codes {
        if code.value.kind != first.code.value.kind {
            let (kind, example) = match first.code.value.kind {
                CodeKind::Text => ("text", "\"tb\""),
                CodeKind::Number(1) => ("a number of one byte", "7"),
                CodeKind::Number(2) => ("a `u16`", "7u16"),
                CodeKind::Number(_) => ("a `u32`", "7u32"),
            };
            context.error(
                code,
                format_args!("the code of `{variant}` is of another kind than the code of `{}`", first.variant),
                format_args!("write {kind} here too, as in `#[code({example})]`"),
            );
        }
    }
}

/// No code of an enum begins another, because a stored key could then be read in two ways.
fn check_distinct(context: &Context, codes: &[Coded<'_>]) {
    for (index, Coded { variant, code }) in codes.iter().enumerate() {
        for earlier in codes.iter().take(index) {
            let (a, b) = (&earlier.code.value.bytes, &code.value.bytes);
            let name = earlier.variant;
            if a == b {
                let wrong = format_args!("`{name}` and `{variant}` have the same code");
                context.error(code, wrong, "give each variant a code of its own");
            } else if a.starts_with(b) || b.starts_with(a) {
                let (short, long) = if a.len() < b.len() { (name, *variant) } else { (*variant, name) };
                context.error(
                    code,
                    format_args!(
                        "the code of `{short}` begins the code of `{long}`, so a stored key could be read in two ways"
                    ),
                    "write codes of one length, such as `#[code(\"tb\")]` and `#[code(\"ib\")]`",
                );
            }
        }
    }
}

fn items(input: &DeriveInput, data: &DataEnum, codes: &[Coded<'_>], rk: &Ident) -> TokenStream {
    let codes: Vec<_> = codes.iter().map(|coded| &coded.code.value).collect();
    let ident = &input.ident;
    let field_value = field_value(rk, ident, &Lifetimes::of(input).names);
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let listed = variants.iter().zip(&codes).map(|(variant, code)| {
        let (name, bytes) = (variant.unraw().to_string(), proc_macro2::Literal::byte_string(&code.bytes));
        quote!(#rk::Code::__new(#name, #bytes))
    });
    let indexes: Vec<_> = (0..variants.len()).collect();
    let rise = codes.windows(2).all(|pair| matches!(pair, [a, b] if a.bytes < b.bytes));
    let ordered = rise.then(|| {
        quote! {
            #[automatically_derived]
            impl #rk::OrderedCoded for #ident {}
        }
    });
    let text = codes.iter().all(|code| code.kind == CodeKind::Text && std::str::from_utf8(&code.bytes).is_ok());
    let text = text.then(|| {
        quote! {
            #[automatically_derived]
            impl #rk::TextCoded for #ident {}
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
                fn at(index: #rk::usize) -> #rk::Option<Self> {
                    match index {
                        #(#indexes => #rk::Some(Self::#variants),)*
                        _ => #rk::None,
                    }
                }
            }

            #ordered
            #text
    }
}
