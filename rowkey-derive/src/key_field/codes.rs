//! An enum without data: the code of each variant.

use super::{Lifetimes, field_value};
use crate::attr;
use crate::context::Context;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, DataEnum, DeriveInput, Fields, Lit, LitInt, Variant};

/// The code of a variant as written.
struct Code {
    variant: Ident,
    bytes: Vec<u8>,
    /// The suffix of a number, which decides its width; `None` for text.
    number: Option<&'static str>,
    tokens: TokenStream,
}

const FORM: &str = "write `#[code(\"tb\")]` or `#[code(7)]`, one byte unless the number has a type: `#[code(7u16)]`";

pub(super) fn expand(context: &Context, input: &DeriveInput, data: &DataEnum, rk: &Ident) -> Option<TokenStream> {
    if data.variants.is_empty() {
        context.error(&input.ident, "an enum without variants has no value that could stand in a key");
        return None;
    }
    if !input.generics.params.is_empty() {
        context.error(&input.generics, "an enum that is a field takes no parameters");
    }
    let codes: Vec<_> = data.variants.iter().filter_map(|variant| code(context, variant)).collect();
    check_kinds(context, &codes);
    check_distinct(context, &codes);
    if codes.len() != data.variants.len() {
        return None;
    }
    Some(items(input, data, &codes, rk))
}

fn code(context: &Context, variant: &Variant) -> Option<Code> {
    if !matches!(variant.fields, Fields::Unit) {
        context.error(
            &variant.fields,
            "a variant with data has no code: keep the data in fields of the row key, or derive `KeySpace` for several kinds of keys",
        );
        return None;
    }
    attr::refuse(
        context,
        &variant.attrs,
        &attr::ON_FIELDS,
        "a variant has its code and nothing else: write this on the field of the row key",
    );
    let mut attrs = variant.attrs.iter().filter(|attr| attr.path().is_ident("code"));
    let Some(attr) = attrs.next() else {
        context.error(
            &variant.ident,
            format_args!("this variant needs a code that stays the same when variants are reordered: {FORM}"),
        );
        return None;
    };
    if let Some(second) = attrs.next() {
        context.error(second, "`#[code]` stands here twice");
    }
    read(context, variant, attr)
}

fn read(context: &Context, variant: &Variant, attr: &Attribute) -> Option<Code> {
    let variant = variant.ident.clone();
    let tokens = quote!(#attr);
    let bytes = match attr.parse_args::<Lit>() {
        Ok(Lit::Str(text)) => text.value().into_bytes(),
        Ok(Lit::ByteStr(bytes)) => bytes.value(),
        Ok(Lit::Char(character)) => character.value().to_string().into_bytes(),
        Ok(Lit::Int(number)) => {
            let (bytes, suffix) = big_endian(context, &number)?;
            return Some(Code { variant, bytes, number: Some(suffix), tokens });
        }
        _ => {
            context.error(attr, FORM);
            return None;
        }
    };
    if bytes.is_empty() {
        context.error(attr, "an empty code begins every other: write at least one character");
        return None;
    }
    Some(Code { variant, bytes, number: None, tokens })
}

fn big_endian(context: &Context, number: &LitInt) -> Option<(Vec<u8>, &'static str)> {
    if number.base10_digits().starts_with('-') {
        context
            .error(number, "a code is not negative: write a number from 0 to 255, or one with a type: `7u16`, `7u32`");
        return None;
    }
    let result = match number.suffix() {
        "" | "u8" => number.base10_parse::<u8>().map(|number| (number.to_be_bytes().to_vec(), "u8")),
        "u16" => number.base10_parse::<u16>().map(|number| (number.to_be_bytes().to_vec(), "u16")),
        "u32" => number.base10_parse::<u32>().map(|number| (number.to_be_bytes().to_vec(), "u32")),
        _ => {
            context.error(number, "a code is a `u8`, `u16` or `u32`");
            return None;
        }
    };
    result
        .map_err(|_| {
            context.error(
                number,
                "this number needs more bytes: give all codes of the enum a type, as in `#[code(300u16)]`",
            );
        })
        .ok()
}

/// All codes are text, or all are numbers of one width: a width is for ever too.
fn check_kinds(context: &Context, codes: &[Code]) {
    let mut codes = codes.iter();
    let Some(first) = codes.next() else { return };
    for code in codes {
        if code.number != first.number {
            let (name, kind) =
                (&first.variant, first.number.map_or_else(|| "text".into(), |kind| format!("a `{kind}`")));
            context.error(
                &code.tokens,
                format_args!(
                    "the codes of an enum are all of one kind, and the one of `{name}` is {kind}: write one here too"
                ),
            );
        }
    }
}

fn check_distinct(context: &Context, codes: &[Code]) {
    for (index, code) in codes.iter().enumerate() {
        for earlier in codes.iter().take(index) {
            if earlier.bytes == code.bytes {
                let name = &earlier.variant;
                context.error(&code.tokens, format_args!("`{name}` has this code: give each variant one of its own"));
            } else if earlier.bytes.starts_with(&code.bytes) || code.bytes.starts_with(&earlier.bytes) {
                let name = &earlier.variant;
                context.error(
                    &code.tokens,
                    format_args!(
                        "of this code and the one of `{name}` one begins the other, so that a key could be read in two ways: write codes of one length, such as `#[code(\"tb\")]` and `#[code(\"ib\")]`"
                    ),
                );
            }
        }
    }
}

fn items(input: &DeriveInput, data: &DataEnum, codes: &[Code], rk: &Ident) -> TokenStream {
    let ident = &input.ident;
    let field_value = field_value(rk, ident, &Lifetimes::of(input).names);
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let listed = variants.iter().zip(codes).map(|(variant, code)| {
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
    let text = codes.iter().all(|code| code.number.is_none() && std::str::from_utf8(&code.bytes).is_ok());
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
