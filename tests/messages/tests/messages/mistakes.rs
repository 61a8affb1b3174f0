//! Files with mistakes, and what the compiler says about them.

use std::io::Write;
use std::{env, io};

/// The compiler with which the messages were written. Others word them otherwise.
const COMPILER: &str = "stable 1.95";

/// Compares what the compiler says about each of these files with the messages that stand beside it.
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

/// trybuild compiles what the mistakes need twice: it tells the width of the messages only to the compiler of the mistakes,
/// but to cargo, libraries that were compiled with other flags are other libraries. Here all are told.
fn compile_dependencies_once() {
    const FLAGS: [&str; 5] = ["--cfg=trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];
    // SAFETY: nothing in these programs reads the environment but through the standard library, which locks it.
    unsafe { env::set_var("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")) };
}
