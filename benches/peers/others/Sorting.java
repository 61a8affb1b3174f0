import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.phoenix.jdbc.PhoenixConnection;
import org.apache.phoenix.jdbc.PhoenixPreparedStatement;
import org.apache.phoenix.schema.PTable;
import org.apache.phoenix.schema.PTableKey;
import org.apache.phoenix.util.PhoenixRuntime;

/** Prints the rows of Phoenix. Its driver computes the keys of rows that are not committed, without a server. */
final class Sorting {
  static final String[] TEXTS = {"a", "aa", "ab", "b", "\0", "a\0", "a\0b", "\u0001", "\uDBFF\uDFFF", "host1", "host12", "host2"};
  static final Long[] NUMBERS = {Long.MIN_VALUE, -256L, -255L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE};
  static final Double[] FLOATS = {-1e300, -1.5, -1.0, -Double.MIN_VALUE, 0.0, Double.MIN_VALUE, 1.0, 1.5, 1e300};

  final Connection connection;
  String lost;
  int tables;

  Sorting() throws SQLException {
    connection = DriverManager.getConnection("jdbc:phoenix:none");
  }

  /** A table whose primary key has these columns, named a and b. */
  final class Table {
    final String name = "T" + tables++;
    final int columns;

    Table(String... types) throws SQLException {
      columns = types.length;
      StringBuilder sql = new StringBuilder("CREATE TABLE " + name + " (");
      StringBuilder key = new StringBuilder();
      for (int at = 0; at < columns; at++) {
        String[] words = types[at].split(" ", 2);
        sql.append("ab".charAt(at)).append(' ').append(words[0]).append(" NOT NULL, ");
        key.append(at == 0 ? "" : ", ").append("ab".charAt(at)).append(words.length > 1 ? " " + words[1] : "");
      }
      connection.createStatement().execute(sql + "c INTEGER CONSTRAINT pk PRIMARY KEY (" + key + "))");
    }

    byte[] key(Object... values) throws SQLException {
      try (var statement = connection.prepareStatement("UPSERT INTO " + name + " VALUES (?, " + (columns > 1 ? "?, " : "") + "1)")) {
        for (int at = 0; at < columns; at++) {
          statement.setObject(at + 1, values[at]);
        }
        statement.executeUpdate();
        var mutations = PhoenixRuntime.getUncommittedDataIterator(connection, true);
        return CellUtil.cloneRow(mutations.next().getSecond().get(0));
      } finally {
        connection.rollback();
      }
    }

    Object[] decode(byte[] key) throws SQLException {
      PTable table = connection.unwrap(PhoenixConnection.class).getTable(new PTableKey(null, name));
      ImmutableBytesWritable part = new ImmutableBytesWritable();
      int end = table.getRowKeySchema().iterator(key, part);
      Object[] values = new Object[columns];
      for (int at = 0; at < columns; at++) {
        table.getRowKeySchema().next(part, at, end);
        var column = table.getPKColumns().get(at);
        values[at] = column.getDataType().toObject(part, column.getSortOrder());
      }
      return values;
    }

    String sorts(List<Object[]> values, Comparator<Object[]> order) throws SQLException {
      List<String> colliding = new ArrayList<>();
      List<String> misordered = new ArrayList<>();
      List<byte[]> keys = new ArrayList<>();
      for (Object[] value : values) {
        keys.add(key(value));
        Object[] decoded = decode(keys.get(keys.size() - 1));
        String example = "no: `" + show(value) + "` comes back as `" + show(decoded) + "`";
        if (!Arrays.equals(value, decoded) && (lost == null || example.length() < lost.length())) {
          lost = example;
        }
      }
      for (int i = 0; i < keys.size(); i++) {
        for (int j = 0; j < keys.size(); j++) {
          if (order.compare(values.get(i), values.get(j)) >= 0) {
            continue;
          }
          int compared = Bytes.compareTo(keys.get(i), keys.get(j));
          if (compared == 0) {
            colliding.add("no: `" + show(values.get(i)) + "` = `" + show(values.get(j)) + "`");
          } else if (compared > 0) {
            misordered.add("no: `" + show(values.get(j)) + "` before `" + show(values.get(i)) + "`");
          }
        }
      }
      return shortest(colliding.isEmpty() ? misordered : colliding);
    }

