//! This crate turns on no feature of the runtime, so that here it can be seen what is said where one is missing.

#[path = "../../messages/tests/messages/mistakes.rs"]
mod mistakes;

#[test]
fn what_is_not_compiled_in_is_one_error() {
    mistakes::have_their_messages("ui/*.rs");
}
