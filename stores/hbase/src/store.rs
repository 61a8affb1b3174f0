//! The rows of [`RowByRow`](rowkey_async::RowByRow) as cells of HBase.

use crate::StoreError;
use crate::error::{is_existing_table, is_missing_table};
use crate::form::{Cell, Form, check_name, max_row_len};
use crate::gateway::{Connection, Gateway};
use crate::reader::{Reader, stored_value};
use blocking::unblock;
use futures_util::future::try_join_all;
use hbase_thrift::hbase::{BatchMutation, Mutation, THbaseSyncClient as _};
use rowkey::store::Table;
use rowkey_async::{RangePage, RangeRequest, RowStore, Scanner, StoredValue, wait_time};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A request for several rows asks for the same columns of each. This is the largest number of cells in such a request.
const CELLS: usize = 4096;

/// The milliseconds between a value of a load and those that other programs put at the same time: more than clocks differ.
const BEFORE_OTHERS: u64 = 60_000;

/// HBase as the store of a [`RowByRow`](rowkey_async::RowByRow).
pub struct Hbase {
    client: Arc<Client>,
    are_wide: bool,
}

struct Client {
    gateway: Gateway,
    /// The tables that exist. HBase has no clear error for a write to a table that does not.
    tables: Mutex<HashMap<&'static str, Form>>,
}

impl fmt::Debug for Hbase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hbase").field("are_wide", &self.are_wide).finish_non_exhaustive()
    }
}

/// A reader, whose scanners are closed when it is dropped.
struct OpenReader {
    reader: Reader,
    /// The generation of the gateway that has opened the scanners.
    generation: u64,
    client: Arc<Client>,
}

impl Drop for OpenReader {
    fn drop(&mut self) {
        let (scanners, generation) = (self.reader.scanners().collect::<Vec<_>>(), self.generation);
        if scanners.is_empty() {
            return;
        }
        let client = Arc::clone(&self.client);
        let close = move || {
            for id in scanners {
                // After a restart, the gateway gives the same numbers to other scanners.
                if client.gateway.generation() == generation {
                    // If this fails, the gateway closes the scanner later.
                    let _ = client.gateway.once(|connection| connection.scanner_close(id));
                }
            }
        };
        unblock(close).detach();
    }
}

impl Hbase {
    /// Stores rows in HBase. `gateway` is the host and the port of a Thrift gateway.
    pub fn new(gateway: impl Into<String>) -> Self {
        let gateway = Gateway::new(gateway.into());
        let client = Client { gateway, tables: Mutex::default() };
        Self { client: Arc::new(client), are_wide: false }
    }

