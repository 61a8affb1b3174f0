//! Generates the methods of a key's prefix type: the methods that set each field, and the methods that turn a prefix
//! into ranges.
//!
//! A state is the prefix type with a type argument that names the field to set next, such as
//! `OrderKeyPrefix<field_of_OrderKey::customer>`. Of the methods that set a field, each state has only those of this
//! field.

use super::docs;
use super::field::FieldCode;
use super::labels;
use super::{Scope, known, salt};
use crate::lifetimes;
use crate::model::{Direction, Encoding, Field, Key, SaltInput, SaltKind, ValueForm};
use crate::names;
use crate::prefix_type::PrefixType;
use crate::spans;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn prefix_type<'a>(key: &'a Key<'_>) -> PrefixType<'a> {
    PrefixType { key: key.ident, hash: key.hash, vis: key.vis, name: &key.prefix, krate: key.krate }
}

pub(super) fn declaration(scope: &Scope<'_>) -> TokenStream {
    let prefix_type = prefix_type(scope.key);
    let next = next_parameter(scope);
    let salted = salted_type(scope, &names::private_path(scope.key.krate));
    let doc = docs::layout(scope.key, &prefix_type.link_to_key());
    let attributes = quote! {
        #[doc = #doc]
        #[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
    };
    prefix_type.declaration(&attributes, &next, &salted)
}

fn next_parameter(scope: &Scope<'_>) -> Ident {
    let is_taken = scope.key.prefix == "Next" || scope.key.ident == "Next";
    Ident::new(if is_taken { "__Next" } else { "Next" }, Span::call_site())
}

