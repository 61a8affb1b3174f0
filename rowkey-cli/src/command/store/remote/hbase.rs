//! HBase, through its Thrift gateway: `hbase://HOST:PORT`.

use anyhow::{Result, ensure};
use hbase_thrift::hbase::THbaseSyncClient as Client;
use rowkey::store::Table;
use rowkey_async::RowByRow;
use rowkey_hbase::{__Connection, Hbase};

use super::{Kind, Remote, message};

pub(in super::super) fn open(gateway: &str, tables: &[&'static Table]) -> Result<Remote<RowByRow<Hbase>>> {
    let port = gateway.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    ensure!(matches!(port, Some(Ok(_))), "write the host and the port of the gateway, such as hbase://localhost:9090");
    Remote::open(Kind::Hbase, tables, async || {
        // The adapter sends a request that fails again and again.
        let answer = __Connection::open(gateway).and_then(|mut connection| connection.send(Client::get_table_names));
        answer.map_err(message)?;
        Ok(rowkey_hbase::open(gateway))
    })
}
