use rowkey::{KeyField, RowKey};

#[derive(Clone, Copy, PartialEq, PartialOrd, KeyField)]
enum State {
    #[code(9)]
    Open,
    #[code(2)]
    Closed,
}

#[derive(RowKey)]
struct OrderKey {
    state: State,
    order: u64,
}

fn main() {
    let _ = OrderKey::prefix().state_in(State::Open..).range();
}
