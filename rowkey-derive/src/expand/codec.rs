//! The codecs of fields whose types only the compiler knows, and the assertions about these types.

use super::Scope;
use super::known::{self, MOST_DIGITS};
use crate::lifetimes;
use crate::model::{Direction, Encoding, Field, NamedDigest, TimeFormat, TimePart, UNITS};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Lifetime, Type};

/// `type __Type0 = ..; type __Codec0 = ..;` of each field whose type only the compiler knows.
pub(crate) fn aliases(scope: &Scope<'_>) -> TokenStream {
    let aliases = scope.fields.iter().filter(|code| code.known.is_none()).map(|code| {
        let (field, index, span) = (code.field, code.index, code.type_span);
        let codec = names::codec(index, span);
        let checked = checked_type(&scope.key.lifetimes, field, index);
        let ty = codec_type(field, index);
        let format = match &field.encoding {
            Encoding::Time { format, .. } => Some(time_format(index, format)),
            _ => None,
        };
        let descends = descends(scope, field, index);
        quote_spanned! {span=>
            #checked
            type #codec = #ty;
            #descends
            #format
        }
    });
    aliases.collect()
}

/// `type __Type0 = ..;` for the type of the field, and `type __Coder0 = ..;` for a codec that the user named.
///
/// Both aliases assert what the field needs of its type. If an assertion fails, rustc reports it once and stays silent
/// about everything that uses the alias. `declared` are the lifetimes of the key.
pub(crate) fn checked_type(declared: &[&Lifetime], field: &Field<'_>, index: usize) -> TokenStream {
    let span = field.type_span();
    let (named, name) = (names::named_type(index, span), names::value_type(index, span));
    let ty = spans::respanned(lifetimes::with_static(declared, field.ty.to_token_stream()), span);
    let mut aliases = TokenStream::new();
    let mut assertion = Assertion::new(field, named.to_token_stream());
    for (position, (trait_name, type_name)) in assertions(field).into_iter().enumerate() {
        if position > 0 {
            // An assertion repeats the type that it is about, so the type gets a name first.
            let (alias, resolved) = (names::resolved_type(index, position, span), assertion.resolved());
            aliases.extend(quote_spanned!(span=> type #alias = #resolved;));
            assertion = Assertion::new(field, alias.to_token_stream());
        }
        assertion = assertion.implements(trait_name, type_name);
    }
    let resolved = assertion.resolved();
    let coder = coder(declared, field, index);
    quote_spanned! {span=>
        type #named = #ty;
        #aliases
        type #name = #resolved;
        #coder
    }
}

/// The traits that the type of a field must implement, each with the name of an associated type. If the type does not
/// implement one of them, the next ones are not looked at.
fn assertions(field: &Field<'_>) -> Vec<(&'static str, &'static str)> {
    let is_reference = matches!(field.ty, Type::Reference(_));
    let lent = is_reference.then_some(("LentField", "Lent"));
    let of_the_form: &[_] = match &field.encoding {
        Encoding::Custom { .. } => return Vec::new(),
        Encoding::Hashed(_) if known::is_number_or_string(field.ty) => &[],
        // Every type that a key can borrow can be hashed and reversed.
        Encoding::Plain(_) | Encoding::Hashed(_) if is_reference => &[],
        Encoding::Plain(Direction::Ascending | Direction::Descending) | Encoding::Hashed(_) => &[("KeyField", "Codec")],
        Encoding::Plain(Direction::Reversed) => &[("ReverseTarget", "Codec")],
        Encoding::Padded { character: Some(_), .. } => &[("PadTarget", "Kind"), ("PadCharTarget", "CharKind")],
        Encoding::Padded { width, .. } if *width > MOST_DIGITS => &[("PadTarget", "Kind"), ("WidePadTarget", "Wide")],
        Encoding::Padded { .. } => &[("PadTarget", "Kind")],
        Encoding::Time { format, .. } if format.from_hour => &[("FromHour", "Checked")],
        Encoding::Time { .. } => &[("FromYear", "Checked")],
    };
    lent.into_iter().chain(of_the_form.iter().copied()).collect()
}

fn coder(known: &[&Lifetime], field: &Field<'_>, index: usize) -> Option<TokenStream> {
    let Encoding::Custom { path, .. } = &field.encoding else { return None };
    let span = spans::first_span(path.to_token_stream());
    let rk = names::runtime(span);
    let (named, name) = (names::named_coder(index, span), names::coder(index, span));
    let ty = names::named_type(index, span);
    let root = names::root(span);
    let path = lifetimes::with_static(known, path.to_token_stream());
    Some(quote_spanned! {span=>
        type #named = #path;
        type #name = <#rk::Assert<#named, { #rk::exists::<<#named as #root::Codec<#ty>>::Encoded>(); true }> as #rk::Resolve>::Type;
    })
}

/// Assertions about a type. They become part of the type, see `Assert` in the runtime.
pub(super) struct Assertion {
    ty: TokenStream,
    /// The name of the field, or of a feature, in messages: a type parameter of this name. rustc prints the names of other
    /// types with their paths, unless the crate has the name once.
    label: Ident,
    span: Span,
}

impl Assertion {
    pub(super) fn new(field: &Field<'_>, ty: TokenStream) -> Self {
        let span = field.type_span();
        Self { ty, label: names::label(field, span), span }
    }

    /// Asserts that the type implements a trait of the runtime, which has an associated type of this name.
    pub(super) fn implements(self, trait_name: &str, type_name: &str) -> Self {
        let Self { ty, label, span } = self;
        let rk = names::runtime(span);
        let (trait_name, type_name) = (Ident::new(trait_name, span), Ident::new(type_name, span));
        let resolved = quote_spanned! {span=>
            <#rk::Assert<#ty, {
                const fn __assert<#label>() {
                    #rk::exists::<<#ty as #rk::#trait_name<#label>>::#type_name>();
                }
                __assert::<()>();
                true
            }> as #rk::Resolve>::Type
        };
        Self { ty: resolved, label, span }
    }

    /// The type, if all assertions hold.
    pub(super) fn resolved(self) -> TokenStream {
        self.ty
    }
}

