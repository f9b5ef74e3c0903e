import JSON

/// Why a state that was written down can't be picked up.
public struct SnapshotError: Error, Equatable, CustomStringConvertible {
    /// What kind of misfit it is.
    public enum Reason: Equatable, Sendable {
        /// The bytes are no snapshot, or its parts do not belong together: it is damaged.
        case unreadable
        /// It was written in a later format than this program knows.
        case newerFormat
        /// It belongs to another application.
        case otherApplication
        /// It has a flow, a screen or an effect that the application has no longer.
        case unknownType
        /// A flow was written by a version from which no upgrade leads to the one that the program has.
        case otherVersion
        /// A state, a screen or an effect has another form than its type has now.
        case otherForm
        /// A flow could not begin again at its anchor.
        case failedRestart
    }

    /// What kind of misfit it is.
    public let reason: Reason
    /// What does not fit and where, in a sentence.
    public let detail: String

    /// Describes a misfit.
    public init(reason: Reason, detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// Puts any error that reading met in these terms.
    public init(explaining error: any Error) {
        switch error {
        case let error as SnapshotError:
            self = error
        case let error as DecodingError:
            let problem = JSONDecodingProblem(error)
            self.init(reason: .unreadable, detail: "At '\(problem.pointer)': \(problem.sentence)")
        case let misfit as MemberReader.Misfit:
            let pointer = JSONPointer(misfit.path)
            self.init(reason: .unreadable, detail: "At '\(pointer)': \(misfit.sentence).")
        default:
            self.init(reason: .unreadable, detail: "\(error)")
        }
    }

    /// The sentence.
    public var description: String { detail }
}
