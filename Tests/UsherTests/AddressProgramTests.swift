import Foundation
import RawHTTP
import Testing

@Suite("The options of a server's address", .serialized)
struct AddressProgramTests {
    private func port(of program: Program) async throws -> Int {
        try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
    }

    @Test("--dev is refused at an address that other machines may reach", arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func development(_ host: String) throws {
        let (output, status) = try Program.start(["serve", "--dev", "--port", "0", "--host", host]).end()
        #expect(status == 2)
        #expect(output.hasPrefix("usher: --dev shows one-time codes"), "\(output)")
        #expect(output.split(separator: "\n").count == 1 && output.contains("can't listen on \(host)"))
    }

    @Test("--dev is refused for any host, because pages of other sites could read its inbox")
    func developmentForAnyHost() throws {
        let (output, status) = try Program.start(["serve", "--dev", "--port", "0", "--host-name", "*"]).end()
        #expect(status == 2)
        #expect(output.hasPrefix("usher: --dev shows one-time codes"), "\(output)")
        #expect(output.contains("--host-name '*'"))
    }

    @Test("The inbox of --dev refuses pages of other sites")
    func inbox() async throws {
        let program = try Program.start(["serve", "--dev", "--port", "0"])
        let client = try RawClient(port: try await port(of: program))
        func status(_ fields: [String: String]) throws -> Int {
            try client.exchange("GET", "/dev/inbox", fields: fields).status
        }
        #expect(try status([:]) == 200)
        #expect(try status(["Sec-Fetch-Site": "same-origin"]) == 200)
        for site in ["cross-site", "same-site"] { #expect(try status(["Sec-Fetch-Site": site]) == 403) }
        #expect(try status(["Origin": "https://evil.example"]) == 403)
        #expect(try status(["Origin": "http://localhost"]) == 200)
        program.stop()
    }

    @Test("Health works with a list of host names, and with an operations address")
    func health() async throws {
        let names = ["--host-name", "shop.example"]
        var program = try Program.start(["serve", "--port", "0"] + names)
        let port = String(try await port(of: program))
        #expect(try Program.start(["health", "--port", port] + names).end().status == 0)
        #expect(try Program.start(["health", "--port", port]).end().status == 1)
        program.stop()

        let free = try FreePort()
        let operations = "127.0.0.1:\(free.port)"
        program = try Program.start(["serve", "--port", "0", "--operations-listen", operations] + names)
        _ = try await program.address()
        #expect(try Program.start(["health", "--operations-listen", operations]).end().status == 0)
        #expect(try RawClient(port: free.port).exchange("GET", "/metrics").status == 200)
        program.stop()
        #expect(try Program.start(["health", "--operations-listen", operations]).end().status == 1)
    }

    @Test("Health reaches a server that listens on IPv6 only")
    func healthVersion6() async throws {
        let program = try Program.start(["serve", "--port", "0", "--host", "::1"])
        let port = String(try await port(of: program))
        #expect(try Program.start(["health", "--port", port, "--host", "::1"]).end().status == 0)
        #expect(try Program.start(["health", "--port", port], environment: ["USHER_HOST": "::1"]).end().status == 0)
        program.stop()
    }
}
