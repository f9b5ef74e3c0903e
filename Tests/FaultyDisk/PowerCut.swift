internal import CoordinationTesting

/// What a disk can hold when the power goes at some point of a recording.
///
/// What was synced is there. Of everything else each 512-byte sector of each write is there or not, independently, so that
/// writes are lost, torn and swapped; so is each truncation. A file that was created or deleted since the folder or the file
/// was synced is there or not; what was done to one name is lost from its end. After a sync that failed, what it should have
/// synced stays in doubt, even if later syncs succeed, until it is written anew.
///
/// ```swift
/// var cut = PowerCut(of: disk.recording)
/// for position in 0...disk.recording.events.count {
///     let image = cut.image(at: position, seed: 1)
///     try image.write(to: "\(folder)/\(position)")
///     // open it: whatever was acknowledged by image.lastMark must be there
/// }
/// ```
///
/// Rising positions are fast, since what is synced is kept from one to the next; going back begins anew.
package struct PowerCut {
    private let recording: DiskRecording
    private var position = 0
    private var lastMark: Int?
    private var files: [FileRemains]
    private var names: [String: NameRemains]

    package init(of recording: DiskRecording) {
        self.recording = recording
        files = []
        names = [:]
        begin()
    }

    /// The files as a cut may leave them.
    ///
    /// - Parameters:
    ///   - position: How many events of the recording happened before the cut.
    ///   - seed: Which of the many possible outcomes; the same one for the same seed.
    package mutating func image(at position: Int, seed: UInt64) -> DiskImage {
        precondition(
            (0...recording.events.count).contains(position),
            "The recording has \(recording.events.count) events, so there is no position \(position)."
        )
        if position < self.position { begin() }
        while self.position < position {
            happen(recording.events[self.position])
            self.position += 1
        }

        var generator = SeededGenerator(seed: seed)
        let fate = PowerCutFate(using: &generator)
        var content: [String: [UInt8]] = [:]
        // Sorted, since a dictionary's order changes from run to run.
        for (name, remains) in names.sorted(by: { $0.key < $1.key }) {
            guard let file = remains.file(fate: fate, using: &generator) else { continue }
            content[name] = files[file].content(recording.bytes, fate: fate, using: &generator)
        }
        return DiskImage(lastMark: lastMark, files: content)
    }

    private mutating func begin() {
        position = 0
        lastMark = nil
        files = []
        names = [:]
        for (name, content) in recording.initialFiles {
            names[name] = NameRemains(synced: files.count)
            files.append(FileRemains(synced: content))
        }
    }

    private mutating func happen(_ event: DiskRecording.Event) {
        switch event {
        case .created(let name):
            names[name, default: NameRemains(synced: nil)].change(to: files.count)
            files.append(FileRemains())
        case .written(let name, let offset, let bytes):
            guard let file = current(name) else { return }
            files[file].write(FileRemains.Write(offset: offset, bytes: bytes))
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

    /// The file that has a name now; none after it was deleted, when what is still done to it leaves no trace.
    private func current(_ name: String) -> Int? {
        names[name]?.current
    }
}
