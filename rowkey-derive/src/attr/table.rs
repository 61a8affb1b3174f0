//! The one table of attributes: the parser, suggestions for misspelled words, messages and the registered helper
//! attributes all read it.

use crate::context::listed;
use std::fmt;

/// An attribute such as `#[pad(6)]`, or a word of `#[rowkey(..)]` such as `namespace`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    Pad,
    Descending,
    Reverse,
    Format,
    Salt,
    Hash,
    Code,
    Codec,
    Method,
    Delimiter,
    Terminator,
    Namespace,
    KeySalt,
    MaxLen,
    Fingerprint,
    Prefix,
    Crate,
}

/// An item that attributes are written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// The struct that derives `RowKey`.
    Key,
    /// A field of that struct.
    KeyField,
    /// The type that derives `KeyField`.
    FieldType,
    /// A field of that type.
    Member,
    /// A variant of that type.
    Variant,
    /// The enum that derives `KeySpace`.
    Space,
    /// A variant of that enum, or the key in it.
    SpaceVariant,
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) name: Name,
    /// The text as it is written.
    pub(crate) word: &'static str,
    pub(crate) spelling: Spelling,
    /// The form of the attribute's arguments.
    pub(crate) form: Form,
    /// The items that it may be written on. A message about a wrong item names the first of these.
    pub(crate) on: &'static [Item],
    /// Completes "`word` takes ..".
    pub(crate) takes: &'static str,
    /// The effect of the attribute, in one line. The page on attributes says the same.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test compares it with the page"))]
    pub(crate) about: &'static str,
    /// Arguments that can be pasted, with the word in front.
    pub(crate) example: &'static str,
    /// Other words that people write for it.
    pub(crate) aliases: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// `#[pad(6)]`
    Alone,
    /// `#[rowkey(namespace = "orders/")]`
    InRowkey,
}

/// The form of the arguments of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `descending`
    Flag,
    /// `pad(6)`
    InParentheses,
    /// `namespace = "orders/"`
    Assigned,
}

use Item::{FieldType, Key, KeyField, Member, Space, Variant};
use Spelling::{Alone, InRowkey};

/// The attribute whose arguments are the words spelled [`InRowkey`].
pub(crate) const ROWKEY: &str = "rowkey";

