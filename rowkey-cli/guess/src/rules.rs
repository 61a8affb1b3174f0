//! Tests rules that the guess follows, each with random keys.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::little_endian_bytes, reason = "some programs write such keys")]

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use rowkey::RowKey as _;
use rowkey::explain::PartKind;

use super::GuessError;
use super::key_type::KeyType;
use super::one_kind::guess_one_kind;
use super::tests::{WORDS, bytes, guess_with, some_cases, time, word};

/// A function that draws a value, and code that the proposal must contain.
type Case<T> = (fn(&mut Rng) -> T, &'static str);

/// Draws 20 keys that begin with `constant`, and returns the proposal.
fn guess_after(constant: &[u8], random: &mut Rng, field: fn(&mut Rng) -> Vec<u8>) -> KeyType {
    let keys = (0..20).map(|_| [constant, &field(random)].concat());
    guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess")
}

fn leb128(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(0x80 | u8::try_from(number & 127).unwrap_or(0));
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or(0));
    bytes
}

#[test]
fn the_bytes_that_all_keys_begin_with_are_a_constant_unless_they_are_the_zeros_of_a_number() {
    let random = &mut Rng::with_seed(1);
    // The first bytes of these fields differ.
    let fields: [fn(&mut Rng) -> Vec<u8>; 6] = [
        |r| leb128(r.u64(1..1_000_000)),
        |r| leb128(r.u64(16_384..1_000_000)),
        |r| r.u64(1..1_000_000).to_le_bytes().to_vec(),
        |r| r.u16(..).to_be_bytes().to_vec(),
        |r| bytes::<16>(r).to_vec(),
        |r| [&bytes::<1>(r)[..], word(r).as_bytes()].concat(),
    ];
    let constants: [&[u8]; 8] = [b"\x01", b"\x02\x07", b"acct/", b"t:", b"u", b"\xFD\x10", b"\x0F\x01", b"\0x/"];
    for (constant, field) in
        some_cases(constants.into_iter().flat_map(|constant| fields.map(|field| (constant, field))), 5)
    {
        let proposal = guess_after(constant, random, field);
        assert!(proposal.namespace == constant, "{constant:?}: {}", proposal.code());
    }
    let numbers: [Case<Vec<u8>>; 5] = [
        (|r| r.u16(..200).to_be_bytes().to_vec(), "number_1: u16"),
        (|r| r.u32(..60_000).to_be_bytes().to_vec(), "number_1: u32"),
        (|r| r.u32(900_000..1_000_000).to_be_bytes().to_vec(), "number_1: u32"),
        (|r| r.u64(..90).to_be_bytes().to_vec(), "number_1: u64"),
        (|r| time(r, 1_000).to_be_bytes().to_vec(), "time_1: u64"),
    ];
    let numbers =
        [&b""[..], b"\x01", b"acct/"].into_iter().flat_map(|constant| numbers.map(|number| (constant, number)));
    for (constant, (number, code)) in some_cases(numbers, 2) {
        let proposal = guess_after(constant, random, number);
        assert!(proposal.namespace == constant && proposal.code().contains(code), "{code}: {}", proposal.code());
    }
}

#[test]
fn digits_are_text_only_if_their_widths_differ_and_some_have_a_leading_zero() {
    let random = &mut Rng::with_seed(1);
    for width in 2..10 {
        for separator in ['/', ':', '#'] {
            let mut numbers: Vec<u32> = (0..random.usize(2..8)).map(|_| random.u32(..10_u32.pow(width))).collect();
            numbers.push(10_u32.pow(width) - 1);
            let mut keys = |digits: &dyn Fn(u32) -> String| {
                let mut key =
                    |number: &u32| format!("{}{separator}{}{separator}{}", word(random), digits(*number), word(random));
                (0..3).flat_map(|_| numbers.iter().map(&mut key).collect::<Vec<_>>()).collect::<Vec<String>>()
            };
            let digits = width as usize;
            guess_with(
                &keys(&|number| format!("{number:0digits$}")),
                &format!("#[pad({width})]\n    number_2: u32,\n"),
            );
            if numbers.iter().any(|number| *number < 10_u32.pow(width - 1)) {
                guess_with(&keys(&|number| number.to_string()), "#[decimal]\n    number_2: u64,\n");
                guess_with(&keys(&|number| format!("0{number}")), "text_2: String,\n");
            }
        }
    }
}

