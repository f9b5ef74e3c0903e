extension String {
    /// Whether the text is an origin in the form in which browsers send it in `Origin` (RFC 6454 section 6.2).
    ///
    /// Another form of the same origin, such as `https://a.example/` or `HTTPS://a.example:443`, equals no field of a
    /// browser. `null` is the origin of every sandboxed frame, so it names no page.
    package var isWebOrigin: Bool {
        guard let end = firstRange(of: "://") else { return false }
        let scheme = utf8[..<end.lowerBound]
        var rest = self[end.upperBound...]
        guard let first = scheme.first, first.isLowercase,
            scheme.allSatisfy({ $0.isLowercase || $0.isDigit || "+-.".utf8.contains($0) })
        else { return false }
        if let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")), rest.utf8.last != UInt8(ascii: "]") {
            let port = rest[rest.utf8.index(after: colon)...]
            guard let number = UInt16(port), String(number).utf8.elementsEqual(port.utf8), number > 0,
                number != Self.ownPorts[String(self[..<end.lowerBound])]
            else { return false }
            rest = rest[..<colon]
        }
        if rest.utf8.first == UInt8(ascii: "["), rest.utf8.last == UInt8(ascii: "]") {
            // The address in its shortest form, as a browser writes it.
            let address = rest.dropFirst().dropLast()
            return ClientAddress(address)?.description.utf8.elementsEqual(address.utf8) ?? false
        }
        return !rest.isEmpty && rest.utf8.allSatisfy { $0.isLowercase || $0.isDigit || "-._".utf8.contains($0) }
    }

    private static let ownPorts: [String: UInt16] = ["http": 80, "https": 443]

    private func firstRange(of text: String) -> Range<Index>? {
        var index = startIndex
        while index < endIndex {
            let rest = utf8[index...]
            if rest.starts(with: text.utf8) { return index..<utf8.index(index, offsetBy: text.utf8.count) }
            index = utf8.index(after: index)
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
}
