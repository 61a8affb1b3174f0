//! How keys sort: text, padded numbers, descending fields. How short a key can be.

use crate::table::{Table, all_text, bytes, hex, rows, table, text_rows};
use rowkey::{Codec, EncodeErrorKind, KeyField, RowKey};

#[derive(Debug, Clone, PartialEq, RowKey)]
struct LargeKey {
    customer: u64,
    order: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct LargeTextKey {
    customer: String,
    order: u32,
}

// The length of keys is known at compile time.
const _: () = assert!(matches!(LargeKey::LAYOUT.max_len(), Some(12)));

/// "Large integer values in the rowkey should be converted to bytes instead of value strings."
#[test]
fn technique_13_integers_are_bytes_and_not_value_strings() {
    let bytes: [u8; 12] = LargeKey { customer: 1_364_248_490_000, order: 7 }.encode();
    assert_eq!(hex(bytes), "0000013da38bf010".to_owned() + "00000007");

    let text = LargeTextKey { customer: 1_364_248_490_000_u64.to_string(), order: 7 }.encode();
    assert_eq!((bytes.len(), text.len()), (12, 19));
    assert_eq!(LargeTextKey::LAYOUT.max_len(), None);
}

/// The mapper function of technique 15, here for three warehouses.
struct Warehouses;

const WAREHOUSES: [(&str, &[u8; 2]); 3] = [
    ("Frankfurt am Main, Gateway Gardens", b"fr"),
    ("Rotterdam, Maasvlakte II", b"rm"),
    ("Rotterdam, Waalhaven", b"rw"),
];

impl Codec<String> for Warehouses {
    type Encoded = Result<[u8; 2], &'static str>;
    const NAME: &'static str = "warehouse";

    fn encode(name: &String) -> Result<[u8; 2], &'static str> {
        WAREHOUSES.iter().find(|(known, _)| *known == name).map(|(_, code)| **code).ok_or("no such warehouse")
    }

