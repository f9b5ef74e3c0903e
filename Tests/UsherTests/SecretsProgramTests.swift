import Foundation
import JSON
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

    private func start() async throws -> (program: Program, port: Int) {
        let secret = data.path + "/gateway-secret"
        try Data("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".utf8).write(to: URL(filePath: secret))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        let program = try Program.start([
            "serve", "--port", "0", "--data", data.path + "/data", "--log-level", "trace",
            "--audit-log", data.path + "/audit.log", "--code-webhook", "http://127.0.0.1:\(gateway.port)/codes",
            "--code-webhook-secret-file", secret,
        ])
        return (program, try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) }))
    }

    /// Kills the program and returns its output and all its files.
    private func written(by program: Program) throws -> WrittenBytes {
        program.signal(SIGKILL)
        var contents = [Data(program.end().output.utf8)]
        for name in try FileManager.default.subpathsOfDirectory(atPath: data.path) {
            contents.append(FileManager.default.contents(atPath: data.path + "/" + name) ?? Data())
        }
        return WrittenBytes(contents: contents)
    }

    @Test(
        "No form's secret is in the store, the backup, the logs or the audit log, in any form",
        arguments: ["items", "market", "shop"]
    )
    func forms(application: String) async throws {
        let (program, port) = try await start()
        defer { gateway.stop() }
        let walk = SecretWalk(application, port: port, gateway: gateway)
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
        // As a part of a longer text in base64, at each of the three offsets.
        for length in 1...3 {
            let encoded = Data((String(repeating: "x", count: length) + secret + " and more").utf8)
                .base64EncodedString()
            #expect(try WrittenBytes(contents: [Data(encoded.utf8)]).secrets(among: [secret]) != [])
        }
        #expect(try WrittenBytes(contents: [Data("7391523 0.739152 1739152".utf8)]).secrets(among: ["739152"]) == [])
        #expect(try WrittenBytes(contents: [Data("code=739152 ".utf8)]).secrets(among: ["739152"]) != [])
    }

    private func text(of json: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(json)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