    /** Compares the rows in the range that Phoenix scans for each text with the rows of the text. */
    String prefix(List<Object[]> values) throws SQLException {
      List<String> wrong = new ArrayList<>();
      TreeMap<byte[], Object[]> stored = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (Object[] value : values) {
        stored.put(key(value), value);
      }
      for (String text : TEXTS) {
        var statement = connection.prepareStatement("SELECT * FROM " + name + " WHERE a = ?");
        statement.setString(1, text);
        Scan scan = statement.unwrap(PhoenixPreparedStatement.class).optimizeQuery().getContext().getScan();
        var found = stored.subMap(scan.getStartRow(), scan.getStopRow()).values();
        for (Object[] value : values) {
          if (found.contains(value) != value[0].equals(text)) {
            wrong.add("no: `" + show(text) + "` " + (found.contains(value) ? "finds" : "misses") + " `" + show(value[0]) + "`");
          }
        }
      }
      return shortest(wrong);
    }
  }

  static String shortest(List<String> examples) {
    return examples.stream().min(Comparator.comparingInt(String::length)).orElse("yes");
  }

  static String show(Object... values) {
    List<String> shown = new ArrayList<>();
    for (Object value : values) {
      shown.add(value instanceof String text ? '"' + text.replace("\0", "\\0").replace("\u0001", "\\u{1}").replace("\uDBFF\uDFFF", "\\u{10ffff}") + '"' : String.valueOf(value));
    }
    return values.length == 1 ? shown.get(0) : "(" + String.join(", ", shown) + ")";
  }

  static List<Object[]> single(Object[] values) {
    return Arrays.stream(values).map(value -> new Object[] {value}).toList();
  }

  static List<Object[]> pairs(Object[] first, Object[] second) {
    List<Object[]> pairs = new ArrayList<>();
    for (Object a : first) {
      for (Object b : second) {
        pairs.add(new Object[] {a, b});
      }
    }
    return pairs;
  }

  @SuppressWarnings("unchecked")
  static int compare(Object a, Object b) {
    return a instanceof String text
        ? Arrays.compareUnsigned(text.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8))
        : ((Comparable<Object>) a).compareTo(b);
  }

  static Comparator<Object[]> order(boolean descending) {
    return (a, b) -> {
      int first = descending ? compare(b[0], a[0]) : compare(a[0], b[0]);
      return first != 0 || a.length == 1 ? first : compare(a[1], b[1]);
    };
  }

  public static void main(String[] arguments) throws SQLException {
    Sorting phoenix = new Sorting();
    Table floats = phoenix.new Table("DOUBLE");
    int zero = Bytes.compareTo(floats.key(-0.0), floats.key(0.0));
    String nan = "accepted";
    try {
      floats.key(Double.NaN);
    } catch (NumberFormatException e) {
      nan = "rejected";
    }
    Long[] positive = Arrays.stream(NUMBERS).filter(number -> number >= 0).toArray(Long[]::new);
    Table numbered = phoenix.new Table("VARCHAR", "BIGINT");
    String name = "Phoenix 5.2.1";
    String[] values = {
      name,
      phoenix.new Table("BIGINT").sorts(single(NUMBERS), order(false)),
      phoenix.new Table("VARCHAR").sorts(single(TEXTS), order(false)),
      floats.sorts(single(FLOATS), order(false)),
      zero == 0 ? "equal to 0.0" : zero < 0 ? "before 0.0" : "after 0.0",
      nan,
      "not run",
    };
    String[] parts = {
      name,
      numbered.sorts(pairs(TEXTS, positive), order(false)),
      phoenix.new Table("VARCHAR", "VARCHAR").sorts(pairs(TEXTS, TEXTS), order(false)),
      phoenix.new Table("VARCHAR DESC", "BIGINT").sorts(pairs(TEXTS, positive), order(true)),
      numbered.prefix(pairs(TEXTS, positive)),
      phoenix.lost == null ? "yes" : phoenix.lost,
      "-",
      "-",
    };
    System.out.println("| " + String.join(" | ", values) + " |");
    System.out.println("| " + String.join(" | ", parts) + " |");
  }
}
