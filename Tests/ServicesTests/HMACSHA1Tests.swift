import Testing

@testable import Accounts

/// ``HMACSHA1``: the function below the codes of authenticator apps.
@Suite("HMAC-SHA-1")
struct HMACSHA1Tests {
    @Test("HMAC-SHA-1 gives the codes of RFC 2202")
    func code() {
        let code = HMACSHA1.code(of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0b, count: 20))
        #expect(
            code == [
                0xb6, 0x17, 0x31, 0x86, 0x55, 0x05, 0x72, 0x64, 0xe2, 0x8b, 0xc0, 0xb6, 0xfb, 0x37, 0x8c, 0x8e, 0xf1,
                0x46, 0xbe, 0x00,
            ]
        )
    }
}
