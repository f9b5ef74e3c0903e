import APITesting
import Coordination
import HTTPCore
import JSON
import Notifications
import SessionsTesting
import StateAPI
import Testing

@testable import Sessions

@Suite("Notifications of users")
struct NotificationTests {
    private let sender: RecordingSender
    private let api: TestAPI

    init() throws {
        let sender = RecordingSender()
        self.sender = sender
        var settings = StateAPI.Settings()
        settings.options = [.notifications]
        var limits = SessionLimits()
        limits.idleTimeout = .seconds(30 * 86_400)
        limits.absoluteTimeout = .seconds(60 * 86_400)
        api = try TestAPI(limits: limits, settings: settings, applications: [try TicketCoordinator.application()]) {
            effects in
            effects.notificationSenders["phone"] = sender
            effects.notifyUsers()
        }
    }

    /// Starts a session on a device that wants notifications, and orders a ticket.
    private func order(token: JSONValue = "t1") async throws -> TestClient {
        var client = try await api.start()
        let reply = await subscribe(client, to: token)
        #expect(reply.status == 204, "\(reply)")
        try await client.report("order")
        return client
    }

    private func subscribe(_ client: TestClient, to token: JSONValue, platform: String = "phone") async -> TestResponse
    {
        await client.send(.put, "/notifications", ["platform": .string(platform), "token": token])
    }

    private func issueTicket() { api.clock.advance(by: .seconds(60)) }

    /// Reads the states of a session as they follow, until it ends.
    private func follow(_ client: TestClient) async {
        var fields: HTTPFields = [:]
        while true {
            let reply = await client.send(.get, "", fields: fields)
            guard reply.status == 200 || reply.status == 304 else { return }
            if let tag = reply.tag { fields = [.ifNoneMatch: tag, .prefer: "wait=30"] }
        }
    }

    /// Lets time pass until a condition holds.
    private func pass(until condition: @escaping () -> Bool) async -> Bool {
        await eventually {
            api.clock.advance(by: .seconds(1))
            return condition()
        }
    }

    @Test("a change that nobody follows is sent once to the device that has subscribed")
    func once() async throws {
        let client = try await order()
        issueTicket()
        #expect(await pass { sender.sent.count == 1 })
        let sent = sender.sent[0]
        #expect(sent.title == "Your ticket is ready" && sent.text == "Seat 41" && sent.link == "/ticket")
        #expect(sent.subject == "ticket" && sent.application == "tickets" && sent.session.description == client.id)
        #expect(sender.tokens == ["t1"])
        #expect(await pass { !api.hasPendingEffects(client) })
        for _ in 0..<100 { api.clock.advance(by: .seconds(10)) }
        #expect(sender.sent.count == 1)
    }

