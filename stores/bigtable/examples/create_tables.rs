//! Creates tables in the emulator of Bigtable, as `cbt createtable` does:
//!
//! ```sh
//! cargo run --example create_tables 127.0.0.1:8086 PROJECT INSTANCE rowkey.layouts users
//! ```

use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::bigtable_table_admin_client::BigtableTableAdminClient;
use googleapis_tonic_google_bigtable_admin_v2::google::bigtable::admin::v2::{ColumnFamily, CreateTableRequest, Table};
use std::env;
use std::error::Error;
use tonic::transport::Endpoint;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(emulator), Some(project), Some(instance)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("write the address of the emulator, the project, the instance and the names of tables".into());
    };
    let mut admin =
        BigtableTableAdminClient::new(Endpoint::from_shared(format!("http://{emulator}"))?.connect().await?);
    for table_id in arguments {
        let table = Table { column_families: [("r".to_owned(), ColumnFamily::default())].into(), ..Table::default() };
        let parent = format!("projects/{project}/instances/{instance}");
        admin
            .create_table(CreateTableRequest { parent, table_id, table: Some(table), ..CreateTableRequest::default() })
            .await?;
    }
    Ok(())
}
