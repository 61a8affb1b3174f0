//! This crate enables no feature of rowkey, so that its tests can compare the messages about missing features.

#[path = "../../messages/tests/messages/mistakes.rs"]
mod mistakes;

#[test]
fn what_is_not_compiled_in_is_one_error() {
    mistakes::have_their_messages("ui/*.rs");
}
