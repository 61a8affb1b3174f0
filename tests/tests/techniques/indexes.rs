//! Index tables: find a record by other fields. The value of an index row is the key of the record.

use crate::table::{bytes, literal_rows, table, text_rows};
use rowkey::{DecodeKey, KeyRange, RowKey};
use std::collections::BTreeMap;
use std::ops::Bound::Included;

/// The record's own table: `Reverse(Pad(OrderID,'0'))`.
#[derive(Debug, Clone, PartialEq, RowKey)]
struct CustomerOrderKey {
    #[pad(9)]
    #[reverse]
    order: u32,
}

/// `PaymentDateTime_CustomerID_PaymentID`
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct PaymentsByDate {
    #[pad(19)]
    paid_at: String,
    #[pad(6)]
    customer: u32,
    #[pad(9)]
    payment: u32,
}

/// `CustomerID_PaymentDateTime_PaymentID`
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct PaymentsByCustomer {
    #[pad(6)]
    customer: u32,
    #[pad(19)]
    paid_at: String,
    #[pad(9)]
    payment: u32,
}

/// `OrderDateTime_CustomerID_OrderID`
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct CustomerOrders {
    #[pad(19)]
    ordered_at: String,
    #[pad(6)]
    customer: u32,
    #[pad(9)]
    order: u32,
}

#[derive(Debug, Clone, PartialEq)]
struct Order {
    order: u32,
    customer: u32,
    payment: u32,
    ordered_at: &'static str,
    paid_at: &'static str,
}

impl Order {
    fn key(&self) -> CustomerOrderKey {
        CustomerOrderKey { order: self.order }
    }

    fn by_date(&self) -> PaymentsByDate {
        PaymentsByDate { paid_at: self.paid_at.into(), customer: self.customer, payment: self.payment }
    }

    fn by_customer(&self) -> PaymentsByCustomer {
        PaymentsByCustomer { customer: self.customer, paid_at: self.paid_at.into(), payment: self.payment }
    }

    fn by_order_date(&self) -> CustomerOrders {
        CustomerOrders { ordered_at: self.ordered_at.into(), customer: self.customer, order: self.order }
    }
}

/// The guide's payments. Each belongs to an order.
fn orders() -> [Order; 6] {
    let order = |order, customer, payment, ordered_at, paid_at| Order { order, customer, payment, ordered_at, paid_at };
    [
        order(1001, 123, 12_345_678, "01-01-2017 08:10:00", "01-01-2017 09:00:00"),
        order(1002, 156, 12_345_679, "01-01-2017 08:05:00", "01-01-2017 09:00:30"),
        order(1003, 129, 12_345_680, "01-01-2017 08:30:00", "01-01-2017 09:00:40"),
        order(1004, 163, 12_345_681, "01-01-2017 08:40:00", "01-01-2017 09:05:00"),
        order(1005, 23, 12_345_683, "01-01-2017 08:50:00", "01-01-2017 09:07:00"),
        order(1006, 123, 12_345_682, "01-01-2017 08:55:00", "01-01-2017 16:06:30"),
    ]
}

type Store<V> = BTreeMap<Vec<u8>, V>;

/// The table of the records.
fn records() -> Store<Order> {
    orders().into_iter().map(|order| (bytes(&order.key()), order)).collect()
}

/// An index. Its values are the keys of records.
fn index<K: RowKey>(records: &Store<Order>, key: impl Fn(&Order) -> K) -> Store<Vec<u8>> {
    records.iter().map(|(record, order)| (bytes(&key(order)), record.clone())).collect()
}

/// Returns the orders in a range of an index, in the order of the index.
fn through(index: &Store<Vec<u8>>, range: KeyRange, records: &Store<Order>) -> Vec<u32> {
    index.range(range).map(|(_, record)| records[record].order).collect()
}

/// "Secondary index tables are nothing but tables that have concatenated row key and value is the row key of the other
/// table."
#[test]
fn technique_42_index_tables_find_a_record_by_other_fields() {
    let records = records();
    let (by_date, by_customer) = (index(&records, Order::by_date), index(&records, Order::by_customer));
    assert_eq!(by_date[&b"01-01-2017 09:00:00_000123_012345678"[..]], b"100100000");
    assert_eq!(by_customer[&b"000123_01-01-2017 09:00:00_012345678"[..]], b"100100000");

    let day = || "01-01-2017 00:00:00"..="01-01-2017 16:59:59";
    let of_customer = PaymentsByCustomer::prefix().customer(123).paid_at_in(day()).range();
    assert_eq!(through(&by_customer, of_customer, &records), [1001, 1006]);
    let morning = PaymentsByDate::prefix().paid_at_in("01-01-2017 00:00:00"..="01-01-2017 09:59:59").range();
    assert_eq!(through(&by_date, morning, &records), [1001, 1002, 1003, 1004, 1005]);
}

/// "`PaymentsByDate` [..] `OrderID = Reverse(Pad(OrderID,'0'))`": the value of an index row is a typed key, and
/// decodes.
#[test]
fn technique_43_the_value_of_an_index_row_is_the_key_of_the_record() {
    let records = records();
    for (key, record) in &index(&records, Order::by_date) {
        let order = CustomerOrderKey::decode(record).unwrap().order;
        let payment = PaymentsByDate::decode(key).unwrap();
        let expected = orders().into_iter().find(|known| known.payment == payment.payment).unwrap();
        assert_eq!(order, expected.order);
        // A complete key needs one GET.
        assert_eq!(records[&bytes(&CustomerOrderKey { order })], expected);
    }
    // Bytes of another form are not decoded as such a key.
    assert!(CustomerOrderKey::decode(b"1001").is_err());
    assert!(CustomerOrderKey::decode(b"01-01-201").is_err());
}

