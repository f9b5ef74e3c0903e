import Foundation
import Programs
import Testing

@Suite("The command that tries a client", .serialized)
struct ConformProgramTests {
    @Test("the cases are listed with their rules and the parts that they need")
    func list() throws {
        let (output, status) = try Program.start(["conform", "--list"]).end()
        #expect(status == 0)
        #expect(output.contains("a tap whose response is lost acts once\n    Documentation/state-api.md#the-rules\n"))
        #expect(output.contains("Documentation/state-api.md#trying-again  (drafts, storage)\n"))
    }

    @Test("a client without the part that a case needs has nothing to fail, and the report is also JSON")
    func notClaimed() throws {
        let client = ["sh", "-c", #"echo '{"client": "none", "parts": []}'; cat > /dev/null"#]
        let arguments = ["conform", "--case", "what was typed"]
        let (text, status) = try Program.start(arguments + client).end()
        #expect(status == 0)
        #expect(text.contains("none, with no optional parts\n\n  not claimed  what was typed into a form"))
        let (json, _) = try Program.start(arguments + ["--json"] + client).end()
        #expect(json.contains(#""result":"notClaimed""#))
    }

    @Test("a client that fails a case ends the command with 1, and its report has the rule and the requests")
    func failing() throws {
        let client = ["sh", "-c", #"echo '{"client": "none", "parts": []}'; cat > /dev/null"#]
        let (text, status) = try Program.start(["conform", "--timeout", "1", "--case", "unknown members"] + client)
            .end()
        #expect(status == 1)
        #expect(text.contains("  FAILED       unknown members do no harm\n"))
        #expect(
            text.contains("expected  a state with the screen home after `open`\n      instead   It shows no state.\n")
        )
    }

    @Test(
        "a command that is missing or can't be started, and an unknown case, end the command with one line",
        arguments: [
            ([], "The command that starts the client is missing."),
            (["no-such-client"], "'no-such-client' can't be started"),
            (["--case", "wings", "cat"], "No case has “wings” in its name."),
            (["--jobs", "0", "cat"], "The number of cases at a time must be at least 1."),
        ]
    )
    func mistakes(arguments: [String], sentence: String) throws {
        let (output, status) = try Program.start(["conform"] + arguments).end()
        #expect(status == 2)
        #expect(output.split(separator: "\n").count == 1 && output.contains(sentence), "\(output)")
    }
}