fn codec_type(field: &Field<'_>, index: usize) -> TokenStream {
    let span = field.type_span();
    let rk = names::runtime(span);
    let ty = names::value_type(index, span);
    let plain = quote_spanned!(span=> <#ty as #rk::KeyField>::Codec);
    match &field.encoding {
        Encoding::Plain(Direction::Ascending) => plain,
        Encoding::Plain(Direction::Descending) => quote_spanned!(span=> #rk::DescendingOf<#plain>),
        Encoding::Plain(Direction::Reversed) => quote_spanned!(span=> <#ty as #rk::ReverseTarget>::Codec),
        Encoding::Padded { width, character, direction } => {
            let pad = pad_kind(&rk, &ty, *width, *character, span);
            match direction {
                Direction::Ascending => quote_spanned!(span=> <#pad>::Codec),
                Direction::Descending => quote_spanned!(span=> #rk::DescendingOf<<#pad>::Codec>),
                Direction::Reversed => quote_spanned!(span=> <#pad>::Reversed),
            }
        }
        Encoding::Custom { descending, .. } => {
            let name = names::coder(index, span);
            let by_value = by_value(&rk, &ty, span);
            let codec = quote_spanned!(span=> #rk::EncodedBy<#name, #by_value>);
            if *descending { quote_spanned!(span=> #rk::DescendingOf<#codec>) } else { codec }
        }
        Encoding::Time { descending, .. } => {
            let format = names::format(index, span);
            let codec = quote_spanned!(span=> #rk::TimeText<#format, #ty>);
            if *descending { quote_spanned!(span=> #rk::DescendingOf<#codec>) } else { codec }
        }
        Encoding::Hashed(hash) => {
            let digest = digest(hash.digest);
            let (bytes, hex) = (hash.bytes, hash.hex);
            let width = if hex { 2 * bytes } else { bytes };
            quote_spanned!(span=> #rk::HashOf<#plain, #digest, #bytes, #width, #hex>)
        }
    }
}

/// An expression that is true for `Copy` types, which equality takes by value.
fn by_value(rk: &Ident, ty: &Ident, span: Span) -> TokenStream {
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #rk::NotCopy as _;
        <#rk::IsCopy<#ty>>::VALUE
    }}
}

/// The time format as a type.
fn time_format(index: usize, format: &TimeFormat) -> TokenStream {
    let span = Span::call_site();
    let (rk, name, text) = (names::runtime(span), names::format(index, span), &format.text);
    let parts = format.parts.iter().map(|part| match part {
        TimePart::Literal(text) => quote!(#rk::TimePart::Literal(#text)),
        TimePart::Fraction(digits) => quote!(#rk::TimePart::Fraction(#digits)),
        TimePart::Unit(unit) => {
            let name = UNITS.get(*unit).map(|(_, _, name)| Ident::new(name, span));
            quote!(#rk::TimePart::#name)
        }
    });
    quote! {
        pub enum #name {}
        impl #rk::TimeFormat for #name {
            const TEXT: &'static #rk::str = #text;
            const PARTS: &'static [#rk::TimePart] = &[#(#parts),*];
        }
    }
}

/// The type that chooses the codec of a pad: digits for integers, text for strings.
fn pad_kind(rk: &Ident, ty: &Ident, width: usize, character: Option<char>, span: Span) -> TokenStream {
    match character {
        Some(pad) => quote_spanned! {span=>
            <#ty as #rk::PadCharTarget>::CharKind as #rk::PadKind<#width, false, #pad>
        },
        None if width > MOST_DIGITS => quote_spanned! {span=>
            <#ty as #rk::WidePadTarget>::Wide as #rk::PadKind<#width, false, '\0'>
        },
        None => quote_spanned! {span=>
            <#ty as #rk::PadTarget>::Kind as #rk::PadKind<#width, { <#ty as #rk::PadTarget>::DIGITS <= #width }, '\0'>
        },
    }
}

/// The digest as a type, with the assertion that its feature is on.
pub(super) fn digest(NamedDigest { digest, span }: NamedDigest) -> TokenStream {
    let rk = names::runtime(span);
    let name = Ident::new(digest.type_name(), span);
    let feature = Ident::new(digest.name(), span);
    Assertion { ty: quote_spanned!(span=> #rk::#name), label: feature, span }
        .implements("CompiledIn", "Itself")
        .resolved()
}

/// Asserts that a descending field has a fixed width, if the separator of the key does not sort. Only the compiler knows
/// the width.
fn descends(scope: &Scope<'_>, field: &Field<'_>, index: usize) -> Option<TokenStream> {
    if !field.descending() || scope.key.separator.sorts() {
        return None;
    }
    let span = field.type_span();
    let rk = names::runtime(span);
    let label = names::label(field, span);
    let (codec, value_type) = (names::codec(index, span), names::value_type(index, span));
    let end = names::descending_end(index, span);
    Some(quote_spanned! {span=>
        type #end = <#rk::Holds<
            { !<#codec as #rk::FieldCodec<#value_type>>::ENCODING.__holds_open() }
        > as #rk::DescendingEnd>::End;
        const _: () = {
            const fn __assert<#label>() {
                #rk::exists::<<#end as #rk::CanDescend<#label>>::Can>();
            }
        };
    })
}
