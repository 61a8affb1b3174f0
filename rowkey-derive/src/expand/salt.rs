//! Generates the code of a key's salt: the type that computes the salt, and the statements that write and check it. A
//! salt is bytes before the fields of a key, which spread the keys over the store.

use super::{Scope, codec, return_error};
use crate::model::{BucketHash, Buckets, HashedSalt, KeySalt, MAX_BUCKETS, Number, SaltInput, SaltKind};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Returns the number of bytes of a key's salt, or `None` if the number is an expression.
pub(super) fn known_width(scope: &Scope<'_>) -> Option<usize> {
    scope.key.salt.as_ref().map_or(Some(0), KeySalt::width)
}

pub(super) fn width(scope: &Scope<'_>) -> TokenStream {
    scope.key.salt.as_ref().map_or_else(|| quote!(0usize), width_of)
}

fn width_of(salt: &KeySalt<'_>) -> TokenStream {
    salt.width().map_or_else(|| names::salt_width(salt_span(salt)).to_token_stream(), ToTokens::into_token_stream)
}

fn bucket_count(salt: &KeySalt<'_>, buckets: &Buckets) -> TokenStream {
    buckets.count.or_constant(|| names::salt_count(salt_span(salt)))
}

/// Returns three constants for a salt whose number of bytes or buckets is an expression: the unchecked value of the
/// expression, the same value with a check of its range, and the width of the salt.
///
/// Without the first constant, the compile error about an expression of a wrong type would name a hidden function of
/// `rowkey`.
fn constants(salt: &KeySalt<'_>) -> Option<TokenStream> {
    let span = salt_span(salt);
    let (count, width) = (names::salt_count(span), names::salt_width(span));
    let buckets = match &salt.kind {
        SaltKind::Hashed { hash: HashedSalt::Bytes { digest, count: Number::Expression(bytes), hex, .. }, .. } => {
            let number_span = spans::first_span(bytes.clone());
            let rk = names::private(number_span);
            let check = codec::assert_in_range(
                number_span,
                &codec::given_as_u64(number_span),
                &(digest.digest.bytes() as u64).to_token_stream(),
            );
            let twice = hex.then(|| quote!(2 *));
            return Some(quote_spanned! {number_span=>
                const __GIVEN: #rk::usize = #bytes;
                const #count: #rk::usize = { #check __GIVEN };
                const #width: #rk::usize = #twice #count;
            });
        }
        SaltKind::Hashed { hash: HashedSalt::Bytes { .. }, .. } => return None,
        SaltKind::Hashed { hash: HashedSalt::Bucket { buckets, .. }, .. } => buckets,
        SaltKind::Modulo { buckets, .. } | SaltKind::Random { buckets } => *buckets,
    };
    let (Number::Expression(number), digits) = (&buckets.count, buckets.digits) else { return None };
    let number_span = spans::first_span(number.clone());
    let rk = names::private(number_span);
    let check =
        codec::assert_in_range(number_span, &quote_spanned!(number_span=> __GIVEN), &MAX_BUCKETS.to_token_stream());
    Some(quote_spanned! {number_span=>
        const __GIVEN: #rk::u64 = #number;
        const #count: #rk::u64 = { #check __GIVEN };
        const #width: #rk::usize = #rk::bucket_width(#count, #digits);
    })
}

/// Returns the number of fields that the salt is computed from. The whole key counts as one field.
pub(super) fn salted_count(scope: &Scope<'_>) -> usize {
    match scope.key.salt.as_ref().map(|salt| &salt.kind) {
        None | Some(SaltKind::Random { .. }) => 0,
        Some(SaltKind::Modulo { .. } | SaltKind::Hashed { of: SaltInput::WholeKey, .. }) => 1,
        Some(SaltKind::Hashed { of: SaltInput::Fields(fields), .. }) => fields.len(),
    }
}

/// Returns the index of the last field that the salt is computed from. A prefix that sets this field determines the
/// salt.
pub(super) fn last_salted(scope: &Scope<'_>) -> Option<usize> {
    match &scope.key.salt.as_ref()?.kind {
        SaltKind::Random { .. } => None,
        SaltKind::Modulo { field, .. } => Some(*field),
        SaltKind::Hashed { of: SaltInput::WholeKey, .. } => scope.key.fields.len().checked_sub(1),
        SaltKind::Hashed { of: SaltInput::Fields(fields), .. } => fields.iter().copied().max(),
    }
}

fn salt_span(salt: &KeySalt<'_>) -> Span {
    let first = salt.tokens.clone().into_iter().next();
    Span::call_site().located_at(first.map_or_else(Span::call_site, |token| token.span()))
}

