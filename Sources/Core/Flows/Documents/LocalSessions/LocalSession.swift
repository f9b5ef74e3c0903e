public import Coordination

/// A session of an application in this process, without a server.
///
/// It applies events as a server does, and draws the same documents and patches, byte for byte. A program that has the code of
/// the flows can show them with it while there is no server: an app without a connection, a preview, or a test.
///
/// ```swift
/// let session = try LocalSession(shop, at: now)
/// render(session.document)
/// let before = session.revision
/// let step = try session.send(.output("select", screen: key, payload: ["id": "tea"]), at: now)
/// update(session.patch(from: before) ?? session.document)
/// for effect in step.effects where !effect.isScheduled { perform(effect) }
/// ```
///
/// Effects are values here, too. The program performs the effects of each step and sends their outcomes as events. It calls
/// ``fireTimers(at:)`` at ``due``, when timers fire and effects with a delay begin. Nothing is stored, but ``snapshot()`` gives
/// the bytes from which another session goes on.
///
/// A session is used by one task at a time.
public final class LocalSession {
    /// The application of the session.
    public let application: Application
    /// The id, which is in the paths of the document.
    public let id: String
    /// The client, with the languages and capabilities that the next steps and documents follow.
    public var client: ClientInfo {
        didSet { drawn = nil }
    }
    /// The present state.
    public private(set) var state: NavigationState
    /// The number of changes of the state, beginning at 1.
    public private(set) var revision: UInt64
    /// The time at which a server would end the session, which is only a member of the document here.
    public private(set) var expiresAt: Timestamp
    private let lifetime: Duration
    private let renderer: StateRenderer
    /// The last document that was drawn, or `nil` if there is none.
    private var drawn: StateDocument?
    /// The step with which the session began.
    ///
    /// Its effects are to be performed like the effects of any other step.
    public let firstStep: Step

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - id: The id of the session.
    ///   - launch: The values that a client passes to the application, by default none.
    ///   - client: The client's description of itself.
    ///   - now: The time of the start.
    ///   - lifetime: The lifetime of the session after its last change.
    ///   - open: Opens sealed texts, which have bullets in their places otherwise.
    ///   - localize: Returns the language and the rules of the texts. With `nil`, the texts are in the source language.
    /// - Throws: `NavigationError` if the link leads nowhere, or the application has a mistake.
    public convenience init(
        _ application: Application,
        id: String = "local",
        launch: SessionLaunch = SessionLaunch(),
        client: ClientInfo = ClientInfo(),
        at now: Timestamp,
        lifetime: Duration = .seconds(86_400),
        opening open: SealedTextOpening? = nil,
        localizedBy localize: Localizing? = nil
    ) throws(NavigationError) {
        let first = try application.start(launch, at: StepContext(now: now, session: id, client: client))
        self.init(
            application,
            id: id,
            client: client,
            beginningWith: first,
            at: now,
            lifetime: lifetime,
            opening: open,
            localizedBy: localize
        )
    }

    /// Goes on with the state of a snapshot, which another release of the application may have made.
    ///
    /// The program performs the effects in ``state`` that are pending. For an effect that is lost it sends the failure
    /// `interrupted`, because secrets are not in a snapshot.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - bytes: The snapshot, as ``snapshot()`` gives it.
    ///   - revision: The revision of the state, or 1 to begin anew.
    ///   - id: The id of the session.
    ///   - client: The client's description of itself.
    ///   - now: The time of the restore. Timers that are due by then fire with the next ``fireTimers(at:)``.
    ///   - lifetime: The lifetime of the session after its last change.
    ///   - open: Opens sealed texts, which have bullets in their places otherwise.
    ///   - localize: Returns the language and the rules of the texts. With `nil`, the texts are in the source language.
    /// - Throws: `SnapshotError` if the bytes are no snapshot, or one that this release can't read.
    public convenience init(
        _ application: Application,
        restoring bytes: [UInt8],
        revision: UInt64 = 1,
        id: String = "local",
        client: ClientInfo = ClientInfo(),
        at now: Timestamp,
        lifetime: Duration = .seconds(86_400),
        opening open: SealedTextOpening? = nil,
        localizedBy localize: Localizing? = nil
    ) throws(SnapshotError) {
        let context = StepContext(now: now, session: id, client: client, revision: revision)
        let restored = try application.decode(bytes, at: context)
        let first = Step(restoring: restored, of: application)
        self.init(
            application,
            id: id,
            client: client,
            beginningWith: first,
            revision: revision,
            at: now,
            lifetime: lifetime,
            opening: open,
            localizedBy: localize
        )
    }

