//! The prefix type of a key: the methods that set each field, and the methods that turn a prefix into ranges.
//!
//! A step is the prefix type with a given next field, such as `OrderPrefix<Next>`. Each step has the methods of its next
//! field.

use super::docs;
use super::field::FieldCode;
use super::{Scope, known, salt};
use crate::lifetimes;
use crate::model::{Direction, Encoding, Field, Foreign, IntegerForm, Key, SaltKind, Salted};
use crate::names;
use crate::prefix_type::PrefixType;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Returns the prefix type of a key.
pub(super) fn prefix_type<'a>(key: &'a Key<'_>) -> PrefixType<'a> {
    PrefixType { key: key.ident, hash: key.hash, vis: key.vis, name: &key.prefix, krate: key.krate }
}

/// Declares the prefix type. Its type parameter is the field to set next, so that rustc names this field if a method is
/// called too early.
pub(super) fn declaration(scope: &Scope<'_>) -> TokenStream {
    let prefix_type = prefix_type(scope.key);
    let next = Ident::new(if scope.key.prefix == "Next" { "__Next" } else { "Next" }, Span::call_site());
    let salted = salted(scope, &names::private_path(scope.key.krate));
    let doc = docs::layout(scope.key, &prefix_type.link_to_key());
    let attributes = quote! {
        #[doc = #doc]
        #[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
    };
    prefix_type.declaration(&attributes, &next, &salted)
}

