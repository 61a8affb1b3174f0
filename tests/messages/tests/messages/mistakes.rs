//! Compares what the compiler says about files with mistakes with the stored messages.

use std::io::Write;
use std::{env, io};

/// The compiler that the stored messages are from. Other versions use other words.
const COMPILER: &str = "stable 1.95";

/// Compares what the compiler says about each of these files with the messages stored next to the file.
pub fn have_their_messages(files: &str) {
    if rustversion::cfg!(stable(1.95)) {
        compile_dependencies_once();
        trybuild::TestCases::new().compile_fail(files);
    } else {
        // Past the capture of passing tests' output.
        let skipped = format!("\nSKIPPED: the messages of {files} are those of Rust {COMPILER}\n\n");
        io::stderr().write_all(skipped.as_bytes()).unwrap();
    }
}

/// Gives all compilations the flags that trybuild gives only to the files with mistakes. With other flags, cargo would
/// compile the dependencies a second time.
fn compile_dependencies_once() {
    const FLAGS: [&str; 5] = ["--cfg=trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];
    // SAFETY: nothing in these programs reads the environment but through the standard library, which locks it.
    unsafe { env::set_var("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")) };
}
