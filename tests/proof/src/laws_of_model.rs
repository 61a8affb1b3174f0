//! Tests that the model of the key encoding satisfies the guarantees of `rowkey/docs/layout.md`, section 12, with
//! thousands of layouts and the test values of [`domain`]. Also tests what the model rejects (section 11).

use std::cmp::Ordering;
use std::sync::LazyLock;

use crate::domain;
use crate::hex::hex;
use crate::model::*;
use crate::values;

const SEPARATORS: [Separator; 6] = [
    Separator::None,
    Separator::Delimiter(0),
    Separator::Delimiter(b'_'),
    Separator::Terminator(0),
    Separator::Terminator(b'a'),
    Separator::Terminator(0xFF),
];

/// Values of a `u8` field next to a variable-length field. Some look like a separator or an escape.
const NEIGHBORS: [u8; 5] = [0x00, 0x01, b'_', 0xFE, 0xFF];

/// Returns fields of most kinds, each with every valid combination of `#[pad]`, `#[descending]` and `#[reverse]`.
fn fields() -> Vec<Field> {
    let kinds = [
        Kind::U(1),
        Kind::U(4),
        Kind::U(16),
        Kind::I(1),
        Kind::I(8),
        Kind::I(16),
        Kind::Bool,
        Kind::Char,
        Kind::F32,
        Kind::F64,
        Kind::Str,
        Kind::Bytes,
        Kind::Array(0),
        Kind::Array(2),
        Kind::Array(3),
    ];
    let options = kinds.clone().map(|kind| Kind::Opt(Box::new(kind)));
    let nested = [Kind::U(1), Kind::Str].map(|kind| Kind::Opt(Box::new(Kind::Opt(Box::new(kind)))));
    let plain = kinds.into_iter().chain(options).chain(nested).map(Field::new);
    let padded = |field: &Field| {
        [
            field.clone(),
            field.clone().pad(1),
            field.clone().pad(8),
            field.clone().pad(39),
            field.clone().pad_with(8, b'a'),
        ]
    };
    let reversed = |field: Field| [field.clone(), field.clone().descending(), field.reverse()];
    let fields = plain.flat_map(|field| padded(&field)).flat_map(reversed);
    fields.filter(|field| Layout::new([field.clone()]).mistake().is_none()).collect()
}

/// Returns layouts with every separator. Each layout has one of the [`fields`] alone, before a `u8` or after a `u8`, or
/// has two variable-length fields. Layouts without a variable-length field only get a delimiter or no separator.
fn layouts() -> Vec<Layout> {
    let byte = Field::of::<u8>;
    let shapes = |field: Field| [vec![field.clone()], vec![field.clone(), byte()], vec![byte(), field]];
    let mut field_lists: Vec<Vec<Field>> = fields().into_iter().flat_map(shapes).collect();
    let variable_length = || [Field::of::<&str>(), Field::of::<Vec<u8>>().descending(), Field::of::<Option<&str>>()];
    field_lists
        .extend(variable_length().iter().flat_map(|first| variable_length().map(|second| vec![first.clone(), second])));
    let separated = |fields: Vec<Field>| SEPARATORS.map(|separator| Layout::new(fields.clone()).separated(separator));
    let is_included = |layout: &Layout| {
        let separators = [Separator::None, Separator::Delimiter(b'_')];
        layout.fields.iter().any(Field::is_variable_length) || separators.contains(&layout.separator)
    };
    field_lists
        .into_iter()
        .flat_map(separated)
        .filter(is_included)
        .filter(|layout| layout.mistake().is_none())
        .collect()
}

fn salted_layouts() -> Vec<Layout> {
    fn length(bytes: &[u8]) -> u64 {
        bytes.len() as u64
    }
    let digests = Digest::ALL.map(|digest| Salt::digest(digest, 2));
    let buckets = [
        BucketFunction::Digest(Digest::Md5),
        BucketFunction::Digest(Digest::Crc32),
        BucketFunction::Phoenix,
        BucketFunction::With(length),
    ]
    .map(|function| Salt::buckets(function, 3));
    let forms = digests.into_iter().chain(buckets).flat_map(|salt| match salt.form {
        Form::Size { .. } => vec![salt.clone(), salt.clone().hex(), salt.clone().last(), salt.hex().last()],
        Form::Buckets { .. } => vec![salt.clone(), salt.digits()],
    });
    let with_inputs = forms.flat_map(|salt| [salt.clone(), salt.clone().of([0]), salt.of([1, 0])]);
    let modulo = Salt::buckets(BucketFunction::Modulo, 300).of([0]);
    let salts = with_inputs.chain([modulo.clone(), modulo.digits()]);
    let fields = [
        [Field::of::<i16>(), Field::of::<&str>()],
        [Field::of::<i16>().descending(), Field::of::<&str>().descending()],
    ];
    let layouts = salts.flat_map(|salt| fields.clone().map(|fields| Layout::new(fields).salt(salt.clone())));
    let separated =
        |layout: Layout| [layout.clone(), layout.clone().delimiter(0), layout.terminator(0).namespace("ns")];
    layouts.flat_map(separated).collect()
}

