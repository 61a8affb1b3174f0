//! An embedded store whose work runs on other threads.

use super::remote::{self, Told};
use fastrand::Rng;
use redb::backends::InMemoryBackend;
use rowkey_async::{AsyncDatabase, Embedded, OnThreads, Work};
use rowkey_redb::Database;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::thread;
use tokio::runtime::Runtime;
use tokio::task::spawn_blocking;

fn database<F>(spawn: impl Fn(Work) -> F + Send + Sync + 'static) -> AsyncDatabase<OnThreads<Database>>
where
    F: Future + Send + 'static,
{
    let database = redb::Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
    AsyncDatabase::new(Embedded::new(Database::from(database)).on_threads(spawn))
}

#[test]
fn operations_have_the_same_results_as_in_memory() {
    let runtime = Runtime::new().unwrap();
    let all = remote::operations_have_the_same_results_as_in_memory;
    runtime.block_on(all(&database(spawn_blocking), 7, 60)).unwrap();
    runtime
        .block_on(remote::transactions_have_the_same_results_as_in_memory(&database(spawn_blocking), 7, 12))
        .unwrap();
    // The executor is shut down.
    runtime.block_on(all(&database(|work: Work| async move { drop(work) }), 7, 60)).unwrap();
    // The future ends before the work.
    let start = |work: Work| {
        thread::spawn(work);
        ready(())
    };
    runtime.block_on(all(&database(start), 7, 60)).unwrap();
}

#[test]
fn concurrent_tasks_lose_nothing() {
    let (told, database) = (Arc::new(Mutex::new(Told::default())), Arc::new(database(spawn_blocking)));
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        let writers = (0..4).map(|writer| {
            let (told, database) = (Arc::clone(&told), Arc::clone(&database));
            tokio::spawn(async move {
                let tell = |tell: &mut dyn FnMut(&mut Told)| tell(&mut told.lock().unwrap());
                remote::write_words(&*database, writer, 30, Rng::with_seed(writer as u64), tell).await;
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
    });
    let told = told.lock().unwrap();
    assert_eq!((told.failures, told.count_unknown()), (0, 0));
    runtime.block_on(remote::check_words(&*database, &told)).unwrap();
}
