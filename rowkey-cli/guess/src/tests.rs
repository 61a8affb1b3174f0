//! Draws random keys in the layouts of existing projects, and compares the guessed fields with the project's. Also
//! tests single properties of the guess.

#![allow(
    clippy::expect_used,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and need not be fast"
)]
#![allow(clippy::little_endian_bytes, reason = "some projects write such keys")]

use std::collections::BTreeSet;

use fastrand::Rng;
use rowkey::explain::{ExplainedPart, PartKind};
use rowkey::{Layout, RowKey};

use super::key_type::KeyType;
use super::one_kind::guess_one_kind;
use super::part::{NumberForm, Part, Reading, Separation};
use super::{cost, pasted, salts};

/// The bytes of a key, written part by part, and the offsets at which its fields begin.
#[derive(Default)]
struct DrawnKey {
    bytes: Vec<u8>,
    fields: BTreeSet<usize>,
}

impl DrawnKey {
    fn constant(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.bytes.extend_from_slice(bytes.as_ref());
        self
    }

    fn field(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.fields.insert(self.bytes.len());
        self.constant(bytes)
    }
}

pub(super) const WORDS: [&str; 12] = [
    "orders",
    "web",
    "cart",
    "login",
    "search",
    "mail",
    "stock",
    "rates",
    "users",
    "photo",
    "audit",
    "billing-service",
];

pub(super) fn word(random: &mut Rng) -> String {
    let number = random.u8(..);
    let word = random.choice(WORDS).unwrap_or_default();
    if random.bool() { word.to_owned() } else { format!("{word}-{number}") }
}

pub(super) fn bytes<const N: usize>(random: &mut Rng) -> [u8; N] {
    std::array::from_fn(|_| random.u8(..))
}

/// Returns a time within about three weeks.
pub(super) fn time(random: &mut Rng, units_per_second: u64) -> u64 {
    random.u64(1_500_000_000 * units_per_second..1_502_000_000 * units_per_second)
}

fn padded(text: &str, width: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(width, 0);
    bytes
}

/// A key of Kiji.
#[derive(RowKey)]
#[rowkey(terminator = '\0')]
struct Salted {
    #[salt(md5, 2)]
    user: String,
    account: i32,
    since: i64,
}

/// A key of Phoenix in a table with salt buckets.
#[derive(RowKey)]
#[rowkey(terminator = '\0', salt(phoenix, buckets = 10))]
struct Bucketed {
    account: i32,
    host: String,
}

