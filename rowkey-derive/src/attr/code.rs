//! Reads `#[code(..)]` on a variant of an enum that derives `KeyField`. The code is the bytes that a key stores for the
//! variant.

use super::args::{self, Arg};
use super::slot::Slot;
use super::table::{Item, Name, Spec};
use super::written::{Written, read_written};
use crate::context::Context;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, LitInt, Variant};

pub(crate) enum Code {
    Known(KnownCode),
    /// An expression that only the compiler can evaluate: the path of a constant, a macro call, or a block.
    Expression(TokenStream),
}

pub(crate) struct KnownCode {
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: CodeKind,
}

/// The kind of a code. All codes of an enum must have the same kind: the module `check` reports an error if the kinds
/// differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeKind {
    Text,
    /// A number of this many bytes.
    Number(usize),
}

/// The forms of a code, for compile errors.
const FORM: &str = "`#[code(\"tb\")]` or `#[code(7)]`; a number has one byte unless it has a type: `#[code(7u16)]`";

impl Code {
    pub(crate) fn known(&self) -> Option<&KnownCode> {
        match self {
            Self::Known(known) => Some(known),
            Self::Expression(_) => None,
        }
    }

    pub(crate) fn read(context: &Context, variant: &Variant) -> Slot<Self> {
        let mut slot = Slot::default();
        let mistakes_before = context.mistake_count();
        for written in read_written(context, &variant.attrs, Item::Variant) {
            let Written { spec, tokens, args } = written;
            if spec.name == Name::Code {
                slot.fill(context, spec, code_of(context, spec, &args, &tokens), tokens);
            }
        }
        if !slot.is_set() && context.mistake_count() == mistakes_before {
            let name = &variant.ident;
            context.error(name, format_args!("the variant `{name}` has no code"), help_without_code(variant));
        }
        slot
    }
}

/// Returns the advice for a variant without a code. If the variant has a number, as in `Web = 2`, the user
/// probably expects this number to be the code.
fn help_without_code(variant: &Variant) -> String {
    match &variant.discriminant {
        Some((_, Expr::Lit(ExprLit { lit: Lit::Int(number), .. }))) if least_type(number).is_some() => {
            let code = with_least_type(number);
            format!("write `#[code({code})]` above the variant: a key does not contain the number after `=`")
        }
        _ => format!("give it a code that stays the same when variants are reordered: {FORM}"),
    }
}

fn code_of(context: &Context, spec: &Spec, args: &[Arg], tokens: &impl ToTokens) -> Option<Code> {
    let text = |bytes| Some(KnownCode { bytes, kind: CodeKind::Text });
    let code = match args {
        [Arg::Literal(Lit::Str(value))] => text(value.value().into_bytes()),
        [Arg::Literal(Lit::ByteStr(bytes))] => text(bytes.value()),
        [Arg::Literal(Lit::Char(character))] => text(character.value().to_string().into_bytes()),
        [Arg::Literal(Lit::Int(number))] => code_of_number(context, number),
        [expression @ (Arg::Word(_) | Arg::Other(_))] => {
            let is_macro_call = |tokens: &TokenStream| syn::parse2::<syn::Macro>(tokens.clone()).is_ok();
            return args::expression_for(context, spec.form, expression, "a literal", is_macro_call, || {
                args::reject(context, spec, expression);
            })
            .map(Code::Expression);
        }
        [other] => {
            args::reject(context, spec, other);
            None
        }
        _ => {
            context.error(tokens, format_args!("`{spec}` takes {}", spec.takes), format_args!("write {FORM}"));
            None
        }
    };
    if code.as_ref().is_some_and(|code| code.bytes.is_empty()) {
        let help = format_args!("write at least one character, as in `{}`", spec.example);
        context.error(tokens, "a code must not be empty: the key would not show the variant", help);
        return None;
    }
    code.map(Code::Known)
}

fn code_of_number(context: &Context, number: &LitInt) -> Option<KnownCode> {
    if number.base10_digits().starts_with('-') {
        let help = "write a number from 0 to 255, or one with a type: `7u16`, `7u32`";
        context.error(number, format_args!("the code `{number}` is negative"), help);
        return None;
    }
    let bytes = match number.suffix() {
        "" | "u8" => number.base10_parse::<u8>().map(|number| number.to_be_bytes().to_vec()),
        "u16" => number.base10_parse::<u16>().map(|number| number.to_be_bytes().to_vec()),
        "u32" => number.base10_parse::<u32>().map(|number| number.to_be_bytes().to_vec()),
        suffix => {
            let help = "write a `u8`, `u16` or `u32`, as in `#[code(7u16)]`";
            context.error(number, format_args!("a code cannot be of type `{suffix}`"), help);
            return None;
        }
    };
    if let Ok(bytes) = bytes {
        return Some(KnownCode { kind: CodeKind::Number(bytes.len()), bytes });
    }
    let wrong = format_args!("the code `{number}` does not fit its type");
    if least_type(number).is_some() {
        let code = with_least_type(number);
        let help = format_args!("give all codes of the enum a larger type, as in `#[code({code})]`");
        context.error(number, wrong, help);
    } else {
        context.error(number, wrong, "write a number up to 4294967295, or bytes, as in `#[code(b\"\\x01\\x02\")]`");
    }
    None
}

/// Returns the suffix of the smallest type that can hold the number: `u16` for 300, and no suffix for 7. Returns `None`
/// if the number does not fit in a `u32`.
fn least_type(number: &LitInt) -> Option<&'static str> {
    match number.base10_parse::<u32>().ok()? {
        0..0x100 => Some(""),
        0x100..0x1_0000 => Some("u16"),
        _ => Some("u32"),
    }
}

/// Writes the number as a literal of the smallest type that can hold it, such as `7` or `300u16`.
fn with_least_type(number: &LitInt) -> String {
    format!("{}{}", number.base10_digits(), least_type(number).unwrap_or_default())
}
