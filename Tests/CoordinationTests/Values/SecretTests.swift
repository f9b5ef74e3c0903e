import CoordinationTesting
import JSON
import Testing

@Suite("A secret")
struct SecretTests {
    @Test("can be received and used")
    func received() throws {
        #expect(try JSONCoding.decode(Secret.self, from: "hush").exposed == "hush")
    }

    @Test("can't be written down, wherever it is")
    func notWritten() {
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Secret("hush")) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode([Secret("hush")]) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Whisper(secret: Secret("hush"))) }
    }

    @Test("is bullets in every text")
    func bullets() {
        let secret = Secret("hush")
        #expect("\(secret)" == "•••")
        #expect(String(reflecting: secret) == "•••")
        #expect(String(describing: Whisper(secret: secret)).contains("hush") == false)
    }

    @Test("is never quoted when a payload with it does not fit")
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
