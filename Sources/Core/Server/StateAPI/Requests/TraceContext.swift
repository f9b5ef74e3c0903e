package import HTTPCore

/// The trace that a request belongs to, by its client's header field (W3C Trace Context, section 3.2).
package enum TraceContext {
    /// Returns the trace id in `traceparent` (32 hexadecimal digits, not all zero), or `nil` if there is none or it is invalid.
    package static func trace(of request: HTTPRequest) -> String? {
        guard let bytes = request.fields.bytes(.traceparent), bytes.count >= 55 else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].count == 2, !parts[0].elementsEqual("ff".utf8), parts[1].count == 32,
            parts[2].count == 16, parts[3].count == 2,
            parts[0...3].allSatisfy({ $0.allSatisfy(isHexadecimal) }),
            parts[1].contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        return String(decoding: parts[1], as: UTF8.self)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
