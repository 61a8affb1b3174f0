//! `#[derive(KeyField)]`: makes a newtype, a struct or an enum usable as the type of a key's field.

mod composite;
mod field_value;
mod newtype;

use crate::attr::{self, Code, Item};
use crate::build;
use crate::check;
use crate::context::Context;
use crate::expand::{Scope, unnamed_block};
use crate::lifetimes;
use crate::model::{Direction, Encoding};
use crate::names;
use field_value::field_value;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Data, DataEnum, DeriveInput, GenericParam, Member};

pub(crate) fn key_field(input: &DeriveInput) -> TokenStream {
    let context = Context::new();
    let attrs = attr::read(&context, input, Item::FieldType, Item::Member);
    let rk = names::private(Span::call_site());
    let imports = names::imports(attrs.key.krate.get().map(|attr| &attr.value));
    check::codec_of_a_newtype(&context, input, &attrs);
    let expansion = match &input.data {
        Data::Enum(data) => enumeration(&context, input, data, &attrs),
        _ => structure(&context, input, &attrs),
    };
    let (errors, items) = match (context.finish(), expansion) {
        (Ok(()), Some(expansion)) => (None, expansion),
        (Ok(()), None) => (None, placeholders(input, &rk)),
        (Err(errors), _) => (Some(errors), placeholders(input, &rk)),
    };
    let block = unnamed_block(&quote!(#imports #items));
    let prefix_type = match &input.data {
        Data::Enum(data) if check::has_data(data) => Some(composite::prefix_type(input, &attrs)),
        _ => None,
    };
    quote!(#errors #prefix_type #block)
}

/// Checks a struct and generates its code. Returns `None` if a field has a mistake, which the derive or rustc reports.
fn structure(context: &Context, input: &DeriveInput, attrs: &attr::Attrs) -> Option<TokenStream> {
    let valid = check::field_type(context, input, attrs);
    if valid.contains(&false) {
        return None;
    }
    let mut key = build::key(input, attrs);
    if let (Some(codec), Some(field)) = (attrs.key.codec.get(), key.fields.first_mut()) {
        field.encoding = Encoding::Custom { path: &codec.value, is_from_fields_attribute: false, descending: false };
        return Some(newtype::with_codec(&Scope::of_field(&key)));
    }
    let scope = Scope::of_field(&key);
    Some(match &*key.fields {
        [field]
            if matches!(
                (&field.member, &field.encoding),
                (Member::Unnamed(_), Encoding::Plain(Direction::Ascending))
            ) && field.constants().next().is_none() =>
        {
            newtype::expand(&scope, field)
        }
        _ => composite::structure(&scope),
    })
}

/// Checks an enum and generates its code. Returns `None` if the enum has a mistake.
fn enumeration(context: &Context, input: &DeriveInput, data: &DataEnum, attrs: &attr::Attrs) -> Option<TokenStream> {
    let read: Vec<_> = data.variants.iter().map(|variant| (&variant.ident, Code::read(context, variant))).collect();
    let codes: Vec<_> = read.iter().filter_map(|(name, slot)| slot.get().map(|code| (*name, code))).collect();
    check::enum_with_a_codec_has_a_field(context, attrs);
    let valid = check::variants(context, input, data, attrs, &codes);
    if codes.len() < data.variants.len() || valid.contains(&false) {
        return None;
    }
    let codes: Vec<_> = codes.iter().map(|(_, code)| &code.value).collect();
    Some(composite::enumeration(&Scope::of_field(&build::key(input, attrs)), data, &codes))
}

/// Generates all implementations for a type with a mistake, with placeholder bodies, so that uses of the type cause no
/// further errors.
fn placeholders(input: &DeriveInput, rk: &Ident) -> TokenStream {
    let ident = &input.ident;
    // Without the defaults, which an impl cannot have.
    let (of_lifetimes, of_types): (Vec<_>, Vec<_>) = input
        .generics
        .params
        .iter()
        .map(|param| match param {
            GenericParam::Lifetime(lifetime) => (true, quote!(#lifetime)),
            GenericParam::Type(ty) => {
                let (name, bounds) = (&ty.ident, &ty.bounds);
                (false, quote!(#name: #bounds))
            }
            GenericParam::Const(constant) => {
                let (name, ty) = (&constant.ident, &constant.ty);
                (false, quote!(const #name: #ty))
            }
        })
        .partition(|(is_lifetime, _)| *is_lifetime);
    let [of_lifetimes, of_types] =
        [of_lifetimes, of_types].map(|params| params.into_iter().map(|(_, param)| param).collect::<Vec<_>>());
    let generics = quote!(<#(#of_lifetimes,)* #(#of_types),*>);
    let of_field = quote!(<#(#of_lifetimes,)* #(#of_types,)* __F>);
    let of_position = quote!(<'__de, #(#of_lifetimes,)* #(#of_types,)* __P: #rk::Position>);
    let (_, arguments, bounds) = input.generics.split_for_impl();
    let root = names::root(Span::call_site());
    let lifetimes = lifetimes::of(input);
    let field_value = if input.generics.params.len() == lifetimes.len() {
        field_value(rk, ident, &lifetimes)
    } else {
        quote! {
            impl #generics #rk::FieldValue for #ident #arguments #bounds {
                type Arg<'__x> = &'__x Self where Self: '__x;

                fn arg(&self) -> Self::Arg<'_> {
                    self
                }

                fn value_of<'__x, '__y>(arg: &'__x Self::Arg<'__y>) -> &'__x Self
                where
                    Self: '__y,
                {
                    arg
                }
            }
        }
    };
    quote! {
        #field_value

        impl #of_field #rk::KeyField<__F> for #ident #arguments #bounds {
            type Codec = #rk::Fields;
        }

        impl #generics #rk::Composite for #ident #arguments #bounds {
            type Codec = #rk::Fields;
            const ENCODING: &'static #rk::Encoding = &#rk::Encoding::__rowkey_structure(&[]);
            const SHOW: &'static [#rk::ShowFields] = &[];

            fn write<__S: #rk::Sink>(&self, _: &mut __S) -> #rk::Result<(), #rk::EncodeErrorKind> {
                #rk::placeholder()
            }

            fn size(&self) -> #rk::usize {
                #rk::placeholder()
            }
        }

        impl #of_position #rk::ReadComposite<'__de, __P> for #ident #arguments #bounds {
            fn read(_: #rk::usize, _: &mut #rk::Reader<'__de>) -> #rk::Result<Self, #rk::DecodeError> {
                #rk::placeholder()
            }
        }

        impl #generics #rk::TotalComposite for #ident #arguments #bounds {}
        impl #generics #rk::OrderedComposite for #ident #arguments #bounds {}

        impl #generics #root::CompositeField for #ident #arguments #bounds {
            type Prefix = #rk::CompositePrefix<Self, ()>;

            fn prefix() -> Self::Prefix {
                #rk::placeholder()
            }
        }
    }
}
