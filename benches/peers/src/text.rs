//! The contenders on workload (d), padded digits, on workload (f), descending strings, and on workload (g), delimited
//! text.
//!
//! The contenders are timed with the random keys in `samples`, and checked with the keys in `checked_keys`, which are
//! easy to encode wrongly.

use crate::harness::{Contender, Operation};
use crate::peer::{self, keys};
use crate::report::Report;
use crate::values::{Random, texts};
use crate::workloads::{delimited, descending, digits};
use rowkey::RowKey;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use std::hint::black_box;

pub fn digits(report: &mut Report) {
    use digits::{Key, decode, encode, encode_into};
    let samples = Random::new().samples(|random| Key {
        customer: (random.number() % 1_000_000) as u32,
        payment: random.number() % 1_000_000_000_000,
    });
    let by_hand = |key: &Key| encode(key).unwrap().to_vec();
    let stored = || keys(&samples, by_hand);
    let contenders = vec![
        Contender::new("hand-written, two digits at a time", by_hand, |key| decode(key).unwrap())
            .each(Operation::Array, samples.clone(), |key| {
                black_box(encode(key).unwrap());
            })
            .reused(samples.clone(), |key, out| encode_into(key, out).unwrap())
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(encode(key).unwrap().to_vec());
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(digits::range(key.customer).unwrap());
            }),
        Contender::new("**rowkey**", |key: &Key| key.try_encode().unwrap().to_vec(), |key| Key::decode(key).unwrap())
            .each(Operation::Array, samples.clone(), |key| {
                black_box(key.try_encode().unwrap());
            })
            .reused(samples.clone(), |key, out| key.encode_into(out).unwrap())
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(Vec::from(key.try_encode().unwrap()));
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(Key::decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(Key::prefix().customer(key.customer).range());
            }),
        // The next two contenders do not check the width: a number with too many digits gives a wrong key or a panic.
        Contender::new("itoa and padding", |key| with_itoa(key, Vec::new()), |key| decode(key).unwrap())
            .reused(samples.clone(), |key, out| *out = with_itoa(key, std::mem::take(out)))
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(with_itoa(key, Vec::with_capacity(digits::WIDTH)));
            }),
        Contender::new("`format!` and `parse`", |key| formatted(key).into_bytes(), parsed)
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(formatted(key).into_bytes());
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(parsed(key));
            }),
    ];
    let keys_of_customer = |customer| [0, 1, 9, 10, 99, 100, 999_999_999_999].map(|payment| Key { customer, payment });
    let checked_keys: Vec<Key> = [0, 1, 9, 10, 99, 100, 999_999].into_iter().flat_map(keys_of_customer).collect();
    let title = "(d) padded digits: a `u32` in 6, a `u64` in 12";
    report.workload(title, contenders, &checked_keys, Some(Ord::cmp), "The other crates cannot pad digits.");
}

fn with_itoa(key: &digits::Key, mut out: Vec<u8>) -> Vec<u8> {
    let mut buffer = itoa::Buffer::new();
    for (number, width) in [(u64::from(key.customer), 6), (key.payment, 12)] {
        let digits = buffer.format(number);
        out.resize(out.len() + width - digits.len(), b'0');
        out.extend_from_slice(digits.as_bytes());
    }
    out
}

fn formatted(key: &digits::Key) -> String {
    format!("{:06}{:012}", key.customer, key.payment)
}

fn parsed(key: &[u8]) -> digits::Key {
    let text = std::str::from_utf8(key).unwrap();
    digits::Key { customer: text[..6].parse().unwrap(), payment: text[6..].parse().unwrap() }
}

/// Encodes a descending title and an ascending page with the crate memcomparable.
fn memcomparable(key: &descending::Key, out: &mut Vec<u8>) {
    let mut serializer = memcomparable::Serializer::new(out);
    serializer.set_reverse(true);
    key.title.serialize(&mut serializer).unwrap();
    serializer.set_reverse(false);
    key.page.serialize(&mut serializer).unwrap();
}

fn from_memcomparable(key: &[u8]) -> descending::Key {
    let mut deserializer = memcomparable::Deserializer::new(key);
    deserializer.set_reverse(true);
    let title = String::deserialize(&mut deserializer).unwrap();
    deserializer.set_reverse(false);
    descending::Key { title, page: u64::deserialize(&mut deserializer).unwrap() }
}

#[derive(Debug, Clone, tuple_key_derive::TypedTupleKey)]
struct TupleKeyPeer {
    #[tuple_key(1)]
    #[reverse]
    title: String,
    #[tuple_key(1)]
    page: u64,
}

impl From<descending::Key> for TupleKeyPeer {
    fn from(descending::Key { title, page }: descending::Key) -> Self {
        Self { title, page }
    }
}

impl From<TupleKeyPeer> for descending::Key {
    fn from(TupleKeyPeer { title, page }: TupleKeyPeer) -> Self {
        Self { title, page }
    }
}

