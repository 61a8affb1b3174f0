//! Compares a store, such as redb, with [`Memory`], rowkey's store in memory: after random transactions, every read
//! must return the same rows from both stores.

use super::records::{read_everything, run_operation};
use super::transactions::TestResult;
use super::{Database, Error, with_database};
use rowkey::store::{Memory, Rows};

/// The reason why a transaction was not committed.
#[derive(Debug)]
enum NotCommitted {
    /// An operation returned an error that the test does not expect.
    Failed,
    /// The test aborted the transaction.
    Aborted,
}

impl From<Error> for NotCommitted {
    fn from(_: Error) -> Self {
        Self::Failed
    }
}

#[test]
fn operations_have_the_same_results_as_in_memory() -> TestResult {
    with_database(|database: &Database| {
        let mut random = fastrand::Rng::with_seed(7);
        let mut memory = Memory::new();
        for _ in 0..24 {
            let mut expected = Rows::new(memory.clone());
            let (count, is_aborted) = (random.usize(..12), random.u8(..5) == 0);
            let mut repeated_random = random.clone();
            let results: Vec<_> =
                (0..count).map(|_| run_operation(&mut expected, &mut random)).collect::<Result<_, _>>()?;
            let expected_rows = read_everything(&expected)?;
            let ended = database.try_write(|rows| {
                for result in &results {
                    assert_eq!(run_operation(rows, &mut repeated_random)?, *result);
                }
                assert_eq!(read_everything(rows)?, expected_rows, "within a transaction");
                if is_aborted { Err(NotCommitted::Aborted) } else { Ok(()) }
            });
            match ended {
                Ok(()) => memory = expected.into_store()?,
                Err(reason) => assert!(is_aborted && matches!(reason, NotCommitted::Aborted), "{reason:?}"),
            }
            assert_eq!(
                read_everything(&database.read()?)?,
                read_everything(&Rows::new(&memory))?,
                "after a transaction"
            );
        }
        Ok(())
    })
}
