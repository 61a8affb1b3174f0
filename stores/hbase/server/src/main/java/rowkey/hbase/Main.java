package rowkey.hbase;

import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import sun.misc.Signal;

/**
 * Starts a cluster in a folder, or attaches to one that runs elsewhere; opens a Thrift gateway and a {@link Control}
 * port on it; prints one line that starts with READY; stops on SIGTERM, SIGINT, `quit` on the control port, or the end
 * of standard input.
 */
public final class Main {
    private static final String USAGE = """
        usage: cluster start FOLDER [servers=3] [thrift=PORT] [control=PORT] [timeout=SECONDS] [hbase.NAME=VALUE]..
               cluster attach QUORUM:PORT FOLDER [znode=/hbase] [thrift=PORT] [control=PORT] [timeout=SECONDS] [hbase.NAME=VALUE]..
        """;
    private static final Set<String> NUMBERS = Set.of("servers", "thrift", "control", "timeout", "stop-at-eof");
    private static final int LOG_TAIL = 40;

    private final PrintStream terminal = System.out;
    private final PrintStream errors = System.err;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    /** The lock of the folder. Kept in a field, because a channel without references is closed. */
    private FileChannel lock;
    private final List<AutoCloseable> running = new ArrayList<>();

    public static void main(String[] args) {
        List<String> words = new ArrayList<>();
        Main main = new Main();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0) {
                words.add(arg);
            } else {
                main.options.put(arg.substring(0, equals), arg.substring(equals + 1));
            }
        }
        boolean start = words.size() == 2 && words.get(0).equals("start");
        boolean attach = words.size() == 3 && words.get(0).equals("attach");
        if (!(start || attach) || !main.understandsOptions()) {
            System.err.print(USAGE);
            System.exit(2);
        }
        // Not System.exit: threads of a cluster that did not stop in time must not keep the JVM alive.
        Runtime.getRuntime().halt(main.run(start ? null : words.get(1), Path.of(words.get(words.size() - 1))));
    }

    private int run(String quorum, Path folder) {
        Path log = folder.resolve("cluster.log").toAbsolutePath();
        long began = System.nanoTime();
        Duration timeout = Duration.ofSeconds(number("timeout", 120));
        try {
            Files.createDirectories(folder);
            lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                errors.println("another cluster uses " + folder);
                return 1;
            }
            // Set before the first logger is created. HBase also prints stacks and thread dumps, which go to a file.
            System.setProperty("cluster.log", log.toString());
            PrintStream output = new PrintStream(folder.resolve("cluster.out").toFile());
            System.setOut(output);
            System.setErr(output);
        } catch (IOException e) {
            errors.println("cannot write to " + folder + ": " + e);
            return 1;
        }
        // Allows the servers in this JVM to register metrics with the same names.
        DefaultMetricsSystem.setMiniClusterMode(true);
        Signal.handle(new Signal("TERM"), signal -> stop.countDown());
        Signal.handle(new Signal("INT"), signal -> stop.countDown());
        if (number("stop-at-eof", 0) != 0) {
            daemon("stdin", this::waitForEndOfInput);
        }

        CompletableFuture<String> starting = inBackground(() -> quorum == null ? start(folder) : attach(quorum));
        String addresses;
        try {
            addresses = waitFor(starting, timeout);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            printTail(log);
            String why = e instanceof TimeoutException
                ? "not up after " + timeout.toSeconds() + " seconds" : String.valueOf(rootCause(e));
            errors.println("the cluster did not start: " + why);
            return 1;
        }
        if (addresses != null) {
            terminal.printf("READY %s pid=%d hbase=%s seconds=%.1f log=%s%n", addresses, ProcessHandle.current().pid(),
                VersionInfo.getVersion(), (System.nanoTime() - began) / 1e9, log);
            terminal.flush();
        }
        return waitAndStop(log);
    }

    /** Returns the addresses of the started cluster, or null if this program was told to stop earlier. */
    private String waitFor(CompletableFuture<String> starting, Duration timeout)
        throws InterruptedException, ExecutionException, TimeoutException {
        long end = System.nanoTime() + timeout.toNanos();
        while (System.nanoTime() < end) {
            try {
                return starting.get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (stop.getCount() == 0) {
                    return null;
                }
            }
        }
        throw new TimeoutException();
    }

    private String start(Path folder) throws Exception {
        Configuration conf = HBaseConfiguration.create();
        conf.addResource("cluster-site.xml");
        override(conf);
        Cluster cluster = new Cluster(conf, folder, number("servers", 3));
        keep(cluster);
        cluster.start();
        return open(conf, cluster) + " zookeeper=127.0.0.1:" + cluster.zookeeperPort() + " servers="
            + cluster.servers().size();
    }

    private String attach(String quorum) throws Exception {
        Configuration conf = HBaseConfiguration.create();
        int colon = quorum.lastIndexOf(':');
        conf.set("hbase.zookeeper.quorum", colon < 0 ? quorum : quorum.substring(0, colon));
        conf.set("hbase.zookeeper.property.clientPort", colon < 0 ? "2181" : quorum.substring(colon + 1));
        conf.set("zookeeper.znode.parent", options.getOrDefault("znode", "/hbase"));
        conf.set("hbase.regionserver.thrift.ipaddress", "127.0.0.1");
        conf.setInt("hbase.thrift.info.port", -1);
        override(conf);
        return open(conf, null) + " zookeeper=" + quorum;
    }

    /** Opens the gateway and the control port. `cluster` is null if the servers were not started here. */
    private String open(Configuration conf, Cluster cluster) throws Exception {
        Connection connection = ConnectionFactory.createConnection(conf);
        keep(connection);
        Gateway gateway = new Gateway(conf, number("thrift", 0));
        keep(gateway);
        gateway.start();
        Tables tables = new Tables(connection);
        Control control = new Control(tables, cluster, gateway, stop::countDown, number("control", 0));
        keep(control);
        control.start();
        return "thrift=127.0.0.1:" + gateway.port() + " control=127.0.0.1:" + control.port();
    }

    private int waitAndStop(Path log) {
        try {
            while (!stop.await(1, TimeUnit.SECONDS)) {
                for (AutoCloseable part : parts()) {
                    if (part instanceof Cluster cluster && !cluster.hasMaster()) {
                        errors.println("the cluster's master is gone");
                        printTail(log);
                        return 1;
                    }
                }
            }
            CompletableFuture<String> stopping = inBackground(() -> {
                List<AutoCloseable> parts = parts();
                for (int i = parts.size() - 1; i >= 0; i--) {
                    parts.get(i).close();
                }
                return "";
            });
            stopping.get(60, TimeUnit.SECONDS);
            return 0;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            errors.println("the cluster did not stop cleanly: " + e);
            printTail(log);
            return 1;
        }
    }

    private synchronized void keep(AutoCloseable part) {
        running.add(part);
    }

    private synchronized List<AutoCloseable> parts() {
        return List.copyOf(running);
    }

    private void override(Configuration conf) {
        options.forEach((name, value) -> {
            if (name.contains(".")) {
                conf.set(name, value);
            }
        });
    }

    private boolean understandsOptions() {
        return options.entrySet().stream().allMatch(option -> option.getKey().contains(".")
            || option.getKey().equals("znode")
            || NUMBERS.contains(option.getKey()) && option.getValue().matches("[0-9]{1,6}"));
    }

    private int number(String option, int otherwise) {
        String value = options.get(option);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    private void waitForEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // The input is ignored.
            }
        } catch (IOException e) {
            // The same as the end of the input.
        }
        stop.countDown();
    }

    private interface Step {
        String run() throws Exception;
    }

    private static CompletableFuture<String> inBackground(Step step) {
        CompletableFuture<String> done = new CompletableFuture<>();
        daemon("launcher", () -> {
            try {
                done.complete(step.run());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the root cause, which HBase wraps in several other exceptions. */
    private static Throwable rootCause(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private void printTail(Path log) {
        errors.println("the last lines of " + log + ":");
        try (RandomAccessFile reader = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, reader.length() - 64 * 1024);
            byte[] bytes = new byte[(int) (reader.length() - from)];
            reader.seek(from);
            reader.readFully(bytes);
            String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n");
            for (int i = Math.max(0, lines.length - LOG_TAIL); i < lines.length; i++) {
                errors.println("  " + lines[i]);
            }
        } catch (IOException e) {
            errors.println("  " + e);
        }
    }
}
