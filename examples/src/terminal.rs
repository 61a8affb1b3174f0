//! Exit codes and tables for the output of several examples.

use std::io;
use std::process::ExitCode;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// Returns the exit code, and prints the error to standard error. A broken pipe counts as success.
pub fn exit_code(result: &anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Checks whether the error is that the reader of the output, such as `head`, has stopped reading.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Returns a table with a line under its header. Aligns the columns with the indices in `right_aligned` to the right.
pub fn table<R>(
    header: &[&str],
    right_aligned: impl IntoIterator<Item = usize>,
    rows: impl IntoIterator<Item = R>,
) -> Table
where
    R: IntoIterator<Item: ToString>,
{
    const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(STYLE).set_header(header.iter().copied());
    for row in rows {
        table.add_row(row.into_iter().map(|cell| cell.to_string()));
    }
    for column in right_aligned {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
