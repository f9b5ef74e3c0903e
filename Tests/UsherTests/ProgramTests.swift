import Foundation
import JSON
import RawHTTP
import Testing

@Suite("The program", .serialized)
struct ProgramTests {
    @Test(
        "A start with an invalid command line prints one line and ends with exit code 2",
        arguments: [
            (["serve", "--nonsense"], "Unknown option '--nonsense'"),
            (["serve", "--port", "abc"], "--port is 'abc'; it must be a whole number from 0 to 65535."),
            (["serve", "--port", "70000"], "--port is '70000'; it must be a whole number from 0 to 65535."),
            (["serve", "--log-level", "loud"], "--log-level is 'loud'; it must be one of trace, debug,"),
            (["serve", "--log-format", "xml"], "--log-format is 'xml'; it must be one of text, json."),
            (["serve", "--store", "cloud"], "--store is 'cloud'; it must be 'memory', 'sqlite:' and the path"),
            (["serve", "--public", "/nowhere"], "--public is '/nowhere'; it must be a folder that can be read."),
            (["serve", "--host", "256.1.1.1"], "The server can't listen"),
            (["serve", "--stop-grace", "-1"], "--stop-grace"),
            (["nonsense"], "Unknown command 'nonsense'"),
            (["sevre", "--port", "0"], "Unknown command 'sevre'; 'usher' has serve, "),
            (
                ["accounts", "delete", "ann", "--data", "/nowhere"],
                "Unknown command 'delete'; 'usher accounts' has disable, enable, end-sessions. See 'usher accounts --help'."
            ),
            (["store", "statistics", "--json"], "Unknown command 'statistics'; 'usher store' has check, "),
            (["store", "stats", "--jsom"], "Unknown option '--jsom'"),
        ]
    )
    func badStart(_ arguments: [String], _ sentence: String) throws {
        let (output, status) = try Program.start(arguments).end()
        let lines = output.split(separator: "\n").filter { !$0.contains(" Server started") }
        #expect(status == 2)
        #expect(lines.count == 1, "\(output)")
        #expect(lines.first?.hasPrefix("usher: ") == true && output.contains(sentence), "\(output)")
    }

    @Test("An invalid setting in the environment is named")
    func badEnvironment() throws {
        let (output, status) = try Program.start(["serve"], environment: ["USHER_PORT": "many"]).end()
        #expect(status == 2)
        #expect(output == "usher: USHER_PORT is 'many'; it must be a whole number from 0 to 65535.\n")
    }

    @Test("A start at a port in use fails")
    func portInUse() async throws {
        let first = try Program.start(["serve", "--port", "0"])
        defer { first.stop() }
        let port = try #require(try await first.address().split(separator: ":").last)
        let (output, status) = try Program.start(["serve", "--port", String(port)]).end()
        #expect(status == 2)
        #expect(output == "usher: Port \(port) of 127.0.0.1 is already in use; choose another port.\n")
    }

    @Test("The environment sets options that the command line does not, and the command line has precedence")
    func environment() async throws {
        let program = try Program.start(
            ["serve", "--port", "0"],
            environment: ["USHER_PORT": "1", "USHER_DEV": "true", "USHER_LOG_FORMAT": "json", "USHER_HOST": "::1"]
        )
        let address = try await program.address()
        #expect(address.hasPrefix("http://[::1]:"))
        let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
        #expect(try RawClient(port: port, host: "::1").exchange("GET", "/dev/inbox").status == 200)
        program.signal(SIGINT)
        let (output, status) = program.end()
        #expect(status == 0)
        #expect(output.contains("{\"time\":\""))
    }

