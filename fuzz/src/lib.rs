//! Key types for the fuzz targets in the folder `fuzz_targets`. A fuzz target is a program that checks random inputs.

use std::borrow::Cow;
use std::sync::LazyLock;

use rowkey_formats::{
    BitcoinVarint, CockroachBytes, CockroachInteger, IntegerBytes, Leb128, LittleEndian, NulTerminated, TidbBytes,
    TwosComplement,
};
use rowkey_formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};
use rowkey_proof::laws::{Subject, Trial};
use rowkey_proof::{key, key_enum, key_struct, key_variants};

key_struct!(Place { city: String, #[descending] floor: i16, room: Option<String> });
key_enum!(Channel { "tb" b"tb" Taobao, "tm" b"tm" Tmall, "x" b"x" Other });
key_variants!(Event {
    1 b"\x01" Login { user: String, #[descending] at: i16 }
    2 b"\x02" Tick
    7 b"\x07" Load { #[pad(3)] percent: u8 }
});
key_variants!(Single { "s" b"s" Only { #[rowkey(before = "/")] id: u16, name: Option<String> } });
key_struct!(Tuple { #[rowkey(codec = FoundationDb)] name: String, #[rowkey(codec = FoundationDb)] id: Option<i64> });
key_struct!(Groups {
    #[rowkey(codec = Memcomparable)]
    name: String,
    #[descending]
    #[rowkey(codec = Memcomparable)]
    id: i16
});
key_struct!(Columns { #[rowkey(codec = Tidb)] id: Option<u8>, #[rowkey(codec = Tidb)] name: String });

/// Key types with all formats of other systems, such as `FoundationDb`, and with most codecs and attributes. The derive
/// generates `decode` for each key type. A kind of field, such as a `String`, is at different positions in different
/// key types, because the position of a field can change its bytes. The documentation of [`key!`] explains the words
/// after `=>`.
pub static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    vec![
        key! { scanned struct { a: u32 => range [in], #[descending] b: i64 => range [in], c: u8 => range [in] } },
        key! { scanned struct { a: String => range [in starts], b: Vec<u8> => range [in starts], c: String => range [in starts] } },
        key! { scanned struct { #[descending] a: String => range [in starts], #[descending] b: Vec<u8> => range [in starts] } },
        key! { scanned #[rowkey(delimiter = '_')] struct { a: String => range [starts], #[pad(6)] b: u32 => range [in], c: Vec<u8> => range [in starts] } },
        key! { scanned #[rowkey(delimiter = '\0')] struct { a: String => range [in starts], #[descending] b: Vec<u8> => range [in starts], c: bool => range [in] } },
        key! { scanned #[rowkey(terminator = '\0')] struct { a: Vec<u8> => range [in starts], b: i32 => range [in], #[descending] c: String => range [in starts] } },
        key! { scanned #[rowkey(terminator = '|')] struct { #[reverse] a: String => range [ends], b: Option<String> => range [], c: u8 => range [in] } },
        key! { scanned struct { #[pad(20)] a: u64 => range [in], #[pad(10)] #[descending] b: i32 => range [in], #[pad(7)] #[reverse] c: u32 => range [] } },
        key! { scanned struct { #[pad(8)] a: String => range [in starts], #[pad(5, 'x')] b: String => range [], #[pad(6)] #[reverse] c: String => range [ends] } },
        key! { scanned struct { a: f32 => range [in], #[descending] b: f64 => range [in], c: char => range [in], #[descending] d: bool => range [in] } },
        key! { scanned struct { a: Option<u16> => range [in], #[descending] b: Option<String> => range [in], c: Option<Option<Vec<u8>>> => range [in] } },
        key! { scanned struct { #[reverse] a: u64 => range [], #[reverse] b: Vec<u8> => range [ends], c: [u8; 3] => range [in starts] } },
        key! { scanned #[rowkey(namespace = "ns/")] struct { #[salt(md5, 2)] #[pad(6)] a: u32 => neither [], b: String => range [in starts] } },
        key! { scanned #[rowkey(salt(crc32, buckets = 7, of(b, a)))] struct { a: String => ranges [in starts], b: i16 => ranges [in], c: Vec<u8> => range [in starts] } },
        key! { scanned #[rowkey(salt(xxh3, 1))] struct { a: Vec<u8> => ranges [in starts], b: u8 => ranges [in] } },
        key! { scanned struct { #[salt(modulo, buckets = 10, digits)] a: i32 => ranges [in], b: Option<u8> => range [in] } },
        key! { scanned #[rowkey(terminator = '\0')] struct { #[salt(phoenix, buckets = 5)] a: String => ranges [in starts], b: i64 => range [in] } },
        key! { scanned struct { a: Place => range [in], #[descending] b: Place => range [in], c: Channel => range [in] } },
        key! { scanned struct <'a> { a: Cow<'a, str> => range [in starts], #[descending] b: Cow<'a, [u8]> => range [in starts], c: &'a str => range [in starts] } },
        key! { scanned struct { a: u128 => range [in], #[descending] b: i128 => range [in], #[pad(39)] c: u128 => range [in], #[pad(30)] #[descending] d: i128 => range [in] } },
        key! { scanned struct { a: Event => range [in], #[descending] b: Option<Event> => range [in], c: Single => range [in] } },
        key! { scanned #[rowkey(delimiter = b'\xFF')] struct { a: String => range [starts], #[rowkey(before = "/")] b: i64 => range [in], #[rowkey(after = "")] c: Option<String> => range [] } },
        key! { scanned struct { #[length(u16)] a: String => range [], #[descending] #[length(varint)] b: Vec<u8> => range [], #[length(u32, little_endian)] c: Option<String> => range [] } },
        key! { scanned #[rowkey(delimiter = '_')] struct { #[rowkey(codec = IntegerBytes<3>)] a: i32 => range [in], #[rowkey(codec = LittleEndian<8>)] b: u64 => range [], #[rowkey(codec = TwosComplement<7>)] c: i64 => range [], #[decimal] d: i16 => range [] } },
        key! { scanned struct { #[decimal] a: u64 => range [], #[descending] #[decimal] b: Option<i64> => range [], #[decimal] c: i128 => range [] } },
        key! { scanned struct { a: String => range [in starts], #[rowkey(optional)] b: Option<[u8; 3]> => range [in] } },
        key! { scanned #[rowkey(delimiter = '\0')] struct { a: String => range [in starts], #[rowkey(list)] b: Vec<char> => range [in starts] } },
        key! { scanned struct { #[rowkey(codec = Leb128)] a: u64 => range [], #[rowkey(codec = BitcoinVarint)] b: u128 => range [], #[descending] #[rowkey(codec = CockroachInteger)] c: i64 => range [in] } },
        key! { scanned struct { #[rowkey(codec = CockroachBytes)] a: Vec<u8> => range [in], #[rowkey(codec = TidbBytes)] b: String => range [in], #[descending] #[rowkey(codec = NulTerminated)] c: String => range [in] } },
        key! { scanned #[rowkey(fields = FoundationDb)] struct { a: Option<String> => range [in], b: Tuple => range [in], #[descending] c: i128 => range [in], d: Vec<u8> => range [in starts] } },
        key! { scanned #[rowkey(fields = FoundationDb)] struct { a: u64 => range [in], #[descending] b: f32 => range [in], c: bool => range [in], d: f64 => range [in] } },
        key! { scanned #[rowkey(fields = Memcomparable)] struct { a: String => range [in starts], #[descending] b: Option<Vec<u8>> => range [in], c: Groups => range [in], d: f64 => range [in] } },
        key! { scanned #[rowkey(fields = OrderedCode)] struct { a: u64 => range [in], #[descending] b: i64 => range [in], c: f64 => range [in], d: Vec<u8> => range [in starts] } },
        key! { scanned #[rowkey(fields = OrderedBytes)] struct { a: i16 => range [in], #[descending] b: String => range [in starts], c: Option<Vec<u8>> => range [], d: f32 => range [in] } },
        key! { scanned #[rowkey(fields = Phoenix)] struct { a: String => range [in starts], #[descending] b: u32 => range [in], c: f64 => range [in], d: Option<String> => range [in] } },
        key! { scanned #[rowkey(fields = Phoenix)] #[rowkey(delimiter = '_')] struct { #[descending] a: String => range [in starts], b: bool => range [in], c: Vec<u8> => range [in starts] } },
        key! { scanned #[rowkey(fields = Tidb)] struct { a: Columns => range [in], #[descending] b: i32 => range [in], c: f64 => range [in], #[descending] d: Vec<u8> => range [in starts] } },
    ]
});

/// The [`SUBJECTS`], prepared for tests with random keys.
pub static TRIALS: LazyLock<Vec<Trial<'static>>> = LazyLock::new(|| SUBJECTS.iter().map(Trial::of).collect());

/// Chooses an item by the first byte of `data`. Returns the item and the other bytes.
pub fn choose<'t, 'b, T>(items: &'t [T], data: &'b [u8]) -> Option<(&'t T, &'b [u8])> {
    let (first, rest) = data.split_first()?;
    Some((&items[usize::from(*first) % items.len()], rest))
}
