import Testing

@testable import PostgreSQL

@Suite("A connection")
struct ConnectionTests {
    @Test(
        "without TLS, a connection is exposed unless it ends on this machine",
        arguments: [
            ("db.example", "192.0.2.1", true), ("db.example", "2001:db8::1", true), ("localhost", "127.0.0.1", false),
            ("localhost", "::1", false), ("/run/postgresql", "", false), ("@usher", "", false), ("", "", false),
        ]
    )
    func exposed(_ host: String, _ address: String, _ isExposed: Bool) {
        #expect(Connection.leavesMachine(host: host, address: address) == isExposed)
    }
}
