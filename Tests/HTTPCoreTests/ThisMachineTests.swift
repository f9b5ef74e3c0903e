import HTTPCore
import Testing

@Suite("A handler for this machine only")
struct ThisMachineTests {
    private static func status(_ client: String?, _ fields: HTTPFields = [:]) async -> HTTPStatus {
        let handler = ThisMachineHandler(ClosureHandler { _ in .text("inbox") })
        let request = HTTPRequest(
            target: HTTPTarget("/dev/inbox"),
            fields: fields,
            client: client.flatMap { ClientAddress($0) }
        )
        return await handler.respond(to: request).status
    }

    @Test("it serves programs on this machine, and no other address", arguments: ["127.0.0.1", "::1", "127.1.2.3"])
    func own(address: String) async {
        #expect(await Self.status(address) == .ok)
        for other in ["192.0.2.1", "10.0.0.1", "2001:db8::1", nil] { #expect(await Self.status(other) == .notFound) }
    }

    @Test(
        "a request that a proxy has forwarded gets a 404, whatever address it names",
        arguments: ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"]
    )
    func forwarded(field: String) async throws {
        var fields: HTTPFields = [:]
        fields.append(try #require(HTTPFieldName(field)), "127.0.0.1")
        #expect(await Self.status("127.0.0.1", fields) == .notFound)
    }

    @Test("a request that a page of another origin has caused gets a 403")
    func crossSite() async {
        #expect(await Self.status("127.0.0.1", ["Sec-Fetch-Site": "cross-site"]) == .forbidden)
        #expect(await Self.status("127.0.0.1", ["Sec-Fetch-Site": "same-origin"]) == .ok)
    }
}
