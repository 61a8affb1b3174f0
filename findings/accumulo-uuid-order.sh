#!/usr/bin/env bash
# Accumulo's UUIDLexicoder stores other bytes than those of the UUID, and UUIDs from 80000000-... on sort before 00000000-...
#
# Package: org.apache.accumulo:accumulo-core 2.1.3 (Maven), with a JDK of version 17 or later, and Maven.
#
# A UUID has 16 bytes, and most stores keep them as they are: UUIDs then sort as their text does, and a scan finds all UUIDs with
# the same first digits. The lexicoder flips the first bit of each half of the UUID, so that the rows sort as Java's
# UUID.compareTo does, which compares the halves as signed numbers. Both halves count: two UUIDs with the same first half
# sort by the sign bit of the second. So rows that another program writes with the plain bytes are at other places, and a
# range over the text of UUIDs is not one range of rows.
#
# Output of 2026-11-29:
#   80000000-0000-4000-8000-000000000000 -> 00000000000040000000000000000000
#   ffffffff-ffff-ffff-ffff-ffffffffffff -> 7fffffffffffffff7fffffffffffffff
#   00000000-0000-4000-8000-000000000000 -> 80000000000040000000000000000000
#   00000000-0000-4000-0000-000000000000 -> 80000000000040008000000000000000
#   7fffffff-0000-4000-8000-000000000000 -> ffffffff000040000000000000000000
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>uuids</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.accumulo</groupId>
      <artifactId>accumulo-core</artifactId>
      <version>2.1.3</version>
      <exclusions>
        <exclusion>
          <groupId>*</groupId>
          <artifactId>*</artifactId>
        </exclusion>
      </exclusions>
    </dependency>
  </dependencies>
</project>
POM
mvn --quiet dependency:copy-dependencies -DoutputDirectory=lib

cat > Uuids.java << 'JAVA'
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.lexicoder.UUIDLexicoder;

public class Uuids {
  public static void main(String[] args) {
    Stream.of(
            "00000000-0000-4000-0000-000000000000",
            "00000000-0000-4000-8000-000000000000",
            "7fffffff-0000-4000-8000-000000000000",
            "80000000-0000-4000-8000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff")
        .map(UUID::fromString)
        .sorted((a, b) -> Arrays.compareUnsigned(row(a), row(b)))
        .forEach(uuid -> System.out.println(uuid + " -> " + HexFormat.of().formatHex(row(uuid))));
  }

  static byte[] row(UUID uuid) {
    return new UUIDLexicoder().encode(uuid);
  }
}
JAVA

java -cp 'lib/*' Uuids.java > output
cat output
diff output - << 'EXPECTED'
80000000-0000-4000-8000-000000000000 -> 00000000000040000000000000000000
ffffffff-ffff-ffff-ffff-ffffffffffff -> 7fffffffffffffff7fffffffffffffff
00000000-0000-4000-8000-000000000000 -> 80000000000040000000000000000000
00000000-0000-4000-0000-000000000000 -> 80000000000040008000000000000000
7fffffff-0000-4000-8000-000000000000 -> ffffffff000040000000000000000000
EXPECTED
