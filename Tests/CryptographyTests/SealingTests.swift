import Testing

@testable import Cryptography

@Suite("Sealed bytes and HMAC-SHA-1")
struct SealingTests {
    private let key = [UInt8](0..<32)

    @Test("sealed bytes are opened with their key only, and only as they were sealed")
    func seal() {
        let bytes = Array("JBSWY3DPEHPK3PXP".utf8)
        let sealed = Sodium.seal(bytes, key: key)
        #expect(sealed.count == bytes.count + 40)
        #expect(Sodium.open(sealed, key: key) == bytes)
        #expect(Sodium.seal(bytes, key: key) != sealed)
        #expect(Sodium.open(sealed, key: [UInt8](1...32)) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(Sodium.open(changed, key: key) == nil)
            #expect(Sodium.open(Array(sealed.prefix(index)), key: key) == nil)
        }
    }
}
