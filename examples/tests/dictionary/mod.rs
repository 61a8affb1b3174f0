//! Tests the example `dictionary`: writers agree on the ids, and no id is used twice.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use super::*;

fn dictionary() -> Dictionary {
    let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
    Dictionary::new(Arc::new(database)).unwrap()
}

fn rows(dictionary: &Dictionary) -> Vec<(Vec<u8>, Vec<u8>)> {
    let table = dictionary.database.begin_read().unwrap().open_table(DICTIONARY).unwrap();
    let rows = table.iter().unwrap().map(Result::unwrap);
    rows.map(|(key, value)| (key.value().to_vec(), value.value().to_vec())).collect()
}

#[test]
fn names_and_ids_are_found_from_each_other() {
    let dictionary = dictionary();
    let names = ["Rotterdam, Maasvlakte II", "Frankfurt am Main, Gateway Gardens"];
    let ids = names.map(|name| dictionary.id_or_new(name).unwrap());
    assert_eq!(ids, [MetricId(0), MetricId(1)]);
    assert_eq!(names.map(|name| dictionary.id(name).unwrap()), ids.map(Some));
    assert_eq!(ids.map(|id| dictionary.name(id).unwrap()), names.map(|name| Some(name.to_owned())));
    assert_eq!((dictionary.id("Rotterdam").unwrap(), dictionary.name(MetricId(2)).unwrap()), (None, None));

    // The rows `i..` map ids to names, and the rows `n..` map names to ids.
    let expected: [(&[u8], &[u8]); 4] = [
        (b"i\0\0", b"Rotterdam, Maasvlakte II"),
        (b"i\0\x01", b"Frankfurt am Main, Gateway Gardens"),
        (b"nFrankfurt am Main, Gateway Gardens", b"\0\x01"),
        (b"nRotterdam, Maasvlakte II", b"\0\0"),
    ];
    assert_eq!(rows(&dictionary), expected.map(|(key, value)| (key.to_vec(), value.to_vec())));

    // A sample's key has 10 bytes, however long the name is.
    let key: [u8; 10] = SampleKey { metric: ids[1], at: 0 }.encode();
    assert_eq!(key, *b"\0\x01\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
    let SampleKey { metric, .. } = SampleKey::decode(&key).unwrap();
    assert_eq!(dictionary.name(metric).unwrap().unwrap(), names[1]);
}

#[test]
fn writers_at_the_same_time_agree_on_the_ids() {
    const WRITERS: usize = 8;
    const NAMES: usize = 40;
    let dictionary = dictionary();
    let seen: Vec<BTreeMap<String, MetricId>> = thread::scope(|scope| {
        let dictionary = &dictionary;
        let writer = |writer: usize| {
            // Each writer starts at a different name, so that every writer assigns some of the ids.
            let names = (0..NAMES).map(move |name| format!("metric {}", (name + writer * 5) % NAMES));
            scope.spawn(move || {
                names.map(|name| (name.clone(), dictionary.id_or_new(&name).unwrap())).collect::<BTreeMap<_, _>>()
            })
        };
        let writers: Vec<_> = (0..WRITERS).map(writer).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    let (first, others) = seen.split_first().unwrap();
    assert!(others.iter().all(|ids| ids == first));
    let ids: BTreeSet<u16> = first.values().map(|id| id.0).collect();
    assert!(ids.into_iter().eq((0..).take(NAMES)), "each name has its own id, without gaps");
    for (name, id) in first {
        assert_eq!(dictionary.name(*id).unwrap().as_ref(), Some(name));
    }
    assert_eq!(rows(&dictionary).len(), 2 * NAMES);
}

#[test]
fn a_new_name_is_an_error_after_the_last_id() {
    let dictionary = dictionary();
    let write = dictionary.database.begin_write().unwrap();
    let last_but_one = IdKey { id: MetricId(u16::MAX - 1) }.encode();
    write.open_table(DICTIONARY).unwrap().insert(&last_but_one[..], &b"zebra"[..]).unwrap();
    write.commit().unwrap();
    assert_eq!(dictionary.id_or_new("last").unwrap(), MetricId(u16::MAX));
    let before = rows(&dictionary);
    assert_eq!(dictionary.id_or_new("one more").unwrap_err().to_string(), "all 65,536 ids are used");
    assert_eq!(rows(&dictionary), before);
    assert_eq!(dictionary.id_or_new("last").unwrap(), MetricId(u16::MAX));
}
