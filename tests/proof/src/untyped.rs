//! The functions of `rowkey-cli` as methods of a layout, so that tests of several layouts are short.

use rowkey::explain::Explanation;
use rowkey::{KeyRange, Layout};
use rowkey_cli::LeadingError;

/// Reads keys by their layout alone.
pub trait Untyped {
    /// [`rowkey_cli::explain`].
    fn explain(&self, bytes: &[u8]) -> Explanation;

    /// [`rowkey_cli::ranges`].
    fn ranges(&self, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, LeadingError>;
}

impl Untyped for Layout {
    fn explain(&self, bytes: &[u8]) -> Explanation {
        rowkey_cli::explain(self, bytes)
    }

    fn ranges(&self, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, LeadingError> {
        rowkey_cli::ranges(self, leading)
    }
}
