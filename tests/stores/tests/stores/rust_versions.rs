//! Checks that no package promises an older Rust than its dependencies need. Cargo reports this only to users of that Rust.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[test]
#[ignore = "fetches the dependencies of all adapters, so only CI runs it"]
fn rust_versions_of_packages() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut workspaces = vec![root.clone(), root.join("stores")];
    for folder in fs::read_dir(root.join("stores"))? {
        let folder = folder?.path();
        if folder.join("Cargo.lock").exists() {
            workspaces.push(folder);
        }
    }
    let (mut checked, mut faults) = (0, Vec::new());
    for workspace in workspaces {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .current_dir(&workspace)
            .output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata = serde_json::from_slice(&output.stdout)?;
        checked += check(&metadata, &mut faults).ok_or("cargo prints its metadata in another form")?;
    }
    assert!(checked >= 15, "only {checked} packages have a rust-version");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// Compares each package that is published with its dependencies, and returns the number of these packages.
fn check(metadata: &Value, faults: &mut Vec<String>) -> Option<usize> {
    let by_id = |list: &'static str, values: &'static str| {
        let values = if list.is_empty() { &metadata[values] } else { &metadata[list][values] };
        let values = values.as_array()?.iter().map(|value| Some((value["id"].as_str()?, value)));
        values.collect::<Option<HashMap<_, _>>>()
    };
    let (packages, nodes) = (by_id("", "packages")?, by_id("resolve", "nodes")?);
    let mut checked = 0;
    for member in metadata["workspace_members"].as_array()? {
        let package = packages[member.as_str()?];
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        checked += 1;
        let name = &package["name"];
        let Some(promised) = package["rust_version"].as_str() else {
            faults.push(format!("{name} has no rust-version"));
            continue;
        };
        let (mut seen, mut to_visit) = (HashSet::new(), vec![member.as_str()?]);
        while let Some(id) = to_visit.pop() {
            if !seen.insert(id) {
                continue;
            }
            let dependency = packages[id];
            if let Some(needed) = dependency["rust_version"].as_str()
                && numbers(needed) > numbers(promised)
            {
                faults.push(format!("{name} promises Rust {promised}, but {} needs {needed}", dependency["name"]));
            }
            let dependencies = nodes[id]["deps"].as_array()?.iter();
            to_visit.extend(dependencies.filter(|edge| !is_for_tests(edge)).filter_map(|edge| edge["pkg"].as_str()));
        }
    }
    Some(checked)
}

fn is_for_tests(edge: &Value) -> bool {
    edge["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().all(|kind| kind["kind"] == "dev"))
}

/// Returns the numbers of a version: `1.9` is before `1.10`, and equals `1.9.0`.
fn numbers(version: &str) -> [u32; 3] {
    let mut numbers = [0; 3];
    for (number, digits) in numbers.iter_mut().zip(version.split('.')) {
        *number = digits.parse().unwrap_or(u32::MAX);
    }
    numbers
}
