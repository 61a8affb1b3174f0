use rowkey::{KeyField, RowKey};

const OPEN: u8 = 9;

#[derive(Clone, Copy, PartialEq, PartialOrd, KeyField)]
enum State {
    #[code(OPEN)]
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