    /// Creates a new table with [wide rows](crate#wide-rows) if its key has a field with
    /// [`sort_key`](rowkey::guide::attributes::fields#rowkeysort_key). A table that exists is read and written as it is.
    ///
    /// ```no_run
    /// use rowkey::RowKey;
    /// use rowkey_async::{AsyncDatabase, RowByRow};
    /// use rowkey_hbase::Hbase;
    ///
    /// /// The layout of OpenTSDB without tags: an hour of a metric is a row, and a second in it is a column.
    /// #[derive(Debug, RowKey)]
    /// #[rowkey(value = [u8; 8], format = rowkey::Raw, table = "points")]
    /// struct PointKey {
    ///     #[salt(md5, 1)]
    ///     #[rowkey(codec = rowkey_formats::IntegerBytes<3>)]
    ///     metric: u32,
    ///     hour: u32,
    ///     #[rowkey(sort_key)]
    ///     second: u16,
    /// }
    ///
    /// # async fn example() -> Result<(), rowkey_hbase::Error> {
    /// let database = AsyncDatabase::new(RowByRow::new(Hbase::new("127.0.0.1:9090").with_wide_rows()));
    /// let point = |second, value: f64| (PointKey { metric: 7, hour: 400_000, second }, value.to_be_bytes());
    /// database.load([point(58, 0.5), point(59, 0.25)]).await?; // one change of one row
    ///
    /// let mut points = database.scan(PointKey::prefix().metric(7).hour(400_000).second_in(..60)).rev();
    /// while let Some(point) = points.next().await {
    ///     let (key, value) = point?;
    ///     println!("{key:?} {}", f64::from_be_bytes(value));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_wide_rows(self) -> Self {
        Self { are_wide: true, ..self }
    }

    /// Returns the statement of HBase's shell that creates a table with regions that start at these keys.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    /// use rowkey_hbase::Hbase;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users", salt(md5, buckets = 16))]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// let split_points = UserKey::split_points(4).unwrap();
    /// assert_eq!(
    ///     Hbase::new("127.0.0.1:9090").create_statement(UserKey::TABLE, &split_points),
    ///     r"create 'users', {NAME => 'r', VERSIONS => 1}, SPLITS => ['\x04', '\x08', '\x0C']",
    /// );
    /// ```
    pub fn create_statement<K: AsRef<[u8]>>(&self, table: &Table, split_points: &[K]) -> String {
        let byte = |byte: &u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(*byte).to_string(),
            byte => format!("\\x{byte:02X}"),
        };
        // Between single quotes, the shell leaves `\xNN` to HBase. Between double quotes, bytes above 7F become other bytes.
        let point = |point: &K| format!("'{}'", point.as_ref().iter().map(byte).collect::<String>());
        let points: Vec<_> = split_points.iter().map(point).collect();
        let (name, family) = (table.name(), Form::of_new(table, self.are_wide).family());
        format!("create '{name}', {{NAME => '{family}', VERSIONS => 1}}, SPLITS => [{}]", points.join(", "))
    }

    /// Returns the names of the tables in HBase, in order, including those of other programs.
    ///
    /// # Errors
    /// The gateway does not answer.
    pub async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let names = self.run(|client| client.repeat(Connection::get_table_names)).await?;
        Ok(names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
    }

    /// Runs requests on a thread that may wait.
    async fn run<T: Send + 'static>(
        &self,
        requests: impl FnOnce(&Arc<Client>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let client = Arc::clone(&self.client);
        unblock(move || requests(&client)).await
    }

    async fn write(&self, batches: Batches) -> Result<(), StoreError> {
        let are_wide = self.are_wide;
        let batches = batches.into_iter().map(|((_, timestamp), (table, changes))| {
            self.run(move |client| client.write(table, are_wide, &changes, timestamp))
        });
        try_join_all(batches).await?;
        Ok(())
    }
}

/// A key to put, or to delete.
type Change = (Vec<u8>, Option<Vec<u8>>);

/// The changes of one table with one timestamp.
type Batches = BTreeMap<(&'static str, Option<u64>), (&'static Table, Vec<Change>)>;

fn check_row(table: &'static Table, row: &[u8]) -> Result<(), StoreError> {
    let (length, limit) = (row.len(), max_row_len(table));
    if (1..=limit).contains(&length) {
        Ok(())
    } else {
        Err(StoreError::RowLength { table: table.name(), length, limit })
    }
}

/// Checks the row of a key before it is written. `form` is how the table stores keys.
fn check_key(table: &'static Table, form: Form, key: &[u8]) -> Result<(), StoreError> {
    match form.split(table, key) {
        Some((row, _)) => check_row(table, row),
        // The write says that the table has another sort key.
        None => Ok(()),
    }
}

fn mutation(column: Vec<u8>, value: Option<Vec<u8>>) -> Mutation {
    Mutation { is_delete: Some(value.is_none()), column: Some(column), value, write_to_w_a_l: Some(true) }
}

impl Client {
    /// Sends a request until it succeeds.
    fn repeat<T>(&self, run: impl FnMut(&mut Connection) -> thrift::Result<T>) -> Result<T, StoreError> {
        self.gateway.repeat(run).map_err(|error| self.gateway.error(error))
    }

