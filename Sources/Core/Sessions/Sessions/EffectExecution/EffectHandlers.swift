public import Coordination

/// The handlers of effects, by kind, which are the only place where flows meet the outside world.
///
/// ```swift
/// var handlers = EffectHandlers()
/// handlers.on(SignIn.self) { effect, _ in await accounts.signIn(effect.credentials) }
/// ```
///
/// A handler may be called again with the same ``EffectContext/idempotencyKey``: if the server stopped before the outcome was
/// committed, if the handler threw an error, or if it has not returned in time. A handler that must act only once compares the
/// key with the keys that it has seen.
public struct EffectHandlers: Sendable {
    typealias Handler = @Sendable (any Effect, EffectContext) async throws -> any Codable & Sendable

    typealias IdentityHandler = @Sendable (String, IdentityContext) async throws -> Identity?

    typealias RowHandler = @Sendable (any RowSource, RowRequest, RowContext) async throws -> RowPage

    private struct Registration {
        var queue: EffectQueue?
        var timeout: Duration
        var perform: Handler
    }

    /// The time that a handler has by default.
    public static let defaultTimeout = Duration.seconds(60)

    private var handlers: [String: Registration] = [:]
    private var rowHandlers: [String: (queue: EffectQueue?, rows: RowHandler)] = [:]

    /// The function that verifies tokens, or `nil` for a server that takes none.
    private(set) var identityHandler: IdentityHandler?

    package typealias UploadHandler = @Sendable (UploadedFile, SessionUploads) async throws -> UploadVerdict

    /// The place for the files that users upload, or `nil` for a server that takes none.
    ///
    /// ```swift
    /// handlers.uploadStore = try FolderUploads(path: "uploads")
    /// ```
    public var uploadStore: (any UploadStore)?

    /// The function that decides about complete uploads, or `nil` to accept all.
    package private(set) var uploadHandler: UploadHandler?

    /// The services that notify users, by the names of their platforms, such as `web` and `ios`.
    ///
    /// ```swift
    /// handlers.notificationSenders["web"] = WebPush(key: key, contact: "mailto:operations@shop.example", clock: clock)
    /// ```
    public var notificationSenders: [String: any NotificationSender] = [:]

    /// The names of the effects that have a handler.
    var names: [String] { Array(handlers.keys) }

    /// Returns a sentence for each effect and each source of rows of an application that has no handler.
    public func errors(for application: Application) -> [String] {
        application.effects.filter { handlers[$0.name] == nil && !($0 is any Publishing.Type) }.map {
            "No handler performs the effect '\($0.name)': add \(Self.remedy(for: $0))."
        }
            + (application.takesFiles && uploadStore == nil
                ? ["An output takes files: set handlers.uploadStore to the place where they are stored."] : [])
            + application.rowSources.filter { rowHandlers[$0.name] == nil }.map {
                "No handler has the rows of '\($0.name)': add handlers.rows(from: \($0).self) { source, request, context in … }."
            }
    }

    private static func remedy(for effect: any Effect.Type) -> String {
        effect == UserNotification.self
            ? "handlers.notifyUsers() of the product Notifications"
            : "handlers.on(\(effect).self) { effect, context in … }"
    }

    /// Makes an empty set of handlers.
    public init() {}

    /// Sets or replaces the handler of a kind of effect.
    ///
    /// The handler runs on a thread where it may block. If it throws an ``EffectError`` that says that the effect has not
    /// happened, such as ``EffectNotPerformed``, the flow gets a failed outcome. After any other error the handler is called
    /// again with the same key. An effect that only reads (`Effect.isReadOnly`) fails after any error instead.
    ///
    /// - Parameters:
    ///   - effect: The kind of effect.
    ///   - queue: The queue in which the effects of this kind wait for a thread, or `nil` for the default one.
    ///   - timeout: The time that a call has. After it the call's task is cancelled and the outcome is unknown, so the handler
    ///     is called again. An effect that only reads fails instead.
    ///   - perform: Performs an effect and returns its result.
    public mutating func on<E: Effect>(
        _ effect: E.Type,
        in queue: EffectQueue? = nil,
        timeout: Duration = EffectHandlers.defaultTimeout,
        _ perform: @escaping @Sendable (E, EffectContext) async throws -> E.Value
    ) {
        handlers[effect.name] = Registration(queue: queue, timeout: timeout) { value, context in
            guard let value = value as? E else { throw MissingHandler(name: E.name) }
            return try await perform(value, context)
        }
    }

