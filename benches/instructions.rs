//! Counts the instructions of rowkey and of hand-written code with valgrind. Other load on the machine does not change
//! the counts, so a count that is too high can fail a build.
//!
//! `cargo bench -p rowkey-benches --bench instructions` runs itself under callgrind, and fails where rowkey exceeds
//! hand-written code by more than the limit. Without valgrind, it prints a note and checks nothing.

mod callgrind;
#[allow(dead_code, reason = "other benchmarks use the rest of the module")]
mod workloads;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::OnceLock;
use workloads::{delimited, descending, digits, integers, mixed, salted};

use rowkey::RowKey;

/// The number of keys of each workload.
const SAMPLES: usize = 256;

/// An operation, such as decoding, as hand-written code and with rowkey.
struct Pair {
    workload: &'static str,
    operation: &'static str,
    /// The percentage of additional instructions that rowkey may need, compared with hand-written code. `None` means no
    /// limit.
    allowed: Option<u64>,
    /// The name of a module with the functions `by_hand` and `rowkey`.
    module: &'static str,
    run: [fn(); 2],
}

/// Puts each operation into a separate function, so that callgrind counts it by the name of the function. A line is
/// `module "operation": field of Samples, hand-written code, rowkey;`. [`Pair::allowed`] is after the workload.
macro_rules! pairs {
    ($($workload:literal, $allowed:expr => {
        $($module:ident $operation:literal: $of:ident, $by_hand:expr, $rowkey:expr;)*
    })*) => {
        $($(mod $module {
            use super::*;

            #[inline(never)]
            pub(super) fn by_hand() {
                each(&samples().$of, $by_hand);
            }

            #[inline(never)]
            pub(super) fn rowkey() {
                each(&samples().$of, $rowkey);
            }
        })*)*

        const PAIRS: &[Pair] = &[$($(Pair {
            workload: $workload,
            operation: $operation,
            allowed: $allowed,
            module: stringify!($module),
            run: [$module::by_hand, $module::rowkey],
        }),*),*];
    };
}

/// Calls `work` with each sample. The compiler can neither compute the results in advance nor remove the calls.
#[inline(always)]
fn each<T, R>(of: &[T], mut work: impl FnMut(&T) -> R) {
    for one in black_box(of) {
        black_box(work(one));
    }
}

