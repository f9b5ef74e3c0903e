import Coordination
package import HTTPClient
public import Sessions

/// The address of another system that gets signed messages, in the form of Standard Webhooks
/// (https://www.standardwebhooks.com).
///
/// ```text
/// POST /ends
/// content-type: application/json
/// webhook-id: 01a1fbec-…/k9
/// webhook-timestamp: 1795253400
/// webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
/// ```
///
/// All attempts at a message have one ID, so a system that stores IDs handles it once.
public struct Webhook: Sendable {
    /// The outcome of an attempt.
    public enum Outcome: Sendable {
        /// The system has accepted the message, with a status of 2xx.
        case accepted
        /// The system has not accepted it for the reason in a sentence, and with the status if there was a response.
        ///
        /// A message with another attempt `isLeft` can be posted again: the connection failed, there was no response, or the
        /// status was 408, 429 or 5xx. Any other status is final.
        case failed(String, status: Int?, isLeft: Bool, mayBeAccepted: Bool)
    }

    private let url: String
    private let secrets: WebhookSecrets
    private let clock: any WallClock
    private let client: HTTPClient

    /// Describes an address.
    ///
    /// - Parameters:
    ///   - url: The address, which ``isAllowed(_:)`` must accept.
    ///   - secrets: The secrets that sign the messages.
    ///   - clock: The clock for the timestamps.
    ///   - timeout: The time that the system has for the response to each attempt.
    public init(url: String, secrets: WebhookSecrets, clock: any WallClock, timeout: Duration = .seconds(5)) {
        var client = HTTPClient()
        client.timeout = timeout
        self.init(url: url, secrets: secrets, clock: clock, client: client)
    }

    package init(url: String, secrets: WebhookSecrets, clock: any WallClock, client: HTTPClient) {
        self.url = url
        self.secrets = secrets
        self.clock = clock
        self.client = client
    }

    /// Returns whether an address is allowed: `https`, or `http` to this machine, which keeps the messages off the network.
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

    /// Posts a message once.
    ///
    /// The call blocks, so it belongs on threads that may block, such as those that run effects.
    ///
    /// - Parameters:
    ///   - content: The message as JSON.
    ///   - id: The ID of the message.
    /// - Returns: The outcome of the attempt.
    public func post(_ content: [UInt8], id: String) -> Outcome {
        let timestamp = clock.timeOfDay.milliseconds / 1_000
        let fields = [
            (name: "Content-Type", value: "application/json"),
            (name: "User-Agent", value: "usher"),
            (name: "webhook-id", value: id),
            (name: "webhook-timestamp", value: "\(timestamp)"),
            (name: "webhook-signature", value: secrets.signatures(id: id, timestamp: timestamp, content: content)),
        ]
        do throws(HTTPClientError) {
            let status = try client.post(content, to: url, fields: fields)
            guard !(200..<300).contains(status) else { return .accepted }
            let isTransient = status == 408 || status == 429 || status >= 500
            let reason = "The gateway responded with the status \(status)."
            return .failed(reason, status: status, isLeft: isTransient, mayBeAccepted: status >= 500)
        } catch {
            return .failed(error.reason, status: nil, isLeft: true, mayBeAccepted: error.mayBeSent)
        }
    }
}