pub(crate) const TABLE: [Spec; 17] = [
    Spec {
        name: Name::Pad,
        word: "pad",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[KeyField, Member],
        takes: "the number of digits or bytes, and for a string optionally the pad character",
        about: "an integer in exactly N decimal digits, or a string in exactly N bytes",
        example: "pad(6)",
        aliases: &["padded", "width"],
    },
    Spec {
        name: Name::Descending,
        word: "descending",
        spelling: Alone,
        form: Form::Flag,
        on: &[KeyField, Member],
        takes: "no arguments",
        about: "the complement of the bytes, so that the greatest value comes first",
        example: "descending",
        aliases: &["desc", "descend"],
    },
    Spec {
        name: Name::Reverse,
        word: "reverse",
        spelling: Alone,
        form: Form::Flag,
        on: &[KeyField, Member],
        takes: "no arguments",
        about: "digits, bytes or characters in reverse, so that values that count up spread",
        example: "reverse",
        aliases: &["reversed"],
    },
    Spec {
        name: Name::Format,
        word: "format",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[KeyField, Member],
        takes: "a format string",
        about: "a date or time as text",
        example: "format(\"%Y-%m-%d\")",
        aliases: &["date_format", "time_format"],
    },
    Spec {
        name: Name::Salt,
        word: "salt",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[KeyField],
        takes: "an algorithm and a size",
        about: "the field, and before the whole key a salt computed from the field",
        example: "salt(md5, 2)",
        aliases: &["salted"],
    },
    Spec {
        name: Name::Hash,
        word: "hash",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[KeyField],
        takes: "a digest and the number of its bytes",
        about: "some bytes of the field's digest in place of the field",
        example: "hash(md5, 4)",
        aliases: &["hashed"],
    },
    Spec {
        name: Name::Code,
        word: "code",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[Variant],
        takes: "a string, a character or a number",
        about: "the bytes that a variant is stored as",
        example: "code(\"tb\")",
        aliases: &[],
    },
    Spec {
        name: Name::Codec,
        word: "codec",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[KeyField, Member],
        takes: "the path of a codec type",
        about: "the bytes that your own codec writes",
        example: "codec = path::to::YourCodec",
        aliases: &["with", "encoding"],
    },
    Spec {
        name: Name::Method,
        word: "method",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[KeyField],
        takes: "a method name in a string",
        about: "the field; this is the name of its methods on the prefix",
        example: "method = \"name\"",
        aliases: &["rename"],
    },
    Spec {
        name: Name::Delimiter,
        word: "delimiter",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "one ASCII character",
        about: "puts this character between all fields",
        example: "delimiter = '_'",
        aliases: &["separator"],
    },
    Spec {
        name: Name::Terminator,
        word: "terminator",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "one ASCII character",
        about: "puts this character after each variable-length field that is not last",
        example: "terminator = '\\0'",
        aliases: &["terminate"],
    },
    Spec {
        name: Name::Namespace,
        word: "namespace",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "a string or a byte string",
        about: "puts these bytes before every key",
        example: "namespace = \"orders/\"",
        aliases: &["table"],
    },
    Spec {
        name: Name::KeySalt,
        word: "salt",
        spelling: InRowkey,
        form: Form::InParentheses,
        on: &[Key],
        takes: "an algorithm and a size",
        about: "puts a salt before the key, computed from the whole key or from several fields",
        example: "salt(md5, 2, of(a, b))",
        aliases: &["salted"],
    },
    Spec {
        name: Name::MaxLen,
        word: "max_len",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "a number of bytes",
        about: "makes it a compile error if a key can be longer",
        example: "max_len = 4096",
        aliases: &["max_length"],
    },
    Spec {
        name: Name::Fingerprint,
        word: "fingerprint",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "`0x` and 16 hex digits in a string",
        about: "makes it a compile error if the bytes change",
        example: "fingerprint = \"0x0\"",
        aliases: &[],
    },
    Spec {
        name: Name::Prefix,
        word: "prefix",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "a type name in a string",
        about: "names the prefix type",
        example: "prefix = \"Name\"",
        aliases: &[],
    },
    Spec {
        name: Name::Crate,
        word: "crate",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key, FieldType, Space],
        takes: "a path in a string",
        about: "gives the path of the crate rowkey",
        example: "crate = \"path::to::rowkey\"",
        aliases: &[],
    },
];

/// A derive macro of this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Derive {
    RowKey,
    KeyField,
    KeySpace,
}

/// Misspellings that the derives declare as helper attributes, so that the compiler leaves the message to us. They are
/// few because rustdoc lists each of them next to the real ones.
const DECLARED_MISSPELLINGS: [&str; 1] = ["desc"];

/// The helper attributes that a derive declares in `lib.rs`.
///
/// The words of `#[rowkey(..)]` are declared too, so that `#[namespace = ".."]` gets a message of ours. `crate` is a
/// keyword, which cannot be an attribute.
pub(crate) fn helpers(derive: Derive) -> Vec<&'static str> {
    let of_derive = |spec: &&Spec| match derive {
        Derive::RowKey => spec.on.iter().any(|item| matches!(item, Key | KeyField)),
        Derive::KeyField => spec.spelling == Alone || spec.on.contains(&Member),
        Derive::KeySpace => false,
    };
    let mut names = vec![ROWKEY];
    if derive != Derive::KeySpace {
        names.extend(DECLARED_MISSPELLINGS);
    }
    names.extend(TABLE.iter().filter(of_derive).map(|spec| spec.word).filter(|word| *word != "crate"));
    names.sort_unstable();
    names.dedup();
    names
}

impl Item {
    pub(crate) fn derive(self) -> Derive {
        match self {
            Self::Key | Self::KeyField => Derive::RowKey,
            Self::FieldType | Self::Member | Self::Variant => Derive::KeyField,
            Self::Space | Self::SpaceVariant => Derive::KeySpace,
        }
    }
}

