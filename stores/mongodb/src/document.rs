//! A row as a document: its `_id` is the key as text, and its value is a document if it is JSON.

use crate::StoreError;
use mongodb::bson::spec::BinarySubtype;
use mongodb::bson::{Binary, Bson, Document, doc};
use rowkey::store::remote::{StoredValue, TextForm};
use rowkey::store::{LAYOUTS, Table};
use serde_json::Value;

pub(crate) const ID: &str = "_id";
/// The timestamp of the write.
pub(crate) const TIME: &str = "t";
/// The first eight bytes of a record, if its value is a document.
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

/// Returns the fields of a record whose value is a JSON object. Returns `None` if the object would be read back as other
/// bytes, for example because it has a number that BSON does not have.
fn as_document(table: &'static Table, bytes: &[u8]) -> Option<Document> {
    let is_record = std::ptr::eq(table.records(), table) && table.name() != LAYOUTS.name();
    if !is_record || table.format() != "json" {
        return None;
    }
    let (header, json) = bytes.split_first_chunk()?;
    let Value::Object(object) = serde_json::from_slice(json).ok()? else { return None };
    let fields = doc! { HEADER: i64::from_be_bytes(*header), VALUE: to_bson(Value::Object(object))? };
    (bytes_of(&fields).as_deref() == Some(bytes)).then_some(fields)
}

fn to_bson(value: Value) -> Option<Bson> {
    Some(match value {
        Value::Null => Bson::Null,
        Value::Bool(value) => Bson::Boolean(value),
        Value::String(text) => Bson::String(text),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Bson::Int64(number),
            None => Bson::Double(number.as_f64()?),
        },
        Value::Array(values) => Bson::Array(values.into_iter().map(to_bson).collect::<Option<_>>()?),
        Value::Object(object) => {
            let entries = object.into_iter().map(|(name, value)| Some((name, to_bson(value)?)));
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
            let mut bytes = document.get_i64(HEADER).ok()?.to_be_bytes().to_vec();
            serde_json::to_writer(&mut bytes, &to_json(value)?).ok()?;
            Some(bytes)
        }
        _ => None,
    }
}

/// Reads the value of a document.
pub(crate) fn stored(table: &'static Table, document: &Document) -> Result<StoredValue, StoreError> {
    let version = document.get_i64(TIME).ok().and_then(|time| u64::try_from(time).ok());
    match (bytes_of(document), version) {
        (Some(bytes), Some(version)) => Ok(StoredValue { bytes: Some(bytes), version }),
        _ => Err(foreign(table, document)),
    }
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
