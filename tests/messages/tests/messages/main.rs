//! Tests the compiler's messages about mistakes. Each file in the folders of `ui/` contains the mistakes against one
//! rule, and the `.stderr` file next to it contains the messages. The name of a type or a function, or the comment
//! above it, says what is wrong. A file with only one mistake is named after the mistake.
//!
//! The mistakes against a rule share a file, because rustc starts once for each file, and that takes longer than to
//! report a mistake. A mistake needs its own file if rustc stops before it reports the other mistakes, or if the types
//! of the other mistakes would appear in its message.
//!
//! `TRYBUILD=overwrite cargo test -p rowkey-tests-messages` overwrites the messages. Read them like somebody who made
//! the mistake. A file gives one error, or as many as `// errors: N` in its first line says. This number is not
//! overwritten.
//!
//! This program also tests the tables of attributes, so that both tests run at once: each mostly waits for the
//! compiler.

mod attribute_table;
mod libraries;
mod mistakes;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "ui";

/// The features of rowkey that the mistakes need. With all features, a message could list more types.
const FEATURES: [&str; 10] =
    ["std", "records", "md5", "sha256", "xxh3", "crc32", "murmur3", "random", "jiff1", "time03"];

/// The libraries that rowkey uses with these features.
const DEPENDENCIES: [&str; 10] =
    ["rowkey_derive", "memchr", "md5", "sha2", "xxhash_rust", "crc32fast", "mur3", "fastrand", "jiff", "time"];

fn files(extension: &str) -> Vec<PathBuf> {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER)).unwrap();
    let mut files: Vec<_> = folders
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension() == Some(OsStr::new(extension)))
        .collect();
    files.sort();
    files
}

/// Returns the number of errors that the first line of the file states.
fn expected_errors(file: &Path) -> usize {
    let source = fs::read_to_string(file).unwrap();
    match source.strip_prefix("// errors: ") {
        Some(stated) => stated.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap(),
        None => 1,
    }
}

#[test]
fn each_mistake_gives_its_messages() {
    let errors: usize = files("rs").iter().map(|file| expected_errors(file)).sum();
    assert!(errors > 500, "only {errors} errors are expected");
    mistakes::compare_messages(&format!("{FOLDER}/*/*.rs"), || {
        let rowkey = libraries::checked_rowkey(&FEATURES, &DEPENDENCIES);
        let formats = libraries::checked_formats(&rowkey);
        let others = ["jiff", "time"].map(|name| (name, libraries::newest(name)));
        libraries::flags([("rowkey", rowkey), ("rowkey_formats", formats)].into_iter().chain(others))
    });
    // The comparison can write the messages again, so they are counted after it.
    for file in files("rs") {
        let messages = fs::read_to_string(file.with_extension("stderr")).unwrap_or_default();
        let errors = messages.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors, expected_errors(&file), "errors in {}", file.display());
    }
}

#[test]
fn messages_name_nothing_internal() {
    for file in files("stderr") {
        let messages = fs::read_to_string(&file).unwrap();
        assert!(!messages.contains("$RUST"), "{} depends on whether rust-src is installed", file.display());
        let hidden = ["__private::", "__rowkey_"].iter().any(|name| messages.contains(name));
        assert!(!hidden, "{} names what is not documented", file.display());
        assert!(!messages.contains("in the macro `"), "{} blames a macro of the library", file.display());
    }
}

#[test]
fn all_messages_belong_to_a_mistake() {
    for file in files("stderr") {
        assert!(file.with_extension("rs").exists(), "{} is stale", file.display());
    }
}

/// `messages.md` quotes messages in blocks of the language `text`. Each block is the headline of a message in a
/// `.stderr` file, with line breaks in place of some spaces.
#[test]
fn the_page_of_messages_quotes_stored_messages() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rowkey/docs/messages.md");
    let page = fs::read_to_string(page).unwrap();
    let quoted: Vec<_> = page.split("\n```text\n").skip(1).filter_map(|block| block.split("\n```").next()).collect();
    assert!(quoted.len() > 10, "only {} messages were found", quoted.len());
    let stored: Vec<_> = files("stderr").into_iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let headline = |line: &str| {
        line.split_once(": ").filter(|(code, _)| code.starts_with("error")).map(|(_, text)| text.to_owned())
    };
    let headlines: Vec<_> = stored.iter().flat_map(|messages| messages.lines()).filter_map(headline).collect();
    for message in quoted {
        let message = message.replace('\n', " ");
        assert!(headlines.contains(&message), "no mistake gives the message {message:?}");
    }
}
