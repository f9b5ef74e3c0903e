import Coordination
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

    @Test("the digest of a request depends on the secret that it is sent with, and is no plain hash of the request")
    func keyedRequests() {
        let request = Array("POST /v1/sessions/a/screens/k1/outputs/submit\0{\"password\":\"p\"}".utf8)
        let first = Idempotency(key: "key", request: request, credential: token)
        #expect(first.request == Idempotency(key: "other", request: request, credential: token).request)
        #expect(first.request != Idempotency(key: "key", request: request, credential: Credential("other")).request)
        #expect(first.request != Idempotency(key: "key", request: request + [0], credential: token).request)
        #expect(first.request != Digest(of: request))
        let creation = Idempotency(creationKey: "a key of sixteen", request: request)
        #expect(creation.request != Idempotency(creationKey: "another of sixteen", request: request).request)
        #expect(creation.request != Digest(of: request))
    }

    @Test("the stored record of an issue gives the credential only together with the idempotency key")
    func issues() throws {
        let now = Timestamp(milliseconds: 0)
        let idempotency = Idempotency(creationKey: "a key of sixteen", request: [1])
        let (credential, issue) = CredentialIssue.make(for: idempotency, at: now)
        let stored = try #require(issue)
        #expect(credential.exposed.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
        #expect(stored.credential(for: idempotency).exposed == credential.exposed)
        let guess = Idempotency(creationKey: "another of sixteen", request: [1])
        #expect(stored.credential(for: guess).exposed != credential.exposed)
        #expect(stored.credential(for: idempotency, replacing: token).exposed != credential.exposed)
        #expect(CredentialIssue.make(for: idempotency, at: now).credential.exposed != credential.exposed)
        #expect(CredentialIssue.make(for: nil, at: now).issue == nil)
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
