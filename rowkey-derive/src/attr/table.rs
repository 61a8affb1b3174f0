//! The table of all attributes, with one row for each. The parser, the compile errors and the suggestions for
//! misspelled words read this table. A test compares the helper attributes in `lib.rs` with it.

use super::misspelling::is_similar;
use crate::context::listed;
use std::fmt;
use syn::{Ident, Lit};

/// An attribute such as `#[pad(6)]`, or a word of `#[rowkey(..)]` such as `namespace`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    Pad,
    Descending,
    Reverse,
    Format,
    Length,
    Decimal,
    Unterminated,
    Salt,
    Hash,
    Code,
    Codec,
    Optional,
    List,
    Before,
    After,
    SortKey,
    Fields,
    Method,
    Delimiter,
    Terminator,
    Namespace,
    /// `salt` on the struct.
    KeySalt,
    MaxLen,
    Fingerprint,
    Prefix,
    Crate,
    Value,
    /// `format` on the struct.
    ValueFormat,
    Indexes,
    Table,
    IndexOf,
    Unique,
    Filter,
    Stores,
    From,
    FromEach,
}

impl Name {
    /// Returns `None` if the attribute does not decide the bytes of a field. Otherwise returns attributes that do, and that a
    /// field can have together with this one. All other attributes that decide the bytes exclude this one, unless it is in
    /// their list.
    pub(crate) fn combines_with(self) -> Option<&'static [Self]> {
        use Name as N;
        Some(match self {
            N::Descending => &[N::Pad, N::Format, N::Length, N::Decimal, N::Codec],
            N::Pad => &[N::Reverse],
            N::Unterminated => &[N::Codec],
            N::Reverse | N::Format | N::Length | N::Decimal | N::Hash | N::Codec | N::Optional | N::List => &[],
            N::Salt
            | N::Code
            | N::Before
            | N::After
            | N::SortKey
            | N::Fields
            | N::Method
            | N::Delimiter
            | N::Terminator
            | N::Namespace
            | N::KeySalt
            | N::MaxLen
            | N::Fingerprint
            | N::Prefix
            | N::Crate
            | N::Value
            | N::ValueFormat
            | N::Indexes
            | N::Table
            | N::IndexOf
            | N::Unique
            | N::Filter
            | N::Stores
            | N::From
            | N::FromEach => return None,
        })
    }
}

/// An item, which is a place where the user can write attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A struct that derives `RowKey`.
    Key,
    /// A field of a struct that derives `RowKey`.
    FieldOfKey,
    /// A struct or enum that derives `KeyField`.
    FieldType,
    /// A field of a struct or enum that derives `KeyField`.
    Member,
    /// A variant of an enum that derives `KeyField`.
    Variant,
    /// An enum that derives `KeySpace`.
    Space,
    /// A variant of an enum that derives `KeySpace`, or the key in this variant.
    SpaceVariant,
}

/// A row of the table: an attribute, or a word of `#[rowkey(..)]`.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) name: Name,
    /// The word that the user writes, such as `pad`.
    pub(crate) word: &'static str,
    pub(crate) spelling: Spelling,
    pub(crate) form: Form,
    /// The items that may have the attribute. Compile errors about the attribute on another item name the first of
    /// these items.
    pub(crate) on: &'static [Item],
    /// Completes "`word` takes ..".
    pub(crate) takes: &'static str,
    /// The effect of the attribute, in one line. The same text is in `rowkey/docs/attributes/index.md`.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test compares it with the page"))]
    pub(crate) about: &'static str,
    /// The word with example arguments, which users can paste.
    pub(crate) example: &'static str,
    /// Other words that people write for the attribute. Compile errors about such a word suggest the right word.
    pub(crate) aliases: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// `#[pad(6)]`
    Alone,
    /// `#[rowkey(namespace = "orders/")]`
    InRowkey,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `descending`
    Flag,
    /// `pad(6)`
    InParentheses,
    /// `namespace = "orders/"`
    Assigned,
    /// `from = value.author`: the value is an expression.
    Computed,
}

use Item::{FieldOfKey, FieldType, Key, Member, Space, Variant};
use Spelling::{Alone, InRowkey};