/// The first letters of a text and the zeros of a number, next to each other, look like many other things.
#[test]
fn text_before_a_zero_byte_is_one_field_between_two_numbers() {
    let random = &mut Rng::with_seed(1);
    let firsts: [Case<u32>; 3] = [
        (|r| r.u32(..1_000_000), "    number_1: u32,\n"),
        (|r| r.u32(100_000..1_000_000_000), "    number_1: u32,\n"),
        (
            |r| r.u32(..1_000_000).swap_bytes(),
            "    #[rowkey(codec = rowkey_formats::LittleEndian<4>)]\n    number_1: u32,\n",
        ),
    ];
    let texts: [fn(&mut Rng) -> String; 4] = [
        |r| (*r.choice(["INBOX", "Sent", "Drafts", "Trash", "INBOX/work"]).as_ref().unwrap_or(&"")).to_owned(),
        |r| r.choice(WORDS).unwrap_or_default().to_owned(),
        |r| format!("{}/{}", r.choice(WORDS).unwrap_or_default(), r.choice(WORDS).unwrap_or_default()),
        word,
    ];
    let lasts: [fn(&mut Rng) -> u32; 2] = [|r| r.u32(1..5_000), |r| r.u32(..)];
    let cases = firsts.into_iter().flat_map(|first| texts.map(|text| (first, text)));
    let cases = cases.flat_map(|(first, text)| lasts.map(|last| (first, text, last)));
    for ((first, code), text, last) in some_cases(cases, 5) {
        let keys = (0..60).map(|_| {
            let number = last(random).to_be_bytes();
            [&first(random).to_be_bytes()[..], text(random).as_bytes(), b"\0", &number].concat()
        });
        let proposal = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess").code();
        let fields =
            format!("terminator = '\\0')]\nstruct GuessedKey {{\n{code}    text_2: String,\n    number_3: u32,\n}}");
        assert!(proposal.contains(&fields), "{proposal}");
    }
}

/// More keys must not make a guess worse. The first character of some paths has two bytes.
#[test]
fn no_field_begins_within_a_character() {
    let hosts = ["com.example.www", "com.example", "org.wikipedia.en", "de.bund.www", "io.a-b.c", "com.example.api"];
    let paths = ["", "index.html", "a/b/c", "a", "search?q=1", "über", "öl/2025/x", "東京"];
    let cases = [200, 60, 120, 20].into_iter().flat_map(|count| [1, 2].map(|seed| (count, seed)));
    for (count, seed) in some_cases(cases, 8) {
        let random = &mut Rng::with_seed(seed);
        let keys = (0..count).map(|_| {
            let (host, path) = (random.choice(hosts).unwrap_or_default(), random.choice(paths).unwrap_or_default());
            format!("{host}/{path}#2025{:02}{:02}", random.u8(1..13), random.u8(1..29))
        });
        let fields =
            "delimiter = '#')]\nstruct GuessedKey {\n    text_1: String,\n    #[format(\"%Y%m%d\")]\n    date_2: ";
        guess_with(&keys.collect::<Vec<_>>(), fields);
    }
    // A constant does not end within a character either.
    let keys = ["äa", "öb", "üc", "äd", "öe", "üf"].repeat(4);
    let keys: Vec<String> = keys.iter().map(|text| format!("{text}{}", word(&mut Rng::with_seed(1)))).collect();
    assert!(guess_with(&keys, "    text_1: String,\n").namespace.is_empty());
}

/// Most tables have old rows with small ids and new rows with large ids.
fn small_or_large(random: &mut Rng) -> i64 {
    if random.bool() { random.i64(1..100) } else { random.i64(100_000..100_000_000) }
}

fn near_zero_or_large(random: &mut Rng) -> i64 {
    if random.bool() { random.i64(-1_000..1_000) } else { random.i64(1_000_000_000..1_000_000_000_000) }
}

