//! Compiles and tests other layouts than those in `layouts.rs`: in a copy of this folder with another `layouts.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{count, folder, layouts_source, seed};

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
    fs::write(tests.join("layouts.rs"), layouts_source(seed, count)).unwrap();

    let program = package.join("generated");
    let compiled = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024", "--test", "--crate-name", "generated"])
        .args(libraries(&["rowkey", "rowkey_formats", "rowkey_proof", "serde_json"]))
        .args([Path::new("-o"), &program, &tests.join("main.rs")])
        .env("CARGO_MANIFEST_DIR", &package)
        .env("CARGO_TARGET_TMPDIR", &package)
        .status()
        .expect("rustc runs");
    assert!(compiled.success(), "{count} layouts of seed {seed} do not compile, in {}", tests.display());
    let tested = Command::new(&program)
        .args(["--include-ignored", "--skip", "other_layouts"])
        .env("ROWKEY_SEED", seed.to_string())
        .env("ROWKEY_LAYOUTS", count.to_string())
        .status()
        .expect("the program starts");
    assert!(tested.success(), "{count} layouts of seed {seed}, in {}", tests.display());
}

/// Returns the flags that tell rustc where these libraries are. Cargo compiled them for this test; a separate package
/// would compile all of them again.
fn libraries(names: &[&str]) -> Vec<String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["test", "--offline", "--workspace", "--features", "rowkey-tests/thorough,rowkey-tests/more-laws"])
        .args(["--test", "generated", "--no-run", "--message-format=json"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages: Vec<Value> =
        output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let file = |name: &str| -> PathBuf {
        let mut files = messages.iter().filter(|message| message["target"]["name"] == name);
        let files = files.find_map(|message| message["filenames"].as_array());
        let mut files = files.into_iter().flatten().filter_map(Value::as_str).map(PathBuf::from);
        files.find(|file| file.extension().is_some_and(|end| end == "rlib")).expect("cargo names the library's file")
    };
    let folder = file(names[0]).parent().unwrap().to_owned();
    let named = names.iter().map(|name| format!("--extern={name}={}", file(name).display()));
    named.chain([format!("-Ldependency={}", folder.display())]).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::copy(from, to).unwrap_or_else(|error| panic!("{error}: {}", from.display()));
}
