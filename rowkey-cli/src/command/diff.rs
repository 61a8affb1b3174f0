//! `diff` compares two stores, or a store and a layout file.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Result;
use rowkey::KeyRange;
use rowkey::store::Direction;

use crate::catalog::{Catalog, Recorded};
use crate::cli::Diff;
use crate::layouts::LayoutFile;
use crate::output::{json, shown_key, stored_value};
use crate::store::{self, Kind};

/// The maximum number of rows of the second store in memory.
const CHUNK: usize = 1_000;

/// Returns true if nothing differs.
pub(crate) fn diff(args: &Diff, out: &mut impl Write) -> Result<bool> {
    let first = Catalog::open(&args.first)?;
    if Kind::of(&args.second).is_none() && args.second.extension().is_some_and(|extension| extension == "json") {
        return with_layouts(&first, &args.second, out);
    }
    let second = Catalog::open(&args.second)?;
    let names = |catalog: &Catalog| catalog.tables.iter().map(Recorded::shown_name).collect::<BTreeSet<_>>();
    let mut is_same = true;
    for name in names(&first).union(&names(&second)) {
        let of = |catalog: &'_ Catalog| catalog.tables.iter().position(|table| table.shown_name() == *name);
        let (Some(a), Some(b)) = (of(&first), of(&second)) else {
            let only_in = if of(&first).is_some() { &args.first } else { &args.second };
            writeln!(out, "{name}: only in {}", store::shown(only_in))?;
            is_same = false;
            continue;
        };
        let (Some(a), Some(b)) = (first.tables.get(a), second.tables.get(b)) else { continue };
        let layouts = [a, b].map(|table| table.recorded.to_string());
        if layouts[0] != layouts[1] {
            writeln!(
                out,
                "{name}: the layouts differ\n{}:\n{}{}:\n{}",
                store::shown(&args.first),
                layouts[0],
                store::shown(&args.second),
                layouts[1]
            )?;
            is_same = false;
            continue;
        }
        is_same &= rows(&first, a, &second, b, args, out)?;
    }
    Ok(is_same)
}

fn rows(
    first: &Catalog,
    a: &Recorded,
    second: &Catalog,
    b: &Recorded,
    args: &Diff,
    out: &mut impl Write,
) -> Result<bool> {
    let (mut only_first, mut only_second, mut changed, mut shown) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut others = Chunks { catalog: second, table: b, rows: Vec::new().into_iter().peekable(), next: Some(b.all()) };
    let mut show = |mark: char, key: &[u8], text: String| -> Result<()> {
        shown += 1;
        if shown <= args.rows {
            writeln!(out, "{mark} {} {}: {text}", a.shown_name(), shown_key(key))?;
        }
        Ok(())
    };
    first.store.scan(a.table, &a.all(), Direction::Forward, &mut |key, value| {
        while let Some((other, value)) = others.next_if(|other| other < key)? {
            only_second += 1;
            show('+', &other, shown_value(b, &value))?;
        }
        match others.next_if(|other| other == key)? {
            Some((_, other)) if other == value => {}
            Some((_, other)) => {
                changed += 1;
                show('~', key, format!("{} -> {}", shown_value(a, value), shown_value(b, &other)))?;
            }
            None => {
                only_first += 1;
                show('-', key, shown_value(a, value))?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    while let Some((other, value)) = others.next_if(|_| true)? {
        only_second += 1;
        show('+', &other, shown_value(b, &value))?;
    }
    let is_same = only_first + only_second + changed == 0;
    if is_same {
        writeln!(out, "{}: equal", a.shown_name())?;
    } else {
        writeln!(
            out,
            "{}: {only_first} rows only in {}, {only_second} only in {}, {changed} changed",
            a.shown_name(),
            store::shown(&args.first),
            store::shown(&args.second)
        )?;
    }
    Ok(is_same)
}

/// The rows of a table in order, read in chunks.
struct Chunks<'c> {
    catalog: &'c Catalog,
    table: &'c Recorded,
    rows: std::iter::Peekable<std::vec::IntoIter<(Vec<u8>, Vec<u8>)>>,
    /// The range of the rows that are not read yet. `None` after the last row.
    next: Option<KeyRange>,
}

impl Chunks<'_> {
    fn next_if(&mut self, accept: impl Fn(&[u8]) -> bool) -> Result<Option<(Vec<u8>, Vec<u8>)>> {
        if self.rows.peek().is_none()
            && let Some(range) = self.next.take()
        {
            let mut rows = Vec::new();
            self.catalog.store.scan(self.table.table, &range, Direction::Forward, &mut |key, value| {
                rows.push((key.to_vec(), value.to_vec()));
                Ok(if rows.len() == CHUNK { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if let (CHUNK, Some((last, _))) = (rows.len(), rows.last()) {
                let start = [last, &[0][..]].concat();
                self.next = Some(rowkey_cli::between(&start, range.end()));
            }
            self.rows = rows.into_iter().peekable();
        }
        Ok(self.rows.next_if(|(key, _)| accept(key)))
    }
}

/// Compares the layouts of a store with those of a layout file, by the names of the key types.
fn with_layouts(catalog: &Catalog, path: &Path, out: &mut impl Write) -> Result<bool> {
    let file = LayoutFile::read(path)?;
    let mut is_same = true;
    for layout in file.iter() {
        let Some(table) = catalog.tables.iter().find(|table| table.layout().name() == layout.name()) else {
            writeln!(out, "{}: no table of the store has this layout", layout.name())?;
            is_same = false;
            continue;
        };
        if table.layout().fingerprint() == layout.fingerprint() {
            writeln!(out, "{}: equal to `{}`", table.shown_name(), layout.name())?;
        } else {
            is_same = false;
            writeln!(
                out,
                "{}: the layouts differ\nin the store:\n{}in {}:\n{layout}",
                table.shown_name(),
                table.layout(),
                path.display()
            )?;
        }
    }
    Ok(is_same)
}

/// Returns a stored value as text.
fn shown_value(table: &Recorded, value: &[u8]) -> String {
    json(&stored_value(table, value).cell)
}
