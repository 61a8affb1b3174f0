package rowkey.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.ByteArrayHashKey;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.MD5Hash;
import org.apache.hadoop.hbase.util.MurmurHash3;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.apache.phoenix.schema.SaltingUtil;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PBoolean;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PInteger;
import org.apache.phoenix.schema.types.PLong;
import org.apache.phoenix.schema.types.PSmallint;
import org.apache.phoenix.schema.types.PTinyint;
import org.apache.phoenix.schema.types.PUnsignedInt;
import org.apache.phoenix.schema.types.PUnsignedLong;
import org.apache.phoenix.schema.types.PVarchar;
import org.apache.phoenix.util.SchemaUtil;

/**
 * Encodes values with the classes of HBase and Phoenix. {@link #HEAD}, the head of vectors.txt, explains the format of the
 * vectors.
 */
final class Vectors {
    static final String HEAD = """
        # Values as HBase and Phoenix encode them. Fields are separated by tabs: kind, value, bytes in hex; `-` is no bytes.
        # Written from HBase's own classes by `mvn test -Dvectors.write=src/test/resources/vectors.txt`.
        #
        # i8 .. i64, u16 .. u64      value in decimal; `-desc` after the kind: as a descending field
        # f32, f64                   value is its IEEE bits in hex
        # bool                       false or true
        # str                        value is UTF-8 in hex; the last field of a key
        # str0                       followed by another field, with terminator = '\\0'
        # prefix                     value is a prefix in hex; bytes are the first key after all keys that start with it,
        #                            `-` when there is none
        # md5, murmur3               value is bytes in hex; bytes are the digest
        # phoenix-salt               value is the number of buckets, a space, the key in hex
        # phoenix-splits, hex-splits, decimal-splits, uniform-splits
        #                            value is a number of regions; bytes are the split points, with commas between
        #
        # HBase's OrderedBytes writes a byte for the type before the bytes that are listed here. Phoenix encodes an empty string
        # as NULL, with the terminator 00 in descending columns, too; no line shows this. Phoenix's DOUBLE adds one to the bits,
        # so f64 has only the bytes of HBase. bool has only those of Phoenix's BOOLEAN, because HBase's Bytes writes -1 for true.
        """;

    /** Encodes a value, which is written as in the file. Returns null if the class cannot encode this value. */
    private interface Encoder {
        byte[] encode(String value) throws Exception;
    }

    private record Opinion(String name, Encoder encoder) { }

    private static final Map<String, List<Opinion>> KINDS = new LinkedHashMap<>();
    private static final Map<String, List<String>> SAMPLES = new LinkedHashMap<>();

    private Vectors() { }

