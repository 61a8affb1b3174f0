//! The payments of the third guide, under both of its keys.
//!
//! Its list of keys "in byte-lexicographical order" is not sorted and ends in a duplicate, and two of its result sets lack
//! the row of 09:07:00. The tests check what a store returns.

use crate::table::{Table, all_text, literal_rows, rows, table, text_rows};
use jiff::civil::{DateTime, date};
use rowkey::{KeyRange, RowKey};
use std::ops::Bound::{Excluded, Included};

/// `PaymentDateTime_CustomerID_PaymentID`
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct ByDateKey {
    #[pad(19)]
    date_time: String,
    #[pad(6)]
    customer: u32,
    #[pad(9)]
    payment: u32,
}

/// `CustomerID_PaymentDateTime_PaymentID`
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct ByCustomerKey {
    #[pad(6)]
    customer: u32,
    #[pad(19)]
    date_time: String,
    #[pad(9)]
    payment: u32,
}

/// The guide's keys in the guide's order, including the duplicate.
const PAYMENTS: [(&str, u32, u32); 7] = [
    ("01-01-2017 09:00:00", 123, 12_345_678),
    ("01-01-2017 09:00:30", 156, 12_345_679),
    ("01-01-2017 09:00:40", 129, 12_345_680),
    ("01-01-2017 09:05:00", 163, 12_345_681),
    ("01-01-2017 16:06:30", 123, 12_345_682),
    ("01-01-2017 09:07:00", 23, 12_345_683),
    ("01-01-2017 09:00:00", 123, 12_345_678),
];

const SORTED_BY_DATE: [&str; 6] = [
    "01-01-2017 09:00:00_000123_012345678",
    "01-01-2017 09:00:30_000156_012345679",
    "01-01-2017 09:00:40_000129_012345680",
    "01-01-2017 09:05:00_000163_012345681",
    "01-01-2017 09:07:00_000023_012345683",
    "01-01-2017 16:06:30_000123_012345682",
];

const OF_CUSTOMER_123: [&str; 2] = ["000123_01-01-2017 09:00:00_012345678", "000123_01-01-2017 16:06:30_012345682"];

fn by_date_key((date_time, customer, payment): (&str, u32, u32)) -> ByDateKey {
    ByDateKey { date_time: date_time.into(), customer, payment }
}

fn by_customer_key((date_time, customer, payment): (&str, u32, u32)) -> ByCustomerKey {
    ByCustomerKey { customer, date_time: date_time.into(), payment }
}

fn by_date() -> Table {
    table(PAYMENTS.map(by_date_key))
}

fn by_customer() -> Table {
    table(PAYMENTS.map(by_customer_key))
}

/// "`PaymentDateTime_CustomerID_PaymentID` [..] make sure when you supply the search values for fetching the rows, use the
/// same delimiter"
#[test]
fn technique_34_fields_with_a_delimiter_between() {
    let stored = by_date();
    assert_eq!(all_text(&stored), SORTED_BY_DATE);
    for (key, ()) in &stored {
        assert_eq!(ByDateKey::decode(key).unwrap().try_encode().unwrap(), key.as_slice());
    }

    // The bounds come from the same struct, including the delimiter.
    let range = ByDateKey::prefix().date_time("01-01-2017 09:00:00").customer(123).range();
    assert_eq!(range.start(), b"01-01-2017 09:00:00_000123_");
    assert_eq!(range.end(), Some(&b"01-01-2017 09:00:00_000123`"[..]));
    assert_eq!(text_rows(&stored, range), SORTED_BY_DATE[..1]);

    let table = ByDateKey::LAYOUT.to_string();
    assert_eq!(
        table.lines().collect::<Vec<_>>(),
        [
            "ByDateKey",
            "part       offset  width  encoding                           order",
            "date_time  0       20     string padded with '\\0', then '_'  ascending",
            "customer   20      7      decimal digits, then '_'           ascending",
            "payment    27      9      decimal digits                     ascending",
        ]
    );
}

/// "I cannot be used to generate report for a single customer for a date range": from `01-01-2017 00:00:00_000123` to
/// `01-01-2017 16:59:59_000123` "it returns the rows of other customers too". The guide lists 5 rows, but there are 6.
///
/// rowkey has no such query: after `date_time_in`, setting `customer` is a compile error: `field_set_after_bounds` in
/// `tests/messages/ui/call`.
#[test]
fn technique_35_date_first_cannot_fetch_one_customer_for_a_date_range() {
    let stored = by_date();
    let guide = literal_rows(&stored, Included("01-01-2017 00:00:00_000123"), Included("01-01-2017 16:59:59_000123"));
    assert_eq!(guide, SORTED_BY_DATE);

    // The query is the whole period. The customer is filtered afterwards.
    let period = "01-01-2017 00:00:00"..="01-01-2017 16:59:59";
    let read: Vec<ByDateKey> = rows(&stored, ByDateKey::prefix().date_time_in(period).range());
    assert_eq!(read.len(), 6);
    assert_eq!(read.iter().filter(|key| key.customer == 123).count(), 2);
}

