import Foundation

/// The forms that the server may give to a text before it validates it.
///
/// Which one it chooses depends on the schema, so a client that rejected a text by one of them alone could reject what the
/// server accepts.
struct CanonicalText {
    /// The text as the user has entered it, and in each form.
    let forms: [String]

    init(_ text: String) {
        let plain = text.precomposedStringWithCompatibilityMapping
        forms = [text, Self.line(text), Self.compact(plain, keepsPunctuation: true), Self.code(text)]
    }

    /// The digits and letters of a code, with the digits of all scripts in ASCII.
    static func code(_ text: String) -> String {
        compact(text.precomposedStringWithCompatibilityMapping, keepsPunctuation: false)
    }

    /// The fewest and the most Unicode scalars of all forms.
    var length: ClosedRange<Int> {
        let lengths = forms.map(\.unicodeScalars.count)
        return (lengths.min() ?? 0)...(lengths.max() ?? 0)
    }

    /// Whether any form has a match of a pattern (ECMA-262), or the pattern can't be read.
    func matches(_ pattern: String) -> Bool {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return true }
        return forms.contains { form in
            expression.firstMatch(in: form, range: NSRange(form.startIndex..., in: form)) != nil
        }
    }

    /// One line without spaces at its ends.
    private static func line(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func compact(_ text: String, keepsPunctuation: Bool) -> String {
        var compact = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.numericType == .decimal, let digit = properties.numericValue {
                compact.append(contentsOf: "\(Int(digit))".unicodeScalars)
            } else if keepsPunctuation, properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" {
                compact.append("-")
            } else if keepsPunctuation, properties.isPunctuation {
                compact.append(scalar)
            } else if !properties.isSeparator, !properties.isPunctuation {
                compact.append(scalar)
            }
        }
        return String(compact)
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isPunctuation: Bool {
        switch generalCategory {
        case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .connectorPunctuation, .otherPunctuation:
            true
        default: false
        }
    }

    /// Whether the server drops the scalar from codes: white space, and marks that are not seen.
    fileprivate var isSeparator: Bool {
        if isWhitespace || isDefaultIgnorableCodePoint { return true }
        switch generalCategory {
        case .control, .format, .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
