//! Tests the laws that `laws.rs` lists by number, with other kinds of records: keys with padded, descending, salted,
//! hashed and delimited fields, options and enums. Also tests batches of writes.

use crate::laws::{all_rows, check_scan};
use crate::model::{apply, apply_first};
use rowkey::record::Record;
use rowkey::store::{Memory, Rows, RowsError, Write};
use rowkey::{KeyField, OwnedKey, RowKey};
use rowkey_formats::{FoundationDb, Memcomparable};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt::Debug;

const SEED: u64 = 7;

/// A kind of records for which the laws are tested.
trait Kind: Record<Value: Debug + Clone + PartialEq> + OwnedKey + Debug + Clone + PartialEq + Ord {
    fn any_key() -> Self;
    fn any_value() -> Self::Value;
    /// Returns text that identifies the record's entry in the unique index of this kind, or `None` if the record has no
    /// such entry.
    fn unique_entry(&self, value: &Self::Value) -> Option<String>;
    /// Compares scans with filtered and sorted lists of the records.
    fn check_reads(rows: &Rows<Memory>, records: &Model<Self>);
}

/// The records, sorted by key.
type Model<K> = Vec<(K, <K as Record>::Value)>;

fn find<'m, K: Kind>(model: &'m Model<K>, key: &K) -> Option<&'m K::Value> {
    model.iter().find(|(other, _)| other == key).map(|(_, value)| value)
}

fn set<K: Kind>(model: &mut Model<K>, key: &K, value: Option<K::Value>) {
    model.retain(|(other, _)| other != key);
    model.extend(value.map(|value| (key.clone(), value)));
    model.sort_by(|(a, _), (b, _)| a.cmp(b));
}

fn is_unique<K: Kind>(model: &Model<K>) -> bool {
    let mut seen: Vec<_> = model.iter().filter_map(|(key, value)| key.unique_entry(value)).collect();
    let count = seen.len();
    seen.sort();
    seen.dedup();
    seen.len() == count
}

fn store_of<K: Record>(model: &Model<K>) -> Memory {
    let mut store = Memory::new();
    for (key, value) in model {
        apply(&mut store, &key.changes(None, Some(value)).unwrap());
    }
    store
}

/// Returns the keys of the records in the order of their sort keys. A key occurs once for each sort key that
/// `sort_keys` returns for its record.
fn sorted<K: Kind, T: Ord>(model: &Model<K>, sort_keys: impl Fn(&K, &K::Value) -> Vec<T>) -> Vec<K> {
    let mut rows = Vec::new();
    for (key, value) in model {
        rows.extend(sort_keys(key, value).into_iter().map(|sort_key| (sort_key, key.clone())));
    }
    rows.sort();
    rows.into_iter().map(|(_, key)| key).collect()
}

fn keys<K, V>(rows: Vec<(K, V)>) -> Vec<K> {
    rows.into_iter().map(|(key, _)| key).collect()
}

/// Calls a random method on `$rows`, which is a [`Rows`] or a batch. Evaluates to the key, the value that the key
/// should have after the call, and the result of the method.
macro_rules! operation {
    ($rows:expr, $model:expr, $kind:ty) => {{
        let (key, value) = (<$kind>::any_key(), <$kind>::any_value());
        let stored = find($model, &key).cloned();
        let (new, result) = match fastrand::u8(..6) {
            0 | 1 => (Some(value.clone()), $rows.put(&key, &value)),
            2 => {
                let result = $rows.insert(&key, &value);
                assert_eq!(matches!(result, Err(RowsError::Exists { .. })), stored.is_some());
                match result {
                    Err(RowsError::Exists { .. }) => (stored, Ok(())),
                    result => (Some(value), result),
                }
            }
            3 => {
                // A change that fails is not stored.
                let failed = $rows.try_update(&key, |old| {
                    *old = value.clone();
                    Err::<(), _>(RowsError::Poisoned)
                });
                assert_eq!(matches!(failed, Err(RowsError::Poisoned)), stored.is_some());
                let result = $rows.update(&key, |old| *old = value.clone());
                let result = result.map(|found| assert_eq!(found.is_some(), stored.is_some()));
                (stored.map(|_| value), result)
            }
            4 => {
                let other = <$kind>::any_value();
                let failed = $rows.try_upsert(&key, || other.clone(), |_| Err::<(), _>(RowsError::Poisoned));
                assert!(matches!(failed, Err(RowsError::Poisoned)));
                let result = $rows.upsert(&key, || other.clone(), |old| std::mem::replace(old, value.clone()));
                let result = result.map(|old| assert_eq!(old, stored.unwrap_or(other)));
                (Some(value), result)
            }
            _ => (None, $rows.take(&key).map(|taken| assert_eq!(taken, stored))),
        };
        (key, new, result)
    }};
}

