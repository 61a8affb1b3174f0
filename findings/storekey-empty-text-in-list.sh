#!/usr/bin/env bash
# storekey cannot read a list with an empty text that it has written.
#
# Package: storekey 0.11.0 (crates.io), the key encoding of SurrealDB.
#
# The crate documents that it encodes lists of strings, and `encode_vec` returns Ok for every list. An element that could be
# taken for the end of its list is escaped, so a good guess is that every list is read back. A text is written as its bytes
# and a 00, and the list also ends in a 00. The escape is written before numbers and before the bytes of a text. An empty text
# has no bytes, so its 00 is read as the end of the list. Decoding stops there and returns an error. A list of empty byte strings, or of
# empty lists, behaves the same.
#
# Output of 2026-11-29:
#   ["a"] -> 610000 -> Ok(["a"])
#   ["", "a"] -> 00610000 -> Err(BytesRemaining)
#   ["a", ""] -> 61000000 -> Err(BytesRemaining)
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat > Cargo.toml << 'MANIFEST'
[package]
name = "lists"
version = "0.0.0"
edition = "2021"

[dependencies]
storekey = "=0.11.0"
MANIFEST

cat > src/main.rs << 'RUST'
fn main() {
    for list in [&["a"][..], &["", "a"], &["a", ""]] {
        let list: Vec<String> = list.iter().map(|text| text.to_string()).collect();
        let bytes = storekey::encode_vec(&list).unwrap();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        println!("{list:?} -> {hex} -> {:?}", storekey::decode_borrow::<Vec<String>>(&bytes));
    }
}
RUST

cargo run --quiet > output
cat output
diff output - << 'EXPECTED'
["a"] -> 610000 -> Ok(["a"])
["", "a"] -> 00610000 -> Err(BytesRemaining)
["a", ""] -> 61000000 -> Err(BytesRemaining)
EXPECTED
