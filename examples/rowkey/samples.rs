//! Reads sample keys: lines of text, or the keys of a table.

use std::fs;
use std::io::{BufRead, Cursor};
use std::path::Path;

use anyhow::{Context, Result, bail};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError, TableHandle, Value};

use crate::cli::Guess;

/// More keys than these are not read.
const MOST: usize = 100_000;

/// Returns the sample keys that the arguments name.
pub(crate) fn read(args: &Guess, input: impl BufRead) -> Result<Vec<Vec<u8>>> {
    match (&args.file, &args.table) {
        (Some(file), Some(table)) => of_table(file, table).with_context(|| file.display().to_string()),
        (Some(file), None) => {
            let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            lines(args, Cursor::new(text)).with_context(|| file.display().to_string())
        }
        (None, _) => lines(args, input),
    }
}

/// Reads one key per line. Skips empty lines.
fn lines(args: &Guess, input: impl BufRead) -> Result<Vec<Vec<u8>>> {
    let mut keys = Vec::new();
    for (index, line) in input.lines().take(MOST).enumerate() {
        let place = || format!("line {}", index + 1);
        let line = line.with_context(place)?;
        if !line.trim().is_empty() {
            keys.push(args.from.notation(line.trim()).parse(line.trim()).with_context(place)?);
        }
    }
    Ok(keys)
}

/// Reads the keys of a table of a redb database, whose keys are bytes or text.
fn of_table(file: &Path, table: &str) -> Result<Vec<Vec<u8>>> {
    let transaction = Database::open(file)?.begin_read()?;
    let names: Vec<String> = transaction.list_tables()?.map(|table| table.name().to_owned()).collect();
    if !names.iter().any(|name| name == table) {
        bail!("there is no table `{table}`; the tables are {}", names.join(", "));
    }
    let found = match keys::<&[u8]>(&transaction, table)? {
        None => match keys::<&str>(&transaction, table)? {
            None => match keys::<()>(&transaction, table)? {
                None => keys::<u64>(&transaction, table)?,
                found => found,
            },
            found => found,
        },
        found => found,
    };
    found.with_context(|| format!("the keys of `{table}` are not of type `&[u8]`, or its values of an unusual type"))
}

/// Reads the keys of a table with values of this type, or returns `None` if the values have another type.
fn keys<V: Value + 'static>(transaction: &redb::ReadTransaction, table: &str) -> Result<Option<Vec<Vec<u8>>>> {
    match transaction.open_table(TableDefinition::<&[u8], V>::new(table)) {
        Ok(rows) => {
            let keys = rows.iter()?.take(MOST).map(|row| Ok(row?.0.value().to_vec()));
            keys.collect::<Result<_>>().map(Some)
        }
        Err(TableError::TableTypeMismatch { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
