/// An app on phones that may open the links of the server's hosts instead of a browser.
///
/// ```swift
/// settings.mobileApps = [MobileApp(apple: "ABCDE12345.com.example.shop")].compactMap { $0 }
/// ```
public enum MobileApp: Sendable, Hashable {
    /// An app for Apple's systems, named by its team and its bundle, such as `ABCDE12345.com.example.shop`.
    case apple(id: String)
    /// An app for Android, named by its package and the SHA-256 fingerprint of a certificate that signs it.
    case android(package: String, fingerprint: String)

    /// Names an app for Apple's systems.
    ///
    /// - Parameter id: The identifier of the team (ten letters in upper case or digits), a full stop, and the identifier of the
    ///   bundle. The result is `nil` for any other text.
    public init?(apple id: String) {
        guard let dot = id.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let team = id.utf8[..<dot]
        guard team.count == 10, team.allSatisfy({ $0.isDigit || (0x41...0x5A).contains($0) }),
            Self.isName(id.utf8[dot...].dropFirst(), extra: UInt8(ascii: "-"))
        else { return nil }
        self = .apple(id: id)
    }

    /// Names an app for Android.
    ///
    /// - Parameter text: The package, an equals sign, and the fingerprint as `keytool` prints it: 32 bytes in
    ///   hexadecimal digits with colons between them, such as `com.example.shop=14:6D:E9:…`. The result is `nil` for
    ///   any other text.
    public init?(android text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isName(parts[0].utf8, extra: UInt8(ascii: "_")) else { return nil }
        let bytes = parts[1].utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard bytes.count == 32, bytes.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexadecimalDigit) }) else {
            return nil
        }
        self = .android(package: String(parts[0]), fingerprint: parts[1].uppercased())
    }

    /// Whether a text consists of parts with full stops between them, of ASCII letters, digits and one more character.
    private static func isName(_ text: some Collection<UInt8>, extra: UInt8) -> Bool {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0 | 0x20) && $0 < 0x80 || $0 == extra }
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isHexadecimalDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

extension MobileApp: CustomStringConvertible {
    /// The text from which the app was made.
    public var description: String {
        switch self {
        case .apple(let id): id
        case .android(let package, let fingerprint): "\(package)=\(fingerprint)"
        }
    }
}
