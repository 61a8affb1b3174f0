//! Draws random fields of layouts. `pairs.rs` draws several layouts for the same values, and compares their bytes and
//! fingerprints.

use rowkey_proof::model::{self, Digest, Endian, Field, Format, Kind, Layout};
use rowkey_proof::random::Random;
use serde_json::{Value as Json, json};

/// The kind of value in a field, independent of the field's type and attributes. For example, the fields of `Number(2)`
/// store numbers that fit into two bytes, in a `u16`, an `i64` or as digits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// A number of this many bytes, unless it is padded.
    Number(usize),
    /// A number of two bytes that may be negative.
    Signed,
    Bool,
    Char,
    Float,
    Text,
    Bytes,
    Array(usize),
    /// An enum of two variants.
    Enum,
    /// An enum of three variants: one with a number, one with a text, and one without fields.
    Variants,
    Date,
    DateTime,
    /// A date that is stored as a number of days.
    Days,
    FixedWidthCodec,
    VariableLengthCodec,
    OptionalNumber,
    OptionalText,
    /// An array of two structs with one number each.
    Numbers,
    /// An array of two structs with one text each.
    Texts,
}

pub(super) const SHAPES: [Shape; 23] = [
    Shape::Number(1),
    Shape::Number(2),
    Shape::Number(3),
    Shape::Signed,
    Shape::Bool,
    Shape::Char,
    Shape::Float,
    Shape::Text,
    Shape::Bytes,
    Shape::Array(0),
    Shape::Array(1),
    Shape::Array(3),
    Shape::Enum,
    Shape::Variants,
    Shape::Date,
    Shape::DateTime,
    Shape::Days,
    Shape::FixedWidthCodec,
    Shape::VariableLengthCodec,
    Shape::OptionalNumber,
    Shape::OptionalText,
    Shape::Numbers,
    Shape::Texts,
];

/// The letters of drawn texts. Only a few letters are separators (`_` and `\0`), so most layouts can encode the texts.
const LETTERS: [char; 16] = ['a', 'b', 'c', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'é', 'é', '_', '\0', 'x'];

/// A random value for a field of any shape. For example, [`Shape::Text`] uses the member `text`.
pub(super) struct Value {
    number: u8,
    is_negative: bool,
    text: String,
    bytes: Vec<u8>,
    /// The year, month, day, hour, minute, second and nanosecond.
    time: [u32; 7],
    is_some: bool,
    /// The bits of a float as `f64` and as `f32`, if the float is unusual: -0.0, NaN or infinite. Some formats cannot
    /// store these floats.
    float: Option<(u64, u32)>,
}

impl Value {
    pub(super) fn draw(random: &mut Random<'_>) -> Value {
        let letters = random.within(0..4);
        let mut between = |from: usize, to: usize| u32::try_from(random.within(from..to)).unwrap();
        let time = [
            between(1900, 2100),
            between(1, 13),
            between(1, 29),
            between(0, 24),
            between(0, 60),
            between(0, 60),
            between(0, 1_000_000_000),
        ];
        let text: String = (0..letters).map(|_| *random.one_of(&LETTERS)).collect();
        // The length of a long text needs two bytes in a varint.
        let text = if random.once_in(4) { text.repeat(64) } else { text };
        Value {
            // Fits into all integer types, but has too many digits for some pads.
            number: u8::try_from(random.within(1..128)).unwrap(),
            is_negative: random.once_in(2),
            text,
            bytes: (0..4).map(|_| *random.one_of(&[1, 2, b'a', b'b', 0x80, 0xFE])).collect(),
            time,
            is_some: !random.once_in(3),
            float: None,
        }
    }

    /// Returns values that not all layouts can encode.
    pub(super) fn unusual(random: &mut Random<'_>) -> [Value; 3] {
        let texts = [String::new(), "\0".into(), "a".repeat(300)];
        let floats = [-0.0, -f64::NAN, f64::INFINITY].map(f64::to_bits);
        let shorter = [-0.0, -f32::NAN, f32::INFINITY].map(f32::to_bits);
        std::array::from_fn(|index| Value {
            text: texts[index].clone(),
            float: Some((floats[index], shorter[index])),
            is_some: true,
            ..Value::draw(random)
        })
    }
}

