/// A fault of a cluster, from which it must recover by itself.
enum ClusterFault: String, CaseIterable {
    /// A server is killed, and another one started.
    case nodeKilled
    /// A server is stopped as an operator does, and another one started.
    case nodeRestarted
    /// A server stands still for longer than its lease lasts, and goes on.
    case nodePaused
    /// The database crashes, recovers and starts again.
    case databaseCrashed
    /// The database stands still for some seconds.
    case databasePaused
    /// The standby is lost for some seconds, so that no commit ends.
    case standbyPaused
    /// The database ends all connections, in the middle of their transactions.
    case connectionsCut
    /// The primary is lost, and the standby takes over.
    case failover
}
