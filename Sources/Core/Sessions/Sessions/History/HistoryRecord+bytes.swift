import Coordination
import Cryptography

/// The stored form of a record.
///
/// It has one byte for the kind of the state, then the revision, the time and the expiry as 8 bytes each, the length of the
/// details as 4 bytes, the details, the state, and a checksum of 8 bytes. Numbers have their most significant byte first. The
/// checksum also covers the id of the session, so that a record which was moved to another session is found, and the numbers
/// that a store keeps in columns beside the record.
extension HistoryRecord {
    private enum Kind: UInt8 {
        case whole = 1
        case change = 2
    }

    private static let headByteCount = 29
    private static let checksumByteCount = 8

    /// Returns the stored form of the record of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - columns: The numbers that the store keeps beside the record, or `nil` for none.
    /// - Returns: The bytes.
    /// - Precondition: The state is encoded.
    package func bytes(of session: SessionID, beside columns: (Int64, Int64)? = nil) -> [UInt8] {
        let (kind, encoded): (Kind, [UInt8]) =
            switch state {
            case .whole(let bytes): (.whole, bytes)
            case .change(let bytes): (.change, bytes)
            case .live:
                preconditionFailure(
                    "This store requires encoded states (requiresEncoding), but got a state that is not encoded."
                )
            }
        let id = session.description.utf8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            Self.headByteCount + details.count + encoded.count + max(Self.checksumByteCount, id.count + 16)
        )
        bytes.append(kind.rawValue)
        bytes.append(bigEndian: revision)
        bytes.append(bigEndian: at.milliseconds)
        bytes.append(bigEndian: expiresAt.milliseconds)
        bytes.append(bigEndian: UInt32(clamping: details.count))
        bytes += details
        bytes += encoded
        let count = bytes.count
        bytes += id
        bytes.append(columns)
        let checksum = Sodium.checksum(of: bytes)
        bytes.removeLast(bytes.count - count)
        bytes.append(bigEndian: checksum)
        return bytes
    }

    /// Reads the stored form, or `nil` if it is not the record of this session that was written beside these numbers.
    package init?(bytes: [UInt8], of session: SessionID, beside columns: (Int64, Int64)? = nil) {
        let end = bytes.count - Self.checksumByteCount
        guard end >= Self.headByteCount, let kind = Kind(rawValue: bytes[0]) else { return nil }
        var covered = Array(bytes[..<end]) + session.description.utf8
        covered.append(columns)
        guard Sodium.checksum(of: covered) == UInt64(bigEndian: bytes[end...]) else { return nil }
        let detailsEnd = Self.headByteCount + Int(bigEndian: bytes[25..<Self.headByteCount])
        guard detailsEnd <= end else { return nil }
        let encoded = Array(bytes[detailsEnd..<end])
        self.init(
            revision: UInt64(bigEndian: bytes[1..<9]),
            at: Timestamp(bytes: bytes[9..<17]),
            expiresAt: Timestamp(bytes: bytes[17..<25]),
            details: Array(bytes[Self.headByteCount..<detailsEnd]),
            state: kind == .whole ? .whole(encoded) : .change(encoded)
        )
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ columns: (Int64, Int64)?) {
        guard let columns else { return }
        append(bigEndian: columns.0)
        append(bigEndian: columns.1)
    }
}

extension StateLog {
    /// Puts the state of a session together from its records, or `nil` if one is missing.
    ///
    /// - Parameters:
    ///   - records: The records from a whole one on, oldest first.
    ///   - revision: The revision of the state.
    package init?(_ records: some Collection<HistoryRecord>, at revision: UInt64) {
        guard let first = records.first, case .whole(let whole) = first.state,
            UInt64(records.count - 1) == revision &- first.revision
        else { return nil }
        var changes: [[UInt8]] = []
        for (record, expected) in zip(records.dropFirst(), (first.revision &+ 1)...) {
            guard case .change(let change) = record.state, record.revision == expected else { return nil }
            changes.append(change)
        }
        self.init(whole: whole, changes: changes)
    }
}
