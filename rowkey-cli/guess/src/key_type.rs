//! The proposed key type: as a layout, which explains the samples, and as a struct to paste.

use std::fmt::Write as _;

use rowkey::Layout;
use rowkey::explain::{HbaseShell, PartKind};
use rowkey::format::Format as _;
use rowkey_explain::FileLayout;
use rowkey_formats::{Hex, MaxMinus};
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::cost::{LEAD_THAT_DOUBLES_ODDS, PART_COST, as_f64, as_text, likelihood};
use super::part::{Column, Format, Length, NumberForm, Part, Reading, Separation, Unit};
use super::{Advice, ProposedPart};

/// With fewer keys than this, the proposal has an advice: few keys often have something in common by chance.
const FEW_SAMPLES: usize = 20;
/// If a field has fewer different values than this, the description of its part says how many.
const FEW_VALUES: usize = 10;

#[derive(Debug, Clone)]
pub(crate) struct KeyType {
    pub(crate) name: String,
    /// The number of different keys that the guess compared.
    pub(crate) samples: usize,
    /// The bits that the compared keys need. Infinite if the cost was not computed.
    pub(crate) cost: f64,
    pub(crate) namespace: Vec<u8>,
    /// The lead of the namespace, as in [`Part::lead`].
    namespace_lead: f64,
    pub(crate) separation: Separation,
    pub(crate) salt: Option<Salt>,
    pub(crate) fields: Vec<Field>,
    /// For wide rows, the first field of the qualifier.
    sort_key: Option<usize>,
}

/// A field and the constants around it.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    before: Vec<u8>,
    after: Vec<u8>,
    pub(crate) part: Part,
}

/// A salt, directly after the namespace.
#[derive(Debug, Clone)]
pub(crate) struct Salt {
    pub(crate) algorithm: &'static str,
    pub(crate) form: SaltForm,
    /// The field that the salt is computed from, or `None` for the whole key.
    pub(crate) of: Option<usize>,
    /// The logarithm of the odds that the salt does not fit by chance.
    pub(crate) evidence: f64,
    /// The number of different values that the salt is computed from.
    pub(crate) distinct: usize,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum SaltForm {
    Bytes { width: usize, last: bool },
    Hex { width: usize, last: bool },
    Buckets { width: usize, count: u32 },
    BucketDigits { width: usize, count: u32 },
}

impl KeyType {
    /// Turns the parts after the namespace and the salt into fields. Constants go to the namespace or to a neighboring
    /// field. `in_row` is the number of parts before the qualifier of a wide row.
    pub(crate) fn new(
        samples: usize,
        mut namespace: Vec<u8>,
        salted: bool,
        separation: Separation,
        parts: Vec<Part>,
        in_row: Option<usize>,
    ) -> Self {
        let mut fields: Vec<Field> = Vec::new();
        let (mut constant, mut sort_key) = (Vec::new(), None);
        for (index, part) in parts.into_iter().enumerate() {
            if in_row == Some(index) {
                // A constant at the end of the row does not belong to the qualifier.
                if let Some(last) = fields.last_mut() {
                    last.after = std::mem::take(&mut constant);
                }
                sort_key = Some(fields.len());
            }
            match part.reading {
                Reading::Constant(bytes) if fields.is_empty() && !salted => namespace.extend(bytes),
                Reading::Constant(bytes) => constant = bytes,
                _ => {
                    let name = format!("{}_{}", word(&part.reading), fields.len() + 1);
                    fields.push(Field { name, before: std::mem::take(&mut constant), after: Vec::new(), part });
                }
            }
        }
        if let Some(last) = fields.last_mut() {
            last.after = constant;
        }
        Self {
            name: "GuessedKey".to_owned(),
            samples,
            cost: f64::INFINITY,
            namespace,
            namespace_lead: f64::INFINITY,
            separation,
            salt: None,
            fields,
            sort_key,
        }
    }

