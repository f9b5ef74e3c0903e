import Coordination
import Cryptography
import JSON

/// The column of ``Devices``, which is a JSON object with digests in base64, or NULL for a session with one device.
extension Devices {
    private struct Stored: Codable {
        struct Device: Codable {
            let credential: String
            let platform: String?
            let agent: Bool?
            let createdAt: Int64
            let usedAt: Int64
            let issue: String?
            let subscription: NotificationSubscription?
        }

        struct Handoff: Codable {
            let code: String
            let expiresAt: Int64
        }

        let devices: [Device]
        let handoffs: [Handoff]
    }

    /// The column, or `nil` for NULL.
    package var bytes: [UInt8]? {
        guard !isEmpty else { return nil }
        let stored = Stored(
            devices: list.map { device in
                .init(
                    credential: Sodium.base64(device.credential.bytes),
                    platform: device.platform,
                    agent: device.isAgent ? true : nil,
                    createdAt: device.createdAt.milliseconds,
                    usedAt: device.usedAt.milliseconds,
                    issue: device.issue.map { Sodium.base64($0.bytes) },
                    subscription: device.subscription
                )
            },
            handoffs: handoffs.map { handoff in
                .init(code: Sodium.base64(handoff.code.bytes), expiresAt: handoff.expiresAt.milliseconds)
            }
        )
        var writer = JSONWriter()
        do {
            try JSONCoding.encode(stored, to: &writer)
        } catch {
            preconditionFailure("Texts, numbers and JSON can always be encoded: \(error)")
        }
        return writer.bytes
    }

    /// Reads a column, or returns `nil` if it was never written.
    package init?(bytes: [UInt8]) {
        guard let stored = try? JSONCoding.decode(Stored.self, parsing: bytes, limits: .stored) else { return nil }
        func digest(_ text: String) -> Digest? { Sodium.bytes(fromBase64: text).flatMap { Digest($0) } }
        var list: [Device] = []
        for device in stored.devices {
            guard let credential = digest(device.credential) else { return nil }
            let issue = device.issue.flatMap { Sodium.bytes(fromBase64: $0) }.flatMap { CredentialIssue(bytes: $0) }
            guard (issue == nil) == (device.issue == nil) else { return nil }
            list.append(
                Device(
                    credential: credential,
                    platform: device.platform,
                    isAgent: device.agent ?? false,
                    createdAt: Timestamp(milliseconds: device.createdAt),
                    usedAt: Timestamp(milliseconds: device.usedAt),
                    issue: issue,
                    subscription: device.subscription
                )
            )
        }
        var handoffs: [Handoff] = []
        for handoff in stored.handoffs {
            guard let code = digest(handoff.code) else { return nil }
            handoffs.append(Handoff(code: code, expiresAt: Timestamp(milliseconds: handoff.expiresAt)))
        }
        self.init(list, handoffs: handoffs)
    }
}
