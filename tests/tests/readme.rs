//! Tests that the README shows the code of `examples/readme.rs`, and that links to headings lead to headings that
//! exist.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_readme_shows_the_example() {
    let readme = include_str!("../../README.md");
    let (_, code) = readme.split_once("```rust\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    assert!(include_str!("../../examples/readme.rs").ends_with(code));
}

fn crate_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rowkey")
}

fn collect_files(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_files(&path, extension, files);
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
}

/// Returns the path of the module whose documentation contains the file, such as `crate::records`.
fn module_path(file: &Path) -> String {
    let module = match file.strip_prefix(crate_folder().join("docs")) {
        Ok(file) if file.starts_with("choosing") => "choosing".into(),
        Ok(file) => file.with_extension("").to_str().unwrap().replace('/', "::").replace("::index", ""),
        Err(_) => return "crate".into(),
    };
    match &*module {
        "layout" => "crate::guide::byte_layout".into(),
        "records" => "crate::record".into(),
        "format" | "messages" => format!("crate::{module}"),
        module => format!("crate::guide::{module}"),
    }
}

/// Returns the id that rustdoc gives a heading: letters, digits, `-` and `_`, with spaces as `-`.
fn heading_id(heading: &str) -> String {
    let text = heading.split_once("](").map_or(heading, |(text, _)| text);
    let kept = text.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn ids(text: &str) -> impl Iterator<Item = String> {
    let outside_code = text.split("\n```").step_by(2);
    outside_code.flat_map(str::lines).filter_map(|line| {
        let heading = line.trim_start_matches('#').strip_prefix(' ')?;
        line.starts_with('#').then(|| heading_id(heading))
    })
}

#[test]
fn links_to_headings_are_right() {
    let mut pages = vec![crate_folder().join("README.md")];
    collect_files(&crate_folder().join("docs"), "md", &mut pages);
    let mut files = pages.clone();
    collect_files(&crate_folder().join("src"), "rs", &mut files);

    let mut headings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in &pages {
        headings.entry(module_path(file)).or_default().extend(ids(&fs::read_to_string(file).unwrap()));
    }
    let (mut checked, mut wrong) = (0, Vec::new());
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for (before, after) in text.match_indices('#').map(|(at, _)| text.split_at(at)) {
            // The path before `#`, such as `crate::guide::byte_layout`. A link without a path, `](#heading)`, is to the same
            // page.
            let target = before.rsplit(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).next().unwrap();
            let is_page = file.extension().is_some_and(|extension| extension == "md");
            let target =
                if target.is_empty() && is_page && before.ends_with("](") { &module_path(file) } else { target };
            let Some(known_ids) = headings.get(target) else { continue };
            let link: String = after[1..].chars().take_while(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
            checked += 1;
            if !known_ids.contains(&link) {
                wrong.push(format!("{}: {target}#{link}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(checked > 100, "only {checked} links were found");
}
