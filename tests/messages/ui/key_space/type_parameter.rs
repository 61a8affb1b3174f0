use rowkey::KeySpace;

#[derive(KeySpace)]
enum Row<K> {
    One(K),
}

fn main() {}