struct Table {
    layout: Layout,
    rows: Vec<Row>,
}

struct Row {
    bytes: Vec<u8>,
    salt: Vec<u8>,
    key: Vec<Value>,
}

impl Table {
    /// Returns a table of the keys from [`keys`] that have an encoding.
    fn of(layout: Layout) -> Table {
        let width = layout.salt.as_ref().map_or(0, Salt::width);
        let row = |key: Vec<Value>| {
            let bytes = encode(&layout, &key).ok()?;
            let salt = bytes[layout.namespace.len()..][..width].to_vec();
            Some(Row { bytes, salt, key })
        };
        let mut rows: Vec<Row> = keys(&layout.fields).into_iter().filter_map(row).collect();
        rows.sort_by(|a, b| a.bytes.cmp(&b.bytes));
        Table { layout, rows }
    }

    fn sample(&self, count: usize) -> impl Iterator<Item = &Row> {
        self.rows.iter().step_by(self.rows.len().div_ceil(count))
    }
}

/// Returns keys of the given fields. A single field takes all its test values. A field next to a `u8` field takes its
/// test values of up to 17 bytes, and the `u8` field takes [`NEIGHBORS`]. Two other fields take their short test
/// values.
fn keys(fields: &[Field]) -> Vec<Vec<Value>> {
    let is_neighbor = |field: &Field| *field == Field::of::<u8>();
    let neighbors = || NEIGHBORS.map(Value::from).to_vec();
    let columns: Vec<Vec<Value>> = match fields {
        [field] => vec![domain::values(&field.kind)],
        [first, second] if is_neighbor(second) => vec![up_to(17, &first.kind), neighbors()],
        [first, second] if is_neighbor(first) => vec![neighbors(), up_to(17, &second.kind)],
        [first, second] => vec![short(&first.kind), short(&second.kind)],
        other => panic!("no shape for {other:?}"),
    };
    let mut keys = vec![vec![]];
    for column in columns {
        let longer = |key: Vec<Value>| column.iter().map(move |value| [&key[..], std::slice::from_ref(value)].concat());
        keys = keys.into_iter().flat_map(longer).collect();
    }
    keys
}

fn up_to(length: usize, kind: &Kind) -> Vec<Value> {
    fn length_of(value: &Value) -> usize {
        match value {
            Value::Str(text) => text.len(),
            Value::Bytes(bytes) => bytes.len(),
            Value::Opt(Some(inner)) => length_of(inner),
            _ => 0,
        }
    }
    let mut values = domain::values(kind);
    values.retain(|value| length_of(value) <= length);
    values
}

fn short(kind: &Kind) -> Vec<Value> {
    up_to(6, kind)
}

static UNSALTED: LazyLock<Vec<Table>> = LazyLock::new(|| tables(layouts()));
static SALTED: LazyLock<Vec<Table>> = LazyLock::new(|| tables(salted_layouts()));

