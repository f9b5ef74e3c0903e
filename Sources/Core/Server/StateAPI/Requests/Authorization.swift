import Cryptography
import HTTPCore

/// The field `Authorization`, in which a client presents a secret, and the challenges that ask for it (RFC 9110 section 11).
enum Authorization {
    /// Returns the token of the scheme `Bearer` (RFC 6750 section 2.1), or `nil` for a field of another form.
    static func bearerToken(_ field: Span<UInt8>) -> String? {
        let scheme = "bearer ".utf8Span.span
        var start = scheme.count
        guard field.count > start, field.extracting(0..<start).equalsIgnoringCase(scheme) else { return nil }
        while start < field.count, field[start] == 0x20 { start += 1 }
        for index in start..<field.count where field[index] == 0x20 {
            return nil
        }
        guard start < field.count else { return nil }
        return unsafe field.extracting(start..<field.count).withUnsafeBufferPointer { token in
            unsafe String(decoding: token, as: UTF8.self)
        }
    }

    /// Returns the password of the scheme `Basic` (RFC 7617 section 2), or `nil` for a field of another form.
    static func password(_ field: String) -> String? {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let bytes = Sodium.bytes(fromBase64: parts[1].drop { $0 == " " }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    }

    /// Returns the field `WWW-Authenticate` of a problem, or `nil` for one that no secret solves.
    static func challenge(for problem: ProblemType) -> String? {
        switch problem {
        case .unauthorized, .credentialReplaced: "Bearer realm=\"usher\""
        case .operatorTokenRequired: "Basic realm=\"usher operators\", charset=\"UTF-8\""
        default: nil
        }
    }
}
