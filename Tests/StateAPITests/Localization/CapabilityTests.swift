import APITesting
import Booking
import Coordination
import HTTPCore
import JSON
import Testing

@Suite("Clients that can't draw everything")
struct CapabilityTests {
    private static let list: JSONValue = ["heading", "text", "list"]

    private func shown(to client: JSONValue, after output: String) async throws -> JSONValue? {
        let api = try TestAPI(applications: [BookingApplication.make()])
        var client = try await api.start(["client": client])
        try await client.report(output)
        return client.focused
    }

    @Test("a client that says nothing of its abilities gets every screen")
    func unlimited() async throws {
        #expect(try await shown(to: [:], after: "plan")?["name"] == "seatPlan")
    }

    @Test("a client with a view of the screen's version, or of a later one, gets the screen")
    func known() async throws {
        for version in [3, 4] {
            let client: JSONValue = ["screens": ["seatPlan": .integer(Int64(version))], "elements": Self.list]
            #expect(try await shown(to: client, after: "plan")?["name"] == "seatPlan")
        }
    }

    @Test("a client with an older view gets the fallback, whose outputs lead on")
    func older() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        var client = try await api.start(["client": ["screens": ["seatPlan": 2], "elements": Self.list]])
        try await client.report("plan")
        #expect(client.stack == ["seats", "seatList"])
        try await client.report("choose", 2)
        #expect(client.stack == ["seats"])
    }

    @Test("a client that draws neither the screen nor a fallback gets the request to update")
    func outdated() async throws {
        let client: JSONValue = ["view": false, "screens": ["seats": 2, "seatPlan": 2]]
        #expect(try await shown(to: client, after: "plan")?["name"] == "updateRequired")
    }

    @Test("an element that the client does not know is replaced by its fallback")
    func elements() async throws {
        let known = try await shown(to: ["elements": ["text", "heading", "stars"]], after: "stars")
        #expect(known?["view"]?.arrayValue?.first?["kind"] == "stars")
        let unknown = try await shown(to: ["elements": ["text", "heading"]], after: "stars")
        #expect(unknown?["view"] == [["kind": "text", "text": "4 of 5"]])
    }

    @Test("a client that draws every kind gets no fallbacks but those of kinds that it may not know")
    func withoutFallbacks() async throws {
        let all = try await shown(to: ["fallbacks": false], after: "stars")
        #expect(all?["view"]?.arrayValue?.first?["fallback"] == ["kind": "text", "text": "4 of 5"])
        let listed = try await shown(
            to: ["fallbacks": false, "elements": ["text", "heading", "stars"]],
            after: "stars"
        )
        #expect(listed?["view"]?.arrayValue?.first?["fallback"] == nil)
        var client = ClientInfo()
        let card = Card("x").content
        #expect(client.wantsFallback(of: card))
        client.fallbacks = false
        #expect(!client.wantsFallback(of: card))
    }

    @Test("a session of such a client restores its screens, the request to update among them")
    func restored() throws {
        let application = try BookingApplication.make()
        let client = ClientInfo(view: false, screens: ["seats": 2])
        let context = StepContext(now: Timestamp(milliseconds: 0), session: "s", client: client)
        var state = try application.start(at: context).state
        let seats = try #require(state.focus?.key)
        state = try application.apply(.output("plan", screen: seats, payload: nil), to: state, at: context).state
        #expect(state.focus?.name == "updateRequired")
        let restored = try application.decode(try application.encode(state), at: context)
        #expect(restored.state == state)
        #expect(restored.changes.isEmpty)
    }

    @Test("versions are compared number by number")
    func versions() {
        for (version, other) in [("1.9", "1.10"), ("1", "1.0.1"), ("0.9.9", "1"), ("2.1-beta", "2.2")] {
            #expect(ClientInfo(version: version).isOlder(than: other), "\(version)")
        }
        for (version, other) in [("1.10", "1.9"), ("1.0", "1"), ("3", "2.9.9")] {
            #expect(!ClientInfo(version: version).isOlder(than: other), "\(version)")
        }
        #expect(!ClientInfo().isOlder(than: "1"))
    }

    @Test("a description of abilities with another shape is rejected with its place")
    func invalid() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        for (client, pointer): (JSONValue, String) in [
            (["screens": ["seats"]], "/client/screens"), (["screens": ["seats": 0]], "/client/screens/seats"),
            (["elements": "list"], "/client/elements"), (["fallbacks": 1], "/client/fallbacks"),
            (["elements": [1]], "/client/elements/0"),
        ] {
            let reply = await api.send(.post, "/v1/sessions", ["client": client])
            #expect(reply.status == 422)
            #expect(reply["errors"]?.arrayValue?.first?["pointer"]?.stringValue == pointer)
        }
    }
}
