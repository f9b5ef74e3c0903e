/// The push services that the server sends messages to.
///
/// The address of a subscription comes from a client. A server that posted to any address would let clients reach the network behind
/// it (server-side request forgery), so only the services of browsers are allowed.
public struct PushServices: Sendable {
    /// The services of Chrome, Edge, Firefox and Safari.
    public static let browsers = PushServices(
        origins: [
            "https://fcm.googleapis.com", "https://updates.push.services.mozilla.com", "https://web.push.apple.com",
        ],
        domains: [".notify.windows.com", ".push.apple.com", ".push.services.mozilla.com"]
    )

    private let origins: Set<String>
    private let domains: [String]

    /// Names services.
    ///
    /// - Parameters:
    ///   - origins: Schemes with hosts, such as `https://push.example`.
    ///   - domains: The ends of host names that are allowed with `https`, such as `.push.example`.
    public init(origins: Set<String>, domains: [String] = []) {
        self.origins = origins
        self.domains = domains
    }

    func allow(_ origin: String) -> Bool {
        origins.contains(origin) || origin.hasPrefix("https://") && domains.contains { origin.hasSuffix($0) }
    }
}
