//! Tables whose key attributes are text.

use super::{TestResult, database, items, text_database};
use rowkey::record::Record;
use rowkey::store::{Direction, Read, Rows, RowsError};
use rowkey::{KeyRange, RowKey};
use rowkey_async::{AsyncStore, RangeRequest, TextForm};
use std::collections::BTreeSet;

/// A key that is text, with a sort key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(delimiter = '_', value = String, format = rowkey::Raw, table = "orders", indexes(OrderByNote, OrderByLength))]
struct OrderKey {
    shop: String,
    #[rowkey(sort_key)]
    #[pad(4)]
    order: u16,
}

/// An index whose keys are text.
#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, delimiter = '_', table = "orders#note")]
struct OrderByNote {
    #[rowkey(from = value)]
    note: String,
    shop: String,
    #[pad(4)]
    order: u16,
}

/// An index whose keys are not text.
#[derive(Debug, RowKey)]
#[rowkey(index_of = OrderKey, table = "orders.length", salt(md5, buckets = 2))]
struct OrderByLength {
    #[descending]
    #[rowkey(from = value.len() as u64)]
    length: u64,
    shop: String,
    order: u16,
}

fn order(shop: &str, order: u16) -> OrderKey {
    OrderKey { shop: shop.into(), order }
}

#[tokio::test]
async fn keys_of_text_are_stored_as_they_are() -> TestResult {
    let database = text_database("text").await?;
    database.write(|rows| rows.put(&order("süd", 7), &"tea".into())).await?;
    let stored = items("text").await?;
    let stored: Vec<_> = stored.keys().filter(|(partition, _)| !partition.starts_with("rowkey.layouts:")).collect();
    let salted = OrderByLength { length: 3, shop: "süd".into(), order: 7 }.encode();
    let hex = |bytes: &[u8]| TextForm::Hex.lower_bound(bytes);
    let expected = [
        ("orders#süd_".to_owned(), "0007".to_owned()),
        ("orders%23note#".to_owned(), "tea_süd_0007".to_owned()),
        (format!("orders.length:{}", hex(&salted[..1])), hex(&salted[1..])),
        ("rowkey.partitions#orders".to_owned(), "#süd_".to_owned()),
    ];
    assert_eq!(stored, BTreeSet::from(expected).iter().collect::<Vec<_>>());
    Ok(())
}

fn read_orders<S: Read>(rows: &Rows<S>, shops: &[&str], start: u16) -> Result<Vec<String>, RowsError<S::Error>> {
    let mut texts = Vec::new();
    for shop in shops {
        let query = || OrderKey::prefix().shop(shop).order_in(start..);
        texts.push(format!("{:?}", rows.scan(query()).collect::<Result<Vec<_>, _>>()?));
        texts.push(format!("{:?}", rows.scan(query()).rev().collect::<Result<Vec<_>, _>>()?));
        let notes = || OrderByNote::prefix().note_starts_with(shop);
        texts.push(format!("{:?}", rows.records(notes()).collect::<Result<Vec<_>, _>>()?));
        texts.push(format!("{:?}", rows.records(notes()).rev().collect::<Result<Vec<_>, _>>()?));
    }
    texts.push(format!("{:?}", rows.records(OrderByLength::prefix()).collect::<Result<Vec<_>, _>>()?));
    Ok(texts)
}