fn tables(layouts: Vec<Layout>) -> Vec<Table> {
    assert!(layouts.len() > 100);
    let tables: Vec<Table> = layouts.into_iter().map(Table::of).collect();
    for table in &tables {
        assert!(!table.rows.is_empty(), "{:?}", table.layout);
    }
    tables
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn every_encoded_key_decodes_to_its_values() {
    UNSALTED.iter().chain(&*SALTED).for_each(|Table { layout, rows }| {
        for Row { bytes, key, .. } in rows {
            assert_eq!(decode(layout, bytes).as_ref(), Ok(key), "{} of {layout:?}", hex(bytes));
        }
    });
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn different_keys_have_different_bytes() {
    UNSALTED.iter().chain(&*SALTED).for_each(|Table { layout, rows }| {
        for pair in rows.windows(2) {
            assert_ne!(pair[0].bytes, pair[1].bytes, "{:?}, {:?} in {layout:?}", pair[0].key, pair[1].key);
        }
    });
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn bytes_sort_as_values_do() {
    UNSALTED.iter().for_each(|table| {
        if is_ordered(&table.layout) {
            assert_sorted(&table.layout, &table.rows);
        }
    });
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn bytes_sort_as_values_do_within_a_bucket() {
    SALTED.iter().for_each(|Table { layout, rows }| {
        assert!(!is_ordered(layout) && is_ordered_in_bucket(layout));
        for bucket in rows.chunk_by(|a, b| a.salt == b.salt) {
            assert_eq!(salt_of(layout, &bucket[0].key).as_ref(), Ok(&bucket[0].salt));
            assert_sorted(layout, bucket);
        }
    });
}

fn assert_sorted(layout: &Layout, rows: &[Row]) {
    for pair in rows.windows(2) {
        let order = compare(layout, &pair[0].key, &pair[1].key);
        assert_eq!(order, Ordering::Less, "{:?}, {:?} in {layout:?}", pair[0].key, pair[1].key);
    }
}

/// Checks that `is_ordered` is not too strict: in each of these layouts, two keys do sort in the wrong order.
#[test]
fn an_unordered_layout_has_two_keys_in_the_wrong_order() {
    let unordered = [
        Layout::new([Field::of::<u16>().reverse()]),
        Layout::new([Field::of::<&str>().reverse()]),
        Layout::new([Field::of::<u32>().pad(8).reverse()]),
        Layout::new([Field::of::<&str>().pad_with(8, b'a')]),
        Layout::new([Field::of::<&str>(), Field::of::<u8>()]).terminator(b'a'),
        Layout::new([Field::of::<&str>(), Field::of::<u8>()]).delimiter(b'_'),
        Layout::new([Field::of::<Option<&str>>(), Field::of::<u8>()]).delimiter(b'_'),
        Layout::new([Field::of::<u32>().hash(Digest::Md5, 4)]),
        Layout::new([Field::of::<u32>()]).salt(Salt::digest(Digest::Md5, 1)),
    ];
    for layout in unordered {
        assert!(!is_ordered(&layout), "{layout:?}");
        let Table { layout, rows } = Table::of(layout);
        let is_sorted = rows.is_sorted_by(|a, b| compare(&layout, &a.key, &b.key).is_lt());
        assert!(!is_sorted, "{layout:?}");
    }
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn damaged_bytes_are_rejected_or_are_another_key() {
    UNSALTED.iter().chain(&*SALTED).for_each(|table| {
        let layout = &table.layout;
        for row in table.sample(3).filter(|row| row.bytes.len() < 20) {
            for damaged in domain::damaged(&row.bytes) {
                if let Ok(other) = decode(layout, &damaged) {
                    assert_ne!(other, row.key, "{} in {layout:?}", hex(&damaged));
                    assert_eq!(encode(layout, &other), Ok(damaged), "{layout:?}");
                }
            }
        }
    });
}

/// Checks that the matching keys of a query are adjacent in each bucket, so that one range per bucket can contain them.
fn assert_together(Table { layout, rows }: &Table, query: &Query) {
    for bucket in rows.chunk_by(|a, b| a.salt == b.salt) {
        let runs = bucket.chunk_by(|a, b| query.matches(&a.key) == query.matches(&b.key));
        let matching = runs.filter(|run| query.matches(&run[0].key)).count();
        assert!(matching <= 1, "{query:?} finds {matching} runs in {layout:?}");
    }
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn keys_with_equal_leading_fields_are_contiguous() {
    UNSALTED.iter().chain(&*SALTED).for_each(|table| {
        for row in table.sample(4) {
            for count in 1..=row.key.len() {
                assert_together(table, &Query::equal(&row.key[..count]));
            }
        }
    });
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn the_keys_of_a_range_of_an_ordered_field_are_contiguous() {
    UNSALTED.iter().for_each(|table| {
        if is_ordered(&table.layout) {
            for (start, end) in table.sample(4).zip(table.sample(4).skip(2)) {
                let [start, end] = [start, end].map(|row| row.key[0].clone());
                assert_together(table, &Query::equal([]).and_in(start.clone()..end.clone()));
                assert_together(table, &Query::equal([]).and_in(end..=start));
            }
        }
    });
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn keys_that_start_alike_are_contiguous_if_the_field_sorts() {
    UNSALTED.iter().for_each(|table| {
        let field = &table.layout.fields[0];
        if has_contiguous_parts(field) && !field.reverse {
            for start in short(&field.kind) {
                assert_together(table, &Query::equal([]).and_starts_with(start));
            }
        }
    });
}

#[test]
#[ignore = "seconds, over thousands of layouts; the CI runs it"]
fn keys_that_end_alike_are_contiguous_if_the_field_is_reversed() {
    UNSALTED.iter().for_each(|table| {
        let field = &table.layout.fields[0];
        if has_contiguous_parts(field) && field.reverse {
            for end in short(&field.kind) {
                assert_together(table, &Query::equal([]).and_ends_with(end));
            }
        }
    });
}

/// Checks whether keys must be adjacent if their values in this field start with the same text, or in a reversed field,
/// end with the same text.
fn has_contiguous_parts(field: &Field) -> bool {
    matches!(field.kind, Kind::Str | Kind::Bytes) && field.pad.is_none_or(|pad| pad.fill == 0)
}

/// `layout.md`, section 11.2.
#[test]
fn values_that_cannot_be_encoded_are_rejected() {
    let assert_rejected = |layout: &Layout, values: Vec<Value>, field: usize, reason: Reason| {
        assert_eq!(encode(layout, &values), Err(Rejection { field, reason }), "{values:?} in {layout:?}");
    };
    let digits = Layout::new([Field::of::<u8>(), Field::of::<i64>().pad(6)]);
    assert_rejected(&digits, values![0u8, -1i64], 1, Reason::Negative);
    assert_rejected(&digits, values![0u8, 1_000_000i64], 1, Reason::TooManyDigits);
    assert!(encode(&digits, &values![0u8, 999_999i64]).is_ok());

    let padded = Layout::new([Field::of::<&str>().pad_with(3, b'x')]);
    assert_rejected(&padded, values!["abcd"], 0, Reason::TooLong);
    assert_rejected(&padded, values!["ÿÿ"], 0, Reason::TooLong);
    assert_rejected(&padded, values!["ax"], 0, Reason::EndsInPad);
    assert_rejected(&padded, values!["abx"], 0, Reason::EndsInPad);
    assert_eq!(encode(&padded, &values!["xab"]), Ok(b"xab".to_vec()));
    let reversed = Layout::new([Field::of::<&str>().pad_with(3, b'x').reverse()]);
    assert_rejected(&reversed, values!["xa"], 0, Reason::EndsInPad);
    assert_eq!(encode(&reversed, &values!["ax"]), Ok(b"xax".to_vec()));

    for layout in [
        Layout::new([Field::of::<&str>(), Field::of::<u8>()]).terminator(0),
        Layout::new([Field::of::<&str>(), Field::of::<u8>()]).delimiter(0),
        Layout::new([Field::of::<&str>().descending(), Field::of::<u8>()]).terminator(0),
        Layout::new([Field::of::<&str>().reverse(), Field::of::<u8>()]).delimiter(0),
    ] {
        assert_rejected(&layout, values!["a\0", 7u8], 0, Reason::ContainsSeparator);
    }
    let last = Layout::new([Field::of::<Option<&str>>().descending()]).terminator(0);
    assert_rejected(&last, values![Some("\0")], 0, Reason::ContainsSeparator);
    let raw = Layout::new([Field::of::<u8>(), Field::of::<&str>()]).delimiter(b'_');
    assert_eq!(encode(&raw, &values![b'_', "_"]), Ok(b"___".to_vec()));
}

#[track_caller]
fn assert_rejected(layout: &Layout, bytes: &[u8], field: Option<usize>, fault: Fault) {
    let malformed = Malformed { field, fault };
    assert_eq!(decode(layout, bytes), Err(malformed), "{} in {layout:?}", hex(bytes));
}

fn one(field: Field) -> Layout {
    Layout::new([field])
}

/// `layout.md`, section 11.3: each kind of fault, in the order of the page.
#[test]
fn bytes_that_encode_no_key_are_rejected() {
    let named =
        Layout::new([Field::of::<u16>()]).namespace("ns").salt(Salt::buckets(BucketFunction::Modulo, 10).of([0]));
    assert_eq!(decode(&named, b"ns\x07\x00\x07"), Ok(values![7u16]));
    assert_rejected(&named, b"nt\x07\x00\x07", None, Fault::Namespace);
    assert_rejected(&named, b"ns", None, Fault::Short);
    assert_rejected(&named, b"ns\x07\x00", Some(0), Fault::Short);
    assert_rejected(&named, b"ns\x07\x00\x07\x00", None, Fault::Trailing);
    assert_rejected(&named, b"ns\x08\x00\x07", None, Fault::NotCanonical);

    assert_rejected(&one(Field::of::<bool>()), &[2], Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<bool>().descending()), &[0], Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<char>()), &[0x00, 0x00, 0xD8, 0x00], Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<char>()), &[0x00, 0x11, 0x00, 0x00], Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<Option<u8>>()), &[2, 0], Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<Option<u8>>()), &[1], Some(0), Fault::Short);

    assert_rejected(&one(Field::of::<u8>().pad(3)), b"0a1", Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<u8>().pad(3)), b" 01", Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<u8>().pad(3)), b"+01", Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<u8>().pad(3)), b"256", Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<i8>().pad(3)), b"128", Some(0), Fault::Value);
    assert_rejected(&one(Field::of::<u128>().pad(39)), &[b'9'; 39], Some(0), Fault::Value);
    assert_eq!(decode(&one(Field::of::<i8>().pad(3)), b"127"), Ok(values![127i8]));
}

