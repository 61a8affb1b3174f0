//! This crate turns on no feature of the runtime, so that here it can be seen what is said where one is missing.

use std::io::{self, Write};

#[test]
fn a_digest_that_is_not_compiled_in_is_one_error() {
    if rustversion::cfg!(stable(1.95)) {
        trybuild::TestCases::new().compile_fail("ui/digest_not_compiled_in.rs");
    } else {
        // Not by a macro, whose output the test runner would hide.
        writeln!(io::stderr(), "\nSKIPPED: the messages in tests/renamed/ui are those of Rust stable 1.95\n").unwrap();
    }
}
