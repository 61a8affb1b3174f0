//! Opens a store of any kind, and reads its rows as bytes through the adapters of rowkey. So the command reads rows exactly
//! as programs do.

#[cfg(feature = "fjall")]
mod fjall;
#[cfg(feature = "lmdb")]
mod lmdb;
#[cfg(feature = "redb")]
mod redb;
#[cfg(any(feature = "bigtable", feature = "dynamodb", feature = "hbase", feature = "mongodb"))]
mod remote;
#[cfg(feature = "rocksdb")]
mod rocksdb;

use std::fs;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::ptr;

use anyhow::{Context, Result, bail};
use rowkey::store::{Direction, Read, RecordedTable, Table, Write};
use rowkey::{KeyRange, RowKey as _};
use rowkey_cli::AnyKey;

/// Receives the key and the value of each row of a scan, and says whether to continue.
pub(crate) type Visit<'v> = dyn FnMut(&[u8], &[u8]) -> Result<ControlFlow<()>> + 'v;

/// The number of rows of a table, which some stores do not know.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    Exactly(u64),
    About(u64),
    AtLeast(u64),
}

impl Count {
    pub(crate) fn rows(self) -> u64 {
        match self {
            Self::Exactly(rows) | Self::About(rows) | Self::AtLeast(rows) => rows,
        }
    }
}

/// A store that is open for reading.
pub(crate) trait Store {
    fn kind(&self) -> Kind;

    /// Returns the names of all tables in order, including the tables that rowkey did not write.
    fn names(&self) -> &[String];

    fn count(&self, name: &str) -> Result<Count>;

    /// Returns the size of a table in bytes, or `None` if the store would have to read the whole table.
    fn bytes(&self, name: &str) -> Result<Option<u64>>;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>>;

    /// Returns the values of several rows.
    fn get_all(&self, table: &'static Table, keys: Vec<Vec<u8>>) -> Result<Vec<Option<Vec<u8>>>> {
        keys.iter().map(|key| self.get(table, key)).collect()
    }

    fn scan(&self, table: &'static Table, range: &KeyRange, direction: Direction, visit: &mut Visit<'_>) -> Result<()>;
}

/// A change of one row. Without a value, the row is deleted.
pub(crate) struct Change {
    pub(crate) table: &'static Table,
    pub(crate) key: Vec<u8>,
    pub(crate) value: Option<Vec<u8>>,
}

/// A store that is open for writing.
pub(crate) trait Writer {
    /// Writes rows in the way that is fastest for the store, and then makes the changes in one transaction. The rows are sorted
    /// by table and key. If the command ends meanwhile, some of the rows may be written without the changes.
    fn write(&self, rows: &[Change], changes: &[Change]) -> Result<()>;
}

/// Implements [`Writer`] for the database of an embedded store.
#[cfg(any(feature = "fjall", feature = "redb", feature = "rocksdb"))]
macro_rules! implement_writer {
    ($database:ty) => {
        impl super::Writer for $database {
            fn write(&self, rows: &[super::Change], changes: &[super::Change]) -> anyhow::Result<()> {
                let tables = super::tables_of(rows);
                self.__rowkey_load_with(&tables, |store| super::write(store.store_mut(), rows, changes))
            }
        }
    };
}
#[cfg(any(feature = "fjall", feature = "redb", feature = "rocksdb"))]
use implement_writer;

/// The kind of a store, which its files or its address show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// A file
    Redb,
    /// A folder
    Fjall,
    /// A folder with the file data.mdb
    Lmdb,
    /// A folder with the file CURRENT
    Rocksdb,
    #[value(skip)]
    Bigtable,
    #[value(skip)]
    Dynamodb,
    #[value(skip)]
    Hbase,
    #[value(skip)]
    Mongodb,
}

