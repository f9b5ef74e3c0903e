import JSON
import RawHTTP
import SessionsTesting
import Testing

@testable import Accounts

/// A client of one session over one connection, which stores the last state that it has received.
final class AppClient {
    let id: String
    /// The token of the session, which changes when the user proves an identity.
    private(set) var token: String
    private(set) var state: JSONValue
    let connection: RawClient

    init(port: Int, starting body: JSONValue = ["app": "items"]) throws {
        connection = try RawClient(port: port, timeout: 60)
        let response = try connection.exchange("POST", "/v1/sessions", body)
        guard response.status == 201, let id = response.json["id"]?.stringValue,
            let token = response.json["token"]?.stringValue
        else { throw RawClient.Failure(text: "no session: \(response.status) \(response.text)") }
        self.id = id
        self.token = token
        state = response.json
    }

    /// Creates a client of the same session over another connection.
    init(_ other: AppClient, port: Int) throws {
        connection = try RawClient(port: port, timeout: 60)
        id = other.id
        token = other.token
        state = other.state
    }

    /// Creates a client of the session in a response with a token.
    init(_ state: JSONValue, port: Int) throws {
        guard let id = state["id"]?.stringValue, let token = state["token"]?.stringValue else {
            throw RawClient.Failure(text: "no session: \(state)")
        }
        connection = try RawClient(port: port, timeout: 60)
        self.id = id
        self.token = token
        self.state = state
    }

    var path: String { "/v1/sessions/\(id)" }
    var revision: Int64 { state["revision"]?.integerValue ?? -1 }
    var focus: String { state["focus"]?.stringValue ?? "none" }
    var focused: JSONValue { state["screens"]?[focus] ?? .null }
    var props: JSONValue { focused["props"] ?? .null }
    /// The texts that the screen in focus shows to be copied.
    var shownCodes: [String] {
        let elements = focused["view"]?.arrayValue ?? []
        return elements.filter { $0["style"] == "code" }.compactMap { $0["text"]?.stringValue }
    }
    var messages: [String] { (focused["messages"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue } }

    /// The stacks, modals and tabs in the notation of the scenarios: `T0*[itemsList] T1[] +modal[itemCreate]`.
    var layout: String {
        let modals = (state["modals"]?.arrayValue ?? []).map { " +modal" + layout(of: $0["state"] ?? .null) }
        return layout(of: state["navigation"] ?? .null) + modals.joined()
    }

    private func layout(of container: JSONValue) -> String {
        let routes = container["routes"]?.arrayValue ?? []
        guard container["type"] == "tabs" else {
            return "[" + routes.compactMap { $0["name"]?.stringValue }.joined(separator: ", ") + "]"
        }
        return routes.enumerated().map { index, route in
            let mark = container["index"]?.integerValue == Int64(index) ? "*" : ""
            return "T\(index)\(mark)" + (route["state"].map { layout(of: $0) } ?? "[]")
        }.joined(separator: " ")
    }

    func key(ofTab name: String) -> String {
        let routes = state["navigation"]?["routes"]?.arrayValue ?? []
        return routes.first { $0["name"] == .string(name) }?["key"]?.stringValue ?? "none"
    }

    func key(ofScreen name: String) -> String {
        state["screens"]?.objectValue?.members.first { $0.value["name"] == .string(name) }?.key ?? "none"
    }

    /// Sends a request of this session without storing the state of the response.
    func send(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: [String: String] = [:]
    ) throws -> RawResponse {
        var fields = fields
        fields["Authorization"] = "Bearer \(token)"
        // Hashing a password takes long in a debug build, and longer under a sanitizer.
        if fields["Prefer"] == nil, method == "POST" { fields["Prefer"] = "wait=30" }
        let response = try connection.exchange(method, self.path + path, body, fields: fields)
        token = response.json["token"]?.stringValue ?? token
        return response
    }

    func sendOutput(
        _ name: String,
        _ body: JSONValue? = nil,
        from screen: String? = nil,
        fields: [String: String] = [:]
    ) throws -> RawResponse {
        try send("POST", "/screens/\(screen ?? focus)/outputs/\(name)", body, fields: fields)
    }

    func report(_ name: String, _ body: JSONValue? = nil) throws { try take(sendOutput(name, body)) }
    func back(to key: String? = nil) throws { try take(send("POST", "/back", key.map { ["to": .string($0)] })) }
    func dismiss() throws { try take(send("POST", "/dismiss")) }
    func select(tab name: String) throws { try take(send("POST", "/tabs/\(key(ofTab: name))")) }
    func open(_ url: String) throws { try take(send("POST", "/links", ["url": .string(url)])) }
    func read() throws { try take(send("GET", "")) }

    func signIn() throws { try report("submit", ["login": "demo", "password": "demo-password"]) }

    /// Goes through sign-up and terms to the list of phones.
    func signUp(_ login: String = "ann") throws {
        try report("signUp")
        try report("terms")
        try report("confirmChanged", true)
        try back()
        try report("submit", ["login": .string(login), "password": "a long password"])
    }

    /// Goes through the phone verification flow, started from any flow, at a server in development mode.
    func verifyPhone(_ phone: String = "+49 170 7654321") throws {
        try report("addPhone")
        try report("submit", ["phone": .string(phone)])
        try report("submit", ["code": .string(connection.latestCode())])
    }

    func take(_ response: RawResponse) throws {
        guard response.status == 200 else { throw RawClient.Failure(text: "\(response.status) \(response.text)") }
        state = response.json
    }
}

extension RawClient {
    /// Sends one request and reads the response.
    func exchange(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: [String: String] = [:]
    ) throws -> RawResponse {
        try send(Self.request(method, path, body, fields: fields))
        guard let response = try readResponse(toHead: method == "HEAD") else { throw Failure(text: "no response") }
        return response
    }

    /// Returns the last verification code that a server in development mode has sent.
    func latestCode() throws -> String {
        guard let code = try latestCodeIfSent() else { throw Failure(text: "no code was sent") }
        return code
    }

    func latestCodeIfSent() throws -> String? {
        let messages = try exchange("GET", "/dev/inbox").json["messages"]?.arrayValue ?? []
        return messages.last?["code"]?.stringValue
    }

    static func request(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: [String: String] = [:]
    ) -> [UInt8] {
        var writer = JSONWriter()
        if let body { writer.value(body) }
        var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
        if body != nil { text += "Content-Type: application/json\r\n" }
        if body != nil || method == "POST" { text += "Content-Length: \(writer.bytes.count)\r\n" }
        return Array((text + "\r\n").utf8) + writer.bytes
    }
}

extension RawResponse {
    var json: JSONValue { (try? JSONValue(parsing: body, limits: JSONLimits(bytes: 1 << 20))) ?? .null }
}

extension RunningServer {
    /// Returns the last verification code that was sent.
    func code() throws -> String { try connect().latestCode() }

    /// Returns the last verification code, or one that is wrong as long as none was sent, as a random user types.
    func codeOrGuess() throws -> String { try connect().latestCodeIfSent() ?? "000000" }

    /// Returns the present code of an authenticator app.
    func code(of key: [UInt8]) throws -> String {
        try #require(TimeBasedCode.code(of: key, at: TimeBasedCode.step(at: clock.now)))
    }
}
