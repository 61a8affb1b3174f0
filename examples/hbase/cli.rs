//! What a user can say on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use rowkey_examples::flights::options::{Data, Printing};
use rowkey_examples::flights::question::Question;

use crate::cluster::Addresses;

/// Put the flights of the example `flights` into HBase, under the same keys with a salt in front, and ask the same
/// questions.
///
/// Without --cluster a cluster is started for the time of the command: three region servers in one process, on this
/// machine's loopback. It needs a JDK of version 17 or later, and Maven, which fetches HBase the first time. Without a
/// command, all four questions are asked with examples. Answers go to standard output, everything else to standard error.
#[derive(Debug, Parser)]
#[command(name = "hbase", max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// A cluster that runs: its Thrift gateway and, for what that cannot do, a control port (see `load --help`)
    #[arg(long, value_name = "HOST:PORT[,HOST:PORT]", value_parser = addresses, global = true)]
    pub(crate) cluster: Option<Addresses>,

    /// Where the cluster that is started keeps its files; later runs find its tables there [default: a temporary folder]
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

    /// Create the tables, cut into regions, and load the flights; every question does so when they are not there
    ///
    /// A Thrift gateway alone cannot create a table that is cut into regions. Where it is all there is, this says what to
    /// type into `hbase shell`. `examples/hbase/cluster attach QUORUM:PORT FOLDER` opens a gateway and a control port,
    /// which can, on a cluster that runs elsewhere; name both with --cluster.
    Load {
        /// Also when they are there
        #[arg(long)]
        again: bool,
    },

    /// Compare the answers to many questions with those of the embedded store, and count the rows of all tables
    Check,

    /// Write the same rows under several keys, and show which region servers HBase says took them
    Spread(Spread),

    /// Split regions, stop and kill region servers and restart the gateway while rows are written and scanned, and
    /// check that no row is lost and none comes twice; on a cluster that is started for this
    Faults(Faults),

    /// Write a file of keys that the Java tests compare with what HBase's own classes make: `mvn test -Dvectors=FILE`
    Vectors {
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Spread {
    /// So many rows under each key: the flights again and again, each time moved on by a month
    #[arg(long, value_name = "N", default_value_t = 200_000,
        value_parser = clap::value_parser!(u32).range(1_000..=10_000_000))]
    pub(crate) writes: u32,

    /// How often HBase is asked for its counts during each load
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(2..=200))]
    pub(crate) windows: u16,

    /// Print the counts of all regions too
    #[arg(long)]
    pub(crate) regions: bool,

    /// Where to put spread.svg [default: `hbase` in the workspace's target folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Faults {
    /// So many rows are written
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
        return Err(
            "write the gateway like localhost:9090, and a control port behind it, with a comma between".to_owned()
        );
    }
    Ok(Addresses { gateway: gateway.to_owned(), control: control.map(str::to_owned) })
}