/// Laws 4 to 8: after any sequence of operations and batches, the stored rows are exactly those of the records. A write
/// is rejected exactly if it violates a unique index. A batch is rejected exactly if a unique index is violated at the
/// end of the batch. A rejected write or batch writes nothing.
fn operations_agree_with_a_list<K: Kind>() {
    fastrand::seed(SEED);
    let (mut rejected, mut swapped) = (0, 0);
    for _ in 0..crate::cases(12) {
        let (mut rows, mut model) = (Rows::new(Memory::new()), Model::<K>::new());
        for _ in 0..80 {
            let mut after = model.clone();
            if fastrand::u8(..3) > 0 {
                let (key, new, result) = operation!(rows, &model, K);
                set(&mut after, &key, new);
                assert_eq!(result.is_ok(), is_unique(&after), "{result:?}");
            } else {
                let mut was_unique = true;
                let result = rows.batch(|batch| {
                    for _ in 0..fastrand::usize(1..6) {
                        let (key, new, result) = operation!(batch, &after, K);
                        result.unwrap();
                        set(&mut after, &key, new);
                        was_unique &= is_unique(&after);
                        assert_eq!(batch.get(&key).unwrap().as_ref(), find(&after, &key));
                    }
                    Ok(())
                });
                assert_eq!(result.is_ok(), is_unique(&after), "{result:?}");
                assert!(matches!(result, Ok(()) | Err(RowsError::Taken { .. })));
                rejected += usize::from(result.is_err());
                swapped += usize::from(result.is_ok() && !was_unique);
            }
            if is_unique(&after) {
                model = after;
            }
            assert_eq!(*rows.store(), store_of(&model));
        }
        K::check_reads(&rows, &model);
        assert!(rows.verify::<K>(None, 1000).unwrap().is_clean());
    }
    assert!(
        rejected > 0 && swapped > 0,
        "{rejected} batches were rejected, and {swapped} were not unique before their end"
    );
}

