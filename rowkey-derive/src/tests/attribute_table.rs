//! Checks the table of attributes in `attr::table`, compares it with `lib.rs` and with the documentation, and checks
//! the recognition of misspelled words.

use crate::attr::helpers::{Derive, helpers};
use crate::attr::misspelling::is_similar;
use crate::attr::table::{Form, Item, Name, Spec, Spelling, TABLE};
use crate::attr::{FieldAttrs, KeyAttrs};
use crate::context::Context;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

/// Returns the helper attributes that `lib.rs` declares for each derive.
fn declared() -> Vec<(String, BTreeSet<String>)> {
    let file = syn::parse_file(include_str!("../lib.rs")).unwrap();
    let functions = file.items.into_iter().filter_map(|item| match item {
        syn::Item::Fn(function) => Some(function),
        _ => None,
    });
    let derives = functions.flat_map(|function| function.attrs);
    let derives = derives.filter(|attr| attr.path().is_ident("proc_macro_derive"));
    derives
        .map(|attr| {
            let (name, helpers) = attr
                .parse_args_with(|input: syn::parse::ParseStream<'_>| {
                    let name: syn::Ident = input.parse()?;
                    input.parse::<syn::Token![,]>()?;
                    let helpers: syn::MetaList = input.parse()?;
                    input.parse::<Option<syn::Token![,]>>()?;
                    Ok((name, helpers))
                })
                .unwrap();
            let words = helpers.tokens.into_iter().map(|token| token.to_token_stream().to_string());
            (name.to_string(), words.filter(|word| word != ",").collect())
        })
        .collect()
}

#[test]
fn each_derive_declares_its_helper_attributes() {
    let derives = [Derive::RowKey, Derive::KeyField, Derive::KeySpace];
    let expected = derives.map(|derive| {
        let helpers = helpers(derive).into_iter().map(String::from).collect();
        (format!("{derive:?}"), helpers)
    });
    assert_eq!(declared(), expected);
}

#[test]
fn each_attribute_is_allowed_only_on_the_items_of_its_row() {
    const ITEMS: [Item; 7] =
        [Item::Key, Item::FieldOfKey, Item::FieldType, Item::Member, Item::Variant, Item::Space, Item::SpaceVariant];
    for spec in &TABLE {
        for item in ITEMS {
            let found = Spec::allowed(spec.word, spec.spelling, item).map(|spec| spec.name);
            assert_eq!(found == Some(spec.name), spec.on.contains(&item), "{spec} on {item}");
        }
        assert!(!spec.on.is_empty(), "{spec}");
    }
    let names: BTreeSet<_> = TABLE.iter().map(|spec| format!("{:?}", spec.name)).collect();
    assert_eq!(names.len(), TABLE.len(), "two rows have the same name");
}

#[test]
fn each_example_is_in_the_form_of_its_row() {
    for spec in &TABLE {
        let form = match spec.example.strip_prefix(spec.word) {
            Some("") => Form::Flag,
            Some(arguments) if arguments.starts_with('(') => Form::InParentheses,
            Some(arguments) if arguments.starts_with(" = ") && spec.form == Form::Computed => Form::Computed,
            Some(arguments) if arguments.starts_with(" = ") => Form::Assigned,
            _ => panic!("{spec}: {}", spec.example),
        };
        assert_eq!(form, spec.form, "{spec}");
    }
}

#[test]
fn each_example_is_read_without_a_mistake() {
    for spec in &TABLE {
        let attribute = spec.attribute();
        // Attributes of records also need `value = ..`, and attributes of an index also need `index_of = ..`.
        let required_on_struct = match spec.name {
            Name::ValueFormat => "#[rowkey(value = Message)]",
            Name::Indexes | Name::Table => "#[rowkey(value = Message, format = rowkey::Postcard)]",
            Name::Unique | Name::Filter | Name::Stores | Name::From | Name::FromEach => {
                "#[rowkey(index_of = MessageKey)]"
            }
            _ => "",
        };
        // `b` is the last field, which can be `unterminated` only before a constant.
        let required_on_field = if spec.name == Name::Unterminated { "#[rowkey(after = \"x\")]" } else { "" };
        let source = match spec.on.first().unwrap() {
            Item::Key => format!("{required_on_struct} {attribute} struct Key {{ a: u32, b: u32 }}"),
            // The attribute is on the last field, because some attributes are allowed only there.
            Item::FieldOfKey => {
                format!("{required_on_struct} struct Key {{ a: u32, {attribute} {required_on_field} b: u32 }}")
            }
            Item::Variant => format!("enum Codes {{ {attribute} A }}"),
            item => panic!("this test has no code for an attribute on {item}"),
        };
        let input = syn::parse_str(&source).unwrap();
        let code = match spec.name {
            Name::Code => crate::derive::key_field(&input),
            _ => crate::derive::row_key(&input),
        };
        assert!(!code.to_string().contains("compile_error"), "{source}\n{code}");
    }
}

