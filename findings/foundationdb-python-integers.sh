#!/usr/bin/env bash
# FoundationDB's clients do not pack all integers into the same bytes.
#
# Packages: foundationdb 7.3.63 and 8.0.0 for Python (PyPI), fdb-tuple 1.0.0 for Node (npm).
#
# The tuple layer is one format for all clients, so one expects that a key which a Python program writes is the key that a Node
# program asks for. For two integers it is not. The client for Python packs 2^64 - 1 and -(2^64 - 1) in 10 bytes, like the
# integers that need more than 8 bytes: it compares with "greater or equal" where the others compare with "greater". The
# clients for Node and Java (org.foundationdb:fdb-java 7.3.27) use 9 bytes. All clients unpack both forms, so a test that packs
# and unpacks finds nothing. But a `get` of the key that the other client has written finds no row. 2^64 - 1 is the greatest
# `u64`.
#
# Output of 2026-11-29:
#   python 7.3.63: 1d08ffffffffffffffff 0bf70000000000000000 1cfffffffffffffffe
#   python 8.0.0: 1d08ffffffffffffffff 0bf70000000000000000 1cfffffffffffffffe
#   node 1.0.0: 1cffffffffffffffff 0c0000000000000000 1cfffffffffffffffe
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pack.py << 'PYTHON'
import importlib, sys, types
# The package loads FoundationDB's C library, which the tuple layer does not need.
package = types.ModuleType("fdb")
package.__path__ = [sys.argv[1] + "/fdb"]
sys.modules["fdb"] = package
layer = importlib.import_module("fdb.tuple")
numbers = [2**64 - 1, -(2**64 - 1), 2**64 - 2]
assert [layer.unpack(layer.pack((number,)))[0] for number in numbers] == numbers
assert layer.unpack(bytes.fromhex("1cffffffffffffffff")) == (2**64 - 1,)
print(*(layer.pack((number,)).hex() for number in numbers))
PYTHON

found=()
for version in 7.3.63 8.0.0; do
  python3 -m pip install --quiet --no-deps --target "python-$version" "foundationdb==$version"
  found+=("python $version: $(python3 pack.py "python-$version")")
done

npm install --silent --no-audit --no-fund fdb-tuple@1.0.0
cat > pack.js << 'NODE'
const { pack, unpack } = require('fdb-tuple')
const numbers = [2n ** 64n - 1n, -(2n ** 64n - 1n), 2n ** 64n - 2n]
if (unpack(Buffer.from('1d08ffffffffffffffff', 'hex'))[0] !== numbers[0]) throw new Error('does not unpack')
console.log(numbers.map((number) => pack([number]).toString('hex')).join(' '))
NODE
found+=("node 1.0.0: $(node pack.js)")

printf '%s\n' "${found[@]}"
diff <(printf '%s\n' "${found[@]}") - << 'EXPECTED'
python 7.3.63: 1d08ffffffffffffffff 0bf70000000000000000 1cfffffffffffffffe
python 8.0.0: 1d08ffffffffffffffff 0bf70000000000000000 1cfffffffffffffffe
node 1.0.0: 1cffffffffffffffff 0c0000000000000000 1cfffffffffffffffe
EXPECTED
