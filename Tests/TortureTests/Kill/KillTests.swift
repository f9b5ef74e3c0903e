import Foundation
import Programs
import RawHTTP
import Testing

@Suite("A server that is killed", .serialized)
struct KillTests {
    private func run(kills: Int, faults: [String] = []) async throws -> KillRun.Outcome {
        let run = try KillRun(kills: kills, faults: faults)
        return try await blocking { try run.run() }.get()
    }

    @Test("a server that is killed loses no acknowledged output and applies none twice")
    func losesNothing() async throws {
        let outcome = try await run(kills: Torture.size(5, full: 300))
        Torture.report(outcome.line)
        #expect(outcome.findings.isClean, "seed \(Torture.seed): \(outcome.findings)")
        #expect(outcome.acknowledgments > outcome.kills * 6)
        #expect(outcome.effects >= outcome.acknowledgments)
        #expect(outcome.events > outcome.kills * 6 && outcome.continuations > outcome.kills)
        #expect(outcome.comparisons > 0)
        // The short form may end before a client has filled a ledger of each kind.
        #expect(Torture.size(true, full: false) || outcome.sharedComparisons > 0)
        #expect(Torture.size(true, full: false) || outcome.comparisons > outcome.sharedComparisons)
    }

    @Test("an effect whose record was cut by a kill does not count as performed, and the next one does")
    func cutRecord() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/effects"
        try "\ns/k1 1000001.\ns/k2 1000\ns/k2 1000002.\ns/k\ns/k3 1000003.".write(
            toFile: path,
            atomically: true,
            encoding: .utf8
        )
        let findings = try RecordedEffects(path: path).findings(["s": [1_000_001, 1_000_002, 1_000_003]])
        #expect(findings.isClean, "\(findings)")
    }

    @Test("the test detects a server that responds before it has committed")
    func repliesBeforeCommit() async throws {
        let outcome = try await run(kills: 2, faults: ["--reply-before-commit"])
        Torture.report("control, responds before it commits: \(outcome.findings.lost.count) lost")
        #expect(!outcome.findings.lost.isEmpty)
        #expect(!outcome.findings.unexpectedEffects.isEmpty)
        #expect(!outcome.findings.streams.isEmpty)
    }

    @Test("the test detects a server that forgets which requests it has replied to")
    func forgetsReplies() async throws {
        let outcome = try await run(kills: 5, faults: ["--forget-replies"])
        Torture.report("control, forgets its replies: \(outcome.findings.duplicated.count) acted twice")
        #expect(!outcome.findings.duplicated.isEmpty)
        #expect(outcome.findings.lost.isEmpty)
    }

    @Test("the test detects a server that does not perform an effect")
    func skipsEffects() async throws {
        let outcome = try await run(kills: 5, faults: ["--skip-records"])
        Torture.report("control, skips effects: \(outcome.findings.unperformed.count) never performed")
        #expect(!outcome.findings.unperformed.isEmpty)
        #expect(outcome.findings.lost.isEmpty && outcome.findings.duplicated.isEmpty)
    }
}
