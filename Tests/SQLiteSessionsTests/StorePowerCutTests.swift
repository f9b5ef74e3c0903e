import CoordinationTesting
import FaultyDisk
import Foundation
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("The store in SQLite after a power cut", .serialized)
struct StorePowerCutTests {
    /// The number of points at which the power is cut.
    private static let cuts = ProcessInfo.processInfo.environment["USHER_TORTURE"] == "full" ? 2_000 : 250

    /// The number of records that a history keeps.
    ///
    /// A store may remove older ones up to eight revisions later.
    private static let records = HistoryLimits(entries: 5)

    /// The committed sessions, and the generation of each session after each acknowledged batch.
    private struct History {
        var generations: [[SessionID: UInt64]] = []
        var kept: [SessionID: [StoredSession]] = [:]
    }

    /// Commits batches over some sessions, marks each one, and closes and reopens the store in between.
    private func work(
        _ path: String,
        _ disk: FaultyDisk,
        batches: Int,
        checkpointBytes: Int
    ) async throws -> History {
        var generator = SeededGenerator(seed: 3)
        var history = History()
        var current: [SessionID: UInt64] = [:]
        var store = try SQLiteStore(path: path, checkpointBytes: checkpointBytes)
        for number in 0..<batches {
            if number % 150 == 100 {
                await store.close()
                store = try SQLiteStore(path: path, checkpointBytes: checkpointBytes)
            }
            var batch: [SessionCommit] = []
            for name in Set((0..<8).map { _ in Int.random(in: 0..<24, using: &generator) }) {
                let id = SessionID("s\(name)")
                let last = history.kept[id]?.last
                let isWhole = last == nil || number % 4 == 0
                let session = Self.session("s\(name)", after: last, number, isWhole: isWhole)
                batch.append(
                    SessionCommit(
                        expectedGeneration: last?.generation,
                        session: session,
                        record: HistoryRecord(
                            revision: session.revision,
                            at: SampleSessions.start,
                            expiresAt: session.expiresAt,
                            details: Self.details(of: id, session.revision),
                            state: Self.state(of: session, isWhole: isWhole)
                        ),
                        addsReply: last != nil,
                        isPlainStep: last.map { session.isPlainStep(after: $0) } ?? false,
                        historyLimits: Self.records
                    )
                )
                history.kept[id, default: []].append(session)
                current[id] = session.generation
            }
            #expect(try await store.commit(batch).allSatisfy { $0 == .committed })
            disk.mark(history.generations.count)
            history.generations.append(current)
        }
        await store.close()
        return history
    }

    /// Returns the next generation of a session, with a whole state or another change.
    private static func session(
        _ name: String,
        after last: StoredSession?,
        _ number: Int,
        isWhole: Bool
    ) -> StoredSession {
        guard let last else { return SampleSessions.session(name, createdWith: "key of \(name)") }
        let text = String(repeating: "\(name).\(number) ", count: 200)
        let next = SampleSessions.next(
            last,
            expiry: 4_000 + number,
            due: number % 3 == 0 ? number : nil,
            replies: 16,
            content: isWhole ? text : nil
        )
        guard !isWhole, case .encoded(var log) = last.content else { return next }
        log.append(Array(text.utf8))
        return next.with(.encoded(log))
    }

    private static func state(of session: StoredSession, isWhole: Bool) -> HistoryRecord.State {
        guard case .encoded(let log) = session.content else { preconditionFailure("The state is encoded.") }
        return isWhole ? .whole(log.whole) : .change(log.changes.last ?? [])
    }

    /// Returns the details of the record that belongs to a revision of a session.
    private static func details(of id: SessionID, _ revision: UInt64) -> [UInt8] {
        Array(#"{"session":"\#(id)","revision":\#(revision)}"#.utf8)
    }

    /// Returns whether the records of a history are the latest ones up to a revision, each as it was committed.
    private static func isHistory(_ records: [HistoryRecord], of id: SessionID, upTo revision: UInt64) -> Bool {
        let least = min(Int(revision), Self.records.entries)
        return records.count >= least && records.last?.isWhole == true
            && records.enumerated().allSatisfy { index, record in
                record.revision + UInt64(index) == revision && record.details == details(of: id, record.revision)
            }
    }

    /// Returns the errors of a store after a power cut.
    private func findings(_ path: String, _ acknowledged: [SessionID: UInt64], _ history: History) async -> [String] {
        do {
            let store = try SQLiteStore(path: path)
            var findings: [String] = []
            for (id, sessions) in history.kept {
                let found = try await store.load(id)
                let least = acknowledged[id] ?? 0
                guard let found else {
                    if least > 0 { findings.append("\(id) is lost") }
                    continue
                }
                guard found.generation >= least, found.generation <= sessions.count else {
                    findings.append("\(id) has generation \(found.generation) and not \(least)")
                    continue
                }
                let wanted = sessions[Int(found.generation) - 1]
                guard case .encoded(let bytes) = found.content, case .encoded(let wantedBytes) = wanted.content,
                    bytes == wantedBytes, found.replies == wanted.replies, found.due == wanted.due
                else {
                    findings.append("\(id) is not what was committed")
                    continue
                }
                let records = try await store.history(of: id)?.records ?? []
                guard Self.isHistory(records, of: id, upTo: found.revision) else {
                    findings.append("\(id) has revision \(found.revision) and records \(records.map(\.revision))")
                    continue
                }
            }
            await store.close()
            if findings.isEmpty { findings += try StoreInspection(path: path).check() }
            return findings
        } catch {
            return ["\(error)"]
        }
    }

    private func cut(_ cuts: Int, batches: Int, checkpointBytes: Int, lying: Bool) async throws -> [String] {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        await (try SQLiteStore(path: folder.path + "/usher.db")).close()
        disk.liesAboutSync = lying
        try disk.startRecording()
        let history = try await work(
            folder.path + "/usher.db",
            disk,
            batches: batches,
            checkpointBytes: checkpointBytes
        )
        let recording = disk.recording
        var findings: [String] = []
        var power = PowerCut(of: recording)
        for number in 0..<cuts {
            let image = power.image(at: recording.events.count * (number + 1) / cuts, seed: UInt64(number))
            let target = try TemporaryFolder()
            try image.write(to: target.path + "/image")
            let acknowledged = image.lastMark.map { history.generations[$0] } ?? [:]
            findings += await self.findings(target.path + "/image/usher.db", acknowledged, history)
        }
        return findings
    }

    @Test(
        "a power cut loses no acknowledged commit, and leaves none incomplete, also while the log is written to the file",
        arguments: [16 * 1_024 * 1_024, 100_000]
    )
    func losesNothing(checkpointBytes: Int) async throws {
        let findings = try await cut(Self.cuts, batches: 600, checkpointBytes: checkpointBytes, lying: false)
        #expect(findings.prefix(20) == [])
        print("torture: power cut at \(Self.cuts) points: \(findings.count) lost or corrupt")
    }

    @Test("the test detects losses on a disk that lies about its syncs")
    func control() async throws {
        #expect(try await cut(40, batches: 200, checkpointBytes: 100_000, lying: true).count > 10)
    }
}
