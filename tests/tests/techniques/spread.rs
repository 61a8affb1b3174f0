//! Keys that spread writes: hashes, salts, buckets and reversed numbers. Also the effect of sequential keys on a table.

use crate::table::{Table, all_text, bytes, hex, rows, table, text_rows};
use rowkey::{RowKey, Shard};
use std::collections::BTreeSet;

/// A table with regions. A region splits into halves when it is full.
struct Regions {
    capacity: usize,
    rows: Vec<BTreeSet<Vec<u8>>>,
}

impl Regions {
    fn new(capacity: usize) -> Self {
        Self { capacity, rows: vec![BTreeSet::new()] }
    }

    /// Returns the region of a row. The first region begins at the start of the table.
    fn of(&self, key: &[u8]) -> usize {
        let starts_behind = |region: &BTreeSet<Vec<u8>>| region.first().is_some_and(|first| first.as_slice() > key);
        self.rows.iter().skip(1).take_while(|region| !starts_behind(region)).count()
    }

    fn write(&mut self, key: Vec<u8>) {
        let at = self.of(&key);
        self.rows[at].insert(key);
        if self.rows[at].len() == self.capacity {
            let middle = self.rows[at].iter().nth(self.capacity / 2).unwrap().clone();
            let upper = self.rows[at].split_off(&middle);
            self.rows.insert(at + 1, upper);
        }
    }

