//! The prefix type of a key: one type for each number of fields set, with the methods of the next field.

use super::{Scope, salt};
use crate::docs;
use crate::model::{Direction, Field, Form, SaltOf};
use crate::names;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

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

/// What all steps have: `range()`, where it is true.
fn every_step(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (vis, prefix) = (scope.key.vis, &scope.key.prefix);
    let (lacks, one_range) = match salt::needs(scope) {
        None => (quote!(()), quote!(impl<const STEP: #rk::usize> #rk::OneRange<()> for #prefix<STEP> {})),
        Some(needed) => {
            let marker = scope.markers.get(needed);
            let steps = needed + 1..=scope.key.fields.len();
            (quote!(#marker), quote!(#(impl #rk::OneRange<#marker> for #prefix<#steps> {})*))
        }
    };
    quote! {
        impl<const STEP: #rk::usize> #rk::Step for #prefix<STEP> {
            type Lacks = #lacks;
        }

        #one_range

        impl<const STEP: #rk::usize> #prefix<STEP> {
            /// The one range that holds exactly the keys with the fields set so far.
            #[inline]
            #vis fn range(self) -> #rk::KeyRange
            where
                Self: #rk::OneRange<#lacks>,
            {
                #rk::Prefix::range(self.0)
            }
        }
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
    let after_equal = after_equal(scope, index);
    let name = &field.name;
    let form = docs::form(field);
    let equal_doc = format!("The field `{name}` equals this: {form}.");
    let within_doc = format!("The field `{name}` lies within these bounds.");
    let starts_doc = format!("The field `{name}` begins with this.");
    let ends_doc = format!("The field `{name}` ends with this.");
    let [hide_within, hide_starts, hide_ends] = shown(field).map(|shown| (!shown).then(|| quote!(#[doc(hidden)])));
    quote_spanned! {span=>
        impl #prefix<#index> {
            #[doc = #equal_doc]
            #[inline]
            #vis fn #equal(self, value: #codec_of_type::Arg<'_>) -> #prefix<#next> {
                let __prefix = #rk::Prefix::equal::<#codec, #value_type, #position>(self.0, value);
                #after_equal
                #prefix(__prefix)
            }

            #[doc = #within_doc]
            #hide_within
            #vis fn #within<'__b, __R>(self, bounds: __R) -> #rk::Bounded<Self>
            where
                #bounds,
                #ordered,
            {
                #rk::Bounded::__new(#rk::Prefix::within::<#codec, #value_type, #position, __R>(self.0, &bounds))
            }

            #[doc = #starts_doc]
            #hide_starts
            #vis fn #starts_with(self, start: &#codec_of_type::Part) -> #rk::Bounded<Self>
            where
                #starting,
            {
                #rk::Bounded::__new(#rk::Prefix::starting::<#codec, #value_type, #position>(self.0, start))
            }

            #[doc = #ends_doc]
            #hide_ends
            #vis fn #ends_with(self, end: &#codec_of_type::Part) -> #rk::Bounded<Self>
            where
                #ending,
            {
                #rk::Bounded::__new(#rk::Prefix::ending::<#codec, #value_type, #position>(self.0, end))
            }
        }
    }
}

/// What the salt needs once the field is set.
fn after_equal(scope: &Scope<'_>, index: usize) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    let complete = salt::needs(scope) == Some(index);
    if salt::is_modulo(salt) {
        let salt = complete.then(|| salt::of_value(scope, index, &quote!(value)))?;
        return Some(quote!(let __prefix = #rk::Prefix::salt_is(__prefix, &#salt, &__LAYOUT);));
    }
    let keep = match &salt.of {
        SaltOf::WholeKey => complete.then(|| quote!(let __prefix = #rk::Prefix::salted_whole(__prefix, &__LAYOUT);)),
        SaltOf::Fields(fields) => fields
            .iter()
            .position(|field| *field == index)
            .map(|order| quote!(let __prefix = #rk::Prefix::salted(__prefix, #order);)),
    };
    let name = salt::salt_type(salt);
    let compute = complete.then(|| quote!(let __prefix = #rk::Prefix::salt::<#name>(__prefix, &__LAYOUT);));
    Some(quote!(#keep #compute))
}

/// Whether the tokens leave it open that `_in`, `_starts_with` and `_ends_with` are true of the field.
fn shown(field: &Field<'_>) -> [bool; 3] {
    match &field.form {
        Form::Hashed(_) => [false; 3],
        Form::Custom { .. } => [true, false, false],
        Form::Plain(Direction::Reversed) => [false, false, true],
        Form::Padded { direction: Direction::Reversed, character, .. } => [false, false, pad_sorts(*character)],
        Form::Padded { character, .. } => [pad_sorts(*character), pad_sorts(*character), false],
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
