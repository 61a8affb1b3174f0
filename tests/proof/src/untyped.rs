//! The functions of `rowkey-cli` as methods of a layout, so that tests of several layouts are short.

use rowkey::explain::Explanation;
use rowkey::{KeyRange, Layout};
use rowkey_cli::{Condition, LeadingError, Selection};
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

/// Returns the JSON of a field in a layout file, from the name of its format and the field without the format. Returns the
/// field with the mere name, which is not a layout, if the format has no such values.
#[must_use]
pub fn in_format(name: &str, of: &Value) -> Value {
    let encoding = serde_json::from_value(of.clone()).ok().and_then(|of| rowkey_explain::in_format(name, of));
    encoding.map_or_else(|| json!({"kind": "format", "format": name, "of": of}), |encoding| json!(encoding))
}
