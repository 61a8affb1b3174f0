#!/usr/bin/env bash
# One small row in a keyspace of fjall keeps the journals of all other keyspaces on the disk.
#
# Package: fjall 3.1.13 (crates.io), an embedded store of log-structured merge trees.
#
# Each keyspace has its own sorted files, so a good guess is that a journal can go when the large keyspace that fills it has been
# written to sorted files. But fjall deletes journals in their order, and keeps one as long as any keyspace has rows in it that
# are only in memory. A keyspace with a single row does not fill its memory, so the first journal stays, and all later ones with it,
# until they reach `max_journaling_size` (512 MiB). Disk space is then that much larger than the data, and opening the
# database reads these journals. A program with settings in one keyspace and data in another meets this.
#
# Output of 2026-11-29:
#   settings: no row, the first journal is deleted: true
#   settings: one row, the first journal is deleted: false
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat > Cargo.toml << 'TOML'
[package]
name = "journals"
version = "0.0.0"
edition = "2024"

[dependencies]
fjall = "=3.1.13"

[workspace]
TOML
cat > src/main.rs << 'RUST'
use fjall::{Database, KeyspaceCreateOptions};
use std::time::Duration;
use std::{env, thread};

/// Writes 400 MB to one keyspace, and perhaps a row to another one before. Returns whether the first journal is deleted.
fn is_first_deleted(folder: &str, has_setting: bool) -> fjall::Result<bool> {
    let path = env::current_dir()?.join(folder);
    let database = Database::builder(&path).open()?;
    let settings = database.keyspace("settings", KeyspaceCreateOptions::default)?;
    let data = database.keyspace("data", KeyspaceCreateOptions::default)?;
    if has_setting {
        settings.insert("language", "en")?;
    }
    for row in 0..400_000_u32 {
        data.insert(row.to_be_bytes(), [row as u8; 1000])?;
    }
    thread::sleep(Duration::from_secs(10));
    Ok(!path.join("0.jnl").exists())
}

fn main() -> fjall::Result<()> {
    for (folder, has_setting) in [("without", false), ("with", true)] {
        let rows = if has_setting { "one row" } else { "no row" };
        println!("settings: {rows}, the first journal is deleted: {}", is_first_deleted(folder, has_setting)?);
    }
    Ok(())
}
RUST
cargo run --quiet --release > output 2> build.log || { cat build.log output; exit 1; }
cat output
diff output - << 'EXPECTED'
settings: no row, the first journal is deleted: true
settings: one row, the first journal is deleted: false
EXPECTED
