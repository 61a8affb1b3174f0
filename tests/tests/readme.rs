//! The README's example is the same code as the example `readme`.

#[test]
fn the_example_is_the_readmes() {
    let readme = include_str!("../../README.md");
    let (_, code) = readme.split_once("```rust\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    assert!(include_str!("../../examples/readme.rs").ends_with(code));
}
