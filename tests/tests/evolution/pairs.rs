//! Compares random pairs of layouts: two layouts have the same fingerprint exactly when they encode every value alike
//! (law 7 of `rowkey_proof::laws`).
//!
//! A list of shapes, such as a number and a text, defines the values of a key. Several layouts are drawn for the same
//! shapes. They differ in types, attributes, structs, separators, salts and spelling. The model in `rowkey_proof`
//! computes the bytes. The library reads the layout from a file (JSON) and computes the fingerprint.

use super::fields::{
    DEPTH, DIGESTS, Part, SHAPES, Shape, Value, fields, fields_in_format, file_fields, formats_of, has_bytes, values,
    with_constants,
};
use rowkey_proof::laws::is_thorough;
use rowkey_proof::model::{BucketFunction, Layout, Salt, SaltInput, encode};
use rowkey_proof::random::Random;
use serde_json::{Value as Json, json};

/// A random layout: its description in the model, the same layout as a layout file, and the fingerprint of the file.
struct DrawnLayout {
    layout: Layout,
    parts: Vec<Part>,
    file: Json,
    fingerprint: u64,
}

impl DrawnLayout {
    fn draw(shapes: &[Shape], random: &mut Random<'_>) -> DrawnLayout {
        loop {
            let formats = formats_of(shapes);
            let parts = if !formats.is_empty() && random.once_in(2) {
                fields_in_format(*random.one_of(&formats), shapes, DEPTH, random)
            } else {
                with_constants(fields(shapes, DEPTH, random), true, random)
            };
            let mut layout = Layout::new(parts.iter().map(|part| part.field.clone()));
            let mut file = json!({"rowkey_layout": 1, "name": "K", "fields": file_fields(&parts)});
            let namespace = *random.one_of(&["", "", "", "n", "_", "\0", "n\0"]);
            layout = layout.namespace(namespace);
            file["namespace"] = json!(namespace.replace('\0', "\\x00"));
            let end = *random.one_of(&['\0', '_']);
            match random.within(0..5) {
                0 => {
                    layout = layout.delimiter(end as u8);
                    file["separator"] = json!({"delimiter": end});
                }
                1 => {
                    layout = layout.terminator(end as u8);
                    file["separator"] = json!({"terminator": end});
                }
                _ => {}
            }
            if random.once_in(3) {
                let (salt, salt_file) = salt(&parts, random);
                layout = layout.salt(salt);
                file["salt"] = salt_file;
            }
            if layout.mistake().is_some() {
                continue;
            }
            match rowkey_proof::untyped::from_file(&file.to_string()) {
                Ok(read) => return DrawnLayout { layout, parts, file, fingerprint: read.fingerprint() },
                Err(error) => assert!(is_unknown_to_the_model(&error), "{error}: {file}"),
            }
        }
    }
}

/// Checks whether the library rejected a layout for a reason that the model does not know: what can follow a
/// FoundationDB string, and where a VARBINARY of Phoenix can be.
fn is_unknown_to_the_model(message: &str) -> bool {
    ["FoundationDB", "VARBINARY"].iter().any(|format| message.contains(format))
}

fn salt(parts: &[Part], random: &mut Random<'_>) -> (Salt, Json) {
    let (name, digest) = *random.one_of(&DIGESTS);
    let number = parts.iter().position(|part| part.field.kind.is_integer());
    let (salt, mut file) = if random.once_in(2) {
        let (size, last, hex) = (*random.one_of(&[1, 2, digest.width()]), random.once_in(2), random.once_in(4));
        let salt = Salt::digest(digest, size);
        let salt = if last { salt.last() } else { salt };
        let salt = if hex { salt.hex() } else { salt };
        let form = if hex { "hex" } else { "bytes" };
        (salt, json!({"algorithm": name, "form": {form: {"last": last}}}))
    } else {
        let count = *random.one_of(&[1, 1, 251, 256, 65_536, 1 << 32]);
        let (name, by) = match random.within(0..6) {
            0 => ("modulo", BucketFunction::Modulo),
            1 => ("phoenix", BucketFunction::Phoenix),
            // The model cannot choose a random bucket, but with one bucket, there is no choice.
            2 if count == 1 => ("random", BucketFunction::Phoenix),
            _ => (name, BucketFunction::Digest(digest)),
        };
        // With more buckets than this, the drawn numbers would be their own remainders. Then two layouts with different
        // counts would seem to be alike.
        let count = if name == "modulo" { count.min(251) } else { count };
        let (salt, digits) = (Salt::buckets(by, count), random.once_in(4));
        let salt = if digits { salt.digits() } else { salt };
        let form = if digits { "bucket_digits" } else { "buckets" };
        let file = json!({"algorithm": name, "form": {form: {"count": count}}});
        match (name, number) {
            ("modulo", Some(number)) => (salt.of([number]), file),
            // A modulo salt without a number is invalid, so the caller draws another layout.
            ("modulo", None) => (salt.of([]), file),
            _ => (salt, file),
        }
    };
    let with_bytes: Vec<usize> = (0..parts.len()).filter(|index| has_bytes(&parts[*index].field)).collect();
    let salt = if random.once_in(2) || matches!(salt.input, SaltInput::Fields(_)) {
        salt
    } else {
        let mut of: Vec<usize> = (0..parts.len()).collect();
        if random.once_in(3) {
            random.shuffle(&mut of);
            of.truncate(random.within(1..of.len() + 1));
            let one = *random.one_of(&with_bytes);
            if !of.contains(&one) {
                of.push(one);
            }
        }
        salt.of(of)
    };
    file["width"] = json!(salt.width());
    if let SaltInput::Fields(of) = &salt.input {
        file["of"] = of.iter().map(|index| json!(format!("f{index}"))).collect();
    }
    (salt, file)
}