pub(super) fn salt_type(salt: &KeySalt<'_>) -> Ident {
    Ident::new("__Salt", salt_span(salt))
}

/// Returns `type __Salt = ..;`, and the items that this type needs.
pub(super) fn items(scope: &Scope<'_>) -> Option<TokenStream> {
    let salt = scope.key.salt.as_ref()?;
    let span = salt_span(salt);
    let rk = names::private(span);
    let name = salt_type(salt);
    let width = width_of(salt);
    let bytes = |count: &Number| count.or_constant(|| names::salt_count(span));
    let ty = match &salt.kind {
        SaltKind::Modulo { buckets, .. } => {
            let (count, digits) = (bucket_count(salt, buckets), buckets.digits);
            quote!(#rk::Modulo<#count, #width, #digits>)
        }
        SaltKind::Random { buckets } => {
            let (count, digits) = (bucket_count(salt, buckets), buckets.digits);
            quote!(#rk::Random<#count, #width, #digits>)
        }
        SaltKind::Hashed { hash: HashedSalt::Bytes { count, last, hex: true, .. }, .. } => {
            let count = bytes(count);
            quote!(#rk::HexSalt<__SaltDigest, #count, #width, #last>)
        }
        SaltKind::Hashed { hash: HashedSalt::Bytes { count, last, .. }, .. } => {
            let count = bytes(count);
            quote!(#rk::DigestSalt<__SaltDigest, #count, #last>)
        }
        SaltKind::Hashed { hash: HashedSalt::Bucket { by, buckets }, .. } => {
            let (count, digits) = (bucket_count(salt, buckets), buckets.digits);
            let by = match by {
                BucketHash::Digest(_) => quote!(__SaltDigest),
                BucketHash::Phoenix => quote!(#rk::Phoenix),
                BucketHash::Function(_) => quote!(#rk::BucketBy<__HashFunction>),
            };
            quote!(#rk::BucketSalt<#by, #count, #width, #digits>)
        }
    };
    let ty = spans::respanned(ty, span);
    let hash_function = salt.function().map(|path| {
        let span = spans::first_span(path.to_token_stream());
        let rk = names::private(span);
        codec::hash_function(&Ident::new("__HashFunction", span), path, &quote_spanned!(span=> #rk::u64))
    });
    let digest = salt.digest().map(|digest| {
        let digest = codec::digest(digest);
        quote!(type __SaltDigest = #digest;)
    });
    let number = number_alias(scope);
    let constants = constants(salt);
    Some(quote! {
        #hash_function
        #digest
        #constants
        type #name = #ty;
        #number
    })
}

/// Returns `type __Number = ..;` for the integer from which a `modulo` salt is computed.
fn number_alias(scope: &Scope<'_>) -> Option<TokenStream> {
    let SaltKind::Modulo { field, .. } = scope.key.salt.as_ref()?.kind else { return None };
    let field = scope.fields.get(field)?;
    let span = field.type_span;
    let rk = names::private(span);
    let (codec, value) = (&field.codec, &field.value);
    let ty = quote_spanned!(span=> <#codec as #rk::FieldCodec<#value>>::Arg<'static>);
    let number = codec::Assertion::new(field.field, ty).implements("ModuloField", "Number").resolved();
    Some(quote_spanned!(span=> type __Number = #number;))
}

/// Returns the argument of `Layout::__rowkey_new` for the salt: `None`, or `Some((layout, fields))` with the indexes of
/// the fields from which the salt is computed.
pub(super) fn layout(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let Some(salt) = &scope.key.salt else {
        return quote!(#rk::None);
    };
    let layout = layout_of(rk, salt);
    let fields: &[usize] = match &salt.kind {
        SaltKind::Random { .. } | SaltKind::Hashed { of: SaltInput::WholeKey, .. } => &[],
        SaltKind::Modulo { field, .. } => std::slice::from_ref(field),
        SaltKind::Hashed { of: SaltInput::Fields(fields), .. } => fields,
    };
    quote!(#rk::Some((#layout, &[#(#fields),*])))
}

pub(super) fn layout_of(rk: &Ident, salt: &KeySalt<'_>) -> TokenStream {
    let name = salt_type(salt);
    match &salt.kind {
        SaltKind::Random { .. } | SaltKind::Modulo { .. } => quote!(<#name>::LAYOUT),
        SaltKind::Hashed { .. } => quote!(<#name as #rk::Salt>::LAYOUT),
    }
}

pub(super) fn salt_function(scope: &Scope<'_>) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref().filter(|salt| matches!(salt.kind, SaltKind::Hashed { .. }))?;
    let name = salt_type(salt);
    Some(quote!(#rk::salt_of::<#name>))
}

/// Checks whether the salt is a hash of this field's bytes, so that derived code must record where they are in the key.
pub(super) fn needs_byte_span(scope: &Scope<'_>, index: usize) -> bool {
    let kind = scope.key.salt.as_ref().map(|salt| &salt.kind);
    matches!(kind, Some(SaltKind::Hashed { of: SaltInput::Fields(fields), .. }) if fields.contains(&index))
}

pub(super) fn is_random(scope: &Scope<'_>) -> bool {
    scope.key.salt.as_ref().is_some_and(KeySalt::is_random)
}

/// Returns the byte ranges of the salted fields, in the order of the hash input. `whole` is the range of the whole
/// key.
fn salted_byte_spans(of: &SaltInput, whole: &TokenStream) -> TokenStream {
    match of {
        SaltInput::WholeKey => quote!([#whole]),
        SaltInput::Fields(fields) => {
            let byte_spans = fields.iter().map(|index| names::byte_span(*index));
            quote!([#(#byte_spans),*])
        }
    }
}

/// Returns an expression for a `modulo` salt. `value` is the integer in the field at `index`.
pub(super) fn salt_of_value(
    scope: &Scope<'_>,
    index: usize,
    buckets: &Buckets,
    value: &TokenStream,
) -> Option<TokenStream> {
    let salt = scope.key.salt.as_ref()?;
    let (count, width, digits) = (bucket_count(salt, buckets), width_of(salt), buckets.digits);
    let span = scope.key.fields.get(index)?.span();
    let rk = names::private(span);
    let bucket = quote_spanned!(span=> <__Number as #rk::ModuloField>::modulo(&#value, #count));
    Some(quote!(#rk::modulo_salt::<#width, #digits>(#bucket)))
}

pub(super) fn write(scope: &Scope<'_>) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    match &salt.kind {
        SaltKind::Random { .. } => None,
        SaltKind::Modulo { field: index, buckets } => {
            let field = scope.fields.get(*index)?;
            let (codec, value, member) = (&field.codec, &field.value, &field.field.member);
            let value = quote!(<#codec as #rk::FieldCodec<#value>>::arg(&self.#member));
            let salt = salt_of_value(scope, *index, buckets, &value)?;
            Some(quote!(#rk::patch_salt::<Self, _>(__start, &#salt, __out);))
        }
        SaltKind::Hashed { of, .. } => {
            let name = salt_type(salt);
            let byte_spans = salted_byte_spans(of, &quote!(#rk::written_span::<Self, _>(__start, __out)));
            Some(quote!(#rk::put_salt::<Self, #name, _, _>(__start, #byte_spans, __out);))
        }
    }
}

/// Returns the statement that stores all bytes of the key in a variable, for [`check_stored`].
pub(super) fn keep_bytes(scope: &Scope<'_>) -> Option<TokenStream> {
    let rk = &scope.rk;
    let is_hashed = scope.key.salt.as_ref().is_some_and(|salt| matches!(salt.kind, SaltKind::Hashed { .. }));
    is_hashed.then(|| quote!(let __bytes = #rk::whole_key(&__reader);))
}

/// Returns the statement that returns an error if the stored salt is wrong.
pub(super) fn check_stored(scope: &Scope<'_>) -> Option<TokenStream> {
    Some(return_error(&scope.rk, &comparison(scope)?))
}

/// Returns the call that compares the stored salt with the salt computed from the key. For a random salt, the call
/// checks that the key has a bucket with this number.
fn comparison(scope: &Scope<'_>) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    match &salt.kind {
        SaltKind::Random { .. } => Some(quote!(#rk::check_bucket::<Self>(&__salt))),
        SaltKind::Modulo { field: index, buckets } => {
            let field = scope.fields.get(*index)?;
            let (codec, value, local) = (&field.codec, &field.value, names::local(*index));
            let value = quote!(<#codec as #rk::FieldCodec<#value>>::arg(&#local));
            let salt = salt_of_value(scope, *index, buckets, &value)?;
            Some(quote!(#rk::compare_salt::<Self>(&__salt, &#salt)))
        }
        SaltKind::Hashed { of, .. } => {
            let name = salt_type(salt);
            let byte_spans = salted_byte_spans(of, &quote!(#rk::read_span::<Self>(&__reader)));
            // Neighboring rows share the salted fields, but not the whole key.
            let checked = match of {
                SaltInput::WholeKey => quote!(#rk::None),
                SaltInput::Fields(_) => quote!(__checked),
            };
            Some(quote!(#rk::check_salt::<Self, #name, _>(__bytes, &__salt, #byte_spans, #checked)))
        }
    }
}
