//! rowkey-derive