    /// Sets the leads of the namespace and of the fields, see [`Part::lead`]. `leads` are the leads of all parts after
    /// the salt.
    pub(crate) fn set_leads(&mut self, leads: &[f64]) {
        let mut leads = leads.iter().copied();
        if self.salt.is_none() && !self.namespace.is_empty() {
            self.namespace_lead = leads.next().unwrap_or(f64::INFINITY);
        }
        for field in &mut self.fields {
            if !field.before.is_empty() {
                leads.next();
            }
            field.part.lead = leads.next().unwrap_or(f64::INFINITY);
            if !field.after.is_empty() {
                leads.next();
            }
        }
    }

    /// Returns this key type with the constant before a field as the beginning of the field's text. Returns `None` if
    /// the field is not text, or if no constant text is before it.
    pub(crate) fn joined(&self, field: usize) -> Option<Self> {
        let mut joined = self.clone();
        let field = &mut joined.fields[field];
        let constant = std::mem::take(&mut field.before);
        match &mut field.part.reading {
            _ if as_text(&constant).is_none_or(str::is_empty) => return None,
            Reading::VariableLength { text: true } => {}
            Reading::Padded { width } => *width += constant.len(),
            _ => return None,
        }
        Some(joined)
    }

    /// Returns the layout, which equals the layout of the struct. Returns `None` if no layout has these parts.
    pub(crate) fn layout(&self) -> Option<Layout> {
        let mut json = self.unsalted_layout_json()?;
        if let Some(salt) = &self.salt {
            json["salt"] = self.salt_json(salt);
        }
        FileLayout::deserialize(&json).ok().map(|FileLayout(layout)| layout)
    }

    /// Returns the layout without the salt, as JSON. Returns `None` if no part is a field.
    pub(crate) fn unsalted_layout_json(&self) -> Option<Value> {
        if self.fields.is_empty() {
            return None;
        }
        let shell = |bytes: &[u8]| HbaseShell(bytes).to_string();
        let field = |field: &Field| {
            let mut json = encoding(&field.part.reading);
            json["name"] = field.name.clone().into();
            for (name, constant) in [("before", &field.before), ("after", &field.after)] {
                if !constant.is_empty() {
                    json[name] = shell(constant).into();
                }
            }
            json
        };
        let sort_key = self.sort_key.and_then(|index| self.fields.get(index)).map(|field| &field.name);
        Some(json!({
            "rowkey_layout": 1,
            "name": self.name,
            "namespace": shell(&self.namespace),
            "separator": match self.separation {
                Separation::Escapes => json!("escape"),
                Separation::Terminator(byte) => json!({ "terminator": separator_text(byte) }),
                Separation::Delimiter(byte) => json!({ "delimiter": separator_text(byte) }),
            },
            "fields": self.fields.iter().map(field).collect::<Vec<Value>>(),
            "sort_key": sort_key,
        }))
    }

    pub(crate) fn salt_json(&self, salt: &Salt) -> Value {
        let (form, width) = match salt.form {
            SaltForm::Bytes { width, last } => (json!({ "bytes": { "last": last } }), width),
            SaltForm::Hex { width, last } => (json!({ "hex": { "last": last } }), width),
            SaltForm::Buckets { width, count } => (json!({ "buckets": { "count": count } }), width),
            SaltForm::BucketDigits { width, count } => (json!({ "bucket_digits": { "count": count } }), width),
        };
        let mut json = json!({ "algorithm": salt.algorithm, "form": form, "width": width });
        if let Some(of) = salt.of {
            json["of"] = json!([self.fields[of].name]);
        }
        json
    }

