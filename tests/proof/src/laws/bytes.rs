//! Checks laws 1, 2, 3 and 6 of `laws/mod.rs`: compares the bytes of keys, and their order, with the model, a second
//! implementation of the key encoding.

use super::subject::EARLIER_BYTES;
use super::table::{Columns, Row, sample};
use super::{Subject, is_thorough};
use crate::domain;
use crate::hex::hex;
use crate::model::{
    Codec, Field, Foreign, Kind, Layout, Rejection, Salt, Separator, Value, compare, decode, encode, is_ordered,
    is_ordered_in_bucket, struct_layout,
};

/// Checks that every key is encoded as the model encodes it, or rejected if the model rejects it. Also checks laws 1, 3
/// and 6: decoding returns the same key, the bytes are in the order of the model if the model is ordered, and no two
/// keys have the same bytes.
pub fn keys_are_encoded_as_the_model_does(subject: &Subject) {
    let rows = checked_rows(subject, Columns::of(&subject.model).keys());
    // Only a key without bytes may have a single value.
    assert!(rows.len() > 1 || subject.layout.max_len() == Some(0), "{subject}");
    assert_distinct_and_in_order(subject, rows);
}

/// Checks the same as [`keys_are_encoded_as_the_model_does`], for the given keys.
pub fn given_keys_are_encoded_as_the_model_does(subject: &Subject, keys: impl IntoIterator<Item = Vec<Value>>) {
    assert_distinct_and_in_order(subject, checked_rows(subject, keys));
}

/// Returns the keys that can be encoded, with their bytes.
fn checked_rows(subject: &Subject, keys: impl IntoIterator<Item = Vec<Value>>) -> Vec<Row> {
    let row = |key: Vec<Value>| match encode(&subject.model, &key) {
        Ok(bytes) => {
            assert_encodes(subject, &key, &bytes);
            assert_decodes(subject, &key, &bytes);
            Some(Row { bytes, key })
        }
        Err(rejection) => {
            assert_rejects(subject, &key, rejection);
            None
        }
    };
    keys.into_iter().filter_map(row).collect()
}

fn assert_rejects(subject: &Subject, key: &[Value], rejection: Rejection) {
    let encoded = (subject.encode)(key);
    let field = subject.layout.fields()[rejection.field].name();
    match encoded.tried {
        Ok(bytes) => panic!("{}, should be rejected in {field}: {key:?} of {subject}", hex(&bytes)),
        Err(error) => assert_eq!(error.field(), Some(field), "{error}: {key:?} of {subject}"),
    }
    assert_eq!(encoded.appended, EARLIER_BYTES, "{key:?} of {subject}");
}

fn assert_encodes(subject: &Subject, key: &[Value], bytes: &[u8]) {
    let encoded = (subject.encode)(key);
    let tried = encoded.tried.unwrap_or_else(|error| panic!("{error}: {key:?} of {subject}"));
    let fail = |found: &[u8]| panic!("{}, should be {}: {key:?} of {subject}", hex(found), hex(bytes));
    if tried != bytes {
        fail(&tried);
    }
    if encoded.appended.strip_prefix(EARLIER_BYTES) != Some(bytes) {
        fail(&encoded.appended);
    }
    if let Some(infallible) = encoded.infallible.filter(|infallible| infallible != bytes) {
        fail(&infallible);
    }
    let layout = &subject.layout;
    assert!(layout.min_len() <= bytes.len(), "{key:?} of {subject}");
    assert!(layout.max_len().is_none_or(|max_len| bytes.len() <= max_len), "{key:?} of {subject}");
    assert!(layout.fixed_len().is_none_or(|fixed_len| bytes.len() == fixed_len), "{key:?} of {subject}");
}

fn assert_decodes(subject: &Subject, key: &[Value], bytes: &[u8]) {
    match (subject.decode)(bytes) {
        Some(Ok(decoded)) => assert_eq!(decoded, key, "{} of {subject}", hex(bytes)),
        Some(Err(error)) => panic!("{error}: {} of {subject}", hex(bytes)),
        None => {}
    }
}

/// Checks that no two rows have the same bytes. If the layout is ordered, also checks that within a bucket, the order
/// of the bytes is the order of the keys.
fn assert_distinct_and_in_order(subject: &Subject, mut rows: Vec<Row>) {
    let model = &subject.model;
    let is_ordered = is_ordered_in_bucket(model);
    let salt_end = model.namespace.len() + model.salt.as_ref().map_or(0, Salt::width);
    rows.sort_by(|a, b| a.bytes.cmp(&b.bytes));
    for pair in rows.windows(2) {
        let [a, b] = pair else { unreachable!("windows of two") };
        assert_ne!(a.bytes, b.bytes, "{a:?}, {b:?} of {subject}");
        if is_ordered && a.bytes[..salt_end] == b.bytes[..salt_end] {
            assert!(compare(model, &a.key, &b.key).is_lt(), "{a:?}, {b:?} of {subject}");
        }
    }
}

