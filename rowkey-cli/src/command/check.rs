//! `verify` finds damaged rows, and entries of indexes whose records do not exist. `--repair` deletes such entries.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use rowkey::store::{Direction, LAYOUTS};
use rowkey_cli::explain;

use crate::catalog::{Catalog, Recorded};
use crate::cli::Verify;
use crate::output::{Progress, shown_key, stored_value};
use crate::store::{self, Change};

/// The maximum number of problems that are printed for each table.
const SHOWN: u64 = 10;

/// The number of entries whose records are read together.
const ENTRIES: usize = 1000;

/// The problems of a table.
struct Problems<'t, W> {
    name: &'t str,
    is_index: bool,
    out: &'t mut W,
    count: u64,
    /// The entries of an index that are to be deleted.
    stale: Vec<Vec<u8>>,
}

impl<W: Write> Problems<'_, W> {
    fn add(&mut self, key: &[u8], problem: &str) -> Result<()> {
        self.count += 1;
        if self.count <= SHOWN {
            writeln!(self.out, "{}: row {}: {problem}", self.name, shown_key(key))?;
        }
        if self.is_index {
            self.stale.push(key.to_vec());
        }
        Ok(())
    }

    /// Adds those of the entries whose records do not exist. An entry is a key and the primary key of its record.
    fn add_without_record(
        &mut self,
        catalog: &Catalog,
        records: Option<&Recorded>,
        entries: &mut Vec<(Vec<u8>, Vec<u8>)>,
    ) -> Result<()> {
        let (keys, primary): (Vec<_>, Vec<_>) = entries.drain(..).unzip();
        let Some(records) = records else { return Ok(()) };
        for (key, record) in keys.iter().zip(catalog.store.get_all(records.table, primary)?) {
            if record.is_none() {
                self.add(key, "the record of this entry does not exist")?;
            }
        }
        Ok(())
    }
}

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
        let name = table.shown_name();
        let records = catalog.records_of(table);
        let (mut rows, mut entries) = (0_u64, Vec::new());
        let is_index = table.recorded.records().is_some();
        let mut problems = Problems { name: &name, is_index, out: &mut *out, count: 0, stale: Vec::new() };
        catalog.store.scan(table.table, &table.all(), Direction::Forward, &mut |key, value| {
            rows += 1;
            progress.add();
            let mut problem = explain(table.layout(), key).problem().map(std::string::ToString::to_string);
            let stored = table.stored_part(value).filter(|_| table.recorded.format().is_some());
            problem = problem.or_else(|| stored.and_then(|stored| stored_value(table, stored).problem));
            if is_index && problem.is_none() {
                match catalog.primary_key(table, key, value) {
                    Ok(primary) => entries.push((key.to_vec(), primary)),
                    Err(error) => problem = Some(format!("{error:#}")),
                }
            }
            if let Some(problem) = problem {
                problems.add(key, &problem)?;
            }
            if entries.len() >= ENTRIES {
                problems.add_without_record(&catalog, records, &mut entries)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        problems.add_without_record(&catalog, records, &mut entries)?;
        let Problems { count: problems, stale, .. } = problems;
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
    // An entry without a record may be the beginning of a change.
    if catalog.store.kind().has_unfinished_changes() {
        writeln!(
            out,
            "\n`rebuild`, called from a program, deletes the entries that have had no record for ten minutes"
        )?;
        return Ok(false);
    }
    if !args.repair {
        writeln!(out, "\n`rowkey verify {} --repair` deletes these {entries} entries", store::shown(&args.store))?;
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