/// The forms of addresses, for messages.
const ADDRESSES: &str =
    "bigtable://PROJECT/INSTANCE, dynamodb://TABLE, hbase://HOST:PORT and mongodb://HOST:PORT/DATABASE";

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Redb => "redb",
            Self::Fjall => "fjall",
            Self::Lmdb => "LMDB",
            Self::Rocksdb => "RocksDB",
            Self::Bigtable => "Bigtable",
            Self::Dynamodb => "DynamoDB",
            Self::Hbase => "HBase",
            Self::Mongodb => "MongoDB",
        }
    }

    /// Checks whether the store is on other machines, so that each request takes milliseconds.
    pub(crate) fn is_remote(self) -> bool {
        matches!(self, Self::Bigtable | Self::Dynamodb | Self::Hbase | Self::Mongodb)
    }

    /// Checks whether the store changes rows one after another. A writer that is interrupted then leaves entries of indexes whose
    /// records do not exist. Programs skip them.
    pub(crate) fn has_unfinished_changes(self) -> bool {
        matches!(self, Self::Bigtable | Self::Hbase | Self::Mongodb)
    }

    /// Finds the kind of the store at a path. Returns `None` if the path is not a store.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        if let Some((scheme, _)) = address(path).split_once("://") {
            return match scheme {
                "bigtable" => Some(Self::Bigtable),
                "dynamodb" | "dynamodb+http" | "dynamodb+https" => Some(Self::Dynamodb),
                "hbase" => Some(Self::Hbase),
                "mongodb" | "mongodb+srv" => Some(Self::Mongodb),
                _ => None,
            };
        }
        if path.join("data.mdb").is_file() {
            return Some(Self::Lmdb);
        }
        if path.join("CURRENT").is_file() {
            return Some(Self::Rocksdb);
        }
        if path.join("keyspaces").is_dir() {
            return Some(Self::Fjall);
        }
        let mut start = Vec::new();
        fs::File::open(path).ok()?.take(4).read_to_end(&mut start).ok()?;
        (start == b"redb").then_some(Self::Redb)
    }
}

/// Returns the address of a store on other machines.
fn address(path: &Path) -> &str {
    path.to_str().unwrap_or_default()
}

/// Returns what follows `://` in an address.
#[cfg(any(feature = "bigtable", feature = "hbase"))]
fn after_scheme(path: &Path) -> &str {
    address(path).split_once("://").unwrap_or_default().1
}

/// Returns the path or the address of a store for people, without the password in a URI.
pub(crate) fn shown(path: &Path) -> String {
    let shown = path.display().to_string();
    let Some((scheme, rest)) = shown.split_once("://") else { return shown };
    match rest.split_once('@').map(|(user, host)| (user.split_once(':'), host)) {
        Some((Some((user, _)), host)) => format!("{scheme}://{user}:***@{host}"),
        _ => shown,
    }
}

/// Calls the function of the module of a store, which is compiled only with the feature of the store. A kind without a line is an
/// error of the compiler.
macro_rules! by_kind {
    ($kind:ident; $($variant:ident, $feature:literal => $opened:expr),*) => {
        match $kind {
            $(
                #[cfg(feature = $feature)]
                Kind::$variant => $opened.map(|store| Box::new(store) as _),
                #[cfg(not(feature = $feature))]
                Kind::$variant => missing($kind),
            )*
        }
    };
}

/// Opens the store at a path for reading.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Store>> {
    let Some(kind) = Kind::of(path) else {
        if path.exists() || address(path).contains("://") {
            bail!(
                "{} is not a store that this command knows; it knows a redb file, folders of fjall, LMDB and RocksDB, \
                 {ADDRESSES}",
                shown(path)
            );
        }
        bail!("there is no file or folder {}", path.display());
    };
    let opened: Result<Box<dyn Store>> = by_kind! { kind;
        Redb, "redb" => redb::open(path),
        Fjall, "fjall" => fjall::open(path),
        Lmdb, "lmdb" => lmdb::open(path),
        Rocksdb, "rocksdb" => rocksdb::open(path),
        Bigtable, "bigtable" => remote::bigtable::open(after_scheme(path), &[]),
        Dynamodb, "dynamodb" => remote::dynamodb::open(address(path), &[]),
        Hbase, "hbase" => remote::hbase::open(after_scheme(path), &[]),
        Mongodb, "mongodb" => remote::mongodb::open(address(path), &[])
    };
    opened.with_context(|| format!("cannot read {} ({})", shown(path), kind.name()))
}