    /// Sends a request for rows until it succeeds. A table that does not exist has no rows.
    fn read<T: Default>(&self, run: impl FnMut(&mut Connection) -> thrift::Result<T>) -> Result<T, StoreError> {
        match self.gateway.repeat(run) {
            Err(error) if is_missing_table(&error) => Ok(T::default()),
            result => result.map_err(|error| self.gateway.error(error)),
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<&'static str, Form>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how a table stores keys. Returns `None` if it does not exist.
    fn form(&self, table: &'static Table) -> Result<Option<Form>, StoreError> {
        let name = table.name();
        if let Some(form) = self.tables().get(name) {
            return Ok(Some(*form));
        }
        check_name(table)?;
        let families = match self.gateway.repeat(|connection| connection.get_column_descriptors(name.into())) {
            Err(error) if is_missing_table(&error) => return Ok(None),
            families => families.map_err(|error| self.gateway.error(error))?,
        };
        let mut forms = families.keys().filter_map(|family| Form::of_family(family));
        let (Some(form), None) = (forms.next(), forms.next()) else {
            let families = families.keys().map(|family| String::from_utf8_lossy(family).trim_end_matches(':').into());
            return Err(StoreError::Families { table: name, families: families.collect() });
        };
        self.tables().insert(name, form);
        Ok(Some(form))
    }

    /// Returns how a table stores keys. Creates the table with one region, unless it exists.
    fn form_to_write(&self, table: &'static Table, are_wide: bool) -> Result<Form, StoreError> {
        let form = if let Some(form) = self.form(table)? {
            form
        } else {
            let new = Form::of_new(table, are_wide);
            let create =
                |connection: &mut Connection| connection.create_table(table.name().into(), vec![new.descriptor()]);
            match self.gateway.repeat(create) {
                // Another program has created it meanwhile.
                Err(error) if is_existing_table(&error) => {}
                result => result.map_err(|error| self.gateway.error(error))?,
            }
            self.form(table)?.unwrap_or(new)
        };
        match form {
            Form::Wide(stored) if !form.is_of(table) => Err(StoreError::SortKey { table, stored }),
            form => Ok(form),
        }
    }

    fn get(&self, table: &'static Table, keys: &[Vec<u8>]) -> Result<HashMap<Vec<u8>, StoredValue>, StoreError> {
        let mut found = HashMap::new();
        let Some(form) = self.form(table)? else { return Ok(found) };
        let mut cells = BTreeMap::<_, Columns>::new();
        for (row, qualifier) in self.split(table, form, keys.iter().map(|key| &key[..]))?.into_iter().flatten() {
            // HBase has no other rows.
            if check_row(table, row).is_ok() {
                cells.entry(row.to_vec()).or_default().insert(form.column(qualifier));
            }
        }
        for (rows, columns) in requests(cells) {
            let columns: Vec<_> = columns.into_iter().collect();
            let results = self.read(|connection| {
                let (table, columns) = (table.name().into(), columns.clone());
                match &rows[..] {
                    // The request for one row is faster.
                    [row] => connection.get_row_with_columns(table, row.clone(), columns, BTreeMap::new()),
                    rows => connection.get_rows_with_columns(table, rows.to_vec(), columns, BTreeMap::new()),
                }
            })?;
            for result in results {
                let row = result.row.unwrap_or_default();
                let cells = result.columns.unwrap_or_default().into_iter();
                found.extend(cells.filter_map(|(column, cell)| Some((form.key(&row, &column), stored_value(cell)?))));
            }
        }
        Ok(found)
    }

    /// Splits keys into rows and qualifiers: see [`Form::find`].
    fn split<'k>(
        &self,
        table: &'static Table,
        form: Form,
        keys: impl Iterator<Item = &'k [u8]> + Clone,
    ) -> Result<Vec<Option<Cell<'k>>>, StoreError> {
        if form.is_of(table) {
            return Ok(keys.map(|key| form.split(table, key)).collect());
        }
        let cells = |connection: &mut Connection| {
            let mut cells = Vec::<Option<Cell<'k>>>::new();
            for key in keys.clone() {
                let cell = match cells.last() {
                    Some(Some((row, _))) if key.starts_with(row) => key.split_at_checked(row.len()),
                    _ => form.find(connection, table, key)?,
                };
                cells.push(cell);
            }
            Ok(cells)
        };
        self.repeat(cells)
    }

