//! A scan computes the salt of neighboring rows with equal fields once. It accepts and rejects the same keys as `decode`.

use rowkey::{OwnedKey, Query, RowKey};
use rowkey_proof::random::Random;
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Debug, Clone, PartialEq, RowKey)]
struct TextKey {
    #[salt(md5, buckets = 3)]
    name: String,
    at: u8,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 3, of(name, at)))]
struct TwoFieldsKey {
    name: String,
    kind: u8,
    at: u8,
}

/// The last field has no terminator, so the bytes of one name begin with those of another.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(phoenix, buckets = 3, of(name)))]
struct LastKey {
    kind: u8,
    name: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(namespace = "n", salt(phoenix, buckets = 3))]
struct WholeKey {
    name: Vec<u8>,
}

/// Scans a table that has each key in all three buckets, so that two of three are wrong, and compares each row with `decode`.
fn check<Q>(query: Q, namespace: usize, keys: impl Iterator<Item = Vec<u8>>)
where
    Q: Query<Key: OwnedKey + RowKey + Debug + PartialEq>,
{
    let mut table = BTreeMap::new();
    for mut key in keys {
        for bucket in 0..3 {
            key[namespace] = bucket;
            table.insert(key.clone(), ());
        }
    }
    let mut stored: Vec<_> = table.keys().cloned().collect();
    stored.sort_by(|a, b| (&a[namespace + 1..], a[namespace]).cmp(&(&b[namespace + 1..], b[namespace])));
    let expected: Vec<_> = stored.iter().map(|key| Q::Key::decode(key).map_err(|_| key.clone())).collect();
    assert_eq!(expected.iter().filter(|row| row.is_ok()).count() * 3, expected.len());
    let rows = query.scan(|range| table.range(range));
    let found: Vec<_> =
        rows.map(|row| row.map(|(key, ())| key).map_err(|error| error.key().unwrap().to_vec())).collect();
    assert_eq!(found, expected);
}

#[test]
fn each_salt_of_a_scan_is_checked() {
    let mut random = Random::new(7);
    for _ in 0..100 {
        // Some names begin with others, and many are equal.
        let mut names = Vec::new();
        for _ in 0..random.within(1..20) {
            names.push("ab\0c".repeat(2)[..random.within(0..6)].to_owned());
        }
        let mut numbered =
            || names.clone().into_iter().map(|name| (name, random.within(0..3) as u8)).collect::<Vec<_>>();
        let (texts, twos, lasts) = (numbered(), numbered(), numbered());
        check(TextKey::prefix(), 0, texts.into_iter().map(|(name, at)| TextKey { name, at }.encode().to_vec()));
        let twos = twos.into_iter().map(|(name, at)| TwoFieldsKey { name, kind: at / 2, at }.encode().to_vec());
        check(TwoFieldsKey::prefix(), 0, twos);
        let lasts = lasts.into_iter().map(|(name, kind)| LastKey { kind, name }.encode().to_vec());
        check(LastKey::prefix(), 0, lasts);
        check(WholeKey::prefix(), 1, names.iter().map(|name| WholeKey { name: name.clone().into() }.encode().to_vec()));
    }
}
