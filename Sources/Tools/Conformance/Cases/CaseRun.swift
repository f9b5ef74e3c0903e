import FoundationEssentials
import JSON

/// One run of a client for a case: a server, a relay before it, and the client as a child process.
///
/// A case drives the client by lines of JSON and looks at the lines that come back, as `Documentation/conformance.md` describes.
final class CaseRun {
    let server: ConformanceServer
    let relay: Relay
    /// The time within which a client does what it should.
    let limit: Duration
    let parts: Set<ClientPart>

    /// The folder in which the client stores what it keeps.
    let storage: String
    private let command: [String]
    private let environment: [String: String]
    private var process: ChildProcess?
    private var lineCount = 0
    private var tapCount = 0

    /// The lines of the client since its last start.
    private(set) var messages: [JSONValue] = []
    /// The state that the client shows.
    private(set) var shown: JSONValue?
    /// The texts that the client has drawn of it.
    private(set) var texts: [String] = []
    /// All revisions that the client has shown, in their order.
    private(set) var revisions: [(id: String, revision: Int64)] = []
    /// `expired` or `gone`, if the client says that its session is over.
    private(set) var over: String?
    private var outcomes: [Int: String] = [:]

    init(
        server: ConformanceServer,
        relay: Relay,
        command: [String],
        environment: [String: String],
        storage: String,
        parts: Set<ClientPart>,
        limit: Duration
    ) {
        self.server = server
        self.relay = relay
        self.command = command
        self.environment = environment
        self.storage = storage
        self.parts = parts
        self.limit = limit
    }

    // MARK: The client

    /// Starts the client, and returns its first line.
    @discardableResult
    func start() throws -> JSONValue {
        (lineCount, messages, shown, texts, over, outcomes) = (0, [], nil, [], nil, [:])
        process = try ChildProcess(command, environment: environment)
        // No rule says how long a start may take, and on a busy machine it takes long.
        try wait("a first line with the parts that it has", within: max(limit, .seconds(60))) { !messages.isEmpty }
        return messages[0]
    }

    /// Starts the client and opens a session.
    func open() throws {
        try start()
        drive(["do": "open"])
        try wait("a state with the screen home after `open`") { screen("home") != nil }
    }

    func kill() {
        process?.kill()
        process = nil
    }

    /// Lets the client end by itself.
    func close() {
        drive(["do": "close"])
        process?.end(within: .seconds(3))
        process = nil
    }

