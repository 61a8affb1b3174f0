//! Generates the codecs and the assertions of fields whose types the derive does not recognize, such as the user's own
//! types. An assertion is a type alias that does not compile if the type lacks a trait.

use super::Scope;
use super::field::FieldCode;
use super::known::{self, MAX_DIGITS};
use super::labels;
use crate::lifetimes;
use crate::model::{
    Direction, Encoding, Field, FieldHash, FormatItem, Hash, LengthForm, NamedDigest, Number, Separator, TimeFormat,
    UNITS, ValueForm,
};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Lifetime, Type};

/// Returns `type __Type0 = ..; type __Codec0 = ..;`, and the items that these aliases need, for each field whose type
/// the derive does not recognize.
pub(crate) fn aliases(scope: &Scope<'_>) -> TokenStream {
    let aliases = scope.fields.iter().filter(|code| code.known.is_none()).map(|code| {
        let (field, index, span) = (code.field, code.index, code.type_span);
        let codec = names::codec(index, span);
        let checked = checked_type(&scope.key.lifetimes, field, index);
        let ty = codec_type(scope.key.separator, field, index);
        let ty = if field.unterminated { unterminated(scope, &ty, index) } else { ty };
        let format = match &field.encoding {
            Encoding::Time { format, .. } => Some(time_format(index, format)),
            _ => None,
        };
        let can_descend = assert_can_descend(scope, field, index);
        let count = count_constant(field, index);
        let function = field_function(field, index);
        quote_spanned! {span=>
            #checked
            #count
            #function
            type #codec = #ty;
            #can_descend
            #format
        }
    });
    aliases.collect()
}

