//! Draws random keys: types, attributes, separators, salts and namespaces, in any valid combination. Writes them as
//! source code that `main.rs` compiles.

use std::fmt;

use rowkey_proof::laws::{RangeMethods, has_order, has_starts_and_ends, range_methods};
use rowkey_proof::model::{BucketFunction, Codec, Digest, Endian, Field, Format, Kind, Layout, Salt, Separator};
use rowkey_proof::random::Random;

use crate::types::{self, Type};

/// A random key: its layout in the model, and the parts of its source code.
pub(crate) struct Draft {
    layout: Layout,
    /// The contents of `#[rowkey(..)]` above the struct.
    key_attributes: Vec<String>,
    fields: Vec<FieldSource>,
    is_tuple: bool,
}

struct FieldSource {
    name: &'static str,
    attributes: Vec<String>,
    type_source: &'static str,
}

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
const TUPLE_NAMES: [&str; 3] = ["0", "1", "2"];

/// Separators as written in source, each with its byte. `'\0'` is drawn more often, because only `'\0'` keeps
/// variable-length fields in order.
const SEPARATORS: [(&str, u8); 11] = [
    ("'\\0'", 0),
    ("'\\0'", 0),
    ("'\\0'", 0),
    ("'_'", b'_'),
    ("'|'", b'|'),
    ("'a'", b'a'),
    ("'0'", b'0'),
    ("' '", b' '),
    ("'\\x7F'", 0x7F),
    ("b'\\xFF'", 0xFF),
    ("b'\\xC3'", 0xC3),
];

const NAMESPACES: [(&str, &[u8]); 7] = [
    ("\"ns\"", b"ns"),
    ("\"\"", b""),
    ("\"a_\"", b"a_"),
    ("b\"\\0\"", b"\0"),
    ("b\"\\xFF\"", b"\xFF"),
    ("b\"\\xFF\\xFF\"", b"\xFF\xFF"),
    ("b\"n\\xFF\"", b"n\xFF"),
];

/// Constants before and after fields as written in source, each with its bytes. Some look like a separator or an
/// escape.
const CONSTANTS: [(&str, &[u8]); 6] = [
    ("\"/\"", b"/"),
    ("\"_r\"", b"_r"),
    ("b\"\\0\"", b"\0"),
    ("b\"\\0\\0\"", b"\0\0"),
    ("b\"\\xFF\"", b"\xFF"),
    ("b\"a\\xFF\\0\"", b"a\xFF\0"),
];

/// Namespaces of the keys of a key space. No namespace is the beginning of another one.
const NAMESPACES_OF_KINDS: [(&str, &[u8]); 7] = [
    ("\"a/\"", b"a/"),
    ("\"a_\"", b"a_"),
    ("\"b\"", b"b"),
    ("b\"\\0\"", b"\0"),
    ("b\"\\x01\\0\"", b"\x01\0"),
    ("b\"\\xFF\\xFF\"", b"\xFF\xFF"),
    ("b\"\\xFFn\"", b"\xFFn"),
];

const DIGESTS: [(&str, Digest); 5] = [
    ("md5", Digest::Md5),
    ("sha256", Digest::Sha256),
    ("xxh3", Digest::Xxh3),
    ("crc32", Digest::Crc32),
    ("murmur3", Digest::Murmur3),
];

/// Numbers of buckets. Around some of them, the salt gets wider, or the buckets become too many for ranges.
const BUCKETS: [u64; 14] = [1, 2, 3, 7, 10, 11, 16, 100, 101, 256, 257, 1000, 4097, 65_537];

/// Pad characters as written in source, each with its byte.
const PADS: [(&str, u8); 6] = [("", 0), ("", 0), (", '\\0'", 0), (", 'x'", b'x'), (", '_'", b'_'), (", ' '", b' ')];