    /// The names of the files in the storage that contain a text.
    func files(containing text: String) throws -> [String] {
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: storage).filter { name in
            let content = manager.contents(atPath: "\(storage)/\(name)").map { Array($0) } ?? []
            return content.firstIndex(of: Array(text.utf8)) != nil
        }
    }

    /// Waits until the storage contains a text, or for some seconds if a client stores it in another form.
    func waitUntilStored(_ text: String) {
        try? wait("", within: .seconds(5)) { try !files(containing: text).isEmpty }
        // It may be in a file that gets its name after it is complete.
        watch(for: .seconds(1))
    }

    /// The last lines of the client's standard error.
    var errors: [String] { process?.errors ?? [] }

    /// Tells the client what its user does.
    func drive(_ line: JSONValue) { process?.write(String(decoding: line.json, as: UTF8.self)) }

    /// Tells the client of a tap, and returns its number.
    func tap(_ line: JSONValue) -> Int {
        tapCount += 1
        var line = line
        line.setMember("tap", to: .integer(Int64(tapCount)))
        drive(line)
        return tapCount
    }

    /// Lets the user report an output of the screen with a name.
    func report(_ output: String, _ payload: JSONValue? = nil, on name: String = "home", isSecret: Bool = false) throws
        -> Int
    {
        guard let key = screen(name)?.key else {
            throw CaseFailure(expected: "a state with the screen \(name)", did: summary)
        }
        var line: JSONValue = ["do": "report", "screen": .string(key), "output": .string(output)]
        if let payload { line.setMember("payload", to: payload) }
        if isSecret { line.setMember("secret", to: true) }
        return tap(line)
    }

    /// Reports an output, and waits until the tap is accepted and the state after it is shown.
    func perform(_ output: String, _ payload: JSONValue? = nil, on name: String = "home", isSecret: Bool = false) throws
    {
        try expect("accepted", of: try report(output, payload, on: name, isSecret: isSecret))
    }

    // MARK: The display of the client

    /// Waits until a condition holds, while the lines of the client are read.
    func wait(_ expected: String, within other: Duration? = nil, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + (other ?? limit)
        while true {
            read(until: .now + .milliseconds(20))
            if try condition() { return }
            guard let process else { throw CaseFailure(expected: expected, did: "The client is not running.") }
            if process.hasEnded {
                read(until: .now)
                if try condition() { return }
                let errors = process.errors.isEmpty ? "" : " It wrote: \(process.errors.joined(separator: " | "))"
                throw CaseFailure(expected: expected, did: "The client ended. \(summary)\(errors)")
            }
            guard ContinuousClock.now < deadline else { throw CaseFailure(expected: expected, did: summary) }
        }
    }

    /// Reads the lines of the client for a time.
    func watch(for duration: Duration) {
        let deadline = ContinuousClock.now + duration
        while ContinuousClock.now < deadline { read(until: deadline) }
    }

    /// Waits until a tap has its outcome, and returns it.
    func outcome(of tap: Int) throws -> String {
        try wait("an outcome of tap \(tap)") { outcomes[tap] != nil }
        return outcomes[tap] ?? ""
    }

    func expect(_ outcome: String, of tap: Int) throws {
        let found = try self.outcome(of: tap)
        guard found == outcome else {
            throw CaseFailure(expected: "tap \(tap) is \(outcome)", did: "Its outcome was “\(found)”. \(summary)")
        }
    }

    /// Fails unless a condition holds.
    func expect(_ expected: String, _ condition: Bool, did: @autoclosure () -> String? = nil) throws {
        guard condition else { throw CaseFailure(expected: expected, did: did() ?? summary) }
    }

    private func read(until deadline: ContinuousClock.Instant) {
        guard let process else { return }
        let lines = process.lines(from: lineCount, until: deadline)
        lineCount += lines.count
        for line in lines { take(line) }
    }

    private func take(_ line: String) {
        guard let message = try? JSONValue(parsing: Array(line.utf8), limits: .stored), message.objectValue != nil
        else {
            return
        }
        messages.append(message)
        if let state = message["shows"], state.objectValue != nil {
            shown = state
            texts = message["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
            if let id = state["id"]?.stringValue, let revision = state["revision"]?.integerValue {
                revisions.append((id: id, revision: revision))
            }
        }
        if let reason = message["over"]?.stringValue { over = reason }
        if let tap = message["tap"]?.integerValue, let outcome = message["outcome"]?.stringValue {
            outcomes[Int(tap)] = outcome
        }
    }

    /// A sentence about what the client shows.
    var summary: String {
        var parts: [String] = []
        if let shown {
            let front = front.map { "“\($0)”" } ?? "no screen"
            parts.append("It shows revision \(shown["revision"]?.integerValue ?? 0) with \(front) in front.")
            if let home = screen("home")?.props {
                parts.append("On “home” it shows \(String(decoding: home.json, as: UTF8.self)).")
            }
        } else {
            parts.append("It shows no state.")
        }
        if let over { parts.append("It says that the session is \(over).") }
        let list = outcomes.sorted { $0.key < $1.key }.map { "tap \($0.key) \($0.value)" }.joined(separator: ", ")
        if !list.isEmpty { parts.append("Outcomes: \(list).") }
        return parts.joined(separator: " ")
    }

    /// The screen with a name in the state that the client shows.
    func screen(_ name: String) -> (key: String, props: JSONValue)? { shown.flatMap { Self.screen(name, in: $0) } }

    /// The name of the screen in front, as the client shows it.
    var front: String? { shown.flatMap(Self.front) }

    /// A value on the first screen, as the client shows it.
    func home(_ name: String) -> JSONValue? { screen("home")?.props[name] }

    // MARK: The server

    private var path: String { "/v1/sessions/\(shown?["id"]?.stringValue ?? "")" }

    /// The state at the server.
    func serverState() throws -> JSONValue {
        guard let state = try relay.sendDirectly("GET", path).json, state["revision"] != nil else {
            throw NetworkError("The server has no state of the session.")
        }
        return state
    }

    /// A value on the first screen, as the server has it.
    func serverHome(_ name: String) throws -> JSONValue? { Self.screen("home", in: try serverState())?.props[name] }

    /// Lets another device of the session report an output of the screen in front.
    func actElsewhere(_ output: String, _ payload: JSONValue? = nil) throws {
        let focus = try serverState()["focus"]?.stringValue ?? ""
        try actElsewhere(at: "screens/\(focus)/outputs/\(output)", payload)
    }

    /// Lets another device of the session post something.
    func actElsewhere(at rest: String, _ payload: JSONValue?) throws {
        let response = try relay.sendDirectly("POST", "\(path)/\(rest)", payload)
        guard response.status == 200 else {
            throw NetworkError("The server responded with \(response.status) to \(rest) of another device.")
        }
    }

    private static func screen(_ name: String, in state: JSONValue) -> (key: String, props: JSONValue)? {
        guard let screens = state["screens"]?.objectValue else { return nil }
        for member in screens.members where member.value["name"]?.stringValue == name {
            return (key: member.key, props: member.value["props"] ?? [:])
        }
        return nil
    }

    static func front(_ state: JSONValue) -> String? {
        state["focus"]?.stringValue.flatMap { state["screens"]?[$0]?["name"]?.stringValue }
    }

    /// The tries of a report.
    func tries(of output: String) -> [RecordedRequest] { relay.requests.filter { $0.reports(output) } }

    /// Fails unless all tries of a report have one idempotency key and the same content.
    func expectOneKey(of output: String, tries count: Int) throws {
        let tries = tries(of: output)
        let keys = Set(tries.map { $0.key ?? "none" })
        try expect(
            "at least \(count) tries of “\(output)” with one Idempotency-Key and the same content",
            tries.count >= count && keys.count == 1 && !keys.contains("none")
                && Set(tries.map(\.message.body)).count == 1,
            did:
                "It sent \(tries.count) with \(keys.count == 1 ? "the key" : "the keys") \(keys.sorted().joined(separator: ", "))."
        )
    }
}
