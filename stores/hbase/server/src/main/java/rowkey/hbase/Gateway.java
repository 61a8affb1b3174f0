package rowkey.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift.TBoundedThreadPoolServer;
import org.apache.hadoop.hbase.thrift.ThriftServer;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/** HBase's Thrift server (Thrift1, binary protocol, unframed) on a port of 127.0.0.1. Port 0 means any free port. */
final class Gateway implements AutoCloseable {
    private final Configuration conf;
    private int port;
    private Server server;

    Gateway(Configuration conf, int port) {
        this.conf = conf;
        this.port = port;
    }

    synchronized void start() throws IOException, InterruptedException {
        Server starting = new Server(conf, port);
        Main.daemon("thrift", starting::serve);
        if (!starting.bound.await(60, TimeUnit.SECONDS) || starting.failure != null) {
            throw new IOException("the gateway did not start", starting.failure);
        }
        server = starting;
        port = starting.listener.getServerSocket().getLocalPort();
    }

    int port() {
        return port;
    }

    /** Restarts on the same port. Clients see a crash: connections are closed and scanners forgotten. */
    synchronized void restart() throws IOException, InterruptedException {
        close();
        start();
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.stop();
            server.listener.cut();
        }
    }

    private static final class Server extends ThriftServer {
        private final int requestedPort;
        private final CountDownLatch bound = new CountDownLatch(1);
        private volatile Listener listener;
        private volatile Exception failure;

        Server(Configuration conf, int port) {
            super(conf);
            this.requestedPort = port;
        }

        /** Runs until the gateway is stopped or fails. */
        void serve() {
            try {
                run();
            } catch (Exception e) {
                failure = e;
                bound.countDown();
            }
        }

        /**
         * Does the same as the super class, but with a listener that reveals its port and can close the connections of its
         * clients.
         */
        @Override
        protected TServer getTThreadPoolServer(TProtocolFactory protocols, TProcessor processor,
            TTransportFactory transports, InetSocketAddress address) throws Exception {
            listener = new Listener(new TServerSocket.ServerSocketTransportArgs()
                .bindAddr(new InetSocketAddress(address.getAddress(), requestedPort))
                .clientTimeout(conf.getInt("hbase.thrift.server.socket.read.timeout", 60000)));
            TBoundedThreadPoolServer.Args args = new TBoundedThreadPoolServer.Args(listener, conf);
            args.processor(processor).transportFactory(transports).protocolFactory(protocols);
            args.stopTimeoutVal(1);
            args.stopTimeoutUnit(TimeUnit.SECONDS);
            bound.countDown();
            return new TBoundedThreadPoolServer(args, metrics);
        }
    }

    private static final class Listener extends TServerSocket {
        private final Set<TSocket> clients = ConcurrentHashMap.newKeySet();

        Listener(ServerSocketTransportArgs args) throws TTransportException {
            super(args);
        }

        @Override
        public TSocket accept() throws TTransportException {
            TSocket client = super.accept();
            clients.removeIf(known -> !known.isOpen());
            clients.add(client);
            return client;
        }

        /**
         * Closes the connections of all clients, because a thread that waits for the next request of a client does not
         * notice that the server was stopped.
         */
        void cut() {
            clients.forEach(TSocket::close);
        }
    }
}
