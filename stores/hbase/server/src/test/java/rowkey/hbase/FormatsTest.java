package rowkey.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PVarchar;
import org.junit.jupiter.api.Test;

/**
 * Checks that HBase and Phoenix encode the values in {@link #FILES} as rowkey does, and decode the bytes to the same
 * values.
 */
class FormatsTest {
    private static final Path FILES = Path.of("../../../tests/tests/formats/vectors");
    private static final BigInteger NANOS_OF_SECOND = BigInteger.valueOf(1_000_000_000);
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** A line of a file. */
    private record Line(String kind, boolean descends, String value, byte[] bytes) {
        static Line of(String text) {
            String[] parts = text.split("\t", -1);
            assertEquals(4, parts.length, text);
            assertTrue(List.of("asc", "desc").contains(parts[1]), text);
            return new Line(parts[0], parts[1].equals("desc"), parts[2], HEX.parseHex(parts[3]));
        }

        @Override
        public String toString() {
            return kind + (descends ? " desc " : " asc ") + value;
        }
    }

    /** HBase or Phoenix. */
    private interface Library {
        byte[] encode(Line line) throws Exception;

        /** Returns the value as it is written in the file. */
        String decode(Line line) throws Exception;
    }

    @Test
    void orderedBytes() throws Exception {
        assertAgrees("ordered_bytes.txt", new HBase());
    }

    @Test
    void phoenix() throws Exception {
        assertAgrees("phoenix.txt", new Phoenix());
    }

    private static void assertAgrees(String file, Library library) throws Exception {
        List<String> lines = Files.readAllLines(FILES.resolve(file));
        assertFalse(lines.isEmpty(), file);
        List<String> wrong = new ArrayList<>();
        for (String text : lines) {
            Line line = Line.of(text);
            byte[] encoded = library.encode(line);
            if (!Arrays.equals(encoded, line.bytes)) {
                wrong.add(line + " is encoded to " + HEX.formatHex(encoded) + ", not " + HEX.formatHex(line.bytes));
                continue;
            }
            String decoded = library.decode(line);
            if (!decoded.equals(line.value)) {
                wrong.add(line + " is decoded to " + decoded);
            }
        }
        assertTrue(wrong.isEmpty(), file + ": " + wrong.size() + " of " + lines.size() + " differ\n" + String.join("\n", wrong));
    }

    private static final class HBase implements Library {
        @Override
        public byte[] encode(Line line) {
            // `value` has two hex digits for each byte, so `out` has two bytes for it. An escaped byte needs two, a
            // blob's byte 8/7.
            PositionedByteRange out = new SimplePositionedMutableByteRange(line.value.length() + 64);
            Order order = line.descends ? Order.DESCENDING : Order.ASCENDING;
            String value = line.value;
            int length = switch (line.kind) {
                case "int8" -> OrderedBytes.encodeInt8(out, Byte.parseByte(value), order);
                case "int16" -> OrderedBytes.encodeInt16(out, Short.parseShort(value), order);
                case "int32" -> OrderedBytes.encodeInt32(out, Integer.parseInt(value), order);
                case "int64" -> OrderedBytes.encodeInt64(out, Long.parseLong(value), order);
                case "float32" -> OrderedBytes.encodeFloat32(out, float32(value), order);
                case "float64" -> OrderedBytes.encodeFloat64(out, float64(value), order);
                case "string" -> OrderedBytes.encodeString(out, text(value), order);
                case "blob" -> OrderedBytes.encodeBlobVar(out, HEX.parseHex(value), order);
                case "numeric" -> OrderedBytes.encodeNumeric(out, new BigDecimal(value), order);
                case "null" -> OrderedBytes.encodeNull(out, order);
                default -> throw new IllegalArgumentException(line.kind);
            };
            return Arrays.copyOf(out.getBytes(), length);
        }

