package rowkey.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Writes down HBase's counts of a region at the moment it is closed.
 *
 * <p>A region counts its requests from the moment it is opened, and the counts of a server are the sum over the regions
 * that are open on it. So a region that is split or moved takes its counts with it into oblivion, and the server that
 * took all writes would look idle.
 */
public final class ClosedRegions implements RegionCoprocessor, RegionObserver {
    record Closed(RegionInfo region, String server, long reads, long writes) { }

    private static final List<Closed> CLOSED = new ArrayList<>();

    /** A region that comes back to the server that it left has its old counts again. */
    private long readsAtOpen;
    private long writesAtOpen;

    static List<Closed> of(TableName table) {
        synchronized (CLOSED) {
            return CLOSED.stream().filter(closed -> closed.region.getTable().equals(table)).toList();
        }
    }

    static void forget(TableName table) {
        synchronized (CLOSED) {
            CLOSED.removeIf(closed -> closed.region.getTable().equals(table));
        }
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
        return Optional.of(this);
    }

    @Override
    public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
        Region region = context.getEnvironment().getRegion();
        readsAtOpen = region.getReadRequestsCount();
        writesAtOpen = region.getWriteRequestsCount();
    }

    @Override
    public void postClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
        RegionCoprocessorEnvironment environment = context.getEnvironment();
        Region region = environment.getRegion();
        Closed closed = new Closed(region.getRegionInfo(), environment.getServerName().getAddress().toString(),
            region.getReadRequestsCount() - readsAtOpen, region.getWriteRequestsCount() - writesAtOpen);
        synchronized (CLOSED) {
            CLOSED.add(closed);
        }
    }
}
