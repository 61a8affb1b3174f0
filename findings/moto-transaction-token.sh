#!/usr/bin/env bash
# moto applies a transaction again that a client sends again, which DynamoDB does not.
#
# Packages: moto 5.2.5 and boto3 1.44.8 (PyPI). moto is a server of DynamoDB's protocol for tests.
#
# A client that gets no answer to TransactWriteItems sends it again with the same ClientRequestToken. DynamoDB recognizes the
# token for ten minutes, answers with success, and writes nothing; with other items under the same token, it answers with
# IdempotentParameterMismatchException. Clients rely on this, and SDKs set the token by themselves, so a good guess is that a test server
# that checks the conditions of a transaction also knows the token. moto does not read it: a change that another client has
# made in the meantime is replaced by the old one, and a retry with the condition that a row is new fails although its first try was
# applied. A test with lost answers on moto therefore finds losses that DynamoDB does not have.
#
# Output of 2026-11-29:
#   first try, token t1: row = one
#   another client: row = two
#   second try, token t1: row = one
#   other items, token t1: row = three
#   retry of an insert: TransactionCanceledException
set -euo pipefail

folder=$(mktemp -d)
trap 'kill "${server:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet 'moto[server]==5.2.5' boto3==1.44.8 > install.log 2>&1 || { cat install.log; exit 1; }

cat > transactions.py << 'PY'
import boto3
import sys
from botocore.config import Config
from botocore.exceptions import ClientError, EndpointConnectionError
import time

client = boto3.client(
    "dynamodb", endpoint_url=f"http://127.0.0.1:{sys.argv[1]}", region_name="us-east-1",
    aws_access_key_id="test", aws_secret_access_key="test", config=Config(retries={"max_attempts": 1}),
)
for _ in range(100):
    try:
        client.list_tables()
        break
    except EndpointConnectionError:
        time.sleep(0.2)
client.create_table(
    TableName="rows", BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": "key", "AttributeType": "S"}],
    KeySchema=[{"AttributeName": "key", "KeyType": "HASH"}],
)


def write(value, key="a", token=None, **condition):
    put = {"TableName": "rows", "Item": {"key": {"S": key}, "value": {"S": value}}, **condition}
    client.transact_write_items(TransactItems=[{"Put": put}], **({"ClientRequestToken": token} if token else {}))


def show(step):
    item = client.get_item(TableName="rows", Key={"key": {"S": "a"}}, ConsistentRead=True)["Item"]
    print(f"{step}: row = {item['value']['S']}")


write("one", token="t1")
show("first try, token t1")
write("two")
show("another client")
write("one", token="t1")
show("second try, token t1")
write("three", token="t1")
show("other items, token t1")
new = {"ConditionExpression": "attribute_not_exists(#key)", "ExpressionAttributeNames": {"#key": "key"}}
write("one", key="b", token="t2", **new)
try:
    write("one", key="b", token="t2", **new)
    print("retry of an insert: accepted")
except ClientError as error:
    print("retry of an insert:", error.response["Error"]["Code"])
PY

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
env/bin/moto_server -p "$port" > server.log 2>&1 &
server=$!
env/bin/python transactions.py "$port" > output || { cat output server.log; exit 1; }
cat output
diff output - << 'EXPECTED'
first try, token t1: row = one
another client: row = two
second try, token t1: row = one
other items, token t1: row = three
retry of an insert: TransactionCanceledException
EXPECTED