    /// Returns keys that the struct does not decode, at most `limit`. Returns `None` if no layout has the parts of the struct.
    pub(crate) fn not_decoded<'k>(&self, keys: impl Iterator<Item = &'k [u8]>, limit: usize) -> Option<Vec<&'k [u8]>> {
        let layout = self.layout()?;
        let decodes = |key: &[u8]| {
            let explanation = rowkey_explain::explain(&layout, key);
            let fields = explanation.parts().iter().filter(|part| part.kind() == PartKind::Field);
            let bytes = fields.map(|part| part.range().map_or(&[][..], |range| &key[range]));
            // A layout accepts any bytes as the value of a codec, so the reading checks these bytes.
            explanation.is_ok()
                && self.fields.iter().zip(bytes).all(|(field, bytes)| field.part.reading.is_written_by_codec(bytes))
        };
        Some(keys.filter(|key| !decodes(key)).take(limit).collect())
    }

    /// Returns the struct as Rust code.
    pub(crate) fn code(&self) -> String {
        let mut code = String::from("#[derive(Debug, Clone, PartialEq, rowkey::RowKey)]\n");
        let mut words = Vec::new();
        if !self.namespace.is_empty() {
            words.push(format!("namespace = {}", literal(&self.namespace)));
        }
        match self.separation {
            Separation::Terminator(byte) if self.has_terminator() => {
                words.push(format!("terminator = {}", separator(byte)));
            }
            // The attribute is left out if no field has the terminator.
            Separation::Escapes | Separation::Terminator(_) => {}
            Separation::Delimiter(byte) => words.push(format!("delimiter = {}", separator(byte))),
        }
        if let Some(format) = self.format() {
            words.push(format!("fields = {}", format.path()));
        }
        if let Some(salt @ Salt { of: None, .. }) = &self.salt {
            words.push(salt.code());
        }
        if !words.is_empty() {
            let _ = writeln!(code, "#[rowkey({})]", words.join(", "));
        }
        let _ = writeln!(code, "struct {} {{", self.name);
        for (index, field) in self.fields.iter().enumerate() {
            if let Some(salt) = self.salt.as_ref().filter(|salt| salt.of == Some(index)) {
                let _ = writeln!(code, "    #[{}]", salt.code());
            }
            if self.sort_key == Some(index) {
                code.push_str("    #[rowkey(sort_key)]\n");
            }
            field.code(self.format(), &mut code);
        }
        code.push_str("}\n");
        code
    }

    /// Returns the parts, with the likelihood of each reading.
    pub(crate) fn parts(&self) -> Vec<ProposedPart> {
        let mut parts = Vec::new();
        if !self.namespace.is_empty() {
            let reading = format!("constant {}", literal(&self.namespace));
            // The constant is described once, in the first key. Every other key saves all its bits.
            let saved = 8.0 * as_f64(self.namespace.len()) * as_f64(self.samples - 1) - PART_COST;
            let bits = saved.min(self.namespace_lead / LEAD_THAT_DOUBLES_ODDS);
            let percent = likelihood(bits, self.samples);
            parts.push(ProposedPart { name: "namespace".to_owned(), percent, reading });
        }
        if let Some(salt) = &self.salt {
            let of = salt.of.map_or("the whole key", |of| &self.fields[of].name);
            let percent = likelihood(salt.evidence, salt.distinct);
            let reading = format!("{} of {of}", salt.code());
            parts.push(ProposedPart { name: "salt".to_owned(), percent, reading });
        }
        // Perhaps the first bytes distinguish kinds of rows, and each kind has other fields.
        let several_kinds = self.namespace.is_empty() && self.salt.is_none() && self.ends_in_any_bytes();
        for (index, field) in self.fields.iter().enumerate() {
            let Part { reading, distinct, .. } = &field.part;
            let mut reading = describe(reading);
            let percent = if self.is_fragment(index) {
                reading += ", or the first bytes of a longer number";
                50
            } else if several_kinds && !field.part.is_unrelated() {
                50
            } else {
                field.part.likelihood(self.samples)
            };
            if *distinct == 1 {
                reading += "; all keys have the same value";
            } else if *distinct < FEW_VALUES && *distinct < self.samples {
                let _ = write!(reading, "; the keys have only {distinct} different values");
            }
            if self.sort_key == Some(index) {
                reading += "; the qualifier begins here";
            }
            parts.push(ProposedPart { name: field.name.clone(), percent, reading });
        }
        parts
    }

    /// Returns true if the field can be the first bytes of a longer number: its bytes have a pattern, the fields directly after
    /// it have no pattern, and together they have the 4 or 8 bytes of a number.
    fn is_fragment(&self, index: usize) -> bool {
        let number = |field: &Field| match field.part.reading {
            Reading::Number { width, .. } | Reading::Array { width } => Some(width),
            _ => None,
        };
        let Some((first, rest)) = self.fields.get(index..).and_then(<[Field]>::split_first) else { return false };
        let Some(mut width) = number(first).filter(|width| *width < 4 && !first.part.is_unrelated()) else {
            return false;
        };
        for field in rest.iter().take_while(|field| field.before.is_empty() && field.part.is_unrelated()) {
            let Some(more) = number(field).filter(|_| first.after.is_empty()) else { break };
            width += more;
            if matches!(width, 4 | 8) {
                return true;
            }
        }
        false
    }

    /// Returns true if the last field is bytes of any kind. Such a struct decodes almost every key, so decoding
    /// confirms little.
    pub(crate) fn ends_in_any_bytes(&self) -> bool {
        self.fields.last().is_some_and(|last| last.part.reading == Reading::VariableLength { text: false })
    }

    /// Returns advice if there are too few samples for a good guess, or several kinds of them.
    pub(crate) fn advice(&self) -> Option<Advice> {
        if self.samples < FEW_SAMPLES {
            return Some(Advice::MoreKeys { needed: FEW_SAMPLES });
        }
        self.ends_in_any_bytes().then_some(Advice::KeysOfOneKind)
    }

    /// Returns the format of the fields, if all of them are columns in the same format.
    fn format(&self) -> Option<Format> {
        let mut formats = self.fields.iter().map(|field| match &field.part.reading {
            Reading::Column(column) => Some(column.format),
            _ => None,
        });
        let first = formats.next()??;
        formats.all(|format| format == Some(first)).then_some(first)
    }

    fn has_terminator(&self) -> bool {
        let last = self.fields.len().saturating_sub(1);
        let is_terminated = |(index, field): (usize, &Field)| {
            field.part.reading.ends_at_separator() && (index < last || !field.after.is_empty())
        };
        self.fields.iter().enumerate().any(is_terminated)
    }
}

