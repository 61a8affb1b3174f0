#!/usr/bin/env bash
# charwise returns other texts than it was given if they contain U+0000 or U+0001.
#
# Package: charwise 3.0.1 (npm), keys of LevelDB as strings.
#
# The package documents that it is like bytewise, with strings for bytes, and exports `encode` and `decode`. A text in an array has to
# end somewhere, so U+0000 is replaced, and the character that replaces it is doubled. A good guess is that `decode` takes this
# back, as bytewise 1.1.0 does. It does not, also outside of arrays: U+0000 comes back as U+0001, and U+0001 as two of them. A
# key that is decoded, changed and encoded again is then another key.
#
# Output of 2026-11-29:
#   charwise "a\u0000b" -> "Ja\u0001b" -> "a\u0001b"
#   charwise "a\u0001b" -> "Ja\u0001\u0001b" -> "a\u0001\u0001b"
#   bytewise "a\u0000b" -> "a\u0000b"
#   bytewise "a\u0001b" -> "a\u0001b"
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit charwise@3.0.1 bytewise@1.1.0 > install.log 2>&1 || { cat install.log; exit 1; }

cat > texts.js << 'JS'
const charwise = require("charwise");
const bytewise = require("bytewise");

const texts = ["a\u0000b", "a\u0001b"];
const json = JSON.stringify;
for (const text of texts) {
  const key = charwise.encode(text);
  console.log(`charwise ${json(text)} -> ${json(key)} -> ${json(charwise.decode(key))}`);
}
for (const text of texts) console.log(`bytewise ${json(text)} -> ${json(bytewise.decode(bytewise.encode(text)))}`);
JS

node texts.js > output
cat output
diff output - << 'EXPECTED'
charwise "a\u0000b" -> "Ja\u0001b" -> "a\u0001b"
charwise "a\u0001b" -> "Ja\u0001\u0001b" -> "a\u0001\u0001b"
bytewise "a\u0000b" -> "a\u0000b"
bytewise "a\u0001b" -> "a\u0001b"
EXPECTED
