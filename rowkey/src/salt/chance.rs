//! What `encode_random` and `Shard::random` say where the feature `random` is off: they are then there only to say it.

/// The runtime as it is compiled.
#[derive(Debug)]
pub struct ThisBuild;

/// It has numbers by chance, which no build without the feature has.
#[diagnostic::on_unimplemented(
    message = "a random number needs the feature `random` of rowkey",
    label = "this is not compiled in",
    note = "in Cargo.toml write `rowkey = {{ version = \"..\", features = [\"random\"] }}`; or choose the number: `encode_in(bucket)`, `Shard::new(number)`, or `Shard::of(bytes)`, which hashes"
)]
pub trait HasChance<'x> {}
