//! Compares what the compiler says about files with mistakes with the stored messages.

use std::io::Write;
use std::{env, io};

/// The compiler of the stored messages. The messages of other versions differ.
const COMPILER: &str = "stable 1.95";

/// Compares what the compiler says about each of these files with the messages stored next to the file.
pub fn have_their_messages(files: &str) {
    if rustversion::cfg!(stable(1.95)) {
        compile_dependencies_once();
        trybuild::TestCases::new().compile_fail(files);
    } else {
        // Bypasses the test harness, which hides the output of passing tests.
        let skipped = format!("\nSKIPPED: the messages of {files} are those of Rust {COMPILER}\n\n");
        io::stderr().write_all(skipped.as_bytes()).unwrap();
    }
}

/// Passes the flags that trybuild passes only for the files with mistakes to all compilations. Otherwise, cargo would
/// compile the dependencies a second time.
fn compile_dependencies_once() {
    const FLAGS: [&str; 5] = ["--cfg=trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];
    // SAFETY: nothing in these programs reads the environment but through the standard library, which locks it.
    unsafe { env::set_var("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")) };
}
