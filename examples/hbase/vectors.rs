//! Writes a file of test vectors: values, and the bytes with which rowkey encodes them. The Java tests compare these
//! bytes with those of `HBase` and Phoenix.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use rowkey_examples::vectors::{encode, samples};

pub(crate) fn write(file: &Path) -> Result<()> {
    let samples = samples();
    let mut text = "# Keys encoded by rowkey, in the format of src/test/resources/vectors.txt.\n".to_owned();
    for (kind, value) in &samples {
        writeln!(text, "{kind}\t{value}\t{}", encode(kind, value).with_context(|| format!("{kind} {value}"))?)?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    eprintln!("wrote {} keys to {}", samples.len(), file.display());
    Ok(())
}