/// Returns the type in which a prefix stores the byte ranges of the fields from which the salt is computed.
fn salted_type(scope: &Scope<'_>, rk: &TokenStream) -> TokenStream {
    match salt::salted_count(scope) {
        0 => quote!(()),
        count => quote!([#rk::Span; #count]),
    }
}

pub(super) fn impls(scope: &Scope<'_>) -> TokenStream {
    let states = scope.fields.iter().map(|field| state(scope, field));
    let every_state = every_state(scope);
    quote!(#(#states)* #every_state)
}

/// Returns the type argument of the state whose next field is the field at `index`, or `NoField` after the last field.
pub(super) fn next_field(scope: &Scope<'_>, index: usize) -> TokenStream {
    let (rk, markers_module) = (&scope.rk, labels::markers_module(scope.key));
    scope
        .key
        .fields
        .get(index)
        .map(labels::marker)
        .map_or_else(|| quote!(#rk::NoField), |marker| quote!(#markers_module::#marker))
}

/// Generates a marker type for each field. No value of these types is created. The markers before the sort key have a size:
/// see `sets_partition` in `rowkey`.
pub(super) fn markers(key: &Key<'_>) -> TokenStream {
    let markers = key.fields.iter().enumerate().map(|(index, field)| {
        let marker = labels::marker(field);
        if key.sort_from.is_some_and(|sort_key| index < sort_key) {
            quote!(pub struct #marker(fn());)
        } else {
            quote!(pub enum #marker {})
        }
    });
    markers.collect()
}

/// Generates what all states have: the methods `range()` and `ranges()`, the impls of the traits that these methods
/// require, and the impls of `Clone`, `Debug` and `Deref`.
fn every_state(scope: &Scope<'_>) -> TokenStream {
    let (rk, next) = (&scope.rk, next_parameter(scope));
    let (ident, vis, prefix) = (scope.key.ident, scope.key.vis, &scope.prefix);
    let lifetimes = scope.key.lifetimes.iter().map(|_| quote!('static));
    let sets_partition =
        scope.key.sort_from.map(|_| quote!(const SETS_PARTITION: #rk::bool = #rk::sets_partition::<#next>();));
    let SaltBounds { source, impls } = salt_bounds(scope);
    let one_range = scope.key.salt.as_ref().map(|_| quote!(#rk::OneRange<#source>));
    let few_ranges = scope.key.salt.as_ref().map(|_| quote!(#rk::FewRanges<#source>));
    let ExactStates { unterminated, impls: exact_states } = exact_states(scope);
    let exact = exact_states.as_ref().map(|_| quote!(#rk::ExactRanges<#unterminated>));
    let condition = |bounds: [&Option<TokenStream>; 2]| {
        let bounds: Vec<_> = bounds.into_iter().flatten().collect();
        (!bounds.is_empty()).then(|| quote!(where Self: #(#bounds)+*))
    };
    let (one_range, few_ranges) = (condition([&one_range, &exact]), condition([&few_ranges, &exact]));
    let salted = salted_type(scope, &quote!(#rk));
    let last_salted = salt::last_salted(scope).and_then(|index| scope.key.fields.get(index));
    let [one_range_doc, all_ranges_doc] = docs::ranges(scope.key, last_salted);
    // No call of `range()` compiles for a key with a random salt, because a prefix does not determine this salt.
    let hide_range = (scope.key.salt.is_some() && last_salted.is_none()).then(|| quote!(#[doc(hidden)]));
    quote! {
        impl<#next> #rk::Clone for #prefix<#next> {
            fn clone(&self) -> Self {
                #prefix(#rk::Clone::clone(&self.0), #rk::PhantomData)
            }
        }

        impl<#next> #rk::Debug for #prefix<#next> {
            fn fmt(&self, __f: &mut #rk::Formatter<'_>) -> #rk::FmtResult {
                #rk::Debug::fmt(&self.0, __f)
            }
        }

        impl<#next> #rk::Deref for #prefix<#next> {
            type Target = #rk::Prefix<Self, #salted>;

            fn deref(&self) -> &#rk::Prefix<Self, #salted> {
                &self.0
            }
        }

        impl<#next> #rk::PrefixState for #prefix<#next> {
            type Key = #ident<#(#lifetimes),*>;
            type SaltSource = #source;
            type Unterminated = #unterminated;
            #sets_partition
        }

        // Exists only for the compile error about the bound `IsRange`, a trait that no type implements.
        #[doc(hidden)]
        impl<#next, __T: ?#rk::Sized> #rk::RangeBounds<__T> for #prefix<#next>
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
        #exact_states

        impl<#next> #prefix<#next> {
            #[doc = #one_range_doc]
            #hide_range
            #vis fn range(self) -> #rk::KeyRange
            #one_range
            {
                #rk::PrefixBytes::range(self.0.bytes)
            }

            #[doc = #all_ranges_doc]
            #vis fn ranges(self) -> #rk::Ranges
            #few_ranges
            {
                #rk::Prefix::ranges(self.0)
            }
        }
    }
}

/// The impls of `ExactRanges`. A state has this trait if its ranges contain only matching keys.
struct ExactStates {
    /// The type argument of `ExactRanges`, which names the unterminated field in compile errors.
    unterminated: TokenStream,
    /// `None` for a key without an unterminated field, because `rowkey` implements the trait for all states of such a
    /// key.
    impls: Option<TokenStream>,
}

fn exact_states(scope: &Scope<'_>) -> ExactStates {
    let rk = &scope.rk;
    let Some(index) = scope.fields.iter().position(|field| field.field.unterminated) else {
        return ExactStates { unterminated: quote!(#rk::NoField), impls: None };
    };
    let (prefix, unterminated) = (&scope.prefix, next_field(scope, index));
    let states = (0..=index).chain([scope.fields.len()]).map(|index| next_field(scope, index));
    let impls = quote!(#(impl #rk::ExactRanges<#unterminated> for #prefix<#states> {})*);
    ExactStates { unterminated, impls: Some(impls) }
}

/// The impls of `OneRange` and `FewRanges`. A state has `OneRange`, which `range()` requires, if all matching keys are
/// in one range. A state has `FewRanges`, which `ranges()` requires, if all matching keys are in at most 4096 ranges.
struct SaltBounds {
    /// The type argument of `OneRange` and `FewRanges`, which says in compile errors what the salt is computed from.
    source: TokenStream,
    /// Empty for a key without a salt, because `rowkey` implements both traits for all states of such a key.
    impls: TokenStream,
}

fn salt_bounds(scope: &Scope<'_>) -> SaltBounds {
    // The compile errors about the bounds `OneRange` and `FewRanges` name this number.
    const MAX_RANGES: u64 = 4096;
    let rk = &scope.rk;
    let prefix = &scope.prefix;
    let Some(salt) = &scope.key.salt else {
        return SaltBounds { source: quote!(#rk::NoSalt), impls: TokenStream::new() };
    };
    let few = salt.has_at_most(MAX_RANGES);
    let in_all_states = |source: &TokenStream| quote!(impl<__Next> #rk::FewRanges<#source> for #prefix<__Next> {});
    // If the number of buckets is an expression, `bound` compares it with `MAX_RANGES`. Without this attribute,
    // compile errors would be about `bound` instead of the number of ranges.
    let attribute = quote!(#[diagnostic::do_not_recommend]);
    let layout = salt::layout_of(rk, salt);
    let bound = quote! {
        where for<'__x> #rk::Holds<{ #rk::has_at_most(#layout, #MAX_RANGES) }>: #rk::FewBuckets<'__x>
    };
    let Some(last_salted) = salt::last_salted(scope) else {
        let source = quote!(#rk::random_number);
        let impls = match few {
            Some(true) => in_all_states(&source),
            Some(false) => TokenStream::new(),
            None => quote!(#attribute impl<__Next> #rk::FewRanges<#source> for #prefix<__Next> #bound {}),
        };
        return SaltBounds { source, impls };
    };
    let source = next_field(scope, last_salted);
    let in_states_after_source = |trait_name: &str| {
        let trait_name = Ident::new(trait_name, Span::call_site());
        let states = (last_salted + 1..=scope.fields.len()).map(|index| next_field(scope, index));
        quote!(#(impl #rk::#trait_name<#source> for #prefix<#states> {})*)
    };
    let one_range = in_states_after_source("OneRange");
    let few_ranges = match few {
        Some(true) => in_all_states(&source),
        Some(false) => in_states_after_source("FewRanges"),
        None => {
            let few_after_source = in_states_after_source("FewRanges");
            let states = (0..=last_salted).map(|index| next_field(scope, index));
            quote!(#few_after_source #(#attribute impl #rk::FewRanges<#source> for #prefix<#states> #bound {})*)
        }
    };
    SaltBounds { impls: quote!(#one_range #few_ranges), source }
}

/// A method of a prefix that sets a field, or that selects some values of a field.
struct Method {
    /// The index in [`names::methods`].
    index: usize,
    generics: Option<TokenStream>,
    parameter: &'static str,
    argument: TokenStream,
    result: TokenStream,
    /// The bounds of the method, without the word `where`.
    bounds: Option<TokenStream>,
    body: TokenStream,
    /// False if every call of the method is a compile error. Such a method exists only so that this error says what is
    /// wrong.
    callable: bool,
    /// The type of the argument in the documentation, for a field whose type the derive does not recognize.
    documented_argument: TokenStream,
}

/// Generates the methods of one field.
///
/// A field whose type the derive does not recognize has separate methods for rustdoc, with the type as the user wrote
/// it. In the other methods, this type is an alias, which rustdoc would replace with a long type.
fn state(scope: &Scope<'_>, field: &FieldCode<'_>) -> TokenStream {
    let (prefix, vis, span) = (&scope.prefix, scope.key.vis, field.span);
    let this = next_field(scope, field.index);
    let (names, docs) = (names::methods(&field.field.method), docs::methods(field.field, field.known.is_some()));
    let signature = |method: &Method, generics: Option<&TokenStream>, argument: &TokenStream| {
        let (doc, name) = (docs.get(method.index), names.get(method.index));
        let doc = if method.callable { quote!(#[doc = #doc]) } else { quote!(#[doc(hidden)]) };
        let (parameter, result) = (Ident::new(method.parameter, span), &method.result);
        quote_spanned!(span=> #doc #vis fn #name #generics(self, #parameter: #argument) -> #result)
    };
    let slices = [&STARTS_WITH, &ENDS_WITH].into_iter().filter_map(|method| slice_method(scope, field, method));
    let methods: Vec<_> = [equal(scope, field), within(field)].into_iter().chain(slices).collect();
    let code = methods.iter().map(|method| {
        let signature = signature(method, method.generics.as_ref(), &method.argument);
        let bounds = method.bounds.as_ref().map(|bounds| quote_spanned!(span=> where #bounds));
        let body = &method.body;
        quote_spanned!(span=> #[inline] #signature #bounds { #body })
    });
    if field.known.is_some() {
        return quote_spanned!(span=> impl #prefix<#this> { #(#code)* });
    }
    let rk = &scope.rk;
    let lifetimes = lifetimes::within(&scope.key.lifetimes, field.field.ty.to_token_stream());
    let generics = (!lifetimes.is_empty()).then(|| quote!(<#(#lifetimes),*>));
    let documented = methods.iter().filter(|method| method.callable).map(|method| {
        let signature = signature(method, generics.as_ref(), &method.documented_argument);
        quote!(#signature { #rk::placeholder() })
    });
    quote_spanned! {span=>
        #[cfg(not(doc))]
        impl #prefix<#this> {
            #(#code)*
        }

        #[cfg(doc)]
        impl #prefix<#this> {
            #(#documented)*
        }
    }
}

fn documented_value(field: &FieldCode<'_>, may_borrow: bool) -> TokenStream {
    let (rk, ty) = (&field.rk, field.field.ty);
    // For a codec of the user, only rustc knows whether values are passed by reference.
    let is_custom = matches!(field.field.encoding, Encoding::Custom { .. });
    let known_type = if is_custom { None } else { known::argument(ty, may_borrow, field.span) };
    known_type.unwrap_or_else(|| quote!(#rk::Argument<#ty>))
}

fn equal(scope: &Scope<'_>, field: &FieldCode<'_>) -> Method {
    let (span, rk) = (field.span, &field.rk);
    let prefix = &scope.prefix;
    let (codec, position) = (&field.codec, field.position());
    let next = next_field(scope, field.index + 1);
    // The lifetime of the argument is shorter than the lifetimes of the key, so that callers can pass a value that is
    // borrowed only for the call.
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
    let equal = quote_spanned!(span=> self.0.__rowkey_equal::<#codec, #value, #position, _>(value));
    let equal = then_constants(rk, equal, Some(field.field), scope.key.fields.get(field.index + 1));
    let body = match after_equal(scope, field.index) {
        None => quote_spanned!(span=> #prefix(#equal, #rk::PhantomData)),
        Some(after_equal) => quote_spanned! {span=>
            let mut __prefix = #equal;
            #after_equal
            #prefix(__prefix, #rk::PhantomData)
        },
    };
    Method {
        index: 0,
        generics,
        parameter: "value",
        argument,
        result: quote_spanned!(span=> #prefix<#next>),
        bounds: None,
        body,
        callable: true,
        documented_argument: documented_value(field, true),
    }
}

/// Appends to the prefix the constant after the field `set`, which was set last, and the constant before the field
/// `next`.
pub(super) fn then_constants(
    rk: &Ident,
    prefix: TokenStream,
    set: Option<&Field<'_>>,
    next: Option<&Field<'_>>,
) -> TokenStream {
    let after = set.and_then(|field| field.after).filter(|constant| !constant.is_empty());
    let constants = after.into_iter().chain(next.and_then(|field| field.before));
    constants.fold(prefix, |prefix, constant| quote!(#rk::Prefix::__rowkey_constant(#prefix, #constant)))
}

/// Generates the method for ranges, such as `at_in`. If the type of the field may be a struct or an enum with data, the
/// argument can also be a prefix of this type.
fn within(field: &FieldCode<'_>) -> Method {
    let (span, rk) = (field.span, &field.rk);
    let (codec, value, position) = (&field.codec, &field.value, field.position());
    let may_be_composite = !field.field.unterminated
        && matches!(field.field.encoding, Encoding::Plain(Direction::Ascending | Direction::Descending));
    let sorts = field.known.as_ref().is_some_and(|known| known.sorts);
    let ordered = || field.bound("OrderedField", &field.value_and_position());
    let range = |bound: TokenStream| {
        let rk = names::private(field.type_span);
        quote_spanned!(field.type_span=> #rk::ValueRange<#bound>)
    };
    let by_reference = quote_spanned!(span=> self.0.__rowkey_within::<#codec, #value, #position>(&bounds));
    let (generics, argument, bounds, body) = match &field.known {
        Some(known) => {
            let (generics, range) = (known.bound_lifetime.as_ref(), range(known.bound.clone()));
            let generics = generics.map(|lifetime| quote_spanned!(span=> <#lifetime>));
            (generics, quote_spanned!(span=> impl #range), (!sorts).then(ordered), by_reference)
        }
        None if may_be_composite => {
            let generics = quote_spanned!(span=> <'__b, __R, __M>);
            let body = quote_spanned!(span=> self.0.__rowkey_in_range::<#codec, #value, #position, __R, __M>(bounds));
            (Some(generics), quote_spanned!(span=> __R), Some(field.range_bound()), body)
        }
        None => {
            let generics = quote_spanned!(span=> <'__b, __R>);
            let (range, ordered) =
                (range(quote_spanned!(span=> <#codec as #rk::FieldCodec<#value>>::Arg<'__b>)), ordered());
            (Some(generics), quote_spanned!(span=> __R), Some(quote!(__R: #range, #ordered)), by_reference)
        }
    };
    // rustc does not accept an argument such as `impl ValueRange<&str>`, which omits a lifetime.
    let documented_argument = documented_value(field, false);
    Method {
        index: 1,
        generics,
        parameter: "bounds",
        argument,
        result: quote_spanned!(span=> #rk::FinishedQuery<Self>),
        bounds,
        body,
        callable: sorts || may_sort(field),
        documented_argument: quote!(impl #rk::ValueRange<#documented_argument>),
    }
}

/// A method that selects the values with a given start or end, such as `host_starts_with` or `host_ends_with`.
struct SliceMethod {
    /// The index in [`names::methods`].
    index: usize,
    parameter: &'static str,
    function: &'static str,
    trait_name: &'static str,
    /// Checks whether a field of an unrecognized type may have the method.
    may_apply: fn(&FieldCode<'_>) -> bool,
    /// Checks whether a field of a recognized type has the method.
    known: fn(&known::KnownField) -> bool,
}

const STARTS_WITH: SliceMethod = SliceMethod {
    index: 2,
    parameter: "start",
    function: "__rowkey_starting",
    trait_name: "StartsWithField",
    may_apply: |field| match &field.field.encoding {
        Encoding::Plain(direction) => direction.is_in_order(),
        Encoding::Padded { character, direction, .. } => direction.is_in_order() && pad_keeps_order(*character),
        // For `#[hash]` and `#[length]`, the method exists only for the compile error, which says why a call is an
        // error.
        Encoding::Custom { .. } | Encoding::Hashed(_) | Encoding::InForm { form: ValueForm::AfterLength(_), .. } => {
            known::may_have_slices(field.field.ty)
        }
        Encoding::InForm { form, .. } => matches!(form, ValueForm::List),
        Encoding::Time { .. } => false,
    },
    known: |known| known.starts_with,
};

const ENDS_WITH: SliceMethod = SliceMethod {
    index: 3,
    parameter: "end",
    function: "__rowkey_ending",
    trait_name: "EndsWithField",
    may_apply: |field| match &field.field.encoding {
        Encoding::Plain(direction) => *direction == Direction::Reversed,
        Encoding::Padded { character, direction, .. } => {
            *direction == Direction::Reversed && pad_keeps_order(*character)
        }
        Encoding::Hashed(_) | Encoding::Custom { .. } | Encoding::Time { .. } | Encoding::InForm { .. } => false,
    },
    known: |known| known.ends_with,
};

fn slice_method(scope: &Scope<'_>, field: &FieldCode<'_>, method: &SliceMethod) -> Option<Method> {
    let is_known = field.known.as_ref().is_some_and(method.known);
    if !is_known && !(method.may_apply)(field) {
        return None;
    }
    let (span, rk) = (field.span, &field.rk);
    let (codec, value, position) = (&field.codec, &field.value, field.position());
    let [parameter, function] = [method.parameter, method.function].map(|name| Ident::new(name, span));
    let body = quote_spanned!(span=> self.0.#function::<#codec, #value, #position, _>(#parameter));
    let (argument, bounds, body) = match &field.known {
        Some(known) if (method.known)(known) => {
            let slice = &known.slice;
            (quote_spanned!(span=> &#slice), None, body)
        }
        // The method exists only for the compile error about its bound. The bound is on the argument, because a bound on
        // the codec, which is known, takes rustc longer.
        Some(_) => {
            let this = next_field(scope, field.index);
            let argument = quote_spanned!(span=> impl #rk::StartValue<#this>);
            (argument, None, quote_spanned!(span=> #rk::not_called(#parameter)))
        }
        None => (
            quote_spanned!(span=> &<#codec as #rk::FieldCodec<#value>>::Slice),
            Some(field.bound(method.trait_name, &field.value_and_position())),
            body,
        ),
    };
    // The start of a list is a list of elements, not bytes.
    let documented_argument = if matches!(field.field.encoding, Encoding::InForm { form: ValueForm::List, .. }) {
        let ty = field.field.ty;
        quote!(&#ty)
    } else {
        quote!(impl #rk::AsRef<[#rk::u8]>)
    };
    let has_slices =
        !matches!(field.field.encoding, Encoding::Hashed(_) | Encoding::InForm { form: ValueForm::AfterLength(_), .. });
    // The ranges of this query can contain keys that do not match. The state with `StartOf` has no `ExactRanges`.
    let bounded = if field.field.unterminated {
        let (prefix, this) = (&scope.prefix, next_field(scope, field.index));
        quote_spanned!(span=> #prefix<#rk::StartOf<#this>>)
    } else {
        quote_spanned!(span=> Self)
    };
    Some(Method {
        index: method.index,
        generics: None,
        parameter: method.parameter,
        argument,
        result: quote_spanned!(span=> #rk::FinishedQuery<#bounded>),
        bounds,
        body,
        callable: (is_known || field.known.is_none()) && !known::is_option(field.field.ty) && has_slices,
        documented_argument,
    })
}

/// Returns the statements that run after the field at `index` is set, if the salt is computed from this field. For a
/// hashed salt, they record the byte range of the field. After the last field that the salt is computed from, they
/// write the salt.
fn after_equal(scope: &Scope<'_>, index: usize) -> Option<TokenStream> {
    let rk = &scope.rk;
    let salt = scope.key.salt.as_ref()?;
    let layout = scope.layout();
    let is_last_salted = salt::last_salted(scope) == Some(index);
    let of = match &salt.kind {
        SaltKind::Random { .. } => return None,
        SaltKind::Modulo { buckets, .. } => {
            let salt = is_last_salted.then(|| salt::salt_of_value(scope, index, buckets, &quote!(value)))?;
            return Some(quote!(__prefix.bytes = #rk::PrefixBytes::set_salt(__prefix.bytes, &#salt, #layout);));
        }
        SaltKind::Hashed { of, .. } => of,
    };
    let mark = match of {
        SaltInput::WholeKey => is_last_salted
            .then(|| quote!(__prefix.bytes = #rk::PrefixBytes::mark_whole_salted(__prefix.bytes, #layout);)),
        SaltInput::Fields(fields) => fields
            .iter()
            .position(|field| *field == index)
            .map(|order| quote!(__prefix.bytes = #rk::PrefixBytes::mark_salted(__prefix.bytes, #order);)),
    };
    let name = salt::salt_type(salt);
    let compute = is_last_salted
        .then(|| quote!(__prefix.bytes = #rk::PrefixBytes::compute_salt::<#name>(__prefix.bytes, #layout);));
    (mark.is_some() || compute.is_some()).then(|| quote!(#mark #compute))
}

/// Checks whether the bytes of a field with these attributes can sort as its values do.
fn may_sort(field: &FieldCode<'_>) -> bool {
    if field.field.unterminated {
        return false;
    }
    match &field.field.encoding {
        Encoding::Hashed(_) => false,
        Encoding::InForm { form, .. } => {
            matches!(form, ValueForm::Optional | ValueForm::List)
        }
        Encoding::Padded { character, direction, .. } => direction.is_in_order() && pad_keeps_order(*character),
        Encoding::Plain(direction) => direction.is_in_order(),
        Encoding::Custom { .. } | Encoding::Time { .. } => true,
    }
}

/// Checks whether padded values sort. Integers sort. Strings sort if they are padded with `\0`, which is the default,
/// because all other characters sort after `\0`.
fn pad_keeps_order(character: Option<char>) -> bool {
    matches!(character, None | Some('\0'))
}
