//! Fields of one encoding that change places keep the fingerprint of the key. The store still notices the change,
//! because it records the names of the fields. Renamed fields are accepted.

use crate::recorded::{IntoRows, Recorded};
use rowkey::RowKey;
use rowkey::store::{Memory, Read, Rows, RowsError, Write};

type RowsResult<T, S> = Result<T, RowsError<<S as Read>::Error>>;

/// A key type of the table `points`.
struct Version<S: Read> {
    /// The names of the fields in order.
    names: &'static [&'static str],
    put: fn(&mut Rows<S>) -> RowsResult<(), S>,
    get: fn(&Rows<S>) -> RowsResult<Option<String>, S>,
}

macro_rules! versions {
    ($($version:ident: $($field:ident)*;)*) => {
        $(mod $version {
            use super::*;

            #[derive(Debug, RowKey)]
            #[rowkey(value = String, format = rowkey::Raw, table = "points")]
            struct Key {
                $($field: u16,)*
            }

            pub fn version<S: Write>() -> Version<S> {
                Version {
                    names: &[$(stringify!($field)),*],
                    put: |rows| rows.put(&Key { $($field: 1),* }, &String::new()),
                    get: |rows| rows.get(&Key { $($field: 1),* }),
                }
            }
        })*

        fn versions<S: Write>() -> Vec<Version<S>> {
            vec![$($version::version()),*]
        }
    };
}

versions! {
    xyz: x y z;
    xzy: x z y;
    yxz: y x z;
    zxy: z x y;
    // Renamed.
    xyw: x y w;
    wxy: w x y;
    abc: a b c;
}

/// Writes a row with one version of the key, and then reads and writes with another version. `reopened` returns the
/// store as the second version finds it.
fn check<S: IntoRows>(reopened: impl Fn(S) -> S) {
    let sorted = |names: &[&'static str]| {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    };
    for stored in versions::<S>() {
        for current in versions::<S>() {
            let mut rows = S::default().opened();
            (stored.put)(&mut rows).unwrap();
            let mut reopened = reopened(rows.into_store().unwrap()).opened();
            let results = [(current.get)(&reopened).map(drop), (current.put)(&mut reopened)];
            let have_changed_places = stored.names != current.names && sorted(stored.names) == sorted(current.names);
            for result in results {
                let case = format!("{:?} {:?}", stored.names, current.names);
                let Err(error) = result else {
                    assert!(!have_changed_places, "{case}");
                    continue;
                };
                assert!(have_changed_places, "{case}: {error}");
                let first = "fields of table `points` have changed places, so its keys would decode with swapped values\n\
                             help: put the fields back in their old order; if you only renamed them, choose names that the \
                             table did not have, or move the records with `Rows::migrate`\n\n";
                assert!(error.to_string().starts_with(first), "{error}");
            }
        }
    }
}

#[test]
fn a_store_rejects_exactly_the_keys_whose_fields_have_changed_places() {
    check(Recorded::reopened);
}

/// One program has both versions, and uses one open store.
#[test]
fn an_open_store_rejects_exactly_the_keys_whose_fields_have_changed_places() {
    check(|store: Recorded| store);
    check(|store: Memory| store);
}

/// If the encodings differ too, the error is about the layout.
#[test]
fn a_changed_layout_whose_fields_have_changed_places_is_a_changed_layout() {
    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "points")]
    struct Before {
        x: u16,
        y: u32,
    }
    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "points")]
    struct After {
        y: u32,
        x: u16,
    }
    fn check<S: IntoRows>() {
        let mut rows = S::default().opened();
        rows.put(&Before { x: 1, y: 2 }, &String::new()).unwrap();
        let error = rows.get(&After { y: 2, x: 1 }).unwrap_err().to_string();
        assert!(error.starts_with("the layout of table `points` has changed"), "{error}");
    }
    check::<Recorded>();
    check::<Memory>();
}
