//! Types beyond integers and strings keep the laws of keys, each with the values that have broken keys before.

mod decimals;
mod identifiers;
mod laws;
mod layouts;
mod networks;
mod page;
mod periods;
mod strings;
mod times;
