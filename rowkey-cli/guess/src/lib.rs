//! Proposes a struct from the stored keys of a table. The command `rowkey guess` is made of this library.
//!
//! A division divides all keys into parts, such as a number, a text or a constant. There are many divisions, and each
//! part has several possible readings: 4 bytes can be an integer, a time in seconds or a float. The cost of a reading is
//! the number of bits that the values of the part take under this reading. The guess is the division with the least cost
//! whose struct decodes all keys.
//!
//! [`guess`] takes about twenty keys from all over the table, and returns [`Proposal`]s:
//!
//! ```
//! let keys: Vec<String> = (0..20).map(|n| format!("orders/{:04}/{}", n * 137, 1_735_689_600 + n * 977)).collect();
//! let proposals = rowkey_guess::guess(&keys)?;
//! let proposal = &proposals[0];
//! assert_eq!(
//!     proposal.code(),
//!     r#"#[derive(Debug, Clone, PartialEq, rowkey::RowKey)]
//! #[rowkey(namespace = "orders/", delimiter = '/')]
//! struct GuessedKey {
//!     #[pad(4)]
//!     number_1: u32,
//!     #[pad(10)]
//!     time_2: u64,
//! }
//! "#
//! );
//! let [namespace, number, time] = &proposal.parts()[..] else { panic!("three parts") };
//! assert_eq!((namespace.percent, &*namespace.reading), (95, "constant \"orders/\""));
//! assert_eq!((number.percent, &*number.reading), (95, "a number in 4 digits"));
//! assert_eq!((time.percent, &*time.reading), (95, "a number in 10 digits: seconds since 1970"));
//!
//! // The layout reads other keys of the table, too.
//! let explanation = rowkey_explain::explain(proposal.layout(), b"orders/9999/1735700000");
//! assert!(explanation.is_ok());
//! # Ok::<(), rowkey_guess::GuessError>(())
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::indexing_slicing, reason = "offsets come from candidates, which end within their samples")]

mod calendar;
mod candidates;
mod columns;
mod cost;
mod key_type;
mod one_kind;
mod part;
#[cfg(test)]
#[allow(clippy::struct_field_names, reason = "the names are made up")]
mod pasted;
mod percent;
#[cfg(test)]
mod rules;
mod salts;
mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rowkey::Layout;

use self::key_type::KeyType;
use self::one_kind::{guess_one_kind, guess_with_rows};

/// If the keys have more different first bytes than this, the first byte does not distinguish kinds of rows.
const MAX_KINDS: usize = 16;
/// A struct for a kind of row is proposed only if at least this many samples have this kind.
const MIN_KEYS_OF_KIND: usize = 4;

/// Proposes one struct for all keys, or one struct for each kind of row. Together, the proposed structs decode all keys.
///
/// The order of the keys does not matter, and equal keys count as one key. About twenty different keys from all over the
/// table are enough. If there are many keys, the guess compares only some of them, and checks the struct with all of them.
///
/// The kind of a row is the first byte of its key. Several structs are proposed only if no single struct fits well; then
/// [`space_code`] puts them into one key space.
///
/// # Errors
///
/// See [`GuessError`].
///
/// ```
/// # fn hash(mut n: u64) -> [u8; 16] {
/// #     let mut half = || {
/// #         n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
/// #         let mixed = (n ^ n >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
/// #         let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
/// #         u128::from(mixed ^ mixed >> 31)
/// #     };
/// #     (half() << 64 | half()).to_be_bytes()
/// # }
/// let numbers = 0..20_u64;
/// let headers = numbers.clone().map(|n| [&b"h"[..], &(n * 7_919).to_be_bytes(), &hash(n)].concat());
/// let links = numbers.map(|n| [&b"l"[..], &hash(n + 100)].concat());
/// let proposals = rowkey_guess::guess(&headers.chain(links).collect::<Vec<_>>())?;
/// assert_eq!(proposals.len(), 2);
/// assert!(proposals[0].code().contains("#[rowkey(namespace = \"h\")]\nstruct GuessedKey1 {\n    number_1: u64,\n"));
/// assert!(rowkey_guess::space_code(&proposals).ends_with("    Kind1(GuessedKey1),\n    Kind2(GuessedKey2),\n}\n"));
/// # Ok::<(), rowkey_guess::GuessError>(())
/// ```
pub fn guess(keys: &[impl AsRef<[u8]>]) -> Result<Vec<Proposal>, GuessError> {
    let samples: Vec<Vec<u8>> = keys.iter().map(|key| key.as_ref().to_vec()).collect();
    let all = guess_one_kind(&samples);
    let key_types = match all {
        Ok(key_type) if !key_type.ends_in_any_bytes() => vec![key_type],
        all => kinds(&samples).map_or_else(|| all.map(|key_type| vec![key_type]), Ok)?,
    };
    key_types.into_iter().map(|key_type| Proposal::new(key_type).ok_or(GuessError::NoKeyType)).collect()
}

