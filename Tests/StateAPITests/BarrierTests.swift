import APITesting
import HTTPCore
import JSON
import Testing

@Suite("Barriers over HTTP")
struct BarrierAPITests {
    /// A user of the notebook who has just written a note.
    ///
    /// The form was drawn with the revision that is returned.
    private func created() async throws -> (client: TestClient, form: String, revision: Int64) {
        var client = try await TestAPI().startInMain()
        try await client.report("newNote")
        let (form, revision) = (client.focus, client.revision)
        try await client.report("complete", ["title": "Bicycle"])
        #expect(client.stack == ["noteList", "note"])
        return (client, form, revision)
    }

    @Test(
        "A gesture on a revision before a barrier is 200 with the newest legal screen",
        arguments: ["/back", "/dismiss"]
    )
    func lateGesture(_ path: String) async throws {
        let (client, _, revision) = try await created()
        let reply = await client.send(.post, path, fields: [.ifMatch: "\"\(revision)\""])
        #expect(reply.status == 200)
        #expect(reply["focus"] == client.state["focus"])
        #expect(reply["stack"] == client.state["stack"])
    }

    @Test("A gesture on a revision after the last barrier is still 412 when the state has moved on")
    func mismatch() async throws {
        var (client, _, _) = try await created()
        let revision = client.revision
        try await client.post("/back")
        #expect(await client.send(.post, "/back", fields: [.ifMatch: "\"\(revision)\""]).status == 412)
        #expect(await client.send(.post, "/back", fields: [.ifMatch: "\"none\""]).status == 412)
    }

    @Test("A late report and a late tab are still 412, because they would act")
    func lateReport() async throws {
        let (client, _, revision) = try await created()
        let reply = await client.send(
            .post,
            "/links",
            ["url": "usher://notebook/settings"],
            fields: [.ifMatch: "\"\(revision)\""]
        )
        #expect(reply.status == 412)
    }

    @Test("Going back to a screen that a barrier removed is 200 and changes nothing")
    func removedScreen() async throws {
        let (client, form, _) = try await created()
        let reply = await client.send(.post, "/back", ["to": .string(form)])
        #expect(reply.status == 200)
        #expect(reply["focus"] == client.state["focus"])
        #expect(reply["stack"] == client.state["stack"])
    }

    @Test("Gestures that discard what the user has entered come with a question")
    func question() async throws {
        var client = try await TestAPI().startInMain()
        #expect(client.state["gestures"] == [:])
        try await client.report("newNote")
        let note: JSONValue = [
            "title": "Discard this note?", "text": "It isn't saved yet.", "gestures": ["dismiss"],
        ]
        #expect(client.state["gestures"]?["confirm"] == note)
        try await client.report("chooseFolder")
        #expect(client.state["gestures"]?["confirm"] == note)
        try await client.post("/back")
        try await client.report("writeText")
        #expect(client.state["gestures"]?["confirm"]?["gestures"] == ["back", "dismiss"])
        try await client.post("/back")
        #expect(client.stack == ["newNote"])
        try await client.post("/dismiss")
        #expect(client.state["gestures"] == [:])
    }
}
