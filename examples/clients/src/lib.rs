//! One range of one key, for clients of stores that need servers: here it is shown how to pass it, and that it compiles.
//!
//! `cargo check --manifest-path examples/clients/Cargo.toml`

pub mod bigtable;
pub mod tikv;

use rowkey::RowKey;

/// A payment, found by customer, newest first; spread by the customer.
#[derive(Debug, Clone, PartialEq, RowKey)]
pub struct PaymentKey {
    #[salt(md5, 2)]
    customer: u64,
    #[descending]
    paid_at: i64, // milliseconds since 1970
    payment: u64,
}
