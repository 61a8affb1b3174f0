//! Tests of the function that finds the fields of a record's value which an expression of an index reads. If the
//! function overlooked a field, an update of this field would leave an outdated entry in the index.

use crate::expand::dependencies::dependencies;
use proc_macro2::TokenStream;

/// Returns the fields that the expression reads, or `None` if its tokens do not show these fields.
fn read_fields(expression: &str) -> Option<Vec<String>> {
    let dependencies = dependencies(&expression.parse::<TokenStream>().unwrap())?;
    Some(dependencies.iter().map(|tokens| tokens.to_string().replace(' ', "")).collect())
}

#[test]
fn dependencies_are_the_fields_that_the_expression_reads() {
    for (expression, expected) in [
        ("key.tenant", &[][..]),
        ("7", &[]),
        ("key.value", &[]),
        ("key.value()", &[]),
        ("crate::value::of(key)", &[]),
        ("value", &["value"]),
        ("&value", &["value"]),
        ("*value", &["value"]),
        ("value.author", &["value.author"]),
        ("value.0.1", &["value.0.1"]),
        ("value.user.name.first", &["value.user.name.first"]),
        ("value.len()", &["value"]),
        ("value.email.to_lowercase()", &["value.email"]),
        ("value.tags.iter::<u8>()", &["value.tags"]),
        ("value.tags[0].name", &["value.tags"]),
        ("value.manager?.name", &["value.manager"]),
        ("(value.a).b", &["value.a"]),
        ("u64::from(value.age)", &["value.age"]),
        ("codes::value(value.age)", &["value.age"]),
        ("(value.a, [value.b; 2])", &["value.a", "value.b"]),
        ("value.a + value.b as u64", &["value.a", "value.b"]),
        ("value.tags.iter().map(|tag| tag.to_lowercase())", &["value.tags"]),
        ("value.a < value.b", &["value.a", "value.b"]),
        ("value.a != value.b", &["value.a", "value.b"]),
        ("!value.deleted", &["value.deleted"]),
        ("!(value.a && value.b)", &["value.a", "value.b"]),
    ] {
        let fields = read_fields(expression).unwrap_or_else(|| panic!("{expression}"));
        assert_eq!(fields, expected, "{expression}");
    }
}

#[test]
fn expressions_that_hide_what_they_read_have_no_known_dependencies() {
    for expression in [
        // Here, `value` can be another variable: a `|` can begin the parameters of a closure, and a `{` a block.
        "value.tags.iter().map(|value| value.len())",
        "key.tags.iter().map(|value| value.len())",
        "{ let value = other(); value.len }",
        "match value.kind { value => value.len() }",
        "value.a | value.b",
        "S { value: value.a }.value",
        "S { value }.value",
        // A macro can read anything.
        r#"format!("{}", value.a)"#,
        r#"format!("{value}") + value.b"#,
        "matches!(value.a, None)",
        // Rare expressions, which the derive does not analyze.
        "0..value.len",
        "(..value.len)",
        "r#value.len",
        "value::of(key)",
    ] {
        assert_eq!(read_fields(expression), None, "{expression}");
    }
}
