//! Types beyond integers and strings satisfy the laws of keys, each with the values that have broken keys before.

mod codecs;
mod decimals;
mod formats;
mod identifiers;
mod laws;
mod layouts;
mod networks;
mod numbers;
mod page;
mod periods;
mod strings;
mod times;
