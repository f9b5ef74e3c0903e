import RawHTTP
import Testing

@Suite("A full disk")
struct FullDiskTests {
    @Test("a full disk gives 503 until there is room again; reads still work, and nothing acknowledged is lost")
    func fillsUp() async throws {
        guard let disk = try SmallDisk.mount(megabytes: 8) else {
            try Test.cancel("Nothing may be mounted here, neither as root nor in a user namespace.")
        }
        let run = try FullDiskRun(disk)
        let outcome = try await blocking { try run.run() }.get()
        Torture.report(
            "full disk: \(outcome.acknowledgments) acknowledged, \(outcome.findings.lost.count) lost, "
                + "\(outcome.rejections) rejected with an error, recovered \(outcome.recoveryTime) after there was room"
        )
        #expect(outcome.findings.isClean, "\(outcome.findings)")
        #expect(outcome.unexplainedRejections == [])
        // One line when an outage begins, and one when it ends. A large commit that failed leaves room in the log, in
        // which a small one can succeed.
        let outages = outcome.outageLines.count / 2
        #expect(outages >= 1 && outages * 5 < outcome.rejections)
        #expect(outcome.outageLines == (0..<outages).flatMap { _ in ["Store failed", "Store recovered"] })
        #expect(outcome.failuresCounted > 1)
        #expect(outcome.recoveryTime < .seconds(5))
    }
}
