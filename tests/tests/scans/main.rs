//! Scans across salt buckets.

mod law;
mod layouts;
mod store;
