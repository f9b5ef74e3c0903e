import APITesting
import HTTPCore
import JSON
import Testing

@Suite("Conditions on the screen of a request")
struct ScreenConditionTests {
    @Test("A tap on a screen that is as the user saw it is accepted, although the session has changed since")
    func unchanged() async throws {
        var client = try await TestAPI().startInMain()
        let (list, revision) = (client.focus, client.revision)
        try await client.report("newNote")
        try await client.post("/dismiss")
        #expect(client.focus == list && client.revision > revision)

        let output = "/screens/\(list)/outputs/newNote"
        #expect(await client.send(.post, output, fields: [.ifMatch: "\"\(revision)\""]).status == 412)
        let reply = await client.send(.post, output, fields: [.ifScreen: "\(list);revision=\(revision)"])
        #expect(reply.status == 200)
        #expect(reply["revision"]?.integerValue == client.revision + 1)
    }

    @Test(
        "A tap on a screen that has changed since the user saw it is 412 with the state, unless its content does not matter"
    )
    func changed() async throws {
        var client = try await TestAPI().startInMain()
        try await client.report("newNote")
        let (form, revision) = (client.focus, client.revision)
        let output = "/screens/\(form)/outputs/complete"
        // The screen shows why the text was rejected.
        let rejected = await client.send(.post, output, ["title": ""], fields: [.prefer: "messages"])
        #expect(rejected.status == 200)

        let seen = "\(form);revision=\(revision)"
        let reply = await client.send(.post, output, ["title": "Bicycle"], fields: [.ifScreen: seen])
        #expect(reply.status == 412)
        #expect(reply.type == "/problems/revision-mismatch")
        #expect(reply["state"]?["focus"] == .string(form))
        #expect(await client.send(.post, output, ["title": "Bicycle"], fields: [.ifScreen: form]).status == 200)
    }

    @Test("A gesture that was made on another screen than the one in front is 412 and changes nothing")
    func otherScreen() async throws {
        var client = try await TestAPI().startInMain()
        let list = client.focus
        try await client.report("newNote")
        let reply = await client.send(.post, "/dismiss", fields: [.ifScreen: list])
        #expect(reply.status == 412)
        #expect(reply["state"]?["revision"]?.integerValue == client.revision)
        #expect(await client.send(.post, "/dismiss", fields: [.ifScreen: client.focus]).status == 200)
    }

    @Test("A gesture on a screen that a barrier removed is 200 if the client says when it saw it")
    func barrier() async throws {
        var client = try await TestAPI().startInMain()
        try await client.report("newNote")
        let (form, revision) = (client.focus, client.revision)
        try await client.report("complete", ["title": "Bicycle"])
        let reply = await client.send(.post, "/back", fields: [.ifScreen: "\(form);revision=\(revision)"])
        #expect(reply.status == 200)
        #expect(reply["stack"] == client.state["stack"])
        #expect(await client.send(.post, "/back", fields: [.ifScreen: form]).status == 412)
    }

    @Test(
        "Spaces and tabs around the parts of a condition mean nothing",
        arguments: [" %", "% \t", "\t% ; revision=99 ", "%;revision=99\t"]
    )
    func blanks(_ text: String) async throws {
        let client = try await TestAPI().startInMain()
        let condition = text.replacing("%", with: client.focus)
        #expect(await client.send(.post, "/back", fields: [.ifScreen: condition]).status == 200)
    }

    @Test("Both conditions must hold")
    func both() async throws {
        let client = try await TestAPI().startInMain()
        let fields: HTTPFields = [.ifScreen: client.focus, .ifMatch: "\"99\""]
        #expect(await client.send(.post, "/back", fields: fields).status == 412)
    }

    @Test("A repeated request with the same idempotency key is not checked again")
    func repetition() async throws {
        let client = try await TestAPI().startInMain()
        let fields: HTTPFields = [.ifScreen: client.focus, .idempotencyKey: "a-key"]
        let output = "/screens/\(client.focus)/outputs/newNote"
        #expect(await client.send(.post, output, fields: fields).status == 200)
        let second = await client.send(.post, output, fields: fields)
        #expect(second.status == 200)
        #expect(second.fields["Idempotency-Replayed"] == "true")
    }

    @Test("A key that no screen has is 412", arguments: ["k999", "list", "k0", "k99999999999999999999"])
    func unknownKey(_ key: String) async throws {
        let client = try await TestAPI().startInMain()
        #expect(await client.send(.post, "/back", fields: [.ifScreen: key]).status == 412)
    }

    @Test(
        "A condition that names no screen is a malformed request",
        arguments: [
            "", ";revision=1", "\"k4\"", "k4;revision=", "k4;revision=01", "k4;version=1", "k4;revision=1;x", "k4, k5",
        ]
    )
    func malformed(_ text: String) async throws {
        let client = try await TestAPI().startInMain()
        let reply = await client.send(.post, "/back", fields: [.ifScreen: text])
        #expect(reply.status == 400)
        #expect(reply.type == "/problems/malformed-request")
        #expect(reply["detail"]?.stringValue?.contains("k4;revision=17") == true)
    }
}
