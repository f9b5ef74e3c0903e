internal import CFaultyVFS

/// The operations on a disk, in order.
///
/// A position is a number of events: position 0 is before the first event, `events.count` after the last.
package struct DiskRecording: Sendable {
    /// An operation on the file of a name, or a mark of the test.
    package enum Event: Sendable, Equatable {
        case created(String)
        /// A write of the bytes in this range of ``DiskRecording/bytes``.
        case written(String, offset: Int, bytes: Range<Int>)
        case truncated(String, size: Int)
        case synced(String)
        case syncFailed(String)
        /// A sync of the folder, after which the created and deleted names are durable.
        case folderSynced
        case deleted(String)
        case marked(Int)
    }

    /// The files at the start of the recording.
    package let initialFiles: [String: [UInt8]]
    package let events: [Event]
    /// The data of all writes, concatenated.
    package let bytes: [UInt8]

    package init(initialFiles: [String: [UInt8]] = [:], events: [Event], bytes: [UInt8] = []) {
        self.initialFiles = initialFiles
        self.events = events
        self.bytes = bytes
    }

    /// Returns the last mark at or before a position, or `nil` if there is none.
    package func lastMark(at position: Int) -> Int? {
        for event in events[..<position].reversed() {
            if case .marked(let number) = event { return number }
        }
        return nil
    }
}

extension DiskRecording.Event {
    init(_ event: faulty_event, names: [String]) {
        let name = event.file >= 0 ? names[Int(event.file)] : ""
        switch event.kind {
        case FAULTY_CREATED: self = .created(name)
        case FAULTY_WRITTEN:
            let start = Int(event.data)
            self = .written(name, offset: Int(event.offset), bytes: start..<start + Int(event.length))
        case FAULTY_TRUNCATED: self = .truncated(name, size: Int(event.length))
        case FAULTY_SYNCED: self = .synced(name)
        case FAULTY_SYNC_FAILED: self = .syncFailed(name)
        case FAULTY_FOLDER_SYNCED: self = .folderSynced
        case FAULTY_DELETED: self = .deleted(name)
        case FAULTY_MARKED: self = .marked(Int(event.offset))
        default: preconditionFailure("CFaultyVFS has no event \(event.kind.rawValue)")
        }
    }
}
