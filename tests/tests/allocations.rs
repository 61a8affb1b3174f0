//! Tests how many memory allocations encoding, decoding and ranges need.

use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::cell::Cell;
use std::hint::black_box;
use std::net::IpAddr;
use std::time::Duration;

use rowkey::{Codec, CodecError, KeyField, RowKey, Shard, codecs::InOrder};

/// The system's allocator, with a count of the allocations of each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let before = COUNT.get();
    let result = black_box(work());
    let count = COUNT.get() - before;
    drop(result);
    count
}

#[test]
fn the_counter_counts_each_allocation() {
    assert_eq!(allocations(|| 7), 0);
    assert_eq!(allocations(|| vec![7u8; 8]), 1);
    assert_eq!(allocations(|| vec![vec![7u8; 8]; 2]), 3);
    let grown = || {
        let mut bytes = vec![7u8; 8];
        bytes.extend([7; 100]);
        bytes
    };
    assert_eq!(allocations(grown), 2);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct PaymentKey {
    #[salt(md5, 2)]
    #[pad(6)]
    customer: u32,
    #[descending]
    paid_at: i64,
    payment: u64,
}

#[test]
fn a_key_of_fixed_width_is_encoded_and_decoded_without_an_allocation() {
    let key = PaymentKey { customer: 123, paid_at: 1_364_248_490_000, payment: 7 };
    let bytes = key.try_encode().unwrap();
    assert_eq!(allocations(|| black_box(&key).try_encode().unwrap()), 0);
    assert_eq!(allocations(|| PaymentKey::decode(black_box(&bytes)).unwrap()), 0);
    let mut buffer = Vec::with_capacity(bytes.len());
    assert_eq!(allocations(|| key.encode_into(&mut buffer).unwrap()), 0);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_', namespace = "ns", salt(xxh3, buckets = 300, digits, of(array, text)))]
struct Fixed<'a> {
    #[pad(20)]
    #[reverse]
    padded_number: u64,
    #[descending]
    flag: bool,
    #[reverse]
    array: [u8; 3],
    #[pad(8)]
    text: &'a str,
    #[pad(8, 'x')]
    #[descending]
    descending_text: Cow<'a, str>,
    #[pad(8)]
    #[reverse]
    reversed_text: Cow<'a, str>,
    #[descending]
    double: f64,
}

#[test]
fn padded_reversed_and_descending_fields_are_encoded_without_an_allocation() {
    let key = Fixed {
        padded_number: 7,
        flag: true,
        array: [1, 2, 3],
        text: "ann",
        descending_text: "bob".into(),
        reversed_text: "eve".into(),
        double: 1.5,
    };
    assert_eq!(allocations(|| black_box(&key).try_encode().unwrap()), 0);
    // `descending_text` and `reversed_text` are not stored unchanged, so decoding allocates once for each of them.
    let bytes = key.try_encode().unwrap();
    assert_eq!(allocations(|| Fixed::decode(black_box(&bytes)).unwrap()), 2);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, 2, hex))]
struct HashedKey {
    #[hash(sha256, 8)]
    path: String,
    #[hash(crc32, 4, hex)]
    size: Option<u64>,
}

#[test]
fn a_hash_is_computed_without_an_allocation() {
    let key = HashedKey { path: "a".repeat(300), size: Some(7) };
    assert_eq!(allocations(|| black_box(&key).encode()), 0);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct Visit<'a> {
    host: Cow<'a, str>,
    #[descending]
    path: Option<Cow<'a, str>>,
    #[reverse]
    user: Cow<'a, [u8]>,
    at: u64,
    note: &'a str,
}

#[test]
fn a_key_with_strings_is_encoded_with_one_allocation() {
    for length in [0, 1, 7, 20, 300] {
        let text = "a".repeat(length);
        let text = text.as_str();
        let key = Visit {
            host: text.into(),
            path: Some(text.into()),
            user: Cow::Borrowed(text.as_bytes()),
            at: 7,
            note: text,
        };
        assert_eq!(allocations(|| black_box(&key).encode()), 1, "{length}");
        let mut buffer = Vec::with_capacity(4 * length + 64);
        assert_eq!(allocations(|| key.encode_into(&mut buffer).unwrap()), 0, "{length}");
    }
}

