use rowkey::{Query, Ranges};

fn ranges<Q: Query>(query: Q) -> Ranges {
    query.ranges()
}

fn main() {}
