//! `RowKey`, and the traits that say what all values of a key have in common.

use super::field::{each, header};
use super::prefix::next_field;
use super::{Scope, salt, tried};
use crate::model::{KeySalt, Separator};
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let row_key = row_key(scope);
    let limits = limits(scope);
    let total_key = total_key(scope);
    let random_salt = random_salt(scope);
    let spreads = spreads(scope);
    let text_key = text_key(scope);
    quote!(#row_key #limits #total_key #random_salt #spreads #text_key)
}

fn row_key(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let root = names::root(Span::call_site());
    let (ident, lifetimes, prefix) = (scope.key.ident, &scope.key.lifetimes, &scope.key.prefix);
    let first = next_field(scope, 0);
    let (bytes, layout, checks) = (bytes(scope), layout(scope), checks(scope));
    let (write, size) = (write(scope), size(scope));
    quote! {
        impl<#(#lifetimes),*> #root::RowKey for #ident<#(#lifetimes),*> {
            type Bytes = #bytes;
            type Prefix = #prefix<#first>;
            const LAYOUT: &'static #rk::Layout = &#layout;
            const __CHECKS: #rk::Checks = #checks;

            #write

            #size

            #[inline]
            fn __first_step() -> #prefix<#first> {
                #prefix(#rk::Prefix::first(), #rk::PhantomData)
            }
        }
    }
}