    /// Sets or replaces the handler of a kind of source of rows.
    ///
    /// The handler runs on a thread where it may block. If it throws, the client gets a 503 and tries again.
    ///
    /// - Parameters:
    ///   - source: The kind of source.
    ///   - queue: The queue in which the requests wait for a thread, or `nil` for the default one.
    ///   - rows: Returns the page that a client asks for. Texts are drawn in its language: ``Swift/String/init(localized:)``.
    public mutating func rows<Source: RowSource>(
        from source: Source.Type,
        in queue: EffectQueue? = nil,
        _ rows: @escaping @Sendable (Source, RowRequest, RowContext) async throws -> RowPage
    ) {
        rowHandlers[source.name] = (
            queue,
            { value, request, context in
                guard let value = value as? Source else { throw MissingHandler(name: Source.name) }
                return try await rows(value, request, context)
            }
        )
    }

    /// Sets or replaces the function that verifies the tokens by which another system names the user of a new session.
    ///
    /// With it an app whose user has signed in to the app's own backend starts a session of that user: the client sends the
    /// backend's token as `identity`, and the session belongs to the user from its first state on.
    ///
    /// ```swift
    /// handlers.identities { token, _ in
    ///     try await backend.user(of: token).map { Identity(account: $0.id) }
    /// }
    /// ```
    ///
    /// The function runs on a thread where it may block. The token is neither stored nor logged. For JSON web tokens the product
    /// `IdentityTokens` has a `TokenIssuer`.
    ///
    /// - Parameter verify: Returns the user whom a token names, or `nil` for a token that is not valid: the client gets a 401.
    ///   If it throws, the client gets a 503 and tries again.
    public mutating func identities(
        _ verify: @escaping @Sendable (String, IdentityContext) async throws -> Identity?
    ) {
        identityHandler = verify
    }

    /// Sets or replaces the function that looks at each file that was uploaded, such as a virus scanner.
    ///
    /// ```swift
    /// handlers.uploads { file, uploads in
    ///     try await scanner.isClean(uploads.pieces(of: file)) ? .accepted : .rejected("The file has a virus.")
    /// }
    /// ```
    ///
    /// The client waits for it with the last bytes of the file. A file that is rejected is removed, and no flow sees it.
    ///
    /// - Parameter decide: Returns whether the file is accepted. If it throws, the client gets a 503 and asks again.
    public mutating func uploads(
        _ decide: @escaping @Sendable (UploadedFile, SessionUploads) async throws -> UploadVerdict
    ) {
        uploadHandler = decide
    }

    /// Adds an observer of the results of a kind of effect, such as for the audit log.
    ///
    /// It is a programmer error to observe an effect without a handler.
    ///
    /// - Parameters:
    ///   - effect: The kind of effect.
    ///   - observer: Called with each result before the flow gets it. It must not block.
    public mutating func observe<E: Effect>(
        _ effect: E.Type,
        _ observer: @escaping @Sendable (E, E.Value, EffectContext) -> Void
    ) {
        guard let perform = handlers[effect.name]?.perform else {
            preconditionFailure("The effect '\(effect.name)' has no handler to observe.")
        }
        handlers[effect.name]?.perform = { value, context in
            let result = try await perform(value, context)
            if let value = value as? E, let result = result as? E.Value { observer(value, result, context) }
            return result
        }
    }

