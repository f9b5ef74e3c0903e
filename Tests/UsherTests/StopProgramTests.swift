import Foundation
import JSON
import PostgreSQLServers
import Programs
import RawHTTP
import Testing

@Suite("The stop of the program", .serialized)
struct StopProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("takes five seconds at most beside unfinished requests and a gateway for codes that hangs")
    func unfinished() async throws {
        let gateway = try ScriptedServer([.hang])
        defer { gateway.stop() }
        let secret = folder.path + "/secret"
        try Data("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".utf8).write(to: URL(fileURLWithPath: secret))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        let program = try Program.start([
            "serve", "--port", "0", "--store", "sqlite:\(folder.path)/usher.db",
            "--code-webhook", "http://127.0.0.1:\(gateway.port)/codes", "--code-webhook-secret-file", secret,
        ])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let post = "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        let beginnings = [
            "", "GET", "GET / HTTP/1.1\r\nHost: loc", post + "Content-Length: 2\r\n\r\n{",
            post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{",
            post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrail",
        ]
        let connections = try beginnings.map { beginning in
            let connection = try RawClient(port: port)
            try connection.send(beginning)
            return connection
        }
        let reader = try AppClient(port: port)
        let stream = try RawClient(port: port)
        try stream.send(
            "GET \(reader.path)/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(reader.token)\r\n\r\n"
        )
        let waiting = try RawClient(port: port)
        try waiting.send(
            """
            GET \(reader.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(reader.token)\r\n\
            If-None-Match: "\(reader.revision)"\r\nPrefer: wait=25\r\n\r\n
            """
        )
        // The gateway never responds, so this effect outlasts every stop.
        let client = try AppClient(port: port)
        try client.signUp("ann")
        try client.report("addPhone")
        let sent = try client.sendOutput("submit", ["phone": "+491707654321"], fields: ["Prefer": "wait=0"])
        #expect(sent.status == 202, "\(sent.text)")
        _ = try stream.readUntil("event: state")

        let start = ContinuousClock.now
        program.signal(SIGTERM)
        let (output, status) = program.end()
        let duration = ContinuousClock.now - start
        #expect(status == 0)
        #expect(output.contains("Server stopped"))
        #expect(duration < .seconds(Sanitizer.isRunning ? 20 : 5), "\(duration)")
        print("stop beside \(connections.count) unfinished requests and an effect that hangs: \(duration)")
    }

    @Test("takes five seconds at most beside TLS connections in each state")
    func secured() async throws {
        let paths = try TestCertificate.first.write(to: folder)
        let program = try Program.start([
            "serve", "--port", "0", "--store", "memory",
            "--tls-certificate", paths.certificate, "--tls-key", paths.key,
        ])
        let text = program.process.text(containing: "Usher is ready.")
        let port = try #require(text.firstMatch(of: /Open https:\/\/127\.0\.0\.1:([0-9]+)\//).flatMap { Int($0.1) })
        // No byte, a part of a greeting, a request in plain text, and requests that are not complete.
        let silent = try RawClient(port: port)
        let greeting = try RawClient(port: port)
        try greeting.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
        let plain = try RawClient(port: port)
        try plain.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let idle = try RawClient(port: port)
        try idle.startTLS()
        #expect(try idle.exchange("GET", "/healthz").status == 200)
        let unfinished = try RawClient(port: port)
        try unfinished.startTLS()
        try unfinished.send("POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        let connections = [silent, greeting, plain, idle, unfinished]

        let start = ContinuousClock.now
        program.signal(SIGTERM)
        let status = program.end().status
        let duration = ContinuousClock.now - start
        #expect(status == 0)
        #expect(duration < .seconds(Sanitizer.isRunning ? 20 : 5), "\(duration)")
        print("stop beside \(connections.count) TLS connections: \(duration)")
    }

    @Test("takes five seconds at most while the database hangs, beside a request that waits for it")
    func databaseHangs() async throws {
        let database = try PostgreSQLServer()
        let program = try Program.start([
            "serve", "--port", "0", "--store", database.url, "--code-key", folder.path + "/code-key",
        ])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        let stream = try RawClient(port: port)
        try stream.send(
            "GET \(client.path)/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(client.token)\r\n\r\n"
        )
        _ = try stream.readUntil("event: state")
        try database.pause(true)
        defer { try? database.pause(false) }
        let creation = try RawClient(port: port)
        try creation.send(
            """
            POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n\
            {"app":"items"}
            """
        )
        // The session can't be stored.
        #expect(!creation.hasBytes(within: 200))

        let start = ContinuousClock.now
        program.signal(SIGTERM)
        let limit = Duration.seconds(Sanitizer.isRunning ? 20 : 5)
        let status = program.process.status(within: limit + .seconds(30))
        let duration = ContinuousClock.now - start
        #expect(status == 0)
        #expect(duration < limit, "\(duration)")
        // It must not have got 201 for a session that is not stored.
        let response = try creation.readResponse()
        #expect(response.map { $0.status == 503 } ?? true)
        if status == nil {
            program.signal(SIGKILL)
            program.end()
        }
        print("stop while the database hangs: \(duration)")
    }
}