#[derive(Debug, Default)]
struct Pairs {
    alike: usize,
    different: usize,
}

/// Returns how many lists of shapes [`compare`] draws.
fn turns() -> usize {
    if is_thorough() { 24 } else { 6 }
}

/// Draws shapes that begin with `first`, and compares their layouts in pairs.
fn compare(first: Shape, random: &mut Random<'_>) -> Pairs {
    let mut pairs = Pairs::default();
    // Two layouts with variants are seldom alike.
    let more = if first == Shape::Variants { 6 } else { 1 };
    for _ in 0..more * turns() {
        let mut shapes = vec![first];
        if first == Shape::Array(0) {
            shapes.push(Shape::Char);
        }
        if random.once_in(2) {
            shapes.extend((0..random.within(0..4)).map(|_| *random.one_of(&SHAPES)));
            random.shuffle(&mut shapes);
        }
        let mut drawn_keys: Vec<Vec<Value>> =
            (0..32).map(|_| shapes.iter().map(|_| Value::draw(random)).collect()).collect();
        // In each of these keys, one value is unusual, such as -0.0, so that the bytes show whether a layout can store
        // it.
        for index in 0..shapes.len() {
            for unusual in Value::unusual(random) {
                let mut key: Vec<Value> = shapes.iter().map(|_| Value::draw(random)).collect();
                key[index] = unusual;
                drawn_keys.push(key);
            }
        }
        let layouts: Vec<DrawnLayout> = (0..24).map(|_| DrawnLayout::draw(&shapes, random)).collect();
        let encodings: Vec<(u64, Vec<Option<Vec<u8>>>)> = layouts
            .iter()
            .map(|layout| {
                let keys = drawn_keys.iter().map(|key| encode(&layout.layout, &values(&layout.parts, key)).ok());
                (layout.fingerprint, keys.collect())
            })
            .collect();
        for (index, (fingerprint, keys)) in encodings.iter().enumerate() {
            for (other, (other_fingerprint, other_keys)) in encodings.iter().enumerate().skip(index + 1) {
                let alike = keys == other_keys;
                // Fewer than 12 encoded keys are too few to show that two layouts are alike.
                if alike && keys.iter().flatten().count() < 12 {
                    continue;
                }
                assert_eq!(
                    fingerprint == other_fingerprint,
                    alike,
                    "{shapes:?}, alike: {alike}\n{}\n{}\n{:?}\n{:?}",
                    layouts[index].file,
                    layouts[other].file,
                    layouts[index].layout,
                    layouts[other].layout
                );
                if alike {
                    pairs.alike += usize::from(layouts[index].file != layouts[other].file);
                } else {
                    pairs.different += 1;
                }
            }
        }
    }
    pairs
}

#[test]
fn layouts_have_one_fingerprint_exactly_when_they_encode_every_value_alike() {
    let check = |shapes: &[Shape]| {
        for shape in shapes {
            let pairs = compare(*shape, &mut Random::of(&format!("pairs of layouts of {shape:?}")));
            // The default run has only a few turns, in which no two layouts of this shape may be alike.
            assert!(pairs.alike > 0 || !is_thorough(), "{shape:?}: {pairs:?}");
            // 24 turns compare more than 1000 different pairs, and fewer turns proportionally fewer.
            assert!(24 * pairs.different > 1000 * turns(), "{shape:?}: {pairs:?}");
        }
    };
    // Two threads, because this test takes longer than all other tests of this program together.
    let (some, others) = SHAPES.split_at(SHAPES.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| check(some));
        check(others);
    });
}
