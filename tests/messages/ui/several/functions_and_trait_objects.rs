// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct CallKey {
    any: for<'b> fn(&'b u8),
    boxed: Box<dyn Fn(&u8)>,
    plain: fn(&u8) -> &u8,
}

fn main() {}