impl SaltForm {
    pub(crate) fn width(self) -> usize {
        match self {
            Self::Bytes { width, .. }
            | Self::Hex { width, .. }
            | Self::Buckets { width, .. }
            | Self::BucketDigits { width, .. } => width,
        }
    }

    /// Returns the bits of a salt in one key.
    pub(crate) fn bits(self) -> f64 {
        match self {
            Self::Bytes { width, .. } => 8.0 * as_f64(width),
            Self::Hex { width, .. } => 4.0 * as_f64(width),
            Self::Buckets { count, .. } | Self::BucketDigits { count, .. } => f64::from(count).log2(),
        }
    }
}

impl Salt {
    pub(crate) fn code(&self) -> String {
        let algorithm = self.algorithm;
        let last_word = |last| if last { ", last" } else { "" };
        match self.form {
            SaltForm::Bytes { width, last } => format!("salt({algorithm}, {width}{})", last_word(last)),
            SaltForm::Hex { width, last } => format!("salt({algorithm}, {}{}, hex)", width / 2, last_word(last)),
            SaltForm::Buckets { count, .. } => format!("salt({algorithm}, buckets = {count})"),
            SaltForm::BucketDigits { count, .. } => format!("salt({algorithm}, buckets = {count}, digits)"),
        }
    }
}

impl Field {
    /// Appends the code of the field. `format` is the format that an attribute of the struct already names for all
    /// fields.
    fn code(&self, format: Option<Format>, code: &mut String) {
        let constants: Vec<String> = [("before", &self.before), ("after", &self.after)]
            .into_iter()
            .filter(|(_, constant)| !constant.is_empty())
            .map(|(name, constant)| format!("{name} = {}", literal(constant)))
            .collect();
        if !constants.is_empty() {
            let _ = writeln!(code, "    #[rowkey({})]", constants.join(", "));
        }
        let (attributes, rust) = declaration(&self.part.reading);
        for attribute in attributes.into_iter().filter(|_| format.is_none()) {
            let _ = writeln!(code, "    #[{attribute}]");
        }
        let _ = writeln!(code, "    {}: {rust},", self.name);
    }
}

