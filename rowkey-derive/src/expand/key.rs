//! `RowKey`, `TotalKey` and `DecodeKey` of a key.

use super::{Scope, salt, tried};
use crate::attr::SaltSize;
use crate::model::{Field, Form, Separator};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

/// `const __LAYOUT: Layout = ..;` and what is asked of it.
pub(super) fn layout(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let name = scope.key.ident.unraw().to_string();
    let namespace = proc_macro2::Literal::byte_string(scope.key.namespace);
    let separator = match scope.key.separator {
        Separator::Escape => quote!(Escape),
        Separator::Delimiter(c) => quote!(Delimiter(#c)),
        Separator::Terminator(c) => quote!(Terminator(#c)),
    };
    let salt = salt::layout(scope);
    let parts = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.span();
        let rk = names::runtime(span);
        let (codec, value_type) = (names::codec(index, span), names::value_type(index, span));
        let name = &field.name;
        quote_spanned!(span=> #rk::Part::__new(#name, <#codec as #rk::FieldCodec<#value_type>>::ENCODING))
    });
    let limits = limits(scope);
    quote! {
        const __LAYOUT: &#rk::Layout =
            &#rk::Layout::__new(#name, #namespace, #rk::Separator::#separator, #salt, &[#(#parts),*]);
        #limits
    }
}

/// Constants that do not compile when `max_len` or `fingerprint` does not hold.
fn limits(scope: &Scope<'_>) -> TokenStream {
    let max_len = scope.key.max_len.map(|at| {
        let span = spans::first_span(at.tokens.clone());
        let rk = names::runtime(span);
        let limit = at.value;
        quote_spanned!(span=> const _: () = #rk::limit::max_len(__LAYOUT, #limit);)
    });
    let fingerprint = scope.key.fingerprint.map(|at| {
        let span = spans::first_span(at.tokens.clone());
        let rk = names::runtime(span);
        let pinned = at.value;
        quote_spanned!(span=> const _: () = #rk::limit::fingerprint(__LAYOUT, #pinned);)
    });
    quote!(#max_len #fingerprint)
}

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let row_key = row_key(scope);
    let total_key = total_key(scope);
    let decode_key = decode_key(scope);
    let facts = facts(scope);
    quote!(#row_key #total_key #decode_key #facts)
}

fn row_key(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let root = names::root(Span::call_site());
    let (ident, lifetimes, prefix) = (scope.key.ident, &scope.key.lifetimes, &scope.key.prefix);
    let salt_width = salt::width(scope);
    let fields = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.span();
        let rk = names::runtime(span);
        let (codec, position) = (names::codec(index, span), names::position(index, span));
        let (member, name) = (&field.member, &field.name);
        let keep = salt::needs_span(scope, index).then(|| {
            let kept = names::span_of(index);
            quote!(let #kept =)
        });
        let put = quote_spanned!(span=> #rk::put::<#codec, _, #position, __B>(&self.#member, __out, #name));
        let put = tried(&rk, &put);
        quote_spanned!(span=> #keep #put;)
    });
    let sizes = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.span();
        let rk = names::runtime(span);
        let codec = names::codec(index, span);
        let member = &field.member;
        quote_spanned!(span=> + #rk::size::<#codec, _>(&self.#member))
    });
    let checks = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.span();
        let rk = names::runtime(span);
        let (codec, position) = (names::codec(index, span), names::position(index, span));
        let value_type = names::value_type(index, span);
        quote_spanned!(span=> #rk::check_field::<#codec, #value_type, #position>)
    });
    let salt_of = salt::function(scope);
    let start = quote!(#rk::start::<__B, #salt_width>(__LAYOUT, __out));
    let start = if scope.key.salt.is_some() && !salt::is_random(scope) {
        quote!(let __start = #start;)
    } else {
        quote!(#start;)
    };
    let put_salt = salt::written(scope);
    quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #root::RowKey for #ident<#(#lifetimes),*> {
            type Bytes = <#rk::Width<{ __LAYOUT.fixed_len().is_some() }, { __LAYOUT.min_len() }> as #rk::ChooseBytes>::Bytes;
            type Prefix = #prefix<0>;
            const LAYOUT: #rk::Layout = *__LAYOUT;
            const __CHECKS: #rk::Checks = #rk::Checks::new(&[#(#checks),*], #salt_of);

            #[inline]
            fn __write<__B: #rk::Buffer>(&self, __out: &mut __B) -> #rk::Result<(), #root::EncodeError> {
                #start
                #(#fields)*
                #put_salt
                #rk::Ok(())
            }

            #[inline]
            fn __size(&self) -> #rk::usize {
                __LAYOUT.__overhead() #(#sizes)*
            }

            #[inline]
            fn __first_step() -> #prefix<0> {
                #prefix(#rk::Prefix::new(__LAYOUT))
            }
        }
    }
}

fn total_key(scope: &Scope<'_>) -> TokenStream {
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope, "TotalFields", None);
    let total = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.type_span();
        let rk = names::runtime(span);
        let (codec, position) = (names::codec(index, span), names::position(index, span));
        let value_type = names::value_type(index, span);
        let label = names::label_lifetime(scope.key, field, span);
        quote_spanned!(span=> for<#label> #codec: #rk::TotalField<#value_type, #position, #rk::TheField<#label>>)
    });
    let rk = &scope.rk;
    let known_salt = salt::is_random(scope).then(|| quote!(for<'__x> #rk::Chance: #rk::KnownSalt<'__x, Self>,));
    quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #header where #known_salt #(#total),* {}
    }
}

