//! The codec and the position of each field, as types.

use super::Scope;
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

/// `type __Type0 = ..;`, the type of the field, and `type __Coder0 = ..;` where the user named a codec.
///
/// What they must be is asked once, here. Where they are not that, they are errors to the compiler, of which it says
/// nothing more wherever the field is used.
pub(crate) fn checked_type(known: &[&Lifetime], field: &Field<'_>, index: usize) -> TokenStream {
    let span = field.type_span();
    let (named, name) = (names::named_type(index, span), names::value_type(index, span));
    let ty = spans::respanned(lifetimes::with_static(known, field.ty.to_token_stream()), span);
    let mut between = TokenStream::new();
    let mut checked = Checked::new(field, named.to_token_stream());
    for (position, (trait_name, type_name)) in questions(field).into_iter().enumerate() {
        if position > 0 {
            // By a name, since a question repeats the type that it is about.
            let (answered, answer) = (names::answered_type(index, position, span), checked.into_type());
            between.extend(quote_spanned!(span=> type #answered = #answer;));
            checked = Checked::new(field, answered.to_token_stream());
        }
        checked = checked.gives(trait_name, type_name);
    }
    let checked = checked.into_type();
    let coder = coder(known, field, index);
    quote_spanned! {span=>
        type #named = #ty;
        #between
        type #name = #checked;
        #coder
    }
}

/// The traits that a field's type must have, each with a type that it gives. Where one is not there, the next ones are not
/// asked for.
fn questions(field: &Field<'_>) -> Vec<(&'static str, &'static str)> {
    let is_reference = matches!(field.ty, Type::Reference(_));
    let lent = is_reference.then_some(("LentField", "Lent"));
    let of_the_form: &[_] = match &field.encoding {
        Encoding::Custom { .. } => return Vec::new(),
        _ if is_known(field) => &[],
        // What can be lent can stand in a key, hashed or reversed too.
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

/// Whether the type is spelled as one of which the answer is known, so that the compiler is spared the question.
///
/// Only the message for a mistake depends on it: should another type have the name, what it lacks is an error still.
fn is_known(field: &Field<'_>) -> bool {
    const NUMBERS: [&str; 10] = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];
    const OTHERS: [&str; 4] = ["bool", "char", "f32", "f64"];
    let Type::Path(path) = field.ty else { return false };
    let Some(name) = path.path.get_ident() else { return false };
    let is_any_of = |names: &[&str]| names.iter().any(|known| name == known);
    match &field.encoding {
        Encoding::Plain(Direction::Ascending | Direction::Descending) | Encoding::Hashed(_) if is_any_of(&OTHERS) => {
            true
        }
        Encoding::Plain(_) | Encoding::Hashed(_) => is_any_of(&NUMBERS) || name == "String",
        Encoding::Padded { character: None, width, .. } if *width <= MOST_DIGITS => {
            is_any_of(&NUMBERS) || name == "String"
        }
        Encoding::Padded { .. } | Encoding::Time { .. } | Encoding::Custom { .. } => false,
    }
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
        type #name = <#rk::Asked<#named, { #rk::exists::<<#named as #root::Codec<#ty>>::Encoded>(); true }> as #rk::Answered>::Type;
    })
}

/// A type, and what was asked of it.
pub(super) struct Checked {
    ty: TokenStream,
    /// What messages call the field, or the feature: a type parameter of its name. They print other types with a path,
    /// unless no other type of the crate has the name.
    label: Ident,
    span: Span,
}

impl Checked {
    pub(super) fn new(field: &Field<'_>, ty: TokenStream) -> Self {
        let span = field.type_span();
        Self { ty, label: names::label(field, span), span }
    }

    /// It, if a trait of the runtime gives a type for it.
    pub(super) fn gives(self, trait_name: &str, type_name: &str) -> Self {
        let Self { ty, label, span } = self;
        let rk = names::runtime(span);
        let (trait_name, type_name) = (Ident::new(trait_name, span), Ident::new(type_name, span));
        let asked = quote_spanned! {span=>
            <#rk::Asked<#ty, {
                const fn __asked<#label>() {
                    #rk::exists::<<#ty as #rk::#trait_name<#label>>::#type_name>();
                }
                __asked::<()>();
                true
            }> as #rk::Answered>::Type
        };
        Self { ty: asked, label, span }
    }

    pub(super) fn into_type(self) -> TokenStream {
        self.ty
    }
}

/// The greatest integer has as many.
pub(super) const MOST_DIGITS: usize = 39;

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

/// Whether equality takes the value itself: an expression that is true of `Copy` types.
fn by_value(rk: &Ident, ty: &Ident, span: Span) -> TokenStream {
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #rk::NotCopy as _;
        <#rk::IsCopy<#ty>>::VALUE
    }}
}

/// The format as a type.
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

/// What chooses the codec of a pad: digits for integers, text for strings.
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

/// The digest, if it is compiled in.
pub(super) fn digest(NamedDigest { digest, span }: NamedDigest) -> TokenStream {
    let rk = names::runtime(span);
    let name = Ident::new(digest.type_name(), span);
    let feature = Ident::new(digest.name(), span);
    Checked { ty: quote_spanned!(span=> #rk::#name), label: feature, span }.gives("CompiledIn", "Itself").into_type()
}

/// Where the separator does not sort, that a descending field is not open: its type says, not its tokens.
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
            const fn __asked<#label>() {
                #rk::exists::<<#end as #rk::CanDescend<#label>>::Can>();
            }
        };
    })
}
