//! Bigtable: `bigtable://PROJECT/INSTANCE`. The client finds the credentials, or the emulator in `BIGTABLE_EMULATOR_HOST`.

use std::collections::BTreeSet;
use std::env;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use bigtable_rs::bigtable::BigTableConnection;
use rowkey::store::{LAYOUTS, Table};
use rowkey_async::{AsyncStore as _, RowByRow};
use rowkey_bigtable::{Bigtable, StoreError};

use super::{Kind, Remote};

const EMULATOR: &str = "BIGTABLE_EMULATOR_HOST";
const CHANNELS: usize = 4;
const TIMEOUT: Duration = Duration::from_secs(10);

pub(in super::super) fn open(address: &str, tables: &[&'static Table]) -> Result<Remote<RowByRow<Bigtable>>> {
    let parts = address.split_once('/').filter(|(project, instance)| !project.is_empty() && !instance.is_empty());
    let (project, instance) = parts.context("write the project and the instance: bigtable://PROJECT/INSTANCE")?;
    Remote::open(Kind::Bigtable, tables, async || {
        let is_read_only = tables.is_empty();
        let help = match env::var(EMULATOR) {
            Ok(emulator) => format!("start the emulator at {emulator}, or remove the variable {EMULATOR}"),
            Err(_) => "set GOOGLE_APPLICATION_CREDENTIALS, or call `gcloud auth application-default login`".into(),
        };
        let failed = |error: StoreError| anyhow!("{error}\nhelp: {help}");
        let connection = BigTableConnection::new(project, instance, is_read_only, CHANNELS, Some(TIMEOUT)).await;
        let database = rowkey_bigtable::open(connection.map_err(|error| failed(error.into()))?.client());
        let mut missing = BTreeSet::new();
        for table in [&LAYOUTS].into_iter().chain(tables.iter().copied()) {
            match database.store().get(&[(table, b"layouts".to_vec())]).await {
                Err(error) if error.is_not_found() => drop(missing.insert(table.name())),
                Err(error) => return Err(failed(error)),
                Ok(_) => {}
            }
        }
        if tables.is_empty() && !missing.is_empty() {
            bail!("the instance has no table `{}`, so no program with rowkey has written to it", LAYOUTS.name());
        }
        if !missing.is_empty() {
            let create = missing.iter().map(|name| {
                format!("\n    cbt -project {project} -instance {instance} createtable {name} families=r:maxversions=1")
            });
            bail!("tables are missing\nhelp: create them:{}", create.collect::<String>());
        }
        Ok(database)
    })
}