/// `RandomSalt`, `OwnedFields`, `SpreadStart` and `TextFields`, where the tokens do not rule them out.
fn facts(scope: &Scope<'_>) -> TokenStream {
    let root = names::root(Span::call_site());
    let (ident, lifetimes) = (scope.key.ident, &scope.key.lifetimes);
    let random_salt = salt::is_random(scope).then(|| {
        quote! {
            #[automatically_derived]
            impl<#(#lifetimes),*> #root::RandomSalt for #ident<#(#lifetimes),*> {}
        }
    });
    let owned = owned(scope);
    let spreads = spreads(scope);
    let text_key = text_key(scope);
    quote!(#random_salt #owned #spreads #text_key)
}

/// That the key owns its fields: no lifetime shows that it does, and that it can be decoded, the types.
fn owned(scope: &Scope<'_>) -> Option<TokenStream> {
    if !scope.key.lifetimes.is_empty() {
        return None;
    }
    let (rk, root) = (&scope.rk, names::root(Span::call_site()));
    let header = header(scope, "OwnedFields", None);
    Some(quote! {
        #[automatically_derived]
        impl #header where for<'__x> Self: #rk::DecodeFields<'__x> {
            #[inline]
            fn __read_owned(__bytes: &[#rk::u8]) -> #rk::Result<Self, #root::DecodeError> {
                #rk::DecodeFields::__read(__bytes)
            }
        }
    })
}

/// That all parts are text. Where namespace or salt show that they are not, there is no impl.
fn text_key(scope: &Scope<'_>) -> Option<TokenStream> {
    let salt_is_text = match scope.key.salt.as_ref().map(|salt| salt.salt.size) {
        None | Some(SaltSize::Bytes { hex: true, .. } | SaltSize::Buckets { digits: true, .. }) => true,
        Some(_) => false,
    };
    if !salt_is_text || std::str::from_utf8(scope.key.namespace).is_err() {
        return None;
    }
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope, "TextFields", None);
    let text = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.type_span();
        let rk = names::runtime(span);
        let (codec, position) = (names::codec(index, span), names::position(index, span));
        let value_type = names::value_type(index, span);
        let label = names::label_lifetime(scope.key, field, span);
        quote_spanned!(span=> for<#label> #codec: #rk::TextField<#value_type, #position, #rk::TheField<#label>>)
    });
    Some(quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #header where #(#text),* {}
    })
}

/// That the table can be cut into even regions: by its salt, or where the first field spreads.
fn spreads(scope: &Scope<'_>) -> Option<TokenStream> {
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope, "SpreadStart", None);
    let first = scope.key.fields.first()?;
    let bound = scope.key.salt.is_none().then(|| {
        let span = first.type_span();
        let (rk, codec) = (names::runtime(span), names::codec(0, span));
        let label = names::label_lifetime(scope.key, first, span);
        quote_spanned!(span=> for<#label> #codec: #rk::SpreadField<#rk::TheField<#label>>)
    });
    Some(quote! {
        #[automatically_derived]
        impl<#(#lifetimes),*> #header where #bound {}
    })
}

