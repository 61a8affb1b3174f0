//! Flights in an embedded store, and questions about them: all of the example `flights` but its command line, as the
//! example `hbase` asks the same of another store.

pub mod answer;
pub mod json;
pub mod keys;
pub mod load;
pub mod occurs;
pub mod options;
pub mod question;
pub mod questions;
pub mod store;
pub mod table;

use std::io::{self, Write};

use self::answer::Answer;
use self::options::{Format, Printing};

/// Prints an answer as it is wanted.
///
/// # Errors
///
/// `out` takes no more.
pub fn print(answer: &Answer, printing: Printing, out: &mut impl Write) -> io::Result<()> {
    match printing.format {
        Format::Table => table::print(answer, printing.rows, out),
        Format::Json => json::print(answer, out),
    }
}
