//! MongoDB and servers with its protocol: a URI as the client reads it, with the name of the database.

use std::time::Duration;

use anyhow::{Context, Result};
use mongodb::Client;
use mongodb::options::ClientOptions;
use rowkey::store::Table;
use rowkey_async::RowByRow;
use rowkey_mongodb::{MongoDb, StoreError};

use super::{Kind, Remote, message};

/// The client reports after this time that no server answers. The default of the client is 30 seconds.
const TIMEOUT: Duration = Duration::from_secs(5);

pub(in super::super) fn open(uri: &str, tables: &[&'static Table]) -> Result<Remote<RowByRow<MongoDb>>> {
    Remote::open(Kind::Mongodb, tables, async || {
        let client_error = |error| message(StoreError::from(error));
        let mut options = ClientOptions::parse(uri).await.map_err(client_error)?;
        options.server_selection_timeout.get_or_insert(TIMEOUT);
        let client = Client::with_options(options).map_err(client_error)?;
        let database = client.default_database().context("write the database: mongodb://HOST:PORT/DATABASE")?;
        Ok(rowkey_mongodb::open(database))
    })
}
