use rowkey::KeyField;

#[derive(KeyField)]
union Channel {
    number: u8,
}

fn main() {}
