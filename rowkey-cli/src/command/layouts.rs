//! Reads layout files: one layout, or the layouts of a key space.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rowkey::Layout;
use rowkey::explain::Explanation;
use rowkey_cli::{FileLayout, explain, explain_any};
use serde::Serialize;

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum LayoutFile {
    One(Box<FileLayout>),
    /// The layouts of a key space. No namespace is a prefix of another namespace.
    Space(Vec<FileLayout>),
}

impl LayoutFile {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read(path).with_context(|| format!("cannot read the layout file {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("{} is not a layout file", path.display()))
    }

    fn parse(text: &[u8]) -> Result<Self> {
        if !text.trim_ascii_start().starts_with(b"[") {
            return Ok(Self::One(serde_json::from_slice(text)?));
        }
        let layouts: Vec<FileLayout> = serde_json::from_slice(text)?;
        ensure!(!layouts.is_empty(), "the list holds no layout");
        for (index, FileLayout(layout)) in layouts.iter().enumerate() {
            for FileLayout(other) in layouts.iter().skip(index + 1) {
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

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Layout> + Clone {
        let layouts = match self {
            Self::One(layout) => std::slice::from_ref(&**layout),
            Self::Space(layouts) => layouts,
        };
        layouts.iter().map(|FileLayout(layout)| layout)
    }

    pub(crate) fn explain(&self, bytes: &[u8]) -> Explanation {
        match self {
            Self::One(layout) => explain(&layout.0, bytes),
            Self::Space(_) => explain_any(self.iter(), bytes),
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
