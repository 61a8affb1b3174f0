//! Passes the ranges of rowkey to the clients of Bigtable, TiKV and RocksDB. The code is compiled, but not run, because
//! Bigtable and TiKV need servers.
//!
//! `cargo check --manifest-path examples/clients/Cargo.toml`

pub mod bigtable;
#[cfg(feature = "rocksdb")]
pub mod rocksdb;
pub mod tikv;

use rowkey::RowKey;

/// The key of a payment: by customer, newest first. The salt spreads the customers over all servers.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub struct PaymentKey {
    #[salt(md5, 2)]
    customer: u64,
    #[descending]
    paid_at: i64, // milliseconds since 1970
    payment: u64,
}
