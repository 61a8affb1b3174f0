//! The laws over keys that nobody thought of: [`draft`] draws layouts by chance, and they stand, as they were drawn from one
//! seed, in `layouts.rs`.
//!
//! `BLESS=1` writes that file anew. With `--ignored`, as many layouts as `ROWKEY_LAYOUTS` says are drawn from `ROWKEY_SEED`,
//! compiled and tried in a package of their own.
#![recursion_limit = "256"]

mod draft;
mod other_seeds;
mod types;

use std::fmt::Write;
use std::path::PathBuf;

use draft::Draft;
use rowkey_tests::laws;
use rowkey_tests::random::{Random, from_environment};
use types::layouts::{group_0, group_1, group_2, group_3, group_4, group_5, group_6, group_7};

/// In how many functions, and with them tests, the layouts are.
const GROUPS: usize = 8;

laws! { group_0, group_1, group_2, group_3, group_4, group_5, group_6, group_7 }

macro_rules! by_chance {
    ($($group:ident)+) => {
        mod by_chance {$(
            #[test]
            fn $group() {
                super::$group().iter().for_each(rowkey_tests::laws::random_keys_keep_the_laws);
            }
        )+}
    };
}

by_chance! { group_0 group_1 group_2 group_3 group_4 group_5 group_6 group_7 }

fn seed() -> u64 {
    from_environment("ROWKEY_SEED").unwrap_or(1)
}

fn count() -> usize {
    from_environment("ROWKEY_LAYOUTS").unwrap_or(100).try_into().expect("a number of layouts")
}

/// The text of `layouts.rs`.
fn written(seed: u64, count: usize) -> String {
    let mut random = Random::new(seed);
    let mut groups = vec![String::new(); GROUPS];
    for index in 0..count {
        let draft = Draft::draw(&mut random);
        writeln!(groups[index % GROUPS], "        key! {{ scanned {draft} }},").expect("room in memory");
    }
    let mut text =
        format!("//! {count} layouts drawn from the seed {seed}, written by `main.rs`: change them there.\n\n");
    text += "#![cfg_attr(rustfmt, rustfmt::skip)]\n\n";
    text += "#[allow(unused_imports, reason = \"another seed draws other types\")]\nuse std::borrow::Cow;\n\n";
    text += "use rowkey_tests::key;\nuse rowkey_tests::laws::Subject;\n\n";
    text += "#[allow(unused_imports, reason = \"another seed draws other types\")]\nuse super::*;\n";
    for (index, group) in groups.iter().enumerate() {
        write!(text, "\npub(crate) fn group_{index}() -> Vec<Subject> {{\n    vec![\n{group}    ]\n}}\n")
            .expect("room");
    }
    text
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/generated")
}

#[test]
fn the_layouts_are_those_of_the_seed() {
    let path = folder().join("layouts.rs");
    let written = written(seed(), count());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == written, "layouts.rs is of another seed: write it with BLESS=1");
}
