//! [`ranges`]: computes ranges of keys from the values of leading fields as text, for tools that do not have
//! the key's type.

use crate::field::{self, Position};
use crate::salt::compute;
use crate::write::write;
use rowkey::__untyped::{FieldLayout, Number, PrefixEnd, Reader, Salted, to_u64};
use rowkey::__untyped::{KeySalt, Separator};
use rowkey::{KeyRange, Layout};
use std::fmt;
use std::ops::Deref;

/// The maximum number of ranges: one for each bucket. The method `ranges` of a prefix has the same limit.
const MAX_BUCKETS: u64 = 4096;
/// The maximum number of bytes that the ranges of several buckets begin with, in total. Each bucket repeats the values.
const MAX_BYTES: u64 = 1 << 24;

/// The error of [`ranges`]: the values do not select ranges.
#[derive(Clone, PartialEq, Eq)]
pub struct LeadingError {
    message: String,
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
/// `b"\x00abc"`, `Some(5)`, `None`, a variant's name, `2024-02-29T12:00:00Z`, `{city: "Oslo", floor: 1}`. The
/// quotes of a string, of bytes and of a character are optional, unless the text itself begins and ends with
/// quotes.
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

struct OfLayout<'l>(&'l Layout);

impl Deref for OfLayout<'_> {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        self.0
    }
}

impl OfLayout<'_> {
    fn ranges(&self, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, String> {
        let mut prefix = self.namespace().to_vec();
        prefix.resize(self.fields_offset(), 0);
        prefix.extend_from_slice(self.fields().first().map_or(&[], FieldLayout::before));
        let mut contents = Vec::with_capacity(leading.len());
        for (index, (name, value)) in leading.iter().enumerate() {
            self.check_position(name, index)?;
            let content = self.push_field(index, value, &mut prefix);
            contents.push(content.map_err(|reason| format!("field `{name}`: {reason}"))?);
        }
        let complete = leading.len() == self.fields().len();
        let unterminated = self.fields().iter().take(leading.len()).find(|field| field.encoding().is_unterminated());
        if let (Some(field), false) = (unterminated, complete) {
            let name = field.name();
            return Err(format!(
                "field `{name}` is unterminated, so a range would also contain keys with a longer `{name}`: give a value to every field, or to none from `{name}` on"
            ));
        }
        // A complete key such as `ann` can be the beginning of another key, such as `anna`, if nothing follows the last
        // field, or if a field is unterminated. The range must contain only the complete key.
        let ends_with_field = self.fields().last().is_some_and(|field| field.after().is_none());
        let is_single_key = complete && (ends_with_field || unterminated.is_some());
        let [last, next] = [leading.len().checked_sub(1), Some(leading.len())].map(|index| self.fields().get(index?));
        let is_separated =
            matches!(self.separator(), Separator::Delimiter(_)) || next.is_some_and(|next| !next.before().is_empty());
        let end = match last {
            _ if is_single_key => PrefixEnd::OneKey,
            Some(last) => PrefixEnd::before_ff_if(!is_separated && last.is_continued_by_ff()),
            None => PrefixEnd::All,
        };
        let range_of = |salt: &[u8]| {
            let mut start = prefix.clone();
            start.iter_mut().skip(self.namespace().len()).zip(salt).for_each(|(byte, salt)| *byte = *salt);
            end.range(start)
        };
        let Some(salt) = self.salt() else {
            return Ok([range_of(&[])].into());
        };
        if let Some(Salted::Known(salt)) = self.compute_salt(salt, &prefix, &contents, complete) {
            return Ok([range_of(&salt)].into());
        }
        let count = salt.layout.bucket_count();
        if count > MAX_BUCKETS {
            return Err(format!(
                "this spans {count} buckets, more than {MAX_BUCKETS}: {}",
                self.advice_to_set_salted(salt)
            ));
        }
        if count > 1 && count.saturating_mul(to_u64(prefix.len())) > MAX_BYTES {
            return Err(format!("the ranges of {count} buckets would have more than {MAX_BYTES} bytes in total"));
        }
        Ok((0..count).map(|bucket| range_of(&salt.layout.salt_of_bucket(bucket))).collect())
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

    /// Appends a field with its terminator or delimiter, and the constants before the next field. Returns the range of
    /// the field's content, and its value if the field is an integer.
    fn push_field(
        &self,
        index: usize,
        value: &str,
        out: &mut Vec<u8>,
    ) -> Result<(core::ops::Range<usize>, Option<Number>), String> {
        let field = self.fields().get(index).ok_or("there is no such field")?;
        let next = self.fields().get(index + 1);
        let position = Position::new(self.separator(), next.is_none() && field.after().is_none());
        let start = out.len();
        write(field.encoding(), position, value, out)?;
        let written = out.get(start..).unwrap_or_default();
        // Reads the field back: bytes that were given in hex can be invalid, and only reading finds the end of the
        // content.
        let mut reader = Reader::new(written);
        let read = field::read(field.encoding(), position, &mut reader).map_err(|wrong| wrong.reason())?;
        if reader.remaining() > 0 {
            return Err(format!("the value ends before the last {} bytes", reader.remaining()));
        }
        let end = out.len() - read.terminator_width;
        if let (Some(delimiter), 0) = (position.delimiter, read.terminator_width) {
            out.push(delimiter);
        }
        out.extend_from_slice(field.bytes_after());
        out.extend_from_slice(next.map_or(&[], FieldLayout::before));
        Ok((start..end, read.number))
    }

    /// Computes the salt if all salted fields have a value. `contents` are the results of
    /// [`push_field`](Self::push_field).
    fn compute_salt(
        &self,
        salt: &KeySalt,
        prefix: &[u8],
        contents: &[(core::ops::Range<usize>, Option<Number>)],
        complete: bool,
    ) -> Option<Salted> {
        if salt.layout.is_random() {
            return None;
        }
        if salt.of().is_empty() {
            return complete
                .then(|| compute(&salt.layout, &[prefix.get(self.fields_offset()..).unwrap_or_default()], None));
        }
        let salted: Option<Vec<_>> = salt.of().iter().map(|index| contents.get(*index)).collect();
        let salted = salted?;
        let sources: Option<Vec<&[u8]>> = salted.iter().map(|(range, _)| prefix.get(range.clone())).collect();
        Some(compute(&salt.layout, &sources?, salted.first().and_then(|(_, number)| *number)))
    }

    fn advice_to_set_salted(&self, salt: &KeySalt) -> String {
        match salt.of().iter().max().and_then(|index| self.fields().get(*index)) {
            Some(field) => format!("give a value to `{}`, which determines the salt", field.name()),
            None => "give a value to every field, because the salt is computed from the whole key".to_owned(),
        }
    }
}
