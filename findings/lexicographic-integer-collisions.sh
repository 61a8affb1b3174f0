#!/usr/bin/env bash
# lexicographic-integer gives different integers the same key from 2^44 on.
#
# Package: lexicographic-integer 1.1.0 (npm), integers of any size as bytes or hex that sort.
#
# Integers up to 2^53 are exact in JavaScript, the package documents no limit, and its example has far larger numbers. So a good
# guess is that every safe integer comes back. An integer from about 2^32 on is stored as an exponent and a few bytes of a quotient,
# and the rest of the quotient is cut off. The first integer that comes back as another one is 2^44 + 252. From there to 2^45,
# every second integer has the key of its neighbor; near 2^52, hundreds have the same key. The keys are never out of
# order, so a test of the order passes. Milliseconds since 1970 are below the limit; microseconds are above it.
#
# Output of 2026-11-29:
#   17592186044667 -> 17592186044667
#   17592186044668 -> 17592186044667
#   1764423600000000 and 1764423600000001, microseconds of a day in 2025: the same key
#   of 1000 integers from 2^52 on: 4 keys
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit lexicographic-integer@1.1.0 > install.log 2>&1 || { cat install.log; exit 1; }

cat > integers.js << 'JS'
const { pack, unpack } = require("lexicographic-integer");

for (const n of [2 ** 44 + 251, 2 ** 44 + 252]) console.log(`${n} -> ${unpack(pack(n))}`);
const time = 1764423600000000;
const same = pack(time, "hex") === pack(time + 1, "hex");
console.log(`${time} and ${time + 1}, microseconds of a day in 2025: ${same ? "the same key" : "two keys"}`);
const keys = new Set(Array.from({ length: 1000 }, (_, i) => pack(2 ** 52 + i, "hex")));
console.log(`of 1000 integers from 2^52 on: ${keys.size} keys`);
JS

node integers.js > output
cat output
diff output - << 'EXPECTED'
17592186044667 -> 17592186044667
17592186044668 -> 17592186044667
1764423600000000 and 1764423600000001, microseconds of a day in 2025: the same key
of 1000 integers from 2^52 on: 4 keys
EXPECTED
