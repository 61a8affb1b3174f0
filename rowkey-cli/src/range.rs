//! [`ranges`]: computes ranges of keys from the values of leading fields as text, for tools that do not have
//! the key's type.

use crate::text::read::write;
use rowkey::__untyped::{FieldLayout, KeySalt, Number, PrefixEnd, Reader, Salted, Separator};
use rowkey::{KeyRange, Layout};
use rowkey_explain::field::{self, Position};
use rowkey_explain::salt::compute;
use std::fmt;
use std::ops::Deref;

/// The maximum number of ranges: one for each bucket. The method `ranges` of a prefix has the same limit.
const MAX_BUCKETS: u64 = 4096;
/// The maximum number of bytes that the ranges of several buckets begin with, in total. Each bucket repeats the values.
pub(crate) const MAX_BYTES: u64 = 1 << 24;

/// The error of [`ranges`]: the values do not select ranges.
#[derive(Clone, PartialEq, Eq)]
pub struct LeadingError {
    pub(crate) message: String,
}

impl fmt::Display for LeadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for LeadingError {}

impl fmt::Debug for LeadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the ranges that together contain exactly the keys whose leading fields have these values. Returns one
/// range if the key has no salt, or if the values determine the salt, and otherwise one range for each bucket.
///
/// Give the fields in order, without gaps. Write a value as [`explain`](crate::explain) prints it: `123`, `"ann"`,
/// `b"\x00abc"`, `Some(5)`, `None`, a variant's name, `2024-02-29T12:00:00Z`, `{city: "Oslo", floor: 1}`. `Some(..)` and
/// the quotes of a string, of bytes and of a character are optional, unless the text itself begins and ends with quotes, or
/// is `None`.
///
/// The value of a field with a [`Codec`](rowkey::Codec) is the exception: write its bytes in hex, such as `0x00ab`,
/// even if `explain` prints the value as text. A layout has no function that parses this text. You can also write a
/// struct, an enum with data, and a value such as a date or a UUID in hex.
///
/// # Errors
/// - A field is unknown, out of order or given twice, or cannot hold its value.
/// - There would be more than 4096 ranges, or several ranges with more than 16 MiB in total.
/// - An unterminated field has a value, but another field has no value.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct PaymentKey {
///     #[salt(md5, 2)]
///     #[pad(6)]
///     customer: u32,
///     payment: u64,
/// }
///
/// use rowkey_cli::ranges;
///
/// let layout = PaymentKey::LAYOUT;
/// assert_eq!(ranges(layout, &[("customer", "123")])?, [PaymentKey::prefix().customer(123).range()]);
/// assert_eq!(
///     ranges(layout, &[("payment", "7")]).unwrap_err().to_string(),
///     "field `payment`: first give a value to `customer`, which comes before this field"
/// );
/// # Ok::<(), rowkey_cli::LeadingError>(())
/// ```
pub fn ranges(layout: &Layout, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, LeadingError> {
    OfLayout(layout).ranges(leading).map_err(|message| LeadingError { message })
}

pub(crate) struct OfLayout<'l>(pub(crate) &'l Layout);

/// A field as the key stores it.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// The content, and the terminator or delimiter.
    pub(crate) bytes: Vec<u8>,
    pub(crate) content_len: usize,
    /// The value, if the field is an integer.
    number: Option<Number>,
}

impl Deref for OfLayout<'_> {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        self.0
    }
}