/// The formats of other systems as written in source, each with the format in the model.
/// `FoundationDb` is drawn more often: a byte that follows a string decides where the string ends.
const FORMATS: [(&str, Format); 8] = [
    ("FoundationDb", Format::FoundationDb),
    ("FoundationDb", Format::FoundationDb),
    ("FoundationDb", Format::FoundationDb),
    ("Memcomparable", Format::Memcomparable),
    ("OrderedCode", Format::OrderedCode),
    ("OrderedBytes", Format::OrderedBytes),
    ("Phoenix", Format::Phoenix),
    ("Tidb", Format::Tidb),
];

impl Draft {
    /// Draws keys until the layout of one is valid.
    pub(crate) fn draw(random: &mut Random<'_>) -> Draft {
        loop {
            let draft = Draft::draw_any(random);
            // The laws compare keys, so a layout needs more than one key.
            let has_one_key = draft.layout.fields.iter().all(|field| field.kind == Kind::Array(0));
            if draft.layout.mistake().is_none() && !may_have_ff_after_zero(&draft.layout) && !has_one_key {
                return draft;
            }
        }
    }

    fn draw_any(random: &mut Random<'_>) -> Draft {
        let is_tuple = random.once_in(6);
        let names: &[&str] = if is_tuple { &TUPLE_NAMES } else { &NAMES };
        let may_borrow = random.once_in(4);
        let count = random.within(0..names.len()).max(random.within(0..names.len())) + 1;
        let format = random.once_in(3).then(|| *random.one_of(&FORMATS));
        let drawn =
            names[..count].iter().map(|name| draw_field(random, name, may_borrow, format.map(|(_, format)| format)));
        let (mut written, mut fields): (Vec<FieldSource>, Vec<Field>) = drawn.unzip();
        if format.is_none() && count > 1 && random.once_in(8) {
            draw_unterminated(random, names, &mut written, &mut fields);
        }
        let has_field_to_the_end = format.is_none() && random.once_in(8);
        if has_field_to_the_end {
            let last = count - 1;
            (written[last], fields[last]) = draw_field_to_the_end(random, names[last]);
        }
        draw_constants(random, &mut written, &mut fields, has_field_to_the_end);
        let mut layout = Layout::new(fields);
        let mut key_attributes = Vec::new();
        if let Some((name, format)) = format {
            layout = layout.fields_in(format);
            key_attributes.push(format!("fields = {name}"));
        }
        if random.once_in(4) {
            let (text, bytes) = *random.one_of(&NAMESPACES);
            layout = layout.namespace(bytes);
            key_attributes.push(format!("namespace = {text}"));
        }
        let (end, byte) = *random.one_of(&SEPARATORS);
        // Most fields in a format need no separator.
        match random.within(if format.is_some() { 0..12 } else { 0..5 }) {
            0 | 1 => {
                layout = layout.delimiter(byte);
                key_attributes.push(format!("delimiter = {end}"));
            }
            2 => {
                layout = layout.terminator(byte);
                key_attributes.push(format!("terminator = {end}"));
            }
            _ => {}
        }
        if random.within(0..5) < 2 {
            let (salt, written_salt) = draw_salt(random, &layout);
            match random.within(0..4) {
                0 => {
                    layout = layout.salt(salt);
                    key_attributes.push(format!("salt({written_salt})"));
                }
                1 => {
                    let mut of: Vec<usize> = (0..count).collect();
                    random.shuffle(&mut of);
                    of.truncate(random.within(1..count + 1));
                    let of_names: Vec<&str> = of.iter().map(|index| names[*index]).collect();
                    key_attributes.push(format!("salt({written_salt}, of({}))", of_names.join(", ")));
                    layout = layout.salt(salt.of(of));
                }
                _ => {
                    let index = random.within(0..count);
                    layout = layout.salt(salt.of([index]));
                    let index_of_salt = random.within(0..written[index].attributes.len() + 1);
                    written[index].attributes.insert(index_of_salt, format!("#[salt({written_salt})]"));
                }
            }
        }
        if random.once_in(3) {
            draw_sort_key(random, &mut written, &layout);
        }
        random.shuffle(&mut key_attributes);
        Draft { layout, key_attributes, fields: written, is_tuple }
    }

