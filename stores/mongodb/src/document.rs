//! A row as a document: its `_id` is the key as text, and its value is a document if it is JSON.

use crate::StoreError;
use mongodb::bson::spec::BinarySubtype;
use mongodb::bson::{Binary, Bson, Document, doc};
use rowkey::store::remote::StoredValue;
use rowkey::store::{LAYOUTS, Table};
use serde_json::Value;

pub(crate) const ID: &str = "_id";
/// The timestamp of the write.
pub(crate) const TIME: &str = "t";
/// The first eight bytes of a record, if its value is a document.
const HEADER: &str = "h";
const VALUE: &str = "v";

/// Returns the `_id` of a key. MongoDB compares texts byte by byte, but bytes first by their number. So a key whose bytes are
/// not text is written in hex, which sorts like its bytes.
pub(crate) fn id(table: &Table, key: &[u8]) -> Result<String, StoreError> {
    if !table.layout().is_text() {
        return Ok(key.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex_digit).collect());
    }
    String::from_utf8(key.into()).map_err(|_| StoreError::NotText { table: table.name() })
}

fn hex_digit(digit: u8) -> char {
    char::from_digit(digit.into(), 16).unwrap_or_default()
}

/// The inverse of [`id`].
pub(crate) fn key(table: &'static Table, document: &Document) -> Result<Vec<u8>, StoreError> {
    let id = document.get(ID);
    let key = match id {
        Some(Bson::String(id)) if table.layout().is_text() => Some(id.clone().into_bytes()),
        Some(Bson::String(id)) => from_hex(id),
        _ => None,
    };
    key.ok_or_else(|| foreign(table, document))
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<_> = text.chars().map(|digit| digit.to_digit(16)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().filter_map(|[high, low]| u8::try_from(high << 4 | low).ok()).collect())
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

/// Returns bounds of the `_id`s of a range, as a condition of MongoDB. In a table of text, a bound can be bytes that are not
/// text. It is then wider, and the range has rows that the caller skips.
pub(crate) fn condition(table: &Table, range: &rowkey::KeyRange) -> Document {
    let is_text = table.layout().is_text();
    let mut bounds =
        doc! { "$gte": id(table, range.start()).unwrap_or_else(|_| text_before(range.start()).to_owned()) };
    let end = range.end().and_then(|end| if is_text { text_after(end) } else { id(table, end).ok() });
    if let Some(end) = end {
        bounds.insert("$lt", end);
    }
    doc! { ID: bounds }
}

/// Returns the longest text with which the bytes begin.
fn text_before(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            bytes.get(..error.valid_up_to()).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
        }
    }
}

/// Returns a text that is after all texts before these bytes.
fn text_after(bytes: &[u8]) -> Option<String> {
    let mut text = text_before(bytes).to_owned();
    if text.len() == bytes.len() {
        return Some(text);
    }
    loop {
        let last = text.pop()?;
        if let Some(next) = (last..=char::MAX).nth(1) {
            text.push(next);
            return Some(text);
        }
    }
}