#[test]
fn small_and_large_numbers_are_one_field() {
    let draws: [Case<Vec<u8>>; 6] = [
        (|r| format!("{:08}", small_or_large(r)).into_bytes(), "    #[pad(8)]\n    number_1: u32,\n"),
        (|r| small_or_large(r).to_be_bytes()[4..].to_vec(), "    number_1: u32,\n"),
        (|r| small_or_large(r).to_be_bytes().to_vec(), "    number_1: u64,\n"),
        (
            |r| small_or_large(r).to_le_bytes()[..4].to_vec(),
            "    #[rowkey(codec = rowkey_formats::LittleEndian<4>)]\n    number_1: u32,\n",
        ),
        (
            |r| small_or_large(r).to_le_bytes().to_vec(),
            "    #[rowkey(codec = rowkey_formats::LittleEndian<8>)]\n    number_1: u64,\n",
        ),
        (|r| (near_zero_or_large(r) ^ i64::MIN).to_be_bytes().to_vec(), "    number_1: i64,\n"),
    ];
    let cases = draws.into_iter().flat_map(|case| [1, 2].map(|seed| (case, seed)));
    for ((draw, code), seed) in some_cases(cases, 5) {
        let random = &mut Rng::with_seed(seed);
        let keys = (0..30).map(|_| [&draw(random)[..], b"#", &time(random, 1_000).to_be_bytes()].concat());
        let proposal = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess").code();
        assert!(proposal.contains(&format!("struct GuessedKey {{\n{code}")), "{code}: {proposal}");
        assert!(proposal.contains("    time_2: u64,\n}"), "{code}: {proposal}");
    }
}

type Parts = fn(&mut Rng) -> Vec<Vec<u8>>;

/// The zeros of numbers next to each other can be divided in many ways.
#[test]
fn a_field_that_begins_in_the_middle_of_a_part_is_not_sure() {
    let draws: [Parts; 5] = [
        |r| {
            let account = *r.choice([1_u64, 7, 127, 300, 16_384, 70_000, 1 << 33]).as_ref().unwrap_or(&0);
            vec![account.to_le_bytes().to_vec(), r.u64(1..5_000).to_le_bytes().to_vec()]
        },
        |r| {
            vec![
                vec![r.u8(..16)],
                (r.u64(..50) * 0x9_E377_79B9 + (1 << 40)).to_be_bytes().to_vec(),
                word(r).into_bytes(),
            ]
        },
        |r| {
            let metric = *r.choice([1_u32, 2, 200, 65_537]).as_ref().unwrap_or(&0);
            let [_, a, b, c] = metric.to_be_bytes();
            vec![vec![r.u8(..20)], vec![a, b, c], (1_795_392_000 + 3_600 * r.u32(..48)).to_be_bytes().to_vec()]
        },
        |r| vec![vec![r.u8(1..3)], r.u32(..5).to_le_bytes().to_vec(), r.u32(700_000..800_000).to_be_bytes().to_vec()],
        // Composites of Cassandra.
        |r| {
            let country = *r.choice(["de", "fr", "new zealand", ""]).as_ref().unwrap_or(&"");
            let length = [0, u8::try_from(country.len()).unwrap_or(0)];
            let (shard, time) = (r.i32(-2..3).to_be_bytes(), time(r, 1_000).to_be_bytes());
            let constant = |bytes: &[u8]| bytes.to_vec();
            let shard = [constant(b"\0\0\x04"), shard.to_vec(), constant(b"\0\0\x08")];
            [[&length[..], country.as_bytes()].concat()]
                .into_iter()
                .chain(shard)
                .chain([time.to_vec(), constant(b"\0")])
                .collect()
        },
    ];
    for seed in some_cases(0..3, 3) {
        let random = &mut Rng::with_seed(seed);
        for draw in draws {
            let parts: Vec<Vec<Vec<u8>>> = (0..60).map(|_| draw(random)).collect();
            let keys: Vec<Vec<u8>> = parts.iter().map(|parts| parts.concat()).collect();
            let proposal = guess_one_kind(&keys).expect("there is a guess");
            let proposed = proposal.parts();
            let sure: BTreeMap<&str, u32> = proposed.iter().map(|part| (&*part.name, part.percent)).collect();
            let explanation = rowkey_explain::explain(&proposal.layout().expect("the guess is a layout"), &keys[0]);
            let starts: Vec<usize> =
                parts[0].iter().scan(0, |at, part| Some(std::mem::replace(at, *at + part.len()))).collect();
            for part in explanation.parts().iter().filter(|part| part.kind() == PartKind::Field) {
                let start = part.range().map_or(0, |range| range.start);
                let percent = sure[part.name()];
                assert!(starts.contains(&start) || percent <= 90, "{explanation}{}{proposed:?}", proposal.code());
            }
        }
    }
}

