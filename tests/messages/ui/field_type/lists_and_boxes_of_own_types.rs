// errors: 6
use rowkey::RowKey;
use std::borrow::Cow;

#[derive(Clone)]
struct Tag;

#[derive(RowKey)]
struct PostKey<'a> {
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

fn main() {}
