//! Tests `rowkey::scan::stream`, which returns the rows of a query from an asynchronous store.

use crate::laws::all_rows;
use crate::model::{Model, UserKey, any_operation};
use rowkey::record::{Record, ValueFormat};
use rowkey::store::{Memory, Rows};
use rowkey::{KeyRange, RowKey};
use std::cell::Cell;
use std::future::poll_fn;
use std::task::Poll;

/// Returns the first `size` rows of a range. The future is pending for `polls` polls.
async fn fetch(rows: &Memory, range: KeyRange, size: usize, polls: u32) -> Result<Vec<(Vec<u8>, Vec<u8>)>, String> {
    let mut polls_left = polls;
    poll_fn(|context| {
        let Some(left) = polls_left.checked_sub(1) else { return Poll::Ready(()) };
        polls_left = left;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
    let rows = rows.rows(UserKey::TABLE.name()).filter(|(key, _)| range.contains(key));
    Ok(rows.take(size).map(|(key, value)| (key.to_vec(), value.to_vec())).collect())
}

/// A stream returns the rows of a scan, whether a request returns 1, 2 or 3 rows, and however long the request takes.
#[test]
fn a_stream_is_a_scan() {
    fastrand::seed(7);
    for _ in 0..50 {
        let (mut rows, mut model) = (Rows::new(Memory::new()), Model::new());
        for _ in 0..20 {
            any_operation(&mut rows, &mut model);
        }
        let size = fastrand::usize(1..4);
        let requests = Cell::new(0);
        let read = |range| {
            requests.set(requests.get() + 1);
            fetch(rows.store(), range, size, fastrand::u32(..3))
        };
        let decoded = |row: Result<(UserKey, Vec<u8>), _>| {
            let (key, value) = row.unwrap();
            let user = <UserKey as Record>::Format::read(&value).unwrap();
            (key, user)
        };
        let streamed = futures_lite::stream::block_on(rowkey::scan::stream(UserKey::prefix(), read)).map(decoded);
        assert_eq!(streamed.collect::<Vec<_>>(), all_rows(rows.scan(UserKey::prefix())));
        // Each row needs at most one request. Each of the three buckets needs one more request, which returns no rows.
        assert!(requests.take() <= model.len() + 3);

        let of_tenant = rowkey::scan::stream(UserKey::prefix().tenant("a"), read);
        let streamed = futures_lite::stream::block_on(of_tenant).map(decoded);
        assert_eq!(streamed.collect::<Vec<_>>(), all_rows(rows.scan(UserKey::prefix().tenant("a"))));
    }
}

/// After an error of the store, a stream ends. After a key that cannot be decoded, the stream continues.
#[test]
fn a_stream_ends_after_an_error_of_the_store_and_continues_after_a_damaged_key() {
    let failing = rowkey::scan::stream(UserKey::prefix(), |range: KeyRange| async move {
        let key = [range.start(), b"a\0\0\x01"].concat();
        if range.start() == [1] { Err("the connection is closed") } else { Ok(vec![(key, ())]) }
    });
    let errors: Vec<_> = futures_lite::stream::block_on(failing).map(|row| row.unwrap_err().bucket()).collect();
    assert_eq!(errors, [1]);

    let damaged = rowkey::scan::stream(UserKey::prefix(), |range: KeyRange| async move {
        let keys = [0, 1, 2].map(|bucket| vec![bucket, b'?']).into_iter();
        Ok::<_, String>(keys.filter(|key| range.contains(key)).map(|key| (key, ())).collect())
    });
    let errors = futures_lite::stream::block_on(damaged).map(|row| row.unwrap_err().key().map(<[u8]>::to_vec));
    assert_eq!(errors.collect::<Vec<_>>(), [0, 1, 2].map(|bucket| Some(vec![bucket, b'?'])));
}
