//! Lists the planes, airports and carriers in the tables. An error about an unknown plane, airport or carrier suggests
//! these names.

use std::collections::BTreeSet;

use anyhow::Result;
use rowkey::{DecodeKey, KeyRange, RowKey};
use rowkey_examples::flights::names::Names;

use crate::client::{Gateway, Rows};
use crate::keys::{CarrierKey, DepartureKey, PlaneKey};
use crate::load::BATCH;
use crate::tables::{BY_CARRIER, BY_DEPARTURE, BY_PLANE, Table};

impl Names for Gateway {
    fn planes(&self, start: &str) -> Result<Vec<String>> {
        distinct(self, BY_PLANE, PlaneKey::prefix().plane_starts_with(start).ranges(), |key: PlaneKey| key.plane)
    }

    fn airports(&self) -> Result<Vec<String>> {
        distinct(self, BY_DEPARTURE, [DepartureKey::all()], |key: DepartureKey| key.origin)
    }

    fn carriers(&self) -> Result<Vec<String>> {
        distinct(self, BY_CARRIER, [CarrierKey::all()], |key: CarrierKey| key.carrier)
    }
}

/// Lists the distinct names in some ranges of a table.
///
/// Reads all rows of the ranges. The embedded store skips from one name to the next, but in HBase this would need one
/// scanner for each name and bucket.
fn distinct<K>(
    gateway: &Gateway,
    table: Table,
    ranges: impl IntoIterator<Item = KeyRange>,
    name: impl Fn(K) -> String,
) -> Result<Vec<String>>
where
    K: for<'k> DecodeKey<'k>,
{
    let batch = u16::try_from(BATCH).unwrap_or(u16::MAX);
    let mut names = BTreeSet::new();
    for range in ranges {
        for row in Rows::new(gateway, table.name, &range, batch)? {
            names.insert(name(K::decode(&row?.0)?));
        }
    }
    Ok(names.into_iter().collect())
}
