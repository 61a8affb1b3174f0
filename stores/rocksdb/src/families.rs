//! [`Families`], the column families that a transaction has opened, and [`Prefixes`], the lengths of the prefixes in
//! their Bloom filters.

use crate::StoreError;
use rocksdb::{
    BlockBasedOptions, BoundColumnFamily, Cache, ColumnFamilyDescriptor, DBAccess, DBWithThreadMode, MultiThreaded,
    OptimisticTransactionDB, Options, ReadOptions, SliceTransform,
};
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::{fs, ptr};

pub(crate) type Inner = OptimisticTransactionDB<MultiThreaded>;

/// The block cache that the column families of a database share, in bytes.
const CACHE: usize = 64 << 20;

const BITS_PER_KEY: f64 = 10.0;

/// The length of the prefixes in the Bloom filters of each column family, as far as it is known. A scan within a prefix
/// of another length would miss rows.
pub(crate) struct Prefixes {
    lengths: RwLock<HashMap<String, usize>>,
    cache: Cache,
}

impl Prefixes {
    pub(crate) fn unknown() -> Self {
        Self { lengths: RwLock::default(), cache: Cache::new_lru_cache(CACHE) }
    }

    /// Reads the lengths from the newest of the files in which RocksDB stores the options of a database. A line that
    /// cannot be read leaves its length unknown.
    pub(crate) fn read(folder: &Path) -> Self {
        Self { lengths: RwLock::new(lengths_in(folder).unwrap_or_default()), ..Self::unknown() }
    }

    fn of(&self, family: &str) -> Option<usize> {
        self.lengths.read().unwrap_or_else(PoisonError::into_inner).get(family).copied()
    }

    /// Returns all column families in a folder, with their options. Returns none if the folder has no database.
    pub(crate) fn families(&self, folder: &Path) -> Result<Vec<ColumnFamilyDescriptor>, rocksdb::Error> {
        // RocksDB writes the file `CURRENT` when it creates a database.
        if !folder.join("CURRENT").exists() {
            return Ok(Vec::new());
        }
        let names = rocksdb::DB::list_cf(&Options::default(), folder)?;
        let describe = |name: String| {
            let options = self.options(self.of(&name));
            ColumnFamilyDescriptor::new(name, options)
        };
        Ok(names.into_iter().map(describe).collect())
    }

    /// Returns the options of the column family of a table, which may not exist yet.
    pub(crate) fn options_of(&self, table: &'static Table) -> Options {
        self.options(self.of(table.name()).or_else(|| prefix_len_of(table)))
    }

    fn options(&self, prefix_len: Option<usize>) -> Options {
        let mut blocks = BlockBasedOptions::default();
        blocks.set_block_cache(&self.cache);
        blocks.set_bloom_filter(BITS_PER_KEY, false);
        let mut options = Options::default();
        options.set_block_based_table_factory(&blocks);
        if let Some(len) = prefix_len {
            options.set_prefix_extractor(SliceTransform::create_fixed_prefix(len));
        }
        options
    }
}

/// Returns the length of the prefixes in the filter of a new column family.
fn prefix_len_of(table: &Table) -> Option<usize> {
    table.shape().map(|shape| shape.prefix_len).filter(|len| *len > 0)
}

fn lengths_in(folder: &Path) -> Option<HashMap<String, usize>> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let number = |path: &Path| path.file_name()?.to_str()?.strip_prefix("OPTIONS-")?.parse::<u64>().ok();
    let (_, newest) = files.filter_map(|path| Some((number(&path)?, path))).max()?;
    let (mut family, mut lengths) = (None, HashMap::new());
    for line in fs::read_to_string(newest).ok()?.lines().map(str::trim) {
        if line.starts_with('[') {
            family = line.strip_prefix("[CFOptions \"").and_then(|line| line.strip_suffix("\"]")).map(str::to_owned);
        }
        let length = line.strip_prefix("prefix_extractor=rocksdb.FixedPrefix.").and_then(|len| len.parse().ok());
        if let (Some(family), Some(length)) = (&family, length) {
            lengths.insert(family.clone(), length);
        }
    }
    Some(lengths)
}

