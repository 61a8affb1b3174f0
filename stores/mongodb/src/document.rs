//! A row as a document: its `_id` is the key as text, and its value is a document if it is JSON.

use crate::{MongoDb, StoreError};
use mongodb::bson::spec::BinarySubtype;
use mongodb::bson::{Binary, Bson, Document, doc};
use rowkey::store::{LAYOUTS, RecordedTable, Table};
use rowkey_async::{RowByRow, StoredValue, TextForm};
use serde_json::Value;
use std::collections::BTreeMap;

pub(crate) const ID: &str = "_id";
/// The limit of MongoDB for a document.
const MAX_DOCUMENT_LEN: usize = 16 << 20;
/// The limit of a row that is stored as bytes. A change sends the old and the new bytes in one command, which has the limit of a
/// document.
const MAX_BYTES_LEN: usize = (8 << 20) - 1024;
/// The number of levels of a value. The limit of MongoDB for a document is 100, with its own level.
const MAX_DEPTH: usize = 99;
/// The timestamp of the write.
pub(crate) const TIME: &str = "t";
/// The header of a record, if its value is a document.
const HEADER: &str = "h";
const VALUE: &str = "v";

/// Returns the `_id` of a key, which is text, because MongoDB compares bytes by their number first.
pub(crate) fn id(table: &Table, key: &[u8]) -> Result<String, StoreError> {
    TextForm::of(table.layout()).encode(key).ok_or(StoreError::NotText { table: table.name() })
}

/// The inverse of [`id`].
pub(crate) fn key(table: &'static Table, document: &Document) -> Result<Vec<u8>, StoreError> {
    let id = document.get(ID).and_then(Bson::as_str);
    id.and_then(|id| TextForm::of(table.layout()).decode(id)).ok_or_else(|| foreign(table, document))
}

fn foreign(table: &'static Table, document: &Document) -> StoreError {
    StoreError::ForeignDocument { table: table.name(), id: document.get(ID).map(Bson::to_string).unwrap_or_default() }
}

fn binary(bytes: &[u8]) -> Bson {
    Bson::Binary(Binary { subtype: BinarySubtype::Generic, bytes: bytes.into() })
}

/// Returns the fields of a document that store a value.
pub(crate) fn value_fields(table: &'static Table, bytes: &[u8]) -> Document {
    as_document(table, bytes).unwrap_or_else(|| doc! { VALUE: binary(bytes) })
}

/// Returns the fields of a record whose value is a JSON object. Returns `None` if a server would not accept the object, or
/// return it as other bytes, for example because it has a number that BSON does not have.
fn as_document(table: &'static Table, bytes: &[u8]) -> Option<Document> {
    let is_record = !table.is_index() && table.name() != LAYOUTS.name();
    if !is_record || table.format() != "json" {
        return None;
    }
    let (header, json) = RowByRow::<MongoDb>::split_record(bytes)?;
    let Value::Object(object) = serde_json::from_slice(json).ok()? else { return None };
    let fields = doc! { HEADER: header_of(header), VALUE: to_bson(Value::Object(object), MAX_DEPTH)? };
    (bytes_of(&fields).as_deref() == Some(bytes)).then_some(fields)
}

/// A header of eight bytes, which earlier programs have written, is stored as a number.
fn header_of(bytes: &[u8]) -> Bson {
    bytes.try_into().map_or_else(|_| binary(bytes), |bytes| Bson::Int64(i64::from_be_bytes(bytes)))
}

/// Returns `None` for a value with more levels than `depth`, and for names and numbers that not every server stores.
fn to_bson(value: Value, depth: usize) -> Option<Bson> {
    let inner = depth.checked_sub(usize::from(value.is_array() || value.is_object()))?;
    Some(match value {
        Value::Null => Bson::Null,
        Value::Bool(value) => Bson::Boolean(value),
        Value::String(text) => Bson::String(text),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Bson::Int64(number),
            // FerretDB returns -0.0 as 0.0.
            None => Bson::Double(number.as_f64().filter(|number| *number != 0.0 || number.is_sign_positive())?),
        },
        Value::Array(values) => {
            Bson::Array(values.into_iter().map(|value| to_bson(value, inner)).collect::<Option<_>>()?)
        }
        Value::Object(object) => {
            // FerretDB, and MongoDB before 5.0, reject names with a dot or with a dollar at the beginning.
            let is_valid = |name: &str| !name.starts_with('$') && !name.contains(['.', '\0']);
            let entries = object.into_iter().map(|(name, value)| Some((name, to_bson(value, inner)?)));
            let entries = entries.map(|entry| entry.filter(|(name, _)| is_valid(name)));
            Bson::Document(entries.collect::<Option<_>>()?)
        }
    })
}

