//! The prefix type of a key: one type for each number of fields set, with the methods of the next field.

use super::questions::{self, Bodies};
use super::{Scope, salt};
use crate::docs;
use crate::lifetimes;
use crate::model::{Direction, Field, Form, SaltOf};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The type, which stands beside the key.
pub(super) fn prefix_type(scope: &Scope<'_>) -> TokenStream {
    let root = names::root_path(scope.key.krate);
    let (vis, prefix) = (scope.key.vis, &scope.key.prefix);
    let salted = salt::salted(scope);
    let doc = docs::layout(scope.key);
    quote! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #[must_use = "a prefix is only a question: take its `range()`"]
        #[allow(dead_code, clippy::all, clippy::pedantic)]
        #vis struct #prefix<const STEP: ::core::primitive::usize>(#root::__private::Prefix<#salted>);
    }
}

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let steps = scope.key.fields.iter().enumerate().map(|(index, field)| step(scope, index, field));
    let every_step = every_step(scope);
    quote!(#(#steps)* #every_step)
}

/// What all steps have: ranges and scans, where they are true.
fn every_step(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, vis, prefix) = (scope.key.ident, scope.key.vis, &scope.key.prefix);
    let lifetimes = scope.key.lifetimes.iter().map(|_| quote!('static));
    let facts = salt_facts(scope);
    let SaltFacts { lacks, label, salt_is_known, one_range, few_ranges } = &facts;
    let key = quote!(#ident<#(#lifetimes),*>);
    let bodies = Bodies {
        range: quote!(#rk::Prefix::range(self.0)),
        ranges: quote!(#rk::Prefix::ranges(self.0, __LAYOUT, #salt_is_known)),
    };
    let questions = questions::methods(rk, vis, &key, lacks, label.as_ref(), &bodies);
    quote! {
        #[doc(hidden)]
        impl<const STEP: #rk::usize> #rk::Step for #prefix<STEP> {
            type Key = #key;
            type Lacks = #lacks;
            const SALT_IS_KNOWN: #rk::bool = #salt_is_known;

            #[inline]
            fn layout() -> &'static #rk::Layout {
                __LAYOUT
            }

            #[inline]
            fn cuts(self) -> #rk::Cuts {
                #rk::Prefix::cuts(self.0)
            }
        }

        #one_range
        #few_ranges

        impl<const STEP: #rk::usize> #prefix<STEP> {
            #questions
        }
    }
}

/// What the salt allows at which step.
struct SaltFacts {
    /// Stands for the field without which a step spans buckets.
    lacks: TokenStream,
    /// Its name for messages.
    label: Option<syn::Lifetime>,
    salt_is_known: TokenStream,
    one_range: TokenStream,
    few_ranges: TokenStream,
}