/// `layout.md`, section 11.3, the part about variable-length fields and their terminators.
#[test]
fn wrong_terminators_are_rejected() {
    let escaped = Layout::new([Field::of::<&str>(), Field::of::<u8>()]);
    assert_rejected(&escaped, b"a\x00\x01\x00\x00\x07", Some(0), Fault::Value);
    assert_rejected(&escaped, b"a\x07", Some(0), Fault::Separator);
    assert_rejected(&escaped, b"a\x00", Some(0), Fault::Separator);
    assert_rejected(&escaped, b"a\x00\x00", Some(1), Fault::Short);
    assert_rejected(&escaped, b"\xFF\x00\x00\x07", Some(0), Fault::Value);

    let delimited = Layout::new([Field::of::<u8>(), Field::of::<&str>(), Field::of::<u8>()]).delimiter(b'_');
    assert_eq!(decode(&delimited, b"\x07_a_\x07"), Ok(values![7u8, "a", 7u8]));
    assert_rejected(&delimited, b"\x07.a_\x07", Some(0), Fault::Separator);
    assert_rejected(&delimited, b"\x07_a", Some(1), Fault::Separator);
    assert_rejected(&delimited, b"\x07_a_\x07_", None, Fault::Trailing);

    assert_rejected(&one(Field::of::<u8>().hash(Digest::Md5, 1)), &[0], None, Fault::Hashed);
}

