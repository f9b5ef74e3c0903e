import Concurrency
public import Coordination
public import HTTPCore
public import Logging
import Metrics
public import MicroHTTP
public import Sessions
public import StateAPI

/// A server for your own applications: sessions, the state API and the web client on one port.
///
/// ```swift
/// try UsherServer(applications: [shop]).run()
/// ```
///
/// This server keeps sessions in memory, logs to standard error and listens on port 8080 until SIGTERM or SIGINT. Each part
/// can be replaced:
///
/// ```swift
/// var settings = UsherServer.Settings()
/// settings.http.port = 9000
/// let server = try UsherServer(
///     applications: [shop], effects: handlers, store: try SQLiteStore(path: "shop.db"), settings: settings
/// ) { routes, _ in
///     routes.add(.get, "/hello") { _, _ in .text("Hello") }
/// }
/// try server.run { print("Open \(server.address)/") }
/// ```
public final class UsherServer: Sendable {
    /// The settings of a server.
    public struct Settings: Sendable {
        /// The address, and the limits of connections and requests.
        public var http = HTTPServer.Configuration()
        /// The settings of the state API.
        public var api = StateAPI.Settings()
        /// The limits on the lifetime, the number and the size of sessions.
        public var sessions = SessionLimits()
        /// The address of `/metrics`, `/readyz` and the inspector, which clients can't reach.
        ///
        /// Without one, the first two are at the server's own address.
        public var operationsAddress: ListenAddress?
        /// The folder with the web client, or `nil` for none.
        public var publicFolder: String?
        /// The apps on phones that open the links of the applications' hosts, named in files that the server makes.
        public var mobileApps: [MobileApp] = []
        /// The filter that compresses responses, such as `CompressionFilter(level: 1)` of the product `Compression`, or `nil` for
        /// none.
        public var compression: (any HTTPFilter)?
        /// The time that requests may still take when the server stops, by default three seconds.
        public var stopGrace: Duration = .seconds(3)
        /// The field with the client's address in requests of `http.trustedProxies`, by default `X-Forwarded-For`, which all common
        /// proxies can send.
        public var forwardedField = TrustedProxyFilter.Field.xForwardedFor
        /// The number of threads for effects with handlers that name no queue, and so the number of such effects that can block at a
        /// time.
        ///
        /// A slow service gets an `EffectQueue` of its own, so that it does not delay others. More threads here would not prevent that.
        public var effectThreads = 4
        /// The number of these effects that may run or wait at a time, above which requests that add one are rejected.
        ///
        /// They have a few megabytes in memory, and the last one waits for minutes if each takes a tenth of a second.
        public var effectLimit = 10_000

        /// Makes the default settings.
        public init() {}
    }

    private let registry: SessionRegistry
    private let api: StateAPI
    private let store: any SessionStore
    private let http: HTTPServer
    /// The server of the operations address, and its routes, or `nil` without one.
    private let operations: (server: HTTPServer, routes: RouteTable)?
    /// The limits on the sessions that an address starts, with counts that can be stored over a restart.
    public let newSessionLimit: NewSessionLimit
    private let routes: RouteTable
    private let filters: HTTPFilters
    private let settings: Settings
    private let readiness: Readiness
    private let log: Logger
    private let audit: (any AuditLog)?
    /// The clock that the server made for itself and stops at its end, or `nil` if the clock was given.
    private let ownClock: SystemClock?

