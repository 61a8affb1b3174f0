//! The command line of the example `hbase`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use rowkey_examples::flights::command::{Data, Printing, Question};

use crate::cluster::Addresses;

/// Load the flights of the example `flights` into HBase, under the same keys with a salt before them, and ask the same
/// questions.
///
/// Without --cluster, a cluster is started and stopped again: three region servers in one process, on 127.0.0.1. This
/// needs a JDK of version 17 or later, and Maven, which downloads HBase the first time. Without a command, all four
/// questions are asked with examples. Answers go to standard output, everything else to standard error.
#[derive(Debug, Parser)]
#[command(name = "hbase", max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// A running cluster: its Thrift gateway, and a control port if there is one (see `load --help`)
    #[arg(long, value_name = "HOST:PORT[,HOST:PORT]", value_parser = addresses, global = true)]
    pub(crate) cluster: Option<Addresses>,

    /// The folder for the files of the started cluster; later runs find the tables there [default: a temporary folder]
    #[arg(long, value_name = "FOLDER", conflicts_with = "cluster", global = true)]
    pub(crate) folder: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) data: Data,

    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Ask(Question),

    /// Create the tables, split into regions, and load the flights; every question does this if the tables are missing
    ///
    /// A Thrift gateway cannot create a table with several regions. If there is no control port, this command prints
    /// what to type into `hbase shell`. `examples/hbase/cluster attach QUORUM:PORT FOLDER` opens a gateway and a
    /// control port on a cluster that runs elsewhere; pass the addresses of the gateway and of the control port to
    /// --cluster.
    Load {
        /// Load the flights even if the tables hold them
        #[arg(long)]
        again: bool,
    },

    /// Compare the answers to many questions with the answers of the embedded store, and count the rows of all tables
    Check,

    /// Write the same rows under several key designs, and print how many writes each region server counted
    Spread(Spread),

    /// Split regions, stop and kill region servers and restart the gateway while rows are written and scanned, and
    /// check that no row is lost or returned twice; needs a cluster that this command started
    Faults(Faults),

    /// Write a file of keys that the Java tests compare with the output of HBase's own classes:
    /// `mvn test -Dvectors=FILE`
    Vectors {
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Spread {
    /// The number of rows to write under each key design: the flights are repeated, each time moved by a month
    #[arg(long, value_name = "N", default_value_t = 200_000,
        value_parser = clap::value_parser!(u32).range(1_000..=10_000_000))]
    pub(crate) writes: u32,

    /// How often the counts are read during each load
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(2..=200))]
    pub(crate) windows: u16,

    /// Also print the counts of all regions
    #[arg(long)]
    pub(crate) regions: bool,

    /// The folder for spread.svg [default: `hbase` in the workspace's target folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Faults {
    /// The number of rows to write
    #[arg(long, value_name = "N", default_value_t = 150_000,
        value_parser = clap::value_parser!(u32).range(10_000..=10_000_000))]
    pub(crate) writes: u32,
}

fn addresses(text: &str) -> Result<Addresses, String> {
    let is_address =
        |text: &str| text.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    let (gateway, control) = match text.split_once(',') {
        Some((gateway, control)) => (gateway, Some(control)),
        None => (text, None),
    };
    if !is_address(gateway) || !control.is_none_or(is_address) {
        return Err("write the gateway like localhost:9090, then optionally a comma and a control port".to_owned());
    }
    Ok(Addresses { gateway: gateway.to_owned(), control: control.map(str::to_owned) })
}
