import Concurrency
public import Documents
public import HTTPCore
public import Logging
public import Sessions

/// The navigation state of every session as an HTTP resource: the contract between the server and all clients.
///
/// It is independent of applications and sockets: it turns requests into submissions to sessions, and their results into
/// JSON.
///
/// ```swift
/// let api = StateAPI(registry: registry, log: log)
/// let server = HTTPServer(configuration)
/// try server.start(api.routes(fallback: webClient), filters: HTTPFilters(api.filters))
/// ```
public final class StateAPI: Sendable {
    /// The settings of the API.
    public struct Settings: Sendable {
        /// The time for which a request waits for effects if its client names none, by default two seconds.
        ///
        /// Most effects end within it, so the client gets their result with its response. Longer than that, a screen that shows its
        /// progress is better.
        public var wait: Duration = .seconds(2)
        /// The longest time for which a client may ask to wait, by default 30 seconds.
        ///
        /// Proxies and networks cut off connections that are idle for a minute.
        public var longestWait: Duration = .seconds(30)
        /// The size of the largest body, in bytes.
        public var bodyBytes = 65_536
        /// The deepest nesting of objects and arrays in a body.
        ///
        /// Payloads of outputs have a few levels. Each level takes stack of the parser.
        public var bodyDepth = 32
        /// The origins with pages that may use the API from a browser (none by default).
        public var corsOrigins: [String] = []
        /// The limits on requests by client address and by session.
        public var limits = RequestLimits()
        /// The time for which a result of `/readyz` is used again, so that probes are cheap for the store.
        public var readinessLifetime: Duration = .seconds(1)
        /// Whether `/readyz` and `/metrics` are among the routes.
        ///
        /// A server with an operations address has them there instead. Among the routes, `/metrics` is there for programs on this
        /// machine only: a request from another address, or one that a proxy has forwarded, gets a 404.
        public var hasOperationsRoutes = true
        /// The token for the inspector and the histories at the operations address.
        ///
        /// Without one, only programs and browsers on this machine can use them there.
        public var operatorToken: OperatorToken?
        /// Whether cookies are sent over HTTPS only, as they should be behind a proxy that speaks HTTPS.
        public var secureCookies = false
        /// Returns the language and the rules in which a client gets its documents.
        ///
        /// By default, numbers, prices and times are as programs write them. With the product `Locales` they follow the client's
        /// language and region:
        ///
        /// ```swift
        /// settings.localize = { application, client in application.localization(for: client) }
        /// ```
        public var localize: Localizing = { $0.plainLocalization(for: $1) }

        /// The parts of the API that a server can do without, none by default.
        public var options: [APIOption] = []

        /// Whether clients can read the earlier states of their sessions and fork them, and options have their endpoints for
        /// developers, such as the inspector, which is for development only.
        public var hasDevelopmentRoutes = false

        /// Makes the default settings.
        public init() {}
    }

    /// The responses that stay open for later states, for metrics.
    public struct OpenResponses: Sendable {
        /// The number of event streams.
        public let streams: Int
        /// The number of requests that wait for a state, which are sometimes called long polls.
        public let waits: Int
    }

    package let registry: SessionRegistry
    package let settings: Settings
    package let log: Logger
    let audit: (any AuditLog)?
    let metrics: @Sendable (OpenResponses) -> String
    /// The forms of the state that the options have.
    let forms: StateForms
    /// The parts of the options that complete events before they are submitted.
    let preparations: [EventPreparation]
    package let renderer: StateRenderer
    /// The limits on the sessions that an address starts.
    public let newSessionLimit: NewSessionLimit
    let unknownSessions: RateLimiter<ClientAddress>
    let links: RateLimiter<SessionID>
    let accountRequests: RateLimiter<String>
    /// The limit on hand-offs of a session.
    let handoffs = RateLimiter<SessionID>(RateLimit(10, per: .seconds(60)))
    let waits: WaitLimiter
    /// The requests of clients that read histories.
    let clientWork: CostlyWork
    /// The requests of operators that read histories or survey the sessions, which clients never delay.
    let operatorWork: CostlyWork
    /// The requests for rows, which handlers of the applications read on threads of effects.
    let rowWork: CostlyWork
    package let streams: SessionStreams
    let readinessCheck: ReadinessCheck
    /// The requests to `/readyz` that find a database unavailable.
    let readinessOutage = Lock(Outage())
    /// The maps that were drawn.
    let maps = Lock([MapKey: HTTPResponse]())