/// Converts drawn values to the model's value of a field. The slice has one value for each shape in the field.
type ValueOf = dyn Fn(&[Value]) -> model::Value;

/// A drawn field: its description in the model, its JSON in a layout file, and the function that returns its values.
pub(super) struct Part {
    /// The number of shapes in the field: more than one for a struct of several fields.
    shapes: usize,
    pub(super) field: Field,
    file: Json,
    value: Box<ValueOf>,
}

impl Part {
    fn new(kind: Kind, file: Json, value: impl Fn(&Value) -> model::Value + 'static) -> Part {
        let value = move |values: &[Value]| value(&values[0]);
        Part { shapes: 1, field: Field::new(kind), file, value: Box::new(value) }
    }
}

/// Draws a field for values of the shape, without `#[pad]`, `#[descending]`, `#[reverse]` and `#[hash]`.
fn plain(shape: Shape, random: &mut Random<'_>) -> Part {
    match shape {
        Shape::Number(width) => number(width, false, random),
        Shape::Signed => number(2, true, random),
        Shape::Bool => {
            Part::new(Kind::Bool, json!({"kind": "bool"}), |value| model::Value::Bool(value.number % 2 == 1))
        }
        Shape::Char => Part::new(Kind::Char, json!({"kind": "char"}), |value| model::Value::Char(value.number.into())),
        Shape::Float if random.once_in(2) => Part::new(Kind::F32, json!({"kind": "float", "width": 4}), |value| {
            model::Value::F32(value.float.map_or((f32::from(value.number) - 50.0).to_bits(), |(_, bits)| bits))
        }),
        Shape::Float => Part::new(Kind::F64, json!({"kind": "float", "width": 8}), |value| {
            model::Value::F64(value.float.map_or((f64::from(value.number) - 50.0).to_bits(), |(bits, _)| bits))
        }),
        Shape::Text => {
            let part = Part::new(Kind::Str, json!({"kind": "text"}), |value| model::Value::Str(value.text.clone()));
            maybe_after_length(part, random)
        }
        Shape::Bytes => {
            let part = Part::new(Kind::Bytes, json!({"kind": "bytes"}), |value| {
                model::Value::Bytes(value.text.clone().into())
            });
            maybe_after_length(part, random)
        }
        Shape::Array(width) => {
            array(width, json!({"kind": "array", "width": width}), move |value| value.bytes[..width].to_vec())
        }
        Shape::Enum => codes(random),
        Shape::Variants => variants(random),
        Shape::Date | Shape::DateTime => time(shape == Shape::Date, random),
        Shape::Days => {
            let first = *random.one_of(&[-719_162, 0]);
            let file = json!({"kind": "value", "value": {"date": {"first": first, "last": 9}}});
            array(4, file, |value| value.bytes.clone())
        }
        Shape::FixedWidthCodec => {
            let file = json!({"kind": "custom", "codec": "Fixed", "width": 2, "sorts": random.once_in(2)});
            array(2, file, |value| value.bytes[..2].to_vec())
        }
        Shape::VariableLengthCodec => {
            // Codecs with different names write different bytes.
            let name = *random.one_of(&["a", "a", "b"]);
            let self_delimited = random.once_in(3);
            let file = json!({
                "kind": "custom", "codec": name, "width": null, "self_delimited": self_delimited, "sorts": random.once_in(2),
            });
            let part =
                Part::new(Kind::Bytes, file, move |value| model::Value::Bytes([name, &value.text].concat().into()));
            // This codec writes the length of its bytes before them.
            if self_delimited { Part { field: part.field.length_varint(), ..part } } else { part }
        }
        Shape::Numbers => array_of(Shape::Number(2), random),
        Shape::Texts => array_of(Shape::Text, random),
        Shape::OptionalNumber | Shape::OptionalText => {
            let of = if shape == Shape::OptionalText { Shape::Text } else { Shape::Number(2) };
            let Part { field, file, value, .. } = plain(of, random);
            let optional = move |of: &[Value]| model::Value::Opt(of[0].is_some.then(|| Box::new(value(of))));
            let field = Field { kind: Kind::Opt(Box::new(field.kind)), ..field };
            Part { shapes: 1, field, file: json!({"kind": "optional", "of": file}), value: Box::new(optional) }
        }
    }
}