/// The attribute whose arguments are the words spelled [`InRowkey`].
pub(crate) const ROWKEY: &str = "rowkey";

pub(crate) const TABLE: [Spec; 36] = [
    Spec {
        name: Name::Pad,
        word: "pad",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[FieldOfKey, Member],
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
        on: &[FieldOfKey, Member],
        takes: "no arguments",
        about: "the complement of the bytes, so that the greatest value comes first",
        example: "descending",
        aliases: &["desc", "descend", "inverted", "newest_first"],
    },
    Spec {
        name: Name::Reverse,
        word: "reverse",
        spelling: Alone,
        form: Form::Flag,
        on: &[FieldOfKey, Member],
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
        on: &[FieldOfKey, Member],
        takes: "a format string",
        about: "a date or time as text",
        example: "format(\"%Y-%m-%d\")",
        aliases: &["date_format", "time_format"],
    },
    Spec {
        name: Name::Length,
        word: "length",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[FieldOfKey, Member],
        takes: "the type of the length: `u8`, `u16`, `u32`, `u64` or `varint`",
        about: "a string or bytes after their length",
        example: "length(u16)",
        aliases: &["len", "length_prefix", "prefixed"],
    },
    Spec {
        name: Name::Decimal,
        word: "decimal",
        spelling: Alone,
        form: Form::Flag,
        on: &[FieldOfKey, Member],
        takes: "no arguments",
        about: "an integer in decimal digits without leading zeros, which do not sort",
        example: "decimal",
        aliases: &["digits", "unpadded"],
    },
    Spec {
        name: Name::Unterminated,
        word: "unterminated",
        spelling: Alone,
        form: Form::Flag,
        on: &[FieldOfKey],
        takes: "no arguments",
        about: "a string or bytes without a terminator, before fields of fixed widths",
        example: "unterminated",
        aliases: &["no_terminator", "raw_text"],
    },
    Spec {
        name: Name::Salt,
        word: "salt",
        spelling: Alone,
        form: Form::InParentheses,
        on: &[FieldOfKey],
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
        on: &[FieldOfKey],
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
        takes: "a string, a character, a number, or a constant",
        about: "the bytes that a variant is stored as",
        example: "code(\"tb\")",
        aliases: &[],
    },
    Spec {
        name: Name::Codec,
        word: "codec",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[FieldOfKey, Member, FieldType],
        takes: "the path of a codec type",
        about: "the bytes that your own codec writes",
        example: "codec = path::to::YourCodec",
        aliases: &["with", "encoding"],
    },
    Spec {
        name: Name::Optional,
        word: "optional",
        spelling: InRowkey,
        form: Form::Flag,
        on: &[FieldOfKey],
        takes: "no arguments",
        about: "the last field: no bytes for `None`, and only the value for `Some`",
        example: "optional",
        aliases: &["option", "if_present"],
    },
    Spec {
        name: Name::List,
        word: "list",
        spelling: InRowkey,
        form: Form::Flag,
        on: &[FieldOfKey],
        takes: "no arguments",
        about: "the last field, a `Vec`: its elements to the end of the key",
        example: "list",
        aliases: &["repeated", "elements"],
    },
    Spec {
        name: Name::Before,
        word: "before",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[FieldOfKey, Member],
        takes: "a string, a byte string, a character, a byte or a constant",
        about: "puts these bytes before the field",
        example: "before = \"/\"",
        aliases: &["preceded_by"],
    },
    Spec {
        name: Name::After,
        word: "after",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[FieldOfKey, Member],
        takes: "a string, a byte string, a character, a byte or a constant",
        about: "puts these bytes after the field and its terminator or delimiter",
        example: "after = \"/\"",
        aliases: &["suffix", "followed_by"],
    },
    Spec {
        name: Name::SortKey,
        word: "sort_key",
        spelling: InRowkey,
        form: Form::Flag,
        on: &[FieldOfKey],
        takes: "no arguments",
        about: "the same bytes; in a store with partition keys or wide rows, the sort key begins with this field",
        example: "sort_key",
        aliases: &["range_key", "clustering_key", "partition_key", "partition", "qualifier"],
    },
    Spec {
        name: Name::Fields,
        word: "fields",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key, FieldType],
        takes: "the path of a format or a codec type",
        about: "encodes every field by this codec or format, except fields whose own attributes decide their bytes",
        example: "fields = rowkey_formats::FoundationDb",
        aliases: &["codecs", "all_fields"],
    },
    Spec {
        name: Name::Method,
        word: "method",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[FieldOfKey],
        takes: "a method name in a string",
        about: "the same bytes; names the methods of the field on the prefix",
        example: "method = \"name\"",
        aliases: &["rename"],
    },
    Spec {
        name: Name::Delimiter,
        word: "delimiter",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "one ASCII character or a byte such as `b'\\xFF'`",
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
        takes: "one ASCII character or a byte such as `b'\\xFF'`",
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
        takes: "a string, a byte string, a character, a byte or a constant",
        about: "puts these bytes before every key",
        example: "namespace = \"orders/\"",
        aliases: &[],
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
        takes: "`0x`, 16 hex digits and the names of the fields in a string",
        about: "makes it a compile error if the bytes change, or two fields change places",
        example: "fingerprint = \"0x0\"",
        aliases: &[],
    },
    Spec {
        name: Name::Prefix,
        word: "prefix",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key, FieldType],
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
    Spec {
        name: Name::Value,
        word: "value",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "the type of the values",
        about: "stores a value of this type under each key",
        example: "value = Message, format = rowkey::Postcard",
        aliases: &["values"],
    },
    Spec {
        name: Name::ValueFormat,
        word: "format",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "the path of a format type",
        about: "encodes the values in this format",
        example: "format = rowkey::Postcard",
        aliases: &[],
    },
    Spec {
        name: Name::Indexes,
        word: "indexes",
        spelling: InRowkey,
        form: Form::InParentheses,
        on: &[Key],
        takes: "the indexes of the records in parentheses",
        about: "writes an entry for each record into these indexes",
        example: "indexes(MessageByAuthor)",
        aliases: &["index", "indices"],
    },
    Spec {
        name: Name::Table,
        word: "table",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "the name of a table in a string",
        about: "names the table of the records, or of the index",
        example: "table = \"messages\"",
        aliases: &[],
    },
    Spec {
        name: Name::IndexOf,
        word: "index_of",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "the key of the records",
        about: "makes the key an index of the records of this key",
        example: "index_of = MessageKey",
        aliases: &["indexof"],
    },
    Spec {
        name: Name::Unique,
        word: "unique",
        spelling: InRowkey,
        form: Form::Flag,
        on: &[Key],
        takes: "no arguments",
        about: "rejects a record if another record has the same entry",
        example: "unique",
        aliases: &[],
    },
    Spec {
        name: Name::Filter,
        word: "filter",
        spelling: InRowkey,
        form: Form::Computed,
        on: &[Key],
        takes: "a `bool` expression over `key` and `value`",
        about: "only records for which the expression is true have an entry in the index",
        example: "filter = value.is_open",
        aliases: &["where", "if", "when", "only_if", "condition"],
    },
    Spec {
        name: Name::Stores,
        word: "stores",
        spelling: InRowkey,
        form: Form::Assigned,
        on: &[Key],
        takes: "a type that is made from a reference to the value, or `value`",
        about: "stores a part of the value, or the whole `value`, in each entry of the index",
        example: "stores = UserName",
        aliases: &["covers", "store"],
    },
    Spec {
        name: Name::From,
        word: "from",
        spelling: InRowkey,
        form: Form::Computed,
        on: &[FieldOfKey],
        takes: "an expression over `key` and `value`",
        about: "in an index: a value computed from the record; with `?` after an `Option`, records with `None` have no entry",
        example: "from = value.author",
        aliases: &[],
    },
    Spec {
        name: Name::FromEach,
        word: "from_each",
        spelling: InRowkey,
        form: Form::Computed,
        on: &[FieldOfKey],
        takes: "an expression over `key` and `value`",
        about: "in an index: a value computed from the record, with one entry for each element of the expression",
        example: "from_each = value.tags",
        aliases: &["each"],
    },
];

