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
        // One line when the failure begins; near the limit a small commit can succeed after a large one has failed.
        #expect(outcome.failuresLogged >= 1)
        #expect(outcome.failuresRepeated == 0)
        #expect(outcome.failuresLogged * 5 < outcome.rejections)
        #expect(outcome.recoveriesLogged == outcome.failuresLogged)
        #expect(outcome.failuresCounted > 1)
        #expect(outcome.recoveryTime < .seconds(5))
    }
}
