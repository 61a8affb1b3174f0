//! Tests the layouts of keys with field types of the standard library and of other crates.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use rowkey::__untyped::{Encoding, ValueKind};
use rowkey::{RowKey, Shard};
use rust_decimal::Decimal;
use smol_str::SmolStr;
use ulid::Ulid;
use uuid::Uuid;

#[derive(RowKey)]
struct Everything {
    duration: Duration,
    v4: Ipv4Addr,
    v6: Ipv6Addr,
    uuid: Uuid,
    #[descending]
    ulid: Ulid,
    at: DateTime<Utc>,
    day: NaiveDate,
    time: Option<NaiveTime>,
    wall: NaiveDateTime,
    price: Decimal,
    ip: IpAddr,
    bytes: Bytes,
    text: SmolStr,
}

#[test]
fn the_table_names_the_types() {
    assert_eq!(
        Everything::LAYOUT.to_string(),
        "\
Everything
part      offset  width   encoding                       order
duration  0       12      duration                       ascending
v4        12      4       IPv4 address                   ascending
v6        16      16      IPv6 address                   ascending
uuid      32      16      UUID                           ascending
ulid      48      16      ULID, complemented             descending
at        64      12      timestamp                      ascending
day       76      4       date                           ascending
time      80      1..=9   optional time of day           ascending
wall      -       12      date and time                  ascending
price     -       14      decimal                        ascending
ip        -       5..=17  IP address                     ascending
bytes     -       2..     bytes, escaped, ends in 00 00  ascending
text      -       0..     string, to the key's end       ascending
"
    );
    assert!(Everything::LAYOUT.is_ordered());
}

#[test]
fn a_key_of_fixed_types_is_an_array() {
    #[derive(RowKey)]
    struct Fixed {
        day: NaiveDate,
        price: Decimal,
        event: Uuid,
    }
    let key = Fixed { day: NaiveDate::MIN, price: Decimal::MIN, event: Uuid::nil() };
    let bytes: [u8; 34] = key.encode();
    assert_eq!(Fixed::LAYOUT.fixed_len(), Some(bytes.len()));
}

#[test]
fn an_address_of_either_kind_has_no_fixed_width() {
    #[derive(RowKey)]
    struct Visit {
        from: IpAddr,
    }
    assert_eq!((Visit::LAYOUT.min_len(), Visit::LAYOUT.max_len()), (5, Some(17)));
    let lengths =
        [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()].map(|from| Visit { from }.encode().len());
    assert_eq!(lengths, [5, 17]);
}

/// If a `ValueKind` contains limits, they are the least and the greatest value of the type.
#[test]
fn the_limits_are_those_of_the_types() {
    fn kind<K: RowKey>() -> ValueKind {
        match K::LAYOUT.fields()[0].encoding() {
            Encoding::Value { value, .. } => *value,
            other => panic!("{other:?}"),
        }
    }
    macro_rules! kinds {
        ($($type:ty),*) => {[$({
            #[derive(RowKey)]
            struct Key($type);
            kind::<Key>()
        }),*]};
    }
    let days = |date: NaiveDate| i32::try_from((date - NaiveDate::default()).num_days()).unwrap();
    let seconds = |at: jiff::Timestamp| at.as_second();
    let jiff_day = |date: jiff::civil::Date| {
        i32::try_from(date.duration_since(jiff::civil::date(1970, 1, 1)).as_hours() / 24).unwrap()
    };

    let [timestamp, date, date_time] = kinds![DateTime<Utc>, NaiveDate, NaiveDateTime];
    let (min, max) = (DateTime::<Utc>::MIN_UTC.timestamp(), DateTime::<Utc>::MAX_UTC.timestamp());
    assert!(
        matches!(timestamp, ValueKind::Timestamp { first, last, leap_seconds: true, .. } if (first, last) == (min, max))
    );
    let (min, max) = (days(NaiveDate::MIN), days(NaiveDate::MAX));
    assert!(matches!(date, ValueKind::Date { first, last, .. } if (first, last) == (min, max)));
    assert!(
        matches!(date_time, ValueKind::DateTime { first, last, leap_seconds: true, .. } if (first, last) == (min, max))
    );

    let [timestamp, date, date_time] = kinds![jiff::Timestamp, jiff::civil::Date, jiff::civil::DateTime];
    let (min, max) = (seconds(jiff::Timestamp::MIN), seconds(jiff::Timestamp::MAX));
    assert!(
        matches!(timestamp, ValueKind::Timestamp { first, last, leap_seconds: false, .. } if (first, last) == (min, max))
    );
    let (min, max) = (jiff_day(jiff::civil::Date::MIN), jiff_day(jiff::civil::Date::MAX));
    assert!(matches!(date, ValueKind::Date { first, last, .. } if (first, last) == (min, max)));
    assert!(
        matches!(date_time, ValueKind::DateTime { first, last, leap_seconds: false, .. } if (first, last) == (min, max))
    );

    let [timestamp, date, date_time] = kinds![time::UtcDateTime, time::Date, time::PrimitiveDateTime];
    let (min, max) = (time::UtcDateTime::MIN.unix_timestamp(), time::UtcDateTime::MAX.unix_timestamp());
    assert!(
        matches!(timestamp, ValueKind::Timestamp { first, last, leap_seconds: false, .. } if (first, last) == (min, max))
    );
    let epoch = time::UtcDateTime::UNIX_EPOCH.to_julian_day();
    let (min, max) = (time::Date::MIN.to_julian_day() - epoch, time::Date::MAX.to_julian_day() - epoch);
    assert!(matches!(date, ValueKind::Date { first, last, .. } if (first, last) == (min, max)));
    assert!(
        matches!(date_time, ValueKind::DateTime { first, last, leap_seconds: false, .. } if (first, last) == (min, max))
    );
}