    /// Makes a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - applications: The applications. The first is started when a client names none.
    ///   - effects: The handlers of the applications' effects.
    ///   - store: The store of the sessions. The server closes it when it stops.
    ///   - crashes: The log of sessions over which the process crashed, or `nil` for none.
    ///   - clock: The clock, by default the system's, or the clock of a store which several servers share.
    ///   - settings: The settings of the server.
    ///   - metrics: The metrics that `/metrics` shows.
    ///   - log: The logger for transitions and incidents, by default
    ///     ``StructuredLogHandler/logger(label:format:logLevel:capacity:)``.
    ///   - audit: The log of what users and operators did, or `nil` for none.
    ///   - sealingKey: The key with which effects seal texts for screens, or `nil` if none does.
    ///   - databases: Other databases. A problem with one makes `/readyz` fail.
    ///   - addressKey: The secret key of the digests of addresses in ``newSessionLimit``, or `nil` for a random one.
    ///   - routes: Adds routes of your own, which may verify the session of a request and publish values of topics.
    /// - Throws: `ApplicationError` if an effect or a source of rows of an application has no handler, or if no session of an
    ///   application can start, `StaticFilesError` for a folder that can't be read, and `ThreadError` if the system provides no
    ///   threads.
    public init(
        applications: [Application],
        effects: EffectHandlers = EffectHandlers(),
        store: any SessionStore = MemoryStore(),
        crashes: CrashLog? = nil,
        clock: (any WallClock)? = nil,
        settings: Settings = Settings(),
        metrics: PrometheusMetrics = .process,
        log: Logger? = nil,
        audit: (any AuditLog)? = nil,
        sealingKey: SealingKey? = nil,
        databases: [any WatchedDatabase] = [],
        addressKey: [UInt8]? = nil,
        routes: (inout RouteTable, RouteContext) -> Void = { _, _ in }
    ) throws {
        for application in applications {
            let errors = effects.errors(for: application) + application.startErrors
            guard errors.isEmpty else { throw ApplicationError(application: application.name, errors: errors) }
        }
        var settings = settings
        settings.http.bodyBytesLimit = settings.api.bodyBytes
        // A request may wait for effects up to the API's longest wait, so the deadline must be later than that.
        settings.http.requestDeadline = max(
            settings.http.requestDeadline,
            max(settings.api.wait, settings.api.longestWait) + .seconds(10)
        )
        let log = try log ?? StructuredLogHandler.logger()
        let time: any WallClock = try clock ?? SystemClock(of: store)
        ownClock = clock == nil ? time as? SystemClock : nil
        settings.http.date = { time.now.milliseconds / 1_000 }
        let readiness = Readiness()
        settings.http.probePaths = ["/healthz", "/readyz"]
        settings.http.onStopping = { readiness.end() }
        let connectionLog = ConnectionLog(log: log)
        settings.http.onDeadline = { deadline, client in connectionLog.record(deadline, client) }
        settings.http.onRefusedConnection = { limit, client in connectionLog.record(limit, client) }
        let rejections = RejectionLog(log: log, audit: audit)
        settings.http.onLibraryRejection = { status in rejections.recordLibrary(status) }
        settings.http.log = { [log] notice in Self.record(notice, in: log) }
        if settings.http.tls != nil { settings.api.secureCookies = true }
        settings.api.hasOperationsRoutes = settings.operationsAddress == nil
        settings.http.hostNames = Self.hostNames(settings.http)
        self.store = store
        registry = try SessionRegistry(
            applications: HostedApplications(applications),
            store: store,
            effects: effects,
            clock: time,
            limits: settings.sessions,
            effectThreads: settings.effectThreads,
            effectLimit: settings.effectLimit,
            crashes: crashes,
            log: log,
            logTransition: StructuredLogHandler.transitions(of: log),
            audit: audit
        )
        let files = try settings.publicFolder.map { folder in try StaticFiles(folder: folder, configuration: .webClient)
        }
        let http = HTTPServer(settings.http)
        self.http = http
        let connections = Gauge(label: "usher_connections")
        let requestsInFlight = Gauge(label: "usher_requests_in_flight")
        let streams = Gauge(label: "usher_streams")
        let waits = Gauge(label: "usher_waits")
        let api = StateAPI(
            registry: registry,
            settings: settings.api,
            log: log,
            audit: audit,
            sealingKey: sealingKey,
            databases: databases,
            addressKey: addressKey
        ) { open in
            connections.record(http.connectionCount)
            requestsInFlight.record(http.openRequestCount)
            streams.record(open.streams)
            waits.record(open.waits)
            ProcessMetrics.shared.update()
            return metrics.exposition()
        }
        self.api = api
        newSessionLimit = api.newSessionLimit
        let hasInspector = settings.api.options.contains { $0.page == OperatorPages.inspector }
        let names = applications.map(\.name)
        let pages = files.map {
            WebClientPages($0, of: names, hasInspector: hasInspector && settings.api.hasDevelopmentRoutes)
        }
        let associations = AssociationFiles(of: settings.mobileApps, for: applications)
        self.routes = api.routes(
            adding: { table in
                associations.add(to: &table, besides: files)
                routes(&table, RouteContext(of: api))
            },
            fallback: pages
        )
        let proxies = TrustedProxyFilter(proxies: settings.http.trustedProxies, field: settings.forwardedField)
        let transport: [any HTTPFilter] = settings.http.tls == nil ? [] : [StrictTransportFilter()]
        let requests = RequestLog(routes: self.routes, log: log, rejections: rejections)
        let compression = [settings.compression].compactMap(\.self)
        let problemPages: [any HTTPFilter] = files == nil ? [] : [ProblemPages(besides: self.routes)]
        filters = HTTPFilters(
            problemPages + [requests] + transport + [proxies] + compression + api.filters + [readiness.filter]
        )
        operations = settings.operationsAddress.map { address in
            var configuration = HTTPServer.Configuration()
            configuration.host = address.host
            configuration.port = address.port
            configuration.loopCount = 1
            configuration.connectionLimit = 64
            configuration.addressConnectionLimit = 16
            configuration.headerDeadline = .seconds(2)
            configuration.replacesUnfinishedConnections = true
            configuration.date = settings.http.date
            configuration.hostNames = Self.hostNames(configuration)
            configuration.probePaths = settings.http.probePaths
            configuration.onLibraryRejection = settings.http.onLibraryRejection
            configuration.log = settings.http.log
            return (
                HTTPServer(configuration),
                api.operationsRoutes(fallback: hasInspector ? files.map(OperatorPages.init) : nil)
            )
        }
        self.settings = settings
        self.readiness = readiness
        self.log = log
        self.audit = audit
    }

