import FaultyDisk
import GRDB
import Programs
import Testing

/// Tests of the effects of a failed sync on connections that are opened later, while the machine keeps running.
///
/// They find the unsynced data in the log, because the kernel still has it in memory. But the kernel has marked it as clean, so
/// no later sync makes it durable. (The connection with the failed sync is not affected: its next commit overwrites the same
/// part of the log, as ``LedgerPowerCutTests`` proves.)
@Suite("After a failed sync") struct FailedSyncTests {
    @Test("a new connection acknowledges commits that a power cut loses")
    func goingOn() throws {
        let fixture = try LedgerFixture()
        let position = try leaveUnsyncedEntry(fixture)
        let ledger = try Ledger(in: fixture.folder.path)
        #expect(try ledger.entries() == [1, 2])
        try ledger.add(3)
        fixture.disk.mark(3)
        let outcomes = try outcomes(of: fixture.disk.recording, from: position)
        #expect(outcomes.contains { $0.lastMark == 3 && $0.entries == [1] })
    }

    @Test("a new connection's checkpoint is durable once complete, but a power cut during it corrupts the database")
    func checkpoint() throws {
        let fixture = try LedgerFixture()
        // The log then has only the data that will not be synced.
        try fixture.ledger.checkpoint()
        let position = try leaveUnsyncedEntry(fixture, after: 1)
        let ledger = try Ledger(in: fixture.folder.path)
        #expect(try ledger.entries() == [1, 2])
        try ledger.checkpoint()
        let checkpointed = fixture.disk.recording.events.count
        try ledger.add(3)
        fixture.disk.mark(3)
        let outcomes = try outcomes(of: fixture.disk.recording, from: position)
        #expect(outcomes.contains { $0.position < checkpointed && $0.entries == nil })
        #expect(outcomes.allSatisfy { $0.position < checkpointed || $0.isDurable })
    }

    @Test("a new connection is safe if the log is rewritten and synced before", arguments: [false, true])
    func rewriting(hasEmptyLog: Bool) throws {
        let fixture = try LedgerFixture()
        if hasEmptyLog { try fixture.ledger.checkpoint() }
        let position = try leaveUnsyncedEntry(fixture, after: hasEmptyLog ? 1 : 0)
        try fixture.disk.recordRewriting(of: Ledger.logName)
        let ledger = try Ledger(in: fixture.folder.path)
        #expect(try ledger.entries() == [1, 2])
        try ledger.add(3)
        fixture.disk.mark(3)
        try ledger.checkpoint()
        try ledger.add(4)
        fixture.disk.mark(4)
        let outcomes = try outcomes(of: fixture.disk.recording, from: position)
        #expect(outcomes.allSatisfy { $0.isDurable })
    }

    /// Adds entry 2 with a sync that fails, closes the connection, and leaves the log as a killed process does.
    ///
    /// - Returns: The position in the recording.
    private func leaveUnsyncedEntry(_ fixture: LedgerFixture, after count: Int = 0) throws -> Int {
        try fixture.disk.startRecording()
        fixture.disk.mark(1)
        fixture.disk.fail([.sync, .delete], after: count, repeating: true)
        #expect(try failure { try fixture.ledger.add(2, size: 3000) } == .SQLITE_IOERR_FSYNC)
        try fixture.ledger.database.close()
        fixture.disk.clearFaults()
        return fixture.disk.recording.events.count
    }

    struct Outcome {
        let position: Int
        let lastMark: Int
        /// The entries, or `nil` if the database is damaged.
        let entries: [Int]?

        /// Whether all acknowledged entries exist.
        ///
        /// Entry 2 was never acknowledged.
        var isDurable: Bool { Set(1...lastMark).subtracting([2]).isSubset(of: entries ?? []) }
    }

    private func outcomes(of recording: DiskRecording, from start: Int) throws -> [Outcome] {
        let folder = try TemporaryFolder()
        var cut = PowerCut(of: recording)
        var outcomes: [Outcome] = []
        for position in start...recording.events.count {
            for seed in 0..<5 {
                let image = cut.image(at: position, seed: UInt64(position * 5 + seed))
                let path = "\(folder.path)/\(position)-\(seed)"
                try image.write(to: path)
                let entries = try? Ledger(in: path, synchronous: "OFF").entries()
                outcomes.append(Outcome(position: position, lastMark: image.lastMark ?? 1, entries: entries))
            }
        }
        return outcomes
    }
}
