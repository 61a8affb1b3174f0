//! HBase, which is read through its Thrift gateway: `hbase://HOST:PORT`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use futures_lite::future::block_on;
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS, RecordedTable, Table};
use rowkey_hbase::Database;
use rowkey_remote::{RangeRequest, RowByRow, RowStore as _, StoredValue};

use super::{Count, Kind, Store, Visit};

/// `ls` counts the rows of a table up to this number, because HBase does not know it.
const COUNTED: usize = 1000;
/// The number of rows in a request.
const ROWS: usize = 1000;

pub(super) struct Hbase {
    database: Database,
    /// The names of the tables that rowkey has recorded.
    names: Vec<String>,
    /// The rows of the table of recorded layouts, which are one row in HBase.
    layouts: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The names of the tables with records, whose values begin with a timestamp.
    records: BTreeSet<String>,
}

pub(super) fn open(gateway: &str) -> Result<Hbase> {
    let database = rowkey_hbase::open(gateway);
    let mut names = block_on(database.store().rows().table_names())?;
    let layouts: BTreeMap<_, _> = block_on(database.recorded_layouts())?.into_iter().collect();
    let tables: Vec<_> = layouts.iter().filter_map(|(key, value)| RecordedTable::read(key, value).ok()).collect();
    // Tables of other programs have other columns.
    names.retain(|name| name == LAYOUTS.name() || tables.iter().any(|table| table.name() == name));
    let records =
        tables.iter().filter(|table| table.records().is_none()).map(|table| table.name().to_owned()).collect();
    Ok(Hbase { database, names, layouts, records })
}

impl Hbase {
    fn rows(&self) -> &rowkey_hbase::Hbase {
        self.database.store().rows()
    }

    /// Returns the value of a row, or `None` if it is what is left of a removed record.
    fn value(&self, table: &str, row: StoredValue) -> Option<Vec<u8>> {
        let is_record = self.records.contains(table);
        if is_record { RowByRow::<rowkey_hbase::Hbase>::record_of(&row).bytes } else { row.bytes }
    }
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
        let page = block_on(self.rows().range(&request))?;
        let rows = page.rows.into_iter().filter_map(|(_, row)| self.value(name, row)).count() as u64;
        Ok(if page.is_end { Count::Exactly(rows) } else { Count::AtLeast(rows) })
    }

    fn bytes(&self, _: &str) -> Result<Option<u64>> {
        Ok(None)
    }

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
        if table == &LAYOUTS {
            return Ok(self.layouts.get(key).cloned());
        }
        let rows = block_on(self.rows().get(&[(table, key.to_vec())]))?;
        Ok(rows.into_iter().next().and_then(|row| self.value(table.name(), row)))
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
            let page = block_on(self.rows().range(&request))?;
            let last = page.rows.last().map(|(key, _)| key.clone());
            for (key, row) in page.rows {
                if let Some(value) = self.value(table.name(), row)
                    && visit(&key, &value)?.is_break()
                {
                    return Ok(());
                }
            }
            if page.is_end {
                break;
            }
            if let Some(last) = last {
                let rest = &request.range;
                request.range = if direction == Direction::Forward { rest.after(&last) } else { rest.before(&last) };
            }
            request.scanner = page.scanner;
        }
        Ok(())
    }
}
