//! Tests that the commands print what is stored, and read what they print.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use rowkey::record::Record as _;
use rowkey::store::Write as _;
use rowkey::{Json, Raw, RowKey};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tempfile::TempDir;

use crate::store_tests::{run, run_ok};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Stock {
    total: u128,
    ratio: f64,
    note: String,
}

#[derive(Debug, RowKey)]
#[rowkey(value = Stock, format = Json, table = "goods")]
struct GoodsKey {
    shelf: u8,
    id: u128,
    price: Decimal,
    weight: f64,
    offset: i128,
    narrow: f32,
}

/// Fields with the names of the columns that the commands add.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "names")]
struct NamesKey {
    value: u8,
    record: u16,
    stored: Option<String>,
    key: String,
    table: char,
}

#[derive(Debug, RowKey)]
#[rowkey(value = (), format = rowkey::Raw, table = "people", delimiter = '|')]
struct PersonKey {
    name: String,
    #[unterminated]
    alias: String,
    #[pad(6)]
    number: u32,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "visits")]
struct VisitKey {
    place: u8,
    at: Timestamp,
    #[pad(6)]
    number: u32,
    note: String,
    day: Option<bool>,
    #[reverse]
    code: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "shared", namespace = "a/")]
struct FirstKey {
    number: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "shared", namespace = "b/")]
struct SecondKey {
    number: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Raw, table = "events")]
struct EventKey {
    #[salt(md5, 2)]
    at: Timestamp,
    #[hash(md5, 4)]
    user: String,
    #[format("%Y-%m-%d %H:%M")]
    day: DateTime,
    #[format("%H:%M")]
    clock: Time,
}

/// Texts that are easy to print wrong.
const TEXTS: [&str; 30] = [
    "ann",
    "Ann B",
    "q",
    "\"q\"",
    "'q'",
    "\"",
    "'",
    "a\u{a0}b",
    "a b",
    "👨\u{200d}👩\u{200d}👧",
    "👨👩👧",
    "\u{0}",
    "a\u{0}b",
    "",
    "a..b",
    "..",
    ".",
    "a.",
    "=b",
    "None",
    "Some(a)",
    "a\tb",
    "a\\tb",
    "a\nb",
    "a,b",
    "a;b",
    " a",
    "{a",
    "\u{202E}a",
    "नमस्ते",
];

fn with_store(fill: impl FnOnce(&rowkey_redb::Database)) -> TempDir {
    let folder = TempDir::new().unwrap();
    fill(&rowkey_redb::Database::create(folder.path().join("a.redb")).unwrap());
    folder
}

type JsonRow = BTreeMap<String, Box<RawValue>>;

