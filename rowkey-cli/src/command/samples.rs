//! Reads sample keys for the command `guess`: from lines of text, or from a table.

use std::fs;
use std::io::{BufRead, Cursor};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use redb::{
    ReadOnlyDatabase, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, TableError,
    Value,
};
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_cli::{Notation, between};

use crate::catalog::Catalog;
use crate::cli::{From, Guess};
use crate::sampled::{self, SortedKeys};
use crate::store::{self, Kind, Store};

const MAX_LINES: usize = 100_000;

/// A row and a qualifier.
pub(crate) type Cell = (Vec<u8>, Vec<u8>);

pub(crate) fn read(args: &Guess, input: impl BufRead) -> Result<Vec<Vec<u8>>> {
    match (&args.file, &args.hbase, &args.table) {
        (_, Some(address), Some(table)) => of_hbase(address, table),
        (Some(file), _, Some(table)) => of_store(file, table).with_context(|| store::shown(file)),
        _ => lines(args, input, |line| {
            let notation = args.from.notation(line);
            Ok(notation.parse(if notation == Notation::HbaseShell { line } else { line.trim() })?)
        }),
    }
}

/// Reads cells of wide rows: a row, a tab and a qualifier on each line, or cells of a table of `HBase`.
pub(crate) fn cells(args: &Guess, input: impl BufRead) -> Result<Vec<Cell>> {
    match (&args.file, &args.hbase, &args.table) {
        (_, Some(address), Some(table)) => cells_of_hbase(address, table),
        (Some(_), _, Some(_)) => bail!("only tables of HBase have wide rows: leave out `--wide`"),
        _ => lines(args, input, |line| {
            let (row, qualifier) = line.split_once('\t').context("no tab is between the row and the qualifier")?;
            let notation = args.from.notation(row);
            Ok((notation.parse(row)?, notation.parse(qualifier)?))
        }),
    }
}

/// Reads the lines of the file, or those of the input without a file. Skips empty lines.
///
/// In the notation of the `HBase` shell, a space is a byte of the key, even at the start or end of a line. Spaces
/// around hex and base64 are ignored. A line of spaces is a key only with `--from hbase`.
fn lines<T>(args: &Guess, input: impl BufRead, parse: impl Fn(&str) -> Result<T>) -> Result<Vec<T>> {
    let Some(file) = &args.file else { return lines_of(args, input, parse) };
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    lines_of(args, Cursor::new(text), parse).with_context(|| file.display().to_string())
}

fn lines_of<T>(args: &Guess, input: impl BufRead, parse: impl Fn(&str) -> Result<T>) -> Result<Vec<T>> {
    let mut keys = Vec::new();
    for (index, line) in input.lines().take(MAX_LINES).enumerate() {
        let place = || format!("line {}", index + 1);
        let line = line.with_context(place)?;
        let blank = if args.from == From::Hbase { line.is_empty() } else { line.trim().is_empty() };
        if !blank {
            keys.push(parse(&line).with_context(place)?);
        }
    }
    Ok(keys)
}

#[cfg(feature = "hbase")]
fn of_hbase(address: &str, table: &str) -> Result<Vec<Vec<u8>>> {
    sampled::sample(&mut crate::hbase::Table::open(address, table)?)
}

/// Reads the first columns of rows from all over the table.
#[cfg(feature = "hbase")]
fn cells_of_hbase(address: &str, table: &str) -> Result<Vec<Cell>> {
    let mut table = crate::hbase::Table::open(address, table)?;
    let rows = sampled::sample(&mut table)?;
    let cells_of = |row: Vec<u8>| {
        let qualifiers = table.first_qualifiers(&row)?;
        Ok(qualifiers.into_iter().map(move |qualifier| (row.clone(), qualifier)))
    };
    let cells = rows.into_iter().map(cells_of).collect::<Result<Vec<_>>>()?;
    Ok(cells.into_iter().flatten().collect())
}

#[cfg(not(feature = "hbase"))]
fn of_hbase<T>(_: &str, _: &str) -> Result<Vec<T>> {
    bail!("this command was compiled without HBase; help: cargo install --path rowkey-cli --features hbase")
}

#[cfg(not(feature = "hbase"))]
use of_hbase as cells_of_hbase;

/// Reads keys of a table of a store of any kind.
fn of_store(path: &Path, name: &str) -> Result<Vec<Vec<u8>>> {
    let catalog = Catalog::open(path)?;
    if !catalog.store.names().iter().any(|other| other == name) {
        bail!("there is no table `{name}`; the tables are {}", catalog.store.names().join(", "));
    }
    let recorded = catalog.tables.iter().find(|table| table.recorded.name() == name);
    let table = match recorded {
        Some(recorded) => recorded.table,
        // The values of a redb table have a type. If rowkey did not record the table, the type is not known.
        None if catalog.store.kind() == Kind::Redb => return of_redb(path, name),
        None => store::table_of_others(name),
    };
    sampled::sample(&mut StoredKeys { store: &*catalog.store, table })
}

struct StoredKeys<'s> {
    store: &'s dyn Store,
    table: &'static Table,
}

impl StoredKeys<'_> {
    fn keys(&self, range: &KeyRange, direction: Direction, limit: usize) -> Result<Vec<Vec<u8>>> {
        let mut keys = Vec::new();
        self.store.scan(self.table, range, direction, &mut |key, _| {
            keys.push(key.to_vec());
            Ok(if keys.len() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(keys)
    }
}

impl SortedKeys for StoredKeys<'_> {
    fn keys_from(&mut self, start: &[u8], limit: usize) -> Result<Vec<Vec<u8>>> {
        self.keys(&between(start, None), Direction::Forward, limit)
    }

    fn last_before(&mut self, end: &[u8]) -> Result<Option<Vec<u8>>> {
        let end = Some(end).filter(|end| !end.is_empty());
        Ok(self.keys(&between(b"", end), Direction::Backward, 1)?.pop())
    }
}

/// Reads keys of a table of a redb database that rowkey has not recorded. The keys of the table must be bytes.
fn of_redb(file: &Path, table: &str) -> Result<Vec<Vec<u8>>> {
    let transaction = ReadOnlyDatabase::open(file)?.begin_read()?;
    for sample in [sample_redb::<&[u8]>, sample_redb::<&str>, sample_redb::<()>, sample_redb::<u64>] {
        if let Some(keys) = sample(&transaction, table)? {
            return Ok(keys);
        }
    }
    bail!("the keys of `{table}` are not of type `&[u8]`, or its values are not of type `&[u8]`, `&str`, `()` or `u64`")
}

/// Reads keys of a table with values of this type, or returns `None` if the values have another type.
fn sample_redb<V: Value + 'static>(transaction: &ReadTransaction, table: &str) -> Result<Option<Vec<Vec<u8>>>> {
    match transaction.open_table(TableDefinition::<&[u8], V>::new(table)) {
        Ok(mut rows) => sampled::sample(&mut rows).map(Some),
        Err(TableError::TableTypeMismatch { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl<V: Value + 'static> SortedKeys for ReadOnlyTable<&'static [u8], V> {
    fn keys_from(&mut self, start: &[u8], limit: usize) -> Result<Vec<Vec<u8>>> {
        self.range(start..)?.take(limit).map(|row| Ok(row?.0.value().to_vec())).collect()
    }

    fn last_before(&mut self, end: &[u8]) -> Result<Option<Vec<u8>>> {
        let last = if end.is_empty() { self.last()? } else { self.range(..end)?.next_back().transpose()? };
        Ok(last.map(|(key, _)| key.value().to_vec()))
    }
}
