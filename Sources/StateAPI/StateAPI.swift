public import HTTPCore
public import Logging
public import Sessions

/// The navigation state of every session as a resource on HTTP: the contract between the server and all clients.
///
/// It knows no application and no socket: it turns requests into submissions to sessions, and what comes of them into
/// JSON.
///
/// ```swift
/// let api = StateAPI(registry: registry, log: log)
/// let server = HTTPServer(configuration)
/// try server.start(api.handler(fallback: webClient))
/// ```
public struct StateAPI: Sendable {
    /// What operators can set.
    public struct Settings: Sendable {
        /// How long a request waits for effects when its client does not say.
        public var wait: Duration = .seconds(2)
        /// How long a request waits at the most, whatever its client says.
        public var longestWait: Duration = .seconds(30)
        /// The largest body, in bytes.
        public var bodyBytes = 65_536
        /// The deepest nesting of a body.
        public var bodyDepth = 32
        /// The origins whose pages may use the API from a browser; none by default.
        public var corsOrigins: [String] = []
        /// Whether cookies are sent over HTTPS only; set it behind a proxy that speaks HTTPS.
        public var secureCookies = false

        /// The settings as they are by default.
        public init() {}
    }

    let registry: SessionRegistry
    let settings: Settings
    let log: Logger
    let metrics: @Sendable () -> String

    /// Puts the API in front of sessions.
    ///
    /// - Parameters:
    ///   - registry: The sessions.
    ///   - settings: What operators can set.
    ///   - log: Where incidents are noted.
    ///   - metrics: Gives the metrics in the text format of Prometheus.
    public init(
        registry: SessionRegistry,
        settings: Settings = Settings(),
        log: Logger,
        metrics: @escaping @Sendable () -> String = { "" }
    ) {
        self.registry = registry
        self.settings = settings
        self.log = log
        self.metrics = metrics
    }

    /// All routes of the API.
    ///
    /// - Parameters:
    ///   - extensions: Routes of the server's own, such as a development inbox.
    ///   - fallback: Answers what is no route, such as the files of a web client.
    public func handler(
        adding extensions: (inout RouteTable) -> Void = { _ in },
        fallback: (any HTTPHandler)? = nil
    ) -> any HTTPHandler {
        var routes = RouteTable(fallback: fallback)
        addSessionRoutes(to: &routes)
        addEventRoutes(to: &routes)
        addApplicationRoutes(to: &routes)
        addOperatorRoutes(to: &routes)
        extensions(&routes)
        var filters: [any HTTPFilter] = [RequestIdentity()]
        if !settings.corsOrigins.isEmpty { filters.append(CrossOriginSharing(allowed: settings.corsOrigins)) }
        return FilteredHandler(filters, next: routes)
    }
}
