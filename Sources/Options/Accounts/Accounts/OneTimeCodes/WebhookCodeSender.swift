import AccountFlows
import Coordination
import JSON
public import Logging
public import Sessions
public import Webhooks

/// A code sender that posts each message to a gateway.
///
/// ```text
/// POST /codes
/// content-type: application/json
/// webhook-id: msg_mZ3q…
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
    private let webhook: Webhook
    private let retryDelays: [Duration]
    private let clock: any WallClock
    private let log: Logger
    private let pause: @Sendable (Duration) async throws -> Void

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - webhook: The address of the gateway.
    ///   - clock: The clock for the timestamps.
    ///   - log: The logger for deliveries. Codes and whole numbers are never logged.
    public init(_ webhook: Webhook, clock: any WallClock, log: Logger) {
        self.init(webhook, clock: clock, log: log) { try await Task.sleep(for: $0) }
    }

    init(
        _ webhook: Webhook,
        retryDelays: [Duration] = [.seconds(1), .seconds(3)],
        clock: any WallClock,
        log: Logger,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.webhook = webhook
        self.retryDelays = retryDelays
        self.clock = clock
        self.log = log
        self.pause = pause
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
            let metadata: Logger.Metadata = [
                "to": "\(message.phone.masked)", "message": "\(key)", "attempt": .stringConvertible(attempt + 1),
            ]
            guard case .failed(let why, _, let isLeft, let mayBeAccepted) = webhook.post(content, id: key) else {
                log.info("Code sent", metadata: metadata)
                return
            }
            reason = why
            if mayBeAccepted { mayBeSent = true }
            log.warning("Code not sent", metadata: metadata.merging(["reason": "\(reason)"]) { $1 })
            guard isLeft else { break }
        }
        throw mayBeSent ? UnconfirmedDelivery(reason) as any Error : FailedDelivery(description: reason)
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
