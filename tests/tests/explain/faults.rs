//! Tests the messages about fields that a layout must not contain. A compile error and an error about a layout file
//! give the same reason. The compile error also gives advice.

use crate::compile_time::compile_error;
use rowkey::__private::compile_time;
use rowkey::{FieldLayout, Layout, Separator};
use serde_json::{Value, json};

fn named(name: &str, mut field: Value) -> Value {
    field["name"] = json!(name);
    field
}

fn format(format: &str, of: Value) -> Value {
    json!({"kind": "format", "format": format, "of": of})
}

fn descending(of: Value) -> Value {
    json!({"kind": "descending", "of": of})
}

fn repeated(of: Value, optional: bool) -> Value {
    json!({"kind": "repeated", "optional": optional, "of": of})
}

fn unterminated(of: Value) -> Value {
    json!({"kind": "unterminated", "of": of})
}

struct Case {
    fields: Vec<Value>,
    separator: Separator,
    reason: &'static str,
    help: &'static str,
}

fn case(fields: &[Value], reason: &'static str, help: &'static str) -> Case {
    let fields = fields.iter().zip(["a", "b", "c"]).map(|(field, name)| named(name, field.clone())).collect();
    Case { fields, separator: Separator::Escape, reason, help }
}

#[allow(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<Case> {
    let string = || format("foundation_db", json!({"kind": "text"}));
    let bytes = || format("foundation_db", json!({"kind": "bytes"}));
    let varbinary = || format("phoenix", json!({"kind": "bytes"}));
    let number = || json!({"kind": "unsigned", "width": 2});
    let nothing = || json!({"kind": "array", "width": 0});
    let option = || json!({"kind": "optional", "of": number()});
    let with = |constant: &str, mut field: Value| {
        field[constant] = json!("\\xFF");
        field
    };
    let structure = |fields: &[Value]| json!({"kind": "struct", "fields": fields});
    vec![
        case(
            &[string(), number()],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but field `b` can begin with FF",
            "encode `b` as a FoundationDB value too: `#[rowkey(codec = rowkey::formats::FoundationDb)]`\n\
             help: if another program has written the keys, leave out the format of `a`, and write \
             `#[rowkey(before = 0x02)]` on the field and `#[rowkey(terminator = '\\0')]` above the struct: the bytes are \
             the same if no value contains 00 (see the page `rowkey::existing_keys`)",
        ),
        case(
            &[string(), descending(option())],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but field `b` can begin with FF",
            "leave out `#[descending]` on `b`, or write its type without `Option`: the complement of a `None` is FF\n\
             help: if another program has written the keys, leave out the format of `a`, and write \
             `#[rowkey(before = 0x02)]` on the field and `#[rowkey(terminator = '\\0')]` above the struct: the bytes are \
             the same if no value contains 00 (see the page `rowkey::existing_keys`)",
        ),
        case(
            &[bytes(), with("before", string())],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but the constant before field \
             `b` begins with FF",
            "let the `before` of `b` begin with another byte\n\
             help: if another program has written the keys, leave out the format of `a`, and write \
             `#[rowkey(before = 0x01)]` on the field and `#[rowkey(terminator = '\\0')]` above the struct: the bytes are \
             the same if no value contains 00 (see the page `rowkey::existing_keys`)",
        ),
        case(
            &[with("after", format("foundation_db", json!({"kind": "array", "width": 2})))],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but the constant after the field \
             begins with FF",
            "let the `after` of `a` begin with another byte",
        ),
        Case {
            separator: Separator::Delimiter('\u{FF}'),
            ..case(
                &[string(), number()],
                "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but the delimiter of this \
                 key is FF",
                "write another delimiter, such as `delimiter = '\\0'`, or none",
            )
        },
        case(
            &[repeated(structure(&[named("x", number()), named("y", string())]), false)],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but the next element can begin \
             with FF",
            "let each element begin with a FoundationDB value, or end with a field in another format",
        ),
        case(
            &[json!({"kind": "variants", "variants": [{"name": "V", "bytes": "v", "fields": [named("x", string())]}]})],
            "field `x`: a 00 terminates a FoundationDB string only if no FF follows it, so the field cannot be the last field of \
             a variant",
            "move the field before another field of the variant, or write another codec for it, or none",
        ),
        case(
            &[descending(string())],
            "field `a`: FoundationDB has no descending strings, and their complement would not sort",
            "leave out `#[descending]`, and scan in reverse",
        ),
        case(
            &[descending(format("phoenix", json!({"kind": "optional", "of": {"kind": "text"}})))],
            "field `a`: Phoenix sorts NULL first in descending columns too, so options do not sort in reverse",
            "leave out `#[descending]`, or write the type without `Option`",
        ),
        case(
            &[descending(format("phoenix", json!({"kind": "bool"})))],
            "field `a`: a descending BOOLEAN of Phoenix is not supported",
            "leave out `#[descending]`, or write a codec of your own: 00 for true, 01 for false",
        ),
        case(
            &[descending(varbinary())],
            "field `a`: a VARBINARY column of Phoenix has no terminator, so it cannot be descending",
            "leave out `#[descending]`, or write `[u8; N]`, which is BINARY(N)",
        ),
        case(
            &[varbinary(), number()],
            "field `a`: a VARBINARY column of Phoenix has no terminator, so it must be the last field of the key",
            "move the field to the end of the key, or write `[u8; N]`, which is BINARY(N)",
        ),
        case(
            &[structure(&[named("x", varbinary())])],
            "field `x`: a VARBINARY column of Phoenix has no terminator, so it cannot be in a struct or an enum",
            "write `[u8; N]`, which is BINARY(N), or a field of the key itself, at its end",
        ),
        case(
            &[repeated(varbinary(), false)],
            "field `a`: a VARBINARY column of Phoenix has no terminator, so it cannot be an element",
            "write `[u8; N]` for the element, which is BINARY(N)",
        ),
        case(
            &[repeated(number(), false), number()],
            "field `a`: `list` must be on the last field of the key, because such a field has no terminator",
            "move the field to the end of the key, and leave out `after`",
        ),
        case(
            &[structure(&[named("x", repeated(number(), true))])],
            "field `x`: `optional` must be on the last field of the key, because such a field has no terminator",
            "move the field to the end of the key, and leave out `after`",
        ),
        case(
            &[repeated(nothing(), false)],
            "field `a`: the number of elements of a `list` is found from their bytes, and these elements have no bytes",
            "write elements of at least one byte, or store the number of elements",
        ),
        case(
            &[repeated(nothing(), true)],
            "field `a`: `None` has no bytes in an `optional` field, and this value has no bytes either",
            "leave out `optional`, so that a byte before the value tells `None` from `Some`",
        ),
        case(
            &[repeated(json!({"kind": "text"}), true)],
            "field `a`: `None` has no bytes in an `optional` field, so the value cannot be a string, or another value that \
             needs a terminator",
            "leave out `optional`, so that a byte before the value tells `None` from `Some`; or write \
             `#[rowkey(list)]` on a `Vec` of at most one value",
        ),
        case(
            &[number(), unterminated(json!({"kind": "text"}))],
            "field `b` cannot be unterminated: the last field of a key has no terminator",
            "leave out `#[unterminated]`",
        ),
        case(
            &[unterminated(json!({"kind": "optional", "of": {"kind": "text"}})), number()],
            "field `a` cannot be unterminated: only a string, bytes, or a codec that encodes to `Vec<u8>`, before other \
             fields, has a terminator that can be left out",
            "leave out `#[unterminated]`",
        ),
        case(
            &[unterminated(json!({"kind": "text"})), json!({"kind": "bytes"})],
            "field `a` is unterminated, so all later fields need a fixed width, but field `b` has a variable width",
            "give `b` a fixed width, for example with `#[pad(N)]` on a string, or leave out `#[unterminated]`",
        ),
    ]
}

#[test]
fn the_compiler_says_what_is_wrong_with_a_field_and_what_to_write() {
    for Case { fields, separator, reason, help } in cases() {
        let parts: &[FieldLayout] = Vec::leak(serde_json::from_value(json!(fields)).unwrap());
        let error = compile_error(|| {
            let layout = Layout::__rowkey_new("K", b"", separator, None, parts);
            (0..parts.len()).for_each(|index| compile_time::check_field(&layout, index));
            compile_time::check_unterminated(&layout);
        });
        assert_eq!(error.as_deref(), Some(&*format!("{reason}\n\nhelp: {help}")));
    }
}

#[test]
fn a_layout_file_with_such_a_field_is_rejected_for_the_same_reason() {
    for Case { fields, separator, reason, .. } in cases() {
        let mut file = json!({"rowkey_layout": 1, "name": "K", "fields": fields});
        if separator != Separator::Escape {
            file["separator"] = json!({"delimiter": "\\xFF"});
        }
        let error = serde_json::from_value::<Layout>(file).unwrap_err();
        assert_eq!(error.to_string(), reason);
    }
}
