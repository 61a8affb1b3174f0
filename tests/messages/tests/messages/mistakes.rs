//! Compares the compiler's messages about files with mistakes with the messages that are stored next to these files.

use std::io::Write;
use std::{env, io};

/// The compiler of the stored messages. The messages of other versions differ.
const COMPILER: &str = "stable 1.95";

/// Compares what the compiler says about each of these files with the messages stored next to the file. `libraries`
/// returns the flags that name the libraries that the files use.
pub fn compare_messages(files: &str, libraries: impl FnOnce() -> Vec<String>) {
    if rustversion::cfg!(stable(1.95)) {
        pass_to_rustc(libraries());
        trybuild::TestCases::new().compile_fail(files);
    } else {
        // Bypasses the test harness, which hides the output of passing tests.
        let skipped = format!("\nSKIPPED: the messages of {files} are those of Rust {COMPILER}\n\n");
        io::stderr().write_all(skipped.as_bytes()).unwrap();
    }
}

/// Sets `CARGO_ENCODED_RUSTFLAGS`, the flags that cargo passes to rustc. The variable replaces the flags that trybuild
/// sets, so `FLAGS_OF_TRYBUILD` repeats them. Because of `--cfg=trybuild`, the package that trybuild makes of the
/// files has no dependencies: see `Cargo.toml`. With dependencies, trybuild would compile all of them again.
fn pass_to_rustc(libraries: Vec<String>) {
    const FLAGS_OF_TRYBUILD: [&str; 5] = ["--cfg=trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];
    let flags = [FLAGS_OF_TRYBUILD.map(String::from).to_vec(), libraries].concat();
    // SAFETY: these programs read the environment only through the standard library, which locks it.
    unsafe { env::set_var("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")) };
}
