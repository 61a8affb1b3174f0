// errors: 10
use rowkey::{KeyField, RowKey};
use std::borrow::Cow;

#[derive(RowKey)]
struct MutableReferenceHostKey<'a> {
    host: &'a mut str,
}

fn mutable_reference() {
    let _ = MutableReferenceHostKey::prefix().host("host1").range();
}

#[derive(RowKey)]
struct ReferenceToAStringHostKey<'a> {
    host: &'a String,
    #[descending]
    path: &'a Vec<u8>,
}

fn reference_to_a_string() {
    let _ = ReferenceToAStringHostKey::prefix().host("host1").path(b"index").range();
}

#[derive(Clone, KeyField)]
struct HostId(u32);

#[derive(RowKey)]
struct VisitKey<'a> {
    host: &'a HostId,
    digest: &'a [u8; 16],
    #[pad(6)]
    visitor: &'a u32,
    #[reverse]
    visit: &'a u64,
}

fn reference_to_neither_text_nor_bytes() {
    let _ = VisitKey::prefix().range();
}

#[derive(RowKey)]
struct ReferenceWithoutLifetimeHostKey {
    host: &str,
    port: u16,
}

fn reference_without_lifetime() {
    let _ = ReferenceWithoutLifetimeHostKey { host: "a", port: 1 }.encode();
    let _ = ReferenceWithoutLifetimeHostKey::decode(b"");
    let _ = ReferenceWithoutLifetimeHostKey::prefix().host("a").range();
}

#[derive(RowKey)]
struct SliceWithoutLifetimeKey {
    digest: &[u8],
}

#[derive(RowKey)]
struct UndeclaredLifetimeHostKey {
    host: Cow<'a, str>,
    port: u16,
}

fn undeclared_lifetime() {
    let _ = UndeclaredLifetimeHostKey { host: "a".into(), port: 1 }.encode();
}

fn main() {}
