import Foundation
import JSON
import Programs
import RawHTTP
import Testing

@Suite("The audit log and the log of requests", .serialized)
struct AuditLogTests {
    private func lines(of path: String) throws -> [JSONValue] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
    }

    @Test("It has who did what from where, and no secret; SIGHUP opens it again after a rotation")
    func events() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/audit.log"
        let program = try Program.start(["serve", "--dev", "--port", "0", "--store", "memory", "--audit-log", path])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        try client.report("submit", ["login": "canary-login", "password": "canary-password"])
        try client.signIn()
        let count = 5
        #expect(try eventually { try lines(of: path).count == count })
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let metrics = try RawClient(port: port).exchange("GET", "/metrics").text
        #expect(metrics.contains("usher_sign_ins_total{outcome=\"ok\"} 1\n"))
        #expect(metrics.contains("usher_sign_ins_total{outcome=\"rejected\"} 1\n"))

        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        program.signal(SIGHUP)
        // The event follows the new file, and a request may come between the two.
        #expect(try eventually { try FileManager.default.fileExists(atPath: path) && lines(of: path).count == 1 })
        #expect(try client.send("DELETE", "").status == 204)
        program.signal(SIGTERM)
        #expect(program.end().status == 0)

        let first = try lines(of: path + ".1")
        let second = try lines(of: path)
        let all = first + second
        #expect(
            all.map { "\($0["event"]?.stringValue ?? "") \($0["outcome"]?.stringValue ?? "")" } == [
                "session.started ok", "session.credential-renewed ok", "account.sign-in rejected",
                "session.credential-renewed ok", "account.sign-in ok", "operator.reloaded ok", "session.ended ok",
            ]
        )
        #expect(first.count == count && second.count == 2)
        #expect(all.allSatisfy { ($0["client"] == "127.0.0.1") != ($0["event"] == "operator.reloaded") })
        #expect(all.allSatisfy { $0["time"] != nil })
        #expect(first.last?["account"] == "demo")
        let text = try String(contentsOfFile: path + ".1", encoding: .utf8)
        #expect(!text.contains("canary") && !text.contains(client.token) && !text.contains("demo-password"))
    }

    @Test("A wrong token of an operator is an event, once a minute for an address; a request without one is none")
    func operatorTokens() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/audit.log"
        let tokenFile = folder.path + "/token"
        let token = String(repeating: "t", count: 40)
        try token.write(toFile: tokenFile, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tokenFile)
        let address = "127.0.0.1:\(try FreePort().port)"
        let program = try Program.start([
            "serve", "--port", "0", "--store", "memory", "--audit-log", path, "--operations-listen", address,
            "--operations-token-file", tokenFile,
        ])
        _ = try await program.address()
        let client = try RawClient(port: try #require(address.split(separator: ":").last.flatMap { Int($0) }))
        let list = "/v1/inspector/sessions"
        #expect(try client.exchange("GET", list).status == 401)
        for wrong in ["wrong-token", "other-token"] {
            let fields = ["Authorization": "Bearer \(wrong)"]
            #expect(try client.exchange("GET", list, fields: fields).status == 401)
        }
        #expect(try client.exchange("GET", list, fields: ["Authorization": "Bearer \(token)"]).status == 200)
        program.signal(SIGTERM)
        _ = program.end()
        let events = try lines(of: path)
        #expect(events.count == 1)
        #expect(events.first?["event"] == "operator.rejected" && events.first?["outcome"] == "wrong")
        #expect(events.first?["client"] == "127.0.0.1" && events.first?["request"] != nil)
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("token\""))
    }

    @Test("It starts a line of its own after one that a kill has cut")
    func cutLine() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/audit.log"
        let complete = #"{"event":"session.ended","outcome":"ok"}"# + "\n"
        for (before, cut) in [(complete, #"{"time":"2026-11-22T09"#), (complete, ""), ("", "")] {
            try (before + cut).write(toFile: path, atomically: true, encoding: .utf8)
            let program = try Program.start(["serve", "--port", "0", "--store", "memory", "--audit-log", path])
            let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
            _ = try AppClient(port: port)
            program.signal(SIGTERM)
            #expect(program.end().status == 0)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let start = before + cut + (cut.isEmpty ? "" : "\n")
            #expect(text.hasPrefix(start))
            #expect(try JSONValue(parsing: String(text.dropFirst(start.count)))["event"] == "session.started")
        }
    }

    @Test("It has changes, confirmations and resets of the password, and the sessions that a user ends elsewhere")
    func passwords() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/audit.log"
        let program = try Program.start(["serve", "--dev", "--port", "0", "--store", "memory", "--audit-log", path])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        try client.report("forgotPassword")
        try client.report("submit", ["login": "canary-login"])
        try client.report("submit", ["code": "000000", "password": "canary-password"])
        try client.back()
        try client.back()
        try client.signIn()
        try client.report("finish")
        try client.select(tab: "settings")
        try client.report("security")
        try client.report("changePassword")
        try client.report("submit", ["current": "canary-current", "password": "canary-password"])
        let other = try AppClient(port: port)
        try other.signIn()
        #expect(try client.send("DELETE", "/account/sessions").status == 204)
        let third = try AppClient(port: port)
        try third.signIn()
        #expect(try client.send("DELETE", "/account/sessions/\(third.id)").status == 204)
        #expect(try client.send("DELETE", "/account/sessions/none").status == 404)
        program.signal(SIGTERM)
        #expect(program.end().status == 0)
        let all = try lines(of: path)
        func events(_ names: String...) -> [String] {
            all.filter { names.contains($0["event"]?.stringValue ?? "") }.map {
                [$0["event"], $0["outcome"], $0["account"]].compactMap { $0?.stringValue }.joined(separator: " ")
            }
        }
        #expect(
            events("account.password-reset-requested", "account.password-reset", "account.password-changed") == [
                "account.password-reset-requested ok", "account.password-reset rejected",
                "account.password-changed rejected demo",
            ]
        )
        let ended = all.filter { $0["event"] == "session.ended" }
        #expect(ended.map { $0["session"] } == [.string(other.id), .string(third.id)])
        #expect(ended.allSatisfy { $0["account"] == "demo" && $0["request"] != nil && $0["client"] == "127.0.0.1" })
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("canary") && !text.contains("demo-password"))
    }

    @Test("A rejected request is one line with its reason and address, and all are counted")
    func rejections() async throws {
        let program = try Program.start(["serve", "--port", "0", "--store", "memory", "--log-level", "notice"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try RawClient(port: port)
        let fields = ["Authorization": "Bearer none"]
        for _ in 0..<20 { #expect(try client.exchange("GET", "/v1/sessions/none", fields: fields).status == 401) }
        let evil = ["Sec-Fetch-Site": "cross-site"]
        #expect(try client.exchange("POST", "/v1/sessions", fields: evil).status == 403)
        let metrics = try client.exchange("GET", "/metrics").text
        #expect(metrics.contains("usher_requests_rejected_total{reason=\"unauthorized\"} 20\n"))
        #expect(metrics.contains("usher_requests_rejected_total{reason=\"cross-site\"} 1\n"))
        #expect(metrics.contains("usher_requests_total{route=\"/v1/sessions/:id\",status=\"4xx\"} 20\n"))
        program.signal(SIGTERM)
        let lines = program.end().output.split(separator: "\n").filter { $0.contains("Request rejected") }
        #expect(lines.count == 2)
        #expect(
            lines.first?.contains("client=127.0.0.1") == true && lines.first?.contains("reason=unauthorized") == true
        )
        #expect(lines.last?.contains("omitted=19") == true)
    }

    @Test("A limit that an address exceeds is one event, with the address and the type of the problem")
    func limits() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/audit.log"
        let program = try Program.start([
            "serve", "--port", "0", "--store", "memory", "--audit-log", path, "--address-new-sessions", "2",
            "--trusted-proxies", "127.0.0.1",
        ])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try RawClient(port: port)
        let fields = ["X-Forwarded-For": "192.0.2.1"]
        for number in 0..<5 {
            let response = try client.exchange("POST", "/v1/sessions", ["app": "items"], fields: fields)
            #expect(response.status == (number < 2 ? 201 : 429))
        }
        program.signal(SIGTERM)
        #expect(program.end().status == 0)
        let exceeded = try lines(of: path).filter { $0["event"] == "limit.exceeded" }
        #expect(exceeded.count == 1)
        #expect(exceeded.first?["outcome"] == "too-many-sessions")
        #expect(exceeded.first?["client"] == "192.0.2.1")
    }

    @Test("At debug level each request is a line")
    func requests() async throws {
        let program = try Program.start(["serve", "--port", "0", "--store", "memory", "--log-level", "debug"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        #expect(try RawClient(port: port).exchange("GET", "/healthz", fields: ["X-Request-Id": "mine"]).status == 200)
        program.signal(SIGTERM)
        let line = program.end().output.split(separator: "\n").first { $0.contains("Request handled") }
        #expect(line?.contains("request=mine route=/healthz status=200") == true)
    }

    @Test("An audit log that can't be opened prevents the start")
    func unusable() throws {
        let (output, status) = try Program.start(["serve", "--port", "0", "--audit-log", "/nowhere/audit.log"]).end()
        #expect(status == 2)
        #expect(output.contains("The audit log /nowhere/audit.log can't be opened"))
    }
}
