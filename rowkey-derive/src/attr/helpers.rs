//! The helper attributes that the derives declare in `lib.rs`, such as `pad`.

use super::table::{Item, ROWKEY, Spec, Spelling, TABLE};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Derive {
    RowKey,
    KeyField,
    KeySpace,
}

/// Words that the derives declare as helper attributes only to say what to write instead. For `#[ascending]`, rustc would
/// otherwise suggest `#[descending]`. Only the most likely words are declared, because rustdoc lists them next to the real
/// attributes.
const DECLARED_MISSPELLINGS: [&str; 2] = [ASCENDING, "desc"];

/// Words that users write for a form of integers, each with the format that stores integers in this form.
const FORMATS: [(&str, &str); 3] =
    [("bytes", "IntegerBytes<3>"), ("little_endian", "LittleEndian<4>"), ("twos_complement", "TwosComplement<8>")];

/// An attribute of `KeyField` that `RowKey` declares, too. For `#[code(1)]` on a field, rustc would otherwise suggest
/// `#[codec(1)]`.
const CODE: &str = "code";

/// The default order, for which there is no attribute.
pub(crate) const ASCENDING: &str = "ascending";

/// Words of `#[rowkey(..)]` that the derives do not declare: attributes of other derives may have these names, and
/// `crate` is a keyword, which cannot be an attribute.
const UNDECLARED: [&str; 10] =
    ["crate", "filter", "from", "from_each", "index_of", "indexes", "stores", "table", "unique", "value"];

/// Returns the helper attributes that a derive declares in `lib.rs`.
///
/// Most words of `#[rowkey(..)]` are declared as well. If a user writes `#[namespace = ".."]`, the derive can then say
/// that `namespace` belongs inside `#[rowkey(..)]`.
pub(crate) fn helpers(derive: Derive) -> Vec<&'static str> {
    let of_derive = |spec: &&Spec| match derive {
        Derive::RowKey => spec.on.iter().any(|item| matches!(item, Item::Key | Item::FieldOfKey)),
        Derive::KeyField => spec.spelling == Spelling::Alone || spec.on.contains(&Item::Member),
        Derive::KeySpace => false,
    };
    let mut names = vec![ROWKEY];
    if derive != Derive::KeySpace {
        names.extend(DECLARED_MISSPELLINGS);
        names.extend(FORMATS.map(|(word, _)| word));
    }
    if derive == Derive::RowKey {
        names.push(CODE);
    }
    names.extend(TABLE.iter().filter(of_derive).map(|spec| spec.word).filter(|word| !UNDECLARED.contains(word)));
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the format that a user means by a word such as `little_endian`.
pub(crate) fn format_of(word: &str) -> Option<&'static str> {
    FORMATS.into_iter().find(|(name, _)| *name == word).map(|(_, format)| format)
}

impl Item {
    pub(crate) fn derive(self) -> Derive {
        match self {
            Self::Key | Self::FieldOfKey => Derive::RowKey,
            Self::FieldType | Self::Member | Self::Variant => Derive::KeyField,
            Self::Space | Self::SpaceVariant => Derive::KeySpace,
        }
    }
}