    fn sizes(&self) -> Vec<usize> {
        self.rows.iter().map(BTreeSet::len).collect()
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct SequentialKey {
    id: u64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct SaltedKey {
    #[salt(md5, 2)]
    id: u64,
}

/// "Because the rowkeys for new records are being created sequentially, new rows are added to only one of the new regions.
/// The other region is not written to and remains at half of its maximum size."
#[test]
fn technique_02_sequential_keys_fill_one_region_and_leave_the_others_half_full() {
    let mut sequential = Regions::new(100);
    for key in (0..1000).map(|id| bytes(&SequentialKey { id })) {
        assert_eq!(sequential.of(&key), sequential.rows.len() - 1, "each write goes to the last region");
        sequential.write(key);
    }
    assert_eq!(sequential.sizes(), [50; 20]);

    // With a salt, the same ids are in 13 regions, each more than half full, and the next hundred go to all of them.
    let mut salted = Regions::new(100);
    for id in 0..1000 {
        salted.write(bytes(&SaltedKey { id }));
    }
    assert_eq!(salted.sizes(), [78, 78, 87, 69, 62, 64, 83, 79, 97, 94, 58, 53, 98]);
    let mut writes = [0; 13];
    for id in 1000..1100 {
        writes[salted.of(&bytes(&SaltedKey { id }))] += 1;
    }
    assert_eq!(writes, [12, 6, 9, 6, 9, 6, 14, 4, 5, 6, 6, 7, 10]);
}

#[derive(Debug, RowKey)]
struct HashedKey {
    #[hash(md5, 4)]
    user: String,
    order: u32,
}

#[derive(Debug, RowKey)]
struct HashedHexKey {
    #[hash(md5, 2, hex)]
    user: String,
    order: u32,
}

/// "Hashing keys, for example, makes table scans for key subranges inefficient, since the subrange is spread across the
/// cluster."
///
/// Such a key has no `user_in` and no `decode`: `in_on_hashed` and `decode_of_a_hashed_field` in `tests/messages/ui/call`.
#[test]
fn technique_03_a_hashed_field_is_found_by_equality_only() {
    let key = |user: &str| HashedKey { user: user.into(), order: 1 };
    let users = ["user000001", "user000002", "user000003"];
    assert_eq!(users.map(|user| hex(key(user).encode())), ["469eae2e00000001", "59b28c3400000001", "1afc317300000001"]);

    // Neighbouring ids are no longer neighbours. Each row is found by its digest.
    let stored = table(users.map(key));
    assert_eq!(
        stored.keys().map(hex).collect::<Vec<_>>(),
        ["1afc317300000001", "469eae2e00000001", "59b28c3400000001"]
    );
    for user in users {
        let found: Vec<_> = stored.range(HashedKey::prefix().user(user).range()).collect();
        assert_eq!(found, [(&bytes(&key(user)), &())]);
    }
    assert!(!HashedKey::LAYOUT.is_ordered());
    assert_eq!(HashedHexKey { user: "user000001".into(), order: 1 }.encode(), *b"469e\0\0\0\x01");
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct InvertedKey {
    #[reverse]
    id: u32,
    #[reverse]
    name: Vec<u8>,
}

/// "you can randomize sequentially generated keys by hashing the keys, inverting the byte order"
#[test]
fn technique_04_inverting_the_byte_order() {
    let key = InvertedKey { id: 0x0001_0203, name: b"abc".into() };
    assert_eq!(key.encode(), [3, 2, 1, 0, b'c', b'b', b'a']);
    assert_eq!(InvertedKey::decode(&key.encode()).unwrap(), key);

    // 1,000 successive ids are spread evenly over the first bytes.
    let stored = table((0..1000).map(|id| InvertedKey { id, name: vec![] }));
    let in_bucket = |first: u8| stored.keys().filter(|key| key[0] == first).count();
    assert_eq!([0, 1, 231, 232, 255].map(in_bucket), [4, 4, 4, 3, 3]);
    assert_eq!(stored.range(InvertedKey::prefix().id(999).range()).count(), 1);
    assert!(!InvertedKey::LAYOUT.is_ordered());
}

/// The last two bytes of the digest.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct TimestampKey {
    #[salt(md5, 2, hex, last)]
    #[pad(10)]
    timestamp: u64,
}

/// The first two bytes of the digest.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct FirstBytesKey {
    #[salt(md5, 2, hex)]
    #[pad(10)]
    timestamp: u64,
}

/// "a timestamp value of 1364248490 has an MD5 hash that ends with ffe5. By making the key for that row `ffe51364248490`, you
/// avoid hotspotting."
#[test]
fn technique_05_a_salt_is_a_few_bytes_of_the_hash() {
    assert_eq!(TimestampKey { timestamp: 1_364_248_490 }.try_encode().unwrap(), *b"ffe51364248490");
    assert_eq!(FirstBytesKey { timestamp: 1_364_248_490 }.try_encode().unwrap(), *b"11411364248490");

    let seconds = (1_364_248_490..1_364_248_494).map(|timestamp| TimestampKey { timestamp });
    let stored = table(seconds);
    assert_eq!(all_text(&stored).len(), 4);
    let found = text_rows(&stored, TimestampKey::prefix().timestamp(1_364_248_490).range());
    assert_eq!(found, ["ffe51364248490"]);
}

/// "Because you know that the first four digits are a hash salt, you can derive the original timestamp by dropping those
/// digits." The test checks the dropped digits first.
#[test]
fn technique_06_decoding_drops_the_salt() {
    assert_eq!(TimestampKey::decode(b"ffe51364248490").unwrap(), TimestampKey { timestamp: 1_364_248_490 });

    let error = TimestampKey::decode(b"ffe61364248490").unwrap_err();
    assert_eq!((error.field(), error.offset()), (None, 0));
    assert_eq!(error.to_string(), "salt at byte 0: found 66666536, the fields give 66666535");
    assert!(TimestampKey::decode(b"ffe51364248491").is_err());
    assert!(TimestampKey::decode(b"FFE51364248490").is_err());
    assert!(TimestampKey::decode(b"1364248490").is_err());
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, 2, of(user, day)))]
struct DayKey {
    user: u32,
    day: u32,
    event: u64,
}

