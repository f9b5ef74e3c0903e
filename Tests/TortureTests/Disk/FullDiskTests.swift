import RawHTTP
import Testing

@Suite("A disk that is full")
struct FullDiskTests {
    @Test("is an honest 503 until there is room again; reads go on, and nothing acknowledged is lost")
    func fillsUp() async throws {
        guard let disk = try SmallDisk.mount(megabytes: 8) else {
            try Test.cancel("Nothing may be mounted here, neither as root nor in a user namespace.")
        }
        let run = try FullDiskRun(disk)
        let outcome = try await blocking { try run.run() }.get()
        Torture.report(
            "full disk: \(outcome.acknowledgements) acknowledged, \(outcome.findings.lost.count) lost, "
                + "\(outcome.refusals) honest refusals, well again \(outcome.healing) after there was room"
        )
        #expect(outcome.findings.isClean, "\(outcome.findings)")
        #expect(outcome.poorRefusals == [])
        // Once when it begins; at the edge, a small commit may still find room after a large one did not.
        #expect(outcome.failuresLogged >= 1)
        #expect(outcome.failuresRepeated == 0)
        #expect(outcome.failuresLogged * 5 < outcome.refusals)
        #expect(outcome.recoveriesLogged == outcome.failuresLogged)
        #expect(outcome.failuresCounted > 1)
        #expect(outcome.healing < .seconds(5))
    }
}