fn array_of(of: Shape, random: &mut Random<'_>) -> Part {
    let part = attributed(of, false, random);
    let kind = Kind::Elements(Box::new(Kind::Struct(vec![part.field.clone()])), 2);
    let parts = file_fields(std::slice::from_ref(&part));
    let file = json!({"kind": "elements", "count": 2, "of": {"kind": "struct", "fields": parts}});
    Part::new(kind, file, move |value| {
        let element = model::Value::Struct(vec![descending(&part, (part.value)(std::slice::from_ref(value)))]);
        model::Value::List(vec![element; 2])
    })
}

fn array(width: usize, file: Json, bytes: impl Fn(&Value) -> Vec<u8> + 'static) -> Part {
    Part::new(Kind::Array(width), file, move |value| model::Value::Array(bytes(value)))
}

/// Draws a number field that is `width` bytes wide, in an integer type of at least this width. If `may_be_negative` is
/// false, no encoding is drawn that differs from another one only for negative numbers. No negative numbers are drawn
/// for such a field, so the two encodings would seem to be alike.
fn number(width: usize, may_be_negative: bool, random: &mut Random<'_>) -> Part {
    let signed = may_be_negative || random.once_in(4);
    // No integer type has three bytes.
    let type_width = if width == 3 || random.once_in(4) { *random.one_of(&[4, 8, 16]) } else { width };
    let kind = if signed { Kind::I(type_width) } else { Kind::U(type_width) };
    let field = Field::new(kind);
    let sign = if signed { "signed" } else { "unsigned" };
    let integer = maybe_non_zero(json!({"kind": sign, "width": type_width}), random);
    let in_format = |form: &str| rowkey_proof::untyped::in_format(&format!("{form}{width}-byte"), &integer);
    let (field, file) = match random.within(0..8) {
        0 => {
            let max = random.within(99..999).to_string();
            let file = json!({"kind": "unpadded_digits", "signed": signed, "max": max});
            (field.decimal(), maybe_non_zero(file, random))
        }
        1 if may_be_negative => (field.bytes(width).twos_complement(), in_format("two's complement ")),
        2 | 3 if width > 1 && signed == may_be_negative => {
            (field.bytes(width).little_endian(), in_format("little-endian "))
        }
        _ if width != type_width || random.once_in(8) => (field.bytes(width), in_format("")),
        _ => (field, integer),
    };
    // Numbers of two or three bytes are multiples of 253 or 253 * 253, so that they use all their bytes. Therefore no
    // salt may have 253 buckets: a modulo salt would put all these numbers into bucket 0.
    let factor: i128 = [1, 253, 253 * 253].get(width - 1).copied().unwrap_or(1);
    let value = move |value: &Value| {
        let number = factor * i128::from(value.number);
        match signed {
            true if may_be_negative && value.is_negative => model::Value::I(-number, type_width),
            true => model::Value::I(number, type_width),
            false => model::Value::U(number.unsigned_abs(), type_width),
        }
    };
    Part { field, ..Part::new(Kind::Bool, file, value) }
}

