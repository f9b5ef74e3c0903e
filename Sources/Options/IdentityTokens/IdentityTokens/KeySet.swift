import JSON

/// The public keys of a system that signs tokens (JSON Web Key Set, RFC 7517 section 5).
struct KeySet: Sendable {
    private let keys: [PublicKey]

    /// Reads a set, and leaves out the keys of kinds that are not known, as RFC 7517 asks for.
    ///
    /// - Throws: ``TokenIssuerError`` for a text that is no set, or that has no key to verify with.
    init(_ json: [UInt8]) throws(TokenIssuerError) {
        let set = try? JSONValue(parsing: json, limits: JSONLimits(depth: 8, bytes: KeySet.mostBytes))
        keys = (set?["keys"]?.arrayValue ?? []).compactMap(PublicKey.init)
        guard !keys.isEmpty else {
            throw TokenIssuerError(description: "There is no set of public keys with a key for signatures.")
        }
    }

    /// The largest set.
    static let mostBytes = 262_144

    /// Returns whether a key of the set may have signed a token.
    func hasKey(for token: SignedToken) -> Bool { !candidates(for: token).isEmpty }

    /// Returns whether a key of the set has signed a token.
    func verify(_ token: SignedToken) -> Bool {
        candidates(for: token).contains { $0.verify(token.signature, of: token.message, by: token.algorithm) }
    }

    private func candidates(for token: SignedToken) -> [PublicKey] {
        guard let id = token.keyID else { return keys }
        return keys.filter { $0.id == nil || $0.id == id }
    }
}
