import FoundationEssentials
import Glibc

/// Writes a Swift file with the contents of text files, for the plugin of the same name: `embed-files OUTPUT FILE…`.
@main enum EmbedFiles {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let output = paths.first else { fail("Usage: embed-files OUTPUT FILE…") }
        let members = try paths.dropFirst().map { path in
            guard let text = String(validating: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) else {
                fail("\(path) is not UTF-8 text. Only text can be embedded; exclude the file from the target.")
            }
            return "    static var \(name(path)): [UInt8] { Array(\(literal(text)).utf8) }\n"
        }
        let code = Data("enum PackageResources {\n\(members.joined())}\n".utf8)
        let file = URL(filePath: output)
        // Builds run this tool again although nothing has changed, because they link it again. A file with a new date would make
        // them compile its target, and all that depend on it, too.
        if let written = try? Data(contentsOf: file), written == code { return }
        try code.write(to: file)
    }

    /// The name of the member with a file's contents, as the package manager would choose it: `Bank_xcstrings` for
    /// `Texts/Bank.xcstrings`.
    private static func name(_ path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// A string literal of a text, on one line.
    private static func literal(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { literal, scalar in
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        } + "\""
    }

    private static func fail(_ message: String) -> Never {
        print("embed-files: \(message)")
        exit(1)
    }
}
