public import JSON

/// The place where a service brings notifications for one device.
public struct NotificationSubscription: Codable, Equatable, Sendable {
    /// The name of the service, such as `web` for browsers.
    public let platform: String
    /// The token that the service gave to the device, such as the token of a phone, or the address and the keys of a browser.
    public let token: JSONValue

    /// Describes a subscription.
    public init(platform: String, token: JSONValue) {
        self.platform = platform
        self.token = token
    }
}
