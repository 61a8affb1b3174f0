package rowkey.hbase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * A port on 127.0.0.1 for what the Thrift gateway cannot do. A request is a line of words, an answer is a line of JSON,
 * {@code {"ok":true,..}} or {@code {"ok":false,"kind":"TableNotFoundException","error":".."}}. Keys are written in hex.
 * `help` lists the requests.
 */
final class Control implements AutoCloseable {
    static final String[] HELP = {
        "servers TABLE                  the region servers, and how many of the table's regions each has",
        "split TABLE KEY                split the region that holds this key, at this key",
        "start-server                   one more region server",
        "kill-server HOST:PORT          stop it as a crash does: its log is replayed by others",
        "restart-gateway                cut its clients off and forget their scanners, as a crash does",
        "quit                           stop everything that was started here",
    };

    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();

    private final Tables tables;
    private final Cluster cluster;
    private final Gateway gateway;
    private final Runnable quit;
    private final ServerSocket listener;

    Control(Tables tables, Cluster cluster, Gateway gateway, Runnable quit, int port) throws IOException {
        this.tables = tables;
        this.cluster = cluster;
        this.gateway = gateway;
        this.quit = quit;
        this.listener = new ServerSocket(port, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }

    int port() {
        return listener.getLocalPort();
    }

    void start() {
        Main.daemon("control", () -> {
            while (true) {
                try {
                    Socket client = listener.accept();
                    Main.daemon("control-client", () -> serve(client));
                } catch (IOException e) {
                    return;
                }
            }
        });
    }

    private void serve(Socket client) {
        try (client; BufferedReader in = new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            OutputStream out = client.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    out.write((JSON.toJson(answer(line)) + "\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        } catch (IOException e) {
            // The client closed the connection.
        }
    }

    private JsonObject answer(String line) {
        JsonObject answer = new JsonObject();
        try {
            answer.addProperty("ok", true);
            Request request = new Request(line);
            run(request, answer);
            return answer;
        } catch (Exception e) {
            answer = new JsonObject();
            answer.addProperty("ok", false);
            Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
            answer.addProperty("kind", cause.getClass().getSimpleName());
            answer.addProperty("error", firstLine(cause));
            return answer;
        }
    }

    /** Returns the first line of the message, without the class names and the stack that HBase writes into the messages of remote exceptions. */
    private static String firstLine(Throwable e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return line.replaceFirst("^(" + e.getClass().getName().replace(".", "\\.").replace("$", "\\$") + ": )+", "");
    }

    private void run(Request request, JsonObject answer) throws Exception {
        switch (request.verb) {
            case "help" -> answer.add("help", JSON.toJsonTree(HELP));
            case "servers" -> tables.servers(request.word(0, "TABLE"), answer);
            case "split" -> tables.split(request.word(0, "TABLE"), request.key(1, "KEY"), answer);
            case "start-server" -> answer.addProperty("server", owned().startServer());
            case "kill-server" -> owned().killServer(request.word(0, "HOST:PORT"));
            case "restart-gateway" -> gateway.restart();
            case "quit" -> quit.run();
            default -> throw new Usage("no request `" + request.verb + "`; there are: " + String.join(" ",
                Arrays.stream(HELP).map(text -> text.split(" ")[0]).filter(verb -> !verb.isEmpty()).toList()));
        }
    }

    private Cluster owned() throws Usage {
        if (cluster == null) {
            throw new Usage("the servers of this cluster were not started here");
        }
        return cluster;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** A mistake in the request. */
    static final class Usage extends Exception {
        Usage(String message) {
            super(message);
        }
    }

    /** A parsed request: a verb and words. */
    static final class Request {
        final String verb;
        final List<String> words = new ArrayList<>();

        Request(String line) {
            String[] parts = line.trim().split("\\s+");
            verb = parts[0];
            words.addAll(Arrays.asList(parts).subList(1, parts.length));
        }

        String word(int index, String name) throws Usage {
            if (index >= words.size()) {
                throw new Usage("`" + verb + "` needs " + name);
            }
            return words.get(index);
        }

        byte[] key(int index, String name) throws Usage {
            String text = word(index, name);
            try {
                return java.util.HexFormat.of().parseHex(text);
            } catch (IllegalArgumentException e) {
                throw new Usage("not hex: " + text);
            }
        }
    }
}
