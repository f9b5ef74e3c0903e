import JSON

/// Percent-encoding of the parts of a URI (RFC 3986 §2.1).
public enum PercentEncoding {
    /// Decodes a percent-encoded text, and rejects anything invalid.
    ///
    /// - Parameters:
    ///   - bytes: One segment of a path, or one name or value of a query.
    ///   - plusIsSpace: Whether `+` is a space, as in the query of an HTML form.
    /// - Returns: The text, or `nil` when a `%` isn't followed by two hexadecimal digits, or when the result contains a control
    ///   character or more than 30 combining marks in a row, or isn't UTF-8.
    public static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        // Fast path: most texts contain only unreserved characters.
        if bytes.allSatisfy(\.isUnreserved) { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            var value = byte
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else {
                    return nil
                }
                value = high << 4 | low
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                value = UInt8(ascii: " ")
            }
            guard value >= UInt8(ascii: " "), value != 0x7F else { return nil }
            decoded.append(value)
        }
        guard let text = String(validating: decoded, as: UTF8.self), text.isStreamSafe else { return nil }
        return text
    }

    /// Encodes all bytes except the unreserved characters (RFC 3986 §2.3).
    ///
    /// The result is valid as one segment of a path or one value of a query.
    ///
    /// - Parameter text: The text to encode.
    /// - Returns: ASCII text.
    public static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte never needs encoding in a URI (RFC 3986 §2.3).
    var isUnreserved: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }
}