/// A database that is open for writing, or only for reading.
pub trait HasFamilies: DBAccess {
    /// Returns the column family with this name.
    fn family(&self, name: &str) -> Option<Arc<BoundColumnFamily<'_>>>;
}

impl HasFamilies for Inner {
    fn family(&self, name: &str) -> Option<Arc<BoundColumnFamily<'_>>> {
        self.cf_handle(name)
    }
}

impl HasFamilies for DBWithThreadMode<MultiThreaded> {
    fn family(&self, name: &str) -> Option<Arc<BoundColumnFamily<'_>>> {
        self.cf_handle(name)
    }
}

/// The column families that a transaction has opened. They are remembered, because RocksDB locks its list of all column
/// families for each search.
pub(crate) struct Families<'d, D = Inner> {
    database: &'d D,
    prefixes: &'d Prefixes,
    opened: RefCell<Vec<(&'static str, Family<'d>)>>,
}

#[derive(Clone)]
pub(crate) struct Family<'d> {
    pub(crate) handle: Arc<BoundColumnFamily<'d>>,
    prefix_len: Option<usize>,
}

impl<'d, D: HasFamilies> Families<'d, D> {
    pub(crate) const fn new(database: &'d D, prefixes: &'d Prefixes) -> Self {
        Self { database, prefixes, opened: RefCell::new(Vec::new()) }
    }

    /// Returns the column family of a table, or `None` if the column family does not exist.
    pub(crate) fn get(&self, table: &'static Table) -> Option<Family<'d>> {
        let name = table.name();
        // If the names have the same address, as is usual, their bytes need not be compared.
        let is_name = |(other, _): &&(&'static str, Family<'d>)| ptr::eq(*other, name) || *other == name;
        if let Some((_, family)) = self.opened.borrow().iter().find(is_name) {
            return Some(family.clone());
        }
        let family = Family { handle: self.database.family(name)?, prefix_len: self.prefixes.of(name) };
        self.opened.borrow_mut().push((name, family.clone()));
        Some(family)
    }
}

impl<'d> Families<'d> {
    /// Returns the column family of a table. Creates the column family if it does not exist.
    pub(crate) fn get_or_create(&self, table: &'static Table) -> Result<Family<'d>, StoreError> {
        if let Some(family) = self.get(table) {
            return Ok(family);
        }
        let prefix_len = prefix_len_of(table);
        let created = self.database.create_cf(table.name(), &self.prefixes.options(prefix_len));
        if let (Ok(()), Some(len)) = (&created, prefix_len) {
            let mut lengths = self.prefixes.lengths.write().unwrap_or_else(PoisonError::into_inner);
            lengths.insert(table.name().to_owned(), len);
        }
        // Another thread of the program may have created the column family in the meantime.
        match (self.get(table), created) {
            (Some(family), _) => Ok(family),
            (None, Err(error)) => Err(error.into()),
            // Never happens: the column family was created, and no other thread knows it.
            (None, Ok(())) => self.get_or_create(table),
        }
    }
}

impl Family<'_> {
    /// Returns the options to read a range: its bounds, and whether to use the Bloom filter for prefixes.
    pub(crate) fn read_options(&self, range: &KeyRange, direction: Direction) -> ReadOptions {
        let mut options = ReadOptions::default();
        if !range.start().is_empty() {
            options.set_iterate_lower_bound(range.start());
        }
        if let Some(end) = range.end() {
            options.set_iterate_upper_bound(end);
        }
        let is_in_prefix = direction == Direction::Forward && self.prefix_len.is_some_and(|len| has_prefix(range, len));
        options.set_total_order_seek(!is_in_prefix);
        options
    }
}

/// Checks whether all keys of a range begin with the same `len` bytes.
fn has_prefix(range: &KeyRange, len: usize) -> bool {
    range.start().get(..len).is_some_and(|prefix| {
        let all = KeyRange::beginning_with(prefix);
        match (range.end(), all.end()) {
            (Some(end), Some(all)) => end <= all,
            (None, Some(_)) => false,
            (_, None) => true,
        }
    })
}
