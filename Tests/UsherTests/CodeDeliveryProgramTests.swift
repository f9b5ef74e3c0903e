import Foundation
import JSON
import Programs
import RawHTTP
import Testing

@Suite("The delivery of codes by the program", .serialized)
struct CodeDeliveryProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func secretFile(permissions: Int = 0o600, _ text: String = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
        throws
        -> String
    {
        let path = folder.path + "/secret"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        return path
    }

    private func port(_ program: Program) async throws -> Int {
        try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
    }

    /// Returns a client that has requested a code for a number.
    private func signUp(
        _ program: Program,
        _ login: String = "ann",
        phone: String = "+491707654321"
    ) async throws -> AppClient {
        let client = try AppClient(port: try await port(program))
        try client.signUp(login)
        try client.report("addPhone")
        try client.report("submit", ["phone": .string(phone)])
        return client
    }

    @Test("a code and its wrong attempts survive a killed server")
    func killed() async throws {
        let arguments = ["serve", "--dev", "--port", "0", "--store", "sqlite:\(folder.path)/usher.db"]
        var program = try Program.start(arguments)
        var client = try await signUp(program)
        let inbox = try RawClient(port: try await port(program)).exchange("GET", "/dev/inbox")
        let code = try #require(inbox.json["messages"]?[0]?["code"]?.stringValue)
        let wrong = JSONValue.string(code == "000000" ? "111111" : "000000")
        for left in [4, 3, 2, 1] {
            try client.report("submit", ["code": wrong])
            #expect(client.messages == ["code.wrong"])
            #expect(client.props["attemptsLeft"] == .integer(Int64(left)))
            program.signal(SIGKILL)
            _ = program.end()
            program = try Program.start(arguments)
            client = try AppClient(client, port: try await port(program))
            try client.read()
        }
        try client.report("submit", ["code": .string(code)])
        #expect(client.layout == "[onboarding]")
        program.stop()
    }

    @Test("the codes of a day are counted exactly although the server is killed after each")
    func killedBudget() async throws {
        let arguments = [
            "serve", "--dev", "--port", "0", "--store", "sqlite:\(folder.path)/usher.db", "--codes-per-day", "2",
        ]
        // These are fewer codes than the share of a client address.
        for number in 1...4 {
            let program = try Program.start(arguments)
            let client = try await signUp(program, "ann\(number)", phone: "+49170765432\(number)")
            #expect(client.messages == (number <= 2 ? [] : ["code.tooMany"]))
            program.signal(SIGKILL)
            _ = program.end()
        }
    }

    @Test("a code that the gateway got verifies the phone")
    func gateway() async throws {
        let gateway = try ScriptedServer([
            .respond("HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n"),
            .respond("HTTP/1.1 204 No Content\r\n\r\n"),
        ])
        defer { gateway.stop() }
        let program = try Program.start([
            "serve", "--port", "0", "--code-webhook", "http://127.0.0.1:\(gateway.port)/codes",
            "--code-webhook-secret-file", try secretFile(),
        ])
        let client = try await signUp(program)
        #expect(client.layout == "[login, signUp, phoneList, addPhone, verifyPhone]")
        #expect(gateway.requests.count == 2)
        let content = try #require(gateway.requests.last?.components(separatedBy: "\r\n\r\n").last)
        let code = try #require(try JSONValue(parsing: content)["data"]?["code"]?.stringValue)
        try client.report("submit", ["code": .string(code)])
        #expect(client.layout == "[onboarding]")
        program.signal(SIGTERM)
        let (output, _) = program.end()
        #expect(output.contains("Code sent") && !output.contains(code) && !output.contains("1707654321"))
    }

    @Test("a gateway that rejects the message leaves a message on the screen")
    func rejection() async throws {
        let gateway = try ScriptedServer([.respond("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")])
        defer { gateway.stop() }
        let program = try Program.start([
            "serve", "--port", "0", "--code-webhook", "http://127.0.0.1:\(gateway.port)/codes",
            "--code-webhook-secret-file", try secretFile(),
        ])
        let client = try await signUp(program)
        #expect(client.layout == "[login, signUp, phoneList, addPhone]")
        #expect(client.messages == ["code.undelivered"])
        program.stop()
    }

    @Test("without a gateway the log warns, and the flow says that no code can be sent")
    func unavailable() async throws {
        let program = try Program.start(["serve", "--port", "0"])
        let client = try await signUp(program)
        #expect(client.layout == "[login, signUp, phoneList, addPhone]")
        #expect(client.messages == ["code.unavailable"])
        program.signal(SIGTERM)
        let lines = program.end().output.split(separator: "\n")
        let warning = "One-time codes can't be sent, so users can't sign up or verify a phone number"
        #expect(lines.filter { $0.contains(warning) }.count == 1)
    }

    @Test("numbers outside the allowed prefixes get no codes")
    func prefixes() async throws {
        let program = try Program.start([
            "serve", "--dev", "--port", "0", "--code-prefix", "+1", "--code-prefix", "+4930",
        ])
        let client = try await signUp(program)
        #expect(client.messages == ["code.unsupportedCountry"])
        program.stop()
    }

    @Test("invalid settings of the gateway end the start with a sentence")
    func badSettings() throws {
        let url = ["--code-webhook", "https://gateway.example/"]
        let open = try secretFile(permissions: 0o644)
        for (arguments, sentence) in [
            (["--code-webhook", "http://gateway.example/"], "--code-webhook is 'http://gateway.example/'; it must be"),
            (url, "--code-webhook needs --code-webhook-secret-file"),
            (url + ["--code-webhook-secret-file", "/nowhere"], "/nowhere can't be read"),
            (url + ["--code-webhook-secret-file", open], "chmod 600 '\(open)'"),
            (["--code-prefix", "49"], "--code-prefix is '49'; it must be a list of prefixes"),
            (["--codes-per-day", "0"], "--codes-per-day is '0'; it must be"),
        ] {
            for command in ["serve", "check"] {
                let (output, status) = try Program.start([command] + arguments).end()
                #expect(status == 2)
                #expect(output.contains(sentence) && output.hasPrefix("usher: "), "\(output)")
            }
        }
        let invalid = try secretFile("password")
        let (output, status) = try Program.start(["check"] + url + ["--code-webhook-secret-file", invalid]).end()
        #expect(status == 2)
        #expect(output.contains("Line 1 is not a secret") && !output.contains("password"))
    }
}