impl OfLayout<'_> {
    fn ranges(&self, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, String> {
        let mut fields = Vec::with_capacity(leading.len());
        for (index, (name, value)) in leading.iter().enumerate() {
            self.check_position(name, index)?;
            fields.push(self.write_field(index, value)?);
        }
        let complete = fields.len() == self.fields().len();
        let unterminated = self.unterminated().filter(|index| *index < fields.len() && !complete);
        if let Some(field) = unterminated.and_then(|index| self.fields().get(index)) {
            let name = field.name();
            return Err(format!(
                "field `{name}` is unterminated, so a range would also contain keys with a longer `{name}`: give a value to every field, or to none from `{name}` on"
            ));
        }
        let (prefix, end) = (self.prefix(&fields), self.end(fields.len()));
        Ok(self.salts(&fields)?.iter().map(|salt| end.range(self.with_salt(salt, &prefix))).collect())
    }

    /// Returns the index of the unterminated field, if there is one.
    pub(crate) fn unterminated(&self) -> Option<usize> {
        self.fields().iter().position(|field| field.encoding().is_unterminated())
    }

    /// Returns the beginning of the keys that begin with these fields. The salt is 0.
    pub(crate) fn prefix(&self, leading: &[Written]) -> Vec<u8> {
        let mut prefix = self.namespace().to_vec();
        prefix.resize(self.fields_offset(), 0);
        prefix.extend_from_slice(self.fields().first().map_or(&[], FieldLayout::before));
        for (index, (written, field)) in leading.iter().zip(self.fields()).enumerate() {
            prefix.extend_from_slice(&written.bytes);
            prefix.extend_from_slice(field.bytes_after());
            prefix.extend_from_slice(self.fields().get(index + 1).map_or(&[], FieldLayout::before));
        }
        prefix
    }

    /// Returns which keys match a prefix of this number of fields.
    pub(crate) fn end(&self, leading: usize) -> PrefixEnd {
        let complete = leading == self.fields().len();
        // A complete key such as `ann` can be the beginning of another key, such as `anna`, if nothing follows the last
        // field, or if a field is unterminated. The range must contain only the complete key.
        let ends_with_field = self.fields().last().is_some_and(|field| field.after().is_none());
        let [last, next] = [leading.checked_sub(1), Some(leading)].map(|index| self.fields().get(index?));
        let is_separated =
            matches!(self.separator(), Separator::Delimiter(_)) || next.is_some_and(|next| !next.before().is_empty());
        match last {
            _ if complete && (ends_with_field || self.unterminated().is_some()) => PrefixEnd::OneKey,
            Some(last) => PrefixEnd::before_ff_if(!is_separated && last.is_continued_by_ff()),
            None => PrefixEnd::All,
        }
    }

    pub(crate) fn with_salt(&self, salt: &[u8], prefix: &[u8]) -> Vec<u8> {
        let mut prefix = prefix.to_vec();
        prefix.iter_mut().skip(self.namespace().len()).zip(salt).for_each(|(byte, salt)| *byte = *salt);
        prefix
    }

    /// Returns the salt of the keys that begin with these fields, or the salts of all buckets if the fields do not determine
    /// the salt. Without a salt, returns an empty one.
    pub(crate) fn salts(&self, leading: &[Written]) -> Result<Vec<Vec<u8>>, String> {
        let Some(salt) = self.salt() else {
            return Ok([Vec::new()].into());
        };
        let prefix = self.prefix(leading);
        if let Some(Salted::Known(salt)) = self.compute_salt(salt, &prefix, leading) {
            return Ok([salt].into());
        }
        let count = salt.layout.bucket_count();
        if count > MAX_BUCKETS {
            return Err(format!(
                "this spans {count} buckets, more than {MAX_BUCKETS}: {}",
                self.advice_to_set_salted(salt)
            ));
        }
        if count > 1 && count.saturating_mul(prefix.len() as u64) > MAX_BYTES {
            return Err(format!("the ranges of {count} buckets would have more than {MAX_BYTES} bytes in total"));
        }
        Ok((0..count).map(|bucket| salt.layout.salt_of_bucket(bucket)).collect())
    }

    fn check_position(&self, name: &str, index: usize) -> Result<(), String> {
        let position = self.fields().iter().position(|field| field.name() == name).ok_or_else(|| {
            let names = self.field_names().collect::<Vec<_>>().join(", ");
            format!("there is no field `{name}` in {}: its fields are {names}", self.name())
        })?;
        match self.fields().get(index) {
            _ if position < index => Err(format!("field `{name}` has a value already")),
            Some(first) if position > index => {
                Err(format!("field `{name}`: first give a value to `{}`, which comes before this field", first.name()))
            }
            _ => Ok(()),
        }
    }

    /// Encodes a field, whose value is given as text, with its terminator or delimiter.
    pub(crate) fn write_field(&self, index: usize, value: &str) -> Result<Written, String> {
        let field = self.fields().get(index).ok_or("there is no such field")?;
        self.write_value(index, field, value).map_err(|reason| format!("field `{}`: {reason}", field.name()))
    }

    fn write_value(&self, index: usize, field: &FieldLayout, value: &str) -> Result<Written, String> {
        let is_last = index + 1 == self.fields().len();
        let position = Position::new(self.separator(), is_last && field.after().is_none());
        let mut bytes = Vec::new();
        write(field.encoding(), position, value, &mut bytes)?;
        // Reads the field back: bytes that were given in hex can be invalid, and only reading finds the end of the
        // content.
        let mut reader = Reader::new(&bytes);
        let read = field::read(field.encoding(), position, &mut reader).map_err(|wrong| wrong.reason())?;
        if reader.remaining() > 0 {
            return Err(format!("the value ends before the last {} bytes", reader.remaining()));
        }
        let content_len = bytes.len() - read.terminator_width;
        if let (Some(delimiter), 0) = (position.delimiter, read.terminator_width) {
            bytes.push(delimiter);
        }
        Ok(Written { bytes, content_len, number: read.number })
    }

    /// Computes the salt if all salted fields have a value.
    fn compute_salt(&self, salt: &KeySalt, prefix: &[u8], leading: &[Written]) -> Option<Salted> {
        if salt.layout.is_random() {
            return None;
        }
        if salt.of().is_empty() {
            let fields = prefix.get(self.fields_offset()..).filter(|_| leading.len() == self.fields().len());
            return fields.map(|fields| compute(&salt.layout, &[fields], None));
        }
        let salted: Option<Vec<_>> = salt.of().iter().map(|index| leading.get(*index)).collect();
        let salted = salted?;
        let sources: Option<Vec<&[u8]>> = salted.iter().map(|field| field.bytes.get(..field.content_len)).collect();
        Some(compute(&salt.layout, &sources?, salted.first().and_then(|field| field.number)))
    }

    fn advice_to_set_salted(&self, salt: &KeySalt) -> String {
        match salt.of().iter().max().and_then(|index| self.fields().get(*index)) {
            Some(field) => format!("give a value to `{}`, which determines the salt", field.name()),
            None => "give a value to every field, because the salt is computed from the whole key".to_owned(),
        }
    }
}
