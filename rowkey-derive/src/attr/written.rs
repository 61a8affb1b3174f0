//! Finds the attributes of `attr::table` among the attributes that the user wrote on an item, and reports those that
//! are not allowed on this item.

use super::args::{self, Arg, Value};
use super::helpers::{ASCENDING, format_of, helpers};
use super::table::{Form, Item, Meant, Name, ROWKEY, Spec, Spelling, TABLE};
use crate::context::{Context, source_text};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Expr, Meta};

/// Reports `#[rowkey(..)]` on a variant of a key space. rustc reports the other attributes, which the derive does not
/// declare.
pub(crate) fn reject_on_space_variant(context: &Context, attrs: &[Attribute]) {
    let allowed = read_written(context, attrs, Item::SpaceVariant);
    debug_assert!(allowed.is_empty(), "the table has no attribute for a variant of a key space");
}

/// An attribute that the user wrote on an item where the attribute is allowed.
pub(super) struct Written {
    pub(super) spec: &'static Spec,
    pub(super) tokens: TokenStream,
    /// The arguments of the attribute: `6` and `'x'` for `#[pad(6, 'x')]`. A word of `#[rowkey(..)]` has a single
    /// argument that contains the word itself: `namespace = "orders/"`.
    pub(super) args: Vec<Arg>,
}

/// Reads the attributes that are allowed on this item. Reports the derive's other helper attributes.
pub(super) fn read_written(context: &Context, attrs: &[Attribute], item: Item) -> Vec<Written> {
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
        } else if helpers(item.derive()).contains(&name.as_str()) && !is_of_another_derive(attr, &name) {
            reject_attribute(context, attr, &name, item);
        }
    }
    written
}

/// Checks whether this is an attribute of another derive that the type can have, too: `#[codec(..)]` of the crate
/// `parity_scale_codec`, or `#[list(..)]` and `#[optional(..)]` with arguments, which those of this derive do not have.
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
    if matches!(name, "list" | "optional") {
        return !matches!(attr.meta, Meta::Path(_));
    }
    let Meta::List(list) = &attr.meta else { return false };
    let first = list.tokens.clone().into_iter().next();
    name == "codec" && first.is_some_and(|first| WORDS.contains(&first.to_string().as_str()))
}

/// Reports a word such as `little_endian`, which is the name of a format.
fn reject_word_of_format(context: &Context, tokens: impl ToTokens, word: &str, format: &str) {
    context.error(
        tokens,
        format_args!("`{word}` is a format of the crate `rowkey-formats`, and not an attribute"),
        format_args!(
            "run `cargo add rowkey-formats`, and write `#[{ROWKEY}(codec = rowkey_formats::{format})]` with the number of bytes"
        ),
    );
}