fn salt_facts(scope: &Scope<'_>) -> SaltFacts {
    const MOST_RANGES: u64 = 4096;
    let rk = &scope.rk;
    let prefix = &scope.key.prefix;
    let at_every_step = |fact: &str| {
        let fact = Ident::new(fact, Span::call_site());
        quote!(impl<__F, const STEP: #rk::usize> #rk::#fact<__F> for #prefix<STEP> {})
    };
    let Some(salt) = &scope.key.salt else {
        return SaltFacts {
            lacks: quote!(()),
            label: None,
            salt_is_known: quote!(true),
            one_range: at_every_step("OneRange"),
            few_ranges: at_every_step("FewRanges"),
        };
    };
    let few = salt::bucket_count(salt).is_some_and(|count| count <= MOST_RANGES);
    let needed = salt::needs(scope).and_then(|index| Some((index, scope.key.fields.get(index)?)));
    let Some((needed, field)) = needed else {
        let lacks = quote!(#rk::Chance);
        return SaltFacts {
            lacks,
            label: None,
            salt_is_known: quote!(false),
            one_range: TokenStream::new(),
            few_ranges: if few { at_every_step("FewRanges") } else { TokenStream::new() },
        };
    };
    let marker = scope.markers.get(needed);
    let once_set = |fact: &str| {
        let fact = Ident::new(fact, Span::call_site());
        let steps = needed + 1..=scope.key.fields.len();
        quote!(#(impl<__F> #rk::#fact<__F> for #prefix<#steps> {})*)
    };
    SaltFacts {
        lacks: quote!(#marker),
        label: Some(names::label_lifetime(scope.key, field, Span::call_site())),
        salt_is_known: quote!(STEP > #needed),
        one_range: once_set("OneRange"),
        few_ranges: if few { at_every_step("FewRanges") } else { once_set("FewRanges") },
    }
}

fn step(scope: &Scope<'_>, index: usize, field: &Field<'_>) -> TokenStream {
    let span = field.span();
    let rk = names::runtime(span);
    let (vis, prefix) = (scope.key.vis, &scope.key.prefix);
    let next = index + 1;
    let codec = names::codec(index, span);
    let position = names::position(index, span);
    let value_type = names::value_type(index, span);
    // A borrowed value may live no longer than the call.
    let lifetimes = lifetimes::within(&scope.key.lifetimes, field.ty.to_token_stream());
    let (lent, lent_for, lent_type) = if lifetimes.is_empty() {
        (None, quote!('_), value_type.to_token_stream())
    } else {
        let lent_type = spans::respanned(field.ty.to_token_stream(), field.type_span());
        (Some(quote!(<'__lent, #(#lifetimes: '__lent),*>)), quote!('__lent), lent_type)
    };
    let codec_of_type = quote_spanned!(span=> <#codec as #rk::FieldCodec<#value_type>>);
    let [ordered, starting, ending] = ["OrderedField", "StartsWithField", "EndsWithField"].map(|fact| {
        // What a message points to: the field, not the derive.
        let span = field.type_span();
        let (rk, fact) = (names::runtime(span), Ident::new(fact, span));
        let label = names::label_lifetime(scope.key, field, span);
        quote_spanned!(span=> for<#label> #codec: #rk::#fact<#value_type, #position, #rk::TheField<#label>>)
    });
    let bounds = {
        let span = field.type_span();
        let rk = names::runtime(span);
        quote_spanned!(span=> __R: #rk::RangeBounds<<#codec as #rk::FieldCodec<#value_type>>::Arg<'__b>>)
    };
    let [equal, within, starts_with, ends_with] = names::methods(&field.method);
    let equal_to_value = quote_spanned!(span=> #rk::Prefix::equal::<#codec, #lent_type, #position>(self.0, value));
    let equal_to_value = match after_equal(scope, index) {
        None => quote_spanned!(span=> #prefix(#equal_to_value)),
        Some(after_equal) => quote_spanned! {span=>
            let __prefix = #equal_to_value;
            #after_equal
            #prefix(__prefix)
        },
    };
    let [equal_doc, within_doc, starts_doc, ends_doc] = docs::methods(field);
    let [hide_within, hide_starts, hide_ends] = shown(field).map(|shown| (!shown).then(|| quote!(#[doc(hidden)])));
    quote_spanned! {span=>
        impl #prefix<#index> {
            #[doc = #equal_doc]
            #[inline]
            #vis fn #equal #lent (self, value: <#codec as #rk::FieldCodec<#lent_type>>::Arg<#lent_for>) -> #prefix<#next> {
                #equal_to_value
            }

            #[doc = #within_doc]
            #hide_within
            #[inline]
            #vis fn #within<'__b, __R>(self, bounds: __R) -> #rk::Bounded<Self>
            where
                #bounds,
                #ordered,
            {
                #rk::Prefix::within::<#codec, #value_type, #position, _, _>(self.0, &bounds)
            }

            #[doc = #starts_doc]
            #hide_starts
            #[inline]
            #vis fn #starts_with(self, start: &#codec_of_type::Part) -> #rk::Bounded<Self>
            where
                #starting,
            {
                #rk::Prefix::starting::<#codec, #value_type, #position, _>(self.0, start)
            }

            #[doc = #ends_doc]
            #hide_ends
            #[inline]
            #vis fn #ends_with(self, end: &#codec_of_type::Part) -> #rk::Bounded<Self>
            where
                #ending,
            {
                #rk::Prefix::ending::<#codec, #value_type, #position, _>(self.0, end)
            }
        }
    }
}

/// What the salt needs once the field is set.
fn after_equal(scope: &Scope<'_>, index: usize) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    if salt::is_random(scope) {
        return None;
    }
    let complete = salt::needs(scope) == Some(index);
    if salt::is_modulo(salt) {
        let salt = complete.then(|| salt::of_value(scope, index, &quote!(value)))?;
        return Some(quote!(let __prefix = #rk::Prefix::salt_is(__prefix, &#salt, __LAYOUT);));
    }
    let keep = match &salt.of {
        SaltOf::Chance => None,
        SaltOf::WholeKey => complete.then(|| quote!(let __prefix = #rk::Prefix::salted_whole(__prefix, __LAYOUT);)),
        SaltOf::Fields(fields) => fields
            .iter()
            .position(|field| *field == index)
            .map(|order| quote!(let __prefix = #rk::Prefix::salted(__prefix, #order);)),
    };
    let name = salt::salt_type(salt);
    let compute = complete.then(|| quote!(let __prefix = #rk::Prefix::salt::<#name>(__prefix, __LAYOUT);));
    (keep.is_some() || compute.is_some()).then(|| quote!(#keep #compute))
}

/// Whether the tokens leave it open that `_in`, `_starts_with` and `_ends_with` are true of the field.
fn shown(field: &Field<'_>) -> [bool; 3] {
    match &field.form {
        Form::Hashed(_) => [false; 3],
        Form::Custom { .. } | Form::Time { .. } => [true, false, false],
        Form::Plain(Direction::Reversed) => [false, false, !is_number(field)],
        Form::Padded { direction: Direction::Reversed, character, .. } => {
            [false, false, pad_sorts(*character) && !is_number(field)]
        }
        Form::Padded { character, .. } => [pad_sorts(*character), pad_sorts(*character) && !is_number(field), false],
        Form::Plain(_) => [true, !is_number(field), false],
    }
}

fn pad_sorts(character: Option<char>) -> bool {
    matches!(character, None | Some('\0'))
}

/// Whether the type is spelled as one that is no string. Only documentation depends on it.
fn is_number(field: &Field<'_>) -> bool {
    let ty = field.ty;
    let spelled = quote!(#ty).to_string();
    let numbers = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64", "bool", "char"];
    numbers.contains(&spelled.as_str()) || spelled.starts_with("Option")
}