pub fn descending(report: &mut Report) {
    use descending::{Key, decode, encode, encode_into};
    let samples = Random::new().samples(|random| Key { title: random.text(16), page: random.number() });
    let in_memcomparable = |key: &Key| {
        let mut out = Vec::new();
        memcomparable(key, &mut out);
        out
    };
    let contenders = vec![
        Contender::new("hand-written", encode, |key| decode(key).unwrap())
            .reused(samples.clone(), encode_into)
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(encode(key));
            })
            .each(Operation::Owned, keys(&samples, encode), |key| {
                black_box(decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(descending::range(&key.title));
            }),
        Contender::new("**rowkey**", |key: &Key| key.encode(), |key| Key::decode(key).unwrap())
            .reused(samples.clone(), |key, out| key.encode_into(out).unwrap())
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(key.encode());
            })
            .each(Operation::Owned, keys(&samples, encode), |key| {
                black_box(Key::decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(Key::prefix().title(&key.title).range());
            }),
        Contender::new("memcomparable 0.2", in_memcomparable, from_memcomparable)
            .reused(samples.clone(), memcomparable)
            .each(Operation::NewVec, samples.clone(), move |key| {
                black_box(in_memcomparable(key));
            })
            .each(Operation::Owned, keys(&samples, in_memcomparable), |key| {
                black_box(from_memcomparable(key));
            }),
        peer::tuple_key::<_, TupleKeyPeer>(&samples),
    ];
    let checked_keys: Vec<Key> = texts()
        .into_iter()
        .flat_map(|title| [0, 255, u64::MAX].map(|page| Key { title: title.clone(), page }))
        .collect();
    let title = "(f) a string of 16 bytes, descending, then a `u64`";
    report.workload(
        title,
        contenders,
        &checked_keys,
        Some(title_descending),
        "The crates that are not in this table cannot make a single field descending.",
    );
}

fn title_descending(a: &descending::Key, b: &descending::Key) -> Ordering {
    (Reverse(&a.title), a.page).cmp(&(Reverse(&b.title), b.page))
}

pub fn delimited(report: &mut Report) {
    use delimited::{Borrowing, Key, decode, decode_borrowed, encode, encode_into};
    let samples =
        Random::new().samples(|random| Key { region: random.text(6), user: random.text(12), order: random.text(16) });
    let by_hand = |key: &Key| encode(key).unwrap();
    let stored = || keys(&samples, by_hand);
    let formatted = |key: &Key| format!("{}_{}_{}", key.region, key.user, key.order).into_bytes();
    let split = |key: &[u8]| {
        let mut parts = std::str::from_utf8(key).unwrap().splitn(3, '_').map(String::from);
        let mut part = || parts.next().unwrap();
        Key { region: part(), user: part(), order: part() }
    };
    let contenders = vec![
        Contender::new("hand-written", by_hand, |key| decode(key).unwrap())
            .reused(samples.clone(), |key, out| encode_into(key, out).unwrap())
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(encode(key).unwrap());
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(decode(key).unwrap());
            })
            .each(Operation::Borrowed, stored(), |key| {
                black_box(decode_borrowed(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(delimited::range(&key.region, &key.user).unwrap());
            }),
        Contender::new("**rowkey**", |key: &Key| key.try_encode().unwrap(), |key| Key::decode(key).unwrap())
            .reused(samples.clone(), |key, out| key.encode_into(out).unwrap())
            .each(Operation::NewVec, samples.clone(), |key| {
                black_box(key.try_encode().unwrap());
            })
            .each(Operation::Owned, stored(), |key| {
                black_box(Key::decode(key).unwrap());
            })
            .each(Operation::Borrowed, stored(), |key| {
                black_box(Borrowing::decode(key).unwrap());
            })
            .each(Operation::Range, samples.clone(), |key| {
                black_box(Key::prefix().region(&key.region).user(&key.user).range());
            }),
        Contender::new("`format!` and `splitn`, unchecked", formatted, split)
            .each(Operation::NewVec, samples.clone(), move |key| {
                black_box(formatted(key));
            })
            .each(Operation::Owned, stored(), move |key| {
                black_box(split(key));
            }),
    ];
    // Prefixes of other texts, the empty text, and texts that contain the delimiter, which hand-written code and rowkey
    // reject.
    let texts = ["", "a", "ab", "a_b", "_"];
    let keys_of_user = |region: &str, user: &str| {
        texts.map(|order| Key { region: region.into(), user: user.into(), order: order.into() })
    };
    let checked_keys: Vec<Key> =
        texts.iter().flat_map(|region| texts.map(|user| keys_of_user(region, user))).flatten().collect();
    let title = "(g) three strings with `_` between them";
    report.workload(
        title,
        contenders,
        &checked_keys,
        None,
        "The other crates have no delimiters. The order is not checked, because keys with the delimiter `_` do not sort as \
         their fields do. The values that hand-written code and rowkey reject contain the delimiter `_`.",
    );
}
