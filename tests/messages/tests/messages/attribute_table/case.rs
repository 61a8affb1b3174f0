//! Writes the Rust source of a key for one cell of a table in `attribute_tables.md`. The row and the column of
//! the cell name the attributes of the key and the type of its field. For example, the cell in the row "unsigned,
//! `u16` 258" and the column `#[reverse]` has a key with the field `#[reverse] field: u16`.

use super::page::Cell;

/// A kind of type: its name in `attribute_tables.md`, the Rust type, and a value of the type as source.
type Kind = (&'static str, &'static str, &'static str);

const KINDS: &[Kind] = &[
    ("unsigned, `u16` 258", "u16", "258"),
    ("signed, `i16` 258", "i16", "258"),
    ("NonZero, `NonZero<u16>` 258", "std::num::NonZero<u16>", "std::num::NonZero::new(258).unwrap()"),
    ("bool, `true`", "bool", "true"),
    ("char, `'a'`", "char", "'a'"),
    ("float, `f32` 1.5", "f32", "1.5"),
    ("bytes of a fixed width, `[u8; 2]` 01 02", "[u8; 2]", "[1, 2]"),
    ("string, `String` \"ab\"", "String", "\"ab\".into()"),
    ("bytes, `Vec<u8>` 01 02", "Vec<u8>", "vec![1, 2]"),
    ("date, `jiff::civil::Date` 2017-01-02", "jiff::civil::Date", "jiff::civil::date(2017, 1, 2)"),
    ("`Option` of an integer, `Option<u16>` 258", "Option<u16>", "Some(258)"),
    ("`Option` of a string, `Option<String>` \"ab\"", "Option<String>", "Some(\"ab\".into())"),
];

const INTEGER: &Kind = &KINDS[0];
const STRING: &Kind = &KINDS[7];
const DATE: &Kind = &KINDS[9];
const OPTION: &Kind = &KINDS[10];
const LIST: &Kind = &("list, `Vec<u16>` 258", "Vec<u16>", "vec![258]");

/// The text between two attributes in the first cell of a row: `#[pad(3)]` and `#[reverse]`.
const AND: &str = " and ";

/// The end of the first cell of a row whose attribute is a compile error on a string, such as `#[format("%Y-%m-%d")]`.
/// The field of the key is then a date instead of a string.
const ON_A_DATE: &str = ", on a date";

/// The attribute `fingerprint` in `attribute_tables.md`. The real fingerprint differs from cell to cell, so `attribute_tables.md`
/// shows `…` in its place.
const ANY_FINGERPRINT: &str = "fingerprint = \"0x…\"";

/// A column such as `#[salt(…, 2)]` contains this character in place of the algorithm, such as `md5`, which the row
/// names.
const ALGORITHM: char = '…';

#[derive(Debug, Clone)]
pub struct Case {
    on_struct: Vec<String>,
    on_field: Vec<String>,
    kind: &'static Kind,
    /// True if a `u8` of 7 follows the field.
    followed: bool,
    pins_fingerprint: bool,
}

impl Case {
    pub fn of(cell: &Cell) -> Self {
        let (kind, followed, attributes): (_, _, &[&str]) = match cell.heading.as_str() {
            "One attribute on each kind of type" => (kind(&cell.row), false, &[&cell.column]),
            "Before another field" => (kind(&cell.row), true, &[&cell.column]),
            "Descending before another field" => (kind(&cell.row), true, &["`#[descending]`", &cell.column]),
            "Two attributes of the field" => {
                let (one, other) = cell.row.split_once(AND).expect("two attributes");
                (kind(&cell.column), false, &[one, other])
            }
            "A format, or an attribute about the end of the key" => {
                let (kind, followed) = match cell.column.as_str() {
                    "`optional`" => (OPTION, false),
                    "`list`" => (LIST, false),
                    "`#[unterminated]`" => (STRING, true),
                    _ => (INTEGER, false),
                };
                (kind, followed, &[&cell.row, &cell.column])
            }
            "An attribute of the field and one of the struct" | "Two attributes of the struct" => {
                match cell.row.strip_suffix(ON_A_DATE) {
                    Some(row) => (DATE, true, &[row, &cell.column]),
                    None => (STRING, true, &[&cell.row, &cell.column]),
                }
            }
            "Algorithms and sizes" => {
                (INTEGER, false, &[&cell.column.replace(ALGORITHM, cell.row.trim_matches('`')) as &str])
            }
            heading => panic!("unknown table \"{heading}\""),
        };
        let mut case = Self { on_struct: Vec::new(), on_field: Vec::new(), kind, followed, pins_fingerprint: false };
        for attribute in attributes {
            case.add(attribute.trim_matches('`'));
        }
        case
    }

    fn add(&mut self, attribute: &str) {
        if attribute == ANY_FINGERPRINT {
            if self.pins_fingerprint {
                // The row and the column are the attribute `fingerprint`: the cell shows the compile error about a key
                // with two such attributes.
                self.on_struct
                    .extend(["#[rowkey(fingerprint = \"0x0\")]".into(), "#[rowkey(fingerprint = \"0x0\")]".into()]);
            }
            self.pins_fingerprint = true;
        } else if attribute.starts_with("#[") {
            self.on_field.push(attribute.into());
        } else if ["codec", "before", "after", "method", "optional", "list"]
            .iter()
            .any(|word| attribute.starts_with(word))
        {
            self.on_field.push(format!("#[rowkey({attribute})]"));
        } else if attribute != "none" {
            self.on_struct.push(format!("#[rowkey({attribute})]"));
        }
    }

    /// Returns whether the key has the attribute `fingerprint`. To find the fingerprint to write there, the test first
    /// compiles the key without this attribute.
    pub fn pins_fingerprint(&self) -> bool {
        self.pins_fingerprint
    }

    pub fn with_fingerprint(&self, fingerprint: u64) -> Self {
        let mut case = self.clone();
        case.on_struct.push(format!("#[rowkey(fingerprint = \"0x{fingerprint:016x}\")]"));
        case
    }

    /// Returns a module with a function `key` that returns the bytes and the fingerprint of the key.
    pub fn source(&self) -> String {
        let (_, ty, value) = self.kind;
        let (on_struct, on_field) = (self.on_struct.join("\n"), self.on_field.join(" "));
        let encode = if on_struct.contains("salt(random") { "encode_in(3)" } else { "try_encode()" };
        let (next_field, next_value) = if self.followed { ("next: u8,", "next: 7,") } else { ("", "") };
        format!(
            "#[allow(unused_imports)]
use super::{{Outcome, Printed, byte_sum, two_byte_sum}};
use rowkey::RowKey;
#[allow(unused_imports)]
use rowkey_formats::{{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb}};

#[derive(RowKey)]
{on_struct}
struct Key {{
    {on_field} field: {ty},
    {next_field}
}}

pub fn key() -> Outcome {{
    let key = Key {{ field: {value}, {next_value} }};
    (key.{encode}.map(Into::into), Key::LAYOUT.fingerprint())
}}
"
        )
    }
}

fn kind(name: &str) -> &'static Kind {
    KINDS.iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("a row for an unknown kind: {name}"))
}

/// Source of the items that attributes in `attribute_tables.md` name, such as `codec = Printed`.
pub const PRELUDE: &str = "
pub type Outcome = (Result<Vec<u8>, rowkey::EncodeError>, u64);

pub struct Printed;

impl<T: std::fmt::Debug> rowkey::Codec<T> for Printed {
    type Encoded = Vec<u8>;
    const NAME: &'static str = \"printed\";

    fn encode(value: &T) -> Vec<u8> {
        format!(\"{value:?}\").into_bytes()
    }

    fn decode(_: Vec<u8>) -> Result<T, rowkey::CodecError> {
        Err(\"the codec `Printed` cannot decode\".into())
    }
}

pub fn byte_sum(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

pub fn two_byte_sum(bytes: &[u8]) -> [u8; 2] {
    (byte_sum(bytes) as u16).to_be_bytes()
}
";
