//! Checks that nothing forgets an adapter: the pages, and `.ci/run`.

use std::fs;
use std::path::Path;

#[test]
fn the_pages_and_the_ci_name_each_adapter() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| fs::read_to_string(root.join(file));
    let stores = read("rowkey/docs/stores.md")?.to_lowercase();
    let (_, lengths) = stores.split_once("## lengths").ok_or("the page has a table of lengths")?;
    let (members, mut count) = (read("Cargo.toml")?, 0);
    let (members, _) = members.split_once("exclude").ok_or("the stores of the other workspace are excluded")?;
    for folder in fs::read_dir(root.join("stores"))? {
        let folder = folder?;
        let name = folder.file_name().into_string().map_err(|_| "a name is text")?;
        // `async` is the layer below the adapters of async stores.
        if name == "async" || !folder.path().join("Cargo.toml").exists() {
            continue;
        }
        count += 1;
        for page in ["README.md", "rowkey/docs/records.md"] {
            assert!(read(page)?.contains(&format!("`rowkey-{name}`")), "{page} does not name `rowkey-{name}`");
        }
        assert!(lengths.contains(&name), "rowkey/docs/stores.md does not say which keys {name} can store");
        // A store that `cargo test --workspace` does not test has a script.
        if !members.contains(&format!("\"stores/{name}\"")) {
            let step = format!(" .ci/check-{name}\n");
            assert!(read(".ci/run")?.contains(&step), ".ci/run has no step with `{}`", step.trim());
        }
    }
    assert!(count >= 4);
    Ok(())
}

#[test]
fn both_workspaces_have_the_same_lints() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let lints = |manifest: &str| {
        let text = fs::read_to_string(root.join(manifest))?;
        let (_, lints) = text.split_once("[workspace.lints.rust]").ok_or("there are lints")?;
        let (lints, _) = lints.split_once("[profile").ok_or("a profile follows")?;
        Ok::<_, Box<dyn std::error::Error>>(lints.to_owned())
    };
    let first = lints("Cargo.toml")?;
    assert!(first.lines().count() > 10);
    assert_eq!(first, lints("stores/Cargo.toml")?);
    Ok(())
}
