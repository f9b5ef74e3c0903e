import Foundation
import JSON
import PostgreSQLServers
import Programs
import RawHTTP
import Sessions
import Testing

/// Types a secret of its own into each secret member of each form, and searches everything that the program has written.
@Suite("Secrets that users type into the program", .serialized)
struct SecretsProgramTests {
    private let data: TemporaryFolder
    private let gateway: ScriptedServer

    init() throws {
        data = try TemporaryFolder()
        gateway = try ScriptedServer([.respond("HTTP/1.1 204 No Content\r\n\r\n")])
    }

    /// Starts the program with settings of the store and the audit log, by default files.
    private func start(_ settings: [String]? = nil) async throws -> (program: Program, port: Int) {
        let secret = data.path + "/gateway-secret"
        try Data("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".utf8).write(to: URL(filePath: secret))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        let files = ["--data", data.path + "/data", "--audit-log", data.path + "/audit.log"]
        let program = try Program.start(
            [
                "serve", "--port", "0", "--log-level", "trace", "--code-webhook",
                "http://127.0.0.1:\(gateway.port)/codes", "--code-webhook-secret-file", secret,
            ] + (settings ?? files)
        )
        return (program, try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) }))
    }

    /// Kills the program and returns its output and all its files.
    private func written(by program: Program) throws -> WrittenBytes {
        program.signal(SIGKILL)
        return WrittenBytes(contents: [Data(program.end().output.utf8)] + (try files(in: data.path)))
    }

    private func files(in folder: String) throws -> [Data] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map {
            FileManager.default.contents(atPath: folder + "/" + $0) ?? Data()
        }
    }

    @Test(
        "No form's secret is in the store, the backup, the logs or the audit log, in any form",
        arguments: ["items", "market", "shop"]
    )
    func forms(application: String) async throws {
        let (program, port) = try await start()
        defer { gateway.stop() }
        let walk = try SecretWalk(application, port: port, gateway: gateway)
        try walk.run()
        #expect(try Set(walk.typed.keys) == walk.secretMembers(port: port))
        let backup = data.path + "/backup.db"
        #expect(try Program.start(["store", "backup", backup, "--data", data.path + "/data"]).end().status == 0)
        let written = try written(by: program)
        #expect(written.contains(walk.login), "the account was found")
        #expect(try written.secrets(among: walk.typed.values.reduce([], +) + walk.shown) == [])
        for token in walk.tokens { #expect(!written.contains(token)) }
        let histories = WrittenBytes(contents: walk.histories)
        #expect(histories.contains("•••"), "the histories were found")
        #expect(try histories.secrets(among: walk.typed.values.reduce([], +) + walk.shown) == [])
        for token in walk.tokens { #expect(!histories.contains(token)) }
    }

    @Test("No form's secret is in anything that the inspector shows", arguments: ["items", "market", "shop"])
    func inspector(application: String) async throws {
        let free = try FreePort()
        let (program, port) = try await start(["--store", "memory", "--operations-listen", "127.0.0.1:\(free.port)"])
        defer { gateway.stop() }
        let walk = try SecretWalk(application, port: port, gateway: gateway, operations: free.port)
        try walk.run()
        #expect(try Set(walk.typed.keys) == walk.secretMembers(port: port))
        let inspected = WrittenBytes(contents: walk.inspected)
        #expect(inspected.contains("coordinators") && inspected.contains("•••"), "the sessions were found")
        #expect(inspected.contains(walk.login), "the account was found")
        #expect(try inspected.secrets(among: walk.typed.values.reduce([], +) + walk.shown) == [])
        for token in walk.tokens { #expect(!inspected.contains(token)) }
        program.stop()
    }

    @Test("No form's secret is in a database of PostgreSQL, the statements to it, its audit log or a copy, in any form")
    func postgreSQL() async throws {
        // The log has each statement with its parameters, so it also has the values that were replaced since.
        let database = try PostgreSQLServer(options: ["log_statement=all"])
        let (program, port) = try await start([
            "--store", database.url, "--code-key", data.path + "/code-key", "--audit-log", "store",
        ])
        defer { gateway.stop() }
        let walk = try SecretWalk("market", port: port, gateway: gateway)
        try walk.run()
        #expect(try Set(walk.typed.keys) == walk.secretMembers(port: port))
        program.signal(SIGTERM)
        let stopped = program.end()
        #expect(stopped.status == 0)
        let copy = "sqlite:" + data.path + "/copy.db"
        let copied = try Program.start(["store", "copy", database.url, copy]).end()
        #expect(copied.status == 0, "\(copied.output)")
        let dump = Data(try database.dump().utf8)
        try database.stop()

        let copies = WrittenBytes(contents: try files(in: data.path))
        let tables = WrittenBytes(contents: [dump, Self.binary(in: dump)])
        let log = try #require(FileManager.default.contents(atPath: database.host + "/log"))
        let server = WrittenBytes(contents: try files(in: database.host) + [Self.binary(in: log)])
        #expect(tables.contains(walk.login) && copies.contains(walk.login), "the account was found")
        #expect(tables.contains("COPY usher.audit_event"), "the audit log was found")
        #expect(server.contains("INSERT INTO"), "the statements were found")
        let secrets = walk.typed.values.reduce([], +) + walk.shown
        for (name, written) in [
            ("tables", tables), ("server", server), ("copy", copies),
            ("output", WrittenBytes(contents: [Data((stopped.output + copied.output).utf8)])),
        ] {
            #expect(try written.secrets(among: secrets) == [], "\(name)")
            for token in walk.tokens { #expect(!written.contains(token), "\(name)") }
        }
    }

    /// Returns the values of type `bytea` in a text of PostgreSQL, where they are `\x` and hexadecimal digits.
    private static func binary(in text: Data) -> Data {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x61...0x66: byte - 0x61 + 10
            default: nil
            }
        }
        let bytes = Array(text)
        var (result, index) = ([UInt8](), 0)
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "x") else {
                index += 1
                continue
            }
            index += 2
            while index + 1 < bytes.count, let high = digit(bytes[index]), let low = digit(bytes[index + 1]) {
                result.append(high << 4 | low)
                index += 2
            }
            result.append(UInt8(ascii: "\n"))
        }
        return Data(result)
    }

    @Test("Applications without an account have no form with a secret", arguments: ["kanji", "profile"])
    func withoutAccount(application: String) async throws {
        let (program, port) = try await start()
        defer { gateway.stop() }
        #expect(try SecretWalk(application, port: port, gateway: gateway).secretMembers(port: port).isEmpty)
        program.stop()
    }

    @Test("Nothing that is written contains a token, a key or a digest with which a guess at a password can be tested")
    func digestsOfRequests() async throws {
        let (program, port) = try await start()
        defer { gateway.stop() }
        let creationKey = "canary-creation-key-1"
        let link: JSONValue = ["app": "items", "link": "usher://items/signUp"]
        let connection = try RawClient(port: port, timeout: 60)
        _ = try connection.exchange("POST", "/v1/sessions", link, fields: ["Idempotency-Key": creationKey])
        let client = try AppClient(port: port)
        let path = client.path + "/screens/\(client.focus)/outputs/submit"
        let body: JSONValue = ["login": "ann", "password": "canary-password"]
        let key = ["Idempotency-Key": "canary-key-of-request"]
        let response = try client.sendOutput("submit", body, fields: key)
        #expect(response.status == 200)
        let written = try written(by: program)
        #expect(written.contains(client.id), "the store was found")
        let requests = ["POST \(path)\0", "POST \(path) ", "\(path)\0", "\(path)", "POST \(path)", ""].flatMap { head in
            [head + text(of: body), head + "canary-password"]
        }
        let creations = ["POST /v1/sessions\0" + text(of: link), text(of: link)]
        for secret in ["canary-password", "canary-key-of-request", creationKey, client.token] {
            #expect(!written.contains(secret), "\(secret)")
        }
        for guess in requests + creations { #expect(!written.contains(Digest(of: guess).bytes), "\(guess)") }
        #expect(try written.secrets(among: ["canary-password"]) == [])
    }

    @Test("The search finds a secret as text, in base64, in hexadecimal digits, and as a digest of each kind")
    func control() throws {
        gateway.stop()
        let secret = "canary 7c1d"
        let forms = try WrittenBytes.forms(of: [secret])
        #expect(forms.count > 20)
        for (_, bytes) in forms {
            #expect(try WrittenBytes(contents: [Data("before ".utf8) + bytes]).secrets(among: [secret]) != [])
        }
        // The secret is a part of a longer text in base64, at each of the three offsets.
        for length in 1...3 {
            let encoded = Data((String(repeating: "x", count: length) + secret + " and more").utf8)
                .base64EncodedString()
            #expect(try WrittenBytes(contents: [Data(encoded.utf8)]).secrets(among: [secret]) != [])
        }
        #expect(try WrittenBytes(contents: [Data("7391523 0.739152 1739152".utf8)]).secrets(among: ["739152"]) == [])
        #expect(try WrittenBytes(contents: [Data("code=739152 ".utf8)]).secrets(among: ["739152"]) != [])
        // Here the secret is in base64 within a binary value of PostgreSQL.
        let hex = Data(secret.utf8).base64EncodedData().map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        let row = Data("7\t\\\\x\(hex)\t2026\n".utf8)
        #expect(try WrittenBytes(contents: [row]).secrets(among: [secret]) == [])
        #expect(try WrittenBytes(contents: [Self.binary(in: row)]).secrets(among: [secret]) != [])
    }

    private func text(of json: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(json)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