    /// Draws a key for a variant of a key space, with the given namespace instead of a random one.
    fn draw_kind(random: &mut Random<'_>, (text, bytes): (&str, &[u8])) -> Draft {
        loop {
            let mut draft = Draft::draw(random);
            let is_hashed = draft.layout.fields.iter().any(|field| field.hash.is_some());
            if draft.is_tuple || draft.is_borrowed() || is_hashed {
                continue;
            }
            draft.layout = draft.layout.namespace(bytes);
            draft.key_attributes.retain(|attribute| !attribute.starts_with("namespace"));
            draft.key_attributes.push(format!("namespace = {text}"));
            return draft;
        }
    }

    /// Returns the methods that a prefix has once `step` fields are set, in the notation of `key!`:
    /// `range [in starts]`, for example.
    fn methods(&self, step: usize) -> String {
        let method = match range_methods(&self.layout, step) {
            RangeMethods::Range => "range",
            RangeMethods::Ranges(_) => "ranges",
            RangeMethods::None => return "neither []".into(),
        };
        let [starts, ends] = has_starts_and_ends(&self.layout.fields[step]);
        let words = [("in", has_order(&self.layout, step)), ("starts", starts), ("ends", ends)];
        let words: Vec<&str> = words.iter().filter(|(_, has_method)| *has_method).map(|(word, _)| *word).collect();
        format!("{method} [{}]", words.join(" "))
    }

    /// Returns the word before the struct in an argument of `key!`. A key that cannot be decoded into an owned value has
    /// no records.
    pub(crate) fn word(&self) -> &'static str {
        let is_hashed = self.layout.fields.iter().any(|field| field.hash.is_some());
        if is_hashed || self.is_borrowed() { "scanned" } else { "recorded" }
    }

    fn is_borrowed(&self) -> bool {
        self.fields.iter().any(|field| field.type_source.contains("'a"))
    }
}

/// Writes the key as an argument of the macro `key!`.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for attribute in &self.key_attributes {
            write!(f, "#[rowkey({attribute})] ")?;
        }
        let [open, close] = if self.is_tuple { ["(", ")"] } else { ["{", "}"] };
        let life = if self.is_borrowed() { "<'a> " } else { "" };
        writeln!(f, "struct {life}{open}")?;
        for (step, FieldSource { name, attributes, type_source }) in self.fields.iter().enumerate() {
            let attributes: String = attributes.iter().map(|attribute| format!("{attribute} ")).collect();
            let methods = self.methods(step);
            if self.is_tuple {
                writeln!(f, "            {name}: {attributes}{type_source} => {methods},")?;
            } else {
                writeln!(f, "            {attributes}{name}: {type_source} => {methods},")?;
            }
        }
        write!(f, "        {close}")
    }
}

/// Draws a key space of two to four keys, as an argument of the macro `space!`.
pub(crate) fn draw_space(random: &mut Random<'_>) -> String {
    let mut namespaces = NAMESPACES_OF_KINDS;
    random.shuffle(&mut namespaces);
    let kinds = ["First", "Second", "Third", "Fourth"].into_iter().take(random.within(2..5));
    let kinds =
        kinds.zip(namespaces).map(|(kind, namespace)| format!("{kind} {}", Draft::draw_kind(random, namespace)));
    kinds.collect::<Vec<_>>().join("\n        ")
}

