//! Finds the libraries that cargo built for this test. Tests pass the files of these libraries to rustc, so that the
//! libraries are not compiled again.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Returns the flags with which rustc finds these libraries and the libraries that they use.
pub fn flags<'a>(libraries: impl IntoIterator<Item = (&'a str, PathBuf)>) -> Vec<String> {
    let named = libraries.into_iter().map(|(name, file)| format!("--extern={name}={}", file.display()));
    // rowkey-formats depends on the rowkey that is only checked.
    named.chain([folder(), checked_folder()].map(|folder| format!("-Ldependency={}", folder.display()))).collect()
}

fn checked_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME"))
}

fn folder() -> PathBuf {
    std::env::current_exe().expect("this test is a file").parent().unwrap().into()
}

/// Checks whether the file contains the library that this test depends on: jiff 1, and the derive with its feature `records`.
/// Cargo lists the sources of a library, such as `../jiff-1.0.2/src/lib.rs`, in a file beside the library, and its features in
/// the folder `.fingerprint`.
fn is_wanted(name: &str, file: &Path) -> bool {
    let hash = file.file_stem().and_then(|stem| stem.to_str()?.rsplit_once('-')).map(|(_, hash)| hash);
    let hash = hash.unwrap_or_default();
    let (description, wanted) = match name {
        "jiff" => (folder().join(format!("{name}-{hash}.d")), "jiff-1."),
        "rowkey_derive" => {
            let crate_folder = format!("../.fingerprint/rowkey-derive-{hash}/lib-{name}.json");
            (folder().join(crate_folder), r#""features":"[\"records\"]""#)
        }
        _ => return true,
    };
    std::fs::read_to_string(description).is_ok_and(|description| description.contains(wanted))
}

/// Returns the files of a library, the newest first. Cargo stores a library that it builds with other features in
/// another file. The newest file is the first choice, because this test is linked with it.
pub fn built(name: &str) -> Vec<PathBuf> {
    let library = |file: &str| file.starts_with(&format!("lib{name}-")) && file.ends_with(".rlib");
    let derive = |file: &str| file.starts_with(&format!("{DLL_PREFIX}{name}-")) && file.ends_with(DLL_SUFFIX);
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap());
    let mut files: Vec<_> = files
        .filter(|file| file.file_name().to_str().is_some_and(|name| library(name) || derive(name)))
        .filter(|file| is_wanted(name, &file.path()))
        .map(|file| (file.metadata().and_then(|data| data.modified()).unwrap(), file.path()))
        .collect();
    files.sort();
    files.into_iter().rev().map(|(_, file)| file).collect()
}

/// Compiles rowkey with these features, only as far as `cargo check` does. Returns the file with its metadata, which is
/// enough for programs that are also only checked.
///
/// The library that cargo built is not used: its features depend on the other tests that cargo built, and messages
/// about it have relative paths. trybuild shortens only absolute paths.
pub fn checked_rowkey(features: &[&str], dependencies: &[&str]) -> PathBuf {
    let features = features.iter().map(|feature| format!("--cfg=feature=\"{feature}\""));
    let libraries = flags(dependencies.iter().map(|name| (*name, newest(name))));
    checked("rowkey", features.chain(libraries))
}

/// Like [`checked_rowkey`], for the crate `rowkey-formats`. `rowkey` is the result of that function.
#[allow(dead_code, reason = "one of the two programs with this module needs no formats")]
pub fn checked_formats(rowkey: &Path) -> PathBuf {
    checked("rowkey-formats", flags([("rowkey", rowkey.into())]))
}

fn checked(package: &str, flags: impl IntoIterator<Item = String>) -> PathBuf {
    let folder = checked_folder();
    std::fs::create_dir_all(&folder).unwrap();
    let name = package.replace('-', "_");
    let file = folder.join(format!("lib{name}.rmeta"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(package);
    let source = root.join("src/lib.rs").canonicalize().unwrap();
    let output = rustc()
        .args(["--edition", "2024", "--crate-name", &name, "--crate-type", "lib", "--emit", "metadata"])
        .args(flags)
        .args([Path::new("-o"), &file, &source])
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{package} does not compile:\n{}", String::from_utf8_lossy(&output.stderr));
    file
}

pub fn newest(name: &str) -> PathBuf {
    let files = built(name);
    files.into_iter().next().unwrap_or_else(|| panic!("cargo has not built {name} in {}", folder().display()))
}