fn to_json(value: &Bson) -> Option<Value> {
    Some(match value {
        Bson::Null => Value::Null,
        Bson::Boolean(value) => Value::Bool(*value),
        Bson::String(text) => Value::String(text.clone()),
        Bson::Int32(number) => (*number).into(),
        Bson::Int64(number) => (*number).into(),
        Bson::Double(number) => serde_json::Number::from_f64(*number)?.into(),
        Bson::Array(values) => Value::Array(values.iter().map(to_json).collect::<Option<_>>()?),
        Bson::Document(document) => {
            let entries = document.iter().map(|(name, value)| Some((name.clone(), to_json(value)?)));
            Value::Object(entries.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Returns the bytes that [`value_fields`] has stored.
fn bytes_of(document: &Document) -> Option<Vec<u8>> {
    match document.get(VALUE)? {
        Bson::Binary(binary) => Some(binary.bytes.clone()),
        value @ Bson::Document(_) => {
            let mut bytes = match document.get(HEADER)? {
                Bson::Int64(header) => header.to_be_bytes().to_vec(),
                Bson::Binary(header) => header.bytes.clone(),
                _ => return None,
            };
            serde_json::to_writer(&mut bytes, &to_json(value)?).ok()?;
            Some(bytes)
        }
        _ => None,
    }
}

/// Reads the value of a document.
pub(crate) fn stored(table: &'static Table, document: &Document) -> Result<StoredValue, StoreError> {
    let version = document.get_i64(TIME).ok().and_then(|time| u128::try_from(time).ok());
    match (bytes_of(document), version) {
        (Some(bytes), Some(version)) => Ok(StoredValue { bytes: Some(bytes), version }),
        _ => Err(foreign(table, document)),
    }
}

/// Returns a condition that a stored value equals these bytes. A record that is a document is compared by its header,
/// which no other value of the same record has. So a change sends the old value only if it is stored as bytes.
pub(crate) fn equals(table: &'static Table, bytes: &[u8]) -> Document {
    let mut fields = value_fields(table, bytes);
    if fields.contains_key(HEADER) {
        fields.remove(VALUE);
    }
    fields
}

/// Checks that MongoDB accepts a row, now and when the row is changed.
pub(crate) fn check(table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    /// A number in JSON has at least two bytes with its comma, and up to 18 in a document.
    const LARGEST_FACTOR: usize = 9;
    let id = id(table, key)?;
    if (id.len() + value.len()) * LARGEST_FACTOR < MAX_BYTES_LEN {
        return Ok(());
    }
    let mut fields = value_fields(table, value);
    let limit = if fields.contains_key(HEADER) { MAX_DOCUMENT_LEN } else { MAX_BYTES_LEN };
    fields.insert(ID, id);
    fields.insert(TIME, i64::MAX);
    let length = mongodb::bson::to_vec(&fields).map_or(usize::MAX, |bytes| bytes.len());
    if length > limit {
        return Err(StoreError::RowLength { table: table.name(), key: key.into(), length, limit });
    }
    Ok(())
}

/// Checks that no two recorded tables in one collection have the same `_id`s. The library compares their keys, which can
/// differ although their texts are equal.
pub(crate) fn check_layouts(value: &[u8]) -> Result<(), StoreError> {
    let recorded = RowByRow::<MongoDb>::layouts_of(value);
    let tables = recorded.iter().filter_map(|(key, value)| RecordedTable::read(key, value).ok());
    let mut forms = BTreeMap::<_, [Vec<String>; 2]>::new();
    for table in tables.filter(|table| !table.namespace().is_empty()) {
        let form = TextForm::of(table.layout());
        let [text, hex] = forms.entry(table.name().to_owned()).or_default();
        let beginnings = if form == TextForm::Hex { hex } else { text };
        beginnings.extend(form.encode(table.namespace()));
    }
    for (table, [text, hex]) in forms {
        for text in &text {
            if let Some(hex) = hex.iter().find(|hex| hex.starts_with(text) || text.starts_with(*hex)) {
                return Err(StoreError::SharedIds { table, beginnings: [text.clone(), hex.clone()] });
            }
        }
    }
    Ok(())
}

/// Returns bounds of the `_id`s of a range, as a condition of MongoDB. The condition can be wider than the range.
pub(crate) fn condition(table: &Table, range: &rowkey::KeyRange) -> Document {
    let form = TextForm::of(table.layout());
    let mut bounds = doc! { "$gte": form.lower_bound(range.start()) };
    if let Some(end) = range.end().and_then(|end| form.upper_bound(end)) {
        bounds.insert("$lt", end);
    }
    doc! { ID: bounds }
}
