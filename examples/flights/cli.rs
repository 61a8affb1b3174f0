//! What a user can say on the command line.

use std::path::PathBuf;

use clap::Parser;
use rowkey_examples::flights::options::{Data, Printing};
use rowkey_examples::flights::question::Question;

/// Load the flights that left New York into an embedded database and ask it questions, each answered by one scan of a
/// typed row key.
///
/// Without a question, all four are asked with examples. Answers go to standard output, everything else to standard
/// error. The first run loads the database, later ones find it loaded.
#[derive(Debug, Parser)]
#[command(name = "flights", max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) question: Option<Question>,

    #[command(flatten)]
    pub(crate) data: Data,

    /// The database; loaded when it does not hold these flights yet [default: `rowkey-flights.redb` among the temporary
    /// files]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) printing: Printing,
}
