//! The `HBase` cluster: a running cluster whose addresses the user gives, or a cluster that this program starts and,
//! before it exits, stops.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::client::Gateway;
use crate::control::Control;

#[derive(Debug)]
pub(crate) struct Cluster {
    pub(crate) gateway: Gateway,
    /// `None` if the user gave only the address of a gateway.
    control: Option<Control>,
    /// Declared before `_folder`, because fields are dropped in order: the servers must stop before their files are
    /// deleted.
    _started: Option<Started>,
    _folder: Option<TempDir>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Addresses {
    pub(crate) gateway: String,
    pub(crate) control: Option<String>,
}

impl Cluster {
    /// Uses the running cluster at `addresses`, or starts a cluster if there are no addresses. The started cluster
    /// stores its files in `folder`. Without a `folder`, it stores its files in a temporary folder, which is deleted
    /// when the `Cluster` is dropped.
    pub(crate) fn open(addresses: Option<Addresses>, folder: Option<&Path>) -> Result<Self> {
        if let Some(Addresses { gateway, control }) = addresses {
            return Ok(Self {
                gateway: Gateway::new(gateway),
                control: control.map(Control::new),
                _started: None,
                _folder: None,
            });
        }
        let temporary = if folder.is_none() { Some(TempDir::with_prefix("rowkey-hbase-")?) } else { None };
        let folder = folder.or(temporary.as_ref().map(TempDir::path)).context("there is no folder")?;
        let (started, addresses) = Started::new(folder)?;
        Ok(Self {
            gateway: Gateway::new(addresses.gateway),
            control: addresses.control.map(Control::new),
            _started: Some(started),
            _folder: temporary,
        })
    }

    /// Returns the control port. If the cluster has none, returns an error which says that a gateway cannot do the
    /// `task`, such as "count rows".
    pub(crate) fn control(&self, task: &str) -> Result<&Control> {
        self.control.as_ref().with_context(|| {
            format!(
                "a Thrift gateway alone cannot {task}\n\
                 `examples/hbase/cluster attach QUORUM:PORT FOLDER` opens a gateway and a control port on a running \
                 cluster; pass the addresses of the gateway and of the control port: --cluster GATEWAY,CONTROL"
            )
        })
    }

    pub(crate) fn has_control(&self) -> bool {
        self.control.is_some()
    }
}

/// The process of the launcher, `examples/hbase/cluster start`. `HBase` runs in this process until its standard input
/// is closed.
#[derive(Debug)]
struct Started(Child);

fn launcher() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "hbase", "cluster"].iter().collect()
}

impl Started {
    fn new(folder: &Path) -> Result<(Self, Addresses)> {
        eprintln!("starting HBase: ZooKeeper, a master, three region servers and a Thrift gateway");
        let launcher = launcher();
        let mut child = Command::new(&launcher)
            .arg("start")
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", launcher.display()))?;
        let output = child.stdout.take().context("the launcher has no output")?;
        let started = Self(child);
        let mut output = BufReader::new(output);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let Some(addresses) = ready(&line) else {
            bail!(
                "HBase did not start, see above. HBase needs a JDK of version 17 or later, and Maven, which downloads \
                 HBase; --cluster HOST:PORT uses a running cluster"
            );
        };
        eprintln!("{}", line.trim().replacen("READY", "HBase is up:", 1));
        // Reads and ignores the rest of the output, because a full pipe would block the launcher.
        std::thread::spawn(move || output.read_to_end(&mut Vec::new()));
        Ok((started, addresses))
    }
}

/// Reads `READY thrift=127.0.0.1:37931 control=127.0.0.1:39595 ..`.
fn ready(line: &str) -> Option<Addresses> {
    let words = line.strip_prefix("READY ")?;
    let word = |name: &str| {
        let mut words = words.split_whitespace().filter_map(|word| word.split_once('='));
        words.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    };
    Some(Addresses { gateway: word("thrift")?, control: word("control") })
}

impl Drop for Started {
    fn drop(&mut self) {
        const STOP: Duration = Duration::from_mins(1);
        drop(self.0.stdin.take());
        let began = Instant::now();
        while began.elapsed() < STOP {
            match self.0.try_wait() {
                Ok(None) => sleep(Duration::from_millis(50)),
                _ => return,
            }
        }
        eprintln!("HBase did not stop within {} seconds and is killed", STOP.as_secs());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::{Addresses, ready};

    #[test]
    fn the_addresses_are_read_from_the_ready_line() {
        let line = "READY thrift=127.0.0.1:1 control=127.0.0.1:2 zookeeper=127.0.0.1:3 servers=3\n";
        let addresses = Addresses { gateway: "127.0.0.1:1".into(), control: Some("127.0.0.1:2".into()) };
        assert_eq!(ready(line), Some(addresses));
        assert_eq!(ready("cluster: java is missing\n"), None);
        assert_eq!(ready(""), None);
    }
}
