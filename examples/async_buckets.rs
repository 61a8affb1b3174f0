//! Fetches the buckets of a salted table concurrently, with async tasks, and merges the rows into key order.
//!
//! `cargo run --release --features tokio --example async_buckets`

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use rowkey::{KeyRange, RowKey};

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 16))]
struct EventKey {
    #[descending] // newest first
    at: u64, // milliseconds
    event: u32,
}

type Row = (Vec<u8>, String);

/// Simulates a slow remote table: each request takes 20 ms, even if it returns few rows.
struct Table(BTreeMap<Vec<u8>, String>);

impl Table {
    fn of_events(count: u32) -> Self {
        let events = (0..count).map(|event| EventKey { at: u64::from(event) * 10, event });
        Self(events.map(|key| (key.encode().into(), format!("event {}", key.event))).collect())
    }

    async fn fetch(&self, range: KeyRange, limit: usize) -> anyhow::Result<Vec<Row>> {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Ok(self.0.range(range).take(limit).map(|(key, value)| (key.clone(), value.clone())).collect())
    }
}

/// Returns the newest `count` events, newest first. Fetches `count` rows from each bucket, because one bucket may
/// contain all of these events.
async fn newest(table: Arc<Table>, count: usize) -> anyhow::Result<Vec<(EventKey, String)>> {
    let fetch = |range| {
        let table = Arc::clone(&table);
        tokio::spawn(async move { table.fetch(range, count).await })
    };
    let tasks: Vec<_> = EventKey::prefix().ranges().map(fetch).collect();
    let mut buckets = Vec::with_capacity(tasks.len());
    for (bucket, task) in tasks.into_iter().enumerate() {
        buckets.push(task.await?.with_context(|| format!("bucket {bucket}"))?);
    }
    let rows = rowkey::scan::merge(buckets, EventKey::LAYOUT.fields_offset());
    rows.take(count).map(|(key, value)| Ok((EventKey::decode(&key)?, value))).collect()
}

fn main() -> anyhow::Result<()> {
    let table = Arc::new(Table::of_events(4000));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;

    let started = Instant::now();
    let events = runtime.block_on(newest(table, 5))?;
    println!("the newest {} events from 16 buckets in {} ms:", events.len(), started.elapsed().as_millis());
    for (key, value) in &events {
        println!("{} ms: {value}", key.at);
    }
    assert!(events.iter().map(|(key, _)| key.event).eq((3995..4000).rev()));
    Ok(())
}