    /// The queues of the handlers, each once.
    var queues: [EffectQueue] {
        let all = handlers.values.compactMap(\.queue) + rowHandlers.values.compactMap(\.queue)
        return Dictionary(all.map { (ObjectIdentifier($0), $0) }) { queue, _ in queue }.values.sorted {
            $0.name < $1.name
        }
    }

    /// Returns the queue of an effect, or `nil` for the default one.
    func queue(of effect: any Effect) -> EffectQueue? { handlers[type(of: effect).name]?.queue }

    /// Returns the time that a call of the handler of an effect has.
    func timeout(of effect: any Effect) -> Duration { handlers[type(of: effect).name]?.timeout ?? Self.defaultTimeout }

    /// Returns the queue of a source of rows, or `nil` for the default one.
    func queue(of source: any RowSource) -> EffectQueue? { rowHandlers[type(of: source).name]?.queue }

    func rows(from source: any RowSource, _ request: RowRequest, _ context: RowContext) async throws -> RowPage {
        let name = type(of: source).name
        guard let handler = rowHandlers[name] else { throw MissingHandler(name: name) }
        return try await handler.rows(source, request, context)
    }

    func perform(_ effect: any Effect, _ context: EffectContext) async throws -> any Codable & Sendable {
        let name = type(of: effect).name
        guard let handler = handlers[name] else { throw MissingHandler(name: name) }
        return try await handler.perform(effect, context)
    }
}

/// The context in which a handler performs an effect.
public struct EffectContext: Sendable {
    /// The idempotency key, which is the same for every attempt at this effect, and differs from the key of any other effect.
    ///
    /// It has letters, digits, hyphens and slashes.
    public let idempotencyKey: String
    /// The session that performs the effect.
    public let session: SessionID
    /// The time at which the handler is called.
    public let now: Timestamp
    /// The numeric address of the client that caused the effect, or `nil` if it is unknown, as after a restart.
    public let client: String?
    /// The sessions of the user, on this and on other devices.
    public let userSessions: UserSessions
    /// The topics of the server, or `nil` in a test of a handler.
    var serverTopics: Topics? = nil
    /// The reports of the call, or `nil` if no flow handles them.
    var progressReports: ProgressReports? = nil

    /// The place of uploads, or `nil` for none.
    var uploadStore: (any UploadStore)? = nil

    /// The files that were uploaded to the session.
    ///
    /// It is a programmer error to read this in a server without a place for uploads. A server with an application that takes files
    /// does not start without one.
    public var uploads: SessionUploads {
        guard let uploadStore else { preconditionFailure("The server has no place for uploads.") }
        return SessionUploads(store: uploadStore, session: session)
    }

    /// The session, or `nil` in a test of a handler.
    var performer: Session? = nil

    /// The clients of the session.
    public var audience: SessionAudience {
        guard let performer else { preconditionFailure("Sessions are there in a server only.") }
        return SessionAudience(session: performer)
    }

    /// The topics that the handler may publish values of.
    public var topics: Topics {
        guard let serverTopics else { preconditionFailure("Topics are there in a server only.") }
        return serverTopics
    }
}

/// The context in which a handler returns rows.
public struct RowContext: Sendable {
    /// The session that shows the rows.
    public let session: SessionID
    /// The account of its user, or `nil` for a guest.
    public let account: String?
    /// The client's description of itself.
    public let client: ClientInfo
    /// The time at which the handler is called.
    public let now: Timestamp
}

/// The context in which a function verifies a token.
public struct IdentityContext: Sendable {
    /// The name of the application that the session is started with.
    public let application: String
    /// The client's description of itself.
    public let client: ClientInfo
    /// The time at which the function is called.
    public let now: Timestamp
}

struct MissingHandler: Error, CustomStringConvertible {
    let name: String

    var description: String { "No handler is registered for '\(name)'." }
}