    static {
        List<String> i8 = List.of("-128", "-127", "-1", "0", "1", "127");
        List<String> i16 = List.of("-32768", "-256", "-1", "0", "1", "255", "256", "32767");
        List<String> i32 = List.of("-2147483648", "-65536", "-1", "0", "1", "123", "65535", "2147483647");
        List<String> i64 = List.of("-9223372036854775808", "-4294967296", "-1", "0", "1", "123", "1364248490000",
            "1388534400000", "4294967295", "9223372036854775806", "9223372036854775807");
        for (SortOrder order : SortOrder.values()) {
            boolean desc = order == SortOrder.DESC;
            String suffix = desc ? "-desc" : "";
            Order hbase = desc ? Order.DESCENDING : Order.ASCENDING;
            kind("i8" + suffix, i8,
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeInt8(range, Byte.parseByte(v), hbase))),
                new Opinion("PTinyint", v -> PTinyint.INSTANCE.toBytes(Byte.valueOf(v), order)));
            kind("i16" + suffix, i16,
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeInt16(range, Short.parseShort(v), hbase))),
                new Opinion("PSmallint", v -> PSmallint.INSTANCE.toBytes(Short.valueOf(v), order)));
            kind("i32" + suffix, i32,
                new Opinion("Bytes", v -> Bytes.toBytes(
                    desc ? Integer.MAX_VALUE - Integer.parseInt(v) : Integer.parseInt(v) ^ Integer.MIN_VALUE)),
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeInt32(range, Integer.parseInt(v), hbase))),
                new Opinion("PInteger", v -> PInteger.INSTANCE.toBytes(Integer.valueOf(v), order)));
            kind("i64" + suffix, i64,
                new Opinion("Bytes", v -> Bytes.toBytes(
                    desc ? Long.MAX_VALUE - Long.parseLong(v) : Long.parseLong(v) ^ Long.MIN_VALUE)),
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeInt64(range, Long.parseLong(v), hbase))),
                new Opinion("PLong", v -> PLong.INSTANCE.toBytes(Long.valueOf(v), order)));
            // Phoenix's unsigned types also encode without a sign bit, but allow only the lower half of the values.
            kind("u16" + suffix, List.of("0", "1", "255", "256", "65535"),
                new Opinion("Bytes", v -> Bytes.toBytes((short) (desc ? ~Integer.parseInt(v) : Integer.parseInt(v)))));
            kind("u32" + suffix, List.of("0", "1", "123", "2147483647", "2147483648", "4294967295"),
                new Opinion("Bytes", v -> Bytes.toBytes(
                    desc ? ~Integer.parseUnsignedInt(v) : Integer.parseUnsignedInt(v))),
                new Opinion("PUnsignedInt", v -> Integer.parseUnsignedInt(v) < 0 ? null
                    : PUnsignedInt.INSTANCE.toBytes(Integer.parseUnsignedInt(v), order)));
            kind("u64" + suffix, List.of("0", "1", "123", "9223372036854775807", "9223372036854775808",
                "18446744073709551615"),
                new Opinion("Bytes", v -> Bytes.toBytes(desc ? ~Long.parseUnsignedLong(v) : Long.parseUnsignedLong(v))),
                new Opinion("PUnsignedLong", v -> Long.parseUnsignedLong(v) < 0 ? null
                    : PUnsignedLong.INSTANCE.toBytes(Long.parseUnsignedLong(v), order)));
            kind("f32" + suffix, List.of("ff800000", "ff7fffff", "bf800000", "80000001", "80000000", "00000000",
                "00000001", "3f800000", "7f7fffff", "7f800000", "7fc00000"),
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeFloat32(range,
                    Float.intBitsToFloat(Integer.parseUnsignedInt(v, 16)), hbase))));
            kind("f64" + suffix, List.of("fff0000000000000", "ffefffffffffffff", "bff0000000000000",
                "8000000000000001", "8000000000000000", "0000000000000000", "0000000000000001", "3ff0000000000000",
                "400921fb54442d18", "7fefffffffffffff", "7ff0000000000000", "7ff8000000000000"),
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeFloat64(range,
                    Double.longBitsToDouble(Long.parseUnsignedLong(v, 16)), hbase))));
            kind("bool" + suffix, List.of("false", "true"),
                new Opinion("PBoolean", v -> PBoolean.INSTANCE.toBytes(Boolean.valueOf(v), order)));
            kind("str0" + suffix, texts("", "a", "ab", "host1", "host12", "Grüße", "日本", "\u0001", "\uD83D\uDE00"),
                new Opinion("OrderedBytes", v -> ordered(range -> OrderedBytes.encodeString(range, text(v), hbase))),
                new Opinion("PVarchar", v -> text(v).isEmpty() ? null : Bytes.add(PVarchar.INSTANCE.toBytes(text(v), order),
                    new byte[] {SchemaUtil.getSeparatorByte(true, false, order)})));
        }
        kind("str", texts("", "a", "ab", "a\u0000b", "Grüße", "\uD83D\uDE00"),
            new Opinion("Bytes", v -> Bytes.toBytes(text(v))),
            new Opinion("PVarchar", v -> PVarchar.INSTANCE.toBytes(text(v), SortOrder.ASC)));
        kind("prefix", List.of("00", "61", "686f737431", "fe", "ff", "00ff", "61ffff", "ffff", "ff00", "7fffffffffffffff",
            "-"),
            new Opinion("Scan", v -> new Scan().setStartStopRowForPrefixScan(hex(v)).getStopRow()));
        kind("md5", texts("", "000123", "123", "user_0001"),
            new Opinion("MD5Hash", v -> hex(MD5Hash.getMD5AsHex(hex(v)))));
        kind("murmur3", List.of("-", "00", "ff", "0001", "80ff7f", "30303031", "3030303132", "686f737431", "feff80817f0001"),
            new Opinion("MurmurHash3", v -> Bytes.toBytes(
                MurmurHash3.getInstance().hash(new ByteArrayHashKey(hex(v), 0, hex(v).length), 0))));
        kind("phoenix-salt", List.of("2 00", "2 01", "10 000123", "10 686f737431", "10 ffffffff", "16 80000000000004d2",
            "64 636f6e746163742d31", "255 7fffffffffffffff", "256 0102030405060708090a0b0c0d0e0f", "7 ff80ff80ff80ff80ff"),
            new Opinion("SaltingUtil", v -> {
                byte[] key = hex(v.substring(v.indexOf(' ') + 1));
                int buckets = Integer.parseInt(v.substring(0, v.indexOf(' ')));
                return new byte[] {SaltingUtil.getSaltingByte(key, 0, key.length, buckets)};
            }));
        List<String> regions = List.of("2", "3", "4", "7", "16");
        kind("phoenix-splits", regions,
            new Opinion("SaltingUtil", v -> joined(SaltingUtil.getSalteByteSplitPoints(Integer.parseInt(v)))));
        kind("hex-splits", regions,
            new Opinion("HexStringSplit", v -> joined(new RegionSplitter.HexStringSplit().split(Integer.parseInt(v)))));
        kind("decimal-splits", regions,
            new Opinion("DecimalStringSplit", v -> joined(new RegionSplitter.DecimalStringSplit().split(Integer.parseInt(v)))));
        kind("uniform-splits", regions,
            new Opinion("UniformSplit", v -> joined(new RegionSplitter.UniformSplit().split(Integer.parseInt(v)))));
    }

    private static void kind(String name, List<String> samples, Opinion... opinions) {
        KINDS.put(name, List.of(opinions));
        SAMPLES.put(name, samples);
    }

    record Line(String file, int number, String kind, String value, String bytes) {
        @Override
        public String toString() {
            return file + ":" + number + " " + kind + " " + value;
        }
    }

    /** Returns the lines of a file. Throws an exception that names the first malformed line. */
    static List<Line> read(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String text : Files.readAllLines(file)) {
            number++;
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            String[] fields = text.split("\t", -1);
            if (fields.length != 3 || !KINDS.containsKey(fields[0])) {
                throw new IOException(file + ":" + number + ": want kind, value and hex with tabs between, and one of the kinds "
                    + String.join(", ", KINDS.keySet()));
            }
            lines.add(new Line(file.getFileName().toString(), number, fields[0], fields[1], fields[2]));
        }
        return lines;
    }

    /** Maps the name of each class that can encode this value to the bytes that the class writes, in hex. */
    static Map<String, String> opinions(Line line) throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        for (Opinion opinion : KINDS.get(line.kind)) {
            byte[] bytes = opinion.encoder.encode(line.value);
            if (bytes != null) {
                all.put(opinion.name, line.kind.endsWith("-splits") ? new String(bytes, StandardCharsets.US_ASCII) : hex(bytes));
            }
        }
        return all;
    }

    /** Returns the content of vectors.txt. */
    static String written() throws Exception {
        StringBuilder out = new StringBuilder(HEAD);
        for (Map.Entry<String, List<String>> samples : SAMPLES.entrySet()) {
            for (String value : samples.getValue()) {
                Map<String, String> opinions = opinions(new Line("", 0, samples.getKey(), value, ""));
                String first = opinions.values().iterator().next();
                out.append(samples.getKey()).append('\t').append(value).append('\t').append(first).append('\n');
            }
        }
        return out.toString();
    }

    private interface Write {
        int to(SimplePositionedMutableByteRange range);
    }

    /** Returns the bytes that OrderedBytes writes after the byte for the type. */
    private static byte[] ordered(Write write) {
        SimplePositionedMutableByteRange range = new SimplePositionedMutableByteRange(4096);
        int length = write.to(range);
        return Arrays.copyOfRange(range.getBytes(), 1, length);
    }

    private static byte[] joined(byte[][] keys) {
        return Arrays.stream(keys).map(Vectors::hex).collect(Collectors.joining(",")).getBytes(StandardCharsets.US_ASCII);
    }

    private static List<String> texts(String... texts) {
        return Arrays.stream(texts).map(text -> hex(text.getBytes(StandardCharsets.UTF_8))).toList();
    }

    private static String text(String hex) {
        return new String(hex(hex), StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return bytes.length == 0 ? "-" : HexFormat.of().formatHex(bytes);
    }

    private static byte[] hex(String text) {
        return text.equals("-") ? new byte[0] : HexFormat.of().parseHex(text);
    }
}
