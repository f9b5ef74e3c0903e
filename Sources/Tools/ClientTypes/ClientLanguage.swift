/// A language in which types are written.
package enum ClientLanguage: String, CaseIterable, Sendable {
    case swift, typescript, kotlin

    /// Writes types as the source of a file.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - command: The command that has made them, for the comment at the top.
    /// - Returns: The source, which ends with a line break.
    package func source(of types: ClientTypes, madeBy command: String) -> String {
        switch self {
        case .swift: SwiftSource(types: types, command: command).text
        case .typescript: TypeScriptSource(types: types, command: command).text
        case .kotlin: KotlinSource(types: types, command: command).text
        }
    }
}

extension String {
    /// Returns the text as a literal of Swift, TypeScript and Kotlin.
    func quoted(escapingDollars: Bool = false) -> String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "$" where escapingDollars: literal += "\\$"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