/// Returns the part, whose field is a text or bytes. Some parts get a length before the content.
fn maybe_after_length(part: Part, random: &mut Random<'_>) -> Part {
    if !random.once_in(3) {
        return part;
    }
    let (field, length) = match random.within(0..6) {
        0 | 1 => (part.field.length_varint(), json!("varint")),
        2 => {
            let width = *random.one_of(&[2, 4, 8]);
            (part.field.length(width, Endian::Little), json!({"little": width}))
        }
        _ => {
            let width = *random.one_of(&[1, 1, 2, 4, 8]);
            (part.field.length(width, Endian::Big), json!({"big": width}))
        }
    };
    Part { field, file: json!({"kind": "after_length", "length": length, "of": part.file}), ..part }
}

fn maybe_non_zero(file: Json, random: &mut Random<'_>) -> Json {
    if random.once_in(3) { json!({"kind": "non_zero", "of": file}) } else { file }
}

/// Draws an enum without data, with its two variants in either order.
fn codes(random: &mut Random<'_>) -> Part {
    let pools = [["1", "2"], ["0", "3"], ["ax", "bx"], ["ay", "by"], ["a", "b"], ["a", "bb"]];
    let codes = *random.one_of(&pools);
    let mut file = codes.map(|code| json!({"name": format!("V{code}"), "bytes": code}));
    if random.once_in(2) {
        file.reverse();
    }
    let kind = Kind::UnitEnum(codes.iter().map(|code| code.as_bytes().to_vec()).collect());
    Part::new(kind, json!({"kind": "codes", "codes": file}), |value| {
        model::Value::UnitVariant((value.number % 2).into())
    })
}

/// Draws an enum with data, with its variants in random order.
fn variants(random: &mut Random<'_>) -> Part {
    let mut codes = *random.one_of(&[["1", "2", "3"], ["ax", "b", "c"]]);
    let shapes: [&[Shape]; 3] = [&[Shape::Number(1)], &[Shape::Text], &[]];
    let mut variants =
        shapes.map(|shapes| -> Vec<Part> { shapes.iter().map(|shape| attributed(*shape, false, random)).collect() });
    if codes[0] == "ax" && random.once_in(2) {
        // The last byte of the code can also be written as a constant before the field.
        codes[0] = "a";
        add_before(&mut variants[0][0], "x");
    }
    let of_model = |(code, parts): (&&str, &Vec<Part>)| {
        (code.as_bytes().to_vec(), parts.iter().map(|part| part.field.clone()).collect())
    };
    let kind = Kind::DataEnum(codes.iter().zip(&variants).map(of_model).collect());
    let of_file =
        |(code, parts): (&&str, &Vec<Part>)| json!({"name": code, "bytes": code, "fields": file_fields(parts)});
    let mut file: Vec<Json> = codes.iter().zip(&variants).map(of_file).collect();
    random.shuffle(&mut file);
    Part::new(kind, json!({"kind": "variants", "variants": file}), move |value| {
        let index = usize::from(value.number % 3);
        let of = |part: &Part| descending(part, (part.value)(std::slice::from_ref(value)));
        model::Value::DataVariant(index, variants[index].iter().map(of).collect())
    })
}

/// Marks the value as descending if the field is descending. The model needs this mark for the fields of structs and
/// variants.
fn descending(part: &Part, value: model::Value) -> model::Value {
    if part.field.descending { model::Value::Descending(Box::new(value)) } else { value }
}

/// Draws a time in a text format. Some formats are spelled in two ways, such as `%F` and `%Y-%m-%d`.
fn time(is_date: bool, random: &mut Random<'_>) -> Part {
    let start = *random.one_of(&["", "", "n", "_"]);
    let date = *random.one_of(&["%F", "%Y-%m-%d", "%Y%%%m%%%d"]);
    let of_day = *random.one_of(&["%T", "%H:%M:%S", "%T%f", "%T%9f", "%T.%3f", "%T%.3f"]);
    let end = *random.one_of(&["", "", "_"]);
    let format = if is_date { format!("{start}{date}{end}") } else { format!("{start}{date}{of_day}{end}") };
    let width = formatted_time(&format, [2000, 1, 1, 0, 0, 0, 0]).len();
    let of = if is_date { json!({"date": {"first": 0, "last": 9}}) } else { Json::Null };
    let file = json!({"kind": "time", "format": format, "width": width, "of": of});
    array(width, file, move |value| formatted_time(&format, value.time).into())
}

