//! A field as derived code refers to it: its codec, type, position, span and label, each made in one place.

use super::known::Known;
use crate::model::{Field, Key, Separator};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Lifetime;

pub(crate) struct FieldCode<'a> {
    pub(crate) field: &'a Field<'a>,
    pub(crate) index: usize,
    /// At the field's type, with the hygiene of derived code.
    pub(crate) span: Span,
    /// At the field's type, with its own hygiene: messages point at the user's tokens.
    pub(crate) type_span: Span,
    /// The runtime module, at `span`.
    pub(crate) rk: Ident,
    /// The facts that follow from the spelling of the type; `None` if only the compiler knows the type.
    pub(crate) known: Option<Known>,
    /// The codec, at `span`.
    pub(crate) codec: TokenStream,
    /// The type that the codec encodes, with the lifetimes of the key as `'static`.
    pub(crate) value: TokenStream,
    /// The field's name as a lifetime, which messages print.
    label: Lifetime,
    separator: Separator,
    place: Place,
}

/// Where a field is encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a key, before other fields.
    Mid,
    /// At the end of a key.
    Last,
    /// In a struct that is itself a field.
    InStruct,
}

impl<'a> FieldCode<'a> {
    /// The fields of a key.
    pub(crate) fn of_key(key: &'a Key<'a>) -> Vec<Self> {
        let last = key.fields.len().saturating_sub(1);
        let place = |index| if index == last { Place::Last } else { Place::Mid };
        key.fields.iter().enumerate().map(|(index, field)| Self::new(key, index, field, place(index))).collect()
    }

    /// The fields of a struct that is itself a field.
    pub(crate) fn of_struct(key: &'a Key<'a>) -> Vec<Self> {
        key.fields.iter().enumerate().map(|(index, field)| Self::new(key, index, field, Place::InStruct)).collect()
    }

    fn new(key: &'a Key<'a>, index: usize, field: &'a Field<'a>, place: Place) -> Self {
        let (span, type_span) = (field.span(), field.type_span());
        let known = Known::of(key, field, place == Place::Last);
        let (codec, value) = if let Some(known) = &known {
            (known.codec.clone(), known.value.clone())
        } else {
            let (codec, value) = (names::codec(index, span), names::value_type(index, span));
            (codec.to_token_stream(), value.to_token_stream())
        };
        Self {
            field,
            index,
            span,
            type_span,
            rk: names::runtime(span),
            known,
            codec,
            value,
            label: names::label_lifetime(key, field, type_span),
            separator: key.separator,
            place,
        }
    }

    /// The type of a value that is given to the codec: written out if it is known, or else left to the compiler.
    pub(crate) fn given(&self) -> TokenStream {
        match &self.known {
            Some(known) if known.decodes => known.value.clone(),
            _ => quote!(_),
        }
    }

    /// The field's position in the key, as a type.
    pub(crate) fn position(&self) -> TokenStream {
        let (span, rk) = (self.type_span, names::runtime(self.type_span));
        match (self.separator, self.place) {
            (_, Place::InStruct) => quote_spanned!(span=> #rk::InStruct),
            (Separator::Escape, Place::Last) => quote_spanned!(span=> #rk::Last),
            (Separator::Escape, Place::Mid) => quote_spanned!(span=> #rk::Mid),
            (separator, place) => {
                let place = Ident::new(if place == Place::Last { "LastField" } else { "MidField" }, span);
                let separator = separator_type(&rk, separator, span);
                quote_spanned!(span=> #rk::#place<#separator>)
            }
        }
    }

    /// `for<'customer> codec: trait_for('customer)`, all at the field's type.
    ///
    /// A bound that is plainly false is an error where it is written. With a lifetime of its own it is an error only where
    /// the method or impl is used, with the message of the trait, which names the field by the lifetime.
    pub(crate) fn bound_by(&self, bound: impl Fn(&TokenStream) -> TokenStream) -> TokenStream {
        let (span, label) = (self.type_span, &self.label);
        let codec = spans::respanned(self.codec.clone(), span);
        let bound = bound(&label.to_token_stream());
        quote_spanned!(span=> for<#label> #codec: #bound)
    }

    /// [`Self::bound_by`] with a trait whose last argument names the field.
    pub(crate) fn bound(&self, trait_name: &str, arguments: &[TokenStream]) -> TokenStream {
        let (span, rk) = (self.type_span, names::runtime(self.type_span));
        let trait_name = Ident::new(trait_name, span);
        self.bound_by(|label| quote_spanned!(span=> #rk::#trait_name<#(#arguments,)* #rk::TheField<#label>>))
    }

    /// The codec's own arguments of a bound: the value's type and the position.
    pub(crate) fn value_and_position(&self) -> [TokenStream; 2] {
        [spans::respanned(self.value.clone(), self.type_span), self.position()]
    }

    /// The bound that a fact about the field's encoding holds: `fact` is an expression over `ENCODING`.
    pub(crate) fn fact_bound(&self, known: Option<bool>, trait_name: &str, fact: &TokenStream) -> Option<TokenStream> {
        if known == Some(true) {
            return None;
        }
        let (span, rk) = (self.type_span, names::runtime(self.type_span));
        let (codec, value) = (&self.codec, &self.value);
        let holds = if known.is_some() {
            quote_spanned!(span=> #rk::No)
        } else {
            quote_spanned!(span=> #rk::Holds<{ <#codec as #rk::FieldCodec<#value>>::ENCODING.#fact }>)
        };
        let (trait_name, index) = (Ident::new(trait_name, span), self.index);
        // The index keeps two fields with the same codec apart.
        Some(self.bound_by(|label| quote_spanned!(span=> #rk::#trait_name<#holds, #rk::TheField<#label>, #index>)))
    }

    /// Checks whether a variable-length string is stored as it is.
    pub(crate) fn is_verbatim(&self) -> bool {
        self.place == Place::Last || self.separator != Separator::Escape
    }
}

/// The separator of a key, as a type.
pub(crate) fn separator_type(rk: &Ident, separator: Separator, span: Span) -> TokenStream {
    match separator {
        Separator::Escape => quote_spanned!(span=> #rk::Escaped),
        Separator::Delimiter(character) => quote_spanned!(span=> #rk::DelimitedBy<#character>),
        Separator::Terminator(character) => quote_spanned!(span=> #rk::TerminatedBy<#character>),
    }
}

/// Tokens for each field, in order.
pub(crate) fn each(fields: &[FieldCode<'_>], tokens: impl Fn(&FieldCode<'_>) -> TokenStream) -> Vec<TokenStream> {
    fields.iter().map(tokens).collect()
}

/// The impl header `Trait<argument> for Key<'a>`, all at the key's name: a message about a bound of the impl then shows the key
/// instead of the derive, and suggests nothing about derives.
pub(crate) fn header(key: &Key<'_>, name: &str, argument: Option<TokenStream>) -> TokenStream {
    let ident = key.ident;
    let span = ident.span();
    let rk = names::runtime(span);
    let name = Ident::new(name, span);
    let of_trait = argument.map(|argument| quote_spanned!(span=> <#argument>));
    let lifetimes = &key.lifetimes;
    let of_key = (!lifetimes.is_empty()).then(|| spans::as_written(quote!(<#(#lifetimes),*>), span));
    quote_spanned!(span=> #rk::#name #of_trait for #ident #of_key)
}