#[test]
fn each_attribute_is_read_on_the_items_of_its_row() {
    let context = Context::new();
    for spec in TABLE.iter().filter(|spec| spec.name != Name::Code) {
        let source = format!("{} struct Key;", spec.attribute());
        let attrs = syn::parse_str::<syn::ItemStruct>(&source).unwrap().attrs;
        for item in spec.on {
            let is_read = match item {
                Item::FieldOfKey | Item::Member => {
                    FieldAttrs::read(&context, &attrs, *item).tokens(spec.name).is_some()
                }
                _ => KeyAttrs::read(&context, &attrs, *item).tokens(spec.name).is_some(),
            };
            assert!(is_read, "{spec} on {item}");
        }
    }
    context.finish().unwrap();
}

/// Checks the table of the attributes of a field that decide its bytes in `attributes/index.md`. With `BLESS=1`, writes it.
#[test]
fn the_page_lists_which_attributes_combine() {
    const MARKS: [&str; 2] = ["<!-- combinations: generated -->\n\n", "\n<!-- combinations: end -->"];
    let combine = |a: &Spec, b: &Spec| match (a.name.combines_with(), b.name.combines_with()) {
        (Some(with_a), Some(with_b)) => with_a.contains(&b.name) || with_b.contains(&a.name),
        _ => false,
    };
    let mut table = "| attribute | can be on the same field |\n|---|---|\n".to_owned();
    for spec in TABLE.iter().filter(|spec| spec.name.combines_with().is_some()) {
        let others = TABLE.iter().filter(|other| combine(spec, other)).map(|other| format!("`{other}`"));
        let others = others.collect::<Vec<_>>().join(", ");
        writeln!(table, "| `{spec}` | {} |", if others.is_empty() { "none of them" } else { &others }).unwrap();
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rowkey/docs/attributes/index.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(MARKS[0]).unwrap();
    let (found, after) = rest.split_once(MARKS[1]).unwrap();
    if env::var_os("BLESS").is_some() {
        fs::write(path, [before, MARKS[0], &table, MARKS[1], after].concat()).unwrap();
    } else {
        assert_eq!(found, table, "BLESS=1 writes the table");
    }
}

/// Checks that `attributes/index.md` has a table row for each attribute, which ends with the text of `about`, and that a
/// search of the documentation finds each attribute.
#[test]
fn the_page_lists_each_attribute() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rowkey/docs/attributes/index.md");
    let page = fs::read_to_string(page).unwrap();
    let guide = include_str!("../../../rowkey/src/guide.rs");
    // `#[code(..)]` has no row. A separate section describes it.
    for spec in TABLE.iter().filter(|spec| spec.name != Name::Code) {
        let start = match spec.spelling {
            Spelling::Alone => format!("| [`#[{}", spec.word),
            Spelling::InRowkey if spec.form == Form::Flag && spec.on.contains(&Item::FieldOfKey) => {
                format!("| [`#[rowkey({})", spec.word)
            }
            Spelling::InRowkey if spec.on.contains(&Item::FieldOfKey) => format!("| [`#[rowkey({} ", spec.word),
            Spelling::InRowkey => format!("| [`{}", spec.word),
        };
        let row = page.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no row {start}"));
        assert!(row.ends_with(&format!("| {} |", spec.about)), "{row}\nand the table: {}", spec.about);
        assert!(guide.contains(&format!("\"{}\"", spec.word)), "a search of the docs does not find `{}`", spec.word);
    }
    assert!(page.contains("#[code("));
}

#[test]
fn misspelled_words_are_recognized_and_other_words_are_not() {
    for (known, written, recognized) in [
        ("pad", "pad", true),
        ("pad", "padd", true),
        ("pad", "apd", true),
        ("pad", "hash", false),
        ("salt", "slat", true),
        ("hash", "hex", false),
        ("delimiter", "delimeter", true),
        ("namespace", "namspce", true),
        ("namespace", "name", false),
        ("fingerprint", "print", false),
        ("md5", "md6", true),
        ("md5", "sha1", false),
    ] {
        assert_eq!(is_similar(known, written), recognized, "{known} {written}");
        assert!(!is_similar(known, &format!("{written}xyz")), "{known} {written}xyz");
    }
}
