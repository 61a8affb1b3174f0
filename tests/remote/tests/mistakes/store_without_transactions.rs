//! A program with a unique index says that it needs a store with transactions, and chooses another one.

mod no_rows;

use no_rows::NoRows;
use rowkey_async::{AsyncDatabase, AsyncMemory, RowByRow, Transactional};

fn run<S: Transactional>(_: AsyncDatabase<S>) {}

fn main() {
    run(AsyncDatabase::new(AsyncMemory::default()));
    #[cfg(not(feature = "mended"))]
    run(AsyncDatabase::new(RowByRow::new(NoRows)));
    #[cfg(feature = "mended")]
    let _ = RowByRow::new(NoRows);
}