/// Proposes a struct for the cells of wide rows, such as those of OpenTSDB in `HBase`. A cell is a row and a qualifier. The struct
/// reads both, one after the other, and its attribute `#[rowkey(sort_key)]` says where the qualifier begins.
///
/// # Errors
///
/// See [`GuessError`].
///
/// ```
/// // A row is a metric in 4 bytes and an hour in 4 bytes. A qualifier is a second in 2 bytes.
/// let cell = |n: u32| {
///     let row = [n * 7_919 % 600, 1_735_689_600 + n * 77 % 900 * 3_600].map(u32::to_be_bytes).concat();
///     (row, ((n * 1_237 % 3_600) as u16).to_be_bytes())
/// };
/// let proposal = rowkey_guess::guess_wide(&(0..60).map(cell).collect::<Vec<_>>())?;
/// assert!(proposal.code().ends_with("    time_2: u32,\n    #[rowkey(sort_key)]\n    number_3: u16,\n}\n"));
/// assert_eq!(proposal.layout().sort_key(), Some(2));
/// # Ok::<(), rowkey_guess::GuessError>(())
/// ```
pub fn guess_wide(cells: &[(impl AsRef<[u8]>, impl AsRef<[u8]>)]) -> Result<Proposal, GuessError> {
    let bytes = cells.iter().map(|(row, qualifier)| (row.as_ref(), qualifier.as_ref()));
    let rows: BTreeMap<_, _> = bytes.map(|(row, qualifier)| ([row, qualifier].concat(), row.len())).collect();
    let samples: Vec<_> = rows.keys().cloned().collect();
    Proposal::new(guess_with_rows(&samples, Some(&rows))?).ok_or(GuessError::NoKeyType)
}

/// Proposes a key type for each first byte of the samples. Returns `None` if the first byte does not seem to
/// distinguish kinds of rows.
fn kinds(samples: &[Vec<u8>]) -> Option<Vec<KeyType>> {
    let mut kinds: BTreeMap<u8, BTreeSet<&Vec<u8>>> = BTreeMap::new();
    for sample in samples {
        kinds.entry(*sample.first()?).or_default().insert(sample);
    }
    let is_plausible =
        (2..=MAX_KINDS).contains(&kinds.len()) && kinds.values().all(|keys| keys.len() >= MIN_KEYS_OF_KIND);
    let propose = |(index, (first, keys)): (usize, (u8, BTreeSet<&Vec<u8>>))| {
        let keys: Vec<Vec<u8>> = keys.into_iter().cloned().collect();
        let mut key_type = guess_one_kind(&keys).ok()?;
        key_type.name = format!("GuessedKey{}", index + 1);
        (key_type.namespace.first() == Some(&first) && !key_type.ends_in_any_bytes()).then_some(key_type)
    };
    if is_plausible { kinds.into_iter().enumerate().map(propose).collect() } else { None }
}

/// Returns the Rust code of an enum that derives `rowkey::KeySpace`, with one variant for each proposed struct.
pub fn space_code(proposals: &[Proposal]) -> String {
    let mut code = String::from("#[derive(Debug, Clone, PartialEq, rowkey::KeySpace)]\nenum GuessedSpace {\n");
    for (kind, proposal) in (1..).zip(proposals) {
        let _ = writeln!(code, "    Kind{kind}({}),", proposal.key_type.name);
    }
    code + "}\n"
}

/// A struct that decodes the keys of one kind. The names of its fields are made up.
#[derive(Debug, Clone)]
pub struct Proposal {
    key_type: KeyType,
    layout: Layout,
}

impl Proposal {
    fn new(key_type: KeyType) -> Option<Self> {
        let layout = key_type.layout()?;
        Some(Self { key_type, layout })
    }

    /// Returns the struct as Rust code.
    pub fn code(&self) -> String {
        self.key_type.code()
    }

    /// Returns the layout of the struct.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the parts of the key in the order of their bytes: the namespace and the salt, if there are any, and the
    /// fields.
    pub fn parts(&self) -> Vec<ProposedPart> {
        self.key_type.parts()
    }

    /// Returns the number of different keys that the guess compared. This number can be smaller than the number of keys that
    /// the struct decodes.
    pub fn compared_keys(&self) -> usize {
        self.key_type.samples
    }

    /// Returns an estimate of the bits that the compared keys need if they are written as the values of these parts. A key of
    /// `n` unrelated bytes needs `8 * n` bits. Only the costs of proposals for the same keys can be compared.
    pub fn cost(&self) -> f64 {
        self.key_type.cost
    }

    /// Returns what would make the guess better, or `None` if the guess is as good as it can be.
    pub fn advice(&self) -> Option<Advice> {
        self.key_type.advice()
    }
}

/// A part of a proposed key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProposedPart {
    /// The name of the field, or `namespace` or `salt`.
    pub name: String,
    /// The likelihood that the reading is right, in percent.
    ///
    /// With few different values, the likelihood is low: at most 80 % with three values, and at most 95 % with twenty.
    pub percent: u32,
    /// The meaning of the bytes, such as `a number in 8 bytes, complemented: microseconds since 1970`.
    pub reading: String,
}

/// A way to make a guess better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The guess compared few keys. What they have in common can be a coincidence.
    #[non_exhaustive]
    MoreKeys {
        /// The number of different keys that are enough.
        needed: usize,
    },
    /// The end of the keys has no pattern. Perhaps the keys are of several kinds, and each kind needs a guess of its own. Or
    /// an earlier part is read wrongly.
    KeysOfOneKind,
}

/// The reason why there is no proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuessError {
    /// There are fewer than two different keys.
    #[error("a guess needs at least two different keys, better twenty")]
    TooFewKeys,
    /// No division of the keys is a layout.
    #[error("no key type has all these keys")]
    NoKeyType,
    /// Each struct decodes only some of the keys. Perhaps the keys are of several kinds.
    #[error("no struct was found that decodes all these keys")]
    SomeNotDecoded,
}
