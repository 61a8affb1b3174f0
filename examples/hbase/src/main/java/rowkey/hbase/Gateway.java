package rowkey.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift.TBoundedThreadPoolServer;
import org.apache.hadoop.hbase.thrift.ThriftServer;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransportFactory;

/** HBase's Thrift server (Thrift1, binary protocol, unframed) on a port of 127.0.0.1; 0 is any free one. */
final class Gateway extends ThriftServer implements AutoCloseable {
    private final int wanted;
    private final CountDownLatch bound = new CountDownLatch(1);
    private volatile int port;
    private volatile Exception failure;

    Gateway(Configuration conf, int port) {
        super(conf);
        this.wanted = port;
    }

    void start() throws IOException, InterruptedException {
        Main.daemon("thrift", () -> {
            try {
                run();
            } catch (Exception e) {
                failure = e;
                bound.countDown();
            }
        });
        if (!bound.await(60, TimeUnit.SECONDS) || failure != null) {
            throw new IOException("the gateway did not start", failure);
        }
    }

    int port() {
        return port;
    }

    /** As in the super class, but the port that was bound is known. */
    @Override
    protected TServer getTThreadPoolServer(TProtocolFactory protocols, TProcessor processor,
        TTransportFactory transports, InetSocketAddress address) throws Exception {
        TServerSocket socket = new TServerSocket(new TServerSocket.ServerSocketTransportArgs()
            .bindAddr(new InetSocketAddress(address.getAddress(), wanted))
            .clientTimeout(conf.getInt("hbase.thrift.server.socket.read.timeout", 60000)));
        TBoundedThreadPoolServer.Args args = new TBoundedThreadPoolServer.Args(socket, conf);
        args.processor(processor).transportFactory(transports).protocolFactory(protocols);
        // Clients that are connected when the gateway stops see a closed connection at once.
        args.stopTimeoutVal(1);
        args.stopTimeoutUnit(TimeUnit.SECONDS);
        port = socket.getServerSocket().getLocalPort();
        bound.countDown();
        return new TBoundedThreadPoolServer(args, metrics);
    }

    @Override
    public void close() {
        stop();
    }
}
