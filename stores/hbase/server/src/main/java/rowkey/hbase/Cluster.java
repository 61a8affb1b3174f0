package rowkey.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/** ZooKeeper, a master and region servers, all in this JVM and one folder. */
final class Cluster implements AutoCloseable {
    private final Configuration conf;
    private final Path folder;
    private final int count;
    private final MiniZooKeeperCluster zookeeper;
    private LocalHBaseCluster hbase;

    Cluster(Configuration conf, Path folder, int count) {
        this.conf = conf;
        this.folder = folder.toAbsolutePath().normalize();
        this.count = count;
        this.zookeeper = new MiniZooKeeperCluster(conf);
    }

    void start() throws Exception {
        int port = zookeeper.startup(folder.resolve("zookeeper").toFile());
        conf.setInt("hbase.zookeeper.property.clientPort", port);
        conf.set("hbase.tmp.dir", folder.resolve("tmp").toString());
        conf.set("hbase.rootdir", folder.resolve("hbase").toUri().toString());
        // The master waits exactly until this many servers are up.
        conf.setInt("hbase.master.wait.on.regionservers.mintostart", count);
        conf.setInt("hbase.master.wait.on.regionservers.maxtostart", count);
        // HBase halts the JVM this long after a region server was aborted, in milliseconds. Here, all servers share the JVM.
        conf.setLong("hbase.regionserver.abort.timeout", TimeUnit.DAYS.toMillis(365));
        hbase = new LocalHBaseCluster(conf, count);
        hbase.startup();
        // `startup` can return before all region servers are up, but `spread` needs all of them.
        while (master().getServerManager().countOfRegionServers() < count) {
            if (servers().size() < count) {
                throw new IOException("a region server stopped during start-up");
            }
            Thread.sleep(50);
        }
    }

    int zookeeperPort() {
        return zookeeper.getClientPortList().get(0);
    }

    boolean hasMaster() {
        return hbase == null || hbase.getActiveMaster() != null;
    }

    private HMaster master() throws IOException {
        HMaster master = hbase.getActiveMaster();
        if (master == null) {
            throw new IOException("no active master");
        }
        return master;
    }

    /** Returns the `host:port` of every region server that runs. */
    List<String> servers() {
        List<String> names = new ArrayList<>();
        for (RegionServerThread thread : hbase.getRegionServers()) {
            HRegionServer server = thread.getRegionServer();
            if (thread.isAlive() && !server.isStopped() && !server.isAborted()) {
                names.add(server.getServerName().getAddress().toString());
            }
        }
        return names;
    }

    /** Starts one more region server and returns its `host:port`. */
    String startServer() throws Exception {
        int before = master().getServerManager().countOfRegionServers();
        RegionServerThread thread = hbase.addRegionServer();
        thread.start();
        thread.waitForServerOnline();
        while (master().getServerManager().countOfRegionServers() <= before) {
            Thread.sleep(50);
        }
        return thread.getRegionServer().getServerName().getAddress().toString();
    }

    /**
     * Stops a region server as a crash does, and returns when the master has noticed. The server loses the rows in its memory,
     * and other servers read these rows from its log.
     */
    void killServer(String name) throws Exception {
        for (RegionServerThread thread : hbase.getRegionServers()) {
            HRegionServer server = thread.getRegionServer();
            if (!thread.isAlive() || !server.getServerName().getAddress().toString().equals(name)) {
                continue;
            }
            if (servers().size() == 1) {
                throw new IOException(name + " is the last region server");
            }
            server.abort("killed on request");
            hbase.waitOnRegionServer(thread);
            while (master().getServerManager().isServerOnline(server.getServerName())) {
                Thread.sleep(50);
            }
            return;
        }
        throw new IOException("no region server " + name + "; there are " + String.join(", ", servers()));
    }

    @Override
    public void close() throws IOException {
        if (hbase != null) {
            hbase.shutdown();
            hbase.join();
        }
        zookeeper.shutdown();
    }
}