/// Returns `type __Type0 = ..;` for the type of the field, and `type __Coder0 = ..;` for a codec that the user named.
///
/// Both aliases contain assertions. If an assertion fails, rustc reports it once, and stays silent about everything
/// that uses the alias. `declared` is the list of the key's lifetimes.
pub(crate) fn checked_type(declared: &[&Lifetime], field: &Field<'_>, index: usize) -> TokenStream {
    let span = field.type_span();
    let (as_written, checked) = (names::type_as_written(index, span), names::value_type(index, span));
    let ty = spans::respanned(lifetimes::with_static(declared, field.ty.to_token_stream()), span);
    let mut aliases = TokenStream::new();
    let mut assertion = Assertion::new(field, as_written.to_token_stream());
    for (position, (trait_name, type_name)) in assertions(field).into_iter().enumerate() {
        if position > 0 {
            // Gives the type a name first, because an assertion contains the type several times.
            let (alias, resolved) = (names::resolved_type(index, position, span), assertion.resolved());
            aliases.extend(quote_spanned!(span=> type #alias = #resolved;));
            assertion = Assertion::new(field, alias.to_token_stream());
        }
        assertion = if type_name == HELD_VALUE {
            assertion.holds_fields(trait_name)
        } else {
            assertion.implements(trait_name, type_name)
        };
    }
    let resolved = assertion.resolved();
    let user_codec_alias = user_codec_alias(declared, field, index);
    quote_spanned! {span=>
        type #as_written = #ty;
        #aliases
        type #checked = #resolved;
        #user_codec_alias
    }
}

/// The associated type for the values in an `Option` or a `Vec`. These values must implement `KeyField`.
const HELD_VALUE: &str = "Value";

/// Returns the traits that the type of a field must implement, each with the name of an associated type of the trait.
/// rustc reports only the first trait that is missing.
fn assertions(field: &Field<'_>) -> Vec<(&'static str, &'static str)> {
    let is_reference = matches!(field.ty, Type::Reference(_));
    let lent = is_reference.then_some(("LentField", "Lent"));
    let of_encoding: &[_] = match &field.encoding {
        Encoding::Custom { .. } => return Vec::new(),
        Encoding::Hashed(_) if known::is_number_or_string(field.ty) => &[],
        // `LentField` is enough for a reference: every reference with this trait can be a field, and can be hashed and
        // reversed.
        Encoding::Plain(_) | Encoding::Hashed(_) if is_reference => &[],
        Encoding::Plain(Direction::Ascending | Direction::Descending) | Encoding::Hashed(_) => &[("KeyField", "Codec")],
        Encoding::Plain(Direction::Reversed) => &[("ReverseTarget", "Codec")],
        Encoding::Padded { character: Some(_), .. } => &[("PadTarget", "Kind"), ("PadCharTarget", "CharKind")],
        Encoding::Padded { width, .. } if width.known().is_some_and(|width| width > MAX_DIGITS) => {
            &[("PadTarget", "Kind"), ("WidePadTarget", "Wide")]
        }
        Encoding::Padded { .. } => &[("PadTarget", "Kind")],
        Encoding::InForm { form: ValueForm::Optional, .. } => &[("OptionalTarget", HELD_VALUE)],
        Encoding::InForm { form: ValueForm::List, .. } => &[("ListTarget", HELD_VALUE)],
        Encoding::InForm { form: ValueForm::AfterLength(_), .. } => &[("LengthTarget", "Kind")],
        Encoding::InForm { form: ValueForm::Decimal, .. } => &[("DecimalTarget", "Kind")],
        Encoding::Time { format, .. } if format.from_hour => &[("FromHour", "Checked")],
        Encoding::Time { .. } => &[("FromYear", "Checked")],
    };
    lent.into_iter().chain(of_encoding.iter().copied()).collect()
}

/// Returns `type __Coder0 = ..;`. The alias asserts that the user named a codec or a format for the type of the field.
fn user_codec_alias(declared: &[&Lifetime], field: &Field<'_>, index: usize) -> Option<TokenStream> {
    let Encoding::Custom { path, is_from_fields_attribute, .. } = &field.encoding else { return None };
    // The codec in `fields = ..` can be wrong for only one of the fields, so the compile error points at this field.
    // The tokens of `path` keep their location, so that rustc reports a path that does not exist only once.
    let span = if *is_from_fields_attribute { field.type_span() } else { spans::first_span(path.to_token_stream()) };
    let rk = names::private(span);
    let (named, name) = (names::user_codec_as_written(index, span), names::user_codec(index, span));
    let ty = names::type_as_written(index, span);
    let path = lifetimes::with_static(declared, path.to_token_stream());
    let codec = named_codec(&rk, &named, &ty, &quote!(false));
    Some(quote_spanned! {span=>
        type #named = #path;
        type #name = <#rk::Assert<#named, { #rk::exists::<#codec>(); true }> as #rk::Resolve>::Type;
    })
}

/// A type with assertions. The assertions are inside the tokens of the type: see `Assert` in `rowkey`.
pub(super) struct Assertion {
    ty: TokenStream,
    /// The name of a field or of a feature, for compile errors. Derived code declares a type parameter with this name,
    /// because rustc prints a type parameter without a path. For a type, rustc would print the path if the crate has
    /// another type of the same name.
    label: Ident,
    span: Span,
}

impl Assertion {
    pub(super) fn new(field: &Field<'_>, ty: TokenStream) -> Self {
        let span = field.type_span();
        Self { ty, label: labels::label(field, span), span }
    }

    /// Asserts that the type implements the trait `trait_name` of `rowkey`. `type_name` is an associated type of this
    /// trait.
    pub(super) fn implements(self, trait_name: &str, type_name: &str) -> Self {
        let (ty, label, rk) = (&self.ty, &self.label, names::private(self.span));
        let (trait_name, type_name) = (Ident::new(trait_name, self.span), Ident::new(type_name, self.span));
        let projection = quote_spanned!(self.span=> <#ty as #rk::#trait_name<#label>>::#type_name);
        self.exists(&projection)
    }

    /// Asserts that the type `projection`, which can contain the label, exists.
    fn exists(self, projection: &TokenStream) -> Self {
        let Self { ty, label, span } = self;
        let rk = names::private(span);
        let resolved = quote_spanned! {span=>
            <#rk::Assert<#ty, {
                const fn __assert<#label>() {
                    #rk::exists::<#projection>();
                }
                __assert::<()>();
                true
            }> as #rk::Resolve>::Type
        };
        Self { ty: resolved, label, span }
    }

    /// Asserts that the type implements the trait `trait_name` of `rowkey`, and that the values in the `Option` or
    /// `Vec` can be fields.
    fn holds_fields(self, trait_name: &str) -> Self {
        let (ty, label, rk) = (&self.ty, &self.label, names::private(self.span));
        let trait_name = Ident::new(trait_name, self.span);
        let held = Ident::new(HELD_VALUE, self.span);
        let value =
            quote_spanned!(self.span=> <<#ty as #rk::#trait_name<#label>>::#held as #rk::KeyField<#label>>::Codec);
        self.exists(&value)
    }

    pub(super) fn resolved(self) -> TokenStream {
        self.ty
    }
}

/// Returns the codec of an unterminated field. The widths of the fields after it determine where the field ends.
fn unterminated(scope: &Scope<'_>, codec: &TokenStream, index: usize) -> TokenStream {
    let Some((code, rest)) = scope.fields.get(index..).and_then(<[_]>::split_first) else { return codec.clone() };
    let (span, rk) = (code.span, &code.rk);
    let after = code.field.after.map_or_else(|| quote!(#rk::None), |after| quote!(#rk::Some(#after)));
    let separator = scope.separator();
    let rest = rest.iter().map(FieldCode::layout);
    quote_spanned!(span=> #rk::UnterminatedOf<#codec, { #rk::tail(#after, const { &[#(#rest),*] }, #separator) }>)
}

fn codec_type(separator: Separator, field: &Field<'_>, index: usize) -> TokenStream {
    let codec = ascending_codec(separator, field, index);
    if !field.is_descending() {
        return codec;
    }
    let span = field.type_span();
    let rk = names::private(span);
    quote_spanned!(span=> #rk::DescendingOf<#codec>)
}

fn ascending_codec(separator: Separator, field: &Field<'_>, index: usize) -> TokenStream {
    let span = field.type_span();
    let rk = names::private(span);
    let ty = names::value_type(index, span);
    let plain = quote_spanned!(span=> <#ty as #rk::KeyField>::Codec);
    match &field.encoding {
        Encoding::Plain(Direction::Ascending | Direction::Descending) => plain,
        Encoding::Plain(Direction::Reversed) => quote_spanned!(span=> <#ty as #rk::ReverseTarget>::Codec),
        Encoding::Padded { width, character, direction } => {
            let form = if *direction == Direction::Reversed { "PaddedReversed" } else { "Padded" };
            padded(&rk, &ty, form, width, *character, index, span)
        }
        Encoding::Custom { .. } => named_codec(&rk, &names::user_codec(index, span), &ty, &by_value(&rk, &ty, span)),
        Encoding::InForm { form, .. } => codec_in_form(&rk, &ty, *form, separator, span),
        Encoding::Time { .. } => {
            let format = names::format(index, span);
            quote_spanned!(span=> #rk::TimeText<#format, #ty>)
        }
        Encoding::Hashed(hash) => {
            let (bytes, hex) = (hash.bytes.of_field(index, span), hash.hex);
            let digest = match &hash.by {
                FieldHash::Digest(named) => digest(*named),
                FieldHash::Function(path) => {
                    let function = names::hash_function(index, spans::first_span(path.to_token_stream()));
                    quote_spanned!(span=> #rk::DigestBy<#function, #bytes>)
                }
            };
            let width = match (hash.bytes.known(), hex) {
                (Some(bytes), true) => (2 * bytes).to_token_stream(),
                (None, true) => quote_spanned!(span=> { 2 * #bytes }),
                (_, false) => bytes.clone(),
            };
            quote_spanned!(span=> #rk::HashOf<#plain, #digest, #bytes, #width, #hex>)
        }
    }
}

/// Returns the constant for an expression in an attribute of the field, such as `WIDTH` in `#[pad(WIDTH)]`. The
/// constant does not compile if the number is out of range.
fn count_constant(field: &Field<'_>, index: usize) -> Option<TokenStream> {
    let span = field.type_span();
    let (name, codec, ty) = (names::count(index, span), names::codec(index, span), names::value_type(index, span));
    match &field.encoding {
        Encoding::Padded { width: Number::Expression(width), .. } => {
            let number_span = spans::first_span(width.clone());
            let rk = names::private(number_span);
            let check = assert_in_range(number_span, &given_as_u64(number_span), &quote_spanned!(number_span=> __MAX));
            Some(quote_spanned! {number_span=>
                const #name: #rk::usize = #width;
                const _: () = {
                    const __GIVEN: #rk::usize = #name;
                    const __MAX: #rk::u64 = #rk::compile_time::max_padded_width(<#codec as #rk::FieldCodec<#ty>>::ENCODING);
                    #check
                };
            })
        }
        Encoding::Hashed(Hash { by, bytes: Number::Expression(bytes), .. }) => {
            let number_span = spans::first_span(bytes.clone());
            let rk = names::private(number_span);
            let check = assert_in_range(
                number_span,
                &given_as_u64(number_span),
                &(by.name_and_max_bytes().1.min(u32::MAX as usize) as u64).to_token_stream(),
            );
            Some(quote_spanned! {number_span=>
                const #name: #rk::usize = {
                    const __GIVEN: #rk::usize = #bytes;
                    #check
                    __GIVEN
                };
            })
        }
        _ => None,
    }
}

/// Returns a statement that compiles only if `number`, a constant of type `u64`, is from 1 to `max`. If the statement
/// is inside a constant and does not compile, rustc is silent about everything that uses this constant.
pub(super) fn assert_in_range(number_span: Span, number: &TokenStream, max: &TokenStream) -> TokenStream {
    let rk = names::private(number_span);
    let limits = quote_spanned!(number_span=> <#rk::Holds<{ 1 <= #number && #number <= #max }> as #rk::Limits>::Limits);
    quote_spanned!(number_span=> #rk::exists::<<#limits as #rk::InRange<{ #number }, { #max }>>::Checked>();)
}

/// Returns the constant `__GIVEN` of type `usize` as a number for [`assert_in_range`].
pub(super) fn given_as_u64(number_span: Span) -> TokenStream {
    let rk = names::private(number_span);
    quote_spanned!(number_span=> #rk::compile_time::to_u64(__GIVEN))
}

fn codec_in_form(rk: &Ident, ty: &Ident, form: ValueForm, separator: Separator, span: Span) -> TokenStream {
    match form {
        ValueForm::AfterLength(length) => {
            let length = match length {
                LengthForm::BigEndian(width) => quote_spanned!(span=> #rk::LengthIn<#width, false>),
                LengthForm::LittleEndian(width) => quote_spanned!(span=> #rk::LengthIn<#width, true>),
                LengthForm::Varint => quote_spanned!(span=> #rk::VarintLength),
            };
            quote_spanned!(span=> <<#ty as #rk::LengthTarget>::Kind as #rk::CodecKind<#length>>::Codec)
        }
        ValueForm::Optional => quote_spanned!(span=> #rk::OptionalCodec<#ty>),
        ValueForm::List => quote_spanned!(span=> #rk::ListCodec<#ty>),
        ValueForm::Decimal => {
            let minus = (separator.character() == Some('-')).then(|| quote!(<true>));
            let codec = quote_spanned!(span=> #rk::UnpaddedDigits #minus);
            quote_spanned!(span=> <<#ty as #rk::DecimalTarget>::Kind as #rk::CodecKind<#codec>>::Codec)
        }
    }
}

/// Returns the codec of a field of type `ty` with `codec = ..`. `named` is the alias for the codec or format that the
/// user named.
fn named_codec(rk: &Ident, named: &Ident, ty: &Ident, by_value: &TokenStream) -> TokenStream {
    quote_spanned! {named.span()=>
        <#named as #rk::CodecFor<#ty, #by_value, {
            #[allow(unused_imports)]
            use #rk::{NotAFormatFallback as _, NotProvenFallback as _};
            #rk::codec_kind(
                <#rk::FormatKind<#named, #ty>>::VALUE,
                <#rk::IsOption<#ty>>::VALUE,
                <#rk::IsCodec<#named, #ty>>::VALUE,
            )
        }>>::Field
    }
}

/// Returns an expression that is true if the type is `Copy`. The method that sets the field then takes the value, and
/// not a reference.
fn by_value(rk: &Ident, ty: &Ident, span: Span) -> TokenStream {
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use #rk::NotCopyFallback as _;
        <#rk::IsCopy<#ty>>::VALUE
    }}
}

fn time_format(index: usize, format: &TimeFormat) -> TokenStream {
    let span = Span::call_site();
    let (rk, name, text) = (names::private(span), names::format(index, span), &format.text);
    let items = format.items.iter().map(|item| match item {
        FormatItem::Literal(text) => quote!(#rk::FormatItem::Literal(#text)),
        FormatItem::Fraction(digits) => quote!(#rk::FormatItem::Fraction(#digits)),
        FormatItem::Unit(unit) => {
            let name = UNITS.get(*unit).map(|(_, _, name)| Ident::new(name, span));
            quote!(#rk::FormatItem::#name)
        }
    });
    quote! {
        pub enum #name {}
        impl #rk::TimeFormat for #name {
            const TEXT: &'static #rk::str = #text;
            const ITEMS: &'static [#rk::FormatItem] = &[#(#items),*];
        }
    }
}

/// Returns the codec of a field with `#[pad]`. `form` is `Padded` or `PaddedReversed`.
fn padded(
    rk: &Ident,
    ty: &Ident,
    form: &str,
    width: &Number,
    character: Option<char>,
    index: usize,
    span: Span,
) -> TokenStream {
    let form = Ident::new(form, span);
    let known = width.known();
    let width = width.of_field(index, span);
    match character {
        Some(pad) => quote_spanned! {span=>
            <<#ty as #rk::PadCharTarget>::CharKind as #rk::CodecKind<#rk::#form<#width, false, #pad>>>::Codec
        },
        None if known.is_some_and(|width| width > MAX_DIGITS) => quote_spanned! {span=>
            <<#ty as #rk::WidePadTarget>::Wide as #rk::CodecKind<#rk::#form<#width, false, '\0'>>>::Codec
        },
        None => {
            let fits = quote_spanned!(span=> { <#ty as #rk::PadTarget>::DIGITS <= #width });
            quote_spanned!(span=> <<#ty as #rk::PadTarget>::Kind as #rk::CodecKind<#rk::#form<#width, #fits, '\0'>>>::Codec)
        }
    }
}

/// Returns the type of the digest, with the assertion that its feature is enabled.
pub(super) fn digest(NamedDigest { digest, span }: NamedDigest) -> TokenStream {
    let rk = names::private(span);
    let name = Ident::new(digest.type_name(), span);
    let feature = Ident::new(digest.name(), span);
    Assertion { ty: quote_spanned!(span=> #rk::#name), label: feature, span }
        .implements("CompiledIn", "Itself")
        .resolved()
}

/// Declares the type `name`, which calls the user's function at `path`. `hash` is the type that the function returns.
pub(super) fn hash_function(name: &Ident, path: &Type, hash: &TokenStream) -> TokenStream {
    let span = name.span();
    let rk = names::private(span);
    quote_spanned! {span=>
        pub enum #name {}
        impl #rk::HashFunction<#hash> for #name {
            fn __call(__bytes: &[#rk::u8]) -> #hash {
                const __FUNCTION: fn(&[#rk::u8]) -> #hash = #path;
                __FUNCTION(__bytes)
            }
        }
    }
}

/// Declares the type that calls the user's function of `#[hash(with = path, 16)]`.
fn field_function(field: &Field<'_>, index: usize) -> Option<TokenStream> {
    let Encoding::Hashed(Hash { by: FieldHash::Function(path), bytes, .. }) = &field.encoding else { return None };
    let span = spans::first_span(path.to_token_stream());
    let rk = names::private(span);
    let bytes = bytes.of_field(index, field.type_span());
    Some(hash_function(&names::hash_function(index, span), path, &quote_spanned!(span=> [#rk::u8; #bytes])))
}

/// Returns the assertion that a descending field has a fixed width. Returns `None` for fields that are not descending,
/// and for a key whose separator keeps the order of strings, because every field of such a key can be descending.
fn assert_can_descend(scope: &Scope<'_>, field: &Field<'_>, index: usize) -> Option<TokenStream> {
    if !field.is_descending() || scope.key.separator.keeps_order() {
        return None;
    }
    let span = field.type_span();
    let rk = names::private(span);
    let label = labels::label(field, span);
    let (codec, value_type) = (names::codec(index, span), names::value_type(index, span));
    let end = names::descending_end(index, span);
    Some(quote_spanned! {span=>
        type #end = <#rk::Holds<
            { !<#codec as #rk::FieldCodec<#value_type>>::ENCODING.__rowkey_may_be_terminated() }
        > as #rk::DescendingEnd>::End;
        const _: () = {
            const fn __assert<#label>() {
                #rk::exists::<<#end as #rk::CanDescend<#label>>::Checked>();
            }
        };
    })
}
