import Foundation
import JSON
import Programs
import RawHTTP
import Testing

@Suite("The program's commands for accounts", .serialized)
struct AccountsProgramTests {
    /// Starts a session with a user who has a new account.
    private func signedUp(port: Int) throws -> AppClient {
        let client = try AppClient(port: port)
        try client.signUp("ann")
        try client.verifyPhone()
        return client
    }

    private func signIn(port: Int) throws -> AppClient {
        let client = try AppClient(port: port)
        try client.report("submit", ["login": "ann", "password": "a long password"])
        return client
    }

    @Test("An operator names an account in any spelling, as a JSON string or in a file")
    func spellings() async throws {
        let folder = try TemporaryFolder()
        let data = ["--data", folder.path]
        let program = try Program.start(["serve", "--dev", "--port", "0"] + data)
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        try client.signUp("Jörg")
        try client.verifyPhone()
        let file = folder.path + "/login.json"
        try #""JO\u0308RG""#.write(toFile: file, atomically: true, encoding: .utf8)
        for arguments in [["JO\u{308}RG"], [#""j\u00f6rg\u200b""#], ["--login-file", file], [" jörg"]] {
            let (output, status) = try Program.start(["accounts", "end-sessions"] + arguments + data).end()
            #expect(status == 0 && output.hasPrefix(#"The account jörg ("j\u00f6rg") loses"#), "\(output)")
        }
        let unknown = try Program.start(["accounts", "disable", #""a\u0000\u202eb""#] + data).end()
        #expect(unknown.status == 1)
        #expect(unknown.output.hasPrefix(#"There is no account a\u{0}\u{202E}b ("a\u0000\u202eb") in"#))
        #expect(try Program.start(["accounts", "disable", #""open"#] + data).end().status == 2)
        #expect(try Program.start(["accounts", "disable"] + data).end().status == 2)
        #expect(try Program.start(["accounts", "disable", "ann", "--login-file", file] + data).end().status == 2)
        program.signal(SIGTERM)
        #expect(program.end().status == 0)
    }

    @Test("An operator disables and enables an account and ends its sessions, while the server runs, with an audit log")
    func accounts() async throws {
        let folder = try TemporaryFolder()
        let data = ["--data", folder.path, "--audit-log", folder.path + "/audit.log"]
        let program = try Program.start(["serve", "--dev", "--port", "0"] + data)
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        func run(_ arguments: String...) throws -> (output: String, status: Int32) {
            try Program.start(["accounts"] + arguments + data).end()
        }
        let first = try signedUp(port: port)
        let second = try signIn(port: port)
        let guest = try AppClient(port: port)
        #expect(second.messages.isEmpty)
        #expect(try run("end-sessions", "ann").status == 0)
        #expect(try eventually { try second.send("GET", "").status == 401 })
        #expect(try first.send("GET", "").status == 401)

        let third = try signIn(port: port)
        #expect(third.messages.isEmpty)
        let disabled = try run("disable", "ann")
        #expect(disabled.status == 0 && disabled.output.contains("The account ann is disabled"))
        #expect(try signIn(port: port).messages == ["auth.refused"])
        #expect(try eventually { try third.send("GET", "").status == 401 })
        #expect(try guest.send("GET", "").status == 200)

        #expect(try run("enable", "ann").status == 0)
        #expect(try signIn(port: port).messages.isEmpty)
        let unknown = try run("disable", "ben")
        #expect(unknown.status == 1 && unknown.output == "There is no account ben in \(folder.path)/usher.db.\n")
        program.signal(SIGTERM)
        #expect(program.end().status == 0)

        let lines = try String(contentsOfFile: folder.path + "/audit.log", encoding: .utf8).split(separator: "\n")
        let events = try lines.map { try JSONValue(parsing: String($0)) }.filter { $0["account"] == "ann" }.map {
            $0["event"]?.stringValue ?? ""
        }
        #expect(
            events.filter { $0.hasPrefix("operator.") } == [
                "operator.account-sessions-ended", "operator.account-disabled", "operator.account-enabled",
            ]
        )
        #expect(events.filter { $0 == "session.ended" }.count == 3)
    }

    @Test("Without accounts a command prints one line and ends with exit code 2")
    func none() throws {
        let folder = try TemporaryFolder()
        let (output, status) = try Program.start(["accounts", "disable", "ann", "--data", folder.path]).end()
        #expect(status == 2 && output.contains("does not exist, so there are no accounts."))
        let memory = try Program.start(["accounts", "disable", "ann", "--store", "memory"]).end()
        #expect(memory.status == 2)
    }
}