/// "Row key can be prefixed with certain bytes of hash computed over certain info (in the rowkey) [..] since hashing is
/// deterministic in nature, it does not degrade HBase table GETS"
#[test]
fn technique_18_a_deterministic_prefix_over_chosen_fields() {
    let key = |day, event| DayKey { user: 7, day, event };
    assert_eq!(hex(key(20_170_101, 1).encode()), "eaa5000000070133c5750000000000000001");
    assert_eq!(hex(key(20_170_102, 1).encode()), "3f80000000070133c5760000000000000001");

    let stored = table([20_170_101, 20_170_102].into_iter().flat_map(|day| (0..3).map(move |event| key(day, event))));
    assert!(stored.contains_key(&bytes(&key(20_170_101, 1))));
    // One user's day has one prefix, so it is one range.
    let day = DayKey::prefix().user(7).day(20_170_102);
    assert_eq!(rows::<DayKey>(&stored, day.clone().range()), [0, 1, 2].map(|event| key(20_170_102, event)));
    assert_eq!(rows::<DayKey>(&stored, day.event_in(1..).range()), [1, 2].map(|event| key(20_170_102, event)));
}

macro_rules! salted_customers {
    ($($name:ident: $salt:meta = $expected:expr;)*) => {$({
        #[derive(Debug, Clone, PartialEq, RowKey)]
        struct $name {
            #[$salt]
            #[pad(6)]
            customer: u32,
        }
        let key = $name { customer: 123 };
        assert_eq!(hex(key.try_encode().unwrap()), $expected.to_owned() + "303030313233");
        assert_eq!($name::decode(key.try_encode().unwrap().as_ref()).unwrap(), key);
        assert!($name::prefix().customer(123).range().contains(key.try_encode().unwrap().as_ref()));
    })*};
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, 2))]
struct WholeKey {
    user: String,
    order: u32,
}

