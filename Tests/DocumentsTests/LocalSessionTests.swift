import Coordination
import Counter
import JSON
import Testing

@testable import Documents

@Suite("A session without a server")
struct LocalSessionTests {
    private let session: LocalSession
    private let start = Timestamp(milliseconds: 1_795_253_460_000)

    init() throws {
        session = try LocalSession(CounterApplication.make(), id: "here", at: start)
    }

    private func drawn() throws -> JSONValue { try JSONValue(parsing: session.document) }

    @discardableResult
    private func report(_ output: String) throws -> Step {
        let focus = try #require(session.state.focus)
        return try session.send(.output(output, screen: focus.key, payload: nil), at: start)
    }

    @Test("its document is that of a server, with its id in the paths")
    func document() throws {
        let document = try drawn()
        #expect(document["id"] == "here" && document["app"] == "counter" && document["revision"] == 1)
        let focus = try #require(document["focus"]?.stringValue)
        let outputs = try #require(document["screens"]?[focus]?["outputs"]?.arrayValue)
        #expect(outputs.first?["href"]?.stringValue?.hasPrefix("/v1/sessions/here/screens/\(focus)/outputs/") == true)
    }

    @Test("the document of a revision with the patch from there on is the present document")
    func patches() throws {
        let before = try drawn()
        try report("raise")
        try report("raise")
        let patch = try JSONValue(parsing: try #require(session.patch(from: 1)))
        #expect(try JSONPatch(try #require(patch.arrayValue)).applied(to: before) == drawn())
        #expect(session.patch(from: 3) == Array("[]".utf8))
        // A revision before the first document, and one that is still to come.
        #expect(session.patch(from: 0) == nil && session.patch(from: 4) == nil)
    }

    @Test("a session draws no documents while nobody reads them")
    func undrawn() throws {
        try report("raise")
        #expect(session.revision == 2)
        #expect(session.patch(from: 1) == nil)
    }

    @Test("a rejected event and one that changes nothing leave the revision as it is")
    func rejection() throws {
        #expect(throws: NavigationError.rejected(Rejection("no", "No."))) { try report("refuse") }
        try report("keep")
        #expect(session.revision == 1)
    }

    @Test("the program performs the effects of a step and sends their outcomes")
    func effects() throws {
        let step = try report("ask")
        let effect = try #require(step.effects.first)
        #expect((effect.effect as? Question)?.count == 0)
        #expect(try drawn()["status"] == "busy")
        try session.send(.effect(effect.key, .value(7)), at: start)
        #expect(session.state.count == 7)
        #expect(try drawn()["status"] == "active")
    }

    @Test("timers fire, and effects with a delay begin, when they are due")
    func timers() throws {
        try report("startTimer")
        try report("askLater")
        #expect(session.due == start + .seconds(60))
        #expect(try session.fireTimers(at: start + .seconds(59)).isEmpty)
        let steps = try session.fireTimers(at: start + .seconds(60))
        #expect(session.state.count == 100)
        #expect(steps.flatMap(\.effects).map(\.name) == ["quietQuestion"])
        #expect(session.due == nil)
    }

    @Test("a session goes on from a snapshot")
    func snapshot() throws {
        try report("raise")
        try report("startTimer")
        let restored = try LocalSession(session.application, restoring: session.snapshot(), id: "there", at: start)
        #expect(restored.state == session.state && restored.revision == 1)
        try restored.fireTimers(at: start + .seconds(60))
        #expect(restored.state.count == 101)
    }

    @Test("a damaged snapshot is rejected")
    func damagedSnapshot() throws {
        let application = session.application
        #expect(throws: SnapshotError.self) { try LocalSession(application, restoring: [1, 2], at: start) }
    }
}
