use rowkey::KeySpace;

mod user {
    #[derive(rowkey::RowKey)]
    #[rowkey(namespace = "k/")]
    pub struct Key {
        user: u32,
    }
}

mod order {
    #[derive(rowkey::RowKey)]
    #[rowkey(namespace = "k/")]
    pub struct Key {
        order: u32,
    }
}

#[derive(KeySpace)]
enum Row {
    User(user::Key),
    Order(order::Key),
}

fn main() {}
