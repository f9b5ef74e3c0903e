internal import CFaultyVFS

/// What happened on a disk, in order.
///
/// A position is a number of events: at position 0 nothing has happened, at `events.count` everything has.
package struct DiskRecording: Sendable {
    /// Something that happened, to the file of a name.
    package enum Event: Sendable, Equatable {
        case created(String)
        /// The bytes are those in this range of the recording's ``DiskRecording/bytes``.
        case written(String, offset: Int, bytes: Range<Int>)
        case truncated(String, size: Int)
        case synced(String)
        case syncFailed(String)
        /// The names that were created and deleted are on the disk.
        case folderSynced
        case deleted(String)
        case marked(Int)
    }

    /// The files that were there when the recording began.
    package let initialFiles: [String: [UInt8]]
    package let events: [Event]
    /// The data of all writes, one after the other.
    package let bytes: [UInt8]

    package init(initialFiles: [String: [UInt8]] = [:], events: [Event], bytes: [UInt8] = []) {
        self.initialFiles = initialFiles
        self.events = events
        self.bytes = bytes
    }

    /// The last mark at or before a position.
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
