//! Reads layout files: one layout, or the layouts of a key space.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rowkey::Layout;
use rowkey::explain::Explanation;
use rowkey_cli::{explain, explain_any};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum LayoutFile {
    One(Box<Layout>),
    /// The layouts of a key space. No namespace is a prefix of another namespace.
    Space(Vec<Layout>),
}

impl LayoutFile {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read(path).with_context(|| format!("cannot read the layout file {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("{} is not a layout file", path.display()))
    }

    fn parse(text: &[u8]) -> Result<Self> {
        let text = &*with_facts_of_formats(text)?;
        if !text.trim_ascii_start().starts_with(b"[") {
            return Ok(Self::One(serde_json::from_slice(text)?));
        }
        let layouts: Vec<Layout> = serde_json::from_slice(text)?;
        ensure!(!layouts.is_empty(), "the list holds no layout");
        for (index, layout) in layouts.iter().enumerate() {
            for other in layouts.iter().skip(index + 1) {
                let clash = layout.namespace().starts_with(other.namespace())
                    || other.namespace().starts_with(layout.namespace());
                ensure!(
                    !clash,
                    "the namespaces of {} and {} do not distinguish their keys: one is a prefix of the other",
                    layout.name(),
                    other.name()
                );
            }
        }
        Ok(Self::Space(layouts))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Layout> {
        match self {
            Self::One(layout) => std::slice::from_ref(&**layout).iter(),
            Self::Space(layouts) => layouts.iter(),
        }
    }

    pub(crate) fn explain(&self, bytes: &[u8]) -> Explanation {
        match self {
            Self::One(layout) => explain(layout, bytes),
            Self::Space(layouts) => explain_any(layouts, bytes),
        }
    }

    /// Returns the layout with this name or, without a name, the only layout.
    pub(crate) fn one(&self, name: Option<&str>) -> Result<&Layout> {
        let names = || self.iter().map(Layout::name).collect::<Vec<_>>().join(", ");
        let Some(name) = name else {
            let mut layouts = self.iter();
            return match (layouts.next(), layouts.next()) {
                (Some(layout), None) => Ok(layout),
                _ => bail!("the file holds several layouts: choose one with --key: {}", names()),
            };
        };
        let found = self.iter().find(|layout| layout.name() == name);
        found.ok_or_else(|| anyhow!("there is no layout `{name}` in the file; it holds {}", names()))
    }
}

/// Replaces the names of formats, such as `"format": "FoundationDB"`, with the facts that a layout contains about a format. A
/// file that was written by hand may contain only the name.
fn with_facts_of_formats(text: &[u8]) -> Result<Cow<'_, [u8]>> {
    fn replace_names(value: &mut Value) -> Result<bool> {
        let mut has_changed = false;
        match value {
            Value::Array(items) => {
                for item in items {
                    has_changed |= replace_names(item)?;
                }
            }
            Value::Object(entries) => {
                for entry in entries.values_mut() {
                    has_changed |= replace_names(entry)?;
                }
                if let (Some("format"), Some(Value::String(name)), Some(of)) =
                    (entries.get("kind").and_then(Value::as_str), entries.get("format"), entries.get("of"))
                {
                    let of = serde_json::from_value(of.clone())?;
                    let Some(encoding) = rowkey_explain::in_format(name, of) else {
                        bail!(
                            "`{name}` is not the name of a format that has such values: see the documentation of `rowkey_formats`"
                        );
                    };
                    let format = json!(encoding).get("format").cloned().unwrap_or_default();
                    entries.insert("format".into(), format);
                    has_changed = true;
                }
            }
            _ => {}
        }
        Ok(has_changed)
    }

    // Errors of serde name a line of the text, so the text stays as it is if possible.
    let Ok(mut value) = serde_json::from_slice::<Value>(text) else { return Ok(text.into()) };
    Ok(if replace_names(&mut value)? { serde_json::to_vec(&value)?.into() } else { text.into() })
}
