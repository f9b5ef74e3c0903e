import Testing

@testable import Sessions

@Suite("A credential")
struct CredentialTests {
    /// A token as an earlier version issued it, and the digest in its store's column.
    private let token = Credential("ld94gfaK1lcwQ7ynOM97vRcvZh0SRtX80GRBmUuHOFQ")
    private let column: [UInt8] = [
        0x14, 0x45, 0x38, 0x50, 0x39, 0x20, 0x37, 0x21, 0x7A, 0xA3, 0xA0, 0xF5, 0xBA, 0x9B, 0xDD, 0x78,
        0xA6, 0xA5, 0x85, 0x9A, 0xDD, 0x6B, 0xD4, 0xE4, 0xD7, 0x75, 0x04, 0x98, 0x7B, 0x10, 0x44, 0x33,
    ]

    @Test("a token of an earlier version has the digest that its store holds")
    func stored() {
        #expect(token.digest == Digest(column))
        #expect(token.digest.bytes == column)
    }

    @Test("a credential is 43 characters of base64url, and never the same twice")
    func made() {
        let made = (0..<100).map { _ in Credential.make().exposed }
        for text in made {
            #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil, "\(text)")
        }
        #expect(Set(made).count == 100)
    }
}
