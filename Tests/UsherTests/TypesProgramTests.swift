import Foundation
import Programs
import Testing

@Suite("The types for clients that the program writes", .serialized)
struct TypesProgramTests {
    @Test(
        "the types of an application are written in each language, to standard output or to a file",
        arguments: [
            ("swift", "public struct VerifyPhoneSubmit: Codable, Equatable, Sendable {\n    public var code: String"),
            ("typescript", #"  | { screen: "verifyPhone"; output: "submit"; payload: VerifyPhoneSubmit }"#),
            ("kotlin", "data class VerifyPhoneSubmit(\n    val code: String\n) {"),
        ]
    )
    func languages(language: String, part: String) throws {
        let arguments = ["types", "items", "--language", language]
        let (source, status) = try Program.start(arguments).end()
        #expect(status == 0)
        #expect(source.contains("Made by `usher types items --language \(language)`."))
        let withoutNotes = source.split(separator: "\n").filter { !$0.contains("/** ") && !$0.contains("/// ") }
        #expect(withoutNotes.joined(separator: "\n").contains(part), "\(source)")

        let folder = try TemporaryFolder()
        let (output, _) = try Program.start(arguments + ["--output", "\(folder.path)/types"]).end()
        #expect(output == "")
        #expect(try String(contentsOfFile: "\(folder.path)/types", encoding: .utf8) == source)
    }

    @Test(
        "an unknown application, an unknown language and a file that can't be written end the command with one line",
        arguments: [
            (["fruits", "--language", "swift"], "There is no application 'fruits'; there are market, "),
            (["items", "--language", "cobol"], "The value 'cobol' is invalid for '--language <language>'."),
            (["items"], "Missing expected argument '--language <language>'"),
            (["items", "--language", "swift", "--output", "/nowhere/types"], "/nowhere/types can't be written"),
        ]
    )
    func mistakes(arguments: [String], sentence: String) throws {
        let (output, status) = try Program.start(["types"] + arguments).end()
        #expect(status == 2)
        #expect(output.split(separator: "\n").count == 1 && output.contains(sentence), "\(output)")
    }
}
