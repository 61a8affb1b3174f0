//! Golden keys: keys whose bytes are known and never change, with which the model is tested. They are the examples of
//! `rowkey/docs/layout.md`, and keys from guides and from other systems. Each source has its own file.

mod guides;
mod hbase;
mod kiji;
mod page;
mod phoenix;

pub use self::guides::guides;
pub use self::hbase::hbase;
pub use self::kiji::kiji;
pub use self::page::page;
pub use self::phoenix::phoenix;

use crate::hex::unhex;
use crate::model::{Field, Layout, Typed, Value};

/// A key and its bytes.
#[derive(Clone, Debug)]
pub struct Golden {
    /// The purpose or the source of the key. For an example of `layout.md`, the text before `->`, or the line above if
    /// there is no text before `->`.
    pub title: &'static str,
    /// The layout in the model.
    pub layout: Layout,
    /// The values of the fields.
    pub values: Vec<Value>,
    /// The encoded key.
    pub bytes: Vec<u8>,
}

impl Golden {
    fn new(title: &'static str, columns: impl IntoIterator<Item = Column>, bytes: Vec<u8>) -> Golden {
        let (fields, values): (Vec<Field>, Vec<Value>) = columns.into_iter().unzip();
        Golden { title, layout: Layout::new(fields), values, bytes }
    }

    fn with(self, change: impl FnOnce(Layout) -> Layout) -> Golden {
        Golden { layout: change(self.layout), ..self }
    }
}

type Column = (Field, Value);

/// Returns a field without attributes, and its value.
fn plain<T: Typed + Into<Value>>(value: T) -> Column {
    (Field::of::<T>(), value.into())
}

/// Returns a field with attributes, and its value.
fn field<T: Typed + Into<Value>>(value: T, attributes: impl FnOnce(Field) -> Field) -> Column {
    (attributes(Field::of::<T>()), value.into())
}

fn text(title: &'static str, columns: impl IntoIterator<Item = Column>, text: &str) -> Golden {
    Golden::new(title, columns, text.as_bytes().to_vec())
}

fn bytes(title: &'static str, columns: impl IntoIterator<Item = Column>, hex: &str) -> Golden {
    Golden::new(title, columns, unhex(hex))
}

#[cfg(test)]
mod tests {
    use super::{Golden, guides, hbase, kiji, page, phoenix};
    use crate::domain;
    use crate::hex::{hex, unhex};
    use crate::model::{Digest, Field, Layout, decode, encode};
    use crate::values;

    const LAYOUT_MD: &str = include_str!("../../../../rowkey/docs/layout.md");

    /// The model does not have the types of sections 14 to 16, whose examples are tested in `tests/types`. These
    /// headings are the first of these sections and the section after them.
    const OTHER_TYPES: [&str; 2] = ["## 14. ", "## 17. "];
    /// The model does not have decimals either. This section is the last one.
    const DECIMALS: &str = "### 18.7 ";

    /// Returns the title and the bytes of each example in `layout.md`, except for the types that the model does not
    /// have.
    fn examples() -> Vec<(&'static str, Vec<u8>)> {
        let mut line_above = "";
        let mut examples = Vec::new();
        let [first, next] = OTHER_TYPES;
        let before_other_types = LAYOUT_MD.lines().take_while(|line| !line.starts_with(first));
        let after_other_types = LAYOUT_MD.lines().skip_while(|line| !line.starts_with(next));
        for line in before_other_types.chain(after_other_types.take_while(|line| !line.starts_with(DECIMALS))) {
            if let Some((left, right)) = line.split_once("-> ") {
                let title = if left.trim().is_empty() { line_above } else { left.trim() };
                let (digits, text) = right.split_once('(').unwrap_or((right, ""));
                let bytes = unhex(digits);
                if let Some(text) = text.strip_suffix("\")") {
                    assert_eq!(format!("\"{}", str::from_utf8(&bytes).unwrap()), text, "{line}");
                }
                examples.push((title, bytes));
            }
            line_above = line.trim();
        }
        examples
    }

    #[track_caller]
    fn check(golden: &Golden) {
        let Golden { title, layout, values, bytes } = golden;
        let encoded = encode(layout, values).unwrap_or_else(|rejection| panic!("{title}: {rejection:?}"));
        assert_eq!(hex(&encoded), hex(bytes), "{title}");
        if layout.fields.iter().all(|field| field.hash.is_none()) {
            assert_eq!(decode(layout, bytes).as_ref(), Ok(values), "{title}");
        }
    }

    #[test]
    fn the_model_encodes_every_golden_key() {
        for (keys, count) in [(page(), 222), (guides(), 29), (hbase(), 10), (kiji(), 2), (phoenix(), 8)] {
            keys.iter().for_each(check);
            // Without this check, a function that lost its keys would pass.
            assert_eq!(keys.len(), count, "{}", keys[0].title);
        }
    }

    /// `layout.md`, section 4, states this for every `t`, with Java's wrapping arithmetic.
    #[test]
    fn descending_i64_is_long_max_value_minus_t() {
        let layout = Layout::new([Field::of::<i64>().descending()]);
        for t in domain::integers::<i64>().into_iter().chain([1_364_248_490_000]) {
            let java = i64::MAX.wrapping_sub(t).to_be_bytes().to_vec();
            assert_eq!(encode(&layout, &values![t]), Ok(java), "{t}");
        }
    }

    /// Checks that `page()` has exactly the examples of `layout.md`, and that the digests there are correct.
    #[test]
    fn the_page_shows_the_golden_keys() {
        let (digests, keys): (Vec<_>, Vec<_>) = examples().into_iter().partition(|(title, _)| digest(title).is_some());
        let golden: Vec<_> = page().into_iter().map(|golden| (golden.title, golden.bytes)).collect();
        for (shown, tested) in keys.iter().zip(&golden) {
            assert_eq!(shown, tested);
        }
        assert_eq!(keys.len(), golden.len());
        assert_eq!(digests.len(), Digest::ALL.len());
        for (title, bytes) in digests {
            assert_eq!(hex(&digest(title).unwrap().of(b"user000001")), hex(&bytes), "{title}");
        }
    }

    fn digest(name: &str) -> Option<Digest> {
        Digest::ALL.into_iter().find(|digest| format!("{digest:?}").to_lowercase() == name)
    }
}