/// Returns the description of a part, such as `a number in 8 bytes`.
fn describe(reading: &Reading) -> String {
    match reading {
        Reading::Number { width, form, time } => {
            let form = match form {
                NumberForm::Unsigned => "",
                NumberForm::Signed => ", its sign bit flipped",
                NumberForm::Descending | NumberForm::SignedDescending => ", complemented",
                NumberForm::LittleEndian => ", little-endian",
                NumberForm::TwosComplement => ", two's complement",
            };
            format!("a number in {}{form}{}", several(*width, "byte"), since_1970(*time))
        }
        Reading::Digits { width, time } => {
            format!("a number in {}{}", several(*width, "digit"), since_1970(*time))
        }
        Reading::NinesMinus { width, time } => {
            let nines = "9".repeat(*width);
            format!("{nines} minus a number, in {}{}", several(*width, "digit"), since_1970(Some(*time)))
        }
        Reading::MaxMinus { time } => {
            format!("Long.MAX_VALUE minus a number, in 19 digits{}", since_1970(Some(*time)))
        }
        Reading::Decimal => "a number in digits without leading zeros".to_owned(),
        Reading::Hex { width } => format!("a number in {}", several(*width, "hex digit")),
        Reading::Time { format, .. } => {
            format!("a {} as {format}", if format.contains("%H") { "time" } else { "date" })
        }
        Reading::Array { width } => format!("{} of any kind", several(*width, "byte")),
        Reading::Unterminated => "text, up to the parts of fixed widths".to_owned(),
        Reading::Float { width } => format!("a floating-point number in {}", several(*width, "byte")),
        Reading::Uuid => "a UUID; the type needs the feature `uuid1`".to_owned(),
        Reading::Ulid => "a ULID; the type needs the feature `ulid3`".to_owned(),
        Reading::Padded { width } => format!("text in {}, filled with zero bytes", several(*width, "byte")),
        Reading::VariableLength { text } => content(*text).to_owned(),
        Reading::Percent { text, .. } => format!("{} in percent-encoding", content(*text)),
        Reading::LengthPrefixed { length, text } => {
            let then = format!("and then the {}", content(*text));
            match length {
                Length::BigEndian(width) => format!("a length in {}, {then}", several(*width, "byte")),
                Length::LittleEndian(width) => {
                    format!("a length in {}, little-endian, {then}", several(*width, "byte"))
                }
                Length::Below128 => {
                    format!("a length in 1 byte, {then}; #[length(varint)] has the same bytes up to 127")
                }
                Length::Varint => format!("a length as a varint, {then}"),
            }
        }
        Reading::Column(Column { format, value_type, optional, time }) => {
            let missing = if *optional { ", or null" } else { "" };
            format!("{} of {}{missing}{}", value_type.name(), format.name(), since_1970(*time))
        }
        Reading::Constant(bytes) => format!("constant {}", literal(bytes)),
    }
}

fn content(text: bool) -> &'static str {
    if text { "text" } else { "bytes" }
}

fn since_1970(time: Option<Unit>) -> String {
    time.map_or(String::new(), |unit| format!(": {} since 1970", unit.name()))
}

/// Returns text such as `1 byte` or `8 bytes`.
fn several(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns a separator as a Rust literal.
fn separator(byte: u8) -> String {
    if byte.is_ascii() { format!("{:?}", char::from(byte)) } else { format!("b'\\x{byte:02X}'") }
}

/// Returns a separator as it is written in a layout file.
fn separator_text(byte: u8) -> String {
    if byte.is_ascii() { char::from(byte).to_string() } else { format!("\\x{byte:02x}") }
}

fn literal(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.chars().any(char::is_control) => format!("{text:?}"),
        _ => format!("b\"{}\"", bytes.escape_ascii()),
    }
}

