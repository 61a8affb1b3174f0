//! Keys of one or several ids: the whole key identifies a row, and a prefix finds several.

use crate::table::{Table, bytes, hex, rows, table};
use rowkey::{Part, RowKey};

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DocumentKey {
    id: String,
}

/// "if the value of the `_id` field in a JSON document is `user000001`, that value is also the rowkey"
#[test]
fn technique_01_a_plain_id_is_the_row_key() {
    let key = DocumentKey { id: "user000001".into() };
    assert_eq!(key.encode(), b"user000001");
    assert_eq!(DocumentKey::decode(b"user000001").unwrap(), key);

    let table = table(["user000001", "user0000010", "user000002"].map(|id| DocumentKey { id: id.into() }));
    assert_eq!(rows::<DocumentKey>(&table, DocumentKey::prefix().id("user000001").range()), [key]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct MembershipKey {
    user_id: u32,
    application_id: u32,
}

/// "A composite key contains several individual IDs joined together, for example userID and applicationID."
#[test]
fn technique_07_a_composite_key_is_its_fields_in_order() {
    let key = MembershipKey { user_id: 0x0102_0304, application_id: 5 };
    assert_eq!(key.encode(), [1, 2, 3, 4, 0, 0, 0, 5]);
    assert_eq!(MembershipKey::decode(&[1, 2, 3, 4, 0, 0, 0, 5]).unwrap(), key);
    assert_eq!(MembershipKey::LAYOUT.parts().iter().map(Part::name).collect::<Vec<_>>(), ["user_id", "application_id"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct NamedMembershipKey {
    user_id: String,
    application_id: u32,
}

/// "specify the first userID row and the first userID+1 row as the start and stop rows for your scan"
#[test]
fn technique_08_from_user_to_user_plus_one() {
    let range = MembershipKey::prefix().user_id(7).range();
    assert_eq!((range.start(), range.end()), (&[0, 0, 0, 7][..], Some(&[0, 0, 0, 8][..])));

    // The upper bound carries past FF, and the last user has no upper bound.
    let range = MembershipKey::prefix().user_id(0xFFFF).range();
    assert_eq!((range.start(), range.end()), (&[0, 0, 0xFF, 0xFF][..], Some(&[0, 1][..])));
    let range = MembershipKey::prefix().user_id(u32::MAX).range();
    assert_eq!((range.start(), range.end()), (&[0xFF; 4][..], None));

    let users = [7, 8, 0xFFFF, 0x1_0000, u32::MAX];
    let table = table(
        users
            .into_iter()
            .flat_map(|user_id| [0, u32::MAX].map(|application_id| MembershipKey { user_id, application_id })),
    );
    for user_id in users {
        let found = rows::<MembershipKey>(&table, MembershipKey::prefix().user_id(user_id).range());
        assert_eq!(found, [0, u32::MAX].map(|application_id| MembershipKey { user_id, application_id }));
    }

    // A name has no next name, but the terminator in the key has a next byte.
    let range = NamedMembershipKey::prefix().user_id("user000001").range();
    assert_eq!((range.start(), range.end()), (&b"user000001\0\0"[..], Some(&b"user000001\0\x01"[..])));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ApplicationFirstKey {
    application_id: u32,
    user_id: u32,
}

/// "you can affect the results of the sort by changing the ordering of the fields": the application ids are handed out one
/// after the other, and "userID+applicationID will store all rows with the same user ID closely together".
///
/// Setting other than leading fields is a compile error: `prefix_skips_a_field` in `tests/messages/ui/call`.
#[test]
fn technique_09_the_order_of_fields_is_the_order_of_rows() {
    let memberships = [(30, 1), (10, 2), (30, 3), (20, 4), (10, 5)];
    let by_user = table(memberships.map(|(user_id, application_id)| MembershipKey { user_id, application_id }));
    let stored: Vec<_> = rows::<MembershipKey>(&by_user, MembershipKey::all());
    assert_eq!(
        stored.iter().map(|key| (key.user_id, key.application_id)).collect::<Vec<_>>(),
        [(10, 2), (10, 5), (20, 4), (30, 1), (30, 3)]
    );
    assert_eq!(by_user.range(MembershipKey::prefix().user_id(30).range()).count(), 2);
    assert_eq!(by_user.range(MembershipKey::prefix().user_id(30).application_id(3).range()).count(), 1);

    let by_application =
        table(memberships.map(|(user_id, application_id)| ApplicationFirstKey { application_id, user_id }));
    let stored: Vec<_> = rows::<ApplicationFirstKey>(&by_application, ApplicationFirstKey::all());
    assert_eq!(stored.iter().map(|key| key.user_id).collect::<Vec<_>>(), [30, 10, 30, 20, 10]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct JsonMembershipKey {
    user_id: String,
    #[pad(4)]
    application_id: u16,
}

/// "You must create your own custom logic for working with composite keys": for binary tables and for JSON tables, whose
/// `_id` is text. With binary fields, `encode_text` is a compile error: `encode_text_of_binary` in `tests/messages/ui/call`.
#[test]
fn technique_10_composite_keys_for_binary_and_json_tables() {
    let binary = NamedMembershipKey { user_id: "user000001".into(), application_id: 12 };
    assert_eq!(binary.encode(), b"user000001\0\0\0\0\0\x0C");
    assert_eq!(NamedMembershipKey::decode(&binary.encode()).unwrap(), binary);

    let json = JsonMembershipKey { user_id: "user000001".into(), application_id: 12 };
    let id = String::from_utf8(json.try_encode().unwrap()).unwrap();
    assert_eq!(id, "user000001_0012");
    assert_eq!(JsonMembershipKey::decode(id.as_bytes()).unwrap(), json);
    assert_eq!(json.try_encode_text().unwrap(), id);
    assert_eq!(DocumentKey { id: "user000001".into() }.encode_text(), "user000001");
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct TwoNamesKey {
    first: String,
    second: String,
}

#[derive(Debug, RowKey)]
struct HashedUserKey {
    #[hash(md5, 1)]
    user: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct SaltedUserKey {
    #[salt(md5, 1)]
    user: String,
}

/// "Many users use variety of hash functions in rowkey design [..] however these functions are not one to one"
#[test]
fn technique_17_a_key_is_unique_unless_it_says_hash() {
    // Joined without terminators, all of these would be the same row.
    let halves = [("", "abc"), ("a", "bc"), ("ab", "c"), ("abc", "")];
    let keys = halves.map(|(first, second)| TwoNamesKey { first: first.into(), second: second.into() });
    assert_eq!(table(keys.clone()).len(), 4);
    assert!(keys.iter().all(|key| TwoNamesKey::decode(&key.encode()).unwrap() == *key));

    // 300 users have only 171 different first MD5 bytes. The fields after the salt distinguish them.
    let users: Vec<_> = (0..300).map(|user| format!("user{user:06}")).collect();
    assert_eq!(table(users.iter().map(|user| HashedUserKey { user: user.clone() })).len(), 171);
    assert_eq!(table(users.iter().map(|user| SaltedUserKey { user: user.clone() })).len(), 300);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct StoreFirstKey {
    store: u16,
    day: u16,
    sale: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DayFirstKey {
    day: u16,
    store: u16,
    sale: u32,
}

/// "Most efficient accessibility comes when a row key prefix is provided in a search query": the field that every query
/// sets comes first, then the others "in order of their frequency".
#[test]
fn technique_21_the_field_that_every_query_has_comes_first() {
    let sales = || (0..1000).map(|sale| ((sale % 10) as u16, (sale / 100) as u16, sale));
    let by_store = table(sales().map(|(store, day, sale)| StoreFirstKey { store, day, sale }));
    let by_day = table(sales().map(|(store, day, sale)| DayFirstKey { day, store, sale }));

    // One store, then one store on one day: only matching rows are read.
    assert_eq!(by_store.range(StoreFirstKey::prefix().store(3).range()).count(), 100);
    assert_eq!(by_store.range(StoreFirstKey::prefix().store(3).day(5).range()).count(), 10);
    // With the day first, no range holds one store: all 1,000 rows are read to find the same 100.
    let of_store = |key: &DayFirstKey| key.store == 3;
    let read: Vec<DayFirstKey> = rows(&by_day, DayFirstKey::all());
    assert_eq!((read.len(), read.iter().filter(|key| of_store(key)).count()), (1000, 100));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct UserKey {
    user_id: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct UserOrderKey {
    user_id: u32,
    order_id: u32,
}

/// "If the rowkey is `[userid]`, each user has only one record. If the rowkey is `[userid][orderid]`, each user has multiple
/// records."
#[test]
fn technique_45_one_record_a_user_or_many() {
    let orders = [(1, 100), (1, 101), (2, 102)];
    assert_eq!(table(orders.map(|(user_id, _)| UserKey { user_id })).len(), 2);

    let orders = table(orders.map(|(user_id, order_id)| UserOrderKey { user_id, order_id }));
    assert_eq!(
        rows::<UserOrderKey>(&orders, UserOrderKey::prefix().user_id(1).range()),
        [UserOrderKey { user_id: 1, order_id: 100 }, UserOrderKey { user_id: 1, order_id: 101 },]
    );
}

/// "In the GET method, a complete rowkey must be provided": `SELECT * FROM table WHERE Rowkey = 'abcde'`.
///
/// A prefix cannot be encoded, so only complete keys are looked up: `encode_of_a_prefix` in `tests/messages/ui/call`.
#[test]
fn technique_46_a_get_needs_the_complete_key() {
    let words = table(["abcd", "abcde", "abcdef"].map(|id| DocumentKey { id: id.into() }));
    let found = words.get_key_value(&DocumentKey { id: "abcde".into() }.encode()).unwrap().0;
    assert_eq!(found, b"abcde");

    // The same as a range: with all fields set, it contains only the complete key.
    let range = DocumentKey::prefix().id("abcde").range();
    assert_eq!((range.start(), range.end()), (&b"abcde"[..], Some(&b"abcde\0"[..])));
    let orders: Table = table((0..3).map(|order_id| UserOrderKey { user_id: 9, order_id }));
    let one = UserOrderKey { user_id: 9, order_id: 1 };
    assert!(orders.contains_key(&bytes(&one)));
    assert_eq!(rows::<UserOrderKey>(&orders, UserOrderKey::prefix().user_id(9).order_id(1).range()), [one]);
    assert_eq!(hex(UserOrderKey { user_id: 9, order_id: 1 }.encode()), "0000000900000001");
}
