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
/// try server.start(api.routes(fallback: webClient), filters: HTTPFilters(api.filters))
/// ```
public final class StateAPI: Sendable {
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
        /// The most bytes of the documents that are kept for clients that ask again.
        public var documentCacheBytes = 16 << 20
        /// The most bytes of the texts of screens that are kept for the next document, those that sessions share counted
        /// once for each.
        public var textCacheBytes = 128 << 20
        /// Whether cookies are sent over HTTPS only; set it behind a proxy that speaks HTTPS.
        public var secureCookies = false

        /// The settings as they are by default.
        public init() {}
    }

    let registry: SessionRegistry
    let settings: Settings
    let log: Logger
    let metrics: @Sendable () -> String
    let documents: DocumentCache

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
        let documents = DocumentCache(
            documentBytes: settings.documentCacheBytes,
            textBytes: settings.textCacheBytes
        )
        self.documents = documents
        registry.onRelease { documents.remove($0) }
    }

    /// All routes of the API.
    ///
    /// - Parameters:
    ///   - extensions: Routes of the server's own, such as a development inbox.
    ///   - fallback: Handles requests that match no route, such as those for the files of a web client.
    public func routes(
        adding extensions: (inout RouteTable) -> Void = { _ in },
        fallback: (any HTTPHandler)? = nil
    ) -> RouteTable {
        var routes = RouteTable(fallback: fallback)
        addSessionRoutes(to: &routes)
        addEventRoutes(to: &routes)
        addApplicationRoutes(to: &routes)
        addOperatorRoutes(to: &routes)
        extensions(&routes)
        return routes
    }

    /// The API behind its filters, for servers that have none of ours, and for tests without a server.
    public func handler(adding extensions: (inout RouteTable) -> Void = { _ in }) -> any HTTPHandler {
        FilteredHandler(HTTPFilters(filters), next: routes(adding: extensions))
    }

    /// The filters that a server of the API needs: they give each request an id, and each response its fields.
    public var filters: [any HTTPFilter] {
        let common: [any HTTPFilter] = [RequestIdentity(), ResponseDefaults()]
        return settings.corsOrigins.isEmpty ? common : common + [CrossOriginSharing(allowed: settings.corsOrigins)]
    }
}
