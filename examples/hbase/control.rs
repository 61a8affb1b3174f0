//! The control port of the launcher `cluster`: what a Thrift gateway cannot do.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rowkey_examples::hex;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// To split a table or to stop a server takes seconds.
const ANSWER: Duration = Duration::from_mins(2);
const CONNECT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub(crate) struct Control {
    pub(crate) address: String,
}

/// A region, with the requests that `HBase` has counted since it was opened.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Region {
    #[serde(rename = "region")]
    pub(crate) name: String,
    #[serde(deserialize_with = "key")]
    pub(crate) start: Vec<u8>,
    /// Empty where the table ends.
    #[serde(deserialize_with = "key")]
    pub(crate) end: Vec<u8>,
    /// `None` while it moves.
    pub(crate) server: Option<String>,
    #[serde(default)]
    pub(crate) writes: u64,
}

/// The regions of a table.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Regions {
    /// In the order of their keys.
    pub(crate) regions: Vec<Region>,
    /// Those that were split or moved away, with what they had counted: the same region may be there more than once.
    pub(crate) closed: Vec<Region>,
}

/// A region server, with the requests that it took for a table.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Server {
    #[serde(rename = "server")]
    pub(crate) address: String,
    pub(crate) alive: bool,
    pub(crate) regions: u64,
    pub(crate) writes: u64,
}

/// Rows as a scan in Java counts them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Count {
    pub(crate) rows: u64,
    /// Whether each key came after the one before.
    pub(crate) ascending: bool,
}

/// Sizes at which `HBase` writes a region's memory to a file, and cuts the region in two.
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
            bail!("HBase refuses `{}`: {} {}", shortened(request), part("kind"), part("error"));
        }
        serde_json::from_value(answer).with_context(|| format!("the answer to `{}`", shortened(request)))
    }

    fn send(&self, request: &str) -> Result<Value> {
        let address = self.address.to_socket_addrs()?.next().context("the name has no address")?;
        let mut stream = TcpStream::connect_timeout(&address, CONNECT)?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream.write_all(format!("{request}\n").as_bytes())?;
        let mut line = String::new();
        if BufReader::new(stream).read_line(&mut line)? == 0 {
            bail!("it hung up");
        }
        Ok(serde_json::from_str(&line)?)
    }

    /// Creates a table that is cut at some keys.
    pub(crate) fn create(&self, table: &str, splits: &[Vec<u8>], sizes: Option<Sizes>) -> Result<()> {
        let keys: Vec<_> = splits.iter().map(|key| hex::encode(key)).collect();
        let split = if keys.is_empty() { String::new() } else { format!(" split={}", keys.join(",")) };
        let sizes = sizes.map(|Sizes { region, flush }| format!(" region-bytes={region} flush-bytes={flush}"));
        let request = format!("create {table}{split}{}", sizes.unwrap_or_default());
        self.ask::<Value>(&request).map(drop)
    }

    /// Drops a table if it is there.
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

    /// Counts the rows of a table by a scan in Java.
    pub(crate) fn count(&self, table: &str) -> Result<Count> {
        self.ask(&format!("count {table}"))
    }

    /// Cuts the region that holds a key at this key.
    pub(crate) fn split(&self, table: &str, key: &[u8]) -> Result<()> {
        self.ask::<Value>(&format!("split {table} {}", hex::encode(key))).map(drop)
    }

    /// Stops a server; if it shall be killed, as a crash does.
    pub(crate) fn stop_server(&self, server: &str, kill: bool) -> Result<()> {
        let verb = if kill { "kill-server" } else { "stop-server" };
        self.ask::<Value>(&format!("{verb} {server}")).map(drop)
    }

    /// Whether the servers were started by the launcher, which stops no others.
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

    /// Cuts the gateway's clients off, and lets it forget their scanners.
    pub(crate) fn restart_gateway(&self) -> Result<()> {
        self.ask::<Value>("restart-gateway").map(drop)
    }
}

/// A request may hold thousands of split points.
fn shortened(request: &str) -> String {
    const MOST: usize = 60;
    match request.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", request.get(..end).unwrap_or_default()),
        None => request.to_owned(),
    }
}

/// A key as the control port writes it.
fn key<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Vec<u8>, D::Error> {
    hex::decode(&String::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("a key that is no hex"))
}