/// Draws a field. In a key whose fields are in a `format`, the field has a type that the format supports.
fn draw_field(
    random: &mut Random<'_>,
    name: &'static str,
    may_borrow: bool,
    format: Option<Format>,
) -> (FieldSource, Field) {
    let mut types = types::owned();
    if may_borrow && format.is_none() && random.once_in(2) {
        types = types::borrowed();
    }
    // At least half of the fields have variable length, because most bugs are only possible in such fields.
    if random.once_in(2) {
        types.retain(|one| one.kind.is_variable_length());
    }
    if let Some(format) = format {
        types.retain(|one| format.supports(&one.kind) && !one.has_codec);
    }
    let Type { source: type_source, kind, has_codec, .. } = types.swap_remove(random.within(0..types.len()));
    loop {
        let mut field = if has_codec { Field::new(kind.clone()).own_codec() } else { Field::new(kind.clone()) };
        let mut attributes = Vec::new();
        if !has_codec && random.once_in(if format.is_some() { 10 } else { 4 }) {
            draw_form_of_other_system(random, type_source, &mut field, &mut attributes, format.is_some());
            if random.once_in(4) {
                field = field.descending();
                attributes.push("#[descending]".to_owned());
            }
            if Layout::new([field.clone()]).mistake().is_none() {
                random.shuffle(&mut attributes);
                return (FieldSource { name, attributes, type_source }, field);
            }
            continue;
        }
        match random.within(0..8) {
            0 | 1 => {
                field = field.descending();
                attributes.push("#[descending]".to_owned());
            }
            2 => {
                field = field.reverse();
                attributes.push("#[reverse]".to_owned());
            }
            3 => {
                let is_function = random.once_in(3);
                let (digest, one) =
                    if is_function { *random.one_of(&types::hash_functions()) } else { *random.one_of(&DIGESTS) };
                // A digest of fewer bytes could be the same for two values of a test.
                let size = if is_function { one.width() } else { random.within(4..one.width() + 1) };
                let is_hex = random.once_in(3);
                field = if is_hex { field.hash_hex(one, size) } else { field.hash(one, size) };
                attributes.push(format!("#[hash({digest}, {size}{})]", if is_hex { ", hex" } else { "" }));
            }
            _ => {}
        }
        if !has_codec && matches!(kind, Kind::U(_) | Kind::I(_) | Kind::Str) && random.once_in(2) {
            let ((fill, byte), width) = match kind {
                Kind::Str => (*random.one_of(&PADS), random.within(1..20)),
                // About as many digits as the greatest value has.
                Kind::U(bytes) | Kind::I(bytes) => (PADS[0], (bytes * 12 / 5 + random.within(0..4)).clamp(1, 39)),
                _ => unreachable!("an integer or a text"),
            };
            field = field.pad_with(width, byte);
            attributes.push(format!("#[pad({width}{fill})]"));
        }
        let in_format =
            format.map_or(Layout::new([field.clone()]), |format| Layout::new([field.clone()]).fields_in(format));
        if in_format.mistake().is_none() {
            random.shuffle(&mut attributes);
            return (FieldSource { name, attributes, type_source }, field);
        }
    }
}