fn formatted_time(format: &str, [year, month, day, hour, minute, second, nanos]: [u32; 7]) -> String {
    let text = format.replace("%%", "\u{1}").replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S");
    let text = text.replace("%.", ".%").replace("%f", "%9f");
    let text = text.replace("%9f", &format!("{nanos:09}")).replace("%3f", &format!("{:03}", nanos / 1_000_000));
    let text = text.replace("%Y", &format!("{year:04}"));
    let numbers = [("%m", month), ("%d", day), ("%H", hour), ("%M", minute), ("%S", second)];
    let text = numbers.iter().fold(text, |text, (directive, number)| text.replace(directive, &format!("{number:02}")));
    text.replace('\u{1}', "%")
}

pub(super) const DIGESTS: [(&str, Digest); 4] =
    [("md5", Digest::Md5), ("xxh3", Digest::Xxh3), ("crc32", Digest::Crc32), ("murmur3", Digest::Murmur3)];

fn attributed(shape: Shape, may_hash: bool, random: &mut Random<'_>) -> Part {
    loop {
        let padded = random.once_in(3);
        // The digits of a padded number do not depend on its integer type, so any type is drawn.
        let typed = match shape {
            Shape::Number(_) if padded => Shape::Number(*random.one_of(&[1, 4, 8])),
            shape => shape,
        };
        let Part { shapes, mut field, mut file, value } = plain(typed, random);
        match shape {
            Shape::Number(_) if padded => {
                let width = random.within(1..4);
                field = field.pad(width);
                let max = random.within(99..999).to_string();
                file = maybe_non_zero(json!({"kind": "digits", "width": width, "max": max}), random);
            }
            Shape::Text if padded => {
                let (width, pad) = (random.within(1..7), *random.one_of(&[' ', 'x']));
                field = field.pad_with(width, pad as u8);
                file = json!({"kind": "padded_text", "width": width, "pad": pad});
            }
            _ => {}
        }
        let is_plain = field.pad.is_none() && field.foreign.is_none();
        let format = *random.one_of(&Format::ALL);
        if is_plain && may_be_in_format(format, shape, &field.kind) && random.once_in(4) {
            (field, file) = in_format(format, field, &file);
        }
        // The model represents dates and codecs as arrays or bytes, which allow `#[reverse]`. The fields themselves do
        // not allow it.
        let may_reverse =
            field.format.is_none() && matches!(shape, Shape::Number(_) | Shape::Text | Shape::Bytes | Shape::Array(_));
        match random.within(0..8) {
            0 => {
                field = field.descending();
                file = json!({"kind": "descending", "of": file});
            }
            1 if may_reverse => {
                field = field.reverse();
                file = json!({"kind": "reversed", "of": file});
            }
            2 if may_hash && field.format.is_none() && has_bytes(&field) => {
                (field, file) = hashed(field, &file, random)
            }
            _ => {}
        }
        if Layout::new([field.clone()]).mistake().is_none() {
            return Part { shapes, field, file, value };
        }
    }
}

/// Checks whether a field of the shape can be in the format. The model represents dates and codecs as arrays or bytes,
/// but fields of these types cannot be in a format.
///
/// Returns false for unsigned integers in Phoenix's format, which cannot store the greater half of them. Numbers of
/// this half are never drawn, so layouts with and without the format would seem to be alike.
fn may_be_in_format(format: Format, shape: Shape, kind: &Kind) -> bool {
    use Shape as S;
    let is_other_type =
        matches!(shape, S::Number(3) | S::Date | S::DateTime | S::Days | S::FixedWidthCodec | S::VariableLengthCodec);
    let is_limited = format == Format::Phoenix && matches!(kind, Kind::U(_));
    format.supports(kind) && !is_other_type && !is_limited
}