pairs! {
    "(a) three integers", Some(2) => {
        integers_array "encode, array": integers, integers::encode, |key| key.encode();
        integers_reused "encode, reused buffer": integers, reusing_buffer(|key: &integers::Key, out| integers::encode_into(key, out)),
            reusing_buffer(|key: &integers::Key, out| key.encode_into(out).unwrap());
        integers_vec "encode, new Vec": integers, |key| integers::encode(key).to_vec(), |key| Vec::from(key.encode());
        integers_decode "decode": stored_integers, |key| integers::decode(key).unwrap(),
            |key| integers::Key::decode(key).unwrap();
    }
    "(b) string of 16 bytes among integers", Some(5) => {
        short_reused "encode, reused buffer": short, reusing_buffer(|key: &mixed::Key, out| mixed::encode_into(key, out)),
            reusing_buffer(|key: &mixed::Key, out| key.encode_into(out).unwrap());
        short_vec "encode, new Vec": short, mixed::encode, |key| key.encode();
        short_owned "decode, owned": stored_short, |key| mixed::decode(key).unwrap(),
            |key| mixed::Key::decode(key).unwrap();
        short_borrowed "decode, borrowed": stored_short, |key| drop(black_box(mixed::decode_borrowed(key).unwrap())),
            |key| drop(black_box(mixed::Borrowing::decode(key).unwrap()));
    }
    "(c) string of 256 bytes among integers", Some(5) => {
        long_reused "encode, reused buffer": long, reusing_buffer(|key: &mixed::Key, out| mixed::encode_into(key, out)),
            reusing_buffer(|key: &mixed::Key, out| key.encode_into(out).unwrap());
        long_vec "encode, new Vec": long, mixed::encode, |key| key.encode();
        long_owned "decode, owned": stored_long, |key| mixed::decode(key).unwrap(),
            |key| mixed::Key::decode(key).unwrap();
        long_borrowed "decode, borrowed": stored_long, |key| drop(black_box(mixed::decode_borrowed(key).unwrap())),
            |key| drop(black_box(mixed::Borrowing::decode(key).unwrap()));
    }
    "(d) padded digits", Some(5) => {
        digits_array "encode, array": digits, |key| digits::encode(key).unwrap(), |key| key.try_encode().unwrap();
        digits_reused "encode, reused buffer": digits, reusing_buffer(|key: &digits::Key, out| digits::encode_into(key, out).unwrap()),
            reusing_buffer(|key: &digits::Key, out| key.encode_into(out).unwrap());
        digits_decode "decode": stored_digits, |key| digits::decode(key).unwrap(),
            |key| digits::Key::decode(key).unwrap();
    }
    "(e) salted with MD5", Some(6) => {
        salted_array "encode, array": salted, salted::encode, |key| key.encode();
        salted_decode "decode": stored_salted, |key| salted::decode(key).unwrap(),
            |key| salted::Key::decode(key).unwrap();
    }
    "(f) descending string", None => {
        descending_reused "encode, reused buffer": descending, reusing_buffer(|key: &descending::Key, out| descending::encode_into(key, out)),
            reusing_buffer(|key: &descending::Key, out| key.encode_into(out).unwrap());
        descending_owned "decode, owned": stored_descending, |key| descending::decode(key).unwrap(),
            |key| descending::Key::decode(key).unwrap();
    }
    "(g) delimited text", Some(5) => {
        delimited_reused "encode, reused buffer": delimited,
            reusing_buffer(|key: &delimited::Key, out| delimited::encode_into(key, out).unwrap()),
            reusing_buffer(|key: &delimited::Key, out| key.encode_into(out).unwrap());
        delimited_owned "decode, owned": stored_delimited, |key| delimited::decode(key).unwrap(),
            |key| delimited::Key::decode(key).unwrap();
        delimited_borrowed "decode, borrowed": stored_delimited,
            |key| { black_box(delimited::decode_borrowed(key).unwrap()); },
            |key| { black_box(delimited::Borrowing::decode(key).unwrap()); };
    }
    "ranges", None => {
        range_integers "(a) an integer, a range of the next": integers,
            |key| integers::range(key.customer, key.paid_at, key.paid_at.saturating_add(1000)),
            |key| {
                let times = key.paid_at..key.paid_at.saturating_add(1000);
                integers::Key::prefix().customer(key.customer).paid_at_in(times).range()
            };
        range_short "(b) an integer and a string": short, |key| mixed::range(key.customer, &key.shop),
            |key| mixed::Key::prefix().customer(key.customer).shop(&key.shop).range();
    }
    // The left column is a scan of keys without a salt.
    "scans of the rows of one customer", Some(30) => {
        scan_salted "(a) without a salt, and (e) salted with MD5": customers,
            |[unsalted, _]| {
                let rows = integers::Key::prefix().customer(CUSTOMER).scan(|range| unsalted.range(range));
                rows.for_each(|row| { black_box(row.unwrap()); });
            },
            |[_, salted]| {
                let rows = salted::Key::prefix().customer(CUSTOMER).scan(|range| salted.range(range));
                rows.for_each(|row| { black_box(row.unwrap()); });
            };
    }
}

const CUSTOMER: u32 = 7;

/// Keys to encode, and the bytes of the same keys to decode. `short` has strings of 16 bytes, `long` of 256 bytes.
struct Samples {
    integers: Vec<integers::Key>,
    short: Vec<mixed::Key>,
    long: Vec<mixed::Key>,
    digits: Vec<digits::Key>,
    salted: Vec<salted::Key>,
    descending: Vec<descending::Key>,
    delimited: Vec<delimited::Key>,
    stored_integers: Vec<Vec<u8>>,
    stored_short: Vec<Vec<u8>>,
    stored_long: Vec<Vec<u8>>,
    stored_digits: Vec<Vec<u8>>,
    stored_salted: Vec<Vec<u8>>,
    stored_descending: Vec<Vec<u8>>,
    stored_delimited: Vec<Vec<u8>>,
    /// Two tables with the rows of one customer: without a salt, and salted.
    customers: Vec<[BTreeMap<Vec<u8>, ()>; 2]>,
}

fn samples() -> &'static Samples {
    static SAMPLES: OnceLock<Samples> = OnceLock::new();
    SAMPLES.get_or_init(Samples::new)
}

/// Returns a function that clears and fills the same buffer in each call.
#[inline(always)]
fn reusing_buffer<T>(fill: impl Fn(&T, &mut Vec<u8>)) -> impl FnMut(&T) {
    let mut buffer = Vec::with_capacity(1024);
    move |one| {
        buffer.clear();
        fill(one, &mut buffer);
        black_box(&buffer);
    }
}

