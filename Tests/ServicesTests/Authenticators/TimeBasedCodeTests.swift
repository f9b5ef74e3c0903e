import Coordination
import Testing

@testable import Accounts

@Suite("Time-based codes")
struct TimeBasedCodeTests {
    private let key = Array("12345678901234567890".utf8)

    @Test(
        "the codes are those of RFC 6238 appendix B",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)]
    )
    func vectors(seconds: Int64, code: String) {
        let time = Timestamp(milliseconds: seconds * 1_000)
        #expect(TimeBasedCode.code(of: key, at: TimeBasedCode.step(at: time)) == code)
    }

    @Test("a code is accepted within a step of its own, and none up to the last accepted one")
    func window() throws {
        let now = Timestamp(milliseconds: 1_111_111_111_000)
        let step = TimeBasedCode.step(at: now)
        for offset in Int64(-3)...3 {
            let code = try #require(TimeBasedCode.code(of: key, at: step + offset))
            #expect(TimeBasedCode.step(of: code, key, after: 0, at: now) == (abs(offset) <= 1 ? step + offset : nil))
            #expect(TimeBasedCode.step(of: code, key, after: step, at: now) == (offset == 1 ? step + 1 : nil))
        }
        #expect(TimeBasedCode.step(of: "", key, after: 0, at: now) == nil)
        #expect(TimeBasedCode.step(of: "00000000", key, after: 0, at: now) == nil)
    }

    @Test(
        "base32 is that of RFC 4648 without padding, in both directions",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ]
    )
    func base32(bytes: String, text: String) {
        #expect(Base32.text(Array(bytes.utf8)) == text)
        #expect(Base32.bytes(text) == Array(bytes.utf8))
    }

    @Test("base32 rejects other letters, and groups letters by four")
    func otherLetters() {
        for text in ["mzxw", "MZX1", "MZ==", "MZ W"] { #expect(Base32.bytes(text) == nil) }
        #expect(Base32.grouped("ABCDEFGHIJ", by: "-") == "ABCD-EFGH-IJ")
    }
}
