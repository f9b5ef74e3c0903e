extension JSONParser {
    /// Parses a number (RFC 8259 §6).
    mutating func number(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        var number = Literal()
        if text[offset] == ASCII.minus {
            number.isNegative = true
            offset += 1
        }
        let firstDigit = offset
        try digits(text) { number.appendInteger($0) }
        if text[firstDigit] == ASCII.zero, offset - firstDigit > 1 {
            throw JSONSyntaxError(.invalidNumber, offset: firstDigit, detail: "leading zeros are not allowed")
        }
        var isInteger = true
        if offset < text.count, text[offset] == ASCII.point {
            isInteger = false
            offset += 1
            try digits(text) { number.appendFraction($0) }
        }
        if offset < text.count, text[offset] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            offset += 1
            var isNegative = false
            if offset < text.count, text[offset] == ASCII.minus || text[offset] == ASCII.plus {
                isNegative = text[offset] == ASCII.minus
                offset += 1
            }
            var exponent = 0
            try digits(text) { exponent = min(exponent * 10 + Int($0), 100_000) }
            number.exponent += isNegative ? -exponent : exponent
        }
        if isInteger, let integer = number.integer { return .integer(integer) }
        let double = number.exactDouble ?? parsed(text.extracting(start..<offset))
        guard double.isFinite else {
            throw JSONSyntaxError(
                .numberOutOfRange,
                offset: start,
                detail: "the magnitude must be at most about 1.8e308"
            )
        }
        return .number(double)
    }

    /// Skips one digit or more.
    @inline(__always)
    private mutating func digits(_ text: Span<UInt8>, _ each: (UInt8) -> Void) throws(JSONSyntaxError) {
        let start = offset
        while offset < text.count {
            let digit = text[offset] &- ASCII.zero
            guard digit < 10 else { break }
            each(digit)
            offset += 1
        }
        guard offset > start else {
            guard offset < text.count else { throw unexpected(text, "a digit was expected") }
            throw JSONSyntaxError(.invalidNumber, offset: offset, detail: "a digit was expected")
        }
    }

    /// Parses the bytes, which are a valid number, with the standard library, which rounds correctly.
    private func parsed(_ literal: Span<UInt8>) -> Double {
        var digits = ""
        for index in literal.indices { digits.unicodeScalars.append(Unicode.Scalar(literal[index])) }
        return Double(digits) ?? .infinity
    }

    /// A number while its digits are read.
    private struct Literal {
        var isNegative = false
        /// All digits as one integer, if it fits.
        var significand: UInt64 = 0
        /// The power of ten by which the significand is multiplied.
        var exponent = 0
        private var overflows = false

        mutating func appendInteger(_ digit: UInt8) {
            let (shifted, one) = significand.multipliedReportingOverflow(by: 10)
            let (sum, two) = shifted.addingReportingOverflow(UInt64(digit))
            significand = sum
            overflows = overflows || one || two
        }

        mutating func appendFraction(_ digit: UInt8) {
            appendInteger(digit)
            exponent -= 1
        }

        var integer: Int64? {
            guard !overflows else { return nil }
            if !isNegative { return Int64(exactly: significand) }
            // The magnitude of Int64.min is one more than Int64.max.
            return significand <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- significand) : nil
        }

        /// The value, if one multiplication or division of exact numbers yields it.
        ///
        /// Both operands are exact (at most 2⁵³ and 10²²), so only the operation rounds, and it does so correctly.
        var exactDouble: Double? {
            guard !overflows, significand <= 1 << 53, (-22...22).contains(exponent) else { return nil }
            let power = Self.powersOfTen[Int(exponent.magnitude)]
            let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
            return isNegative ? -magnitude : magnitude
        }

        private static let powersOfTen: [Double] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19,
            1e20, 1e21, 1e22,
        ]
    }
}