impl Samples {
    fn new() -> Self {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut number = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let integers: Vec<_> = (0..SAMPLES)
            .map(|_| integers::Key {
                customer: u32::try_from(number() >> 32).unwrap(),
                paid_at: i64::try_from(number() >> 23).unwrap(),
                payment: number(),
            })
            .collect();
        let text = |seed: u64, len: usize| -> String {
            (0..len).map(|at| char::from(b'a' + (seed.rotate_left(at as u32 * 5) % 26) as u8)).collect()
        };
        let mixed = |len| -> Vec<_> {
            let with_text = |key: &integers::Key| mixed::Key {
                customer: key.customer,
                shop: text(key.payment, len),
                paid_at: key.paid_at,
                payment: key.payment,
            };
            integers.iter().map(with_text).collect()
        };
        let [short, long] = [16, 256].map(mixed);
        let digits: Vec<_> = integers
            .iter()
            .map(|key| digits::Key { customer: key.customer % 1_000_000, payment: key.payment % 1_000_000_000_000 })
            .collect();
        let salt =
            |key: &integers::Key| salted::Key { customer: key.customer, paid_at: key.paid_at, payment: key.payment };
        let salted: Vec<_> = integers.iter().map(salt).collect();
        let descending: Vec<_> =
            integers.iter().map(|key| descending::Key { title: text(key.payment, 16), page: key.payment }).collect();
        let delimited: Vec<_> = integers
            .iter()
            .map(|key| delimited::Key {
                region: text(key.payment, 6),
                user: text(key.payment, 12),
                order: text(key.payment, 16),
            })
            .collect();
        let row = |key: &integers::Key| (integers::encode(&integers::Key { customer: CUSTOMER, ..*key }).to_vec(), ());
        let salted_row = |key: &salted::Key| (salted::encode(&salted::Key { customer: CUSTOMER, ..*key }).to_vec(), ());
        Self {
            customers: vec![[integers.iter().map(row).collect(), salted.iter().map(salted_row).collect()]],
            stored_integers: stored(&integers, |key| integers::encode(key).to_vec(), |key| key.encode().to_vec()),
            stored_short: stored(&short, mixed::encode, mixed::Key::encode),
            stored_long: stored(&long, mixed::encode, mixed::Key::encode),
            stored_digits: stored(
                &digits,
                |key| digits::encode(key).unwrap().to_vec(),
                |key| key.try_encode().unwrap().to_vec(),
            ),
            stored_salted: stored(&salted, |key| salted::encode(key).to_vec(), |key| key.encode().to_vec()),
            stored_descending: stored(&descending, descending::encode, descending::Key::encode),
            stored_delimited: stored(
                &delimited,
                |key| delimited::encode(key).unwrap(),
                |key| key.try_encode().unwrap(),
            ),
            integers,
            short,
            long,
            digits,
            salted,
            descending,
            delimited,
        }
    }
}

/// Returns the encoded keys. Checks that hand-written code and rowkey encode the same bytes.
fn stored<K>(keys: &[K], by_hand: impl Fn(&K) -> Vec<u8>, rowkey: impl Fn(&K) -> Vec<u8>) -> Vec<Vec<u8>> {
    let bytes = |key| {
        let bytes = by_hand(key);
        assert_eq!(bytes, rowkey(key));
        bytes
    };
    keys.iter().map(bytes).collect()
}

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == callgrind::CHILD) {
        samples();
        PAIRS.iter().flat_map(|pair| pair.run).for_each(|run| run());
        return ExitCode::SUCCESS;
    }
    let Some(counts) = callgrind::count(&[]) else {
        eprintln!("NOT CHECKED: valgrind is not installed, so that instructions cannot be counted.");
        eprintln!("             Debian, Ubuntu: apt-get install valgrind");
        return ExitCode::SUCCESS;
    };
    let mut workload = "";
    let mut failed = false;
    println!("| instructions per key | hand-written | rowkey | ratio |\n|---|--:|--:|--:|");
    for pair in PAIRS {
        if workload != pair.workload {
            workload = pair.workload;
            println!("| **{workload}** | | | |");
        }
        let [by_hand, rowkey] = ["by_hand", "rowkey"].map(|function| counts.of(pair.module, function));
        let exceeds = pair.allowed.is_some_and(|percent| rowkey * 100 > by_hand * (100 + percent));
        failed |= exceeds;
        let [each_by_hand, each_rowkey] = [by_hand, rowkey].map(|count| count as f64 / SAMPLES as f64);
        let mark = if exceeds { " **too many**" } else { "" };
        let ratio = each_rowkey / each_by_hand;
        println!("| {} | {each_by_hand:.1} | {each_rowkey:.1} | {ratio:.2}{mark} |", pair.operation);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
