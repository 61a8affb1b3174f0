//! Programs that run on every store that has an adapter: `src/bin`. Only [`stores`] knows the stores.

pub mod stores;
