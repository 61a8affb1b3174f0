//! Compiles keys for the cells of the tables in `attribute_tables.md`, and runs those that compile. Each key is a [`Case`], a
//! module of a program. There is one program for each processor.

use super::case::{Case, PRELUDE};
use super::page::Bytes;
use crate::libraries::{built, flags, rustc};
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug, Clone)]
pub enum Outcome {
    Bytes {
        bytes: Vec<u8>,
        fingerprint: u64,
    },
    /// The headlines of the compiler's messages.
    Errors(Vec<String>),
    /// The case compiles, but encoding its value is an error.
    Rejected(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes { bytes, .. } => write!(f, "{}", Bytes(bytes)),
            Self::Errors(messages) => {
                write!(f, "error: {}", messages.join(" and error: "))
            }
            Self::Rejected(message) => write!(f, "cannot be encoded: {message}"),
        }
    }
}

/// rustc, and the libraries as cargo built them for these tests.
#[derive(Debug)]
pub struct Compiler {
    pub version: String,
    /// The name and the file of each crate that the cases use.
    libraries: Vec<(&'static str, PathBuf)>,
}

fn rustc_with(libraries: &[(&'static str, PathBuf)]) -> Command {
    let mut rustc = rustc();
    rustc.args(["--edition", "2024", "-A", "warnings"]).args(flags(libraries.iter().cloned()));
    rustc
}

impl Compiler {
    pub fn find() -> Self {
        let version = rustc().arg("--version").output().expect("rustc runs").stdout;
        Self { version: String::from_utf8(version).unwrap().trim().into(), libraries: libraries() }
    }

    /// Returns the result of each case. Equal cases are compiled once. Pass the cases that do not compile in a separate
    /// call: after errors, all other cases of the call are compiled again.
    pub fn outcomes(&self, name: &str, cases: &[Case]) -> Vec<Outcome> {
        let mut distinct: Vec<Case> = Vec::new();
        let mut known = BTreeMap::new();
        let index = |case: &Case| {
            *known.entry((case.source(), case.pins_fingerprint())).or_insert_with(|| {
                distinct.push(case.clone());
                distinct.len() - 1
            })
        };
        let indexes: Vec<usize> = cases.iter().map(index).collect();
        let outcomes = self.outcomes_of_distinct(name, &distinct);
        indexes.into_iter().map(|index| outcomes[index].clone()).collect()
    }

    /// Returns the result of each case. A case that pins its fingerprint is compiled twice, because the first program
    /// computes the fingerprint.
    fn outcomes_of_distinct(&self, name: &str, cases: &[Case]) -> Vec<Outcome> {
        let mut outcomes = self.compile_in_parts(name, cases);
        let (indexes, pinned): (Vec<_>, Vec<_>) = cases
            .iter()
            .enumerate()
            .filter(|(_, case)| case.pins_fingerprint())
            .filter_map(|(index, case)| match outcomes[index] {
                Outcome::Bytes { fingerprint, .. } => Some((index, case.with_fingerprint(fingerprint))),
                _ => None,
            })
            .unzip();
        for (index, outcome) in indexes.into_iter().zip(self.compile_in_parts(&format!("{name}_pinned"), &pinned)) {
            outcomes[index] = outcome;
        }
        outcomes
    }

    fn compile_in_parts(&self, name: &str, cases: &[Case]) -> Vec<Outcome> {
        let parts = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let chunks = cases.chunks(cases.len().div_ceil(parts).max(1)).enumerate();
            let threads: Vec<_> = chunks
                .map(|(part, cases)| scope.spawn(move || self.compile_and_run(&format!("{name}_{part}"), cases)))
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        })
    }

    fn compile_and_run(&self, name: &str, cases: &[Case]) -> Vec<Outcome> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attribute_table").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for (index, case) in cases.iter().enumerate() {
            std::fs::write(folder.join(file_name(index)), case.source()).unwrap();
        }
        // After a pass with errors, the compiler does not start the next pass. The cases with errors are therefore left
        // out, and the others are compiled again.
        let mut errors = BTreeMap::new();
        while let Err(found) = self.compile(&folder, (0..cases.len()).filter(|index| !errors.contains_key(index))) {
            errors.extend(found);
        }
        let output = Command::new(program(&folder)).output().expect("the compiled cases run").stdout;
        let output = String::from_utf8(output).unwrap();
        let mut lines = output.lines().map(outcome);
        let outcomes = (0..cases.len()).map(|index| match errors.remove(&index) {
            Some(messages) => Outcome::Errors(messages),
            None => lines.next().expect("a line for each case that compiles"),
        });
        outcomes.collect()
    }

    /// Compiles the program of these cases, or returns the messages about each case.
    fn compile(&self, folder: &Path, cases: impl Iterator<Item = usize>) -> Result<(), BTreeMap<usize, Vec<String>>> {
        let mut main = String::from(PRELUDE);
        let mut calls = String::new();
        for index in cases {
            writeln!(main, "#[path = \"{}\"] mod case_{index};", file_name(index)).unwrap();
            writeln!(calls, "    print(case_{index}::key());").unwrap();
        }
        writeln!(main, "fn main() {{\n{calls}}}\n{PRINT}").unwrap();
        let source = folder.join("main.rs");
        std::fs::write(&source, main).unwrap();
        let output = rustc_with(&self.libraries)
            // Without code for unwinding, the keys compile a tenth faster.
            .args(["--crate-name", "cells", "--error-format", "short", "-Cpanic=abort", "-o"])
            .args([&program(folder), &source])
            .output()
            .unwrap();
        if output.status.success() {
            return Ok(());
        }
        let messages = String::from_utf8(output.stderr).unwrap();
        let mut errors: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (index, message) in messages.lines().filter_map(message) {
            errors.entry(index).or_default().push(message);
        }
        assert!(!errors.is_empty(), "rustc fails, but not in a case:\n{messages}");
        Err(errors)
    }
}

