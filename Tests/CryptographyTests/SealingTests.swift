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

    @Test("HMAC-SHA-1 gives the codes of RFC 2202")
    func hmacSHA1() {
        let code = GnuTLS.hmacSHA1(of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0b, count: 20))
        #expect(
            code == [
                0xb6, 0x17, 0x31, 0x86, 0x55, 0x05, 0x72, 0x64, 0xe2, 0x8b, 0xc0, 0xb6, 0xfb, 0x37, 0x8c, 0x8e, 0xf1,
                0x46, 0xbe, 0x00,
            ]
        )
    }
}