/// `Trait<'de> for Key<'a>`, all at the key's name: a message about what the impl needs then shows the key, not the
/// derive, and gives no advice about derives.
fn header(scope: &Scope<'_>, name: &str, lifetime: Option<TokenStream>) -> TokenStream {
    let ident = scope.key.ident;
    let span = ident.span();
    let rk = names::runtime(span);
    let name = Ident::new(name, span);
    let of_trait = lifetime.map(|lifetime| quote_spanned!(span=> <#lifetime>));
    let lifetimes = &scope.key.lifetimes;
    let of_key = (!lifetimes.is_empty()).then(|| spans::as_written(quote!(<#(#lifetimes),*>), span));
    quote_spanned!(span=> #rk::#name #of_trait for #ident #of_key)
}

fn decode_key(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let root = names::root(Span::call_site());
    let lifetimes = &scope.key.lifetimes;
    let hashed = |field: &Field<'_>| matches!(field.form, Form::Hashed(_));
    let header = header(scope, "DecodeFields", Some(quote!('__de)));
    let bounds = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.type_span();
        let rk = names::runtime(span);
        let codec = names::codec(index, span);
        let label = names::label_lifetime(scope.key, field, span);
        if hashed(field) {
            return quote_spanned!(span=> for<#label> #codec: #rk::KeptField<#rk::TheField<#label>>);
        }
        let decodable = decodable(field, index, &quote_spanned!(span=> #label), span);
        quote_spanned!(span=> for<#label> #codec: #decodable)
    });
    let body = if scope.key.fields.iter().any(hashed) { quote!(#rk::undecodable()) } else { read_body(scope) };
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    quote! {
        #[automatically_derived]
        impl<'__de #outlives, #(#lifetimes),*> #header
        where
            #(#bounds),*
        {
            #[inline]
            fn __read(__bytes: &'__de [#rk::u8]) -> #rk::Result<Self, #root::DecodeError> {
                #body
            }
        }
    }
}

/// `DecodableField<..>` of the field, whose lifetime in messages is `label`.
fn decodable(field: &Field<'_>, index: usize, label: &TokenStream, span: Span) -> TokenStream {
    let rk = names::runtime(span);
    let ty = spans::respanned(field.ty.to_token_stream(), span);
    let position = names::position(index, span);
    quote_spanned!(span=> #rk::DecodableField<'__de, #ty, #position, #rk::TheField<#label>, #index>)
}

fn read_body(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let salt_width = salt::width(scope);
    let skip_namespace = (!scope.key.namespace.is_empty()).then(|| {
        let skipped = tried(rk, &quote!(#rk::skip_namespace(&mut __reader, __LAYOUT)));
        quote!(#skipped;)
    });
    let skip_salt = scope.key.salt.as_ref().map(|_| {
        let salt = tried(rk, &quote!(#rk::skip_salt::<#salt_width>(&mut __reader)));
        quote!(let __salt = #salt;)
    });
    let fields = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let span = field.span();
        let codec = names::codec(index, span);
        let decodable = decodable(field, index, &quote!('_), span);
        let name = &field.name;
        let local = names::local(index);
        let kept = if salt::needs_span(scope, index) {
            let kept = names::span_of(index);
            quote!(#kept)
        } else {
            quote!(_)
        };
        let rk = names::runtime(span);
        let taken = tried(&rk, &quote_spanned!(span=> <#codec as #decodable>::__take(&mut __reader, #name)));
        quote_spanned!(span=> let (#local, #kept) = #taken;)
    });
    let check_salt = salt::read(scope);
    let members = scope.key.fields.iter().enumerate().map(|(index, field)| {
        let (member, local) = (&field.member, names::local(index));
        quote!(#member: #local)
    });
    let close = tried(rk, &quote!(#rk::close(&__reader)));
    quote! {
        const __LEN: #rk::usize = __LAYOUT.__len_or_variable();
        if !#rk::has_length::<__LEN>(__bytes) {
            return #rk::Err(#rk::wrong_length(__bytes, __LAYOUT, __LEN));
        }
        let mut __reader = #rk::open(__bytes);
        #skip_namespace
        #skip_salt
        #(#fields)*
        #close;
        #check_salt
        #rk::Ok(Self { #(#members),* })
    }
}
