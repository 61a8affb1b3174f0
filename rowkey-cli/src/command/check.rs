//! `verify` finds damaged rows, and entries of indexes whose records do not exist. `--repair` deletes such entries.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use rowkey::store::{Direction, LAYOUTS};
use rowkey_cli::explain;

use crate::catalog::Catalog;
use crate::cli::Verify;
use crate::output::{Progress, shown_key, stored_value};
use crate::store::{self, Change};

/// The maximum number of problems that are printed for each table.
const SHOWN: u64 = 10;

/// Returns true if no row is damaged, no entry is stale, and each index is complete.
pub(crate) fn verify(args: &Verify, out: &mut impl Write) -> Result<bool> {
    let catalog = Catalog::open(&args.store)?;
    let mut is_sound = catalog.damaged.is_empty();
    for (name, reason) in &catalog.damaged {
        writeln!(out, "{name}: {reason}")?;
    }
    let mut repairs: Vec<Change> = Vec::new();
    let mut progress = Progress::new("rows verified", true);
    for table in &catalog.tables {
        let (mut rows, mut problems) = (0_u64, 0_u64);
        let mut stale = Vec::new();
        let name = table.shown_name();
        catalog.store.scan(table.table, &table.all(), Direction::Forward, &mut |key, value| {
            rows += 1;
            progress.add();
            let mut problem = explain(table.layout(), key).problem().map(std::string::ToString::to_string);
            if table.recorded.records().is_some() && problem.is_none() {
                let records = catalog.records_of(table);
                problem = match (catalog.primary_key(table, key, value), records) {
                    (Ok(primary), Some(records)) if catalog.store.get(records.table, &primary)?.is_none() => {
                        Some("the record of this entry does not exist".to_owned())
                    }
                    (Ok(_), _) => None,
                    (Err(error), _) => Some(format!("{error:#}")),
                };
            }
            let stored = table.stored_part(value).filter(|_| table.recorded.format().is_some());
            problem = problem.or_else(|| stored.and_then(|stored| stored_value(table, stored).problem));
            if let Some(problem) = problem {
                problems += 1;
                if problems <= SHOWN {
                    writeln!(out, "{name}: row {}: {problem}", shown_key(key))?;
                }
                if table.recorded.records().is_some() {
                    stale.push(key.to_vec());
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if problems > SHOWN {
            writeln!(out, "{name}: {} more", problems - SHOWN)?;
        }
        let incomplete = catalog.state(table).filter(|state| *state != "complete");
        is_sound &= problems == 0 && incomplete.is_none();
        let note = incomplete.map(|state| format!(", {state}")).unwrap_or_default();
        writeln!(out, "{name}: {rows} rows, {problems} problems{note}")?;
        if !stale.is_empty() {
            repairs.extend(stale.into_iter().map(|key| Change { table: table.table, key, value: None }));
            // If a damaged entry belonged to a record, the record now has no entry. A rebuild adds the entry again.
            repairs.push(Change {
                table: &LAYOUTS,
                key: table.recorded.key(),
                value: Some(table.recorded.to_incomplete()),
            });
        }
    }
    progress.finish();
    if repairs.is_empty() {
        return Ok(is_sound);
    }
    let entries = repairs.iter().filter(|change| change.value.is_none()).count();
    if !args.repair {
        if catalog.store.kind().has_unfinished_changes() {
            writeln!(
                out,
                "\n`rebuild`, called from a program, deletes the entries that have had no record for ten minutes"
            )?;
        } else {
            writeln!(out, "\n`rowkey verify {} --repair` deletes these {entries} entries", args.store.display())?;
        }
        return Ok(false);
    }
    let kind = catalog.store.kind();
    let tables: Vec<_> = catalog.tables.iter().map(|table| table.table).collect();
    // Most stores permit no writer while they are open.
    drop(catalog);
    store::open_for_writing(&args.store, kind, &tables)?.write(&[], &repairs)?;
    writeln!(
        out,
        "\ndeleted {entries} entries; their indexes are marked as not built, until a program calls `rebuild`"
    )?;
    Ok(false)
}
