//! DynamoDB, a table. Region, credentials and profile come from where the AWS tools take them. See [`Address`].

use std::env;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, Region};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{Credentials, ProvideCredentials as _};
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use rowkey::store::Table;
use rowkey_dynamodb::{Database, DynamoDb, StoreError};

use super::{Kind, Remote, message};

const NO_CREDENTIALS: &str = "no credentials for AWS were found\n\
                              help: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// `dynamodb://TABLE`, `dynamodb://REGION/TABLE`, or `dynamodb+http://HOST:PORT/TABLE` for a server with DynamoDB's protocol.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    table: String,
    region: Option<String>,
    endpoint: Option<String>,
}

impl Address {
    fn parse(address: &str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        let (before, table) = match rest.split_once('/') {
            Some((before, table)) => (Some(before.to_owned()), table),
            None => (None, rest),
        };
        if table.is_empty() || table.contains('/') || before.as_ref().is_some_and(String::is_empty) {
            return None;
        }
        let table = table.to_owned();
        match scheme.strip_prefix("dynamodb+") {
            None => Some(Self { table, region: before, endpoint: None }),
            Some(http) => Some(Self { table, region: None, endpoint: Some(format!("{http}://{}", before?)) }),
        }
    }

    async fn client(&self) -> Result<Client> {
        let http =
            aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        let timeouts =
            TimeoutConfig::builder().connect_timeout(CONNECT_TIMEOUT).operation_attempt_timeout(ANSWER_TIMEOUT);
        let mut loader =
            aws_config::defaults(BehaviorVersion::latest()).http_client(http).timeout_config(timeouts.build());
        if let Some(region) = &self.region {
            loader = loader.region(Region::new(region.clone()));
        }
        if let Some(endpoint) = &self.endpoint {
            loader = loader.endpoint_url(endpoint);
            // Most servers of one's own accept any region and credentials.
            if env::var_os("AWS_REGION").is_none() && env::var_os("AWS_PROFILE").is_none() {
                loader = loader.region(Region::new("local"));
            }
            if env::var_os("AWS_ACCESS_KEY_ID").is_none() && env::var_os("AWS_PROFILE").is_none() {
                loader = loader.credentials_provider(Credentials::new("local", "local", None, None, "rowkey"));
            }
        }
        let config = loader.load().await;
        if config.region().is_none() {
            bail!("no region is set\nhelp: write dynamodb://REGION/{}, or set AWS_REGION or AWS_PROFILE", self.table);
        }
        let provider = config.credentials_provider().context(NO_CREDENTIALS)?;
        provider.provide_credentials().await.map_err(|error| anyhow!("{NO_CREDENTIALS}\nthe AWS SDK says: {error}"))?;
        Ok(Client::new(&config))
    }

    /// Opens the table with the keys that it has: binary or text. If `creates` is true, creates the table if it does not exist.
    async fn open(&self, creates: bool) -> Result<Database> {
        let client = self.client().await?;
        let database = rowkey_dynamodb::open(client.clone(), &self.table);
        match database.recorded_layouts().await {
            Err(StoreError::OtherForm { is_text: true, .. }) => Ok(rowkey_dynamodb::open_text(client, &self.table)),
            Err(StoreError::NoTable { .. }) if creates => {
                rowkey_dynamodb::create_table(&client, &self.table).await.map_err(message)?;
                Ok(database)
            }
            Err(StoreError::NoTable { name, region, .. }) => bail!(
                "the region `{}` has no table `{name}`\nhelp: write another name or region: dynamodb://REGION/TABLE",
                region.unwrap_or_default()
            ),
            Err(error) => Err(message(error)),
            Ok(_) => Ok(database),
        }
    }
}

pub(in super::super) fn open(address: &str, tables: &[&'static Table]) -> Result<Remote<DynamoDb>> {
    let address = Address::parse(address).context(
        "write the table: dynamodb://TABLE, dynamodb://REGION/TABLE, or dynamodb+http://HOST:PORT/TABLE for another server",
    )?;
    Remote::open(Kind::Dynamodb, tables, async || address.open(!tables.is_empty()).await)
}
