use rowkey::KeyField;

#[derive(KeyField)]
struct Place {
    #[salt(md5, 2)]
    shelf: u16,
    room: u8,
}

fn main() {}
