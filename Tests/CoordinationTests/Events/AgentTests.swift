import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("Agents")
struct AgentTests {
    private static let application = Result {
        try Application("desk", title: "Desk", root: DeskCoordinator.self, state: .init(), factory: ())
    }

    private func session() throws -> TestSession { try TestSession(Self.application.get(), link: nil) }

    private func outputs(_ session: TestSession) throws -> [String] {
        try Self.application.get().agentOutputs(in: session.state).map(\.output.name)
    }

    @Test("an agent reports an output that its flow allows, and the flow handles it as the user's")
    func allowed() throws {
        let session = try session()
        #expect(try outputs(session) == ["write", "send", "keep"])
        try session.report("draft.write", "Hello", byAgent: "Assistant")
        #expect(session.flowState(DeskCoordinator.self)?.text == "Hello")
    }

    @Test("an output that no flow allows is unknown to agents, and changes nothing")
    func forbidden() throws {
        let session = try session()
        let before = session.state
        let error = NavigationError.unknownOutput("discard", screen: "draft", declared: ["write", "send", "keep"])
        #expect(throws: error) { try session.report("draft.discard", byAgent: "Assistant") }
        #expect(session.state == before)
        // The control: the user may.
        try session.report(Draft.discard)
        #expect(session.state != before)
    }

    @Test("an output with a question waits for the user, who sees who wants to report what")
    func question() throws {
        let session = try session()
        try session.report("draft.send", ["to": "Ann", "copies": 2], byAgent: "Assistant")
        #expect(session.stack.last == "agentRequest")
        #expect(session.flowState(DeskCoordinator.self)?.sent == [])
        let text = String(decoding: session.document, as: UTF8.self)
        #expect(text.contains("Send this text?"))
        #expect(text.contains("Assistant asks for this."))
        #expect(text.contains("to: Ann"))
        #expect(text.contains("copies: 2"))
        #expect(try outputs(session) == [])
        try session.report(AgentRequest.allow)
        #expect(session.stack == ["draft"])
        #expect(session.flowState(DeskCoordinator.self)?.sent == ["Ann 2"])
    }

    @Test("a request that the user refuses or dismisses changes nothing but the screen")
    func refusal() throws {
        let session = try session()
        try session.report("draft.send", ["to": "Ann", "copies": 2], byAgent: "Assistant")
        try session.report(AgentRequest.refuse)
        #expect(session.stack == ["draft"])
        try session.report("draft.send", ["to": "Ann", "copies": 2], byAgent: "Assistant")
        try session.dismiss()
        #expect(session.stack == ["draft"])
        #expect(session.flowState(DeskCoordinator.self)?.sent == [])
    }

    @Test("no agent can answer the question")
    func ownRequest() throws {
        let session = try session()
        try session.report("draft.send", ["to": "Ann", "copies": 2], byAgent: "Assistant")
        #expect(throws: NavigationError.self) { try session.report("agentRequest.allow", byAgent: "Assistant") }
        #expect(session.stack.last == "agentRequest")
    }

    @Test("a payload is checked before the user is asked")
    func payload() throws {
        let session = try session()
        #expect(throws: NavigationError.self) {
            try session.report("draft.send", ["to": 1], byAgent: "Assistant")
        }
        #expect(session.stack == ["draft"])
    }

    @Test("a payload that is too long to read is rejected, because the user would allow what is not read")
    func longPayload() throws {
        let session = try session()
        let letter: JSONValue = ["to": .string(String(repeating: "a", count: 2_000)), "copies": 1]
        #expect(throws: NavigationError.self) { try session.report("draft.send", letter, byAgent: "Assistant") }
        #expect(session.stack == ["draft"])
    }

    @Test("an application's rejection of an allowed request is shown to the user")
    func rejection() throws {
        let session = try session()
        try session.report("draft.send", ["to": "nobody", "copies": 1], byAgent: "Assistant")
        try session.report(AgentRequest.allow)
        #expect(session.stack == ["draft"])
        #expect(session.messages == ["desk.nobody"])
        #expect(session.flowState(DeskCoordinator.self)?.sent == [])
    }

    @Test("a secret can't wait for the user, because requests are stored")
    func secret() throws {
        let session = try session()
        #expect(throws: NavigationError.self) {
            try session.report("draft.keep", ["password": "12345678"], byAgent: "Assistant")
        }
        #expect(session.stack == ["draft"])
    }

    @Test("a request is stored with its session, and restored")
    func restored() throws {
        let session = try session()
        try session.report("draft.send", ["to": "Ann", "copies": 2], byAgent: "Assistant")
        try session.restart()
        try session.report(AgentRequest.allow)
        #expect(session.flowState(DeskCoordinator.self)?.sent == ["Ann 2"])
    }
}

private struct Draft: Screen {
    static let name = "draft"
    static let write = Output<Draft, String>("write")
    static let send = Output<Draft, Letter>("send")
    static let keep = Output<Draft, Lock>("keep")
    static let discard = Output<Draft, Nothing>("discard")

    var text: String

    struct Letter: Payload {
        var to: String
        var copies: Int

        static let schema: JSONSchema = .object(["to": .string, "copies": JSONSchema(.integer(minimum: 1, maximum: 9))])
    }

    struct Lock: Payload {
        var password: Secret

        static let schema: JSONSchema = .object(["password": .string(minLength: 8, maxLength: 200, secret: true)])
    }
}

private final class DeskCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var text = ""
        var sent: [String] = []
    }

    func start() { push(Draft(text: state.text)) }

    static let wiring: Wiring<DeskCoordinator> = [
        .on(Draft.write) { $0.write($1) }.forAgents("Writes the text."),
        .on(Draft.send) { try $0.send($1) }.forAgents("Sends the text.", asking: "Send this text?"),
        .on(Draft.keep) { _, _ in }.forAgents("Locks the text.", asking: "Lock this text?"),
        .on(Draft.discard) { $0.write("") },
    ]

    private func write(_ text: String) {
        state.text = text
        update { (draft: inout Draft) in draft.text = text }
        push(Draft(text: text))
        pop()
    }

    private func send(_ letter: Draft.Letter) throws {
        guard letter.to != "nobody" else { throw Rejection("desk.nobody", "Nobody lives there.") }
        state.sent.append("\(letter.to) \(letter.copies)")
    }
}
