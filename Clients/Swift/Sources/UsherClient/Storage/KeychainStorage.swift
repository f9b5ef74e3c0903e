#if canImport(Security)
import Foundation
import Security

/// A storage in the Keychain.
///
/// Its items stay on this device and can be read after it was unlocked once.
///
/// ```swift
/// KeychainStorage(service: "com.example.shop.session")
/// ```
public struct KeychainStorage: SecureStorage {
    /// A failure of the Keychain.
    public struct Failure: Error, Sendable, Hashable {
        /// The status, such as `errSecInteractionNotAllowed` before the device was unlocked.
        public let status: OSStatus
    }

    private let service: String

    /// Creates a storage.
    ///
    /// - Parameter service: The name of the items' service, one for each session that is open at a time.
    public init(service: String) {
        self.service = service
    }

    /// The data of a name.
    public func data(for name: String) throws(Failure) -> Data? {
        var query = query(name)
        query[kSecReturnData] = true
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status != errSecItemNotFound else { return nil }
        guard status == errSecSuccess else { throw Failure(status: status) }
        return found as? Data
    }

    /// Stores data under a name, or removes it.
    public func store(_ data: Data?, for name: String) throws(Failure) {
        guard let data else {
            let status = SecItemDelete(query(name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
            return
        }
        let values: [CFString: Any] = [
            kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(query(name) as CFDictionary, values as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(query(name).merging(values) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Failure(status: status) }
    }

    private func query(_ name: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name,
            kSecUseDataProtectionKeychain: true,
        ]
    }
}
#endif
