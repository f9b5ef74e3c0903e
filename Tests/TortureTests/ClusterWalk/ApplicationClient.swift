import Concurrency
import Glibc
import JSON
import RawHTTP

/// A client that walks through an application at random, repeats each unanswered request with its key, and records each
/// response.
final class ApplicationClient: Sendable {
    /// A request to change the session, which is sent until it has a response.
    struct Request: Sendable {
        let action: ApplicationUser.Action
        let key: String
        /// The revision that the client had seen before.
        let base: UInt64
    }

    /// A request with the response that has ended it.
    struct Exchange: Sendable {
        let request: Request
        let status: Int
        /// The revision that the client has seen after it.
        let revision: UInt64

        /// The request and its outcome, for the description of a violation.
        var line: String { "\(status) \(request.action) by \(request.key) from \(request.base) to \(revision)" }

        /// The name of the reported output, or `nil` for other actions.
        var output: String? {
            let parts = request.action.path.split(separator: "/")
            return parts.dropLast().last == "outputs" ? parts.last.map(String.init) : nil
        }
    }

    struct State: Sendable {
        var user: ApplicationUser
        var id = ""
        var token = ""
        /// The last state document.
        var document: JSONValue = .null
        var revision: UInt64 = 0
        /// The request that has no response yet.
        var request: Request?
        var count = 0
        var exchanges: [Exchange] = []
        /// The hash of the document at each revision that the client has seen.
        var documents: [UInt64: Int] = [:]
        var screens: Set<String> = []
        var replays = 0
        var rejections = 0
        var violations: [String] = []

        /// The last response after which the client sends its request again.
        var lastRejection = ""

        /// The progress of the client, for a run that does not go on.
        var summary: String {
            "\(exchanges.count) requests, at revision \(revision), waits for \(String(describing: request)) after "
                + "\(lastRejection); \(violations)"
        }

        var path: String { "/v1/sessions/\(id)" }
        var authorization: [String: String] { ["Authorization": "Bearer \(token)"] }
    }

    let application: String
    private let number: Int
    /// The bug of sending every third request under another key before.
    private let sendsTwice: Bool
    private let gate: ServerGate
    private let progress: AcknowledgementTracker
    private let state: Lock<State>

    init(
        _ number: Int,
        of application: String,
        _ gate: ServerGate,
        _ progress: AcknowledgementTracker,
        seed: UInt64,
        sendsTwice: Bool
    ) throws {
        self.number = number
        self.sendsTwice = sendsTwice
        self.application = application
        self.gate = gate
        self.progress = progress
        let user = try ApplicationUser(of: application, seed: seed &+ UInt64(number) &* 7_919)
        state = Lock(State(user: user))
    }

    /// A copy of the state of the client.
    var snapshot: State { state.withLock { $0 } }

    /// Sends requests until the gate is over, or until the last one has a response when the gate is finishing.
    func run() {
        var connection: RawClient?
        while let (port, isFinishing) = gate.enter() {
            defer { gate.leave() }
            if isFinishing, state.withLock({ $0.request == nil }) { return }
            do {
                let client = try connection ?? RawClient(port: port)
                connection = client
                try act(over: client)
            } catch {
                // The response is lost, and the next loop repeats the request.
                connection = nil
                usleep(10_000)
            }
        }
    }

    private func act(over connection: RawClient) throws {
        if snapshot.id.isEmpty { return try start(over: connection) }
        let code = state.withLock { $0.needsCode } ? try Self.code(over: connection) : "000000"
        let (sent, request) = state.withLock { ($0, $0.nextRequest(of: number, code)) }
        var fields = sent.authorization
        fields["Idempotency-Key"] = request.key
        fields["Prefer"] = "wait=2"
        if sendsTwice, sent.exchanges.count.isMultiple(of: 3) {
            let other = fields.merging(["Idempotency-Key": request.key + "-twice"]) { $1 }
            _ = try connection.exchange("POST", sent.path + request.action.path, request.action.body, fields: other)
        }
        let response = try connection.exchange(
            "POST",
            sent.path + request.action.path,
            request.action.body,
            fields: fields
        )
        guard state.withLock({ $0.take(response, to: request) }) else {
            usleep(20_000)
            return
        }
        // Another server may serve the next read.
        let path = snapshot.path
        let read = try connection.exchange("GET", path, fields: snapshot.authorization)
        state.withLock { $0.see(read) }
        progress.record(number)
    }