/// Returns the word with which the field's name begins, such as `time` in `time_2`.
fn word(reading: &Reading) -> &'static str {
    match reading {
        Reading::Time { format, .. } if !format.contains("%H") => "date",
        Reading::Number { time: Some(_), .. }
        | Reading::Digits { time: Some(_), .. }
        | Reading::Column(Column { time: Some(_), .. })
        | Reading::MaxMinus { .. }
        | Reading::NinesMinus { .. }
        | Reading::Time { .. } => "time",
        Reading::Number { .. }
        | Reading::Digits { .. }
        | Reading::Decimal
        | Reading::Hex { .. }
        | Reading::Float { .. } => "number",
        Reading::Column(column) => column.value_type.word(),
        Reading::Uuid | Reading::Ulid => "id",
        Reading::Padded { .. }
        | Reading::Unterminated
        | Reading::VariableLength { text: true }
        | Reading::Percent { text: true, .. }
        | Reading::LengthPrefixed { text: true, .. } => "text",
        Reading::Array { .. }
        | Reading::VariableLength { .. }
        | Reading::Percent { .. }
        | Reading::LengthPrefixed { .. }
        | Reading::Constant(_) => "bytes",
    }
}

fn declaration(reading: &Reading) -> (Vec<String>, String) {
    let plain = |rust: &str| (Vec::new(), rust.to_owned());
    let with = |attributes: &[&str], rust: &str| {
        (attributes.iter().map(|attribute| (*attribute).to_owned()).collect(), rust.to_owned())
    };
    match *reading {
        Reading::Number { width, form, .. } => {
            let signed = matches!(form, NumberForm::Signed | NumberForm::SignedDescending | NumberForm::TwosComplement);
            let bits = 8 * width.next_power_of_two();
            let rust = format!("{}{bits}", if signed { 'i' } else { 'u' });
            let is_descending = matches!(form, NumberForm::Descending | NumberForm::SignedDescending);
            let format = match form {
                NumberForm::LittleEndian => Some("LittleEndian"),
                NumberForm::TwosComplement => Some("TwosComplement"),
                _ => (!width.is_power_of_two()).then_some("IntegerBytes"),
            };
            let codec = format.map(|format| format!("rowkey(codec = rowkey_formats::{format}<{width}>)"));
            (codec.into_iter().chain(is_descending.then(|| "descending".to_owned())).collect(), rust)
        }
        Reading::Digits { width, .. } => with(&[&format!("pad({width})")], digits_type(width).0),
        Reading::NinesMinus { width, .. } => with(&[&format!("pad({width})"), "descending"], digits_type(width).0),
        Reading::MaxMinus { .. } => with(&["rowkey(codec = rowkey_formats::MaxMinus)"], "i64"),
        Reading::Decimal => with(&["decimal"], "u64"),
        Reading::Hex { width } => with(&["rowkey(codec = rowkey_formats::Hex)"], &format!("u{}", 4 * width)),
        Reading::Time { format, .. } => {
            let rust = match format {
                _ if format.ends_with('Z') => "jiff::Timestamp",
                _ if format.contains("%H") => "jiff::civil::DateTime",
                _ => "jiff::civil::Date",
            };
            with(&[&format!("format({format:?})")], rust)
        }
        Reading::Float { width } => plain(&format!("f{}", 8 * width)),
        Reading::Array { width } => plain(&format!("[u8; {width}]")),
        Reading::Uuid => plain("uuid::Uuid"),
        Reading::Ulid => plain("ulid::Ulid"),
        Reading::Padded { width } => with(&[&format!("pad({width})")], "String"),
        Reading::VariableLength { text } => plain(content_type(text)),
        Reading::Unterminated => with(&["unterminated"], "String"),
        Reading::Percent { text, delimiter: b'/' } => {
            with(&["rowkey(codec = rowkey_formats::PercentEscaped)"], content_type(text))
        }
        Reading::Percent { text, delimiter } => {
            let delimiter = separator(delimiter);
            with(&[&format!("rowkey(codec = rowkey_formats::PercentEscaped<{delimiter}>)")], content_type(text))
        }
        Reading::LengthPrefixed { length, text } => {
            let length = match length {
                Length::BigEndian(bytes) => format!("u{}", 8 * bytes),
                Length::LittleEndian(bytes) => format!("u{}, little_endian", 8 * bytes),
                Length::Below128 => "u8".to_owned(),
                Length::Varint => "varint".to_owned(),
            };
            with(&[&format!("length({length})")], content_type(text))
        }
        Reading::Column(Column { format, value_type, optional, .. }) => {
            let rust = value_type.rust();
            let rust = if optional { format!("Option<{rust}>") } else { rust.to_owned() };
            with(&[&format!("rowkey(codec = {})", format.path())], &rust)
        }
        Reading::Constant(_) => plain("()"),
    }
}

