package rowkey.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares files of vectors with what the classes of HBase and Phoenix encode: vectors.txt, and the files that rowkey wrote.
 * The system property `vectors` names these files, separated by commas.
 */
class VectorsTest {
    private static final Path COMMITTED = Path.of("src/test/resources/vectors.txt");

    @Test
    void committedFileIsWhatHBaseWritesToday() throws Exception {
        String target = System.getProperty("vectors.write");
        if (target != null) {
            Files.writeString(Path.of(target), Vectors.written());
        }
        assertEquals(Vectors.written(), Files.readString(COMMITTED));
    }

    @TestFactory
    List<DynamicTest> everyClassAgrees() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : files()) {
            List<Vectors.Line> lines = Vectors.read(file);
            assertFalse(lines.isEmpty(), file + " holds no vectors");
            for (Vectors.Line line : lines) {
                tests.add(DynamicTest.dynamicTest(line.toString(), () -> Vectors.opinions(line).forEach(
                    (name, bytes) -> assertEquals(bytes, line.bytes(), name + " encodes " + line.value()))));
            }
        }
        return tests;
    }

    /** The client in the example rejects longer keys, because the gateway would only say "Internal error". */
    @Test
    void longestRowKey() {
        assertEquals(32_767, HConstants.MAX_ROW_LENGTH);
    }

    private static List<Path> files() {
        List<Path> files = new ArrayList<>(List.of(COMMITTED));
        String more = System.getProperty("vectors", "");
        for (String name : more.split(",")) {
            if (!name.isEmpty()) {
                files.add(Path.of(name));
            }
        }
        return files;
    }
}