    /// The URL of the server, such as `http://127.0.0.1:8080`, valid after ``start()``.
    public var address: String { Self.url(of: http) }

    /// The URL of the operations address, valid after ``start()``, or `nil` without one.
    public var operationsURL: String? { operations.map { Self.url(of: $0.server) } }

    /// The port that the server listens on, valid after ``start()``.
    public var port: Int { http.port }

    /// Starts, waits for SIGTERM or SIGINT, and stops gracefully.
    ///
    /// Call this on the first thread of a program. SIGHUP calls ``reload()``. From this call on the signals don't end the
    /// process. Threads that you started before can still receive them, unless they are `NamedThread`s or block the signals
    /// (pthread_sigmask(3)). SIGPIPE is ignored, so printing to a closed pipe has no effect.
    ///
    /// - Parameter ready: Called once the server accepts requests.
    /// - Throws: The errors of ``start()``.
    public func run(ready: () -> Void = {}) throws {
        ServerSignals.block()
        ServerSignals.ignoreClosedPipes()
        try Self.waiting { [self] in try await start() }
        ready()
        while true {
            let signal = ServerSignals.wait()
            log.info("Signal received", metadata: ["name": "\(signal.rawValue)"])
            if signal != .reload { break }
            reload()
        }
        try Self.waiting { [self] in await stop() }
    }

    /// Opens the sessions and begins to listen.
    ///
    /// The effects and timers that the last server left run after that, while the server already accepts requests.
    ///
    /// - Throws: `StoreError` if the store can't be read, and `HTTPServerError` if the port can't be opened. Nothing listens
    ///   then.
    public func start() async throws {
        do {
            try await registry.open()
            do throws(HTTPServerError) {
                try http.start(routes, filters: filters)
                if let operations {
                    do throws(HTTPServerError) {
                        try operations.server.start(operations.routes, filters: filters)
                    } catch {
                        await http.stop(grace: .zero)
                        throw error
                    }
                }
            } catch {
                registry.close()
                throw error
            }
        } catch {
            flushLog()
            throw error
        }
        var metadata: Logger.Metadata = ["address": "\(address)"]
        warnOfExposedKey()
        if let operationsURL { metadata["operations"] = "\(operationsURL)" }
        log.info("Server started", metadata: metadata)
    }

    /// Reads the files of the certificate again, and opens the audit log again.
    ///
    /// Open connections continue. An unusable file is logged and changes nothing.
    public func reload() {
        var isComplete = true
        do throws(HTTPServerError) {
            try http.reloadCertificate()
            warnOfExposedKey()
            if settings.http.tls != nil { log.notice("Certificate reloaded") }
        } catch {
            log.error("Certificate not reloaded", metadata: ["reason": "\(error)"])
            isComplete = false
        }
        do throws(AuditFileError) {
            try (audit as? AuditFile)?.reopen()
        } catch {
            log.error("Audit log not reopened", metadata: ["reason": "\(error)"])
            isComplete = false
        }
        audit?.record(AuditEvent(.serverReloaded, isComplete ? "ok" : "failed"))
    }