    fn decode(code: [u8; 2]) -> Result<String, String> {
        let known = WAREHOUSES.iter().find(|(_, known)| **known == code);
        known.map(|(name, _)| (*name).to_owned()).ok_or_else(|| "no warehouse has this code".to_owned())
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct StockKey {
    #[rowkey(codec = Warehouses)]
    warehouse: String,
    article: u32,
}

/// "Do not put large data string values in the rowkey if they could be uniquely mapped to small ones by a suitable mapper
/// function."
#[test]
fn technique_15_a_mapper_function_makes_large_strings_small() {
    let key = StockKey { warehouse: "Rotterdam, Maasvlakte II".into(), article: 258 };
    let bytes: [u8; 6] = key.try_encode().unwrap();
    assert_eq!(bytes, *b"rm\0\0\x01\x02");
    assert_eq!(StockKey::decode(&bytes).unwrap(), key);

    let stock = table(WAREHOUSES.map(|(name, _)| StockKey { warehouse: name.into(), article: 258 }));
    assert_eq!(
        rows::<StockKey>(&stock, StockKey::prefix().warehouse(&"Rotterdam, Maasvlakte II".into()).range()),
        [key]
    );

    // An unknown value is an error when encoding and decoding, and its range is empty.
    let unknown = StockKey { warehouse: "Atlantis".into(), article: 1 };
    assert_eq!(unknown.try_encode().unwrap_err().to_string(), "field `warehouse`: no such warehouse");
    assert_eq!(
        StockKey::decode(b"at\0\0\0\x01").unwrap_err().to_string(),
        "field `warehouse` at byte 0: no warehouse has this code"
    );
    assert!(StockKey::prefix().warehouse(&"Atlantis".into()).range().is_empty());
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct TextKey {
    id: String,
}

const MIXED: [&str; 9] = ["1", "09", "005", "2", "Ash", "ASH", "3", "22", "11"];

fn mixed() -> Table {
    table(MIXED.map(|id| TextKey { id: id.into() }))
}

/// "`{1,09,005,2,Ash,ASH,3,22,11}` the ordering will be: `{005,09,1,11,2,22,3,ASH,Ash}`"
#[test]
fn technique_24_text_sorts_as_bytes() {
    let stored = mixed();
    assert_eq!(all_text(&stored), ["005", "09", "1", "11", "2", "22", "3", "ASH", "Ash"]);
    // A prefix of the text is a prefix of the bytes: `A` finds both rows, `AS` only the one in capitals.
    assert_eq!(text_rows(&stored, TextKey::prefix().id_starts_with("A").range()), ["ASH", "Ash"]);
    assert_eq!(text_rows(&stored, TextKey::prefix().id_starts_with("AS").range()), ["ASH"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct PaddedKey {
    #[pad(4)]
    id: u16,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct CustomerKey {
    #[pad(6)]
    customer: u32,
}

/// "So the above set becomes with length=4 `{0001,0002,0003,0005,0009,0011,0022}`"; "if the CustomerID is 123 then after
/// padding it, the CustomerID will be transformed to 000123"
#[test]
fn technique_25_padding_sorts_numbers() {
    // "if we want to fetch numeric value from 1 to 5 we will get output set as {1,11,2,22,3}"
    assert_eq!(text_rows(&mixed(), TextKey::prefix().id_in("1"..="5").range()), ["1", "11", "2", "22", "3"]);

    let padded = table([1, 9, 5, 2, 3, 22, 11].map(|id| PaddedKey { id }));
    assert_eq!(all_text(&padded), ["0001", "0002", "0003", "0005", "0009", "0011", "0022"]);
    assert_eq!(text_rows(&padded, PaddedKey::prefix().id_in(1..=5).range()), ["0001", "0002", "0003", "0005"]);

    assert_eq!(CustomerKey { customer: 123 }.try_encode().unwrap(), *b"000123");
    assert_eq!(CustomerKey::decode(b"000123").unwrap(), CustomerKey { customer: 123 });
    for no_digits in [b"0001 3", b"00012a", b"   123", b"-00123", b"+00123"] {
        assert!(CustomerKey::decode(no_digits).is_err());
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(max_len = 10)]
struct AnyCustomerKey {
    #[pad(10)]
    customer: u32,
}

/// "make sure the length is adequate enough to satisfy the use cases as row key update is not possible": a value that
/// is too long is an error, never a longer or a shorter key. With a pad that is wide enough for all values, encoding
/// cannot fail.
///
/// `encode` with six digits is a compile error, and so is a key beyond `max_len`: `call/encode_on_a_narrow_pad` and
/// `limit/max_len_exceeded` in `tests/messages/ui`.
#[test]
fn technique_26_too_long_is_an_error_and_not_another_key() {
    assert_eq!(CustomerKey { customer: 999_999 }.try_encode().unwrap(), *b"999999");
    let error = CustomerKey { customer: 1_000_000 }.try_encode().unwrap_err();
    assert!(matches!(error.kind(), EncodeErrorKind::TooManyDigits { value: 1_000_000, width: 6, .. }));
    assert_eq!(error.to_string(), "field `customer`: 1000000 has 7 digits, the key holds 6");

    // The value cannot be stored, so its range finds nothing.
    let customers = table((999_990..1_000_000).map(|customer| CustomerKey { customer }));
    assert!(CustomerKey::prefix().customer(1_000_000).range().is_empty());
    assert_eq!(customers.range(CustomerKey::prefix().customer_in(999_995..2_000_000).range()).count(), 5);

    assert_eq!(AnyCustomerKey { customer: u32::MAX }.encode(), *b"4294967295");
    assert_eq!(AnyCustomerKey::LAYOUT.max_len(), Some(10));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DescendingCustomerKey {
    #[pad(6)]
    #[descending]
    customer: u32,
}

/// "`Key Value = 999999 - 123 = 999876`; CustomerID = 100 will be transformed to `Key Value = 999899`"; "Don't forget to pad
/// the values with leading zero's"
#[test]
fn technique_27_descending_digits_are_max_minus_value() {
    let key = |customer| DescendingCustomerKey { customer };
    assert_eq!(key(123).try_encode().unwrap(), *b"999876");
    assert_eq!(key(100).try_encode().unwrap(), *b"999899");
    assert_eq!(key(999_950).try_encode().unwrap(), *b"000049");
    assert_eq!(DescendingCustomerKey::decode(b"999876").unwrap(), key(123));

    let customers = table([100, 999_950, 123, 5].map(key));
    assert_eq!(
        rows::<DescendingCustomerKey>(&customers, DescendingCustomerKey::all()),
        [999_950, 123, 100, 5].map(key)
    );
    // Bounds are values, and they are not swapped.
    let range = DescendingCustomerKey::prefix().customer_in(100..123).range();
    assert_eq!(rows::<DescendingCustomerKey>(&customers, range), [key(100)]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct NewestFirstKey {
    sensor: u16,
    #[descending]
    at: i64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct OldestFirstKey {
    sensor: u16,
    at: i64,
}

const READINGS: [i64; 5] = [1_364_248_490_000, -1, 1_364_248_490_001, 0, 1_364_248_480_000];

/// "Normally this logic is used for sorting Timestamps in descending order."
#[test]
fn technique_28_descending_timestamps_put_the_newest_first() {
    let readings = table(READINGS.map(|at| NewestFirstKey { sensor: 7, at }));
    let stored = rows::<NewestFirstKey>(&readings, NewestFirstKey::prefix().sensor(7).range());
    assert_eq!(
        stored.iter().map(|key| key.at).collect::<Vec<_>>(),
        [1_364_248_490_001, 1_364_248_490_000, 1_364_248_480_000, 0, -1]
    );
}

/// "The descending sort can also be implemented in the code after the data set fetch is complete."
#[test]
fn technique_29_or_the_same_range_is_read_backwards() {
    let ascending = table(READINGS.map(|at| OldestFirstKey { sensor: 7, at }));
    let descending = table(READINGS.map(|at| NewestFirstKey { sensor: 7, at }));
    let since = 1_364_248_480_000;
    let backwards: Vec<_> = ascending
        .range(OldestFirstKey::prefix().sensor(7).at_in(since..).range())
        .rev()
        .map(|(key, ())| OldestFirstKey::decode(key).unwrap().at)
        .collect();
    let newest_first = rows::<NewestFirstKey>(&descending, NewestFirstKey::prefix().sensor(7).at_in(since..).range());
    assert_eq!(backwards, [1_364_248_490_001, 1_364_248_490_000, 1_364_248_480_000]);
    assert_eq!(newest_first.iter().map(|key| key.at).collect::<Vec<_>>(), backwards);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct TimeKey {
    #[descending]
    timestamp: i64,
}

/// "`[hostname][log-event][timestamp]` is changed to `[hostname][log-event][Long.MAX_VALUE - timestamp]`": the bytes of
/// `#[descending]` for an `i64` equal that subtraction, even for negative times.
#[test]
fn technique_49_descending_is_long_max_value_minus_timestamp() {
    let times = [0, 1, 255, 256, 1_364_248_490_000, i64::MAX - 1, i64::MAX, -1, -1_364_248_490_000, i64::MIN];
    for timestamp in times {
        let java = i64::MAX.wrapping_sub(timestamp).to_be_bytes();
        assert_eq!(TimeKey { timestamp }.encode(), java);
        assert_eq!(TimeKey::decode(&java).unwrap(), TimeKey { timestamp });
    }
    assert_eq!(hex(TimeKey { timestamp: 1_364_248_490_000 }.encode()), "7ffffec25c740fef");

    // "A reverse scan performs worse than a normal scan": this one is a normal scan, and the first record is the latest.
    let stored = table(times.map(|timestamp| TimeKey { timestamp }));
    assert_eq!(rows::<TimeKey>(&stored, TimeKey::all())[0], TimeKey { timestamp: i64::MAX });
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct HourKey {
    hour: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct LongHourKey {
    hour: u64,
}

/// "The STRING data type is replaced with the LONG or INT data type. For example, `'2015122410'` can be replaced with
/// `Long(2015122410)`."
#[test]
fn technique_54_a_number_instead_of_its_digits() {
    let text = TextKey { id: "2015122410".into() };
    let hour: u32 = text.id.parse().unwrap();
    assert_eq!(bytes(&text).len(), 10);
    assert_eq!(hex(LongHourKey { hour: hour.into() }.encode()), "00000000781c53ea");
    assert_eq!(hex(HourKey { hour }.encode()), "781c53ea");
    assert_eq!(HourKey::decode(&[0x78, 0x1C, 0x53, 0xEA]).unwrap(), HourKey { hour: 2_015_122_410 });

    // Hours sort like their digits, even across years.
    let hours = table([2_016_010_100, 2_015_122_410, 2_015_123_123].map(|hour| HourKey { hour }));
    assert_eq!(
        rows::<HourKey>(&hours, HourKey::all()).iter().map(|key| key.hour).collect::<Vec<_>>(),
        [2_015_122_410, 2_015_123_123, 2_016_010_100]
    );
}

#[derive(Debug, Clone, Copy, PartialEq, KeyField)]
enum Shop {
    #[code("tb")]
    Taobao,
    #[code("tm")]
    Tmall,
    #[code("al")]
    AliExpress,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ShopKey {
    shop: Shop,
    order: u32,
}

/// "A name is replaced with code. For example, `'Taobao'` is replaced with `tb`."
///
/// Codes that are equal, or that begin with another code, are compile errors: `one_code_begins_another` in
/// `tests/messages/ui/key_field`.
#[test]
fn technique_55_a_name_is_replaced_with_its_code() {
    let key = |shop| ShopKey { shop, order: 258 };
    assert_eq!(key(Shop::Taobao).encode(), *b"tb\0\0\x01\x02");
    assert_eq!(ShopKey::decode(b"tb\0\0\x01\x02").unwrap(), key(Shop::Taobao));
    assert!(ShopKey::decode(b"Ta\0\0\x01\x02").is_err());

    // Variants sort by their codes, not by their names or their order in the enum.
    let orders = table([Shop::Taobao, Shop::Tmall, Shop::AliExpress].map(key));
    assert_eq!(rows::<ShopKey>(&orders, ShopKey::all()), [Shop::AliExpress, Shop::Taobao, Shop::Tmall].map(key));
    assert_eq!(rows::<ShopKey>(&orders, ShopKey::prefix().shop(Shop::Tmall).range()), [key(Shop::Tmall)]);
}
