//! Generates the impls of `RowKey` and `RandomSalt`, and of the hidden traits `TotalFields`, `SpreadStart` and
//! `TextFields`. A key with these hidden traits has `TotalKey`, `Spreads` and `TextKey` through blanket impls in the
//! crate `rowkey`.

use super::field::{FieldCode, each, header};
use super::prefix::{next_field, then_constants};
use super::{Scope, or_return, salt};
use crate::model::{Constant, Encoding, Field, Fingerprint, KeySalt, Separator, ValueForm};
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let row_key = row_key(scope);
    let limits = limits(scope);
    let total_fields = total_fields(scope);
    let random_salt = random_salt(scope);
    let spread_start = spread_start(scope);
    let text_fields = text_fields(scope);
    quote!(#row_key #limits #total_fields #random_salt #spread_start #text_fields)
}

fn row_key(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let root = names::root(Span::call_site());
    let (ident, lifetimes, prefix) = (scope.key.ident, &scope.key.lifetimes, &scope.prefix);
    let first = next_field(scope, 0);
    let first_prefix = then_constants(rk, quote!(#rk::Prefix::empty()), None, scope.key.fields.first());
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
            fn __rowkey_empty_prefix() -> #prefix<#first> {
                #prefix(#first_prefix, #rk::PhantomData)
            }
        }
    }
}

