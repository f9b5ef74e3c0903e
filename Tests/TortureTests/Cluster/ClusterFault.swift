/// A fault of a cluster, from which it must recover by itself.
enum ClusterFault: String, CaseIterable {
    /// A server is killed, and another one started.
    case nodeKilled
    /// A server is stopped as an operator does, and another one started.
    case nodeRestarted
    /// A server stands still for longer than its lease lasts, and goes on.
    case nodePaused
    /// The database crashes, and starts again once every server has noticed.
    case databaseCrashed
    /// The database stands still for some seconds.
    case databasePaused
    /// Nothing that is sent to the databases arrives until every server has noticed.
    case databaseCut
    /// Everything between the servers and the databases is late for some seconds.
    case databaseSlow
    /// The disk of the database is full until every server has rejected a request.
    case databaseFull
    /// The standby is lost for some seconds, so that no commit ends.
    case standbyPaused
    /// The database ends all connections, in the middle of their transactions.
    case connectionsCut
    /// Connections are lost while sessions and effects commit, after the database has the commit or before.
    case commitsCut
    /// Connections are lost while effects commit, after the database has the commit or before.
    case effectCommitsCut
    /// The primary is lost, and the standby takes over.
    case failover
    /// A server is stopped, and one of the next release started, beside which the others go on.
    case nodeUpgraded
    /// All servers are of the first release for some seconds, and then the servers of the next one are started again.
    case releaseRolledBack
}