/// Stores a field of the type `type_source` as another system does, and adds the attributes for it. `has_format` is
/// true if the key has a format for all its fields.
fn draw_form_of_other_system(
    random: &mut Random<'_>,
    type_source: &str,
    field: &mut Field,
    attributes: &mut Vec<String>,
    has_format: bool,
) {
    let drawn = field.clone();
    // A field in a format cannot borrow from the key.
    if !has_format && !type_source.contains('\'') && random.once_in(2) {
        let (name, format) = *random.one_of(&FORMATS);
        *field = drawn.format(format);
        attributes.push(format!("#[rowkey(codec = {name})]"));
        return;
    }
    // These codecs accept the types named here, but no newtypes.
    let value = type_source.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(type_source);
    let is_plain = matches!(value, "String" | "Vec<u8>" | "Title" | "Customer") || value.starts_with(['u', 'i']);
    if !has_format && is_plain && random.once_in(3) {
        let codec = *random.one_of(&Codec::ALL);
        *field = drawn.codec(codec);
        attributes.push(format!("#[rowkey(codec = {codec:?})]"));
        return;
    }
    let inner = if let Kind::Opt(inner) = &field.kind { inner } else { &field.kind };
    if let Kind::U(of_type) | Kind::I(of_type) = *inner {
        let is_signed = matches!(inner, Kind::I(_));
        let mut drawn = drawn;
        let is_narrow = random.once_in(2);
        let bytes = if is_narrow { random.within(1..(of_type + 2).min(16) + 1) } else { of_type };
        match random.within(0..4) {
            0 if bytes > 1 => {
                drawn = drawn.bytes(bytes).little_endian();
                attributes.push(format!("#[rowkey(codec = LittleEndian<{bytes}>)]"));
            }
            1 if is_signed => {
                drawn = drawn.bytes(bytes).twos_complement();
                attributes.push(format!("#[rowkey(codec = TwosComplement<{bytes}>)]"));
            }
            _ if is_narrow => {
                drawn = drawn.bytes(bytes);
                attributes.push(format!("#[rowkey(codec = IntegerBytes<{bytes}>)]"));
            }
            _ => {
                drawn = drawn.decimal();
                attributes.push("#[decimal]".to_owned());
            }
        }
        *field = drawn;
        return;
    }
    let (drawn, length) = match random.within(0..6) {
        0 | 1 => (drawn.length_varint(), "varint"),
        2 => (drawn.length(4, Endian::Little), "u32, little_endian"),
        3 => (drawn.length(2, Endian::Big), "u16"),
        4 => (drawn.length(8, Endian::Big), "u64"),
        _ => (drawn.length(1, Endian::Big), "u8"),
    };
    *field = drawn;
    attributes.push(format!("#[length({length})]"));
}

/// Begins the sort key with a field, if one can have the attribute. The model does not know it, because the bytes of a key are
/// the same.
fn draw_sort_key(random: &mut Random<'_>, written: &mut [FieldSource], layout: &Layout) {
    let first = usize::from(layout.salt.is_none());
    let last = layout.fields.iter().position(|field| field.unterminated).unwrap_or(layout.fields.len() - 1);
    if first <= last {
        let index = random.within(first..last + 1);
        written[index].attributes.push("#[rowkey(sort_key)]".to_owned());
    }
}

