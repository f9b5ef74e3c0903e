import AccountFlows
import Coordination
import HTTPClient
import JSON
public import Logging
public import Sessions

/// A code sender that posts each message to a gateway, as a webhook of Standard Webhooks
/// (https://www.standardwebhooks.com).
///
/// ```text
/// POST /codes
/// content-type: application/json
/// webhook-id: msg_mZ3q…
/// webhook-timestamp: 1795253400
/// webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
///
/// {"type":"code.requested","timestamp":"2026-11-21T09:30:00Z",
///  "data":{"to":"+491701234567","code":"123456","text":"123456 is your verification code. …",
///          "expiresAt":"2026-11-21T09:40:00Z"}}
/// ```
///
/// A status of 2xx means that the gateway has accepted the message. After a failed connection, no response, 408, 429 or
/// 5xx the message is posted again, twice at most, with the same ID, so a gateway that stores IDs sends it once. Any
/// other status is final.
///
/// Calls block during a request, so they belong on threads that may block, such as those that run effects.
public struct WebhookCodeSender: CodeSender {
    private let url: String
    private let secrets: WebhookSecrets
    private let client: HTTPClient
    private let retryDelays: [Duration]
    private let clock: any WallClock
    private let log: Logger
    private let pause: @Sendable (Duration) async throws -> Void

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - url: The address of the gateway, which ``isAllowed(_:)`` must accept.
    ///   - secrets: The secrets that sign the messages.
    ///   - clock: The clock for the timestamps.
    ///   - timeout: The time that the gateway has for the response to each attempt.
    ///   - log: The logger for deliveries. Codes and whole numbers are never logged.
    public init(
        url: String,
        secrets: WebhookSecrets,
        clock: any WallClock,
        timeout: Duration = .seconds(5),
        log: Logger
    ) {
        var client = HTTPClient()
        client.timeout = timeout
        self.init(url: url, secrets: secrets, clock: clock, client: client, log: log) {
            try await Task.sleep(for: $0)
        }
    }

    init(
        url: String,
        secrets: WebhookSecrets,
        clock: any WallClock,
        client: HTTPClient,
        retryDelays: [Duration] = [.seconds(1), .seconds(3)],
        log: Logger,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.url = url
        self.secrets = secrets
        self.clock = clock
        self.client = client
        self.retryDelays = retryDelays
        self.log = log
        self.pause = pause
    }

    /// Returns whether an address is allowed: `https`, or `http` to this machine, which keeps the codes off the network.
    public static func isAllowed(_ url: String) -> Bool {
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !url.utf8.contains(UInt8(ascii: "#")) else {
            return false
        }
        for (scheme, isLocalOnly) in [("https://", false), ("http://", true)] where url.hasPrefix(scheme) {
            let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
            guard !authority.isEmpty, !authority.hasPrefix(":"), !authority.contains("@") else { return false }
            guard isLocalOnly else { return true }
            return ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix($0 + ":") }
        }
        return false
    }

    /// Posts a message until the gateway accepts or rejects it, or no attempt is left.
    ///
    /// - Throws: ``UnconfirmedDelivery`` when the gateway may have accepted the message, and ``FailedDelivery`` when it
    ///   has not.
    public func send(_ message: CodeMessage, key: String) async throws {
        let content = content(of: message)
        var mayBeSent = false
        var reason = ""
        for attempt in 0...retryDelays.count {
            if attempt > 0 { try await pause(retryDelays[attempt - 1]) }
            let result = post(content, id: key)
            let metadata: Logger.Metadata = [
                "to": "\(message.phone.masked)", "message": "\(key)", "attempt": .stringConvertible(attempt + 1),
            ]
            switch result {
            case .success(200..<300):
                log.info("Code sent", metadata: metadata)
                return
            case .success(let status):
                reason = "The gateway responded with the status \(status)."
                if status >= 500 { mayBeSent = true }
            case .failure(let error):
                reason = error.reason
                if error.mayBeSent { mayBeSent = true }
            }
            log.warning("Code not sent", metadata: metadata.merging(["reason": "\(reason)"]) { $1 })
            guard Self.isTransient(result) else { break }
        }
        throw mayBeSent ? UnconfirmedDelivery(reason) as any Error : FailedDelivery(description: reason)
    }

    private func post(_ content: [UInt8], id: String) -> Result<Int, HTTPClientError> {
        let timestamp = clock.timeOfDay.milliseconds / 1_000
        let fields = [
            (name: "Content-Type", value: "application/json"),
            (name: "User-Agent", value: "usher"),
            (name: "webhook-id", value: id),
            (name: "webhook-timestamp", value: "\(timestamp)"),
            (name: "webhook-signature", value: secrets.signatures(id: id, timestamp: timestamp, content: content)),
        ]
        return Result { () throws(HTTPClientError) in try client.post(content, to: url, fields: fields) }
    }

    private static func isTransient(_ result: Result<Int, HTTPClientError>) -> Bool {
        switch result {
        case .failure: true
        case .success(let status): status == 408 || status == 429 || status >= 500
        }
    }

    private func content(of message: CodeMessage) -> [UInt8] {
        let now = clock.now
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("type")
        writer.string("code.requested")
        writer.key("timestamp")
        writer.string(now.description)
        writer.key("data")
        writer.beginObject()
        writer.key("to")
        writer.string(message.phone.digits)
        writer.key("code")
        writer.string(message.code.exposed)
        writer.key("text")
        writer.string(message.text.exposed)
        writer.key("expiresAt")
        writer.string((now + message.validFor).description)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}

/// An error of a delivery in which the gateway has accepted nothing.
public struct FailedDelivery: EffectError, CustomStringConvertible {
    /// A sentence that describes the failure, without the code.
    public let description: String

    /// `false`: the gateway has accepted nothing.
    public var mayHaveHappened: Bool { false }
}
