import ArgumentParser
import Foundation
import MicroHTTP
import Programs
import StateAPI
import Testing

@testable import UsherProgram
@testable import UsherServer
@testable import usher

@Suite("The settings")
struct SettingsTests {
    init() { UsherProgram.shipped.activate() }

    @Test(
        "every setting can be given on the command line, in the environment and in a file, with this precedence"
    )
    func everySetting() throws {
        let folder = try TemporaryFolder()
        let settings = ProgramSettings.settings.filter { $0.name != ProgramSettings.configurationFile.name }
        let defaults = try ResolvedSettings<ProgramSettings>([:], environment: [:]).values
        // A flag has two values, so the command line gives the one of the file again.
        let given = settings.map { (setting: $0, samples: samples(of: $0, in: folder)) }
        for (setting, samples) in given {
            #expect(Set(samples + [setting.text(defaults)]).count == samples.count + 1, "\(setting.name)")
        }

        let path = "\(folder.path)/usher.json"
        let members = given.map { member(of: $0.setting, $0.samples[0]) }
        try "{\(members.joined(separator: ", "))}".write(toFile: path, atomically: true, encoding: .utf8)
        let fromFile = ["USHER_CONFIG": path]
        let fromBoth = given.reduce(into: fromFile) { $0[$1.setting.variable] = $1.samples.last }
        let arguments = given.flatMap { setting, samples in
            samples[0] == "true" ? [setting.option] : [setting.option, samples[0]]
        }
        let lines = (
            file: try resolve([], fromFile).lines, environment: try resolve([], fromBoth).lines,
            commandLine: try resolve(arguments, fromBoth).lines
        )
        for (setting, samples) in given {
            let (name, first, last) = (setting.name, samples[0], samples[samples.count - 1])
            #expect(lines.file.contains("\(name): \(first) (file \(path))"), "\(name)")
            #expect(lines.environment.contains("\(name): \(last) (environment, \(setting.variable))"), "\(name)")
            #expect(lines.commandLine.contains("\(name): \(first) (command line)"), "\(name)")
        }
    }

    @Test("a flag that is on in the environment can be turned off on the command line")
    func flagTurnedOff() throws {
        let setting = try #require(ProgramSettings.settings.first { $0.name == "dev" })
        #expect(try line(of: setting, ["--no-dev"], ["USHER_DEV": "yes"]) == "dev: false (command line)")
    }

