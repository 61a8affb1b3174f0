//! Parses tokens into attributes.
//!
//! The functions report an attribute that cannot be parsed, leave it out, and continue.

mod args;
mod code;
mod field;
mod format;
mod key;
mod record;
mod salt;
pub(crate) mod table;

pub(crate) use code::{Code, CodeKind, KnownCode};
pub(crate) use field::FieldAttrs;
pub(crate) use key::KeyAttrs;
pub(crate) use record::{From, RecordAttrs};
pub(crate) use salt::{Salt, SaltKind};
pub(crate) use table::Item;

use crate::context::{Context, source};
use crate::model::WithTokens;
use args::{Arg, Value};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Expr, Meta};
use table::{Form, Meant, Name, ROWKEY, Spec, Spelling, TABLE};

/// Holds at most one value. A second one is reported.
pub(crate) struct Slot<T>(Option<WithTokens<T>>);

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Slot<T> {
    fn fill(&mut self, context: &Context, spec: &Spec, value: T, tokens: impl ToTokens) {
        if self.0.is_some() {
            context.error(tokens, format_args!("`{spec}` is written twice"), "leave one out");
        } else {
            self.0 = Some(WithTokens::new(value, tokens));
        }
    }

    /// Fills the slot with the value of an attribute. `None` means that reading the attribute failed, which is reported
    /// already.
    fn fill_read(&mut self, context: &Context, spec: &Spec, value: Option<T>, tokens: impl ToTokens) {
        if let Some(value) = value {
            self.fill(context, spec, value, tokens);
        }
    }

    pub(crate) fn get(&self) -> Option<&WithTokens<T>> {
        self.0.as_ref()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }
}

/// All attributes of a struct.
pub(crate) struct Attrs {
    pub(crate) key: KeyAttrs,
    pub(crate) fields: Vec<FieldAttrs>,
}

/// Reads the attributes of a type and of its fields. An enum that is a field has the fields of all its variants.
pub(crate) fn read(context: &Context, input: &DeriveInput, on_type: Item, on_field: Item) -> Attrs {
    let key = KeyAttrs::read(context, &input.attrs, on_type);
    let fields: Vec<_> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) if on_field == Item::Member => {
            data.variants.iter().flat_map(|variant| &variant.fields).collect()
        }
        Data::Enum(_) | Data::Union(_) => Vec::new(),
    };
    let fields = fields.into_iter().map(|field| FieldAttrs::read(context, &field.attrs, on_field)).collect();
    Attrs { key, fields }
}

/// Reports every attribute of the table on an item where none is allowed.
pub(crate) fn refuse_all(context: &Context, attrs: &[Attribute], item: Item) {
    for written in read_written(context, attrs, item) {
        misplaced(context, written.tokens, written.spec, item);
    }
}

/// An attribute of the table on an item where it is allowed.
struct Written {
    spec: &'static Spec,
    tokens: TokenStream,
    /// The arguments: `6` and `'x'` for `#[pad(6, 'x')]`. For a word of `#[rowkey(..)]`, the single argument is the
    /// word itself: `namespace = "orders/"`.
    args: Vec<Arg>,
}

/// Reads the attributes that are allowed on this item. Reports all other attributes of the table.
fn read_written(context: &Context, attrs: &[Attribute], item: Item) -> Vec<Written> {
    let mut written = Vec::new();
    for attr in attrs {
        let Some(name) = attr.path().get_ident() else { continue };
        let name = name.unraw().to_string();
        if name == ROWKEY {
            for arg in arguments_of_rowkey(context, attr, item).unwrap_or_default() {
                written.extend(word_of_rowkey(context, arg, item));
            }
        } else if let Some(spec) = Spec::allowed(&name, Spelling::Alone, item) {
            let Some(args) = arguments(context, attr, spec) else { continue };
            written.push(Written { spec, tokens: attr.to_token_stream(), args });
        } else if table::helpers(item.derive()).contains(&name.as_str()) && !is_of_another_derive(attr, &name) {
            refuse_attribute(context, attr, &name, item);
        }
    }
    written
}

/// Checks whether this is an attribute of `parity_scale_codec`, whose types are stored under row keys too.
fn is_of_another_derive(attr: &Attribute, name: &str) -> bool {
    const WORDS: [&str; 9] = [
        "skip",
        "compact",
        "index",
        "encoded_as",
        "encode_bound",
        "decode_bound",
        "mel_bound",
        "dumb_trait_bound",
        "crate",
    ];
    let Meta::List(list) = &attr.meta else { return false };
    let first = list.tokens.clone().into_iter().next();
    name == "codec" && first.is_some_and(|first| WORDS.contains(&first.to_string().as_str()))
}

/// Reports an attribute that is not allowed on this item.
fn refuse_attribute(context: &Context, attr: &Attribute, name: &str, item: Item) {
    match Spec::meant(name, item) {
        Some(Meant::Respelled(spec)) => {
            let elsewhere = TABLE.iter().find(|spec| spec.word == name && spec.spelling == Spelling::Alone);
            let help = match (value(attr, spec), elsewhere) {
                (Some(value), _) => format!("write `#[{ROWKEY}({name} = {value})]`"),
                (None, None) => format!("write `{}`", spec.attribute()),
                (None, Some(elsewhere)) => {
                    let there = elsewhere.belongs();
                    format!("write `{}`, or write `{}` {there}", spec.attribute(), elsewhere.attribute())
                }
            };
            context.error(attr, format_args!("`{name}` belongs inside `#[{ROWKEY}(..)]`"), help);
        }
        Some(Meant::Elsewhere(spec)) => misplaced(context, attr, spec, item),
        Some(Meant::Misspelled(spec)) => {
            let help = format_args!("write `{}`", spec.attribute());
            context.error(attr, format_args!("there is no attribute `#[{name}]`"), help);
        }
        None => {
            let wrong = format_args!("`#[{name}]` is not allowed on {item}");
            context.error(attr, wrong, "leave out this attribute");
        }
    }
}

