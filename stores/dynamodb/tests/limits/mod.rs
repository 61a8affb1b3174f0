//! The limits of DynamoDB: a row that fits is written and read, and a row that does not is an error that names the limit. Steps
//! of jobs fit into transactions by themselves.

use super::{TestResult, client, database, endpoint, items, text_database};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{LAYOUTS, Memory, Rows, RowsError};
use rowkey_async::AsyncError;
use rowkey_dynamodb::{Database, Error, KeyPart, StoreError, open};
use std::fmt::Debug;

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "rooms", indexes(MemberByNote))]
struct MemberKey {
    room: String,
    #[rowkey(sort_key)]
    name: String,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = MemberKey, table = "rooms.note")]
struct MemberByNote {
    #[rowkey(from = value)]
    note: String,
    room: String,
    #[rowkey(sort_key)]
    name: String,
}

/// A key in one partition.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "words")]
struct WordKey {
    word: String,
}

/// A key whose text is the key itself.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_', value = String, format = rowkey::Raw, table = "lines")]
struct LineKey {
    page: String,
    #[rowkey(sort_key)]
    line: String,
}

fn member(room: usize, name: usize) -> MemberKey {
    MemberKey { room: "r".repeat(room), name: "n".repeat(name) }
}

/// Checks that a record with the longest part is stored, and that one with a byte more is an error that says so.
async fn check_longest<K: Record<Value = String> + rowkey::OwnedKey + Debug + PartialEq>(
    database: &Database,
    table: &str,
    key: impl Fn(usize) -> K,
    longest: usize,
    part: KeyPart,
    text: &[&str],
) -> TestResult {
    let stored = async || items(table).await.map(|items| items.len());
    database.write(|rows| rows.put(&key(longest), &"tea".into())).await?;
    assert_eq!(database.read(|rows| rows.get(&key(longest))).await?.as_deref(), Some("tea"));
    let before = stored().await?;

    let error = database.write(|rows| rows.put(&key(longest + 1), &"tea".into())).await.unwrap_err();
    let is_right = |error: &Error| matches!(error, RowsError::Store(AsyncError::Store(StoreError::KeyLength { part: found, .. })) if *found == part);
    assert!(is_right(&error), "{error:?}");
    for text in text.iter().copied().chain([&*part.limit().to_string()]) {
        assert!(error.to_string().contains(text), "{text}: {error}");
    }
    assert_eq!(database.read(|rows| rows.get(&key(longest + 1))).await?, None);
    assert_eq!(database.write(|rows| rows.take(&key(longest + 1))).await?, None);
    assert_eq!(stored().await?, before, "nothing was written");
    assert_eq!(database.write(|rows| rows.take(&key(longest))).await?.as_deref(), Some("tea"));
    Ok(())
}

#[tokio::test]
async fn the_longest_keys_are_stored_and_longer_ones_name_the_limit() -> TestResult {
    let word = |length: usize| WordKey { word: "w".repeat(length) };
    let line = |page: usize, line: usize| LineKey { page: "p".repeat(page), line: "l".repeat(line) };

    let binary = database("longest").await?;
    // Two bytes end the field `room`. The entry of the index also has the note and its end.
    check_longest(&binary, "longest", |length| member(1, length), 1024, KeyPart::Sort, &["table `rooms`", "`name`"])
        .await?;
    let listed = |length| member(length, 1);
    check_longest(
        &binary,
        "longest",
        listed,
        1023 - 2 - 5,
        KeyPart::ListedPartition,
        &["table `rooms.note`", "`note`, `room`"],
    )
    .await?;
    check_longest(&binary, "longest", word, 1024, KeyPart::Sort, &["table `words`", "`word`", "sort_key"]).await?;

    let text = text_database("text_longest").await?;
    check_longest(&text, "text_longest", |length| member(1, length), 512, KeyPart::Sort, &["table `rooms`", "`name`"])
        .await?;
    check_longest(&text, "text_longest", |length| line(1, length), 1024, KeyPart::Sort, &["table `lines`", "`line`"])
        .await?;
    check_longest(
        &text,
        "text_longest",
        |length| line(length, 1),
        1022,
        KeyPart::ListedPartition,
        &["table `lines`", "`page`"],
    )
    .await
}

