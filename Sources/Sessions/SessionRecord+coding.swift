public import Coordination

extension SessionRecord {
    /// The record in bytes, for stores that keep bytes.
    ///
    /// - Parameter application: The session's application.
    /// - Throws: `EncodingError` when the state holds what can't be written down; see
    ///   ``Coordination/Application/encode(_:)``.
    public func encoded(by application: Application) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("envelope")
        try JSONCoding.encode(
            Envelope(
                id: id.description,
                application: self.application,
                revision: revision,
                credential: credential,
                client: client,
                createdAt: createdAt,
                expiresAt: expiresAt,
                creation: creation,
                replies: replies
            ),
            to: &writer
        )
        writer.key("state")
        writer.raw(try application.encode(state))
        writer.endObject()
        return writer.bytes
    }

    /// Reads what ``encoded(by:)`` gave.
    ///
    /// - Parameters:
    ///   - bytes: The record.
    ///   - applications: Those that are hosted here.
    ///   - now: The time, for flows that have to begin again; the session's start when there is none.
    /// - Throws: ``Coordination/SnapshotError`` with what does not fit; the bytes are as they were.
    public init(
        bytes: [UInt8],
        applications: HostedApplications,
        at now: Timestamp? = nil
    ) throws(SnapshotError) {
        do {
            try self.init(reading: bytes, applications, at: now)
        } catch {
            throw SnapshotError(explaining: error)
        }
    }

    private init(reading bytes: [UInt8], _ applications: HostedApplications, at now: Timestamp?) throws {
        let limits = JSONLimits(depth: JSONLimits.deepest, bytes: 64 * 1_024 * 1_024, nodes: 10_000_000)
        let document = try JSONValue(parsing: bytes, limits: limits)
        guard let head = document["envelope"], let body = document["state"] else {
            throw SnapshotError(reason: .unreadable, detail: "The record has no envelope or no state.")
        }
        let envelope = try JSONCoding.decode(Envelope.self, from: head)
        guard let application = applications[envelope.application] else {
            throw SnapshotError(
                reason: .otherApplication,
                detail: "No application '\(envelope.application)' is hosted here."
            )
        }
        var writer = JSONWriter()
        writer.value(body)
        id = SessionID(envelope.id)
        self.application = envelope.application
        revision = envelope.revision
        credential = envelope.credential
        client = envelope.client
        createdAt = envelope.createdAt
        expiresAt = envelope.expiresAt
        creation = envelope.creation
        replies = envelope.replies
        let context = StepContext(now: now ?? envelope.createdAt, session: envelope.id, client: envelope.client)
        state = try application.decode(writer.bytes, at: context).state
    }

    private struct Envelope: Codable {
        var id: String
        var application: String
        var revision: UInt64
        var credential: Digest
        var client: ClientInfo
        var createdAt: Timestamp
        var expiresAt: Timestamp
        var creation: Reply?
        var replies: [Reply]
    }
}
