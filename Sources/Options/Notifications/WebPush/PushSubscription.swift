import Cryptography
import JSON

/// The subscription that a browser has made, as `PushSubscription.toJSON()` of the Push API returns it.
///
/// ```json
/// {"endpoint": "https://push.example/c3Vic2NyaXB0aW9u", "expirationTime": null,
///  "keys": {"p256dh": "BCVx…", "auth": "BTBZ…"}}
/// ```
struct PushSubscription {
    /// The address at which the push service takes messages for the browser.
    let endpoint: String
    /// The scheme and the host of the address.
    let origin: String
    /// The encryption for the browser.
    let encryption: PushEncryption

    /// Reads a subscription.
    ///
    /// - Throws: ``Mistake``.
    init(_ token: JSONValue) throws(Mistake) {
        guard let endpoint = token["endpoint"]?.stringValue else {
            throw Mistake(text: "The token must be a subscription of the Push API: an object with endpoint and keys.")
        }
        let keys = token["keys"]
        func key(_ name: String) -> [UInt8]? { keys?[name]?.stringValue.flatMap { Sodium.bytes(fromBase64URL: $0) } }
        guard let browser = key("p256dh"), let secret = key("auth"),
            let encryption = PushEncryption(browser: browser, secret: secret)
        else {
            throw Mistake(text: "The keys of the subscription are no public key on P-256 and 16 bytes in base64url.")
        }
        let scheme = ["https://", "http://"].first { endpoint.hasPrefix($0) }
        guard let scheme, endpoint.utf8.count <= 1_024, endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            case let host = endpoint.dropFirst(scheme.count).prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }),
            !host.isEmpty, host.utf8.allSatisfy(Self.isAllowedInHost)
        else { throw Mistake(text: "The endpoint of the subscription is no address of a push service.") }
        self.endpoint = endpoint
        self.encryption = encryption
        origin = scheme + host
    }

    /// Programs disagree about where a host with other characters ends.
    private static func isAllowedInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    /// The reason why a subscription can't be used.
    struct Mistake: Error {
        let text: String
    }
}
