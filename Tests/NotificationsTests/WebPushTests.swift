import Coordination
import Cryptography
import HTTPClient
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import Testing

@testable import WebPush

@Suite("Web Push")
struct WebPushTests {
    private static let browserKey =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    private static func bytes(_ text: String) throws -> [UInt8] {
        try #require(Sodium.bytes(fromBase64URL: text))
    }

    private static func subscription(_ endpoint: String, key: String = browserKey, secret: String = secret) -> JSONValue
    {
        [
            "endpoint": .string(endpoint), "expirationTime": nil,
            "keys": ["p256dh": .string(key), "auth": .string(secret)],
        ]
    }

    private static func sender(_ services: PushServices = .browsers, contact: String? = nil) -> WebPush {
        var http = HTTPClient()
        http.timeout = .milliseconds(500)
        return WebPush(
            key: WebPushKey(derivedFrom: [1, 2, 3]),
            contact: contact,
            services: services,
            clock: ManualClock(),
            client: http
        )
    }

    private static let notification = OutgoingNotification(
        id: "n1",
        session: SessionID("s1"),
        application: "tickets",
        title: "Your ticket is ready",
        text: "Seat 41",
        link: "/ticket",
        subject: "ticket"
    )

    @Test("a message is encrypted as in the example of RFC 8291, appendix A")
    func example() throws {
        let encryption = try #require(
            PushEncryption(browser: try Self.bytes(Self.browserKey), secret: try Self.bytes(Self.secret))
        )
        let key = try #require(
            P256PrivateKey(bytes: try Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        )
        let expected =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        #expect(Sodium.base64URL(key.publicKey) == expected)
        let content = encryption.content(
            of: Array("When I grow up, I want to be a watermelon".utf8),
            key: key,
            salt: try Self.bytes("DGv6ra1nlYgDCS1FRnbzlw")
        )
        #expect(
            Sodium.base64URL(content)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test("two messages have nothing in common, though their text is the same")
    func fresh() throws {
        let encryption = try #require(
            PushEncryption(browser: try Self.bytes(Self.browserKey), secret: try Self.bytes(Self.secret))
        )
        let first = encryption.content(of: [1, 2, 3])
        let second = encryption.content(of: [1, 2, 3])
        #expect(first.prefix(16) != second.prefix(16) && first.suffix(20) != second.suffix(20))
    }

    @Test("a notification is posted encrypted, with a time to live, a topic and a signed token for the service")
    func posts() throws {
        let server = try ScriptedServer([.respond("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")])
        defer { server.stop() }
        let origin = "http://127.0.0.1:\(server.port)"
        let sender = Self.sender(PushServices(origins: [origin]), contact: "mailto:operations@shop.example")
        let token = Self.subscription("\(origin)/push/abc")
        #expect(sender.problem(with: token) == nil)
        #expect(try sender.send(Self.notification, to: token) == .accepted)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /push/abc HTTP/1.1\r\n"))
        #expect(request.contains("Content-Encoding: aes128gcm\r\n") && request.contains("TTL: 86400\r\n"))
        #expect(!request.contains("ticket") && !request.contains("Seat"))
        let authorization = try #require(request.firstMatch(of: /Authorization: vapid t=([^,]+), k=([\w-]+)\r\n/))
        #expect(authorization.2 == sender.key ?? "")
        let parts = authorization.1.split(separator: ".").map(String.init)
        let claims = try JSONValue(parsing: try Self.bytes(parts[1]), limits: .stored)
        let expiry = try #require(claims["exp"]?.integerValue)
        #expect(claims["aud"] == .string(origin) && claims["sub"] == "mailto:operations@shop.example")
        #expect(expiry - ManualClock().now.milliseconds / 1_000 == 43_200)
        #expect(try Self.bytes(parts[2]).count == 64)
        let topic = try #require(request.firstMatch(of: /Topic: ([\w-]{32})\r\n/))
        #expect(
            topic.1 == ServerIdentity(key: WebPushKey(derivedFrom: [1, 2, 3]).key, contact: nil).topic(for: "ticket")
        )
    }

    @Test(
        "a subscription that has expired is ended, and any other failure is tried again",
        arguments: [(404, true), (410, true), (400, false), (429, false), (500, false)]
    )
    func failures(status: Int, isEnd: Bool) throws {
        let server = try ScriptedServer([.respond("HTTP/1.1 \(status) Status\r\nContent-Length: 0\r\n\r\n")])
        defer { server.stop() }
        let origin = "http://127.0.0.1:\(server.port)"
        let sender = Self.sender(PushServices(origins: [origin]))
        let token = Self.subscription("\(origin)/secret-address")
        if isEnd {
            #expect(try sender.send(Self.notification, to: token) == .ended)
        } else {
            let error = #expect(throws: WebPushError.self) { try sender.send(Self.notification, to: token) }
            #expect(error?.description == "\(origin) responded with the status \(status).")
        }
    }

    @Test("the server posts to no other address than those of push services")
    func otherAddresses() {
        let sender = Self.sender()
        for origin in [
            "https://fcm.googleapis.com", "https://updates.push.services.mozilla.com", "https://web.push.apple.com",
            "https://db5p.notify.windows.com",
        ] {
            #expect(sender.problem(with: Self.subscription("\(origin)/x")) == nil, "\(origin)")
        }
        for endpoint in [
            "http://fcm.googleapis.com/x", "https://fcm.googleapis.com.evil.example/x", "https://127.0.0.1/x",
            "https://fcm.googleapis.com:8443/x", "https://user@fcm.googleapis.com/x",
            "https://evilnotify.windows.com/x",
            "https://evil.example/.notify.windows.com", "https://evil.example?.notify.windows.com", "ftp://x", "",
            "https://",
            "https://evil.example\\.notify.windows.com/x", "https://fcm.googleapis.com/\r\nX: y",
        ] {
            #expect(sender.problem(with: Self.subscription(endpoint)) != nil, "\(endpoint)")
        }
    }

    @Test("a subscription with keys that are none is rejected before a message needs them")
    func keys() {
        let sender = Self.sender()
        let endpoint = "https://fcm.googleapis.com/x"
        #expect(sender.problem(with: "t1") != nil)
        #expect(sender.problem(with: ["endpoint": .string(endpoint)]) != nil)
        #expect(sender.problem(with: Self.subscription(endpoint, secret: "AAAA")) != nil)
        // A number that is no point of the curve.
        let noPoint = Sodium.base64URL([4] + [UInt8](repeating: 1, count: 64))
        #expect(sender.problem(with: Self.subscription(endpoint, key: noPoint)) != nil)
    }

    @Test("a text that is too long is cut, and never the title")
    func longText() throws {
        let notification = OutgoingNotification(
            id: "n1",
            session: SessionID("s1"),
            application: "tickets",
            title: "Title",
            text: String(repeating: "é", count: 4_000)
        )
        let message = try JSONValue(parsing: PushMessage(notification).json, limits: .stored)
        #expect(message["title"] == "Title" && message["url"] == "/tickets" && message["tag"] == "n1")
        #expect(message["text"]?.stringValue?.count == 1_000)
    }

    @Test("a key that is stored as text is the same key, and servers with one secret have one key")
    func identity() throws {
        let key = WebPushKey()
        #expect(WebPushKey(key.text)?.key.publicKey == key.key.publicKey)
        #expect(WebPushKey("AAAA") == nil && WebPushKey("!") == nil)
        #expect(WebPushKey(derivedFrom: [1]).text == WebPushKey(derivedFrom: [1]).text)
        #expect(WebPushKey(derivedFrom: [1]).text != WebPushKey(derivedFrom: [2]).text)
    }

    @Test("a shared secret is the same on both sides")
    func agreement() {
        let (one, other) = (P256PrivateKey(), P256PrivateKey())
        #expect(one.agree(with: other.publicKey) == other.agree(with: one.publicKey))
        #expect(one.agree(with: [UInt8](repeating: 0, count: 65)) == nil)
        #expect(P256PrivateKey(bytes: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256PrivateKey(bytes: [UInt8](repeating: 0xFF, count: 32)) == nil)
    }
}
