//! The compile error of `encode_random` and `Shard::random` without the feature `random`. The functions then exist only for
//! this error.

/// Represents the build of the library that the program uses.
#[derive(Debug)]
pub struct ThisBuild;

/// A build that has a random source. Without the feature, no type implements this trait.
#[diagnostic::on_unimplemented(
    message = "a random number needs the feature `random` of rowkey",
    label = "the feature `random` is not enabled",
    note = "in Cargo.toml write `rowkey = {{ version = \"..\", features = [\"random\"] }}`; or choose the number: `encode_in(bucket)`, `Shard::new(number)`, or `Shard::of(bytes)`, which hashes"
)]
pub trait HasRandomSource<'x> {}
