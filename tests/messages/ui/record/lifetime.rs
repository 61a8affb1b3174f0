// errors: 2
use rowkey::RowKey;
use rowkey::store::{Memory, Rows, RowsError, Write};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct HostKey {
    host: u16,
}

fn write<R>(transaction: impl FnOnce(&mut Rows<&mut Memory>) -> R) -> R {
    let mut store = Memory::new();
    transaction(&mut Rows::new(&mut store))
}

fn step<S: Write>(rows: &mut Rows<S>) -> Result<(), RowsError<S::Error>> {
    rows.put(&HostKey { host: 7 }, &"up".into())
}

fn generic_function_in_a_transaction() {
    let _ = write(step);
}

fn cursor_that_borrows_from_the_page() {
    let rows = Rows::new(Memory::new());
    let mut cursor = None;
    loop {
        let page = rows.scan(HostKey::prefix()).page(cursor, 10).unwrap();
        cursor = page.next.as_deref();
    }
}

fn main() {}