/// Bounds that no row can have still give the right rows.
#[tokio::test]
async fn long_bounds_have_the_same_rows_as_in_memory() -> TestResult {
    let lengths = [1, 500, 511, 512, 1023, 1024];
    let bounds: Vec<String> = [0, 1, 510, 511, 512, 513, 1022, 1023, 1024, 1025, 1026, 3000]
        .into_iter()
        .flat_map(|length| {
            ["n".repeat(length), "n".repeat(length) + "a", "n".repeat(length) + "z", "n".repeat(length) + "ü"]
        })
        .collect();
    for (name, is_text) in [("bounds", false), ("text_long_bounds", true)] {
        let database = if is_text { text_database(name).await? } else { database(name).await? };
        let mut memory = Rows::new(Memory::new());
        for length in lengths {
            for end in ["", "a", "z"] {
                let line = "n".repeat(length - end.len().min(length - 1)) + end;
                let (key, word) = (LineKey { page: "p".into(), line: line.clone() }, WordKey { word: line });
                memory.put(&key, &"tea".into())?;
                database.write(|rows| rows.put(&key, &"tea".into())).await?;
                if word.word.len() <= 512 || !is_text {
                    memory.put(&word, &"tea".into())?;
                    database.write(|rows| rows.put(&word, &"tea".into())).await?;
                }
            }
        }
        for start in &bounds {
            for end in bounds.iter().filter(|end| start < *end).step_by(3) {
                let query = || LineKey::prefix().page("p").line_in(start.as_str()..end.as_str());
                let expected: Vec<_> = memory.scan(query()).collect::<Result<_, _>>()?;
                let found: Vec<(LineKey, String)> = database.scan(query()).collect().await?;
                assert_eq!(found, expected, "{} to {}", start.len(), end.len());
                let query = || WordKey::prefix().word_in(start.as_str()..end.as_str());
                let expected: Vec<_> = memory.scan(query()).rev().collect::<Result<_, _>>()?;
                let found: Vec<(WordKey, String)> = database.scan(query()).rev().collect().await?;
                assert_eq!(found, expected, "{} to {}", start.len(), end.len());
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_row_has_at_most_400_kib() -> TestResult {
    let database = database("row_length").await?;
    let key = WordKey { word: "word".into() };
    // The names of the attributes, the partition key `words` with a zero byte, and the sort key.
    let longest = (400 << 10) - 3 - 6 - 4;
    let value = "v".repeat(longest);
    database.write(|rows| rows.put(&key, &value)).await?;
    assert_eq!(database.read(|rows| rows.get(&key)).await?.map(|value| value.len()), Some(longest));
    let error = database.write(|rows| rows.put(&key, &"v".repeat(longest + 1))).await.unwrap_err();
    assert!(
        matches!(
            &error,
            RowsError::Store(AsyncError::Store(StoreError::RowLength { table: "words", length: 409_601, .. }))
        ),
        "{error}"
    );
    assert!(error.to_string().contains("the row `word` of table `words` has 409601 bytes"), "{error}");
    assert_eq!(database.read(|rows| rows.get(&key)).await?.map(|value| value.len()), Some(longest));

    let too_many = database.write(|rows| {
        (0..12).try_for_each(|word| rows.put(&WordKey { word: format!("w{word}") }, &"v".repeat(390_000)))
    });
    let error = too_many.await.unwrap_err();
    assert!(matches!(error, RowsError::Store(AsyncError::Store(StoreError::TooManyBytes { .. }))), "{error}");
    for word in 0..12 {
        let key = WordKey { word: format!("w{word}") };
        database.write(|rows| rows.put(&key, &"v".repeat(390_000))).await?;
    }
    let mut steps = Vec::new();
    while steps.last() != Some(&0) {
        steps.push(database.write(|rows| rows.remove_some(WordKey::prefix(), 1000)).await?);
    }
    assert_eq!(steps.iter().sum::<u64>(), 13, "{steps:?}");
    Ok(())
}

/// Records with five indexes. A record has several entries in one of them.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "posts", indexes(ByFirst, ByWord, BySalt, ByLength, ByWhole))]
struct PostKey {
    blog: u8,
    #[rowkey(sort_key)]
    post: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.first")]
struct ByFirst {
    #[rowkey(from = value.chars().next()?)]
    first: char,
    #[rowkey(sort_key)]
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.word")]
struct ByWord {
    #[rowkey(from_each = value.split_whitespace())]
    word: String,
    #[rowkey(sort_key)]
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.salt", salt(md5, buckets = 3))]
struct BySalt {
    #[rowkey(from = value)]
    text: String,
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.length", stores = String)]
struct ByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    post: u16,
    blog: u8,
}

#[derive(Debug, RowKey)]
#[rowkey(index_of = PostKey, table = "posts.whole")]
struct ByWhole {
    #[rowkey(from = value)]
    text: String,
    post: u16,
    blog: u8,
}

/// The same records in a version of the program without indexes.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "posts")]
struct PlainPostKey {
    blog: u8,
    #[rowkey(sort_key)]
    post: u16,
}

/// The records after a migration.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "articles")]
struct ArticleKey {
    blog: u8,
    #[rowkey(sort_key)]
    post: u16,
}

fn text(post: u16) -> String {
    let words = ["tea", "cup", "süß", "milk", "jam", "bun", "egg", "nut", "fig"];
    let count = usize::from(post % 10);
    words.iter().cycle().skip(count).take(count).copied().collect::<Vec<_>>().join(" ")
}

/// The result of a job does not depend on the size of its steps, which fit by themselves.
#[tokio::test]
async fn steps_fit_into_transactions() -> TestResult {
    const POSTS: u16 = 40;
    let database = database("steps").await?;
    let entries: u64 = (0..POSTS).map(|post| 3 + u64::from(post % 10 > 0) + u64::from(post % 10)).sum();
    for batch in [20, 1000] {
        for post in 0..POSTS {
            let key = PlainPostKey { blog: u8::try_from(post % 3)?, post };
            database.write(|rows| rows.put(&key, &text(post))).await?;
        }
        let rebuild = || database.run_steps("posts", |rows, cursor| rows.rebuild::<PostKey>(cursor, batch));
        let built = rebuild().await.map_err(|error| format!("batch {batch}: {error}"))?;
        assert_eq!((built.missing, built.wrong, built.stale), (entries, 0, 0), "batch {batch}");
        let checked = database.read(|rows| rows.verify::<PostKey>(None, usize::MAX)).await?;
        assert!(checked.is_clean() && checked.checked == entries + u64::from(POSTS), "{checked:?}");
        let again = rebuild().await?;
        assert_eq!((again.missing, again.wrong, again.stale, again.checked), (0, 0, 0, checked.checked));

        // The records change without their entries.
        for post in 0..POSTS {
            let key = PlainPostKey { blog: u8::try_from(post % 3)?, post };
            database.write(|rows| rows.put(&key, &text(post + 3))).await?;
        }
        let built = rebuild().await.map_err(|error| format!("batch {batch}: {error}"))?;
        assert!(built.missing > 0 && built.stale > 0, "{built:?}");
        let checked = database.read(|rows| rows.verify::<PostKey>(None, usize::MAX)).await?;
        assert!(checked.is_clean(), "{checked:?}");

        let moved = database.run_steps("move", |rows, cursor| {
            rows.migrate(PostKey::prefix().blog(1), cursor, batch, |PostKey { blog, post }, text| {
                Some((ArticleKey { blog, post }, text))
            })
        });
        assert_eq!(moved.await?.moved, 13, "batch {batch}");
        let mut removed = 0;
        loop {
            let step = database.write(|rows| rows.remove_some(PostKey::prefix().blog(0), batch as u64)).await?;
            let step =
                step + database.write(|rows| rows.remove_some(ByWord::prefix().word("tea"), batch as u64)).await?;
            if step == 0 {
                break;
            }
            removed += step;
        }
        assert!(removed >= 13, "{removed}");
        while database.write(|rows| rows.remove_some(PostKey::prefix().blog(2), batch as u64)).await? > 0 {}
        while database.write(|rows| rows.remove_some(ArticleKey::prefix().blog(1), batch as u64)).await? > 0 {}
        let left = items("steps").await?;
        let left: Vec<_> = left.keys().filter(|(partition, _)| !partition.starts_with(LAYOUTS.name())).collect();
        assert!(
            left.iter().all(|(partition, _)| partition.starts_with("rowkey.partitions")),
            "batch {batch}: {left:?}"
        );
    }
    let other = open(client(endpoint()), "steps");
    assert_eq!(other.read(|rows| rows.count(ByWhole::prefix())).await?, 0);
    Ok(())
}