/// Laws 1, 2, 3 and 10: the changes from one state of a record to another give the rows of the new state.
fn changes_turn_one_state_into_the_other<K: Kind>() {
    fastrand::seed(SEED);
    for _ in 0..crate::cases(400) {
        let key = K::any_key();
        let states: [_; 3] = std::array::from_fn(|_| fastrand::bool().then(K::any_value));
        let rows =
            |state: &Option<K::Value>| store_of(&state.iter().map(|value| (key.clone(), value.clone())).collect());
        let change = |from: usize, to: usize| key.changes(states[from].as_ref(), states[to].as_ref()).unwrap();
        assert!(change(0, 0).is_empty());
        let mut store = rows(&states[0]);
        for _ in 0..2 {
            apply(&mut store, &change(0, 1));
            assert_eq!(store, rows(&states[1]));
        }
        apply(&mut store, &change(1, 2));
        assert_eq!(store, rows(&states[2]));
        // After a part of the changes, no entry of the stored record is missing.
        for count in 0..=change(0, 1).len() {
            let mut store = rows(&states[0]);
            apply_first(&mut store, &change(0, 1), count);
            let stored = Rows::new(&store).get(&key).unwrap();
            let needed = rows(&stored);
            for table in needed.tables() {
                let stored: Vec<_> = store.rows(table).map(|(key, _)| key).collect();
                assert!(needed.rows(table).all(|(key, _)| stored.contains(&key)));
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, KeyField)]
enum Category {
    #[code(1)]
    Book,
    #[code(2)]
    Tool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Item {
    owner: Option<u8>,
    price: i32,
    words: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Words(Vec<String>);

impl From<&Item> for Words {
    fn from(item: &Item) -> Self {
        Self(item.words.clone())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = Item, format = rowkey::Postcard, indexes(ByOwner, ByWord, ByPrice, BookForSale, FirstOwner))]
struct ItemKey {
    #[salt(md5, 1)]
    #[pad(4)]
    shelf: u16,
    #[descending]
    at: i64,
    category: Category,
    part: Option<u8>,
}

/// An index with an `Option` as a field, so that each record has an entry.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = ItemKey)]
struct ByOwner {
    #[rowkey(from = value.owner)]
    owner: Option<u8>,
    category: Category,
    #[pad(5)]
    #[descending]
    shelf: u16,
    part: Option<u8>,
    at: i64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = ItemKey)]
struct ByWord {
    #[hash(md5, 2)]
    #[rowkey(from_each = &value.words)]
    word: String,
    at: i64,
    shelf: u16,
    category: Category,
    #[descending]
    part: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = ItemKey, unique, stores = Words, salt(md5, buckets = 3))]
struct ByPrice {
    #[descending]
    #[rowkey(from = (value.price != 0).then_some(value.price)?)]
    price: i32,
}

/// A filtered index without a field of its own. The filter depends on the key and on the value.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = ItemKey, filter = value.price > 0 && key.category == Category::Book)]
struct BookForSale {
    at: i64,
    shelf: u16,
    category: Category,
    part: Option<u8>,
}

/// A filtered index whose filter contains `?`: an item without an owner has no entry.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = ItemKey, filter = value.owner? == 0)]
struct FirstOwner {
    at: i64,
    shelf: u16,
    category: Category,
    part: Option<u8>,
}

fn one_of<T: Copy>(values: &[T]) -> T {
    values[fastrand::usize(..values.len())]
}

impl Kind for ItemKey {
    fn any_key() -> Self {
        let (category, part) = (one_of(&[Category::Book, Category::Tool]), one_of(&[None, Some(0), Some(255)]));
        Self { shelf: one_of(&[0, 7, 9999]), at: one_of(&[-1, 1]), category, part }
    }

    fn any_value() -> Item {
        let words = (0..fastrand::usize(..3)).map(|_| one_of(&["", "red", "new"]).into()).collect();
        Item { owner: one_of(&[None, Some(0), Some(1)]), price: fastrand::i32(-4..5), words }
    }

    fn unique_entry(&self, item: &Item) -> Option<String> {
        (item.price != 0).then(|| item.price.to_string())
    }

    fn check_reads(rows: &Rows<Memory>, model: &Model<Self>) {
        let in_order = sorted(model, |key, _| vec![(key.shelf, Reverse(key.at), key.category, key.part)]);
        assert_eq!(keys(all_rows(rows.scan(Self::prefix()))), in_order);

        let by_owner = |key: &Self, item: &Item| vec![(item.owner, key.category, Reverse(key.shelf), key.part, key.at)];
        assert_eq!(keys(all_rows(rows.records(ByOwner::prefix()))), sorted(model, by_owner));
        let mut of_nobody = model.clone();
        of_nobody.retain(|(_, item)| item.owner.is_none());
        assert_eq!(keys(all_rows(rows.records(ByOwner::prefix().owner(None)))), sorted(&of_nobody, by_owner));

        let with_word = |key: &Self, item: &Item| {
            let is_red = item.words.iter().any(|word| word == "red");
            is_red.then_some((key.at, key.shelf, key.category, Reverse(key.part))).into_iter().collect()
        };
        assert_eq!(keys(all_rows(rows.records(ByWord::prefix().word("red")))), sorted(model, with_word));

        let for_sale = |key: &Self, item: &Item| {
            let is_for_sale = item.price > 0 && key.category == Category::Book;
            is_for_sale.then_some((key.at, key.shelf, key.category, key.part)).into_iter().collect()
        };
        assert_eq!(keys(all_rows(rows.records(BookForSale::prefix()))), sorted(model, for_sale));

        let of_first_owner = |key: &Self, item: &Item| {
            let is_first = item.owner == Some(0);
            is_first.then_some((key.at, key.shelf, key.category, key.part)).into_iter().collect()
        };
        assert_eq!(keys(all_rows(rows.records(FirstOwner::prefix()))), sorted(model, of_first_owner));

        let mut by_price: Vec<_> = model.iter().filter(|(_, item)| item.price != 0).collect();
        by_price.sort_by_key(|(_, item)| Reverse(item.price));
        let covered = by_price.iter().map(|(_, item)| (ByPrice { price: item.price }, Words::from(item)));
        assert_eq!(all_rows(rows.covered(ByPrice::prefix())), covered.collect::<Vec<_>>());
        for (key, item) in by_price {
            assert_eq!(rows.find(&ByPrice { price: item.price }).unwrap(), Some((key.clone(), item.clone())));
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, delimiter = '|', indexes(ByTitle, ByAlias))]
struct PageKey {
    host: String,
    #[pad(3)]
    port: u16,
    path: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = PageKey, delimiter = '|')]
struct ByTitle {
    #[rowkey(from = value)]
    title: String,
    path: String,
    host: String,
    #[descending]
    #[pad(3)]
    port: u16,
}

/// An index whose entries are unique within a host.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = PageKey, unique)]
struct ByAlias {
    host: String,
    #[reverse]
    #[rowkey(from = value.strip_prefix('@').map(str::to_owned)?)]
    alias: String,
}

impl Kind for PageKey {
    fn any_key() -> Self {
        Self {
            host: one_of(&["a", "a.b", ""]).into(),
            port: one_of(&[1, 80, 999]),
            path: one_of(&["", "/", "/x"]).into(),
        }
    }

    fn any_value() -> String {
        one_of(&["", "red", "@x", "@xy", "@y", "@z", "@"]).into()
    }

    fn unique_entry(&self, title: &String) -> Option<String> {
        title.strip_prefix('@').map(|alias| format!("{}|{alias}", self.host))
    }

    fn check_reads(rows: &Rows<Memory>, model: &Model<Self>) {
        let in_order = sorted(model, |key, _| vec![format!("{}|{:03}|{}", key.host, key.port, key.path)]);
        assert_eq!(keys(all_rows(rows.scan(Self::prefix()))), in_order);
        let by_title =
            sorted(model, |key, title| vec![format!("{title}|{}|{}|{:03}", key.path, key.host, 999 - key.port)]);
        assert_eq!(keys(all_rows(rows.records(ByTitle::prefix()))), by_title);
        for (key, title) in model {
            let Some(alias) = title.strip_prefix('@') else { continue };
            let entry = ByAlias { host: key.host.clone(), alias: alias.into() };
            assert_eq!(rows.find(&entry).unwrap(), Some((key.clone(), title.clone())));
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Track {
    title: String,
    code: [u8; 3],
    rank: i32,
    take: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = Track, format = rowkey::Postcard, fields = FoundationDb)]
#[rowkey(indexes(TrackByTitle, TrackByHash, TrackByCode, TrackByRank))]
struct TrackKey {
    album: String,
    disc: i16,
    track: u64,
}

/// An index with an unterminated field, so that its entries do not sort by title.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = TrackKey)]
struct TrackByTitle {
    #[unterminated]
    #[rowkey(from = value.title)]
    title: String,
    #[rowkey(codec = rowkey_formats::IntegerBytes<1>)]
    disc: i16,
    #[pad(2)]
    album: String,
    #[descending]
    track: u64,
}

fn two_byte_hash(bytes: &[u8]) -> [u8; 2] {
    let sum = bytes.iter().fold(7_u16, |sum, byte| sum.wrapping_mul(31).wrapping_add(u16::from(*byte)));
    // Few values, so that different titles have the same hash.
    [0, (sum % 3) as u8]
}

/// A hash function of the user, and fields in the memcomparable format.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = TrackKey, fields = Memcomparable)]
struct TrackByHash {
    #[hash(with = two_byte_hash, 2)]
    #[rowkey(from = value.title)]
    title: String,
    disc: i16,
    album: String,
    track: u64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = TrackKey, unique, stores = i32)]
struct TrackByCode {
    #[rowkey(before = "code/", after = "/", from = value.code)]
    code: [u8; 3],
    #[rowkey(optional, from = value.take)]
    take: Option<u8>,
}

impl From<&Track> for i32 {
    fn from(track: &Track) -> Self {
        track.rank
    }
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = TrackKey, namespace = "rank", salt(md5, buckets = 3, of(rank, disc)), stores = value)]
struct TrackByRank {
    #[rowkey(codec = rowkey_formats::TwosComplement<4>)]
    #[rowkey(from = value.rank)]
    rank: i32,
    #[rowkey(codec = rowkey_formats::LittleEndian<8>)]
    track: u64,
    #[length(u8)]
    album: String,
    disc: i16,
}

impl Kind for TrackKey {
    fn any_key() -> Self {
        Self { album: one_of(&["", "a", "ab"]).into(), disc: one_of(&[-1, 0, 97]), track: one_of(&[0, 97, u64::MAX]) }
    }

    fn any_value() -> Track {
        Track {
            title: one_of(&["", "a", "ab", "a\0", "b"]).into(),
            code: one_of(&[[0, 0, 0], [0, 0, 1], [255, 0, 0]]),
            rank: one_of(&[-1, 0, 1]),
            take: one_of(&[None, Some(0), Some(1), Some(2)]),
        }
    }

    fn unique_entry(&self, track: &Track) -> Option<String> {
        Some(format!("{:?} {:?}", track.code, track.take))
    }

    fn check_reads(rows: &Rows<Memory>, model: &Model<Self>) {
        check_scan(|| rows.scan(Self::prefix()), model.clone());
        let of_album = |(key, _): &&(Self, Track)| key.album == "a";
        check_scan(|| rows.scan(Self::prefix().album("a")), model.iter().filter(of_album).cloned().collect());

        for title in ["", "a", "ab", "a\0"] {
            let mut of_title = model.clone();
            of_title.retain(|(_, track)| track.title == title);
            of_title.sort_by_key(|(key, _)| (key.disc, key.album.clone(), Reverse(key.track)));
            assert_eq!(rows.count(TrackByTitle::prefix().title(title)).unwrap(), of_title.len() as u64);
            check_scan(|| rows.records(TrackByTitle::prefix().title(title)), of_title.clone());
            of_title.retain(|(key, _)| key.disc == 97);
            check_scan(|| rows.records(TrackByTitle::prefix().title(title).disc(97)), of_title);

            let mut of_hash = model.clone();
            of_hash.retain(|(_, track)| two_byte_hash(track.title.as_bytes()) == two_byte_hash(title.as_bytes()));
            of_hash.sort_by_key(|(key, _)| (key.disc, key.album.clone(), key.track));
            check_scan(|| rows.records(TrackByHash::prefix().title(title)), of_hash);
        }

        let mut by_code = model.clone();
        by_code.sort_by_key(|(_, track)| (track.code, track.take));
        let covered = by_code.iter().map(|(_, track)| (TrackByCode { code: track.code, take: track.take }, track.rank));
        check_scan(|| rows.covered(TrackByCode::prefix()), covered.collect());
        for (key, track) in &by_code {
            let entry = TrackByCode { code: track.code, take: track.take };
            assert_eq!(rows.find(&entry).unwrap(), Some((key.clone(), track.clone())));
        }

        let by_rank = |key: &Self, track: &Track| {
            vec![(track.rank as u32, key.track.to_le_bytes(), key.album.len(), key.album.clone(), key.disc)]
        };
        assert_eq!(keys(all_rows(rows.records(TrackByRank::prefix()))), sorted(model, by_rank));
        let covered = all_rows(rows.covered(TrackByRank::prefix()));
        assert_eq!(covered.len(), model.len());
        for (entry, track) in covered {
            let key = Self { album: entry.album, disc: entry.disc, track: entry.track };
            assert_eq!(find(model, &key), Some(&track));
        }
        let mut of_rank = model.clone();
        of_rank.retain(|(_, track)| track.rank == -1);
        assert_eq!(keys(all_rows(rows.records(TrackByRank::prefix().rank(-1)))), sorted(&of_rank, by_rank));
    }
}

#[test]
fn tracks_keep_the_laws() {
    operations_agree_with_a_list::<TrackKey>();
    changes_turn_one_state_into_the_other::<TrackKey>();
}

#[test]
fn items_keep_the_laws() {
    operations_agree_with_a_list::<ItemKey>();
    changes_turn_one_state_into_the_other::<ItemKey>();
}

#[test]
fn pages_keep_the_laws() {
    operations_agree_with_a_list::<PageKey>();
    changes_turn_one_state_into_the_other::<PageKey>();
}

/// A key that cannot be encoded is an error before anything is written, also in a batch.
#[test]
fn a_delimiter_in_an_entry_is_rejected() {
    let mut rows = Rows::new(Memory::new());
    let key = PageKey { host: "a".into(), port: 1, path: "/".into() };
    assert!(matches!(rows.put(&key, &"a|b".into()), Err(RowsError::Change(_))));
    let result = rows.batch(|batch| {
        batch.put(&PageKey { port: 2, ..key.clone() }, &"ab".into())?;
        assert!(matches!(batch.put(&key, &"a|b".into()), Err(RowsError::Change(_))));
        assert_eq!(batch.get(&key)?, None);
        batch.put(&key, &"a|b".into())
    });
    assert!(matches!(result, Err(RowsError::Change(_))));
    assert_eq!(rows.store().tables().count(), 0);
}

/// A primary key and an index with an unterminated field: the rows with one value of this field are not contiguous.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(WindowByText))]
struct WindowKey {
    #[unterminated]
    name: String,
    at: u16,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(index_of = WindowKey)]
struct WindowByText {
    #[unterminated]
    #[rowkey(from = value)]
    text: String,
    at: u16,
    #[pad(3)]
    name: String,
}

/// `remove_some` removes the first records of a query, and no record whose name or text only begins with that of the
/// query.
#[test]
fn removing_by_an_unterminated_field_keeps_records_with_longer_values() {
    fastrand::seed(SEED);
    let [mut removed_by_name, mut removed_by_text] = [0; 2];
    for _ in 0..300 {
        let (mut rows, mut model) = (Rows::new(Memory::new()), Model::<WindowKey>::new());
        for _ in 0..12 {
            let any_text = || -> String { one_of(&["", "a", "aa", "a\0a", "ab"]).into() };
            let key = WindowKey { name: any_text(), at: one_of(&[0, 1, 0x6100, 0x6161]) };
            let text = any_text();
            rows.put(&key, &text).unwrap();
            model.retain(|(other, _)| *other != key);
            model.push((key, text));
        }
        let (name, limit) = (one_of(&["", "a", "aa"]), fastrand::u64(1..5));
        model.sort_by_key(|(key, _)| (key.at, key.name.clone()));
        let mut remove = |is_removed: fn(&(WindowKey, String), &str) -> bool| {
            let mut count = 0;
            model.retain(|row| {
                let is_removed = is_removed(row, name) && count < limit;
                count += u64::from(is_removed);
                !is_removed
            });
            (count, model.clone())
        };
        let (count, remaining) = remove(|(key, _), name| key.name == name);
        assert_eq!(rows.remove_some(WindowKey::prefix().name(name), limit).unwrap(), count);
        assert_eq!(*rows.store(), store_of(&remaining));
        removed_by_name += count;
        let (count, remaining) = remove(|(_, text), name| text == name);
        assert_eq!(rows.remove_some(WindowByText::prefix().text(name), limit).unwrap(), count);
        assert_eq!(*rows.store(), store_of(&remaining));
        removed_by_text += count;
    }
    assert!(removed_by_name > 100 && removed_by_text > 100);
}

#[test]
fn two_stores_are_equal_if_their_rows_are_equal() {
    let mut stores = [Memory::new(), Memory::new()];
    let table = ItemKey::TABLE;
    for (store, value) in stores.iter_mut().zip([b"a", b"b"]) {
        store.put(table, b"key", value).unwrap();
    }
    assert_ne!(stores[0], stores[1]);
    assert!(format!("{:?}", stores[0]).contains("[107, 101, 121]: [97]"), "{:?}", stores[0]);
    stores[1].put(table, b"key", b"a").unwrap();
    assert_eq!(stores[0], stores[1]);
    // An empty table is the same as no table.
    stores[0].delete(table, b"key").unwrap();
    assert_eq!(stores[0], Memory::new());
}