fn in_format(format: Format, field: Field, file: &Json) -> (Field, Json) {
    let name = match format {
        Format::FoundationDb => "FoundationDB",
        Format::Memcomparable => "memcomparable",
        Format::OrderedCode => "ordered code",
        Format::OrderedBytes => "OrderedBytes",
        Format::Phoenix => "Phoenix",
        Format::Tidb => "TiDB",
    };
    (field.format(format), rowkey_proof::untyped::in_format(name, file))
}

fn hashed(field: Field, file: &Json, random: &mut Random<'_>) -> (Field, Json) {
    let ((name, digest), hex) = (*random.one_of(&DIGESTS), random.once_in(3));
    let field = if hex { field.hash_hex(digest, 4) } else { field.hash(digest, 4) };
    let width = if hex { 8 } else { 4 };
    (field, json!({"kind": "hashed", "algorithm": name, "hex": hex, "width": width, "of": file}))
}

/// Checks whether the field's encoding can have any bytes. The digest of a field without bytes is a constant, so the
/// same constant in a namespace would give the same bytes.
pub(super) fn has_bytes(field: &Field) -> bool {
    match &field.kind {
        Kind::Array(width) => *width > 0,
        Kind::Struct(fields) => fields.iter().any(has_bytes),
        _ => true,
    }
}

/// Draws fields for the shapes, and puts some of the fields into nested structs of at most `depth` levels.
pub(super) fn fields(mut shapes: &[Shape], depth: usize, random: &mut Random<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    while let [first, rest @ ..] = shapes {
        if depth > 0 && random.once_in(4) {
            let count = random.within(1..shapes.len() + 1);
            let (inner, rest) = shapes.split_at(count);
            let inner = with_constants(fields(inner, depth - 1, random), false, random);
            parts.push(structure(inner, depth == DEPTH, random));
            shapes = rest;
        } else {
            parts.push(attributed(*first, depth == DEPTH, random));
            shapes = rest;
        }
    }
    parts
}

fn add_before(part: &mut Part, constant: &str) {
    part.field = part.field.clone().before(constant);
    part.file["before"] = json!(constant.replace('\0', "\\x00"));
}

pub(super) fn with_constants(mut parts: Vec<Part>, in_key: bool, random: &mut Random<'_>) -> Vec<Part> {
    const CONSTANTS: [&str; 4] = ["n", "_", "\0", "n_"];
    let last = parts.len() - 1;
    for (index, part) in parts.iter_mut().enumerate() {
        if random.once_in(12) {
            let constant = *random.one_of(&CONSTANTS);
            add_before(part, constant);
        }
        if random.once_in(12) {
            let constant = if in_key && index == last && random.once_in(2) { "" } else { *random.one_of(&CONSTANTS) };
            part.field = part.field.clone().after(constant);
            part.file["after"] = json!(constant.replace('\0', "\\x00"));
        }
    }
    parts
}

pub(super) const DEPTH: usize = 2;

fn structure(parts: Vec<Part>, may_hash: bool, random: &mut Random<'_>) -> Part {
    let part = if random.once_in(4) { of_one_variant(parts, random) } else { group(parts) };
    let Part { shapes, field, file, value } = part;
    let (field, file) = if random.once_in(4) {
        (field.descending(), json!({"kind": "descending", "of": file}))
    } else if may_hash && has_bytes(&field) && random.once_in(6) {
        hashed(field, &file, random)
    } else {
        (field, file)
    };
    Part { shapes, field, file, value }
}

