#!/usr/bin/env bash
# ordered-binary stores negative zero after all other numbers, and reads it as an array.
#
# Package: ordered-binary 1.6.3 (npm), the keys of lmdb-js, which behaves the same with such a key (seen with lmdb 3.5.6: a range
# from -1 to 1 does not find it).
#
# The package documents that bytes sort as the numbers do. -0 === 0 in JavaScript, and -0 is easy to get: Math.round(-0.4),
# 0 * -1, JSON.parse("-0"). So a good guess is that -0 has the bytes of 0, or bytes directly before them, as in formats that
# store the sign of a float. It has the bytes 18000000, which are greater than those of every number, and which the decoder takes
# for a text and a null in an array. So a counter that is rounded to -0 has a second row, outside of the range of all numbers.
#
# Output of 2026-11-29:
#   -1 -> 0c00fffffffffffff0 -> -1
#   0 -> 10000000 -> 0
#   -0 -> 18000000 -> ["\u0018",null]
#   1e+308 -> 17fe1ccf385ebc8a -> 1e+308
#   in the order of their bytes: -1, 0, 1e+308, -0
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit ordered-binary@1.6.3 > install.log 2>&1 || { cat install.log; exit 1; }

cat > numbers.mjs << 'JS'
import { fromBufferKey, toBufferKey } from "ordered-binary";

const name = (number) => (Object.is(number, -0) ? "-0" : String(number));
const rows = [-1, 0, -0, 1e308].map((number) => ({ number, bytes: Buffer.from(toBufferKey(number)) }));
for (const { number, bytes } of rows) {
  console.log(`${name(number)} -> ${bytes.toString("hex")} -> ${JSON.stringify(fromBufferKey(bytes))}`);
}
rows.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
console.log(`in the order of their bytes: ${rows.map((row) => name(row.number)).join(", ")}`);
JS

node numbers.mjs > output
cat output
diff output - << 'EXPECTED'
-1 -> 0c00fffffffffffff0 -> -1
0 -> 10000000 -> 0
-0 -> 18000000 -> ["\u0018",null]
1e+308 -> 17fe1ccf385ebc8a -> 1e+308
in the order of their bytes: -1, 0, 1e+308, -0
EXPECTED