/// Opens a store for writing. Creates it if it does not exist. `tables` are the tables that will be written.
pub(crate) fn open_for_writing(path: &Path, kind: Kind, tables: &[&'static Table]) -> Result<Box<dyn Writer>> {
    let _ = tables;
    let opened: Result<Box<dyn Writer>> = by_kind! { kind;
        Redb, "redb" => redb::open_for_writing(path),
        Fjall, "fjall" => fjall::open_for_writing(path),
        Lmdb, "lmdb" => lmdb::open_for_writing(path, tables),
        Rocksdb, "rocksdb" => rocksdb::open_for_writing(path),
        Bigtable, "bigtable" => remote::bigtable::open(after_scheme(path), tables),
        Dynamodb, "dynamodb" => remote::dynamodb::open(address(path), tables),
        Hbase, "hbase" => remote::hbase::open(after_scheme(path), tables),
        Mongodb, "mongodb" => remote::mongodb::open(address(path), tables)
    };
    opened.with_context(|| format!("cannot write to {} ({})", shown(path), kind.name()))
}

/// Returns a handle for a table that rowkey has not recorded: its rows are byte strings.
pub(crate) fn table_of_others(name: &str) -> &'static Table {
    let name = Box::leak(name.to_owned().into_boxed_str());
    Box::leak(Box::new(Table::new(name, AnyKey::LAYOUT, "bytes")))
}

/// Returns a handle for a table that rowkey has recorded.
pub(crate) fn table_of(recorded: &RecordedTable) -> &'static Table {
    recorded.leak_table(rowkey_explain::sort_key_offset(recorded.layout()))
}

fn missing<T>(kind: Kind) -> Result<T> {
    let feature = kind.name().to_lowercase();
    bail!(
        "this command was compiled without {0}; help: cargo install --path rowkey-cli --features {feature}",
        kind.name()
    )
}

fn get<S: Read>(store: &S, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>> {
    Ok(store.get(table, key)?.map(|value| value.as_ref().to_vec()))
}

fn scan<S: Read>(
    store: &S,
    table: &'static Table,
    range: &KeyRange,
    direction: Direction,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let mut rows = store.range(table, range, direction)?;
    loop {
        let visited = S::next_row(
            &mut rows,
            |key, value| visit(key, value),
            |end| match end {
                Some(error) => Err(error.into()),
                None => Ok(ControlFlow::Break(())),
            },
        );
        if visited?.is_break() {
            return Ok(());
        }
    }
}

fn tables_of(rows: &[Change]) -> Vec<&'static Table> {
    rows.chunk_by(|a, b| ptr::eq(a.table, b.table)).filter_map(|rows| Some(rows.first()?.table)).collect()
}

fn write<S: Write>(store: &mut S, rows: &[Change], changes: &[Change]) -> Result<()> {
    let all = KeyRange::beginning_with(b"");
    let (mut table_before, mut last_stored) = (None, None);
    for Change { table, key, value } in rows {
        if !table_before.replace(*table).is_some_and(|before| ptr::eq(before, *table)) {
            let last = store.range(table, &all, Direction::Backward)?.next().transpose()?;
            last_stored = last.map(|(key, _)| key.as_ref().to_vec());
        }
        let is_after_stored = last_stored.as_ref().is_none_or(|last| last < key);
        store.load(table, key, value.as_deref(), is_after_stored)?;
    }
    for Change { table, key, value } in changes {
        match value {
            Some(value) => store.put(table, key, value)?,
            None => store.delete(table, key)?,
        }
    }
    Ok(())
}
