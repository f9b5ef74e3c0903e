import Applications
import Concurrency
import Coordination
import HTTPCore
import JSON
import Logging
import Sessions
import StateAPI

/// The state API without a socket, with a session that the requests can use.
final class FuzzedAPI: Sendable {
    static let shared = FuzzedAPI()

    private let handler: any HTTPHandler
    private let id: String
    private let token: String

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
            handler = StateAPI(registry: registry, log: log, metrics: { _ in "" }).handler()
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
        let state = (try? JSONValue(parsing: receiver.wait(), limits: JSONLimits(bytes: 1 << 20))) ?? .null
        id = state["id"]?.stringValue ?? ""
        token = state["token"]?.stringValue ?? ""
        precondition(!id.isEmpty && !token.isEmpty, "A session starts.")
    }

    /// Sends a request: a method, a target, field lines, an empty line, and a body.
    ///
    /// `SESSION` in the target stands for the id of the session, and `TOKEN` in a field for its token.
    func send(request input: [UInt8]) {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 32, omittingEmptySubsequences: false)
        let words = (parts.first ?? []).split(separator: UInt8(ascii: " "), maxSplits: 1)
        let method = words.first.flatMap { HTTPMethod(rawValue: String(decoding: $0, as: UTF8.self)) } ?? .get
        let target = words.dropFirst().first.map { replacing("SESSION", with: id, in: $0) } ?? Array("/".utf8)
        var fields = HTTPFields()
        var lines = parts.dropFirst()
        while let line = lines.popFirst(), !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            append(Array(line[..<colon]), replacing("TOKEN", with: token, in: line[(colon + 1)...]), to: &fields)
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
        let receiver = Response()
        handler.handle(request, HTTPReply(to: receiver))
        // A request that waits for the next state is answered later; everything else at once.
        guard let status = receiver.status else { return }
        precondition(status != .internalServerError, "A request from outside got a response with status 500.")
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
    var status: HTTPStatus? { response.withLock { $0?.status } }

    func receive(_ response: HTTPResponse) { self.response.withLock { $0 = response } }
    func onCancel(_ action: @escaping @Sendable () -> Void) {}
    func replyWasDropped() { preconditionFailure("A request got no response.") }

    /// Returns the body of the response once it is there.
    func wait() -> [UInt8] { response.wait(while: { $0 == nil }) { $0?.body.bytes ?? [] } }
}
