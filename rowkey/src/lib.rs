//! rowkey
