//! `drop_index`: the entries of indexes that no struct describes.

use super::{TestResult, client, database, endpoint, items, text_database};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{LAYOUTS, RecordedTable, RemovedIndex};
use rowkey_dynamodb::{Database, open, open_text};
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Debug, Clone, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "visits")]
#[rowkey(indexes(BySalt, BySort, ByText, BySaltAndSort, ByNeither, ByShared))]
struct EarlierKey {
    visit: u16,
}

/// The same records without indexes.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "visits", indexes(ByKept))]
struct VisitKey {
    visit: u16,
}

/// The index of the later program has a sort key, too.
#[derive(Debug, RowKey)]
#[rowkey(index_of = VisitKey, table = "visits.kept")]
struct ByKept {
    #[rowkey(from = value)]
    page: String,
    #[rowkey(sort_key)]
    visit: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = EarlierKey, table = "visits.salt", salt(md5, buckets = 3))]
struct BySalt {
    #[rowkey(from = value)]
    page: String,
    visit: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = EarlierKey, table = "visits.sort", stores = String)]
struct BySort {
    #[rowkey(from = value)]
    page: String,
    #[rowkey(sort_key)]
    visit: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = EarlierKey, table = "visits.text", delimiter = '_')]
struct ByText {
    #[rowkey(from = value)]
    page: String,
    #[rowkey(sort_key)]
    #[pad(4)]
    visit: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = EarlierKey, table = "visits.both", salt(md5, buckets = 3))]
struct BySaltAndSort {
    #[rowkey(from = value.len() as u16)]
    length: u16,
    #[rowkey(sort_key)]
    visit: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = EarlierKey, table = "visits.neither")]
struct ByNeither {
    #[rowkey(from = value)]
    page: String,
    visit: u16,
}

/// An index in a table with other rows.
#[derive(Debug, RowKey)]
#[rowkey(index_of = EarlierKey, table = "shared", namespace = "v/")]
struct ByShared {
    #[rowkey(from = value)]
    page: String,
    #[rowkey(sort_key)]
    visit: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "w/")]
struct OtherKey {
    page: String,
    #[rowkey(sort_key)]
    other: u16,
}

static REMOVED: [RemovedIndex; 6] = [
    RemovedIndex::new("visits.salt", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.sort", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.text", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.both", b"", VisitKey::TABLE),
    RemovedIndex::new("visits.neither", b"", VisitKey::TABLE),
    RemovedIndex::new("shared", b"v/", VisitKey::TABLE),
];

const PAGES: [&str; 5] = ["", "a", "a-", "ü", "home"];
const VISITS: u16 = 60;

/// The items of the records, of the kept index and of the other rows, without the recorded layouts.
type Items = BTreeMap<(String, String), String>;

async fn items_without_layouts(name: &str) -> Result<Items, Box<dyn std::error::Error>> {
    let mut items = items(name).await?;
    items.retain(|(partition, _), _| !partition.starts_with(LAYOUTS.name()));
    Ok(items)
}

async fn check_drop_index(name: &str, [kept, earlier, later]: [Database; 3]) -> TestResult {
    let [kept, earlier, later] = [kept, earlier, later].map(|database| database.remember_layouts_for(Duration::ZERO));
    let page = |visit: u16| PAGES[usize::from(visit) % PAGES.len()].to_owned();
    for visit in 0..VISITS {
        kept.write(|rows| {
            rows.put(&OtherKey { page: page(visit), other: visit }, &"other".into())?;
            rows.put(&VisitKey { visit }, &page(visit))
        })
        .await?;
    }
    let expected = items_without_layouts(name).await?;
    // In the second round, the earlier program remembers partition keys whose list was deleted meanwhile.
    for (round, batch) in [7, 1000].into_iter().enumerate() {
        let built = earlier.run_steps("build", |rows, cursor| rows.rebuild::<EarlierKey>(cursor, 5)).await?;
        assert_eq!(built.missing, u64::from(VISITS) * 6);
        let all = items_without_layouts(name).await?;
        assert!(all.len() >= expected.len() + usize::from(VISITS) * 6 + 3 * PAGES.len(), "entries, and their lists");

        let dropped = later.run_steps("drop", |rows, cursor| rows.drop_index(&REMOVED, cursor, batch)).await?;
        assert_eq!(dropped.stale, u64::from(VISITS) * 6, "round {round}");
        assert_eq!(items_without_layouts(name).await?, expected, "round {round}");
        let layouts = later.recorded_layouts().await?;
        let tables = layouts.iter().map(|(key, value)| Ok(RecordedTable::read(key, value)?.name_and_namespace()));
        let tables = tables.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
        assert_eq!(tables, ["shared with the namespace \"w/\"", "visits", "visits.kept"]);
    }
    assert_eq!(later.write(|rows| rows.drop_index(&REMOVED, None, 90)).await?.stale, 0);
    let built = later.run_steps("build", |rows, cursor| rows.rebuild::<VisitKey>(cursor, 20)).await?;
    assert_eq!((built.missing, built.wrong, built.stale), (0, 0, 0));
    Ok(())
}

#[tokio::test]
async fn drop_index_deletes_the_items_of_the_index_and_no_others() -> TestResult {
    let name = "removed";
    let later = || open(client(endpoint()), name);
    check_drop_index(name, [database(name).await?, later(), later()]).await
}

#[tokio::test]
async fn drop_index_works_with_text_keys() -> TestResult {
    let name = "text_removed";
    let later = || open_text(client(endpoint()), name);
    check_drop_index(name, [text_database(name).await?, later(), later()]).await
}