/// The name of a project, and the function that draws one of its keys.
type Project = (&'static str, fn(&mut Rng) -> DrawnKey);

/// The layouts are those of the tests in `tests/tests/projects`.
const PROJECTS: [Project; 33] = [
    ("solana", |r| {
        let key = DrawnKey::default().field(bytes::<32>(r)).field(r.u64(200_000_000..200_100_000).to_be_bytes());
        key.field(r.u32(..4_000).to_be_bytes()).field(bytes::<64>(r))
    }),
    ("btcwallet", |r| {
        let key = DrawnKey::default().field(bytes::<32>(r)).field(r.u32(500_000..510_000).to_be_bytes());
        key.field(bytes::<32>(r)).field(r.u32(..9).to_be_bytes())
    }),
    ("pinpoint", |r| {
        let reversed = LONG_MAX - time(r, 1_000);
        DrawnKey::default().field(padded(&word(r), 24)).field(reversed.to_be_bytes())
    }),
    ("warp10", |r| {
        let class =
            *r.choice([0x3A1B_9D60_4E5F_8C27_u64, 0xB2C3_D4E5_F607_1829, 0x7719_0CD3_56AB_E840]).as_ref().unwrap_or(&0);
        let reversed = LONG_MAX - time(r, 1_000_000);
        let key = DrawnKey::default().constant("R").field(class.to_be_bytes()).field(r.u64(..).to_be_bytes());
        key.field(reversed.to_be_bytes())
    }),
    ("kubernetes", |r| {
        let key = DrawnKey::default().constant("/registry/pods/").field(word(r)).constant("/");
        key.field(word(r))
    }),
    ("meilisearch", |r| {
        let key = DrawnKey::default().field([r.u8(1..9)]).field(word(r)).constant("\0");
        key.field(word(r))
    }),
    ("tidb", |r| {
        let flipped = |number: u64| (number ^ 1 << 63).to_be_bytes();
        let key = DrawnKey::default().constant("t").field(flipped(r.u64(50..90))).constant("_r");
        key.field(flipped(r.u64(..100_000)))
    }),
    ("ozone", |r| {
        let key = DrawnKey::default().constant("/").field(word(r)).constant("/").field(word(r)).constant("/");
        let depth = r.usize(1..4);
        key.field((0..depth).map(|_| word(r)).collect::<Vec<_>>().join("/"))
    }),
    ("delta", |r| {
        DrawnKey::default().constant("_delta_log/").field(format!("{:020}", r.u64(..5_000))).constant(".json")
    }),
    ("hadoop", |r| {
        let reversed = LONG_MAX - time(r, 1_000);
        let key = DrawnKey::default().field(word(r)).constant("!").field(word(r)).constant("!").field(word(r));
        key.constant("!").field(reversed.to_be_bytes())
    }),
    ("surrealdb", |r| {
        let key = DrawnKey::default().constant("/*").field(r.u32(1..9).to_be_bytes()).constant("*");
        let key = key.field(r.u32(1..9).to_be_bytes()).constant("*").field(word(r)).constant("\0!fd");
        key.field(word(r)).constant("\0")
    }),
    ("dragonboat", |r| {
        let key = DrawnKey::default().constant(b"\x01\x01\0\0").field(r.u64(1..200).to_be_bytes());
        key.field(r.u64(1..6).to_be_bytes()).field(r.u64(..1_000_000).to_be_bytes())
    }),
    ("jaeger", |r| {
        let key = DrawnKey::default().constant(b"\x80").field(bytes::<16>(r)).field(time(r, 1_000_000).to_be_bytes());
        key.field(bytes::<8>(r))
    }),
    ("libp2p", |r| {
        let id = |r: &mut Rng| {
            (0..26)
                .map(|_| char::from(*r.choice(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").unwrap_or(&b'A')))
                .collect::<String>()
        };
        let key = DrawnKey::default().constant("/providers/").field(id(r)).constant("/");
        key.field(id(r))
    }),
    ("kvrocks", |r| {
        let (user, version) = (format!("user:{}", r.u64(1..50_000)), time(r, 1_000_000));
        let key = DrawnKey::default()
            .constant(b"\x09__default")
            .field([&[0, 0, 0, u8::try_from(user.len()).unwrap_or(0)], user.as_bytes()].concat());
        key.field(version.to_be_bytes()).field(word(r))
    }),
    ("nebula", |r| {
        let key = DrawnKey::default().constant(b"\x01").field([r.u8(1..100), 0, 0]).field(padded(&word(r), 32));
        key.field([r.u8(1..40), 0, 0, 0])
    }),
    ("influxdb", |r| {
        let id = |r: &mut Rng| format!("{:016x}", 0x020f_755c_0000_0000 + r.u64(..1 << 32));
        let key = DrawnKey::default().field(id(r));
        key.field(id(r))
    }),
    ("kiji", |r| {
        let user = word(r);
        let salt = Salted { user: user.clone(), account: 0, since: 0 }.try_encode().unwrap_or_default();
        let flipped = |number: u64| (number ^ 1 << 63).to_be_bytes();
        let key = DrawnKey::default().constant(&salt[..2]).field(user).constant("\0");
        key.field((r.u32(..500) ^ 1 << 31).to_be_bytes()).field(flipped(time(r, 1_000)))
    }),
    ("phoenix", |r| {
        let salted = Bucketed { account: r.i32(0..100_000), host: word(r) }.try_encode().unwrap_or_default();
        let mut key = DrawnKey { bytes: salted, fields: BTreeSet::new() };
        key.fields = [1, 5].into();
        key
    }),
    ("ckb", |r| {
        let key = DrawnKey::default().constant(b"\xE0").field(r.u64(15_000_000..15_100_000).to_be_bytes());
        key.field(bytes::<32>(r))
    }),
    ("cometbft", |r| {
        let key = DrawnKey::default().constant("P:").field(r.u64(900..20_000).to_string());
        key.constant(":").field(r.u64(..12).to_string())
    }),
    ("dash", |r| {
        let key = DrawnKey::default().constant("a").field([r.u8(1..3)]).field(bytes::<20>(r));
        let key = key.field(r.u32(700_000..800_000).to_be_bytes()).field(r.u32(..2_000).to_be_bytes());
        key.field(bytes::<32>(r)).field(r.u32(..5).to_le_bytes()).field([r.u8(..2)])
    }),
    ("sui", |r| {
        let coin = format!("0x{}::coin::{}", r.u64(2..9), word(r));
        let key = DrawnKey::default().field(bytes::<32>(r));
        let key = key.field([&(coin.len() as u64).to_be_bytes(), coin.as_bytes()].concat());
        key.field((!r.u64(..5_000_000_000)).to_be_bytes()).field(bytes::<32>(r))
    }),
    ("bookkeeper", |r| {
        let entry = if r.u8(..4) == 0 { -1 } else { r.i64(..5_000) };
        DrawnKey::default().field(r.i64(1..2_000).to_be_bytes()).field(entry.to_be_bytes())
    }),
    ("typesense", |r| {
        let key = DrawnKey::default().field(r.u64(..200).to_string()).constant("_$SI_");
        key.field(r.u32(..100_000).to_be_bytes())
    }),
    ("milvus", |r| {
        let id = |r: &mut Rng| r.u64(446_100_000_000_000_000..446_200_000_000_000_000).to_string();
        let key = DrawnKey::default().constant("datacoord-meta/s/").field(id(r)).constant("/").field(id(r));
        key.constant("/").field(id(r))
    }),
    ("juicefs", |r| DrawnKey::default().constant("A").field(r.u64(1..90_000).to_le_bytes()).constant("I")),
    ("ozone_folders", |r| {
        let id = |r: &mut Rng| r.u64(1..70_000).to_string();
        let key = DrawnKey::default().constant("/").field(id(r)).constant("/").field(id(r));
        key.constant("/").field(id(r)).constant("/").field(word(r))
    }),
    ("ssdb", |r| {
        let name = word(r);
        let length = u8::try_from(name.len()).unwrap_or(0);
        let key = DrawnKey::default().constant("h").field([&[length], name.as_bytes()].concat());
        key.constant("=").field(word(r))
    }),
    ("arangodb", |r| {
        let key = DrawnKey::default().field(r.u64(1..40).to_be_bytes()).field(format!(
            "{}/{}",
            r.choice(WORDS).unwrap_or(""),
            word(r)
        ));
        key.constant("\0").field(r.u64(..1_000_000).to_be_bytes()).constant(b"\xFF")
    }),
    ("bleve", |r| {
        let key = DrawnKey::default().constant("t").field(r.u16(..12).to_le_bytes()).field(word(r));
        key.constant(b"\xFF").field(word(r))
    }),
    ("pika", |r| {
        let key = word(r);
        let length = u32::try_from(key.len()).unwrap_or(0);
        let version = u32::try_from(time(r, 1)).unwrap_or(0);
        let drawn = DrawnKey::default().field([&length.to_le_bytes(), key.as_bytes()].concat());
        drawn.field(version.to_le_bytes()).field(word(r))
    }),
    ("lnd", |r| DrawnKey::default().field(time(r, 1).to_be_bytes()).field(r.u64(..).to_be_bytes())),
];

/// Keys in layouts that no project in `tests/tests/projects` has.
const OTHER_KEYS: [Project; 7] = [
    ("milliseconds", |r| {
        let key = DrawnKey::default().field(word(r)).constant("#").field(time(r, 1_000).to_string());
        key.constant("#").field(time(r, 1).to_string())
    }),
    ("java_times", |r| {
        let reversed = LONG_MAX - time(r, 1_000);
        DrawnKey::default().field(word(r)).constant("/").field(reversed.to_string())
    }),
    ("nines", |r| {
        let reversed = 9_999_999_999_999 - time(r, 1_000);
        DrawnKey::default().field(format!("{:08}", r.u32(..90_000))).constant("#").field(format!("{reversed:013}"))
    }),
    ("percent", |r| {
        let city = *r.choice(["Z%C3%BCrich", "Basel", "S%C3%A3o%20Paulo", "Lyon", "a%23b"]).as_ref().unwrap_or(&"");
        let key = DrawnKey::default().field(city).constant("#").field(word(r));
        key.constant("#").field(format!("{:06}", r.u64(..999_999)))
    }),
    ("varint", |r| {
        let name = if r.u8(..4) == 0 { "long".repeat(r.usize(32..40)) } else { word(r) };
        let length = match u8::try_from(name.len()).unwrap_or(0) {
            length @ ..0x80 => vec![length],
            length => vec![length, 1],
        };
        DrawnKey::default().field([&length, name.as_bytes()].concat()).field(r.u32(..70_000).to_le_bytes())
    }),
    ("foundation_db", |r| {
        let integer = |number: i64| {
            let width = (1..8_u8).find(|width| number.unsigned_abs() < 1 << (8 * width)).unwrap_or(8);
            let (first, bytes) = if number < 0 { (0x14 - width, number - 1) } else { (0x14 + width, number) };
            [&[first], &bytes.to_be_bytes()[8 - usize::from(width)..]].concat()
        };
        let name = format!("{}{}", word(r), if r.bool() { "" } else { "\0a" });
        let escaped = |byte: u8| if byte == 0 { vec![0, 0xFF] } else { vec![byte] };
        let text = |text: &str| [vec![2], text.bytes().flat_map(escaped).collect(), vec![0]].concat();
        let key = DrawnKey::default().constant(b"\xFD\x02prod\0").field(text(&name)).field(integer(r.i64(-9..900)));
        key.field(integer(i64::try_from(time(r, 1_000)).unwrap_or(0))).field(text(&word(r)))
    }),
    ("tidb_index", |r| {
        let flipped = |number: u64| (number ^ 1 << 63).to_be_bytes();
        let key = DrawnKey::default().constant("t").field(flipped(r.u64(50..90))).constant("_i");
        let key = key.field(flipped(r.u64(1..4)));
        let group = |text: &str| [padded(text, 8), vec![0xF7 + u8::try_from(text.len()).unwrap_or(0)]].concat();
        let groups = |text: &str| {
            (0..=text.len() / 8).flat_map(|at| group(&text[8 * at..text.len().min(8 * at + 8)])).collect::<Vec<u8>>()
        };
        let name = if r.u8(..5) == 0 { vec![0] } else { [&[1][..], &groups(&word(r))].concat() };
        key.field(name).field([&[3][..], &flipped(r.u64(..100_000))].concat())
    }),
];

fn draw_keys(draw: fn(&mut Rng) -> DrawnKey) -> Vec<DrawnKey> {
    let mut random = Rng::with_seed(1);
    (0..20).map(|_| draw(&mut random)).collect()
}

/// The projects whose fields are not found from 20 keys. The zeros of a little-endian number can also be the first
/// bytes of the next number (dash). A text after its length contains constants, which seem to be between fields (sui).
const NOT_GUESSED: [&str; 2] = ["dash", "sui"];

/// Checks whether the layout decodes all keys, with the fields of the project.
fn has_fields(keys: &[DrawnKey], layout: &Layout) -> bool {
    keys.iter().all(|key| {
        let explanation = rowkey_explain::explain(layout, &key.bytes);
        let fields = explanation.parts().iter().filter(|part| part.kind() == PartKind::Field);
        let starts: BTreeSet<usize> = fields.filter_map(ExplainedPart::range).map(|range| range.start).collect();
        explanation.is_ok() && starts == key.fields
    })
}

/// Returns every `step`th case, because a guess takes up to half a second in a debug build. Returns all cases with
/// `ROWKEY_THOROUGH=1` in the environment, as in `.ci/run`, or with `BLESS=1`.
pub(super) fn some_cases<T>(cases: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    let all = ["ROWKEY_THOROUGH", "BLESS"].iter().any(|name| std::env::var_os(name).is_some());
    cases.step_by(if all { 1 } else { step })
}

/// `pasted.rs` contains the guessed structs, so that the compiler checks them. `BLESS=1` writes the file.
#[test]
fn the_keys_of_projects_are_guessed_and_the_structs_can_be_pasted() {
    let pasted_file = include_str!("pasted.rs");
    let mut file =
        String::from("//! Written by the test of `guess`: the structs that are guessed from keys of projects.\n");
    let mut names = Vec::new();
    let mut decoders = String::new();
    let mut wrong = Vec::new();
    let mut guesses = String::new();
    // A new project has no compiled struct before `BLESS=1` has written the file.
    let compiled = pasted::LAYOUTS.into_iter().map(Some).chain(std::iter::repeat(None));
    for (&(name, draw), compiled) in some_cases(PROJECTS.iter().chain(&OTHER_KEYS).zip(compiled), 4) {
        let keys = draw_keys(draw);
        let samples: Vec<Vec<u8>> = keys.iter().map(|key| key.bytes.clone()).collect();
        let proposal = guess_one_kind(&samples).expect("there is always a guess");
        let layout = proposal.layout().expect("the guess is a layout");
        if has_fields(&keys, &layout) == NOT_GUESSED.contains(&name) {
            wrong.push(name);
            guesses += &format!("{name}: {}{}\n", rowkey_explain::explain(&layout, &keys[0].bytes), proposal.code());
        }
        let salt = match name {
            "kiji" => Some("salt(md5, 2)"),
            "phoenix" => Some("salt(phoenix, buckets = 10)"),
            _ => None,
        };
        assert_eq!(proposal.salt.as_ref().map(super::key_type::Salt::code).as_deref(), salt, "{name}");

        let code = proposal.code().trim_end().replace('\n', "\n    ");
        let constant = "pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;";
        let mut module = format!("\nmod {name} {{\n    {code}\n\n    {constant}\n");
        if code.contains("codec = ") {
            module += DECODES_FUNCTION;
            decoders += &format!("        \"{name}\" => {name}::decodes(key),\n");
        }
        module += "}\n";
        if std::env::var_os("BLESS").is_none() {
            assert!(pasted_file.contains(&module), "{module}\nthe struct has changed: BLESS=1 writes pasted.rs");
            assert_eq!(Some(layout.fingerprint()), compiled.map(rowkey::Layout::fingerprint), "{name}");
            assert!(keys.iter().all(|key| pasted::decodes(name, &key.bytes)), "{name}");
        }
        file += &module;
        names.push(name);
    }
    assert!(wrong.is_empty(), "{wrong:?}\n{guesses}");

    if names.len() < PROJECTS.len() + OTHER_KEYS.len() {
        return;
    }
    let list: String = names.iter().map(|name| format!("    {name}::LAYOUT,\n")).collect();
    file += &format!("\npub(super) const LAYOUTS: [&rowkey::Layout; {}] = [\n{list}];\n", names.len());
    file += "\npub(super) fn decodes(name: &str, key: &[u8]) -> bool {\n    match name {\n";
    file += &format!("{decoders}        _ => true,\n    }}\n}}\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("src/pasted.rs", &file).expect("the file can be written");
    }
    assert!(file == pasted_file, "the structs have changed: BLESS=1 writes the file");
}

/// The code of a function that decodes a key with the struct. A layout accepts any bytes as the value of a codec, but the
/// struct does not.
const DECODES_FUNCTION: &str = "
    pub(super) fn decodes(key: &[u8]) -> bool {
        <GuessedKey as rowkey::RowKey>::decode(key).is_ok()
    }
";

/// Guesses the struct of keys. Checks that the struct contains `code`, and that its layout explains all keys.
pub(super) fn guess_with(keys: &[String], code: &str) -> KeyType {
    let samples: Vec<Vec<u8>> = keys.iter().map(|key| key.clone().into_bytes()).collect();
    let proposal = guess_one_kind(&samples).expect("there is a guess");
    assert!(proposal.code().contains(code), "{}", proposal.code());
    let layout = proposal.layout().expect("the guess is a layout");
    assert!(samples.iter().all(|key| rowkey_explain::explain(&layout, key).is_ok()));
    proposal
}

/// Returns the readings of all parts, one in each line.
fn readings(key_type: &KeyType) -> String {
    key_type.parts().iter().map(|part| format!("{}\n", part.reading)).collect()
}

#[test]
fn digits_are_dates_and_numbers_even_if_few_of_them_differ() {
    let random = &mut Rng::with_seed(1);
    let mut keys = |draw: fn(&mut Rng) -> String| (0..20).map(|_| draw(random)).collect::<Vec<_>>();
    let few = keys(|r| {
        let sequence = *r.choice([0, 7, 123, 999_999]).as_ref().unwrap_or(&0);
        format!("{}#2013050{}#{sequence:06}", word(r), r.u8(1..5))
    });
    let date = "#[format(\"%Y%m%d\")]\n    date_";
    let proposal = guess_with(&few, &format!("{date}2: jiff::civil::Date,\n    #[pad(6)]\n    number_3: u32,\n"));
    let parts = proposal.parts();
    for reading in ["a date as %Y%m%d", "a number in 6 digits"] {
        let reading = format!("{reading}; the keys have only 4 different values");
        assert!(parts.iter().any(|part| part.percent == 83 && part.reading == reading), "{parts:?}");
    }

    let utc = keys(|r| {
        let (day, hour, minute, second) = (r.u8(1..29), r.u8(..24), r.u8(..60), r.u8(..60));
        format!("user:2013-05-{day:02}T{hour:02}:{minute:02}:{second:02}Z/{}", word(r))
    });
    guess_with(&utc, "#[format(\"%Y-%m-%dT%H:%M:%SZ\")]\n    time_1: jiff::Timestamp,\n");

    let joined = keys(|r| format!("{}{:02}{:02}{:06}", r.u16(2011..2024), r.u8(1..13), r.u8(1..29), r.u32(..900_000)));
    guess_with(&joined, &format!("{date}1: jiff::civil::Date,\n    #[pad(6)]\n    number_2: u32,\n"));
    let no_dates = keys(|r| format!("{:08}", r.u32(..99_999_999)));
    guess_with(&no_dates, "#[pad(8)]\n    number_1: u32,\n");
}

/// If there are many keys, the guess compares only some of them.
#[test]
fn the_struct_also_decodes_keys_that_were_not_compared() {
    let cities = ["San%20Jose", "Z%C3%BCrich", "Basel", "a%2Fb"].iter().cycle().enumerate().take(66);
    let mut keys: Vec<String> = cities.map(|(number, city)| format!("user{number:02}/{city}")).collect();
    guess_with(&keys, "PercentEscaped");
    keys[33] = "user33/a%2fb".to_owned(); // the codec writes `%2F`
    assert!(!guess_with(&keys, "text_2: String,\n").code().contains("codec"));
}

/// The bytes of times on whole minutes, hours or days have a pattern of their own, which must not be taken for numbers.
#[test]
fn times_on_whole_seconds_minutes_hours_and_days_are_times() {
    let random = &mut Rng::with_seed(1);
    for (step, flipped_bits) in [(60_000, LONG_MAX), (3_600_000, 0), (86_400_000, u64::MAX)] {
        let keys = (0..20).map(|_| {
            let time = 1_700_000_000_000 / step * step + step * random.u64(..2_000_000_000 / step + 400);
            [random.u32(..1_000).to_be_bytes().as_slice(), &(time ^ flipped_bits).to_be_bytes()].concat()
        });
        let proposal = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess");
        assert!(proposal.code().contains("    time_2: "), "{step} {flipped_bits:x} {}", proposal.code());
        assert!(readings(&proposal).contains("milliseconds since 1970"), "{}", readings(&proposal));
    }
}

/// Four letters, read as a number, can be the seconds of a time between 1990 and 2035. Nearly all times have a byte that is not
/// a letter.
#[test]
fn letters_are_not_times() {
    let random = &mut Rng::with_seed(1);
    let word =
        |random: &mut Rng| u128::from(u32::from_be_bytes([b'P', 0, 0, 0].map(|first| first | random.u8(b'a'..b'{'))));
    for count in 4..20 {
        let words: Vec<u128> = (0..count).map(|_| word(random)).collect();
        assert_eq!(cost::time(&words), None, "{words:x?}");
        let times: Vec<u128> = (0..count).map(|_| u128::from(random.u32(1_400_000_000..1_700_000_000))).collect();
        assert!(cost::time(&times).is_some(), "{times:x?}");
    }
}

/// `Long.MAX_VALUE` of Java.
const LONG_MAX: u64 = i64::MAX.cast_unsigned();

/// A function that draws a number, two extreme numbers, and a part of the expected code.
type Extremes = (fn(&mut Rng) -> u64, [u64; 2], &'static str);

/// Most tables have a few rows with the number 0, or with the greatest number.
#[test]
fn a_few_extreme_values_do_not_change_the_struct() {
    let random = &mut Rng::with_seed(1);
    // The greatest `u64` is also -1 in two's complement.
    let (low, high) = (u64::MIN, LONG_MAX);
    let forms: [Extremes; 4] = [
        (
            |r| r.u64(15_000_000..15_100_000),
            [low, high],
            "namespace = \"h\")]\nstruct GuessedKey {\n    number_1: u64,\n    b",
        ),
        (|r| time(r, 1_000), [low, high], "namespace = \"h\")]\nstruct GuessedKey {\n    time_1: u64,\n    b"),
        (|r| LONG_MAX - time(r, 1_000), [low, LONG_MAX], "    #[descending]\n    time_1: i64,\n    b"),
        (|r| time(r, 1) ^ 1 << 63, [low, u64::MAX], "    time_1: i64,\n    b"),
    ];
    for (draw, extremes, code) in forms {
        let numbers: Vec<u64> = extremes.into_iter().chain((0..20).map(|_| draw(random))).collect();
        let keys = numbers.iter().map(|number| [b"h", &number.to_be_bytes()[..], &bytes::<32>(random)].concat());
        let proposal = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess");
        assert!(proposal.code().contains(code), "{}{}", proposal.code(), readings(&proposal));
    }
}

#[test]
fn doubles_are_not_divided() {
    let random = &mut Rng::with_seed(1);
    let draws: [fn(&mut Rng) -> f64; 3] = [
        |r| f64::from(r.i32(-50..200)) / 2.0,
        |r| 60.0 * r.f64() - 20.0,
        |r| f64::from(r.u32(1_500_000_000..1_600_000_000)) * 1e3,
    ];
    for draw in draws {
        let keys = (0..20).map(|_| {
            let bits = draw(random).to_bits();
            let sorted = if bits >> 63 == 0 { bits ^ 1 << 63 } else { !bits };
            [&random.u32(..1_000).to_be_bytes()[..], &sorted.to_be_bytes(), &[random.u8(..2)]].concat()
        });
        let code = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess").code();
        assert!(code.contains("{\n    number_1: u32,\n    number_2: f64,\n    number_3: u8,\n}"), "{code}");
    }
}

/// The first bytes of a number can have a pattern while the other bytes have no pattern.
#[test]
fn a_fragment_of_a_number_is_not_likely() {
    let field = |width, saved| Part {
        reading: Reading::Number { width, form: NumberForm::Unsigned, time: None },
        saved,
        distinct: 20,
        lead: f64::INFINITY,
    };
    let sure = |parts: Vec<Part>| {
        let proposal = KeyType::new(20, Vec::new(), false, Separation::Escapes, parts, None);
        proposal.parts().first().map(|part| part.percent)
    };
    for rest in [vec![6], vec![2, 4], vec![1, 1, 4], vec![2]] {
        let rest = rest.into_iter().map(|width| field(width, 0.0));
        assert_eq!(sure([field(2, 9.0)].into_iter().chain(rest).collect()), Some(50));
    }
    assert_eq!(sure(vec![field(2, 9.0), field(4, 20.0)]), Some(95));
    assert_eq!(sure(vec![field(4, 9.0), field(4, 0.0)]), Some(95));
}

#[test]
fn nines_minus_a_time_is_a_descending_time() {
    let random = &mut Rng::with_seed(1);
    for (units_per_second, unit) in [(1, "seconds"), (1_000, "milliseconds"), (1_000_000, "microseconds")] {
        let width = time(random, units_per_second).to_string().len();
        let nines = 10_u64.pow(u32::try_from(width).expect("a small number")) - 1;
        let keys = (0..20).map(|_| format!("{}/{}", word(random), nines - time(random, units_per_second)));
        let fields = format!("    #[pad({width})]\n    #[descending]\n    time_2: u64,\n");
        let readings = readings(&guess_with(&keys.collect::<Vec<_>>(), &fields));
        assert!(
            readings.contains(&format!("{nines} minus a number, in {width} digits: {unit} since 1970")),
            "{readings}"
        );
    }
}

/// Kafka stores the keys of windows in this way. The zeros at the start of a time could also be a terminator.
#[test]
fn text_before_fixed_widths_is_unterminated() {
    let random = &mut Rng::with_seed(1);
    for unit in [1_000, 1_000_000] {
        let keys = (0..20).map(|_| {
            let (time, sequence) = (time(random, unit).to_be_bytes(), random.u32(..50).to_be_bytes());
            [word(random).as_bytes(), &time, &sequence].concat()
        });
        let code = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess").code();
        let fields = "#[unterminated]\n    text_1: String,\n    time_2: u64,\n    number_3: u32,\n";
        assert!(code.contains(fields), "{code}");
    }
}

/// A byte that is equal in all keys is more likely the kind of the row than the length of a text.
#[test]
fn equal_bytes_are_not_a_length() {
    let random = &mut Rng::with_seed(1);
    let keys = (0..20).map(|_| {
        let letters: [u8; 3] = std::array::from_fn(|_| random.u8(b'a'..=b'z'));
        [&[3][..], &letters, &random.u32(..70_000).to_be_bytes()].concat()
    });
    let code = guess_one_kind(&keys.collect::<Vec<_>>()).expect("there is a guess").code();
    assert!(code.contains("namespace = b\"\\x03\"") && !code.contains("length"), "{code}");
}

#[derive(RowKey)]
struct Spread {
    #[salt(crc32, buckets = 10, digits)]
    #[pad(4)]
    number: u32,
}

/// Few values cannot show a salt: many salts are tried, and one of them can fit by chance.
#[test]
fn a_salt_is_proposed_only_if_no_salt_is_likely_to_fit_by_chance() {
    let random = &mut Rng::with_seed(1);
    let salted = |keys: &[Vec<u8>]| {
        let part = Part {
            reading: Reading::Digits { width: 4, time: None },
            saved: 0.0,
            distinct: keys.len(),
            lead: f64::INFINITY,
        };
        let unsalted = KeyType::new(keys.len(), Vec::new(), true, Separation::Escapes, vec![part], None);
        salts::salted(&unsalted, 1, 1, keys).and_then(|salted| Some(salted.salt?.code()))
    };
    for distinct in [2, 3, 4, 5].repeat(12) {
        let keys: Vec<Vec<u8>> =
            (0..distinct).map(|_| format!("{}{:04}", random.u8(..3), random.u32(..10_000)).into_bytes()).collect();
        assert_eq!(salted(&keys), None, "{keys:?}");
    }
    let keys: Vec<Vec<u8>> =
        (0..20).map(|number| Spread { number: 137 * number }.try_encode().expect("a small number").to_vec()).collect();
    assert_eq!(salted(&keys).as_deref(), Some("salt(crc32, buckets = 10, digits)"));
}

#[test]
fn a_length_in_one_byte_could_be_a_varint() {
    let keys: Vec<String> =
        WORDS.iter().map(|word| format!("{}{word}", char::from(u8::try_from(word.len()).unwrap_or(0)))).collect();
    let readings = readings(&guess_with(&keys, "#[length(u8)]\n    text_1: String,\n"));
    assert!(readings.contains("; #[length(varint)] has the same bytes up to 127\n"), "{readings}");
}

/// Binary ULIDs begin with a time, whose first byte is the same in all samples. Together with other fields, the id is one field.
#[test]
fn ulids_are_ids_and_not_a_constant_before_bytes() {
    let random = &mut Rng::with_seed(41);
    for span in [3_600_000, 86_400_000, 30 * 86_400_000_u64, 900 * 86_400_000] {
        for (before, after) in [(false, false), (true, false), (false, true)] {
            let mut draw = || {
                let id = (1_700_000_000_000 + random.u64(..span)).to_be_bytes();
                let id = [&id[2..], &bytes::<10>(random)].concat();
                let before = if before { random.u32(..1_000).to_be_bytes().to_vec() } else { Vec::new() };
                let after = if after { random.u16(..500).to_be_bytes().to_vec() } else { Vec::new() };
                [before, id, after].concat()
            };
            let samples: Vec<Vec<u8>> = (0..20).map(|_| draw()).collect();
            let proposal = guess_one_kind(&samples).expect("there is a guess");
            assert!(proposal.code().contains(": ulid::Ulid,"), "{span} {before} {after}: {}", proposal.code());
            assert_eq!(proposal.fields.len(), 1 + usize::from(before) + usize::from(after), "{}", proposal.code());
        }
    }
}

#[test]
fn nanoseconds_are_times() {
    let random = &mut Rng::with_seed(42);
    for span in [3_600, 86_400, 30 * 86_400, 900 * 86_400_u64] {
        for is_descending in [false, true] {
            for is_signed in [false, true] {
                for before in [false, true] {
                    let mut draw = || {
                        let time = 1_700_000_000_000_000_000 + random.u64(..span * 1_000_000_000);
                        let stored = if is_signed { time ^ 1 << 63 } else { time };
                        let stored = if is_descending { !stored } else { stored };
                        let before = if before { random.u32(..1_000).to_be_bytes().to_vec() } else { Vec::new() };
                        [before, stored.to_be_bytes().to_vec()].concat()
                    };
                    let samples: Vec<Vec<u8>> = (0..20).map(|_| draw()).collect();
                    let proposal = guess_one_kind(&samples).expect("there is a guess");
                    let text = format!("{}{}", proposal.code(), readings(&proposal));
                    let context = || format!("{span} {is_descending} {is_signed} {before}: {text}");
                    assert!(text.contains("nanoseconds since 1970"), "{}", context());
                    assert_eq!(proposal.fields.len(), 1 + usize::from(before), "{}", context());
                }
            }
        }
    }
}
