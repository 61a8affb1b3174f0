//! The codec and the position of each field, as types.

use super::Scope;
use crate::attr::Digest;
use crate::model::{Direction, Field, Form, Separator};
use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// `type __Codec0 = ..; type __Position0 = ..; type __Type0 = ..;` and so on.
///
/// All tokens of a field's types stand where its type does, so that what is wrong with the type is one error.
pub(crate) fn aliases(scope: &Scope<'_>) -> TokenStream {
    let last = scope.key.fields.len().saturating_sub(1);
    let separator = separator(scope);
    let aliases = scope.key.fields.iter().zip(&scope.markers).enumerate().map(|(index, (field, marker))| {
        let span = field.type_span();
        let rk = scope.rk_at(span);
        let codec = names::codec(index, span);
        let position = names::position(index, span);
        let value_type = names::value_type(index, span);
        let ty = field.ty;
        let ty = names::respanned(names::with_static(scope.key, quote!(#ty)), span);
        let mut marker = marker.clone();
        marker.set_span(span);
        let form = form(scope, field, &ty, &marker);
        let place = if index == last { quote!(Last) } else { quote!(Mid) };
        let place = names::respanned(place, span);
        let separator = names::respanned(separator.clone(), span);
        let descends = descends(scope, field, index, &marker);
        quote_spanned! {span=>
            type #value_type = #ty;
            type #codec = #form;
            type #position = #rk::#place<#separator>;
            #descends
        }
    });
    aliases.collect()
}

fn separator(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    match scope.key.separator {
        Separator::Escape => quote!(#rk::Escape),
        Separator::Delimiter(c) => quote!(#rk::Delimiter<#c>),
        Separator::Terminator(c) => quote!(#rk::Terminator<#c>),
    }
}

fn form(scope: &Scope<'_>, field: &Field<'_>, ty: &TokenStream, marker: &Ident) -> TokenStream {
    let span = field.type_span();
    let rk = scope.rk_at(span);
    let plain = quote_spanned!(span=> <#ty as #rk::KeyField<#marker>>::Codec);
    match &field.form {
        Form::Plain(Direction::Ascending) => plain,
        Form::Plain(Direction::Descending) => quote_spanned!(span=> #rk::Descending<#plain>),
        Form::Plain(Direction::Reversed) => quote_spanned!(span=> <#ty as #rk::ReverseTarget<#marker>>::Codec),
        Form::Padded { width, character, direction } => {
            let pad = pad_kind(&rk, ty, marker, *width, *character, span);
            match direction {
                Direction::Ascending => quote_spanned!(span=> <#pad>::Codec),
                Direction::Descending => quote_spanned!(span=> #rk::Descending<<#pad>::Codec>),
                Direction::Reversed => quote_spanned!(span=> <#pad>::Reversed),
            }
        }
        Form::Custom { path, descending } => {
            let path = names::respanned(quote!(#path), span);
            let root = names::respanned(scope.root(), span);
            let codec = quote_spanned!(span=> #rk::Custom<#path, <#path as #root::Codec<#ty>>::Bytes>);
            if *descending { quote_spanned!(span=> #rk::Descending<#codec>) } else { codec }
        }
        Form::Hashed(hash) => {
            let digest = digest(&rk, hash.algorithm, span);
            let (bytes, hex) = (hash.bytes, hash.hex);
            let width = if hex { 2 * bytes } else { bytes };
            quote_spanned!(span=> #rk::Hashed<#plain, #digest, #bytes, #width, #hex>)
        }
    }
}

/// What chooses the codec of a pad: digits for integers, text for strings.
fn pad_kind(
    rk: &TokenStream,
    ty: &TokenStream,
    marker: &Ident,
    width: usize,
    character: Option<char>,
    span: Span,
) -> TokenStream {
    const MOST_DIGITS: usize = 39;
    match character {
        Some(pad) => quote_spanned! {span=>
            <#ty as #rk::PadCharTarget<#marker>>::CharKind as #rk::PadKind<#width, false, #pad>
        },
        None if width > MOST_DIGITS => quote_spanned! {span=>
            <#ty as #rk::WidePadTarget<#marker>>::Wide as #rk::PadKind<#width, false, '\0'>
        },
        None => quote_spanned! {span=>
            <#ty as #rk::PadTarget<#marker>>::Kind
                as #rk::PadKind<#width, { <#ty as #rk::PadTarget<#marker>>::DIGITS <= #width }, '\0'>
        },
    }
}

pub(super) fn digest(rk: &TokenStream, digest: Digest, span: Span) -> TokenStream {
    let name = match digest {
        Digest::Md5 => "Md5",
        Digest::Sha256 => "Sha256",
        Digest::Xxh3 => "Xxh3",
        Digest::Crc32 => "Crc32",
        Digest::Murmur3 => "Murmur3",
    };
    let name = Ident::new(name, span);
    quote_spanned!(span=> <#rk::#name as #rk::Digest>::Checked)
}

/// Where the separator does not sort, that a descending field is not open: its type says, not its tokens.
fn descends(scope: &Scope<'_>, field: &Field<'_>, index: usize, marker: &Ident) -> Option<TokenStream> {
    if !field.descending() || scope.key.separator.sorts() {
        return None;
    }
    let span = field.type_span();
    let rk = scope.rk_at(span);
    let codec = names::codec(index, span);
    let value_type = names::value_type(index, span);
    Some(quote_spanned! {span=>
        const _: #rk::Verdict<
            #marker,
            #rk::Descends<{ !<#codec as #rk::FieldCodec<#value_type>>::ENCODING.__holds_open() }>,
        > = #rk::Verdict::new();
    })
}
