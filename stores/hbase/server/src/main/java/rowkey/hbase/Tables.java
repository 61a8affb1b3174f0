package rowkey.hbase;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Requests about tables, through HBase's Java client. */
final class Tables {
    private final Connection connection;

    Tables(Connection connection) {
        this.connection = connection;
    }

    private static List<RegionInfo> regionsOf(Admin admin, TableName name) throws IOException {
        List<RegionInfo> regions = admin.getRegions(name);
        if (regions.isEmpty()) {
            throw new TableNotFoundException(name);
        }
        return regions;
    }

    void servers(String table, JsonObject answer) throws IOException {
        TableName name = TableName.valueOf(table);
        JsonArray servers = new JsonArray();
        try (Admin admin = connection.getAdmin()) {
            regionsOf(admin, name);
            for (ServerName server : admin.getRegionServers()) {
                JsonObject entry = new JsonObject();
                entry.addProperty("server", server.getAddress().toString());
                entry.addProperty("regions", admin.getRegionMetrics(server, name).size());
                servers.add(entry);
            }
        }
        answer.add("servers", servers);
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
}