/// Fingerprints are written in people's source code, so they must never change.
#[test]
fn fingerprints_never_change() {
    macro_rules! fingerprints {
        ($($(#[$attribute:meta])* $type:ty: $fingerprint:literal),* $(,)?) => {$({
            #[derive(RowKey)]
            #[allow(dead_code)]
            struct Key($(#[$attribute])* $type);
            let found = Key::LAYOUT.fingerprint();
            assert_eq!(found, $fingerprint, "{} {}: {found:#018X}", stringify!($(#[$attribute])*), stringify!($type));
        })*};
    }
    fingerprints! {
        u8: 0xCC46_3C6E_44FE_17E3,
        i16: 0xD0F1_5235_F125_236B,
        f32: 0xB606_2B9F_0C73_2D0F,
        bool: 0xA4E5_03BE_FC48_553D,
        char: 0xA191_1C15_C94C_9F43,
        [u8; 3]: 0x1964_E100_AAD8_55B5,
        String: 0x67D3_674A_42B9_90BF,
        Vec<u8>: 0x6234_11E5_274A_A17D,
        Option<u8>: 0x570B_7D31_29EF_ECC9,
        #[pad(6)] u32: 0xEBFB_310A_EE4C_B765,
        #[pad(6)] String: 0xE617_5BD4_7E09_3005,
        #[pad(6, 'x')] String: 0x9287_926F_90DE_5774,
        #[reverse] u32: 0x2B1D_1DEF_0C38_3F97,
        #[reverse] String: 0xA949_A250_9839_24DF,
        #[hash(md5, 4)] u32: 0xBF8B_E436_E429_6825,
        #[hash(md5, 4, hex)] u32: 0xC821_37A7_B841_245C,
        #[descending] u32: 0x1B7B_3F34_9044_3F19,
        #[descending] #[pad(6)] u32: 0x14BF_50A0_B582_FC2F,
        #[descending] String: 0x4DCD_48D5_DDC4_D548,
        #[salt(md5, 2)] u32: 0x9774_E67E_2523_21CE,
        #[salt(md5, 2, last, hex)] u32: 0x97AD_5845_4212_6AD2,
        #[salt(crc32, buckets = 12)] u32: 0xEB2E_03CB_E01A_62AA,
        #[salt(modulo, buckets = 12, digits)] u32: 0xB78B_2555_6812_CA79,
        Shard<12>: 0xC0CA_9CE8_DC4A_950F,
        #[format("%Y-%m-%d %T%.3f")] NaiveDateTime: 0x4FBD_6FAE_AFF1_C29B,
        Duration: 0xA2C1_DEF0_FDE4_B79E,
        DateTime<Utc>: 0xE200_97CA_1DAC_4142,
        NaiveDate: 0xE3AA_81D6_F8F7_83D7,
        NaiveTime: 0x9852_0552_46B4_F285,
        NaiveDateTime: 0xC619_20F1_978E_7FD9,
        Ipv4Addr: 0x32B6_76FC_C259_B9E8,
        Ipv6Addr: 0x9FED_66B9_EDDA_FDBC,
        IpAddr: 0xAB11_EE7D_5937_9667,
        Uuid: 0x5CFC_EA57_2A28_88F8,
        Ulid: 0x0153_A3C2_FB87_1EB3,
        Decimal: 0xD042_4D31_DE71_3C2F,
    }
}

/// Like integers, addresses, dates and durations are followed by a delimiter but not by a terminator. Their values can
/// contain the byte of the separator: 95 is `_`.
#[test]
fn a_delimiter_follows_self_delimiting_types_and_a_terminator_does_not() {
    macro_rules! separated {
        ($separator:ident) => {{
            #[derive(Debug, PartialEq, RowKey)]
            #[rowkey($separator = '_', namespace = "n", salt(md5, 1, of(from)))]
            struct Key {
                from: IpAddr,
                #[descending]
                day: NaiveDate,
                maybe: Option<Ipv4Addr>,
                text: SmolStr,
                took: Duration,
            }
            let from: Ipv4Addr = "95.95.95.95".parse().unwrap();
            let day = NaiveDate::MIN;
            let key = Key { from: from.into(), day, maybe: Some(from), text: "t".into(), took: Duration::MAX };
            let bytes = key.try_encode().unwrap();
            assert_eq!(Key::decode(&bytes).as_ref(), Ok(&key));
            let range = Key::prefix().from(key.from).day_in(..=day).range();
            assert!(range.contains(&bytes));
            assert!(!Key::prefix().from(key.from).day_in(NaiveDate::MAX..).range().contains(&bytes));
            bytes.len()
        }};
    }
    let fields = 5 + 4 + 5 + 1 + 12;
    assert_eq!(separated!(delimiter), 2 + fields + 4);
    assert_eq!(separated!(terminator), 2 + fields + 1);
}

#[test]
fn types_of_other_crates_can_be_hashed() {
    #[derive(RowKey)]
    struct Hashed {
        #[hash(md5, 4)]
        event: Uuid,
        at: DateTime<Utc>,
    }
    let key = Hashed { event: Uuid::max(), at: DateTime::<Utc>::MAX_UTC }.encode();
    // The first bytes of the MD5 of sixteen FF bytes.
    assert_eq!(key[..4], [0x8D, 0x79, 0xCB, 0xC9]);
    assert!(Hashed::prefix().event(Uuid::max()).at_in(DateTime::<Utc>::MIN_UTC..).range().contains(&key));
}
