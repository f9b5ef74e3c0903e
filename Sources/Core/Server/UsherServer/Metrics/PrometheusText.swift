/// The spelling of names, labels and numbers in Prometheus' text format 0.0.4.
enum PrometheusText {
    /// Returns a valid name of a metric: letters, digits, `_` and `:`, not beginning with a digit.
    static func name(_ label: String) -> String {
        sanitized(label) { $0 == ":" }
    }

    /// Returns labels without their braces, sorted by name, with the later one of two with the same name.
    static func labels(_ dimensions: [(String, String)]) -> String {
        var values: [String: String] = [:]
        for (name, value) in dimensions {
            let name = sanitized(name) { _ in false }
            // `le` is reserved for the bound of a histogram's bucket.
            values[name == "le" ? "le_" : name] = value
        }
        return values.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(escapedValue($0.value))\"" }.joined(
            separator: ","
        )
    }

    static func braced(_ labels: String) -> String {
        labels.isEmpty ? "" : "{\(labels)}"
    }

    /// Returns a number with as many digits as necessary, without a fraction for a whole number.
    static func number(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: number) { return String(whole) }
        return number.description
    }

    static func escapedHelp(_ text: String) -> String {
        escaped(text, quotes: false)
    }

    private static func escapedValue(_ text: String) -> String {
        escaped(text, quotes: true)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func sanitized(_ text: String, _ allows: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9" where result.isEmpty:
                result += "_"
                result.unicodeScalars.append(scalar)
            case "a"..."z", "A"..."Z", "0"..."9", "_": result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(allows(scalar) ? scalar : "_")
            }
        }
        return result.isEmpty ? "_" : result
    }
}