    /// Makes a session with its first step, which was made outside.
    package init(
        _ application: Application,
        id: String,
        client: ClientInfo,
        beginningWith first: Step,
        revision: UInt64 = 1,
        at now: Timestamp,
        lifetime: Duration = .seconds(86_400),
        opening open: SealedTextOpening? = nil,
        localizedBy localize: Localizing? = nil
    ) {
        self.application = application
        self.id = id
        self.client = client
        firstStep = first
        self.revision = revision
        self.lifetime = lifetime
        state = first.state
        expiresAt = now + lifetime
        renderer = StateRenderer(
            of: [application],
            opening: open,
            localizedBy: localize ?? { application, _ in application.plainLocalization }
        )
    }

    /// The time at which the next timer fires or the next effect with a delay begins, or `nil` if there is none.
    public var due: Timestamp? { state.pending.compactMap(\.due).min() }

    /// Applies an event.
    ///
    /// - Parameters:
    ///   - event: The event of a user, or the outcome of an effect.
    ///   - now: The time of the event.
    /// - Returns: The step, with the effects to perform.
    /// - Throws: `NavigationError`, after which nothing has changed.
    @discardableResult
    public func send(_ event: Event, at now: Timestamp) throws(NavigationError) -> Step {
        let prolongs = event.prolongsSession(in: state)
        let step = try application.apply(event, to: state, at: context(at: now))
        take(step, at: now, prolongs: prolongs)
        return step
    }

    /// Brings a value of a topic to the flows that follow it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - topic: The topic.
    ///   - now: The time of the event.
    /// - Returns: The step, with the effects to perform. It changes nothing if no flow follows the topic.
    /// - Throws: `NavigationError`, after which nothing has changed.
    @discardableResult
    public func publish<Subject: Topic>(
        _ value: Subject.Value,
        to topic: Subject,
        at now: Timestamp
    ) throws(NavigationError) -> Step {
        try send(.topic(of: topic, value), at: now)
    }

    /// Returns the context of the next step.
    package func context(at now: Timestamp, checksViews: Bool = false) -> StepContext {
        StepContext(now: now, session: id, client: client, revision: revision + 1, checksViews: checksViews)
    }

    /// Goes on with the state after a step that was made outside.
    package func take(_ step: Step, at now: Timestamp, prolongs: Bool = true) {
        guard step.isChange else { return }
        let isFollowed = drawn?.isFollowed == true
        state = step.state
        revision += 1
        if prolongs { expiresAt = max(expiresAt, now + lifetime) }
        // A document has the patch from the document before, so each revision is drawn while it is the present one.
        if isFollowed { _ = draw() }
    }

    /// Replaces the state by the same one after a restart.
    package func replaceState(by restored: NavigationState) { state = restored }

    /// Fires the timers and begins the effects that are due, in the order of their times.
    ///
    /// - Parameter now: The present time.
    /// - Returns: The steps, with the effects to perform.
    /// - Throws: `NavigationError` of a timer that the application rejects, which is removed. The timers before it have fired.
    @discardableResult
    public func fireTimers(at now: Timestamp) throws(NavigationError) -> [Step] {
        var steps: [Step] = []
        while let timer = state.pending.filter({ $0.due.map { $0 <= now } ?? false })
            .min(by: { ($0.due ?? now, $0.key) < ($1.due ?? now, $1.key) })
        {
            do throws(NavigationError) {
                steps.append(try send(.timer(timer.key), at: now))
            } catch {
                try send(.discardPending(timer.key), at: now)
                throw error
            }
        }
        return steps
    }

    /// The document of the present state as JSON, as a server responds to `GET /v1/sessions/{id}`.
    public var document: [UInt8] {
        let document = draw()
        document.recordPatchRequest()
        return document.json
    }

    /// Returns the JSON Patch (RFC 6902) that leads from the document of a revision to the present one.
    ///
    /// - Parameter revision: The revision of a document that the program has.
    /// - Returns: The patch, or `nil` if it is not known or not shorter than the document. The patches of the last 32 revisions are
    ///   known once a document was read.
    public func patch(from revision: UInt64) -> [UInt8]? {
        let document = draw()
        document.recordPatchRequest()
        return document.patch(from: revision, to: document.revision)
    }

    /// Returns the present state as a server would store it.
    ///
    /// - Throws: `EncodingError` if the state can't be encoded, which is a mistake of the application.
    public func snapshot() throws -> [UInt8] { try application.encode(state) }

    private func draw() -> StateDocument {
        if let drawn, drawn.revision == revision { return drawn }
        let source = DocumentSource(
            application: application,
            session: id,
            generation: revision,
            revision: revision,
            state: state,
            expiresAt: expiresAt,
            client: client
        )
        let document = renderer.document(of: source, after: drawn)
        drawn = document
        return document
    }
}
