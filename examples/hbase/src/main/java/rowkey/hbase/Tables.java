package rowkey.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import rowkey.hbase.Control.Request;
import rowkey.hbase.Control.Usage;

/** Requests about tables, through HBase's Java client. `cluster` is null if the servers were not started here. */
final class Tables {
    private final Connection connection;
    private final Cluster cluster;

    Tables(Connection connection, Cluster cluster) {
        this.connection = connection;
        this.cluster = cluster;
    }

    void info(JsonObject answer) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            ClusterMetrics metrics = admin.getClusterMetrics(
                EnumSet.of(ClusterMetrics.Option.HBASE_VERSION, ClusterMetrics.Option.LIVE_SERVERS));
            answer.addProperty("client", VersionInfo.getVersion());
            answer.addProperty("hbase", metrics.getHBaseVersion());
            JsonArray servers = new JsonArray();
            metrics.getLiveServerMetrics().keySet().forEach(server -> servers.add(server.getAddress().toString()));
            answer.add("servers", servers);
            answer.addProperty("owned", cluster != null);
            if (cluster != null) {
                for (String name : List.of("hbase.hregion.max.filesize", "hbase.hregion.memstore.flush.size",
                    "hbase.balancer.period")) {
                    answer.addProperty(name, cluster.configuration().getLong(name, -1));
                }
            }
        }
    }

    void create(Request request, JsonObject answer) throws IOException, Usage {
        TableName name = TableName.valueOf(request.word(0, "TABLE"));
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name).setColumnFamily(
            ColumnFamilyDescriptorBuilder.of(request.options.getOrDefault("family", "f")));
        if (request.options.containsKey("region-bytes")) {
            table.setMaxFileSize(Long.parseLong(request.options.get("region-bytes")));
        }
        if (request.options.containsKey("flush-bytes")) {
            table.setMemStoreFlushSize(Long.parseLong(request.options.get("flush-bytes")));
        }
        List<byte[]> keys = new ArrayList<>();
        String split = request.options.getOrDefault("split", "");
        if (!split.isEmpty()) {
            for (String key : split.split(",")) {
                keys.add(Request.hex(key));
            }
        }
        try (Admin admin = connection.getAdmin()) {
            if (keys.isEmpty()) {
                admin.createTable(table.build());
            } else {
                admin.createTable(table.build(), keys.toArray(byte[][]::new));
            }
        }
        answer.addProperty("regions", keys.size() + 1);
    }

    void drop(String table, JsonObject answer) throws IOException {
        TableName name = TableName.valueOf(table);
        try (Admin admin = connection.getAdmin()) {
            boolean existed = admin.tableExists(name);
            if (existed) {
                if (admin.isTableEnabled(name)) {
                    admin.disableTable(name);
                }
                admin.deleteTable(name);
            }
            answer.addProperty("existed", existed);
        }
        ClosedRegions.forget(name);
    }

    void regions(String table, JsonObject answer) throws IOException {
        TableName name = TableName.valueOf(table);
        JsonArray open = new JsonArray();
        try (Admin admin = connection.getAdmin()) {
            Map<String, JsonObject> counted = new TreeMap<>();
            for (ServerName server : admin.getRegionServers()) {
                for (RegionMetrics metrics : admin.getRegionMetrics(server, name)) {
                    String region = RegionInfo.encodeRegionName(metrics.getRegionName());
                    counted.put(region, counts(server, region, metrics));
                }
            }
            for (RegionInfo region : regionsOf(admin, name)) {
                JsonObject entry = describe(region);
                JsonObject counts = counted.get(region.getEncodedName());
                if (counts == null) {
                    entry.addProperty("server", (String) null); // on its way between two servers
                } else {
                    counts.entrySet().forEach(count -> entry.add(count.getKey(), count.getValue()));
                }
                open.add(entry);
            }
        }
        JsonArray closed = new JsonArray();
        for (ClosedRegions.Closed gone : ClosedRegions.of(name)) {
            JsonObject entry = describe(gone.region());
            entry.addProperty("server", gone.server());
            entry.addProperty("reads", gone.reads());
            entry.addProperty("writes", gone.writes());
            closed.add(entry);
        }
        answer.add("regions", open);
        answer.add("closed", closed);
    }

    private JsonObject counts(ServerName server, String region, RegionMetrics metrics) {
        JsonObject counts = new JsonObject();
        counts.addProperty("server", server.getAddress().toString());
        ClosedRegions.Counts requests = requests(server, metrics);
        counts.addProperty("reads", requests.reads());
        counts.addProperty("writes", requests.writes());
        long rounded = (long) metrics.getStoreFileSize().get(Size.Unit.BYTE);
        counts.addProperty("store_bytes", cluster == null ? rounded : cluster.storeBytes(region).orElse(rounded));
        counts.addProperty("store_files", metrics.getStoreFileCount());
        counts.addProperty("memory_bytes", (long) metrics.getMemStoreSize().get(Size.Unit.BYTE));
        return counts;
    }

    private static ClosedRegions.Counts requests(ServerName server, RegionMetrics metrics) {
        return ClosedRegions.sinceOpened(RegionInfo.encodeRegionName(metrics.getRegionName()),
            server.getAddress().toString(), metrics.getReadRequestCount(), metrics.getWriteRequestCount());
    }

    private static JsonObject describe(RegionInfo region) {
        JsonObject entry = new JsonObject();
        entry.addProperty("region", region.getEncodedName());
        entry.addProperty("start", HexFormat.of().formatHex(region.getStartKey()));
        entry.addProperty("end", HexFormat.of().formatHex(region.getEndKey()));
        return entry;
    }

    private static List<RegionInfo> regionsOf(Admin admin, TableName name) throws IOException {
        List<RegionInfo> regions = admin.getRegions(name);
        if (regions.isEmpty()) {
            throw new TableNotFoundException(name);
        }
        return regions;
    }

    void servers(String table, JsonObject answer) throws IOException {
        TableName only = table == null ? null : TableName.valueOf(table);
        Map<String, long[]> sums = new TreeMap<>();
        try (Admin admin = connection.getAdmin()) {
            if (only != null) {
                regionsOf(admin, only);
            }
            for (ServerName server : admin.getRegionServers()) {
                long[] sum = sums.computeIfAbsent(server.getAddress().toString(), address -> new long[3]);
                List<RegionMetrics> regions =
                    only == null ? admin.getRegionMetrics(server) : admin.getRegionMetrics(server, only);
                for (RegionMetrics region : regions) {
                    ClosedRegions.Counts requests = requests(server, region);
                    sum[0]++;
                    sum[1] += requests.reads();
                    sum[2] += requests.writes();
                }
            }
        }
        List<String> alive = List.copyOf(sums.keySet());
        if (only != null) {
            for (ClosedRegions.Closed gone : ClosedRegions.of(only)) {
                long[] sum = sums.computeIfAbsent(gone.server(), address -> new long[3]);
                sum[1] += gone.reads();
                sum[2] += gone.writes();
            }
        }
        JsonArray servers = new JsonArray();
        sums.forEach((server, sum) -> {
            JsonObject entry = new JsonObject();
            entry.addProperty("server", server);
            entry.addProperty("alive", alive.contains(server));
            entry.addProperty("regions", sum[0]);
            entry.addProperty("reads", sum[1]);
            entry.addProperty("writes", sum[2]);
            servers.add(entry);
        });
        answer.add("servers", servers);
    }

    void count(Request request, JsonObject answer) throws IOException, Usage {
        Scan scan = new Scan().setCacheBlocks(false).setCaching(10_000)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
        if (request.words.size() > 1) {
            scan.withStartRow(request.key(1, "FROM")).withStopRow(request.key(2, "TO"));
        }
        long rows = 0;
        boolean ascending = true;
        byte[] first = new byte[0];
        byte[] last = new byte[0];
        try (Table table = connection.getTable(TableName.valueOf(request.word(0, "TABLE")));
            ResultScanner scanner = table.getScanner(scan)) {
            for (Result result : scanner) {
                byte[] row = result.getRow();
                ascending &= rows == 0 || Bytes.compareTo(last, row) < 0;
                first = rows == 0 ? row : first;
                last = row;
                rows++;
            }
        }
        answer.addProperty("rows", rows);
        answer.addProperty("ascending", ascending);
        answer.addProperty("first", HexFormat.of().formatHex(first));
        answer.addProperty("last", HexFormat.of().formatHex(last));
    }

    void flush(String table) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            admin.flush(TableName.valueOf(table));
        }
    }

    void split(String table, byte[] key, JsonObject answer) throws Exception {
        TableName name = TableName.valueOf(table);
        try (Admin admin = connection.getAdmin()) {
            for (RegionInfo region : regionsOf(admin, name)) {
                if (region.containsRow(key)) {
                    admin.splitRegionAsync(region.getRegionName(), key).get(60, TimeUnit.SECONDS);
                    answer.addProperty("parent", region.getEncodedName());
                    answer.addProperty("regions", admin.getRegions(name).size());
                    return;
                }
            }
            throw new IOException("no region of " + table + " holds " + HexFormat.of().formatHex(key));
        }
    }

    boolean balance() throws IOException {
        try (Admin admin = connection.getAdmin()) {
            return admin.balance();
        }
    }
}
