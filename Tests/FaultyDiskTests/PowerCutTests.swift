import FaultyDisk
import Foundation
import Programs
import Testing

@Suite("A power cut") struct PowerCutTests {
    @Test("a power cut keeps synced data, and each other sector or not")
    func sectors() {
        let old = [UInt8](repeating: 1, count: 2048)
        let new = [UInt8](repeating: 2, count: 1536)
        let recording = DiskRecording(
            initialFiles: ["a": old],
            // From the middle of the first sector to the middle of the last one.
            events: [.written("a", offset: 256, bytes: 0..<1536)],
            bytes: new
        )
        var outcomes: Set<[Bool]> = []
        for image in images(of: recording) {
            let content = image.files["a"] ?? []
            #expect(content.count == 2048)
            #expect(content[..<256].allSatisfy { $0 == 1 } && content[1792...].allSatisfy { $0 == 1 })
            let sectors = [256..<512, 512..<1024, 1024..<1536, 1536..<1792].map { content[$0] }
            #expect(sectors.allSatisfy { Set($0).count == 1 })
            outcomes.insert(sectors.map { $0.first == 2 })
        }
        #expect(outcomes.count == 16)
    }

    @Test("a power cut can reorder writes, except those to the same bytes or across a sync")
    func order() {
        let recording = DiskRecording(
            initialFiles: ["a": [0]],
            events: [
                .written("a", offset: 0, bytes: 0..<1), .synced("a"),
                .written("a", offset: 0, bytes: 1..<2), .written("b", offset: 0, bytes: 2..<3),
                .written("a", offset: 0, bytes: 3..<4),
            ],
            bytes: [1, 2, 9, 3]
        )
        #expect(Set(images(of: recording).map { $0.files["a"] }) == [[1], [2], [3]])
    }

    @Test("a power cut can keep the size of a file that grew without its data")
    func growth() {
        let recording = DiskRecording(
            initialFiles: ["a": []],
            events: [.written("a", offset: 0, bytes: 0..<2)],
            bytes: [7, 7]
        )
        #expect(Set(images(of: recording).map { $0.files["a"] }) == [[], [0, 0], [7, 7]])
    }

    @Test("a power cut can undo an unsynced truncation")
    func truncation() {
        let events: [DiskRecording.Event] = [.truncated("a", size: 1)]
        let recording = DiskRecording(initialFiles: ["a": [1, 2]], events: events)
        #expect(Set(images(of: recording).map { $0.files["a"] }) == [[1], [1, 2]])
        let synced = DiskRecording(initialFiles: ["a": [1, 2]], events: events + [.synced("a")])
        #expect(Set(images(of: synced).map { $0.files["a"] }) == [[1]])
    }

    @Test("a power cut can remove a file that was never synced")
    func creation() {
        let events: [DiskRecording.Event] = [.created("a")]
        #expect(Set(images(of: DiskRecording(events: events)).map { $0.files["a"] }) == [nil, []])
        for sync in [DiskRecording.Event.synced("a"), .folderSynced] {
            #expect(Set(images(of: DiskRecording(events: events + [sync])).map { $0.files["a"] }) == [[]])
        }
    }

    @Test("a power cut can restore a deleted file, and keeps a file created after it only with the deletion")
    func deletion() {
        let events: [DiskRecording.Event] = [
            .deleted("a"), .created("a"), .written("a", offset: 0, bytes: 0..<1),
        ]
        let recording = DiskRecording(initialFiles: ["a": [1]], events: events, bytes: [2])
        #expect(Set(images(of: recording).map { $0.files["a"] }) == [[1], nil, [], [0], [2]])
        let synced = DiskRecording(initialFiles: ["a": [1]], events: events + [.synced("a")], bytes: [2])
        #expect(Set(images(of: synced).map { $0.files["a"] }) == [[2]])
    }

    @Test("the data of a failed sync stays in doubt until it is written again")
    func failedSync() {
        let events: [DiskRecording.Event] = [
            .written("a", offset: 0, bytes: 0..<2), .syncFailed("a"), .synced("a"),
        ]
        let recording = DiskRecording(initialFiles: ["a": [0, 0]], events: events, bytes: [1, 1, 2])
        #expect(Set(images(of: recording).map { $0.files["a"] }) == [[0, 0], [1, 1]])
        let anew = DiskRecording(
            initialFiles: ["a": [0, 0]],
            events: events + [.written("a", offset: 1, bytes: 2..<3), .synced("a")],
            bytes: [1, 1, 2]
        )
        #expect(Set(images(of: anew).map { $0.files["a"] }) == [[0, 2], [1, 2]])
    }

    @Test("the same seed gives the same image, also when positions go back")
    func determinism() {
        let recording = DiskRecording(
            events: (0..<50).flatMap { number -> [DiskRecording.Event] in
                let name = "file \(number % 5)"
                return [.created(name), .written(name, offset: number, bytes: 0..<1000), .marked(number)]
            },
            bytes: (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        )
        var cut = PowerCut(of: recording)
        let images = (0...150).map { cut.image(at: $0, seed: 7) }
        #expect(images.reversed() == (0...150).reversed().map { cut.image(at: $0, seed: 7) })
        #expect(Set(images.map { $0.files.count }).count > 1)
        #expect(images.map(\.lastMark) == (0...150).map { $0 < 3 ? nil : $0 / 3 - 1 })
        #expect(images.map(\.lastMark) == (0...150).map { recording.lastMark(at: $0) })
    }

    @Test("a power cut keeps the files from before the recording, and never shared memory")
    func initialFiles() throws {
        let fixture = try LedgerFixture()
        try fixture.ledger.checkpoint()
        try fixture.disk.startRecording()
        #expect(fixture.folder.names.contains("ledger.db-shm"))
        try fixture.ledger.add(2)
        fixture.disk.mark(2)
        let recording = fixture.disk.recording
        var cut = PowerCut(of: recording)
        let before = cut.image(at: 0, seed: 1)
        #expect(before.files.keys.sorted() == [Ledger.fileName, Ledger.logName])
        #expect(before.lastMark == nil)
        let folder = try TemporaryFolder()
        let after = cut.image(at: recording.events.count, seed: 1)
        #expect(after.lastMark == 2)
        try after.write(to: "\(folder.path)/after")
        #expect(try Ledger(in: "\(folder.path)/after").entries() == [1, 2])
        #expect(throws: CocoaError.self) { try after.write(to: "\(folder.path)/after") }
    }

    /// Returns the images of 400 cuts after all events.
    private func images(of recording: DiskRecording) -> [DiskImage] {
        var cut = PowerCut(of: recording)
        return (0..<400).map { cut.image(at: recording.events.count, seed: $0) }
    }
}
