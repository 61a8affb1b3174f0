//! The prefix type of a key: the methods of each field, and the queries that every step has.

use super::docs;
use super::field::FieldCode;
use super::{Scope, salt};
use crate::lifetimes;
use crate::model::{Direction, Encoding, SaltKind, Salted};
use crate::names;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The prefix type, which is declared beside the key. Its parameter names the field to set next, so that the compiler names
/// this field when a method is called too early.
pub(super) fn prefix_type(scope: &Scope<'_>) -> TokenStream {
    let root = names::root_path(scope.key.krate);
    let (vis, prefix) = (scope.key.vis, &scope.key.prefix);
    let salted = salted(scope, &quote!(#root::__private));
    let doc = docs::layout(scope.key);
    let next = Ident::new(if prefix == "Next" { "__Next" } else { "Next" }, Span::call_site());
    quote! {
        #[doc = #doc]
        #[must_use = "a prefix is only a query: take its `range()`"]
        #[allow(dead_code, non_camel_case_types, clippy::all, clippy::pedantic)]
        #vis struct #prefix<#next>(#root::__private::Prefix<#prefix<#next>, #salted>, #root::__private::PhantomData<#next>);
    }
}

/// The type that holds the positions of the salted fields.
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

/// The field that a step sets next, as a type.
pub(super) fn next_field(scope: &Scope<'_>, index: usize) -> TokenStream {
    let (rk, next) = (&scope.rk, names::markers(scope.key));
    scope.key.fields.get(index).map(names::marker).map_or_else(|| quote!(#rk::NoField), |marker| quote!(#next::#marker))
}

/// The ranges and scans of every step.
fn every_step(scope: &Scope<'_>) -> TokenStream {
    let rk = &scope.rk;
    let (ident, vis, prefix) = (scope.key.ident, scope.key.vis, &scope.key.prefix);
    let lifetimes = scope.key.lifetimes.iter().map(|_| quote!('static));
    let SaltBounds { lacks, impls } = salt_bounds(scope);
    let one_range = scope.key.salt.as_ref().map(|_| quote!(where Self: #rk::OneRange<#lacks>));
    let few_ranges = scope.key.salt.as_ref().map(|_| quote!(where Self: #rk::FewRanges<#lacks>));
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
            type SaltSource = #lacks;

            fn bounds(self) -> #rk::Bounds {
                #rk::PrefixBytes::bounds(self.0.bytes)
            }
        }

        #impls

        impl<__Next> #prefix<__Next> {
            /// The one range that contains exactly the keys with the fields set so far.
            #vis fn range(self) -> #rk::KeyRange
            #one_range
            {
                #rk::PrefixBytes::range(self.0.bytes)
            }

            /// The ranges that together contain exactly these keys: one per bucket until the salt is known.
            #vis fn ranges(self) -> #rk::Ranges
            #few_ranges
            {
                #rk::Prefix::ranges(self.0)
            }
        }
    }
}

/// The steps at which the salt leaves one range, or few.
struct SaltBounds {
    /// Names the field without which a step spans buckets.
    lacks: TokenStream,
    /// `OneRange` and `FewRanges` of the steps that have them. Without a salt, the library implements both.
    impls: TokenStream,
}

fn salt_bounds(scope: &Scope<'_>) -> SaltBounds {
    const MOST_RANGES: u64 = 4096;
    let rk = &scope.rk;
    let prefix = &scope.key.prefix;
    let Some(salt) = &scope.key.salt else {
        return SaltBounds { lacks: quote!(#rk::NoSalt), impls: TokenStream::new() };
    };
    let few = salt.bucket_count().is_some_and(|count| count <= MOST_RANGES);
    let at_every_step = |lacks: &TokenStream| quote!(impl<__Next> #rk::FewRanges<#lacks> for #prefix<__Next> {});
    let Some(needed) = salt::needs(scope) else {
        let lacks = quote!(#rk::RandomNumber);
        let impls = if few { at_every_step(&lacks) } else { TokenStream::new() };
        return SaltBounds { lacks, impls };
    };
    let lacks = next_field(scope, needed);
    let once_set = |trait_name: &str| {
        let trait_name = Ident::new(trait_name, Span::call_site());
        let steps = (needed + 1..=scope.fields.len()).map(|index| next_field(scope, index));
        quote!(#(impl #rk::#trait_name<#lacks> for #prefix<#steps> {})*)
    };
    let one_range = once_set("OneRange");
    let few_ranges = if few { at_every_step(&lacks) } else { once_set("FewRanges") };
    SaltBounds { impls: quote!(#one_range #few_ranges), lacks }
}

/// The methods of one field, on the prefix whose next field it is.
fn step(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
    let prefix = &scope.key.prefix;
    let this = next_field(scope, field.index);
    let equal = equal(scope, field);
    let within = within(scope, field);
    let starts_with = by_part(scope, field, &STARTS_WITH);
    let ends_with = by_part(scope, field, &ENDS_WITH);
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
    let (vis, prefix) = (scope.key.vis, &scope.key.prefix);
    let (codec, position) = (&field.codec, field.position());
    let next = next_field(scope, field.index + 1);
    let [method, ..] = names::methods(&field.field.method);
    let [doc, ..] = docs::methods(field.field);
    // A borrowed value need not live longer than the call.
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

fn within(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
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
        #vis fn #method<'__b, __R>(self, bounds: __R) -> #rk::Bounded<Self>
        where
            #bounded,
            #ordered
        {
            self.0.__within::<#codec, #value, #position>(&bounds)
        }
    }
}

/// `_starts_with` or `_ends_with`.
struct ByPart {
    /// Its place among the methods of a field.
    method: usize,
    parameter: &'static str,
    function: &'static str,
    trait_name: &'static str,
    /// Checks whether the attributes and the spelling of the type leave it open that the field has the method.
    possible: fn(&FieldCode<'_>) -> bool,
    known: fn(&super::known::Known) -> bool,
}

const STARTS_WITH: ByPart = ByPart {
    method: 2,
    parameter: "start",
    function: "__starting",
    trait_name: "StartsWithField",
    possible: |field| match &field.field.encoding {
        Encoding::Plain(direction) => *direction != Direction::Reversed,
        Encoding::Padded { character, direction, .. } => *direction != Direction::Reversed && pad_sorts(*character),
        Encoding::Hashed(_) | Encoding::Custom { .. } | Encoding::Time { .. } => false,
    },
    known: |known| known.starts_with,
};

const ENDS_WITH: ByPart = ByPart {
    method: 3,
    parameter: "end",
    function: "__ending",
    trait_name: "EndsWithField",
    possible: |field| match &field.field.encoding {
        Encoding::Plain(direction) => *direction == Direction::Reversed,
        Encoding::Padded { character, direction, .. } => *direction == Direction::Reversed && pad_sorts(*character),
        Encoding::Hashed(_) | Encoding::Custom { .. } | Encoding::Time { .. } => false,
    },
    known: |known| known.ends_with,
};

fn by_part(scope: &Scope<'_>, field: &FieldCode<'_>, by: &ByPart) -> Option<TokenStream> {
    let known = field.known.as_ref().map(by.known);
    if !known.unwrap_or_else(|| (by.possible)(field)) {
        return None;
    }
    let (span, rk) = (field.span, &field.rk);
    let vis = scope.key.vis;
    let (codec, value, position) = (&field.codec, &field.value, field.position());
    let method = names::methods(&field.field.method).into_iter().nth(by.method);
    let doc = docs::methods(field.field).into_iter().nth(by.method);
    let [parameter, function] = [by.parameter, by.function].map(|name| Ident::new(name, span));
    let bound = known.is_none().then(|| {
        let bound = field.bound(by.trait_name, &field.value_and_position());
        quote_spanned!(span=> where #bound)
    });
    Some(quote_spanned! {span=>
        #[doc = #doc]
        #[inline]
        #vis fn #method(self, #parameter: &<#codec as #rk::FieldCodec<#value>>::Part) -> #rk::Bounded<Self>
        #bound
        {
            self.0.#function::<#codec, #value, #position>(#parameter)
        }
    })
}

/// The statements that keep a salted field's position, or write the salt, once the field is set.
fn after_equal(scope: &Scope<'_>, index: usize) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    let layout = scope.layout();
    let complete = salt::needs(scope) == Some(index);
    let of = match &salt.kind {
        SaltKind::Random { .. } => return None,
        SaltKind::Modulo { buckets, .. } => {
            let salt = complete.then(|| salt::of_value(scope, index, *buckets, &quote!(value)))?;
            return Some(quote!(__prefix.bytes = #rk::PrefixBytes::set_salt(__prefix.bytes, &#salt, #layout);));
        }
        SaltKind::Hashed { of, .. } => of,
    };
    let keep = match of {
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
    (keep.is_some() || compute.is_some()).then(|| quote!(#keep #compute))
}

/// Checks whether the attributes leave it open that the field sorts.
fn may_sort(field: &FieldCode<'_>) -> bool {
    match &field.field.encoding {
        Encoding::Hashed(_)
        | Encoding::Plain(Direction::Reversed)
        | Encoding::Padded { direction: Direction::Reversed, .. } => false,
        Encoding::Padded { character, .. } => pad_sorts(*character),
        Encoding::Plain(_) | Encoding::Custom { .. } | Encoding::Time { .. } => true,
    }
}

fn pad_sorts(character: Option<char>) -> bool {
    matches!(character, None | Some('\0'))
}
