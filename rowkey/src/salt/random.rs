//! The compile error for calls of `encode_random` and `Shard::random` without the feature `random`. Without the
//! feature, these functions exist only to have the bound `ThisBuild: HasRandomSource`, whose message names the feature.

/// The type in the bound. It represents the features with which rowkey was compiled.
#[derive(Debug)]
pub struct ThisBuild;

/// Without the feature, no type implements this trait. The lifetime makes rustc check the bound where a function is
/// called, and not where the function is defined.
#[diagnostic::on_unimplemented(
    message = "a random number needs the feature `random` of rowkey",
    label = "the feature `random` is not enabled",
    note = "in Cargo.toml write `rowkey = {{ version = \"..\", features = [\"random\"] }}`; or choose the number: `encode_in(bucket)`, `Shard::new(number)`, or `Shard::of(bytes)`, which hashes"
)]
pub trait HasRandomSource<'x> {}
