//! Opens each store. Everything else in these programs is the same for all of them.

use anyhow::Result;
use clap::{Args, ValueEnum};
use rowkey::store::Table;
use rowkey_async::{AsyncDatabase, AsyncStore, Embedded};
use std::future::Future;

/// The arguments that choose a store.
#[derive(Debug, Args)]
pub struct Store {
    /// The store; all except redb, fjall and LMDB need the feature of their name
    #[arg(long, value_enum, global = true, default_value_t = Engine::Redb)]
    store: Engine,

    /// The path or the address of the store
    #[arg(long, global = true, default_value = "rowkey.redb")]
    at: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Engine {
    Redb,
    Fjall,
    Lmdb,
    #[cfg(feature = "rocksdb")]
    Rocksdb,
    #[cfg(feature = "hbase")]
    Hbase,
    #[cfg(feature = "dynamodb")]
    Dynamodb,
    #[cfg(feature = "bigtable")]
    Bigtable,
    #[cfg(feature = "mongodb")]
    Mongodb,
}

/// A program that runs on every store.
pub trait Program {
    /// The tables of all records. LMDB and Bigtable create tables before the first row is written.
    const TABLES: &'static [&'static Table];

    fn run<S: AsyncStore>(self, database: AsyncDatabase<S>) -> impl Future<Output = Result<()>> + Send;
}

impl Store {
    /// Opens the store, and runs a program on it.
    pub async fn run<P: Program>(&self, program: P) -> Result<()> {
        let at = &self.at;
        match self.store {
            Engine::Redb => program.run(embedded(rowkey_redb::Database::create(at)?)).await,
            Engine::Fjall => program.run(embedded(rowkey_fjall::Database::open(at)?)).await,
            Engine::Lmdb => program.run(embedded(lmdb(at, P::TABLES)?)).await,
            #[cfg(feature = "rocksdb")]
            Engine::Rocksdb => program.run(embedded(rowkey_rocksdb::Database::open(at)?)).await,
            // The first write creates the tables.
            #[cfg(feature = "hbase")]
            Engine::Hbase => program.run(rowkey_hbase::open(at)).await,
            #[cfg(feature = "dynamodb")]
            Engine::Dynamodb => program.run(dynamodb(at).await?).await,
            #[cfg(feature = "bigtable")]
            Engine::Bigtable => program.run(bigtable(at, P::TABLES).await?).await,
            #[cfg(feature = "mongodb")]
            Engine::Mongodb => program.run(mongodb(at).await?).await,
        }
    }
}

/// An embedded store, whose work runs on the thread that asks for it.
fn embedded<D: rowkey::store::Transactions + Send + Sync>(database: D) -> AsyncDatabase<Embedded<D>> {
    AsyncDatabase::new(Embedded::new(database))
}

/// A folder.
fn lmdb(path: &str, tables: &[&'static Table]) -> Result<rowkey_heed::Database<'static>> {
    std::fs::create_dir_all(path)?;
    let mut options = heed::EnvOpenOptions::new().read_txn_without_tls();
    options.max_dbs(64).map_size(1 << 32);
    // SAFETY: no other code of this process opens the folder, and the lock file protects it from other processes.
    let env = unsafe { options.open(path)? };
    // The environment stays open until the program ends.
    Ok(rowkey_heed::Database::new(Box::leak(Box::new(env)), tables)?)
}

/// The URL of a server of DynamoDB's protocol. Creates the table, if it does not exist.
#[cfg(feature = "dynamodb")]
async fn dynamodb(url: &str) -> Result<rowkey_dynamodb::Database> {
    use aws_sdk_dynamodb::config::{Credentials, Region};

    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version_latest()
        .endpoint_url(url)
        .region(Region::new("local"))
        .credentials_provider(Credentials::new("local", "local", None, None, "examples"));
    let client = aws_sdk_dynamodb::Client::from_conf(config.build());
    let tables = client.list_tables().send().await?;
    if !tables.table_names().iter().any(|table| table == "examples") {
        rowkey_dynamodb::create_table(&client, "examples").await?;
    }
    Ok(rowkey_dynamodb::open(client, "examples"))
}

/// The address of Bigtable's emulator. Creates the tables, if they do not exist.
#[cfg(feature = "bigtable")]
async fn bigtable(emulator: &str, tables: &[&'static Table]) -> Result<rowkey_bigtable::Database> {
    use bigtable_rs::bigtable::BigTableConnection;
    use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
    use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::{
        ColumnFamily, CreateTableRequest, Table as NewTable,
    };
    use rowkey::store::LAYOUTS;
    use tonic::Code;
    use tonic::transport::Endpoint;

    let channel = Endpoint::from_shared(format!("http://{emulator}"))?.connect().await?;
    let mut admin = BigtableTableAdminClient::new(channel);
    let with_indexes = tables.iter().flat_map(|table| [&[*table], table.indexes()].concat());
    for table in [&LAYOUTS].into_iter().chain(with_indexes) {
        let families = [("r".to_owned(), ColumnFamily::default())].into();
        let created = admin.create_table(CreateTableRequest {
            parent: "projects/example/instances/examples".into(),
            table_id: table.name().into(),
            table: Some(NewTable { column_families: families, ..NewTable::default() }),
            ..CreateTableRequest::default()
        });
        match created.await {
            Err(status) if status.code() != Code::AlreadyExists => return Err(status.into()),
            _ => {}
        }
    }
    let connection = BigTableConnection::new_with_emulator(emulator, "example", "examples", false, 4, None)?;
    Ok(rowkey_bigtable::open(connection.client()))
}

/// The URL of a server of MongoDB's protocol. The first write creates the collections.
#[cfg(feature = "mongodb")]
async fn mongodb(url: &str) -> Result<rowkey_mongodb::Database> {
    Ok(rowkey_mongodb::open(mongodb::Client::with_uri_str(url).await?.database("examples")))
}
