use heed::types::Bytes;
use heed::{CommitOrAbort, Database, EnvOpenOptions};
use rowkey::RowKey;

use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, number, of_sensor_since, readings, readings_after_and_before,
    readings_back, rows,
};

/// heed returns a range as a `Result` and rows as `Result<(&[u8], &[u8]), _>`. The reverse range is another iterator,
/// which yields the last row first.
#[test]
fn heed_databases_are_read_like_any_store() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    // SAFETY: no other code opens the new folder.
    let env = unsafe { EnvOpenOptions::new().open(&folder)? };
    let created = env.create_databases_and_commit(env.write_txn()?, |databases, transaction| {
        databases.create_database(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
    });
    let database: Database<'_, Bytes, Bytes> = created?.unwrap_commit();
    let mut transaction = env.write_txn()?;
    for (key, value) in rows() {
        database.put(&mut transaction, &key, &value.to_be_bytes())?;
    }
    transaction.commit()?;
    let transaction = env.read_txn()?;

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = database.range(&transaction, &range)?;
    let rows = rows.map(|row| row.map(|(key, value)| (key, number(value))));
    assert_same(decoded(rows.map(Result::unwrap)), of_sensor_since(7, 20));
    // LMDB does not accept an empty key as a bound, so the range of all keys must be unbounded.
    assert_eq!(database.range(&transaction, &Reading::all())?.count(), readings().len());

    let rows = Reading::prefix().scan(|range| database.range(&transaction, &range));
    assert_same(collected(rows, number), readings());
    let back = |range: rowkey::KeyRange| database.rev_range(&transaction, &range);
    let rows = Reading::prefix().scan(back).opened_in_reverse();
    assert_same(collected(rows, number), readings_back());

    let [later, earlier] = readings_after_and_before();
    let rows = Reading::prefix().scan(|range| database.range(&transaction, &range));
    assert_same(collected(rows.after(last_read().encode()).max_open_ranges(2), number), later);
    let rows = Reading::prefix().scan(back).opened_in_reverse().after(last_read().encode());
    assert_same(collected(rows, number), earlier);
    Ok(())
}