    fn write(
        &self,
        table: &'static Table,
        are_wide: bool,
        changes: &[Change],
        timestamp: Option<u64>,
    ) -> Result<(), StoreError> {
        let has_puts = changes.iter().any(|(_, value)| value.is_some());
        let form = if has_puts { Some(self.form_to_write(table, are_wide)?) } else { self.form(table)? };
        let Some(form) = form else { return Ok(()) };
        let cells = self.split(table, form, changes.iter().map(|(key, _)| &key[..]))?;
        let mut rows = BTreeMap::<_, Vec<_>>::new();
        for (cell, (_, value)) in cells.into_iter().zip(changes) {
            let (row, qualifier) = cell.unwrap_or_default();
            // HBase has no other row. The rows to put are checked before.
            if value.is_some() || check_row(table, row).is_ok() {
                rows.entry(row).or_default().push(mutation(form.column(qualifier), value.clone()));
            }
        }
        let rows: Vec<_> = rows
            .into_iter()
            .map(|(row, mutations)| BatchMutation { row: Some(row.to_vec()), mutations: Some(mutations) })
            .collect();
        let name = || table.name().into();
        if let Some(Ok(timestamp)) = timestamp.map(i64::try_from) {
            self.repeat(|connection| connection.mutate_rows_ts(name(), rows.clone(), timestamp, BTreeMap::new()))
        } else {
            // If this put was sent again, it could replace a later value.
            let put = |connection: &mut Connection| connection.mutate_rows(name(), rows, BTreeMap::new());
            self.gateway.once(put).map_err(|error| self.gateway.error(error))
        }
    }

    fn range(self: &Arc<Self>, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let Some(form) = self.form(request.table)? else {
            return Ok(RangePage { is_end: true, ..RangePage::default() });
        };
        let (limit, generation) = (request.limit.max(1), self.gateway.generation());
        let kept = request.scanner.as_ref().and_then(Scanner::take::<OpenReader>);
        let mut kept = kept.filter(|kept| kept.generation == generation);
        let open = self.read(|connection| {
            if let Some(mut open) = kept.take() {
                match open.reader.read(connection, limit) {
                    // The gateway has closed the scanner, because it was not used for a minute.
                    Err(thrift::Error::User(_)) => {}
                    result => return result.map(|()| Some(open)),
                }
            }
            let reader = Reader::new(connection, request, form)?;
            let mut open = OpenReader { reader, generation, client: Arc::clone(self) };
            open.reader.read(connection, limit)?;
            Ok(Some(open))
        })?;
        let Some(mut open) = open else { return Ok(RangePage { is_end: true, ..RangePage::default() }) };
        let (rows, is_end) = open.reader.page(&request.range, limit);
        if let Some(scanner) = &request.scanner
            && !is_end
        {
            scanner.keep(open);
        }
        Ok(RangePage { rows, is_end })
    }
}

/// The names of columns.
type Columns = BTreeSet<Vec<u8>>;

/// Groups rows and their columns into requests, each with rows and columns.
fn requests(cells: BTreeMap<Vec<u8>, Columns>) -> Vec<(Vec<Vec<u8>>, Columns)> {
    let mut requests = Vec::<(Vec<_>, Columns)>::new();
    for (row, columns) in cells {
        if let Some((rows, all)) = requests.last_mut() {
            let new = columns.difference(all).count();
            if (rows.len() + 1) * (all.len() + new) <= CELLS {
                rows.push(row);
                all.extend(columns);
                continue;
            }
        }
        requests.push((vec![row], columns));
    }
    requests
}