fn layout(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let name = scope.key.ident.unraw().to_string();
    let namespace = scope.key.namespace.map_or_else(|| quote!(b""), ToTokens::to_token_stream);
    let separator = scope.separator();
    let has_only_fields =
        scope.key.namespace.is_none() && scope.key.separator == Separator::Escape && scope.key.salt.is_none();
    let salt = salt::layout(scope);
    let fields = scope.fields.iter().map(FieldCode::layout);
    let sort_key = scope.key.sort_from.map(|index| quote!(.__rowkey_with_sort_key(#index)));
    if has_only_fields {
        return quote!(#rk::Layout::__rowkey_of_fields(#name, const { &[#(#fields),*] }) #sort_key);
    }
    quote!(#rk::Layout::__rowkey_new(#name, #namespace, #separator, #salt, const { &[#(#fields),*] }) #sort_key)
}

/// Returns the value of `__CHECKS`: for each field, the function that reads the field for `explain`.
fn checks(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let checks = each(&scope.fields, |field| {
        let (rk, codec, value, position) = (&field.rk, &field.codec, &field.value, field.position());
        quote_spanned!(field.span=> #rk::show_field::<#codec, #value, #position>)
    });
    salt::salt_function(scope).map_or_else(
        || quote!(#rk::Checks::of_fields(&[#(#checks),*])),
        |salt_of| quote!(#rk::Checks::with_salt(&[#(#checks),*], #salt_of)),
    )
}

/// Returns the number of bytes of every key. Returns `None` if a field has a type that the derive does not recognize,
/// or a variable length.
fn known_len(scope: &Scope<'_>) -> Option<usize> {
    let delimiter = usize::from(matches!(scope.key.separator, Separator::Delimiter(_)));
    let mut len = scope.key.namespace.map_or(Some(0), Constant::len)? + salt::known_width(scope)?;
    for (index, field) in scope.fields.iter().enumerate() {
        len += field.known.as_ref()?.width?;
        len += field.field.constants().map(Constant::len).sum::<Option<usize>>()?;
        if index + 1 < scope.fields.len() || field.field.after.is_some() {
            len += delimiter;
        }
    }
    Some(len)
}

fn known_to_vary(scope: &Scope<'_>) -> bool {
    scope.fields.iter().any(|field| field.known.as_ref().is_some_and(|known| known.width.is_none()))
}

/// Returns the type `RowKey::Bytes`: an array if all keys have the same number of bytes, and otherwise a vector.
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
    let rk = &scope.rk;
    let salt_width = salt::width(scope);
    let start = (scope.key.salt.is_some() || scope.key.namespace.is_some()).then(|| {
        let start = quote!(#rk::start_key::<Self, __B, #salt_width>(__out));
        if scope.key.salt.is_some() && !salt::is_random(scope) {
            quote!(let __start = #start;)
        } else {
            quote!(#start;)
        }
    });
    let fields = each(&scope.fields, |field| {
        let (rk, codec, value) = (&field.rk, &field.codec, field.value_or_inferred());
        let (member, name) = (&field.field.member, &field.field.name);
        let position = field.position();
        let put = if field.known.as_ref().is_some_and(|known| known.total) {
            quote_spanned!(field.span=> #rk::put_total::<#codec, #value, #position, _>(&self.#member, __out))
        } else {
            or_return(
                rk,
                &quote_spanned!(field.span=> #rk::put::<#codec, _, #position, _>(&self.#member, __out, #name)),
            )
        };
        let byte_span = names::byte_span(field.index);
        let bind_byte_span = salt::needs_byte_span(scope, field.index).then(|| quote!(let #byte_span =));
        let constant = |constant: &Constant| quote!(#rk::Sink::put(__out, #constant););
        let (before, after) = (field.field.before.map(constant), field.field.after.map(constant));
        quote_spanned!(field.span=> #before #bind_byte_span #put; #after)
    });
    let salt = salt::write(scope);
    quote! {
        #[inline]
        fn __rowkey_write<__B: #rk::Buffer>(&self, __out: &mut __B) -> #rk::Written {
            #start
            #(#fields)*
            #salt
            #rk::Ok(())
        }
    }
}

/// Generates the method `__rowkey_size`, which returns how many bytes to allocate for a key. Returns `None` if the
/// derive knows the length of every key: then the key is an array, and the default body of `__rowkey_size` in the trait
/// `RowKey` is enough.
fn size(scope: &Scope<'_>) -> Option<TokenStream> {
    if known_len(scope).is_some() {
        return None;
    }
    let rk = &scope.rk;
    let sizes = each(&scope.fields, |field| {
        let (rk, codec, member) = (&field.rk, &field.codec, &field.field.member);
        let value = field.value_or_inferred();
        quote_spanned!(field.span=> + #rk::size::<#codec, #value>(&self.#member))
    });
    Some(quote! {
        #[inline]
        fn __rowkey_size(&self) -> #rk::usize {
            #rk::size_without_fields::<Self>() #(#sizes)*
        }
    })
}

/// Returns constants that fail to compile if the key violates `max_len` or `fingerprint`, or if a field is not allowed
/// at its place in the key.
fn limits(scope: &Scope<'_>) -> TokenStream {
    let layout = scope.layout();
    let max_len = scope.key.max_len.map(|attr| {
        let span = spans::first_span(attr.tokens.clone());
        let rk = names::private(span);
        let limit = &attr.value;
        quote_spanned!(span=> const _: () = #rk::compile_time::check_max_len(#layout, #limit);)
    });
    let fingerprint = scope.key.fingerprint.map(|attr| {
        let span = spans::first_span(attr.tokens.clone());
        let rk = names::private(span);
        let Fingerprint { number, names } = &attr.value;
        quote_spanned!(span=> const _: () = #rk::compile_time::check_fingerprint(#layout, #number, #names);)
    });
    let empty_after = check_empty_after(scope);
    let unterminated = scope.fields.iter().find(|field| field.field.unterminated).map(|field| {
        let span = field.type_span;
        let rk = names::private(span);
        quote_spanned!(span=> const _: () = #rk::compile_time::check_unterminated(#layout);)
    });
    let field_checks = field_checks(scope);
    quote!(#max_len #fingerprint #empty_after #unterminated #field_checks)
}

/// Returns a constant that fails to compile if a field cannot be decoded or cannot be descending. For example, a
/// FoundationDB string before a field that can begin with FF cannot be decoded.
///
/// This check is not a part of `LAYOUT`, because `cargo check` does not evaluate `LAYOUT`.
fn field_checks(scope: &Scope<'_>) -> Option<TokenStream> {
    let layout = scope.layout();
    let checks: Vec<_> = scope
        .fields
        .iter()
        .filter(|field| field.known.is_none() && needs_check(&field.field.encoding))
        .map(|field| {
            let (span, index) = (field.type_span, field.index);
            let rk = names::private(span);
            quote_spanned!(span=> #rk::compile_time::check_field(#layout, #index);)
        })
        .collect();
    (!checks.is_empty()).then(|| quote!(const _: () = { #(#checks)* };))
}

/// Checks whether `compile_time::check_field` in the crate `rowkey` can reject a field with this encoding.
fn needs_check(encoding: &Encoding<'_>) -> bool {
    match encoding {
        // The type can be a struct that ends with a FoundationDB string, and the next field can begin with FF. But the
        // types that can have `#[reverse]` (integers, strings, bytes and arrays) are never rejected.
        Encoding::Plain(direction) => direction.is_in_order(),
        // The format can be that of a FoundationDB string, and the next field can begin with FF.
        Encoding::Custom { .. } => true,
        // `check_field` rejects a list whose elements have no bytes, and an optional string.
        Encoding::InForm { form, .. } => matches!(form, ValueForm::Optional | ValueForm::List),
        Encoding::Padded { .. } | Encoding::Time { .. } | Encoding::Hashed(_) => false,
    }
}

/// Returns a constant that fails to compile if `after = ""` on the last field changes nothing.
///
/// Usually the last field has no delimiter and no terminator. `after = ""` declares that an empty constant follows the
/// last field, so that the field is encoded as if it were not the last. In a key with a delimiter, this always adds the
/// delimiter. In other keys, this adds a terminator to a field of variable length, and nothing to a field of fixed
/// width.
fn check_empty_after(scope: &Scope<'_>) -> Option<TokenStream> {
    let field = scope.fields.last()?;
    field.field.after.filter(|after| after.is_empty())?;
    if matches!(scope.key.separator, Separator::Delimiter(_)) {
        return None;
    }
    let span = field.type_span;
    let (rk, codec, value) = (names::private(span), &field.codec, &field.value);
    Some(
        quote_spanned!(span=> const _: () = #rk::compile_time::check_empty_after(<#codec as #rk::FieldCodec<#value>>::ENCODING);),
    )
}

fn total_fields(scope: &Scope<'_>) -> TokenStream {
    let (rk, lifetimes) = (&scope.rk, &scope.key.lifetimes);
    let header = header(scope.key, "TotalFields", None);
    let random = salt::is_random(scope).then(|| quote!(for<'__x> #rk::random_number: #rk::KnownSalt<'__x, Self>,));
    let bounds = scope
        .fields
        .iter()
        .filter(|field| !field.known.as_ref().is_some_and(|known| known.total))
        .map(|field| field.bound(total_trait(scope, field), &field.value_and_position()));
    quote! {
        #[doc(hidden)]
        impl<#(#lifetimes),*> #header where #random #(#bounds),* {}
    }
}

/// Returns the name of a trait for fields that can encode every value of their type. There is one trait for each kind
/// of encoding, because the compile error about a field that cannot encode every value depends on the encoding. Apart
/// from the compile errors, the traits are equal.
fn total_trait(scope: &Scope<'_>, field: &FieldCode<'_>) -> &'static str {
    match &field.field.encoding {
        Encoding::Padded { .. } => "TotalPadded",
        Encoding::Time { .. } => "TotalTime",
        Encoding::Custom { .. } if scope.key.separator != Separator::Escape => "TotalDelimitedCodec",
        Encoding::Custom { .. } => "TotalCodec",
        Encoding::InForm { form: ValueForm::AfterLength(_), .. } => "TotalLength",
        Encoding::InForm { form: ValueForm::Decimal, .. } => "TotalDecimal",
        Encoding::Plain(_) if scope.key.separator != Separator::Escape => "TotalField",
        Encoding::Plain(_) | Encoding::InForm { .. } | Encoding::Hashed(_) => "TotalType",
    }
}

fn random_salt(scope: &Scope<'_>) -> Option<TokenStream> {
    let lifetimes = &scope.key.lifetimes;
    let (root, ident) = (names::root(Span::call_site()), scope.key.ident);
    salt::is_random(scope).then(|| quote!(impl<#(#lifetimes),*> #root::RandomSalt for #ident<#(#lifetimes),*> {}))
}

/// Implements `SpreadStart` for a key that begins with a salt or with a field whose first bytes are spread evenly.
fn spread_start(scope: &Scope<'_>) -> Option<TokenStream> {
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope.key, "SpreadStart", None);
    let first = scope.fields.first()?;
    let bound = if scope.key.salt.is_some() {
        None
    } else {
        let known = first.known.as_ref().map(|known| known.spreads);
        first.encoding_bound(known, "SpreadField", &quote!(__rowkey_spreads()))
    };
    Some(quote! {
        #[doc(hidden)]
        impl<#(#lifetimes),*> #header where #bound {}
    })
}

/// Implements `TextFields`, unless the namespace, the salt, the separator or a constant is not text.
fn text_fields(scope: &Scope<'_>) -> Option<TokenStream> {
    let salt_is_text = scope.key.salt.as_ref().is_none_or(KeySalt::is_text);
    let constants = || scope.key.namespace.into_iter().chain(scope.key.fields.iter().flat_map(Field::constants));
    if !salt_is_text || !scope.key.separator.is_text() || constants().any(|constant| constant.is_text() == Some(false))
    {
        return None;
    }
    let rk = &scope.rk;
    let unknown = constants().filter(|constant| constant.is_text().is_none());
    let unknown =
        unknown.map(|constant| quote!(for<'__x> #rk::Holds<{ #rk::is_text(#constant) }>: #rk::TextConstant<'__x>,));
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope.key, "TextFields", None);
    let is_binary = |field: &&FieldCode<'_>| field.known.as_ref().is_some_and(|known| !known.text);
    let bound = |field: &FieldCode<'_>| {
        let verbatim = field.is_verbatim();
        field.encoding_bound(
            field.known.as_ref().map(|known| known.text),
            "TextField",
            &quote!(__rowkey_is_text(#verbatim)),
        )
    };
    // If one field is not text, the bounds of the other fields are not needed.
    let bounds: Vec<_> = match scope.fields.iter().find(is_binary) {
        Some(field) => bound(field).into_iter().collect(),
        None => scope.fields.iter().filter_map(bound).collect(),
    };
    Some(quote! {
        #[doc(hidden)]
        impl<#(#lifetimes),*> #header where #(#unknown)* #(#bounds),* {}
    })
}
