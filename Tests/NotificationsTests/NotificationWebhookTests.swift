import Coordination
import HTTPClient
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import Testing
import Webhooks

@Suite("The webhook for notifications")
struct NotificationWebhookTests {
    private func send(to statuses: Int...) throws -> (
        outcomes: [Result<NotificationOutcome, any Error>], requests: [String]
    ) {
        let server = try ScriptedServer(
            statuses.map { .respond("HTTP/1.1 \($0) Status\r\nContent-Length: 0\r\n\r\n") }
        )
        defer { server.stop() }
        let webhook = Webhook(
            url: "http://127.0.0.1:\(server.port)/notify",
            secrets: try WebhookSecrets("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            clock: ManualClock()
        )
        let notification = OutgoingNotification(
            id: "s1/k9",
            session: SessionID("s1"),
            application: "tickets",
            account: "ada",
            title: "Your ticket is ready",
            link: "/ticket"
        )
        let sender = NotificationWebhook(webhook)
        let outcomes = statuses.map { _ in Result { try sender.send(notification, to: "t1") } }
        return (outcomes, server.requests)
    }

    @Test("another system gets the notification with the token of the device, signed")
    func posts() throws {
        let (outcomes, requests) = try send(to: 204)
        #expect(try outcomes[0].get() == .accepted)
        let request = try #require(requests.first)
        let content = try JSONValue(parsing: Array(request.split(separator: "\r\n\r\n")[1].utf8), limits: .stored)
        #expect(content["type"] == "session.notification")
        #expect(
            content["data"] == [
                "session": "s1", "app": "tickets", "account": "ada", "title": "Your ticket is ready", "link": "/ticket",
                "token": "t1",
            ]
        )
        #expect(request.contains("webhook-signature: v1,"))
    }

    @Test("410 ends the subscription of the device, and after another failure the next attempt has the same ID")
    func failures() throws {
        let (outcomes, requests) = try send(to: 503, 404, 410)
        #expect(throws: EffectNotPerformed.self) { try outcomes[0].get() }
        #expect(throws: EffectNotPerformed.self) { try outcomes[1].get() }
        #expect(try outcomes[2].get() == .ended)
        let ids = requests.compactMap { $0.firstMatch(of: /webhook-id: (.*)\r\n/)?.1 }
        #expect(ids.count == 3 && Set(ids).count == 1)
    }
}