/// "If a new use case needs to be implemented just create a new concatenated row key [..] and store the reverse padded OrderID
/// as value": `CustomerOrders`, `OrderDateTime_CustomerID_OrderID`.
#[test]
fn technique_44_one_copy_of_the_data_and_an_index_for_each_question() {
    let records = records();
    let by_order_date = index(&records, Order::by_order_date);
    let by_eight_thirty = CustomerOrders::prefix().ordered_at_in(..="01-01-2017 08:30:00").range();
    assert_eq!(through(&by_order_date, by_eight_thirty, &records), [1002, 1001, 1003]);
    // The index contains only its key fields and the record's key.
    let held: usize = by_order_date.iter().map(|(key, record)| key.len() + record.len()).sum();
    assert_eq!(held, orders().len() * (CustomerOrders::LAYOUT.max_len().unwrap() + 9));
}

/// "Create a table as an index table. Use a filter to filter data that you do not need on the server. Use secondary indexes."
///
/// The queried field is not the first field of the key: a filter reads all rows and compares bytes at an offset, an index
/// reads only the matching rows.
#[test]
fn technique_48_what_is_not_in_front_is_filtered_or_indexed() {
    let stored = table(orders().map(|order| order.by_date()));
    let asked = bytes(&PaymentsByDate { paid_at: String::new(), customer: 123, payment: 0 });
    let explained = PaymentsByDate::explain(&asked);
    let customer = explained.parts().iter().find(|part| part.name() == "customer").unwrap();
    let place = customer.range().unwrap();
    assert_eq!((place.clone(), &asked[place.clone()]), (20..27, &b"000123_"[..]));

    let filtered: Vec<&Vec<u8>> = stored.keys().filter(|key| key[place.clone()] == asked[place.clone()]).collect();
    assert_eq!(filtered.len(), 2);
    for key in filtered {
        assert_eq!(PaymentsByDate::decode(key).unwrap().customer, 123);
    }

    let indexed = table(orders().map(|order| order.by_customer()));
    assert_eq!(
        text_rows(&indexed, PaymentsByCustomer::prefix().customer(123).range()),
        ["000123_01-01-2017 09:00:00_012345678", "000123_01-01-2017 16:06:30_012345682"]
    );
    // Bounds on the wrong fields do not filter: payments of others are between the customer's first and last payment.
    let (first, last) = ("01-01-2017 09:00:00_000123", "01-01-2017 16:06:30_000123_");
    assert_eq!(literal_rows(&stored, Included(first), Included(last)).len(), 5);
}

/// `[seller id][timestamp][order number]`
#[derive(Debug, Clone, PartialEq, RowKey)]
struct SellerKey {
    seller: u32,
    at: i64,
    order: u64,
}

/// `[buyer id][timestamp][order number]`
#[derive(Debug, Clone, PartialEq, RowKey)]
struct BuyerKey {
    buyer: u32,
    at: i64,
    order: u64,
}

/// `[order number]`
#[derive(Debug, Clone, PartialEq, RowKey)]
struct NumberKey {
    order: u64,
}

/// "The rowkey for a buyer table is designed as `[buyer id][timestamp][order number]`. The rowkey for a seller table is
/// designed as `[seller id][timestamp][order number]`. The rowkey for an index table is designed as `[order number]`."
#[test]
fn technique_62_a_transaction_is_found_by_its_seller_its_buyer_and_its_number() {
    // Order number, seller, buyer, time.
    let transactions = [(501, 1, 70, 1000), (502, 1, 71, 1060), (503, 2, 70, 1120), (504, 1, 70, 1180)];
    let seller_key = |(order, seller, _, at)| SellerKey { seller, at, order };
    let buyer_key = |(order, _, buyer, at)| BuyerKey { buyer, at, order };
    let by_seller = table(transactions.map(seller_key));
    let by_buyer = table(transactions.map(buyer_key));
    let by_number: Store<(Vec<u8>, Vec<u8>)> = transactions
        .map(|sold| (bytes(&NumberKey { order: sold.0 }), (bytes(&seller_key(sold)), bytes(&buyer_key(sold)))))
        .into();

    fn orders<K: for<'a> DecodeKey<'a>>(stored: &BTreeMap<Vec<u8>, ()>, range: KeyRange, of: fn(K) -> u64) -> Vec<u64> {
        crate::table::rows::<K>(stored, range).into_iter().map(of).collect()
    }
    let sold = SellerKey::prefix().seller(1).at_in(1000..1100).range();
    assert_eq!(orders::<SellerKey>(&by_seller, sold, |key| key.order), [501, 502]);
    let bought = BuyerKey::prefix().buyer(70).at_in(1100..).range();
    assert_eq!(orders::<BuyerKey>(&by_buyer, bought, |key| key.order), [503, 504]);

    // The number of a transaction finds it in both tables.
    for sold in transactions {
        let (seller, buyer) = &by_number[&bytes(&NumberKey { order: sold.0 })];
        assert!(by_seller.contains_key(seller) && by_buyer.contains_key(buyer));
        assert_eq!(
            (SellerKey::decode(seller).unwrap(), BuyerKey::decode(buyer).unwrap()),
            (seller_key(sold), buyer_key(sold))
        );
    }
}
