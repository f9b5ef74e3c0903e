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
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", Snapshot.format)
        writer.member("application", name)
        writer.key("flows")
        writer.beginObject()
        for name in Set(state.coordinators.map(\.name)).sorted() { writer.member(name, flow(name)?.version ?? 0) }
        writer.endObject()
        writer.member("nextKey", Int(state.nextKey))
        writer.flag("ended", state.isEnded)
        writer.key("navigation")
        try JSONCoding.encode(state.navigation, to: &writer)
        writer.key("modals")
        try JSONCoding.encode(state.modals, to: &writer)
        writer.key("screens")
        writer.beginArray()
        for node in state.screens { try Snapshot.write(node, to: &writer) }
        writer.endArray()
        writer.key("coordinators")
        writer.beginArray()
        for node in state.coordinators { try Snapshot.write(node, to: &writer) }
        writer.endArray()
        writer.key("pending")
        writer.beginArray()
        for effect in state.pending { try Snapshot.write(effect, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
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
