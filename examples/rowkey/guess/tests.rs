//! Draws keys of existing projects, and compares the guessed fields with those of the project.

#![allow(
    clippy::expect_used,
    clippy::format_collect,
    clippy::format_push_string,
    reason = "a test fails by panicking, and need not be fast"
)]

use std::collections::BTreeSet;
use std::ops::RangeBounds;

use fastrand::Rng;
use rowkey::explain::{ExplainedPart, PartKind};
use rowkey::{Layout, RowKey};

use super::{Proposal, guess, pasted};

/// The bytes of a key, written part by part, and where its fields begin.
#[derive(Default)]
struct Drawn {
    bytes: Vec<u8>,
    fields: BTreeSet<usize>,
}

impl Drawn {
    fn constant(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.bytes.extend_from_slice(bytes.as_ref());
        self
    }

    fn field(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.fields.insert(self.bytes.len());
        self.constant(bytes)
    }
}

const WORDS: [&str; 12] = [
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

fn word(random: &mut Rng) -> String {
    let number = random.u8(..);
    let word = random.choice(WORDS).unwrap_or_default();
    if random.bool() { word.to_owned() } else { format!("{word}-{number}") }
}

fn bytes<const N: usize>(random: &mut Rng) -> [u8; N] {
    std::array::from_fn(|_| random.u8(..))
}

/// Returns a time within some weeks. The second argument is the number of its units in a second.
fn time(random: &mut Rng, unit: u64) -> u64 {
    random.u64(1_500_000_000 * unit..1_502_000_000 * unit)
}

fn small(random: &mut Rng, range: impl RangeBounds<u64>) -> u64 {
    random.u64(range)
}

fn padded(text: &str, width: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(width, 0);
    bytes
}

/// A key of Kiji, which begins with two bytes of a digest.
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

/// The keys of a project: its name, and how a key is drawn.
type Project = (&'static str, fn(&mut Rng) -> Drawn);

/// The layouts are those of the tests in `tests/tests/projects`.
const PROJECTS: [Project; 19] = [
    ("solana", |r| {
        let key = Drawn::default().field(bytes::<32>(r)).field(small(r, 200_000_000..200_100_000).to_be_bytes());
        key.field(r.u32(..4_000).to_be_bytes()).field(bytes::<64>(r))
    }),
    ("btcwallet", |r| {
        let key = Drawn::default().field(bytes::<32>(r)).field(r.u32(500_000..510_000).to_be_bytes());
        key.field(bytes::<32>(r)).field(r.u32(..9).to_be_bytes())
    }),
    ("pinpoint", |r| {
        let reversed = i64::MAX.cast_unsigned() - time(r, 1_000);
        Drawn::default().field(padded(&word(r), 24)).field(reversed.to_be_bytes())
    }),
    ("warp10", |r| {
        let class =
            *r.choice([0x3A1B_9D60_4E5F_8C27_u64, 0xB2C3_D4E5_F607_1829, 0x7719_0CD3_56AB_E840]).as_ref().unwrap_or(&0);
        let reversed = i64::MAX.cast_unsigned() - time(r, 1_000_000);
        let key = Drawn::default().constant("R").field(class.to_be_bytes()).field(r.u64(..).to_be_bytes());
        key.field(reversed.to_be_bytes())
    }),
    ("kubernetes", |r| {
        let key = Drawn::default().constant("/registry/pods/").field(word(r)).constant("/");
        key.field(word(r))
    }),
    ("meilisearch", |r| {
        let key = Drawn::default().field([r.u8(1..9)]).field(word(r)).constant("\0");
        key.field(word(r))
    }),
    ("tidb", |r| {
        let flipped = |number: u64| (number ^ 1 << 63).to_be_bytes();
        let key = Drawn::default().constant("t").field(flipped(small(r, 50..90))).constant("_r");
        key.field(flipped(small(r, ..100_000)))
    }),
    ("ozone", |r| {
        let key = Drawn::default().constant("/").field(word(r)).constant("/").field(word(r)).constant("/");
        let depth = r.usize(1..4);
        key.field((0..depth).map(|_| word(r)).collect::<Vec<_>>().join("/"))
    }),
    ("delta", |r| {
        Drawn::default().constant("_delta_log/").field(format!("{:020}", small(r, ..5_000))).constant(".json")
    }),
    ("hadoop", |r| {
        let reversed = i64::MAX.cast_unsigned() - time(r, 1_000);
        let key = Drawn::default().field(word(r)).constant("!").field(word(r)).constant("!").field(word(r));
        key.constant("!").field(reversed.to_be_bytes())
    }),
    ("surrealdb", |r| {
        let key = Drawn::default().constant("/*").field(r.u32(1..9).to_be_bytes()).constant("*");
        let key = key.field(r.u32(1..9).to_be_bytes()).constant("*").field(word(r)).constant("\0!fd");
        key.field(word(r)).constant("\0")
    }),
    ("dragonboat", |r| {
        let key = Drawn::default().constant(b"\x01\x01\0\0").field(small(r, 1..200).to_be_bytes());
        key.field(small(r, 1..6).to_be_bytes()).field(small(r, ..1_000_000).to_be_bytes())
    }),
    ("jaeger", |r| {
        let key = Drawn::default().constant(b"\x80").field(bytes::<16>(r)).field(time(r, 1_000_000).to_be_bytes());
        key.field(bytes::<8>(r))
    }),
    ("libp2p", |r| {
        let id = |r: &mut Rng| {
            (0..26)
                .map(|_| char::from(*r.choice(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").unwrap_or(&b'A')))
                .collect::<String>()
        };
        let key = Drawn::default().constant("/providers/").field(id(r)).constant("/");
        key.field(id(r))
    }),
    ("kvrocks", |r| {
        let (user, version) = (format!("user:{}", small(r, 1..50_000)), time(r, 1_000_000));
        let key = Drawn::default()
            .constant(b"\x09__default")
            .field([&[0, 0, 0, u8::try_from(user.len()).unwrap_or(0)], user.as_bytes()].concat());
        key.field(version.to_be_bytes()).field(word(r))
    }),
    ("nebula", |r| {
        let key = Drawn::default().constant(b"\x01").field([r.u8(1..100), 0, 0]).field(padded(&word(r), 32));
        key.field([r.u8(1..40), 0, 0, 0])
    }),
    ("influxdb", |r| {
        let id = |r: &mut Rng| format!("{:016x}", 0x020f_755c_0000_0000 + small(r, ..1 << 32));
        let key = Drawn::default().field(id(r));
        key.field(id(r))
    }),
    ("kiji", |r| {
        let user = word(r);
        let salt = Salted { user: user.clone(), account: 0, since: 0 }.try_encode().unwrap_or_default();
        let flipped = |number: u64| (number ^ 1 << 63).to_be_bytes();
        let key = Drawn::default().constant(&salt[..2]).field(user).constant("\0");
        key.field((r.u32(..500) ^ 1 << 31).to_be_bytes()).field(flipped(time(r, 1_000)))
    }),
    ("phoenix", |r| {
        let salted = Bucketed { account: r.i32(0..100_000), host: word(r) }.try_encode().unwrap_or_default();
        let mut key = Drawn { bytes: salted, fields: BTreeSet::new() };
        key.fields = [1, 5].into();
        key
    }),
];

/// Draws 20 keys.
fn draw_keys(draw: fn(&mut Rng) -> Drawn) -> Vec<Drawn> {
    let mut random = Rng::with_seed(1);
    (0..20).map(|_| draw(&mut random)).collect()
}

/// Asserts that the layout decodes all keys, with the fields of the project.
fn assert_fields(name: &str, keys: &[Drawn], proposal: &Proposal, layout: &Layout) {
    for key in keys {
        let explanation = layout.explain(&key.bytes);
        let fields = explanation.parts().iter().filter(|part| part.kind() == PartKind::Field);
        let starts: BTreeSet<usize> = fields.filter_map(ExplainedPart::range).map(|range| range.start).collect();
        assert!(explanation.is_ok() && starts == key.fields, "{name}: {explanation}{}", proposal.code());
    }
}

/// The file `pasted.rs` has the structs for all projects, so that the compiler reads them. `BLESS=1` writes the file.
#[test]
fn the_keys_of_projects_are_guessed_and_the_structs_can_be_pasted() {
    let mut file =
        String::from("//! Written by the test of `guess`: the structs that are guessed from keys of projects.\n");
    let mut layouts = Vec::new();
    let mut salts = Vec::new();
    for (name, draw) in PROJECTS {
        let keys = draw_keys(draw);
        let samples: Vec<Vec<u8>> = keys.iter().map(|key| key.bytes.clone()).collect();
        let proposal = guess(&samples).expect("there is always a guess");
        let layout = proposal.layout().expect("the guess is a layout");
        assert_fields(name, &keys, &proposal, &layout);
        salts.extend(proposal.salt.as_ref().map(|salt| (name, salt.code())));

        let code = proposal.code().trim_end().replace('\n', "\n    ");
        let constant = "pub(super) const LAYOUT: &rowkey::Layout = <GuessedKey as rowkey::RowKey>::LAYOUT;";
        file += &format!("\nmod {name} {{\n    {code}\n\n    {constant}\n}}\n");
        layouts.push((name, layout));
    }
    assert_eq!(salts, [("kiji", "salt(md5, 2)".into()), ("phoenix", "salt(phoenix, buckets = 10)".into())]);

    let list: String = PROJECTS.iter().map(|(name, _)| format!("    {name}::LAYOUT,\n")).collect();
    file += &format!("\npub(super) const LAYOUTS: [&rowkey::Layout; {}] = [\n{list}];\n", PROJECTS.len());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("rowkey/guess/pasted.rs", &file).expect("the file can be written");
    }
    assert_eq!(file, include_str!("pasted.rs"));
    for ((name, layout), compiled) in layouts.iter().zip(pasted::LAYOUTS) {
        assert_eq!(layout.fingerprint(), compiled.fingerprint(), "{name}");
    }
}