/// Checks law 2: a damaged key is rejected or decodes as another key, exactly as in the model.
pub fn damaged_bytes_are_rejected_or_are_another_key(subject: &Subject) {
    if subject.model.fields.iter().any(|field| field.hash.is_some()) {
        // A key with a hashed field has no `decode`.
        return;
    }
    let table = Columns::of(&subject.model).table();
    // Long keys have too many damaged copies.
    let short: Vec<&Row> = table.iter().filter(|row| row.bytes.len() < 32).collect();
    for row in sample(&short, if is_thorough() { 10 } else { 3 }) {
        for damaged in domain::damaged(&row.bytes) {
            assert_same_verdict(subject, &damaged);
        }
    }
    for length in 0..3 {
        for octet in domain::OCTETS {
            assert_same_verdict(subject, &vec![octet; length]);
        }
    }
}

fn assert_same_verdict(subject: &Subject, bytes: &[u8]) {
    let Some(found) = (subject.decode)(bytes) else { return };
    let expected = decode(&subject.model, bytes);
    match (found, expected) {
        (Err(_), Err(_)) => {}
        (Ok(found), Ok(expected)) => {
            assert_eq!(found, expected, "{} of {subject}", hex(bytes));
            let again = (subject.encode)(&found).tried;
            assert_eq!(again.as_deref(), Ok(bytes), "{} of {subject}", hex(bytes));
        }
        (found, expected) => panic!("{found:?}, should be {expected:?}: {} of {subject}", hex(bytes)),
    }
}

/// Checks that the layout has the order and the namespace of the model. Also checks that the key type has `encode`
/// exactly if every value can be encoded, and `decode` exactly if every field can be read from the bytes.
pub fn the_layout_has_the_properties_of_the_model(subject: &Subject) {
    let model = &subject.model;
    assert_eq!(subject.layout.is_ordered(), is_ordered(model), "{subject}");
    assert_eq!(subject.layout.namespace(), model.namespace, "{subject}");
    let is_total = (0..model.fields.len()).all(|index| is_total_field(model, index));
    let is_decodable = (0..model.fields.len()).all(|index| is_decodable_field(subject, index));
    let columns = Columns::of(model);
    let key = columns.key();
    let bytes = encode(model, key).expect("the key can be encoded");
    assert_eq!((subject.encode)(key).infallible.is_some(), is_total, "{subject}");
    assert_eq!((subject.decode)(&bytes).is_some(), is_decodable, "{subject}");
}

fn is_total_field(layout: &Layout, index: usize) -> bool {
    let field = &layout.fields[index];
    // Without a terminator, the value can contain any byte.
    let is_raw = layout.is_at_the_end(index) && !field.descending || field.unterminated;
    if let Some(format) = field.format {
        return format.is_total(&field.kind);
    }
    let kind = if let Kind::Opt(inner) = &field.kind { inner } else { &field.kind };
    match (field.foreign, kind) {
        (Some(Foreign::Integer { bytes, .. }), kind) => return bytes >= kind.width() || bytes.is_none(),
        (Some(Foreign::Length(bytes, _)), _) => return bytes == 8,
        (Some(Foreign::Codec(codec)), _) => return codec != Codec::NulTerminated,
        (Some(Foreign::Optional | Foreign::List), kind) => return is_total_kind(kind),
        (Some(Foreign::VarintLength), _) | (Some(Foreign::Decimal), Kind::U(_)) => return true,
        (Some(Foreign::Decimal), _) => {
            // A negative number contains `-`, so it cannot come before the separator `-`.
            return is_raw || !matches!(layout.separator, Separator::Delimiter(b'-') | Separator::Terminator(b'-'));
        }
        (None, _) => {}
    }
    match (&field.kind, field.pad) {
        (kind, _) if field.hash.is_some() => is_total_kind(kind),
        (Kind::U(bytes), Some(pad)) => pad.width >= (u128::MAX >> (128 - 8 * bytes)).to_string().len(),
        (_, Some(_)) => false,
        (kind, None) if !is_total_kind(kind) => false,
        _ => !field.is_variable_length() || is_raw || layout.separator.allows_every(kind),
    }
}

/// Checks whether every value of this kind can be encoded if no separator follows the value.
pub(super) fn is_total_kind(kind: &Kind) -> bool {
    match kind {
        Kind::Struct(fields) => (0..fields.len()).all(|index| is_total_field(&struct_layout(fields), index)),
        Kind::DataEnum(variants) => variants.iter().all(|(_, fields)| is_total_kind(&Kind::Struct(fields.clone()))),
        Kind::Opt(inner) | Kind::List(inner) | Kind::Elements(inner, _) => is_total_kind(inner),
        _ => true,
    }
}

fn is_decodable_field(subject: &Subject, index: usize) -> bool {
    let field: &Field = &subject.model.fields[index];
    let is_last = subject.model.is_at_the_end(index);
    // A type that can only borrow, such as `&str`, has a decoder only if the key contains the bytes of the value
    // unchanged.
    let is_verbatim = !field.descending
        && !field.reverse
        && field.format.is_none()
        && (is_last
            || field.unterminated
            || field.pad.is_some()
            || field.foreign.is_some()
            || subject.model.separator != Separator::None);
    field.hash.is_none() && (is_verbatim || !subject.borrowed[index])
}