fn json(folder: &Path, args: &[&str]) -> Vec<JsonRow> {
    let out = run_ok(folder, &[args, &["--json"]].concat());
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn csv(folder: &Path, args: &[&str]) -> Vec<Vec<String>> {
    let out = run_ok(folder, &[args, &["--csv"]].concat());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(out.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn text(json: &RawValue) -> String {
    serde_json::from_str(json.get()).unwrap()
}

#[test]
fn numbers_have_all_their_digits_in_every_form_and_are_found_by_them() {
    let ids = [u128::MAX, u128::MAX - 1, 1 << 64];
    let prices = ["1.50", "1.5", "12345678901234567890.123"];
    let weights = ["26.915735306341702", "-0.0", "1e300"];
    let folder = with_store(|database| {
        database
            .write(|rows| {
                for (index, id) in ids.into_iter().enumerate() {
                    let (price, weight) = (prices[index].parse().unwrap(), weights[index].parse().unwrap());
                    let key = GoodsKey { shelf: 1, id, price, weight, offset: i128::MIN + 7, narrow: 0.1 };
                    rows.put(&key, &Stock { total: id, ratio: weight, note: "a \u{a0}, \"b\"".into() })?;
                }
                Ok(())
            })
            .unwrap();
    });
    let folder = folder.path();
    let sorted: Vec<usize> = vec![2, 1, 0];
    let table = run_ok(folder, &["scan", "a.redb", "goods"]);
    let export = run_ok(folder, &["export", "a.redb"]);
    let rows = json(folder, &["scan", "a.redb", "goods"]);
    let cells = csv(folder, &["scan", "a.redb", "goods"]);
    assert_eq!(cells[0], ["shelf", "id", "price", "weight", "offset", "narrow", "value"]);
    for (row, index) in sorted.into_iter().enumerate() {
        let expected =
            [ids[index].to_string(), prices[index].into(), weights[index].into(), (i128::MIN + 7).to_string()];
        for (column, name) in ["id", "price", "weight", "offset"].into_iter().enumerate() {
            let expected = &expected[column];
            assert_eq!(rows[row][name].get(), expected);
            assert_eq!(&cells[row + 1][column + 1], expected);
            assert!(table.lines().nth(row + 1).unwrap().split("  ").any(|cell| cell.trim() == *expected), "{table}");
            assert!(export.contains(&format!("\"{name}\":{expected}")), "{export}");
            // Found by its text, as one value and as both ends of a range. 1.5 and 1.50 are equal in a range.
            let found = |condition: &str| json(folder, &["scan", "a.redb", "goods", condition]).len();
            let is_equal = column == 1 && expected.starts_with("1.5");
            let everywhere = if column == 3 { 3 } else { 1 };
            assert_eq!(found(&format!("{name}={expected}")), everywhere, "{name}={expected}");
            let in_range = if is_equal { 2 } else { everywhere };
            assert_eq!(found(&format!("{name}={expected}..={expected}")), in_range, "{name}={expected}");
        }
        let id = &expected[0];
        let stored: JsonRow = serde_json::from_str(rows[row]["value"].get()).unwrap();
        assert_eq!(stored["total"].get(), id);
        assert_eq!(rows[row]["value"].get(), &cells[row + 1][6]);
        let shown = run_ok(folder, &["get", "a.redb", "goods", &format!("id={id}")]);
        assert!(shown.contains(&format!("\n  \"total\": {id},\n")), "{shown}");
        assert!(export.contains(&format!("\"total\":{id},")), "{export}");
    }
}

#[test]
fn a_range_of_decimals_has_the_rows_of_the_typed_query() {
    let prices =
        ["1.49", "1.5", "1.50", "1.500", "1.51", "-1.5", "0", "2"].map(|price| price.parse::<Decimal>().unwrap());
    let folder = with_store(|database| {
        let key = |price| GoodsKey { shelf: 1, id: 1, price, weight: 0.0, offset: 0, narrow: 0.0 };
        let stock = Stock { total: 1, ratio: 1.0, note: String::new() };
        database.write(|rows| prices.iter().try_for_each(|price| rows.put(&key(*price), &stock))).unwrap();
    });
    for conditions in [&[][..], &["shelf=1", "id=1"]] {
        let found = |condition: &str| -> BTreeSet<String> {
            let args = [&["scan", "a.redb", "goods"], conditions, &[condition]].concat();
            json(folder.path(), &args).iter().map(|row| row["price"].get().to_owned()).collect()
        };
        let expected = |is_in: &dyn Fn(Decimal) -> bool| -> BTreeSet<String> {
            prices.iter().filter(|price| is_in(**price)).map(ToString::to_string).collect()
        };
        let bound: Decimal = "1.50".parse().unwrap();
        for text in ["1.5", "1.50", "1.500"] {
            assert_eq!(found(&format!("price=..{text}")), expected(&|price| price < bound));
            assert_eq!(found(&format!("price=..={text}")), expected(&|price| price <= bound));
            assert_eq!(found(&format!("price={text}..")), expected(&|price| price >= bound));
        }
    }
}

#[test]
fn fields_with_the_names_of_other_columns_are_shown_beside_them() {
    let folder = with_store(|database| {
        let key = NamesKey { value: 1, record: 2, stored: Some("s".into()), key: "k".into(), table: 't' };
        database.write(|rows| rows.put(&key, &"the value".into())).unwrap();
    });
    let folder = folder.path();
    let [row] = &json(folder, &["scan", "a.redb", "names"])[..] else { panic!() };
    let values: Vec<_> = row.iter().map(|(name, value)| (&**name, value.get())).collect();
    let expected = [
        ("key", "\"k\""),
        ("record", "2"),
        ("stored", "\"s\""),
        ("table", "\"t\""),
        ("value", "1"),
        ("value_", "\"the value\""),
    ];
    assert_eq!(values, expected);
    let cells = csv(folder, &["scan", "a.redb", "names"]);
    assert_eq!(cells[0], ["value", "record", "stored", "key", "table", "value_"]);
    assert_eq!(cells[1], ["1", "2", "s", "k", "t", "the value"]);
    let shown = run_ok(folder, &["get", "a.redb", "names", "key=k"]);
    assert_eq!(shown.lines().map(|line| line.split("  ").next().unwrap()).collect::<BTreeSet<_>>().len(), 7, "{shown}");
}

/// The printed form of a text is a condition that finds this text and no other: as one value, as the start and end of a range,
/// and as a beginning. JSON and CSV have the text itself.
#[test]
fn texts_are_printed_as_they_are_and_found_by_what_is_printed() {
    let folder = with_store(|database| {
        database
            .write(|rows| {
                for text in TEXTS {
                    rows.put(&PersonKey { name: text.replace('|', ""), alias: text.into(), number: 7 }, &())?;
                    let stored = Some(text.to_owned());
                    rows.put(&NamesKey { value: 0, record: 0, stored, key: text.into(), table: 'x' }, &text.into())?;
                }
                let key = NamesKey { value: 0, record: 0, stored: None, key: "none".into(), table: 'x' };
                rows.put(&key, &String::new())
            })
            .unwrap();
    });
    let folder = folder.path();
    for (table, columns) in [("people", &["name", "alias"][..]), ("names", &["stored", "key"])] {
        let rows = json(folder, &["scan", "a.redb", table]);
        let cells = csv(folder, &["scan", "a.redb", table]);
        assert_eq!(rows.len() + 1, cells.len());
        for column in columns {
            let index = cells[0].iter().position(|name| name == column).unwrap();
            let found: Vec<_> = rows.iter().map(|row| row[*column].get()).filter(|json| *json != "null").collect();
            let found: BTreeSet<String> = found.into_iter().map(|json| serde_json::from_str(json).unwrap()).collect();
            assert_eq!(found.iter().filter(|text| TEXTS.contains(&&***text)).count(), TEXTS.len());
            for (row, cells) in rows.iter().zip(&cells[1..]) {
                let expected = if row[*column].get() == "null" { String::new() } else { text(&row[*column]) };
                let is_quoted = *column == "stored"
                    && row[*column].get() != "null"
                    && (expected.is_empty() || expected.starts_with('"'));
                assert_eq!(cells[index], if is_quoted { format!("{expected:?}") } else { expected });
            }
            let cells: BTreeSet<_> = cells[1..].iter().map(|cells| &cells[index]).collect();
            assert_eq!(cells.len(), rows.iter().map(|row| row[*column].get()).collect::<BTreeSet<_>>().len());
        }
    }
    // `get` prints the text form in a line of its own.
    for text in TEXTS {
        let json_text = serde_json::to_string(text).unwrap();
        let shown: Vec<String> = run_ok(folder, &["scan", "a.redb", "people"])
            .lines()
            .zip(
                std::iter::once(String::new())
                    .chain(json(folder, &["scan", "a.redb", "people"]).iter().map(|row| row["name"].get().to_owned())),
            )
            .filter(|(_, json)| *json == json_text)
            .map(|(line, _)| line.to_owned())
            .collect();
        assert_eq!(shown.len(), 1, "{text:?} is one line");
        let printed = rowkey_cli::Value::Text { text: text.into(), is_optional: false }.to_string();
        assert!(shown[0].starts_with(&printed), "{shown:?}");
        for column in ["name", "alias"] {
            for condition in [format!("{column}={printed}"), format!("{column}={printed}..={printed}")] {
                let found: Vec<_> = json(folder, &["scan", "a.redb", "people", &condition])
                    .iter()
                    .map(|row| row[column].get().to_owned())
                    .collect();
                assert_eq!(found, [&*json_text], "{condition}");
            }
            let found = json(folder, &["scan", "a.redb", "people", &format!("{column}^={printed}")]);
            let expected = TEXTS.iter().filter(|other| other.starts_with(text)).count();
            assert_eq!(found.len(), expected, "{column}^={printed}");
        }
    }
    let names = |condition: &str| -> Vec<String> {
        json(folder, &["scan", "a.redb", "people", condition]).iter().map(|row| text(&row["name"])).collect()
    };
    assert_eq!(names("name=\"q\""), ["q"]);
    assert_eq!(names("name^=\"q\""), ["q"]);
    assert_eq!(names("name=\"p\"..\"r\""), ["q"]);
    assert_eq!(names("name=p..r"), ["q"]);
    assert_eq!(names("name=\"a..b\""), ["a..b"]);
}

/// Conditions on a later field are those on a leading field: the values are compared, and text that is not a value is an error.
#[test]
fn conditions_on_later_fields_compare_values() {
    let at = |minute: i64| Timestamp::from_second(1_772_366_400 + 60 * minute).unwrap();
    let folder = with_store(|database| {
        database
            .write(|rows| {
                (0..10_u8).try_for_each(|index| {
                    let (place, at, number) = (index % 2, at(index.into()), index.into());
                    let note = ["a\tb", "a b"][usize::from(index % 2)].to_owned();
                    let day = [None, Some(true), Some(false)][usize::from(index % 3)];
                    rows.put(&VisitKey { place, at, number, note, day, code: u16::from(index) * 300 }, &String::new())
                })
            })
            .unwrap();
    });
    let folder = folder.path();
    let numbers = |conditions: &[&str]| -> BTreeSet<u64> {
        let args = [&["scan", "a.redb", "visits"], conditions].concat();
        json(folder, &args).iter().map(|row| row["number"].get().parse().unwrap()).collect()
    };
    for (condition, expected) in [
        ("at=2026-03-01T12:07Z", &[7_u64][..]),
        ("at=2026-03-01T12:07:00Z", &[7]),
        ("at=2026-03-01T12:07Z..2026-03-01T12:09Z", &[7, 8]),
        ("at=2026-03-01..2026-03-02", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("number=000007", &[7]),
        ("number=7", &[7]),
        ("number=..=2", &[0, 1, 2]),
        ("note=a\tb", &[0, 2, 4, 6, 8]),
        ("note=\"a\\tb\"", &[0, 2, 4, 6, 8]),
        ("note^=a", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("day=None", &[0, 3, 6, 9]),
        ("day=None..true", &[0, 2, 3, 5, 6, 8, 9]),
        ("day=Some(true)", &[1, 4, 7]),
        ("day=true", &[1, 4, 7]),
        ("code=600", &[2]),
        ("code=300..900", &[1, 2]),
    ] {
        assert_eq!(numbers(&[condition]), expected.iter().copied().collect(), "{condition}");
        let odd = expected.iter().copied().filter(|number| number % 2 == 1).collect();
        assert_eq!(numbers(&["place=1", condition]), odd, "place=1 {condition}");
        let counted = run_ok(folder, &["stats", "a.redb", "visits", condition, "--json"]);
        assert!(counted.contains(&format!("\"rows\":{},", expected.len())), "{condition}: {counted}");
    }
    for (condition, message) in [
        ("at=banana", "field `at`: `banana` is not an instant: write it in UTC, like 2024-02-29T12:00:00Z"),
        ("at=banana..", "field `at`: `banana` is not an instant"),
        ("number=x", "field `number`: `x` is not a whole number"),
        ("number^=1", "field `number` is neither text nor bytes"),
        ("day=maybe", "field `day`: `maybe` is not true or false, or None"),
    ] {
        let finished = run(folder, &["scan", "a.redb", "visits", condition]);
        assert_eq!(finished.code, 2, "{condition}");
        assert!(finished.err.contains(message), "{condition}: {}", finished.err);
    }
}

#[test]
fn a_salted_time_has_ranges_and_a_hash_is_found_by_its_digest() {
    let at = |minute: i64| Timestamp::from_second(1_772_366_400 + 60 * minute).unwrap();
    let day = |minute: i8| jiff::civil::date(2026, 11, 28).at(23, minute, 0, 0);
    let folder = with_store(|database| {
        database
            .write(|rows| {
                (0..10_i8).try_for_each(|index| {
                    let key = EventKey {
                        at: at(index.into()),
                        user: format!("u{index}"),
                        day: day(index),
                        clock: Time::midnight(),
                    };
                    rows.put(&key, &index.to_string())
                })
            })
            .unwrap();
    });
    let folder = folder.path();
    let values = |conditions: &[&str]| -> BTreeSet<String> {
        json(folder, &[&["scan", "a.redb", "events"], conditions].concat())
            .iter()
            .map(|row| text(&row["value"]))
            .collect()
    };
    let expected = |numbers: std::ops::Range<u8>| numbers.map(|number| number.to_string()).collect::<BTreeSet<_>>();
    assert_eq!(values(&[]), expected(0..10));
    assert_eq!(values(&["at=2026-03-01T12:03Z..2026-03-01T12:06Z"]), expected(3..6));
    assert_eq!(values(&["at=2026-03-01T12:03Z"]), expected(3..4));
    assert_eq!(values(&["user=u3"]), expected(3..4));
    assert_eq!(values(&["day=2026-11-28 23:05..2026-11-28 23:07"]), expected(5..7));
    assert_eq!(values(&["day=2026-11-28..2026-11-29"]), expected(0..10));
    assert_eq!(values(&["day=2026-11-29..2026-11-30"]), expected(0..0));
    let digest = text(&json(folder, &["scan", "a.redb", "events", "user=u3"])[0]["user"]);
    assert_eq!(digest.len(), 10, "{digest}");
    assert_eq!(values(&[&format!("user={digest}")]), expected(3..4));
    let wrong = run(folder, &["scan", "a.redb", "events", "day=2026-11-28"]);
    let message = "field `day`: `2026-11-28` is not a time as \"%Y-%m-%d %H:%M\": write it like 2024-02-29 12:30";
    assert!(wrong.err.contains(message), "{}", wrong.err);
    let wrong = run(folder, &["scan", "a.redb", "events", "clock=2026-11-28..2026-11-29"]);
    let message = "field `clock`: `2026-11-28` is not a time as \"%H:%M\": write it like 12:30";
    assert!(wrong.err.contains(message), "{}", wrong.err);
    assert_eq!(values(&["clock=00:00..12:30"]), expected(0..10));
    let wrong = run(folder, &["scan", "a.redb", "events", "user=a..b"]);
    assert!(wrong.err.contains("field `user` does not sort by its value, so it has no ranges"), "{}", wrong.err);
}

#[test]
fn each_kind_of_a_shared_table_has_its_own_count() {
    let folder = with_store(|database| {
        database
            .write(|rows| {
                (0..10).try_for_each(|number| rows.put(&FirstKey { number }, &"x".into()))?;
                (0..2).try_for_each(|number| rows.put(&SecondKey { number }, &"x".into()))
            })
            .unwrap();
    });
    let counts: Vec<_> = json(folder.path(), &["ls", "a.redb"])
        .iter()
        .map(|row| (text(&row["table"]), row["rows"].get().to_owned()))
        .collect();
    assert_eq!(counts, [("shared:a/".to_owned(), "10".to_owned()), ("shared:b/".to_owned(), "2".to_owned())]);
    for (table, count) in counts {
        assert_eq!(json(folder.path(), &["scan", "a.redb", &table]).len().to_string(), count);
    }
}

#[test]
fn verify_checks_the_values_whose_format_it_knows() {
    let folder = with_store(|database| {
        database
            .write(|rows| {
                rows.put(&FirstKey { number: 1 }, &"text".into())?;
                let [wrong, stock] = [FirstKey::TABLE, GoodsKey::TABLE];
                rows.store_mut().put(wrong, b"a/\x02", b"\xFF not text")?;
                let key = GoodsKey { shelf: 1, id: 1, price: Decimal::ONE, weight: 0.0, offset: 0, narrow: 0.0 };
                rows.put(&key, &Stock { total: 1, ratio: 1.0, note: String::new() })?;
                Ok(rows.store_mut().put(stock, &key.encode(), b"{\"total\":")?)
            })
            .unwrap();
    });
    let verified = run(folder.path(), &["verify", "a.redb"]);
    assert_eq!(verified.code, 1);
    assert!(verified.out.contains("shared:a/: row a/\\x02: the value is not text"), "{}", verified.out);
    assert!(verified.out.contains("shared:a/: 2 rows, 1 problems"), "{}", verified.out);
    assert!(verified.out.contains("the value is not JSON"), "{}", verified.out);
    let scanned = run(folder.path(), &["scan", "a.redb", "shared"]);
    assert_eq!((scanned.code, scanned.out.lines().count()), (1, 3), "{}", scanned.err);
    assert!(scanned.out.contains("10 bytes 0xff"), "{}", scanned.out);
}
