//! The salt of a key, as a type, and where it is computed.

use super::{Scope, codec, tried};
use crate::attr::{Algorithm, SaltSize};
use crate::model::{KeySalt, SaltOf};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The number of bytes of a key's salt.
pub(super) fn width(scope: &Scope<'_>) -> usize {
    scope.key.salt.as_ref().map_or(0, |salt| salt_width(salt.salt.size))
}

fn salt_width(size: SaltSize) -> usize {
    match size {
        SaltSize::Bytes { count, hex: true, .. } => 2 * count,
        SaltSize::Bytes { count, .. } => count,
        SaltSize::Buckets { count, digits } => {
            let base = if digits { 10 } else { 256 };
            let mut width = 1;
            let mut left = (count - 1) / base;
            while left > 0 {
                width += 1;
                left /= base;
            }
            width
        }
    }
}

/// How many values a salt can have, if that is known to be few.
pub(super) fn bucket_count(salt: &KeySalt<'_>) -> Option<u64> {
    match salt.salt.size {
        SaltSize::Buckets { count, .. } => Some(count),
        SaltSize::Bytes { count, .. } => 256u64.checked_pow(u32::try_from(count).ok()?),
    }
}

/// How many fields the salt is computed from, as the runtime counts them: the whole key counts as one.
pub(super) fn salted(scope: &Scope<'_>) -> usize {
    match scope.key.salt.as_ref().map(|salt| &salt.of) {
        None | Some(SaltOf::Chance) => 0,
        Some(SaltOf::WholeKey) => 1,
        Some(SaltOf::Fields(fields)) => fields.len(),
    }
}

/// The field without which a prefix spans buckets: of those that the salt is computed from, the last one set.
pub(super) fn needs(scope: &Scope<'_>) -> Option<usize> {
    match &scope.key.salt.as_ref()?.of {
        SaltOf::WholeKey => scope.key.fields.len().checked_sub(1),
        SaltOf::Chance => None,
        SaltOf::Fields(fields) => fields.iter().copied().max(),
    }
}

/// Where a message about the salt points to.
fn salt_span(salt: &KeySalt<'_>) -> Span {
    let first = salt.tokens.clone().into_iter().next();
    Span::call_site().located_at(first.map_or_else(Span::call_site, |token| token.span()))
}

/// The type of the salt, where a message about it points to.
pub(super) fn salt_type(salt: &KeySalt<'_>) -> Ident {
    Ident::new("__Salt", salt_span(salt))
}

