import Cryptography
import Testing

@Suite("The cryptography")
struct SodiumTests {
    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private func hex(_ words: Sodium.SHA256) -> String {
        hex(
            [words.0, words.1, words.2, words.3].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
            }
        )
    }

    @Test("hexadecimal digits include the zeros at the front")
    func hexadecimalDigits() {
        #expect(UInt64(0xbeef).hexadecimalDigits == "000000000000beef")
        #expect(UInt64(0).hexadecimalDigits == "0000000000000000")
        #expect(UInt64.max.hexadecimalDigits == "ffffffffffffffff")
    }

    @Test(
        "SHA-256 gives the results of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
    )
    func sha256(text: String, digest: String) {
        #expect(hex(Sodium.sha256(of: text)) == digest)
        #expect(hex(Sodium.sha256(of: Array(text.utf8))) == digest)
    }

    @Test("a text with a zero byte is hashed to its end")
    func sha256OfZero() {
        let text = "a\0b and more than fifteen bytes"
        #expect(Sodium.sha256(of: text) == Sodium.sha256(of: Array(text.utf8)))
        #expect(Sodium.sha256(of: "a\0b") == Sodium.sha256(of: [0x61, 0, 0x62]))
        #expect(Sodium.sha256(of: "a\0b") != Sodium.sha256(of: "a"))
    }

    @Test("a short tag is SipHash-2-4-128 and depends on its key")
    func keyedHash128() {
        let key: [UInt8] = Array(0..<16)
        // The first vectors of SipHash's reference implementation (vectors.h, vectors_sip128), as little-endian words.
        #expect(Sodium.keyedHash128(of: "", key: key) == (0xE6A8_25BA_047F_81A3, 0x9302_55C7_1472_F66D))
        #expect(Sodium.keyedHash128(of: "\0", key: key) == (0x44AF_996B_D8C1_87DA, 0x45FC_229B_1159_7634))
        #expect(Sodium.keyedHash128(of: "", key: key.reversed()) != Sodium.keyedHash128(of: "", key: key))
    }

    @Test(
        "HMAC-SHA-256 gives the results of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
        ]
    )
    func authenticationCode(key: [UInt8], bytes: [UInt8], code: String) {
        #expect(hex(Sodium.authenticationCode(of: bytes, key: key)) == code)
        // RFC 2104 pads keys with zeros, so a short key equals the padded one.
        let padded = key + [UInt8](repeating: 0, count: max(0, 64 - key.count))
        #expect(hex(Sodium.authenticationCode(of: bytes, key: padded)) == code)
    }

    @Test("an Argon2id hash carries its cost, has a salt of its own and verifies its password only")
    func argon2id() throws {
        let hash = try Sodium.argon2id("correct horse", passes: 2, kibibytes: 64)
        #expect(hash.hasPrefix("$argon2id$v=19$m=64,t=2,p=1$"))
        #expect(try Sodium.argon2id("correct horse", passes: 2, kibibytes: 64) != hash)
        #expect(Sodium.isArgon2id(hash, of: "correct horse"))
        for other in ["correct hors", "correct horse ", "", "Correct horse"] {
            #expect(!Sodium.isArgon2id(hash, of: other))
        }
    }

    @Test("a password with a zero byte is hashed to its end")
    func argon2idOfZero() throws {
        let hash = try Sodium.argon2id("a\0b", passes: 1, kibibytes: 8)
        #expect(Sodium.isArgon2id(hash, of: "a\0b"))
        #expect(!Sodium.isArgon2id(hash, of: "a"))
    }

    @Test("Argon2id gives the result of the reference implementation")
    func argon2idVector() {
        // Version 13 of argon2's test.c: t = 2, m = 64 KiB, p = 1, "password", "somesalt".
        let hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        #expect(Sodium.isArgon2id(hash, of: "password"))
        #expect(!Sodium.isArgon2id(hash, of: "passwore"))
    }

    @Test("a hash is renewed when its algorithm or its cost is another")
    func argon2idRehash() throws {
        let hash = try Sodium.argon2id("correct horse", passes: 2, kibibytes: 64)
        #expect(!Sodium.needsArgon2idRehash(hash, passes: 2, kibibytes: 64))
        #expect(Sodium.needsArgon2idRehash(hash, passes: 3, kibibytes: 64))
        #expect(Sodium.needsArgon2idRehash(hash, passes: 2, kibibytes: 128))
        #expect(Sodium.needsArgon2idRehash("$scrypt$ln=14,r=8,p=5$c2FsdA$aGFzaA", passes: 2, kibibytes: 64))
    }

    @Test(
        "an invalid hash verifies no password",
        arguments: ["", "$", "$argon2id$", String(repeating: "a", count: 500)]
    )
    func argon2idDamaged(hash: String) {
        #expect(!Sodium.isArgon2id(hash, of: ""))
        #expect(Sodium.needsArgon2idRehash(hash, passes: 2, kibibytes: 64))
    }

    @Test("Argon2id rejects an invalid cost", arguments: [(0, 64), (-1, 64), (1, 0), (1, 7), (1, -1), (1, Int.max)])
    func argon2idCost(passes: Int, kibibytes: Int) {
        #expect(throws: Argon2idError.self) {
            try Sodium.argon2id("correct horse", passes: passes, kibibytes: kibibytes)
        }
    }

    @Test("the checksum is SipHash-2-4 and gives the results of its authors' test vectors")
    func checksum() {
        // https://www.aumasson.jp/siphash/siphash.pdf, appendix A, and the first of the reference code's vectors.
        #expect(Sodium.checksum(of: Array(0..<15)) == 0xA129_CA61_49BE_45E5)
        #expect(Sodium.checksum(of: []) == 0x726F_DB47_DD0E_0E31)
    }

    @Test("base64 gives the results of RFC 4648, and decodes no other text")
    func base64() {
        for (text, encoded) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Sodium.base64(Array(text.utf8)) == encoded)
            #expect(Sodium.bytes(fromBase64: encoded) == Array(text.utf8))
        }
        #expect(Sodium.base64([0xFB, 0xFF]) == "+/8=")
        for text in ["Zg", "Zg=", "Z", "Zg==Zg==", "Zg==x", "-_8=", " Zg==", "Zm9v\0", "Zh==", "äöü"] {
            #expect(Sodium.bytes(fromBase64: text) == nil, "\(text)")
        }
    }

    @Test("base64url gives the results of RFC 4648, without padding")
    func base64URL() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map { Sodium.base64URL(Array($0.utf8)) }
        #expect(texts == ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"])
        #expect(Sodium.base64URL([0xFB, 0xFF, 0xBF]) == "-_-_")
    }

    @Test("bytes are equal exactly if all of them are")
    func equality() {
        #expect(Sodium.areEqualInConstantTime([], []))
        #expect(Sodium.areEqualInConstantTime([1, 2, 3], [1, 2, 3]))
        for other: [UInt8] in [[1, 2, 4], [0, 2, 3], [1, 2], [1, 2, 3, 0], []] {
            #expect(!Sodium.areEqualInConstantTime([1, 2, 3], other))
        }
    }

    @Test("random bytes have the requested count and never repeat")
    func randomBytes() {
        #expect(Sodium.randomBytes(0).isEmpty)
        let drawn = (0..<100).map { _ in Sodium.randomBytes(16) }
        #expect(drawn.allSatisfy { $0.count == 16 })
        #expect(Set(drawn).count == 100)
    }
}
