//! Rows and keys: how to move a row to a new key, where to store versions, and tall or wide tables.

use crate::table::{Table, bytes, hex, rows, table};
use rowkey::RowKey;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, PartialEq, RowKey)]
struct DocumentKey {
    id: String,
}

/// "You cannot change a document ID for an existing document. [..] you must add the document to the table as a new document,
/// and then delete the old version of the document."
///
/// In this order, a concurrent reader always finds the document under at least one id.
#[test]
fn technique_11_a_new_id_is_a_new_document_and_the_old_one_goes() {
    let [old, new] = ["user000001", "user000007"].map(|id| DocumentKey { id: id.into() });
    let mut documents = BTreeMap::from([(bytes(&old), "Ann"), (b"user000002".to_vec(), "Bea")]);
    let found = |documents: &BTreeMap<Vec<u8>, &str>| documents.values().filter(|name| **name == "Ann").count();

    documents.insert(bytes(&new), documents[&bytes(&old)]);
    assert_eq!(found(&documents), 2);
    documents.remove(&bytes(&old));
    assert_eq!(found(&documents), 1);

    let ids: Vec<String> = documents.keys().map(|key| DocumentKey::decode(key).unwrap().id).collect();
    assert_eq!(ids, ["user000002", "user000007"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct OrderKey {
    #[salt(md5, 1)]
    #[pad(6)]
    customer: u32,
    order: u32,
}

/// "a Row Key is not allowed or not appreciated to be updated. The only way to update is Delete first and then Insert the row
/// with new Row Key value. This helps in setting up the row in proper partition."
#[test]
fn technique_23_a_changed_key_stands_in_another_partition() {
    let order = OrderKey { customer: 123, order: 7 };
    let moved = OrderKey { customer: 124, ..order.clone() };
    let stored: Table = table([order.clone()]);
    assert_eq!(hex(bytes(&order)), "3c30303031323300000007");
    // The salt differs, so the row may be on another server.
    assert_ne!(bytes(&order)[0], bytes(&moved)[0]);

    // Overwriting the digits in place would lose the row: it is in no range of either customer, and its key is invalid.
    let mut overwritten = bytes(&order);
    overwritten[6] = b'4';
    for customer in [123, 124] {
        assert!(!OrderKey::prefix().customer(customer).range().contains(&overwritten));
    }
    assert!(OrderKey::decode(&overwritten).is_err());

    let mut updated = stored;
    updated.remove(&bytes(&order));
    updated.insert(bytes(&moved), ());
    assert_eq!(rows::<OrderKey>(&updated, OrderKey::prefix().customer(123).range()), []);
    assert_eq!(rows::<OrderKey>(&updated, OrderKey::prefix().customer(124).range()), [moved]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct SensorKey {
    sensor: u32,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct ReadingKey {
    sensor: u32,
    #[descending]
    at: i64,
}

/// "Do not explicitly put the timestamp in the rowkey as timestamp is accompanied in HBASE Key implicitly."
///
/// The timestamps of cells keep a limited number of versions of one row. If each reading is a row of its own, the time is a
/// field of the key, as in the other guides.
#[test]
fn technique_14_a_time_stands_in_the_key_only_if_it_is_a_field() {
    let times = [1_364_248_490_000_i64, 1_364_248_491_000, 1_364_248_492_000];

    // A table of cells: each row key has versions, newest first.
    let mut cells: BTreeMap<Vec<u8>, BTreeMap<Reverse<i64>, i32>> = BTreeMap::new();
    for (at, degrees) in times.into_iter().zip(20..) {
        cells.entry(bytes(&SensorKey { sensor: 7 })).or_default().insert(Reverse(at), degrees);
    }
    assert_eq!(cells.keys().collect::<Vec<_>>(), [&[0, 0, 0, 7]]);
    let latest = cells[&bytes(&SensorKey { sensor: 7 })].first_key_value();
    assert_eq!(latest, Some((&Reverse(times[2]), &22)));

    // The same readings as rows: each key is 8 bytes longer, and no version is dropped.
    let readings = table(times.map(|at| ReadingKey { sensor: 7, at }));
    let stored: Vec<ReadingKey> = rows(&readings, ReadingKey::prefix().sensor(7).range());
    assert_eq!(stored.iter().map(|key| key.at).collect::<Vec<_>>(), [times[2], times[1], times[0]]);
    assert_eq!((SensorKey::LAYOUT.fixed_len(), ReadingKey::LAYOUT.fixed_len()), (Some(4), Some(12)));
}

/// Tall: one row per order.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct TallKey {
    user: u32,
    order: u64,
}

/// Wide: one row per user,
#[derive(Debug, Clone, PartialEq, RowKey)]
struct WideKey {
    user: u32,
}

/// and one column per order. The column qualifier is a key too.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct OrderColumn {
    order: u64,
}

/// "in case of a tall table design, row key contains more data values [..] less amount of data in row key leads to more data
/// to be stored against columns which in turn leads to comparatively less data distribution but ensures atomicity across a
/// wider data set"
#[test]
fn technique_22_a_tall_row_key_is_a_wide_one_and_a_column() {
    let orders = [(7, 1), (7, 5), (7, 9), (7, 300), (8, 5)];
    let tall = table(orders.map(|(user, order)| TallKey { user, order }));
    let mut wide: BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for (user, order) in orders {
        wide.entry(bytes(&WideKey { user })).or_default().insert(bytes(&OrderColumn { order }));
    }
    // One atomic write is one row: all orders of a user in the wide table, one order in the tall table.
    assert_eq!((tall.len(), wide.len()), (5, 2));

    // The same bytes in the same order, divided differently into row key and qualifier.
    let cells = wide.iter().flat_map(|(row, columns)| columns.iter().map(move |column| [&row[..], column].concat()));
    assert!(cells.eq(tall.keys().cloned()));

    // The same answer: a range of rows in the tall table, a range of columns in the wide table.
    let of_rows: Vec<TallKey> = rows(&tall, TallKey::prefix().user(7).order_in(2..=9).range());
    let of_columns = wide[&bytes(&WideKey { user: 7 })].range(OrderColumn::prefix().order_in(2..=9).range());
    let of_columns: Vec<u64> = of_columns.map(|column| OrderColumn::decode(column).unwrap().order).collect();
    assert_eq!(of_columns, [5, 9]);
    assert_eq!(of_rows.iter().map(|key| key.order).collect::<Vec<_>>(), of_columns);
}