fn file_name(case: usize) -> String {
    format!("case_{case}.rs")
}

fn program(folder: &Path) -> PathBuf {
    folder.join("cells").with_extension(std::env::consts::EXE_EXTENSION)
}

/// Parses a line such as `…/case_7.rs:3:5: error[E0277]: message` into the index of the case and the message.
fn message(line: &str) -> Option<(usize, String)> {
    let (place, message) = line.split_once(": error")?;
    let (_, message) = message.split_once(": ")?;
    let (_, case) = place.rsplit_once("case_")?;
    let (index, _) = case.split_once(".rs:")?;
    Some((index.parse().ok()?, message.into()))
}

/// The function of the compiled programs that prints the result of a case, for [`outcome`] to parse.
const PRINT: &str = "
fn print((bytes, fingerprint): Outcome) {
    match bytes {
        Ok(bytes) => println!(\"{fingerprint} {}\", bytes.iter().map(|byte| format!(\"{byte:02x}\")).collect::<String>()),
        Err(error) => println!(\"rejected {error}\"),
    }
}
";

/// Parses a line that the function in [`PRINT`] printed.
fn outcome(line: &str) -> Outcome {
    let (fingerprint, hex) = line.split_once(' ').unwrap();
    let Ok(fingerprint) = fingerprint.parse() else {
        return Outcome::Rejected(hex.into());
    };
    let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
    Outcome::Bytes { bytes, fingerprint }
}

const LIBRARIES: [&str; 3] = ["rowkey", "rowkey_formats", "jiff"];

/// Returns the newest builds of the libraries in which all features that the cases need are enabled.
fn libraries() -> Vec<(&'static str, PathBuf)> {
    let [rowkey, formats, jiff] = LIBRARIES.map(built);
    let with_jiff = |rowkey, formats| jiff.iter().map(move |jiff| [rowkey, formats, jiff]);
    let with_formats = |rowkey| formats.iter().flat_map(move |formats| with_jiff(rowkey, formats));
    let combinations = rowkey.iter().flat_map(with_formats);
    let named = |files: [&PathBuf; 3]| LIBRARIES.into_iter().zip(files.map(PathBuf::clone)).collect::<Vec<_>>();
    let mut messages = String::new();
    for libraries in combinations.map(named) {
        match compile_all_features(&libraries) {
            Ok(()) => return libraries,
            Err(message) => messages.push_str(&message),
        }
    }
    panic!("cargo has built rowkey, rowkey-formats and jiff for this test, but not with these features\n{messages}");
}

/// Checks that a key that needs all features of the cases compiles.
fn compile_all_features(libraries: &[(&'static str, PathBuf)]) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attribute_table");
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("features.rs");
    std::fs::write(&source, ALL_FEATURES).unwrap();
    let mut compiler = rustc_with(libraries);
    compiler.args(["--crate-type", "lib", "--emit", "metadata", "-o"]).args([&source.with_extension("rmeta"), &source]);
    let output = compiler.output().expect("rustc runs");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
}

const ALL_FEATURES: &str = "
#[derive(rowkey::RowKey)]
#[rowkey(salt(sha256, 1))]
struct Key {
    #[hash(md5, 8)]
    a: u8,
    #[hash(xxh3, 8)]
    b: u8,
    #[hash(crc32, 4)]
    c: u8,
    #[hash(murmur3, 4)]
    d: u8,
    e: jiff::civil::Date,
    #[rowkey(codec = rowkey_formats::Tidb)]
    f: u8,
}
";