        @Override
        public String decode(Line line) {
            PositionedByteRange in = new SimplePositionedMutableByteRange(line.bytes);
            if (line.kind.equals("null")) {
                assertTrue(OrderedBytes.isNull(in));
                return line.value;
            }
            Object value = switch (line.kind) {
                case "int8" -> OrderedBytes.decodeInt8(in);
                case "int16" -> OrderedBytes.decodeInt16(in);
                case "int32" -> OrderedBytes.decodeInt32(in);
                case "int64" -> OrderedBytes.decodeInt64(in);
                case "float32" -> OrderedBytes.decodeFloat32(in);
                case "float64" -> OrderedBytes.decodeFloat64(in);
                case "string" -> OrderedBytes.decodeString(in);
                case "blob" -> OrderedBytes.decodeBlobVar(in);
                case "numeric" -> OrderedBytes.decodeNumericAsBigDecimal(in);
                default -> throw new IllegalArgumentException(line.kind);
            };
            assertEquals(line.bytes.length, in.getPosition(), line + ": bytes read");
            return written(value);
        }
    }

    private static final class Phoenix implements Library {
        /** The byte after a descending column of variable length. In Phoenix, the key adds this byte, not the type. */
        private static final byte DESCENDING_TERMINATOR = -1;

        @Override
        public byte[] encode(Line line) {
            byte[] bytes = type(line).toBytes(value(line), order(line));
            if (!isTerminated(line)) {
                return bytes;
            }
            byte[] terminated = Arrays.copyOf(bytes, bytes.length + 1);
            terminated[bytes.length] = DESCENDING_TERMINATOR;
            return terminated;
        }

        @Override
        public String decode(Line line) {
            int length = line.bytes.length - (isTerminated(line) ? 1 : 0);
            return written(type(line).toObject(line.bytes, 0, length, type(line), order(line)));
        }

        private static PDataType<?> type(Line line) {
            return line.kind.equals("VARCHAR") ? PVarchar.INSTANCE : PDataType.fromSqlTypeName(line.kind);
        }

        private static SortOrder order(Line line) {
            return line.descends ? SortOrder.DESC : SortOrder.ASC;
        }

        private static boolean isTerminated(Line line) {
            return line.descends && List.of("VARCHAR", "DECIMAL").contains(line.kind);
        }

        private static Object value(Line line) {
            String value = line.value;
            return switch (line.kind) {
                case "TINYINT", "UNSIGNED_TINYINT" -> Byte.valueOf(value);
                case "SMALLINT", "UNSIGNED_SMALLINT" -> Short.valueOf(value);
                case "INTEGER", "UNSIGNED_INT" -> Integer.valueOf(value);
                case "BIGINT", "UNSIGNED_LONG" -> Long.valueOf(value);
                case "FLOAT" -> float32(value);
                case "DOUBLE" -> float64(value);
                case "BOOLEAN" -> Boolean.valueOf(value);
                case "VARCHAR" -> text(value);
                case "DECIMAL" -> new BigDecimal(value);
                case "DATE" -> new Date(Long.parseLong(value));
                case "TIMESTAMP" -> timestamp(Long.parseLong(value));
                default -> throw new IllegalArgumentException(line.kind);
            };
        }

        private static Timestamp timestamp(long nanos) {
            long second = NANOS_OF_SECOND.longValue();
            Timestamp timestamp = new Timestamp(Math.floorDiv(nanos, second) * 1000);
            timestamp.setNanos((int) Math.floorMod(nanos, second));
            return timestamp;
        }
    }

    private static float float32(String bits) {
        return Float.intBitsToFloat(Integer.parseUnsignedInt(bits, 16));
    }

    private static double float64(String bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    }

    private static String text(String hex) {
        return new String(HEX.parseHex(hex), StandardCharsets.UTF_8);
    }

    /** Writes a value as in the files. */
    private static String written(Object value) {
        if (value instanceof Float number) {
            return String.format("%08x", Float.floatToRawIntBits(number));
        }
        if (value instanceof Double number) {
            return String.format("%016x", Double.doubleToRawLongBits(number));
        }
        if (value instanceof String text) {
            return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof byte[] bytes) {
            return HEX.formatHex(bytes);
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof Timestamp timestamp) {
            BigInteger seconds = BigInteger.valueOf(Math.floorDiv(timestamp.getTime(), 1000L));
            return seconds.multiply(NANOS_OF_SECOND).add(BigInteger.valueOf(timestamp.getNanos())).toString();
        }
        if (value instanceof Date date) {
            return String.valueOf(date.getTime());
        }
        return String.valueOf(value);
    }
}
