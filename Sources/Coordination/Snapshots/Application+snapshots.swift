import JSON

extension Application {
    /// Writes a state down, so that it can be picked up later and elsewhere.
    ///
    /// The same state gives the same bytes. Secret effects are left out; see ``Effect/isSecret``.
    ///
    /// - Returns: A JSON document with the version of its format and those of the flows in it.
    /// - Throws: `EncodingError` when a screen, a state or an effect holds what can't be written down, such as a
    ///   ``Secret``; that is a mistake of the application.
    public func encode(_ state: NavigationState) throws -> [UInt8] {
        try encode(state, after: nil).bytes
    }

    /// Writes a state down and encodes only what has changed since the last one that was.
    ///
    /// Screens, coordinators and effects that are the same as before are copied. The bytes are those that ``encode(_:)``
    /// gives, provided that whatever its type calls equal is written down the same way.
    ///
    /// ```swift
    /// let written = try application.encode(step.state, after: session.written)
    /// try store.commit(written.bytes)
    /// session.written = written
    /// ```
    ///
    /// - Parameters:
    ///   - state: What to write down.
    ///   - previous: What this gave for the last state of the same session that was committed; `nil` when there is
    ///     none. One from a step that failed to commit must not be used: two steps from one state may give their effects
    ///     the same keys.
    /// - Throws: As ``encode(_:)``.
    public func encode(_ state: NavigationState, after previous: WrittenState?) throws -> WrittenState {
        var writer = SnapshotWriter(after: previous)
        try writer.write(state, of: self)
        return WrittenState(bytes: writer.bytes, state: state, places: writer.places)
    }

    /// Picks up a state that was written down.
    ///
    /// - Parameter bytes: What ``encode(_:)`` gave.
    /// - Returns: The same state; it answers every event as the one that was written down would.
    /// - Throws: ``SnapshotError`` with what does not fit and where; nothing else happens.
    public func decode(_ bytes: [UInt8]) throws(SnapshotError) -> NavigationState {
        do {
            return try Snapshot.read(try JSONValue(parsing: bytes, limits: Snapshot.limits), self)
        } catch {
            throw SnapshotError(explaining: error)
        }
    }
}

/// Why a state that was written down can't be picked up.
public struct SnapshotError: Error, Equatable, CustomStringConvertible {
    /// What kind of misfit it is.
    public enum Reason: Equatable, Sendable {
        /// The bytes are no snapshot, or a part of it is missing or of the wrong type.
        case unreadable
        /// It was written in a later format than this program knows.
        case newerFormat
        /// It belongs to another application.
        case otherApplication
        /// It has a flow, a screen or an effect that the application has no longer.
        case unknownType
        /// A flow's version differs from the one that wrote it.
        case otherVersion
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
        default:
            self.init(reason: .unreadable, detail: "\(error)")
        }
    }

    /// The sentence.
    public var description: String { detail }
}
