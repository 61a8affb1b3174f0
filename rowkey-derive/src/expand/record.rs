//! Generates the code of records and indexes. A record is a primary key with a stored value. The entries of an index
//! are keys that derived code computes from a record: the attribute `from = value.author` computes a field, and a field
//! without such an attribute has the value of the field with the same name in the primary key.

use super::dependencies::dependencies;
use super::token_text::token_text;
use super::{or_return, return_error, unnamed_block};
use crate::attr::{Attrs, FieldAttrs, From};
use crate::context::source_text;
use crate::model::member;
use crate::names;
use crate::spans::{self, find};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Type};

/// Generates the code of the primary key of records, or of an index. Returns `None` for other keys, and for keys with
/// generic parameters, which `check` rejects. If `is_valid` is false, the generated functions have placeholder bodies.
pub(crate) fn record(input: &DeriveInput, attrs: &Attrs, is_valid: bool) -> Option<TokenStream> {
    let role = &attrs.key;
    let code = match (role.value.get(), role.format.get(), role.index_of.get()) {
        (Some(value), format, None) => {
            let rk = names::private(Span::call_site());
            let missing = syn::parse_quote!(#rk::MissingFormat);
            let format = format.map_or(&missing, |format| &format.value);
            records(input, attrs, [&value.value, format], is_valid)
        }
        (None, _, Some(index_of)) => index(input, attrs, &index_of.value, is_valid),
        _ => return None,
    };
    if !input.generics.params.is_empty() {
        return None;
    }
    let imports = names::imports(attrs.key.krate.get().map(|attr| &attr.value));
    let parameters = names::record_parameters();
    Some(unnamed_block(&quote! { #imports #parameters #code }))
}

fn table_name(input: &DeriveInput, attrs: &Attrs) -> String {
    let name = attrs.key.table.get().map(|attr| attr.value.clone());
    name.unwrap_or_else(|| input.ident.unraw().to_string())
}

fn records(input: &DeriveInput, attrs: &Attrs, [value, format]: [&Type; 2], is_valid: bool) -> TokenStream {
    let rk = names::private(Span::call_site());
    let (ident, table) = (&input.ident, table_name(input, attrs));
    let indexes = attrs.key.indexes.get().map_or(&[][..], |attr| &attr.value);
    let tables = indexes.iter().map(|index| {
        let span = spans::first_span(index.to_token_stream());
        let rk = names::private(span);
        quote_spanned!(span=> <#index as #rk::IndexOf<Self>>::__TABLE)
    });
    let entries = (is_valid && !indexes.is_empty()).then(|| {
        let calls = indexes.iter().map(|index| {
            let span = spans::first_span(index.to_token_stream());
            let index_rk = names::private(span);
            let arguments = quote!(self, __old, __new, __draft);
            return_error(&rk, &quote_spanned!(span=> <#index as #index_rk::IndexOf<Self>>::__rowkey_add(#arguments)))
        });
        quote! {
            fn __rowkey_entries(
                &self,
                __old: #rk::Option<&#value>,
                __new: #rk::Option<&#value>,
                __draft: &mut #rk::Draft,
            ) -> #rk::Result<(), #rk::ChangeError> {
                #(#calls)*
                #rk::Ok(())
            }
        }
    });
    let checked_indexes = if is_valid { indexes } else { &[] };
    let table_checks = checked_indexes.iter().enumerate().map(|(earlier_indexes, index)| {
        let span = spans::first_span(index.to_token_stream());
        let rk = names::private(span);
        quote_spanned! {span=>
            const _: () = <#ident as #rk::Record>::TABLE.__rowkey_check_index(<#index as #rk::IndexOf<#ident>>::__TABLE, #earlier_indexes);
        }
    });
    // If the key is public and the type of its value is private, rustc reports the associated type `Value`. With this
    // span, the compile error points at the type in the attribute.
    let value_type = {
        let span = Span::call_site().located_at(spans::first_span(value.to_token_stream()));
        quote_spanned!(span=> type Value = #value;)
    };
    // `max_len` of the primary key also applies to the entries of its indexes.
    let limits = attrs.key.max_len.get().filter(|_| is_valid).map(|limit| {
        let limit = &limit.value;
        let limits = indexes.iter().map(|index| {
            let span = spans::first_span(index.to_token_stream());
            let (rk, root) = (names::private(span), names::root(span));
            quote_spanned!(span=> const _: () = #rk::compile_time::check_max_len(<#index as #root::RowKey>::LAYOUT, #limit);)
        });
        quote!(#(#limits)*)
    });
    let is_same = is_same(&quote!(Record), is_valid);
    quote! {
        impl #rk::Source for #ident {
            type Record = Self;
            type Path = #rk::Direct;
        }

        impl #rk::Record for #ident {
            #value_type
            type Format = #format;
            const TABLE: &'static #rk::Table = &#rk::Table::__rowkey_of_records::<Self>(
                #table,
                <Self as #rk::Record>::__FORMAT,
                &[#(#tables),*],
                #is_same,
                {
                    use #rk::UndecodableFallback as _;
                    #rk::Decodable::<Self>::HAS_ENTRY
                },
            );

            #entries
        }

        #(impl #rk::Maintains<#indexes> for #ident {})*
        #(#table_checks)*
        #limits
    }
}

fn index(input: &DeriveInput, attrs: &Attrs, primary_key_type: &Type, is_valid: bool) -> TokenStream {
    let (rk, root) = (names::private(Span::call_site()), names::root(Span::call_site()));
    let (ident, table) = (&input.ident, table_name(input, attrs));
    let [value, format, record_table] = ["Value", "Format", "TABLE"].map(of_primary_key);
    let (alias, primary_key_ident) = primary_key_alias(primary_key_type);
    let index_of = {
        let span = spans::first_span(primary_key_type.to_token_stream());
        let rk = names::private(span);
        quote_spanned!(span=> #rk::IndexOf<#primary_key_ident>)
    };
    let role = &attrs.key;
    let is_unique = role.unique.is_set();
    let is_decodable = attrs.fields.iter().all(|field| !field.hash.is_set());
    let stores_primary = is_unique || !is_decodable;
    let stores = if let Some(stored) = role.stores.get() {
        let (ty, name) = (stored_type(&stored.value), source_text(&stored.value));
        let is_same = is_same(&quote!(CoveringIndex), is_valid);
        quote!(#rk::Some((<#format as #rk::ValueFormat<#ty>>::NAME, #name, #is_same)))
    } else {
        quote!(#rk::None)
    };
    let shared_fields = (!is_unique).then(|| shared_fields(input, attrs, primary_key_type));
    let entries = if is_valid { entries(input, attrs, shared_fields) } else { quote!(#rk::placeholder()) };
    // Not with `stores = ..`, because an entry can then depend on every field of the value.
    let dependencies = (is_valid && !role.stores.is_set()).then(|| dependencies_of_value(attrs, &value)).flatten();
    let primary_key_function = (is_valid && !is_unique).then(|| primary_key(input, attrs, primary_key_type));
    let primary = (is_valid && !stores_primary).then(|| {
        let entry = or_return(&rk, &quote!(<Self as #root::RowKey>::decode(__entry)));
        quote! {
            fn __rowkey_primary(__entry: &[#rk::u8]) -> #rk::Result<#rk::Option<#primary_key_ident>, #root::DecodeError> {
                let __entry = #entry;
                #rk::Ok(#rk::Some(__primary_key(__entry)))
            }
        }
    });
    let unique = is_unique.then(|| quote!(impl #rk::UniqueIndex for #ident {}));
    let sources = sources(input, attrs);
    let (store, covering) = role.stores.get().map(|stored| covering(ident, &stored.value, is_valid)).unzip();
    quote! {
        #alias

        impl #rk::Source for #ident {
            type Record = #primary_key_ident;
            type Path = #rk::ThroughIndex;
        }

        impl #rk::Index for #ident {
            type MaintainedBy = #primary_key_ident;
            const TABLE: &'static #rk::Table = &#rk::Table::__rowkey_of_entries::<Self>(
                #table,
                || #record_table,
                #is_unique,
                #stores_primary,
                #stores,
                #rk::primary_of::<Self>,
            )
            .__rowkey_from(&[#(#sources),*], <#primary_key_ident as #root::RowKey>::LAYOUT);

            #primary
        }

        impl #index_of for #ident {
            const __TABLE: &'static #rk::Table = <Self as #rk::Index>::TABLE;

            fn __rowkey_entries(
                __key: &#primary_key_ident,
                __value: &#value,
                __each: &mut impl #rk::FnMut(Self) -> #rk::Result<(), #rk::ChangeError>,
            ) -> #rk::Result<(), #rk::ChangeError> {
                #entries
            }

            #dependencies
            #store
        }

        #primary_key_function
        #unique
        #covering
    }
}

/// Generates a type alias for the primary key, and returns the alias and its name. If `primary_key_type` is not a
/// primary key, rustc reports this once, at the alias, and not where the alias is used.
fn primary_key_alias(primary_key_type: &Type) -> (TokenStream, Ident) {
    let span = spans::first_span(primary_key_type.to_token_stream());
    let (rk, name) = (names::private(span), Ident::new("__PrimaryKey", span));
    let value = quote_spanned!(span=> <#primary_key_type as #rk::Record>::Value);
    let alias = quote_spanned! {span=>
        type #name = <#rk::Assert<#primary_key_type, { #rk::exists::<#value>(); true }> as #rk::Resolve>::Type;
    };
    (alias, name)
}

/// Returns the path of an associated item of the primary key, such as `<__PrimaryKey as Record>::Value`.
fn of_primary_key(item: &str) -> TokenStream {
    let (rk, item) = (names::private(Span::call_site()), Ident::new(item, Span::call_site()));
    quote!(<__PrimaryKey as #rk::Record>::#item)
}

/// Generates a function that returns whether two byte strings are the same stored value in two spellings. `of` is the trait
/// that reads the value.
fn is_same(of: &TokenStream, is_valid: bool) -> TokenStream {
    let rk = names::private(Span::call_site());
    if !is_valid {
        return quote!(|_, _| #rk::placeholder());
    }
    quote! {
        |__a, __b| {
            // `Compared` has an inherent method `are_equal` only for types with `PartialEq`.
            use #rk::UnequalByDefault as _;
            <Self as #rk::#of>::__rowkey_is_same(__a, __b, |__a, __b| #rk::Compared(__a, __b).are_equal())
        }
    }
}

fn stores_whole_value(stored: &Type) -> bool {
    matches!(stored, Type::Path(path) if path.qself.is_none() && path.path.is_ident("value"))
}

/// Returns the type that the entries store. This is `stored`, or the type of the record's value for `stores = value`.
fn stored_type(stored: &Type) -> TokenStream {
    if stores_whole_value(stored) { of_primary_key("Value") } else { stored.to_token_stream() }
}

/// Generates two items for an index with `stores = ..`: the method that writes the bytes that an entry stores, and the
/// impl of `CoveringIndex`, which reads these bytes.
fn covering(ident: &Ident, stored: &Type, is_valid: bool) -> (TokenStream, TokenStream) {
    let rk = names::private(Span::call_site());
    let [value, format] = ["Value", "Format"].map(of_primary_key);
    let ty = stored_type(stored);
    let at_stored = Span::call_site().located_at(spans::first_span(stored.to_token_stream()));
    let (write, read) = if is_valid {
        let rk = names::private(at_stored);
        let part = if stores_whole_value(stored) {
            quote!(__value)
        } else {
            quote_spanned!(at_stored=> &<#stored as #rk::StoredFrom<#value>>::stored_from(__value))
        };
        (
            quote!(#rk::write_checked::<#format, #ty>(#part, __out).map(|_| ())),
            quote!(<#format as #rk::ValueFormat<#ty>>::read(__bytes)),
        )
    } else {
        (quote!(#rk::placeholder()), quote!(#rk::placeholder()))
    };
    let store = quote! {
        fn __rowkey_store(
            __value: &#value,
            __out: &mut #rk::Vec<#rk::u8>,
        ) -> #rk::Result<(), #rk::ValueError> {
            #write
        }
    };
    let stored_item = quote_spanned!(at_stored=> type Stored = #ty;);
    let covering = quote! {
        impl #rk::CoveringIndex for #ident {
            #stored_item

            fn __rowkey_stored(__bytes: &[#rk::u8]) -> #rk::Result<#ty, #rk::FormatError> {
                #read
            }
        }
    };
    (store, covering)
}

struct Field<'a> {
    ident: Ident,
    /// The variable that holds the value of the field.
    local: Ident,
    ty: &'a Type,
    attrs: &'a FieldAttrs,
    span: Span,
}

fn fields<'a>(input: &'a DeriveInput, attrs: &'a Attrs) -> Vec<Field<'a>> {
    let Data::Struct(data) = &input.data else { return Vec::new() };
    let fields = data.fields.iter().zip(&attrs.fields).enumerate();
    fields
        .map(|(index, (field, attrs))| Field {
            ident: member(index, field).1,
            local: names::local(index),
            ty: &field.ty,
            attrs,
            span: Span::call_site().located_at(spans::first_span(field.ty.to_token_stream())),
        })
        .collect()
}

/// Generates the function that creates the primary key from the fields of an entry. If the index lacks a field of the
/// primary key, rustc reports the missing field in this function.
fn primary_key(input: &DeriveInput, attrs: &Attrs, primary_key_type: &Type) -> TokenStream {
    let ident = &input.ident;
    let primary = primary_key_of(input, attrs, primary_key_type, |field| {
        let (name, rk, ty) = (&field.ident, names::private(field.span), field.ty);
        quote_spanned!(field.span=> #rk::Kept::<#ty>::from_index(__entry.#name))
    });
    quote!(fn __primary_key(__entry: #ident) -> __PrimaryKey { #primary })
}

/// Generates the expression from which the entries read the fields of the primary key `__key`:
/// `with_fields(__key, |(__field_1, ())| MessageKey { message: __field_1 })`.
///
/// `with_fields` never calls the closure, which only gives rustc the types of the fields. If the primary key lacks a
/// field of the index, rustc reports the field in the function of [`primary_key`]. The expression then has an error
/// type, so that rustc does not report the field again.
fn shared_fields(input: &DeriveInput, attrs: &Attrs, primary_key_type: &Type) -> TokenStream {
    let rk = names::private(Span::call_site());
    let shared = fields(input, attrs).into_iter().filter(|field| !is_computed(field.attrs));
    let pattern = shared.fold(quote!(()), |others, Field { local, .. }| quote!((#local, #others)));
    let primary = primary_key_of(input, attrs, primary_key_type, |field| field.local.to_token_stream());
    quote!(#rk::with_fields(__key, |#pattern| #primary))
}

/// Generates a struct expression for the primary key. `value` returns the tokens for the value of a field.
fn primary_key_of(
    input: &DeriveInput,
    attrs: &Attrs,
    primary_key_type: &Type,
    value: impl Fn(&Field<'_>) -> TokenStream,
) -> TokenStream {
    let span = Span::call_site().located_at(spans::first_span(primary_key_type.to_token_stream()));
    let fields = fields(input, attrs).into_iter().filter(|field| !is_computed(field.attrs));
    let members = fields.map(|field| {
        let (name, value) = (&field.ident, value(&field));
        quote_spanned!(field.span=> #name: #value)
    });
    quote_spanned!(span=> #primary_key_type { #(#members),* })
}

fn is_computed(attrs: &FieldAttrs) -> bool {
    attrs.from.is_set() || attrs.from_each.is_set()
}

/// Generates the sources of an index's entries: the filter, `stores = value`, and the source of each field. A store
/// records these sources, to notice a change.
fn sources(input: &DeriveInput, attrs: &Attrs) -> Vec<TokenStream> {
    let rk = names::private(Span::call_site());
    let field_source = |Field { ident, attrs, .. }: Field<'_>| {
        let name = ident.unraw().to_string();
        let (variant, from) = match (attrs.from.get(), attrs.from_each.get()) {
            (None, None) => return quote!(#rk::FieldSource::Key(#name)),
            (Some(from), _) => (quote!(From), &from.value),
            (None, Some(from)) => (quote!(FromEach), &from.value),
        };
        let mut text = token_text(&from.expression);
        text.extend(from.sparse.then_some('?'));
        quote!(#rk::FieldSource::#variant(#name, #text))
    };
    let filter = attrs.key.filter.get().map(|filter| {
        let text = token_text(&filter.value);
        quote!(#rk::FieldSource::Filter(#text))
    });
    let stored = attrs.key.stores.get().filter(|stored| stores_whole_value(&stored.value));
    let stored = stored.map(|_| quote!(#rk::FieldSource::WholeValue));
    filter.into_iter().chain(stored).chain(fields(input, attrs).into_iter().map(field_source)).collect()
}

/// Generates the body of the function that calls `__each` with each entry of a record.
fn entries(input: &DeriveInput, attrs: &Attrs, shared_fields: Option<TokenStream>) -> TokenStream {
    let rk = names::private(Span::call_site());
    let key = shared_fields.map(|fields| quote!(let __key = #fields;));
    let filter = attrs.key.filter.get().map(|filter| return_unless(&filter.value));
    let fields = fields(input, attrs);
    let locals = fields.iter().filter(|field| !field.attrs.from_each.is_set()).map(|field| {
        let (local, ty) = (&field.local, field.ty);
        let value = if let Some(from) = field.attrs.from.get() {
            evaluation(&from.value, ExpressionResult::Value(ty))
        } else {
            let (rk, name) = (names::private(field.span), &field.ident);
            quote_spanned!(field.span=> {
                let __cloned = #rk::Clone::clone(&__key.#name);
                #rk::Kept::<#ty>::into_index(__cloned)
            })
        };
        quote!(let #local: #ty = #value;)
    });
    let each = fields.iter().find_map(|field| Some((field, field.attrs.from_each.get()?)));
    let Some((each, from)) = each else {
        let members = fields.iter().map(|Field { ident, local, .. }| quote!(#ident: #local));
        return quote! {
            #key
            #filter
            #(#locals)*
            __each(Self { #(#members),* })
        };
    };
    let elements = evaluation(&from.value, ExpressionResult::Elements);
    let members = fields.iter().map(|Field { ident, local, attrs, .. }| {
        if attrs.from_each.is_set() { quote!(#ident: #local) } else { quote!(#ident: #rk::Clone::clone(&#local)) }
    });
    let (local, ty) = (&each.local, each.ty);
    let expression_span = span_of(&from.value.expression);
    let expression_rk = names::private(expression_span);
    let element = quote_spanned!(expression_span=> #expression_rk::Element::<#ty>::into_field(__element));
    let call = return_error(&rk, &quote!(__each(Self { #(#members),* })));
    quote! {
        #key
        #filter
        #(#locals)*
        #[allow(for_loops_over_fallibles)] // the elements of an `Option` are fine
        for __element in #elements {
            let #local = #element;
            #call
        }
        #rk::Ok(())
    }
}

/// Generates the code that returns from the function if the filter is false, or if a `?` in the filter finds `None`.
fn return_unless(filter: &TokenStream) -> TokenStream {
    let span = span_of(filter);
    let (rk, bindings) = (names::private(span), bindings(filter));
    let holds = if contains_question_mark(filter) {
        quote_spanned!(span=> (|| #rk::Some::<#rk::bool>(#filter))() == #rk::Some(true))
    } else {
        filter.clone()
    };
    let holds = quote_spanned!(span=> { #bindings let __holds: #rk::bool = #holds; __holds });
    let rk = names::private(Span::call_site());
    quote! {
        if !#holds {
            return #rk::Ok(());
        }
    }
}

/// Generates the method that returns the fields of a value that the expressions of the index read. Returns `None` if
/// the tokens do not show these fields.
fn dependencies_of_value(attrs: &Attrs, value: &TokenStream) -> Option<TokenStream> {
    let rk = names::private(Span::call_site());
    let (mut uses, mut all) = (None, quote!(()));
    for expression in attrs.expressions() {
        for dependency in dependencies(expression)? {
            let span = span_of(&dependency);
            let rk = names::private(span);
            let (name, parameter) = (find(&dependency, "value"), Ident::new("__value", Span::call_site()));
            // A single token is `value`, which is already a reference.
            let dependency = if dependency.clone().into_iter().count() == 1 {
                dependency
            } else {
                quote_spanned!(span=> &#dependency)
            };
            let dependency = quote_spanned!(span=> { let #name = #parameter; #dependency });
            all = quote_spanned!(span=> (#rk::Dependency(#dependency).field_or_unknown(), #all));
            // `Dependency` has an inherent method `field_or_unknown` only for types that can be compared. For other
            // types, rustc takes the method of this trait.
            uses = Some(quote!(use #rk::UnknownByDefault as _;));
        }
    }
    Some(quote! {
        #[inline]
        fn __rowkey_dependencies(__value: &#value) -> impl #rk::Dependencies {
            #uses
            #all
        }
    })
}

#[derive(Clone, Copy)]
enum ExpressionResult<'a> {
    /// A value of the field's type.
    Value(&'a Type),
    /// A value to iterate over.
    Elements,
}

fn evaluation(from: &From, result: ExpressionResult<'_>) -> TokenStream {
    let expression = &from.expression;
    let span = span_of(expression);
    let rk = names::private(span);
    // Fields are cloned or borrowed, because a field of a borrowed record cannot be moved.
    let place = place_expression(expression);
    let value = match (place, result) {
        (None, _) | (Some(PlaceExpression::Reference), ExpressionResult::Elements) => expression.clone(),
        (Some(PlaceExpression::Reference), ExpressionResult::Value(_)) => clone_of(&rk, span, expression),
        (Some(PlaceExpression::Value), ExpressionResult::Value(_)) => {
            clone_of(&rk, span, &quote_spanned!(span=> &#expression))
        }
        (Some(PlaceExpression::Value), ExpressionResult::Elements) => quote_spanned!(span=> &#expression),
    };
    // For a mismatch, the compile error about the bound `Copied` names the types of the expression and of the field.
    // Only place expressions are passed to `Copied`: in other expressions, rustc infers types from the type of the
    // field, which `Copied` would prevent.
    let copied = |value: TokenStream| match (place, result) {
        (Some(_), ExpressionResult::Value(ty)) => quote_spanned!(span=> #rk::Copied::<#ty>::into_field(#value)),
        _ => value,
    };
    let bindings = bindings(expression);
    // An expression with `?` is in a closure, so that `?` returns from the closure and not from the function.
    let option = match (from.sparse, contains_question_mark(expression)) {
        (false, false) => {
            let value = copied(value);
            return if bindings.is_empty() { value } else { quote_spanned!(span=> { #bindings #value }) };
        }
        (true, false) => quote_spanned!(span=> #rk::Sparse::into_option(#value)),
        (true, true) => quote_spanned!(span=> (|| #rk::Sparse::into_option(#value))()),
        (false, true) => quote_spanned!(span=> (|| #rk::Some(#value))()),
    };
    let found = copied(quote_spanned!(span=> __found));
    quote! {
        match { #bindings #option } {
            #rk::Some(__found) => #found,
            #rk::None => return #rk::Ok(()),
        }
    }
}

/// Declares the variables `key` and `value`, if the expression uses them.
fn bindings(expression: &TokenStream) -> TokenStream {
    let bindings = [("key", "__key"), ("value", "__value")].map(|(name, parameter)| {
        // Declares the user's own token, which a macro may have created, so that the expression refers to this
        // variable.
        let name = find(expression, name)?;
        let parameter = Ident::new(parameter, Span::call_site());
        Some(quote!(let #name = #parameter;))
    });
    bindings.into_iter().flatten().collect()
}

fn clone_of(rk: &Ident, span: Span, reference: &TokenStream) -> TokenStream {
    quote_spanned!(span=> { let __cloned = #rk::Clone::clone(#reference); __cloned })
}

fn span_of(expression: &TokenStream) -> Span {
    Span::call_site().located_at(spans::first_span(expression.clone()))
}

/// A place expression, as the Rust reference calls it: an expression that represents a memory location.
#[derive(Clone, Copy)]
enum PlaceExpression {
    /// `value` or `key`, which are references.
    Reference,
    /// A value in a record, such as `value.author.0` or `*value`.
    Value,
}

/// Returns the kind of a place expression that begins with `value`, `key` or `*`. Returns `None` for other expressions.
fn place_expression(expression: &TokenStream) -> Option<PlaceExpression> {
    let mut tokens = expression.clone().into_iter().peekable();
    let mut place = PlaceExpression::Reference;
    while tokens.next_if(|token| token.to_string() == "*").is_some() {
        place = PlaceExpression::Value;
    }
    match tokens.next()? {
        TokenTree::Ident(ident) if ident == "value" || ident == "key" => {}
        // An expression that a user's macro passed on: `$value.name`.
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            if let PlaceExpression::Value = place_expression(&group.stream())? {
                place = PlaceExpression::Value;
            }
        }
        _ => return None,
    }
    while let Some(token) = tokens.next() {
        let is_dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
        let is_field = matches!(tokens.next(), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
        if !is_dot || !is_field {
            return None;
        }
        place = PlaceExpression::Value;
    }
    Some(place)
}

fn contains_question_mark(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => contains_question_mark(&group.stream()),
        _ => false,
    })
}
