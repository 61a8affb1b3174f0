//! Errors that say what is wrong with a table, and what to do.

use super::remote::NoteKey;
use super::{TestResult, client, config, database, endpoint, text_database};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType};
use rowkey::store::RowsError;
use rowkey::store::remote::AsyncError;
use rowkey_dynamodb::{Database, StoreError, create_table, open, open_text};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// Returns the errors of a read and of a write.
async fn errors(database: &Database) -> [StoreError; 2] {
    let note = NoteKey { folder: 1, note: 1 };
    let read = database.read(|rows| rows.get(&note)).await.map(drop);
    let written = database.write(|rows| rows.put(&note, &"tea".into())).await;
    [read, written].map(|result| match result {
        Err(RowsError::Store(AsyncError::Store(error))) => error,
        other => panic!("{other:?}"),
    })
}

#[tokio::test]
async fn a_missing_table_is_an_error_that_names_the_region() {
    for error in errors(&open(client(endpoint()), "missing")).await {
        assert!(matches!(error, StoreError::NoTable { .. }), "{error:?}");
        let expected = "the region `local` has no table `missing`\nhelp: set the region of the client, or create the table: \
                        `rowkey_dynamodb::create_table(&client, \"missing\")`";
        assert_eq!(error.to_string(), expected);
    }
}

/// A table that is opened in the wrong form does not look empty.
#[tokio::test]
async fn the_wrong_form_is_an_error() -> TestResult {
    text_database("wrong_text").await?;
    for error in errors(&open(client(endpoint()), "wrong_text")).await {
        assert!(matches!(error, StoreError::OtherForm { is_text: true, .. }), "{error:?}");
        assert!(error.to_string().contains("open_text(client, \"wrong_text\")"), "{error}");
    }
    database("wrong_binary").await?;
    for error in errors(&open_text(client(endpoint()), "wrong_binary")).await {
        assert!(matches!(error, StoreError::OtherForm { is_text: false, .. }), "{error:?}");
        assert!(error.to_string().contains("open(client, \"wrong_binary\")"), "{error}");
    }
    Ok(())
}

#[tokio::test]
async fn a_table_of_another_program_is_an_error() -> TestResult {
    let client = client(endpoint());
    let attribute = AttributeDefinition::builder().attribute_name("id").attribute_type(ScalarAttributeType::N);
    let key = KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash);
    let create = client.create_table().table_name("foreign").billing_mode(BillingMode::PayPerRequest);
    create.attribute_definitions(attribute.build()?).key_schema(key.build()?).send().await?;
    for error in errors(&open(client, "foreign")).await {
        assert!(matches!(error, StoreError::ForeignTable { .. }), "{error:?}");
        assert!(error.to_string().contains("the table `foreign` has the key attributes `id` (N)"), "{error}");
    }
    Ok(())
}

/// Answers requests for the description of a table: it is created while the first ones arrive.
fn answer(mut stream: TcpStream, descriptions: &mut u32) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let (mut length, mut is_description) = (0, false);
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            is_description |= line.ends_with("describetable");
            if line.is_empty() {
                break;
            }
        }
        reader.read_exact(&mut vec![0; length])?;
        let (status, body) = if is_description {
            *descriptions += 1;
            match *descriptions {
                1 => (400, r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}"#),
                2 | 3 => (200, r#"{"Table":{"TableStatus":"CREATING"}}"#),
                _ => (200, r#"{"Table":{"TableStatus":"ACTIVE"}}"#),
            }
        } else {
            (200, r#"{"TableDescription":{"TableStatus":"CREATING"}}"#)
        };
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status} \r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: {length}\r\n\r\n{body}"
        )?;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn create_table_waits_until_the_table_is_active() -> TestResult {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let endpoint = format!("http://{}", listener.local_addr()?);
    let server = thread::spawn(move || {
        let mut descriptions = 0;
        for stream in listener.incoming() {
            answer(stream.unwrap(), &mut descriptions).unwrap();
            if descriptions >= 4 {
                break;
            }
        }
        descriptions
    });
    let client = Client::from_conf(config(endpoint).build());
    create_table(&client, "slow").await?;
    drop(client);
    assert_eq!(server.join().unwrap(), 4);
    Ok(())
}
