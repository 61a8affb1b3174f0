//! `#[derive(KeyField)]`: newtypes, structs, and enums with codes, as fields of keys.

mod codes;
mod structure;
mod wrapper;

use crate::attr::{self, Item};
use crate::build;
use crate::check;
use crate::context::Context;
use crate::expand::{Scope, unnamed_block};
use crate::lifetimes;
use crate::model::{Direction, Encoding};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Member};

pub(crate) fn key_field(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = attr::read(&context, input, Item::FieldType, Item::Member);
    let rk = names::runtime(Span::call_site());
    let imports = names::imports(attrs.key.krate.get().map(|at| &at.value));
    let expansion = match &input.data {
        Data::Enum(data) => codes::expand(&context, input, data, &rk),
        _ => fields(&context, input, &attrs),
    };
    let (errors, items) = match (context.finish(), expansion) {
        (Ok(()), Some(expansion)) => (None, expansion),
        (Ok(()), None) => (None, stand_in(input, &rk)),
        (Err(errors), _) => (Some(errors), stand_in(input, &rk)),
    };
    let block = unnamed_block(&quote!(#imports #items));
    quote!(#errors #block)
}

fn fields(context: &Context, input: &DeriveInput, attrs: &attr::Attrs) -> Option<TokenStream> {
    let sound = check::field_type(context, input, attrs);
    if sound.contains(&false) {
        return None;
    }
    let key = build::key(input, attrs);
    let scope = Scope::of_field(&key);
    Some(match &*key.fields {
        [field]
            if matches!(
                (&field.member, &field.encoding),
                (Member::Unnamed(_), Encoding::Plain(Direction::Ascending))
            ) =>
        {
            wrapper::expand(&scope, field)
        }
        _ => structure::expand(&scope),
    })
}

/// Implements `FieldValue`, which decides whether the equality method takes the type or a reference to it.
pub(crate) fn field_value(rk: &Ident, ident: &syn::Ident, lifetimes: &[&syn::Lifetime]) -> TokenStream {
    let statics = lifetimes.iter().map(|_| quote!('static));
    quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #rk::FieldValue for #ident<#(#lifetimes),*> {
            type Arg<'__x> = <__Argument as #rk::ChooseArgument<Self>>::Arg<'__x> where Self: '__x;

            #[inline]
            fn arg(&self) -> Self::Arg<'_> {
                <__Argument as #rk::ChooseArgument<Self>>::arg(self)
            }

            #[inline]
            fn get<'__x, '__y>(arg: &'__x Self::Arg<'__y>) -> &'__x Self
            where
                Self: '__y,
            {
                <__Argument as #rk::ChooseArgument<Self>>::get(arg)
            }
        }

        type __Argument = #rk::Argument<{
            use #rk::NotCopy as _;
            <#rk::IsCopy<#ident<#(#statics),*>>>::VALUE
        }>;
    }
}

/// The code for a type with a mistake: all implementations, without bodies.
fn stand_in(input: &DeriveInput, rk: &Ident) -> TokenStream {
    let ident = &input.ident;
    let lifetimes = lifetimes::of(input);
    if input.generics.params.len() != lifetimes.len() {
        return TokenStream::new();
    }
    let field_value = field_value(rk, ident, &lifetimes);
    quote! {
        #field_value

        impl<#(#lifetimes,)* __F> #rk::KeyField<__F> for #ident<#(#lifetimes),*> {
            type Codec = #rk::Fields;
        }

        impl<#(#lifetimes),*> #rk::Structure for #ident<#(#lifetimes),*> {
            const PARTS: &'static [#rk::Part] = &[];
            const CHECKS: &'static [#rk::CheckPart] = &[];

            fn write<__S: #rk::Sink>(&self, _: &mut __S) -> #rk::Result<(), #rk::EncodeErrorKind> {
                #rk::stand_in()
            }

            fn size(&self) -> #rk::usize {
                #rk::stand_in()
            }
        }

        impl<'__de, #(#lifetimes),*> #rk::ReadStructure<'__de> for #ident<#(#lifetimes),*> {
            fn read(_: &mut #rk::Reader<'__de>) -> #rk::Result<Self, #rk::DecodeError> {
                #rk::stand_in()
            }
        }

        impl<#(#lifetimes),*> #rk::TotalStructure for #ident<#(#lifetimes),*> {}
        impl<#(#lifetimes),*> #rk::OrderedStructure for #ident<#(#lifetimes),*> {}
    }
}
