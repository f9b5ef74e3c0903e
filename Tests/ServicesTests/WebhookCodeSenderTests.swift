import Applications
import Concurrency
import Coordination
import Foundation
import HTTPClient
import JSON
import Logging
import RawHTTP
import Sessions
import SessionsTesting
import Testing
import Webhooks

@testable import AccountFlows
@testable import Accounts

@Suite("The webhook for codes")
struct WebhookCodeSenderTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let accepted = ScriptedServer.Step.respond("HTTP/1.1 204 No Content\r\n\r\n")

    private static func status(_ code: Int) -> ScriptedServer.Step {
        .respond("HTTP/1.1 \(code) Status\r\nContent-Length: 0\r\n\r\n")
    }

    private let clock = ManualClock()
    private let pauses = Lock([Duration]())

    private func sender(_ url: String, secrets: String = secret) throws -> WebhookCodeSender {
        var client = HTTPClient()
        client.timeout = .milliseconds(500)
        return WebhookCodeSender(
            Webhook(url: url, secrets: try WebhookSecrets(secrets), clock: clock, client: client),
            clock: clock,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { [pauses, clock] in
            pauses.withLock { [duration = $0] in $0.append(duration) }
            clock.advance(by: $0)
        }
    }

    /// Sends a message to a server with these steps, and returns the requests and the error.
    private func send(_ steps: ScriptedServer.Step...) async throws -> (requests: [Request], error: (any Error)?) {
        let server = try ScriptedServer(steps)
        defer { server.stop() }
        let sender = try sender("http://127.0.0.1:\(server.port)/codes")
        do {
            try await sender.send(CodeMessage(phone: .anna, code: Secret("012345")), key: "msg_1")
            return (server.requests.map(Request.init), nil)
        } catch {
            return (server.requests.map(Request.init), error)
        }
    }

    @Test("a message is posted once, signed, with its ID")
    func posts() async throws {
        let (requests, error) = try await send(Self.accepted)
        #expect(error == nil && requests.count == 1)
        let request = try #require(requests.first)
        #expect(request.fields["content-type"] == "application/json")
        #expect(request.fields["webhook-id"] == "msg_1")
        #expect(request.fields["webhook-timestamp"] == "\(clock.now.milliseconds / 1_000)")
        let secrets = try WebhookSecrets(Self.secret)
        #expect(
            request.fields["webhook-signature"]
                == secrets.signatures(
                    id: "msg_1",
                    timestamp: clock.now.milliseconds / 1_000,
                    content: Array(request.content.utf8)
                )
        )
        #expect(
            request.content == """
                {"type":"code.requested","timestamp":"2026-11-21T09:30:00Z","data":{"to":"+491701234567",\
                "code":"012345","text":"012345 is your verification code. It expires in 10 minutes. \
                Don't share it with anyone.","expiresAt":"2026-11-21T09:40:00Z"}}
                """
        )
    }

    @Test("a signature is that of the examples of Standard Webhooks")
    func signature() throws {
        let secrets = try WebhookSecrets(Self.secret)
        let signature = secrets.signatures(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            content: Array(#"{"test": 2432232314}"#.utf8)
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("several secrets give a signature each")
    func rotation() throws {
        let other = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        let both = try WebhookSecrets("\(other)\n\n  \(Self.secret)\r\n")
        func signatures(_ secrets: WebhookSecrets) -> String {
            secrets.signatures(id: "1", timestamp: 2, content: [3])
        }
        #expect(
            signatures(both) == signatures(try WebhookSecrets(other)) + " "
                + signatures(try WebhookSecrets(Self.secret))
        )
    }

    @Test(
        "a text without valid secrets is rejected with its line",
        arguments: [
            ("", "There are 0 secrets"), ("secret", "Line 1"), ("whsec_AAEC", "Line 1"), ("whsec_!!!!", "Line 1"),
            ("\(secret)\nMfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "Line 2"),
            (Array(repeating: secret, count: 5).joined(separator: "\n"), "There are 5 secrets"),
        ]
    )
    func badSecrets(text: String, sentence: String) {
        #expect {
            try WebhookSecrets(text)
        } throws: { error in
            "\(error)".hasPrefix(sentence) && !"\(error)".contains("MfKQ")
        }
    }

    @Test(
        "a failure that may pass is repeated after one and three seconds, with the same ID and content",
        arguments: [status(500), status(503), status(429), status(408), .readAndClose, .close, .hang]
    )
    func repeats(step: ScriptedServer.Step) async throws {
        let (requests, error) = try await send(step, step, Self.accepted)
        #expect(error == nil)
        #expect(pauses.withLock { $0 } == [.seconds(1), .seconds(3)])
        #expect(Set(requests.map(\.fields["webhook-id"])) == ["msg_1"])
        #expect(Set(requests.map(\.content)).count == 1)
        // Each attempt has its own time, so the gateway can reject old requests.
        #expect(requests.last?.fields["webhook-timestamp"] == "\(clock.now.milliseconds / 1_000)")
    }

    @Test("after three failures the delivery is unconfirmed if the gateway may have accepted the message")
    func unconfirmed() async throws {
        for steps in [[Self.status(500)], [.readAndClose], [.hang], [Self.status(502), Self.status(400)]] {
            let server = try ScriptedServer(steps)
            defer { server.stop() }
            let sender = try sender("http://127.0.0.1:\(server.port)/")
            await #expect(throws: UnconfirmedDelivery.self) {
                try await sender.send(CodeMessage(phone: .anna, code: Secret("012345")), key: "msg_1")
            }
            #expect(server.requests.count <= 3)
        }
    }

    @Test("a rejection is final", arguments: [400, 401, 404, 410, 422, 301, 302, 307])
    func rejection(code: Int) async throws {
        let (requests, error) = try await send(Self.status(code), Self.accepted)
        #expect(requests.count == 1)
        #expect((error as? FailedDelivery)?.description == "The gateway responded with the status \(code).")
        #expect(pauses.withLock { $0 } == [])
    }

    @Test("without a connection nothing was sent")
    func notSent() async throws {
        let server = try ScriptedServer([.close])
        server.stop()
        let sender = try sender("http://127.0.0.1:\(server.port)/")
        await #expect(throws: FailedDelivery.self) {
            try await sender.send(CodeMessage(phone: .anna, code: Secret("012345")), key: "msg_1")
        }
        #expect(pauses.withLock { $0.count } == 2)
    }

    @Test("the log has the masked number and never the code or the secret")
    func log() async throws {
        let server = try ScriptedServer([Self.status(500), Self.accepted])
        defer { server.stop() }
        let lines = Lock([String]())
        let sender = WebhookCodeSender(
            Webhook(
                url: "http://127.0.0.1:\(server.port)/",
                secrets: try WebhookSecrets(Self.secret),
                clock: clock,
                client: HTTPClient()
            ),
            clock: clock,
            log: Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        ) { _ in
        }
        try await sender.send(CodeMessage(phone: .anna, code: Secret("012345")), key: "msg_1")
        let text = lines.withLock { $0.joined(separator: "\n") }
        #expect(text.contains("Code not sent") && text.contains("Code sent") && text.contains(PhoneNumber.anna.masked))
        for secret in ["012345", PhoneNumber.anna.digits, "MfKQ", "v1,"] { #expect(!text.contains(secret)) }
    }

    @Test(
        "codes go to other machines over HTTPS only",
        arguments: [
            ("https://gateway.example/codes", true), ("https://gateway.example:8443", true),
            ("http://127.0.0.1:9000/codes", true), ("http://localhost/codes", true), ("http://[::1]:9000/", true),
            ("http://gateway.example/codes", false), ("http://localhost.example/", false),
            ("http://127.0.0.1.example/", false), ("http://127.0.0.1@gateway.example/", false),
            ("https://user:password@gateway.example/", false), ("https://", false), ("https://:443/", false),
            ("ftp://gateway.example/", false), ("gateway.example", false), ("https://gateway.example/a b", false),
            ("https://gateway.example/#codes", false), ("", false),
        ]
    )
    func addresses(url: String, isAllowed: Bool) {
        #expect(Webhook.isAllowed(url) == isAllowed)
    }
}

/// A request as a gateway sees it.
private struct Request {
    let fields: [String: String]
    let content: String

    init(_ text: String) {
        let parts = text.components(separatedBy: "\r\n\r\n")
        fields = Dictionary(
            parts[0].components(separatedBy: "\r\n").dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (line[..<colon].lowercased(), String(line[line.index(colon, offsetBy: 2)...]))
            }
        ) { first, _ in first }
        content = parts.dropFirst().joined(separator: "\r\n\r\n")
    }
}
