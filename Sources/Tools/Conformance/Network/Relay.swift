import Concurrency
import JSON

/// Forwards the requests of a client to a server, records them, and has the faults that a case asks for.
///
/// Each request has a connection of its own on both sides, with a thread that blocks.
final class Relay: Sendable {
    private struct State {
        var requests: [RecordedRequest] = []
        var faults: [Fault] = []
        /// Changes each state on its way to the client.
        var changeDocument: (@Sendable (inout JSONValue) -> Void)?
        /// Changes the events of streams.
        var changeEvent: (@Sendable (StreamEvent) -> [StreamEvent])?
        /// The credential in the last response that had one, as a field of a request.
        var credential: (name: String, value: String)?
        /// Responses that come before this gate opens wait for it.
        var gate: Gate?
        var streams: [Int: TCPConnection] = [:]
        var connections: [Int: TCPConnection] = [:]
        var connectionCount = 0
    }

    private let server: Int
    private let listener: TCPListener
    private let state = Monitor(State())

    /// The address that the client gets.
    var address: String { "http://127.0.0.1:\(listener.port)" }

    /// Makes a relay to a port of this machine.
    init(to server: Int) throws {
        self.server = server
        listener = try TCPListener()
        _ = try NamedThread(name: "relay") { [self] in
            while let connection = listener.accept() {
                let number = state.withLock { state in
                    state.connectionCount += 1
                    state.connections[state.connectionCount] = connection
                    return state.connectionCount
                }
                _ = try? NamedThread(name: "relay") { [self] in
                    handle(connection)
                    connection.end()
                    state.withLock { $0.connections[number] = nil }
                }
            }
        }
    }

    func stop() {
        listener.stop()
        for connection in state.withLock({ Array($0.connections.values) }) { connection.end() }
    }

    // MARK: Requests and faults

    /// All requests so far.
    var requests: [RecordedRequest] { state.wait(while: { _ in false }) { $0.requests } }

    /// Adds a fault for the next requests to which it applies.
    func add(_ action: Fault.Action, times: Int? = 1, to applies: @escaping @Sendable (RecordedRequest) -> Bool) {
        state.withLock { $0.faults.append(Fault(action: action, times: times, applies: applies)) }
    }

    func removeFaults() { state.withLock { $0.faults = [] } }

    func changeDocuments(_ change: (@Sendable (inout JSONValue) -> Void)?) {
        state.withLock { $0.changeDocument = change }
    }

    func changeEvents(_ change: (@Sendable (StreamEvent) -> [StreamEvent])?) {
        state.withLock { $0.changeEvent = change }
    }

    /// Lets the responses to reads that wait at the server already reach the client when a gate opens.
    func holdOpenResponses(until gate: Gate) { state.withLock { $0.gate = gate } }

    /// Cuts off all streams in the middle.
    func cutStreams() {
        for stream in state.withLock({ Array($0.streams.values) }) { stream.end() }
    }

    /// The number of streams that are open.
    var streamCount: Int { state.wait(while: { _ in false }) { $0.streams.count } }

    /// Waits until a condition of the requests holds, and returns whether it does.
    func wait(within limit: Duration, until condition: ([RecordedRequest]) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + limit
        return state.wait(
            while: { !condition($0.requests) && ContinuousClock.now < deadline },
            recheckAfter: { _ in 50 }
        ) { condition($0.requests) }
    }