/// `layout.md`, section 11.1.
#[test]
fn invalid_layouts_are_recognized() {
    let text = Field::of::<&str>;
    let number = Field::of::<u32>;
    let invalid = [
        Layout::new([]),
        one(Field::of::<Vec<u8>>().pad(6)),
        one(Field::of::<[u8; 3]>().pad(6)),
        one(Field::of::<Option<u32>>().pad(6)),
        one(Field::of::<f32>().pad(6)),
        one(Field::of::<bool>().pad(6)),
        one(Field::of::<char>().pad(6)),
        one(number().pad(0)),
        one(number().pad(40)),
        one(number().pad_with(6, b'x')),
        one(text().pad_with(6, 0x80)),
        one(Field::of::<bool>().reverse()),
        one(Field::of::<char>().reverse()),
        one(Field::of::<f64>().reverse()),
        one(Field::of::<Option<u32>>().reverse()),
        one(number().reverse().descending()),
        one(number().hash(Digest::Md5, 4).pad(6)),
        one(number().hash(Digest::Md5, 4).reverse()),
        one(number().hash(Digest::Md5, 4).descending()),
        one(number().hash(Digest::Md5, 0)),
        one(number().hash(Digest::Md5, 17)),
        one(text().descending()).delimiter(b'_'),
        one(text().descending()).terminator(b'_'),
        one(Field::of::<Option<&str>>().descending()).terminator(b'_'),
        one(text()).salt(Salt::digest(Digest::Md5, 0)),
        one(text()).salt(Salt::digest(Digest::Crc32, 5)),
        one(text()).salt(Salt::buckets(BucketFunction::Phoenix, 0)),
        one(text()).salt(Salt::buckets(BucketFunction::Phoenix, (1 << 32) + 1)),
        one(text()).salt(Salt::buckets(BucketFunction::Modulo, 10).of([0])),
        one(number()).salt(Salt::buckets(BucketFunction::Modulo, 10)),
        one(number()).salt(Salt::digest(Digest::Md5, 2).of([1])),
    ];
    for layout in invalid {
        assert!(layout.mistake().is_some(), "{layout:?}");
    }
    assert_eq!(one(text().pad(6).descending()).delimiter(b'_').mistake(), None);
    assert_eq!(one(number().descending()).delimiter(b'_').mistake(), None);
    assert_eq!(one(text().hash(Digest::Md5, 16)).salt(Salt::digest(Digest::Md5, 2).of([0])).mistake(), None);
}
