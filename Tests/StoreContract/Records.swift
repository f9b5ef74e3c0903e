public import Coordination
public import Sessions

/// Makes records of counters for tests of stores.
public struct Records: Sendable {
    /// When they are started.
    public static let start = Timestamp(milliseconds: 1_795_253_400_000)

    /// The application that the records are of.
    public let applications: HostedApplications

    private var counter: Application { applications.default }

    init() throws {
        applications = HostedApplications([try CounterApplication.make()])
    }

    /// The first record of a session.
    ///
    /// - Parameters:
    ///   - name: Its id.
    ///   - expiry: How many seconds after the start it expires.
    ///   - key: The idempotency key of its creation.
    ///   - outputs: What its screen has reported.
    public func record(
        _ name: String,
        expiry: Int = 3_600,
        createdWith key: String? = nil,
        after outputs: [String] = []
    ) throws -> SessionRecord {
        var state = try counter.start(at: context(name)).state
        for output in outputs { state = try step(state, output, name) }
        return SessionRecord(
            id: SessionID(name),
            application: counter.name,
            revision: 1,
            credential: Digest(of: Array("credential of \(name)".utf8)),
            client: ClientInfo(platform: "test", version: "1", locale: "de-AT", view: false),
            createdAt: Self.start,
            expiresAt: Self.start + .seconds(expiry),
            creation: key.map { Reply(key: Self.digest($0), request: Self.digest("POST"), at: Self.start) },
            replies: [],
            state: state
        )
    }

    /// The record that follows one when its screen reports.
    ///
    /// - Parameters:
    ///   - record: The record before.
    ///   - output: What the screen reports.
    ///   - expiry: How many seconds after the start it expires; as before when left out.
    ///   - credential: What opens it from now on; as before when left out.
    public func next(
        _ record: SessionRecord,
        _ output: String = "raise",
        expiry: Int? = nil,
        credential: String? = nil
    ) throws -> SessionRecord {
        SessionRecord(
            id: record.id,
            application: record.application,
            revision: record.revision + 1,
            credential: credential.map(Self.digest) ?? record.credential,
            client: record.client,
            createdAt: record.createdAt,
            expiresAt: expiry.map { Self.start + .seconds($0) } ?? record.expiresAt,
            creation: record.creation,
            replies: record.replies + [
                Reply(
                    key: Self.digest("key \(record.revision)"),
                    request: Self.digest(output),
                    at: Self.start + .milliseconds(Int64(record.revision))
                )
            ],
            state: try step(record.state, output, record.id.description)
        )
    }

    /// A record with as little in it as there can be.
    func bare(_ name: String) throws -> SessionRecord {
        let record = try record(name)
        return SessionRecord(
            id: record.id,
            application: record.application,
            revision: 1,
            credential: record.credential,
            client: ClientInfo(),
            createdAt: record.createdAt,
            expiresAt: record.expiresAt,
            creation: nil,
            replies: [],
            state: record.state
        )
    }

    func withRevision(_ revision: UInt64, _ record: SessionRecord) -> SessionRecord {
        copy(record, revision: revision)
    }

    func withoutReplies(_ record: SessionRecord) -> SessionRecord {
        copy(record, replies: [])
    }

    /// The next record, in which nothing waits any more.
    func withoutPending(_ record: SessionRecord) throws -> SessionRecord {
        let state = try counter.start(at: context(record.id.description)).state
        return copy(record, revision: record.revision + 1, state: state)
    }

    private func copy(
        _ record: SessionRecord,
        revision: UInt64? = nil,
        replies: [Reply]? = nil,
        state: NavigationState? = nil
    ) -> SessionRecord {
        SessionRecord(
            id: record.id,
            application: record.application,
            revision: revision ?? record.revision,
            credential: record.credential,
            client: record.client,
            createdAt: record.createdAt,
            expiresAt: record.expiresAt,
            creation: record.creation,
            replies: replies ?? record.replies,
            state: state ?? record.state
        )
    }

    /// The digest of a text.
    public static func digest(_ text: String) -> Digest { Digest(of: Array(text.utf8)) }

    private func step(_ state: NavigationState, _ output: String, _ name: String) throws -> NavigationState {
        guard let screen = state.focus?.key else { return state }
        return try counter.apply(.output(output, screen: screen, payload: nil), to: state, at: context(name)).state
    }

    private func context(_ name: String) -> StepContext { StepContext(now: Self.start, session: name) }
}
