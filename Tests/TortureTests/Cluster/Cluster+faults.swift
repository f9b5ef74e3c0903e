import CoordinationTesting
import Glibc
import PostgreSQLServers
import RawHTTP

extension Cluster {
    /// Performs a fault, and waits until every server has recovered.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - number: The server that has the fault, unless it is one of the database.
    ///   - probe: Records how the servers respond meanwhile.
    ///   - generator: The random numbers of the durations.
    /// - Throws: `RawClient.Failure` if a fault can't be made, or a server doesn't recover.
    func perform(
        _ fault: ClusterFault,
        on number: Int,
        _ probe: inout ClusterProbe,
        _ generator: inout SeededGenerator
    ) throws {
        switch fault {
        case .nodeKilled: try replace(number)
        case .nodeRestarted: try restart(number)
        case .nodePaused:
            nodes[number].signal(SIGSTOP)
            // Until others have taken over its effects.
            sleep(Torture.size(UInt32(Cluster.leaseDuration + 8), full: 30))
            nodes[number].signal(SIGCONT)
        case .databaseCrashed:
            try primary.server.crash()
            try probe.expectOutage(of: ports, during: fault)
            try primary.server.start()
        case .databasePaused:
            try primary.server.pause(true)
            sleep(UInt32.random(in: 1...5, using: &generator))
            try primary.server.pause(false)
        case .databaseCut:
            set(.silent)
            try probe.expectOutage(of: ports, during: fault)
            set(.working)
        case .databaseSlow:
            set(.slow(milliseconds: 100))
            try probe.expectResponses(of: ports, during: fault)
            sleep(2)
            set(.working)
        case .databaseFull:
            guard let disk = primary.disk else { return }
            disk.fill()
            for port in ports { try probe.expectRejection(by: port, during: fault) }
            disk.empty()
        case .standbyPaused:
            try standby.server.pause(true)
            sleep(UInt32.random(in: 1...5, using: &generator))
            try standby.server.pause(false)
        case .connectionsCut:
            try primary.server.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = 'usher' AND pid <> pg_backend_pid()
                """
            )
        case .commitsCut: try cutCommits(of: Set(DatabaseProxy.Commit.allCases))
        case .effectCommitsCut: try cutCommits(of: [.effect])
        case .failover: try failOver()
        case .nodeUpgraded: try upgrade(number)
        case .releaseRolledBack:
            let upgraded = try rollBack()
            let sessions = try NewerSessions(in: primary.server)
            try probe.expectRecovery(of: ports, after: fault)
            // Meanwhile the clients repeat their requests at the older servers.
            sleep(3)
            try probe.expectUnchanged(sessions, in: primary.server, during: fault)
            for number in upgraded.sorted() { try upgrade(number) }
        }
        try probe.expectRecovery(of: ports, after: fault)
    }

    private func cutCommits(of kinds: Set<DatabaseProxy.Commit>) throws {
        let wanted = primary.proxy.commitsCut + 20
        primary.proxy.cutCommits(20, of: kinds)
        guard try eventually({ primary.proxy.commitsCut == wanted }) else {
            throw RawClient.Failure(text: "There are no commits to cut.")
        }
    }
}
