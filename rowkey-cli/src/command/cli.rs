//! The command line of `rowkey`.

#![allow(clippy::doc_markdown, reason = "these comments are the help, which shows them as they stand")]

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use rowkey_cli::{Condition, Notation};

use crate::store::Kind;

pub(crate) const EXAMPLES: &str = r"Stores, STORE in the help of the commands:
  chat.redb, FOLDER
          A redb file, or a folder of fjall, LMDB or RocksDB
  bigtable://PROJECT/INSTANCE
          Credentials: GOOGLE_APPLICATION_CREDENTIALS, or those of `gcloud auth application-default login`. Emulator:
          BIGTABLE_EMULATOR_HOST
  dynamodb://TABLE, dynamodb://REGION/TABLE
          Region and credentials as for the AWS tools: AWS_REGION, AWS_PROFILE, AWS_ACCESS_KEY_ID and
          AWS_SECRET_ACCESS_KEY, ~/.aws/config
  dynamodb+http://HOST:PORT/TABLE
          A server with DynamoDB's protocol. Credentials are optional
  hbase://HOST:PORT
          The Thrift gateway, which `hbase thrift start` starts on port 9090
  mongodb://HOST:PORT/DATABASE, mongodb+srv://USER:PASSWORD@HOST/DATABASE
          The URI of the client, with its options

Examples, with a store that a program with rowkey has written:
  rowkey ls chat.redb
          Its tables: rows, kind, state of each index, fields
  rowkey scan chat.redb messages conversation=1 --limit 1
          The newest message of conversation 1
  rowkey verify chat.redb
          Damaged rows, and entries of indexes without a record
  rowkey export chat.redb > chat.jsonl
          All rows, which `rowkey import` writes to another store

Examples, with the layout file in rowkey-cli/src/command:
  rowkey layout payments.json
          Show the parts of the keys of a table
  rowkey explain payments.json 3c6f3030303132337ffffec25c740fef0000000000000007
          Show the values in a key, or what is wrong with it
  rowkey explain payments.json --from hbase --json < keys.txt
          The same for many keys, for another program
  rowkey range payments.json customer=123 --to hex
          The bounds of the rows of customer 123
  rowkey guess --from hbase < keys.txt
          A struct that could have written these keys";

/// The help of each argument that is a store.
const STORE: &str = "A file, a folder or an address: see `rowkey --help`";

/// Show the rows of a store without the program that wrote it, explain keys, and guess layouts.
///
/// Programs with rowkey record the layouts of their tables in the store. STORE is a file or a folder of an embedded store,
/// or the address of a store on other machines. RocksDB, Bigtable, DynamoDB, HBase and MongoDB need the feature of their
/// name. Commands that show a store do not change the store.
///
/// A layout file is the JSON of `FileLayout(K::LAYOUT.clone())` for a key type K, with `FileLayout` of the crate
/// rowkey-explain, or the JSON of a list with the layouts of a key space. It can also be written by hand.
///
/// On a terminal, output that is longer than the screen is shown by `less`, or by the program in the variable PAGER. An
/// empty PAGER turns this off.
///
/// Exit code: 0 for success, 1 if a key or a row is damaged, missing or different, 2 if the input cannot be used.
#[derive(Debug, Parser)]
#[command(name = "rowkey", max_term_width = 100, disable_help_subcommand = true, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the tables of a store: rows, bytes, kind, state of each index, fields
    Ls(Ls),
    /// Print rows of a table as named columns; through an index, with the records
    Scan(Scan),
    /// Print one row, a field in each line
    Get(Get),
    /// Write all rows as JSON lines
    Export(Export),
    /// Write the rows of an export to a store, byte for byte
    ///
    /// If the import is interrupted, for example with Ctrl-C, call the same command again to continue. Until the import has
    /// finished, all indexes count as not built, so that no program reads an index with a part of its entries. A store on
    /// other machines stays open to programs: let none write to these tables until the import has finished.
    ///
    /// Bigtable: create the tables first. The import says how. DynamoDB: creates the table, with on-demand capacity.
    Import(Import),
    /// Find damaged rows, and entries of indexes whose records do not exist
    Verify(Verify),
    /// Show where the bytes of a store are
    Stats(Stats),
    /// Compare two stores, or a store and a layout file
    ///
    /// Prints `-` before a row that only the first store has, `+` before a row that only the second store has, and `~` before a
    /// row with another value in the second store.
    Diff(Diff),
    /// Print the completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
    /// Explain keys part by part
    ///
    /// Reads keys from the arguments, or from a file, one per line. Without both, reads lines of standard input. The exit code
    /// is 1 if a key is not of the layout.
    Explain(Explain),
    /// Print the range of the keys whose leading fields have these values
    ///
    /// Prints one line per range: the start (inclusive), a tab, and the end (exclusive). The end is empty if the range goes
    /// to the end of the table. If the values do not determine the salt, there is one range per bucket.
    Range(Range),
    /// Print the layout as a table, with its fingerprint
    Layout(Layout),
    /// Propose a struct for the keys of a table, given some of them
    ///
    /// Twenty keys from all over the table are enough. Prints a struct to paste, how sure the guess is of each part, and some of
    /// the keys as the struct reads them. Check the guess: a number may mean anything, and names are made up.
    Guess(Guess),
}

