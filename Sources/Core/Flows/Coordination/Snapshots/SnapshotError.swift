import JSON

/// The reason why a snapshot can't be restored.
public struct SnapshotError: Error, Equatable, CustomStringConvertible {
    /// The kind of a mismatch.
    public enum Reason: Equatable, Sendable {
        /// The bytes are not a snapshot, or its parts contradict each other: it is damaged.
        case unreadable
        /// It has a later format than this program supports.
        case newerFormat
        /// It does not fit, and no stored version shows that an earlier release has written it (see ``SnapshotError/isNewer``).
        case newerRelease
        /// It belongs to another application.
        case wrongApplication
        /// It contains a flow, a screen or an effect that the application no longer has.
        case unknownType
        /// No chain of migrations leads from the stored version of a flow to the program's.
        case missingMigration
        /// A stored state, screen or effect can't be decoded as its current type.
        case incompatibleContent
        /// A flow could not restart at its anchor.
        case failedRestart
    }

    /// Whether a later release may have written the snapshot, so that this one must leave it as it is.
    public var isNewer: Bool { reason == .newerFormat || reason == .newerRelease }

    /// The kind of the mismatch.
    public let reason: Reason
    /// The mismatch and its position, in a sentence.
    public let detail: String

    /// Creates an error.
    public init(reason: Reason, detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// Converts any error that occurs while a snapshot is read.
    public init(explaining error: any Error) {
        switch error {
        case let error as SnapshotError:
            self = error
        case let error as DecodingError:
            let problem = JSONDecodingFailure(error)
            self.init(reason: .unreadable, detail: "At '\(problem.pointer)': \(problem.detail).")
        case let mismatch as MemberReader.Mismatch:
            let pointer = JSONPointer(mismatch.path)
            self.init(reason: .unreadable, detail: "At '\(pointer)': \(mismatch.detail).")
        default:
            self.init(reason: .unreadable, detail: "\(error)")
        }
    }

    /// The same sentence as ``detail``.
    public var description: String { detail }
}