/// Returns the type in which a prefix stores the positions of the fields from which the salt is computed.
fn salted(scope: &Scope<'_>, rk: &TokenStream) -> TokenStream {
    match salt::salted(scope) {
        0 => quote!(()),
        count => quote!([#rk::Span; #count]),
    }
}

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let steps = scope.fields.iter().map(|field| step(scope, field));
    let every_step = every_step(scope);
    quote!(#(#steps)* #every_step)
}

/// Returns the type of the field at `index`, which is the type argument of the step that sets this field.
pub(super) fn next_field(scope: &Scope<'_>, index: usize) -> TokenStream {
    let (rk, next) = (&scope.rk, names::markers(scope.key));
    scope.key.fields.get(index).map(names::marker).map_or_else(|| quote!(#rk::NoField), |marker| quote!(#next::#marker))
}

/// Generates the impls that are generic over all steps: ranges and scans.
fn every_step(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, vis, prefix) = (scope.key.ident, scope.key.vis, &scope.prefix);
    let lifetimes = scope.key.lifetimes.iter().map(|_| quote!('static));
    let SaltBounds { source, impls } = salt_bounds(scope);
    let one_range = scope.key.salt.as_ref().map(|_| quote!(where Self: #rk::OneRange<#source>));
    let few_ranges = scope.key.salt.as_ref().map(|_| quote!(where Self: #rk::FewRanges<#source>));
    let salted = salted(scope, &quote!(#rk));
    quote! {
        impl<__Next> #rk::Clone for #prefix<__Next> {
            fn clone(&self) -> Self {
                #prefix(#rk::Clone::clone(&self.0), #rk::PhantomData)
            }
        }

        impl<__Next> #rk::Debug for #prefix<__Next> {
            fn fmt(&self, __f: &mut #rk::Formatter<'_>) -> #rk::FmtResult {
                #rk::Debug::fmt(&self.0, __f)
            }
        }

        impl<__Next> #rk::Deref for #prefix<__Next> {
            type Target = #rk::Prefix<Self, #salted>;

            fn deref(&self) -> &#rk::Prefix<Self, #salted> {
                &self.0
            }
        }

        impl<__Next> #rk::Step for #prefix<__Next> {
            type Key = #ident<#(#lifetimes),*>;
            type SaltSource = #source;
        }

        #[doc(hidden)]
        impl<__Next, __T: ?#rk::Sized> #rk::RangeBounds<__T> for #prefix<__Next>
        where
            #rk::Prefix<Self, #salted>: #rk::IsRange,
        {
            fn start_bound(&self) -> #rk::Bound<&__T> {
                #rk::Bound::Unbounded
            }

            fn end_bound(&self) -> #rk::Bound<&__T> {
                #rk::Bound::Unbounded
            }
        }

        #impls

        impl<__Next> #prefix<__Next> {
            /// Returns the range that contains exactly the keys with the fields set so far.
            #vis fn range(self) -> #rk::KeyRange
            #one_range
            {
                #rk::PrefixBytes::range(self.0.bytes)
            }

            /// Returns the ranges that together contain exactly these keys: one per bucket until the salt is known.
            #vis fn ranges(self) -> #rk::Ranges
            #few_ranges
            {
                #rk::Prefix::ranges(self.0)
            }
        }
    }
}

/// The impls of the traits for steps whose matching keys are in one range, or in few enough ranges.
struct SaltBounds {
    /// The type argument of `OneRange` and `FewRanges`. Messages name it as the source of the salt.
    source: TokenStream,
    /// The impls of `OneRange` and `FewRanges`. Empty for a key without a salt, because the library implements both
    /// traits for all steps of such a key.
    impls: TokenStream,
}

fn salt_bounds(scope: &Scope<'_>) -> SaltBounds {
    const MAX_RANGES: u64 = 4096;
    let rk = &scope.rk;
    let prefix = &scope.prefix;
    let Some(salt) = &scope.key.salt else {
        return SaltBounds { source: quote!(#rk::NoSalt), impls: TokenStream::new() };
    };
    let few = salt.bucket_count().is_some_and(|count| count <= MAX_RANGES);
    let at_every_step = |source: &TokenStream| quote!(impl<__Next> #rk::FewRanges<#source> for #prefix<__Next> {});
    let Some(last_source) = salt::last_source(scope) else {
        let source = quote!(#rk::RandomNumber);
        let impls = if few { at_every_step(&source) } else { TokenStream::new() };
        return SaltBounds { source, impls };
    };
    let source = next_field(scope, last_source);
    let once_set = |trait_name: &str| {
        let trait_name = Ident::new(trait_name, Span::call_site());
        let steps = (last_source + 1..=scope.fields.len()).map(|index| next_field(scope, index));
        quote!(#(impl #rk::#trait_name<#source> for #prefix<#steps> {})*)
    };
    let one_range = once_set("OneRange");
    let few_ranges = if few { at_every_step(&source) } else { once_set("FewRanges") };
    SaltBounds { impls: quote!(#one_range #few_ranges), source }
}

/// Generates the methods of one field, which are methods of the step whose next field is this field.
fn step(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
    let prefix = &scope.prefix;
    let this = next_field(scope, field.index);
    let equal = equal(scope, field);
    let within = within(scope, field);
    let starts_with = part_method(scope, field, &STARTS_WITH);
    let ends_with = part_method(scope, field, &ENDS_WITH);
    quote! {
        impl #prefix<#this> {
            #equal
            #within
            #starts_with
            #ends_with
        }
    }
}

fn equal(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
    let (span, rk) = (field.span, &field.rk);
    let (vis, prefix) = (scope.key.vis, &scope.prefix);
    let (codec, position) = (&field.codec, field.position());
    let next = next_field(scope, field.index + 1);
    let [method, ..] = names::methods(&field.field.method);
    let [doc, ..] = docs::methods(field.field);
    // The argument's lifetime is shorter than the key's, so that callers can pass a value borrowed only for the call.
    let lifetimes = lifetimes::within(&scope.key.lifetimes, field.field.ty.to_token_stream());
    let (generics, argument, value) = match &field.known {
        Some(known) => (None, known.argument.clone(), known.value.clone()),
        None if lifetimes.is_empty() => {
            let value = &field.value;
            (None, quote_spanned!(span=> <#codec as #rk::FieldCodec<#value>>::Arg<'_>), value.clone())
        }
        None => {
            let value = spans::respanned(field.field.ty.to_token_stream(), field.type_span);
            let argument = quote_spanned!(span=> <#codec as #rk::FieldCodec<#value>>::Arg<'__lent>);
            (Some(quote!(<'__lent, #(#lifetimes: '__lent),*>)), argument, value)
        }
    };
    let equal = quote_spanned!(span=> self.0.__equal::<#codec, #value, #position, _>(value));
    let equal = then_constants(rk, equal, Some(field.field), scope.key.fields.get(field.index + 1));
    let body = match after_equal(scope, field.index) {
        None => quote_spanned!(span=> #prefix(#equal, #rk::PhantomData)),
        Some(after_equal) => quote_spanned! {span=>
            let mut __prefix = #equal;
            #after_equal
            #prefix(__prefix, #rk::PhantomData)
        },
    };
    quote_spanned! {span=>
        #[doc = #doc]
        #[inline]
        #vis fn #method #generics(self, value: #argument) -> #prefix<#next> {
            #body
        }
    }
}

/// Appends two constants to the prefix: the constant after the field that was `set`, and the constant before the `next`
/// field.
pub(super) fn then_constants(
    rk: &Ident,
    prefix: TokenStream,
    set: Option<&Field<'_>>,
    next: Option<&Field<'_>>,
) -> TokenStream {
    let after = set.and_then(|field| field.after).filter(|constant| !constant.is_empty());
    let constants = after.into_iter().chain(next.and_then(|field| field.before));
    constants.fold(prefix, |prefix, constant| quote!(#rk::Prefix::__constant(#prefix, #constant)))
}

/// Generates the method `_in`.
fn within(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
    if field.known.is_none()
        && matches!(field.field.encoding, Encoding::Plain(Direction::Ascending | Direction::Descending))
    {
        return within_range_or_part(scope, field);
    }
    let (span, rk) = (field.span, &field.rk);
    let vis = scope.key.vis;
    let (codec, value, position) = (&field.codec, &field.value, field.position());
    let [_, method, ..] = names::methods(&field.field.method);
    let [_, doc, ..] = docs::methods(field.field);
    let bounded = {
        let span = field.type_span;
        let rk = names::runtime(span);
        let bound = field.known.as_ref().map_or_else(
            || quote_spanned!(span=> <#codec as #rk::FieldCodec<#value>>::Arg<'__b>),
            |known| known.bound.clone(),
        );
        quote_spanned!(span=> __R: #rk::RangeBounds<#bound>)
    };
    let sorts = field.known.as_ref().is_some_and(|known| known.sorts);
    let ordered = (!sorts).then(|| field.bound("OrderedField", &field.value_and_position()));
    let hide = (!sorts && !may_sort(field)).then(|| quote!(#[doc(hidden)]));
    quote_spanned! {span=>
        #[doc = #doc]
        #hide
        #[inline]
        #vis fn #method<'__b, __R>(self, bounds: __R) -> #rk::FinishedQuery<Self>
        where
            #bounded,
            #ordered
        {
            self.0.__within::<#codec, #value, #position>(&bounds)
        }
    }
}

/// Generates the method `_in` of a field whose type may be a struct or an enum with data. `_in` then accepts a range or
/// a part, such as the first fields of the struct.
fn within_range_or_part(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
    let (span, rk) = (field.span, &field.rk);
    let vis = scope.key.vis;
    let (codec, value, position) = (&field.codec, &field.value, field.position());
    let [_, method, ..] = names::methods(&field.field.method);
    let [_, doc, ..] = docs::methods(field.field);
    let bound = field.range_bound();
    quote_spanned! {span=>
        #[doc = #doc]
        #[inline]
        #vis fn #method<'__b, __R, __M>(self, bounds: __R) -> #rk::FinishedQuery<Self>
        where
            #bound
        {
            self.0.__in_range::<#codec, #value, #position, __R, __M>(bounds)
        }
    }
}

/// A method that takes a part of the value: `_starts_with` or `_ends_with`.
struct PartMethod {
    /// The index in [`names::methods`].
    index: usize,
    parameter: &'static str,
    function: &'static str,
    trait_name: &'static str,
    /// Checks whether the attributes and the spelling of the type allow the method.
    may_apply: fn(&FieldCode<'_>) -> bool,
    /// Checks whether a field of a recognized type has the method.
    known: fn(&known::Known) -> bool,
}

const STARTS_WITH: PartMethod = PartMethod {
    index: 2,
    parameter: "start",
    function: "__starting",
    trait_name: "StartsWithField",
    may_apply: |field| match &field.field.encoding {
        Encoding::Plain(direction) => *direction != Direction::Reversed,
        Encoding::Padded { character, direction, .. } => *direction != Direction::Reversed && pad_sorts(*character),
        Encoding::Custom { .. } => known::may_have_parts(field.field.ty),
        Encoding::Foreign { form, .. } => matches!(form, Foreign::List),
        Encoding::Hashed(_) | Encoding::Time { .. } => false,
    },
    known: |known| known.starts_with,
};

const ENDS_WITH: PartMethod = PartMethod {
    index: 3,
    parameter: "end",
    function: "__ending",
    trait_name: "EndsWithField",
    may_apply: |field| match &field.field.encoding {
        Encoding::Plain(direction) => *direction == Direction::Reversed,
        Encoding::Padded { character, direction, .. } => *direction == Direction::Reversed && pad_sorts(*character),
        Encoding::Hashed(_) | Encoding::Custom { .. } | Encoding::Time { .. } | Encoding::Foreign { .. } => false,
    },
    known: |known| known.ends_with,
};

fn part_method(scope: &Scope<'_>, field: &FieldCode<'_>, part: &PartMethod) -> Option<TokenStream> {
    let known = field.known.as_ref().map(part.known);
    if !known.unwrap_or_else(|| (part.may_apply)(field)) {
        return None;
    }
    let (span, rk) = (field.span, &field.rk);
    let vis = scope.key.vis;
    let (codec, value, position) = (&field.codec, &field.value, field.position());
    let method = names::methods(&field.field.method).into_iter().nth(part.index);
    let doc = docs::methods(field.field).into_iter().nth(part.index);
    let [parameter, function] = [part.parameter, part.function].map(|name| Ident::new(name, span));
    let bound = known.is_none().then(|| {
        let bound = field.bound(part.trait_name, &field.value_and_position());
        quote_spanned!(span=> where #bound)
    });
    Some(quote_spanned! {span=>
        #[doc = #doc]
        #[inline]
        #vis fn #method(self, #parameter: &<#codec as #rk::FieldCodec<#value>>::Part) -> #rk::FinishedQuery<Self>
        #bound
        {
            self.0.#function::<#codec, #value, #position>(#parameter)
        }
    })
}

/// Returns the statements that run after a field is set. They record the position of a field from which the salt is
/// computed, and write the salt once all such fields are set.
fn after_equal(scope: &Scope<'_>, index: usize) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    let layout = scope.layout();
    let complete = salt::last_source(scope) == Some(index);
    let of = match &salt.kind {
        SaltKind::Random { .. } => return None,
        SaltKind::Modulo { buckets, .. } => {
            let salt = complete.then(|| salt::of_value(scope, index, *buckets, &quote!(value)))?;
            return Some(quote!(__prefix.bytes = #rk::PrefixBytes::set_salt(__prefix.bytes, &#salt, #layout);));
        }
        SaltKind::Hashed { of, .. } => of,
    };
    let record = match of {
        Salted::WholeKey => {
            complete.then(|| quote!(__prefix.bytes = #rk::PrefixBytes::mark_whole_salted(__prefix.bytes, #layout);))
        }
        Salted::Fields(fields) => fields
            .iter()
            .position(|field| *field == index)
            .map(|order| quote!(__prefix.bytes = #rk::PrefixBytes::mark_salted(__prefix.bytes, #order);)),
    };
    let name = salt::salt_type(salt);
    let compute =
        complete.then(|| quote!(__prefix.bytes = #rk::PrefixBytes::compute_salt::<#name>(__prefix.bytes, #layout);));
    (record.is_some() || compute.is_some()).then(|| quote!(#record #compute))
}

/// Checks whether the attributes allow the field to sort.
fn may_sort(field: &FieldCode<'_>) -> bool {
    match &field.field.encoding {
        Encoding::Hashed(_)
        | Encoding::Plain(Direction::Reversed)
        | Encoding::Padded { direction: Direction::Reversed, .. } => false,
        Encoding::Foreign { form, .. } => {
            matches!(form, Foreign::Optional | Foreign::List | Foreign::Integer { form: IntegerForm::Sorting, .. })
        }
        Encoding::Padded { character, .. } => pad_sorts(*character),
        Encoding::Plain(_) | Encoding::Custom { .. } | Encoding::Time { .. } => true,
    }
}

fn pad_sorts(character: Option<char>) -> bool {
    matches!(character, None | Some('\0'))
}