#[derive(Debug, Args)]
pub(crate) struct RowForm {
    /// Print one JSON object per row, each on one line
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,

    /// Print comma-separated values, with the names of the columns first
    #[arg(long)]
    pub(crate) csv: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Ls {
    #[arg(help = STORE)]
    pub(crate) store: PathBuf,

    /// Also print the layout of each table
    #[arg(short, long)]
    pub(crate) layouts: bool,

    #[command(flatten)]
    pub(crate) form: RowForm,
}

#[derive(Debug, Args)]
pub(crate) struct Scan {
    #[arg(help = STORE)]
    pub(crate) store: PathBuf,

    /// The name of the table; NAME:NAMESPACE if several kinds of rows share it
    pub(crate) table: String,

    /// The rows to print: FIELD=VALUE, FIELD^=START, FIELD=FROM..TO, FIELD=FROM..=TO
    ///
    /// Write values as the command prints them; quotes around a text are optional unless the command prints them. With a
    /// value for each earlier field of the key, the command reads only the rows to print. Without, it reads more rows, and
    /// prints those that match.
    #[arg(value_name = "CONDITION", value_parser = Condition::parse)]
    pub(crate) conditions: Vec<Condition>,

    /// Start at this key
    #[arg(long, value_name = "KEY")]
    pub(crate) from: Option<String>,

    /// End before this key
    #[arg(long, value_name = "KEY")]
    pub(crate) to: Option<String>,

    /// The notation of `--from` and `--to`
    #[arg(long, value_enum, default_value_t = From::Guess)]
    pub(crate) notation: From,

    /// Read backwards
    #[arg(short, long)]
    pub(crate) rev: bool,

    /// Stop after this number of rows
    #[arg(short = 'n', long, value_name = "NUMBER")]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) form: RowForm,
}

#[derive(Debug, Args)]
pub(crate) struct Get {
    #[arg(help = STORE)]
    pub(crate) store: PathBuf,

    /// The name of the table; NAME:NAMESPACE if several kinds of rows share it
    pub(crate) table: String,

    /// The values of the fields: FIELD=VALUE
    #[arg(value_name = "CONDITION", value_parser = Condition::parse, required = true)]
    pub(crate) conditions: Vec<Condition>,

    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[arg(help = STORE)]
    pub(crate) store: PathBuf,

    /// Only these tables [default: all]
    #[arg(value_name = "TABLE")]
    pub(crate) tables: Vec<String>,

    /// The file to write; it appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Leave out the fields and values for people, which takes less time and space
    #[arg(long)]
    pub(crate) bytes_only: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The store to write to: see `rowkey --help`
    pub(crate) store: PathBuf,

    /// The export [default: standard input]
    pub(crate) file: Option<PathBuf>,

    /// Which kind of store to create, if it does not exist
    #[arg(long, value_enum)]
    pub(crate) kind: Option<Kind>,

    /// The number of MiB of rows that are sorted and written together
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) memory: usize,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[arg(help = STORE)]
    pub(crate) store: PathBuf,

    /// Delete the entries that are damaged or have no record, and mark their indexes as not built
    #[arg(long)]
    pub(crate) repair: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[arg(help = STORE)]
    pub(crate) store: PathBuf,

    /// Only this table
    pub(crate) table: Option<String>,

    /// Only these rows, as for `scan`
    #[arg(value_name = "CONDITION", value_parser = Condition::parse)]
    pub(crate) conditions: Vec<Condition>,

