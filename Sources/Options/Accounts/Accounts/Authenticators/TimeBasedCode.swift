import Coordination
import Cryptography

/// The time-based one-time codes of authenticator apps: RFC 6238 with HMAC-SHA-1, steps of 30 seconds and six digits, the
/// values that all apps support.
enum TimeBasedCode {
    /// The number of random bytes in a key: 160 bits, the length that RFC 4226 section 4 recommends.
    static let keyByteCount = 20

    private static let stepMilliseconds: Int64 = 30_000

    /// Returns the number of the step that a time is in.
    static func step(at time: Timestamp) -> Int64 { time.milliseconds / stepMilliseconds }

    /// Returns the code of a step (RFC 4226 section 5.3), or `nil` if the system forbids SHA-1.
    static func code(of key: [UInt8], at step: Int64) -> String? {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        guard let hash = HMACSHA1.code(of: counter, key: key) else { return nil }
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// Returns the step of the code that a user entered: the present one, or a neighbor, for clocks that differ and slow
    /// fingers.
    ///
    /// - Parameters:
    ///   - code: The code that the user entered.
    ///   - key: The key of the app.
    ///   - last: The step of the last accepted code. Codes up to it are rejected, so that each works once.
    ///   - now: The time.
    /// - Returns: The step, or `nil` if the code is wrong or was used.
    static func step(of code: String, _ key: [UInt8], after last: Int64, at now: Timestamp) -> Int64? {
        let present = step(at: now)
        let entered = Array(code.utf8)
        return (present - 1...present + 1).first { step in
            guard step > last, let right = Self.code(of: key, at: step) else { return false }
            return Sodium.areEqualInConstantTime(entered, Array(right.utf8))
        }
    }
}
