import FaultyDisk
import GRDB
import Programs
import Testing

@Suite("A power cut during SQLite commits") struct LedgerPowerCutTests {
    static let entryCount = 300
    static let cutCount = 500

    @Test("a power cut loses no acknowledged entry, and leaves none incomplete")
    func durability() throws {
        let recording = try recordedWork()
        let findings = try cut(recording, times: Self.cutCount)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test("the test detects entries lost because commits are not synced")
    func withoutSync() throws {
        let recording = try recordedWork(synchronous: "OFF")
        #expect(try !cut(recording, times: 40).isEmpty)
    }

    @Test("the test detects entries lost because only checkpoints are synced")
    func withNormalSync() throws {
        let recording = try recordedWork(synchronous: "NORMAL")
        let findings = try cut(recording, times: 100)
        #expect(!findings.isEmpty)
        // Not durable, but still consistent.
        #expect(findings.allSatisfy { $0.kind == .lost }, "\(findings)")
    }

    @Test("the test detects entries lost because the disk lies about its syncs")
    func lyingDisk() throws {
        let recording = try recordedWork(liesAboutSync: true)
        #expect(try !cut(recording, times: 40).isEmpty)
    }

    @Test("a power cut loses no acknowledged entry after failed syncs, although the kernel never retries them")
    func failedSyncs() throws {
        let recording = try recordedWork(failingSyncs: true)
        for name in [Ledger.fileName, Ledger.logName] { #expect(recording.events.contains(.syncFailed(name))) }
        let findings = try cut(recording, times: Self.cutCount)
        #expect(findings.isEmpty, "\(findings)")
    }

    // MARK: Workload and check

    /// Adds entries, marks each acknowledged one, and runs explicit and automatic checkpoints in between.
    private func recordedWork(
        synchronous: String = "FULL",
        liesAboutSync: Bool = false,
        failingSyncs: Bool = false
    ) throws -> DiskRecording {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder: folder.path)
        disk.liesAboutSync = liesAboutSync
        try disk.startRecording()
        var ledger = try Ledger(in: folder.path, synchronous: synchronous, checkpointPages: 40)
        try ledger.create()
        for number in 1...Self.entryCount {
            if failingSyncs, number.isMultiple(of: 3) {
                disk.fail(.sync, after: number / 3 % 4)
            }
            if try failure(of: { try ledger.add(number, size: 100 + number * 7 % 900) }) == nil { disk.mark(number) }
            if number.isMultiple(of: 70) { _ = try failure { try ledger.checkpoint() } }
            if number == Self.entryCount / 2 {
                disk.clearFaults()
                try ledger.database.close()
                ledger = try Ledger(in: folder.path, synchronous: synchronous, checkpointPages: 40)
            }
        }
        return disk.recording
    }

    struct Finding: CustomStringConvertible {
        enum Kind { case lost, damaged }

        let position: Int
        let kind: Kind
        let text: String

        var description: String { "at \(position): \(text)" }
    }

    /// Opens the images of cuts all over a recording, and returns the images that lack an acknowledged entry.
    private func cut(_ recording: DiskRecording, times: Int) throws -> [Finding] {
        let folder = try TemporaryFolder()
        var powerCut = PowerCut(of: recording)
        var marked: Set<Int> = []
        var seen = 0
        var findings: [Finding] = []
        for time in 0..<times {
            // The last cut comes after all events.
            let position = recording.events.count * (time + 1) / times
            for event in recording.events[seen..<position] {
                if case .marked(let number) = event { marked.insert(number) }
            }
            seen = position
            let image = powerCut.image(at: position, seed: UInt64(time))
            #expect(image.lastMark == marked.max())
            let path = "\(folder.path)/\(time)"
            try image.write(to: path)
            do {
                let ledger = try Ledger(in: path, synchronous: "OFF")
                let entries = Set(try ledger.entries())
                let lost = marked.subtracting(entries)
                if !lost.isEmpty {
                    findings.append(Finding(position: position, kind: .lost, text: "\(lost.count) lost"))
                }
            } catch {
                findings.append(Finding(position: position, kind: .damaged, text: "\(error)"))
            }
            try folder.remove("\(time)")
        }
        return findings
    }
}
