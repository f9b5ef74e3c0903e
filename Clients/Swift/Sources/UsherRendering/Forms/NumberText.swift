import Foundation

/// The text of a number as a user types it, and as a payload has it.
public enum NumberText {
    /// A number as a payload has it, such as `12.50` for `12,50` in German.
    ///
    /// - Parameters:
    ///   - text: The text that the user has typed.
    ///   - locale: The language and region of the user, with the decimal separator of their keyboard.
    /// - Returns: The number with a point and digits of ASCII. A text that is no number stays as it is.
    public static func canonical(_ text: String, _ locale: Locale) -> String {
        let separator = locale.decimalSeparator ?? "."
        let grouping = locale.groupingSeparator ?? ""
        var number = ""
        for character in text {
            if let digit = character.wholeNumberValue, (0...9).contains(digit) {
                number += "\(digit)"
            } else if String(character) == separator || character == "\u{66B}" {
                number += "."
            } else if character == "-" || character == "\u{2212}" {
                number += "-"
            } else if character.isWhitespace || (String(character) == grouping && grouping != ".") {
                continue
            } else {
                number.append(character)
            }
        }
        return number
    }

    /// A number of a payload as the user types it.
    public static func local(_ text: String, _ locale: Locale) -> String {
        Double(text) == nil ? text : text.replacingOccurrences(of: ".", with: locale.decimalSeparator ?? ".")
    }
}
