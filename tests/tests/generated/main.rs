//! Tests the laws on random layouts. `draft.rs` draws layouts, and `layouts.rs` contains those that were drawn from the
//! seed 1.
//!
//! With `BLESS=1`, the test `the_layouts_are_those_of_the_seed` writes `layouts.rs` again. The ignored test
//! `other_layouts` draws `ROWKEY_LAYOUTS` layouts from the seed `ROWKEY_SEED`, and compiles and tests them as a
//! separate program.
#![recursion_limit = "256"]

mod draft;
mod other_seeds;
mod types;

use std::fmt::Write;
use std::path::PathBuf;

use draft::{Draft, draw_space};
use rowkey_proof::random::{Random, from_environment};
use types::layouts::{group_0, group_1, group_2, group_3, group_4, group_5, group_6, group_7, spaces};

/// The number of functions in `layouts.rs`, such as `group_0`, that return layouts. Each law has one test for each of
/// these functions.
const GROUPS: usize = 8;

/// `layouts.rs` has one key space for every 8 layouts.
const LAYOUTS_PER_SPACE: usize = 8;

/// Defines one test of the law for each function that returns layouts.
macro_rules! law {
    ($law:ident $(#[$attr:meta])*) => {
        law!(@tests $law [$(#[$attr])*] group_0 group_1 group_2 group_3 group_4 group_5 group_6 group_7);
    };
    (@tests $law:ident $attributes:tt $($group:ident)+) => {
        mod $law {$(
            law!(@test $law $attributes $group);
        )+}
    };
    (@test $law:ident [$(#[$attr:meta])*] $group:ident) => {
        #[test]
        $(#[$attr])*
        fn $group() {
            super::$group().iter().for_each(rowkey_proof::laws::$law);
        }
    };
}

law!(random_keys_keep_the_laws);
law!(keys_are_encoded_as_the_model_does);
law!(damaged_bytes_are_rejected_or_are_another_key);
law!(the_layout_has_the_properties_of_the_model);
law!(printed_values_select_their_rows);
law!(ranges_contain_exactly_the_matching_keys #[ignore = "takes thousands of queries of each key: `random_keys_keep_the_laws` runs some, and `other_seeds.rs` all"]);

#[test]
fn key_spaces_are_the_union_of_their_keys() {
    let spaces = spaces();
    assert_eq!(spaces.len(), count().div_ceil(LAYOUTS_PER_SPACE));
    spaces.iter().for_each(rowkey_proof::laws::a_key_space_is_the_union_of_its_keys);
}

fn seed() -> u64 {
    from_environment("ROWKEY_SEED").unwrap_or(1)
}

fn count() -> usize {
    from_environment("ROWKEY_LAYOUTS").unwrap_or(32).try_into().expect("a number of layouts")
}

fn layouts_source(seed: u64, count: usize) -> String {
    let mut random = Random::new(seed);
    let mut groups = vec![String::new(); GROUPS];
    for index in 0..count {
        let draft = Draft::draw(&mut random);
        writeln!(groups[index % GROUPS], "        key! {{ {} {draft} }},", draft.word()).expect("room in memory");
    }
    let mut text =
        format!("//! {count} layouts drawn from the seed {seed}, written by `main.rs`: change them there.\n\n");
    text += "#![cfg_attr(rustfmt, rustfmt::skip)]\n\n";
    text += "#[allow(unused_imports, reason = \"another seed draws other types\")]\nuse std::borrow::Cow;\n\n";
    text += "#[allow(unused_imports, reason = \"another seed draws other codecs\")]\n\
             use rowkey_formats::{BitcoinVarint, CockroachBytes, CockroachInteger, IntegerBytes, Leb128, LittleEndian, NulTerminated, TidbBytes, TwosComplement};\n";
    text += "#[allow(unused_imports, reason = \"another seed draws other formats\")]\n\
             use rowkey_formats::{FoundationDb, Memcomparable, OrderedBytes, OrderedCode, Phoenix, Tidb};\n";
    text += "use rowkey_proof::laws::{Space, Subject};\nuse rowkey_proof::{key, space};\n\n";
    text += "#[allow(unused_imports, reason = \"another seed draws other types\")]\nuse super::*;\n";
    for (index, group) in groups.iter().enumerate() {
        write!(text, "\npub(crate) fn group_{index}() -> Vec<Subject> {{\n    vec![\n{group}    ]\n}}\n")
            .expect("room");
    }
    text += "\npub(crate) fn spaces() -> Vec<Space> {\n    vec![\n";
    for _ in 0..count.div_ceil(LAYOUTS_PER_SPACE) {
        writeln!(text, "        space! {{ {} }},", draw_space(&mut random)).expect("room in memory");
    }
    text += "    ]\n}\n";
    text
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/generated")
}

#[test]
fn the_layouts_are_those_of_the_seed() {
    let path = folder().join("layouts.rs");
    let source = layouts_source(seed(), count());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &source).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == source, "layouts.rs is of another seed: write it with BLESS=1");
}