impl RowStore for Hbase {
    type Error = StoreError;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        let mut by_table = BTreeMap::<_, (_, Vec<_>)>::new();
        for (table, key) in keys {
            by_table.entry(table.name()).or_insert((*table, Vec::new())).1.push(key.clone());
        }
        let mut found = self
            .run(move |client| {
                let mut found = HashMap::new();
                for (name, (table, keys)) in by_table {
                    found.insert(name, client.get(table, &keys)?);
                }
                Ok(found)
            })
            .await?;
        let mut value = |table: &Table, key| found.get_mut(table.name())?.remove(key);
        Ok(keys.iter().map(|(table, key)| value(table, key).unwrap_or_default()).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let request = request.clone();
        self.run(move |client| client.range(&request)).await
    }

    async fn check(&self, rows: &[(&'static Table, &[u8], &[u8])]) -> Result<(), StoreError> {
        let mut unknown = Vec::new();
        for (table, key, _) in rows {
            let form = self.client.tables().get(table.name()).copied();
            match form {
                Some(form) => check_key(table, form, key)?,
                None => unknown.push((*table, key.to_vec())),
            }
        }
        if unknown.is_empty() {
            return Ok(());
        }
        let are_wide = self.are_wide;
        self.run(move |client| {
            for (table, key) in unknown {
                let form = client.form(table)?.unwrap_or_else(|| Form::of_new(table, are_wide));
                check_key(table, form, &key)?;
            }
            Ok(())
        })
        .await
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), StoreError> {
        let mut batches = Batches::new();
        for (table, key, value) in rows {
            let (_, changes) = batches.entry((table.name(), timestamp)).or_insert((table, Vec::new()));
            changes.push((key.to_vec(), Some(value.to_vec())));
        }
        self.write(batches).await
    }

    /// HBase has no condition for several rows. So the rows are put with a timestamp of a minute ago, so that a value which another
    /// program has put meanwhile is newer, and stays. Then the rows are read.
    async fn put_new(&self, rows: &[(&'static Table, &[u8], &[u8])]) -> Result<Vec<bool>, StoreError> {
        // Region servers give milliseconds to the values of records.
        let timestamp = (self.now() / 1000).saturating_sub(BEFORE_OTHERS);
        self.put(rows, Some(timestamp)).await?;
        let keys: Vec<_> = rows.iter().map(|(table, key, _)| (*table, key.to_vec())).collect();
        let stored = self.get(&keys).await?;
        Ok(rows.iter().zip(stored).map(|((_, _, value), stored)| stored.bytes.as_deref() == Some(*value)).collect())
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), StoreError> {
        let mut batches = Batches::new();
        for (table, key, timestamp) in rows {
            let (_, changes) = batches.entry((table.name(), Some(*timestamp))).or_insert((table, Vec::new()));
            changes.push((key.to_vec(), None));
        }
        self.write(batches).await
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, StoreError> {
        // To HBase, an empty expected value means that the cell does not exist.
        let (key, expected, value) = (key.to_vec(), expected.unwrap_or_default().to_vec(), value.to_vec());
        let are_wide = self.are_wide;
        self.run(move |client| {
            let form = client.form_to_write(table, are_wide)?;
            let (row, qualifier) = form.split(table, &key).unwrap_or_default();
            let (name, row, column) = (table.name().into(), row.to_vec(), form.column(qualifier));
            let put = mutation(column.clone(), Some(value));
            let put = |connection: &mut Connection| {
                connection.check_and_put(name, row, column, expected, put, BTreeMap::new())
            };
            client.gateway.once(put).map_err(|error| client.gateway.error(error))
        })
        .await
    }

    async fn wait(&self, attempt: u32) {
        unblock(move || std::thread::sleep(wait_time(attempt))).await;
    }
}