/// Keys can be empty, equal, without a pattern, or of two kinds, and some of them can be unlike all others.
#[test]
fn the_proposed_structs_decode_all_keys_whatever_the_keys_are() {
    let draws: [fn(&mut Rng) -> Vec<u8>; 6] = [
        |r| (0..r.usize(..9)).map(|_| r.u8(..)).collect(),
        |r| (0..r.usize(1..6)).map(|_| *r.choice(b"\0\x01\xFF").unwrap_or(&0)).collect(),
        |r| (0..r.usize(1..4)).map(|_| *r.choice(b"a/0:").unwrap_or(&0)).collect(),
        |r| [b"u", &r.u32(..9_000).to_be_bytes()[..]].concat(),
        |r| [b"h", &r.u32(..900).to_be_bytes()[..], &bytes::<16>(r)].concat(),
        |r| format!("{}/{:04}", word(r), r.u16(..9_999)).into_bytes(),
    ];
    let random = &mut Rng::with_seed(1);
    let (mut single, mut several) = (0, 0);
    for _ in some_cases(0..200, 4) {
        let (usual, other) = (random.usize(..draws.len()), random.usize(..draws.len()));
        let others = *random.choice([0, 0, 1, 12]).as_ref().unwrap_or(&0);
        let kinds = std::iter::repeat_n(usual, random.usize(..24)).chain(std::iter::repeat_n(other, others));
        let keys: Vec<Vec<u8>> = kinds.map(|kind| draws[kind](random)).collect();
        match crate::guess(&keys) {
            Ok(proposals) => {
                if let [_] = proposals[..] {
                    single += 1;
                } else {
                    several += 1;
                }
                let decodes = |key: &[u8]| {
                    proposals.iter().any(|proposal| rowkey_explain::explain(proposal.layout(), key).is_ok())
                };
                assert!(keys.iter().all(|key| decodes(key)), "{keys:02x?} {}", proposals[0].code());
                assert!(proposals.iter().all(|proposal| proposal.cost().is_finite()), "{keys:02x?}");
            }
            Err(error) => {
                let is_single = keys.iter().collect::<BTreeSet<_>>().len() < 2;
                assert_eq!(error == GuessError::TooFewKeys, is_single, "{error}: {keys:02x?}");
            }
        }
    }
    assert!(single > 20 && several > 0, "{single} {several}");
}

#[derive(rowkey::RowKey)]
#[rowkey(salt(md5, 1))]
struct SaltedRow {
    metric: u32,
    hour: u16,
}

/// The cells of wide rows. The bytes of a row and of a qualifier can look like one number, and constants can be at the end of a row or
/// at the start of a qualifier.
#[test]
fn the_sort_key_begins_with_the_qualifier() {
    let random = &mut Rng::with_seed(7);
    let rows: [fn(&mut Rng) -> Vec<u8>; 5] = [
        |random| SaltedRow { metric: random.u32(..900), hour: random.u16(..) }.encode().to_vec(),
        |random| random.u32(..).to_be_bytes().into(),
        |random| [&random.u32(..900).to_be_bytes()[..], b"/m"].concat(),
        |random| format!("{:06}", random.u32(..900)).into_bytes(),
        |random| format!("m{}\0\0", word(random)).into_bytes(),
    ];
    for row in rows {
        for start_of_qualifier in [&b""[..], b"s"] {
            let cells: Vec<_> =
                (0..80).map(|_| (row(random), [start_of_qualifier, &random.u32(..).to_be_bytes()].concat())).collect();
            let proposal = super::guess_wide(&cells).unwrap_or_else(|error| panic!("{error}: {:?}", cells[0]));
            for (row, qualifier) in &cells {
                let explanation = rowkey_explain::explain(proposal.layout(), &[&row[..], qualifier].concat());
                assert!(explanation.is_ok(), "{}", proposal.code());
                let mut parts = explanation.parts().iter();
                let first = parts.find(|part| part.note() == Some("the sort key begins here"));
                let first = first.unwrap_or_else(|| panic!("{}", proposal.code()));
                let start = first.range().map(|range| range.start);
                // A constant can be before the first field of the qualifier.
                let starts = [row.len(), row.len() + start_of_qualifier.len()].map(Some);
                assert!(starts.contains(&start), "{}", proposal.code());
            }
            assert!(proposal.code().contains("    #[rowkey(sort_key)]\n"), "{}", proposal.code());
        }
    }
    // Text ends at a terminator, which this row does not have.
    let cells: Vec<_> = (0..20).map(|_| (word(random), random.u32(..).to_be_bytes())).collect();
    assert!(super::guess_wide(&cells).is_err());
}