pub(super) fn fields_in_format(
    format: Format,
    mut shapes: &[Shape],
    depth: usize,
    random: &mut Random<'_>,
) -> Vec<Part> {
    let mut parts = Vec::new();
    while !shapes.is_empty() {
        let is_struct = depth > 0 && format != Format::Phoenix && random.once_in(2);
        let (of, rest) = shapes.split_at(if is_struct { random.within(1..shapes.len() + 1) } else { 1 });
        let mut part =
            if is_struct { group(fields_in_format(format, of, depth - 1, random)) } else { plain(of[0], random) };
        while part.field.foreign.is_some() || !is_struct && !may_be_in_format(format, of[0], &part.field.kind) {
            part = plain(of[0], random);
        }
        let (field, file) = in_format(format, part.field, &part.file);
        parts.push(Part { field, file, ..part });
        shapes = rest;
    }
    parts
}

/// Returns the parts as an enum with one variant, or as a struct that begins with the variant's code as a constant.
/// Both have the same bytes.
fn of_one_variant(mut parts: Vec<Part>, random: &mut Random<'_>) -> Part {
    const CODE: &str = "n";
    if random.once_in(2) {
        let before = [CODE.as_bytes(), &parts[0].field.before].concat();
        add_before(&mut parts[0], str::from_utf8(&before).expect("a text"));
        return group(parts);
    }
    let fields = parts.iter().map(|part| part.field.clone()).collect();
    let field = Field::new(Kind::DataEnum(vec![(CODE.into(), fields)]));
    let file =
        json!({"kind": "variants", "variants": [{"name": "Only", "bytes": CODE, "fields": file_fields(&parts)}]});
    let shapes = parts.iter().map(|part| part.shapes).sum();
    let value = move |of: &[Value]| {
        let of = parts.iter().zip(values(&parts, of)).map(|(part, value)| descending(part, value));
        model::Value::DataVariant(0, of.collect())
    };
    Part { shapes, field, file, value: Box::new(value) }
}

fn group(parts: Vec<Part>) -> Part {
    let field = Field::new(Kind::Struct(parts.iter().map(|part| part.field.clone()).collect()));
    let file = json!({"kind": "struct", "fields": file_fields(&parts)});
    let shapes = parts.iter().map(|part| part.shapes).sum();
    let value = move |of: &[Value]| {
        let of = parts.iter().zip(values(&parts, of)).map(|(part, value)| descending(part, value));
        model::Value::Struct(of.collect())
    };
    Part { shapes, field, file, value: Box::new(value) }
}

/// Returns the JSON of the fields for a layout file, with the names `f0`, `f1` and so on.
pub(super) fn file_fields(parts: &[Part]) -> Vec<Json> {
    let named = |(index, part): (usize, &Part)| {
        let mut file = part.file.clone();
        file["name"] = json!(format!("f{index}"));
        file
    };
    parts.iter().enumerate().map(named).collect()
}

/// Returns the value of each field. `of` has one drawn value for each shape in the fields.
pub(super) fn values(parts: &[Part], mut of: &[Value]) -> Vec<model::Value> {
    let value = |part: &Part| {
        let (first, rest) = of.split_at(part.shapes);
        of = rest;
        (part.value)(first)
    };
    parts.iter().map(value).collect()
}

/// Returns the formats that can store all of the shapes.
pub(super) fn formats_of(shapes: &[Shape]) -> Vec<Format> {
    let has = |format: Format, shape: Shape| {
        let kind = match shape {
            Shape::Number(1 | 2) => Kind::U(8),
            Shape::Signed => Kind::I(8),
            Shape::Bool => Kind::Bool,
            Shape::Char => Kind::Char,
            Shape::Float => Kind::F64,
            Shape::Text => Kind::Str,
            Shape::Bytes => Kind::Bytes,
            Shape::Array(width) => Kind::Array(width),
            Shape::OptionalNumber => Kind::Opt(Box::new(Kind::U(8))),
            Shape::OptionalText => Kind::Opt(Box::new(Kind::Str)),
            _ => return false,
        };
        // Numbers are never negative here, so a signed type can store them too.
        format.supports(&kind) || format.supports(&Kind::I(8)) && matches!(shape, Shape::Number(1 | 2))
    };
    Format::ALL.into_iter().filter(|format| shapes.iter().all(|shape| has(*format, *shape))).collect()
}