/// The order of texts is that of their UTF-8 bytes, also where UTF-16 has another order.
#[tokio::test]
async fn ranges_of_text_have_the_same_rows_as_in_memory() -> TestResult {
    const SHOPS: [&str; 11] =
        ["", "a", "ab", "b", "\u{7F}", "\u{80}", "ü", "\u{7FF}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"];
    let text = text_database("text_ranges").await?;
    let binary = database("binary_ranges").await?;
    let mut memory = Rows::new(rowkey::store::Memory::new());
    for (number, shop) in SHOPS.iter().enumerate() {
        for next in 0..3 {
            let note = format!("{}{}", SHOPS[(number + next) % SHOPS.len()], SHOPS[next]);
            let key = order(shop, u16::try_from(9 + next)?);
            memory.put(&key, &note)?;
            text.write(|rows| rows.put(&key, &note)).await?;
            binary.write(|rows| rows.put(&key, &note)).await?;
        }
    }
    for start in [0, 10, 9999] {
        let expected = read_orders(&memory, &SHOPS, start)?;
        assert_eq!(text.read(|rows| read_orders(rows, &SHOPS, start)).await?, expected);
        assert_eq!(binary.read(|rows| read_orders(rows, &SHOPS, start)).await?, expected);
    }
    let checked = text.read(|rows| rows.verify::<OrderKey>(None, usize::MAX)).await?;
    assert_eq!(checked.checked, memory.verify::<OrderKey>(None, usize::MAX)?.checked);
    assert!(checked.is_clean(), "{checked:?}");
    Ok(())
}

/// A key that is text, in one partition.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "words")]
struct WordKey {
    word: String,
}

/// Bounds of a range can be bytes that are not text.
#[tokio::test]
async fn ranges_with_any_bounds_have_the_right_rows() -> TestResult {
    let database = text_database("text_bounds").await?;
    let words = ["a", "ab", "ü", "üb", "ÿ", "\u{7FF}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"];
    for word in words {
        database.write(|rows| rows.put(&WordKey { word: word.into() }, &"text".into())).await?;
    }
    let mut bounds: Vec<Vec<u8>> =
        [&[][..], &[0x80], &[0xC3], &[0xC3, 0xC0], &[0xF4, 0x90], &[0xFF]].map(Vec::from).into();
    bounds.extend(words.map(|word| word.as_bytes()[..1].to_vec()));
    bounds.extend(words.map(|word| [word.as_bytes(), &[0xFF]].concat()));
    bounds.extend(words.map(|word| word.as_bytes().to_vec()));
    let mut requests = Vec::new();
    for (start, end) in bounds.iter().flat_map(|start| bounds.iter().map(move |end| (start, end))) {
        if start < end {
            let range = KeyRange::beginning_with(b"").before(end).after(start);
            for direction in [Direction::Forward, Direction::Backward] {
                let range = range.clone();
                requests.push(RangeRequest { table: WordKey::TABLE, range, direction, limit: 2, scanner: None });
            }
        }
    }
    for mut request in requests {
        let mut expected: Vec<_> =
            words.iter().map(|word| word.as_bytes()).filter(|word| request.range.contains(word)).collect();
        if request.direction == Direction::Backward {
            expected.reverse();
        }
        let whole = request.range.clone();
        let mut found = Vec::new();
        loop {
            let page = database.store().range(&request).await?;
            let Some((last, _)) = page.rows.last() else { break };
            request.range = match request.direction {
                Direction::Forward => request.range.after(last),
                Direction::Backward => request.range.before(last),
            };
            found.extend(page.rows.into_iter().map(|(key, _)| key));
            if page.is_end || request.range.is_empty() {
                break;
            }
        }
        assert_eq!(found, expected, "{whole:?} {:?}", request.direction);
    }
    Ok(())
}

/// DynamoDB charges for the rows that it reads, so a request for few rows reads few. A request for many rows reads a megabyte, and its
/// last page says that it is the last.
#[tokio::test]
async fn a_request_for_many_rows_reads_a_megabyte() -> TestResult {
    const ROWS: usize = 4500;
    let database = text_database("text_many").await?;
    let word = |number| WordKey { word: format!("{number:05}") };
    database.load((0..ROWS).map(|number| (word(number), "text".into()))).await?;
    for direction in [Direction::Forward, Direction::Backward] {
        for (limit, rows) in [(1, 1), (3999, 3999), (4001, ROWS)] {
            let range = KeyRange::beginning_with(b"");
            let request = RangeRequest { table: WordKey::TABLE, range, direction, limit, scanner: None };
            let page = database.store().range(&request).await?;
            assert_eq!((page.rows.len(), page.is_end), (rows, rows == ROWS), "{limit} {direction:?}");
        }
    }
    Ok(())
}

