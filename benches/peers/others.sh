#!/usr/bin/env bash
# The peers that are not crates: which keys of ElectroDB and Phoenix sort. Prints their rows of the tables in
# rowkey/docs/comparison.md, and fails if the page lacks one of them. Needs Node and npm, Java and Maven, but no server.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$root"/benches/peers/others/* "$folder"
cd "$folder"

npm install --silent --no-audit --no-fund --ignore-scripts electrodb@3.9.3
node sorting.js > rows
mvn --quiet --batch-mode dependency:build-classpath -Dmdep.outputFile=classpath
java -classpath "$(cat classpath)" Sorting.java >> rows 2> log || { cat log >&2 && exit 1; }

sort rows
while read -r row; do
  grep -qxF -- "$row" "$root/rowkey/docs/comparison.md" || { echo "the page lacks this row: $row" >&2 && exit 1; }
done < rows
