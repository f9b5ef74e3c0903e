/// Markdown, in which renderers draw the texts of the basic catalog.
enum Markdown {
    /// Returns a text with a backslash before each character that would format it.
    ///
    /// A text may have the words of another user, which must not become a link or a heading.
    static func escaped(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var escaped = String.UnicodeScalarView()
        var isLineStart = true
        var isNumber = false
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
            let isSpecial =
                switch scalar {
                case "\\", "`", "*", "_", "[", "]", "<", "~": true
                case "#", ">", "+", "-", "=": isLineStart
                // A number at the start of a line begins a list if one of these and a space follow.
                case ".", ")": isNumber && (next == " " || next == "\n")
                default: false
                }
            if isSpecial { escaped.append("\\") }
            escaped.append(scalar)
            isNumber = ("0"..."9").contains(scalar) && (isLineStart || isNumber)
            isLineStart = scalar == "\n" || (isLineStart && scalar == " ")
        }
        return String(escaped)
    }
}
