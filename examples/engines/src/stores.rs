//! Opens each store. Everything else in this program is the same for all of them.

use anyhow::Result;

/// A file.
pub(crate) fn redb(path: &str) -> Result<rowkey_redb::Database> {
    Ok(rowkey_redb::Database::create(path)?)
}

/// A folder.
#[cfg(feature = "rocksdb")]
pub(crate) fn rocksdb(path: &str) -> Result<rowkey_rocksdb::Database> {
    Ok(rowkey_rocksdb::Database::open(path)?)
}

/// The address of a Thrift gateway. The first write creates the tables.
#[cfg(feature = "hbase")]
pub(crate) fn hbase(gateway: &str) -> rowkey_hbase::Database {
    rowkey_hbase::open(gateway)
}

/// The URL of a server of DynamoDB's protocol. Creates the table, if it does not exist.
#[cfg(feature = "dynamodb")]
pub(crate) async fn dynamodb(url: &str) -> Result<rowkey_dynamodb::Database> {
    use aws_sdk_dynamodb::config::{Credentials, Region};

    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version_latest()
        .endpoint_url(url)
        .region(Region::new("local"))
        .credentials_provider(Credentials::new("local", "local", None, None, "flights"));
    let client = aws_sdk_dynamodb::Client::from_conf(config.build());
    let tables = client.list_tables().send().await?;
    if !tables.table_names().iter().any(|table| table == "flights") {
        rowkey_dynamodb::create_table(&client, "flights").await?;
    }
    Ok(rowkey_dynamodb::open(client, "flights"))
}

/// The address of Bigtable's emulator. Creates the tables, if they do not exist.
#[cfg(feature = "bigtable")]
pub(crate) async fn bigtable(emulator: &str) -> Result<rowkey_bigtable::Database> {
    use bigtable_rs::bigtable::BigTableConnection;
    use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
    use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::{
        ColumnFamily, CreateTableRequest, Table,
    };
    use rowkey::record::Record;
    use rowkey::store::LAYOUTS;
    use rowkey_examples::flights::keys::FlightKey;
    use tonic::Code;
    use tonic::transport::Endpoint;

    let channel = Endpoint::from_shared(format!("http://{emulator}"))?.connect().await?;
    let mut admin = BigtableTableAdminClient::new(channel);
    for table in [&LAYOUTS, FlightKey::TABLE].into_iter().chain(FlightKey::TABLE.indexes().iter().copied()) {
        let families = [("r".to_owned(), ColumnFamily::default())].into();
        let created = admin.create_table(CreateTableRequest {
            parent: "projects/example/instances/flights".into(),
            table_id: table.name().into(),
            table: Some(Table { column_families: families, ..Table::default() }),
            ..CreateTableRequest::default()
        });
        match created.await {
            Err(status) if status.code() != Code::AlreadyExists => return Err(status.into()),
            _ => {}
        }
    }
    let connection = BigTableConnection::new_with_emulator(emulator, "example", "flights", false, 4, None)?;
    Ok(rowkey_bigtable::open(connection.client()))
}

/// The URL of a server of MongoDB's protocol. The first write creates the collections.
#[cfg(feature = "mongodb")]
pub(crate) async fn mongodb(url: &str) -> Result<rowkey_mongodb::Database> {
    Ok(rowkey_mongodb::open(mongodb::Client::with_uri_str(url).await?.database("flights")))
}
