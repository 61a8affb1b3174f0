// errors: 9
use rowkey::RowKey;
use std::borrow::Cow;

enum Channel {
    Web,
    Shop,
}

#[derive(RowKey)]
struct VisitKey {
    channel: Channel,
    visit: u64,
}

fn enum_without_derive() {
    let _ = VisitKey { channel: Channel::Web, visit: 1 }.encode();
}

#[derive(Clone)]
struct Tag;

#[derive(RowKey)]
struct ListsAndBoxesOfOwnTypesKey<'a> {
    tags: Vec<Tag>,
    boxed: Box<Tag>,
    #[reverse]
    reversed: Vec<Tag>,
    #[pad(4)]
    padded_box: Box<Tag>,
    #[pad(4)]
    padded_cow: Cow<'a, Tag>,
    array: [Tag; 2],
}

#[allow(non_camel_case_types)]
struct u32(u8);

#[derive(RowKey)]
struct NamedLikeAPrimitiveTypeKey {
    customer: u32,
}

fn main() {}
