package import HTTPCore

extension HTTPTarget {
    /// The parameters in the query, in the form of HTML, with `nil` for names and values that are not valid.
    package var parameters: [(name: String?, value: String?)] {
        (query ?? []).split(separator: UInt8(ascii: "&")).map { part in
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (
                PercentEncoding.decode(pair[0], plusIsSpace: true),
                pair.count == 2 ? PercentEncoding.decode(pair[1], plusIsSpace: true) : nil
            )
        }
    }
}