    /// The field whose values are compared [default: the first]
    #[arg(long, value_name = "FIELD", requires = "table")]
    pub(crate) by: Option<String>,

    /// Also draw the bars into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print one JSON value
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The first store
    pub(crate) first: PathBuf,

    /// The second store, or a layout file, whose name ends in .json
    pub(crate) second: PathBuf,

    /// The maximum number of rows to print for each table
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    pub(crate) rows: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The layout file, or a store
    pub(crate) layout: PathBuf,

    /// The table of the store to which the keys belong [default: any]
    #[arg(short, long, value_name = "TABLE")]
    pub(crate) table: Option<String>,

    /// The keys [default: the lines of standard input]
    #[arg(value_name = "KEY")]
    pub(crate) keys: Vec<String>,

    /// A file with one key per line
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub(crate) file: Option<PathBuf>,

    /// How the keys are written
    #[arg(short, long, value_enum, value_name = "NOTATION", default_value_t = From::Guess)]
    pub(crate) from: From,

    /// Print one JSON object per key, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Range {
    /// The layout file
    pub(crate) layout: PathBuf,

    /// Values of the leading fields in their order, like customer=123
    ///
    /// As the command prints them: 123, ann, None, a variant's name, 2024-02-29T12:00:00Z, 9.99, 192.0.2.1; \x00 in bytes.
    /// Custom codecs need their bytes: 0x00ab.
    #[arg(value_name = "FIELD=VALUE", value_parser = leading)]
    pub(crate) values: Vec<(String, String)>,

    /// The name of the key, if the layout file holds several
    #[arg(short, long, value_name = "NAME")]
    pub(crate) key: Option<String>,

    /// How to print the bounds
    #[arg(short, long, value_enum, value_name = "NOTATION", default_value_t = To::Hbase)]
    pub(crate) to: To,

    /// Print one JSON object per range, each on one line: start, and end or null
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Layout {
    /// The layout file
    pub(crate) layout: PathBuf,

    /// Print the layout file itself, in full and with its fingerprint
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Guess {
    /// A file with one key per line, or a store [default: standard input]
    #[arg(group = "store")]
    pub(crate) file: Option<PathBuf>,

    /// How the keys are written
    #[arg(short, long, value_enum, value_name = "NOTATION", default_value_t = From::Guess)]
    pub(crate) from: From,

    /// Take keys from all over this table of the store FILE, or of HBase
    #[arg(short, long, value_name = "TABLE", requires = "store")]
    pub(crate) table: Option<String>,

    /// The Thrift gateway of the HBase that has the TABLE, such as localhost:9090; needs the feature `hbase`
    #[arg(long, value_name = "HOST:PORT", requires = "table", group = "store")]
    pub(crate) hbase: Option<String>,

    /// Read the qualifiers of wide rows, too, as the ends of the keys
    ///
    /// Each line is a row, a tab and a qualifier. From HBase, takes the first columns of each row.
    #[arg(long)]
    pub(crate) wide: bool,

    /// How many keys to explain
    #[arg(short, long, value_name = "NUMBER", default_value_t = 3)]
    pub(crate) show: usize,

    /// Print only the layout file, for `explain`
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Guess: 0x or only hex digits is hex, text with \x00 or the like is HBase's shell notation, other text that ends in `=` is
    /// base64, and everything else is HBase's shell notation
    Guess,
    /// Hex digits, with or without 0x and spaces
    Hex,
    /// As HBase's shell and logs write keys, like \x00abc
    Hbase,
    /// Base64, with or without = at the end
    Base64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// Hex digits
    Hex,
    /// As HBase's shell and logs write keys, like \x00abc
    Hbase,
    /// Base64
    Base64,
}

impl From {
    pub(crate) fn notation(self, key: &str) -> Notation {
        match self {
            Self::Guess => Notation::guess(key),
            Self::Hex => Notation::Hex,
            Self::Hbase => Notation::HbaseShell,
            Self::Base64 => Notation::Base64,
        }
    }
}

impl To {
    pub(crate) fn notation(self) -> Notation {
        match self {
            Self::Hex => Notation::Hex,
            Self::Hbase => Notation::HbaseShell,
            Self::Base64 => Notation::Base64,
        }
    }
}

fn leading(text: &str) -> Result<(String, String), String> {
    let (field, value) = text.split_once('=').ok_or("write it as FIELD=VALUE, like customer=123")?;
    Ok((field.to_owned(), value.to_owned()))
}