    @Test("Without --dev there is no inbox and no demo account")
    func production() async throws {
        let program = try Program.start(["serve", "--port", "0"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        #expect(try RawClient(port: port).exchange("GET", "/dev/inbox").status == 404)
        let client = try AppClient(port: port)
        try client.signIn()
        #expect(client.messages == ["auth.refused"])
        program.stop()
    }

    @Test("Health is 0 while the server runs and 1 otherwise")
    func health() async throws {
        let program = try Program.start(["serve", "--port", "0"])
        let port = String(try #require(try await program.address().split(separator: ":").last))
        #expect(try Program.start(["health", "--port", port]).end().status == 0)
        program.stop()
        #expect(try Program.start(["health", "--port", port]).end().status == 1)
    }

    @Test(
        "Both stop signals end the program with 0 and log the stop",
        arguments: [SIGTERM, SIGINT]
    )
    func stop(_ signal: Int32) async throws {
        let program = try Program.start(["serve", "--port", "0"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        _ = try AppClient(port: port)
        program.signal(signal)
        let (output, status) = program.end()
        #expect(status == 0)
        #expect(output.contains("Server stopping") && output.contains("Server stopped"))
    }

    @Test("A transition is one log line with its start and its end, and never the payload")
    func transitionLine() async throws {
        let program = try Program.start(["serve", "--dev", "--port", "0", "--log-format", "json"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        try client.report("submit", ["login": "canary-login", "password": "canary-password"])
        program.signal(SIGTERM)
        let (output, _) = program.end()
        let line = try #require(output.split(separator: "\n").first { $0.contains("\"submit\"") })
        let json = try JSONValue(parsing: String(line))
        #expect(json["message"] == "Transition committed")
        for (name, value) in [("session", client.id), ("from", "login"), ("to", "login")] {
            #expect(json["metadata"]?[name]?.stringValue == value)
        }
        #expect(json["metadata"]?["revision"] == 2)
        #expect(json["metadata"]?["duration_us"]?.integerValue != nil)
        #expect(!output.contains("canary") && !output.contains(client.token))
    }

    @Test("Help describes every option and exits with 0")
    func help() throws {
        let (output, status) = try Program.start(["serve", "--help"]).end()
        #expect(status == 0)
        for option in [
            "--host", "--port", "--store", "--data", "--memory", "--public", "--log-level", "--log-format",
            "--dev", "--body-limit",
        ] {
            #expect(output.contains(option))
        }
        #expect(output.contains("USHER_PORT"))
        let (version, _) = try Program.start(["--version"]).end()
        #expect(version == "0.1.0\n")
    }

    @Test("Check prints a line for each application")
    func check() throws {
        let (output, status) = try Program.start(["check"]).end()
        #expect(status == 0)
        for (line, name) in zip(output.split(separator: "\n"), ["market", "items", "profile", "shop", "kanji"]) {
            #expect(line.hasPrefix("\(name): "))
        }
        #expect(output.contains("\nWarning: One-time codes can't be sent, so users can't sign up"))
        let (quiet, _) = try Program.start(["check", "--dev"]).end()
        #expect(!quiet.contains("Warning"))
    }

    @Test("Check writes the state document of each place that it reaches, for pictures of the screens")
    func states() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-states-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (_, status) = try Program.start(["check", "kanji", "--states", folder.path]).end()
        #expect(status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let first = try #require(names.first)
        #expect(first.hasPrefix("kanji-001-"))
        var screens: Set<String> = []
        for name in names {
            let document = try JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: name))))
            let focus = try #require(document["focus"]?.stringValue)
            let screen = try #require(document["screens"]?[focus]?["name"]?.stringValue)
            #expect(name.hasSuffix("-\(screen).json"))
            screens.insert(screen)
        }
        #expect(screens.count > 1)
    }

    @Test("A map has the transitions that check reaches with the same limits")
    func map() throws {
        func transitions(_ options: String...) throws -> Int {
            let (output, _) = try Program.start(["map", "profile", "--format", "json"] + options).end()
            return try #require(JSONValue(parsing: Array(output.utf8))["transitions"]?.arrayValue?.count)
        }
        #expect(try transitions("--screens", "1") < transitions())
        #expect(try transitions("--steps", "0") == 0)
    }

    @Test("Check explores an application, and reports in each of its formats")
    func explore() throws {
        let (output, status) = try Program.start(["check", "kanji", "profile"]).end()
        #expect(status == 0)
        #expect(output.hasPrefix("kanji: no mistakes in "))
        #expect(output.contains("\nprofile: no mistakes in "))
        let json = try JSONValue(
            parsing: Array(Program.start(["check", "kanji", "--format", "json"]).end().output.utf8)
        )
        #expect(json.arrayValue?.first?["application"] == "kanji")
        #expect(json.arrayValue?.first?["findings"] == [])
        let (text, _) = try Program.start(["check", "kanji", "--format", "sarif"]).end()
        #expect(try JSONValue(parsing: Array(text.utf8))["version"] == "2.1.0")
        let (few, found) = try Program.start(["check", "market", "--steps", "1"]).end()
        #expect(found == 0)
        #expect(few.contains("\n  not reached within the limits: address\n"))
        let (one, _) = try Program.start(["check", "profile", "--states-per-place", "1", "--screens", "2"]).end()
        #expect(one.hasPrefix("profile: no mistakes in 9 states at 3 places"))
        #expect(one.contains("with more screens than the limit. Raise screens (--screens) to explore them."))
        let (refusal, usage) = try Program.start(["check", "profile", "--states-per-place", "0"]).end()
        #expect(usage == 2 && refusal.contains("The value of --states-per-place must be at least 1."))
        let (message, invalid) = try Program.start(["check", "bank"]).end()
        #expect(invalid == 2)
        #expect(message.contains("There is no application 'bank'; there are market, items, profile, shop, kanji."))
    }
}