    @Test("while a client follows the session, nothing is sent")
    func followed() async throws {
        let client = try await order()
        let following = Task { await follow(client) }
        #expect(await eventually { api.waiterCount(client) == 1 })
        issueTicket()
        #expect(
            await eventually {
                // Time passes only while the client is there.
                if api.waiterCount(client) == 1 { api.clock.advance(by: .milliseconds(500)) }
                return !api.hasPendingEffects(client)
            }
        )
        #expect(sender.sent.isEmpty)
        _ = await client.send(.delete, "")
        await following.value
    }

    @Test("a server without the handler does not start, and says which function is missing")
    func missingHandler() throws {
        let errors = EffectHandlers().errors(for: try TicketCoordinator.application())
        #expect(
            errors == [
                "No handler performs the effect 'userNotification': add handlers.notifyUsers() of the product Notifications."
            ]
        )
    }

    @Test("a session without a subscription has nobody to notify")
    func nobody() async throws {
        var client = try await api.start()
        try await client.report("order")
        issueTicket()
        #expect(await pass { !api.hasPendingEffects(client) })
        #expect(sender.sent.isEmpty)
    }

    @Test("a service that fails gets the same notification again, with the same ID")
    func repeats() async throws {
        sender.fail(times: 2)
        let client = try await order()
        issueTicket()
        #expect(await pass { sender.sent.count == 3 })
        #expect(Set(sender.sent.map(\.id)).count == 1)
        #expect(await pass { !api.hasPendingEffects(client) })
    }

    @Test("a service that fails for hours is not asked for ever, and the session goes on")
    func givesUp() async throws {
        sender.fail(times: .max)
        let client = try await order()
        issueTicket()
        #expect(
            await eventually {
                api.clock.advance(by: .seconds(10))
                return !api.hasPendingEffects(client)
            }
        )
        #expect(sender.sent.count == UserNotification.retry.attempts)
        #expect(await client.send(.get, "").status == 200)
    }

    @Test("a subscription that its service has ended is removed")
    func ended() async throws {
        sender.endSubscriptions()
        let client = try await order()
        #expect(await client.send(.get, "/notifications")["platform"] == "phone")
        issueTicket()
        #expect(await pass { sender.sent.count == 1 })
        #expect(await pass { !api.hasPendingEffects(client) })
        let reply = await client.send(.get, "/notifications")
        #expect(reply.json == ["services": [["platform": "phone"]]])
    }

    @Test("a device ends its own subscription, and a repetition changes nothing")
    func unsubscribes() async throws {
        let client = try await order()
        #expect(await client.send(.delete, "/notifications").status == 204)
        #expect(await client.send(.delete, "/notifications").status == 204)
        issueTicket()
        #expect(await pass { !api.hasPendingEffects(client) })
        #expect(sender.sent.isEmpty)
    }

    @Test("each device of a session is notified, and one whose access has ended is not")
    func devices() async throws {
        let first = try await order(token: "t1")
        let code = try #require(await first.send(.post, "/handoffs")["code"]?.stringValue)
        let joined = await api.send(.post, "/v1/handoffs/\(code)")
        let second = TestClient(
            api: api,
            id: first.id,
            token: try #require(joined["token"]?.stringValue),
            state: joined.json
        )
        #expect(await subscribe(second, to: "t2").status == 204)
        let list = await second.send(.get, "/credentials")["credentials"]?.arrayValue ?? []
        let other = try #require(list.first { $0["current"] == false }?["id"]?.stringValue)
        #expect(await second.send(.delete, "/credentials/\(other)").status == 204)
        issueTicket()
        #expect(await pass { !sender.tokens.isEmpty })
        #expect(await pass { !api.hasPendingEffects(second) })
        #expect(sender.tokens == ["t2"])
    }

    @Test("an installation that subscribes as another device of the session is notified once")
    func moved() async throws {
        let first = try await order(token: "t1")
        let code = try #require(await first.send(.post, "/handoffs")["code"]?.stringValue)
        let joined = await api.send(.post, "/v1/handoffs/\(code)")
        let token = try #require(joined["token"]?.stringValue)
        let second = TestClient(api: api, id: first.id, token: token, state: joined.json)
        #expect(await subscribe(second, to: "t1").status == 204)
        issueTicket()
        #expect(await pass { !sender.tokens.isEmpty })
        #expect(await pass { !api.hasPendingEffects(second) })
        #expect(sender.tokens == ["t1"])
    }

    @Test("a subscription outlives the server")
    func stored() throws {
        let device = Devices.Device(
            credential: Credential("secret", of: .user).digest,
            platform: "ios",
            createdAt: Timestamp(milliseconds: 1),
            usedAt: Timestamp(milliseconds: 2),
            subscription: NotificationSubscription(platform: "phone", token: ["a": [1, "x", nil]])
        )
        let devices = Devices([device])
        let bytes = try #require(devices.bytes)
        #expect(Devices(bytes: bytes) == devices)
    }

    @Test("a subscription that can't be used is rejected with the place of the mistake")
    func mistakes() async throws {
        let client = try await api.start()
        let platform = await subscribe(client, to: "t1", platform: "fax")
        #expect(platform.status == 422 && platform["errors"]?[0]?["pointer"] == "/platform", "\(platform)")
        let number = await subscribe(client, to: 7)
        #expect(number.status == 422 && number["errors"]?[0]?["pointer"] == "/token", "\(number)")
        let long = await subscribe(client, to: .string(String(repeating: "x", count: 5_000)))
        #expect(long.status == 422 && long["errors"]?[0]?["code"] == "maxLength", "\(long)")
        let missing = await client.send(.put, "/notifications")
        #expect(missing.status == 422, "\(missing)")
        #expect(await client.send(.get, "/notifications")["platform"] == nil)
    }

    @Test("another session can't read or change a subscription")
    func strangers() async throws {
        let client = try await order()
        let stranger = try await api.start()
        let path = "/v1/sessions/\(client.id)/notifications"
        let fields: HTTPFields = [.authorization: "Bearer \(stranger.token)"]
        #expect(await api.send(.get, path, fields: fields).status == 401)
        #expect(await api.send(.delete, path, fields: fields).status == 401)
        #expect(await client.send(.get, "/notifications")["platform"] == "phone")
    }
}

extension TestAPI {
    private func session(of client: TestClient) -> Session? { registry.live[SessionID(client.id)] }

    fileprivate func hasPendingEffects(_ client: TestClient) -> Bool {
        session(of: client)?.record.state.pending.isEmpty == false
    }

    fileprivate func waiterCount(_ client: TestClient) -> Int { session(of: client)?.waiterCount ?? 0 }
}
