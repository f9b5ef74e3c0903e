import CoordinationTesting
import JSON
import Testing

@Suite("A secret")
struct SecretTests {
    @Test("a secret can be decoded and exposed")
    func received() throws {
        #expect(try JSONCoding.decode(Secret.self, from: "hush").exposed == "hush")
    }

    @Test("a secret can't be encoded, also inside of other values")
    func notEncoded() {
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Secret("hush")) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode([Secret("hush")]) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Whisper(secret: Secret("hush"))) }
    }

    @Test("a secret is printed as bullets")
    func bullets() {
        let secret = Secret("hush")
        #expect("\(secret)" == "•••")
        #expect(String(reflecting: secret) == "•••")
        #expect(String(describing: Whisper(secret: secret)).contains("hush") == false)
    }

    @Test("the error for an invalid payload never quotes a secret")
    func notQuoted() throws {
        let output = Output<PageA, Secret>("secret")
        #expect(throws: PayloadError.self) { try output.payload(from: .string(String(repeating: "hush", count: 300))) }
        do {
            _ = try output.payload(from: .string(String(repeating: "hush", count: 300)))
        } catch {
            #expect("\(error)".contains("hush") == false)
        }
    }
}