/// "`CustomerID_PaymentDateTime_PaymentID`. With this key its possible to fetch data for a single customer for a date range":
/// from `000123_01-01-2017 00:00:00` to `000123_01-01-2017 16:59:59`, 2 rows.
#[test]
fn technique_36_customer_first_fetches_one_customer_for_a_date_range() {
    let stored = by_customer();
    assert_eq!(
        all_text(&stored),
        [
            "000023_01-01-2017 09:07:00_012345683",
            "000123_01-01-2017 09:00:00_012345678",
            "000123_01-01-2017 16:06:30_012345682",
            "000129_01-01-2017 09:00:40_012345680",
            "000156_01-01-2017 09:00:30_012345679",
            "000163_01-01-2017 09:05:00_012345681",
        ]
    );
    let period = "01-01-2017 00:00:00"..="01-01-2017 16:59:59";
    let range = ByCustomerKey::prefix().customer(123).date_time_in(period).range();
    assert_eq!(range.start(), b"000123_01-01-2017 00:00:00");
    assert_eq!(text_rows(&stored, range), OF_CUSTOMER_123);

    // The month is before the year in the text, so the keys sort within a year but not across years.
    let years = table([("12-31-2016 23:00:00", 7, 1), ("01-02-2017 08:00:00", 7, 2)].map(by_customer_key));
    assert_eq!(
        rows::<ByCustomerKey>(&years, ByCustomerKey::all()).iter().map(|key| key.payment).collect::<Vec<_>>(),
        [2, 1]
    );
}

/// `CustomerID_PaymentDateTime` without the payment.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct WithoutPaymentKey {
    #[pad(6)]
    customer: u32,
    #[pad(19)]
    date_time: String,
}

/// "Why do we require `_PaymentID` in both the keys, for uniqueness. Its possible, that two users might pay at the same time
/// for the same customer"
#[test]
fn technique_37_the_last_field_keeps_rows_apart() {
    let at = "01-01-2017 09:00:00";
    let payments = [(at, 123, 12_345_678), (at, 123, 12_345_679)];
    assert_eq!(
        all_text(&table(payments.map(by_customer_key))),
        ["000123_01-01-2017 09:00:00_012345678", "000123_01-01-2017 09:00:00_012345679"]
    );
    // "the new value will overwrite the previous value"
    let overwritten = payments.map(|(at, customer, _)| WithoutPaymentKey { customer, date_time: at.into() });
    assert_eq!(all_text(&table(overwritten)), ["000123_01-01-2017 09:00:00"]);
}

/// "`01-01-2017 00:00:00` .. `01-01-2017 09:59:59` [..] will fetch payments for all the customers between that date range".
/// The guide lists 4 rows, but there are 5.
#[test]
fn technique_38_partial_bounds_cover_what_follows_them() {
    let stored = by_date();
    let morning = ByDateKey::prefix().date_time_in("01-01-2017 00:00:00"..="01-01-2017 09:59:59").range();
    assert_eq!(text_rows(&stored, morning), SORTED_BY_DATE[..5]);

    // The last second is included, with all customers and payments.
    let upto = ByDateKey::prefix().date_time_in(..="01-01-2017 09:07:00").range();
    assert_eq!(text_rows(&stored, upto), SORTED_BY_DATE[..5]);
    let before = ByDateKey::prefix().date_time_in(.."01-01-2017 09:07:00").range();
    assert_eq!(text_rows(&stored, before), SORTED_BY_DATE[..4]);
    assert_eq!(literal_rows(&stored, Included(""), Included("01-01-2017 09:07:00")), SORTED_BY_DATE[..4]);
}

/// "Start Key Value: `000123` End Key Value: `000123` [..] will fetch all the payments for CustomerID 123". As bounds they
/// contain no row. As a prefix, they contain the customer's rows.
#[test]
fn technique_39_all_of_one_customer_is_a_prefix() {
    let stored = by_customer();
    assert_eq!(literal_rows(&stored, Included("000123"), Included("000123")).len(), 0);
    assert_eq!(text_rows(&stored, ByCustomerKey::prefix().customer(123).range()), OF_CUSTOMER_123);
}

