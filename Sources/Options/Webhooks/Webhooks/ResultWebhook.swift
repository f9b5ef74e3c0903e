import Coordination
import JSON
public import Sessions

/// The handler of ``Coordination/SessionResult`` that posts the end of each session to another system.
///
/// ```text
/// {"type":"session.ended","timestamp":"2026-11-21T09:30:00Z",
///  "data":{"session":"01a1fbec-…","app":"transfer","account":"1234567890","result":{"status":"booked","cents":1250}}}
/// ```
///
/// The message is posted until the system accepts it, with growing pauses and one ID, or until the session expires. A status such
/// as 404, which another attempt would not change, ends the attempts with a line in the log.
public struct ResultWebhook: Sendable {
    private let webhook: Webhook

    /// Creates a handler.
    public init(_ webhook: Webhook) {
        self.webhook = webhook
    }

    /// Registers the handler.
    ///
    /// ```swift
    /// ResultWebhook(webhook).register(in: &effects)
    /// ```
    public func register(in effects: inout EffectHandlers) {
        effects.on(SessionResult.self) { [webhook] end, context in
            switch webhook.post(Self.content(of: end, context), id: context.idempotencyKey) {
            case .accepted: return Nothing()
            case .failed(let reason, _, let isLeft, _): throw FailedPost(description: reason, mayHaveHappened: isLeft)
            }
        }
    }

    private static func content(of end: SessionResult, _ context: EffectContext) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("type", "session.ended")
            writer.member("timestamp", context.now)
            writer.member(
                "data",
                object: { writer in
                    writer.member("session", context.session.description)
                    writer.member("app", end.application)
                    writer.member("account", end.account)
                    guard let result = end.result else { return }
                    writer.key("result")
                    writer.value(result)
                }
            )
        }
        return writer.bytes
    }

    /// An attempt that the system has not accepted.
    ///
    /// The effect counts as one that may have happened as long as another attempt can help, and is then performed again.
    private struct FailedPost: EffectError, CustomStringConvertible {
        let description: String
        let mayHaveHappened: Bool
    }
}