/// A key in two partitions.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "halves", salt(md5, buckets = 2))]
struct HalfKey {
    number: u32,
}

/// The page with all rows of a partition is not the end of a range that has rows in the next one.
#[tokio::test]
async fn a_large_page_of_one_partition_is_not_the_end() -> TestResult {
    const ROWS: u32 = 9000;
    let database = database("large_pages").await?;
    database.load((0..ROWS).map(|number| (HalfKey { number }, "half".into()))).await?;
    let (mut range, mut pages) = (KeyRange::beginning_with(b""), Vec::new());
    loop {
        let table = HalfKey::TABLE;
        let request = RangeRequest { table, range, direction: Direction::Forward, limit: 4001, scanner: None };
        let page = database.store().range(&request).await?;
        pages.push(page.rows.len());
        let Some((last, _)) = page.rows.last().filter(|_| !page.is_end) else { break };
        range = request.range.after(last);
    }
    assert_eq!((pages.iter().sum::<usize>(), pages.len()), (ROWS as usize, 2), "{pages:?}");
    Ok(())
}

/// A key whose partition key is text.
macro_rules! text_key {
    ($name:ident, $($table:tt)*) => {
        #[derive(RowKey)]
        #[rowkey(value = String, format = rowkey::Raw, delimiter = '_', $($table)*)]
        struct $name {
            first: String,
            #[rowkey(sort_key)]
            #[pad(4)]
            last: u16,
        }
    };
}

text_key!(Short, table = "a");
text_key!(Long, table = "a#b");
text_key!(Escaped, table = "a%23b");
text_key!(Marked, table = "a:b");

/// The text of this key is the hex of a [`NotText`].
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "6b0")]
struct Hex {
    #[pad(3)]
    first: u8,
    #[rowkey(sort_key)]
    #[pad(4)]
    last: u16,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "k")]
struct NotText {
    first: u16,
    #[rowkey(sort_key)]
    last: u16,
}

/// Tables whose names and keys look alike have no item in common.
#[tokio::test]
async fn tables_do_not_collide() -> TestResult {
    let database = text_database("text_collisions").await?;
    for first in ["", "b", "b#", "%23b", "#b", ":b", "b#c", "c"] {
        let first = first.to_owned();
        database
            .write(|rows| {
                rows.put(&Short { first: first.clone(), last: 7 }, &"a".into())?;
                rows.put(&Long { first: first.clone(), last: 7 }, &"a#b".into())?;
                rows.put(&Escaped { first: first.clone(), last: 7 }, &"a%23b".into())?;
                rows.put(&Marked { first: first.clone(), last: 7 }, &"a:b".into())?;
                rows.put(&Hex { first: 7, last: 7 }, &"text".into())?;
                rows.put(&NotText { first: 7, last: 7 }, &"bytes".into())
            })
            .await?;
        let values = database
            .read(|rows| {
                Ok::<_, rowkey_dynamodb::Error>([
                    rows.get(&Short { first: first.clone(), last: 7 })?,
                    rows.get(&Long { first: first.clone(), last: 7 })?,
                    rows.get(&Escaped { first: first.clone(), last: 7 })?,
                    rows.get(&Marked { first: first.clone(), last: 7 })?,
                    rows.get(&Hex { first: 7, last: 7 })?,
                    rows.get(&NotText { first: 7, last: 7 })?,
                ])
            })
            .await?;
        let expected = ["a", "a#b", "a%23b", "a:b", "text", "bytes"];
        assert_eq!(values.each_ref().map(Option::as_deref), expected.map(Some), "{first}");
    }
    // Eight rows of four tables and one of two others, as many listed partition keys, and the layouts.
    assert_eq!(items("text_collisions").await?.len(), 2 * (8 * 4 + 2) + 6);
    assert_eq!(database.write(Rows::clear::<Hex>).await?, 1);
    assert_eq!(database.write(Rows::clear::<NotText>).await?, 1);
    Ok(())
}