/// "`000123_01-01-2017` or `000123_01-01-2017 00:00:00_000000000`" to "`000123_01-01-2017` or `000123_01-01-2017
/// 23:59:59_999999999`": "all the payments for the day of 1st Jan 2017 for CustomerID 123". HBase excludes the
/// stop row, so the guide's bounds lose the last payment of the day.
#[test]
fn technique_40_a_day_of_one_customer_with_its_last_payment() {
    let last = ("01-01-2017 23:59:59", 123, 999_999_999);
    let next_day = ("01-02-2017 00:00:00", 123, 0);
    let stored = table(PAYMENTS.into_iter().chain([last, next_day]).map(by_customer_key));
    let day = ["09:00:00_012345678", "16:06:30_012345682", "23:59:59_999999999"];
    let day = day.map(|rest| format!("000123_01-01-2017 {rest}"));

    let range = ByCustomerKey::prefix().customer(123).date_time_starts_with("01-01-2017").range();
    assert_eq!(text_rows(&stored, range), day);
    let first_and_last = "01-01-2017 00:00:00"..="01-01-2017 23:59:59";
    assert_eq!(text_rows(&stored, ByCustomerKey::prefix().customer(123).date_time_in(first_and_last).range()), day);

    let (start, stop) = ("000123_01-01-2017 00:00:00_000000000", "000123_01-01-2017 23:59:59_999999999");
    assert_eq!(literal_rows(&stored, Included(start), Included(stop)), day);
    assert_eq!(literal_rows(&stored, Included(start), Excluded(stop)), day[..2]);
    // With the day alone as start and end, the range is empty again.
    let literal = literal_rows(&stored, Included("000123_01-01-2017"), Included("000123_01-01-2017"));
    assert_eq!(literal.len(), 0);
}

/// `CustomerID_PaymentDateTime_PaymentID` with the year first, so that days sort across years.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct ByYearKey {
    #[pad(6)]
    customer: u32,
    #[format("%Y-%m-%d %H:%M:%S")]
    paid_at: DateTime,
    #[pad(9)]
    payment: u32,
}

/// Like above: "all the payments for the day of 1st Jan 2017 for CustomerID 123", with date types instead of text.
///
/// The guide's own format, with the month first, is a compile error: `month_first` in `tests/messages/ui/format`.
#[test]
fn technique_40_a_day_of_formatted_times() {
    let key = |(paid_at, customer, payment): (&str, u32, u32)| {
        let paid_at = DateTime::strptime("%m-%d-%Y %H:%M:%S", paid_at).unwrap();
        ByYearKey { customer, paid_at, payment }
    };
    let around =
        [("12-31-2016 23:59:59", 123, 1), ("01-01-2017 23:59:59", 123, 999_999_999), ("01-02-2017 00:00:00", 123, 0)];
    let stored = table(PAYMENTS.into_iter().chain(around).map(key));
    let of_customer = ["2016-12-31 23:59:59_000000001"]
        .into_iter()
        .chain(["2017-01-01 09:00:00_012345678", "2017-01-01 16:06:30_012345682", "2017-01-01 23:59:59_999999999"])
        .chain(["2017-01-02 00:00:00_000000000"])
        .map(|rest| format!("000123_{rest}"));
    let of_customer: Vec<String> = of_customer.collect();
    assert_eq!(text_rows(&stored, ByYearKey::prefix().customer(123).range()), of_customer);
    let day = ByYearKey::prefix().customer(123).paid_at_in(rowkey::day(date(2017, 1, 1))).range();
    assert_eq!(text_rows(&stored, day), of_customer[1..4]);
}

/// "the value on the left is more important than the value on the right, and values on the right can be skipped"
#[test]
fn technique_41_fields_on_the_right_can_be_left_out() {
    let stored = by_customer();
    let count = |range: KeyRange| stored.range(range).count();
    let prefix = ByCustomerKey::prefix;
    assert_eq!(count(prefix().range()), 6);
    assert_eq!(count(prefix().customer(123).range()), 2);
    assert_eq!(count(prefix().customer(123).date_time("01-01-2017 16:06:30").range()), 1);
    assert_eq!(count(prefix().customer(123).date_time("01-01-2017 16:06:30").payment(12_345_682).range()), 1);
    assert_eq!(count(prefix().customer(123).date_time("01-01-2017 16:06:30").payment(12_345_678).range()), 0);
}
