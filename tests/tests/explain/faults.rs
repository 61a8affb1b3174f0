//! Tests the messages about fields that a layout must not contain. If such a field is in a key type, the message is a
//! compile error. If the field is in a layout file, reading the file is an error with the same reason. Only the compile
//! error also contains help.

use crate::compile_time::compile_error;
use rowkey::__private::compile_time;
use rowkey::__untyped::{FieldLayout, Separator};
use rowkey::Layout;
use rowkey_proof::untyped::{from_file, in_format, list};
use serde_json::{Value, json};

fn named(name: &str, mut field: Value) -> Value {
    field["name"] = json!(name);
    field
}

fn descending(of: Value) -> Value {
    json!({"kind": "descending", "of": of})
}

/// A field with `#[rowkey(list)]`.
fn list(of: Value) -> Value {
    json!({"kind": "repeated", "optional": false, "of": of})
}

/// A field with `#[rowkey(optional)]`.
fn optional_at_end(of: Value) -> Value {
    json!({"kind": "repeated", "optional": true, "of": of})
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
    let string = || in_format("FoundationDB", &json!({"kind": "text"}));
    let bytes = || in_format("FoundationDB", &json!({"kind": "bytes"}));
    let varbinary = || in_format("Phoenix", &json!({"kind": "bytes"}));
    let number = || json!({"kind": "unsigned", "width": 2});
    let nothing = || json!({"kind": "array", "width": 0});
    let option = || json!({"kind": "optional", "of": number()});
    let with_constant = |before_or_after: &str, mut field: Value| {
        field[before_or_after] = json!("\\xFF");
        field
    };
    let structure = |fields: &[Value]| json!({"kind": "struct", "fields": fields});
    vec![
        case(
            &[string(), number()],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but field `b` can begin with FF",
            "encode `b` as a FoundationDB value too: name the format of `a` in a `#[rowkey(codec = ..)]` on `b`\n\
             help: if another program has written the keys, leave out the format of `a`, and write \
             `#[rowkey(before = 0x02)]` on `a` and `#[rowkey(terminator = '\\0')]` above the struct: the bytes of the key \
             stay the same if no value contains 00 (see the page `rowkey::guide::existing_keys`)",
        ),
        case(
            &[string(), descending(option())],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but field `b` can begin with FF",
            "leave out `#[descending]` on `b`, or write the type of `b` without `Option`: a descending `None` is stored as FF\n\
             help: if another program has written the keys, leave out the format of `a`, and write \
             `#[rowkey(before = 0x02)]` on `a` and `#[rowkey(terminator = '\\0')]` above the struct: the bytes of the key \
             stay the same if no value contains 00 (see the page `rowkey::guide::existing_keys`)",
        ),
        case(
            &[bytes(), with_constant("before", string())],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but the constant before field \
             `b` begins with FF",
            "let the `before` of `b` begin with another byte\n\
             help: if another program has written the keys, leave out the format of `a`, and write \
             `#[rowkey(before = 0x01)]` on `a` and `#[rowkey(terminator = '\\0')]` above the struct: the bytes of the key \
             stay the same if no value contains 00 (see the page `rowkey::guide::existing_keys`)",
        ),
        case(
            &[with_constant("after", in_format("FoundationDB", &json!({"kind": "array", "width": 2})))],
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
            &[list(structure(&[named("x", number()), named("y", string())]))],
            "field `a`: a 00 terminates a FoundationDB string only if no FF follows it, but the next element can begin \
             with FF",
            "let each element begin with a FoundationDB value, or end with a field in another format",
        ),
        case(
            &[json!({"kind": "variants", "variants": [{"name": "V", "bytes": "v", "fields": [named("x", string())]}]})],
            "field `x`: a 00 terminates a FoundationDB string only if no FF follows it, so the field cannot be the last field of \
             a variant",
            "move `x` before another field of the variant, write another codec on `x`, or leave out the codec of `x`",
        ),
        case(
            &[descending(string())],
            "field `a`: FoundationDB has no descending strings, and complemented strings would not sort in descending order",
            "leave out `#[descending]`, and scan in reverse",
        ),
        case(
            &[descending(in_format("Phoenix", &json!({"kind": "optional", "of": {"kind": "text"}})))],
            "field `a`: Phoenix sorts NULL first in descending columns too, so a descending `Option` does not sort",
            "leave out `#[descending]`, or write the type without `Option`",
        ),
        case(
            &[descending(in_format("Phoenix", &json!({"kind": "bool"})))],
            "field `a`: a descending BOOLEAN of Phoenix is not supported",
            "leave out `#[descending]`, or write a codec of your own that stores true as 00 and false as 01",
        ),
        case(
            &[descending(varbinary())],
            "field `a`: a VARBINARY column of Phoenix has no terminator, so it cannot be descending",
            "leave out `#[descending]`, or give `a` the type `[u8; N]`, which stores a BINARY(N) column of Phoenix",
        ),
        case(
            &[varbinary(), number()],
            "field `a`: a VARBINARY column of Phoenix has no terminator, so it must be the last field of the key",
            "move `a` to the end of the key, or give `a` the type `[u8; N]`, which stores a BINARY(N) column of Phoenix",
        ),
        case(
            &[structure(&[named("x", varbinary())])],
            "field `x`: a VARBINARY column of Phoenix has no terminator, so it cannot be in a struct or an enum",
            "give `x` the type `[u8; N]`, which stores a BINARY(N) column of Phoenix, or move `x` out of the struct or enum to \
             the end of the key",
        ),
        case(
            &[list(varbinary())],
            "field `a`: a VARBINARY column of Phoenix has no terminator, so it cannot be an element",
            "give the elements the type `[u8; N]`, which stores a BINARY(N) column of Phoenix",
        ),
        case(
            &[list(number()), number()],
            "field `a`: `list` must be on the last field of the key, because such a field has no terminator",
            "move the field to the end of the key, and leave out `after`",
        ),
        case(
            &[structure(&[named("x", optional_at_end(number()))])],
            "field `x`: `optional` must be on the last field of the key, because such a field has no terminator",
            "move the field to the end of the key, and leave out `after`",
        ),
        case(
            &[list(nothing())],
            "field `a`: the number of elements of a `list` is found from their bytes, and these elements have no bytes",
            "write elements of at least one byte, or store the number of elements",
        ),
        case(
            &[optional_at_end(nothing())],
            "field `a`: `None` has no bytes in an `optional` field, and this value has no bytes either",
            "leave out `optional`, so that a byte before the value tells `None` from `Some`",
        ),
        case(
            &[optional_at_end(json!({"kind": "text"}))],
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
            "field `a` cannot be unterminated: only strings, bytes, and fields with a codec that encodes to `Vec<u8>` have a \
             terminator that can be left out",
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
        let parts: &[FieldLayout] = Vec::leak(list::deserialize(json!(fields)).unwrap().into_owned());
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
        assert_eq!(from_file(&file.to_string()), Err(reason.into()));
    }
}
