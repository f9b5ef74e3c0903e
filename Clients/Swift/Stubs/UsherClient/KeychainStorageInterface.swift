// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The interface of `KeychainStorage`, which needs a Keychain and its types to compile.

import Foundation

public struct KeychainStorage: SecureStorage {
    public init(service: String) {}
    public func data(for name: String) -> Data? { nil }
    public func store(_ data: Data?, for name: String) {}
}