#[test]
fn content_that_is_stored_unchanged_is_decoded_without_an_allocation() {
    #[derive(Debug, Clone, PartialEq, RowKey)]
    #[rowkey(delimiter = '_')]
    struct Delimited<'a> {
        host: &'a str,
        path: Option<&'a str>,
        at: u64,
        note: &'a [u8],
    }
    let key = Delimited { host: "host", path: Some("path"), at: 7, note: b"note" };
    let bytes = key.try_encode().unwrap();
    assert_eq!(allocations(|| Delimited::decode(black_box(&bytes)).unwrap()), 0);

    // An escaped string without a NUL is stored unchanged, so decoding borrows it. Complemented and reversed strings
    // are allocated.
    let key = Visit { host: "host".into(), path: None, user: Cow::Borrowed(b""), at: 7, note: "note" };
    let bytes = key.encode();
    assert_eq!(allocations(|| Visit::decode(black_box(&bytes)).unwrap()), 0);
    let key = Visit { host: "host".into(), path: Some("path".into()), user: Cow::Borrowed(b"user"), at: 7, note: "" };
    let bytes = key.encode();
    assert_eq!(allocations(|| Visit::decode(black_box(&bytes)).unwrap()), 2);
}

#[test]
fn a_range_of_a_fixed_prefix_allocates_its_two_bounds() {
    assert!(allocations(|| PaymentKey::prefix().customer(123).range()) <= 2);
    assert!(allocations(|| PaymentKey::prefix().customer(123).paid_at(5).range()) <= 2);
    assert!(allocations(|| PaymentKey::prefix().customer(123).paid_at(5).payment(7).range()) <= 2);
    assert!(allocations(|| PaymentKey::prefix().customer(123).paid_at_in(3..5).range()) <= 2);
    assert!(allocations(|| PaymentKey::prefix().customer(123).paid_at_in(..).range()) <= 2);
    assert!(allocations(|| PaymentKey::prefix().customer(123).paid_at(5).payment_in(..=7).range()) <= 2);
    assert_eq!(allocations(PaymentKey::all), 0);
}

/// Six digits cannot hold this customer, so the range is empty. The two bounds of the empty range replace two bounds
/// that were already allocated.
#[test]
fn a_range_of_a_value_that_cannot_be_encoded_allocates_two_more_bounds() {
    assert!(allocations(|| PaymentKey::prefix().customer(1_234_567).paid_at_in(3..5).range()) <= 4);
}

#[test]
fn a_range_of_short_strings_allocates_its_two_bounds() {
    assert!(allocations(|| Visit::prefix().host("host").range()) <= 2);
    assert!(allocations(|| Visit::prefix().host_in("a".."b").range()) <= 2);
    assert!(allocations(|| Visit::prefix().host_starts_with("ho").range()) <= 2);
    assert!(allocations(|| Visit::prefix().host("host").path_in(Some("a")..).range()) <= 2);
    // The size hint of a prefix counts 24 bytes for each variable-length field.
    let text = "a".repeat(24);
    assert!(allocations(|| Visit::prefix().host(&text).path(Some(&text)).user(text.as_bytes()).range()) <= 2);
}

#[derive(Debug, RowKey)]
#[rowkey(namespace = "ns/", salt(md5, 2, of(tenant)))]
struct PageKey {
    tenant: u32,
    #[pad(10)]
    site: u32,
    page: String,
    at: u64,
    title: String,
}

