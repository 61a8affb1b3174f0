//! The key attributes of items: binary, or text that sorts like the bytes.

use crate::{KeyPart, StoreError};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, ScalarAttributeType};
use rowkey::store::{LAYOUTS, Table};
use rowkey::{KeyRange, Layout};
use rowkey_async::TextForm;

/// The partition keys of lists of partition keys begin with this name.
const PARTITIONS: &str = "rowkey.partitions";

/// The value of a key attribute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Attribute {
    Binary(Vec<u8>),
    Text(String),
}

impl From<Attribute> for AttributeValue {
    fn from(attribute: Attribute) -> Self {
        match attribute {
            Attribute::Binary(bytes) => Self::B(Blob::new(bytes)),
            Attribute::Text(text) => Self::S(text),
        }
    }
}

impl Attribute {
    /// Reads an attribute of an item. Returns `None` if the type of the attribute is neither binary nor text.
    pub(crate) fn of(value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::B(bytes) => Some(Self::Binary(bytes.into_inner())),
            AttributeValue::S(text) => Some(Self::Text(text)),
            _ => None,
        }
    }

    /// Returns the number of bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Binary(bytes) => bytes.len(),
            Self::Text(text) => text.len(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The type of the key attributes in a table of DynamoDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyType {
    Binary,
    Text,
}

impl KeyType {
    pub(crate) fn attribute_type(self) -> ScalarAttributeType {
        match self {
            Self::Binary => ScalarAttributeType::B,
            Self::Text => ScalarAttributeType::S,
        }
    }

    /// Returns how the keys of a table of rowkey are stored.
    pub(crate) fn form(self, table: &Table) -> KeyForm {
        match self {
            // The keys of layouts contain namespaces, which need not be text.
            Self::Text if table.name() == LAYOUTS.name() => KeyForm::Text(TextForm::Hex),
            _ => self.form_of(table.layout()),
        }
    }

    pub(crate) fn form_of(self, layout: &Layout) -> KeyForm {
        match self {
            Self::Binary => KeyForm::Binary,
            Self::Text => KeyForm::Text(TextForm::of(layout)),
        }
    }

    /// Returns the partition that lists the partition keys of a table. Only tables whose keys have a field with
    /// `sort_key` have such a list. A job that reads the whole table, such as a rebuild, reads the list first.
    pub(crate) fn list_of_partitions(self, table: &str) -> Attribute {
        match self {
            Self::Binary => Attribute::Binary([PARTITIONS.as_bytes(), &[0], table.as_bytes()].concat()),
            Self::Text => Attribute::Text([PARTITIONS, "#", table].concat()),
        }
    }
}

/// The type and the form of the keys of a rowkey table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyForm {
    Binary,
    Text(TextForm),
}

impl KeyForm {
    /// Returns the character before the bytes of a partition key. It differs between the forms, so that a text and the
    /// hex digits of other bytes are never the same attribute.
    fn mark(self) -> &'static str {
        match self {
            Self::Binary => "\0",
            Self::Text(TextForm::Verbatim) => "#",
            Self::Text(TextForm::Hex) => ":",
        }
    }

    /// Returns the partition key of the rows whose keys begin with these bytes. Returns `None` if the bytes are not
    /// text, but the keys of the table are.
    pub(crate) fn partition(self, table: &str, first: &[u8]) -> Option<Attribute> {
        let Self::Text(form) = self else {
            return Some(Attribute::Binary([table.as_bytes(), &[0], first].concat()));
        };
        let first = form.encode(first)?;
        let mut text = String::with_capacity(table.len() + 1 + first.len());
        for character in table.chars() {
            // The first mark ends the name, so that two tables never have the same partition key.
            match character {
                '%' => text.push_str("%25"),
                '#' => text.push_str("%23"),
                ':' => text.push_str("%3A"),
                character => text.push(character),
            }
        }
        text.push_str(self.mark());
        text.push_str(&first);
        Some(Attribute::Text(text))
    }

    /// Returns the sort keys of the rows of the table.
    pub(crate) fn rows(self) -> SortForm {
        SortForm { form: self, before: "" }
    }

    /// Returns the sort keys in the list of the partition keys of the table. The mark is in front of them, because a
    /// partition key can be empty, and a sort key cannot.
    pub(crate) fn listed(self) -> SortForm {
        SortForm { form: self, before: self.mark() }
    }
}

/// The form of the sort keys in a partition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SortForm {
    form: KeyForm,
    /// The text before each sort key.
    before: &'static str,
}

impl SortForm {
    fn binary(self, bytes: &[u8]) -> Attribute {
        Attribute::Binary([self.before.as_bytes(), bytes].concat())
    }

    fn text(self, text: &str) -> Attribute {
        Attribute::Text([self.before, text].concat())
    }

    /// Returns the sort key of these bytes. Returns `None` if they are not text, but the keys of the table are.
    pub(crate) fn encode(self, bytes: &[u8]) -> Option<Attribute> {
        match self.form {
            KeyForm::Binary => Some(self.binary(bytes)),
            KeyForm::Text(form) => Some(self.text(&form.encode(bytes)?)),
        }
    }

    /// Returns the bytes of a sort key.
    pub(crate) fn decode(self, sort: Attribute) -> Result<Vec<u8>, StoreError> {
        let bytes = match (self.form, sort) {
            (KeyForm::Binary, Attribute::Binary(bytes)) if self.before.is_empty() => Some(bytes),
            (KeyForm::Binary, Attribute::Binary(bytes)) => {
                bytes.strip_prefix(self.before.as_bytes()).map(<[u8]>::to_vec)
            }
            (KeyForm::Text(form), Attribute::Text(text)) => {
                text.strip_prefix(self.before).and_then(|text| form.decode(text))
            }
            _ => None,
        };
        bytes.ok_or(StoreError::ForeignItem)
    }

    /// Cuts a bound of a range to the number of bytes that a sort key can have. DynamoDB accepts no longer bounds. A stored
    /// sort key is before the bound exactly if it is before the cut bound or equals it.
    fn cut(self, bound: &[u8]) -> &[u8] {
        let bytes_of_each = if self.form == KeyForm::Text(TextForm::Hex) { 2 } else { 1 };
        let longest = (KeyPart::Sort.limit() - self.before.len()) / bytes_of_each;
        bound.get(..longest).unwrap_or(bound)
    }

    /// Returns a sort key that is not after the sort keys from `start` on.
    pub(crate) fn lower_bound(self, start: &[u8]) -> Attribute {
        let start = self.cut(start);
        match self.form {
            KeyForm::Binary => self.binary(start),
            KeyForm::Text(form) => self.text(&form.lower_bound(start)),
        }
    }

    /// Returns a sort key that is not before the sort keys before `end`. Returns `None` if every sort key of the
    /// partition is before the end.
    pub(crate) fn upper_bound(self, end: Option<&[u8]>) -> Option<Attribute> {
        let end = end.map(|end| self.cut(end));
        let bound = match self.form {
            KeyForm::Binary => end.map(|end| self.binary(end)),
            KeyForm::Text(form) => end.and_then(|end| form.upper_bound(end)).map(|text| self.text(&text)),
        };
        bound.or_else(|| {
            let all = KeyRange::beginning_with(self.before.as_bytes());
            let end = all.end()?.to_vec();
            match self.form {
                KeyForm::Binary => Some(Attribute::Binary(end)),
                KeyForm::Text(_) => String::from_utf8(end).ok().map(Attribute::Text),
            }
        })
    }
}