/// `type __Salt = ..;`
pub(super) fn items(scope: &Scope<'_>) -> Option<TokenStream> {
    let salt = scope.key.salt.as_ref()?;
    let span = salt_span(salt);
    let rk = names::runtime(span);
    let name = salt_type(salt);
    let width = salt_width(salt.salt.size);
    let source = match &salt.salt.algorithm {
        Algorithm::Digest(..) => quote!(__SaltDigest),
        Algorithm::Phoenix => quote!(#rk::Phoenix),
        Algorithm::With(_) => quote!(#rk::With<__Spread>),
        Algorithm::Modulo | Algorithm::Random => quote!(),
    };
    let ty = match (&salt.salt.algorithm, salt.salt.size) {
        (Algorithm::Modulo, SaltSize::Buckets { count, digits }) => quote!(#rk::Modulo<#count, #width, #digits>),
        (Algorithm::Random, SaltSize::Buckets { count, digits }) => quote!(#rk::Random<#count, #width, #digits>),
        (_, SaltSize::Buckets { count, digits }) => quote!(#rk::BucketSalt<#source, #count, #width, #digits>),
        (_, SaltSize::Bytes { count, last, hex: true }) => quote!(#rk::HexSalt<#source, #count, #width, #last>),
        (_, SaltSize::Bytes { count, last, .. }) => quote!(#rk::DigestSalt<#source, #count, #last>),
    };
    let ty = spans::respanned(ty, span);
    let spread = match &salt.salt.algorithm {
        Algorithm::With(path) => {
            let span = spans::first_span(path.to_token_stream());
            let rk = names::runtime(span);
            Some(quote_spanned! {span=>
                pub enum __Spread {}
                impl #rk::Spread for __Spread {
                    fn __call(__bytes: &[#rk::u8]) -> #rk::u64 {
                        const __FUNCTION: fn(&[#rk::u8]) -> #rk::u64 = #path;
                        __FUNCTION(__bytes)
                    }
                }
            })
        }
        _ => None,
    };
    let digest = match &salt.salt.algorithm {
        Algorithm::Digest(digest, span) => {
            let digest = codec::digest(*digest, *span);
            Some(quote!(type __SaltDigest = #digest;))
        }
        _ => None,
    };
    let number = number(scope);
    Some(quote! {
        #spread
        #digest
        type #name = #ty;
        #number
    })
}

/// `type __Number = ..;`, what a `modulo` salt is computed from, if it is an integer.
fn number(scope: &Scope<'_>) -> Option<TokenStream> {
    let index = needs(scope).filter(|_| scope.key.salt.as_ref().is_some_and(is_modulo))?;
    let field = scope.fields.get(index)?;
    let span = field.type_span;
    let rk = names::runtime(span);
    let (codec, value) = (&field.codec, &field.value);
    let ty = quote_spanned!(span=> <#codec as #rk::FieldCodec<#value>>::Arg<'static>);
    let number = codec::Checked::new(field.field, ty).gives("ModuloField", "Number").into_type();
    Some(quote_spanned!(span=> type __Number = #number;))
}

/// `Some((layout, fields))` for `LAYOUT`.
pub(super) fn layout(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let Some(salt) = &scope.key.salt else {
        return quote!(#rk::None);
    };
    let name = salt_type(salt);
    let layout = match salt.salt.algorithm {
        Algorithm::Modulo | Algorithm::Random => quote!(<#name>::LAYOUT),
        _ => quote!(<#name as #rk::Salt>::LAYOUT),
    };
    let fields: &[usize] = match &salt.of {
        SaltOf::WholeKey | SaltOf::Chance => &[],
        SaltOf::Fields(fields) => fields,
    };
    quote!(#rk::Some((#layout, &[#(#fields),*])))
}

/// `Some(..)` of the function that computes the salt from bytes of the key, if there is one.
pub(super) fn function(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    match &scope.key.salt {
        Some(salt) if !is_modulo(salt) && !is_random(scope) => {
            let name = salt_type(salt);
            quote!(#rk::Some(#rk::salt_of::<#name>))
        }
        _ => quote!(#rk::None),
    }
}

/// Whether where this field lies in the key must be kept for the salt.
pub(super) fn needs_span(scope: &Scope<'_>, index: usize) -> bool {
    scope
        .key
        .salt
        .as_ref()
        .is_some_and(|salt| !is_modulo(salt) && matches!(&salt.of, SaltOf::Fields(fields) if fields.contains(&index)))
}

pub(super) fn is_random(scope: &Scope<'_>) -> bool {
    scope.key.salt.as_ref().is_some_and(|salt| salt.of == SaltOf::Chance)
}

pub(super) fn is_modulo(salt: &KeySalt<'_>) -> bool {
    matches!(salt.salt.algorithm, Algorithm::Modulo)
}

/// The spans of the salted fields in the order in which they are hashed.
fn spans(salt: &KeySalt<'_>, whole: &TokenStream) -> TokenStream {
    match &salt.of {
        SaltOf::WholeKey => quote!([#whole]),
        SaltOf::Chance => quote!([]),
        SaltOf::Fields(fields) => {
            let spans = fields.iter().map(|index| names::span_of(*index));
            quote!([#(#spans),*])
        }
    }
}

/// The salt of an integer's own number, where `value` is an expression for what its codec takes.
pub(super) fn of_value(scope: &Scope<'_>, index: usize, value: &TokenStream) -> Option<TokenStream> {
    let salt = scope.key.salt.as_ref()?;
    let SaltSize::Buckets { count, digits } = salt.salt.size else {
        return None;
    };
    let width = salt_width(salt.salt.size);
    let span = scope.key.fields.get(index)?.span();
    let rk = names::runtime(span);
    let bucket = quote_spanned!(span=> <__Number as #rk::ModuloField>::modulo(&#value, #count));
    Some(quote!(#rk::modulo_salt::<#width, #digits>(#bucket)))
}

/// Statement that puts the salt of a written key into its place.
pub(super) fn written(scope: &Scope<'_>) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    if is_random(scope) {
        return None;
    }
    if is_modulo(salt) {
        let index = needs(scope)?;
        let field = scope.fields.get(index)?;
        let (codec, value, member) = (&field.codec, &field.value, &field.field.member);
        let value = quote!(<#codec as #rk::FieldCodec<#value>>::arg(&self.#member));
        let salt = of_value(scope, index, &value)?;
        return Some(quote!(#rk::patch_salt::<Self, _>(__start, &#salt, __out);));
    }
    let name = salt_type(salt);
    let spans = spans(salt, &quote!(#rk::whole::<Self, _>(__start, __out)));
    Some(quote!(#rk::put_salt::<Self, #name, _, _>(__start, #spans, __out);))
}

/// Statement that compares the salt of a key that was read with the one its fields give.
pub(super) fn read(scope: &Scope<'_>) -> Option<TokenStream> {
    let checked = check(scope)?;
    let checked = tried(&scope.rk, &checked);
    Some(quote!(#checked;))
}

fn check(scope: &Scope<'_>) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    if is_random(scope) {
        return Some(quote!(#rk::check_bucket::<Self>(&__salt)));
    }
    if is_modulo(salt) {
        let index = needs(scope)?;
        let field = scope.fields.get(index)?;
        let (codec, value, local) = (&field.codec, &field.value, names::local(index));
        let value = quote!(<#codec as #rk::FieldCodec<#value>>::arg(&#local));
        let salt = of_value(scope, index, &value)?;
        return Some(quote!(#rk::compare_salt::<Self>(&__salt, &#salt)));
    }
    let name = salt_type(salt);
    let spans = spans(salt, &quote!(#rk::whole_read::<Self>(&__reader)));
    Some(quote!(#rk::check_salt::<Self, #name, _>(__bytes, &__salt, #spans)))
}
