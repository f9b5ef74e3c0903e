extension HTTPRequest {
    /// The language ranges of `Accept-Language`, the most wanted first (RFC 9110 §12.5.4).
    ///
    /// For `ja;q=0.5, de-AT` they are `de-AT` and `ja`. Ranges with the weight 0 are left out, and so is a malformed part with
    /// everything after it. The array is empty without the field, and also if the field has more than 512 bytes.
    public var languageRanges: [String] {
        guard let field = fields[.acceptLanguage], field.utf8.count <= 512 else { return [] }
        var reader = FieldReader(field)
        var ranges: [(name: String, weight: Double)] = []
        while true {
            reader.skipSpaceAndCommas()
            guard !reader.isAtEnd, let name = reader.takeToken(), let weight = reader.takeWeight() else { break }
            if weight > 0 { ranges.append((name, weight)) }
        }
        // The sort is stable, so ranges with the same weight stay in the client's order.
        return ranges.sorted { $0.weight > $1.weight }.map(\.name)
    }
}
