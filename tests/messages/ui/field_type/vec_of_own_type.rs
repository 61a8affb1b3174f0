use rowkey::RowKey;

struct Tag;

#[derive(RowKey)]
struct PostKey {
    tags: Vec<Tag>,
}

fn main() {}
