//! Macros for adapters: the methods of each `Database`, and the conversions of each `StoreError`.

/// Declares the methods `write`, `try_write` and `run_steps` of the `Database` of an adapter, which implements `Transactions`.
///
/// The arguments are the name of the adapter's crate, the type of its write transactions, its error type, and a sentence
/// which says that the store runs one transaction at a time. An adapter can add a sentence about an error after which the
/// rows are written.
#[doc(hidden)]
#[macro_export]
macro_rules! __rowkey_write_methods {
    ($adapter:literal, $store:ident, $error:ty, $one_at_a_time:literal $(, $failed_sync:literal)?) => {
        /// Runs a closure in a write transaction, which is committed if the closure returns `Ok`. After an error or a panic
        /// of the closure, nothing is written.
        ///
        #[doc = concat!(" ", $one_at_a_time, " So a call of `write` within the closure of another `write` waits forever.")]
        ///
        /// To abort the transaction, return an error. [`try_write`](Self::try_write) takes a closure that returns an error
        /// of your own.
        ///
        /// A scan reads from the transaction, so it cannot leave the closure. Collect its rows there:
        /// `database.write(|rows| rows.scan(query).collect::<Result<Vec<_>, _>>())`.
        ///
        /// # Errors
        #[doc = concat!(" The error of the closure, or an error of the commit. In both cases, nothing is written." $(, " ", $failed_sync)?)]
        ///
        /// The error is `RowsError::Poisoned` if an operation failed after it had written a part of its changes, and the
        /// closure ignored the failure and returned `Ok`. A commit would store only that part. An operation that fails
        /// before it writes anything does not prevent the commit: for example, a `put` that returns `RowsError::Taken`
        /// because of a unique index.
        pub fn write<T>(
            &self,
            write: impl FnOnce(&mut $crate::store::Rows<$store<'_>>) -> ::core::result::Result<T, $error>,
        ) -> ::core::result::Result<T, $error> {
            $crate::store::Transactions::try_write(self, write)
        }

        /// Runs a closure in a write transaction, as [`write`](Self::write) does. The error of the closure can be your own
        /// type if it implements `From<Error>`, as `Box<dyn std::error::Error>` does.
        ///
        /// If the closure contains `?`, rustc may not be able to infer the error type. Then name the type in the last line
        /// of the closure: `Ok::<_, MyError>(())`.
        ///
        /// # Errors
        /// The same as [`write`](Self::write).
        pub fn try_write<T, E: ::core::convert::From<$error>>(
            &self,
            write: impl FnOnce(&mut $crate::store::Rows<$store<'_>>) -> ::core::result::Result<T, E>,
        ) -> ::core::result::Result<T, E> {
            $crate::store::Transactions::try_write(self, write)
        }

        /// Runs a long job, for example the rebuild of an index, in steps. Each step has its own write transaction, which
        /// also stores the cursor at which the next step continues. Returns the counts of the whole job: for example,
        /// `missing` is the sum of the `missing` of all steps.
        ///
        /// `job` is the name of the job. `step` calls `rebuild`, `migrate` or `drop_index` with the cursor that it
        /// receives. If the program stops, the next call with the same name continues after the last step that was
        /// committed: see `Rows::run_step`.
        ///
        /// # Errors
        /// The error of the step that failed. Only the steps before it are committed.
        ///
        /// ```no_run
        /// # use rowkey::RowKey;
        /// # #[derive(RowKey)]
        /// # #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
        /// # struct UserKey {
        /// #     user: u32,
        /// # }
        /// # #[derive(RowKey)]
        /// # #[rowkey(index_of = UserKey)]
        /// # struct UserByName {
        /// #     #[rowkey(from = value)]
        /// #     name: String,
        /// #     user: u32,
        /// # }
        #[doc = concat!(" # fn rebuild(database: &", $adapter, "::Database) -> Result<(), ", $adapter, "::Error> {")]
        /// let built = database.run_steps("users by name", |rows, cursor| rows.rebuild::<UserByName>(cursor, 10_000))?;
        /// println!("{} entries were missing", built.missing);
        /// # Ok(())
        /// # }
        /// ```
        pub fn run_steps<P: $crate::store::Step>(
            &self,
            job: &str,
            mut step: impl FnMut(&mut $crate::store::Rows<$store<'_>>, Option<&str>) -> ::core::result::Result<P, $error>,
        ) -> ::core::result::Result<P, $error> {
            $crate::store::run_steps(|| self.write(|rows| rows.run_step(job, &mut step)))
        }
    };
}

/// Declares the methods `load`, `try_load`, `rebuild` and `try_rebuild` of the `Database` of an adapter. The `Database` must
/// have these methods: `load_with` calls a closure in a transaction whose `Write::load` is the store's fastest way to write
/// sorted rows of some tables, and commits the transaction. `temporary_file` creates a file without a name.
///
/// The arguments are the name of the adapter's crate, the type of its write transactions, its error type, and a sentence about
/// a program that ends during a load.
#[doc(hidden)]
#[macro_export]
macro_rules! __rowkey_load_methods {
    ($adapter:literal, $store:ident, $error:ty, $killed:literal) => {
        /// Stores many new records and their entries at once. Returns the number of records.
        ///
        /// The rows of all tables are sorted first, and then stored in the way that is fastest for the store. The load keeps up
        /// to `memory` bytes of rows in memory while it sorts, and the rest in a temporary file beside the store. No
        /// transaction is open while `records` is read.
        ///
        #[doc = concat!(" ", $killed)]
        ///
        /// If the table has no records, its indexes are built after the load, even if an index is new in this version of the
        /// program. Otherwise, an index that is not [built](rowkey::store::RowsError::NotBuilt) remains so.
        ///
        /// # Errors
        /// `RowsError::Exists` if a record exists already, and `RowsError::Taken` if a stored record has the same entry in a
        /// unique index. `RowsError::Repeated` if two of the new records have the same key or the same entry. Also fails if a
        /// key or a value cannot be encoded, or if the store could not write. In all cases, no record is stored.
        ///
        /// ```
        /// # use rowkey::RowKey;
        /// # #[derive(RowKey)]
        /// # #[rowkey(value = String, format = rowkey::Raw)]
        /// # struct UserKey {
        /// #     user: u32,
        /// # }
        #[doc = concat!(" # fn import(database: &", $adapter, "::Database, names: Vec<String>) -> Result<(), ", $adapter, "::Error> {")]
        /// let users = (0..).map(|user| UserKey { user }).zip(names);
        /// let loaded = database.load(256 << 20, users)?;
        /// println!("{loaded} users");
        /// # Ok(())
        /// # }
        /// ```
        pub fn load<K: $crate::record::Record>(
            &self,
            memory: usize,
            records: impl ::core::iter::IntoIterator<Item = (K, K::Value)>,
        ) -> ::core::result::Result<u64, $error> {
            self.try_load(memory, records.into_iter().map(::core::result::Result::Ok), |_| ::core::result::Result::Ok(()))
        }

        /// Stores new records, as [`load`](Self::load) does, from an iterator that can fail: for example, because it cannot read a
        /// file. The records can also come from this database, to copy them to another key type.
        ///
        /// `watch` receives the progress for every 1,024 records that are read, and then for every 1,024 rows that are written.
        /// To stop the load, for example after Ctrl-C, `watch` returns an error. The last step, the commit, cannot be stopped.
        ///
        /// # Errors
        /// The first error of the iterator or of `watch`, or an error of [`load`](Self::load). In all cases, no record is stored.
        ///
        /// ```
        /// use std::sync::atomic::{AtomicBool, Ordering};
        ///
        /// # use rowkey::RowKey;
        /// # #[derive(RowKey)]
        /// # #[rowkey(value = String, format = rowkey::Raw)]
        /// # struct UserKey {
        /// #     user: u32,
        /// # }
        /// /// A handler of Ctrl-C sets this flag.
        /// static STOPPED: AtomicBool = AtomicBool::new(false);
        ///
        #[doc = concat!(" # fn import(database: &", $adapter, "::Database, lines: Vec<std::io::Result<String>>) -> Result<(), Box<dyn std::error::Error>> {")]
        /// let users = (0..).zip(lines).map(|(user, line)| Ok((UserKey { user }, line?)));
        /// let loaded = database.try_load::<_, Box<dyn std::error::Error>>(256 << 20, users, |progress| {
        ///     if STOPPED.load(Ordering::Relaxed) {
        ///         return Err("stopped".into());
        ///     }
        ///     eprint!("\r{} of {} rows", progress.written, progress.sorted);
        ///     Ok(())
        /// })?;
        /// # Ok(())
        /// # }
        /// ```
        pub fn try_load<K: $crate::record::Record, E: ::core::convert::From<$error>>(
            &self,
            memory: usize,
            records: impl ::core::iter::IntoIterator<Item = ::core::result::Result<(K, K::Value), E>>,
            mut watch: impl FnMut($crate::store::BulkProgress) -> ::core::result::Result<(), E>,
        ) -> ::core::result::Result<u64, E> {
            let mut new = $crate::store::NewRecords::new(memory, || self.temporary_file());
            for record in records {
                new.progress().map_or(::core::result::Result::Ok(()), &mut watch)?;
                let (key, value) = record?;
                new.add(&key, &value).map_err(|error: $error| error)?;
            }
            let sorted = new.sort().map_err(|error: $error| error)?;
            // In a transaction before that of the load, because some stores write the rows of a load before the other changes
            // of its transaction.
            if self.read()?.lacks_only_indexes::<K>()? {
                self.write(|rows| rows.prepare_load::<K>())?;
            }
            self.load_with(&[K::TABLE], |rows| rows.load(sorted, watch))
        }

        /// Rebuilds an index, or all indexes of records, at once: writes missing entries, corrects wrong entries and deletes
        /// stale entries. `X` is an index, or the key of the records. The entries are sorted and stored as
        /// [`load`](Self::load) stores them, with up to `memory` bytes in memory.
        ///
        /// No other write can run at the same time. If writes must not wait, rebuild the index in steps: see
        /// [`run_steps`](Self::run_steps).
        ///
        /// # Errors
        /// `RowsError::Taken` if an index is unique and two records have the same entry. Also fails if a record cannot be read,
        /// or if the store could not write. In all cases, the entries stay as they were.
        ///
        /// ```no_run
        /// # use rowkey::RowKey;
        /// # #[derive(RowKey)]
        /// # #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
        /// # struct UserKey {
        /// #     user: u32,
        /// # }
        /// # #[derive(RowKey)]
        /// # #[rowkey(index_of = UserKey)]
        /// # struct UserByName {
        /// #     #[rowkey(from = value)]
        /// #     name: String,
        /// #     user: u32,
        /// # }
        #[doc = concat!(" # fn rebuild(database: &", $adapter, "::Database) -> Result<(), ", $adapter, "::Error> {")]
        /// let built = database.rebuild::<UserByName>(256 << 20)?;
        /// println!("{} entries were missing", built.missing);
        /// # Ok(())
        /// # }
        /// ```
        pub fn rebuild<X: $crate::store::Checkable>(
            &self,
            memory: usize,
        ) -> ::core::result::Result<$crate::store::Progress, $error> {
            self.try_rebuild::<X, _>(memory, |_| ::core::result::Result::Ok(()))
        }

        /// Rebuilds an index, or all indexes of records, at once, as [`rebuild`](Self::rebuild) does. `watch` receives the
        /// progress for every 1,024 rows that are read, and then for every 1,024 entries that are compared. To stop the rebuild,
        /// `watch` returns an error, as that of [`try_load`](Self::try_load).
        ///
        /// # Errors
        /// The first error of `watch`, or an error of [`rebuild`](Self::rebuild). In both cases, the entries stay as they were.
        pub fn try_rebuild<X: $crate::store::Checkable, E: ::core::convert::From<$error>>(
            &self,
            memory: usize,
            watch: impl FnMut($crate::store::BulkProgress) -> ::core::result::Result<(), E>,
        ) -> ::core::result::Result<$crate::store::Progress, E> {
            self.load_with(&[<X::Record as $crate::record::Record>::TABLE], |rows| {
                rows.rebuild_at_once::<X, E>(memory, || self.temporary_file(), watch)
            })
        }

        /// For the command `rowkey`: calls a closure that writes sorted rows of these tables with `Write::load`, each table at
        /// once. If the program ends meanwhile, some of these rows may be stored without the other changes of the transaction.
        #[doc(hidden)]
        pub fn __rowkey_load_with<T, E: ::core::convert::From<$error>>(
            &self,
            tables: &[&'static $crate::store::Table],
            load: impl FnOnce(&mut $crate::store::Rows<$store<'_>>) -> ::core::result::Result<T, E>,
        ) -> ::core::result::Result<T, E> {
            self.load_with(tables, load)
        }
    };
}

/// Implements `Debug` for the `StoreError` of an adapter, and its conversion to `RowsError`. If the `StoreError` has a variant
/// `KeyLength`, pass this name: the macro then also implements the conversion from `KeyLength`.
#[doc(hidden)]
#[macro_export]
macro_rules! __rowkey_store_error {
    ($error:ident $(, $key_length:ident)?) => {
        /// Prints the same message as `Display`, because a `main` that returns an error prints the error with `Debug`.
        impl ::core::fmt::Debug for $error {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }

        /// Lets `?` convert an error of the store in the closure of `Database::write`.
        impl ::core::convert::From<$error> for $crate::store::RowsError<$error> {
            fn from(error: $error) -> Self {
                Self::Store(error)
            }
        }

        $(
            impl ::core::convert::From<$crate::store::$key_length> for $error {
                fn from(error: $crate::store::$key_length) -> Self {
                    Self::$key_length(error)
                }
            }
        )?
    };
}
