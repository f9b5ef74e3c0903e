public import Coordination
public import HTTPCore
public import Logging
public import MicroHTTP
public import Sessions
public import StateAPI
import Threads

/// A server for applications of your own: sessions, the state API and the web client on one port.
///
/// ```swift
/// try UsherServer(applications: [shop]).run()
/// ```
///
/// That keeps sessions in memory, logs to standard error and listens on port 8080, until SIGTERM or SIGINT. Everything can
/// be given instead:
///
/// ```swift
/// var settings = UsherServer.Settings()
/// settings.http.port = 9000
/// let server = try UsherServer(
///     applications: [shop], effects: handlers, store: try SQLiteStore(path: "shop.db"), settings: settings
/// ) { routes in
///     routes.add(.get, "/hello") { _, _ in .text("Hello") }
/// }
/// try server.run { print("Open \(server.address)/") }
/// ```
public final class UsherServer: Sendable {
    /// Everything that operators can set.
    public struct Settings: Sendable {
        /// Where the server listens, and the limits of connections and requests.
        public var http = HTTPServer.Configuration()
        /// The limits of the state API.
        public var api = StateAPI.Settings()
        /// How long sessions live and how much they keep.
        public var sessions = SessionLimits()
        /// The folder with the web client; `nil` for none.
        public var publicFolder: String?
        /// How long requests may still take when the server stops.
        public var stopGrace: Duration = .seconds(10)
        /// How many effects may block at a time.
        public var effectThreads = 4

        /// The settings as they are by default.
        public init() {}
    }

    private let registry: SessionRegistry
    private let store: any SessionStore
    private let http: HTTPServer
    private let routes: RouteTable
    private let filters: HTTPFilters
    private let settings: Settings
    private let readiness: Readiness
    private let log: Logger
    /// The clock that the server has made for itself, to be stopped with it.
    private let ownClock: SystemClock?

    /// Puts a server together; nothing listens yet.
    ///
    /// - Parameters:
    ///   - applications: What it offers; the first is started when a client names none.
    ///   - effects: How their effects are done.
    ///   - store: Where sessions are kept; the server closes it when it stops.
    ///   - crashes: Where it is noted over which session the program crashed; `nil` for nowhere.
    ///   - clock: The time; the machine's clock when left out.
    ///   - settings: Everything that operators can set.
    ///   - metrics: The metrics that `/metrics` shows.
    ///   - log: Where transitions and incidents are logged; ``StructuredLogHandler/logger(label:format:logLevel:capacity:)``
    ///     when left out.
    ///   - routes: Adds routes of your own.
    /// - Throws: `StaticFilesError` for a folder that can't be read, and `ThreadError` when the system gives no threads.
    public init(
        applications: [Application],
        effects: EffectHandlers = EffectHandlers(),
        store: any SessionStore = MemoryStore(),
        crashes: CrashLedger? = nil,
        clock: (any WallClock)? = nil,
        settings: Settings = Settings(),
        metrics: PrometheusMetrics = .process,
        log: Logger? = nil,
        routes: (inout RouteTable) -> Void = { _ in }
    ) throws {
        var settings = settings
        settings.http.bodyBytesLimit = settings.api.bodyBytes
        // A request may wait for effects as long as clients may ask for; the deadline comes after that.
        settings.http.requestDeadline = max(settings.http.requestDeadline, settings.api.longestWait + .seconds(10))
        let log = try log ?? StructuredLogHandler.logger()
        let time: any WallClock = try clock ?? SystemClock()
        ownClock = clock == nil ? time as? SystemClock : nil
        let readiness = Readiness()
        settings.http.onStopping = { readiness.end() }
        settings.http.log = { [log] notice in Self.record(notice, in: log) }
        self.store = store
        registry = try SessionRegistry(
            applications: HostedApplications(applications),
            store: store,
            effects: effects,
            clock: time,
            limits: settings.sessions,
            effectThreads: settings.effectThreads,
            crashes: crashes,
            log: log,
            logTransition: StructuredLogHandler.transitions(of: log)
        )
        let files = try settings.publicFolder.map { folder in try StaticFiles(folder: folder) }
        let api = StateAPI(registry: registry, settings: settings.api, log: log) { metrics.exposition() }
        self.routes = api.routes(adding: routes, fallback: files)
        filters = HTTPFilters(api.filters + [readiness.gate])
        http = HTTPServer(settings.http)
        self.settings = settings
        self.readiness = readiness
        self.log = log
    }

    /// Where to open the server, such as `http://127.0.0.1:8080`; only after ``start()``.
    public var address: String {
        let host = http.address.contains(":") ? "[\(http.address)]" : http.address
        return "http://\(host):\(http.port)"
    }

    /// The port that the server listens at; only after ``start()``.
    public var port: Int { http.port }

    /// Starts, waits for SIGTERM or SIGINT, and stops politely; for the first thread of a program.
    ///
    /// From this call on the signals don't end the process. Threads of your own that you have started before get them all the
    /// same, unless they are `NamedThread`s or block them (pthread_sigmask(3)).
    ///
    /// - Parameter ready: Called once the server answers.
    /// - Throws: As ``start()``.
    public func run(ready: () -> Void = {}) throws {
        StopSignals.block()
        try Self.waiting { [self] in try await start() }
        ready()
        let signal = StopSignals.wait()
        log.info("signal", metadata: ["name": "\(signal)"])
        try Self.waiting { [self] in await stop() }
    }

    /// Takes up what was left of the last run, and begins to listen.
    ///
    /// - Throws: `StoreError` when the store can't be read, and `HTTPServerError` when the port can't be had; nothing
    ///   listens then.
    public func start() async throws {
        do {
            try await registry.open()
            do throws(HTTPServerError) {
                try http.start(routes, filters: filters)
            } catch {
                registry.close()
                throw error
            }
        } catch {
            flushLog()
            throw error
        }
        log.info("listening", metadata: ["address": "\(address)"])
    }

    /// Stops politely: is not ready any more, lets requests finish for a while, then ends.
    public func stop() async {
        log.info("stopping", metadata: ["grace": "\(settings.stopGrace)"])
        readiness.end()
        registry.release()
        await http.stop(grace: settings.stopGrace)
        registry.close()
        await store.close()
        ownClock?.stop()
        log.info("stopped")
        flushLog()
    }

    /// Waits for the last lines, for a limited time: a reader that takes none must not keep the process from ending.
    private func flushLog() {
        _ = (log.handler as? StructuredLogHandler)?.writer?.flush(within: .seconds(1))
    }

    private static func record(_ notice: HTTPServerNotice, in log: Logger) {
        switch notice {
        case .library(let line):
            log.debug("libmicrohttpd", metadata: ["line": "\(line)"])
        case .droppedReply(let method, let path, let id):
            log.critical(
                "reply dropped",
                metadata: [
                    "method": "\(method.rawValue)", "path": "\(String(decoding: path, as: UTF8.self))",
                    "request": "\(id)",
                ]
            )
        }
    }

    /// Runs asynchronous work and keeps the caller's thread until it is done.
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
        try outcome.waiting(while: { $0 == nil }) { $0 ?? .success(()) }.get()
    }
}
