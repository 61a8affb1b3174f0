//! Requests that DynamoDB refuses, according to its documentation, and dynoxide answers: an empty or too long value of a key
//! attribute in the condition of a query. All clients of the tests check their requests with [`Refused`], so a request that
//! only the server of the tests would answer fails.

use super::{TestResult, config, database, endpoint};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::interceptors::BeforeSerializationInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::query::{QueryInput, QueryOutput};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

/// The longest partition key and the longest sort key, in bytes.
const LIMITS: [usize; 2] = [2048, 1024];

/// Refuses requests that DynamoDB refuses.
#[derive(Debug)]
pub(crate) struct Refused;

impl Intercept for Refused {
    fn name(&self) -> &'static str {
        "Refused"
    }

    fn read_before_serialization(
        &self,
        context: &BeforeSerializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Some(query) = context.input().downcast_ref::<QueryInput>() else { return Ok(()) };
        for (name, value) in query.expression_attribute_values().into_iter().flatten() {
            let [partition, sort] = LIMITS;
            let limit = if name == ":p" { partition } else { sort };
            match value {
                AttributeValue::B(bytes) if (1..=limit).contains(&bytes.as_ref().len()) => {}
                AttributeValue::S(text) if (1..=limit).contains(&text.len()) => {}
                other => return Err(format!("DynamoDB refuses the value {other:?} of {name}").into()),
            }
        }
        Ok(())
    }
}

/// Sends a query with a partition key and the start of a range, both of this length.
async fn query(client: &Client, lengths: [usize; 2]) -> Result<QueryOutput, String> {
    let [partition, start] = lengths.map(|length| AttributeValue::B(Blob::new(vec![b'a'; length])));
    let query = client.query().table_name("refused").key_condition_expression("p = :p AND s >= :start");
    let query = query.expression_attribute_values(":p", partition).expression_attribute_values(":start", start);
    query.send().await.map_err(|error| format!("{error:?}"))
}

/// If this test fails with a later version of dynoxide, dynoxide refuses these requests itself.
#[tokio::test]
async fn dynoxide_answers_what_dynamodb_refuses() -> TestResult {
    database("refused").await?;
    let strict = Client::from_conf(config(endpoint()).build());
    let mut config = config(endpoint());
    config.set_interceptors([]);
    let lax = Client::from_conf(config.build());
    for lengths in [[1, 1], LIMITS] {
        query(&strict, lengths).await?;
    }
    let [partition, sort] = LIMITS;
    for lengths in [[0, 1], [1, 0], [partition + 1, 1], [1, sort + 1]] {
        query(&lax, lengths).await?;
        let error = query(&strict, lengths).await.unwrap_err();
        assert!(error.contains("DynamoDB refuses the value"), "{error}");
    }
    Ok(())
}
