//! `FieldCode`: the tokens with which derived code refers to a field.

use super::known::KnownField;
use super::labels;
use crate::model::{Field, Key, Separator};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Lifetime;

pub(crate) struct FieldCode<'a> {
    pub(crate) field: &'a Field<'a>,
    pub(crate) index: usize,
    /// The span of the field's type, with the hygiene of derived code.
    pub(crate) span: Span,
    /// The span of the field's type, with the hygiene of the user's code. Messages with this span point at the user's
    /// tokens.
    pub(crate) type_span: Span,
    /// The name of the hidden module of `rowkey` in derived code, with the span `span`.
    pub(crate) rk: Ident,
    /// The properties of a field whose type the derive recognizes, such as `u32`. `None` if only rustc can resolve the
    /// type.
    pub(crate) known: Option<KnownField>,
    /// The type that encodes the field, with the span `span`.
    pub(crate) codec: TokenStream,
    /// The type that the codec encodes, with the lifetimes of the key as `'static`.
    pub(crate) value: TokenStream,
    /// The field's name as a lifetime, such as `'customer`. rustc prints this lifetime in compile errors about the
    /// field.
    label: Lifetime,
    separator: Separator,
    position: FieldPosition,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldPosition {
    /// In a key, before other fields or a constant.
    Mid,
    /// At the end of a key.
    Last,
    /// In a type that derives `KeyField`: in a struct, or in a variant of an enum.
    InStruct,
}

impl<'a> FieldCode<'a> {
    pub(crate) fn of_key(key: &'a Key<'a>) -> Vec<Self> {
        let last = key.fields.len().saturating_sub(1);
        let code = |(index, field): (usize, &'a Field<'a>)| {
            let position =
                if index == last && field.after.is_none() { FieldPosition::Last } else { FieldPosition::Mid };
            Self::new(key, index, field, position)
        };
        key.fields.iter().enumerate().map(code).collect()
    }

    /// Returns the fields of a struct that derives `KeyField`, or of all variants of an enum.
    pub(crate) fn of_struct(key: &'a Key<'a>) -> Vec<Self> {
        key.fields
            .iter()
            .enumerate()
            .map(|(index, field)| Self::new(key, index, field, FieldPosition::InStruct))
            .collect()
    }