    /// Sends a request with the credential of the client past the relay, as another device of the session does.
    func sendDirectly(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> HTTPMessage {
        var fields: [(name: String, value: String)] = [
            (name: "Host", value: "127.0.0.1:\(server)"), (name: "Sec-Fetch-Site", value: "same-origin"),
            (name: "Content-Type", value: "application/json"),
        ]
        if let credential = state.withLock({ $0.credential }) { fields.append(credential) }
        let request = HTTPMessage(line: "\(method) \(path) HTTP/1.1", fields: fields, body: body?.json ?? [])
        guard let response = forward(request) else { throw NetworkError("The server did not respond.") }
        return response
    }

    // MARK: One request

    private func handle(_ client: TCPConnection) {
        var reader = HTTPReader(client)
        guard var request = reader.head(), let body = reader.body(of: request) else { return }
        request.body = body
        let (recorded, action) = record(request)
        let number = recorded.number
        switch action {
        case .loseRequest: set("lost before it reached the server", nil, of: number)
        case .respond(let response):
            set("\(response.status) by the relay", response.status, of: number)
            client.write(response.bytes())
        case .holdRequest(let gate):
            gate.pass()
            exchange(request, number, client)
        case .double:
            guard let response = forwardTwice(request) else { return }
            reply(response, to: number, client)
        case .loseResponse:
            guard let response = forward(request) else { return }
            set("\(response.status), and the response was lost", response.status, of: number)
        case .holdResponse(let gate):
            guard let response = forward(request) else { return }
            set("\(response.status), held back", response.status, of: number)
            gate.pass()
            reply(response, to: number, client)
        case nil: exchange(request, number, client)
        }
    }

    private func record(_ message: HTTPMessage) -> (RecordedRequest, Fault.Action?) {
        state.withLock { state in
            let request = RecordedRequest(number: state.requests.count + 1, message: message, time: .now)
            state.requests.append(request)
            guard let index = state.faults.firstIndex(where: { $0.times != 0 && $0.applies(request) }) else {
                return (request, nil)
            }
            if let times = state.faults[index].times { state.faults[index].times = times - 1 }
            return (request, state.faults[index].action)
        }
    }

    private func set(_ fate: String, _ status: Int?, of number: Int) {
        state.withLock { state in
            state.requests[number - 1].fate = fate
            state.requests[number - 1].status = status
        }
    }

    private func exchange(_ request: HTTPMessage, _ number: Int, _ client: TCPConnection) {
        guard let server = try? TCPConnection(port: server) else { return }
        server.write(request.bytes())
        var reader = HTTPReader(server)
        guard var response = reader.head() else { return }
        if response.isEventStream {
            set("a stream", response.status, of: number)
            return stream(&reader, from: server, response, number, client)
        }
        guard let body = reader.body(of: response) else { return }
        response.body = body
        learnCredential(from: response)
        if request.method == "GET" { state.withLock { $0.gate }?.pass() }
        reply(response, to: number, client)
    }

    private func reply(_ response: HTTPMessage, to number: Int, _ client: TCPConnection) {
        set("\(response.status)", response.status, of: number)
        client.write(changed(response).bytes())
    }

    /// The response with its state, or the state of its problem, as a case wants it.
    private func changed(_ response: HTTPMessage) -> HTTPMessage {
        guard let change = state.withLock({ $0.changeDocument }), var document = response.json else { return response }
        var response = response
        if document["revision"] != nil { change(&document) }
        if var state = document["state"], state["revision"] != nil {
            change(&state)
            document.setMember("state", to: state)
        }
        response.json = document
        return response
    }

    /// Sends a request to the server and returns the whole response.
    private func forward(_ request: HTTPMessage) -> HTTPMessage? {
        guard let server = try? TCPConnection(port: server) else { return nil }
        server.write(request.bytes())
        var reader = HTTPReader(server)
        guard var response = reader.head(), let body = reader.body(of: response) else { return nil }
        response.body = body
        learnCredential(from: response)
        return response
    }

    /// Sends a request twice at once, and returns the response that comes first.
    private func forwardTwice(_ request: HTTPMessage) -> HTTPMessage? {
        let responses = Monitor((first: HTTPMessage?.none, count: 0))
        for _ in 0..<2 {
            _ = try? NamedThread(name: "relay") { [self] in
                let response = forward(request)
                responses.withLock { responses in
                    responses.count += 1
                    responses.first = responses.first ?? response
                }
            }
        }
        return responses.wait(while: { $0.first == nil && $0.count < 2 }) { $0.first }
    }

    private func learnCredential(from response: HTTPMessage) {
        if let cookie = response["Set-Cookie"]?.split(separator: ";").first {
            state.withLock { $0.credential = (name: "Cookie", value: String(cookie)) }
        } else if let token = response.json?["token"]?.stringValue {
            state.withLock { $0.credential = (name: "Authorization", value: "Bearer \(token)") }
        }
    }

    // MARK: Streams

    private func stream(
        _ reader: inout HTTPReader,
        from server: TCPConnection,
        _ head: HTTPMessage,
        _ number: Int,
        _ client: TCPConnection
    ) {
        client.write(head.bytes(isEndless: true))
        state.withLock { $0.streams[number] = client }
        defer { _ = state.withLock { $0.streams.removeValue(forKey: number) } }
        // A client that stops following closes its connection, and only a read tells that.
        _ = try? NamedThread(name: "relay") {
            while client.read() != nil {}
            server.end()
        }
        var text: [UInt8] = []
        let end = Array("\n\n".utf8)
        while let chunk = reader.chunk(), !chunk.isEmpty {
            text += chunk
            while let index = text.firstIndex(of: end) {
                let event = StreamEvent(text: String(decoding: text[..<index], as: UTF8.self))
                text.removeFirst(index + end.count)
                for event in changed(event) where !client.write(chunked("\(event.text)\n\n")) { return }
            }
        }
        client.write(Array("0\r\n\r\n".utf8))
    }

    private func changed(_ event: StreamEvent) -> [StreamEvent] {
        let (changeDocument, changeEvent) = state.withLock { ($0.changeDocument, $0.changeEvent) }
        var event = event
        if let changeDocument, event.name == "state", var document = event.data {
            changeDocument(&document)
            event = StreamEvent(name: "state", id: event.id, data: document)
        }
        return changeEvent?(event) ?? [event]
    }

    private func chunked(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}