fn content_type(text: bool) -> &'static str {
    if text { "String" } else { "Vec<u8>" }
}

/// Returns the type of a number with this many digits, and the greatest value of the type.
fn digits_type(width: usize) -> (&'static str, u128) {
    match width {
        ..=9 => ("u32", u32::MAX.into()),
        10..=19 => ("u64", u64::MAX.into()),
        _ => ("u128", u128::MAX),
    }
}

/// Returns the JSON of a field in a layout file, without the field's name.
fn encoding(reading: &Reading) -> Value {
    match *reading {
        Reading::Number { width, form, .. } => number(width, form),
        Reading::Digits { width, .. } => digits(width),
        Reading::NinesMinus { width, .. } => {
            json!({ "kind": "descending", "of": digits(width) })
        }
        Reading::MaxMinus { .. } => in_format(<MaxMinus>::NAME, &json!({ "kind": "signed", "width": 8 })),
        Reading::Decimal => json!({ "kind": "unpadded_digits", "signed": false, "max": u64::MAX.to_string() }),
        Reading::Hex { width } => in_format(Hex::NAME, &json!({ "kind": "unsigned", "width": width / 2 })),
        Reading::Time { format, width } => json!({ "kind": "time", "format": format, "width": width }),
        Reading::Float { width } => json!({ "kind": "float", "width": width }),
        Reading::Array { width } => json!({ "kind": "array", "width": width }),
        Reading::Uuid => json!({ "kind": "value", "value": "uuid" }),
        Reading::Ulid => json!({ "kind": "value", "value": "ulid" }),
        Reading::Padded { width } => json!({ "kind": "padded_text", "width": width, "pad": "\0" }),
        Reading::Percent { .. } => {
            json!({ "kind": "custom", "codec": "percent-encoding", "width": null, "sorts": false })
        }
        Reading::VariableLength { text } => json!({ "kind": content(text) }),
        Reading::Unterminated => json!({ "kind": "unterminated", "of": { "kind": "text" } }),
        Reading::LengthPrefixed { length, text } => {
            let length = match length {
                Length::BigEndian(width) => json!({ "big": width }),
                Length::LittleEndian(width) => json!({ "little": width }),
                Length::Below128 => json!({ "big": 1 }),
                Length::Varint => json!("varint"),
            };
            json!({ "kind": "after_length", "length": length, "of": { "kind": content(text) } })
        }
        Reading::Column(Column { format, value_type, optional, .. }) => {
            let of = value_type.encoding();
            let of = if optional { json!({ "kind": "optional", "of": of }) } else { of };
            in_format(format.name(), &of)
        }
        Reading::Constant(_) => Value::Null,
    }
}

/// Returns the encoding of a value in a format. `of` is its encoding without the format.
fn in_format(name: &str, of: &Value) -> Value {
    json!({ "kind": "format", "format": name, "of": of })
}

fn digits(width: usize) -> Value {
    json!({ "kind": "digits", "width": width, "max": digits_type(width).1.to_string() })
}

fn number(width: usize, form: NumberForm) -> Value {
    let type_width = width.next_power_of_two();
    let unsigned = json!({ "kind": "unsigned", "width": type_width });
    let signed = json!({ "kind": "signed", "width": type_width });
    let in_format = |form: &str, of| in_format(&format!("{form}{width}-byte"), &of);
    let big_endian = |of| if width == type_width { of } else { in_format("", of) };
    match form {
        NumberForm::Unsigned => big_endian(unsigned),
        NumberForm::Signed => big_endian(signed),
        NumberForm::Descending => json!({ "kind": "descending", "of": big_endian(unsigned) }),
        NumberForm::SignedDescending => json!({ "kind": "descending", "of": big_endian(signed) }),
        NumberForm::LittleEndian => in_format("little-endian ", unsigned),
        NumberForm::TwosComplement => in_format("two's complement ", signed),
    }
}
