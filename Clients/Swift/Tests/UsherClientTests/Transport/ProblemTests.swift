import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A problem")
struct ProblemTests {
    @Test("of every type that the server lists is known")
    func known() async throws {
        let server = try Program.server()
        defer { server.stop() }
        let request = HTTPRequest(
            .get,
            server.address.appending(path: "/problems"),
            fields: ["Accept": "application/json"]
        )
        let response = try await URLSessionTransport().send(request)
        let list = try JSONValue(parsing: response.body)
        let types = try #require(list["problems"]?.array).compactMap { $0["type"]?.string }
        #expect(types.count > 40)
        for type in types {
            if case .unknown = ProblemKind(uri: type) { Issue.record("\(type) is not known.") }
        }
    }

    @Test("of an unknown type keeps its type and all members")
    func unknown() throws {
        let body = #"{"type":"/problems/sold-out","title":"Sold out","status":409,"left":0}"#
        let problem = Problem(HTTPResponse(status: 409, body: Data(body.utf8)))
        #expect(problem.kind == .unknown("/problems/sold-out"))
        #expect(problem.document["left"] == 0)
    }

    @Test("of a proxy has a status alone")
    func proxy() {
        let problem = Problem(HTTPResponse(status: 502, body: Data("<html>".utf8)))
        #expect(problem.kind == .unknown(""))
        #expect(problem.isTransient)
    }

    @Test("of a payload has its violations, and one of a stale screen has the state")
    func contents() async throws {
        let server = try Program.server()
        defer { server.stop() }
        let session = Session(server: server.address, app: "items", storage: MemoryStorage())
        try await session.open()
        let login = try #require(await session.display.state?.front)
        guard case .refused(let problem) = await session.perform(.report("submit", ["login": 1], on: login.key)) else {
            Issue.record("The payload is not of the schema.")
            return
        }
        #expect(problem.kind == .invalidPayload)
        #expect(problem.violations.contains { $0.pointer == "/login" && $0.code == "type" })
        await session.close()
    }
}
