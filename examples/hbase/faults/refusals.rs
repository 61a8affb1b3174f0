//! Shows the errors of operations that cannot succeed. The client reports these errors at once, with advice.

use std::io::Write;
use std::net::TcpListener;

use anyhow::{Result, ensure};
use rowkey::RowKey;

use super::work::NumberKey;
use crate::client::{Error, Gateway, MAX_KEY_LEN, Patience, Rows};
use crate::cluster::Cluster;
use crate::control::Control;

/// The length of a long key that `HBase` accepts. `HBase` looks up a region by the table's name, the key and a number, and all
/// three together must not be longer than [`MAX_KEY_LEN`].
const LONG: usize = MAX_KEY_LEN - 100;

const TABLE: &str = "rowkey_refusals";

pub(super) fn show(cluster: &Cluster, control: &Control, out: &mut impl Write) -> Result<()> {
    writeln!(out, "Operations that cannot succeed:")?;
    let mut say = |error: &Error| writeln!(out, "  {}", error.to_string().replace('\n', "\n    "));

    // Nothing listens on this port: the listener is dropped at the end of the statement.
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let error = Gateway::new(address.to_string()).connect().err();
    ensure!(matches!(error, Some(Error::NoGateway { .. })), "no gateway at {address}: {error:?}");
    error.iter().try_for_each(&mut say)?;

    let mut client = cluster.gateway.connect()?;
    let row = |length: usize| vec![(vec![b'k'; length], b"value".to_vec())];
    control.drop_table(TABLE)?;
    let put = client.put(TABLE, &row(1)).err();
    let get = client.get(TABLE, &[b"k".to_vec()]).err();
    let scan = Rows::new(&cluster.gateway, TABLE, &NumberKey::all(), 1)?.next().and_then(Result::err);
    for error in [&put, &get, &scan] {
        ensure!(matches!(error, Some(Error::NoTable { .. })), "no table: {error:?}");
    }
    put.iter().try_for_each(&mut say)?;

    control.create(TABLE, &[], None)?;
    client.put(TABLE, &row(LONG))?;
    for length in [0, MAX_KEY_LEN + 1] {
        let error = client.put(TABLE, &row(length)).err();
        ensure!(matches!(error, Some(Error::KeyLength { .. })), "a key of {length} bytes: {error:?}");
        error.iter().try_for_each(&mut say)?;
    }
    let longest = Rows::new(&cluster.gateway, TABLE, &NumberKey::all(), 1)?.next().transpose()?;
    ensure!(longest.is_some_and(|(key, _)| key.len() == LONG), "a long key cannot be scanned");

    // A client gives up after its last attempt. This client has a single attempt, to save time.
    let impatient = Patience { attempts: 1, ..Patience::default() };
    let mut impatient_client =
        Gateway { patience: impatient, ..Gateway::new(cluster.gateway.address.clone()) }.connect()?;
    control.restart_gateway()?;
    let error = impatient_client.put(TABLE, &row(1)).err();
    ensure!(matches!(error, Some(Error::GaveUp { attempts: 1, .. })), "the gateway disconnected no client: {error:?}");
    error.iter().try_for_each(&mut say)?;

    // `client` has more attempts, so it connects again.
    ensure!(client.tables()?.iter().any(|name| name == TABLE), "the table is not listed");
    control.drop_table(TABLE)
}
