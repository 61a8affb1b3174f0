//! A client of the control port that `examples/hbase/cluster` opens. The control port does what a Thrift gateway cannot
//! do, such as splitting a region or stopping a server.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rowkey_examples::hex;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Long enough for the slowest requests: splitting a region or stopping a server takes seconds.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(2);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub(crate) struct Control {
    pub(crate) address: String,
}

/// A region, with the requests that `HBase` counted since the region was opened.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Region {
    #[serde(rename = "region")]
    pub(crate) name: String,
    #[serde(deserialize_with = "key")]
    pub(crate) start: Vec<u8>,
    /// Empty at the end of the table.
    #[serde(deserialize_with = "key")]
    pub(crate) end: Vec<u8>,
    /// `None` while the region moves.
    pub(crate) server: Option<String>,
    #[serde(default)]
    pub(crate) writes: u64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Regions {
    /// In key order.
    pub(crate) regions: Vec<Region>,
    /// Regions that were split or moved, with their counts. A region may be listed more than once.
    pub(crate) closed: Vec<Region>,
}

/// A region server, with its counts for a table.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Server {
    #[serde(rename = "server")]
    pub(crate) address: String,
    pub(crate) alive: bool,
    pub(crate) regions: u64,
    pub(crate) writes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Count {
    pub(crate) rows: u64,
    /// True if all keys were in order.
    pub(crate) ascending: bool,
}

/// The sizes in bytes at which `HBase` splits a region, and writes the rows in memory to a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) region: u64,
    pub(crate) flush: u64,
}

impl Control {
    pub(crate) fn new(address: String) -> Self {
        Self { address }
    }

    fn ask<T: DeserializeOwned>(&self, request: &str) -> Result<T> {
        let answer =
            self.send(request).with_context(|| format!("the control port {} does not answer", self.address))?;
        if answer.get("ok") != Some(&Value::Bool(true)) {
            let part = |name| answer.get(name).and_then(Value::as_str).unwrap_or_default();
            bail!("HBase rejects `{}`: {} {}", shortened(request), part("kind"), part("error"));
        }
        serde_json::from_value(answer).with_context(|| format!("the answer to `{}`", shortened(request)))
    }

    fn send(&self, request: &str) -> Result<Value> {
        let address = self.address.to_socket_addrs()?.next().context("the name has no address")?;
        let mut stream = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)?;
        stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
        stream.write_all(format!("{request}\n").as_bytes())?;
        let mut line = String::new();
        if BufReader::new(stream).read_line(&mut line)? == 0 {
            bail!("the connection was closed");
        }
        Ok(serde_json::from_str(&line)?)
    }

    pub(crate) fn create(&self, table: &str, splits: &[Vec<u8>], sizes: Option<Sizes>) -> Result<()> {
        let keys: Vec<_> = splits.iter().map(|key| hex::encode(key)).collect();
        let split = if keys.is_empty() { String::new() } else { format!(" split={}", keys.join(",")) };
        let sizes = sizes.map(|Sizes { region, flush }| format!(" region-bytes={region} flush-bytes={flush}"));
        let request = format!("create {table}{split}{}", sizes.unwrap_or_default());
        self.ask::<Value>(&request).map(drop)
    }

    pub(crate) fn drop_table(&self, table: &str) -> Result<()> {
        self.ask::<Value>(&format!("drop {table}")).map(drop)
    }

    pub(crate) fn regions(&self, table: &str) -> Result<Regions> {
        self.ask(&format!("regions {table}"))
    }

    pub(crate) fn servers(&self, table: &str) -> Result<Vec<Server>> {
        #[derive(Deserialize)]
        struct Answer {
            servers: Vec<Server>,
        }
        Ok(self.ask::<Answer>(&format!("servers {table}"))?.servers)
    }

    pub(crate) fn count(&self, table: &str) -> Result<Count> {
        self.ask(&format!("count {table}"))
    }

    /// Splits the region that contains `key`. The upper half starts at `key`.
    pub(crate) fn split(&self, table: &str, key: &[u8]) -> Result<()> {
        self.ask::<Value>(&format!("split {table} {}", hex::encode(key))).map(drop)
    }

    /// Stops a server. If `kill` is true, the server stops as in a crash, without handing over its regions.
    pub(crate) fn stop_server(&self, server: &str, kill: bool) -> Result<()> {
        let verb = if kill { "kill-server" } else { "stop-server" };
        self.ask::<Value>(&format!("{verb} {server}")).map(drop)
    }

    /// Checks whether `examples/hbase/cluster` started the servers. It cannot stop other servers.
    pub(crate) fn may_stop_servers(&self) -> Result<bool> {
        #[derive(Deserialize)]
        struct Answer {
            owned: bool,
        }
        Ok(self.ask::<Answer>("info")?.owned)
    }

    pub(crate) fn start_server(&self) -> Result<String> {
        #[derive(Deserialize)]
        struct Answer {
            server: String,
        }
        Ok(self.ask::<Answer>("start-server")?.server)
    }

    /// Restarts the gateway, which disconnects its clients and forgets their scanners.
    pub(crate) fn restart_gateway(&self) -> Result<()> {
        self.ask::<Value>("restart-gateway").map(drop)
    }
}

/// Shortens a request for an error message, because a request may contain thousands of split points.
fn shortened(request: &str) -> String {
    const MOST: usize = 60;
    match request.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", request.get(..end).unwrap_or_default()),
        None => request.to_owned(),
    }
}

fn key<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Vec<u8>, D::Error> {
    hex::decode(&String::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("a key that is not hex"))
}
