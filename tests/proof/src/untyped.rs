//! The functions of `rowkey-cli` as methods of a layout, so that tests of several layouts are short.

use rowkey::explain::Explanation;
use rowkey::{KeyRange, Layout};
use rowkey_cli::{Condition, FileLayout, LeadingError, Selection};
#[doc(hidden)]
pub use rowkey_explain::list;
use serde_json::{Value, json};

/// Reads keys by their layout alone.
pub trait Untyped {
    /// [`rowkey_cli::explain`].
    fn explain(&self, bytes: &[u8]) -> Explanation;

    /// [`rowkey_cli::ranges`].
    fn ranges(&self, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, LeadingError>;

    /// Checks whether a [`Selection`] contains a key.
    ///
    /// # Errors
    /// A condition cannot be read.
    fn selects(&self, conditions: &[String], bytes: &[u8]) -> Result<bool, LeadingError>;
}

impl Untyped for Layout {
    fn explain(&self, bytes: &[u8]) -> Explanation {
        rowkey_cli::explain(self, bytes)
    }

    fn ranges(&self, leading: &[(&str, &str)]) -> Result<Vec<KeyRange>, LeadingError> {
        rowkey_cli::ranges(self, leading)
    }

    fn selects(&self, conditions: &[String], bytes: &[u8]) -> Result<bool, LeadingError> {
        let conditions: Result<Vec<_>, _> = conditions.iter().map(|condition| Condition::parse(condition)).collect();
        let selection = Selection::new(self, &conditions?)?;
        let is_in_range = selection.ranges().iter().any(|range| range.contains(bytes));
        Ok(is_in_range && selection.matches(&self.explain(bytes)))
    }
}

/// Returns the content of the file of a layout.
#[must_use]
pub fn to_file(layout: &Layout) -> String {
    serde_json::to_string(&FileLayout(layout.clone())).unwrap_or_else(|error| panic!("{error}: {layout}"))
}

/// Reads the content of a layout file.
///
/// # Errors
/// The file is not a layout that a key can have.
pub fn from_file(file: &str) -> Result<Layout, String> {
    serde_json::from_str(file).map(|FileLayout(layout)| layout).map_err(|error| error.to_string())
}

/// Returns the JSON of a field in a layout file, from the name of its format and the field without the format.
#[must_use]
pub fn in_format(name: &str, of: &Value) -> Value {
    json!({"kind": "format", "format": name, "of": of})
}
