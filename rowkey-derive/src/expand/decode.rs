//! Generates the impls of the hidden traits `DecodeFields` and `OwnedFields`. A key with these impls has `DecodeKey`
//! and `OwnedKey` through blanket impls in the crate `rowkey`.

use super::field::{FieldCode, each, header};
use super::{Scope, or_return, return_error, salt};
use crate::lifetimes;
use crate::model::{Constant, Encoding};
use crate::names;
use crate::spans;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let decode_fields = decode_fields(scope);
    let owned_fields = owned_fields(scope);
    quote!(#decode_fields #owned_fields)
}

fn is_hashed(field: &FieldCode<'_>) -> bool {
    matches!(field.field.encoding, Encoding::Hashed(_))
}

/// Checks whether the derive knows that the field can be decoded. Such a field needs no bound.
fn surely_decodes(field: &FieldCode<'_>) -> bool {
    field.known.as_ref().is_some_and(|known| known.borrows_nothing)
}

/// Checks whether a codec that the user named returns a value that borrows from the key.
fn borrows_from_codec(scope: &Scope<'_>, field: &FieldCode<'_>) -> bool {
    matches!(field.field.encoding, Encoding::Custom { .. })
        && !lifetimes::within(&scope.key.lifetimes, field.field.ty.to_token_stream()).is_empty()
}

fn decode_fields(scope: &Scope<'_>) -> TokenStream {
    let (rk, root) = (&scope.rk, names::root(Span::call_site()));
    let lifetimes = &scope.key.lifetimes;
    let header = header(scope.key, "DecodeFields", Some(quote!('__de)));
    let bounds =
        scope.fields.iter().filter(|field| !surely_decodes(field)).map(|field| {
            if is_hashed(field) { field.bound("KeptField", &[]) } else { field.bound_by(decodable(field)) }
        });
    // If a format cannot lend a value from the bytes of the key, these bounds give a compile error about the field.
    // Without them, rustc would report that an implementation "is not general enough".
    let borrowing = scope.fields.iter().filter(|field| borrows_from_codec(scope, field));
    let bounds = borrowing.map(|field| field.bound("BorrowingField", &[])).chain(bounds);
    let body = if scope.fields.iter().any(is_hashed) { quote!(#rk::undecodable()) } else { read(scope) };
    let outlives = (!lifetimes.is_empty()).then(|| quote!(: #(#lifetimes)+*));
    quote! {
        #[doc(hidden)]
        impl<'__de #outlives, #(#lifetimes),*> #header where #(#bounds),* {
            #[inline]
            fn __rowkey_read(
                mut __reader: #rk::Reader<'__de>,
                __checked: #rk::Option<&mut #rk::CheckedSalt>,
            ) -> #rk::Result<Self, #root::DecodeError> {
                #body
            }
        }
    }
}

/// Implements `OwnedFields` for a key without lifetimes whose fields can be decoded.
fn owned_fields(scope: &Scope<'_>) -> Option<TokenStream> {
    if !scope.key.lifetimes.is_empty() {
        return None;
    }
    let header = header(scope.key, "OwnedFields", None);
    let rk = &scope.rk;
    let bound =
        (!scope.fields.iter().all(surely_decodes)).then(|| quote!(where for<'__x> Self: #rk::DecodeFields<'__x>));
    Some(quote! {
        impl #header #bound {}
    })
}

/// Returns the bound on a codec that can decode the field, as a function of the lifetime that names the field in
/// messages.
fn decodable(field: &FieldCode<'_>) -> impl Fn(&TokenStream) -> TokenStream {
    let (span, index) = (field.type_span, field.index);
    let rk = names::private(span);
    let ty = spans::respanned(field.field.ty.to_token_stream(), span);
    let position = field.position();
    move |label| quote_spanned!(span=> #rk::DecodableField<#label, '__de, #ty, #position, #index>)
}

fn read(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let skip_namespace =
        scope.key.namespace.is_some().then(|| return_error(rk, &quote!(#rk::skip_namespace::<Self>(&mut __reader))));
    let (keep_bytes, salt_width) = (salt::keep_bytes(scope), salt::width(scope));
    let skip_salt = scope.key.salt.as_ref().map(|_| {
        let salt = or_return(rk, &quote!(#rk::skip_salt::<#salt_width>(&mut __reader)));
        quote!(let __salt = #salt;)
    });
    let fields = each(&scope.fields, |field| {
        let (rk, name, codec) = (&field.rk, &field.field.name, &field.codec);
        let local = names::local(field.index);
        let byte_span = if salt::needs_byte_span(scope, field.index) {
            names::byte_span(field.index).to_token_stream()
        } else {
            quote!(_)
        };
        let decoded = if surely_decodes(field) {
            let (value, position) = (&field.value, field.position());
            quote_spanned!(field.span=> #rk::take_field::<#codec, #value, #position>(&mut __reader, #name))
        } else {
            let decodable = decodable(field)(&quote_spanned!(field.span=> '_));
            quote_spanned!(field.span=> <#codec as #decodable>::__read(&mut __reader, #name))
        };
        let decoded = or_return(rk, &decoded);
        let constant = |constant: &Constant| return_error(rk, &quote!(#rk::skip_constant(&mut __reader, #constant)));
        let (before, after) = (field.field.before.map(constant), field.field.after.map(constant));
        quote_spanned!(field.span=> #before let (#local, #byte_span) = #decoded; #after)
    });
    let check_salt = salt::check_stored(scope);
    let members = each(&scope.fields, |field| {
        let (member, local) = (&field.field.member, names::local(field.index));
        quote_spanned!(field.span=> #member: #local)
    });
    let close = return_error(rk, &quote!(#rk::close(&__reader)));
    quote! {
        #keep_bytes
        #skip_namespace
        #skip_salt
        #(#fields)*
        #close
        #check_salt
        #rk::Ok(Self { #(#members),* })
    }
}