    private func start(over connection: RawClient) throws {
        let response = try connection.exchange(
            "POST",
            "/v1/sessions",
            ["app": .string(application)],
            fields: ["Idempotency-Key": "torture-walk-session-\(number)"]
        )
        state.withLock { state in
            guard response.status == 201 else {
                state.lastRejection = "\(response.status) \(response.text.prefix(300))"
                return
            }
            state.id = response.json["id"]?.stringValue ?? ""
            state.see(response)
        }
    }

    /// Returns the code that one of the servers has sent last.
    private static func code(over connection: RawClient) throws -> String {
        let inbox = try connection.exchange("GET", "/dev/inbox").json
        return inbox["messages"]?.arrayValue?.last?["code"]?.stringValue ?? "000000"
    }
}

extension ApplicationClient.State {
    /// Whether the screen in front asks for a code.
    fileprivate var needsCode: Bool {
        guard request == nil, let focus = document["focus"]?.stringValue else { return false }
        return document["screens"]?[focus]?["name"]?.stringValue?.lowercased().contains("verify") ?? false
    }

    fileprivate mutating func nextRequest(of client: Int, _ code: String) -> ApplicationClient.Request {
        if let request { return request }
        count += 1
        let action = user.next(on: document) { code }
        let request = ApplicationClient.Request(action: action, key: "walk-\(client)-\(count)", base: revision)
        self.request = request
        return request
    }

    /// Records a response to a request, and returns whether it is the last one.
    fileprivate mutating func take(_ response: RawResponse, to request: ApplicationClient.Request) -> Bool {
        // While the first request with the key runs, its repetition gets 409 without a state.
        let isRunning = response.status == 409 && response.json["state"] == nil
        if [429, 502, 503, 504].contains(response.status) || isRunning {
            rejections += 1
            lastRejection = "\(response.status) \(response.text.prefix(300))"
            if response.status == 503, response.isFromServer, !response.isHelpfulRejection {
                violations.append("\(response.lines) \(response.text)")
            }
            return false
        }
        self.request = nil
        if response.field("idempotency-replayed") == "true" { replays += 1 }
        switch response.status {
        case 200, 202: see(response)
        case 400, 409, 412, 413, 422: break
        default: violations.append("\(request.action): \(response.status) \(response.text.prefix(300))")
        }
        exchanges.append(.init(request: request, status: response.status, revision: revision))
        return true
    }

    /// Records a state document.
    fileprivate mutating func see(_ response: RawResponse) {
        guard [200, 201, 202].contains(response.status), let next = response.json.revision else {
            if ![502, 503, 504].contains(response.status) {
                violations.append("no state: \(response.status) \(response.text.prefix(300))")
            }
            return
        }
        if next < revision { violations.append("revision \(next) came after \(revision)") }
        revision = max(next, revision)
        token = response.json["token"]?.stringValue ?? token
        document = response.json
        let hash = document.comparableText.hashValue
        if let known = documents.updateValue(hash, forKey: next), known != hash {
            violations.append("two states of revision \(next): \(document.comparableText.prefix(2_000))")
        }
        if let focus = document["focus"]?.stringValue, let name = document["screens"]?[focus]?["name"]?.stringValue {
            screens.insert(name)
        }
    }
}

extension JSONValue {
    /// The revision of a state document.
    var revision: UInt64? { self["revision"]?.integerValue.map { UInt64($0) } }

    /// The text of a state document without the token, which only one response has, and the time at which the session expires,
    /// which each use changes.
    var comparableText: String {
        guard case .object(var object) = self else { return "" }
        object["token"] = nil
        object["expiresAt"] = nil
        var writer = JSONWriter()
        writer.value(.object(object))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
