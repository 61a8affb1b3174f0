//! Compiles more layouts than the other tests do, in a separate package: this folder with another `layouts.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{count, folder, seed, written};

const FILES: [&str; 4] = ["main.rs", "draft.rs", "other_seeds.rs", "types.rs"];

#[test]
#[ignore = "compiles as many layouts as ROWKEY_LAYOUTS says, drawn from ROWKEY_SEED"]
fn other_layouts_keep_the_laws() {
    let (seed, count) = (seed(), count());
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layouts");
    let tests = package.join("tests/generated");
    fs::create_dir_all(&tests).unwrap();
    for file in FILES {
        copy(&folder().join(file), &tests.join(file));
    }
    fs::write(tests.join("layouts.rs"), written(seed, count)).unwrap();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    copy(&workspace.join("Cargo.lock"), &package.join("Cargo.lock"));
    fs::write(package.join("Cargo.toml"), manifest(workspace)).unwrap();

    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["test", "--offline", "--test", "generated", "--", "--include-ignored", "--skip", "other_layouts"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .env("ROWKEY_SEED", seed.to_string())
        .env("ROWKEY_LAYOUTS", count.to_string())
        .status()
        .expect("cargo runs");
    assert!(status.success(), "{count} layouts of seed {seed}, in {}", tests.display());
}

/// Returns the manifest of a workspace of its own, which the enclosing workspace ignores. The profile is that of the
/// enclosing workspace: line numbers and the data of incremental compilation take long, and nothing reads them.
fn manifest(workspace: &Path) -> String {
    let path = |folder: &str| -> PathBuf { workspace.join(folder) };
    format!(
        "[package]\nname = \"layouts\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nrowkey = {{ path = {:?} }}\nrowkey-proof = {{ path = {:?} }}\n\n[workspace]\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n",
        path("rowkey"),
        path("tests/proof"),
    )
}

fn copy(from: &Path, to: &Path) {
    fs::copy(from, to).unwrap_or_else(|error| panic!("{error}: {}", from.display()));
}
