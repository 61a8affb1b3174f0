//! The tables in `HBase`: the flights under their primary keys, four indexes whose values are primary keys, and a table
//! that describes which flights were loaded.

use anyhow::{Result, bail};
use rowkey::{RowKey, Spreads, explain::Notation};
use serde::{Deserialize, Serialize};

use crate::client::{Client, Row, Rows};
use crate::cluster::Cluster;
use crate::keys::{CarrierKey, DepartureKey, DestinationKey, FlightKey, PlaneKey};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    splits: fn(usize) -> Vec<Vec<u8>>,
}

const fn table<K: Spreads>(name: &'static str) -> Table {
    Table { name, splits: splits::<K> }
}

/// Maps each [`FlightKey`] to the flight.
pub(crate) const FLIGHTS: Table = table::<FlightKey>("rowkey_flights");
/// Maps each [`PlaneKey`] to a [`FlightKey`]. The next three tables map the other keys to a [`FlightKey`] in the same
/// way.
pub(crate) const BY_PLANE: Table = table::<PlaneKey>("rowkey_by_plane");
pub(crate) const BY_DEPARTURE: Table = table::<DepartureKey>("rowkey_by_departure");
pub(crate) const BY_CARRIER: Table = table::<CarrierKey>("rowkey_by_carrier");
pub(crate) const BY_DESTINATION: Table = table::<DestinationKey>("rowkey_by_destination");
/// Contains one row, whose value is an [`About`].
pub(crate) const ABOUT: Table = Table { name: "rowkey_about", splits: |_| Vec::new() };

pub(crate) const TABLES: [Table; 5] = [FLIGHTS, BY_PLANE, BY_DEPARTURE, BY_CARRIER, BY_DESTINATION];

/// The number of regions of a table: one for each bucket of the salt.
const REGIONS: usize = 8;

/// Returns the split points of a table with this many regions, or with as many as the key allows.
pub(crate) fn splits<K: Spreads>(regions: usize) -> Vec<Vec<u8>> {
    K::split_points(regions).or_else(|error| K::split_points(error.most())).unwrap_or_default()
}

/// Describes what the tables contain. A load writes an `About` twice: at its beginning with the content "being loaded",
/// and at its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// Identifies the file of flights and the layouts of the keys.
    pub(crate) content: String,
    pub(crate) skipped: u64,
    pub(crate) rows: Vec<(String, u64)>,
}

const ABOUT_KEY: &[u8] = b"flights";

impl About {
    /// Reads the description. Returns `None` if the table has no description, or if another version of this example wrote it.
    pub(crate) fn read(client: &mut Client) -> Result<Option<Self>> {
        if !client.tables()?.iter().any(|name| name == ABOUT.name) {
            return Ok(None);
        }
        let values = client.get(ABOUT.name, &[ABOUT_KEY.to_vec()])?;
        Ok(values.into_iter().flatten().next().and_then(|value| serde_json::from_slice(&value).ok()))
    }

    pub(crate) fn write(&self, client: &mut Client) -> Result<()> {
        let row: Row = (ABOUT_KEY.to_vec(), serde_json::to_vec(self)?);
        Ok(client.put(ABOUT.name, &[row])?)
    }

    pub(crate) fn rows_of(&self, table: Table) -> u64 {
        self.rows.iter().find(|(name, _)| name == table.name).map_or(0, |(_, rows)| *rows)
    }
}

/// Drops the tables and creates them again. Without a control port, checks that they exist and are empty.
pub(crate) fn create(cluster: &Cluster, client: &mut Client) -> Result<()> {
    // Drops `ABOUT` first. If this run is interrupted, no row then says that the incomplete tables are loaded.
    let all = || [ABOUT].into_iter().chain(TABLES);
    if !cluster.has_control() {
        let existing = client.tables()?;
        let missing: Vec<_> = all().filter(|table| !existing.iter().any(|name| name == table.name)).collect();
        if missing.is_empty() {
            return expect_empty(cluster);
        }
        bail!(
            "a Thrift gateway cannot create a table with several regions. Type this into `hbase shell`:\n{}",
            missing.into_iter().map(|table| shell(table) + "\n").collect::<Vec<_>>().concat()
        );
    }
    let control = cluster.control("create tables")?;
    for table in all() {
        control.drop_table(table.name)?;
        control.create(table.name, &(table.splits)(REGIONS), None)?;
    }
    Ok(())
}

/// Returns an error if a table has rows, because these old rows would appear in the answers.
fn expect_empty(cluster: &Cluster) -> Result<()> {
    for table in TABLES {
        if Rows::new(&cluster.gateway, table.name, &FlightKey::all(), 1)?.next().transpose()?.is_some() {
            let commands = TABLES.map(|table| format!("truncate_preserve '{}'\n", table.name));
            bail!(
                "the tables hold other flights, or a part of these. Type this into `hbase shell`:\n{}",
                commands.concat()
            );
        }
    }
    Ok(())
}

/// Returns the command for `hbase shell` that creates a table.
fn shell(table: Table) -> String {
    let splits: Vec<_> = (table.splits)(REGIONS).iter().map(|key| split_point(key)).collect();
    let splits = if splits.is_empty() { String::new() } else { format!(", SPLITS => [{}]", splits.join(", ")) };
    format!("create '{}', 'f'{splits}", table.name)
}

/// Returns a split point as `hbase shell` reads it, in single quotes. In double quotes, the shell replaces bytes above `7F`.
fn split_point(key: &[u8]) -> String {
    format!("'{}'", Notation::HbaseShell.write(key))
}

/// Returns the fingerprints of the layouts of all keys. The tables are loaded again if one of them changes.
pub(crate) fn layouts() -> [u64; 5] {
    [
        FlightKey::LAYOUT.fingerprint(),
        PlaneKey::LAYOUT.fingerprint(),
        DepartureKey::LAYOUT.fingerprint(),
        CarrierKey::LAYOUT.fingerprint(),
        DestinationKey::LAYOUT.fingerprint(),
    ]
}

#[cfg(test)]
mod tests {
    use super::{ABOUT, BY_PLANE, shell, split_point};

    #[test]
    fn the_shell_command_lists_the_split_points() {
        let keys: Vec<_> = (1..8).map(|bucket| format!("'\\x0{bucket}'")).collect();
        let expected = format!("create 'rowkey_by_plane', 'f', SPLITS => [{}]", keys.join(", "));
        assert_eq!(shell(BY_PLANE), expected);
        assert_eq!(shell(ABOUT), "create 'rowkey_about', 'f'");
        assert_eq!(split_point(&[0x0A, 0x7F, 0x80, 0xFF]), r"'\x0A\x7F\x80\xFF'");
    }
}
