extension HTTPRequest {
    /// Returns whether the client accepts a content coding (RFC 9110 §12.5.3).
    ///
    /// For `gzip, br;q=0` it accepts `gzip`, but neither `br` nor any other coding. With `*` in the field it accepts each coding
    /// that the field does not name. A client that sends no `Accept-Encoding` accepts none, so it gets content as it is.
    ///
    /// - Parameter coding: The name of the coding, in lower case.
    /// - Returns: Whether a response may have this coding.
    public func acceptsCoding(_ coding: String) -> Bool {
        var isAccepted = false
        fields.forEachValue(.acceptEncoding) { reader in
            while true {
                reader.skipSpaceAndCommas()
                if reader.isAtEnd { return true }
                guard let name = reader.takeTokenPlace(), let weight = reader.takeWeight() else {
                    isAccepted = false
                    return false
                }
                let isNamed = reader.isName(coding, at: name)
                if isNamed || reader.isName("*", at: name) { isAccepted = weight > 0 }
                if isNamed { return false }
            }
        }
        return isAccepted
    }
}

extension FieldReader {
    /// Removes the weight at the end of a list's element, such as `;q=0.5` (RFC 9110 §12.4.2).
    ///
    /// - Returns: The weight, which is 1 for an element without one, or `nil` if it is malformed.
    mutating func takeWeight() -> Double? {
        var weight = 1.0
        while true {
            skipSpace()
            if isAtEnd || isAtComma { return weight }
            guard take(";") else { return nil }
            skipSpace()
            guard let name = takeTokenPlace(), take("="), let value = takeWord() else { return nil }
            if isName("q", at: name) {
                guard let number = Double(value), (0...1).contains(number) else { return nil }
                weight = number
            }
        }
    }
}