impl Spec {
    /// The row of this word, written like this on this item.
    pub(crate) fn allowed(word: &str, spelling: Spelling, item: Item) -> Option<&'static Self> {
        TABLE.iter().find(|spec| spec.word == word && spec.spelling == spelling && spec.on.contains(&item))
    }

    /// The row that somebody means who writes this word on this item, where it is not allowed.
    ///
    /// A row for the same item comes before one for another item, and the word itself before its misspellings.
    pub(crate) fn meant(word: &str, item: Item) -> Option<Meant> {
        let here = |spec: &&Self| spec.on.contains(&item);
        let same_word = |spec: &&Self| spec.word == word;
        let misspelled = |spec: &&Self| spec.aliases.contains(&word) || nearly(spec.word, word);
        let rows = || TABLE.iter();
        None.or_else(|| rows().filter(here).find(same_word).map(Meant::Respelled))
            .or_else(|| rows().find(same_word).map(Meant::Elsewhere))
            .or_else(|| rows().filter(here).find(misspelled).map(Meant::Misspelled))
    }

    /// The words that `#[rowkey(..)]` takes on this item, for messages.
    pub(crate) fn words_of_rowkey(item: Item) -> String {
        let rows = TABLE.iter().filter(|spec| spec.spelling == InRowkey && spec.on.contains(&item));
        listed(rows.map(|spec| spec.example))
    }

    /// The whole attribute, with example arguments.
    pub(crate) fn attribute(&self) -> String {
        match self.spelling {
            Alone => format!("#[{}]", self.example),
            InRowkey => format!("#[{ROWKEY}({})]", self.example),
        }
    }

    /// The item that it belongs on, for messages.
    pub(crate) fn belongs(&self) -> &'static str {
        match self.on {
            [Key, ..] => "above the `struct` that derives `RowKey`",
            [Variant, ..] => "on a variant of an enum that derives `KeyField`",
            [KeyField] => "on a field of the struct that derives `RowKey`",
            _ => "on a field",
        }
    }
}

/// The word that the user probably meant by a word that is not allowed.
pub(crate) enum Meant {
    /// The attribute is allowed here, inside `#[rowkey(..)]` instead of outside or the other way round.
    Respelled(&'static Spec),
    Elsewhere(&'static Spec),
    Misspelled(&'static Spec),
}

/// The attribute's name in messages.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TABLE.iter().find(|spec| spec.name == *self).map_or(Ok(()), |spec| spec.fmt(f))
    }
}

/// The attribute's name in messages: `#[pad]`, `namespace`.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spelling {
            Alone => write!(f, "#[{}]", self.word),
            InRowkey => f.write_str(self.word),
        }
    }
}

/// The item's name in messages.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "a struct",
            Self::KeyField => "a field",
            Self::FieldType => "a type that derives `KeyField`",
            Self::Member => "a field of a type that derives `KeyField`",
            Self::Variant => "a variant",
            Self::Space => "an enum that derives `KeySpace`",
            Self::SpaceVariant => "a variant of a key space",
        })
    }
}

/// Checks whether one inserted, missing, wrong or swapped character, or two in a long word, make one word of the other.
pub(crate) fn nearly(known: &str, written: &str) -> bool {
    within(known.as_bytes(), written.as_bytes(), if known.len() < 6 { 1 } else { 2 })
}

/// Checks whether at most this many edits make `a` of `b`.
fn within(a: &[u8], b: &[u8], edits: usize) -> bool {
    match (a, b) {
        ([], rest) | (rest, []) => rest.len() <= edits,
        ([x, a_rest @ ..], [y, b_rest @ ..]) if x == y => within(a_rest, b_rest, edits),
        ([_, a_rest @ ..], [_, b_rest @ ..]) => {
            let Some(edits) = edits.checked_sub(1) else { return false };
            let swapped = match (a, b) {
                ([x1, x2, a_rest @ ..], [y1, y2, b_rest @ ..]) if x1 == y2 && x2 == y1 => within(a_rest, b_rest, edits),
                _ => false,
            };
            swapped || within(a_rest, b, edits) || within(a, b_rest, edits) || within(a_rest, b_rest, edits)
        }
    }
}
