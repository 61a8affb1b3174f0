#!/usr/bin/env bash
# Phoenix's JDBC driver does not accept NaN or infinity as a parameter, although its type DOUBLE stores both.
#
# Package: phoenix-core-client 5.2.1 (Maven Central), with its URL `jdbc:phoenix:none`, which needs no server.
#
# Phoenix documents DOUBLE as an 8-byte IEEE 754 number, and its class PDouble writes NaN and infinity so that they sort after all
# other numbers and come back. A good guess is that `setDouble` and an UPSERT store them, or that a SQLException says why
# not. Neither is true: for each parameter, the driver computes the number of decimal digits with a BigDecimal, which has no NaN
# and no infinity. So `executeUpdate` throws a NumberFormatException, which is not a SQLException, and programs that catch only
# SQLException do not catch it. This is so for the primary key and for other columns.
#
# Output of 2026-11-29:
#   1.5 as bff8000000000001 is read as 1.5
#   1.5 upsert: key bff8000000000001
#   Infinity as fff0000000000001 is read as Infinity
#   Infinity upsert: java.lang.NumberFormatException
#   NaN as fff8000000000001 is read as NaN
#   NaN upsert: java.lang.NumberFormatException
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>doubles</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.phoenix</groupId>
      <artifactId>phoenix-core-client</artifactId>
      <version>5.2.1</version>
    </dependency>
    <dependency>
      <groupId>org.apache.phoenix</groupId>
      <artifactId>phoenix-hbase-compat-2.6.0</artifactId>
      <version>5.2.1</version>
    </dependency>
    <dependency>
      <groupId>ch.qos.reload4j</groupId>
      <artifactId>reload4j</artifactId>
      <version>1.2.25</version>
    </dependency>
  </dependencies>
</project>
POM
mvn --quiet --batch-mode dependency:build-classpath -Dmdep.outputFile=classpath > maven.log 2>&1 || { cat maven.log; exit 1; }

cat > Doubles.java << 'JAVA'
import java.sql.DriverManager;
import java.util.HexFormat;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.phoenix.schema.types.PDouble;
import org.apache.phoenix.util.PhoenixRuntime;

public class Doubles {
  public static void main(String[] arguments) throws Exception {
    var connection = DriverManager.getConnection("jdbc:phoenix:none");
    connection.createStatement().execute("CREATE TABLE readings (celsius DOUBLE PRIMARY KEY, sensor INTEGER)");
    for (double celsius : new double[] {1.5, Double.POSITIVE_INFINITY, Double.NaN}) {
      byte[] bytes = PDouble.INSTANCE.toBytes(celsius);
      System.out.println(celsius + " as " + hex(bytes) + " is read as " + PDouble.INSTANCE.toObject(bytes));
      try (var upsert = connection.prepareStatement("UPSERT INTO readings VALUES (?, 1)")) {
        upsert.setDouble(1, celsius);
        upsert.executeUpdate();
        var row = PhoenixRuntime.getUncommittedDataIterator(connection, true).next().getSecond();
        System.out.println(celsius + " upsert: key " + hex(CellUtil.cloneRow(row.get(0))));
      } catch (NumberFormatException error) {
        System.out.println(celsius + " upsert: " + error.getClass().getName());
      }
      connection.rollback();
    }
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
JAVA
java -classpath "$(cat classpath)" Doubles.java > output 2> log || { cat log; exit 1; }
cat output
diff output - << 'EXPECTED'
1.5 as bff8000000000001 is read as 1.5
1.5 upsert: key bff8000000000001
Infinity as fff0000000000001 is read as Infinity
Infinity upsert: java.lang.NumberFormatException
NaN as fff8000000000001 is read as NaN
NaN upsert: java.lang.NumberFormatException
EXPECTED