fn layout(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let name = scope.key.ident.unraw().to_string();
    let namespace = proc_macro2::Literal::byte_string(scope.key.namespace);
    let separator = match scope.key.separator {
        Separator::Escape => quote!(Escape),
        Separator::Delimiter(character) => quote!(Delimiter(#character)),
        Separator::Terminator(character) => quote!(Terminator(#character)),
    };
    let salt = salt::layout(scope);
    let parts = each(&scope.fields, |field| {
        let (rk, codec, value, name) = (&field.rk, &field.codec, &field.value, &field.field.name);
        quote_spanned!(field.span=> #rk::part::<#codec, #value>(#name))
    });
    quote!(#rk::Layout::__new(#name, #namespace, #rk::Separator::#separator, #salt, const { &[#(#parts),*] }))
}

/// The functions that read over each field without making a value, for explanations.
fn checks(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let checks = each(&scope.fields, |field| {
        let (rk, codec, value, position) = (&field.rk, &field.codec, &field.value, field.position());
        quote_spanned!(field.span=> #rk::check_field::<#codec, #value, #position>)
    });
    let salt_of = salt::function(scope);
    quote!(#rk::Checks::new(&[#(#checks),*], #salt_of))
}

/// The number of bytes of every key, if the spellings of all types say it.
fn known_len(scope: &Scope<'_>) -> Option<usize> {
    let delimiter = usize::from(matches!(scope.key.separator, Separator::Delimiter(_)));
    let mut len = scope.key.namespace.len() + salt::width(scope);
    for (index, field) in scope.fields.iter().enumerate() {
        len += field.known.as_ref()?.width?;
        if index + 1 < scope.fields.len() {
            len += delimiter;
        }
    }
    Some(len)
}

/// Checks whether the spelling of a type says that the number of bytes differs from key to key.
fn known_to_vary(scope: &Scope<'_>) -> bool {
    scope.fields.iter().any(|field| field.known.as_ref().is_some_and(|known| known.width.is_none()))
}

fn bytes(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    if let Some(len) = known_len(scope) {
        return quote!([#rk::u8; #len]);
    }
    if known_to_vary(scope) {
        return quote!(#rk::Vec<#rk::u8>);
    }
    let layout = scope.layout();
    quote!(<#rk::Width<{ (#layout).fixed_len().is_some() }, { (#layout).min_len() }> as #rk::ChooseBytes>::Bytes)
}

fn write(scope: &Scope<'_>) -> TokenStream {
    let (rk, root) = (&scope.rk, names::root(Span::call_site()));
    let salt_width = salt::width(scope);
    let start = (salt_width > 0 || !scope.key.namespace.is_empty()).then(|| {
        let start = quote!(#rk::start::<Self, __B, #salt_width>(__out));
        if scope.key.salt.is_some() && !salt::is_random(scope) {
            quote!(let __start = #start;)
        } else {
            quote!(#start;)
        }
    });
    let fields = each(&scope.fields, |field| {
        let (rk, codec, value) = (&field.rk, &field.codec, field.given());
        let (member, name) = (&field.field.member, &field.field.name);
        let position = field.position();
        let put = if field.known.as_ref().is_some_and(|known| known.total) {
            quote_spanned!(field.span=> #rk::put_total::<#codec, #value, #position, __B>(&self.#member, __out))
        } else {
            tried(rk, &quote_spanned!(field.span=> #rk::put::<#codec, _, #position, __B>(&self.#member, __out, #name)))
        };
        let kept = names::span_of(field.index);
        let keep = salt::needs_span(scope, field.index).then(|| quote!(let #kept =));
        quote_spanned!(field.span=> #keep #put;)
    });
    let salt = salt::written(scope);
    quote! {
        #[inline]
        fn __write<__B: #rk::Buffer>(&self, __out: &mut __B) -> #rk::Result<(), #root::EncodeError> {
            #start
            #(#fields)*
            #salt
            #rk::Ok(())
        }
    }
}

/// The number of bytes to allocate, for keys that are written to a vector.
fn size(scope: &Scope<'_>) -> Option<TokenStream> {
    if known_len(scope).is_some() {
        return None;
    }
    let rk = &scope.rk;
    let sizes = each(&scope.fields, |field| {
        let (rk, codec, member) = (&field.rk, &field.codec, &field.field.member);
        let value = field.given();
        quote_spanned!(field.span=> + #rk::size::<#codec, #value>(&self.#member))
    });
    Some(quote! {
        #[inline]
        fn __size(&self) -> #rk::usize {
            #rk::overhead::<Self>() #(#sizes)*
        }
    })
}

/// Constants that do not compile when `max_len` or `fingerprint` does not hold.
fn limits(scope: &Scope<'_>) -> TokenStream {
    let layout = scope.layout();
    let max_len = scope.key.max_len.map(|at| {
        let span = spans::first_span(at.tokens.clone());
        let rk = names::runtime(span);
        let limit = at.value;
        quote_spanned!(span=> const _: () = #rk::limit::max_len(#layout, #limit);)
    });
    let fingerprint = scope.key.fingerprint.map(|at| {
        let span = spans::first_span(at.tokens.clone());
        let rk = names::runtime(span);
        let pinned = at.value;
        quote_spanned!(span=> const _: () = #rk::limit::fingerprint(#layout, #pinned);)
    });
    quote!(#max_len #fingerprint)
}

fn total_key(scope: &Scope<'_>) -> TokenStream {
    let (rk, lifetimes) = (&scope.rk, &scope.key.lifetimes);
    let header = header(scope.key, "TotalFields", None);
    let random = salt::is_random(scope).then(|| quote!(for<'__x> #rk::RandomNumber: #rk::KnownSalt<'__x, Self>,));
    let bounds = scope
        .fields
        .iter()
        .filter(|field| !field.known.as_ref().is_some_and(|known| known.total))
        .map(|field| field.bound("TotalField", &field.value_and_position()));
    quote! {
        impl<#(#lifetimes),*> #header where #random #(#bounds),* {}
    }
}

fn random_salt(scope: &Scope<'_>) -> Option<TokenStream> {
    let lifetimes = &scope.key.lifetimes;
    let (root, ident) = (names::root(Span::call_site()), scope.key.ident);
    salt::is_random(scope).then(|| quote!(impl<#(#lifetimes),*> #root::RandomSalt for #ident<#(#lifetimes),*> {}))
}

/// `Spreads`: the key begins with a salt, or with a field whose first bytes spread.
fn spreads(scope: &Scope<'_>) -> Option<TokenStream> {
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope.key, "SpreadStart", None);
    let first = scope.fields.first()?;
    let bound = if scope.key.salt.is_some() {
        None
    } else {
        let known = first.known.as_ref().map(|known| known.spreads);
        first.fact_bound(known, "SpreadField", &quote!(__spreads()))
    };
    Some(quote! {
        impl<#(#lifetimes),*> #header where #bound {}
    })
}

/// `TextKey`, unless the namespace or the salt already rules it out.
fn text_key(scope: &Scope<'_>) -> Option<TokenStream> {
    let salt_is_text = scope.key.salt.as_ref().is_none_or(KeySalt::is_text);
    if !salt_is_text || std::str::from_utf8(scope.key.namespace).is_err() {
        return None;
    }
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope.key, "TextFields", None);
    let is_binary = |field: &&super::FieldCode<'_>| field.known.as_ref().is_some_and(|known| !known.text);
    let bound = |field: &super::FieldCode<'_>| {
        let verbatim = field.is_verbatim();
        field.fact_bound(field.known.as_ref().map(|known| known.text), "TextField", &quote!(__is_text(#verbatim)))
    };
    // One field that is not text is enough to say so.
    let bounds: Vec<_> = match scope.fields.iter().find(is_binary) {
        Some(field) => bound(field).into_iter().collect(),
        None => scope.fields.iter().filter_map(bound).collect(),
    };
    Some(quote! {
        impl<#(#lifetimes),*> #header where #(#bounds),* {}
    })
}
