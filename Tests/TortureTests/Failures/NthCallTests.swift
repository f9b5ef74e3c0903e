import Programs
import SQLiteSessions
import Sessions
import Testing

@Suite("A store whose Nth call fails", .serialized)
struct NthCallTests {
    /// The kind of store that keeps the script's sessions.
    enum StoreKind: String, CaseIterable, Sendable { case memory, sqlite }

    /// The result of failing one call after the other.
    private struct Sweep {
        var runs = 0
        var broken: [String] = []
    }

    private func run(_ storeKind: StoreKind, _ plan: FailurePlan) async throws -> CounterScript.Outcome {
        let folder = try TemporaryFolder()
        let path = folder.path + "/usher.db"
        var script: CounterScript
        switch storeKind {
        case .memory: script = try await CounterScript(MemoryStore(requiresEncoding: true), plan)
        case .sqlite:
            script = try await CounterScript(SQLiteStore(path: path), plan) { store in
                await store.close()
                return try SQLiteStore(path: path)
            }
        }
        do {
            let outcome = try await script.run()
            await script.end()
            return outcome
        } catch {
            await script.end()
            throw error
        }
    }

    /// Runs the script with its first call failing, then with its second, and so on until no call is left to fail.
    private func sweep(_ storeKind: StoreKind, _ kind: FailurePlan.FailureMode, length: Int) async throws -> Sweep {
        let wanted = try await run(storeKind, FailurePlan(kind, from: .max - length))
        #expect(wanted.counters == Self.expected)
        var sweep = Sweep()
        var number = 1
        while true {
            let plan = FailurePlan(kind, from: number, length: length)
            do {
                let outcome = try await run(storeKind, plan)
                if outcome != wanted { sweep.broken.append("call \(number): \(outcome)") }
            } catch {
                sweep.broken.append("call \(number): \(error)")
            }
            guard plan.hasFailed else { return sweep }
            sweep.runs += 1
            number += 1
        }
    }

    private static let expected = [
        "2213 at revision 14, active", "401", "1 at revision 3, ended", "1 at revision 2, active",
    ]

    @Test(
        "acknowledged outputs are kept, none is applied twice, and the server keeps working",
        arguments: [FailurePlan.FailureMode.rejected, .lost, .resultLost],
        StoreKind.allCases
    )
    func survives(kind: FailurePlan.FailureMode, storeKind: StoreKind) async throws {
        let lengths = Torture.size([1, 3], full: [1, 2, 3, 5, 8])
        var runs = 0
        for length in lengths {
            let sweep = try await sweep(storeKind, kind, length: length)
            runs += sweep.runs
            #expect(sweep.runs > 15)
            #expect(sweep.broken == [], "\(length) in a row")
        }
        Torture.report(
            "each call to the store (\(storeKind.rawValue)) \(kind.rawValue), and up to \(lengths.max() ?? 1) in a row: \(runs) runs"
        )
    }

    @Test("the test detects a store that reports a commit that it has not made")
    func lies() async throws {
        let sweep = try await sweep(.memory, .falseSuccess, length: 1)
        Torture.report("control, a commit lied about: \(sweep.broken.count) of \(sweep.runs) runs detected")
        #expect(sweep.broken.count > sweep.runs / 2)
    }
}
