public import HTTPCore

/// The limits on requests by client address, by session and by account.
///
/// The address of a request is ``HTTPCore/HTTPRequest/client``. IPv6 addresses count by network of 64 bits. Loopback addresses
/// are limited like any other. A quota of 0 turns a limit off.
public struct RequestLimits: Sendable {
    /// The limit on requests from an address, except health checks (off by default).
    public var addressRequests = RateLimit(0, per: .seconds(60))
    /// The limit on requests to a session (off by default).
    public var sessionRequests = RateLimit(0, per: .seconds(60))
    /// The limit on sessions that an address starts.
    ///
    /// The default is 5,000 an hour, a fifth of them (at least 1,000) at once.
    public var addressNewSessions = RateLimit(5_000, per: .seconds(3_600))
    /// The share of the places of sessions without an account, in percent, that one address may take while fewer than half of
    /// them are free.
    ///
    /// The sessions that the address has started count, for the longest lifetime of a session. So at least twenty addresses are
    /// needed to take all places.
    public var addressShare = 5
    /// The limit on requests from an address for sessions that it can't open (300 a minute by default).
    ///
    /// Beyond it the address can only use sessions that are in memory, so it causes no more reads of the store. A client asks once for
    /// a session that has ended, so these are the clients of a whole company after a deploy, and far too few to guess a token.
    public var addressUnknownSessions = RateLimit(300, per: .seconds(60))
    /// The limit on links that a session opens (120 a minute by default).
    ///
    /// A link builds a whole stack of screens, which may load their data. Two a second are more than a person opens.
    public var sessionLinks = RateLimit(120, per: .seconds(60))
    /// The limit on requests of an account that list or end its sessions (60 a minute by default).
    ///
    /// A person reads the list and ends a few. Each request searches the store.
    public var accountRequests = RateLimit(60, per: .seconds(60))
    /// The largest number of requests that wait for a session's next revision at a time (64 by default).
    ///
    /// A session has a client on a few devices, with one wait each, and a wait that was cut off ends within a minute.
    public var sessionWaits = 64
    /// The largest number of requests from an address that wait for a next revision at a time (1,024 by default).
    ///
    /// An address may have as many connections, and each request that waits needs one.
    public var addressWaits = 1_024
    /// The largest number of event streams of a session (16 by default).
    ///
    /// A further one takes the place of the oldest, so a client that comes back while its old streams seem open is never kept out.
    public var sessionStreams = 16
    /// The largest number of event streams of an address (1,024 by default, as many as the connections that it may have).
    public var addressStreams = 1_024

    /// The requests of clients for histories that wait or run.
    ///
    /// One runs at a time, and needs up to a second. The last one in a full queue gets its response within the deadline of a
    /// request.
    let clientWork = CostlyWork.Limits(session: 2, address: 8, total: 64, running: 1)
    /// The requests of operators that wait or run.
    let operatorWork = CostlyWork.Limits(session: 8, address: 64, total: 64, running: 1)
    /// The requests for rows that wait or run.
    let rowWork = CostlyWork.Limits(session: 8, address: 64, total: 512, running: 64)

    /// Makes the default limits.
    public init() {}
}
