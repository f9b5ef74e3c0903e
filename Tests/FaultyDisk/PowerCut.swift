internal import CoordinationTesting

/// A simulation of the files that a power cut can leave at each position of a recording.
///
/// Synced data survives. Each 512-byte sector of each other write survives or not, independently, so writes are lost, torn and
/// reordered. The same holds for truncations. A file that was created or deleted since the last sync of the file or of the
/// folder exists or not, and changes to one name are lost newest first. After a failed sync, its data stays in doubt until it
/// is written again, even if later syncs succeed.
///
/// ```swift
/// var cut = PowerCut(of: disk.recording)
/// for position in 0...disk.recording.events.count {
///     let image = cut.image(at: position, seed: 1)
///     try image.write(to: "\(folder)/\(position)")
///     // open it: everything acknowledged by image.lastMark must be there
/// }
/// ```
///
/// Rising positions are fast, because the synced state is kept between calls. A lower position replays from the start.
package struct PowerCut {
    private let recording: DiskRecording
    private var position = 0
    private var lastMark: Int?
    private var files: [VolatileFile]
    private var names: [String: VolatileNames]

    package init(of recording: DiskRecording) {
        self.recording = recording
        files = []
        names = [:]
        begin()
    }

    /// Returns the files as a power cut may leave them.
    ///
    /// - Parameters:
    ///   - position: The number of events before the cut.
    ///   - seed: The seed of the random outcome. The same seed gives the same outcome.
    /// - Returns: The files that exist after the cut, with their content and the last mark before it.
    package mutating func image(at position: Int, seed: UInt64) -> DiskImage {
        precondition(
            (0...recording.events.count).contains(position),
            "The recording has \(recording.events.count) events, so there is no position \(position)."
        )
        if position < self.position { begin() }
        while self.position < position {
            apply(recording.events[self.position])
            self.position += 1
        }

        var generator = SeededGenerator(seed: seed)
        let outcome = PowerCutOutcome(using: &generator)
        var content: [String: [UInt8]] = [:]
        // Sorted, because a dictionary's order changes from run to run, which would change the random outcome.
        for (name, remains) in names.sorted(by: { $0.key < $1.key }) {
            guard let file = remains.file(outcome: outcome, using: &generator) else { continue }
            content[name] = files[file].content(recording.bytes, outcome: outcome, using: &generator)
        }
        return DiskImage(lastMark: lastMark, files: content)
    }

    private mutating func begin() {
        position = 0
        lastMark = nil
        files = []
        names = [:]
        for (name, content) in recording.initialFiles {
            names[name] = VolatileNames(synced: files.count)
            files.append(VolatileFile(synced: content))
        }
    }

    private mutating func apply(_ event: DiskRecording.Event) {
        switch event {
        case .created(let name):
            names[name, default: VolatileNames(synced: nil)].change(to: files.count)
            files.append(VolatileFile())
        case .written(let name, let offset, let bytes):
            guard let file = current(name) else { return }
            files[file].write(VolatileFile.Write(offset: offset, bytes: bytes))
        case .truncated(let name, let size):
            guard let file = current(name) else { return }
            files[file].truncate(size: size)
        case .synced(let name):
            guard let file = current(name) else { return }
            files[file].sync(recording.bytes)
            names[name]?.sync()
        case .syncFailed(let name):
            guard let file = current(name) else { return }
            files[file].failToSync()
        case .folderSynced:
            for name in names.keys { names[name]?.sync() }
        case .deleted(let name):
            names[name]?.change(to: nil)
        case .marked(let number):
            lastMark = number
        }
    }

    /// Returns the file that has a name now, or `nil` after its deletion, when further writes to it leave no trace.
    private func current(_ name: String) -> Int? {
        names[name]?.current
    }
}