    /// Ends all sessions of an account, and records each in the audit log.
    ///
    /// It blocks the calling thread.
    ///
    /// - Parameter account: The account.
    /// - Throws: `SessionError` if the store fails. Some sessions may have ended.
    public func endSessions(of account: String) throws {
        try Self.waiting { [registry, audit] in
            try await registry.accountSessions.endAll(of: account) { session in
                audit?.record(AuditEvent(.sessionEnded, session: session, account: account))
            }
        }
    }

    private func warnOfExposedKey() {
        guard let files = settings.http.tls, files.isKeyExposed else { return }
        log.warning("TLS key readable by other users", metadata: ["path": "\(files.key)", "remedy": "chmod 600"])
    }

    /// Stops gracefully: reports not ready, lets requests finish within the grace, then closes the sessions and the store.
    ///
    /// The order matters. First `/readyz` fails, so that a balancer sends new requests elsewhere, and every wait ends with
    /// the current state instead of using up the grace. Then the HTTP server accepts no more connections, lets requests
    /// finish, and cancels those that outlast the grace. After the last request the registry starts no more effects, and those
    /// that run can use what is left of the grace and one more second. Their outcomes are commits, so the store closes after
    /// the registry. The log is flushed at the end, and so has the line about the stop itself.
    ///
    /// A stop takes at most two seconds longer than ``Settings/stopGrace``, however clients, effects and a database behave. A
    /// store that can't be closed in that time keeps its connections and its lease, which end with the process.
    public func stop() async {
        let deadline = ContinuousClock.now + settings.stopGrace + .seconds(1)
        log.info("Server stopping", metadata: ["grace": "\(settings.stopGrace)"])
        readiness.end()
        registry.endWaits()
        api.stopOptions()
        await http.stop(grace: settings.stopGrace)
        await operations?.server.stop(grace: .zero)
        registry.close(within: max(.zero, deadline - ContinuousClock.now))
        await closeStore(within: max(.milliseconds(250), deadline - ContinuousClock.now))
        ownClock?.stop()
        log.info("Server stopped")
        flushLog()
    }

    /// Closes the store, and waits for that up to a limit.
    private func closeStore(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let waiter = Lock<CheckedContinuation<Void, Never>?>(continuation)
            let resume: @Sendable () -> Void = {
                waiter.withLock { waiter in
                    defer { waiter = nil }
                    return waiter
                }?.resume()
            }
            store.close(then: StoreCompletion(on: InlineQueue.shared) { _ in resume() })
            Task {
                try? await Task.sleep(for: limit)
                resume()
            }
        }
    }

    private static func url(of server: HTTPServer) -> String {
        "\(server.configuration.tls == nil ? "http" : "https")://\(server.address.contains(":") ? "[\(server.address)]" : server.address):\(server.port)"
    }

    /// Returns the names that the `Host` field may have.
    ///
    /// An empty list accepts any. A page of any site can make a browser send requests to a loopback address under the site's
    /// own name (DNS rebinding). So a server at such an address accepts only the names of this machine, unless the settings say
    /// otherwise.
    private static func hostNames(_ http: HTTPServer.Configuration) -> [String] {
        if http.hostNames.contains("*") { return [] }
        guard http.hostNames.isEmpty, http.isLoopback else { return http.hostNames }
        return ["localhost", "127.0.0.1", "[::1]"] + (http.host.contains(":") ? ["[\(http.host)]"] : [http.host])
    }

    /// Waits less than a second for the last lines, because a reader that accepts none must not keep the process from ending.
    private func flushLog() {
        _ = (log.handler as? StructuredLogHandler)?.writer?.flush(within: .milliseconds(400))
        audit?.flush(within: .milliseconds(400))
    }

    private static func record(_ notice: HTTPServerLogEvent, in log: Logger) {
        switch notice {
        case .library(let line):
            log.debug("libmicrohttpd message received", metadata: ["line": "\(line)"])
        case .droppedReply(let method, let path, let id):
            log.critical(
                "Handler sent no response",
                metadata: [
                    "method": "\(method.rawValue)", "path": "\(String(decoding: path, as: UTF8.self))",
                    "request": "\(id)",
                ]
            )
        }
    }

    /// Runs asynchronous work and blocks the calling thread until it is done.
    private static func waiting(_ work: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Monitor<Result<Void, any Error>?>(nil)
        Task {
            do {
                try await work()
                outcome.withLock { $0 = .success(()) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        try outcome.wait(while: { $0 == nil }) { $0 ?? .success(()) }.get()
    }
}