/// Returns the single value of an attribute that belongs in `#[rowkey(word = value)]`.
fn value(attr: &Attribute, spec: &Spec) -> Option<String> {
    if spec.form != Form::Assigned {
        return None;
    }
    match &attr.meta {
        Meta::NameValue(meta) => Some(source(&meta.value)),
        Meta::List(list) if list.tokens.clone().into_iter().count() == 1 => Some(source(&list.tokens)),
        _ => None,
    }
}

fn misplaced(context: &Context, tokens: impl ToTokens, spec: &Spec, item: Item) {
    context.error(
        tokens,
        format_args!("`{spec}` is not allowed on {item}"),
        format_args!("write `{}` {}", spec.attribute(), spec.belongs()),
    );
}

/// Parses the arguments of an attribute such as `#[pad(6)]`. An attribute without parentheses has no arguments.
fn arguments(context: &Context, attr: &Attribute, spec: &Spec) -> Option<Vec<Arg>> {
    match &attr.meta {
        Meta::Path(_) => Some(Vec::new()),
        Meta::List(list) => args::parse(context, list.tokens.clone()),
        Meta::NameValue(meta) => {
            let help = match &meta.value {
                Expr::Lit(value) if spec.form == Form::InParentheses => {
                    format!("write `#[{}({})]`", spec.word, value.to_token_stream())
                }
                _ => format!("write `{}`", spec.attribute()),
            };
            let takes = if spec.form == Form::InParentheses { "its arguments in parentheses" } else { spec.takes };
            context.error(attr, format_args!("`{spec}` takes {takes}, not a value after `=`"), help);
            None
        }
    }
}

/// Parses the arguments of `#[rowkey(..)]`.
fn arguments_of_rowkey(context: &Context, attr: &Attribute, item: Item) -> Option<Vec<Arg>> {
    let words = Spec::words_of_rowkey(item);
    if words.is_empty() {
        context.error(
            attr,
            format_args!("`#[{ROWKEY}]` is not allowed on {item}"),
            "write it above the `struct` that derives `RowKey`, or on its fields",
        );
        return None;
    }
    let wrong = match &attr.meta {
        Meta::List(list) => return args::parse(context, list.tokens.clone()),
        Meta::Path(_) => "`#[rowkey]` needs an argument",
        Meta::NameValue(_) => "`#[rowkey]` takes its arguments in parentheses, not after `=`",
    };
    context.error(attr, wrong, format_args!("write `#[{ROWKEY}(..)]` with {words}"));
    None
}

fn word_of_rowkey(context: &Context, arg: Arg, item: Item) -> Option<Written> {
    let tokens = arg.to_token_stream();
    let Some(word) = arg.word() else {
        let wrong = format!("`{}` is not an argument of `#[{ROWKEY}(..)]`", source(&tokens));
        context.error(&tokens, wrong, format_args!("write {}", Spec::words_of_rowkey(item)));
        return None;
    };
    if let Some(spec) = Spec::allowed(&word, Spelling::InRowkey, item) {
        return Some(Written { spec, tokens, args: vec![arg] });
    }
    match Spec::meant(&word, item) {
        Some(Meant::Respelled(spec)) => {
            let fits = matches!((&arg, spec.form), (Arg::List(..), Form::InParentheses) | (Arg::Word(_), Form::Flag));
            let help =
                if fits { format!("write `#[{}]`", source(&tokens)) } else { format!("write `{}`", spec.attribute()) };
            context.error(&tokens, format_args!("`{word}` is an attribute of its own"), help);
        }
        Some(Meant::Elsewhere(spec)) => misplaced(context, &tokens, spec, item),
        Some(Meant::Misspelled(spec)) => {
            let help = format_args!("did you mean `{}`?", spec.attribute());
            context.error(&tokens, format_args!("`{word}` is not an argument of `#[{ROWKEY}(..)]`"), help);
        }
        None => {
            let help = format_args!("write {}", Spec::words_of_rowkey(item));
            context.error(&tokens, format_args!("`{word}` is not an argument of `#[{ROWKEY}(..)]` on {item}"), help);
        }
    }
    None
}

/// Returns the string literal after `=`. Reports anything else.
fn string<'a>(context: &Context, spec: &Spec, arg: &'a Arg) -> Option<&'a syn::LitStr> {
    if let Arg::Assign(_, _, Value::Literal(syn::Lit::Str(text))) = arg {
        return Some(text);
    }
    match arg {
        Arg::Assign(_, _, Value::Path(path)) if matches!(spec.name, Name::Method | Name::Prefix | Name::Crate) => {
            let help = format!("write `{} = \"{}\"`", spec.word, source(path));
            context.error(arg, format_args!("`{spec}` takes {}", spec.takes), help);
        }
        _ => args::wrong(context, spec, arg),
    }
    None
}

/// Parses a name from a string.
fn identifier(context: &Context, name: &syn::LitStr) -> Option<syn::Ident> {
    let parsed = name.parse().ok();
    if parsed.is_none() {
        context.error(
            name,
            format_args!("`{}` is not a name in Rust", name.value()),
            "write letters, digits and `_`, and not a keyword",
        );
    }
    parsed
}