    @Test("a list is a repeated option, a variable with commas, or an array in a file")
    func lists() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/usher.json"
        try #"{"host-name": ["a.example", "b.example"]}"#.write(toFile: path, atomically: true, encoding: .utf8)
        let expected = ["a.example", "b.example"]
        #expect(try values(["--host-name", "a.example", "--host-name", "b.example"]).server.http.hostNames == expected)
        #expect(try values([], ["USHER_HOST_NAME": "a.example, b.example,"]).server.http.hostNames == expected)
        #expect(try values(["--config", path]).server.http.hostNames == expected)
    }

    @Test("an invalid value is reported with its source and the valid ones")
    func wrongValues() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/usher.json"
        let number = "it must be a whole number from 0 to 65535."
        #expect(failure(["--port", "70000"]) == "--port is '70000'; \(number)")
        #expect(failure([], ["USHER_PORT": "many"]) == "USHER_PORT is 'many'; \(number)")
        for (json, value) in [
            (#""many""#, "many"), ("70000", "70000"), ("8.5", "8.5"), ("[1, 2]", "[1,2]"), ("true", "true"),
            (#"{"a": 1}"#, #"{"a":1}"#), ("null", "null"),
        ] {
            try #"{"port": \#(json)}"#.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(failure(["--config", path]) == "port in \(path) is '\(value)'; \(number)")
        }
        try #"{"data": null}"#.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(failure(["--config", path]) == "data in \(path) is 'null'; it must be the path of a folder.")
        try #"{"host-name": ["a.example", 5]}"#.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(
            failure(["--config", path]) == #"host-name in \#(path) is '["a.example",5]'; it must be a list of strings."#
        )
        #expect(failure(["--log-format", "xml"]) == "--log-format is 'xml'; it must be one of text, json.")
        #expect(failure(["--public", "/nowhere"]) == "--public is '/nowhere'; it must be a folder that can be read.")
        #expect(failure([], ["USHER_DEV": "perhaps"]) == "USHER_DEV is 'perhaps'; it must be true or false.")
    }

    @Test("an unknown name is rejected with the nearest setting")
    func unknownNames() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/usher.json"
        #expect(
            failure([], ["USHER_PROT": "1"])
                == "USHER_PROT in the environment is not a setting; the closest match is USHER_PORT."
        )
        try #"{"sesion-idle": 5, "port": 80}"#.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(
            failure([], ["USHER_CONFIG": path])
                == "sesion-idle in \(path) is not a setting; the closest match is session-idle."
        )
        try #"{"config": "other.json"}"#.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(failure(["--config", path])?.hasPrefix("config in \(path) is not a setting") == true)
    }

    @Test("an unreadable file is reported with the reason")
    func unreadableFiles() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/usher.json"
        #expect(
            failure(["--config", path])
                == "The configuration file \(path) can't be read; it must be a file that this user may read."
        )
        for (text, reason) in [
            ("", "unexpected end of input in line 1; a value was expected."),
            ("{\n  \"port\": 80,\n}", "unexpected character in line 3; a member name was expected."),
            (#"{"port": 80"#, "unexpected end of input in line 1; ',' or '}' was expected after a member."),
            (
                "{\"port\": 80,\n\"port\": 81}",
                "repeated member name in line 2; member names must be unique."
            ),
            ("[]", #"it must be one JSON object, such as {"port": 80}."#),
        ] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(failure(["--config", path]) == "The configuration file \(path) can't be read: \(reason)")
        }
    }

    @Test(
        "an origin in a form that no browser sends is refused with a sentence that says how to write it",
        arguments: [
            "null", "*", "https://a.example/", "https://A.example", "https://a.example:443", "https://u@a.example",
        ]
    )
    func origins(text: String) {
        let failure = failure(["--cors-origin", text]) ?? ""
        #expect(failure.contains("--cors-origin") && failure.contains("such as https://app.example.com"), "\(failure)")
    }

    @Test("trusted proxies that are everyone are warned of, and others are not")
    func trustedProxies() throws {
        for (proxies, isWarned) in [(["0.0.0.0/1", "128.0.0.0/1"], true), (["::/0"], true), (["10.0.0.0/8"], false)] {
            let options = proxies.flatMap { ["--trusted-proxies", $0] }
            let program = try Program.start(["serve", "--port", "0", "--store", "memory"] + options)
            let text = program.process.text(containing: "Usher is ready.")
            program.stop()
            #expect(text.contains("--trusted-proxies has all addresses") == isWarned, "\(proxies) \(text)")
        }
    }

    @Test("there are at most 40 settings, because each is a question to an operator")
    func count() {
        #expect(ProgramSettings.settings.count <= 40)
    }

    @Test("an address may have as many requests that wait and streams as connections")
    func addressConnections() throws {
        for count in [0, 7] {
            let limits = try values(["--address-connections", "\(count)"]).completeServer().api.limits
            #expect(limits.addressWaits == count && limits.addressStreams == count)
        }
    }

    @Test("an address that may start any number of sessions has no limit on its share of them either")
    func addressShare() throws {
        #expect(try values([]).completeServer().api.limits.addressShare == 5)
        #expect(try values(["--address-new-sessions", "10"]).completeServer().api.limits.addressShare == 5)
        #expect(try values(["--address-new-sessions", "0"]).completeServer().api.limits.addressShare == 0)
    }

    @Test(
        "the URI of a store has the number of connections, which libpq does not see",
        arguments: [
            ("postgres://a:b@c/d", "postgres://a:b@c/d", 8), ("postgres://c/d?connections=2", "postgres://c/d", 2),
            (
                "postgresql:///d?host=/run&connections=100&sslmode=disable",
                "postgresql:///d?host=/run&sslmode=disable", 100
            ),
        ]
    )
    func storeConnections(text: String, url: String, count: Int) {
        #expect(StoreLocation(text) == .postgreSQL(url: url, connections: count))
    }

    @Test(
        "a wrong number of connections is refused with the numbers that are allowed",
        arguments: ["0", "101", "many"]
    )
    func wrongStoreConnections(count: String) {
        let failure = failure(["--store", "postgres://c/d?connections=\(count)"]) ?? ""
        #expect(failure.hasSuffix("in which 'connections' may be a number from 1 to 100."), "\(failure)")
    }

    @Test("a secret is neither printed nor quoted")
    func secrets() throws {
        let resolved = try ResolvedSettings<Secretive>(["pin": ["1234"]], environment: [:])
        #expect(resolved.values.pin == 1234)
        #expect(resolved.lines == ["pin: not shown (command line)", "file: none (default)"])
        #expect(
            throws: StartError(
                description: "SAFE_PIN is invalid (value not shown); it must be a whole number from 1 to 9999."
            )
        ) {
            try ResolvedSettings<Secretive>([:], environment: ["SAFE_PIN": "98765"])
        }
    }

    @Test("the page describes the declared settings; `make generate` updates it")
    func page() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Documentation/settings.md"), encoding: .utf8)
        let isCurrent = page == SettingsPage<ProgramSettings>(program: "usher").text
        #expect(isCurrent, "Documentation/settings.md is out of date; `make generate` updates it.")
    }

    @Test("print-config prints each value and its source, and starts nothing")
    func printConfig() throws {
        let program = try Program.start(
            ["serve", "--print-config", "--port", "9000"],
            environment: ["USHER_STOP_GRACE": "5", "USHER_STORE": "memory"]
        )
        let (output, status) = program.end()
        let lines = output.split(separator: "\n")
        #expect(status == 0)
        #expect(lines.count == ProgramSettings.settings.count)
        for line in [
            "port: 9000 (command line)", "stop-grace: 5 (environment, USHER_STOP_GRACE)", "host: 127.0.0.1 (default)",
            "store: memory (environment, USHER_STORE)", "dev: false (default)",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    /// Returns valid values that are not the default.
    private func samples(of setting: Setting<ProgramSettings>, in folder: TemporaryFolder) -> [String] {
        switch setting.kind {
        case .flag: ["true"]
        case .number(let range): [range.upperBound, range.upperBound - 1].map { "\($0)" }
        case .choice(let names): names.filter { $0 != setting.defaultText }
        case .list where setting.name == "trusted-proxies": ["192.0.2.1", "2001:db8::/32"]
        case .list where setting.name == "mobile-app":
            ["ABCDE12345.com.example.shop", "a_1=" + Array(repeating: "0F", count: 32).joined(separator: ":")]
        case .list where setting.name == "code-prefix": ["+1", "+49"]
        case .list where setting.name == "cors-origin": ["https://a.example", "http://localhost:3000"]
        case .list: ["a.example", "b.example"]
        case .text:
            switch setting.name {
            case "store": ["memory", "sqlite:/tmp/x.db"]
            case "public": [folder.path, "/"]
            case "tls-certificate", "tls-key": ["a.pem", "b.pem"]
            case "operations-listen": ["127.0.0.1:9090", "[::1]:9090"]
            case "code-webhook", "result-webhook": ["https://gateway.example/codes", "http://localhost:9000/"]
            default: ["\(setting.name)-one", "\(setting.name)-two"]
            }
        }
    }

    /// Returns the member of a configuration file that gives a setting a value.
    private func member(of setting: Setting<ProgramSettings>, _ text: String) -> String {
        switch setting.kind {
        case .flag, .number: "\"\(setting.name)\": \(text)"
        case .choice, .text: "\"\(setting.name)\": \"\(text)\""
        case .list: "\"\(setting.name)\": [\"\(text)\"]"
        }
    }

    private func resolve(
        _ arguments: [String],
        _ environment: [String: String]
    ) throws -> ResolvedSettings<ProgramSettings> {
        let command = try #require(try ProgramCommand.parseAsRoot(["serve"] + arguments) as? Serve)
        return try ResolvedSettings(command.options.rawValues, environment: environment)
    }

    private func values(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ProgramSettings {
        try resolve(arguments, environment).values
    }

    private func line(
        of setting: Setting<ProgramSettings>,
        _ arguments: [String],
        _ environment: [String: String]
    ) throws -> String? {
        try resolve(arguments, environment).lines.first { $0.hasPrefix("\(setting.name): ") }
    }

    private func failure(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
        do {
            _ = try resolve(arguments, environment)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// Settings with a secret.
private struct Secretive: SettingValues {
    static let variablePrefix = "SAFE_"
    static let configurationFile = Setting<Self>.text("file", \.file, "A file", default: "none")
    static var groups: [any SettingGroup<Self>.Type] { [Only.self] }

    var pin = 1
    var file: String?

    enum Only: SettingGroup {
        static let title = "Only"
        static let settings: [Setting<Secretive>] = [
            Setting("pin", .number(1...9_999), \.pin, "A number", isSecret: true) { texts in
                texts.last.flatMap { Int($0) }.flatMap { (1...9_999).contains($0) ? $0 : nil }
            },
            Secretive.configurationFile,
        ]
    }
}
