package rowkey.hbase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Records HBase's counts of a region when the region is closed.
 *
 * <p>A region counts its requests from the moment it is opened, and the counts of a server are the sum over the regions
 * that are open on it. So the counts of a region are lost when it is split or moved, and a server that received all
 * writes would look idle.
 */
public final class ClosedRegions implements RegionCoprocessor, RegionObserver {
    record Closed(RegionInfo region, String server, long reads, long writes) { }

    record Counts(long reads, long writes) { }

    private record Place(String encodedRegion, String server) { }

    private static final List<Closed> CLOSED = new ArrayList<>();
    /**
     * HBase's counts of a region when it was opened or last closed on a server. If a region returns to a server, HBase
     * continues the old counts, which CLOSED already contains.
     */
    private static final Map<Place, Counts> OLD = new HashMap<>();

    static List<Closed> of(TableName table) {
        synchronized (CLOSED) {
            return CLOSED.stream().filter(closed -> closed.region.getTable().equals(table)).toList();
        }
    }

    /** Forgets the counts of a table. Call this after the table is dropped, when all its regions are closed. */
    static void forget(TableName table) {
        synchronized (CLOSED) {
            of(table).forEach(closed -> OLD.remove(place(closed.region, closed.server)));
            CLOSED.removeIf(closed -> closed.region.getTable().equals(table));
        }
    }

    /** Subtracts the counts from before the region was opened on the server. */
    static Counts sinceOpened(String encodedRegion, String server, long reads, long writes) {
        synchronized (CLOSED) {
            Counts old = OLD.getOrDefault(new Place(encodedRegion, server), new Counts(0, 0));
            return new Counts(Math.max(0, reads - old.reads), Math.max(0, writes - old.writes));
        }
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
        return Optional.of(this);
    }

    @Override
    public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
        RegionCoprocessorEnvironment environment = context.getEnvironment();
        synchronized (CLOSED) {
            OLD.put(place(environment.getRegionInfo(), server(environment)), counts(environment));
        }
    }

    @Override
    public void postClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
        RegionCoprocessorEnvironment environment = context.getEnvironment();
        RegionInfo region = environment.getRegionInfo();
        String server = server(environment);
        synchronized (CLOSED) {
            Counts all = counts(environment);
            Counts counts = sinceOpened(region.getEncodedName(), server, all.reads, all.writes);
            CLOSED.add(new Closed(region, server, counts.reads, counts.writes));
            // The server may report the region for a moment after it was closed.
            OLD.put(place(region, server), all);
        }
    }

    private static Counts counts(RegionCoprocessorEnvironment environment) {
        Region region = environment.getRegion();
        return new Counts(region.getReadRequestsCount(), region.getWriteRequestsCount());
    }

    private static String server(RegionCoprocessorEnvironment environment) {
        return environment.getServerName().getAddress().toString();
    }

    private static Place place(RegionInfo region, String server) {
        return new Place(region.getEncodedName(), server);
    }
}
