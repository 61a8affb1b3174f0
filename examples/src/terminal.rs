//! What the examples have in common on a terminal.

use std::io;
use std::process::ExitCode;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// How a program ends that did its work or could not; why not, it says on standard error.
pub fn end(result: &anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether somebody who read the answers, like `head`, has read enough.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A table with a line under its header and no other. The columns in `numbers` end at the right.
pub fn table<R>(header: &[&str], numbers: impl IntoIterator<Item = usize>, rows: impl IntoIterator<Item = R>) -> Table
where
    R: IntoIterator<Item: ToString>,
{
    const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(STYLE).set_header(header.iter().copied());
    for row in rows {
        table.add_row(row.into_iter().map(|cell| cell.to_string()));
    }
    for column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A share in whole percent.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