#[test]
fn a_range_of_a_long_string_allocates_its_two_bounds() {
    for length in [0, 1, 24, 25, 100, 3000] {
        let text = "a".repeat(length);
        let (text, more) = (text.as_str(), format!("{text}b"));
        let prefix = || PageKey::prefix().tenant(7).site(8);
        assert!(allocations(|| prefix().page(text).range()) <= 2, "{length}");
        assert!(allocations(|| prefix().page(text).at(5).range()) <= 2, "{length}");
        assert!(allocations(|| prefix().page(text).at_in(3..5).range()) <= 2, "{length}");
        assert!(allocations(|| prefix().page_in(text..=more.as_str()).range()) <= 2, "{length}");
        assert!(allocations(|| prefix().page_in(text..).range()) <= 2, "{length}");
        assert!(allocations(|| prefix().page_starts_with(text).range()) <= 2, "{length}");
        assert!(allocations(|| prefix().page("").at(5).title_starts_with(&text[..length.min(20)]).range()) <= 2);
        assert!(allocations(|| Visit::prefix().host(text).range()) <= 2, "{length}");
        assert!(allocations(|| Visit::prefix().host_in(..=text).range()) <= 2, "{length}");
        // `title` has another long string, which reallocates the start bound once.
        assert!(allocations(|| prefix().page(text).at(5).title(text).range()) <= 3, "{length}");
    }
}

#[derive(Debug, Clone, Copy, KeyField)]
enum Channel {
    #[code("taobao")]
    Taobao,
    #[code("tmall")]
    Tmall,
}

#[derive(Debug, Clone, Copy, KeyField)]
struct Customer(u64);

#[derive(Debug, Clone, Copy, KeyField)]
struct Place {
    shelf: u64,
    row: u64,
}

#[derive(Debug)]
struct Millis;

impl Codec<u64> for Millis {
    type Encoded = InOrder<[u8; 8]>;
    const NAME: &'static str = "milliseconds";

    fn encode(value: &u64) -> InOrder<[u8; 8]> {
        InOrder(value.to_be_bytes())
    }

    fn decode(bytes: [u8; 8]) -> Result<u64, CodecError> {
        Ok(u64::from_be_bytes(bytes))
    }
}

/// The encoded size of each field is known before encoding, even of the last field: its value has no NUL to escape.
#[derive(Debug, RowKey)]
struct ManyKinds {
    letter: char,
    flag: bool,
    array: [u8; 16],
    code: Channel,
    #[rowkey(codec = Millis)]
    custom: u64,
    #[hash(md5, 8)]
    hash: u32,
    #[pad(9)]
    padded: String,
    #[pad(9)]
    #[reverse]
    reversed_padded: String,
    #[reverse]
    reversed_number: u64,
    shard: Shard<70_000>,
    duration: Duration,
    place: Place,
    #[format("%Y-%m-%d %H:%M:%S")]
    time: jiff::civil::DateTime,
    customer: Customer,
    address: IpAddr,
    number: Option<u64>,
    none: Option<u64>,
    #[descending]
    variable_length: String,
}

/// Compares the capacity of the encoded key with its length. A size hint that is too small would reallocate, and one
/// that is too large would waste memory.
#[test]
fn the_capacity_for_fields_of_many_kinds_is_exact() {
    let key = ManyKinds {
        letter: 'x',
        flag: true,
        array: [7; 16],
        code: Channel::Taobao,
        custom: 7,
        hash: 7,
        padded: "ann".into(),
        reversed_padded: "ann".into(),
        reversed_number: 7,
        shard: Shard::of("ann"),
        duration: Duration::from_secs(7),
        place: Place { shelf: 1, row: 2 },
        time: jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0),
        customer: Customer(7),
        address: [127, 0, 0, 1].into(),
        number: Some(7),
        none: None,
        variable_length: "bob".into(),
    };
    assert_eq!(allocations(|| key.try_encode().unwrap()), 1);
    let bytes = key.try_encode().unwrap();
    assert_eq!(bytes.capacity(), bytes.len());
    let shorter = ManyKinds { code: Channel::Tmall, ..key }.try_encode().unwrap();
    assert_eq!(shorter.capacity(), shorter.len());
}