impl Spec {
    /// Returns the row of a word, if the word is allowed on this item in this spelling.
    pub(crate) fn allowed(word: &str, spelling: Spelling, item: Item) -> Option<&'static Self> {
        TABLE.iter().find(|spec| spec.word == word && spec.spelling == spelling && spec.on.contains(&item))
    }

    /// Checks whether the value after this word and `=` is an expression, as in `from = value.author`.
    pub(crate) fn takes_expression(word: &Ident) -> bool {
        TABLE.iter().any(|spec| spec.form == Form::Computed && *word == spec.word)
    }

    /// Returns the row that the user probably meant by a word that is not allowed on this item.
    ///
    /// The exact word is preferred to an alias or a misspelling. For the same match, a row for this item is preferred
    /// to a row for another item. A misspelling only matches rows for this item.
    pub(crate) fn meant(word: &str, item: Item) -> Option<Meant> {
        let here = |spec: &&Self| spec.on.contains(&item);
        let same_word = |spec: &&Self| spec.word == word;
        let alias = |spec: &&Self| spec.aliases.contains(&word);
        let misspelled = |spec: &&Self| alias(spec) || is_similar(spec.word, word);
        let rows = || TABLE.iter();
        None.or_else(|| rows().filter(here).find(same_word).map(Meant::Respelled))
            .or_else(|| rows().find(same_word).map(Meant::Elsewhere))
            .or_else(|| rows().filter(here).find(misspelled).map(Meant::Misspelled))
            .or_else(|| rows().find(alias).map(Meant::MisspelledElsewhere))
    }

    /// Checks whether the literal can be the first argument in parentheses: `6` in `#[pad(6)]`.
    pub(crate) fn takes_literal(&self, literal: &Lit) -> bool {
        match self.name {
            Name::Format => matches!(literal, Lit::Str(_)),
            Name::Code => true,
            _ => matches!(literal, Lit::Int(_)),
        }
    }

    /// Returns the words that `#[rowkey(..)]` takes on this item, for compile errors.
    pub(crate) fn words_of_rowkey(item: Item) -> String {
        let rows = TABLE.iter().filter(|spec| spec.spelling == InRowkey && spec.on.contains(&item));
        listed(rows.map(|spec| spec.example))
    }

    pub(crate) fn attribute(&self) -> String {
        match self.spelling {
            Alone => format!("#[{}]", self.example),
            InRowkey => format!("#[{ROWKEY}({})]", self.example),
        }
    }

    pub(crate) fn place_in_words(&self) -> &'static str {
        match self.on {
            [Key, ..] => "above the `struct` that derives `RowKey`",
            [Variant, ..] => "on a variant of an enum that derives `KeyField`",
            [FieldOfKey] => "on a field of the struct that derives `RowKey`",
            _ => "on a field",
        }
    }
}