/// "certain bytes of hash computed over certain info [..] Hash functions such as MD5 can be used effectively"
#[test]
fn technique_18_any_digest_any_part_of_it_over_the_whole_key_too() {
    salted_customers! {
        Md5: salt(md5, 2) = "3c6f";
        Md5Last: salt(md5, 2, last) = "8c86";
        Md5Hex: salt(md5, 2, hex) = "33633666";
        Md5Buckets: salt(md5, buckets = 16) = "02";
        Md5ManyBuckets: salt(md5, buckets = 300) = "0116";
        Md5Digits: salt(md5, buckets = 300, digits) = "323738";
        Sha256: salt(sha256, 2) = "4403";
        Sha256Last: salt(sha256, 2, last) = "40df";
        Xxh3: salt(xxh3, 8) = "0c2e957380277939";
        Crc32: salt(crc32, 4) = "93bb5ce9";
        Crc32Buckets: salt(crc32, buckets = 16) = "09";
        Murmur3: salt(murmur3, 4) = "d3b1e672";
    }
    let key = WholeKey { user: "user000001".into(), order: 42 };
    assert_eq!(key.encode(), b"\xCC\x9Auser000001\0\0\0\0\0\x2A");
    assert_eq!(WholeKey::decode(&key.encode()).unwrap(), key);
    // The bucket of a row is known only if all fields are set.
    let range = WholeKey::prefix().user("user000001").order(42).range();
    assert_eq!(rows::<WholeKey>(&table([key.clone()]), range), [key]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct OrderKey {
    #[pad(6)]
    order: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ReversedOrderKey {
    #[pad(6)]
    #[reverse]
    order: u32,
}

/// Returns the number of rows in each of ten regions, split at `1` to `9`.
fn in_ten_regions(table: &Table) -> [usize; 10] {
    let mut rows = [0; 10];
    for key in table.keys() {
        rows[usize::from(key[0] - b'0')] += 1;
    }
    rows
}

/// "it is possible a sequential batch of OrderID will be stored together in the same region [..] the query will always
/// target the same region again and again making it a hotspot"
#[test]
fn technique_30_a_week_of_sequential_orders_is_one_region() {
    let week = 1000..1700;
    let sequential = table(week.clone().map(|order| OrderKey { order }));
    assert_eq!(in_ten_regions(&sequential), [700, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let spread = table(week.map(|order| ReversedOrderKey { order }));
    assert_eq!(in_ten_regions(&spread), [70; 10]);
}

/// "`Key Value = Reverse(Pad(OrderID,'0'))`". A leading decimal digit gives ten regions; more regions need split points
/// with more digits.
///
/// A reversed field has no `order_in`: `in_on_reversed_digits` in `tests/messages/ui/call`.
#[test]
fn technique_31_reverse_of_pad() {
    let key = ReversedOrderKey { order: 123 };
    assert_eq!(key.try_encode().unwrap(), *b"321000");
    assert_eq!(ReversedOrderKey::decode(b"321000").unwrap(), key);

    let stored = table([123, 124, 1123, 321_000].map(|order| ReversedOrderKey { order }));
    assert_eq!(all_text(&stored), ["000123", "321000", "321100", "421000"]);
    assert_eq!(text_rows(&stored, ReversedOrderKey::prefix().order(123).range()), ["321000"]);
    assert!(!ReversedOrderKey::LAYOUT.is_ordered());

    let splits = ReversedOrderKey::split_points(10).unwrap();
    assert_eq!(splits.concat(), b"100000200000300000400000500000600000700000800000900000");
    assert_eq!(ReversedOrderKey::split_points(100).unwrap()[56], b"570000");
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ReversedTimeKey {
    #[reverse]
    paid_at: i64,
    payment: u32,
}

/// "Do not try to use reverse string logic on date time values when they are in formats like 'MM/dd/yyyy hh:mm:ss.z' [..]
/// convert them into timestamps and then apply the reverse string transformation."
///
/// Reversing a formatted time is a compile error: `with_reverse` in `tests/messages/ui/format`.
#[test]
fn technique_32_a_time_is_reversed_as_a_timestamp() {
    let key = ReversedTimeKey { paid_at: 1_364_248_490_000, payment: 1 };
    assert_eq!(hex(key.encode()), "10f08ba33d01008000000001");
    assert_eq!(ReversedTimeKey::decode(&key.encode()).unwrap(), key);

    let times = [1_364_248_490_000, 1_364_248_490_001, 1_364_248_490_256];
    let stored = table(times.map(|paid_at| ReversedTimeKey { paid_at, payment: 1 }));
    // The last byte of the time comes first: the next millisecond has a distant key, and each time is found by
    // equality.
    for paid_at in times {
        let found = rows::<ReversedTimeKey>(&stored, ReversedTimeKey::prefix().paid_at(paid_at).range());
        assert_eq!(found, [ReversedTimeKey { paid_at, payment: 1 }]);
    }
}

/// Returns the last digit.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct UnitsSaltKey {
    #[salt(modulo, buckets = 10, digits)]
    #[pad(6)]
    order: u32,
}

/// Returns one of a predetermined set of hashes, chosen by the sum of the digits.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct DigitSumSaltKey {
    #[salt(with = digit_sum, buckets = 16, digits)]
    #[pad(6)]
    order: u32,
}

fn digit_sum(digits: &[u8]) -> u64 {
    digits.iter().map(|digit| u64::from(digit - b'0')).sum()
}

/// "`Key Value = Salt + Pad(OrderID,'0')`. The salt value can be a single digit let say the digit in the units place or it can
/// be a predetermined set of hash values."
#[test]
fn technique_33_salt_and_padded_id() {
    let units = UnitsSaltKey { order: 123 };
    assert_eq!(units.try_encode().unwrap(), *b"3000123");
    assert_eq!(UnitsSaltKey::decode(b"3000123").unwrap(), units);
    assert!(UnitsSaltKey::decode(b"4000123").is_err());
    assert_eq!(in_ten_regions(&table((1000..1700).map(|order| UnitsSaltKey { order }))), [70; 10]);

    let digits = DigitSumSaltKey { order: 123 };
    assert_eq!(digits.try_encode().unwrap(), *b"06000123");
    assert_eq!(DigitSumSaltKey { order: 999_999 }.try_encode().unwrap(), *b"06999999");
    assert_eq!(DigitSumSaltKey::decode(b"06000123").unwrap(), digits);
    let stored = table((0..1000).map(|order| DigitSumSaltKey { order }));
    assert_eq!(text_rows(&stored, DigitSumSaltKey::prefix().order(123).range()), ["06000123"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct Md5UserKey {
    #[salt(md5, 2, hex)]
    user_id: String,
    order_id: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, 2, hex, of(user_id)))]
struct Md5PaddedUserKey {
    #[pad(10)]
    user_id: String,
    #[pad(6)]
    order_id: u32,
}

/// "the rowkey `[userId][orderid]` is changed to `[md5(userid).subStr(0,4)][userId][orderid]`"
#[test]
fn technique_50_the_first_four_hex_digits_of_md5() {
    let padded = |order_id| Md5PaddedUserKey { user_id: "user000001".into(), order_id };
    assert_eq!(padded(42).try_encode().unwrap(), *b"469euser000001000042");
    assert_eq!(Md5PaddedUserKey::decode(b"469euser000001000042").unwrap(), padded(42));

    let key = |user: &str, order_id| Md5UserKey { user_id: user.into(), order_id };
    assert_eq!(key("user000001", 42).encode(), b"469euser000001\0\0\0\0\0\x2A");

    // A user's orders remain one range, in order.
    let stored =
        table(["user000001", "user000002", "user0000012"].iter().flat_map(|user| [2, 1].map(|order| key(user, order))));
    let range = Md5UserKey::prefix().user_id("user000001").range();
    assert_eq!(range.start(), b"469euser000001\0\0");
    assert_eq!(rows::<Md5UserKey>(&stored, range), [1, 2].map(|order| key("user000001", order)));
    let one = Md5UserKey::prefix().user_id("user000001").order_id_in(2..).range();
    assert_eq!(rows::<Md5UserKey>(&stored, one), [key("user000001", 2)]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ReversedUserKey {
    #[reverse]
    #[pad(10)]
    user_id: u32,
    #[pad(6)]
    order_id: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ReversedNameKey {
    #[reverse]
    user_id: String,
    order_id: u32,
}

/// "the rowkey `[userId][orderid]` is changed to `[reverse(userid)][orderid]`"
#[test]
fn technique_51_reversed_users_with_their_orders() {
    let digits = ReversedUserKey { user_id: 1_234_567, order_id: 42 };
    assert_eq!(digits.try_encode().unwrap(), *b"7654321000000042");
    assert_eq!(ReversedUserKey::decode(b"7654321000000042").unwrap(), digits);

    let key = |user: &str, order_id| ReversedNameKey { user_id: user.into(), order_id };
    assert_eq!(key("user000123", 42).encode(), b"321000resu\0\0\0\0\0\x2A");
    // Reversed by character, not by byte.
    assert_eq!(key("mañana", 1).encode(), "anañam\0\0\0\0\0\x01".as_bytes());
    assert_eq!(ReversedNameKey::decode(&key("mañana", 1).encode()).unwrap(), key("mañana", 1));

    // A user's orders are still one range, in order.
    let stored = table([key("user000001", 2), key("user000002", 1), key("user000001", 1), key("xuser000001", 1)]);
    let range = ReversedNameKey::prefix().user_id("user000001").range();
    assert_eq!(rows::<ReversedNameKey>(&stored, range), [key("user000001", 1), key("user000001", 2)]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct BucketKey {
    #[salt(modulo, buckets = 10)]
    timestamp: i64,
    hostname: String,
    log_event: String,
}

/// The same with a bucket count that has no factor in common with 1,000.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct SevenBucketsKey {
    #[salt(modulo, buckets = 7)]
    timestamp: i64,
    hostname: String,
    log_event: String,
}

/// "`[bucket][timestamp][hostname][log-event]; long bucket = timestamp % numBuckets`". Whole seconds in milliseconds all fall
/// into bucket 0 of 10. In Java, a negative time has a negative bucket.
#[test]
fn technique_52_a_bucket_in_front() {
    let key = |timestamp| BucketKey { timestamp, hostname: "host1".into(), log_event: "cpu".into() };
    let fields = b"\x80\0\x01\x3D\xA3\x8B\xF0\x17host1\0\0cpu";
    assert_eq!(key(1_364_248_490_007).encode(), [&[7], &fields[..]].concat());
    assert_eq!(BucketKey::decode(&key(1_364_248_490_007).encode()).unwrap(), key(1_364_248_490_007));

    let bucket = |timestamp| key(timestamp).encode()[0];
    assert_eq!([-10, -7, -1, 0, 9, 10, 19].map(bucket), [0, 3, 9, 0, 9, 0, 9]);
    assert!((0..1000).all(|second| bucket((1_364_248_490 + second) * 1000) == 0), "ts % 10 spreads no whole second");
    assert!((0..24).all(|hour| bucket(1_364_248_800 + hour * 3600) == 0), "nor whole hours in seconds");

    let seven = |timestamp| SevenBucketsKey { timestamp, hostname: "host1".into(), log_event: "cpu".into() };
    let mut rows_in = [0; 7];
    for second in 0..700 {
        rows_in[usize::from(seven((1_364_248_490 + second) * 1000).encode()[0])] += 1;
    }
    assert_eq!(rows_in, [100; 7]);

    // All hosts at one time are one range.
    let stored = table([5, 15, 16].map(key));
    assert_eq!(rows::<BucketKey>(&stored, BucketKey::prefix().timestamp(15).range()), [key(15)]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ShardedKey {
    user_id: u32,
    order_id: u32,
    shard: Shard<100>,
}

/// "A random number is added to a rowkey. For example, the rowkey `[userId][orderid]` is changed to
/// `[userId][orderid][random(100)]`." A suffix after the fields moves no write: the rows of one order stay together, and
/// the rows of successive orders are in the last region.
#[test]
fn technique_53_a_random_suffix_keeps_rows_apart_but_moves_none() {
    let key = |user_id, order_id, shard| ShardedKey { user_id, order_id, shard: Shard::new(shard).unwrap() };
    assert_eq!(key(7, 42, 99).encode(), [0, 0, 0, 7, 0, 0, 0, 42, 99]);
    assert_eq!(ShardedKey::decode(&[0, 0, 0, 7, 0, 0, 0, 42, 99]).unwrap(), key(7, 42, 99));
    assert!(ShardedKey::decode(&[0, 0, 0, 7, 0, 0, 0, 42, 100]).is_err());
    assert_eq!(Shard::<100>::new(100), None);

    // An order has several keys: a prefix finds exactly its rows.
    let stored = table((0..100).flat_map(|shard| [41, 42, 43].map(|order| key(7, order, shard))));
    let found = rows::<ShardedKey>(&stored, ShardedKey::prefix().user_id(7).order_id(42).range());
    assert_eq!(found, (0..100).map(|shard| key(7, 42, shard)).collect::<Vec<_>>());

    let mut regions = Regions::new(100);
    for order in 0..1000 {
        let key = bytes(&key(7, order, order * 37 % 100));
        assert_eq!(regions.of(&key), regions.rows.len() - 1, "each write goes to the last region");
        regions.write(key);
    }
    assert_eq!(regions.sizes(), [50; 20]);
}

/// FNV-1a of 64 bits, with the published values for these texts, so that the shard of a row never changes.
#[test]
fn a_shard_of_bytes_is_the_same_for_ever() {
    let hashes = [("", 0xCBF2_9CE4_8422_2325_u64), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)];
    for (text, hash) in hashes {
        assert_eq!(u64::from(Shard::<1000>::of(text).get()), hash % 1000, "{text}");
        assert_eq!(u64::from(Shard::<{ u32::MAX }>::of(text).get()), hash % u64::from(u32::MAX), "{text}");
    }
    let drawn: BTreeSet<u32> = (0..1000).map(|_| Shard::<3>::random().get()).collect();
    assert_eq!(drawn, BTreeSet::from([0, 1, 2]));
}
