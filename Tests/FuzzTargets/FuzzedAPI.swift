import Applications
import Compression
import Concurrency
import Coordination
import HTTPCore
import JSON
import Logging
import Sessions
import StateAPI

/// The state API behind the filters of the server, without a socket, with a session that the requests can use.
final class FuzzedAPI: Sendable {
    static let shared = FuzzedAPI()

    private let handler: any HTTPHandler
    private let id: String
    private let token: String
    /// The last entity tag of the session.
    private let tag = Lock("")

    private init() {
        do {
            var limits = SessionLimits()
            limits.sessions = 1_000
            let registry = try SessionRegistry(
                applications: HostedApplications([ItemsApplication.make(), KanjiApplication.make()]),
                store: MemoryStore(),
                effects: EffectHandlers(),
                clock: SystemClock(),
                limits: limits,
                log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
            )
            let log = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
            // Every request gets its response soon, so each of them is checked.
            var settings = StateAPI.Settings()
            settings.wait = .milliseconds(1)
            settings.longestWait = .milliseconds(1)
            let api = StateAPI(registry: registry, settings: settings, log: log, metrics: { _ in "" })
            // A request without the first field keeps the proxy's address, and so passes through the second filter, too.
            let proxies: [any HTTPFilter] = TrustedProxyFilter.Field.allCases.map {
                TrustedProxyFilter(proxies: [AddressRange("10.0.0.0/8")].compactMap(\.self), field: $0)
            }
            let filters = proxies + [CompressionFilter(level: 1)] + api.filters
            handler = FilteredHandler(HTTPFilters(filters), next: api.routes())
        } catch {
            preconditionFailure("The API starts: \(error)")
        }
        let receiver = Response()
        handler.handle(
            HTTPRequest(
                method: .post,
                target: "/v1/sessions",
                fields: [.contentType: "application/json"],
                body: Array(#"{"app":"kanji"}"#.utf8)
            ),
            HTTPReply(to: receiver)
        )
        let body = receiver.wait()?.body.bytes ?? []
        let state = (try? JSONValue(parsing: body, limits: JSONLimits(bytes: 1 << 20))) ?? .null
        id = state["id"]?.stringValue ?? ""
        token = state["token"]?.stringValue ?? ""
        precondition(!id.isEmpty && !token.isEmpty, "A session starts.")
    }

    /// Sends a request: a method, a target, field lines, an empty line, and a body.
    ///
    /// `SESSION` in the target stands for the id of the session, `TOKEN` in a field for its token, and `TAG` in a field for its
    /// last entity tag.
    func send(request input: [UInt8]) {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 32, omittingEmptySubsequences: false)
        let words = (parts.first ?? []).split(separator: UInt8(ascii: " "), maxSplits: 1)
        let method = words.first.flatMap { HTTPMethod(rawValue: String(decoding: $0, as: UTF8.self)) } ?? .get
        let target = words.dropFirst().first.map { replacing("SESSION", with: id, in: $0) } ?? Array("/".utf8)
        var fields = HTTPFields()
        var lines = parts.dropFirst()
        while let line = lines.popFirst(), !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = replacing("TOKEN", with: token, in: line[(colon + 1)...])
            append(Array(line[..<colon]), replacing("TAG", with: tag.withLock { $0 }, in: value[...]), to: &fields)
        }
        let body = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        send(HTTPRequest(method: method, target: HTTPTarget(target), fields: fields, body: body))
    }

    func send(id input: [UInt8]) {
        let fields: HTTPFields = [.authorization: "Bearer \(token)"]
        send(HTTPRequest(target: HTTPTarget(Array("/v1/sessions/".utf8) + input), fields: fields))
    }

    func send(cookie input: [UInt8]) {
        var fields = HTTPFields()
        append(Array("Cookie".utf8), replacing("SESSION", with: id, in: input[...]), to: &fields)
        send(HTTPRequest(target: HTTPTarget("/v1/sessions/\(id)"), fields: fields))
    }

    private func send(_ request: HTTPRequest) {
        var request = request
        // Without an address a request is not limited, so most of the inputs reach a route.
        if request.fields.contains("Forwarded") || request.fields.contains("X-Forwarded-For") {
            request.client = ClientAddress("10.0.0.1")
        }
        let isOfSession = request.target.description == "/v1/sessions/\(id)"
        let receiver = Response()
        handler.handle(request, HTTPReply(to: receiver))
        guard let response = receiver.wait() else { preconditionFailure("A request from outside got no response.") }
        precondition(response.status != .internalServerError, "A request from outside got a response with status 500.")
        if isOfSession, let tag = response.fields["ETag"] { self.tag.withLock { $0 = tag } }
    }

    private func append(_ name: [UInt8], _ value: [UInt8], to fields: inout HTTPFields) {
        unsafe name.withUnsafeBufferPointer { name in
            unsafe value.withUnsafeBufferPointer { value in unsafe fields.append(rawName: name, rawValue: value) }
        }
    }

    private func replacing(_ word: String, with text: String, in bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.count < 4_096 else { return Array(bytes) }
        let word = Array(word.utf8)
        var (rest, result) = (bytes, [UInt8]())
        while let byte = rest.first {
            if rest.starts(with: word) {
                result += text.utf8
                rest = rest.dropFirst(word.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}

/// Receives the response to one request.
private final class Response: HTTPReplyReceiver {
    private let response = Monitor<HTTPResponse?>(nil)

    var queue: any WorkQueue { InlineQueue.shared }
    var isCancelled: Bool { false }

    func receive(_ response: HTTPResponse) { self.response.withLock { $0 = response } }
    func onCancel(_ action: @escaping @Sendable () -> Void) {}
    func replyWasDropped() { preconditionFailure("A request got no response.") }

    /// Waits for the response and returns it, or `nil` if there is none after ten seconds.
    func wait() -> HTTPResponse? {
        let deadline = ContinuousClock.now + .seconds(10)
        return response.wait(
            while: { $0 == nil && ContinuousClock.now < deadline },
            recheckAfter: { _ in 1_000 }
        ) { $0 }
    }
}