/// The attribute that the user probably meant by a word that is not allowed.
pub(crate) enum Meant {
    /// The attribute is allowed on this item, but in the other spelling: inside of `#[rowkey(..)]`, or alone.
    Respelled(&'static Spec),
    /// The attribute is allowed on another item.
    Elsewhere(&'static Spec),
    /// The word is an alias or a misspelling of an attribute that is allowed on this item.
    Misspelled(&'static Spec),
    /// The word is an alias of an attribute that is allowed on another item.
    MisspelledElsewhere(&'static Spec),
}

/// The attribute's name in compile errors.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TABLE.iter().find(|spec| spec.name == *self).map_or(Ok(()), |spec| spec.fmt(f))
    }
}

/// The attribute's name in compile errors: `#[pad]`, `namespace`.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spelling {
            Alone => write!(f, "#[{}]", self.word),
            InRowkey => f.write_str(self.word),
        }
    }
}

/// The item's name in compile errors, such as `a field`.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "a struct",
            Self::FieldOfKey => "a field",
            Self::FieldType => "a type that derives `KeyField`",
            Self::Member => "a field of a type that derives `KeyField`",
            Self::Variant => "a variant",
            Self::Space => "an enum that derives `KeySpace`",
            Self::SpaceVariant => "a variant of a key space",
        })
    }
}