    fn new(key: &'a Key<'a>, index: usize, field: &'a Field<'a>, position: FieldPosition) -> Self {
        let (span, type_span) = (field.span(), field.type_span());
        let known = KnownField::of(key, field, position == FieldPosition::Last);
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
            rk: names::private(span),
            known,
            codec,
            value,
            label: labels::label_lifetime(key, field, type_span),
            separator: key.separator,
            position,
        }
    }

    pub(crate) fn layout(&self) -> TokenStream {
        let (rk, codec, value, name) = (&self.rk, &self.codec, &self.value, &self.field.name);
        if self.field.constants().next().is_none() {
            return quote_spanned!(self.span=> #rk::field_layout::<#codec, #value>(#name));
        }
        let before = self.field.before.map_or_else(|| quote!(&[]), ToTokens::to_token_stream);
        let after = self.field.after.map_or_else(|| quote!(#rk::None), |after| quote!(#rk::Some(#after)));
        quote_spanned!(self.span=> #rk::field_layout_with_constants::<#codec, #value>(#name, #before, #after))
    }

    /// Returns the type argument for the value in a call of the codec: the type if the derive recognizes it and it
    /// borrows nothing, or else `_`.
    pub(crate) fn value_or_inferred(&self) -> TokenStream {
        match &self.known {
            Some(known) if known.borrows_nothing => known.value.clone(),
            _ => quote!(_),
        }
    }

    pub(crate) fn position(&self) -> TokenStream {
        let (span, rk) = (self.type_span, names::private(self.type_span));
        match (self.separator, self.position) {
            (_, FieldPosition::InStruct) => quote_spanned!(span=> #rk::InStruct),
            (Separator::Escape, FieldPosition::Last) => quote_spanned!(span=> #rk::Last),
            (Separator::Escape, FieldPosition::Mid) => quote_spanned!(span=> #rk::Mid),
            (separator, position) => {
                let position = Ident::new(if position == FieldPosition::Last { "LastField" } else { "MidField" }, span);
                let separator = separator_type(&rk, separator, span);
                quote_spanned!(span=> #rk::#position<#separator>)
            }
        }
    }

    /// Returns the bound `for<'customer> codec: trait_for('customer)`, with the span of the field's type.
    ///
    /// The lifetime names the field in the compile error about the bound, and delays this error until the method or
    /// impl is used: rustc reports an unsatisfied bound without parameters where the bound is written.
    pub(crate) fn bound_by(&self, bound: impl Fn(&TokenStream) -> TokenStream) -> TokenStream {
        let (span, label) = (self.type_span, &self.label);
        let codec = spans::respanned(self.codec.clone(), span);
        let bound = bound(&label.to_token_stream());
        quote_spanned!(span=> for<#label> #codec: #bound)
    }

    /// Returns the bound of [`Self::bound_by`] for a trait of `rowkey`. `arguments` are the arguments of the trait
    /// after the lifetime.
    pub(crate) fn bound(&self, trait_name: &str, arguments: &[TokenStream]) -> TokenStream {
        let (span, rk) = (self.type_span, names::private(self.type_span));
        let trait_name = Ident::new(trait_name, span);
        self.bound_by(|label| quote_spanned!(span=> #rk::#trait_name<#label, #(#arguments),*>))
    }

    /// Returns the bound that `__R` is a range of the field's values. If the type of the field is a struct or an enum,
    /// `__R` can also be a prefix of this struct or enum.
    pub(crate) fn range_bound(&self) -> TokenStream {
        let (span, rk, label) = (self.type_span, names::private(self.type_span), &self.label);
        let codec = spans::respanned(self.codec.clone(), span);
        let [value, position] = self.value_and_position();
        quote_spanned! {span=>
            for<#label> __R: #rk::FieldRange<#label, '__b, #codec, #value, #position, __M>
        }
    }

    /// Returns the arguments that most bounds of a codec have: the type of the value, and the position.
    pub(crate) fn value_and_position(&self) -> [TokenStream; 2] {
        [spans::respanned(self.value.clone(), self.type_span), self.position()]
    }

    /// Returns the bound that the property `ENCODING.#property` of the field is true. `known` is the value of this
    /// property if the derive knows it. Returns `None` if `known` is `Some(true)`.
    pub(crate) fn encoding_bound(
        &self,
        known: Option<bool>,
        trait_name: &str,
        property: &TokenStream,
    ) -> Option<TokenStream> {
        if known == Some(true) {
            return None;
        }
        let (span, rk) = (self.type_span, names::private(self.type_span));
        let (codec, value, label) = (spans::respanned(self.codec.clone(), span), &self.value, &self.label);
        let holds = if known.is_some() {
            quote_spanned!(span=> false)
        } else {
            quote_spanned!(span=> { <#codec as #rk::FieldCodec<#value>>::ENCODING.#property })
        };
        let (trait_name, index) = (Ident::new(trait_name, span), self.index);
        // The index distinguishes two fields with the same codec.
        Some(quote_spanned!(span=> for<#label> #codec: #rk::#trait_name<#label, #index, #holds>))
    }

    /// Checks whether a variable-length string in the position of this field is stored without escapes.
    pub(crate) fn is_verbatim(&self) -> bool {
        self.position == FieldPosition::Last || self.separator != Separator::Escape
    }
}

pub(crate) fn separator_type(rk: &Ident, separator: Separator, span: Span) -> TokenStream {
    match separator {
        Separator::Escape => quote_spanned!(span=> #rk::Escaped),
        Separator::Delimiter(character) => quote_spanned!(span=> #rk::DelimitedBy<#character>),
        Separator::Terminator(character) => quote_spanned!(span=> #rk::TerminatedBy<#character>),
    }
}

pub(crate) fn each(fields: &[FieldCode<'_>], tokens: impl Fn(&FieldCode<'_>) -> TokenStream) -> Vec<TokenStream> {
    fields.iter().map(tokens).collect()
}

/// Returns the part `Trait<argument> for Key<'a>` of an impl, with the span of the key's name. With this span, messages
/// about a bound of the impl point at the key and not at the derive.
pub(crate) fn header(key: &Key<'_>, name: &str, argument: Option<TokenStream>) -> TokenStream {
    let ident = key.ident;
    let span = ident.span();
    let rk = names::private(span);
    let name = Ident::new(name, span);
    let of_trait = argument.map(|argument| quote_spanned!(span=> <#argument>));
    let lifetimes = &key.lifetimes;
    let of_key = (!lifetimes.is_empty()).then(|| spans::as_written(quote!(<#(#lifetimes),*>), span));
    quote_spanned!(span=> #rk::#name #of_trait for #ident #of_key)
}
