//! HBase, which is read through its Thrift gateway: `hbase://HOST:PORT`.

use std::collections::BTreeMap;

use anyhow::Result;
use futures_lite::future::block_on;
use rowkey::KeyRange;
use rowkey::store::remote::{AsyncStore as _, RangeRequest};
use rowkey::store::{Direction, LAYOUTS, Table};
use rowkey_hbase::Database;

use super::{Count, Kind, Store, Visit};

/// `ls` counts the rows of a table up to this number, because HBase does not know it.
const COUNTED: usize = 1000;
/// The number of rows in a request.
const ROWS: usize = 1000;

pub(super) struct Hbase {
    database: Database,
    names: Vec<String>,
    /// The rows of the table of recorded layouts, which are one row in HBase.
    layouts: BTreeMap<Vec<u8>, Vec<u8>>,
}

pub(super) fn open(gateway: &str) -> Result<Hbase> {
    let database = rowkey_hbase::open(gateway);
    let names = block_on(database.store().rows().table_names())?;
    let layouts = block_on(database.recorded_layouts())?.into_iter().collect();
    Ok(Hbase { database, names, layouts })
}

impl Store for Hbase {
    fn kind(&self) -> Kind {
        Kind::Hbase
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self, name: &str) -> Result<Count> {
        let table = super::table_of_others(name);
        let request = RangeRequest {
            table,
            range: KeyRange::beginning_with(b""),
            direction: Direction::Forward,
            limit: COUNTED,
            scanner: None,
        };
        let page = block_on(self.database.store().range(&request))?;
        let rows = page.rows.iter().filter(|(_, value)| value.bytes.is_some()).count() as u64;
        Ok(if page.is_end { Count::Exactly(rows) } else { Count::AtLeast(rows) })
    }

    fn bytes(&self, _: &str) -> Result<Option<u64>> {
        Ok(None)
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        if table == &LAYOUTS {
            return Ok(self.layouts.get(key).cloned());
        }
        let values = block_on(self.database.store().get(&[(table, key.to_vec())]))?;
        Ok(values.into_iter().next().and_then(|value| value.bytes))
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()> {
        if table == &LAYOUTS {
            for (key, value) in self.layouts.iter().filter(|(key, _)| range.contains(key)) {
                if visit(key, value)?.is_break() {
                    break;
                }
            }
            return Ok(());
        }
        let mut request = RangeRequest { table, range: range.clone(), direction, limit: ROWS, scanner: None };
        while !request.range.is_empty() {
            let page = block_on(self.database.store().range(&request))?;
            for (key, value) in &page.rows {
                if let Some(value) = &value.bytes
                    && visit(key, value)?.is_break()
                {
                    return Ok(());
                }
            }
            if page.is_end {
                break;
            }
            if let Some((last, _)) = page.rows.last() {
                let rest = &request.range;
                request.range = if direction == Direction::Forward { rest.after(last) } else { rest.before(last) };
            }
            request.scanner = page.scanner;
        }
        Ok(())
    }
}