    /// Makes the API of a registry's sessions.
    ///
    /// - Parameters:
    ///   - registry: The sessions.
    ///   - settings: The settings of the API.
    ///   - log: The logger for incidents.
    ///   - audit: The log of started and ended sessions, or `nil` for none.
    ///   - sealingKey: The key that opens the sealed texts of screens, or `nil` if the applications have none.
    ///   - databases: Other databases. While one of them has a problem, `/readyz` fails.
    ///   - addressKey: The secret key of the digests of addresses in ``newSessionLimit``, or `nil` for a random one.
    ///   - metrics: Returns the metrics in the text format of Prometheus. Its argument has the numbers of open responses.
    public init(
        registry: SessionRegistry,
        settings: Settings = Settings(),
        log: Logger,
        audit: (any AuditLog)? = nil,
        sealingKey: SealingKey? = nil,
        databases: [any WatchedDatabase] = [],
        addressKey: [UInt8]? = nil,
        metrics: @escaping @Sendable (OpenResponses) -> String = { _ in "" }
    ) {
        self.registry = registry
        self.settings = settings
        self.log = log
        self.audit = audit
        self.metrics = metrics
        preparations = settings.options.compactMap(\.preparation)
        forms = StateForms(offers: settings.options.compactMap(\.form))
        newSessionLimit = NewSessionLimit(
            settings.limits,
            registry.limits,
            key: addressKey ?? Digest.random().bytes
        )
        unknownSessions = RateLimiter(settings.limits.addressUnknownSessions)
        links = RateLimiter(settings.limits.sessionLinks)
        accountRequests = RateLimiter(settings.limits.accountRequests)
        waits = WaitLimiter(settings.limits)
        clientWork = CostlyWork(settings.limits.clientWork, on: registry.historyThread)
        operatorWork = CostlyWork(settings.limits.operatorWork, on: registry.inspectionThread)
        rowWork = CostlyWork(settings.limits.rowWork, on: InlineQueue.shared)
        streams = SessionStreams(settings.limits)
        readinessCheck = ReadinessCheck(registry, lifetime: settings.readinessLifetime, databases: databases)
        renderer = StateRenderer(
            of: registry.applications.all,
            opening: sealingKey.map { key in { @Sendable text in key.open(text) } },
            localizedBy: settings.localize
        )
        registry.drawDocuments(with: renderer)
    }

    /// Returns all routes of the API.
    ///
    /// - Parameters:
    ///   - extensions: Routes of the server's own, such as a development inbox.
    ///   - fallback: Handles requests that match no route, such as those for the files of a web client.
    /// - Returns: A table of the API's routes and the extensions, without the ``filters`` that the API needs.
    public func routes(
        adding extensions: (inout RouteTable) -> Void = { _ in },
        fallback: (any HTTPHandler)? = nil
    ) -> RouteTable {
        let endpoints = endpoints
        var routes = RouteTable(fallback: fallback)
        routes.add(endpoints, of: self)
        extensions(&routes)
        let operations =
            endpoints.map { OpenAPIOperation($0, forms: forms.offers) }
            + routes.routes[endpoints.count...].map(OpenAPIOperation.init(extension:))
        routes.add([ServerEndpoints(api: self).description(of: operations)], of: self)
        return routes
    }

    /// The endpoints that the settings turn on, without the OpenAPI document that describes them.
    var endpoints: [Endpoint] {
        let history = HistoryEndpoints(api: self)
        let server = ServerEndpoints(api: self)
        var all = SessionEndpoints(api: self).all + EventEndpoints(api: self).all
        all += [StreamEndpoint(api: self).declaration] + DeviceEndpoints(api: self).all
        all += [RowEndpoint(api: self).declaration, history.list]
        if settings.hasDevelopmentRoutes { all += history.earlierStates }
        all += settings.options.flatMap { $0.endpoints(self) }
        all += AccountEndpoints(api: self).all + ApplicationEndpoints(api: self).all + [server.health] + server.problems
        return settings.hasOperationsRoutes ? all + server.operations(isPublic: true) : all
    }

    /// The routes for operators, for an address that clients can't reach.
    ///
    /// They are `/healthz`, `/readyz`, `/metrics`, the maps of the applications, the publication of topics, and what
    /// ``Settings/options`` have for operators.
    ///
    /// - Parameter fallback: Handles requests that match no route, such as those for the pages of the inspector.
    /// - Returns: A table of these routes, without the ``filters`` that the API needs.
    public func operationsRoutes(fallback: (any HTTPHandler)? = nil) -> RouteTable {
        let access = settings.operatorToken.map(OperatorAccess.token) ?? .thisMachine
        let pages = fallback.map { OperatorPagesHandler(api: self, access: access, next: $0) }
        let server = ServerEndpoints(api: self)
        var routes = RouteTable(fallback: pages)
        routes.add([server.health] + server.operations(isPublic: false), of: self)
        routes.add(settings.options.flatMap { $0.operatorEndpoints(self, access) }, of: self)
        routes.add([TopicEndpoints(api: self, access: access).publish], of: self)
        routes.add(ApplicationEndpoints(api: self).all, of: self)
        return routes
    }

    /// The routes for operators, without a fallback.
    public var operationsRoutes: RouteTable { operationsRoutes() }

    /// Ends the responses of options that stay open, because the server stops, as ``SessionRegistry/endWaits()`` ends the streams
    /// of sessions.
    public func stopOptions() {
        for option in settings.options { option.stop() }
    }

    /// Returns the API behind its filters, for servers other than ours and for tests without a server.
    public func handler(adding extensions: (inout RouteTable) -> Void = { _ in }) -> any HTTPHandler {
        FilteredHandler(HTTPFilters(filters), next: routes(adding: extensions))
    }

    /// The filters that the API needs: they give each request an id and each response its fields, and limit requests.
    public var filters: [any HTTPFilter] {
        var filters: [any HTTPFilter] = [RequestIDFilter(), DefaultFieldsFilter()]
        if !settings.corsOrigins.isEmpty { filters.append(CORSFilter(allowed: settings.corsOrigins)) }
        if let limits = RateLimitFilter(settings.limits) { filters.append(limits) }
        if settings.hasDevelopmentRoutes { filters.append(DevelopmentFilter()) }
        return filters
    }
}