/// Replaces the last fields by a text or bytes without a terminator, and fixed-width fields after it.
fn draw_unterminated(
    random: &mut Random<'_>,
    names: &[&'static str],
    written: &mut [FieldSource],
    fields: &mut [Field],
) {
    let first = random.within(0..fields.len() - 1);
    for index in first..fields.len() {
        let mut types = types::owned();
        types.retain(|one| !one.has_codec && (index > first || matches!(one.kind, Kind::Str | Kind::Bytes)));
        loop {
            let Type { source: type_source, kind, .. } = random.one_of(&types);
            let field = Field::new(kind.clone());
            let (field, attributes) = if index == first {
                (field.unterminated(), vec!["#[unterminated]".to_owned()])
            } else {
                (field, vec![])
            };
            let is_valid = index == first || Layout::new([fields[first].clone(), field.clone()]).mistake().is_none();
            if is_valid {
                written[index] = FieldSource { name: names[index], attributes, type_source };
                fields[index] = field;
                break;
            }
        }
    }
}

/// Draws a field that extends to the end of the key: a list, or an `Option` with `#[rowkey(optional)]`.
fn draw_field_to_the_end(random: &mut Random<'_>, name: &'static str) -> (FieldSource, Field) {
    let is_list = random.once_in(2);
    let (types, attribute) =
        if is_list { (types::lists(), "#[rowkey(list)]") } else { (types::owned(), "#[rowkey(optional)]") };
    loop {
        let Type { source: type_source, kind, .. } = random.one_of(&types);
        let field = Field::new(kind.clone());
        let field = if is_list { field.list() } else { field.optional() };
        if Layout::new([field.clone()]).mistake().is_none() {
            return (FieldSource { name, attributes: vec![attribute.to_owned()], type_source }, field);
        }
    }
}

/// Checks whether an `FF` may follow the `00` at the end of a FoundationDB text, or whether such a text is descending. Both
/// layouts are compile errors. This function also returns true for some valid layouts.
fn may_have_ff_after_zero(layout: &Layout) -> bool {
    let ends_in_zero = |field: &Field| {
        let kind = if let Kind::Opt(inner) = &field.kind { inner } else { &field.kind };
        let is_string = matches!(kind, Kind::Str | Kind::Bytes | Kind::Array(_));
        field.format == Some(Format::FoundationDb) && is_string || types::ends_in_foundation_db_string(kind)
    };
    let may_begin_with_ff = |field: &Field| {
        let is_tuple_element = field.format == Some(Format::FoundationDb) && !field.descending;
        !is_tuple_element || field.before.first() == Some(&0xFF)
    };
    let fields = &layout.fields;
    let is_before_ff = |index: usize| {
        let is_delimiter = matches!(layout.separator, Separator::Delimiter(0xFF));
        let is_after = fields[index].after.as_ref().is_some_and(|after| after.first() == Some(&0xFF));
        is_delimiter || is_after || fields.get(index + 1).is_some_and(may_begin_with_ff)
    };
    (0..fields.len()).any(|index| ends_in_zero(&fields[index]) && (fields[index].descending || is_before_ff(index)))
}

/// Adds constants before and after some of the fields. An empty constant after the last field adds no bytes itself, but
/// gives a variable-length field a terminator.
fn draw_constants(
    random: &mut Random<'_>,
    written: &mut [FieldSource],
    fields: &mut [Field],
    has_field_to_the_end: bool,
) {
    if !random.once_in(3) {
        return;
    }
    let last = fields.len() - 1;
    for (index, (written, field)) in written.iter_mut().zip(fields).enumerate() {
        if random.once_in(3) {
            let (text, bytes) = *random.one_of(&CONSTANTS);
            *field = field.clone().before(bytes);
            written.attributes.push(format!("#[rowkey(before = {text})]"));
        }
        if random.once_in(4) && !(has_field_to_the_end && index == last) {
            let empty: (&str, &[u8]) = ("\"\"", b"");
            // After a field of fixed width, an empty constant changes nothing and does not compile.
            let is_empty = index == last && field.is_variable_length() && random.once_in(4);
            let (text, bytes) = if is_empty { empty } else { *random.one_of(&CONSTANTS) };
            *field = field.clone().after(bytes);
            written.attributes.push(format!("#[rowkey(after = {text})]"));
        }
    }
}

/// Draws a salt over the whole key, and returns it with its source.
fn draw_salt(random: &mut Random<'_>, layout: &Layout) -> (Salt, String) {
    let (name, digest) = *random.one_of(&DIGESTS);
    if random.once_in(2) {
        let size = if random.once_in(4) { random.within(1..digest.width() + 1) } else { 1 };
        let mut salt = Salt::digest(digest, size);
        let mut written = format!("{name}, {size}");
        if random.once_in(3) {
            salt = salt.last();
            written += ", last";
        }
        if random.once_in(3) {
            salt = salt.hex();
            written += ", hex";
        }
        return (salt, written);
    }
    let count = *random.one_of(&BUCKETS);
    let has_integer = layout.fields.iter().any(|field| field.kind.is_integer());
    let (name, by) = match random.within(0..4) {
        0 if has_integer => ("modulo", BucketFunction::Modulo),
        1 => ("phoenix", BucketFunction::Phoenix),
        _ => (name, BucketFunction::Digest(digest)),
    };
    let salt = Salt::buckets(by, count);
    let written = format!("{name}, buckets = {count}");
    if random.once_in(3) { (salt.digits(), written + ", digits") } else { (salt, written) }
}