fn reject_attribute(context: &Context, attr: &Attribute, name: &str, item: Item) {
    if let Some(format) = format_of(name) {
        return reject_word_of_format(context, attr, name, format);
    }
    match Spec::meant(name, item) {
        _ if name == ASCENDING => {
            context.error(attr, "fields are ascending by default", "leave out `#[ascending]`");
        }
        Some(Meant::Respelled(spec)) => {
            let elsewhere = TABLE.iter().find(|spec| spec.word == name && spec.spelling == Spelling::Alone);
            let help = match (value(attr, spec), elsewhere) {
                (Some(value), _) => format!("write `#[{ROWKEY}({name} = {value})]`"),
                (None, None) => format!("write `{}`", spec.attribute()),
                (None, Some(elsewhere)) => {
                    let there = elsewhere.place_in_words();
                    format!("write `{}`, or write `{}` {there}", spec.attribute(), elsewhere.attribute())
                }
            };
            context.error(attr, format_args!("`{name}` belongs inside `#[{ROWKEY}(..)]`"), help);
        }
        Some(Meant::Elsewhere(spec) | Meant::MisspelledElsewhere(spec)) => report_misplaced(context, attr, spec, item),
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

/// Returns the value of an attribute that belongs inside of `#[rowkey(..)]`: `"orders/"` for `#[namespace = "orders/"]`
/// or `#[namespace("orders/")]`.
fn value(attr: &Attribute, spec: &Spec) -> Option<String> {
    if spec.form != Form::Assigned {
        return None;
    }
    match &attr.meta {
        Meta::NameValue(meta) => Some(source_text(&meta.value)),
        Meta::List(list) if list.tokens.clone().into_iter().count() == 1 => Some(source_text(&list.tokens)),
        _ => None,
    }
}

/// Reports an attribute that is allowed only on other items, and says where to write the attribute.
fn report_misplaced(context: &Context, tokens: impl ToTokens, spec: &Spec, item: Item) {
    let help = match (spec.name, item) {
        (Name::Codec, Item::Key) => {
            let here = format!("#[{ROWKEY}(fields = path::to::YourCodec)]");
            format!("write `{}` {}, or `{here}` here, for all fields", spec.attribute(), spec.place_in_words())
        }
        // A struct can derive both.
        (_, Item::FieldType) if spec.on.contains(&Item::Key) => format!(
            "write `{}` {}; if that is this struct, leave out `{}` or `KeyField`: a field of another key has no `{}`",
            spec.attribute(),
            spec.place_in_words(),
            spec.word,
            spec.word
        ),
        _ => format!("write `{}` {}", spec.attribute(), spec.place_in_words()),
    };
    context.error(tokens, format_args!("`{spec}` is not allowed on {item}"), help);
}

/// Parses the arguments of an attribute such as `#[pad(6)]`.
fn arguments(context: &Context, attr: &Attribute, spec: &Spec) -> Option<Vec<Arg>> {
    match &attr.meta {
        Meta::Path(_) => Some(Vec::new()),
        Meta::List(list) => args::parse(context, list.tokens.clone()),
        Meta::NameValue(meta) => {
            let help = match &meta.value {
                Expr::Lit(value) if spec.form == Form::InParentheses && spec.takes_literal(&value.lit) => {
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
        let wrong = format!("`{}` is not an argument of `#[{ROWKEY}(..)]`", source_text(&tokens));
        context.error(&tokens, wrong, format_args!("write {}", Spec::words_of_rowkey(item)));
        return None;
    };
    if let Some(spec) = Spec::allowed(&word, Spelling::InRowkey, item) {
        return Some(Written { spec, tokens, args: vec![arg] });
    }
    if let Some(format) = format_of(&word) {
        reject_word_of_format(context, &tokens, &word, format);
        return None;
    }
    match Spec::meant(&word, item) {
        Some(Meant::Respelled(spec)) => {
            let fits = matches!((&arg, spec.form), (Arg::List(..), Form::InParentheses) | (Arg::Word(_), Form::Flag));
            let help = match &arg {
                _ if fits => format!("write `#[{}]`", source_text(&tokens)),
                // `format = FoundationDb`
                Arg::Assign(_, _, Value::Path(path)) if spec.name == Name::Format => format!(
                    "`#[format(\"%Y-%m-%d\")]` is for dates and times; for a format of another system, write `codec = {}`, \
                     with the path of the format, such as `rowkey_formats::FoundationDb`",
                    source_text(path)
                ),
                _ => format!("write `{}`", spec.attribute()),
            };
            context.error(&tokens, format_args!("`{word}` is an attribute of its own"), help);
        }
        Some(Meant::Elsewhere(spec)) => report_misplaced(context, &tokens, spec, item),
        Some(Meant::MisspelledElsewhere(spec)) => {
            let help = format_args!("did you mean `{}` {}?", spec.attribute(), spec.place_in_words());
            context.error(&tokens, format_args!("`{word}` is not an argument of `#[{ROWKEY}(..)]` on {item}"), help);
        }
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
