import Foundation
import JSON
import Programs
import RawHTTP
import Testing

@Suite("The program with a certificate", .serialized)
struct TLSProgramTests {
    @Test("It speaks HTTPS with secure cookies and HSTS, answers health checks, and SIGHUP reloads the certificate")
    func serve() async throws {
        let folder = try TemporaryFolder()
        let paths = try TestCertificate.first.write(to: folder)
        _ = unsafe chmod(paths.key, 0o644)
        let tls = ["--tls-certificate", paths.certificate]
        let program = try Program.start(["serve", "--port", "0", "--tls-key", paths.key] + tls)
        let text = program.process.text(containing: "Usher is ready.")
        let found = try #require(text.firstMatch(of: /Open https:\/\/127\.0\.0\.1:([0-9]+)\//), "\(text)")
        let port = try #require(Int(found.1))

        let client = try RawClient(port: port)
        try client.startTLS()
        let response = try client.exchange("POST", "/v1/sessions", ["credential": "cookie"])
        #expect(response.status == 201)
        #expect(response.field("strict-transport-security") == "max-age=31536000")
        let cookie = try #require(response.field("set-cookie"))
        #expect(cookie.hasPrefix("__Secure-usher-") && cookie.contains("; Secure"))
        let id = try #require(response.json["id"]?.stringValue)
        let fields = ["Cookie": String(cookie.prefix { $0 != ";" })]
        #expect(try client.exchange("GET", "/v1/sessions/\(id)", fields: fields).status == 200)
        #expect(try client.exchange("GET", "/nowhere").field("strict-transport-security") != nil)
        #expect(try Program.start(["health", "--port", String(port)] + tls).end().status == 0)
        #expect(try Program.start(["health", "--port", String(port)]).end().status == 1)

        try TestCertificate.second.write(to: folder)
        program.signal(SIGHUP)
        #expect(
            try eventually {
                let other = try RawClient(port: port)
                try other.startTLS()
                return other.certificate != client.certificate
            }
        )
        #expect(try client.exchange("GET", "/v1/sessions/\(id)", fields: fields).status == 200)
        program.signal(SIGTERM)
        let (output, status) = program.end()
        #expect(status == 0)
        #expect(output.contains("TLS key readable by other users") && output.contains("Certificate reloaded"))
    }

    @Test("A certificate that can't be used is named")
    func unusable() throws {
        let (output, status) = try Program.start([
            "serve", "--port", "0", "--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.key",
        ]).end()
        #expect(status == 2)
        #expect(output.contains("The file /nowhere.pem can't be used for TLS: it can't be read"))
        let half = try Program.start(["serve", "--port", "0", "--tls-key", "/nowhere.key"]).end()
        #expect(half.status == 2 && half.output.hasPrefix("usher: --tls-key needs --tls-certificate"))
    }

    @Test("SIGHUP without a certificate changes nothing")
    func reloadNothing() async throws {
        let program = try Program.start(["serve", "--port", "0"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        program.signal(SIGHUP)
        #expect(try RawClient(port: port).exchange("GET", "/healthz").status == 200)
        program.signal(SIGTERM)
        #expect(program.end().status == 0)
    }
}
