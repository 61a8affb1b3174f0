//! Tests the compile errors about features of rowkey that are not enabled.

#[path = "../../messages/tests/messages/libraries.rs"]
mod libraries;
#[path = "../../messages/tests/messages/mistakes.rs"]
mod mistakes;

#[test]
#[ignore = "compiles rowkey with other features: CI runs it"]
fn a_missing_feature_is_one_error() {
    mistakes::compare_messages("ui/*.rs", || {
        let rowkey = libraries::checked_rowkey(&["std", "md5"], &["rowkey_derive", "memchr", "md5"]);
        libraries::flags([("keys", rowkey)])
    });
}
