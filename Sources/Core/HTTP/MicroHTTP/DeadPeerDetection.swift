internal import Glibc

/// The socket options with which the kernel closes connections to clients that have lost their network.
///
/// Such a client sends no FIN. By default its connection stays open for about 15 minutes while data is sent to it
/// (`tcp_retries2` in tcp(7)), and for two hours otherwise (`tcp_keepalive_time`), and takes the place of another connection or
/// stream so long. With these options it ends a minute after the last packet of the client, which is also the time that a
/// client may take to read a response. A client that only sends nothing keeps its connection, since its kernel replies to
/// probes. A client that reads nothing for a minute, with full buffers, loses it.
///
/// Accepted sockets inherit the options of the listening socket.
enum DeadPeerDetection {
    /// The time without a packet of the client after which the first probe is sent, in seconds.
    static let idleSeconds: CInt = 15
    /// The time between two probes, in seconds.
    static let probeSeconds: CInt = 15
    /// The number of probes without a reply after which the connection ends.
    static let probeCount: CInt = 3
    /// The time for which sent data may stay unacknowledged, in milliseconds, during which the kernel sends no probe.
    static let unacknowledgedMilliseconds: CInt = 60_000

    /// The options, with their levels and values.
    static let options: [(level: CInt, option: CInt, value: CInt)] = [
        (SOL_SOCKET, SO_KEEPALIVE, 1),
        (tcp, TCP_KEEPIDLE, idleSeconds),
        (tcp, TCP_KEEPINTVL, probeSeconds),
        (tcp, TCP_KEEPCNT, probeCount),
        (tcp, TCP_USER_TIMEOUT, unacknowledgedMilliseconds),
    ]

    private static let tcp = CInt(IPPROTO_TCP)
}
