//! What `LAYOUT` says of these types.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use rowkey::{Encoding, RowKey, ValueKind};
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

/// The kinds that say what their type holds say so truly.
#[test]
fn the_limits_are_those_of_the_types() {
    fn kind<K: RowKey>() -> ValueKind {
        match K::LAYOUT.parts()[0].encoding {
            Encoding::Value(kind) => kind,
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

/// A tag is never given to another kind: fingerprints stand in people's source code.
#[test]
fn fingerprints_stay() {
    macro_rules! fingerprints {
        ($($type:ty: $fingerprint:literal),* $(,)?) => {$({
            #[derive(RowKey)]
            struct Key($type);
            let found = Key::LAYOUT.fingerprint();
            assert_eq!(found, $fingerprint, "{}: {found:#018x}", stringify!($type));
        })*};
    }
    fingerprints! {
        Duration: 0x5347_7C2F_B273_FB51,
        DateTime<Utc>: 0x5347_792F_B273_F638,
        NaiveDate: 0x5347_7A2F_B273_F7EB,
        NaiveTime: 0x5347_7F2F_B274_006A,
        NaiveDateTime: 0x5347_802F_B274_021D,
        Ipv4Addr: 0x5347_7D2F_B273_FD04,
        Ipv6Addr: 0x5347_7E2F_B273_FEB7,
        IpAddr: 0x5347_732F_B273_EC06,
        Uuid: 0x5347_742F_B273_EDB9,
        Ulid: 0x5347_712F_B273_E8A0,
        Decimal: 0x5347_722F_B273_EA53,
    }
}

/// A delimiter follows these types as it follows integers, and a terminator does not; both may occur in them.
#[test]
fn separators_stand_behind_these_types() {
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
fn these_types_can_be_hashed() {
    #[derive(RowKey)]
    struct Hashed {
        #[hash(md5, 4)]
        event: Uuid,
        at: DateTime<Utc>,
    }
    let key = Hashed { event: Uuid::max(), at: DateTime::<Utc>::MAX_UTC }.encode();
    // The first bytes of the MD5 of sixteen FF.
    assert_eq!(key[..4], [0x8D, 0x79, 0xCB, 0xC9]);
    assert!(Hashed::prefix().event(Uuid::max()).at_in(DateTime::<Utc>::MIN_UTC..).range().contains(&key));
}
